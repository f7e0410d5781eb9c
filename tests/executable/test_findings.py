"""Conflicts, obligations that cannot be met, gaps, undefined conditions, silence."""

from __future__ import annotations

from headjudge.rulebook.syntax import Let, Needs, Role, RoleKind
from headjudge.rulebook.values import Act, Ruling
from headjudge.semantics.executable import After, Game, Table, build
from tests.executable.making import (
    BOOL,
    FALSE,
    GO,
    LISTED,
    OTHER,
    PLAYER,
    TRUE,
    UNDEFINED,
    XS,
    book,
    both,
    field,
    game_of,
    helper,
    item,
    keeps,
    let,
    lit,
    needs,
    no,
    norm,
    put,
    returns,
    seat,
    stands,
    step,
    then,
    value,
    when,
)

CLASHING = (step("go"), norm("may", "1.1", "go"), norm("must_not", "1.2", "go"))
WINNING = Ruling(permission_wins=True)


def test_a_permission_and_a_prohibition_of_one_act_are_a_conflict() -> None:
    game = game_of(*CLASHING)
    assert game.conflicts(game.start({})) == ((GO, "1.1", "1.2"),)


def test_an_obligation_and_a_prohibition_are_a_conflict_also_while_something_is_due() -> None:
    game = game_of(
        step("go"),
        step("other"),
        norm("must", "1.1", "go"),
        norm("may", "1.4", "go"),
        norm("must_not", "1.2", "go"),
        norm("must", "1.3", "other"),
    )
    assert game.conflicts(game.start({})) == ((GO, "1.1", "1.2"),)


def test_a_permission_is_in_no_conflict_while_something_is_due() -> None:
    game = game_of(*CLASHING, step("other"), norm("must", "1.3", "other"))
    assert game.conflicts(game.start({})) == ()


def test_what_is_physically_impossible_is_in_no_conflict() -> None:
    game = game_of(
        step("go", preamble=[needs(FALSE)]),
        norm("may", "1.1", "go"),
        norm("must_not", "1.2", "go"),
    )
    assert game.conflicts(game.start({})) == ()


def test_what_a_narrowing_rules_out_is_in_no_conflict() -> None:
    game = game_of(*CLASHING, norm("only", "1.3", "go", condition=FALSE))
    assert game.conflicts(game.start({})) == ()


def test_with_a_golden_rule_there_is_no_conflict_and_the_prohibition_wins() -> None:
    rules = build(book(*CLASHING, golden_rule=True))
    game = Game(rules, rules.setting(), ruling=WINNING)
    assert game.conflicts(game.start({})) == ()
    assert not game.can(game.start({}), GO)


def test_the_permission_wins_where_the_ruling_says_so() -> None:
    assert stands(*CLASHING) == ""
    assert stands(*CLASHING, ruling=WINNING) == "cl"


def test_an_exception_is_no_conflict_and_wins_under_any_ruling() -> None:
    ruling = Ruling(permission_wins=True, exceptions=frozenset({(0, 1)}))
    assert stands(*CLASHING, ruling=ruling) == ""
    rules = build(book(*CLASHING))
    game = Game(rules, rules.setting(), ruling=ruling)
    assert game.conflicts(game.start({})) == ()


def test_one_permission_has_to_win_over_every_prohibition() -> None:
    parts = [
        step("go"),
        norm("may", "1.1", "go"),
        norm("may", "1.2", "go"),
        norm("must_not", "1.3", "go"),
        norm("must_not", "1.4", "go"),
    ]
    crossed = Ruling(permission_wins=True, exceptions=frozenset({(0, 2), (1, 3)}))
    assert stands(*parts, ruling=crossed) == ""
    spared = Ruling(permission_wins=True, exceptions=frozenset({(0, 2), (0, 3)}))
    assert stands(*parts, ruling=spared) == "cl"


def test_where_a_permission_wins_the_obligation_has_to_win_itself_to_be_due() -> None:
    parts = [
        step("go"),
        norm("may", "1.1", "go"),
        norm("must", "1.2", "go"),
        norm("must_not", "1.3", "go"),
    ]
    assert stands(*parts, ruling=WINNING) == "cdl"
    ruling = Ruling(permission_wins=True, exceptions=frozenset({(1, 2)}))
    assert stands(*parts, ruling=ruling) == "cl"


def test_an_obligation_that_cannot_be_met_is_impossible() -> None:
    game = game_of(step("go", preamble=[needs(FALSE)]), norm("must", "1.1", "go"))
    state = game.start({})
    assert game.impossible(state) == (("go", "1.1"),)
    assert not game.gap(state)


def test_an_obligation_is_not_impossible_while_something_is_due() -> None:
    game = game_of(
        step("go", preamble=[needs(FALSE)]),
        step("other"),
        norm("must", "1.1", "go"),
        norm("must", "1.2", "other"),
    )
    assert game.impossible(game.start({})) == ()


def test_a_defeated_obligation_is_not_impossible() -> None:
    game = game_of(
        step("go", preamble=[needs(FALSE)]),
        norm("must", "1.1", "go"),
        norm("may", "1.2", "go", overrides=("1.1",)),
    )
    assert game.impossible(game.start({})) == ()


def test_nothing_legal_and_nothing_due_is_a_gap() -> None:
    game = game_of(step("go"))
    assert game.gap(game.start({}))


def test_a_situation_that_is_over_is_no_gap_and_owes_nothing() -> None:
    over = Role("over", RoleKind.FIELD, "done")
    game = game_of(
        field("done", BOOL, TRUE),
        over,
        step("go", preamble=[needs(FALSE)]),
        norm("must", "1.1", "go", condition=value("done", BOOL)),
    )
    assert not game.gap(game.start({}))
    assert game.impossible(game.start({})) == ()
    assert game.impossible(game.start({"done": False})) == ()
    assert game.gap(game.start({"done": False}))


def test_a_helper_can_say_when_the_game_is_over() -> None:
    game = game_of(
        field("done", BOOL, FALSE),
        helper("finished", BOOL, returns(no(value("done", BOOL)))),
        Role("over", RoleKind.HELPER, "finished"),
        step("go"),
    )
    assert not game.gap(game.start({}))
    assert game.gap(game.start({"done": True}))


def test_a_condition_without_a_value_counts_as_false_and_is_found() -> None:
    game = game_of(LISTED, step("go"), norm("may", "1.1", "go", condition=UNDEFINED))
    state = game.start({})
    assert not game.can(state, GO)
    assert game.undefined_conditions(state) == (("go", "1.1"),)


def test_needs_without_a_value_count_as_false_and_are_found() -> None:
    game = game_of(LISTED, step("go", preamble=[needs(UNDEFINED)]), norm("may", "1.1", "go"))
    state = game.start({})
    assert not game.needs_hold(state, GO)
    assert game.undefined_conditions(state) == (("go", "1.0"),)


def test_a_name_without_a_value_makes_the_needs_undefined() -> None:
    preamble: list[Let | Needs] = [let("n", item(XS, lit(0))), needs(TRUE)]
    game = game_of(LISTED, step("go", preamble=preamble), norm("may", "1.1", "go"))
    state = game.start({})
    assert not game.needs_hold(state, GO)
    assert game.undefined_conditions(state) == (("go", "1.0"),)


def test_a_norm_without_a_value_is_not_found_where_the_needs_fail() -> None:
    game = game_of(
        LISTED,
        step("go", preamble=[needs(FALSE)]),
        norm("must_not", "1.1", "go", condition=UNDEFINED),
    )
    assert game.undefined_conditions(game.start({})) == ()


def test_a_prohibition_without_a_value_does_not_forbid() -> None:
    assert (
        stands(
            LISTED,
            step("go"),
            norm("may", "1.1", "go"),
            norm("must_not", "1.2", "go", condition=UNDEFINED),
        )
        == "cl"
    )


def test_what_follows_the_decisive_operand_is_not_looked_at() -> None:
    game = game_of(LISTED, step("go"), norm("may", "1.1", "go", condition=both(FALSE, UNDEFINED)))
    assert game.undefined_conditions(game.start({})) == ()


TOLD = field("holder", PLAYER, seat(0), told=True)


def after(game: Game, state: Table, act: Act) -> Table:
    outcome = game.apply(state, act)
    assert isinstance(outcome, After)
    return outcome.state


def test_the_first_situation_counts_as_spoken() -> None:
    game = game_of(TOLD, step("go"), norm("may", "1.1", "go"))
    assert game.silent(game.start({})) == ()


def test_arriving_at_rest_without_a_word_is_silence() -> None:
    game = game_of(TOLD, step("go"), norm("may", "1.1", "go"))
    state = after(game, game.start({}), GO)
    assert game.silent(state) == ("holder",)
    assert not game.gap(state)


def test_keeping_counts_as_speaking() -> None:
    game = game_of(TOLD, step("go"), when("1.1", "go", keeps("holder")), norm("may", "1.1", "go"))
    assert game.silent(after(game, game.start({}), GO)) == ()


def test_writing_counts_as_speaking() -> None:
    game = game_of(
        TOLD, step("go"), then("1.1", "go", put("holder", seat(0))), norm("may", "1.1", "go")
    )
    assert game.silent(after(game, game.start({}), GO)) == ()


def moving(*more: object) -> Game:
    """``go`` is a choice after which ``other`` is due once."""
    busy = value("busy", BOOL)
    return game_of(
        TOLD,
        field("busy", BOOL, FALSE),
        step("go", put("busy", TRUE)),
        step("other", put("busy", FALSE)),
        norm("may", "1.1", "go", condition=no(busy)),
        norm("must", "1.2", "other", condition=busy),
        *more,
    )


def test_a_word_on_the_way_to_rest_is_enough() -> None:
    game = moving(when("1.3", "go", keeps("holder")))
    between = after(game, game.start({}), GO)
    assert not game.at_rest(between)
    assert game.silent(after(game, between, OTHER)) == ()


def test_a_word_of_the_last_step_is_enough() -> None:
    game = moving(when("1.3", "other", keeps("holder")))
    between = after(game, game.start({}), GO)
    assert game.silent(between) == ()
    assert game.silent(after(game, between, OTHER)) == ()


def test_no_word_between_two_rests_is_silence_at_the_second_only() -> None:
    game = moving()
    between = after(game, game.start({}), GO)
    assert game.silent(between) == ()
    assert game.silent(after(game, between, OTHER)) == ("holder",)


def test_what_was_said_before_a_rest_does_not_last_beyond_it() -> None:
    game = moving(when("1.3", "go", keeps("holder")))
    rest = after(game, after(game, game.start({}), GO), OTHER)
    assert game.freeze(rest).spoken == (True,)
    game = moving()
    assert game.freeze(after(game, rest, GO)).spoken == (False,)
