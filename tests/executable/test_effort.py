"""How much work a game does: nothing twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from headjudge.rulebook.values import Act
from headjudge.semantics.executable import After, Game, Rules, Table, build
from tests.executable.written import rulebook

BOOK = """
class State:
    turn: Player = 0
    n: Range[0, 9] = 0

@move
def go(player: Player, a: Range[0, 9], b: Range[0, 9]):
    needs(n < 9 or a == b)
    n = a

@may
def go(player):
    return player == turn

@must_not("go")
def never_by_nine(a):
    return a == 9

@only("go")
def always():
    return True
"""


def counting(rules: Rules) -> tuple[Rules, Counter[str]]:
    """The same rules, and how often each condition is worked out."""
    worked_out: Counter[str] = Counter()

    def counted(name: str, function: Callable[..., bool]) -> Callable[..., bool]:
        def ask(*arguments: object) -> bool:
            worked_out[name] += 1
            return function(*arguments)

        return ask

    norms = tuple(
        replace(norm, condition=counted(norm.kind.value, norm.condition)) for norm in rules.norms
    )
    actions = tuple(
        replace(action, needs=counted("needs", action.needs)) if action.needs else action
        for action in rules.actions
    )
    return replace(rules, norms=norms, actions=actions), worked_out


def judged() -> tuple[Game, Table, Counter[str]]:
    rules, worked_out = counting(build(rulebook(BOOK)))
    game = Game(rules, rules.setting())
    state = game.start({})
    assert len(game.legal(state)) == 90
    return game, state, worked_out


def test_a_condition_is_worked_out_once_for_all_acts_about_which_it_asks_the_same() -> None:
    _, _, worked_out = judged()
    assert worked_out["may"] == 2
    assert worked_out["must_not"] == 10
    assert worked_out["only"] == 1


def test_needs_are_worked_out_only_where_the_norms_let_an_act_happen() -> None:
    _, _, worked_out = judged()
    assert worked_out["needs"] == 90


def test_a_situation_is_judged_once_however_often_it_is_asked_about() -> None:
    game, state, worked_out = judged()
    before = worked_out.copy()
    assert game.at_rest(game.thaw(game.freeze(state)))
    assert game.can(state, Act("go", (0, 1, 2)))
    assert not game.gap(state)
    assert game.refusals(state, Act("go", (0, 1, 2))) == ()
    assert worked_out == before


def test_a_play_of_a_thousand_steps_is_quickly_done() -> None:
    rules = build(rulebook(BOOK))
    game = Game(rules, rules.setting())
    state = game.start({})
    for number in range(1000):
        act = game.legal(state)[number % 80]
        outcome = game.apply(state, act)
        assert isinstance(outcome, After)
        state = outcome.state
