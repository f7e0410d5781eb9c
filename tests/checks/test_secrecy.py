"""What an automatic action tells, and what it takes away."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from headjudge.checks import audit
from headjudge.engines.search import Budget
from headjudge.evidence.looks import look, sign
from headjudge.evidence.results import Audit, Finding, Result, Verdict
from headjudge.rulebook import parse_rulebook, read_properties, setting
from headjudge.semantics.executable import After, Game, Table
from headjudge.semantics.symbolic.lower import lower
from headjudge.semantics.symbolic.views import view
from tests.checks.playing import judge_of
from tests.checks.seeded import FAULTY, MENDED, ROOT, audited, book, name, quiet

SECRET, CHOICE = "automatic-pass-reveals-nothing", "automatic-pass-takes-no-choice"
HIDING = [path for path in (*FAULTY, *MENDED) if path.parent.name.startswith("leak")]


def checked(text: str, **scope: int) -> Audit:
    """The windows of a rulebook, checked."""
    rulebook = parse_rulebook(text.encode(), file="secret.md", name="secret")
    properties = read_properties(ROOT / "properties" / "windows.md", rulebook)
    where = setting(rulebook, players=None, scope=scope)
    return audit(rulebook, properties, where, engine="explore", budget=Budget(), report=quiet)


def of(found: Audit, property_: str) -> Result:
    (result,) = (one for one in found.results if one.property == property_)
    return result


# ------------------------------------------------------- all pairs, one by one


def alike_pairs(game: Game, automatic: tuple[str, ...]) -> int:
    """How many pairs look alike to somebody all the way, with something automatic to come.

    Written down from the definition: every play beside every other, on the executable model.
    """
    total = 0
    for seat in range(game.setting.players):
        first = list(game.initial())
        queue = [
            (one, two)
            for one, two in product(first, first)
            if look(game, one, seat) == look(game, two, seat)
        ]
        seen = set()
        while queue:
            one, two = queue.pop()
            key = frozenset((game.freeze(one), game.freeze(two)))
            if key in seen:
                continue
            seen.add(key)
            queue.extend(onwards(game, one, two, seat))
            coming = any(
                act.action in automatic for state in (one, two) for act in game.legal(state)
            )
            total += coming and len(key) > 1
    return total


def onwards(game: Game, one: Table, two: Table, seat: int) -> list[tuple[Table, Table]]:
    found = []
    for mine, yours in product(game.legal(one), game.legal(two)):
        if sign(game, mine, seat) == sign(game, yours, seat):
            ours, theirs = game.apply(one, mine), game.apply(two, yours)
            if (
                isinstance(ours, After)
                and isinstance(theirs, After)
                and look(game, ours.state, seat) == look(game, theirs.state, seat)
            ):
                found.append((ours.state, theirs.state))
    return found


@pytest.mark.parametrize("path", [path for path in HIDING if path in MENDED], ids=name)
def test_the_pairs_compared_are_those_that_look_alike(path: Path) -> None:
    (property_,) = (one for one in book(path)[1] if one.name == SECRET)
    game = Game(judge_of(path, ()).rules, book(path)[2])
    assert property_.claim is not None
    assert of(audited(path), SECRET).premises == alike_pairs(game, property_.claim.option)


# ------------------------------------------------------------ what is on the table


STAKES = """\
# The Stakes

```toml rulebook
title = "The Stakes"
edition = "1"

[scope]
coins = 1

[roles]
automatic = "pass_over"
```

**1.1** A coin may lie under each cup.

```python rule
class State:
    turn: Player = 0
    called: bool = False
    cup: Hidden[Each[Player, Stock[scope.coins]]]

@move
def call(player: Player):
    called = True

@may
def call(player):
    return player == turn and not called
```

**1.2** The other one may look under their own cup, and then the turn is theirs.

```python rule
@move
def look(player: Player):
    called = False
    turn = player

@may
def look(player):
    return called and player != turn
```

**2.1** Whoever is called with an empty cup is passed over.

```python rule
@step
def pass_over(player: Player):
    called = False

@must
def pass_over(player):
    return called and player != turn and cup[player] == 0
```
{more}"""


def test_what_somebody_keeps_hidden_is_told_by_an_automatic_action_that_depends_on_it() -> None:
    (finding,) = of(checked(STAKES.format(more="")), SECRET).findings
    assert finding.other is not None
    assert (finding.steps, len(finding.other)) == (2, 1)
    assert finding.about == (("observer", "A"),)


def test_an_observer_knows_what_they_are_allowed_to_do_themselves() -> None:
    more = (
        "**2.2** While there is a coin under the other one's cup a player may whistle.\n\n"
        "```python rule\n@move\ndef whistle(player: Player):\n    pass\n\n"
        "@may\ndef whistle(player):\n    return cup[next_player(player)] > 0\n```\n"
    )
    # By trying to whistle everybody knows what lies under the other one's cup.
    assert of(checked(STAKES.format(more=more)), SECRET).verdict is Verdict.VACUOUS


def test_what_hides_nothing_has_nothing_to_reveal() -> None:
    text = STAKES.format(more="").replace("Hidden[Each[Player, Stock[scope.coins]]]", OPEN)
    result = of(checked(text), SECRET)
    assert result.verdict is Verdict.NOT_APPLICABLE
    assert result.why == "nothing in the rulebook is hidden from a player"


OPEN = "Each[Player, Stock[scope.coins]]"


def test_a_hidden_parameter_is_seen_by_the_player_whom_the_first_one_names() -> None:
    more = (
        "**2.2** Before a call a player may draw.\n\n"
        "```python rule\nclass State:\n    drawn: Hidden[Each[Player, bool]] = False\n\n"
        "@move\ndef draw(player: Player, good: Hidden[bool], open_: bool):\n"
        "    drawn[player] = good\n\n"
        "@may\ndef draw(player):\n    return not called\n```\n"
    )
    rulebook = parse_rulebook(STAKES.format(more=more).encode(), file="s.md", name="s")
    system = lower(rulebook, setting(rulebook, players=None, scope={}))
    draw = system.transition("draw")
    place = system.transitions.index(draw)
    looks = dict(zip(draw.rows(), view(system, 0).looks[place], strict=True))
    # Rows: the player, good, open. A sees whether A's draw is good, and not whether B's is.
    assert looks[0, 0, 0] != looks[0, 1, 0]
    assert looks[1, 0, 0] == looks[1, 1, 0]
    assert looks[1, 0, 0] != looks[1, 0, 1]


# ---------------------------------------------------------------------- the Cascade


def cascade(cure: str) -> tuple[Result, Result]:
    """The two demands on the Cascade's automatic pass, with a condition more in 12.2.6."""
    text = (ROOT / "model" / "cascade.md").read_text("utf-8")
    line = "ambush[player] == 0 and offered[player] == 0 and fast[player] == 0"
    assert text.count(line) == 1
    found = checked(text.replace(line, line + cure), texts=0, battles=0, captures=0)
    return of(found, SECRET), of(found, CHOICE)


def finding(result: Result) -> Finding:
    (only,) = result.findings
    return only


def test_the_cascade_passes_a_player_who_could_answer_and_tells_nothing() -> None:
    secret, choice = cascade("")
    assert secret.verdict is Verdict.EXHAUSTIVE
    assert secret.premises
    assert finding(choice).cause.action == "auto_pass"


def test_a_cascade_that_passes_nobody_who_could_answer_tells_what_is_in_a_hand() -> None:
    secret, choice = cascade(" and hand[player] == 0")
    assert choice.verdict is Verdict.EXHAUSTIVE
    assert finding(secret).cause.action == "auto_pass"
    assert "12.2.6" in finding(secret).clauses
