"""Values made of terms: a tree with a term at each leaf, flattened as in the layout."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from headjudge.rulebook.syntax import (
    EachType,
    ListType,
    MaybeType,
    NumberType,
    RecordType,
    Setting,
    Type,
)
from headjudge.rulebook.values import size
from headjudge.semantics.symbolic.layout import TOPS, endless, nothing, slots_of
from headjudge.semantics.symbolic.terms import Pool, Term


@dataclass(frozen=True, slots=True, eq=False)
class Scalar:
    """A number or a truth value."""

    term: Term


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """A record's parts or an ``Each``'s entries."""

    parts: tuple[Shape, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A list: its length and all places there is room for."""

    length: Term
    places: tuple[Shape, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Pile:
    """A list without a bound: its length, a name for what lies deeper, the newest items."""

    length: Term
    below: Term
    tops: tuple[Shape, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Optional:
    """A ``Maybe``: whether there is a value, and the value."""

    present: Term
    value: Shape


Shape = Scalar | Parts | Row | Pile | Optional


def leaves(shape: Shape) -> Iterator[Term]:
    """The terms of a shape in the order of the layout."""
    match shape:
        case Scalar(term):
            yield term
        case Parts(parts):
            for part in parts:
                yield from leaves(part)
        case Row(length, places):
            yield length
            for place in places:
                yield from leaves(place)
        case Pile(length, below, tops):
            yield length
            yield below
            for top in tops:
                yield from leaves(top)
        case Optional(present, value):
            yield present
            yield from leaves(value)


def shape_of(type_: Type, setting: Setting, terms: Iterator[Term]) -> Shape:
    """A shape of a type from its leaves."""
    match type_:
        case RecordType(_, fields):
            return Parts(tuple(shape_of(of, setting, terms) for _, of in fields))
        case EachType(key, of):
            return Parts(tuple(shape_of(of, setting, terms) for _ in range(size(key, setting))))
        case MaybeType(of):
            present = next(terms)
            return Optional(present, shape_of(of, setting, terms))
        case ListType(of, capacity) if endless(capacity, setting):
            length, below = next(terms), next(terms)
            return Pile(length, below, tuple(shape_of(of, setting, terms) for _ in range(TOPS)))
        case ListType(of, capacity):
            length = next(terms)
            room = range(setting.value(capacity))
            return Row(length, tuple(shape_of(of, setting, terms) for _ in room))
        case _:
            return Scalar(next(terms))


def constant(pool: Pool, type_: Type, setting: Setting, row: Iterable[int]) -> Shape:
    """The shape of a known row."""
    if isinstance(type_, NumberType):
        return Scalar(pool.number(next(iter(row))))
    slots = slots_of("", type_, setting)
    terms = (
        pool.truth(bool(number)) if slot.boolean else pool.number(number)
        for slot, number in zip(slots, row, strict=True)
    )
    return shape_of(type_, setting, terms)


def absent(pool: Pool, type_: Type, setting: Setting) -> Shape:
    """What stands where there is no value of a type."""
    return constant(pool, type_, setting, nothing(type_, setting))


def combine(with_: Callable[..., Term], *shapes: Shape) -> Shape:
    """A shape made leaf by leaf from shapes of the same form."""
    match shapes[0]:
        case Scalar():
            return Scalar(with_(*(shape.term for shape in shapes if isinstance(shape, Scalar))))
        case Parts():
            rows = [shape.parts for shape in shapes if isinstance(shape, Parts)]
            return Parts(tuple(combine(with_, *column) for column in zip(*rows, strict=True)))
        case Row():
            lists = [shape for shape in shapes if isinstance(shape, Row)]
            places = zip(*(row.places for row in lists), strict=True)
            return Row(
                with_(*(row.length for row in lists)),
                tuple(combine(with_, *column) for column in places),
            )
        case Pile():
            piles = [shape for shape in shapes if isinstance(shape, Pile)]
            tops = zip(*(pile.tops for pile in piles), strict=True)
            return Pile(
                with_(*(pile.length for pile in piles)),
                with_(*(pile.below for pile in piles)),
                tuple(combine(with_, *column) for column in tops),
            )
        case Optional():
            maybes = [shape for shape in shapes if isinstance(shape, Optional)]
            return Optional(
                with_(*(maybe.present for maybe in maybes)),
                combine(with_, *(maybe.value for maybe in maybes)),
            )


def choose(pool: Pool, test: Term, then: Shape, orelse: Shape) -> Shape:
    """``then`` where ``test`` holds, else ``orelse``."""
    return combine(lambda a, b: pool.ite(test, a, b), then, orelse)


def same(pool: Pool, left: Shape, right: Shape) -> Term:
    """Both are the same value: equal values have equal leaves."""
    pairs = zip(leaves(left), leaves(right), strict=True)
    return pool.and_(*(pool.equal(a, b) for a, b in pairs))
