"""What becomes of lists, and what it means to keep a field."""

from __future__ import annotations

from headjudge.semantics.executable import Clash, Undefined
from tests.executable.making import (
    PAIR,
    PAIRS,
    ROW,
    add,
    append,
    field,
    keeps,
    lit,
    number,
    pair,
    played,
    pop,
    put,
    step,
    values,
    when,
)


def test_items_are_written_then_removed_then_appended() -> None:
    after = played(
        PAIR,
        field("ps", PAIRS),
        step(
            "go",
            append("ps", pair(9, 9)),
            pop("ps", lit(0)),
            put("ps", lit(7), lit(1), "left"),
        ),
        start={"ps": ((1, 1), (2, 2))},
    )
    assert values(after)["ps"] == ((7, 2), (9, 9))


def test_removals_go_by_index_in_the_situation_read() -> None:
    after = played(
        field("xs", ROW),
        step("go", pop("xs", lit(0)), pop("xs", lit(1))),
        start={"xs": (1, 2, 3)},
    )
    assert values(after)["xs"] == (3,)


def test_the_same_index_removed_twice_is_one_removal() -> None:
    after = played(
        field("xs", ROW),
        step("go", pop("xs")),
        when("1.1", "go", pop("xs", lit(1))),
        start={"xs": (1, 2)},
    )
    assert values(after)["xs"] == (1,)


def test_appends_are_not_seen_by_removals_of_the_same_part() -> None:
    outcome = played(field("xs", ROW), step("go", append("xs", lit(1)), pop("xs")))
    assert outcome == Undefined(("1.0",))


def test_an_index_that_is_a_literal_below_zero_counts_from_the_end() -> None:
    after = played(
        PAIR,
        field("ps", PAIRS),
        step("go", put("ps", lit(7), lit(-1), "right")),
        start={"ps": ((1, 1), (2, 2))},
    )
    assert values(after)["ps"] == ((1, 1), (2, 7))


def test_the_last_item_written_from_both_ends_is_one_place() -> None:
    outcome = played(
        PAIR,
        field("ps", PAIRS),
        step("go", put("ps", lit(7), lit(-1), "right")),
        when("1.1", "go", put("ps", lit(8), lit(1), "right")),
        start={"ps": ((1, 1), (2, 2))},
    )
    assert outcome == Clash(frozenset({("ps", "1.0", "1.1")}))


def test_an_item_can_be_replaced_whole() -> None:
    after = played(
        PAIR,
        field("ps", PAIRS),
        step("go", put("ps", pair(8, 9), lit(0))),
        start={"ps": ((1, 1), (2, 2))},
    )
    assert values(after)["ps"] == ((8, 9), (2, 2))


def test_different_parts_of_one_item_are_places_of_their_own() -> None:
    after = played(
        PAIR,
        field("ps", PAIRS),
        step("go", put("ps", lit(8), lit(0), "left")),
        when("1.1", "go", put("ps", lit(9), lit(0), "right")),
        start={"ps": ((1, 1),)},
    )
    assert values(after)["ps"] == ((8, 9),)


def test_an_item_that_is_removed_may_be_written() -> None:
    after = played(
        PAIR,
        field("ps", PAIRS),
        step("go", put("ps", lit(8), lit(0), "left"), pop("ps", lit(0))),
        start={"ps": ((1, 1),)},
    )
    assert values(after)["ps"] == ()


def test_within_one_clause_appends_keep_the_order_of_the_document() -> None:
    after = played(field("xs", ROW), step("go", append("xs", lit(1)), append("xs", lit(2))))
    assert values(after)["xs"] == (1, 2)


def test_keeping_clashes_with_a_clause_that_writes_another_value() -> None:
    outcome = played(number("x", 4), step("go", keeps("x")), when("1.1", "go", put("x", lit(2))))
    assert outcome == Clash(frozenset({("x", "1.0", "1.1")}))


def test_keeping_agrees_with_a_clause_that_writes_the_old_value() -> None:
    after = played(number("x", 4), step("go", keeps("x")), when("1.1", "go", put("x", lit(4))))
    assert values(after)["x"] == 4


def test_keeping_clashes_with_a_sum_that_changes_something() -> None:
    outcome = played(number("x", 4), step("go", keeps("x")), when("1.1", "go", add("x", lit(1))))
    assert outcome == Clash(frozenset({("x", "1.0", "1.1")}))


def test_keeping_a_list_clashes_with_an_append() -> None:
    outcome = played(
        field("xs", ROW), step("go", append("xs", lit(1))), when("1.1", "go", keeps("xs"))
    )
    assert outcome == Clash(frozenset({("xs", "1.0", "1.1")}))


def test_keeping_a_list_clashes_with_a_removal() -> None:
    outcome = played(
        field("xs", ROW),
        step("go", pop("xs")),
        when("1.1", "go", keeps("xs")),
        start={"xs": (1,)},
    )
    assert outcome == Clash(frozenset({("xs", "1.0", "1.1")}))


def test_keeping_a_list_clashes_with_another_value_for_an_item() -> None:
    outcome = played(
        PAIR,
        field("ps", PAIRS),
        step("go", put("ps", lit(8), lit(0), "left")),
        when("1.1", "go", keeps("ps")),
        start={"ps": ((1, 1),)},
    )
    assert outcome == Clash(frozenset({("ps", "1.0", "1.1")}))


def test_a_clause_that_keeps_and_overrides_removes_what_changes_the_list() -> None:
    after = played(
        field("xs", ROW),
        step("go", append("xs", lit(1))),
        when("1.1", "go", keeps("xs"), overrides=("1.0",)),
    )
    assert values(after)["xs"] == ()


def test_a_clause_that_changes_a_list_and_overrides_removes_its_keeping() -> None:
    after = played(
        field("xs", ROW),
        step("go", keeps("xs")),
        when("1.1", "go", append("xs", lit(1)), overrides=("1.0",)),
    )
    assert values(after)["xs"] == (1,)


def test_an_overriding_clause_that_changes_a_list_removes_what_changes_it_otherwise() -> None:
    after = played(
        field("xs", ROW),
        step("go", append("xs", lit(1)), pop("xs")),
        when("1.1", "go", append("xs", lit(2)), overrides=("1.0",)),
        when("1.2", "go", append("xs", lit(3))),
        start={"xs": (9,)},
    )
    assert values(after)["xs"] == (9, 2, 3)


def test_an_overriding_clause_that_changes_a_list_leaves_what_is_written_in_its_items() -> None:
    after = played(
        PAIR,
        field("ps", PAIRS),
        step("go", put("ps", lit(8), lit(0), "left")),
        when("1.1", "go", append("ps", pair(1, 1)), overrides=("1.0",)),
        start={"ps": ((2, 2),)},
    )
    assert values(after)["ps"] == ((8, 2), (1, 1))


def test_an_appended_value_has_to_be_of_its_type_also_where_it_is_removed() -> None:
    outcome = played(
        field("xs", ROW),
        step("go", append("xs", lit(99))),
        when("1.1", "go", append("xs", lit(2)), overrides=("1.0",)),
    )
    assert outcome == Undefined(("1.0",))
