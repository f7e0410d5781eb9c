"""Orders of appends that nobody chose, first situations, and states as values."""

from __future__ import annotations

from dataclasses import replace

from headjudge.rulebook.values import Value
from headjudge.semantics.executable import After, Game
from tests.executable.making import (
    GO,
    LISTED,
    PLAYER,
    XS,
    N,
    append,
    call_effect,
    each,
    eq,
    field,
    game_of,
    helper,
    length,
    list_of,
    lit,
    norm,
    origin,
    pop,
    seat,
    step,
    stock,
    then,
    when,
)


def ordered(*more: object) -> Game:
    return game_of(
        LISTED,
        step("go", append("xs", lit(0))),
        when("1.1", "go", append("xs", lit(1))),
        norm("may", "1.9", "go"),
        *more,
    )


def lists(game: Game) -> dict[tuple[int, ...], Value]:
    state = game.start({})
    found = {}
    for act in game.legal(state):
        outcome = game.apply(state, act)
        assert isinstance(outcome, After)
        found[act.orders] = game.freeze(outcome.state).values[0]
    return found


def test_appends_of_two_clauses_happen_in_every_order() -> None:
    assert lists(ordered()) == {(0,): (0, 1), (1,): (1, 0)}


def test_appends_of_three_clauses_happen_in_every_order() -> None:
    assert lists(ordered(when("1.2", "go", append("xs", lit(2))))) == {
        (0,): (0, 1, 2),
        (1,): (0, 2, 1),
        (2,): (1, 0, 2),
        (3,): (1, 2, 0),
        (4,): (2, 0, 1),
        (5,): (2, 1, 0),
    }


def test_within_one_clause_the_order_of_the_document_is_kept() -> None:
    later = replace(when("1.1", "go", append("xs", lit(2))), origin=origin("1.1", line=10_000))
    assert lists(ordered(later)) == {(0,): (0, 1, 2), (1,): (1, 2, 0)}


def test_the_appends_of_a_helper_count_for_the_clause_that_calls_it() -> None:
    grow = helper("grow", effects=(append("xs", lit(2)),), clause="1.5")
    later = replace(when("1.1", "go", call_effect("grow")), origin=origin("1.1", line=10_000))
    assert lists(ordered(grow, later)) == {(0,): (0, 1, 2), (1,): (1, 2, 0)}


def test_several_appends_of_one_clause_are_no_choice() -> None:
    game = game_of(
        LISTED,
        step("go", append("xs", lit(0))),
        when("1.0", "go", append("xs", lit(1))),
        norm("may", "1.9", "go"),
    )
    assert lists(game) == {(): (0, 1)}


def test_appends_in_the_two_parts_are_no_choice() -> None:
    game = game_of(
        LISTED,
        step("go", append("xs", lit(0))),
        then("1.1", "go", append("xs", lit(1))),
        norm("may", "1.9", "go"),
    )
    assert lists(game) == {(): (0, 1)}


def test_orders_of_several_lists_are_chosen_one_by_one() -> None:
    game = game_of(
        LISTED,
        field("ys", list_of(N, 3)),
        step("go", append("xs", lit(0)), append("ys", lit(0))),
        when("1.1", "go", append("ys", lit(1))),
        then("1.2", "go", append("xs", lit(2))),
        then("1.3", "go", append("xs", lit(3))),
        norm("may", "1.9", "go"),
    )
    state = game.start({})
    found = {}
    for act in game.legal(state):
        outcome = game.apply(state, act)
        assert isinstance(outcome, After)
        found[act.orders] = game.freeze(outcome.state).values
    assert found == {
        (0, 0): ((0, 2, 3), (0, 1)),
        (0, 1): ((0, 3, 2), (0, 1)),
        (1, 0): ((0, 2, 3), (1, 0)),
        (1, 1): ((0, 3, 2), (1, 0)),
    }


def test_an_act_without_orders_follows_the_document() -> None:
    game = ordered()
    outcome = game.apply(game.start({}), GO)
    assert isinstance(outcome, After)
    assert game.freeze(outcome.state).values == ((0, 1),)


def test_stocks_without_an_initial_value_start_at_every_value() -> None:
    game = game_of(
        field("turn", PLAYER, seat(1)),
        field("hand", each(stock("hand"))),
        field("deck", stock(1)),
        field("full", stock(1), lit(1)),
        LISTED,
        step("go"),
    )
    found = [game.freeze(state).values for state in game.initial()]
    assert len(found) == len(set(found)) == 8
    assert found[0] == (1, (0, 0), 0, 1, ())
    assert found[-1] == (1, (1, 1), 1, 1, ())


def test_a_start_fills_the_stocks_that_it_does_not_name() -> None:
    game = game_of(
        field("hand", each(stock("hand"))), field("deck", stock("room")), LISTED, step("go")
    )
    assert game.freeze(game.start({"deck": 1})).values == ((1, 1), 1, ())
    assert game.freeze(game.start({"hand": 0})).values == ((0, 0), 2, ())


def test_a_situation_survives_thawing_and_freezing() -> None:
    game = ordered()
    state = game.start({"xs": (1, 2)})
    situation = game.freeze(state)
    assert game.freeze(game.thaw(situation)) == situation
    assert game.thaw(situation) == state


def test_judging_a_situation_survives_changes_of_its_state() -> None:
    game = game_of(
        LISTED, step("go", pop("xs")), norm("may", "1.1", "go", condition=eq(length(XS), lit(1)))
    )
    state = game.start({"xs": (1,)})
    assert game.legal(state) == (GO,)
    state.xs.append(2)  # type: ignore[attr-defined]
    assert game.legal(state) == ()
    state.xs.pop()  # type: ignore[attr-defined]
    assert game.legal(state) == (GO,)
