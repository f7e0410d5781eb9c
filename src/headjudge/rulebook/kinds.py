"""What types have to do with one another, and how they are called in messages."""

from __future__ import annotations

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
    ScopeName,
    Size,
    SizeSum,
    StockType,
    Type,
)


def value_type(type_: Type) -> Type:
    """The type of an expression that reads something declared with this type."""
    match type_:
        case RangeType() | StockType():
            return NumberType()
        case MaybeType(of):
            return MaybeType(value_type(of))
        case _:
            return type_


def alike(one: Type, other: Type) -> bool:
    """Whether values of these types can be compared and copied: bounds do not count."""
    return _unbounded(one) == _unbounded(other)


def _unbounded(type_: Type) -> Type:
    match type_:
        case RangeType() | StockType():
            return NumberType()
        case MaybeType(of):
            return MaybeType(_unbounded(of))
        case EachType(key, of):
            return EachType(key, _unbounded(of))
        case ListType(of, _):
            return ListType(_unbounded(of), Number(0))
        case _:
            return type_


def join(one: Type, other: Type) -> Type | None:
    """The type that has the values of both: ``T`` and ``Maybe[T]`` make ``Maybe[T]``."""
    if alike(one, other):
        return one
    match one, other:
        case MaybeType(of), _ if alike(of, other):
            return one
        case _, MaybeType(of) if alike(of, one):
            return other
        case _:
            return None


def innermost(type_: Type) -> Type:
    """The type of one entry of an ``Each``, however deep; else the type itself."""
    while isinstance(type_, EachType):
        type_ = type_.of
    return type_


def scalar(type_: Type) -> bool:
    """Whether a value of this type is one thing: a part of a record, say."""
    match type_:
        case BoolType() | RangeType() | PlayerType() | EnumType():
            return True
        case MaybeType(of):
            return scalar(of) and not isinstance(of, MaybeType)
        case _:
            return False


def constant(size: Size) -> int | None:
    """A size that depends on nothing, worked out."""
    match size:
        case Number(value):
            return value
        case SizeSum(left, right, minus):
            one, other = constant(left), constant(right)
            if one is None or other is None:
                return None
            return one - other if minus else one + other
        case _:
            return None


def show_size(size: Size) -> str:
    """A size as it is written."""
    match size:
        case Number(value):
            return str(value)
        case ScopeName(name):
            return f"scope.{name}"
        case PlayerCount():
            return "players"
        case SizeSum(left, right, minus):
            other = f"({show_size(right)})" if isinstance(right, SizeSum) else show_size(right)
            return f"{show_size(left)} {'-' if minus else '+'} {other}"


def a_type(type_: Type) -> str:
    """A type in a sentence, with its article: ``a `Player```, ``an `Effect```."""
    shown = show_type(type_)
    if isinstance(type_, NumberType):
        return "a number"
    return f"{'an' if shown[0] in 'AEIOUaeiou' else 'a'} `{shown}`"


def show_type(type_: Type) -> str:
    """A type as it is written; numbers are called by their name."""
    match type_:
        case BoolType():
            return "bool"
        case NumberType():
            return "number"
        case RangeType(low, high):
            return f"Range[{show_size(low)}, {show_size(high)}]"
        case StockType(capacity):
            return f"Stock[{show_size(capacity)}]"
        case PlayerType():
            return "Player"
        case EnumType(name) | RecordType(name):
            return name
        case MaybeType(of):
            return f"Maybe[{show_type(of)}]"
        case EachType(key, of):
            return f"Each[{show_type(key)}, {show_type(of)}]"
        case ListType(of):
            return f"List[{show_type(of)}]"
