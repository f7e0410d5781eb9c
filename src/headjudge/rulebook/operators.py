"""Operators: comparisons, logic, arithmetic and choices."""

from __future__ import annotations

import ast
from itertools import chain, count

from headjudge.rulebook.agreement import agreeing
from headjudge.rulebook.context import Context
from headjudge.rulebook.forms import forbidden, given, number_of
from headjudge.rulebook.kinds import a_type, value_type
from headjudge.rulebook.syntax import (
    And,
    BoolType,
    Choose,
    Compare,
    Comparison,
    Expr,
    Fold,
    Folded,
    Generator,
    ListType,
    Not,
    NumberType,
    OneOf,
    Or,
    OverItems,
    Some,
    Sum,
    Type,
    Variable,
)

_COMPARISONS = {
    ast.Eq: Comparison.EQ,
    ast.NotEq: Comparison.NE,
    ast.Lt: Comparison.LT,
    ast.LtE: Comparison.LE,
    ast.Gt: Comparison.GT,
    ast.GtE: Comparison.GE,
}


def comparison(node: ast.Compare, ctx: Context) -> Expr | None:
    """Comparisons; every side of a chain is read once."""
    if len(node.ops) == 1:
        return _compare(node.ops[0], node.left, node.comparators[0], ctx)
    odd = next((op for op in node.ops if type(op) not in _COMPARISONS), None)
    if odd is not None:
        ctx.fault(
            node,
            "forbidden-form",
            "`in` and `is` do not belong in a chain of comparisons",
            "join two comparisons by `and`",
        )
        return None
    sides = (node.left, *node.comparators)
    read = agreeing(sides, ctx)
    if read is None:
        return None
    links = [
        _link(op, (read[index], read[index + 1]), sides[index], ctx)
        for index, op in enumerate(node.ops)
    ]
    whole = tuple(link for link in links if link is not None)
    return And(whole, BoolType(), ctx.place(node)) if len(whole) == len(links) else None


def _link(op: ast.cmpop, pair: tuple[Expr, Expr], node: ast.expr, ctx: Context) -> Expr | None:
    """One comparison of a chain, whose sides have been read already."""
    left, right = pair
    if not isinstance(op, ast.Eq | ast.NotEq):
        fitted = [
            ctx.fit(side.base if isinstance(side, Some) else side, NumberType(), node)
            for side in pair
        ]
        if fitted[0] is None or fitted[1] is None:
            return None
        left, right = fitted[0], fitted[1]
    return Compare(_COMPARISONS[type(op)], left, right, BoolType(), left.place)


def _compare(op: ast.cmpop, left: ast.expr, right: ast.expr, ctx: Context) -> Expr | None:
    place = ctx.place(left)
    match op:
        case ast.Eq() | ast.NotEq():
            pair = agreeing((left, right), ctx)
            if pair is None:
                return None
            return Compare(_COMPARISONS[type(op)], pair[0], pair[1], BoolType(), place)
        case ast.In():
            return _member(left, right, ctx)
        case ast.NotIn():
            found = _member(left, right, ctx)
            return None if found is None else Not(found, BoolType(), place)
        case ast.Is() | ast.IsNot():
            ctx.fault(left, "forbidden-form", "`is` does not belong in a rulebook", "write `==`")
            return None
        case _:
            one, other = ctx.value(left, NumberType()), ctx.value(right, NumberType())
            if one is None or other is None:
                return None
            return Compare(_COMPARISONS[type(op)], one, other, BoolType(), place)


def _member(left: ast.expr, right: ast.expr, ctx: Context) -> Expr | None:
    place = ctx.place(left)
    if isinstance(right, ast.Tuple):
        if not right.elts:
            ctx.fault(right, "forbidden-form", "nothing to choose from", "write `False`")
            return None
        read = agreeing((left, *right.elts), ctx)
        return None if read is None else OneOf(read[0], read[1:], BoolType(), place)
    if isinstance(right, ast.List | ast.Set):
        forbidden(right, ctx)
        return None
    base = ctx.expression(right)
    if base is None:
        return None
    base = given(base)
    if not isinstance(base.type, ListType):
        ctx.fault(
            right,
            "wrong-type",
            f"`in` needs a list or choices in parentheses, and this is {a_type(base.type)}",
            "write `x in (A, B)` or `any(y == x for y in …)`",
        )
        return None
    of = value_type(base.type.of)
    value = ctx.value(left, of)
    if value is None:
        return None
    name = _fresh(ctx)
    same = Compare(Comparison.EQ, Variable(name, of, place), value, BoolType(), place)
    over = Generator(name, OverItems(base), of, ())
    return Folded(Fold.ANY, same, (over,), BoolType(), place)


def _fresh(ctx: Context) -> str:
    """A name for the item of a list that nobody has used."""
    names = chain(("item",), (f"item_{number}" for number in count(2)))
    return next(n for n in names if n not in ctx.variables and ctx.meaning(n) is None)


def logical(node: ast.BoolOp, ctx: Context) -> Expr | None:
    """``and`` and ``or``."""
    read = [ctx.condition(operand) for operand in node.values]
    operands = tuple(operand for operand in read if operand is not None)
    if len(operands) < len(read):
        return None
    made = And if isinstance(node.op, ast.And) else Or
    return made(operands, BoolType(), ctx.place(node))


def unary(node: ast.UnaryOp, ctx: Context, hint: Type | None) -> Expr | None:
    """``not``, and the sign of a number."""
    match node.op, node.operand:
        case ast.Not(), operand:
            read = ctx.condition(operand)
            return None if read is None else Not(read, BoolType(), ctx.place(node))
        case ast.USub(), ast.Constant(value=int(number)) if not isinstance(number, bool):
            return number_of(-number, node, ctx, hint)
        case _:
            ctx.fault(
                node,
                "forbidden-form",
                "this sign stands before something that is no number",
                "write `0 - x` for a negative value",
            )
            return None


def arithmetic(node: ast.BinOp, ctx: Context) -> Expr | None:
    """``+`` and ``-``."""
    if not isinstance(node.op, ast.Add | ast.Sub):
        ctx.fault(
            node,
            "forbidden-form",
            "only `+` and `-` are known",
            "write it with these",
        )
        return None
    left, right = ctx.value(node.left, NumberType()), ctx.value(node.right, NumberType())
    if left is None or right is None:
        return None
    return Sum(left, right, isinstance(node.op, ast.Sub), NumberType(), ctx.place(node))


def choice(node: ast.IfExp, ctx: Context, hint: Type | None) -> Expr | None:
    """``a if test else b``."""
    test = ctx.condition(node.test)
    read = agreeing((node.body, node.orelse), ctx, hint)
    if test is None or read is None:
        return None
    return Choose(test, read[0], read[1], read[0].type, ctx.place(node))
