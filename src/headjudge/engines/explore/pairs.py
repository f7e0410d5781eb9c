"""Two plays on one explored graph that look alike to a player at every step.

A pair of situations is a number: the first one's times how many there are, plus the
second's. The two plays of a pair are of one length. A pair of a situation with itself is
one play, as long as the two are the same; it is not kept, the graph has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np

from headjudge.engines.explore.expand import chunks
from headjudge.engines.explore.graph import Graph, spread
from headjudge.engines.explore.known import Known, distinct
from headjudge.engines.explore.paths import cheapest, stock_spent
from headjudge.engines.search import Path
from headjudge.semantics.symbolic.columns import Array, contains
from headjudge.semantics.symbolic.views import View

_WORD = 31


@dataclass(frozen=True, slots=True)
class Sight:
    """A graph as one player sees it.

    ``situation`` (n) and ``step`` (m) number what each looks like; ``seen`` (m) numbers what
    a step looks like together with the situation it leads to, ``was`` (m) together with the
    one it comes from.
    """

    graph: Graph
    situation: Array
    step: Array
    seen: Array
    was: Array

    def pair(self, one: Array, two: Array) -> Array:
        """The numbers of pairs (k)."""
        return one.astype(np.uint64) * np.uint64(len(self.graph)) + two.astype(np.uint64)

    def apart(self, pairs: Array) -> tuple[Array, Array]:
        """The two situations of each pair (k)."""
        one, two = np.divmod(pairs, np.uint64(len(self.graph)))
        return one.astype(np.int64), two.astype(np.int64)

    def unordered(self, one: Array, two: Array) -> Array:
        """The numbers of pairs (k), whichever of the two comes first."""
        return self.pair(np.minimum(one, two), np.maximum(one, two))

    def onwards(self, one: Array, two: Array) -> tuple[Array, Array, Array]:
        """All ways for pairs (k) to go on alike.

        Each as the pair's place in the arrays, the first play's step and the second's.
        """
        first = self.graph.first
        ours, theirs = rows(first, one), rows(first, two)
        return _joined(ours, theirs, self.seen[ours[1]], self.seen[theirs[1]])

    def backwards(self, one: Array, two: Array) -> tuple[Array, Array, Array]:
        """All ways in which two plays could have come to pairs (k), as :meth:`onwards`."""
        into, incoming = self.graph.into, self.graph.incoming
        ours, theirs = ((owner, incoming[at]) for owner, at in (rows(into, one), rows(into, two)))
        return _joined(ours, theirs, self.was[ours[1]], self.was[theirs[1]])

    def beginnings(self) -> Array:
        """The pairs of different first situations that look alike."""
        start = np.flatnonzero(self.graph.level == 0)
        every, looks = np.arange(len(start)), self.situation[start]
        all_ = (np.zeros(len(start), dtype=np.int64), every)
        _, one, two = _joined(all_, all_, looks, looks)
        kept = one < two
        return self.unordered(start[one[kept]], start[two[kept]])

    def partings(self, level: int) -> Array:
        """The pairs that one play comes to from a level, by steps that look alike."""
        graph = self.graph
        here = np.flatnonzero(graph.level == level)
        _, steps = rows(graph.first, here)
        # Only where two steps look alike can a play part from itself.
        key = _together(graph.source[steps], self.seen[steps])
        _, which, often = np.unique(key, return_inverse=True, return_counts=True)
        sources = np.unique(graph.source[steps[often[which] > 1]]).astype(np.int64)
        _, one, two = self.onwards(sources, sources)
        one, two = graph.target[one], graph.target[two]
        return self.unordered(one[one != two], two[one != two])


def sight(graph: Graph, view: View) -> Sight:
    """What a player sees of a graph."""
    codec = graph.expander.codec
    parts = []
    for _, keys in chunks(graph.keys):
        blank = [(at, np.full(len(keys), codec.slots[at].low)) for at in view.unseen]
        parts.append(codec.repack(keys, blank))
    _, situation = np.unique(np.concatenate(parts), return_inverse=True)
    for start in range(0, len(view.could), _WORD):
        bits = np.zeros(len(graph), dtype=np.int64)
        for place, term in enumerate(graph.where(view.could[start : start + _WORD])):
            bits |= term.astype(np.int64) << place
        situation = _together(situation, bits)
    looks = [np.array(numbers) for numbers in view.looks]
    step = np.zeros(len(graph.source), dtype=np.int64)
    for index, numbers in enumerate(looks):
        mine = graph.transition == index
        step[mine] = numbers[graph.instance[mine]]
    seen, was = (_together(step, situation[end]) for end in (graph.target, graph.source))
    return Sight(graph, situation, step, seen, was)


def levels(sight: Sight) -> Iterator[Array]:
    """The pairs that look alike, level by level, each in the first level that has it."""
    known = Known()
    deepest = int(sight.graph.level.max())
    frontier = distinct([sight.beginnings()])
    for level in count():
        if level > deepest and len(frontier) == 0:
            return
        known.add(frontier)
        yield frontier
        parts = [sight.partings(level)]
        for _, pairs in chunks(frontier):
            one, two = sight.apart(pairs)
            _, ours, theirs = sight.onwards(one, two)
            one, two = sight.graph.target[ours], sight.graph.target[theirs]
            parts.append(sight.unordered(one[one != two], two[one != two]))
        frontier = known.new(distinct(parts))


@dataclass(frozen=True, slots=True)
class _Layer:
    """Steps of two plays towards a pair: from, the steps, to, and what both spend from here."""

    source: Array
    ours: Array
    theirs: Array
    target: Array
    cost: Array


def plays(sight: Sight, found: list[Array], ends: Array) -> tuple[Path, Path, Array]:
    """The two plays to the plainest of some pairs of the last level, and that pair.

    ``found``: the pairs of all levels. ``ends`` (k): pairs, first play first. Among plays
    of that length those that spend least stock are taken, then those declared first.
    """
    spent = _costs(sight.graph)
    nodes = distinct([ends])
    cost = np.zeros(len(nodes), dtype=np.int32)
    layers = []
    for depth in range(len(found) - 2, -1, -1):
        layer = _before(sight, found[depth], depth, (nodes, cost), spent)
        layers.append(layer)
        nodes, cost = cheapest(layer.source, layer.cost)
    here = nodes[np.argmin(cost)]
    starts = [int(one[0]) for one in sight.apart(np.array([here]))]
    taken: list[tuple[int, int]] = []
    for layer in reversed(layers):
        mine = np.flatnonzero(layer.source == here)
        graph, ours, theirs = sight.graph, layer.ours[mine], layer.theirs[mine]
        order = np.lexsort(
            (
                graph.instance[theirs],
                graph.transition[theirs],
                graph.instance[ours],
                graph.transition[ours],
                layer.cost[mine],
            )
        )
        chosen = mine[order[0]]
        taken.append((int(layer.ours[chosen]), int(layer.theirs[chosen])))
        here = layer.target[chosen]
    one = path(sight.graph, starts[0], [ours for ours, _ in taken])
    two = path(sight.graph, starts[1], [theirs for _, theirs in taken])
    return one, two, here


def path(graph: Graph, start: int, steps: list[int]) -> Path:
    """A play by the numbers of its first situation and of its steps."""
    codec = graph.expander.codec
    situations = codec.rows(graph.keys[[start, *(int(graph.target[step]) for step in steps)]])
    taken = []
    for step, row in zip(steps, situations[1:], strict=True):
        transition = int(graph.transition[step])
        parameters = graph.expander.row(transition, int(graph.instance[step]))
        taken.append((transition, parameters, row))
    return Path(situations[0], tuple(taken))


def _before(
    sight: Sight, known: Array, level: int, cone: tuple[Array, Array], spent: Array
) -> _Layer:
    """The steps from pairs of a level, which it has ``known``, to those of the next.

    ``cone``: these, and what each costs from there; ``spent`` (m): what a step costs.
    """
    graph, (nodes, cost) = sight.graph, cone
    one, two = sight.apart(nodes)
    place, ours, theirs = sight.backwards(one, two)
    from_one, from_two = graph.source[ours], graph.source[theirs]
    same = from_one == from_two
    there = contains(known, sight.unordered(from_one, from_two))
    there[same] = graph.level[from_one[same]] == level
    # One play goes on as one.
    there &= (one[place] != two[place]) | (ours == theirs)
    place, ours, theirs = place[there], ours[there], theirs[there]
    both = np.where(ours == theirs, spent[ours], spent[ours] + spent[theirs])
    return _Layer(
        sight.pair(graph.source[ours], graph.source[theirs]),
        ours,
        theirs,
        nodes[place],
        cost[place] + both,
    )


def _costs(graph: Graph) -> Array:
    """What each step spends (m)."""
    parts = [np.zeros(0, dtype=np.int32)]
    for start, source in chunks(graph.source):
        target = graph.target[start : start + len(source)]
        parts.append(stock_spent(graph.expander.codec, graph.keys[source], graph.keys[target]))
    return np.concatenate(parts)


def rows(first: Array, chosen: Array) -> tuple[Array, Array]:
    """The entries of the chosen rows, each with the place of its row among these."""
    owner = np.repeat(np.arange(len(chosen)), first[chosen + 1] - first[chosen])
    return owner, spread(first, chosen)


def _together(one: Array, two: Array) -> Array:
    """Two numberings as one."""
    if len(one) == 0:
        return one.astype(np.int64)
    width = int(two.max()) + 1
    _, numbers = np.unique(one.astype(np.int64) * width + two, return_inverse=True)
    return numbers.astype(np.int64)


def _joined(
    ours: tuple[Array, Array], theirs: tuple[Array, Array], our_look: Array, their_look: Array
) -> tuple[Array, Array, Array]:
    """All entries of two lists that have one owner and look alike: owner, ours, theirs."""
    width = 1 + max((int(look.max()) for look in (our_look, their_look) if len(look)), default=0)
    key, sought = theirs[0] * width + their_look, ours[0] * width + our_look
    order = np.argsort(key, kind="stable")
    key = key[order]
    begin, end = np.searchsorted(key, sought, "left"), np.searchsorted(key, sought, "right")
    counts = end - begin
    mine = np.repeat(np.arange(len(sought)), counts)
    offset = np.repeat(begin - np.concatenate(([0], np.cumsum(counts)[:-1])), counts)
    other = order[(np.arange(len(mine)) + offset).astype(np.int64)]
    return ours[0][mine], ours[1][mine], theirs[1][other]
