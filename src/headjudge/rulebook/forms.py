"""Forms that several parts of the reader meet: what is forbidden, numbers and seats."""

from __future__ import annotations

import ast

from headjudge.rulebook.context import Context
from headjudge.rulebook.kinds import value_type
from headjudge.rulebook.source import MAX_NUMBER, too_large
from headjudge.rulebook.syntax import Expr, Given, Literal, MaybeType, NumberType, PlayerType, Type

_FORBIDDEN = {
    ast.Lambda: "a lambda",
    ast.ListComp: "a list comprehension",
    ast.SetComp: "a set comprehension",
    ast.DictComp: "a dict comprehension",
    ast.JoinedStr: "an f-string",
    ast.NamedExpr: "`:=`",
    ast.Starred: "a starred expression",
    ast.Await: "`await`",
    ast.Yield: "`yield`",
    ast.YieldFrom: "`yield`",
    ast.Dict: "a dict",
    ast.Set: "a set",
    ast.List: "a list in brackets",
    ast.Slice: "a slice",
    ast.Tuple: "a tuple",
    ast.GeneratorExp: "a bare generator expression",
}
_CURES: dict[type[ast.expr], str] = {
    ast.List: "write the choices in parentheses after `in`",
    ast.Tuple: "a tuple stands only after `in`, and in examples",
    ast.GeneratorExp: "put it into any, all, sum, count, first or last",
    ast.ListComp: "use any, all, sum, count, first or last of a generator expression",
    ast.Slice: "write one index",
    ast.Lambda: "write a helper",
}


def forbidden(node: ast.expr, ctx: Context) -> None:
    """Note a form that is not on the list."""
    what = _FORBIDDEN.get(type(node), "this form")
    ctx.fault(
        node,
        "forbidden-form",
        f"{what} does not belong in a rulebook",
        _CURES.get(type(node), "leave it out"),
    )


def number_of(number: int, node: ast.expr, ctx: Context, hint: Type | None) -> Expr | None:
    """A number, or the seat that it stands for."""
    if abs(number) > MAX_NUMBER:
        too_large(ctx.place(node), ctx.faults)
        return None
    if hint not in (PlayerType(), MaybeType(PlayerType())):
        return Literal(number, NumberType(), ctx.place(node))
    return seat(number, node, ctx)


def seat(number: int, node: ast.expr, ctx: Context) -> Expr | None:
    """A seat given by its number."""
    if 0 <= number < ctx.seats:
        return Literal(number, PlayerType(), ctx.place(node))
    ctx.fault(
        node,
        "value-outside-type",
        f"there is no seat {number} with {ctx.seats} players",
        f"write a seat from 0 to {ctx.seats - 1}",
    )
    return None


def given(read: Expr) -> Expr:
    """The value inside a ``Maybe``, or the value itself."""
    if isinstance(read.type, MaybeType):
        return Given(read, value_type(read.type.of), read.place)
    return read
