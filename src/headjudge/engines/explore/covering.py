"""A few short plays that together show as many aims as can be.

Set cover by greed: the rarest aim that is not shown yet says where the next play has to go;
of all places that show it, the one that shows most else. The play begins in a first
situation of the game where that is near, else in a situation at rest, and goes on as long
as something new is within reach. At the end whatever the other plays show as well is
dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from headjudge.engines.explore.graph import Graph, spread
from headjudge.engines.explore.marks import Marks
from headjudge.engines.search import Clock, Path
from headjudge.semantics.symbolic.columns import Array

# How far one looks for something new, and among how many places or ways one chooses.
_AHEAD = 4
_TAIL = 4
_MOST = 4_096


@dataclass(frozen=True, slots=True)
class Limits:
    """At most so many plays of at most so many steps. ``lead``: how near a beginning is."""

    plays: int = 300
    steps: int = 12
    lead: int = 5


@dataclass(frozen=True, slots=True)
class Shown:
    """A play and the aims that it shows. ``lead``: a shortest play to where it begins."""

    path: Path
    aims: tuple[str, ...]
    lead: Path


@dataclass(frozen=True, slots=True)
class Cover:
    """The plays that were chosen.

    ``far``: aims that are shown only more steps from any beginning than a play may have.
    ``left``: those that were not tried, because there are enough plays. ``spent``: the time
    was over.
    """

    plays: tuple[Shown, ...]
    far: tuple[str, ...]
    left: tuple[str, ...]
    spent: bool


@dataclass(slots=True)
class _Walk:
    """A play as numbers of the graph: where it begins, and its steps."""

    start: int
    steps: list[int]


def cover(  # noqa: PLR0913, PLR0917 - the question, and the means to answer it
    marks: Marks,
    wanted: Sequence[str],
    at_rest: Array,
    limits: Limits,
    time: Clock,
    onward: Sequence[int] = (),
) -> Cover:
    """Choose plays that show these labels.

    ``at_rest`` (n): the situations in which a play may begin, beside the first ones.
    ``onward``: actions, by their indices, with which a play goes on at its end for some
    steps: what has changed last may show only then.
    """
    work = _Work(marks, at_rest, limits, onward)
    walks, far, left, spent = work.choose([marks.labels.index(label) for label in wanted], time)
    walks = work.needed(walks)
    return Cover(
        tuple(work.shown(walk) for walk in walks),
        tuple(marks.labels[index] for index in far),
        tuple(marks.labels[index] for index in left),
        spent,
    )


class _Work:
    """The choice of plays."""

    def __init__(self, marks: Marks, at_rest: Array, limits: Limits, onward: Sequence[int]) -> None:
        self._marks = marks
        self._graph: Graph = marks.graph
        self._begins = at_rest | (self._graph.level == 0)
        self._limits = limits
        self._onward_by = {action: rank for rank, action in enumerate(onward)}
        self._left = np.zeros(marks.situations.shape[1], dtype=np.uint8)

    # ------------------------------------------------------------------ choosing

    def choose(
        self, wanted: Sequence[int], time: Clock
    ) -> tuple[list[_Walk], list[int], list[int], bool]:
        """Plays for these aims; those that are too far, and those that were not tried."""
        counts = self._marks.counts
        bits = np.zeros(len(self._marks.labels), dtype=bool)
        bits[[index for index in wanted if counts[index]]] = True
        self._left = np.packbits(bits)
        order = sorted(np.flatnonzero(bits).tolist(), key=lambda index: (counts[index], index))
        walks: list[_Walk] = []
        far: list[int] = []
        for place, index in enumerate(order):
            if not self._is_left(index):
                continue
            if time.spent or len(walks) == self._limits.plays:
                left = [one for one in order[place:] if self._is_left(one)]
                return walks, far, left, time.spent
            walk = self._to(index)
            if walk is None:
                far.append(index)
                continue
            self._take(walk)
            self._extend(walk)
            walks.append(walk)
        return walks, far, [], False

    def _is_left(self, index: int) -> bool:
        return bool(self._left[index // 8] & (128 >> index % 8))

    def _gain(self, rows: Array) -> Array:
        """How many aims of each row of bits are still to be shown."""
        gain: Array = np.bitwise_count(rows & self._left).sum(axis=1, dtype=np.int32)
        return gain

    def _of_steps(self, steps: Array, before: Array | None = None) -> Array:
        """The bits of steps together with the situations that they lead to.

        ``before``: the actions of the steps before these; -1: there is none.
        """
        graph, marks = self._graph, self._marks
        bits: Array = marks.steps[steps] | marks.situations[graph.target[steps]]
        return bits if before is None else bits | marks.after[before, graph.transition[steps]]

    def _to(self, index: int) -> _Walk | None:
        """A play that ends where an aim is shown, and shows most else."""
        graph = self._graph
        situations, steps = self._marks.at(index)
        gain = self._gain(self._marks.situations[situations])
        for number in _best(graph.level[situations], gain):
            walk = self._leading(int(situations[number]), self._limits.steps)
            if walk is not None:
                return walk
        level, gain = graph.level[graph.source[steps]], self._gain(self._of_steps(steps))
        for number in _best(level, gain):
            walk = self._leading(int(graph.source[steps[number]]), self._limits.steps - 1)
            if walk is not None:
                walk.steps.append(int(steps[number]))
                return walk
        return self._to_second(index)

    def _to_second(self, index: int) -> _Walk | None:
        """A play that ends with a step which shows an aim by what it comes after."""
        graph, following = self._graph, self._marks.following(index)
        if following is None:
            return None
        steps, first = following
        before = np.full(len(steps), first)
        level, gain = graph.level[graph.source[steps]], self._gain(self._of_steps(steps, before))
        for number in _best(level, gain):
            last = int(steps[number])
            into = self._into(graph.source[last : last + 1])
            into = into[graph.transition[into] == first]
            one = int(into[graph.level[graph.source[into]].argmin()])
            walk = self._leading(int(graph.source[one]), self._limits.steps - 2)
            if walk is not None:
                walk.steps.extend((one, last))
                return walk
        return None

    def _leading(self, end: int, most: int) -> _Walk | None:
        """A play to a situation: from a first situation if one is near, else the shortest."""
        graph = self._graph
        if graph.level[end] <= min(self._limits.lead, most):
            steps: list[int] = []
            here = end
            while graph.level[here]:
                into = self._into(np.array([here]))
                into = into[graph.level[graph.source[into]] == graph.level[here] - 1]
                best = int(into[self._gain(self._of_steps(into)).argmax()])
                steps.insert(0, best)
                here = int(graph.source[best])
            return _Walk(here, steps)
        layers: list[tuple[Array, Array]] = []
        frontier = np.array([end])
        while not self._begins[frontier].any():
            if len(layers) == most:
                return None
            into = self._into(frontier)[:_MOST]
            before, first = np.unique(graph.source[into], return_index=True)
            layers.append((before, into[first]))
            frontier = before
        here = int(frontier[self._begins[frontier]][0])
        start, steps = here, []
        for before, taken in reversed(layers):
            step = int(taken[np.searchsorted(before, here)])
            steps.append(step)
            here = int(graph.target[step])
        return _Walk(start, steps)

    def _into(self, situations: Array) -> Array:
        graph = self._graph
        steps: Array = graph.incoming[spread(graph.into, situations)]
        return steps

    def _extend(self, walk: _Walk) -> None:
        """Go on as long as something new is near."""
        while len(walk.steps) < self._limits.steps:
            more = self._onward(walk, self._limits.steps - len(walk.steps))
            if not more:
                return
            walk.steps.extend(more)
            self._take(walk)

    def _onward(self, walk: _Walk, most: int) -> list[int]:
        """The shortest way to something new; of several, to most of it."""
        graph = self._graph
        frontier = np.array([self._end(walk)])
        before = np.array([graph.transition[walk.steps[-1]] if walk.steps else -1])
        layers: list[Array] = []
        ways: list[Array] = []
        actions = len(graph.expander.movers)
        seen = np.array([], dtype=np.int64)
        for _ in range(min(most, _AHEAD)):
            counts = graph.first[frontier + 1] - graph.first[frontier]
            steps = spread(graph.first, frontier)[:_MOST]
            if not len(steps):
                return []
            way = np.repeat(np.arange(len(frontier)), counts)[:_MOST]
            gain = self._gain(self._of_steps(steps, before[way]))
            if gain.any():
                best = int(gain.argmax())
                found, came = [int(steps[best])], int(way[best])
                for layer, from_ in zip(reversed(layers), reversed(ways), strict=True):
                    found.insert(0, int(layer[came]))
                    came = int(from_[came])
                return found
            # Where one is and what has just been done: both say what is new after it.
            places = graph.target[steps].astype(np.int64) * actions + graph.transition[steps]
            _, first = np.unique(places, return_index=True)
            first = first[~np.isin(places[first], seen)]
            first.sort()
            seen = np.concatenate((seen, places[first]))
            layers.append(steps[first])
            ways.append(way[first])
            frontier, before = graph.target[steps[first]], graph.transition[steps[first]]
        return []

    # ------------------------------------------------------------------- a play

    def _end(self, walk: _Walk) -> int:
        return int(self._graph.target[walk.steps[-1]]) if walk.steps else walk.start

    def _rows(self, walk: _Walk) -> Iterator[Array]:
        """The bits of the first situation, then of each step with where it leads."""
        yield self._marks.situations[walk.start]
        steps = np.array(walk.steps, dtype=np.int64)
        before = np.concatenate(([-1], self._graph.transition[steps]))[:-1]
        yield from self._of_steps(steps, before)

    def _bits(self, walk: _Walk) -> Array:
        bits: Array = np.bitwise_or.reduce(list(self._rows(walk)))
        return bits

    def _take(self, walk: _Walk) -> None:
        self._left = self._left & ~self._bits(walk)

    # ---------------------------------------------------------- what can be left out

    def needed(self, walks: Sequence[_Walk]) -> list[_Walk]:
        """The plays without those, and without those ends, that show nothing of their own."""
        width = len(self._marks.labels)
        table = np.array(
            [np.unpackbits(self._bits(walk), count=width) for walk in walks], dtype=np.int32
        ).reshape(len(walks), width)
        shown = table.sum(axis=0)
        kept: list[_Walk] = []
        # The plays that were chosen last were chosen for what is shown most often.
        for walk, row in reversed(list(zip(walks, table, strict=True))):
            alone = (row == 1) & (shown == 1)
            if not alone.any():
                shown -= row
                continue
            short = self._trimmed(walk, np.packbits(alone))
            shown += np.unpackbits(self._bits(short), count=width) - row
            kept.append(short)
        return kept[::-1]

    def _trimmed(self, walk: _Walk, alone: Array) -> _Walk:
        """The play from where to where it shows what no other does."""
        rows = [bool((row & alone).any()) for row in self._rows(walk)]
        last = max(number for number, own in enumerate(rows) if own)
        return _Walk(walk.start, walk.steps[:last])

    def shown(self, walk: _Walk) -> Shown:
        """A play as rows of numbers."""
        names = self._marks.names(self._bits(walk))
        whole = self._played_on(walk)
        return Shown(self._path(whole), names, self._path(self._lead(walk.start)))

    def _played_on(self, walk: _Walk) -> _Walk:
        """The play with a few more steps, the plainest that are not chosen for anything."""
        graph, whole = self._graph, _Walk(walk.start, [*walk.steps])
        for _ in range(min(_TAIL, self._limits.steps - len(walk.steps))):
            here = self._end(whole)
            steps = range(int(graph.first[here]), int(graph.first[here + 1]))
            ranked = [
                (self._onward_by[int(graph.transition[step])], step)
                for step in steps
                if int(graph.transition[step]) in self._onward_by
            ]
            if not ranked:
                break
            whole.steps.append(min(ranked)[1])
        return whole

    def _lead(self, end: int) -> _Walk:
        """A shortest play to a situation, of the actions that are declared first."""
        graph = self._graph
        steps: list[int] = []
        here = end
        while graph.level[here]:
            into = self._into(np.array([here]))
            into = into[graph.level[graph.source[into]] == graph.level[here] - 1]
            steps.append(int(into[np.lexsort((into, graph.transition[into]))[0]]))
            here = int(graph.source[steps[-1]])
        return _Walk(here, steps[::-1])

    def _path(self, walk: _Walk) -> Path:
        graph = self._graph
        codec = graph.expander.codec
        ends = [walk.start, *(int(graph.target[step]) for step in walk.steps)]
        start, *after = codec.rows(graph.keys[ends])
        numbers = [int(graph.transition[step]) for step in walk.steps]
        rows = [
            graph.expander.row(number, int(graph.instance[step]))
            for number, step in zip(numbers, walk.steps, strict=True)
        ]
        return Path(start, tuple(zip(numbers, rows, after, strict=True)))


def _best(level: Array, gain: Array) -> list[int]:
    """A few places to go to: those that show most, of these the nearest."""
    order: list[int] = np.lexsort((level, -gain))[:_AHEAD].tolist()
    return order
