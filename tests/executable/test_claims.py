"""What claims say, of situations and of steps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from headjudge.rulebook.values import Act
from headjudge.semantics.executable import After, Game, Table, build
from tests.executable.written import game, rulebook

TABLE = """
class Kind(Enum): FAST, SLOW

class State:
    turn: Player = 0
    busy: bool = False
    n: Range[0, 9] = 0
    maybe: Maybe[Range[0, 9]] = nobody
    cards: Each[Player, Range[0, 3]] = 0

@move("acts")
def play(player: Player, kind: Kind):
    needs(n < 9)
    n += 1

@move("acts")
def wait(player: Player):
    pass

@may("acts")
def turn_player(player):
    return player == turn

@only("play")
def slow_first(kind):
    return kind == SLOW or n > 0

@step
def rest():
    busy = False

@must
def rest():
    return busy
"""

PLAY, WAIT = Act("play", (0, 1)), Act("wait", (0,))


def asked(claim: str, **start: object) -> tuple[Game, Table]:
    played = game(TABLE, claim)
    return played, played.start(start)  # type: ignore[arg-type]


def violated(claim: str, **start: object) -> tuple[dict[str, object], ...]:
    played, state = asked(claim, **start)
    return played.violations("it", state)  # type: ignore[return-value]


def test_always_fails_for_the_parameters_for_which_the_condition_is_false() -> None:
    claim = "@always\ndef it(p):\n    return p == turn"
    assert violated(claim) == ({"p": 1},)
    assert violated(claim, turn=1) == ({"p": 0},)


def test_never_fails_for_the_parameters_for_which_the_condition_is_true() -> None:
    assert violated("@never\ndef it(p, q):\n    return p != q") == (
        {"p": 0, "q": 1},
        {"p": 1, "q": 0},
    )


def test_a_claim_without_parameters_fails_once_or_not_at_all() -> None:
    assert violated("@always\ndef it():\n    return n == 1") == ({},)
    assert violated("@always\ndef it():\n    return n == 0") == ()


def test_parameters_of_a_claim_run_over_their_types() -> None:
    assert violated("@always\ndef it(k: Kind, b: bool):\n    return b") == (
        {"k": 0, "b": False},
        {"k": 1, "b": False},
    )


@pytest.mark.parametrize("kind", ["always", "never"])
def test_an_undefined_claim_does_not_hold(kind: str) -> None:
    assert violated(f"@{kind}\ndef it():\n    return maybe < 3") == ({},)


def test_an_undefined_sometimes_does_not_happen() -> None:
    played, state = asked("@sometimes\ndef it():\n    return maybe < 3")
    assert played.witnesses("it", state) == ()


def test_sometimes_happens_for_the_parameters_for_which_the_condition_is_true() -> None:
    played, state = asked("@sometimes\ndef it(p):\n    return p == turn")
    assert played.witnesses("it", state) == ({"p": 0},)


@pytest.mark.parametrize(
    ("decorator", "found"),
    [("@always", ()), ('@always("every")', ({},))],
)
def test_claims_speak_of_rest_unless_they_say_every(decorator: str, found: object) -> None:
    claim = f"{decorator}\ndef it():\n    return n == 1"
    assert violated(claim, busy=True) == found
    played, state = asked(claim, busy=True)
    assert played.premise_holds("it", state) is bool(found)


def test_sometimes_speaks_of_all_situations() -> None:
    played, state = asked("@sometimes\ndef it():\n    return busy", busy=True)
    assert played.witnesses("it", state) == ({},)


def test_where_a_premise_fails_a_claim_says_nothing() -> None:
    claim = "@always\ndef it(p):\n    needs(p == turn)\n    return n == 1"
    assert violated(claim) == ({"p": 0},)
    played, state = asked("@always\ndef it():\n    needs(n == 1)\n    return False")
    assert played.violations("it", state) == ()
    assert not played.premise_holds("it", state)
    assert played.premise_holds("it", played.start({"n": 1}))


def test_an_undefined_premise_fails() -> None:
    claim = "@always\ndef it():\n    needs(maybe < 3)\n    return False"
    assert violated(claim) == ()
    assert violated(claim, maybe=1) == ({},)


def test_a_name_before_a_premise_is_known_after_it() -> None:
    claim = "@always\ndef it():\n    m = n + 1\n    needs(m > 1)\n    return m == 3"
    assert violated(claim) == ()
    assert violated(claim, n=1) == ({},)
    assert violated(claim, n=2) == ()


def test_can_says_whether_it_can_happen_whatever_else_is_due() -> None:
    claim = '@never("every")\ndef it(p, k: Kind):\n    return can(play(p, k))'
    assert violated(claim) == ({"p": 0, "k": 1},)
    assert violated(claim, busy=True, n=1) == ({"p": 0, "k": 0}, {"p": 0, "k": 1})


def test_legal_says_whether_it_may_happen_next() -> None:
    claim = '@never("every")\ndef it(p):\n    return legal(play(p, SLOW))'
    assert violated(claim) == ({"p": 0},)
    assert violated(claim, busy=True) == ()
    assert violated('@never("every")\ndef it():\n    return legal(rest())', busy=True) == ({},)


def test_parameters_left_out_may_have_any_value() -> None:
    assert violated("@never\ndef it():\n    return can(play(kind=SLOW))") == ({},)
    assert violated("@never\ndef it():\n    return can(play(kind=FAST))") == ()
    assert violated("@never\ndef it():\n    return can(play())") == ({},)


def test_a_tag_stands_for_any_action_that_has_it() -> None:
    assert violated("@never\ndef it(p):\n    return can(acts(p))", n=9) == ({"p": 0},)
    assert violated("@never\ndef it(p):\n    return can(play(p))", n=9) == ()


def test_an_undefined_argument_makes_a_claim_undefined() -> None:
    claim = (
        "class State:\n    who: Maybe[Player] = nobody\n\n"
        "@never\ndef it():\n    return can(wait(who))"
    )
    assert violated(claim) == ({},)
    assert violated(claim, who=1) == ()


def step(claim: str, act: Act, **start: object) -> tuple[dict[str, object], ...]:
    played, state = asked(claim, **start)
    outcome = played.apply(state, act)
    assert isinstance(outcome, After)
    return played.violations("it", state, act, outcome.state)  # type: ignore[return-value]


def test_doing_says_which_action_is_taken() -> None:
    claim = "@never\ndef it(p):\n    return doing(play(p))"
    assert step(claim, PLAY) == ({"p": 0},)
    assert step(claim, WAIT) == ()


def test_doing_compares_the_arguments() -> None:
    claim = "@never\ndef it(k: Kind):\n    return doing(play(kind=k))"
    assert step(claim, PLAY) == ({"k": 1},)


def test_doing_a_tag_is_doing_any_action_that_has_it() -> None:
    claim = "@never\ndef it():\n    return doing(acts(turn))"
    assert step(claim, PLAY) == ({},)
    assert step(claim, WAIT) == ({},)


def test_next_is_the_value_after_the_step() -> None:
    claim = "@always\ndef it():\n    return next(n) == n + 1"
    assert step(claim, PLAY) == ()
    assert step(claim, WAIT) == ({},)


def test_next_reaches_into_helpers_and_questions() -> None:
    claim = (
        "def more():\n    return n > 0\n\n"
        "@never\ndef it():\n    return next(more()) and not more() and next(can(play(0, FAST)))"
    )
    assert step(claim, PLAY) == ({},)
    assert step(claim, WAIT) == ()


def test_a_claim_of_steps_speaks_also_of_steps_on_the_way() -> None:
    claim = "@never\ndef it():\n    return doing(rest()) and busy"
    assert step(claim, Act("rest", ()), busy=True) == ({},)


def test_a_claim_of_steps_needs_a_step() -> None:
    played, state = asked("@never\ndef it():\n    return doing(rest())")
    with pytest.raises(TypeError, match="speaks of steps"):
        played.violations("it", state)


def test_a_claim_about_an_action_of_a_clause_left_out_finds_it_impossible() -> None:
    rules = build(rulebook(TABLE, "@never\ndef it(p):\n    return can(wait(p))"))
    whole = Game(rules, rules.setting())
    lesser = Game(rules, rules.setting(), without=frozenset({"1.1"}))
    assert whole.violations("it", whole.start({})) == ({"p": 0},)
    assert lesser.violations("it", lesser.start({})) == ()


def test_claims_of_one_name_in_two_clauses_are_told_apart() -> None:
    book = rulebook(TABLE, "@always\ndef it():\n    return n == 1")
    (claim,) = book.claims
    other = replace(claim, origin=replace(claim.origin, clause="1.1"))
    game_ = Game(build(book, (other,)), build(book).setting())
    state = game_.start({})
    with pytest.raises(KeyError):
        game_.violations("it", state)
    assert game_.violations("1.2 it", state) == ({},)
    assert game_.violations(other, state) == ({},)
    with pytest.raises(ValueError, match="two claims"):
        build(book, (claim,))


def test_a_property_may_have_a_name_with_dashes() -> None:
    book = rulebook(TABLE, "@always\ndef it():\n    return n == 1")
    (claim,) = book.claims
    game_ = Game(build(book, (replace(claim, name="one-holder"),)), build(book).setting())
    assert game_.violations("one-holder", game_.start({})) == ({},)
