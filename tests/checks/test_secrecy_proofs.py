"""What one step from any two situations that look alike proves of an automatic action."""

from __future__ import annotations

from pathlib import Path

import pytest

from headjudge.checks import audit, certify
from headjudge.checks.proofs import Stance, goals, ground
from headjudge.engines.induction.checker import objection
from headjudge.engines.induction.search import Effort
from headjudge.engines.search import Budget
from headjudge.evidence.results import Verdict
from headjudge.rulebook import parse_properties, parse_rulebook, setting
from headjudge.rulebook.syntax import Property, Rulebook, Setting
from headjudge.rulebook.values import Ruling
from tests.checks.seeded import FAULTY, MENDED, ROOT, audited, book, name, quiet

NAME = "automatic-pass-reveals-nothing"
HIDING = [path for path in (*FAULTY, *MENDED) if path.parent.name.startswith("leak")]

TABLE = """\
# The Table

```toml rulebook
title = "The Table"
edition = "1"

[scope]
coins = 2
pile = 4

[roles]
automatic = "pass_over"
```

**1.1** Each player has coins under a cup, and there is a pile of tokens.

```python rule
class State:
    called: bool = False
    pile: List[bool, scope.pile]
    cup: Hidden[Each[Player, Stock[scope.coins]]]

@move
def call(player: Player, token: bool):
    called = True
    pile.append(token)

@may
def call():
    return not called

@step
def pass_over(player: Player):
    called = False
    {does}

@must
def pass_over(player):
    return {when}
```
"""


def table(when: str, does: str = "pass", more: str = "") -> str:
    """A game in which a player is passed over: when, what else that does, what else may be done."""
    text = TABLE.replace("{when}", f"called and {when}").replace("{does}", does)
    return text if not more else f"{text}\n**2.1** More.\n\n```python rule\n{more}\n```\n"


def read(text: str) -> tuple[Rulebook, tuple[Property, ...], Setting]:
    rulebook = parse_rulebook(text.encode(), file="table.md", name="table")
    document = (ROOT / "properties" / "windows.md").read_bytes()
    properties = parse_properties(document, file="windows.md", rulebook=rulebook)
    return rulebook, tuple(properties), setting(rulebook, players=None, scope={})


def proved(rulebook: Rulebook, properties: tuple[Property, ...], where: Setting) -> bool:
    """Whether it is proved, without an invariant."""
    there = ground(Stance(rulebook, properties, where, Ruling()))
    asked = goals(there.tasks[NAME])
    assert asked
    return not objection(there.unbounded, (), asked)


@pytest.mark.parametrize("path", HIDING, ids=name)
def test_what_a_pair_of_plays_refutes_is_not_proved_and_the_mended_text_is(path: Path) -> None:
    (result,) = (one for one in audited(path).results if one.property == NAME)
    assert proved(*book(path)) == (result.verdict is not Verdict.REFUTED)


@pytest.mark.parametrize(
    "when",
    ["player == 1", "player == 1 and len(pile) > 1", "player == 1 and pile[-1]"],
)
def test_what_only_the_open_table_decides_tells_nothing(when: str) -> None:
    assert proved(*read(table(when)))


@pytest.mark.parametrize(
    "when",
    [
        "player == 1 and cup[player] == 0",
        "player == 1 and cup[0] + cup[1] > len(pile)",
        "player == 1 and any(token == (cup[1] > 0) for token in pile)",
    ],
)
def test_what_a_cup_decides_is_not_proved_to_tell_nothing(when: str) -> None:
    assert not proved(*read(table(when)))


SHOWS = "pile.append(cup[1] > 0)"


@pytest.mark.parametrize(
    "does",
    [
        SHOWS,
        # Below the two tokens that are known of a pile without bounds.
        f"{SHOWS}\n    pile.append(True)\n    pile.append(True)",
        "for one in players:\n        pile.append(cup[one] > 0)",
        "if cup[1] > 0 and len(pile) > 0:\n        pile.pop(0)",
        "if len(pile) > 3:\n        pile[cup[1]] = True",
    ],
)
def test_what_is_laid_open_by_it_wherever_that_lies_is_not_proved(does: str) -> None:
    assert not proved(*read(table("player == 1", does)))


@pytest.mark.parametrize("does", ["pile.append(True)", "pile.pop()", "cup[1] += 1"])
def test_what_it_does_alike_whatever_is_hidden_tells_nothing(does: str) -> None:
    assert proved(*read(table("player == 1 and len(pile) > 0", does)))


def test_what_a_player_may_do_next_is_seen_by_that_player() -> None:
    knock = "@move\ndef knock(player: Player):\n    pass\n\n@may\ndef knock(player):\n    return {}"
    blind = knock.format("not called and len(pile) > 0")
    assert proved(*read(table("player == 1", more=blind)))
    seeing = knock.format("not called and cup[1] > 0 and player == 0")
    assert not proved(*read(table("player == 1", more=seeing)))


def test_what_a_player_knows_by_what_they_may_do_is_not_told_by_anything_else() -> None:
    knock = "@move\ndef knock(player: Player):\n    pass\n\n@may\ndef knock(player):\n"
    knows = knock + "    return cup[next_player(player)] > 0"
    empty = "player == 1 and cup[player] == 0"
    assert proved(*read(table(empty, more=knows)))
    assert not proved(*read(table(empty)))


def test_a_proof_stands_in_the_certificate_and_is_checked_anew() -> None:
    rulebook, properties, where = read(table("player == 1"))
    whole = audit(
        rulebook,
        properties,
        where,
        engine="explore",
        budget=Budget(),
        report=quiet,
        effort=Effort(rounds=50, more=5, patience=1.0),
    )
    (result,) = (one for one in whole.results if one.property == NAME)
    assert result.verdict is Verdict.PROVED
    assert whole.certificate is not None
    checked = certify(rulebook, properties, whole.certificate, where)
    assert not checked.against
    assert NAME in [one.name for one in checked.proofs if one.whole]
