"""What can happen, what is due and what is legal."""

from __future__ import annotations

from headjudge.rulebook.values import Act
from headjudge.semantics.executable import After, Game, build
from tests.executable.making import (
    FALSE,
    GO,
    LISTED,
    OTHER,
    TRUE,
    UNDEFINED,
    N,
    add,
    book,
    call_effect,
    eq,
    field,
    game_of,
    helper,
    lit,
    move,
    needs,
    norm,
    player,
    seat,
    stands,
    step,
    var,
    when,
)


def test_without_a_permission_nothing_can_happen() -> None:
    assert stands(step("go")) == ""


def test_a_permission_that_applies_makes_an_action_legal() -> None:
    assert stands(step("go"), norm("may", "1.1", "go")) == "cl"


def test_a_permission_that_does_not_apply_permits_nothing() -> None:
    assert stands(step("go"), norm("may", "1.1", "go", condition=FALSE)) == ""


def test_an_obligation_that_applies_makes_an_action_due() -> None:
    assert stands(step("go"), norm("must", "1.1", "go")) == "cdl"


def test_needs_that_fail_stop_an_action() -> None:
    go = step("go", preamble=[needs(FALSE)])
    assert stands(go, norm("may", "1.1", "go"), norm("must", "1.2", "go")) == ""


def test_needs_are_looked_at_in_order_and_the_first_false_one_ends_it() -> None:
    game = game_of(
        LISTED, step("go", preamble=[needs(FALSE), needs(UNDEFINED)]), norm("may", "1.1", "go")
    )
    assert game.undefined_conditions(game.start({})) == ()


def test_a_prohibition_stops_a_permission() -> None:
    assert stands(step("go"), norm("may", "1.1", "go"), norm("must_not", "1.2", "go")) == ""


def test_a_prohibition_stops_an_obligation() -> None:
    assert stands(step("go"), norm("must", "1.1", "go"), norm("must_not", "1.2", "go")) == ""


def test_every_narrowing_has_to_hold() -> None:
    parts = [step("go"), norm("may", "1.1", "go"), norm("only", "1.2", "go")]
    assert stands(*parts) == "cl"
    assert stands(*parts, norm("only", "1.3", "go", condition=FALSE)) == ""


def test_a_narrowing_permits_nothing_by_itself() -> None:
    assert stands(step("go"), norm("only", "1.2", "go")) == ""


def test_a_narrowing_makes_what_must_happen_not_due() -> None:
    parts = [step("go"), norm("must", "1.1", "go"), norm("only", "1.2", "go", condition=FALSE)]
    assert stands(*parts) == ""


def test_while_something_is_due_only_that_is_legal() -> None:
    parts = [step("go"), step("other"), norm("may", "1.1", "go"), norm("must", "1.2", "other")]
    assert stands(*parts) == "c"
    assert stands(*parts, act=OTHER) == "cdl"


def test_an_obligation_with_before_holds_the_other_back() -> None:
    parts = [
        step("go"),
        step("other"),
        norm("must", "1.1", "go"),
        norm("must", "1.2", "other", before=("go",)),
    ]
    assert stands(*parts) == "cd"
    assert stands(*parts, act=OTHER) == "cdl"


def test_an_obligation_that_does_not_apply_holds_nothing_back() -> None:
    parts = [
        step("go"),
        step("other"),
        norm("must", "1.1", "go"),
        norm("must", "1.2", "other", before=("go",), condition=FALSE),
        norm("must", "1.3", "other"),
    ]
    assert stands(*parts) == "cdl"


def test_an_obligation_of_what_cannot_happen_holds_nothing_back() -> None:
    parts = [
        step("go"),
        step("other", preamble=[needs(FALSE)]),
        norm("must", "1.1", "go"),
        norm("must", "1.2", "other", before=("go",)),
    ]
    assert stands(*parts) == "cdl"


def test_norms_look_only_at_the_parameters_they_name() -> None:
    game = game_of(
        move("go"),
        norm("may", "1.1", "go", condition=eq(var("player"), seat(1)), parameters=[player()]),
    )
    assert game.legal(game.start({})) == (Act("go", (1,)),)


def test_legal_acts_are_in_the_order_of_declaration_and_of_values() -> None:
    game = game_of(
        move("b"), move("a", parameters=[player(), player("other")]), norm("may", "1.1", "a", "b")
    )
    assert game.legal(game.start({})) == (
        Act("b", (0,)),
        Act("b", (1,)),
        Act("a", (0, 0)),
        Act("a", (0, 1)),
        Act("a", (1, 0)),
        Act("a", (1, 1)),
    )


def test_a_step_without_effects_changes_nothing() -> None:
    game = game_of(LISTED, step("go"), norm("may", "1.1", "go"))
    state = game.start({})
    outcome = game.apply(state, GO)
    assert isinstance(outcome, After)
    assert game.freeze(outcome.state) == game.freeze(state)


def test_a_norm_is_defeated_by_one_that_overrides_its_clause_and_applies() -> None:
    assert (
        stands(
            step("go"),
            norm("may", "1.1", "go"),
            norm("must_not", "1.2", "go"),
            norm("may", "1.3", "go", overrides=("1.2",)),
        )
        == "cl"
    )


def test_a_norm_that_overrides_but_does_not_apply_defeats_nothing() -> None:
    assert (
        stands(
            step("go"),
            norm("may", "1.1", "go"),
            norm("must_not", "1.2", "go"),
            norm("may", "1.3", "go", overrides=("1.2",), condition=FALSE),
        )
        == ""
    )


def test_a_narrowing_that_is_defeated_need_not_hold() -> None:
    assert (
        stands(
            step("go"),
            norm("only", "1.2", "go", condition=FALSE),
            norm("may", "1.3", "go", overrides=("1.2",)),
        )
        == "cl"
    )


def test_a_prohibition_can_defeat_a_permission() -> None:
    game = game_of(
        step("go"), norm("may", "1.1", "go"), norm("must_not", "1.2", "go", overrides=("1.1",))
    )
    assert game.conflicts(game.start({})) == ()
    assert not game.can(game.start({}), GO)


def test_an_obligation_that_is_defeated_is_not_due() -> None:
    parts = [step("go"), norm("must", "1.1", "go"), norm("may", "1.2", "go", overrides=("1.1",))]
    assert stands(*parts) == "cl"


def test_who_is_defeated_still_defeats_others() -> None:
    assert (
        stands(
            step("go"),
            norm("may", "1.1", "go"),
            norm("must_not", "1.2", "go"),
            norm("may", "1.3", "go", overrides=("1.2",)),
            norm("must_not", "1.4", "go", overrides=("1.3",), condition=TRUE),
            norm("only", "1.5", "go", overrides=("1.4",)),
        )
        == "cl"
    )


def test_defeat_is_about_the_same_action_with_the_same_parameters() -> None:
    game = game_of(
        move("go"),
        norm("may", "1.1", "go"),
        norm("must_not", "1.2", "go"),
        norm(
            "may",
            "1.3",
            "go",
            condition=eq(var("player"), seat(1)),
            parameters=[player()],
            overrides=("1.2",),
        ),
    )
    assert game.legal(game.start({})) == (Act("go", (1,)),)


def test_refusals_name_the_clauses_that_stop_an_act() -> None:
    game = game_of(
        step("go", preamble=[needs(FALSE)], clause="1.3"),
        norm("may", "1.1", "go"),
        norm("must_not", "1.2", "go"),
        norm("only", "1.4", "go", condition=FALSE),
        norm("only", "1.5", "go"),
    )
    assert game.refusals(game.start({}), GO) == ("1.2", "1.3", "1.4")


def test_refusals_name_what_is_due_first() -> None:
    game = game_of(
        step("go"), step("other"), norm("may", "1.1", "go"), norm("must", "1.2", "other")
    )
    state = game.start({})
    assert game.refusals(state, GO) == ("1.2",)
    assert game.refusals(state, OTHER) == ()


def test_refusals_name_what_holds_back() -> None:
    game = game_of(
        step("go"),
        step("other"),
        norm("must", "1.1", "go"),
        norm("must", "1.2", "other", before=("go",)),
    )
    assert game.refusals(game.start({}), GO) == ("1.2",)


def test_grants_name_the_undefeated_permissions_that_apply() -> None:
    game = game_of(
        step("go"),
        norm("may", "1.1", "go"),
        norm("must", "1.2", "go"),
        norm("may", "1.3", "go", condition=FALSE),
        norm("may", "1.4", "go"),
        norm("only", "1.5", "go", overrides=("1.4",)),
    )
    assert game.grants(game.start({}), GO) == ("1.1", "1.2")


def test_without_a_clause_its_norms_and_consequences_are_left_out() -> None:
    rules = build(
        book(
            field("x", N, lit(0)),
            helper("grow", effects=(add("x", lit(1)),), clause="1.2"),
            step("go", call_effect("grow")),
            norm("may", "1.1", "go"),
            norm("must_not", "1.2", "go"),
            when("1.2", "go", add("x", lit(5))),
        )
    )
    game = Game(rules, rules.setting(), without=frozenset({"1.2"}))
    state = game.start({})
    assert game.legal(state) == (GO,)
    outcome = game.apply(state, GO)
    assert isinstance(outcome, After)
    assert game.freeze(outcome.state).values == (1,)


def test_without_the_clause_of_an_action_it_cannot_happen() -> None:
    rules = build(book(step("go", clause="1.3"), norm("may", "1.1", "go")))
    game = Game(rules, rules.setting(), without=frozenset({"1.3"}))
    assert not game.can(game.start({}), GO)
    assert game.gap(game.start({}))
