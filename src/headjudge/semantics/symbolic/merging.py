"""One situation out of what the clauses write in one part of a step.

Update sets after abstract state machines (Gurevich, "Evolving algebras 1993"): every
write reads the situation before; together they have to agree.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from headjudge.rulebook.syntax import Type
from headjudge.semantics.symbolic.expressions import Expressions
from headjudge.semantics.symbolic.layout import Layout, nothing, slots_of, width
from headjudge.semantics.symbolic.piles import Heap, Piles
from headjudge.semantics.symbolic.terms import Pool, Term
from headjudge.semantics.symbolic.writes import (
    Appended,
    Extra,
    ListPlace,
    Merged,
    Pair,
    Put,
    Removal,
    Voice,
    Written,
)

Items = list[tuple[Term, ...]]


@dataclass(frozen=True, slots=True)
class _Part:
    """One part of a step: what it reads, what was written, and what stands in the way."""

    before: tuple[Term, ...]
    written: Written
    orders: Mapping[str, tuple[tuple[str, ...], Term]]
    earlier: Written | None
    undefined: list[tuple[str, Term]]
    clashes: dict[Pair, list[Term]]
    cutoffs: list[tuple[int, str, Term]]


class Merger:
    """Merges what was written, over one pool and layout."""

    def __init__(
        self,
        expressions: Expressions,
        layout: Layout,
        field_of: Sequence[str],
        lists: Sequence[ListPlace],
    ) -> None:
        self.expressions = expressions
        self.pool: Pool = expressions.pool
        self.setting = expressions.setting
        self.layout = layout
        self.field_of = field_of
        self.lists = lists

    def merge(
        self,
        before: tuple[Term, ...],
        written: Written,
        orders: Mapping[str, tuple[tuple[str, ...], Term]],
        earlier: Written | None = None,
    ) -> Merged:
        """One situation out of what was written.

        ``orders`` gives, for a field to whose lists several clauses append, these clauses
        and the number of the permutation that happens. ``earlier`` is what the first part
        of the step wrote, for the second part.
        """
        part = _Part(
            before, written, orders, earlier, list(written.undefined), defaultdict(list), []
        )
        slots = list(before)
        for slot in sorted(set(written.puts) | set(written.extras)):
            puts = self._undefeated_puts(slot, written, earlier)
            extras = self._undefeated_extras(slot, written, earlier)
            total = self._total(before[slot], extras)
            slots[slot] = self._scalar(slot, total, puts, extras, part)
            if slot not in written.listed:
                values = [*puts, *(Put(extra.voice, extra.when, total) for extra in extras)]
                self._compare_parts(slot, values, part)
        for place in self.lists:
            self._list(place, slots, part)
        pool = self.pool
        together = {pair: pool.or_(*terms) for pair, terms in part.clashes.items()}
        return Merged(
            tuple(slots),
            tuple(part.undefined),
            tuple((pair, term) for pair, term in together.items() if term is not pool.false),
            tuple((bound, term) for _, bound, term in sorted(part.cutoffs, key=lambda c: c[0])),
        )

    def _undefeated_puts(self, slot: int, written: Written, earlier: Written | None) -> list[Put]:
        pool = self.pool
        puts = written.puts.get(slot, [])
        extras = written.extras.get(slot, [])
        rivals = [(put.voice, put.when) for put in puts]
        rivals.extend((extra.voice, extra.when) for extra in extras)
        if earlier is not None and slot not in written.listed:
            rivals.extend((put.voice, put.when) for put in earlier.puts.get(slot, []))
        return [
            Put(p.voice, self._wins(p.voice, p.when, rivals), p.value)
            for p in puts
            if p.when is not pool.false
        ]

    def _total(self, old: Term, extras: list[Extra]) -> Term:
        """The old value with all amounts added."""
        total = old
        for extra in extras:
            amount = self.pool.ite(extra.when, extra.amount, self.pool.number(0))
            total = self.pool.plus(total, amount)
        return total

    def _undefeated_extras(
        self, slot: int, written: Written, earlier: Written | None
    ) -> list[Extra]:
        extras = written.extras.get(slot, [])
        rivals = [(put.voice, put.when) for put in written.puts.get(slot, [])]
        rivals.extend((extra.voice, extra.when) for extra in extras)
        if earlier is not None and slot not in written.listed:
            rivals.extend((put.voice, put.when) for put in earlier.puts.get(slot, []))
        return [Extra(e.voice, self._wins(e.voice, e.when, rivals), e.amount) for e in extras]

    def _wins(self, voice: Voice, when: Term, rivals: list[tuple[Voice, Term]]) -> Term:
        pool = self.pool
        over = [other for rival, other in rivals if voice.clause in rival.overrides]
        return pool.and_(when, pool.not_(pool.or_(*over))) if over else when

    def _scalar(
        self, slot: int, total: Term, puts: list[Put], extras: list[Extra], part: _Part
    ) -> Term:
        """The new value of a slot; ``total`` is the old one with all amounts added."""
        pool, shape = self.pool, self.layout.slots[slot]
        low = pool.number(shape.low)
        too_high = self.expressions.above(shape, total)
        for index, put in enumerate(puts):
            for other in puts[index + 1 :]:
                differ = pool.not_(pool.equal(put.value, other.value))
                pair = self._pair(slot, put.voice, other.voice)
                part.clashes[pair].append(pool.and_(put.when, other.when, differ))
            if not shape.boolean:
                self._bounds(slot, put, part)
        new = old = part.before[slot]
        if extras:
            some = pool.or_(*(extra.when for extra in extras))
            for extra in extras:
                for put in puts:
                    differ = pool.not_(pool.equal(put.value, total))
                    pair = self._pair(slot, put.voice, extra.voice)
                    part.clashes[pair].append(pool.and_(put.when, extra.when, differ))
                # Only who pushed that way is named.
                zero = pool.number(0)
                down = pool.and_(extra.when, pool.less(extra.amount, zero))
                part.undefined.append((extra.voice.clause, pool.and_(down, pool.less(total, low))))
                if shape.stock is None:
                    up = pool.and_(extra.when, pool.less(zero, extra.amount))
                    part.undefined.append((extra.voice.clause, pool.and_(up, too_high)))
            if shape.stock is not None:
                part.cutoffs.append((slot, shape.stock, pool.and_(some, too_high)))
            new = pool.ite(some, total, old)
        for put in puts:
            new = pool.ite(put.when, put.value, new)
        return new

    def _bounds(self, slot: int, put: Put, part: _Part) -> None:
        """A value outside its type is undefined; a stock above its bound is cut off."""
        pool, shape = self.pool, self.layout.slots[slot]
        below = pool.and_(put.when, pool.less(put.value, pool.number(shape.low)))
        above = pool.and_(put.when, self.expressions.above(shape, put.value))
        part.undefined.append((put.voice.clause, below))
        if shape.stock is None:
            part.undefined.append((put.voice.clause, above))
        else:
            part.cutoffs.append((slot, shape.stock, above))

    def _pair(self, slot: int, left: Voice, right: Voice) -> Pair:
        first, second = sorted((left, right), key=lambda voice: voice.rank)
        return (self.field_of[slot], first.clause, second.clause)

    def _compare_parts(self, slot: int, puts: list[Put], part: _Part) -> None:
        """What the second part writes has to agree with what the first assigned."""
        if part.earlier is None:
            return
        pool = self.pool
        for before in self._undefeated_puts(slot, part.earlier, None):
            for put in puts:
                one, two = before.voice, put.voice
                if one.clause == two.clause or one.clause in two.overrides:
                    continue
                differ = pool.not_(pool.equal(before.value, put.value))
                pair = self._pair(slot, one, two)
                part.clashes[pair].append(pool.and_(before.when, put.when, differ))

    # ------------------------------------------------------------------- lists

    def _list(self, place: ListPlace, slots: list[Term], part: _Part) -> None:
        """Removals, then appends; what is written inside items is in ``slots`` already."""
        written = part.written
        removals = written.removals.get(place.offset, [])
        appends = written.appends.get(place.offset, [])
        kept = written.kept.get(place.offset, [])
        if not removals and not appends:
            return
        pool = self.pool
        rivals = [(removal.voice, removal.when) for removal in removals]
        rivals.extend((appended.voice, appended.when) for appended in appends)
        rivals.extend((keep.voice, keep.when) for keep in kept)
        removals = [
            Removal(r.voice, self._wins(r.voice, r.when, rivals), r.place) for r in removals
        ]
        appends = [Appended(a.voice, self._wins(a.voice, a.when, rivals), a.item) for a in appends]
        for keep in kept:
            still = self._wins(keep.voice, keep.when, rivals)
            changes = [(removal.voice, removal.when) for removal in removals]
            changes.extend((appended.voice, appended.when) for appended in appends)
            for voice, when in changes:
                pair = self._pair(place.offset, keep.voice, voice)
                part.clashes[pair].append(pool.and_(still, when))
        if place.endless:
            self._heap(place, slots, part, removals, appends)
            return
        step = width(place.of, self.setting)
        first = place.offset + 1
        items = [tuple(slots[first + k * step : first + (k + 1) * step]) for k in range(place.room)]
        length, items = self._remove(place, part.before[place.offset], items, removals)
        length, items = self._append_in_order(place, (length, items), appends, part)
        over = pool.less(pool.number(place.room), length)
        part.cutoffs.append((place.offset, place.bound, over))
        slots[place.offset] = length
        for number, item in enumerate(items):
            slots[first + number * step : first + (number + 1) * step] = item

    def _heap(
        self,
        place: ListPlace,
        slots: list[Term],
        part: _Part,
        removals: list[Removal],
        appends: list[Appended],
    ) -> None:
        """The same for a list without a bound, of which nothing is cut off."""
        pool = self.pool
        step, first = width(place.of, self.setting), place.offset + 2
        tops = tuple(
            tuple(slots[first + k * step : first + (k + 1) * step]) for k in range(place.room)
        )
        piles = Piles(pool, self.setting, place.of)
        heap = Heap(part.before[place.offset], slots[place.offset + 1], tops)
        heap = piles.remove(heap, removals, again=part.earlier is not None)
        if place.field in part.orders:
            clauses, order = part.orders[place.field]
            row = [
                self._flat(piles.append(heap, self._ranked(appends, permutation)))
                for permutation in permutations(clauses)
            ]
            new = row[-1]
            for number in range(len(row) - 2, -1, -1):
                test = pool.equal(order, pool.number(number))
                new = [pool.ite(test, a, b) for a, b in zip(row[number], new, strict=True)]
        else:
            new = self._flat(piles.append(heap, appends))
        slots[place.offset : place.offset + len(new)] = new

    def _flat(self, heap: Heap) -> list[Term]:
        return [heap.length, heap.below, *(term for top in heap.tops for term in top)]

    def _ranked(self, appends: list[Appended], clauses: tuple[str, ...]) -> list[Appended]:
        return sorted(appends, key=lambda appended: clauses.index(appended.voice.clause))

    def _gap(self, of: Type) -> tuple[Term, ...]:
        pool = self.pool
        row = zip(nothing(of, self.setting), slots_of("", of, self.setting), strict=True)
        return tuple(
            pool.truth(bool(number)) if slot.boolean else pool.number(number)
            for number, slot in row
        )

    def _remove(
        self,
        place: ListPlace,
        length: Term,
        items: Items,
        removals: list[Removal],
    ) -> tuple[Term, Items]:
        pool, gap = self.pool, self._gap(place.of)
        if not removals:
            return length, items
        last = pool.plus(length, pool.number(-1))
        only_top = all(removal.place is None for removal in removals)
        gone = []
        for number in range(place.room):
            here = pool.number(number)
            meant = [
                pool.and_(r.when, pool.equal(last if r.place is None else r.place, here))
                for r in removals
            ]
            gone.append(pool.or_(*meant))
        for number in range(place.room - 1, -1, -1):
            reach = range(number, number + 1) if only_top else range(number, place.room)
            for index in reach:
                shifted = gap if only_top or index + 1 == place.room else items[index + 1]
                pairs = zip(shifted, items[index], strict=True)
                items[index] = tuple(pool.ite(gone[number], new, old) for new, old in pairs)
        if only_top:
            any_gone = pool.or_(*(removal.when for removal in removals))
            return pool.ite(any_gone, last, length), items
        return pool.minus(length, pool.count(gone)), items

    def _append_in_order(
        self, place: ListPlace, start: tuple[Term, Items], appends: list[Appended], part: _Part
    ) -> tuple[Term, Items]:
        """Appends of several clauses in the order that the step's parameter says."""
        length, items = start
        orders = part.orders
        if place.field not in orders:
            return self._append(length, items, appends)
        clauses, order = orders[place.field]
        pool = self.pool
        result: tuple[Term, Items] | None = None
        for number, permutation in reversed(list(enumerate(permutations(clauses)))):
            ranked = self._ranked(appends, permutation)
            new_length, new_items = self._append(length, items, ranked)
            if result is None:
                result = new_length, new_items
                continue
            test = pool.equal(order, pool.number(number))
            result = (
                pool.ite(test, new_length, result[0]),
                [
                    tuple(pool.ite(test, a, b) for a, b in zip(new, old, strict=True))
                    for new, old in zip(new_items, result[1], strict=True)
                ],
            )
        return result if result is not None else (length, items)

    def _append(self, length: Term, items: Items, appends: list[Appended]) -> tuple[Term, Items]:
        pool = self.pool
        items = list(items)
        for appended in appends:
            if appended.when is pool.false:
                continue
            for number, item in enumerate(items):
                here = pool.and_(appended.when, pool.equal(length, pool.number(number)))
                pairs = zip(appended.item, item, strict=True)
                items[number] = tuple(pool.ite(here, new, old) for new, old in pairs)
            one, none = pool.number(1), pool.number(0)
            length = pool.plus(length, pool.ite(appended.when, one, none))
        return length, items
