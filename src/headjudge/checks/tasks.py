"""What is asked of the engines for each property, and what an answer means.

A task is a property with its goals. Each goal has the cause that a hit would show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from headjudge.checks.actions import happening
from headjudge.checks.applicable import lacking
from headjudge.checks.idle import Probe, probes
from headjudge.checks.orders import order_goal
from headjudge.checks.premises import (
    Premise,
    demanded,
    doubled,
    doubtful,
    forbidden,
    playing,
    resting,
)
from headjudge.checks.uses import dead_goal, idle_goal
from headjudge.engines.search import (
    DenialGoal,
    Goal,
    Grant,
    LeakGoal,
    LoopGoal,
    MeetingGoal,
    ReturnGoal,
    StateGoal,
    StepGoal,
)
from headjudge.evidence.results import Cause, Kind
from headjudge.rulebook.syntax import Claim, ClaimKind, Property
from headjudge.semantics.symbolic.claims import Claims, StepClaim, watch_options
from headjudge.semantics.symbolic.quantify import exists
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Term
from headjudge.semantics.symbolic.twins import told_apart
from headjudge.semantics.symbolic.views import signs, view


class Wanted(Enum):
    """Whether a hit breaks the property or is what it asks for."""

    NOTHING = "nothing"
    SOMETHING = "something"


@dataclass(frozen=True, slots=True)
class Asked:
    """A goal, and the cause that a hit shows."""

    goal: Goal
    cause: Cause


@dataclass(frozen=True, slots=True)
class Task:
    """A property and what is asked for it.

    ``premised``: the property has a premise that has to hold somewhere, and what is asked
    counts it; ``premise``: it is counted apart. ``probes``: what is asked about its parts.
    """

    property: Property
    claim: Claim
    kind: Kind
    wanted: Wanted
    asked: tuple[Asked, ...]
    premised: bool
    probes: tuple[Probe, ...] = ()
    premise: Premise | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """All tasks, and the system to search for them.

    It is larger than the rulebook's where a property has to remember something.
    """

    system: System
    tasks: tuple[Task, ...]


def plan(properties: Sequence[Property], system: System, *, parts: bool = True) -> Plan:
    """What has to be asked for the properties that apply; without ``parts`` not of their parts."""
    tasks = []
    searched = system
    for property_ in properties:
        if lacking(property_, system):
            continue
        match property_.claim:
            case None:
                continue
            case Claim(kind=ClaimKind.NO_LOST_OPTION) as claim:
                watched = watch_options(searched, claim)
                searched = watched.system
                tasks.append(_no_lost_option(property_, claim, watched.claim))
            case claim:
                tasks.append(_task(property_, claim, system, parts=parts))
    return Plan(searched, tuple(tasks))


def _task(property_: Property, claim: Claim, system: System, *, parts: bool) -> Task:
    match claim.kind:
        case ClaimKind.ALWAYS | ClaimKind.NEVER:
            return _claim(property_, claim, system, parts=parts)
        case ClaimKind.SOMETIMES:
            return _sometimes(property_, claim, system)
        case ClaimKind.ALWAYS_POSSIBLE:
            return _always_possible(property_, claim, system)
        case ClaimKind.INEVITABLE:
            return _inevitable(property_, claim, system)
        case ClaimKind.NEVER_DENIED:
            return _never_denied(property_, claim, system)
        case ClaimKind.NO_LOST_OPTION:
            raise TypeError("this kind needs a system that remembers")
        case ClaimKind.REVEALS_NOTHING:
            return _reveals_nothing(property_, claim, system)
        case ClaimKind.TAKES_NO_CHOICE:
            return _takes_no_choice(property_, claim, system)
        case ClaimKind.NO_CONFLICT:
            every = _conflicts(system)
            if not system.ruling.permission_wins:
                # All that cannot be obeyed together: more than the single conflicts.
                every = (*every, Asked(MeetingGoal("meetings"), Cause(Kind.CONFLICT)))
            return _simple(property_, claim, Kind.CONFLICT, every, forbidden(system))
        case ClaimKind.NO_CLASH:
            return _simple(property_, claim, Kind.CLASH, _clashes(system), doubled(system))
        case ClaimKind.NO_GAP:
            gap = Asked(StateGoal("gap", system.gap, system.pool.true), Cause(Kind.GAP))
            return _simple(property_, claim, Kind.GAP, (gap,), playing(system))
        case ClaimKind.NO_SILENCE:
            return _simple(property_, claim, Kind.SILENCE, _silences(system), resting(system))
        case ClaimKind.NO_IMPOSSIBLE_OBLIGATION:
            found = _impossible(system)
            return _simple(property_, claim, Kind.IMPOSSIBLE, found, demanded(system))
        case ClaimKind.DEFINED:
            found = _undefined(system)
            return _simple(property_, claim, Kind.UNDEFINED, found, doubtful(system))
        case ClaimKind.NO_ORDER_AMBIGUITY | ClaimKind.ANY_ORDER:
            asked = (Asked(order_goal(claim, system), Cause(Kind.ORDER)),)
            return Task(property_, claim, Kind.ORDER, Wanted.NOTHING, asked, premised=True)
        case ClaimKind.NO_DEAD_CLAUSE:
            asked = (Asked(dead_goal(system), Cause(Kind.DEAD)),)
            return _simple(property_, claim, Kind.DEAD, asked)
        case ClaimKind.NO_IDLE_CLAUSE:
            asked = (Asked(idle_goal(system), Cause(Kind.IDLE)),)
            return _simple(property_, claim, Kind.IDLE, asked)
        case ClaimKind.EVERY_ACTION_HAPPENS:
            taken = tuple(Asked(goal, cause) for goal, cause in happening(system))
            return Task(
                property_, claim, Kind.NEVER_HAPPENS, Wanted.SOMETHING, taken, premised=False
            )


def _simple(
    property_: Property,
    claim: Claim,
    kind: Kind,
    asked: tuple[Asked, ...],
    premise: Premise | None = None,
) -> Task:
    return Task(property_, claim, kind, Wanted.NOTHING, asked, premised=False, premise=premise)


# ------------------------------------------------------------------------- claims


def _claim(property_: Property, claim: Claim, system: System, *, parts: bool) -> Task:
    claims = Claims(system)
    asked: list[Asked] = []
    if claim.of_steps:
        asked.extend(_steps(step) for step in claims.of_steps(claim))
    else:
        for state in claims.of_situations(claim):
            goal = StateGoal(claim.name, state.hit, state.premise)
            asked.append(Asked(goal, Cause(Kind.VIOLATION, label=state.label)))
    found = probes(claims, claim) if parts else ()
    whole = tuple(asked)
    return Task(
        property_, claim, Kind.VIOLATION, Wanted.NOTHING, whole, premised=True, probes=found
    )


def _steps(step: StepClaim, kind: Kind = Kind.VIOLATION) -> Asked:
    goal = StepGoal(step.claim.name, step.hit, step.premise)
    return Asked(goal, Cause(kind, label=step.label))


def _sometimes(property_: Property, claim: Claim, system: System) -> Task:
    claims = Claims(system)
    if claim.of_steps:
        found = [
            Asked(
                StepGoal(claim.name, step.hit, step.premise),
                Cause(Kind.NEVER_HAPPENS, label=step.label),
            )
            for step in claims.of_steps(claim)
        ]
    else:
        found = [
            Asked(
                StateGoal(claim.name, state.hit, state.premise, by_action=False),
                Cause(Kind.NEVER_HAPPENS, label=state.label),
            )
            for state in claims.of_situations(claim)
        ]
    return Task(
        property_, claim, Kind.NEVER_HAPPENS, Wanted.SOMETHING, tuple(found), premised=False
    )


def _always_possible(property_: Property, claim: Claim, system: System) -> Task:
    found = [
        Asked(ReturnGoal(claim.name, state.hit), Cause(Kind.STUCK, label=state.label))
        for state in Claims(system).of_situations(claim)
    ]
    return Task(property_, claim, Kind.STUCK, Wanted.NOTHING, tuple(found), premised=True)


def _inevitable(property_: Property, claim: Claim, system: System) -> Task:
    found = tuple(
        Asked(LoopGoal(claim.name, state.hit, claim.passing), Cause(Kind.LOOP, label=state.label))
        for state in Claims(system).of_situations(claim)
    )
    return Task(property_, claim, Kind.LOOP, Wanted.NOTHING, found, premised=True)


def _never_denied(property_: Property, claim: Claim, system: System) -> Task:
    # The values of the first parameter, a player, are the slowest to change.
    states = Claims(system).of_situations(claim)
    each = len(states) // system.setting.players
    grants = tuple(
        Grant(number // each, state.premise, state.hit) for number, state in enumerate(states)
    )
    asked = Asked(DenialGoal(claim.name, grants), Cause(Kind.DENIED))
    return Task(property_, claim, Kind.DENIED, Wanted.NOTHING, (asked,), premised=True)


def _no_lost_option(property_: Property, claim: Claim, watched: StepClaim) -> Task:
    asked = (_steps(watched, Kind.LOST_OPTION),)
    return Task(property_, claim, Kind.LOST_OPTION, Wanted.NOTHING, asked, premised=True)


def _takes_no_choice(property_: Property, claim: Claim, system: System) -> Task:
    asked = (_steps(Claims(system).of_choices(claim), Kind.SHORTCUT),)
    return Task(property_, claim, Kind.SHORTCUT, Wanted.NOTHING, asked, premised=True)


def _reveals_nothing(property_: Property, claim: Claim, system: System) -> Task:
    """One question for each player who looks on."""
    asked = []
    for seat in range(system.setting.players):
        seen = view(system, seat)
        goal = LeakGoal(f"{claim.name} {seat}", seen, signs(system, seen, claim.option))
        asked.append(Asked(goal, Cause(Kind.LEAK)))
    return Task(property_, claim, Kind.LEAK, Wanted.NOTHING, tuple(asked), premised=True)


def one_step(property_: Property, system: System) -> Task | None:
    """What proves that nothing is revealed: no single step tells what looks alike apart.

    Any two situations are compared, whether a play comes to them or not, so that a hit
    refutes nothing. None if the property does not apply.
    """
    claim = property_.claim
    if claim is None or lacking(property_, system):
        return None
    asked = []
    for seat in range(system.setting.players):
        hit = told_apart(system, view(system, seat), claim.option)
        premise = tuple(system.pool.false for _ in hit)
        asked.append(Asked(StepGoal(f"{claim.name} {seat}", hit, premise), Cause(Kind.LEAK)))
    return Task(property_, claim, Kind.LEAK, Wanted.NOTHING, tuple(asked), premised=False)


# ----------------------------------------------------------- norms and their clauses


def _conflicts(system: System) -> tuple[Asked, ...]:
    pool, norms = system.pool, system.rulebook.norms
    together: dict[tuple[str, str, str], list[Term]] = {}
    for transition in system.transitions:
        for (grant, stop), term in transition.conflicts:
            key = (
                transition.action.name,
                norms[grant].origin.clause,
                norms[stop].origin.clause,
            )
            groups = transition.groups
            whole = pool.and_(transition.canonical, term)
            together.setdefault(key, []).append(exists(pool, whole, groups))
    return tuple(
        Asked(
            StateGoal(f"conflict {action}", pool.or_(*terms), pool.true, by_action=False),
            Cause(Kind.CONFLICT, action, (grant, stop)),
        )
        for (action, grant, stop), terms in together.items()
    )


def _clashes(system: System) -> tuple[Asked, ...]:
    pool = system.pool
    keys = {pair: None for t in system.transitions for pair, _ in t.clashes}
    found = []
    for pair in keys:
        hit = tuple(dict(t.clashes).get(pair, pool.false) for t in system.transitions)
        premise = tuple(pool.false for _ in hit)
        field, one, two = pair
        goal = StepGoal(f"clash {field}", hit, premise, taken=False)
        clauses = (one,) if one == two else (one, two)
        found.append(Asked(goal, Cause(Kind.CLASH, None, clauses, field)))
    return tuple(found)


def _silences(system: System) -> tuple[Asked, ...]:
    return tuple(
        Asked(
            StateGoal(f"silence {field}", term, system.pool.true),
            Cause(Kind.SILENCE, None, (), field),
        )
        for field, term in system.silent
    )


def _impossible(system: System) -> tuple[Asked, ...]:
    return tuple(
        Asked(
            StateGoal(f"impossible {action}", term, system.pool.true, by_action=False),
            Cause(Kind.IMPOSSIBLE, action, (clause,)),
        )
        for (action, clause), term in system.impossible
    )


def _undefined(system: System) -> tuple[Asked, ...]:
    pool = system.pool
    found = []
    clauses = {clause: None for t in system.transitions for clause, _ in t.undefined}
    for clause in clauses:
        hit = tuple(
            pool.or_(*(term for name, term in t.undefined if name == clause))
            for t in system.transitions
        )
        premise = tuple(pool.false for _ in hit)
        goal = StepGoal(f"undefined {clause}", hit, premise, taken=False)
        found.append(Asked(goal, Cause(Kind.UNDEFINED, None, (clause,))))
    for transition in system.transitions:
        for clause, term in transition.unknown:
            some = exists(pool, pool.and_(transition.canonical, term), transition.groups)
            if some is pool.false:
                continue
            goal_ = StateGoal(f"unknown {clause}", some, pool.true, by_action=False)
            cause = Cause(Kind.UNDEFINED, transition.action.name, (clause,), "condition")
            found.append(Asked(goal_, cause))
    return tuple(found)
