"""Where a step is undefined, and where a play is cut off."""

from __future__ import annotations

from headjudge.semantics.executable import Clash, CutOff, Undefined
from tests.executable.making import (
    PAIR,
    PAIRS,
    PLAYER,
    ROW,
    XS,
    N,
    add,
    append,
    field,
    item,
    list_of,
    lit,
    minus,
    number,
    pair,
    played,
    pop,
    put,
    seat,
    step,
    stock,
    take,
    values,
    when,
)


def test_removing_from_an_empty_list_is_undefined() -> None:
    assert played(field("xs", ROW), step("go", pop("xs"))) == Undefined(("1.0",))


def test_removing_what_is_not_there_is_undefined() -> None:
    outcome = played(field("xs", ROW), step("go", pop("xs", lit(1))), start={"xs": (1,)})
    assert outcome == Undefined(("1.0",))


def test_a_computed_index_below_zero_does_not_count_from_the_end() -> None:
    outcome = played(
        field("xs", ROW), step("go", pop("xs", minus(lit(0), lit(1)))), start={"xs": (1,)}
    )
    assert outcome == Undefined(("1.0",))


def test_writing_outside_a_list_is_undefined() -> None:
    outcome = played(PAIR, field("ps", PAIRS), step("go", put("ps", lit(8), lit(0), "left")))
    assert outcome == Undefined(("1.0",))


def test_a_stock_below_zero_is_undefined_and_all_who_took_from_it_are_named() -> None:
    outcome = played(
        field("hand", stock(2)),
        step("go", take("hand", lit(2))),
        when("1.1", "go", take("hand", lit(2))),
        when("1.2", "go", add("hand", lit(1))),
        start={"hand": 2},
    )
    assert outcome == Undefined(("1.0", "1.1"))


def test_a_value_outside_its_range_is_undefined() -> None:
    assert played(number("x"), step("go", put("x", lit(10)))) == Undefined(("1.0",))


def test_a_sum_outside_its_range_is_undefined_and_names_who_brought_it_there() -> None:
    outcome = played(
        number("x", 9),
        step("go", add("x", lit(3))),
        when("1.1", "go", take("x", lit(1))),
    )
    assert outcome == Undefined(("1.0",))


def test_an_appended_value_outside_its_type_is_undefined() -> None:
    assert played(field("xs", ROW), step("go", append("xs", lit(10)))) == Undefined(("1.0",))


def test_an_appended_record_with_a_part_outside_its_type_is_undefined() -> None:
    assert played(PAIR, field("ps", PAIRS), step("go", append("ps", pair(1, 10)))) == Undefined(
        ("1.0",)
    )


def test_a_seat_that_is_not_taken_is_outside_its_type() -> None:
    outcome = played(field("turn", PLAYER, seat(0)), step("go", put("turn", seat(2))))
    assert outcome == Undefined(("1.0",))


def test_an_undefined_value_names_the_clause_that_looks_at_it() -> None:
    outcome = played(
        number("x"),
        field("xs", ROW),
        step("go"),
        when("1.1", "go", put("x", item(XS, lit(0)))),
        when("1.2", "go", put("x", lit(1))),
    )
    assert outcome == Undefined(("1.1",))


def test_clauses_without_a_value_and_those_with_a_wrong_one_are_named_together() -> None:
    outcome = played(
        number("x"),
        field("xs", ROW),
        step("go"),
        when("1.1", "go", put("x", lit(10))),
        when("1.2", "go", pop("xs")),
    )
    assert outcome == Undefined(("1.1", "1.2"))


def test_all_clauses_without_a_value_are_named_in_document_order() -> None:
    outcome = played(
        field("xs", ROW),
        step("go"),
        when("1.2", "go", pop("xs")),
        when("1.1", "go", pop("xs")),
    )
    assert outcome == Undefined(("1.1", "1.2"))


def test_undefined_counts_before_clash() -> None:
    outcome = played(
        number("x"),
        number("y"),
        step("go", put("x", lit(1)), put("x", lit(2))),
        when("1.1", "go", put("y", lit(10))),
    )
    assert outcome == Undefined(("1.1",))


def test_clash_counts_before_cut_off() -> None:
    outcome = played(
        number("x"),
        field("xs", list_of(N, 1)),
        step("go", put("x", lit(1)), put("x", lit(2))),
        when("1.1", "go", append("xs", lit(1)), append("xs", lit(1))),
    )
    assert isinstance(outcome, Clash)


def test_a_list_longer_than_its_capacity_is_cut_off_under_the_name_of_the_bound() -> None:
    outcome = played(
        field("xs", list_of(N, "room")), step("go", append("xs", lit(1))), start={"xs": (1, 2)}
    )
    assert outcome == CutOff("room")


def test_a_list_that_loses_as_much_as_it_gains_fits() -> None:
    after = played(
        field("xs", list_of(N, "room")),
        step("go", append("xs", lit(3)), pop("xs", lit(0))),
        start={"xs": (1, 2)},
    )
    assert values(after)["xs"] == (2, 3)


def test_a_stock_above_its_capacity_is_cut_off() -> None:
    outcome = played(field("hand", stock("hand")), step("go", add("hand", lit(2))))
    assert outcome == CutOff("hand")


def test_a_written_stock_above_its_capacity_is_cut_off() -> None:
    outcome = played(field("hand", stock(3)), step("go", put("hand", lit(4))))
    assert outcome == CutOff("3")


def test_the_first_bound_in_the_order_of_the_fields_is_named() -> None:
    outcome = played(
        field("hand", stock("hand")),
        field("xs", list_of(N, "room")),
        step("go", append("xs", lit(1)), add("hand", lit(3))),
        start={"xs": (1, 2)},
    )
    assert outcome == CutOff("hand")


def test_an_unbounded_game_outgrows_the_scope() -> None:
    after = played(
        field("hand", stock("hand")),
        field("xs", list_of(N, "room")),
        step("go", append("xs", lit(1)), add("hand", lit(3))),
        start={"xs": (1, 2), "hand": 1},
        bounded=False,
    )
    assert values(after) == {"hand": 4, "xs": (1, 2, 1)}


def test_an_unbounded_game_still_keeps_to_its_ranges() -> None:
    outcome = played(number("x"), step("go", put("x", lit(10))), bounded=False)
    assert outcome == Undefined(("1.0",))
