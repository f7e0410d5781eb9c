"""How a situation and an action's parameters are laid out in scalar slots.

A value becomes a fixed row of numbers: a list its length and then all its places, a
``Maybe`` whether there is a value and then the value. What is not there holds the lowest
number, so that equal values have equal rows.

A size is *endless* if it hangs on a part of the scope to which the setting gives no value. A
number of that size has no upper end. Of a list of that size there are its length, a name for
what lies deeper (a number that means nothing by itself), and its newest items.
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
    Number,
    NumberType,
    PlayerCount,
    PlayerType,
    RangeType,
    RecordType,
    Rulebook,
    ScopeName,
    Setting,
    Size,
    SizeSum,
    StockType,
    Type,
)
from headjudge.rulebook.values import Situation, Value, domain, size
from headjudge.semantics.symbolic.terms import UNBOUNDED

# How many items of an endless list are known, the newest first: one more than any clause of a
# real rulebook looks at.
TOPS = 2
# The size of what has no bound; no rulebook can name it.
ENDLESS = ScopeName("")


class EndlessError(Exception):
    """Something of the rulebook has no sound counterpart without bounds; says what."""


def endless(size_: Size, setting: Setting) -> bool:
    """Whether a size hangs on something of the scope that has no value."""
    match size_:
        case Number() | PlayerCount():
            return False
        case ScopeName(name):
            return all(name != known for known, _ in setting.scope)
        case SizeSum(left, right):
            return endless(left, setting) or endless(right, setting)


@dataclass(frozen=True, slots=True)
class Slot:
    """One scalar.

    ``stock``: the bound above which a play is cut off. ``ceiling``: the size above which a
    number without an upper end is undefined. ``ghost``: it names what lies deeper in a list.
    """

    name: str
    low: int
    high: int
    boolean: bool
    stock: str | None = None
    ceiling: Size | None = None
    ghost: bool = False

    @property
    def bits(self) -> int:
        """Bits needed for high - low."""
        return (self.high - self.low).bit_length()


def bound_name(size_: Size) -> str:
    """The name under which cut-offs at this bound are counted."""
    match size_:
        case Number(value):
            return str(value)
        case ScopeName(name):
            return name
        case PlayerCount():
            return "players"
        case SizeSum(left, right, minus):
            return f"{bound_name(left)} {'-' if minus else '+'} {bound_name(right)}"


def slots_of(name: str, type_: Type, setting: Setting) -> Iterator[Slot]:
    """The slots of one value of a type."""
    match type_:
        case BoolType():
            yield Slot(name, 0, 1, boolean=True)
        case RangeType(low, high) if endless(high, setting) or endless(low, setting):
            if endless(low, setting):
                raise EndlessError(f"the lower end of {name} depends on the scope")
            yield Slot(name, setting.value(low), UNBOUNDED, boolean=False, ceiling=high)
        case StockType(capacity) if endless(capacity, setting):
            yield Slot(name, 0, UNBOUNDED, boolean=False)
        case RangeType(low, high):
            yield Slot(name, setting.value(low), setting.value(high), boolean=False)
        case StockType(capacity):
            top = setting.value(capacity)
            yield Slot(name, 0, top, boolean=False, stock=bound_name(capacity))
        case PlayerType():
            yield Slot(name, 0, setting.players - 1, boolean=False)
        case EnumType(_, members):
            yield Slot(name, 0, len(members) - 1, boolean=False)
        case RecordType(_, fields):
            for part, of in fields:
                yield from slots_of(f"{name}.{part}", of, setting)
        case MaybeType(of):
            yield Slot(f"{name}?", 0, 1, boolean=True)
            yield from slots_of(name, of, setting)
        case EachType(key, of):
            for index in range(size(key, setting)):
                yield from slots_of(f"{name}[{index}]", of, setting)
        case ListType(of, capacity) if endless(capacity, setting):
            yield Slot(f"len({name})", 0, UNBOUNDED, boolean=False)
            yield Slot(f"below({name})", 0, UNBOUNDED, boolean=False, ghost=True)
            for index in range(TOPS):
                yield from slots_of(f"{name}[-{index + 1}]", of, setting)
        case ListType(of, capacity):
            room = setting.value(capacity)
            yield Slot(f"len({name})", 0, room, boolean=False)
            for index in range(room):
                yield from slots_of(f"{name}[{index}]", of, setting)
        case NumberType():
            raise TypeError(f"{name}: a number without bounds has no slot")


def width(type_: Type, setting: Setting) -> int:
    """How many slots a value of a type takes."""
    return sum(1 for _ in slots_of("", type_, setting))


def encode(value: Value, type_: Type, setting: Setting) -> list[int]:
    """The row of a value. Raises ValueError if the value does not fit the type."""
    match type_, value:
        case MaybeType(of), None:
            return [0, *nothing(of, setting)]
        case MaybeType(of), _:
            return [1, *encode(value, of, setting)]
        case RecordType(_, fields), tuple(parts):
            types: tuple[Type, ...] = tuple(of for _, of in fields)
            return _encode_all(parts, types, setting)
        case EachType(key, of), tuple(parts):
            return _encode_all(parts, (of,) * size(key, setting), setting)
        case ListType(of, capacity), tuple(items) if endless(capacity, setting):
            tops = items[::-1][:TOPS]
            row = [len(items), 0, *_encode_all(tops, (of,) * len(tops), setting)]
            return row + nothing(of, setting) * (TOPS - len(tops))
        case ListType(of, capacity), tuple(items):
            room = setting.value(capacity)
            row = [len(items), *_encode_all(items, (of,) * len(items), setting)]
            row.extend(nothing(of, setting) * (room - len(items)))
            if len(items) > room:
                raise ValueError(f"{len(items)} items where there is room for {room}")
            return row
        case _, int(number):
            (slot,) = slots_of("", type_, setting)
            if not slot.low <= number <= slot.high:
                raise ValueError(f"{number} is not between {slot.low} and {slot.high}")
            return [int(number)]
        case _:
            raise ValueError(f"{value!r} does not fit {type_}")


def _encode_all(values: tuple[Value, ...], types: tuple[Type, ...], setting: Setting) -> list[int]:
    if len(values) != len(types):
        raise ValueError(f"{len(values)} values where there are {len(types)}")
    row: list[int] = []
    for value, of in zip(values, types, strict=True):
        row.extend(encode(value, of, setting))
    return row


def nothing(type_: Type, setting: Setting) -> list[int]:
    """The row that stands where there is no value: the lowest numbers."""
    return [slot.low for slot in slots_of("", type_, setting)]


def decode(row: Iterator[int], type_: Type, setting: Setting) -> Value:
    """The value of a row; takes as many numbers from it as the type has slots.

    Of an endless list only the newest items are known.
    """
    match type_:
        case BoolType():
            return bool(next(row))
        case RecordType(_, fields):
            return tuple(decode(row, of, setting) for _, of in fields)
        case MaybeType(of):
            present = next(row)
            value = decode(row, of, setting)
            return value if present else None
        case EachType(key, of):
            return tuple(decode(row, of, setting) for _ in range(size(key, setting)))
        case ListType(of, capacity) if endless(capacity, setting):
            length, _ = next(row), next(row)
            tops = tuple(decode(row, of, setting) for _ in range(TOPS))
            return tops[:length][::-1]
        case ListType(of, capacity):
            length = next(row)
            items = tuple(decode(row, of, setting) for _ in range(setting.value(capacity)))
            return items[:length]
        case _:
            return int(next(row))


@dataclass(frozen=True, slots=True)
class Layout:
    """The slots of a rulebook's situation in a setting.

    ``offsets`` gives the first slot of each field; ``told`` the fields whose speaking is
    recorded, in the last ``len(told)`` slots.
    """

    setting: Setting
    slots: tuple[Slot, ...]
    types: tuple[Type, ...]
    offsets: tuple[int, ...]
    told: tuple[str, ...]

    @property
    def bits(self) -> int:
        """Bits of one packed situation."""
        return sum(slot.bits for slot in self.slots)

    def encode(self, situation: Situation) -> tuple[int, ...]:
        """The row of a situation; ValueError if it does not fit the setting."""
        row = _encode_all(situation.values, self.types, self.setting)
        return (*row, *(int(flag) for flag in situation.spoken))

    def decode(self, row: tuple[int, ...]) -> Situation:
        """The situation of a row."""
        numbers = iter(row)
        values = tuple(decode(numbers, of, self.setting) for of in self.types)
        return Situation(values, tuple(bool(next(numbers)) for _ in self.told))


def layout(rulebook: Rulebook, setting: Setting) -> Layout:
    """Lay out the state of a rulebook."""
    slots: list[Slot] = []
    offsets: list[int] = []
    for field in rulebook.fields:
        offsets.append(len(slots))
        slots.extend(slots_of(field.name, field.type, setting))
    told = tuple(field.name for field in rulebook.fields if field.told)
    slots.extend(Slot(f"spoken({name})", 0, 1, boolean=True) for name in told)
    types = tuple(field.type for field in rulebook.fields)
    return Layout(setting, tuple(slots), types, tuple(offsets), told)


def rows_of(type_: Type, setting: Setting) -> Iterator[tuple[int, ...]]:
    """The rows of all values of a type, the plainest first."""
    for value in domain(type_, setting):
        yield tuple(encode(value, type_, setting))


def all_rows(types: tuple[Type, ...], setting: Setting) -> Iterator[tuple[int, ...]]:
    """The rows of all combinations of values, the first type varying slowest."""
    for combination in product(*(tuple(rows_of(of, setting)) for of in types)):
        yield tuple(number for row in combination for number in row)
