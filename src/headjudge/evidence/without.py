"""What a play would be if one of its clauses were not there."""

from __future__ import annotations

from collections import deque

from headjudge.evidence.denying import Against, usable
from headjudge.evidence.judging import CLOSURE, Answer
from headjudge.evidence.reasons import Choice, Ending, Without
from headjudge.evidence.replay import Replayer
from headjudge.evidence.results import Finding, Trace
from headjudge.rulebook.syntax import ActionKind
from headjudge.rulebook.values import Act, Situation
from headjudge.semantics.executable import After, Game, Table


def without_clause(game: Game, trace: Trace, clause: str, act: Act | None) -> Without:
    """The acts of a play in a game that lacks a clause, and the act in question after them."""
    state = game.thaw(trace.start)
    apart, elsewhere = 0, None
    asked = [(step.act, step.after) for step in trace.steps]
    # The act in question leads nowhere in the play: that it may happen is what is different.
    for number, (one, after) in enumerate([*asked, *([(act, None)] if act else [])], start=1):
        if game.silent(state):
            return Without(clause, apart, elsewhere, Ending.SILENT, number, (), ())
        if not game.is_legal(state, one):
            stops = tuple(id_ for id_ in game.refusals(state, one) if id_ != clause)
            may = choices(game, state)
            return Without(clause, apart, elsewhere, Ending.STOPPED, number, stops, may)
        outcome = game.apply(state, one)
        if not isinstance(outcome, After):
            return Without(clause, apart, elsewhere, Ending.BROKEN, number, (), ())
        state = outcome.state
        if not apart and game.freeze(state) != after:
            apart, elsewhere = number, game.freeze(state)
    return Without(clause, apart, elsewhere, Ending.GOES_ON, 0, (), choices(game, state))


def choices(game: Game, state: Table) -> tuple[Choice, ...]:
    """What may happen: of each action, and of a move of each player, the plainest act."""
    moves = {one.name for one in game.rules.actions if one.kind is ActionKind.MOVE}
    found: dict[tuple[object, ...], Choice] = {}
    for act in () if game.silent(state) else game.legal(state):
        who = act.arguments[0] if act.action in moves else None
        found.setdefault((act.action, who), Choice(act, game.grants(state, act)))
    return tuple(found.values())


def until_usable(judge: Replayer, finding: Finding, trace: Trace, clause: str) -> Without | None:
    """How a denied answer comes to be usable if a clause is missing from its granting on.

    The denying side does what it does in the finding, where it may. None if the finding is
    about something else, or the clause matters before.
    """
    answer = judge.answer(finding)
    if answer is None:
        return None
    game = judge.game(trace, clause)
    end = judge.game(trace).thaw(last_of(trace))
    acts = _shortest(game, answer, end)
    if acts is None:
        return None
    return Without(clause, 0, None, Ending.GOES_ON, 0, (), choices(game, end), acts)


def _shortest(game: Game, answer: Answer, start: Table) -> tuple[Choice, ...] | None:
    values = answer.granted(game, start)
    if values is None:
        return None
    against = Against(answer.claim, values, answer.denial.denier, answer.denial.cards)
    planned = answer.denial.choices
    seen: dict[Situation, tuple[Choice, ...]] = {game.freeze(start): ()}
    queue = deque([start])
    while queue and len(seen) < CLOSURE:
        state = queue.popleft()
        here = seen[game.freeze(state)]
        if usable(game, against, state):
            return here
        legal = () if game.silent(state) else game.legal(state)
        plan = planned.get(game.freeze(state))
        for act in (plan,) if plan in legal else legal:
            outcome = game.apply(state, act)
            if isinstance(outcome, After) and game.freeze(outcome.state) not in seen:
                seen[game.freeze(outcome.state)] = (*here, Choice(act, game.grants(state, act)))
                queue.append(outcome.state)
    return None


def last_of(trace: Trace) -> Situation:
    """The situation in which a play ends, before a last step that leads to none."""
    return next((s.after for s in reversed(trace.steps) if s.after is not None), trace.start)
