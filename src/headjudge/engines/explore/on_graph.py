"""Goals that are answered on the finished graph, and not while it is explored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from headjudge.engines.explore.graph import Graph, graph
from headjudge.engines.explore.loops import Loops
from headjudge.engines.explore.paths import Cause, shortest
from headjudge.engines.explore.returns import unable_to_return
from headjudge.engines.explore.steps import Record
from headjudge.engines.search import Clock, LoopGoal, Path, ReturnGoal

GraphGoal = ReturnGoal | LoopGoal


@dataclass(frozen=True, slots=True)
class Outcome:
    """The plays found for a goal; the other fields are those of an answer."""

    paths: tuple[Path, ...]
    premises: int | None = None
    undecided: int = 0
    why: str = ""


def on_graph(
    record: Record, goals: Sequence[GraphGoal], clock: Callable[[], Clock]
) -> list[Outcome]:
    """The outcomes in the order of the goals; each has its own clock."""
    explored = graph(record)
    lost = _returns(record, explored, goals)
    endless = _loops(record, explored, goals, clock)
    return [next(lost if isinstance(goal, ReturnGoal) else endless) for goal in goals]


def _returns(record: Record, explored: Graph, goals: Sequence[GraphGoal]) -> Iterator[Outcome]:
    targets = [goal.target for goal in goals if isinstance(goal, ReturnGoal)]
    for lost, open_ in unable_to_return(explored, targets):
        nearest = explored.nearest(lost)
        causes = [] if nearest is None else [Cause.of_situations(*nearest)]
        yield Outcome(tuple(shortest(record, causes)), undecided=open_)


def _loops(
    record: Record, explored: Graph, goals: Sequence[GraphGoal], clock: Callable[[], Clock]
) -> Iterator[Outcome]:
    asked = [goal for goal in goals if isinstance(goal, LoopGoal)]
    if not asked:
        return
    loops = Loops(record, explored)
    reached = loops.graph.where([goal.target for goal in asked])
    for goal, target in zip(asked, reached, strict=True):
        time = clock()
        try:
            found = loops.endless(goal, target, time)
        except TimeoutError:
            yield Outcome((), why=f"{time.seconds:g} seconds are over")
        else:
            yield Outcome(found.paths, found.premises, found.undecided)
