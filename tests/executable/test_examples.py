"""Worked examples: what is played, refused and expected."""

from __future__ import annotations

import pytest

from headjudge.evidence.examples import ExampleResult, play_examples
from headjudge.semantics.executable import build
from tests.executable.written import rulebook

WINDOW = """
class State:
    turn: Player = 0
    window: bool = False
    passes: Range[0, 2] = 0
    holder: Maybe[Player] = nobody
    cards: Each[Player, Stock[scope.room]]
    stack: List[Player, scope.room]
    stuck: bool = False

@move("acts")
def play(player: Player, dear: bool = False):
    needs(cards[player] > 0)
    cards[player] -= 1
    stack.append(player)

@move("acts")
def pass_on(player: Player):
    pass

@may("acts")
def holder_acts(player):
    return player == (turn if holder == nobody else holder)

@must_not("acts")
def not_while_stuck():
    return stuck

@when
def play(player):
    window = True
    passes = 0
    holder = next_player(player)

@when
def pass_on(player):
    needs_two = passes + 1
    passes = needs_two
    holder = next_player(player)
"""

CLOSING = """
@step
def close():
    window = False
    passes = 0

@must
def close():
    return passes == 2

@step
def resolve():
    needs(len(stack) > 0)
    stack.pop()

@must
def resolve():
    return not window and len(stack) > 0
"""


def played(*lines: str, blocks: tuple[str, ...] = (WINDOW, CLOSING)) -> ExampleResult:
    book = rulebook(*blocks, "example\n" + "\n".join(lines))
    (result,) = play_examples(book, build(book))
    return result


def line_of(result: ExampleResult, lines: tuple[str, ...]) -> str:
    """The line that the place of a result points to."""
    book = rulebook(WINDOW, CLOSING, "example\n" + "\n".join(lines))
    assert result.place is not None
    return lines[result.place.line - book.examples[0].start.place.line]


def test_an_example_whose_lines_can_be_played_succeeds() -> None:
    assert played(
        "start(turn=B, cards=2)",
        "play(B)",
        "illegal(play(B))",
        "play(A)",
        "expect(window and len(stack) == 2 and stack[-1] == A and holder == B)",
    ).success


def test_an_act_that_is_not_permitted_is_refused_with_words() -> None:
    lines = ("start(turn=A)", "play(B)")
    result = played(*lines)
    assert not result.success
    assert line_of(result, lines) == "play(B)"
    assert result.message == (
        "line 1: play(B, no) is not permitted by any clause here; legal here: play(A), pass_on(A)"
    )
    assert result.clauses == ()


def test_an_act_that_is_forbidden_names_the_clause() -> None:
    result = played("start(stuck=True)", "play(A)")
    assert result.message == (
        "line 1: play(A, no) is permitted by 1.1 and stopped by 1.1; nothing is legal here"
    )
    assert result.clauses == ("1.1",)


def test_an_act_that_is_not_possible_says_so() -> None:
    result = played("start(cards=0)", "play(A)")
    assert result.message == (
        "line 1: play(A, no) is not possible here: what it needs is not there; "
        "legal here: pass_on(A)"
    )
    assert result.clauses == ("1.1",)


def test_an_act_has_to_wait_for_what_is_due_first() -> None:
    choice = (
        "@step\ndef choose(how: bool):\n    stuck = False\n\n"
        "@must\ndef choose():\n    return window"
    )
    result = played("play(A)", "play(B)", blocks=(WINDOW, choice))
    assert result.message == (
        "line 2: play(B, no) has to wait: first comes choose; legal here: choose(no), choose(yes)"
    )
    assert result.clauses == ("1.2",)


def test_due_steps_that_leave_no_choice_run_by_themselves() -> None:
    assert played(
        "play(A)", "pass_on(B)", "pass_on(A)", "play(B)", "expect(len(stack) == 1)"
    ).success


def test_due_steps_run_only_until_the_act_is_legal() -> None:
    assert played(
        "play(A)",
        "pass_on(B)",
        "pass_on(A)",
        "close()",
        "expect(len(stack) == 1)",
        "resolve()",
        "expect(len(stack) == 0)",
    ).success


def test_an_expectation_waits_for_due_steps_that_leave_no_choice() -> None:
    assert played("play(A)", "pass_on(B)", "pass_on(A)", "expect(len(stack) == 0)").success


def test_steps_that_leave_a_choice_do_not_run_by_themselves() -> None:
    choosing = CLOSING.replace("def resolve():\n    needs", "def resolve(how: bool):\n    needs")
    result = played(
        "play(A)", "pass_on(B)", "pass_on(A)", "expect(len(stack) == 0)", blocks=(WINDOW, choosing)
    )
    assert not result.success


def test_moves_that_have_to_happen_do_not_run_by_themselves() -> None:
    owing = "@must\ndef pass_on(player):\n    return window and player == holder"
    result = played("play(A)", "expect(passes == 1)", blocks=(WINDOW, owing))
    assert not result.success


def test_what_goes_on_for_ever_ends_an_example() -> None:
    endless = "@step\ndef spin():\n    pass\n\n@must\ndef spin():\n    return window"
    result = played("play(A)", "play(B)", blocks=(WINDOW, endless))
    assert result.message == "line 2: the game goes on by itself for more than 200 steps"


def test_what_is_called_illegal_must_not_be_legal() -> None:
    result = played("illegal(play(A))")
    assert result.message == "line 1: play(A, no) is legal here"
    assert result.clauses == ("1.1",)


def test_what_is_called_illegal_has_to_be_possible() -> None:
    result = played("start(cards=0)", "illegal(play(B))")
    assert result.message == "line 1: what play(B, no) needs is not there; then write impossible"


def test_what_is_called_impossible_must_not_be_possible() -> None:
    result = played("impossible(play(B))")
    assert result.message == (
        "line 1: play(B, no) is possible here; where it is refused, write illegal"
    )
    assert played("start(cards=0)", "impossible(play(A))").success


def test_what_is_called_impossible_must_not_be_legal() -> None:
    assert played("impossible(play(A))").message == "line 1: play(A, no) is legal here"


def test_an_expectation_that_fails_tells_the_values_it_names() -> None:
    result = played("play(A)", "expect(holder == A and not window)")
    assert result.message == "line 2: this does not hold: window is yes; holder is B"


def test_an_expectation_without_a_value_fails() -> None:
    result = played("expect(stack[0] == A)")
    assert result.message == "line 1: this line has no value in the situation reached"


def test_a_default_is_what_an_argument_left_out_means() -> None:
    assert played("play(A, dear=False)").success
    assert played("play(A)").success


def test_examples_are_not_bound_by_the_scope() -> None:
    assert played("start(cards=9)", *["play(A)", "play(B)"] * 3, "expect(len(stack) == 6)").success


def test_stocks_that_are_not_named_hold_the_default_scope() -> None:
    assert played("expect(cards[A] == 3 and cards[B] == scope.room)").success


def test_a_step_that_leads_to_no_value_ends_an_example() -> None:
    bad = '@when("play")\ndef over_the_top():\n    passes = len(stack) + 3'
    result = played("play(A)", blocks=(WINDOW, bad))
    assert result.message == "line 1: play(A, no) leads to no value"
    assert result.clauses == ("1.2",)


def test_a_step_that_leads_to_two_values_ends_an_example() -> None:
    bad = '@when("play")\ndef otherwise():\n    passes = 2'
    result = played("play(A)", blocks=(WINDOW, bad))
    assert result.message == "line 1: after play(A, no) there are two values for `passes`"
    assert result.clauses == ("1.1", "1.2")


def test_silence_ends_an_example() -> None:
    told = "class State:\n    focus: Told[Player] = 0"
    result = played("play(A)", "play(B)", blocks=(WINDOW, told))
    assert result.message == "line 2: no clause has said what becomes of `focus`"


def test_tuples_stand_for_an_each_and_for_a_short_list() -> None:
    block = (
        "@step\ndef deal(t: Each[Player, Range[0, 1]], s: Seq[Player, 2]):\n"
        "    for p in players:\n        cards[p] += t[p]\n"
        "    for p in s:\n        stack.append(p)\n\n"
        "@may\ndef deal():\n    return True"
    )
    assert played(
        "start(cards=(0, 1))",
        "deal((1, 0), (B, A))",
        "expect(cards[A] == 1 and cards[B] == 1 and stack[0] == B and stack[1] == A)",
        blocks=(WINDOW, block),
    ).success


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_example_says_how_many_players_there_are(seats: int) -> None:
    book = rulebook(
        "class State:\n    turn: Player = 0\n\n@move\ndef go(player: Player):\n"
        "    turn = next_player(player)\n\n@may\ndef go(player):\n    return player == turn",
        f"example\nstart(players={seats})\n"
        + "".join(f"go({'ABCD'[seat]})\n" for seat in range(seats))
        + "expect(turn == A)",
        players=(2, 4),
    )
    assert play_examples(book, build(book))[0].success
