"""What the tests of an engine are to show of a rulebook.

Every statement of a clause both ways; every two clauses that can meet over one act; every
boundary that is written down in ``boundaries.md``, and whatever the rulebook says has to be
possible; every near miss of a property; every action right after every other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from pathlib import Path

from headjudge.checks.audit import own_properties
from headjudge.checks.tasks import plan
from headjudge.engines.explore.marks import Aim
from headjudge.engines.search import StateGoal, StepGoal
from headjudge.rulebook import parse_properties
from headjudge.rulebook.speaking import Statement, statements
from headjudge.rulebook.syntax import (
    ClaimKind,
    EachType,
    ListType,
    Norm,
    NormKind,
    Property,
    RangeType,
    Rulebook,
    StockType,
    Type,
)
from headjudge.semantics.symbolic.system import System, Transition
from headjudge.semantics.symbolic.terms import Term
from headjudge.vectors.conditions import both_ways, deciding

_BOUNDARIES = Path(__file__).with_name("boundaries.md")


class GoalKind(Enum):
    """What kind of thing is to be shown."""

    ACTION = "actions"
    CLAUSE = "clauses"
    PAIR = "pairs"
    BOUNDARY = "boundaries"
    NEAR_MISS = "near misses"
    CONDITION = "conditions"
    SUCCESSION = "successions"
    CONTRADICTION = "contradictions"


@dataclass(frozen=True, slots=True)
class Goal:
    """One thing to be shown; ``said`` tells it apart. ``clauses``: which it is about."""

    kind: GoalKind
    said: str
    clauses: tuple[str, ...]
    action: str | None = None


@dataclass(frozen=True, slots=True)
class _Voice:
    """A statement about one action: where it has its say, and where it has not."""

    clause: str
    says: Term
    silent: Term
    taken: bool
    words: tuple[str, str]


_NORMS = {
    NormKind.MAY: ("permits", "does not permit"),
    NormKind.MUST: ("requires", "does not require"),
    NormKind.MUST_NOT: ("forbids", "does not forbid"),
    NormKind.ONLY: ("stops", "lets pass"),
}
_FOLLOWS = ("follows from", "does not follow from")


def goals(system: System) -> list[tuple[Goal, Aim]]:
    """What is to be shown of actions, clauses and pairs of clauses, in the document's order."""
    found: dict[str, tuple[Goal, Aim]] = {}
    by_name = {one.action.name: (number, one) for number, one in enumerate(system.transitions)}
    for action in system.rulebook.actions:
        number, transition = by_name[action.name]
        mine = [
            *_of_action(system, number, transition),
            *_of_clauses(system, number, transition),
            *_of_conditions(system, number, transition),
        ]
        for goal, aim in mine:
            known = found.get(goal.said)
            found[goal.said] = (goal, aim if known is None else _either(system, known[1], aim))
    return list(found.values())


def _either(system: System, one: Aim, two: Aim) -> Aim:
    """What shows one of two aims that are called the same."""
    return Aim(
        one.label, met=_joined(system, one.met, two.met), done=_joined(system, one.done, two.done)
    )


def _joined(
    system: System, one: tuple[tuple[int, Term], ...], two: tuple[tuple[int, Term], ...]
) -> tuple[tuple[int, Term], ...]:
    found: dict[int, Term] = dict(one)
    for number, term in two:
        found[number] = system.pool.or_(found.get(number, system.pool.false), term)
    return tuple(found.items())


def _of_action(system: System, number: int, transition: Transition) -> Iterator[tuple[Goal, Aim]]:
    pool, name = system.pool, transition.action.name
    clause = transition.action.origin.clause
    impossible = pool.and_(transition.canonical, pool.not_(transition.possible))
    refused = pool.and_(transition.canonical, transition.possible, pool.not_(transition.legal))
    for said, term, taken in (
        (f"{name} happens", pool.true, True),
        (f"{name} is refused", refused, False),
        (f"{name} is impossible", impossible, False),
    ):
        yield _pair(Goal(GoalKind.ACTION, said, (clause,), name), number, term, taken=taken)


def _of_clauses(system: System, number: int, transition: Transition) -> Iterator[tuple[Goal, Aim]]:
    name = transition.action.name
    voices = list(_voices(system, transition))
    for one in voices:
        for word, term in zip(one.words, (one.says, one.silent), strict=True):
            goal = Goal(GoalKind.CLAUSE, f"{one.clause} {word} {name}", (one.clause,), name)
            yield _pair(goal, number, term, taken=one.taken)
    for one, two in combinations(voices, 2):
        if one.clause == two.clause:
            continue
        said = f"{one.clause} {one.words[0]} and {two.clause} {two.words[0]} {name}"
        goal = Goal(GoalKind.PAIR, said, (one.clause, two.clause), name)
        term = system.pool.and_(one.says, two.says)
        yield _pair(goal, number, term, taken=one.taken or two.taken)


def _of_conditions(
    system: System, number: int, transition: Transition
) -> Iterator[tuple[Goal, Aim]]:
    name, clause = transition.action.name, transition.action.origin.clause
    for field, index, term in deciding(system, transition):
        way = "so" if index % 2 == 0 else "not so"
        said = f"what {name} makes of `{field}` hangs on condition {index // 2 + 1}: {way}"
        goal = Goal(GoalKind.CONDITION, said, (clause,), name)
        yield _pair(goal, number, term, taken=True)
    applies = dict(transition.applies)
    possible = system.pool.and_(transition.canonical, transition.possible)
    for one in statements(system.rulebook):
        if not isinstance(one.said, Norm) or one.index not in applies:
            continue
        words, _ = _worded(one, _NORMS[one.said.kind])
        for index, term in enumerate(both_ways(system.pool, applies[one.index])):
            way = "so" if index % 2 == 0 else "not so"
            said = f"{one.clause} {words} {name} by condition {index // 2 + 1}: {way}"
            goal = Goal(GoalKind.CONDITION, said, (one.clause,), name)
            yield _pair(goal, number, system.pool.and_(possible, term), taken=False)


def _pair(goal: Goal, number: int, term: Term, *, taken: bool) -> tuple[Goal, Aim]:
    where = ((number, term),)
    return goal, Aim(goal.said, done=where) if taken else Aim(goal.said, met=where)


def _voices(system: System, transition: Transition) -> Iterator[_Voice]:
    """The statements on an action. A narrowing has its say where it stops the action."""
    pool = system.pool
    possible = pool.and_(transition.canonical, transition.possible)
    applies, writes = dict(transition.applies), dict(transition.writes)
    for one in statements(system.rulebook):
        term = (applies if isinstance(one.said, Norm) else writes).get(one.index)
        if term is None or transition.action.name not in one.said.actions:
            continue
        if not isinstance(one.said, Norm):
            yield _Voice(one.clause, term, pool.not_(term), True, _worded(one, _FOLLOWS))
            continue
        if one.said.kind is NormKind.ONLY:
            term = pool.not_(term)
        yield _Voice(
            one.clause,
            pool.and_(possible, term),
            pool.and_(possible, pool.not_(term)),
            False,
            _worded(one, _NORMS[one.said.kind]),
        )


def _worded(one: Statement, words: tuple[str, str]) -> tuple[str, str]:
    """The words for a statement both ways; those of a reading say which."""
    if one.said.reading is None:
        return words
    answer = f"(read as “{one.said.reading.answer}”)"
    return f"{answer} {words[0]}", f"{answer} {words[1]}"


# ------------------------------------------------------------------------ boundaries


def boundary_properties(rulebook: Rulebook) -> tuple[Property, ...]:
    """The boundaries that come with headjudge, read against the roles of a rulebook."""
    data = _BOUNDARIES.read_bytes()
    return parse_properties(data, file="headjudge:boundaries.md", rulebook=rulebook)


def boundaries(system: System) -> list[tuple[Goal, Aim]]:
    """The moments at which engines go wrong by one, as far as the rulebook has them."""
    return [*_of_roles(system), *_of_fields(system)]


def _of_roles(system: System) -> Iterator[tuple[Goal, Aim]]:
    """What the document of boundaries says, and what the rulebook says has to be possible."""
    said = [*boundary_properties(system.rulebook), *own_properties(system.rulebook)]
    asked = [one for one in said if one.claim and one.claim.kind is ClaimKind.SOMETIMES]
    for task in plan(asked, system).tasks:
        for one in task.asked:
            label = f"{task.property.title} ({one.cause.label})".removesuffix(" ()")
            goal = Goal(GoalKind.BOUNDARY, label, ())
            match one.goal:
                case StateGoal(hit=hit):
                    yield goal, Aim(label, here=hit)
                case StepGoal(hit=hits):
                    yield goal, Aim(label, done=tuple(enumerate(hits)))
                case _:
                    raise TypeError(f"{label} is asked of no single play")


def _of_fields(system: System) -> Iterator[tuple[Goal, Aim]]:
    """The least and the most that each field can hold."""
    pool, layout = system.pool, system.layout
    ends = (*layout.offsets[1:], len(layout.slots) - len(layout.told))
    for field, start, end in zip(system.rulebook.fields, layout.offsets, ends, strict=True):
        ranges = range(start, start + 1 if isinstance(field.type, ListType) else end)
        if not _counts(field.type):
            continue
        least, most = [], []
        for index in ranges:
            slot, term = layout.slots[index], system.slots[index]
            least.append(pool.equal(term, pool.number(slot.low)))
            most.append(pool.equal(term, pool.number(slot.high)))
        several = len(least) > 1
        for word, terms in (("least", least), ("most", most)):
            said = f"`{field.name}` is at its {word}" + (" for somebody" if several else "")
            goal = Goal(GoalKind.BOUNDARY, said, (field.origin.clause,))
            yield goal, Aim(said, here=pool.or_(*terms))


def _counts(type_: Type) -> bool:
    """Whether a field holds a number, or things that can be counted."""
    match type_:
        case RangeType() | StockType() | ListType():
            return True
        case EachType(_, of):
            return _counts(of) and not isinstance(of, ListType)
        case _:
            return False


# ----------------------------------------------------------------------- near misses


@dataclass(frozen=True, slots=True)
class Miss:
    """A property that must hold, and one goal that would break it."""

    name: str
    property: Property
    goal: StateGoal | StepGoal


def misses(system: System, properties: Sequence[Property]) -> list[Miss]:
    """The properties, and the rulebook's own claims, that a single act could break."""
    asked = [
        one
        for one in (*properties, *own_properties(system.rulebook))
        if one.claim and one.claim.kind in (ClaimKind.ALWAYS, ClaimKind.NEVER)
    ]
    return [
        Miss(f"{task.property.name} ({one.cause.label})".removesuffix(" ()"), task.property, goal)
        for task in plan(asked, system).tasks
        for one in task.asked
        if isinstance(goal := one.goal, StateGoal | StepGoal)
    ]


def successions(system: System) -> dict[str, tuple[int, int]]:
    """Every action right after every action, by their indices."""
    names = [one.action.name for one in system.transitions]
    return {
        f"{two} right after {one}": (first, second)
        for first, one in enumerate(names)
        for second, two in enumerate(names)
    }
