"""Expressions, and bodies that return a value.

``type`` is the type of the value. Expressions over Range, Stock and numbers have the type
NumberType; a stored field's own type is found in its declaration.
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as unseen
from enum import Enum

from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax.types import (
    EnumType,
    RecordType,
    Size,
    Type,
)


@dataclass(frozen=True, slots=True)
class Literal:
    """``True``, ``3``, an enum member, or a player given by number (``A`` is 0)."""

    value: bool | int
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Nobody:
    """``nobody``."""

    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class ScopeValue:
    """``scope.name`` or the number ``players`` inside an expression."""

    size: Size
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class FieldValue:
    """A field of the state."""

    name: str
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Variable:
    """A parameter, a local name or the variable of a generator."""

    name: str
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Item:
    """``base[index]`` of an ``Each`` or a ``List``.

    In a list an index that is a literal below zero counts from the end; any other index
    outside the list is undefined.
    """

    base: Expr
    index: Expr
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Part:
    """``base.name`` of a record."""

    base: Expr
    name: str
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Given:
    """The value inside a ``Maybe``, where one is needed; undefined if it is nobody.

    Written by nobody: the reader puts it where a ``Maybe[T]`` stands for a ``T``.
    """

    base: Expr
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Some:
    """A ``T`` where a ``Maybe[T]`` is needed; put in by the reader."""

    base: Expr
    type: Type
    place: Place = unseen(compare=False)


class Comparison(Enum):
    """The comparisons; ``EQ`` and ``NE`` compare whole values of one type."""

    EQ = "=="
    NE = "!="
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="


@dataclass(frozen=True, slots=True)
class Compare:
    """One comparison; a chain ``a < b < c`` is read as ``a < b and b < c``."""

    op: Comparison
    left: Expr
    right: Expr
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class OneOf:
    """``value in (a, b)``; ``x in some_list`` is read as an ``any``."""

    value: Expr
    choices: tuple[Expr, ...]
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class And:
    """Left to right; what stands after a false operand is not looked at."""

    operands: tuple[Expr, ...]
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Or:
    """Left to right; what stands after a true operand is not looked at."""

    operands: tuple[Expr, ...]
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    """``not operand``."""

    operand: Expr
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Choose:
    """``then if test else orelse``."""

    test: Expr
    then: Expr
    orelse: Expr
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Sum:
    """``left + right`` or, with ``minus``, ``left - right``."""

    left: Expr
    right: Expr
    minus: bool
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Length:
    """``len(list)``."""

    base: Expr
    type: Type
    place: Place = unseen(compare=False)


# What a generator or a ``for`` runs over.


@dataclass(frozen=True, slots=True)
class OverPlayers:
    """``players``, in the order of the seats."""


@dataclass(frozen=True, slots=True)
class OverEnum:
    """The members of an enum, in the order of declaration."""

    enum: EnumType


@dataclass(frozen=True, slots=True)
class OverItems:
    """The items of a list, or the values of an ``Each``, first to last."""

    base: Expr


@dataclass(frozen=True, slots=True)
class OverIndices:
    """``indices(list)``: 0 to its length - 1."""

    base: Expr


Domain = OverPlayers | OverEnum | OverItems | OverIndices


@dataclass(frozen=True, slots=True)
class Generator:
    """``for name in domain if condition and …``; ``type`` is the variable's type."""

    name: str
    domain: Domain
    type: Type
    conditions: tuple[Expr, ...]


class Fold(Enum):
    """What is made of a generator expression.

    ``FIRST`` and ``LAST`` are undefined if there is none. ``COUNT`` counts how often the
    element, a condition, is true; ``count(x for x in numbers)`` is the same as ``sum``.
    """

    ANY = "any"
    ALL = "all"
    SUM = "sum"
    COUNT = "count"
    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Folded:
    """``fold(element for … in … if …)``."""

    fold: Fold
    element: Expr
    generators: tuple[Generator, ...]
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class NextPlayer:
    """``next_player(p)`` in turn order."""

    player: Expr
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Distance:
    """``distance(p, q)``: how many seats q sits after p, 0 to players - 1."""

    start: Expr
    end: Expr
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a helper that returns a value."""

    helper: str
    arguments: tuple[Expr, ...]
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class MakeRecord:
    """``Effect(player, FAST, False)``: one argument per field, in order."""

    record: RecordType
    arguments: tuple[Expr, ...]
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class MakeTuple:
    """``(1, 0)``: entries of an ``Each``, items of a ``Seq``; examples and defaults only."""

    items: tuple[Expr, ...]
    type: Type
    place: Place = unseen(compare=False)


class About(Enum):
    """What a claim asks about an action."""

    CAN = "can"
    LEGAL = "legal"
    DOING = "doing"


@dataclass(frozen=True, slots=True)
class Ask:
    """``can(action(…))``, ``legal(action(…))``, ``doing(action(…))``: claims only.

    ``actions`` is one action, or all actions with a tag. ``arguments`` binds parameters by
    name; the others may be anything (there is a way to fill them in).
    """

    about: About
    actions: tuple[str, ...]
    arguments: tuple[tuple[str, Expr], ...]
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Next:
    """``next(expression)``: its value after the step; claims only."""

    base: Expr
    type: Type
    place: Place = unseen(compare=False)


Expr = (
    Literal
    | Nobody
    | ScopeValue
    | FieldValue
    | Variable
    | Item
    | Part
    | Given
    | Some
    | Compare
    | OneOf
    | And
    | Or
    | Not
    | Choose
    | Sum
    | Length
    | Folded
    | NextPlayer
    | Distance
    | Call
    | MakeRecord
    | MakeTuple
    | Ask
    | Next
)


@dataclass(frozen=True, slots=True)
class Let:
    """``name = value``: worked out where it stands."""

    name: str
    value: Expr
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Branch:
    """``if test: … else: …`` in a body that returns a value.

    Names bound inside a branch are not known after it.
    """

    test: Expr
    then: Body
    orelse: Body
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Return:
    """``return value``."""

    value: Expr
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Needs:
    """``needs(condition)``: a premise of a claim, or what an action physically needs."""

    condition: Expr
    place: Place = unseen(compare=False)


# A body returns on every path: the reader has checked it.
Body = tuple[Let | Branch | Return, ...]
