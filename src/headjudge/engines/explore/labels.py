"""What tells the steps of a graph apart where the question is their order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from headjudge.engines.explore.graph import Graph, Present
from headjudge.engines.explore.stories import Labels
from headjudge.engines.search import Doing, OrderGoal, Place
from headjudge.semantics.symbolic.columns import Array


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """What makes one finding: two actions, or what nobody chooses in one of them.

    ``free``: the parameter, or list (after the parameters), by its number from 1;
    ``swapped``: the two clauses that change places, by their rank among those that append.
    """

    first: int
    second: int
    free: int = 0
    swapped: tuple[int, ...] = ()


def free_key(
    transition: int, doing: Doing, one: tuple[int, ...], two: tuple[int, ...]
) -> Key | None:
    """The cause of a parting between two rows; None if nearer ones stand for it.

    Of several clauses that append it is enough to let two neighbours change places.
    """
    differ = [
        number
        for number, free in enumerate(doing.free)
        if any(one[place] != two[place] for place in free.places)
    ]
    number = differ[0]
    free = doing.free[number]
    if not any(doing.free[other].clauses for other in differ):
        return Key(transition, transition, number + 1)
    if len(differ) > 1:
        return None
    (place,) = free.places
    swapped = _neighbours(free.clauses, one[place], two[place])
    return None if swapped is None else Key(transition, transition, number + 1, swapped)


def _neighbours(count: int, one: int, two: int) -> tuple[int, int] | None:
    """The two that change places between two permutations, if these are neighbours."""
    every = list(permutations(range(count)))
    differ = [at for at, (a, b) in enumerate(zip(every[one], every[two], strict=True)) if a != b]
    if len(differ) != 2 or differ[1] != differ[0] + 1:  # noqa: PLR2004 - neighbours
        return None
    low, high = sorted(every[one][at] for at in differ)
    return low, high


class Lookup:
    """Finds the step with given parameters from a given situation."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._kinds = len(graph.expander.movers)
        self._rows = max((len(mover.rows) for mover in graph.expander.movers), default=0) + 1
        self._codes = self._code(graph.source, np.arange(len(graph.source)))

    def _code(self, situation: Array, step: Array) -> Array:
        graph = self._graph
        kind = situation.astype(np.int64) * self._kinds + graph.transition[step]
        code: Array = kind * self._rows + graph.instance[step]
        return code

    def after(self, situation: Array, step: Array) -> tuple[Array, Array]:
        """The step from each situation that is like the given one, and whether there is one."""
        codes = self._code(situation, step)
        at = np.minimum(np.searchsorted(self._codes, codes), max(len(self._codes) - 1, 0))
        return at, self._codes[at] == codes


def labelled(graph: Graph, now: Present, goal: OrderGoal) -> Labels:
    """The labels of a graph for a goal; ``now`` is that graph without what is remembered."""
    count = len(graph.source)
    duty, decision = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    owner = np.full(count, -1, dtype=np.int64)
    speaks = np.zeros(count, dtype=bool)
    duties, decisions = 0, 0
    for number, (mover, doing) in enumerate(zip(graph.expander.movers, goal.doings, strict=True)):
        mine = np.flatnonzero(graph.transition == number)
        instance = graph.instance[mine]
        width = len(mover.rows[0]) if mover.rows else 0
        free = {place for one in doing.free for place in one.places}
        duty[mine] = _numbered(mover.rows, doing.duty, duties)[instance]
        said = tuple(place for place in range(width) if place not in free)
        decision[mine] = _numbered(mover.rows, said, decisions)[instance]
        duties += len(mover.rows)
        decisions += len(mover.rows)
        if doing.player:
            owner[mine] = np.array([row[0] for row in mover.rows], dtype=np.int64)[instance]
        speaks[mine] = doing.resolves
    rest, goes_on = graph.where((goal.at_rest, goal.goes_on))
    word = _words(graph, goal.stack, np.flatnonzero(speaks), decision)
    return Labels(duty, owner, decision, word, rest, ~goes_on, now.of)


def _numbered(rows: Sequence[tuple[int, ...]], places: tuple[int, ...], start: int) -> Array:
    """A number per row: the same where the rows are the same in these places."""
    known: dict[tuple[int, ...], int] = {}
    return np.array(
        [
            start + known.setdefault(tuple(row[place] for place in places), len(known))
            for row in rows
        ],
        dtype=np.int64,
    )


def _words(graph: Graph, stack: Place | None, steps: Array, decision: Array) -> Array:
    """What each of these steps resolves, as a number: the step, and what it takes away."""
    word = np.full(len(graph.source), -1, dtype=np.int64)
    if not len(steps):
        return word
    number = decision[steps]
    if stack is not None and stack.room:
        before = _items(graph, stack, graph.source[steps])
        after = _items(graph, stack, graph.target[steps])
        differ = (before != after).any(axis=2)
        first = differ.argmax(axis=1)
        gone = before[np.arange(len(steps)), first]
        gone[~differ.any(axis=1) | (gone[:, 0] == 0)] = 0
        for column in gone.T:
            spread_ = column - column.min()
            coded = number * (spread_.max() + 1) + spread_
            _, number = np.unique(coded, return_inverse=True)
    word[steps] = number
    return word


def _items(graph: Graph, stack: Place, situations: Array) -> Array:
    """A list's places (situations, room, 1 + width): whether something is there, and what."""
    columns = graph.expander.codec.unpack(graph.keys[situations])
    length = columns[stack.offset].astype(np.int64)
    table = np.zeros((len(situations), stack.room, 1 + stack.width), dtype=np.int64)
    for place in range(stack.room):
        table[:, place, 0] = place < length
        for part in range(stack.width):
            table[:, place, 1 + part] = columns[stack.offset + 1 + place * stack.width + part]
    return table
