"""Whether every action that the rulebook has can happen, and whether it does anything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from headjudge.engines.search import StateGoal, StepGoal
from headjudge.evidence.results import Cause, Finding, Kind, Result, Verdict
from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import Action, NormKind, Rulebook
from headjudge.semantics.symbolic.quantify import exists
from headjudge.semantics.symbolic.system import System, Transition
from headjudge.semantics.symbolic.terms import Term


def own_actions(rulebook: Rulebook) -> Iterator[Action]:
    """The actions that are the rulebook's; what cards do is not."""
    return (action for action in rulebook.actions if not action.origin.environment)


def happening(system: System) -> tuple[tuple[StepGoal, Cause], ...]:
    """For each of its actions, a step that takes it."""
    pool, found = system.pool, []
    for action in own_actions(system.rulebook):
        hit = tuple(pool.truth(one.action is action) for one in system.transitions)
        cause = Cause(Kind.NEVER_HAPPENS, action.name)
        found.append((StepGoal(f"happens {action.name}", hit, hit), cause))
    return tuple(found)


# ------------------------------------------------------------- why one never happens


@dataclass(frozen=True, slots=True)
class Hurdle:
    """Something that an action has to get over: where it does, and what is said if nowhere."""

    goal: StateGoal
    clauses: tuple[str, ...]
    said: str
    place: Place


def hurdles(system: System, action: str) -> tuple[Hurdle, ...]:
    """What an action has to get over, each where it is over all before; in order."""
    pool, taken = system.pool, system.transition(action)
    norms = system.rulebook.norms
    found: list[Hurdle] = []
    so_far = pool.and_(taken.canonical, taken.possible)

    def add(term: Term, clauses: tuple[str, ...], said: str) -> None:
        where = exists(pool, term, taken.groups)
        goal = StateGoal(f"{action} {len(found)}", where, pool.true, by_action=False)
        found.append(Hurdle(goal, clauses, said, taken.action.origin.place))

    origin = (taken.action.origin.clause,)
    add(so_far, origin, "what it needs is never there")
    grants = [_of(taken, index) for index in _norms(system, action, NormKind.MAY, NormKind.MUST)]
    clauses = _clauses(system, action, NormKind.MAY, NormKind.MUST)
    said = "no clause ever permits or requires it there" if clauses else "no clause speaks of it"
    so_far = pool.and_(so_far, pool.or_(*grants))
    add(so_far, clauses or origin, said)
    for index in _norms(system, action, NormKind.ONLY):
        clause = norms[index].origin.clause
        so_far = pool.and_(so_far, _of(taken, index))
        add(so_far, (clause,), f"{clause} never lets it happen there")
    stops = _clauses(system, action, NormKind.MUST_NOT)
    so_far = pool.and_(so_far, taken.can)
    add(so_far, stops or clauses, "wherever it would be allowed it is forbidden")
    legal = pool.and_(taken.canonical, taken.legal)
    add(legal, clauses, "something else always has to happen first")
    add(pool.and_(legal, taken.goes), origin, "whenever it comes up, it ends the play")
    return tuple(found)


def _of(taken: Transition, index: int) -> Term:
    return dict(taken.standing)[index]


def _norms(system: System, action: str, *kinds: NormKind) -> tuple[int, ...]:
    pairs = enumerate(system.rulebook.norms)
    return tuple(index for index, norm in pairs if norm.kind in kinds and action in norm.actions)


def _clauses(system: System, action: str, *kinds: NormKind) -> tuple[str, ...]:
    norms = (system.rulebook.norms[index] for index in _norms(system, action, *kinds))
    return tuple(dict.fromkeys(norm.origin.clause for norm in norms))


# ------------------------------------------------------------- what one does


def without_consequence(rulebook: Rulebook) -> Result:
    """Whether every action changes something: a result about the document."""
    name = "every-action-does-something"
    moved = {action for one in rulebook.consequences for action in one.actions}
    findings = tuple(
        Finding(
            name,
            Cause(Kind.GAP, action.name, (action.origin.clause,)),
            None,
            message="It has no effect of its own, and no clause says what follows from it.",
            place=action.origin.place,
        )
        for action in own_actions(rulebook)
        if not action.effects and action.name not in moved
    )
    return Result(
        name,
        "Something follows from every action",
        "An action from which nothing follows can be repeated for ever. "
        "Either the clause that says what it does is missing, or it is no action.",
        Kind.GAP,
        Verdict.REFUTED if findings else Verdict.EXHAUSTIVE,
        Verdict.WITHIN_SCOPE.value,
        findings,
    )
