"""Which of many things happen anywhere, on the explored graph.

Each thing is looked for until it is seen once, first in a few situations, then in many:
most things happen often, so that the cost is that of those that never happen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

import numpy as np

from headjudge.engines.explore.expand import CHUNK, CROSS, Expander, Mover
from headjudge.engines.explore.graph import Graph
from headjudge.engines.search import Clock, PresenceGoal
from headjudge.semantics.symbolic.columns import Array, Program
from headjudge.semantics.symbolic.terms import Term, Variable, conjuncts

_FIRST = 1 << 9
_FEW = 1 << 12


def seen_in(explored: Graph, goal: PresenceGoal, time: Clock) -> frozenset[str]:
    """The labels of what was seen to happen in a situation before the time was over."""
    expander = explored.expander
    by_transition: dict[int, dict[str, Term]] = defaultdict(dict)
    for spot in goal.spots:
        for index, term in spot.where:
            by_transition[index][spot.label] = term
    looks = {i: _Look(expander, expander.movers[i], terms) for i, terms in by_transition.items()}
    seen: set[str] = set()
    for part in _growing(explored.keys):
        columns = expander.columns(part)
        for _, look in sorted(looks.items()):
            if time.spent:
                return frozenset(seen)
            look.forget(seen)
            seen |= look.seen(columns, len(part))
    return frozenset(seen)


def _growing(keys: Array) -> Iterator[Array]:
    """All situations in pieces, the first ones small and from everywhere."""
    stride = max(1, len(keys) // _FIRST)
    yield keys[::stride]
    rest = np.ones(len(keys), dtype=bool)
    rest[::stride] = False
    left = keys[rest]
    start, size = 0, _FEW
    while start < len(left):
        yield left[start : start + size]
        start, size = start + size, CHUNK


class _Look:
    """Looks for things that happen with one action."""

    def __init__(self, expander: Expander, mover: Mover, wanted: Mapping[str, Term]) -> None:
        self._pool = expander.system.pool
        self._mover = mover
        self._wanted = dict(wanted)
        self._compile()

    def _compile(self) -> None:
        own = frozenset(self._mover.columns)
        gates = []
        for term in self._wanted.values():
            free = (one for one in conjuncts(term) if self._pool.variables(one).isdisjoint(own))
            gates.append(self._pool.and_(*free))
        self._gate = Program((self._pool.or_(*gates),))
        self._program = Program(tuple(self._wanted.values()))

    def forget(self, seen: set[str]) -> None:
        """No longer look for these."""
        left = {label: term for label, term in self._wanted.items() if label not in seen}
        if len(left) < len(self._wanted):
            self._wanted = left
            self._compile()

    def seen(self, columns: Mapping[Variable, Array], count: int) -> set[str]:
        """What happens in some situations, with some parameters."""
        (open_,) = self._gate(columns, count)
        sources = np.flatnonzero(open_)
        per_round = max(1, CROSS // len(self._mover.rows))
        found = np.zeros(len(self._wanted), dtype=bool)
        for start in range(0, len(sources), per_round):
            pairs = self._mover.crossed(sources[start : start + per_round])
            picked = self._mover.picked(self._program, columns, *pairs)
            found |= [bool(one.any()) for one in self._program(picked, len(pairs[0]))]
        return {label for label, there in zip(self._wanted, found, strict=True) if there}
