"""Plays that go on for ever without what they should come to (against AF), as lassos.

Such a play stays among the situations in which the goal fails. There are finitely many, so
it comes back to one of them: there is a loop inside one strongly connected component
(Tarjan, "Depth-first search and linear graph algorithms", 1972). First everything is
trimmed off that has no successor or no predecessor inside; mostly nothing is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import networkx as nx
import numpy as np

from headjudge.engines.explore.graph import Graph, Present
from headjudge.engines.explore.paths import Cause, shortest, stock_spent
from headjudge.engines.explore.pumps import growing
from headjudge.engines.explore.steps import Record
from headjudge.engines.search import Clock, LoopGoal, Path, Pumps
from headjudge.rulebook.syntax import ActionKind
from headjudge.semantics.symbolic.columns import Array


@dataclass(frozen=True, slots=True)
class Endless:
    """What was found for one goal.

    ``paths``: the shortest lasso for each way of being kept up that there is. ``premises``:
    in how many situations the goal fails; ``undecided``: how many of these hang on plays
    that a bound cuts off before the goal. ``pumps``: where there is no lasso, what of these
    may go on for ever with more in each round.
    """

    paths: tuple[Path, ...]
    premises: int
    undecided: int
    pumps: Pumps = ()


@dataclass(frozen=True, slots=True)
class _Edge:
    """A step inside a component: where to, its number in the graph, what it spends."""

    target: int
    number: int
    cost: int


Edges = dict[int, list[_Edge]]


@dataclass(frozen=True, slots=True)
class _Round:
    """One way round, from a situation back to it."""

    start: int
    steps: tuple[int, ...]
    cost: int


class Loops:
    """Looks for lassos in an explored graph."""

    def __init__(self, record: Record, graph: Graph, now: Present) -> None:
        """The graph is that of the record; ``now`` forgets what properties remember of it."""
        self.record = record
        self.whole = graph
        self.present = now
        self.graph = self.present.graph
        self.system = graph.expander.system
        self.moves = np.array([t.action.kind is ActionKind.MOVE for t in self.system.transitions])
        (self.at_rest,) = self.graph.where([self.system.at_rest])

    def endless(self, goal: LoopGoal, target: Array, clock: Clock) -> Endless:
        """The shortest plays that never come to ``target``, a truth value per situation (n).

        Raises TimeoutError when the clock says so.
        """
        graph, outside = self.graph, ~target
        step_allowed, stop_allowed = self._allowed(goal.passing)
        inside = step_allowed & outside[graph.source] & outside[graph.target]
        cut = np.zeros(len(graph), dtype=bool)
        cut[graph.stops.source[graph.stops.cut & stop_allowed]] = True
        hanging = graph.leading_to(cut & outside, inside)
        paths = tuple(self._paths(inside, clock))
        pumps: Pumps = ()
        if not paths and hanging.any():
            pumps = tuple(self._pumps(inside & hanging[graph.target], clock))
        return Endless(paths, int(outside.sum()), int(hanging.sum()), pumps)

    def _pumps(self, inside: Array, clock: Clock) -> Iterator[tuple[Path, ...]]:
        """Candidates for each way of being kept up, as with lassos."""
        unchosen, alone = self._forced()
        for way in (np.ones(len(inside), dtype=bool), unchosen, alone):
            rounds = growing(self.graph, np.flatnonzero(inside & way), clock)
            made = [_Round(one.start, one.steps, 0) for one in rounds]
            causes = [self._cause(int(self.graph.level[one.start]), [one]) for one in made]
            ways = shortest(self.record, causes)
            yield tuple(self._closed(path, one) for path, one in zip(ways, made, strict=True))

    def _allowed(self, passing: Sequence[str]) -> tuple[Array, Array]:
        """Which steps (m), and which that do not go (k), a play of the goal may take.

        With ``passing``: what the game does, what is due, and these moves. Where none of
        that is possible, anything: somebody has to do something.
        """
        graph = self.graph
        stops = graph.stops
        if not passing:
            return np.ones(len(graph.source), dtype=bool), np.ones(len(stops.source), dtype=bool)
        names = [transition.action.name for transition in self.system.transitions]
        plain = ~self.moves | np.isin(names, list(passing))
        step = plain[graph.transition] | ~self.at_rest[graph.source]
        stop = plain[stops.transition] | ~self.at_rest[stops.source]
        some = np.zeros(len(graph), dtype=bool)
        some[graph.source[step]] = True
        some[stops.source[stop]] = True
        return step | ~some[graph.source], stop | ~some[stops.source]

    def _paths(self, inside: Array, clock: Clock) -> Iterator[Path]:
        """The shortest lasso, and then the shortest that asks for less.

        If a player has a choice in the first, one without such a choice follows; if that
        leaves anything open, one in which nothing else can happen.
        """
        graph = self.graph
        unchosen, alone = self._forced()
        ways = (np.ones(len(graph.source), dtype=bool), unchosen, alone)
        edges, kept_up = np.flatnonzero(inside), -1
        for number, way in enumerate(ways):
            if number <= kept_up:
                continue
            edges = trimmed(graph, edges[way[edges]])
            if len(edges) == 0:
                return
            path, steps = self._shortest(edges, clock)
            yield path
            kept_up = max(at for at, one in enumerate(ways) if one[list(steps)].all())

    def _forced(self) -> tuple[Array, Array]:
        """Of which steps (m) no player can choose another, and of which there is no other.

        Another is one that leads elsewhere, or that does not go.
        """
        graph, stops = self.graph, self.graph.stops
        pairs = graph.source.astype(np.int64) * len(graph) + graph.target
        _, pair = np.unique(pairs, return_inverse=True)
        found = []
        for counted in (self.moves, np.ones_like(self.moves)):
            steps, halted = counted[graph.transition], counted[stops.transition]
            sources = np.concatenate((graph.source[steps], stops.source[halted]))
            legal = np.bincount(sources, minlength=len(graph))
            same = np.bincount(pair[steps], minlength=len(graph.source) + 1)
            found.append(legal[graph.source] == same[pair])
        unchosen, alone = found
        return unchosen, alone

    # ------------------------------------------------------------------ one lasso

    def _shortest(self, edges: Array, clock: Clock) -> tuple[Path, tuple[int, ...]]:
        """The shortest lasso whose loop takes some of these trimmed steps, and its steps.

        Of several: the one that spends least stock, then the one whose actions are declared
        first, then the one with the plainest parameters.
        """
        rounds = self._rounds(self._components(edges), clock)
        by_level: dict[int, list[_Round]] = {}
        for one in rounds:
            by_level.setdefault(int(self.graph.level[one.start]), []).append(one)
        causes = [self._cause(level, group) for level, group in sorted(by_level.items())]
        found = []
        of = {one.start: one for one in rounds}
        for path in shortest(self.record, causes):
            here = self._number(path.steps[-1][2] if path.steps else path.start)
            found.append((self._closed(path, of[here]), of[here].steps))
        return min(found, key=lambda pair: self._rank(pair[0]))

    def _components(self, edges: Array) -> Edges:
        """The steps that stay inside a strongly connected component, by where they start."""
        graph = self.graph
        source, target = graph.source[edges], graph.target[edges]
        directed: nx.DiGraph[int] = nx.DiGraph()
        directed.add_edges_from(zip(source.tolist(), target.tolist(), strict=True))
        of: dict[int, int] = {}
        for number, component in enumerate(nx.strongly_connected_components(directed)):
            of.update(dict.fromkeys(component, number))
        cost = stock_spent(graph.expander.codec, graph.keys[source], graph.keys[target])
        found: Edges = {}
        for start, end, step, spends in zip(
            source.tolist(), target.tolist(), edges.tolist(), cost.tolist(), strict=True
        ):
            if of[start] == of[end]:
                found.setdefault(start, []).append(_Edge(end, step, spends))
        return found

    def _rounds(self, edges: Edges, clock: Clock) -> list[_Round]:
        """For each situation in which a shortest lasso can enter its loop, the best way round."""
        level = {one: int(self.graph.level[one]) for one in edges}
        best: int | None = None
        found: list[_Round] = []
        for start in sorted(edges, key=lambda one: (level[one], one)):
            if clock.spent:
                raise TimeoutError
            room = len(edges) if best is None else best - level[start]
            if room < 1:
                break
            # The loop is entered where it is reached first: it has nothing below that level.
            distance = _distances(edges, start, room, level)
            if distance is None:
                continue
            length, layers = distance
            if best is None or level[start] + length < best:
                best, found = level[start] + length, []
            found.append(_cheapest(edges, start, length, layers))
        return found

    def _cause(self, level: int, rounds: Sequence[_Round]) -> Cause:
        """Where the way to these loops ends."""
        cost = np.full(len(self.graph), -1, dtype=np.int32)
        cost[[one.start for one in rounds]] = [one.cost for one in rounds]
        costs = cost[self.present.of]
        ends = np.flatnonzero((costs >= 0) & (self.whole.level == level))
        return Cause.of_situations(level, self.whole.keys[ends], costs[ends])

    def _number(self, row: tuple[int, ...]) -> int:
        """The situation of a row."""
        (key,) = self.whole.expander.codec.keys([row])
        return int(self.present.of[np.searchsorted(self.whole.keys, key)])

    def _closed(self, path: Path, one: _Round) -> Path:
        """The way to a loop, and once round it."""
        graph, expander = self.graph, self.graph.expander
        targets = [*(int(graph.target[step]) for step in one.steps)]
        rows = expander.codec.rows(graph.keys[targets])
        added = tuple(
            (number, expander.row(number, int(graph.instance[step])), row)
            for step, row in zip(one.steps, rows, strict=True)
            for number in (int(graph.transition[step]),)
        )
        return Path(path.start, (*path.steps, *added), loop=len(path.steps))

    def _rank(self, path: Path) -> tuple[int, list[tuple[int, tuple[int, ...]]]]:
        """Stock spent, then the actions in the order of declaration, with their parameters."""
        keys = self.whole.expander.codec.keys([path.start, *(row for _, _, row in path.steps)])
        spent = stock_spent(self.whole.expander.codec, keys[:-1], keys[1:])
        return int(spent.sum()), [(number, row) for number, row, _ in path.steps]


def trimmed(graph: Graph, edges: Array) -> Array:
    """Those of the steps that lie between loops: others lead into nothing or come from it."""
    while len(edges):
        source, target = graph.source[edges], graph.target[edges]
        leaves, enters = np.zeros(len(graph), dtype=bool), np.zeros(len(graph), dtype=bool)
        leaves[source], enters[target] = True, True
        kept = leaves[target] & enters[source]
        if kept.all():
            break
        edges = edges[kept]
    return edges


def _distances(
    edges: Edges, start: int, room: int, level: dict[int, int]
) -> tuple[int, list[set[int]]] | None:
    """How long the shortest way round is, at most ``room``, and what lies in so many steps.

    None if there is none of that length through situations of the level of ``start`` or
    deeper.
    """
    layers, seen = [{start}], {start}
    for length in range(1, room + 1):
        after = {edge.target for one in layers[-1] for edge in edges[one]}
        if start in after:
            return length, layers
        after = {one for one in after - seen if level[one] >= level[start]}
        if not after:
            return None
        seen |= after
        layers.append(after)
    return None


def _cheapest(edges: Edges, start: int, length: int, layers: list[set[int]]) -> _Round:
    """Of the shortest ways round the one that spends least, then the plainest."""
    ahead: dict[int, tuple[int, tuple[int, ...]]] = {start: (0, ())}
    for depth in range(length - 1, -1, -1):
        here = {}
        for one in layers[depth]:
            ways = [
                (ahead[edge.target][0] + edge.cost, (edge.number, *ahead[edge.target][1]))
                for edge in edges[one]
                if edge.target in ahead
            ]
            if ways:
                here[one] = min(ways)
        ahead = here
    cost, steps = ahead[start]
    return _Round(start, steps, cost)
