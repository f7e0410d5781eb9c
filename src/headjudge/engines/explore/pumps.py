"""Where a play might go on for ever with more in each round: candidates, to be proved.

A play from a situation comes to one in which all has returned but stocks and lists, and of
these none has become less. What the finite graph shows once may be repeated for ever where
nothing bounds it; only a proof says so.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from headjudge.engines.explore.graph import Graph
from headjudge.engines.search import Clock
from headjudge.semantics.symbolic.columns import Array
from headjudge.semantics.symbolic.growth import fields_of, growth, returning

# A round has at most so many steps, there are at most so many candidates, and so many steps
# of the graph are looked at for them.
STEPS = 24
CANDIDATES = 12
LOOKED_AT = 200_000


@dataclass(frozen=True, slots=True)
class Round:
    """A way from a situation to one with more; ``steps``: their numbers in the graph."""

    start: int
    steps: tuple[int, ...]


def growing(graph: Graph, edges: Array, clock: Clock) -> tuple[Round, ...]:
    """Ways along these steps that end where they began but for more, the shortest plays first.

    Raises TimeoutError when the clock says so.
    """
    if len(edges) == 0:
        return ()
    # What is reached first is looked at first; of a large graph no more than that.
    first = np.argsort(graph.level[graph.source[edges]], kind="stable")
    edges = np.sort(edges[first[:LOOKED_AT]])
    found = sorted(
        _Hunt(graph, edges).rounds(clock),
        key=lambda one: (int(graph.level[one.start]) + len(one.steps), one.start, one.steps),
    )
    return tuple(found[:CANDIDATES])


class _Hunt:
    """One search among some steps of a graph."""

    def __init__(self, graph: Graph, edges: Array) -> None:
        self.graph = graph
        self.system = graph.expander.system
        self.out: dict[int, list[tuple[int, int]]] = {}
        source, target = graph.source[edges].tolist(), graph.target[edges].tolist()
        for start, end, step in zip(source, target, edges.tolist(), strict=True):
            self.out.setdefault(start, []).append((end, step))
        self.kind = self._kinds()

    def _kinds(self) -> dict[int, int]:
        """For each situation that a step leads from or to, what tells apart all that returns."""
        graph, system = self.graph, self.system
        back = returning(system.rulebook, system.setting)
        slots = len(system.layout.slots)
        grows = [index for index, one in enumerate(back) if not one]
        past = range(slots - system.history, slots)
        ends = {end for steps in self.out.values() for end, _ in steps}
        numbers = np.array(sorted(ends | self.out.keys()))
        blank = np.zeros(len(numbers), dtype=np.int32)
        least = {index: blank + system.layout.slots[index].low for index in grows}
        forgotten = {index: blank.astype(bool) for index in past}
        columns = [*least.items(), *forgotten.items()]
        keys = graph.expander.codec.repack(graph.keys[numbers], columns)
        _, kinds = np.unique(keys, return_inverse=True)
        return dict(zip(numbers.tolist(), kinds.reshape(-1).tolist(), strict=True))

    def rounds(self, clock: Clock) -> Iterator[Round]:
        """At most one way from each situation, those reached first before others."""
        level = self.graph.level
        left, best = LOOKED_AT, None
        count = 0
        for start in sorted(self.out, key=lambda one: (int(level[one]), one)):
            if clock.spent:
                raise TimeoutError
            depth = int(level[start])
            # Longer plays are shown only if enough shorter ones cannot be proved.
            if left <= 0 or (best is not None and count >= CANDIDATES and depth >= best):
                return
            found, looked = self._from(start)
            left -= looked
            if found is not None:
                count += 1
                whole = depth + len(found)
                best = whole if best is None else max(best, whole)
                yield Round(start, found)

    def _from(self, start: int) -> tuple[tuple[int, ...] | None, int]:
        """The shortest way from a situation to itself with more; how many steps were seen."""
        before: dict[int, tuple[int, int]] = {}
        seen, looked = {start}, 0
        queue = deque([(start, 0)])
        while queue:
            here, depth = queue.popleft()
            if depth == STEPS:
                break
            for end, step in self.out.get(here, ()):
                looked += 1
                if end in seen:
                    continue
                seen.add(end)
                before[end] = here, step
                if self.kind[end] == self.kind[start] and self._more(start, end):
                    return tuple(_back(before, start, end)), looked
                queue.append((end, depth + 1))
            if looked > LOOKED_AT:
                break
        return None, looked

    def _more(self, one: int, two: int) -> bool:
        """Whether the second situation is the first with more."""
        graph, system = self.graph, self.system
        rows = graph.expander.codec.rows(graph.keys[[one, two]])
        before, after = (system.layout.decode(row) for row in rows)
        return bool(growth(fields_of(system.rulebook), before, after))


def _back(before: dict[int, tuple[int, int]], start: int, end: int) -> Sequence[int]:
    """The steps of a way that was found."""
    steps: list[int] = []
    while end != start:
        end, step = before[end]
        steps.append(step)
    return steps[::-1]
