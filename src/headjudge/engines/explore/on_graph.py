"""Goals that are answered on the finished graph, and not while it is explored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from headjudge.engines.explore.denials import Denials, deeds
from headjudge.engines.explore.graph import Graph, Present, graph, present
from headjudge.engines.explore.leaks import leaks
from headjudge.engines.explore.loops import Loops
from headjudge.engines.explore.orders import ordered
from headjudge.engines.explore.paths import Cause, completed, shortest
from headjudge.engines.explore.patterns import meetings, told
from headjudge.engines.explore.presence import seen_in
from headjudge.engines.explore.returns import ways_back
from headjudge.engines.explore.steps import Record
from headjudge.engines.search import (
    Clock,
    DenialGoal,
    Hit,
    LeakGoal,
    LoopGoal,
    Meeting,
    MeetingGoal,
    OrderGoal,
    Orders,
    Path,
    PresenceGoal,
    Pumps,
    ReturnGoal,
    Together,
)

GraphGoal = ReturnGoal | LoopGoal | DenialGoal | OrderGoal | PresenceGoal | LeakGoal | MeetingGoal


@dataclass(frozen=True, slots=True)
class Outcome:
    """The plays found for a goal; the other fields are those of an answer."""

    hits: tuple[Hit, ...]
    premises: int | None = None
    undecided: int = 0
    why: str = ""
    orders: Orders | None = None
    seen: frozenset[str] = frozenset()
    pumps: Pumps = ()
    together: tuple[Together, ...] = ()


def on_graph(
    record: Record, goals: Sequence[GraphGoal], clock: Callable[[], Clock], most: int
) -> list[Outcome]:
    """The outcomes in the order of the goals; each has its own clock.

    ``most``: so many pairs of situations may be compared for a goal.
    """
    explored = graph(record)
    now = cache(lambda: present(explored))
    lost = _returns(record, explored, now, goals)
    endless = _loops(record, explored, now, goals, clock)
    denied = _denials(record, explored, now, goals)
    outcomes = []
    for goal in goals:
        match goal:
            case ReturnGoal():
                outcomes.append(next(lost))
            case LoopGoal():
                outcomes.append(next(endless))
            case DenialGoal():
                outcomes.append(next(denied))
            case OrderGoal():
                outcomes.append(_orders(record, explored, now(), goal, clock()))
            case PresenceGoal():
                outcomes.append(_presence(explored, goal, clock()))
            case LeakGoal():
                found = leaks(explored, goal, most, clock())
                outcomes.append(Outcome(found.hits, found.premises, why=found.why))
            case MeetingGoal():
                outcomes.append(_meetings(record, now().graph, clock()))
    return outcomes


def _presence(explored: Graph, goal: PresenceGoal, time: Clock) -> Outcome:
    seen = seen_in(explored, goal, time)
    why = f"{time.seconds:g} seconds are over" if time.spent else ""
    return Outcome((), undecided=int(explored.open.sum()), why=why, seen=seen)


def _meetings(record: Record, now: Graph, time: Clock) -> Outcome:
    found = meetings(now, time)
    if found is None:
        return Outcome((), why=f"{time.seconds:g} seconds are over")
    plays = iter(shortest(record, told(found)))
    return Outcome(
        (),
        together=tuple(
            Together(
                one.clauses,
                one.meeting,
                0 if one.where is None else one.where.count,
                next(plays) if one.meeting is Meeting.SITUATIONAL else None,
            )
            for one in found
        ),
    )


def _plays(paths: Sequence[Path]) -> tuple[Hit, ...]:
    return tuple(Hit(None, path) for path in paths)


def _returns(
    record: Record, explored: Graph, now: Callable[[], Present], goals: Sequence[GraphGoal]
) -> Iterator[Outcome]:
    targets = [goal.target for goal in goals if isinstance(goal, ReturnGoal)]
    if not targets:
        return
    for back in ways_back(explored, targets):
        nearest = explored.nearest(back.lost)
        causes = [] if nearest is None else [Cause.of_situations(*nearest)]
        asked = len(np.unique(now().of[back.asked]))
        yield Outcome(_plays(shortest(record, causes)), asked, back.undecided)


def _loops(
    record: Record,
    explored: Graph,
    now: Callable[[], Present],
    goals: Sequence[GraphGoal],
    clock: Callable[[], Clock],
) -> Iterator[Outcome]:
    asked = [goal for goal in goals if isinstance(goal, LoopGoal)]
    if not asked:
        return
    loops = Loops(record, explored, now())
    reached = loops.graph.where([goal.target for goal in asked])
    for goal, target in zip(asked, reached, strict=True):
        time = clock()
        try:
            found = loops.endless(goal, target, time)
        except TimeoutError:
            yield Outcome((), why=f"{time.seconds:g} seconds are over")
        else:
            yield Outcome(_plays(found.paths), found.premises, found.undecided, pumps=found.pumps)


def _orders(
    record: Record, explored: Graph, now: Present, goal: OrderGoal, clock: Clock
) -> Outcome:
    found = ordered(record, explored, now, goal, clock)
    told = found.told
    several = told.by_clause + told.by_player + told.by_nobody
    return Outcome(found.hits, several, found.undecided, found.why, told)


def _denials(
    record: Record, explored: Graph, now: Callable[[], Present], goals: Sequence[GraphGoal]
) -> Iterator[Outcome]:
    asked = [goal for goal in goals if isinstance(goal, DenialGoal)]
    if not asked:
        return
    forgetful = now()
    whose = deeds(forgetful.graph)
    names = [transition.action.name for transition in record.expander.system.transitions]
    for goal in asked:
        found = Denials(forgetful.graph, whose, goal)
        sides, causes = [], []
        for side, cause in found.causes():
            sides.append(side)
            causes.append(cause)
        hits = []
        for side, cause, path in zip(sides, causes, shortest(record, causes), strict=True):
            whole = completed(record.expander, path)
            rows = [whole.start, *(after for _, _, after in whole.steps)][-2:]
            keys = record.expander.codec.keys(rows)
            numbers = forgetful.of[np.searchsorted(explored.keys, keys)]
            *before, here = (int(one) for one in numbers)
            action = None if cause.transition is None else names[cause.transition]
            hits.append(Hit(action, whole, strategy=found.strategy(side, here, before)))
        yield Outcome(tuple(hits), found.premises, found.undecided)
