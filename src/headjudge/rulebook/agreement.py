"""Expressions that have to be of one type: both sides of ``==``, both branches of a choice."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from headjudge.rulebook.context import Context
from headjudge.rulebook.kinds import a_type, join
from headjudge.rulebook.syntax import Expr, Type


def agreeing(
    nodes: Sequence[ast.expr], ctx: Context, hint: Type | None = None
) -> tuple[Expr, ...] | None:
    """Read expressions and give all of them the one type that they share.

    Bare numbers and ``nobody`` take the type of the others; a ``T`` beside a ``Maybe[T]``
    becomes one. None if there is a fault.
    """
    settled = {
        index: ctx.expression(node, hint)
        for index, node in enumerate(nodes)
        if not open_type(node, ctx)
    }
    shared, failed = hint if not settled else None, None in settled.values()
    for index, read in settled.items():
        if read is None:
            continue
        merged = read.type if shared is None else join(shared, read.type)
        if merged is None and shared is not None:
            _differ(nodes[index], shared, read.type, ctx)
            failed = True
        shared = merged or shared
    if failed and shared is None:
        return None
    for index, node in enumerate(nodes):
        if index not in settled:
            read = ctx.expression(node, shared)
            settled[index] = read
            failed = failed or read is None
            if read is not None:
                shared = read.type if shared is None else join(shared, read.type) or shared
    if failed or shared is None:
        return None
    fitted = [
        None if read is None else ctx.fit(read, shared, nodes[index])
        for index, read in sorted(settled.items())
    ]
    whole = tuple(read for read in fitted if read is not None)
    return whole if len(whole) == len(nodes) else None


def open_type(node: ast.expr, ctx: Context) -> bool:
    """Whether an expression takes its type from what stands beside it."""
    match node:
        case ast.Constant(value=bool()):
            return False
        case ast.Constant(value=int()) | ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            return True
        case ast.Name(id="nobody"):
            return "nobody" not in ctx.variables
        case ast.IfExp(body=body, orelse=orelse):
            return open_type(body, ctx) and open_type(orelse, ctx)
        case _:
            return False


def _differ(node: ast.expr, shared: Type, found: Type, ctx: Context) -> None:
    ctx.fault(
        node,
        "wrong-type",
        f"{a_type(found)} stands beside {a_type(shared)}",
        "write two values of one type",
    )
