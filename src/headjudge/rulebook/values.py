"""Plain values: what the independent semantics exchange, and how a reader sees them.

A value is a bool, an int (numbers, seats, and the index of an enum's member), ``None`` for
nobody, or a tuple (a record's parts, an ``Each``'s entries, a list's items, in order).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from headjudge.rulebook.syntax import (
    BoolType,
    EachType,
    EnumType,
    ListType,
    MaybeType,
    NumberType,
    PlayerType,
    RangeType,
    RecordType,
    Setting,
    StockType,
    Type,
)

Value = bool | int | None | tuple["Value", ...]

SEATS = "ABCD"


@dataclass(frozen=True, slots=True)
class Situation:
    """One situation: a value per field, in the order of the rulebook's fields.

    ``spoken`` has one entry per ``Told`` field, in the same order: whether a clause has
    spoken of it since the play last left a situation at rest.
    """

    values: tuple[Value, ...]
    spoken: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """An action with its parameters filled in, in the order of their declaration.

    ``orders``: for each list to which several clauses append in this action, which order
    of these clauses happens, as an index into the permutations in lexicographic order.
    """

    action: str
    arguments: tuple[Value, ...]
    orders: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """How an unsettled conflict is decided while the search goes on.

    ``exceptions`` holds pairs (index of a permission or obligation, index of a
    prohibition) into the rulebook's norms: there the prohibition wins in any case.
    """

    permission_wins: bool = False
    exceptions: frozenset[tuple[int, int]] = frozenset()


def domain(type_: Type, setting: Setting) -> Iterator[Value]:
    """All values of a type in a setting, the plainest first.

    Raises TypeError for NumberType, which has no bounds.
    """
    match type_:
        case BoolType():
            yield from (False, True)
        case RangeType(low, high):
            yield from range(setting.value(low), setting.value(high) + 1)
        case StockType(capacity):
            yield from range(setting.value(capacity) + 1)
        case PlayerType():
            yield from range(setting.players)
        case EnumType(_, members):
            yield from range(len(members))
        case RecordType(_, fields):
            yield from product(*(tuple(domain(of, setting)) for _, of in fields))
        case MaybeType(of):
            yield None
            yield from domain(of, setting)
        case EachType(key, of):
            yield from product(tuple(domain(of, setting)), repeat=size(key, setting))
        case ListType(of, capacity):
            items = tuple(domain(of, setting))
            for length in range(setting.value(capacity) + 1):
                yield from product(items, repeat=length)
        case NumberType():
            raise TypeError("a number without bounds has no domain")


def size(key: PlayerType | EnumType, setting: Setting) -> int:
    """How many keys an ``Each`` has."""
    match key:
        case PlayerType():
            return setting.players
        case EnumType(_, members):
            return len(members)


def show(value: Value, type_: Type) -> str:
    """A value in the words of the rulebook: ``COMBAT``, ``A``, ``[Effect(A, EVENT)]``."""
    match type_, value:
        case MaybeType(), None:
            return "nobody"
        case MaybeType(of), _:
            return show(value, of)
        case BoolType(), _:
            return "yes" if value else "no"
        case PlayerType(), int(seat):
            return SEATS[seat]
        case EnumType(_, members), int(index):
            return members[index]
        case RecordType(name, fields), tuple(parts):
            inside = ", ".join(show(part, of) for part, (_, of) in zip(parts, fields, strict=True))
            return f"{name}({inside})"
        case EachType(key, of), tuple(entries):
            names = SEATS if isinstance(key, PlayerType) else key.members
            return ", ".join(
                f"{name}: {show(entry, of)}" for name, entry in zip(names, entries, strict=False)
            )
        case ListType(of), tuple(items):
            return "[" + ", ".join(show(item, of) for item in items) + "]"
        case _:
            return str(value)
