"""The explored graph as arrays, for questions about what comes after and before.

Situations are numbered in the order of their keys; steps are sorted by where they start.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from headjudge.engines.explore.expand import Expander, chunks
from headjudge.engines.explore.steps import Record
from headjudge.semantics.symbolic.columns import Array, Program
from headjudge.semantics.symbolic.terms import Term

Columns = tuple[Array, Array, Array]


@dataclass(frozen=True, slots=True)
class Stops:
    """Legal steps that do not go (k), in no order: from where, of which action and instance.

    ``cut``: a bound stops it.
    """

    source: Array
    transition: Array
    instance: Array
    cut: Array


@dataclass(frozen=True, slots=True)
class Graph:
    """All situations (n) and all steps that go (m).

    ``keys`` (n): the situations, sorted; ``level`` (n): in how many steps each is reached.
    ``source``, ``target``, ``transition``, ``instance`` (m): the steps, sorted by source;
    those from situation *i* are ``first[i]`` to ``first[i + 1]``. ``incoming`` (m): the
    steps' numbers sorted by target, those into *i* from ``into[i]`` to ``into[i + 1]``.
    ``open`` (n): a play from there is cut off or ends in another finding, so that what
    comes after is not known. ``stops``: the steps that are in the way of themselves, or of
    a bound.
    """

    expander: Expander
    keys: Array
    level: Array
    source: Array
    target: Array
    transition: Array
    instance: Array
    first: Array
    incoming: Array
    into: Array
    open: Array
    stops: Stops

    def __len__(self) -> int:
        return len(self.keys)

    def where(self, terms: Sequence[Term]) -> list[Array]:
        """Per term over the slots, its value in every situation (n)."""
        judge = Program(terms)
        parts: list[list[Array]] = [[] for _ in terms]
        for _, keys in chunks(self.keys):
            results = judge(self.expander.columns(keys), len(keys))
            for part, result in zip(parts, results, strict=True):
                part.append(result)
        return [np.concatenate(part) for part in parts]

    def leading_to(self, goal: Array, steps: Array | None = None) -> Array:
        """The situations (n) with a play into ``goal`` (n).

        ``steps`` (m): which steps such a play may take; without it, all.
        """
        reached = goal.copy()
        frontier = np.flatnonzero(goal)
        while len(frontier):
            taken = self.incoming[spread(self.into, frontier)]
            if steps is not None:
                taken = taken[steps[taken]]
            before = self.source[taken]
            frontier = np.unique(before[~reached[before]])
            reached[frontier] = True
        return reached

    def nearest(self, chosen: Array) -> tuple[int, Array] | None:
        """The first level with a chosen situation (n), and the keys of those there."""
        if not chosen.any():
            return None
        level = int(self.level[chosen].min())
        return level, self.keys[chosen & (self.level == level)]


def spread(first: Array, chosen: Array) -> Array:
    """The numbers of all entries of the chosen rows, in a layout with offsets ``first``."""
    begin, end = first[chosen], first[chosen + 1]
    counts = end - begin
    offsets = np.repeat(begin - np.concatenate(([0], np.cumsum(counts)[:-1])), counts)
    numbers: Array = np.arange(int(counts.sum())) + offsets
    return numbers


def graph(record: Record) -> Graph:
    """All levels and steps of a finished exploration."""
    expander = record.expander
    keys = np.concatenate(record.levels)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    sizes = [len(level) for level in record.levels]
    level = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)[order]
    open_ = np.zeros(len(keys), dtype=bool)
    goes_on = Program((expander.system.goes_on,))
    parts: list[tuple[Array, Array, Array, Array]] = []
    stopped: list[tuple[Array, Array, Array, Array]] = []
    for depth in range(len(record.levels)):
        for chunk, steps_of in record.steps(depth):
            here = np.searchsorted(keys, chunk).astype(np.int32)
            (live,) = goes_on(expander.columns(chunk), len(chunk))
            open_[here[~live]] = True
            for steps in steps_of:
                if len(steps.stopped):
                    source = here[steps.stopped]
                    open_[source] = True
                    by = np.full(len(source), steps.transition, dtype=np.int16)
                    stopped.append((source, by, steps.halted, steps.cut))
                if len(steps.after):
                    target = np.searchsorted(keys, steps.after).astype(np.int32)
                    transition = np.full(len(target), steps.transition, dtype=np.int16)
                    parts.append((here[steps.source], target, transition, steps.instance))
    none = np.array([], dtype=np.int32)
    parts = parts or [(none, none, none.astype(np.int16), none)]
    stopped = stopped or [(none, none.astype(np.int16), none, none.astype(bool))]
    steps_ = [np.concatenate(column) for column in zip(*parts, strict=True)]
    stops = Stops(*(np.concatenate(column) for column in zip(*stopped, strict=True)))
    return _arranged(expander, (keys, level, open_), steps_, stops)


def _arranged(
    expander: Expander, situations: Columns, steps: Sequence[Array], stops: Stops
) -> Graph:
    """A graph from its situations and from its steps in any order.

    These are (keys, level, open) and (source, target, transition, instance).
    """
    keys, level, open_ = situations
    source, target, transition, instance = steps
    # Declaration order among the steps of one situation: what is chosen first is plainest.
    by_source = np.lexsort((instance, transition, source))
    source, target = source[by_source], target[by_source]
    incoming = np.argsort(target, kind="stable").astype(np.int32)
    rows = np.arange(len(keys) + 1)
    return Graph(
        expander,
        keys,
        level,
        source,
        target,
        transition[by_source],
        instance[by_source],
        np.searchsorted(source, rows),
        incoming,
        np.searchsorted(target[incoming], rows),
        open_,
        stops,
    )


@dataclass(frozen=True, slots=True)
class Present:
    """A graph in which what properties remember is forgotten.

    Situations (n) that differ in nothing else are one: ``of`` has for each of the whole
    graph its number here. A situation stands here with the key of one that is reached
    first.
    """

    graph: Graph
    of: Array


def present(graph: Graph) -> Present:
    """Forget what properties remember: it has no influence on what happens next."""
    system, codec = graph.expander.system, graph.expander.codec
    if not system.history:
        return Present(graph, np.arange(len(graph)))
    past = range(len(system.slots) - system.history, len(system.slots))
    blank = np.zeros(len(graph), dtype=bool)
    plain = codec.repack(graph.keys, [(index, blank) for index in past])
    order = np.lexsort((graph.level, plain))
    first = np.ones(len(order), dtype=bool)
    first[1:] = plain[order[1:]] != plain[order[:-1]]
    chosen = order[first]
    of = np.empty(len(graph), dtype=np.int32)
    of[order] = np.cumsum(first) - 1
    kept = np.zeros(len(graph), dtype=bool)
    kept[chosen] = True
    steps, stops = kept[graph.source], graph.stops
    halted = kept[stops.source]
    made = _arranged(
        graph.expander,
        (graph.keys[chosen], graph.level[chosen], graph.open[chosen]),
        (
            of[graph.source[steps]],
            of[graph.target[steps]],
            graph.transition[steps],
            graph.instance[steps],
        ),
        Stops(
            of[stops.source[halted]],
            stops.transition[halted],
            stops.instance[halted],
            stops.cut[halted],
        ),
    )
    return Present(made, of)
