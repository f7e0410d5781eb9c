"""Where an order is chosen by nobody, and whether it makes a difference.

Most partings close again in one step: whichever of two things goes first, after the second
the situation is the same. That is told for all situations at once; what is left is followed
pair by pair, the nearest first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from headjudge.engines.explore.graph import Graph, Present, spread
from headjudge.engines.explore.labels import Key, Lookup, free_key, labelled
from headjudge.engines.explore.paths import Cause, shortest
from headjudge.engines.explore.steps import Record
from headjudge.engines.explore.stories import Apart, End, Labels, Outcome, Stories
from headjudge.engines.search import Clock, Hit, OrderGoal, Orders, Path
from headjudge.semantics.symbolic.columns import Array

PAIRS = 1 << 20
_LOOK = 256


@dataclass(frozen=True, slots=True)
class Ordered:
    """What was found for one goal; ``told`` counts situations by who settles the order.

    ``undecided``: partings whose plays stop before both have settled. ``why``: the reason
    if the budget did not suffice.
    """

    hits: tuple[Hit, ...]
    told: Orders
    undecided: int
    why: str


@dataclass(frozen=True, slots=True)
class _Parting:
    """Pairs of steps from one situation each: one play takes this one, the other that."""

    first: Array
    second: Array

    def keep(self, chosen: Array) -> _Parting:
        return _Parting(self.first[chosen], self.second[chosen])


@dataclass(frozen=True, slots=True)
class _Case:
    """The nearest partings of one cause that make a difference, by the situation's number."""

    key: Key
    level: int
    tails: Mapping[int, tuple[tuple[int, ...], tuple[int, ...]]]


def ordered(record: Record, graph: Graph, now: Present, goal: OrderGoal, clock: Clock) -> Ordered:
    """Look at every situation in which nobody settles an order."""
    return _Question(record, graph, now, goal, clock).answer()


class _Question:
    """One goal, asked of one graph."""

    def __init__(
        self, record: Record, graph: Graph, now: Present, goal: OrderGoal, clock: Clock
    ) -> None:
        self.record = record
        self.graph = graph
        self.goal = goal
        self.clock = clock
        self.labels: Labels = labelled(graph, now, goal)
        self.steps = Lookup(graph)
        self.kept = _nearest(graph, self.labels.present)
        kinds = len(goal.doings)
        self.asked = np.zeros((kinds, kinds), dtype=bool)
        for one, two in goal.asked:
            self.asked[one, two] = self.asked[two, one] = True
        self.stories = Stories(graph, self.labels)
        self.undecided = 0
        self.why = ""

    def answer(self) -> Ordered:
        count = len(self.graph)
        nobody, player = np.zeros(count, dtype=bool), np.zeros(count, dtype=bool)
        left: dict[Key, list[tuple[int, int]]] = {}
        source = self.graph.source
        for pairs in self._due_together():
            open_, own = self._apart(pairs)
            player[source[own.first]] = True
            nobody[source[open_.first]] = True
            self._note(left, self._unclosed(open_), free=False)
        for pairs in self._chosen_by_nobody():
            nobody[source[pairs.first]] = True
            self._note(left, pairs, free=True)
        told = self._told(nobody, player)
        cases = [self._nearest(key, left[key]) for key in sorted(left)]
        found = [case for case in cases if case is not None]
        return Ordered(self._hits(found), told, self.undecided, self.why)

    # ---------------------------------------------------------------- partings

    def _due_together(self) -> Iterator[_Parting]:
        """Pairs of steps that are due at once and are about different things."""
        graph, duty = self.graph, self.labels.duty
        if not len(duty):
            return
        filled = np.flatnonzero(graph.first[1:] > graph.first[:-1])
        starts = graph.first[filled]
        several = np.minimum.reduceat(duty, starts) < np.maximum.reduceat(duty, starts)
        chosen = filled[several & self.kept[filled] & ~self.labels.rest[filled]]
        for sources in _batches(chosen, graph.first):
            steps = spread(graph.first, sources)
            yield from self._pairs(steps, graph.first[graph.source[steps] + 1] - steps - 1)

    def _pairs(self, steps: Array, later: Array) -> Iterator[_Parting]:
        """Each step with each of so many that come after it."""
        first = np.repeat(steps, later)
        offset = np.arange(len(first)) - np.repeat(np.cumsum(later) - later, later)
        second = first + 1 + offset
        duty = self.labels.duty
        yield _Parting(first, second).keep(duty[first] != duty[second])

    def _apart(self, pairs: _Parting) -> tuple[_Parting, _Parting]:
        """Those whose order is the goal's question, and those that a player orders."""
        owner, transition = self.labels.owner, self.graph.transition
        own = (owner[pairs.first] == owner[pairs.second]) & (owner[pairs.first] >= 0)
        asked = self.asked[transition[pairs.first], transition[pairs.second]]
        open_ = asked if self.goal.by_players else asked & ~own
        return pairs.keep(open_), pairs.keep(own)

    def _unclosed(self, pairs: _Parting) -> _Parting:
        """Without those that come together when each has done what the other did."""
        labels, target = self.labels, self.graph.target
        one, there = self.steps.after(target[pairs.first], pairs.second)
        two, here = self.steps.after(target[pairs.second], pairs.first)
        both = there & here
        same = labels.present[target[one]] == labels.present[target[two]]
        words = labels.word
        first, second = words[pairs.first], words[pairs.second]
        later, sooner = words[one], words[two]
        # Of two that resolve something the first and the second have to be the same.
        alike = np.where(
            (first >= 0) & (second >= 0),
            (first == second) & (later == sooner),
            np.where(first >= 0, first == sooner, sooner < 0)
            & np.where(second >= 0, second == later, later < 0),
        )
        return pairs.keep(~(both & same & alike))

    def _chosen_by_nobody(self) -> Iterator[_Parting]:
        """Pairs of steps that do the same thing in ways between which nobody chooses."""
        graph, labels = self.graph, self.labels
        if not any(doing.free for doing in self.goal.doings):
            return
        asked = self.asked[graph.transition, graph.transition]
        steps = np.flatnonzero(asked & self.kept[graph.source])
        order = np.lexsort((steps, labels.decision[steps], graph.source[steps]))
        steps = steps[order]
        near = (graph.source[steps], labels.decision[steps])
        starts = np.flatnonzero(
            np.concatenate(([True], (near[0][1:] != near[0][:-1]) | (near[1][1:] != near[1][:-1])))[
                : len(steps)
            ]
        )
        sizes = np.diff(np.append(starts, len(steps)))
        for size in np.unique(sizes[sizes > 1]):
            block = steps[starts[sizes == size][:, None] + np.arange(size)]
            one, two = np.triu_indices(int(size), 1)
            pairs = _Parting(block[:, one].ravel(), block[:, two].ravel())
            target, word = labels.present[graph.target], labels.word
            differ = (target[pairs.first] != target[pairs.second]) | (
                word[pairs.first] != word[pairs.second]
            )
            yield pairs.keep(differ)

    def _note(self, left: dict[Key, list[tuple[int, int]]], pairs: _Parting, *, free: bool) -> None:
        """Sort partings by their cause."""
        graph = self.graph
        for first, second in zip(pairs.first.tolist(), pairs.second.tolist(), strict=True):
            one, two = int(graph.transition[first]), int(graph.transition[second])
            key: Key | None = Key(one, two)
            if free:
                rows = (self._row(first), self._row(second))
                key = free_key(one, self.goal.doings[one], *rows)
            if key is not None:
                left.setdefault(key, []).append((first, second))

    # ------------------------------------------------------------- differences

    def _nearest(self, key: Key, pairs: list[tuple[int, int]]) -> _Case | None:
        """The shortest plays of a cause that come to different ends."""
        graph = self.graph
        level = graph.level[graph.source[[first for first, _ in pairs]]]
        best: int | None = None
        tails: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        reached = 0
        for at, number in enumerate(np.argsort(level, kind="stable").tolist()):
            first, second = pairs[number]
            depth = int(level[number])
            if best is not None and depth + 1 > best:
                break
            if at % _LOOK == 0 and self.clock.spent:
                self.why = f"{self.clock.seconds:g} seconds are over"
                break
            outcome: Outcome = (
                self.stories.chosen(first, second)
                if key.free
                else self.stories.ordered(first, second)
            )
            if outcome is End.OPEN:
                self.undecided += 1
            if not isinstance(outcome, Apart):
                continue
            length = depth + 1 + max(len(outcome.first), len(outcome.second))
            if best is None or length < best or (length == best and depth < reached):
                best, reached, tails = length, depth, {}
            if length == best and depth == reached:
                there = int(graph.source[first])
                tails.setdefault(there, ((first, *outcome.first), (second, *outcome.second)))
        return None if best is None else _Case(key, reached, tails)

    def _hits(self, cases: list[_Case]) -> tuple[Hit, ...]:
        graph, expander = self.graph, self.graph.expander
        causes = [
            Cause.of_situations(case.level, np.sort(graph.keys[sorted(case.tails)]))
            for case in cases
        ]
        hits = []
        for case, path in zip(cases, shortest(self.record, causes), strict=True):
            end = path.steps[-1][2] if path.steps else path.start
            key = expander.codec.keys([end])[0]
            tails = case.tails[int(np.searchsorted(graph.keys, key))]
            one, two = (Path(path.start, (*path.steps, *self._walk(tail))) for tail in tails)
            action = expander.system.transitions[case.key.first].action.name
            hits.append(Hit(action, one, two))
        return tuple(hits)

    def _walk(
        self, tail: tuple[int, ...]
    ) -> tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]:
        graph, codec = self.graph, self.graph.expander.codec
        return tuple(
            (
                int(graph.transition[step]),
                self._row(step),
                codec.rows(graph.keys[graph.target[[step]]])[0],
            )
            for step in tail
        )

    def _row(self, step: int) -> tuple[int, ...]:
        graph = self.graph
        return graph.expander.row(int(graph.transition[step]), int(graph.instance[step]))

    # --------------------------------------------------------------- the count

    def _told(self, nobody: Array, player: Array) -> Orders:
        """Situations in which several things wait, by who settles their order."""
        waiting = np.zeros(len(self.graph), dtype=np.int32)
        for one in self.graph.where(self.goal.waiting):
            waiting += one
        several = self.kept & ((waiting > 1) | nobody | player)
        player &= ~nobody
        return Orders(
            by_clause=int((several & ~nobody & ~player).sum()),
            by_player=int((several & player).sum()),
            by_nobody=int((several & nobody).sum()),
        )


def _nearest(graph: Graph, present: Array) -> Array:
    """Of situations that differ only in what is remembered, the nearest (n)."""
    order = np.lexsort((graph.level, present))
    kept = np.zeros(len(graph), dtype=bool)
    first = np.ones(len(order), dtype=bool)
    first[1:] = present[order][1:] != present[order][:-1]
    kept[order[first]] = True
    return kept


def _batches(sources: Array, first: Array) -> Iterator[Array]:
    """Situations, so many at a time that their pairs of steps fit into memory."""
    counts = first[sources + 1] - first[sources]
    total = np.cumsum(counts * (counts - 1) // 2)
    start = 0
    while start < len(sources):
        reached = total[start - 1] if start else 0
        end = max(start + 1, int(np.searchsorted(total, reached + PAIRS)))
        yield sources[start:end]
        start = end
