"""Rankings show that a window closes for any number of cards; pumps that it need not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from headjudge.engines.induction.atoms import Atom, Clause
from headjudge.engines.induction.pump import Pump, refuted
from headjudge.engines.induction.ranking import Measure, Ranking, against, rank, sentence
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


def test_a_window_closes_where_every_answer_costs_a_card() -> None:
    made = open_(BOOK)
    found = rank(made, window(made), ())
    assert isinstance(found, Ranking)
    assert [(one.field, one.up, one.actions) for one in found.measures] == [
        ("hand", False, ("answer",)),
        ("passes", True, ("give_up",)),
    ]
    assert not against(made, window(made), found)
    assert sentence(found) == (
        "each answer uses up some of hand; each give_up brings passes nearer to its end"
    )


def test_where_answers_are_free_nothing_ranks() -> None:
    made = open_(FREE)
    found = rank(made, window(made), ())
    assert isinstance(found, str)
    assert "answer" in found


def test_a_ranking_in_another_order_is_refused() -> None:
    made = open_(BOOK)
    found = rank(made, window(made), ())
    assert isinstance(found, Ranking)
    turned = replace(found, measures=found.measures[::-1])
    assert "answer" in against(made, window(made), turned)


def test_a_ranking_of_another_rulebook_is_refused() -> None:
    made = open_(BOOK)
    found = rank(made, window(made), ())
    assert isinstance(found, Ranking)
    other = open_(FREE)
    assert against(other, window(other), found)


def test_a_ranking_may_not_rest_on_an_invariant_that_is_none() -> None:
    made = open_(FREE)
    never = Clause(((Atom(("window",), (), 0), True),))
    measure = Measure("passes", ("passes",), up=True, actions=())
    assert against(made, window(made), Ranking((measure,), (never,)))


def test_a_length_that_grows_does_not_rank() -> None:
    made = open_(BOOK)
    wrong = Ranking((Measure("pile", ("len(pile)",), up=False, actions=()),), ())
    assert "answer" in against(made, window(made), wrong)


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
