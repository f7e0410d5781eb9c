"""What a generated model computes with, beyond plain Python.

An expression without a value raises :class:`UndefinedValue`; so does Python itself with an
``IndexError`` where a model indexes a list directly. :data:`UNDEFINED` names both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")


class UndefinedValue(Exception):  # noqa: N818 - it is a value that is missing, not an error
    """An expression has no value in this situation."""


UNDEFINED = (UndefinedValue, IndexError)


@dataclass(slots=True, kw_only=True)
class Table:
    """What every situation of every game has.

    ``players``: how many; ``scope``: the bounds of this setting; ``spoken``: per field that
    has to be spoken of anew, whether a clause has done so since the play last left a
    situation at rest.
    """

    players: int
    scope: Mapping[str, int] = field(repr=False)
    spoken: tuple[bool, ...]


def given(value: T | None) -> T:
    """The value, where ``nobody`` will not do."""
    if value is None:
        raise UndefinedValue
    return value


def item(items: Sequence[T], index: int) -> T:
    """The item at an index that was worked out: below zero is outside the list."""
    if 0 <= index < len(items):
        return items[index]
    raise UndefinedValue


def position(index: int) -> int:
    """An index that was worked out, on the way to a place that is written."""
    if index < 0:
        raise UndefinedValue
    return index


def first(values: Iterable[T]) -> T:
    """The first of the values; those after it are not looked at."""
    for value in values:
        return value
    raise UndefinedValue


def last(values: Iterable[T]) -> T:
    """The last of the values; all of them are looked at."""
    found = list(values)
    if not found:
        raise UndefinedValue
    return found[-1]


def count(conditions: Iterable[int]) -> int:
    """How many of the conditions are true."""
    return sum(conditions)


def next_player(now: Table, player: int) -> int:
    """Who comes after ``player`` in turn order."""
    return (player + 1) % now.players


def distance(now: Table, start: int, end: int) -> int:
    """How many seats ``end`` sits after ``start``."""
    return (end - start) % now.players
