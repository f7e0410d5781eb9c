"""What two rulebooks call the same: fields, actions, parameters, members, and the values of each.

A value is taken apart into leaves, each with the way to it: ``cascade[0].kind``. What has the
same way on both sides means the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from headjudge.engines.compare import Matched, Pair, Relation
from headjudge.rulebook.syntax import (
    ActionKind,
    BoolType,
    EachType,
    EnumType,
    ListType,
    MaybeType,
    NumberType,
    PlayerType,
    RangeType,
    RecordType,
    Rulebook,
    Setting,
    StockType,
    Type,
)
from headjudge.rulebook.values import Situation, Value
from headjudge.semantics.symbolic.system import System, Transition

Leaf = BoolType | RangeType | StockType | PlayerType | EnumType


@dataclass(frozen=True, slots=True)
class Names:
    """What the left rulebook calls what the right one calls otherwise.

    ``members`` by the right's enum and member, ``parameters`` by the right's action and
    parameter. A name that is not here is the same on both sides.
    """

    fields: Mapping[str, str] = field(default_factory=dict)
    actions: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[tuple[str, str], str] = field(default_factory=dict)
    members: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def member(self, of: EnumType, index: int) -> str:
        """What the left calls a member of one of the right's enums."""
        name = of.members[index]
        return self.members.get((of.name, name), name)


SAME = Names()


def ways(name: str, type_: Type, setting: Setting, names: Names) -> Iterator[tuple[str, Leaf]]:
    """The ways to all leaves of a type, with their types, in the order of its slots."""
    match type_:
        case RecordType(_, parts):
            for part, of in parts:
                yield from ways(f"{name}.{part}", of, setting, names)
        case MaybeType(of):
            yield f"{name}?", BoolType()
            yield from ways(name, of, setting, names)
        case EachType(key, of):
            for label in _labels(key, setting, names):
                yield from ways(f"{name}[{label}]", of, setting, names)
        case ListType(of, capacity):
            yield f"len({name})", StockType(capacity)
            for index in range(setting.value(capacity)):
                yield from ways(f"{name}[{index}]", of, setting, names)
        case NumberType():
            raise TypeError(f"{name}: a number without bounds is stored nowhere")
        case _:
            yield name, type_


def leaves(
    name: str, value: Value, type_: Type, setting: Setting, names: Names
) -> Iterator[tuple[str, str]]:
    """The leaves of a value that are there, each with its way, in the left's words."""
    match type_, value:
        case RecordType(_, parts), tuple(values):
            for one, (part, of) in zip(values, parts, strict=True):
                yield from leaves(f"{name}.{part}", one, of, setting, names)
        case MaybeType(), None:
            yield f"{name}?", "no"
        case MaybeType(of), _:
            yield f"{name}?", "yes"
            yield from leaves(name, value, of, setting, names)
        case EachType(key, of), tuple(values):
            labels = _labels(key, setting, names)
            for label, one in zip(labels, values, strict=True):
                yield from leaves(f"{name}[{label}]", one, of, setting, names)
        case ListType(of), tuple(values):
            yield f"len({name})", str(len(values))
            for index, one in enumerate(values):
                yield from leaves(f"{name}[{index}]", one, of, setting, names)
        case EnumType(), int(index):
            yield name, names.member(type_, index)
        case BoolType(), _:
            yield name, "yes" if value else "no"
        case _:
            yield name, str(value)


def _labels(key: PlayerType | EnumType, setting: Setting, names: Names) -> list[str]:
    match key:
        case PlayerType():
            return [str(seat) for seat in range(setting.players)]
        case EnumType():
            return [names.member(key, index) for index in range(len(key.members))]


def fields_of(rulebook: Rulebook, setting: Setting, names: Names) -> list[tuple[str, Leaf]]:
    """The ways to all leaves of a situation, in the order of the slots."""
    return [
        way
        for one in rulebook.fields
        for way in ways(names.fields.get(one.name, one.name), one.type, setting, names)
    ]


def said(
    rulebook: Rulebook, situation: Situation, setting: Setting, names: Names
) -> dict[str, str]:
    """The leaves of a situation, in the left's words."""
    pairs = zip(rulebook.fields, situation.values, strict=True)
    return {
        way: leaf
        for one, value in pairs
        for way, leaf in leaves(
            names.fields.get(one.name, one.name), value, one.type, setting, names
        )
    }


def alike(left: Leaf, right: Leaf) -> bool:
    """Whether two leaves can be compared at all: numbers with numbers, players with players."""
    match left, right:
        case ((RangeType() | StockType()), (RangeType() | StockType())):
            return True
        case _:
            return type(left) is type(right)


def relate(left: System, right: System, names: Names) -> Relation:
    """Which slots and actions of two systems mean the same.

    An action whose parameters cannot be matched one by one stands on each side alone.
    """
    lefts = {
        way: (index, leaf)
        for index, (way, leaf) in enumerate(fields_of(left.rulebook, left.setting, SAME))
    }
    slots = [
        _matched(lefts, way, leaf, names)
        for way, leaf in fields_of(right.rulebook, right.setting, names)
    ]
    # Which clause has spoken of a right is no part of play: it shows when play falls silent.
    slots.extend(None for _ in right.layout.told)
    return Relation(tuple(slots), tuple(_actions(left, right, names)))


def _matched(
    lefts: Mapping[str, tuple[int, Leaf]], way: str, leaf: Leaf, names: Names
) -> Matched | None:
    index, other = lefts.get(way, (0, None))
    if other is None or not alike(other, leaf):
        return None
    if isinstance(other, EnumType) and isinstance(leaf, EnumType):
        return Matched(index, _members(other, leaf, names))
    return Matched(index)


def _members(left: EnumType, right: EnumType, names: Names) -> tuple[int | None, ...] | None:
    """Per member of the right its number on the left; None if they are numbered alike."""
    there = [names.member(right, index) for index in range(len(right.members))]
    found = tuple(left.members.index(one) if one in left.members else None for one in there)
    plain = found == tuple(range(len(right.members))) and len(left.members) == len(found)
    return None if plain else found


def _actions(left: System, right: System, names: Names) -> Iterator[Pair]:
    """The left's actions in its order, each with its like; then what only the right has."""
    of_right: dict[str, int] = {}
    for index, transition in enumerate(right.transitions):
        name = transition.action.name
        of_right[names.actions.get(name, name)] = index
    met = set()
    for index, transition in enumerate(left.transitions):
        other = of_right.get(transition.action.name)
        if other is not None:
            parameters = _parameters(left, transition, right, right.transitions[other], names)
            if parameters is not None:
                met.add(other)
                yield Pair(index, other, parameters, _player(transition))
                continue
        yield Pair(index, None, (), _player(transition))
    for index, transition in enumerate(right.transitions):
        if index not in met:
            yield Pair(None, index, (), _player(transition))


def _player(transition: Transition) -> int | None:
    """Which number of an action's parameters says who acts: the first of a move."""
    return 0 if transition.action.kind is ActionKind.MOVE else None


def _parameters(
    left: System, one: Transition, right: System, two: Transition, names: Names
) -> tuple[Matched, ...] | None:
    """Per number of the right's parameters its like on the left; None if they do not match."""
    lefts = {
        way: (index, leaf)
        for index, (way, leaf) in enumerate(
            way for p in one.action.parameters for way in ways(p.name, p.type, left.setting, SAME)
        )
    }
    found = []
    for parameter in two.action.parameters:
        name = names.parameters.get((two.action.name, parameter.name), parameter.name)
        for way, leaf in ways(name, parameter.type, right.setting, names):
            matched = _matched(lefts, way, leaf, names)
            if matched is None:
                return None
            found.append(matched)
    return tuple(found) if len(found) == len(lefts) else None
