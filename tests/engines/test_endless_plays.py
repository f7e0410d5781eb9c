"""Rankings show that a window closes for any number of cards; pumps that it need not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from headjudge.checks.rankings import sentence
from headjudge.engines.induction.atoms import Atom, Clause
from headjudge.engines.induction.leaving import Leaving, Ranking
from headjudge.engines.induction.measures import Total
from headjudge.engines.induction.pump import Pump, refuted
from headjudge.engines.induction.ranking import rank
from headjudge.engines.induction.ranking_checker import ranking_objection
from headjudge.rulebook import parse_rulebook, setting
from headjudge.semantics.symbolic.terms import Term
from headjudge.semantics.symbolic.unbounded import Unbounded, lower_unbounded

BOOK = """# Answers

```toml rulebook
title = "Answers"
edition = "1"

[scope]
hand = 2
pile = 4
```

**1.1** Answers to answers.

```python rule
class State:
    window: bool = True
    who: Player = 0
    passes: Range[0, 1] = 0
    hand: Each[Player, Stock[scope.hand]]
    pile: List[Player, scope.pile]

@move
def answer(player: Player):
    needs(hand[player] > 0)
    hand[player] -= 1
    pile.append(player)
    passes = 0
    who = next_player(player)

@move
def give_up(player: Player):
    who = next_player(player)
    if passes == 1:
        window = False
        passes = 0
    else:
        passes = 1

@may("answer", "give_up")
def the_holder(player):
    return window and player == who
```
"""
FREE = BOOK.replace("    hand[player] -= 1\n", "")


def open_(text: str) -> Unbounded:
    book = parse_rulebook(text.encode(), file="answers.md", name="answers")
    return lower_unbounded(book, setting(book, players=None, scope={}))


def window(made: Unbounded) -> Term:
    return made.system.slots[[slot.name for slot in made.system.layout.slots].index("window")]


def leaving(made: Unbounded, passing: tuple[str, ...] = ()) -> Leaving:
    return Leaving(made.system.pool.not_(window(made)), passing)


HAND = Total(("hand[0]", "hand[1]"))
PASSES = Total(("passes",), rising=True)


def test_a_window_closes_where_every_answer_costs_a_card() -> None:
    made = open_(BOOK)
    found = rank(made, leaving(made))
    assert found.ranking is not None
    assert not ranking_objection(made, found.ranking, leaving(made))
    (first, _) = found.ranking.measures
    assert first == HAND
    assert found.lowers == (("answer",), ("give_up",))
    assert sentence(found) == (
        "each “answer” uses up hand, each “give up” brings passes nearer to its end"
    )


def test_where_answers_are_free_nothing_ranks() -> None:
    made = open_(FREE)
    assert rank(made, leaving(made)).ranking is None


def test_where_answers_are_free_a_window_closes_if_everybody_only_passes() -> None:
    made = open_(FREE)
    only = leaving(made, ("give_up",))
    found = rank(made, only)
    assert found.ranking is not None
    assert found.lowers == (("give_up",),)
    assert not ranking_objection(made, found.ranking, only)
    assert ranking_objection(made, found.ranking, leaving(made)) == "answer may lower nothing"


def test_a_ranking_in_another_order_is_refused() -> None:
    made = open_(BOOK)
    assert not ranking_objection(made, Ranking((HAND, PASSES)), leaving(made))
    assert ranking_objection(made, Ranking((PASSES, HAND)), leaving(made)) == (
        "answer may lower nothing"
    )


@pytest.mark.parametrize("measure", [HAND, PASSES])
def test_a_ranking_that_lacks_a_measure_is_refused(measure: Total) -> None:
    made = open_(BOOK)
    assert ranking_objection(made, Ranking((measure,)), leaving(made))


def test_a_ranking_of_another_rulebook_is_refused() -> None:
    other = open_(FREE)
    assert ranking_objection(other, Ranking((HAND, PASSES)), leaving(other))


def test_a_ranking_may_not_rest_on_an_invariant_that_is_none() -> None:
    made = open_(FREE)
    never = Clause(((Atom(("window",), (), 0), True),))
    assert ranking_objection(made, Ranking((PASSES,), (never,)), leaving(made))


def test_a_length_that_grows_does_not_rank() -> None:
    made = open_(BOOK)
    wrong = Ranking((Total(("len(pile)",)), PASSES))
    assert ranking_objection(made, wrong, leaving(made)) == "answer may lower nothing"


def test_what_could_fall_for_ever_does_not_rank() -> None:
    made = open_(FREE)
    wrong = Ranking((Total(("len(pile)",), rising=True), PASSES))
    assert "could fall for ever" in ranking_objection(made, wrong, leaving(made))


def test_a_step_that_lowers_now_this_and_now_that_ranks() -> None:
    made = open_(
        BOOK.replace(
            "    hand[player] -= 1\n    pile.append(player)\n    passes = 0\n",
            "    if passes == 0:\n        hand[player] -= 1\n    passes = 0\n",
        )
    )
    found = rank(made, leaving(made))
    # A free answer undoes a pass, and the next pass allows another.
    assert found.ranking is None
    made = open_(
        BOOK.replace(
            "    hand[player] -= 1\n    pile.append(player)\n    passes = 0\n",
            "    if passes == 0:\n        hand[player] -= 1\n    else:\n        window = False\n",
        )
    )
    found = rank(made, leaving(made))
    assert found.ranking is not None
    assert not ranking_objection(made, found.ranking, leaving(made))


# ------------------------------------------------------------------------------- pumps


def situation(made: Unbounded, **values: int) -> tuple[int, ...]:
    named = {"window": 1, "hand[0]": 1, "hand[1]": 1, "len(pile)": 2, "pile[-1]": 1}
    named.update(values)
    return tuple(named.get(slot.name, slot.low) for slot in made.system.layout.slots)


def action(made: Unbounded, name: str, player: int) -> tuple[int, tuple[int, ...]]:
    names = [one.action.name for one in made.system.transitions]
    return names.index(name), (player,)


def both_answer(made: Unbounded, growth: int = 2) -> Pump:
    acts = (action(made, "answer", 0), action(made, "answer", 1))
    return Pump(situation(made), acts, {"len(pile)": growth}, {})


def test_answers_that_cost_nothing_go_on_for_ever() -> None:
    made = open_(FREE)
    assert not refuted(made, both_answer(made))


def test_answers_that_cost_a_card_do_not() -> None:
    made = open_(BOOK)
    assert "hand[0] does not return" in refuted(made, both_answer(made))


def test_a_pump_names_its_whole_growth() -> None:
    made = open_(FREE)
    assert "len(pile) does not return" in refuted(made, both_answer(made, 1))


@pytest.mark.parametrize("limit", [3, 30])
def test_a_limit_stops_a_pump_however_late(limit: int) -> None:
    made = open_(FREE.replace("needs(hand[player] > 0)", f"needs(len(pile) < {limit})"))
    assert "answer is not always legal" in refuted(made, both_answer(made))


def test_a_pump_may_not_read_what_lies_below() -> None:
    text = FREE.replace("needs(hand[player] > 0)", "needs(len(pile) < 1 or pile[0] == 0)")
    made = open_(text)
    assert "not always legal" in refuted(made, both_answer(made))


def test_a_pump_may_not_bring_up_what_lay_below() -> None:
    text = FREE.replace("    pile.append(player)\n", "    pile.pop()\n")
    made = open_(text)
    acts = (action(made, "answer", 0), action(made, "answer", 1))
    start = situation(made, **{"len(pile)": 9})
    assert "does not return" in refuted(made, Pump(start, acts, {}, {}))


def test_only_what_has_no_bound_grows() -> None:
    made = open_(FREE)
    pump = replace(both_answer(made), growth={"len(pile)": 2, "passes": 1})
    assert refuted(made, pump) == "passes cannot grow without end"


def test_a_list_that_is_too_short_shows_another_item_in_the_next_round() -> None:
    made = open_(FREE)
    pump = replace(both_answer(made), start=situation(made, **{"len(pile)": 1}))
    assert "below" in refuted(made, pump)


def test_what_holds_at_first_has_to_hold_before_every_action_of_every_round() -> None:
    made = open_(FREE)
    pool, names = made.system.pool, [slot.name for slot in made.system.layout.slots]
    length = made.system.slots[names.index("len(pile)")]
    pump = both_answer(made)
    assert not refuted(made, replace(pump, held=(window(made),) * 2))
    late = pool.less(length, pool.number(30))
    assert "something else" in refuted(made, replace(pump, held=(late,) * 2))
