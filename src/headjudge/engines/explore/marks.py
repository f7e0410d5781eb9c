"""What happens where in an explored graph: one bit per thing, situation and step."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from headjudge.engines.explore.expand import CROSS, chunks
from headjudge.engines.explore.graph import Graph
from headjudge.engines.search import Clock
from headjudge.semantics.symbolic.columns import Array, Program
from headjudge.semantics.symbolic.terms import Term, conjuncts

Where = tuple[tuple[int, Term], ...]


@dataclass(frozen=True, slots=True)
class Aim:
    """Something that a play is to show.

    ``here``: a situation in which this holds, over the slots. ``met``: per action's index, an
    act of which this holds in a situation, taken or not. ``done``: per action's index, a step
    of which this holds. Any of them shows it.
    """

    label: str
    here: Term | None = None
    met: Where = ()
    done: Where = ()


@dataclass(frozen=True, slots=True)
class Marks:
    """Which aims are shown where, packed into bits.

    ``situations`` (n, bytes) and ``steps`` (m, bytes): a row per situation and step of the
    graph. ``counts`` (aims): in how many situations and steps each is shown. ``follows``: the
    aims that are shown by a step of one action right after one of another, by their number.
    ``after`` (actions + 1, actions, bytes): which of these a step shows, by the action
    before it and its own; the last row is for a step before which there is none.
    """

    graph: Graph
    labels: tuple[str, ...]
    situations: Array
    steps: Array
    counts: Array
    follows: Mapping[int, tuple[int, int]]
    after: Array

    def at(self, index: int) -> tuple[Array, Array]:
        """The situations and the steps that show an aim."""
        byte, bit = divmod(index, 8)
        mask = np.uint8(128 >> bit)
        return (
            np.flatnonzero(self.situations[:, byte] & mask),
            np.flatnonzero(self.steps[:, byte] & mask),
        )

    def following(self, index: int) -> tuple[Array, int] | None:
        """The steps that show an aim by what they come after: an action, by its index."""
        if index not in self.follows:
            return None
        one, two = self.follows[index]
        graph = self.graph
        reached = np.zeros(len(graph), dtype=bool)
        reached[graph.target[graph.transition == one]] = True
        return np.flatnonzero((graph.transition == two) & reached[graph.source]), one

    def names(self, row: Array) -> tuple[str, ...]:
        """The labels of a row of bits."""
        bits = np.unpackbits(row, count=len(self.labels))
        return tuple(self.labels[index] for index in np.flatnonzero(bits))


def marks(
    explored: Graph,
    aims: Sequence[Aim],
    extra: Mapping[str, Array],
    successions: Mapping[str, tuple[int, int]],
    time: Clock,
) -> Marks | None:
    """Look for every aim everywhere; None if the time is over before.

    ``extra``: further labels, each with the situations that show it. ``successions``: labels
    of a step of the second action right after one of the first, by the actions' indices.
    """
    labels = (*(aim.label for aim in aims), *extra, *successions)
    width = len(labels)
    follows = dict(enumerate(successions.values(), start=len(aims) + len(extra)))
    marker = _Marker(explored, aims)
    rows = []
    counts = np.zeros(width, dtype=np.int64)
    for start, keys in chunks(explored.keys):
        if time.spent:
            return None
        table = marker.situations(keys, width)
        for number, where in enumerate(extra.values(), start=len(aims)):
            mine = where[(where >= start) & (where < start + len(keys))]
            table[mine - start, number] = True
        counts += table.sum(axis=0)
        rows.append(np.packbits(table, axis=1))
    steps = np.zeros((len(explored.source), (width + 7) // 8), dtype=np.uint8)
    for chosen, table in marker.steps(width):
        if time.spent:
            return None
        counts += table.sum(axis=0)
        steps[chosen] = np.packbits(table, axis=1)
    met, after = _successions(explored, follows, width)
    counts += met
    return Marks(explored, labels, np.concatenate(rows), steps, counts, follows, after)


def _successions(
    explored: Graph, follows: Mapping[int, tuple[int, int]], width: int
) -> tuple[Array, Array]:
    """How many steps (aims) come right after another action, and the bits that they show."""
    actions = len(explored.expander.movers)
    counts = np.zeros(width, dtype=np.int64)
    after = np.zeros((actions + 1, actions, (width + 7) // 8), dtype=np.uint8)
    for first in sorted({one for one, _ in follows.values()}):
        reached = np.zeros(len(explored), dtype=bool)
        reached[explored.target[explored.transition == first]] = True
        onward = explored.transition[reached[explored.source]]
        number = np.bincount(onward, minlength=actions)
        for index, (one, two) in follows.items():
            if one == first:
                counts[index] = number[two]
                after[one, two, index // 8] |= np.uint8(128 >> index % 8)
    return counts, after


class _Marker:
    """Evaluates aims on situations and steps."""

    def __init__(self, explored: Graph, aims: Sequence[Aim]) -> None:
        self._graph = explored
        self._pool = explored.expander.system.pool
        here = [(index, aim.here) for index, aim in enumerate(aims) if aim.here is not None]
        self._here = tuple(index for index, _ in here)
        live = explored.expander.system.goes_on
        self._judge = Program((live, *(term for _, term in here)))
        self._met = _by_action((index, aim.met) for index, aim in enumerate(aims))
        self._done = _by_action((index, aim.done) for index, aim in enumerate(aims))
        self._programs = {
            number: (self._gate(number, terms), Program(tuple(terms.values())))
            for number, terms in self._met.items()
        }

    def _gate(self, number: int, terms: Mapping[int, Term]) -> Program:
        """Where any of these may hold, for some parameters."""
        own = frozenset(self._graph.expander.movers[number].columns)
        free = [
            self._pool.and_(
                *(one for one in conjuncts(term) if self._pool.variables(one).isdisjoint(own))
            )
            for term in terms.values()
        ]
        return Program((self._pool.or_(*free),))

    def situations(self, keys: Array, width: int) -> Array:
        """Which aims (width) each of these situations shows; none, if the play ends there."""
        expander = self._graph.expander
        columns = expander.columns(keys)
        table = np.zeros((len(keys), width), dtype=bool)
        live, *found = self._judge(columns, len(keys))
        for index, truth in zip(self._here, found, strict=True):
            table[:, index] = truth
        for number, (gate, program) in self._programs.items():
            mover = expander.movers[number]
            (open_,) = gate(columns, len(keys))
            sources = np.flatnonzero(open_)
            per_round = max(1, CROSS // len(mover.rows))
            for start in range(0, len(sources), per_round):
                part = sources[start : start + per_round]
                pairs = mover.crossed(part)
                picked = mover.picked(program, columns, *pairs)
                results = program(picked, len(pairs[0]))
                for index, truth in zip(self._met[number], results, strict=True):
                    table[part, index] |= truth.reshape(len(part), -1).any(axis=1)
        table[~live] = False
        return table

    def steps(self, width: int) -> Iterator[tuple[Array, Array]]:
        """Pieces of the steps (numbers), each with which aims (width) they show."""
        graph, expander = self._graph, self._graph.expander
        for number, terms in self._done.items():
            program = Program(tuple(terms.values()))
            mover = expander.movers[number]
            mine = np.flatnonzero(graph.transition == number)
            for _, chosen in chunks(mine):
                columns = expander.columns(graph.keys[graph.source[chosen]])
                every = np.arange(len(chosen))
                picked = mover.picked(program, columns, every, graph.instance[chosen])
                table = np.zeros((len(chosen), width), dtype=bool)
                for index, truth in zip(terms, program(picked, len(chosen)), strict=True):
                    table[:, index] = truth
                yield chosen, table


def _by_action(wheres: Iterator[tuple[int, Where]]) -> dict[int, dict[int, Term]]:
    """Per action's index, the terms of the aims that speak of it, by the aim's index."""
    found: dict[int, dict[int, Term]] = defaultdict(dict)
    for index, where in wheres:
        for number, term in where:
            found[number][index] = term
    return dict(sorted(found.items()))
