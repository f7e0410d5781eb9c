"""Situations that were reached, as truth values of chosen terms: what an invariant may not deny.

Terms of an unbounded system are evaluated on the situations of a finite one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from headjudge.engines.explore.expand import Expander, chunks
from headjudge.engines.explore.known import Known, distinct
from headjudge.semantics.symbolic.columns import Array, Program
from headjudge.semantics.symbolic.layout import TOPS, Layout
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Term, Variable


def reached(system: System, most: int) -> list[Array]:
    """The columns of the situations of a finite system, at most about so many, nearest first."""
    expander, known = Expander(system), Known()
    levels: list[Array] = []
    frontier = distinct([expander.codec.keys(system.initial)])
    total = 0
    while len(frontier) and total < most:
        frontier = frontier[:: max(1, len(frontier) // max(1, most - total))]
        levels.append(frontier)
        total += len(frontier)
        known.add(frontier)
        parts = [
            batch.keys
            for _, keys in chunks(frontier)
            for batch in expander.batches(keys)
            if len(batch.keys)
        ]
        frontier = known.new(distinct(parts)) if parts else frontier[:0]
    return expander.codec.unpack(np.concatenate(levels))


class Samples:
    """The truth of the atoms in every situation known to be reachable, each kind once."""

    def __init__(self, atoms: Sequence[Term]) -> None:
        self.atoms = tuple(atoms)
        self._program = Program(self.atoms)
        self._table: Array = np.zeros((0, len(atoms)), dtype=bool)

    def __len__(self) -> int:
        return len(self._table)

    def learn(
        self,
        finite: System,
        layout: Layout,
        slots: Sequence[Term],
        most: int,
        bounds: Mapping[str, Term],
    ) -> None:
        """Add what a finite system reaches; ``layout`` and ``slots`` are the unbounded one's."""
        old = reached(finite, most)
        new = _projected(old, finite.layout, layout)
        columns = {v: c for v, c in zip(slots, new, strict=True) if isinstance(v, Variable)}
        scope = dict(finite.setting.scope)
        count = len(old[0])
        for name, term in bounds.items():
            if isinstance(term, Variable):
                columns[term] = np.full(count, scope[name], dtype=np.int64)
        table = np.stack(self._program(columns, count), axis=1)
        self._add(table)

    def add(self, truths: Sequence[bool]) -> None:
        """Add one situation, by the truth of its atoms."""
        self._add(np.array([truths], dtype=bool))

    def _add(self, table: Array) -> None:
        whole = np.concatenate((self._table, table))
        packed = np.packbits(whole, axis=1)
        _, first = np.unique(packed, axis=0, return_index=True)
        self._table = whole[np.sort(first)]

    def apart(self, truths: Sequence[bool]) -> tuple[int, ...] | None:
        """A few atoms that have these truths together in no situation; None if some has them all.

        Greedy: each time the atom that tells most situations apart, the first of equals;
        then those are dropped that the others do not need.
        """
        differs = self._table != np.array(truths, dtype=bool)
        left = np.ones(len(differs), dtype=bool)
        chosen: list[int] = []
        while left.any():
            gains = differs[left].sum(axis=0)
            best = int(gains.argmax())
            if not gains[best]:
                return None
            chosen.append(best)
            left &= ~differs[:, best]
        if not chosen:
            return None
        for atom in tuple(chosen):
            others = [other for other in chosen if other != atom]
            if others and differs[:, others].any(axis=1).all():
                chosen = others
        return tuple(sorted(chosen))

    def never_together(
        self, literals: Sequence[tuple[int, bool]]
    ) -> list[tuple[tuple[int, bool], ...]]:
        """Single truths and pairs of these that no situation has; no pair holds a single one."""
        table = np.stack([self._table[:, a] == truth for a, truth in literals], axis=1)
        alone = [not table[:, index].any() for index in range(len(literals))]
        found: list[tuple[tuple[int, bool], ...]] = [
            (literal,) for literal, never in zip(literals, alone, strict=True) if never
        ]
        met = table.astype(np.float32).T @ table.astype(np.float32)
        for one, two in np.argwhere(np.triu(met == 0, 1)):
            if not alone[one] and not alone[two] and literals[one][0] != literals[two][0]:
                found.append((literals[one], literals[two]))
        return found

    def kept(self) -> Array:
        """What is known now, for :meth:`restore`."""
        return self._table

    def restore(self, table: Array) -> None:
        """Know only what was known before."""
        self._table = table


def _projected(columns: Sequence[Array], old: Layout, new: Layout) -> list[Array]:
    """The columns of the unbounded layout's slots, from those of the finite one."""
    place = {slot.name: index for index, slot in enumerate(old.slots)}
    count = len(columns[0])
    found: list[Array] = []
    for slot in new.slots:
        if slot.name in place:
            found.append(columns[place[slot.name]])
        elif slot.ghost:
            found.append(np.zeros(count, dtype=np.int64))
        else:
            found.append(_known_item(slot.name, columns, old, place))
    return found


def _known_item(
    name: str, columns: Sequence[Array], old: Layout, place: Mapping[str, int]
) -> Array:
    """One slot of an item counted from the newest, where the finite layout counts from below."""
    for level in range(1, TOPS + 1):
        list_, sign, part = name.partition(f"[-{level}]")
        if not sign:
            continue
        length = columns[place[f"len({list_})"]].astype(np.int64)
        room = old.slots[place[f"len({list_})"]].high
        result = np.full(len(length), 0, dtype=np.int64)
        for index in range(room):
            here = length - level == index
            # A Maybe's mark stands before the part's name in neither layout.
            result = np.where(here, columns[place[f"{list_}[{index}]{part}"]], result)
        slot = next((s for s in old.slots if s.name == f"{list_}[0]{part}"), None)
        if slot is not None:
            result = np.where(length < level, slot.low, result)
            if slot.boolean:
                return result.astype(bool)
        return result
    raise KeyError(name)
