"""From what holds within a scope to what holds without bounds."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from headjudge.checks.rankings import Attempt, attempts
from headjudge.checks.tasks import Plan, Task, Wanted, one_step, plan
from headjudge.engines.induction.atoms import Clause
from headjudge.engines.induction.checker import objection
from headjudge.engines.induction.decide import possible
from headjudge.engines.induction.horn import Horn
from headjudge.engines.induction.longer import steps_needed
from headjudge.engines.induction.longer_checker import longer_objection
from headjudge.engines.induction.search import Effort, Search
from headjudge.engines.search import Clock, MeetingGoal, StateGoal, StepGoal
from headjudge.evidence.certificates import Case
from headjudge.evidence.results import Kind, Result, Verdict
from headjudge.rulebook.syntax import ClaimKind, Property, Rulebook, Setting
from headjudge.rulebook.values import Ruling
from headjudge.semantics.symbolic.layout import EndlessError
from headjudge.semantics.symbolic.terms import TooManyError
from headjudge.semantics.symbolic.unbounded import Unbounded, lower_unbounded

HOLDS = (Verdict.EXHAUSTIVE, Verdict.WITHIN_SCOPE, Verdict.BOUNDED)
# What an invariant or a ranking can prove. Other kinds compare plays, or look for what happens,
# and are not even asked of terms without bounds. Of two plays that look alike to a player one
# step is asked about, from any two situations that do.
PROVABLE = (
    ClaimKind.ALWAYS,
    ClaimKind.NEVER,
    ClaimKind.INEVITABLE,
    ClaimKind.NO_LOST_OPTION,
    ClaimKind.REVEALS_NOTHING,
    ClaimKind.TAKES_NO_CHOICE,
    ClaimKind.NO_CONFLICT,
    ClaimKind.NO_CLASH,
    ClaimKind.NO_GAP,
    ClaimKind.NO_SILENCE,
    ClaimKind.NO_IMPOSSIBLE_OBLIGATION,
    ClaimKind.DEFINED,
)
Goals = tuple[StateGoal | StepGoal, ...]


@dataclass(frozen=True, slots=True)
class Stance:
    """One reading of a rulebook in one setting, under one ruling."""

    rulebook: Rulebook
    properties: tuple[Property, ...]
    setting: Setting
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class Ground:
    """The system without bounds on which proofs are sought and checked, and what is asked."""

    unbounded: Unbounded
    tasks: Mapping[str, Task]


def ground(stance: Stance) -> Ground:
    """Lower a rulebook without bounds, with all that its properties have to remember.

    Raises EndlessError or TooManyError where there is no such system.
    """
    properties = [
        one for one in stance.properties if one.claim is not None and one.claim.kind in PROVABLE
    ]
    claims = [one.claim for one in properties if one.claim is not None]
    made = lower_unbounded(stance.rulebook, stance.setting, stance.ruling, claims)
    asked = plan([one for one in properties if not _secret(one)], made.system)
    alike = [one_step(one, made.system) for one in properties if _secret(one)]
    _keep_exceptions(stance, made)
    pool, slots = made.system.pool, asked.system.slots
    past = slots[len(slots) - asked.system.history :]
    start = pool.and_(made.start, *(pool.not_(slot) for slot in past))
    whole = replace(made, system=asked.system, start=start)
    found = (*asked.tasks, *(task for task in alike if task is not None))
    return Ground(whole, {task.property.name: task for task in found})


def _secret(property_: Property) -> bool:
    """Whether it compares two plays that look alike."""
    return property_.claim is not None and property_.claim.kind is ClaimKind.REVEALS_NOTHING


def _keep_exceptions(stance: Stance, made: Unbounded) -> None:
    """What is an exception in the setting has to be one without bounds."""
    pool = made.system.pool
    for grant, stop in stance.ruling.exceptions:
        for transition in made.system.transitions:
            standing = dict(transition.standing)
            if grant not in standing or stop not in standing:
                continue
            outside = pool.and_(
                transition.canonical,
                transition.possible,
                standing[stop],
                pool.not_(standing[grant]),
            )
            if possible(made.system, outside) is not False:
                norms = stance.rulebook.norms
                one, two = norms[stop].origin.clause, norms[grant].origin.clause
                raise EndlessError(f"{one} is an exception to {two} only within the scope")


def goals(task: Task) -> Goals | None:
    """The goals of a task that a proof can rule out; None if there are others among them."""
    # What meets is told beside the verdict and rules nothing out.
    found = tuple(one.goal for one in task.asked if not isinstance(one.goal, MeetingGoal))
    if task.wanted is Wanted.SOMETHING:
        return None
    plain = tuple(goal for goal in found if isinstance(goal, StateGoal | StepGoal))
    return plain if len(plain) == len(found) else None


def prove(
    stance: Stance,
    results: Sequence[Result],
    searched: Plan,
    readings: Mapping[str, str],
    effort: Effort,
) -> tuple[tuple[Result, ...], Case | None]:
    """Try to prove every property of situations and steps that holds within the scope.

    ``searched`` is what was searched: its situations guide the search for an invariant. A
    verdict becomes ``proved`` only after the invariant was checked by itself.
    """
    able = {result.property for result in results if result.verdict in HOLDS}
    try:
        made = ground(stance)
    except (EndlessError, TooManyError) as error:
        return tuple(_unproved(one, able, str(error)) for one in results), None
    wanted = {
        name: mine
        for name, task in made.tasks.items()
        if name in able and (mine := goals(task)) is not None
    }
    asked = [(name, goal) for name, mine in wanted.items() for goal in mine]
    search = Search(made.unbounded, (searched.system,), effort)
    found = search.prove([goal for _, goal in asked], [name for name, _ in asked])
    why: dict[str, str] = {}
    for (name, _), proved, said in zip(asked, found.proved, found.why, strict=True):
        if not proved:
            why.setdefault(name, said)
    names = tuple(name for name in wanted if name not in why)
    sure = [goal for name in names for goal in wanted[name]]
    against = objection(made.unbounded, found.invariant, sure)
    invariant = () if against else found.invariant
    if against:
        names, why = (), dict.fromkeys(wanted, f"the invariant was not confirmed: {against}")
    more = _by_spacer(made.unbounded, invariant, {n: wanted[n] for n in wanted if n in why}, effort)
    invariant = tuple(dict.fromkeys((*invariant, *(one for new in more.values() for one in new))))
    names = tuple(name for name in wanted if name in names or name in more)
    left_over = {name: wanted[name] for name in wanted if name not in names}
    longer = _longer(made.unbounded, invariant, left_over, effort)
    # What is cut off in a window leaves no verdict within a scope; a proof needs no scope.
    endless = {one.property for one in results if one.kind is Kind.LOOP and _undecided(one)}
    left = {name: task for name, task in made.tasks.items() if name in able | endless}
    ranked = attempts(made.unbounded, left, invariant)
    ranked_names = tuple(name for name, one in ranked.items() if one.rankings)
    why.update({name: one.why for name, one in ranked.items() if one.why})
    new = []
    for one in results:
        if one.property in ranked_names:
            new.append(_ranked(one, ranked[one.property]))
        elif one.property in names or one.property in longer:
            new.append(replace(one, verdict=Verdict.PROVED))
        else:
            new.append(
                _unproved(
                    one, able, why.get(one.property, "it is not about single situations or steps")
                )
            )
    if not names and not ranked_names and not longer:
        return tuple(new), None
    case = Case(
        tuple(sorted(readings.items())),
        stance.ruling.permission_wins,
        names,
        invariant,
        tuple((name, ranked[name].rankings) for name in ranked_names),
        tuple(longer.items()),
    )
    return tuple(new), case


def _by_spacer(
    unbounded: Unbounded,
    invariant: Sequence[Clause],
    left: Mapping[str, Goals],
    effort: Effort,
) -> dict[str, tuple[Clause, ...]]:
    """What holds by an invariant that Spacer finds, with what it adds to the one that is known.

    Each is checked by itself before it counts.
    """
    clock = Clock(effort.patience, time.monotonic)
    found: dict[str, tuple[Clause, ...]] = {}
    if not left or effort.spacer <= 0:
        return found
    rules = Horn(unbounded, invariant)
    for name, mine in left.items():
        if clock.spent:
            break
        new = rules.invariant(mine, effort.spacer)
        if new is not None and not objection(unbounded, (*invariant, *new), mine):
            found[name] = new
    return found


def _longer(
    unbounded: Unbounded,
    invariant: Sequence[Clause],
    left: Mapping[str, Goals],
    effort: Effort,
) -> dict[str, int]:
    """What holds by induction over several steps where no invariant was found, by how many.

    Each is checked by itself before it counts.
    """
    clock = Clock(effort.patience, time.monotonic)
    found = {}
    for name, mine in left.items():
        steps = steps_needed(unbounded, invariant, mine, effort.length, clock)
        if steps is not None and not longer_objection(unbounded, invariant, steps, mine):
            found[name] = steps
    return found


def _undecided(result: Result) -> bool:
    """Whether a search came to its end and only what was cut off left no verdict."""
    undecided = result.verdict is Verdict.NO_VERDICT
    return undecided and result.searched is not None and bool(result.searched.cutoffs)


def _ranked(result: Result, attempt: Attempt) -> Result:
    said = f"for any number of cards: {attempt.said}" if attempt.said else ""
    return replace(result, verdict=Verdict.PROVED, why=said)


def _unproved(result: Result, able: set[str], why: str) -> Result:
    return replace(result, unproved=why) if result.property in able else result
