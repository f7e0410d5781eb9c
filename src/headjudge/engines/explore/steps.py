"""The steps of an exploration, for the passes after the first.

A small exploration keeps its steps; of a large one they are worked out again, which costs
time instead of memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from headjudge.engines.explore.expand import Batch, Expander, chunks
from headjudge.semantics.symbolic.columns import Array, Codec

KEPT = 6_000_000


@dataclass(frozen=True, slots=True)
class Steps:
    """Steps of one action from one chunk of a level.

    ``source`` indexes the chunk; ``stopped`` are the sources of legal steps that do not
    go, ``halted`` their instances, and ``cut`` says which of them a bound stops. The other
    arrays have one entry per step that goes.
    """

    transition: int
    source: Array
    instance: Array
    after: Array
    stopped: Array
    halted: Array
    cut: Array

    @classmethod
    def of(cls, batch: Batch) -> Steps:
        """What later passes need of a batch."""
        stopped = ~batch.goes
        cut = np.zeros(int(stopped.sum()), dtype=bool)
        for _, by_bound in batch.cutoffs:
            cut |= by_bound[stopped]
        return cls(
            batch.transition,
            batch.source[batch.goes],
            batch.instance[batch.goes],
            batch.keys,
            batch.source[stopped],
            batch.instance[stopped],
            cut,
        )


class Walk(Protocol):
    """Levels of situations and the steps between them, whatever these are steps of."""

    levels: list[Array]

    @property
    def codec(self) -> Codec:
        """How situations are packed."""
        ...

    def steps(self, depth: int) -> Iterator[tuple[Array, list[Steps]]]:
        """The chunks of a level, each with its steps."""
        ...

    def row(self, transition: int, instance: int) -> tuple[int, ...]:
        """The parameters' row of an instance."""
        ...

    def after(self, transition: int, keys: Array, instance: Array) -> Array:
        """The situations after one step that goes from each of these."""
        ...


@dataclass(slots=True)
class Record:
    """Gives the steps from a level, chunk by chunk."""

    expander: Expander
    levels: list[Array]
    _kept: dict[tuple[int, int], list[Steps]] = field(default_factory=dict)
    _room: int = KEPT

    def keep(self, depth: int, start: int, steps: Sequence[Steps]) -> None:
        """Keep the steps of a chunk while there is room for them."""
        self._room -= sum(len(one.source) for one in steps)
        if self._room > 0:
            self._kept[depth, start] = list(steps)

    def steps(self, depth: int) -> Iterator[tuple[Array, list[Steps]]]:
        """The chunks of a level, each with its steps."""
        for start, keys in chunks(self.levels[depth]):
            kept = self._kept.get((depth, start))
            yield keys, self.expand(keys) if kept is None else kept

    @property
    def codec(self) -> Codec:
        """How situations are packed."""
        return self.expander.codec

    def row(self, transition: int, instance: int) -> tuple[int, ...]:
        """The parameters' row of an instance."""
        return self.expander.row(transition, instance)

    def after(self, transition: int, keys: Array, instance: Array) -> Array:
        """The situations after one step that goes from each of these."""
        every = np.arange(len(keys))
        columns = self.expander.columns(keys)
        return self.expander.movers[transition].after(keys, columns, every, instance)

    def expand(self, keys: Array) -> list[Steps]:
        """Work out the steps of a chunk."""
        return [Steps.of(batch) for batch in self.expander.batches(keys)]
