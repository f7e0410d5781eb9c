"""How the fields of a state are laid out in one setting.

A *place* is where one scalar value stands: a field, an entry of an ``Each``, a part of a
record. A layout knows the way to each, converts plain values to those of the model and
back, and tells which values a place can hold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, cast

from headjudge.rulebook.syntax import (
    EachType,
    EnumType,
    ListType,
    MaybeType,
    Number,
    PlayerCount,
    PlayerType,
    RangeType,
    RecordType,
    ScopeName,
    Setting,
    Size,
    SizeSum,
    StockType,
    Type,
)
from headjudge.rulebook.values import Situation, Value, size
from headjudge.semantics.executable.operators import Table
from headjudge.semantics.executable.tables import Rules

Path = tuple[str | int, ...]
# A value as a model holds it: members of enums, records, and lists for an ``Each`` or a list.
Native = Any


@dataclass(frozen=True, slots=True)
class Leaf:
    """A place with one value.

    Numbers have bounds; ``high`` of a stock is a capacity, named ``bound``. ``inner``
    checks the values of types that are no bare numbers, where they have to be checked.
    """

    low: int | None = None
    high: int | None = None
    bound: str | None = None
    inner: Callable[[Native], bool] | None = None

    def fits(self, value: Native) -> bool:
        """Whether a value is of the type; a stock may be beyond its capacity."""
        if self.low is not None:
            above = self.bound is None and self.high is not None and value > self.high
            return not (value < self.low or above)
        return self.inner is None or self.inner(value)


@dataclass(frozen=True, slots=True)
class Entries:
    """An ``Each``: so many entries of one layout."""

    count: int
    of: Node


@dataclass(frozen=True, slots=True)
class Items:
    """A list; ``bound`` names its capacity."""

    capacity: int
    bound: str
    of: Node
    fits: Callable[[Native], bool]


@dataclass(frozen=True, slots=True)
class Parts:
    """A record: per part its attribute and its layout."""

    of: dict[str, tuple[str, Node]]


Node = Leaf | Entries | Items | Parts


def bound_name(capacity: Size) -> str:
    """How a capacity is called in a report: the scope's name, or what is written."""
    match capacity:
        case Number(value):
            return str(value)
        case ScopeName(name):
            return name
        case PlayerCount():
            return "players"
        case SizeSum(left, right, minus):
            sign = "-" if minus else "+"
            return f"{bound_name(left)} {sign} {bound_name(right)}"


class Layout:
    """The fields of a model in one setting."""

    def __init__(self, rules: Rules, setting: Setting) -> None:
        """Lay out the fields of ``rules`` for ``setting``."""
        self._setting = setting
        self._enums = {type_.name: tuple(class_) for type_, class_ in rules.enums}
        self._records = {
            type_.name: (class_, tuple(part.name for part in fields(class_)))
            for type_, class_ in rules.records
        }
        self._state = rules.state
        self._scope = dict(setting.scope)
        attributes = [part.name for part in fields(rules.state)][3:]
        self.attributes = {
            field.name: name for field, name in zip(rules.fields, attributes, strict=True)
        }
        self.nodes = {field.name: self._node(field.type) for field in rules.fields}
        self._types = [field.type for field in rules.fields]
        self._columns = attributes
        self._plainers: dict[Type, Callable[[Native], Value] | None] = {}
        self._converted = [
            (index, convert)
            for index, field in enumerate(rules.fields)
            if (convert := self._plainer(field.type)) is not None
        ]
        self._shared = [
            attribute
            for field, attribute in zip(rules.fields, attributes, strict=True)
            if isinstance(field.type, EachType | ListType)
        ]

    def _node(self, type_: Type) -> Node:
        match type_:
            case RangeType(low, high):
                return Leaf(self._setting.value(low), self._setting.value(high))
            case StockType(capacity):
                return Leaf(0, self._setting.value(capacity), bound_name(capacity))
            case EachType(key, of):
                return Entries(size(key, self._setting), self._node(of))
            case ListType(of, capacity):
                limit = self._setting.value(capacity)
                return Items(limit, bound_name(capacity), self._node(of), self._fits(of))
            case RecordType(name, parts):
                _, attributes = self._records[name]
                return Parts(
                    {
                        part: (attribute, self._node(of))
                        for (part, of), attribute in zip(parts, attributes, strict=True)
                    }
                )
            case PlayerType():
                return Leaf(0, self._setting.players - 1)
            case MaybeType(of):
                return Leaf(inner=or_nobody(self._fits(of)))
            case _:
                return Leaf()

    def _fits(self, type_: Type) -> Callable[[Native], bool]:
        node = self._node(type_)
        match node:
            case Parts(of):
                leaves = [
                    (attribute, leaf) for attribute, leaf in of.values() if isinstance(leaf, Leaf)
                ]
                return lambda value: all(
                    leaf.fits(getattr(value, attribute)) for attribute, leaf in leaves
                )
            case Leaf():
                return node.fits
            case _:
                raise TypeError(f"{type_} cannot stand inside a list or a Maybe")

    def native(self, type_: Type, value: Value) -> Native:
        """A plain value as the model holds it."""
        match type_, value:
            case EnumType(name), int(index):
                return self._enums[name][index]
            case MaybeType(of), _:
                return None if value is None else self.native(of, value)
            case RecordType(name, parts), tuple(values):
                class_, _ = self._records[name]
                return class_(
                    *(self.native(of, part) for (_, of), part in zip(parts, values, strict=True))
                )
            case EachType(_, of) | ListType(of), tuple(values):
                return [self.native(of, entry) for entry in values]
            case _:
                return value

    def plain(self, type_: Type, value: Native) -> Value:
        """A value of the model as a plain one."""
        convert = self._plainer(type_)
        return cast("Value", value) if convert is None else convert(value)

    def _plainer(self, type_: Type) -> Callable[[Native], Value] | None:
        """How values of a type are made plain; None if they are."""
        if type_ not in self._plainers:
            self._plainers[type_] = self._plain(type_)
        return self._plainers[type_]

    def _plain(self, type_: Type) -> Callable[[Native], Value] | None:
        match type_:
            case EnumType():
                return int
            case MaybeType(of):
                inner = self._plainer(of)
                return None if inner is None else plain_or_nobody(inner)
            case RecordType(name, parts):
                _, attributes = self._records[name]
                plainers = tuple(
                    (attribute, self._plainer(of))
                    for (_, of), attribute in zip(parts, attributes, strict=True)
                )
                return plain_record(plainers)
            case EachType(_, of) | ListType(of):
                inner = self._plainer(of)
                return tuple if inner is None else plain_items(inner)
            case _:
                return None

    def freeze(self, state: Table) -> Situation:
        """A state as a plain situation."""
        values = [getattr(state, attribute) for attribute in self._columns]
        for index, convert in self._converted:
            values[index] = convert(values[index])
        return Situation(tuple(values), state.spoken)

    def thaw(self, situation: Situation) -> Table:
        """A plain situation as a state of the model."""
        values = map(self.native, self._types, situation.values)
        return self.make(dict(zip(self._columns, values, strict=True)), situation.spoken)

    def make(self, values: dict[str, Native], spoken: tuple[bool, ...]) -> Table:
        """A state of these values, given by attribute."""
        return self._state(
            players=self._setting.players, scope=self._scope, spoken=spoken, **values
        )

    def copy(self, state: Table) -> Table:
        """A state of its own with the same values."""
        values = {attribute: getattr(state, attribute) for attribute in self._columns}
        for attribute in self._shared:
            values[attribute] = duplicate(values[attribute])
        return self.make(values, state.spoken)

    def spread(self, type_: Type, value: Native) -> Native:
        """A value for a field; one for all entries, where it is no ``Each`` itself."""
        if isinstance(type_, EachType) and not isinstance(value, list):
            entries = range(size(type_.key, self._setting))
            return [self.spread(type_.of, value) for _ in entries]
        return duplicate(value)

    def widen(self, type_: Type, value: Value) -> Native:
        """A plain value for a field as the model holds it, given to all entries if need be."""
        inner = type_
        while isinstance(inner, EachType) and not isinstance(value, tuple):
            inner = inner.of
        return self.spread(type_, self.native(inner, value))

    def fill(self, type_: Type, setting: Setting) -> Native:
        """A field that is given no start: its stocks as full as they can be, its lists empty."""
        match type_:
            case EachType(key, of):
                return [self.fill(of, setting) for _ in range(size(key, self._setting))]
            case StockType(capacity):
                return setting.value(capacity)
            case ListType():
                return []
            case _:
                raise TypeError(f"a field of type {type_} needs a start")


def or_nobody(fits: Callable[[Native], bool]) -> Callable[[Native], bool]:
    """A check that ``nobody`` passes too."""
    return lambda value: value is None or fits(value)


def plain_or_nobody(plain: Callable[[Native], Value]) -> Callable[[Native], Value]:
    """Makes a value plain, or leaves nobody as it is."""
    return lambda value: None if value is None else plain(value)


def plain_record(
    parts: tuple[tuple[str, Callable[[Native], Value] | None], ...],
) -> Callable[[Native], Value]:
    """Makes a record plain, part by part."""
    return lambda value: tuple(
        getattr(value, attribute) if plain is None else plain(getattr(value, attribute))
        for attribute, plain in parts
    )


def plain_items(plain: Callable[[Native], Value]) -> Callable[[Native], Value]:
    """Makes a list plain, item by item."""
    return lambda value: tuple(map(plain, value))


def duplicate(value: Native) -> Native:
    """A value that shares no list with this one."""
    if isinstance(value, list):
        return [duplicate(entry) for entry in value]
    return value


def put(value: Native, node: Node, path: Path, new: Native) -> Native:
    """``value`` with ``new`` at the end of ``path``; lists are changed in place."""
    if not path:
        return new
    head, rest = path[0], path[1:]
    match node:
        case Parts(of):
            attribute, inner = of[cast("str", head)]
            return replace(value, **{attribute: put(getattr(value, attribute), inner, rest, new)})
        case Entries(_, of) | Items(_, _, of):
            value[head] = put(value[head], of, rest, new)
            return value
        case Leaf():
            raise TypeError("a scalar has no parts")


def look(value: Native, node: Node, path: Path) -> Native:
    """What stands at the end of ``path``."""
    for head in path:
        match node:
            case Parts(of):
                attribute, node = of[cast("str", head)]
                value = getattr(value, attribute)
            case Entries(_, of) | Items(_, _, of):
                node = of
                value = value[head]
            case Leaf():
                raise TypeError("a scalar has no parts")
    return value
