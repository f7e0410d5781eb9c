"""Where nobody chooses an order: what counts as one story, and what as another end."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations, count

import pytest

from headjudge.checks.orders import order_goal
from headjudge.engines.explore import Explorer
from headjudge.engines.search import Answer, Budget, Orders
from headjudge.evidence.orders import Orders as Judge
from headjudge.evidence.replay import replayer
from headjudge.evidence.results import Cause, Finding, Kind
from headjudge.evidence.traces import trace
from headjudge.rulebook import (
    parse_properties,
    parse_rulebook,
    read_rulebook,
    setting,
    without_supplements,
)
from headjudge.rulebook.syntax import Claim, ClaimKind, Property, Rulebook, Setting
from headjudge.semantics.executable import Game, build
from headjudge.semantics.symbolic.lower import lower
from tests.checks.playing import plays
from tests.checks.seeded import ROOT
from tests.parity.support import first_reading

HEADER = """\
```toml rulebook
title = "A game"
edition = "1"
{}
```
"""
PROPERTY = b"""\
# Orders

## `one-order` Where nobody chooses the order, the order makes no difference

Words.

```python property
@no_order_ambiguity
def the_order_is_settled():
    pass
```
"""

# Something begins, and with it what is due.
BEGIN = """
class State:
    begun: bool = False
    x: Range[0, 9] = 0
    log: List[Range[0, 9], 4]

@move
def begin(player: Player):
    begun = True

@may
def begin(player):
    return not begun and player == 0
"""


def duty(name: str, effect: str, *, who: str = "", when: str = "True", needs: str = "") -> str:
    """A step that is due once, or a move of a player."""
    head = "@move" if who else "@step"
    given = "player: Player" if who else ""
    own = f"player == {who} and " if who else ""
    lines = [line for line in (f"needs({needs})" if needs else "", f"{name}_waits = False") if line]
    return "\n".join(
        [
            f"class State:\n    {name}_waits: bool = False\n",
            f"@when\ndef begin():\n    {name}_waits = True\n",
            f"{head}\ndef {name}({given}):",
            *(f"    {line}" for line in lines),
            *(f"    {line}" for line in effect.splitlines()),
            "",
            f"@must\ndef {name}({'player' if who else ''}):",
            f"    return {own}{name}_waits and ({when})\n",
        ]
    )


@dataclass(frozen=True)
class Case:
    """One rulebook, and the question of its orders."""

    book: Rulebook
    where: Setting
    subject: Property
    answer: Answer

    @property
    def claim(self) -> Claim:
        assert self.subject.claim is not None
        return self.subject.claim

    def causes(self) -> list[Cause]:
        """The causes that the executable model sees in the plays found."""
        found = []
        system = lower(self.book, self.where)
        judge = replayer(self.book, [self.subject], self.where, frozenset())
        for hit in self.answer.hits:
            assert hit.other is not None
            one, two = trace(system, hit.path), trace(system, hit.other)
            finding = Finding(self.subject.name, Cause(Kind.ORDER), one, other=two)
            found.append(judge.replay(finding).cause)
        return found


def rulebook(*blocks: str, header: str = "") -> Rulebook:
    text = HEADER.format(header)
    for number, block in enumerate(blocks, start=1):
        text += f"\n**{number}.1** Words.\n\n```python rule\n{block}\n```\n"
    return parse_rulebook(text.encode(), file="game.md", name="game")


def ask(book: Rulebook) -> Case:
    (found,) = parse_properties(PROPERTY, file="order.md", rulebook=book)
    where = setting(book, players=None, scope={})
    assert found.claim is not None
    return _ask(book, where, found, found.claim)


def _ask(book: Rulebook, where: Setting, found: Property, claim: Claim) -> Case:
    system = lower(book, where)
    search = Explorer().search(system, (order_goal(claim, system),), Budget())
    return Case(book, where, found, search.answers[0])


def asked(*blocks: str, header: str = "") -> Case:
    return ask(rulebook(BEGIN, *blocks, header=header))


def clauses(case: Case) -> list[tuple[str, ...]]:
    return [cause.clauses for cause in case.causes()]


# --------------------------------------------------------------------- who settles it


def test_an_order_that_comes_to_the_same_is_no_finding() -> None:
    case = asked(duty("one", "x += 1"), duty("two", "x += 2"))
    assert case.answer.hits == ()
    assert case.answer.orders == Orders(by_clause=0, by_player=0, by_nobody=1)


def test_an_order_that_nobody_chooses_and_that_shows_is_a_finding() -> None:
    case = asked(duty("one", "x = 1"), duty("two", "x = 2"))
    assert clauses(case) == [("2.1", "3.1")]
    (hit,) = case.answer.hits
    assert hit.other is not None
    assert len(hit.path) == len(hit.other) == 3


def test_a_player_settles_the_order_of_their_own_moves() -> None:
    case = asked(duty("one", "x = 1", who="0"), duty("two", "x = 2", who="0"))
    assert case.answer.hits == ()
    assert case.answer.orders == Orders(by_clause=0, by_player=1, by_nobody=0)


def test_nobody_settles_the_order_of_two_players_moves() -> None:
    case = asked(duty("one", "x = 1", who="0"), duty("two", "x = 2", who="1"))
    assert clauses(case) == [("2.1", "3.1")]


def test_nobody_settles_the_order_of_a_move_and_a_step() -> None:
    case = asked(duty("one", "x = 1", who="0"), duty("two", "x = 2"))
    assert clauses(case) == [("2.1", "3.1")]


def test_a_clause_settles_it_by_saying_what_goes_before() -> None:
    first = duty("one", "x = 1").replace("@must", '@must\n@before("two")')
    case = asked(first, duty("two", "x = 2"))
    assert case.answer.hits == ()
    assert case.answer.orders == Orders(by_clause=1, by_player=0, by_nobody=0)


def test_a_clause_settles_it_by_a_narrowing() -> None:
    case = asked(
        duty("one", "x = 1"), duty("two", "x = 2"), "@only\ndef two():\n    return not one_waits"
    )
    assert case.answer.hits == ()
    assert case.answer.orders == Orders(by_clause=1, by_player=0, by_nobody=0)


def test_what_is_not_due_waits_for_no_order() -> None:
    free = duty("one", "x = 1", who="0").replace("@must", "@may")
    other = duty("two", "x = 2", who="1").replace("@must", "@may")
    case = asked(free, other)
    assert case.answer.hits == ()
    assert case.answer.orders == Orders(by_clause=0, by_player=0, by_nobody=0)


# ------------------------------------------------------------------ cards and players

CARD = """
class State:
    card_waits: bool = False

@when
def begin():
    card_waits = True

@step
def card({parameter}):
    card_waits = False
    x = n

@must
def card({named}):
    return card_waits{condition}
"""


def test_between_the_outcomes_of_one_thing_the_cards_decide() -> None:
    card = CARD.format(parameter="n: Range[1, 2]", named="", condition="")
    assert asked(card).answer.hits == ()


def test_what_an_obligation_names_are_different_things() -> None:
    # Both are due, and whichever comes first takes away the other's obligation.
    card = CARD.format(parameter="n: Range[1, 2]", named="n", condition=" and n > 0")
    case = asked(card)
    assert clauses(case) == [("2.1",)]


def test_what_nobody_chooses_by_name_is_an_order_too() -> None:
    card = CARD.format(parameter="n: Which[Range[1, 2]]", named="", condition="")
    (cause,) = asked(card).causes()
    assert (cause.action, cause.field, cause.clauses) == ("card", "n", ("2.1",))


def test_the_cards_decide_the_same_of_each_thing_in_both_plays() -> None:
    # Each card writes a number of its own choice into a place of its own.
    first = CARD.format(parameter="n: Range[1, 2]", named="", condition="")
    second = first.replace("card", "other").replace("x = n", "y = n")
    second = second.replace("class State:", "class State:\n    y: Range[0, 9] = 0")
    case = asked(first, second)
    assert case.answer.hits == ()
    assert case.answer.orders == Orders(by_clause=0, by_player=0, by_nobody=1)


def test_cards_that_run_short_in_either_order_are_another_story() -> None:
    # Each may use the one coin that is left; after the other has it cannot.
    pay = CARD.format(parameter="n: Range[0, 1]", named="", condition="")
    pay = pay.replace("x = n", "x -= n").replace("    card_waits = False", _IF_LEFT)
    other = pay.replace("card", "other")
    begin = BEGIN.replace("x: Range[0, 9] = 0", "x: Range[0, 9] = 1")
    case = ask(rulebook(begin, pay, other))
    assert case.answer.hits == ()
    assert case.answer.undecided == 0


_IF_LEFT = "    needs(x >= n)\n    card_waits = False"


def test_cards_that_can_decide_nothing_in_common_are_a_difference() -> None:
    # The outcome is what the other has left, so that it is never the same.
    tell = CARD.format(parameter="n: Range[0, 1]", named="", condition="")
    tell = tell.replace("x = n", "keeps(x)").replace("    card_waits = False", _AS_IT_IS)
    case = asked(tell, duty("one", "x = 1\nlog.append(1)"))
    assert clauses(case) == [("2.1", "3.1")]
    (hit,) = case.answer.hits
    assert hit.other is not None
    # One play goes on after the card; in the other the card cannot come out like that.
    assert {len(hit.path), len(hit.other)} == {2, 3}


_AS_IT_IS = "    needs(x == n)\n    card_waits = False"


def test_a_choice_that_is_legal_in_one_of_the_plays_only_is_a_difference() -> None:
    # The choice is gone in both plays before they rest: the situations are the same.
    choice = """
class State:
    choice_waits: bool = False

@when
def begin():
    choice_waits = True

@move
def choose(player: Player, n: Range[0, 1]):
    choice_waits = False

@must
def choose(player):
    return choice_waits and player == 0

@only
def choose(n):
    return n == 0 or one_waits
"""
    case = asked(duty("one", "keeps(x)"), choice)
    assert clauses(case) == [("2.1", "3.1")]


# ------------------------------------------------------------------ nested and queued


def test_what_arises_while_others_wait_is_looked_at_where_it_arises() -> None:
    # One brings about three; two and three then wait together.
    case = asked(
        duty("one", "three_waits = True"),
        duty("two", "log.append(2)", when="not one_waits"),
        duty("three", "log.append(3)").replace(_THREE_BEGINS, ""),
    )
    (cause,) = case.causes()
    assert (cause.action, cause.label, cause.clauses) == ("two", "three", ("3.1", "4.1"))
    (hit,) = case.answer.hits
    assert len(hit.path) == 4


_THREE_BEGINS = "@when\ndef begin():\n    three_waits = True\n"


def test_an_earlier_parting_is_not_blamed_for_a_later_one() -> None:
    # The order of one and two makes no difference; what follows from one does.
    case = asked(
        duty("one", "three_waits = True\nfour_waits = True"),
        duty("two", "x += 1"),
        duty("three", "log.append(3)", when="not two_waits").replace(_THREE_BEGINS, ""),
        duty("four", "log.append(4)", when="not two_waits").replace(
            _THREE_BEGINS.replace("three", "four"), ""
        ),
    )
    assert [(cause.action, cause.label) for cause in case.causes()] == [("three", "four")]


# ---------------------------------------------------------------- what has resolved

RESOLVES = '[roles]\nresolves = "{}"\nstack = "log"'
TAKE = """
class State:
    taking: Each[Player, bool] = False

@when
def begin():
    log.append(0)
    log.append({second})
    taking = True

@step
def take(player: Player):
    needs(taking[player] and len(log) > 0)
    taking[player] = False
    log.pop()

@must
def take(player):
    return taking[player]
"""


def test_what_resolves_in_another_order_is_a_difference_though_it_ends_alike() -> None:
    case = asked(TAKE.format(second=1), header=RESOLVES.format("take"))
    assert clauses(case) == [("2.1",)]


def test_without_the_role_only_the_situations_count() -> None:
    assert asked(TAKE.format(second=1)).answer.hits == ()


# ------------------------------------------------------------------------- appends


def test_of_three_clauses_that_append_each_pair_is_named() -> None:
    adds = [f"@when\ndef begin():\n    log.append({number})" for number in (1, 2, 3)]
    case = asked(*adds)
    assert sorted(clauses(case)) == [("2.1", "3.1"), ("2.1", "4.1"), ("3.1", "4.1")]
    assert {cause.field for cause in case.causes()} == {"log"}


def test_appends_of_what_is_the_same_in_every_part_are_no_finding() -> None:
    adds = ["@when\ndef begin():\n    log.append(1)"] * 2
    case = asked(*adds)
    assert case.answer.hits == ()
    assert case.answer.orders == Orders(by_clause=0, by_player=0, by_nobody=0)


# ---------------------------------------------------------------------- not decided


def test_a_play_that_is_cut_off_on_the_way_is_not_decided() -> None:
    # After either of the two the third step does not fit into the list.
    begin = BEGIN.replace("log: List[Range[0, 9], 4]", "log: List[Range[0, 9], scope.log]")
    case = ask(
        rulebook(
            begin,
            duty("one", "log.append(1)"),
            duty("two", "log.append(2)"),
            duty("three", "log.append(3)"),
            header="[scope]\nlog = 2",
        )
    )
    assert case.answer.hits == ()
    assert case.answer.undecided > 0


def test_a_spent_clock_leaves_it_undecided_and_says_so() -> None:
    book = rulebook(BEGIN, duty("one", "x = 1"), duty("two", "x = 2"))
    case = ask(book)
    system = lower(book, case.where)
    looks = count()
    Explorer(lambda: 0.0 * next(looks)).search(system, (), Budget(seconds=1.0))
    # A clock of its own is started for the goal, and then looked at.
    times = iter([*(0.0 for _ in range(next(looks) + 1)), 10.0])
    goal = order_goal(case.claim, system)
    search = Explorer(lambda: next(times)).search(system, (goal,), Budget(seconds=1.0))
    assert search.why == ""
    assert search.answers[0].why == "1 seconds are over"


# -------------------------------------------------------------- the real rulebooks

FEW = {"cards": 0, "adds": 0, "texts": 2, "queued": 0, "lasting": 0, "contests": 0}
NO_MORE_THAN_TWINS = {"hand": 1, "texts": 1, "instants": 0, "optional": 0, "parts": 0, "battles": 0}


def of_model(name: str, scope: Mapping[str, int], *, whole: bool = True) -> Case:
    book = read_rulebook(ROOT / "model" / f"{name}.md")
    book = first_reading(book if whole else without_supplements(book))
    (found,) = parse_properties(PROPERTY, file="order.md", rulebook=book)
    assert found.claim is not None
    return _ask(book, setting(book, players=None, scope=scope), found, found.claim)


def test_the_summary_of_the_chain_leaves_open_whose_trigger_comes_first() -> None:
    (cause,) = of_model("chain", FEW, whole=False).causes()
    assert (cause.action, cause.field) == ("cleanup", "turn_player_last")


def test_the_full_rules_of_the_chain_settle_it() -> None:
    case = of_model("chain", FEW)
    assert case.answer.hits == ()
    assert case.answer.orders is not None
    assert case.answer.orders.by_nobody == 0


def test_the_cascade_leaves_the_order_of_twins_to_its_claim_which_fails() -> None:
    case = of_model("cascade", NO_MORE_THAN_TWINS)
    assert case.answer.hits == ()
    (claim,) = (one for one in case.book.claims if one.kind is ClaimKind.ANY_ORDER)
    subject = replace(case.subject, name=f"12.5.3 {claim.name}", claim=claim)
    broken = _ask(case.book, case.where, subject, claim)
    (cause,) = broken.causes()
    assert (cause.action, cause.field, cause.clauses) == ("place_twins", "aim", ("12.5.3",))


# ---------------------------------------------------- against all pairs of plays


def random_game(seed: int) -> Rulebook:
    """Three duties with effects that may or may not commute."""
    dice = random.Random(seed)  # noqa: S311 - a game, not a secret
    names = ("one", "two", "three")
    blocks = []
    for place, name in enumerate(names):
        effect = dice.choice(
            [
                "x = 1",
                "x = 2",
                "keeps(x)",
                "if x == 0:\n    x = 3",
                "if x == 1:\n    x = 2",
                "log.append(1)",
                "if x == 0:\n    log.append(1)",
            ]
        )
        who = dice.choice(["", "", "0", "1"])
        later = [other for other in names[place + 1 :] if dice.random() < 0.3]
        when = " and ".join(f"not {other}_waits" for other in later) or "True"
        made = duty(name, effect, who=who, when=when)
        if place and dice.random() < 0.4:
            made = made.replace(f"@when\ndef begin():\n    {name}_waits = True\n", "")
            made += f"\n@when\ndef {names[place - 1]}():\n    {name}_waits = True\n"
        blocks.append(made)
    return rulebook(BEGIN, *blocks)


def told_apart(game: Game, case: Case) -> bool:
    """Whether any two plays tell one story and come to different ends."""
    judge = Judge(game, case.book, case.claim)
    every = [one for one in plays(game, 4) if len(one.acts) > 1]
    return any(judge.parting(one, two) is not None for one, two in combinations(every, 2))


@pytest.mark.parametrize("seed", range(60))
def test_a_difference_is_found_exactly_if_two_plays_show_one(seed: int) -> None:
    case = ask(random_game(seed))
    assert case.answer.undecided == 0
    game = Game(build(case.book), case.where)
    assert bool(case.answer.hits) == told_apart(game, case)
    assert len(case.causes()) == len(case.answer.hits)
