"""Types and sizes, as they are written in a block."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from enum import Enum

from headjudge.rulebook.context import Context
from headjudge.rulebook.expressions import known_scope
from headjudge.rulebook.kinds import constant, innermost, scalar, show_type
from headjudge.rulebook.names import FieldName, TypeName
from headjudge.rulebook.source import MAX_NUMBER, too_large
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


class Spot(Enum):
    """Where a type is written; decides what it may be."""

    FIELD = "a field"
    PART = "a part of a record"
    ACTION = "a parameter of an action"
    HELPER = "a parameter of a helper"
    CLAIM = "a parameter of a claim"


@dataclass(frozen=True, slots=True)
class Written:
    """A type with what may stand around it."""

    type: Type
    hidden: bool = False
    told: bool = False
    which: bool = False


_TAKES = {
    "Range": "Range[0, 3]",
    "Maybe": "Maybe[Player]",
    "Each": "Each[Player, bool]",
    "List": "List[Effect, scope.cascade]",
    "Seq": "Seq[Effect, scope.triggers]",
    "Stock": "Stock[scope.cards]",
    "Hidden": "Hidden[Each[Player, bool]]",
    "Told": "Told[Maybe[Player]]",
    "Which": "Which[Player]",
    "Of": "Of[role]",
}
_AROUND = {
    "Told": "fields",
    "Hidden": "fields and parameters of actions",
    "Which": "parameters of actions",
}
_ONE = frozenset(("Maybe", "Stock", "Hidden", "Told", "Which", "Of"))


def written(node: ast.expr, spot: Spot, ctx: Context) -> Written | None:
    """Read a type with ``Hidden``, ``Told`` and ``Which`` around it."""
    around: set[str] = set()
    allowed = {Spot.FIELD: ("Hidden", "Told"), Spot.ACTION: ("Which", "Hidden")}.get(spot, ())
    inner = node
    while (
        isinstance(inner, ast.Subscript)
        and isinstance(inner.value, ast.Name)
        and inner.value.id in allowed
        and inner.value.id not in around
    ):
        around.add(inner.value.id)
        inner = inner.slice
    type_ = _type(inner, spot, ctx)
    if type_ is None:
        return None
    per_player = isinstance(type_, EachType) and isinstance(type_.key, PlayerType)
    if "Hidden" in around and spot is Spot.FIELD and not per_player:
        _bad(inner, "`Hidden` needs an entry per player", f"write `{_TAKES['Hidden']}`", ctx)
        return None
    if not _fits(type_, spot, inner, ctx):
        return None
    return Written(type_, "Hidden" in around, "Told" in around, "Which" in around)


def _bad(node: ast.AST, wrong: str, cure: str, ctx: Context) -> None:
    ctx.fault(node, "bad-type", wrong, cure)


def _fits(type_: Type, spot: Spot, node: ast.expr, ctx: Context) -> bool:
    shown = show_type(type_)
    match spot:
        case Spot.PART if not scalar(type_):
            cure = "write bool, Range, Player, an enum, or Maybe of these"
        case Spot.FIELD if isinstance(type_, NumberType):
            cure = "write its bounds: `Range[0, 3]`"
        case Spot.ACTION | Spot.CLAIM if isinstance(type_, NumberType):
            cure = "write its bounds: `Range[0, 3]`"
        case Spot.ACTION | Spot.CLAIM | Spot.HELPER if isinstance(innermost(type_), StockType):
            cure = "write `Range[0, 3]`"
        case _:
            return True
    _bad(node, f"`{shown}` cannot be the type of {spot.value}", cure, ctx)
    return False


def _type(node: ast.expr, spot: Spot, ctx: Context) -> Type | None:
    match node:
        case ast.Name(id=name):
            return _plain(name, node, spot, ctx)
        case ast.Subscript(value=ast.Name(id=name), slice=inside) if name in _TAKES:
            inner = inside.elts if isinstance(inside, ast.Tuple) else [inside]
            if len(inner) != (1 if name in _ONE else 2):
                _bad(
                    node, f"`{name}` has the wrong number of parts", f"write `{_TAKES[name]}`", ctx
                )
                return None
            return _made(name, inner, node, spot, ctx)
        case _:
            _bad(node, "this is no type", "write bool, Player, `Range[0, 3]` or the like", ctx)
            return None


def _plain(name: str, node: ast.expr, spot: Spot, ctx: Context) -> Type | None:
    match name:
        case "bool":
            return BoolType()
        case "Player":
            return PlayerType()
        case "int":
            if spot is Spot.HELPER:
                return NumberType()
            _bad(node, "`int` has no bounds", "write them: `Range[0, 3]`", ctx)
            return None
        case _ if name in _TAKES:
            _bad(node, f"`{name}` needs brackets", f"write `{_TAKES[name]}`", ctx)
            return None
        case _:
            return _class(name, node, ctx)


def _class(name: str, node: ast.expr, ctx: Context) -> Type | None:
    meaning = ctx.meaning(name)
    if isinstance(meaning, TypeName):
        return meaning.type
    if meaning is not None or name not in ctx.names.skipped:
        known = [n for n, m in ctx.names.meanings.items() if isinstance(m, TypeName)]
        ctx.fault(
            node,
            "unknown-type",
            f"there is no type `{name[:60]}`",
            ctx.names.guess(name, ("bool", "Player", *known))
            or f"declare it: `class {name[:60]}(Enum): …`",
        )
    return None


def _made(
    name: str, inner: list[ast.expr], node: ast.expr, spot: Spot, ctx: Context
) -> Type | None:
    match name:
        case "Range":
            return _range(inner, ctx)
        case "Stock":
            capacity = size(inner[0], ctx)
            return None if capacity is None else StockType(capacity)
        case "Maybe":
            return _maybe(inner[0], spot, ctx)
        case "Each":
            return _each(inner, spot, ctx)
        case "Of":
            return _of(inner[0], ctx)
        case "List" | "Seq":
            return _list(name, inner, spot, ctx)
        case _:
            only = _AROUND[name]
            _bad(node, f"`{name}` stands around the whole type, of {only}", "leave it out", ctx)
            return None


def _range(inner: list[ast.expr], ctx: Context) -> Type | None:
    low, high = size(inner[0], ctx), size(inner[1], ctx)
    if low is None or high is None:
        return None
    least, most = constant(low), constant(high)
    if least is not None and most is not None and least > most:
        _bad(inner[0], "this range is empty", "write the smaller number first", ctx)
        return None
    return RangeType(low, high)


def _maybe(node: ast.expr, spot: Spot, ctx: Context) -> Type | None:
    of = _type(node, spot, ctx)
    if of is None:
        return None
    if isinstance(of, MaybeType) or not (scalar(of) or isinstance(of, RecordType)):
        _bad(node, f"`Maybe` cannot be around `{show_type(of)}`", f"write `{_TAKES['Maybe']}`", ctx)
        return None
    return MaybeType(of)


def _each(inner: list[ast.expr], spot: Spot, ctx: Context) -> Type | None:
    key, of = _type(inner[0], spot, ctx), _type(inner[1], spot, ctx)
    if key is None or of is None:
        return None
    if not isinstance(key, PlayerType | EnumType):
        _bad(inner[0], f"`Each` cannot run over `{show_type(key)}`", "write Player or an enum", ctx)
        return None
    if isinstance(of, ListType | NumberType):
        _bad(inner[1], "`Each` cannot hold lists", f"write `{_TAKES['Each']}`", ctx)
        return None
    return EachType(key, of)


def _list(name: str, inner: list[ast.expr], spot: Spot, ctx: Context) -> Type | None:
    of, capacity = _type(inner[0], spot, ctx), size(inner[1], ctx)
    if of is None or capacity is None:
        return None
    wanted = {Spot.FIELD: "List", Spot.ACTION: "Seq", Spot.CLAIM: "Seq"}.get(spot, name)
    if name != wanted:
        _bad(inner[0], f"`{name}` cannot be the type of {spot.value}", f"write `{wanted}`", ctx)
        return None
    if not (scalar(of) or isinstance(of, RecordType)):
        _bad(inner[0], f"a list cannot hold `{show_type(of)}`", "make it a record", ctx)
        return None
    return ListType(of, capacity)


def _of(node: ast.expr, ctx: Context) -> Type | None:
    meaning = ctx.meaning(node.id) if isinstance(node, ast.Name) else None
    if not ctx.names.for_roles or not isinstance(meaning, FieldName):
        _bad(node, "`Of` needs a role that stands for a field", "write `Of[holder]`", ctx)
        return None
    return meaning.type


# ------------------------------------------------------------------ sizes


def size(node: ast.expr, ctx: Context) -> Size | None:
    """Read a size: a number, ``scope.name``, ``players``, sums and differences."""
    match node:
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            return _number(number, node, ctx)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
            return _number(-number, node, ctx)
        case ast.Name(id="players"):
            return PlayerCount()
        case ast.Attribute(value=ast.Name(id="scope"), attr=name):
            return ScopeName(name) if known_scope(node, ctx) else None
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
            one, other = size(left, ctx), size(right, ctx)
            if one is None or other is None:
                return None
            return SizeSum(one, other, isinstance(op, ast.Sub))
        case _:
            _bad(node, "this is no size", "write a number, `scope.name` or `players`", ctx)
            return None


def _number(number: int, node: ast.expr, ctx: Context) -> Size | None:
    if abs(number) > MAX_NUMBER:
        too_large(ctx.place(node), ctx.faults)
        return None
    return Number(number)
