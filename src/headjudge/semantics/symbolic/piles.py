"""Lists without a bound: of the items only the newest are known.

What lies deeper is an unknown function of the list's ``below`` and the index, so that reading
one item twice gives the same, and reading it after the list was tampered with need not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from headjudge.rulebook.syntax import Setting, Type
from headjudge.semantics.symbolic import shapes
from headjudge.semantics.symbolic.layout import TOPS, nothing, slots_of
from headjudge.semantics.symbolic.shapes import Optional, Parts, Pile, Row, Scalar, Shape
from headjudge.semantics.symbolic.terms import UNBOUNDED, Constant, Plus, Pool, Term
from headjudge.semantics.symbolic.writes import Appended, Removal


def depth(pool: Pool, length: Term, place: Term) -> Term:
    """How far below the newest item an index is; 0 is the newest."""
    (base, more), (other, less) = _apart(length), _apart(place)
    if base is other:
        return pool.number(more - less - 1)
    return pool.minus(pool.plus(length, pool.number(-1)), place)


def _apart(term: Term) -> tuple[Term, int]:
    """A term as another one and a constant."""
    if isinstance(term, Plus) and isinstance(term.right, Constant):
        return term.left, term.right.value
    return term, 0


def deeper(pool: Pool, length: Term) -> Term:
    """How many items lie deeper than the known ones, or less than 1."""
    return pool.plus(length, pool.number(-TOPS))


def read(pool: Pool, setting: Setting, pile: Pile, place: Term, of: Type) -> Shape:
    """The item at an index; any item if there is none."""
    level = depth(pool, pile.length, place)
    if isinstance(level, Constant) and 0 <= level.value < TOPS:
        return pile.tops[level.value]
    found = unread(pool, setting, (pile.below, place), of)
    for number in range(TOPS - 1, -1, -1):
        test = pool.equal(level, pool.number(number))
        found = shapes.choose(pool, test, pile.tops[number], found)
    return found


def unread(pool: Pool, setting: Setting, where: tuple[Term, ...], of: Type) -> Shape:
    """The item that nobody has looked at, wherever it is."""
    terms = (
        pool.unknown(("item", number), where, slot.low, slot.high, boolean=slot.boolean)
        for number, slot in enumerate(slots_of("", of, setting))
    )
    return _tidy(pool, shapes.shape_of(of, setting, terms))


def _tidy(pool: Pool, shape: Shape) -> Shape:
    """What is not there holds the lowest numbers."""
    match shape:
        case Optional(present, value):
            lowest = shapes.combine(lambda term: _least(pool, term), value)
            return Optional(present, shapes.choose(pool, present, _tidy(pool, value), lowest))
        case Parts(parts):
            return Parts(tuple(_tidy(pool, part) for part in parts))
        case Scalar() | Row() | Pile():
            return shape


def _least(pool: Pool, term: Term) -> Term:
    return pool.truth(bool(term.low)) if term.boolean else pool.number(term.low)


@dataclass(frozen=True, slots=True)
class Heap:
    """A pile flattened: each known item is the terms of its slots."""

    length: Term
    below: Term
    tops: tuple[tuple[Term, ...], ...]


@dataclass(frozen=True, slots=True)
class Piles:
    """Takes from and adds to the lists whose items are of one type."""

    pool: Pool
    setting: Setting
    of: Type

    def remove(self, heap: Heap, removals: Iterable[Removal], *, again: bool) -> Heap:
        """Take items away, by the index each had before; ``again``: in the second part."""
        pool, length = self.pool, heap.length
        last = pool.plus(length, pool.number(-1))
        gone: list[Term] = [pool.false] * TOPS
        total: Term = pool.number(0)
        hidden: list[Term] = []
        earlier: list[tuple[Term, Term]] = []
        for removal in removals:
            place = last if removal.place is None else removal.place
            level = depth(pool, length, place)
            if removal.many is not None:
                hidden.append(removal.when)
                total = self._more(total, removal.when, removal.many)
                continue
            for number in range(TOPS):
                here = pool.equal(level, pool.number(number))
                gone[number] = pool.or_(gone[number], pool.and_(removal.when, here))
            hidden.append(pool.and_(removal.when, pool.at_most(pool.number(TOPS), level)))
            same = (pool.and_(when, pool.equal(place, other)) for when, other in earlier)
            new = pool.and_(removal.when, pool.not_(pool.or_(*same)))
            total = self._more(total, new, pool.number(1))
            earlier.append((removal.when, place))
        below = self._renamed(heap, pool.or_(*gone, *hidden) if again else pool.or_(*hidden))
        return self._closed(Heap(pool.minus(length, total), below, heap.tops), gone)

    def _more(self, total: Term, when: Term, amount: Term) -> Term:
        pool = self.pool
        return pool.plus(total, pool.ite(when, amount, pool.number(0)))

    def _renamed(self, heap: Heap, changed: Term) -> Term:
        """Another name for what lies deeper where an index no longer means the same item."""
        pool = self.pool
        if changed is pool.false:
            return heap.below
        fresh = pool.something((heap.below, heap.length, changed), UNBOUNDED)
        return pool.ite(changed, fresh, heap.below)

    def _closed(self, heap: Heap, gone: list[Term]) -> Heap:
        """The known items move up, and what lay beneath them becomes known as something."""
        pool, tops = self.pool, list(heap.tops)
        empty = tuple(
            pool.truth(bool(number)) if slot.boolean else pool.number(number)
            for number, slot in zip(
                nothing(self.of, self.setting), slots_of("", self.of, self.setting), strict=True
            )
        )
        for number in range(TOPS - 1, -1, -1):
            for index in range(number, TOPS):
                shifted = tops[index + 1] if index + 1 < TOPS else empty
                tops[index] = _choose(pool, gone[number], shifted, tops[index])
        missing = pool.count(gone)
        for number in range(TOPS):
            vacant = pool.less(pool.number(TOPS - 1 - number), missing)
            there = pool.less(pool.number(number), heap.length)
            place = pool.plus(heap.length, pool.number(-1 - number))
            unread_ = unread(pool, self.setting, (heap.below, place), self.of)
            item = tuple(shapes.leaves(unread_))
            tops[number] = _choose(pool, pool.and_(vacant, there), item, tops[number])
        return Heap(heap.length, heap.below, tuple(tops))

    def append(self, heap: Heap, appends: Iterable[Appended]) -> Heap:
        """Put items on top, in this order."""
        pool = self.pool
        length, tops = heap.length, heap.tops
        for appended in appends:
            moved = (appended.item, *tops[:-1])
            pairs = zip(moved, tops, strict=True)
            tops = tuple(_choose(pool, appended.when, new, old) for new, old in pairs)
            length = self._more(length, appended.when, pool.number(1))
        return Heap(length, heap.below, tops)


def _choose(
    pool: Pool, test: Term, then: tuple[Term, ...], orelse: tuple[Term, ...]
) -> tuple[Term, ...]:
    return tuple(pool.ite(test, a, b) for a, b in zip(then, orelse, strict=True))
