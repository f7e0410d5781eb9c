"""Sizes, settings and types."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Number:
    """A size written as a number."""

    value: int


@dataclass(frozen=True, slots=True)
class ScopeName:
    """A size named in the header's scope: ``scope.cascade``."""

    name: str


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """The number of players as a size."""


@dataclass(frozen=True, slots=True)
class SizeSum:
    """``left + right`` or, with ``minus``, ``left - right``."""

    left: Size
    right: Size
    minus: bool = False


Size = Number | ScopeName | PlayerCount | SizeSum


@dataclass(frozen=True, slots=True)
class Setting:
    """What one run of a rulebook fixes: players and the scope, as (name, value) pairs."""

    players: int
    scope: tuple[tuple[str, int], ...]

    def value(self, size: Size) -> int:
        """Work out a size in this setting."""
        match size:
            case Number(value):
                return value
            case ScopeName(name):
                return dict(self.scope)[name]
            case PlayerCount():
                return self.players
            case SizeSum(left, right, minus):
                other = self.value(right)
                return self.value(left) + (-other if minus else other)


@dataclass(frozen=True, slots=True)
class BoolType:
    """``bool``."""


@dataclass(frozen=True, slots=True)
class NumberType:
    """Any integer: the type of arithmetic; never stored."""


@dataclass(frozen=True, slots=True)
class RangeType:
    """``Range[lo, hi]``, both ends included."""

    low: Size
    high: Size


@dataclass(frozen=True, slots=True)
class StockType:
    """``Stock[n]``: 0 to n; starts at any of these values; above n a play is cut off."""

    capacity: Size


@dataclass(frozen=True, slots=True)
class PlayerType:
    """``Player``: 0 to players - 1."""


@dataclass(frozen=True, slots=True)
class EnumType:
    """A class of names; a value is the index of its member."""

    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordType:
    """A class of named fields, each of a scalar type."""

    name: str
    fields: tuple[tuple[str, Type], ...]


@dataclass(frozen=True, slots=True)
class MaybeType:
    """``Maybe[T]``: a value of ``T`` or ``nobody``."""

    of: Type


@dataclass(frozen=True, slots=True)
class EachType:
    """``Each[key, T]``: one value per player or per member of an enum."""

    key: PlayerType | EnumType
    of: Type


@dataclass(frozen=True, slots=True)
class ListType:
    """``List[T, n]`` in a state, ``Seq[T, n]`` as a parameter."""

    of: Type
    capacity: Size


Type = (
    BoolType
    | NumberType
    | RangeType
    | StockType
    | PlayerType
    | EnumType
    | RecordType
    | MaybeType
    | EachType
    | ListType
)
