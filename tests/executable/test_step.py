"""What a step reads and writes: the laws of *the step*."""

from __future__ import annotations

from headjudge.rulebook.syntax import (
    For,
    If,
    MaybeType,
    OverIndices,
    OverPlayers,
)
from headjudge.semantics.executable import After, Clash
from tests.executable.making import (
    FALSE,
    HERE,
    NUMBER,
    PAIR,
    PAIRS,
    PLAYER,
    ROW,
    N,
    X,
    Y,
    add,
    append,
    call_effect,
    compare,
    each,
    field,
    helper,
    let,
    lit,
    needs,
    nobody,
    norm,
    number,
    pair,
    parameter,
    played,
    plus,
    put,
    seat,
    some,
    step,
    take,
    then,
    value,
    values,
    var,
    when,
)


def test_the_body_and_its_when_clauses_read_the_situation_before() -> None:
    after = played(
        number("x", 1),
        number("y"),
        step("go", put("x", lit(5))),
        when("1.1", "go", put("y", X)),
    )
    assert values(after) == {"x": 5, "y": 1}


def test_a_clause_reads_the_situation_before_also_further_down() -> None:
    after = played(number("x", 1), number("y"), step("go", put("x", lit(5)), put("y", X)))
    assert values(after) == {"x": 5, "y": 1}


def test_then_clauses_read_the_situation_after_the_when_clauses() -> None:
    after = played(
        number("x", 1), number("y"), step("go", put("x", lit(5))), then("1.1", "go", put("y", X))
    )
    assert values(after) == {"x": 5, "y": 5}


def test_then_clauses_do_not_read_one_another() -> None:
    after = played(
        number("x"),
        number("y"),
        step("go"),
        then("1.1", "go", put("x", lit(5))),
        then("1.2", "go", put("y", X)),
    )
    assert values(after) == {"x": 5, "y": 0}


def test_a_name_is_worked_out_where_it_stands() -> None:
    after = played(number("x"), number("y", 4), step("go", let("n", Y), put("x", var("n", NUMBER))))
    assert values(after)["x"] == 4


def test_what_is_in_no_clause_stays() -> None:
    after = played(number("x", 3), number("y"), step("go", put("y", lit(1))))
    assert values(after) == {"x": 3, "y": 1}


def test_a_condition_chooses_between_statements() -> None:
    def go(start: int) -> object:
        branch = If(compare(X, ">", lit(2)), (put("y", lit(1)),), (put("y", lit(2)),), HERE)
        return values(played(number("x", start), number("y"), step("go", branch)))["y"]

    assert (go(3), go(1)) == (1, 2)


def test_a_loop_runs_over_the_players() -> None:
    loop = For("p", OverPlayers(), PLAYER, (put("each", lit(7), var("p")),), HERE)
    after = played(field("each", each(N), lit(0)), step("go", loop))
    assert values(after)["each"] == (7, 7)


def test_a_loop_runs_over_the_indices_of_a_list() -> None:
    loop = For(
        "i",
        OverIndices(value("ps", PAIRS)),
        NUMBER,
        (put("ps", lit(7), var("i", NUMBER), "left"),),
        HERE,
    )
    after = played(field("ps", PAIRS), PAIR, step("go", loop), start={"ps": ((1, 2), (3, 4))})
    assert values(after)["ps"] == ((7, 2), (7, 4))


def test_two_clauses_that_give_one_field_two_values_clash() -> None:
    outcome = played(
        number("x"),
        step("go"),
        when("1.1", "go", put("x", lit(1))),
        when("1.2", "go", put("x", lit(2))),
    )
    assert outcome == Clash(frozenset({("x", "1.1", "1.2")}))


def test_two_clauses_that_give_one_field_one_value_agree() -> None:
    after = played(
        number("x"),
        step("go"),
        when("1.1", "go", put("x", lit(1))),
        when("1.2", "go", put("x", lit(1))),
    )
    assert values(after)["x"] == 1


def test_one_clause_that_gives_one_field_two_values_clashes_with_itself() -> None:
    outcome = played(number("x"), step("go", put("x", lit(1)), put("x", lit(2))))
    assert outcome == Clash(frozenset({("x", "1.0", "1.0")}))


def test_two_functions_of_one_clause_that_disagree_clash() -> None:
    outcome = played(
        number("x"),
        step("go"),
        when("1.1", "go", put("x", lit(1))),
        when("1.1", "go", put("x", lit(2))),
    )
    assert outcome == Clash(frozenset({("x", "1.1", "1.1")}))


def test_writing_the_old_value_counts_as_writing() -> None:
    outcome = played(number("x"), step("go", put("x", lit(0))), when("1.1", "go", put("x", lit(2))))
    assert outcome == Clash(frozenset({("x", "1.0", "1.1")}))


def test_three_values_for_one_field_are_three_causes() -> None:
    outcome = played(
        number("x"),
        step("go"),
        when("1.3", "go", put("x", lit(3))),
        when("1.1", "go", put("x", lit(1))),
        when("1.2", "go", put("x", lit(2))),
    )
    assert outcome == Clash(
        frozenset({("x", "1.1", "1.2"), ("x", "1.1", "1.3"), ("x", "1.2", "1.3")})
    )


def test_all_clashes_of_a_part_are_told() -> None:
    outcome = played(
        number("x"),
        number("y"),
        step("go", put("x", lit(1)), put("y", lit(1))),
        when("1.1", "go", put("x", lit(2))),
        when("1.2", "go", put("y", lit(2))),
    )
    assert outcome == Clash(frozenset({("x", "1.0", "1.1"), ("y", "1.0", "1.2")}))


def test_sums_of_several_clauses_add_up() -> None:
    after = played(
        number("x", 4),
        step("go", add("x", lit(3))),
        when("1.1", "go", take("x", lit(2))),
        when("1.2", "go", add("x", lit(1)), add("x", lit(1))),
    )
    assert values(after)["x"] == 7


def test_a_sum_may_leave_the_range_on_the_way_to_its_total() -> None:
    after = played(
        number("x", 9), step("go", add("x", lit(3))), when("1.1", "go", take("x", lit(3)))
    )
    assert values(after)["x"] == 9


def test_a_written_value_clashes_with_a_sum_that_makes_another() -> None:
    outcome = played(
        number("x"),
        step("go", put("x", lit(5))),
        when("1.1", "go", add("x", lit(1))),
        when("1.2", "go", add("x", lit(1))),
    )
    assert outcome == Clash(frozenset({("x", "1.0", "1.1"), ("x", "1.0", "1.2")}))


def test_a_written_value_agrees_with_a_sum_that_makes_the_same() -> None:
    after = played(
        number("x", 1), step("go", put("x", lit(3))), when("1.1", "go", add("x", lit(2)))
    )
    assert values(after)["x"] == 3


def test_entries_of_an_each_are_places_of_their_own() -> None:
    after = played(
        field("each", each(N), lit(0)),
        step("go", put("each", lit(1), seat(0))),
        when("1.1", "go", put("each", lit(2), seat(1))),
    )
    assert values(after)["each"] == (1, 2)


def test_a_value_given_to_an_each_is_given_to_all_entries() -> None:
    after = played(field("each", each(N), lit(0)), step("go", put("each", lit(4))))
    assert values(after)["each"] == (4, 4)


def test_writing_a_whole_each_clashes_with_writing_an_entry_otherwise() -> None:
    outcome = played(
        field("each", each(N), lit(0)),
        step("go", put("each", lit(1))),
        when("1.1", "go", put("each", lit(2), seat(1))),
    )
    assert outcome == Clash(frozenset({("each", "1.0", "1.1")}))


def test_an_each_can_be_given_to_another() -> None:
    after = played(
        field("one", each(N), lit(0)),
        field("two", each(N), lit(0)),
        step("go", put("one", value("two", each(N)))),
        start={"two": (3, 5)},
    )
    assert values(after)["one"] == (3, 5)


def test_an_each_of_an_each_is_written_entry_by_entry() -> None:
    after = played(
        field("grid", each(each(N)), lit(0)), step("go", put("grid", lit(3), seat(1), seat(0)))
    )
    assert values(after)["grid"] == ((0, 0), (3, 0))


def test_parts_of_a_record_field_are_places_of_their_own() -> None:
    after = played(
        PAIR,
        field("p", PAIR, pair(0, 0)),
        step("go", put("p", lit(1), "left")),
        when("1.1", "go", put("p", lit(2), "right")),
    )
    assert values(after)["p"] == (1, 2)


def test_a_whole_record_and_its_part_must_agree() -> None:
    outcome = played(
        PAIR,
        field("p", PAIR, pair(0, 0)),
        step("go", put("p", pair(1, 2))),
        when("1.1", "go", put("p", lit(3), "right")),
    )
    assert outcome == Clash(frozenset({("p", "1.0", "1.1")}))


def test_nobody_and_somebody_are_two_values() -> None:
    outcome = played(
        field("holder", MaybeType(PLAYER), nobody()),
        step("go", put("holder", nobody())),
        when("1.1", "go", put("holder", some(seat(0)))),
    )
    assert outcome == Clash(frozenset({("holder", "1.0", "1.1")}))


def test_a_helper_writes_in_the_name_of_the_clause_that_calls_it() -> None:
    outcome = played(
        number("x"),
        helper("shut", effects=(put("x", lit(1)),), clause="1.9"),
        step("go"),
        when("1.1", "go", call_effect("shut")),
        when("1.2", "go", put("x", lit(2))),
    )
    assert outcome == Clash(frozenset({("x", "1.1", "1.2")}))


def test_a_preambles_names_are_known_in_the_effects() -> None:
    after = played(
        number("x"),
        number("y", 3),
        step(
            "go",
            put("x", var("n", NUMBER)),
            preamble=[let("n", plus(Y, lit(1))), needs(compare(var("n", NUMBER), ">", lit(0)))],
        ),
    )
    assert values(after)["x"] == 4


def test_a_consequence_sees_the_parameters_it_names() -> None:
    after = played(
        number("x"),
        number("y"),
        step("go", parameters=[parameter("a", N), parameter("b", N)]),
        when("1.1", "go", put("x", var("b", NUMBER)), parameters=[parameter("b", N)]),
        arguments=(3, 5),
    )
    assert values(after)["x"] == 5


def test_a_step_tells_the_clauses_that_wrote_or_permitted() -> None:
    outcome = played(
        number("x"),
        norm("may", "1.4", "go"),
        norm("may", "1.5", "go", condition=FALSE),
        step("go"),
        when("1.2", "go", put("x", lit(1))),
        when("1.3", "go", If(FALSE, (put("x", lit(2)),), (), HERE)),
    )
    assert isinstance(outcome, After)
    assert outcome.clauses == ("1.2", "1.4")


def test_a_step_tells_what_changed() -> None:
    outcome = played(
        number("x"), number("y"), step("go", put("x", lit(1))), when("1.2", "go", put("y", lit(0)))
    )
    assert isinstance(outcome, After)
    (change,) = outcome.changes
    assert (change.field, change.before, change.after, change.clauses) == ("x", 0, 1, ("1.0",))


def test_a_step_leaves_the_situation_before_as_it_was() -> None:
    outcome = played(
        field("xs", ROW),
        field("each", each(N), lit(0)),
        step("go", append("xs", lit(1)), put("each", lit(3), seat(0))),
        keep_start=True,
    )
    assert values(outcome) == {"xs": (), "each": (0, 0)}
