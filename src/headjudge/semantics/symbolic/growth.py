"""How one situation is another one with more: in its stocks and below its lists' newest items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from headjudge.rulebook.syntax import (
    EachType,
    ListType,
    RecordType,
    Rulebook,
    Setting,
    StockType,
    Type,
)
from headjudge.rulebook.values import Situation, Value, size
from headjudge.semantics.symbolic.layout import TOPS, width

Growth = tuple[tuple[str, int], ...]
Fields = Sequence[tuple[str, Type]]


def growth(fields: Fields, one: Situation, two: Situation) -> Growth | None:
    """By how much stocks and lists have grown, by the names of their slots; else None.

    It is None unless all else has returned: also the newest items of each list, as many as
    are known of an endless one, with all that was below them still below.
    """
    if one.spoken != two.spoken:
        return None
    found: list[tuple[str, int]] = []
    for (field, type_), before, after in zip(fields, one.values, two.values, strict=True):
        for name, amount in _grown(field, type_, (before, after)):
            if amount < 0:
                return None
            found.append((name, amount))
    return tuple((name, amount) for name, amount in found if amount)


def _grown(name: str, type_: Type, pair: tuple[Value, Value]) -> Iterator[tuple[str, int]]:
    """How much more there is in each part; -1 where something has not returned."""
    match type_, pair:
        case StockType(), (int(before), int(after)):
            yield name, after - before
        case ListType(), (tuple(before), tuple(after)):
            tops = min(len(before), TOPS)
            below = len(before) - tops
            kept = len(after) >= len(before) and after[:below] == before[:below]
            same = after[len(after) - tops :] == before[below:]
            yield f"len({name})", len(after) - len(before) if kept and same else -1
        case RecordType(_, fields), (tuple(before), tuple(after)):
            for (part, of), old, new in zip(fields, before, after, strict=True):
                yield from _grown(f"{name}.{part}", of, (old, new))
        case EachType(_, of), (tuple(before), tuple(after)):
            for index, both in enumerate(zip(before, after, strict=True)):
                yield from _grown(f"{name}[{index}]", of, both)
        case _:
            yield name, 0 if pair[0] == pair[1] else -1


def fields_of(rulebook: Rulebook) -> Fields:
    """The fields by name and type."""
    return tuple((field.name, field.type) for field in rulebook.fields)


def returning(rulebook: Rulebook, setting: Setting) -> tuple[bool, ...]:
    """Of each slot of the fields, whether it has to return whatever grows."""
    return tuple(one for field in rulebook.fields for one in _returning(field.type, setting))


def _returning(type_: Type, setting: Setting) -> Iterator[bool]:
    match type_:
        case StockType() | ListType():
            yield from (False,) * width(type_, setting)
        case RecordType(_, fields):
            for _, of in fields:
                yield from _returning(of, setting)
        case EachType(key, of):
            for _ in range(size(key, setting)):
                yield from _returning(of, setting)
        case _:
            yield from (True,) * width(type_, setting)
