"""Which of two clauses' writes counts, in one part of a step and across both."""

from __future__ import annotations

from headjudge.rulebook.syntax import (
    Given,
    If,
    MaybeType,
)
from headjudge.semantics.executable import Clash, CutOff, Undefined
from tests.executable.making import (
    FALSE,
    HERE,
    NUMBER,
    PAIR,
    PAIRS,
    ROW,
    N,
    add,
    append,
    field,
    keeps,
    list_of,
    lit,
    nobody,
    number,
    played,
    pop,
    put,
    step,
    then,
    value,
    values,
    when,
)


def test_an_overriding_clause_removes_the_other_write_to_the_same_place() -> None:
    after = played(
        number("x"),
        step("go"),
        when("1.1", "go", put("x", lit(1))),
        when("1.2", "go", put("x", lit(2)), overrides=("1.1",)),
    )
    assert values(after)["x"] == 2


def test_an_overriding_clause_leaves_other_places_alone() -> None:
    after = played(
        number("x"),
        number("y"),
        step("go"),
        when("1.1", "go", put("x", lit(1)), put("y", lit(1))),
        when("1.2", "go", put("x", lit(2)), overrides=("1.1",)),
    )
    assert values(after) == {"x": 2, "y": 1}


def test_an_overriding_clause_that_writes_nothing_removes_nothing() -> None:
    after = played(
        number("x"),
        step("go"),
        when("1.1", "go", put("x", lit(1))),
        when("1.2", "go", If(FALSE, (put("x", lit(2)),), (), HERE), overrides=("1.1",)),
    )
    assert values(after)["x"] == 1


def test_the_body_of_an_action_can_be_overridden() -> None:
    after = played(
        number("x"),
        step("go", put("x", lit(1))),
        when("1.2", "go", put("x", lit(2)), overrides=("1.0",)),
    )
    assert values(after)["x"] == 2


def test_an_overriding_write_removes_sums() -> None:
    after = played(
        number("x"),
        step("go", add("x", lit(1))),
        when("1.2", "go", put("x", lit(5)), overrides=("1.0",)),
    )
    assert values(after)["x"] == 5


def test_an_overriding_sum_removes_writes() -> None:
    after = played(
        number("x"),
        step("go", put("x", lit(9))),
        when("1.2", "go", add("x", lit(5)), overrides=("1.0",)),
    )
    assert values(after)["x"] == 5


def test_a_removed_write_need_not_be_of_the_type() -> None:
    after = played(
        number("x"),
        step("go", put("x", lit(99))),
        when("1.2", "go", put("x", lit(5)), overrides=("1.0",)),
    )
    assert values(after)["x"] == 5


def test_a_removed_write_still_has_to_be_defined() -> None:
    outcome = played(
        number("x"),
        field("holder", MaybeType(N), nobody(N)),
        step("go", put("x", Given(value("holder", MaybeType(NUMBER)), NUMBER, HERE))),
        when("1.2", "go", put("x", lit(5)), overrides=("1.0",)),
    )
    assert outcome == Undefined(("1.0",))


def test_a_clause_does_not_override_itself() -> None:
    after = played(number("x"), step("go"), when("1.1", "go", put("x", lit(1)), overrides=("1.1",)))
    assert values(after)["x"] == 1


def test_who_is_overridden_still_overrides_others() -> None:
    outcome = played(
        number("x"),
        step("go", put("x", lit(1))),
        when("1.1", "go", put("x", lit(2)), overrides=("1.0",)),
        when("1.2", "go", put("x", lit(3)), overrides=("1.1",)),
    )
    assert values(outcome)["x"] == 3


def test_a_then_clause_that_changes_what_another_clause_assigned_clashes() -> None:
    outcome = played(number("x"), step("go", put("x", lit(1))), then("1.1", "go", put("x", lit(2))))
    assert outcome == Clash(frozenset({("x", "1.0", "1.1")}))


def test_a_then_clause_may_write_the_assigned_value_again() -> None:
    after = played(number("x"), step("go", put("x", lit(1))), then("1.1", "go", put("x", lit(1))))
    assert values(after)["x"] == 1


def test_a_then_clause_may_change_what_its_own_clause_assigned() -> None:
    after = played(number("x"), step("go", put("x", lit(1))), then("1.0", "go", put("x", lit(2))))
    assert values(after)["x"] == 2


def test_a_then_clause_may_change_what_was_added_to() -> None:
    after = played(number("x"), step("go", add("x", lit(1))), then("1.1", "go", put("x", lit(7))))
    assert values(after)["x"] == 7


def test_a_then_clause_that_adds_to_what_was_assigned_clashes() -> None:
    outcome = played(number("x"), step("go", put("x", lit(1))), then("1.1", "go", add("x", lit(2))))
    assert outcome == Clash(frozenset({("x", "1.0", "1.1")}))


def test_a_then_clause_that_overrides_may_change_what_was_assigned() -> None:
    after = played(
        number("x"),
        step("go", put("x", lit(1))),
        then("1.1", "go", put("x", lit(2)), overrides=("1.0",)),
    )
    assert values(after)["x"] == 2


def test_a_value_assigned_in_the_first_part_stands_if_its_clause_overrides() -> None:
    after = played(
        number("x"),
        step("go"),
        when("1.0", "go", put("x", lit(1)), overrides=("1.1",)),
        then("1.1", "go", put("x", lit(2))),
    )
    assert values(after)["x"] == 1


def test_a_sum_of_the_second_part_goes_too_if_the_first_overrides() -> None:
    after = played(
        number("x"),
        step("go"),
        when("1.0", "go", put("x", lit(1)), overrides=("1.1",)),
        then("1.1", "go", add("x", lit(2))),
        then("1.2", "go", put("x", lit(1))),
    )
    assert values(after)["x"] == 1


def test_what_was_only_added_to_in_the_first_part_removes_nothing_in_the_second() -> None:
    after = played(
        number("x"),
        step("go"),
        when("1.0", "go", add("x", lit(1)), overrides=("1.1",)),
        then("1.1", "go", put("x", lit(5))),
    )
    assert values(after)["x"] == 5


def test_keeping_in_the_first_part_counts_as_assigning() -> None:
    outcome = played(number("x", 4), step("go", keeps("x")), then("1.1", "go", put("x", lit(2))))
    assert outcome == Clash(frozenset({("x", "1.0", "1.1")}))


def test_keeping_in_the_second_part_agrees_with_what_was_assigned() -> None:
    after = played(number("x", 4), step("go", put("x", lit(2))), then("1.1", "go", keeps("x")))
    assert values(after)["x"] == 2


def test_an_overridden_write_of_the_first_part_was_not_assigned() -> None:
    outcome = played(
        number("x"),
        step("go", put("x", lit(1))),
        when("1.1", "go", put("x", lit(2)), overrides=("1.0",)),
        then("1.2", "go", put("x", lit(3))),
    )
    assert outcome == Clash(frozenset({("x", "1.1", "1.2")}))


def test_places_inside_lists_are_not_compared_across_the_parts() -> None:
    after = played(
        PAIR,
        field("ps", PAIRS),
        step("go", put("ps", lit(5), lit(0), "left")),
        then("1.1", "go", put("ps", lit(6), lit(0), "left")),
        start={"ps": ((1, 2),)},
    )
    assert values(after)["ps"] == ((6, 2),)


def test_the_first_part_ends_a_step_before_the_second_is_read() -> None:
    outcome = played(
        number("x"),
        field("xs", ROW),
        step("go", put("x", lit(1)), put("x", lit(2))),
        then("1.1", "go", pop("xs")),
    )
    assert isinstance(outcome, Clash)


def test_a_cut_off_in_the_first_part_ends_a_step_before_a_clash_in_the_second() -> None:
    outcome = played(
        field("xs", list_of(N, 1)),
        number("x"),
        step("go", append("xs", lit(1)), append("xs", lit(2))),
        then("1.1", "go", put("x", lit(1))),
        then("1.2", "go", put("x", lit(2))),
    )
    assert outcome == CutOff("1")
