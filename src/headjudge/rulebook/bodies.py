"""Bodies that return a value, and the ``needs`` at the top of actions and claims."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from headjudge.rulebook.agreement import open_type
from headjudge.rulebook.context import Context
from headjudge.rulebook.faults import Faults
from headjudge.rulebook.kinds import a_type, join
from headjudge.rulebook.names import FieldName
from headjudge.rulebook.source import MAX_NESTING
from headjudge.rulebook.statements import forbidden_statement, let
from headjudge.rulebook.syntax import (
    Body,
    Branch,
    Expr,
    Let,
    MaybeType,
    Needs,
    NumberType,
    Return,
    Type,
)


@dataclass(slots=True)
class _Returns:
    """What the returns of a body are, while its type is not known yet."""

    type: Type | None = None
    numbers: bool = False
    nobody: bool = False
    failed: bool = False


def body(
    nodes: Sequence[ast.stmt], type_: Type, function: ast.FunctionDef, ctx: Context
) -> Body | None:
    """Read a body that returns a value of a type on every path; None if there is a fault.

    In what is made, a ``Branch`` or a ``Return`` is always the last item: what follows an
    ``if`` without ``else`` stands in the other branch.
    """
    if not _returns(nodes):
        ctx.fault(
            function,
            "no-return",
            f"`{function.name}` does not return a value on every path",
            "end it with `return …`",
        )
        return None
    return _body(nodes, _Way(type_, None, 0), ctx)


@dataclass(frozen=True, slots=True)
class _Way:
    """What a part of a body returns, what follows where it does not, and how deep it is."""

    type: Type
    rest: Body | None
    depth: int


def _body(nodes: Sequence[ast.stmt], way: _Way, ctx: Context) -> Body | None:
    lets: list[Let] = []
    failed = False
    for index, node in enumerate(nodes):
        match node:
            case ast.Pass():
                pass
            case ast.Assign() if not _writes(node, ctx):
                read, ctx = let(node, ctx)
                failed = failed or read is None
                lets.extend(() if read is None else (read,))
            case ast.Return(value=value):
                returned = None if value is None else ctx.value(value, way.type)
                _unreachable(nodes[index + 1 :], ctx)
                if returned is None or failed:
                    return None
                return (*lets, Return(returned, ctx.place(node)))
            case ast.If():
                branch = _branch(node, nodes[index + 1 :], way, ctx)
                return None if branch is None or failed else (*lets, branch)
            case _:
                effect_in_value(node, ctx)
                failed = True
    return None if failed or way.rest is None else (*lets, *way.rest)


def _branch(node: ast.If, after: Sequence[ast.stmt], way: _Way, ctx: Context) -> Branch | None:
    if way.depth >= MAX_NESTING:
        ctx.fault(
            node,
            "too-deep",
            f"this is nested more than {MAX_NESTING} levels deep",
            "split the helper in two",
        )
        return None
    deeper = replace(way, depth=way.depth + 1)
    test = ctx.condition(node.test)
    if _returns([node]):
        _unreachable(after, ctx)
        failed = False
    else:
        following = _body(after, deeper, ctx)
        failed = following is None
        deeper = replace(deeper, rest=following)
    then, orelse = _body(node.body, deeper, ctx), _body(node.orelse, deeper, ctx)
    if test is None or then is None or orelse is None or failed:
        return None
    return Branch(test, then, orelse, ctx.place(node))


def _returns(nodes: Sequence[ast.stmt]) -> bool:
    """Whether statements return on every path."""
    return any(
        isinstance(node, ast.Return)
        or (isinstance(node, ast.If) and _returns(node.body) and _returns(node.orelse))
        for node in nodes
    )


def _unreachable(nodes: Sequence[ast.stmt], ctx: Context) -> None:
    if nodes:
        ctx.fault(
            nodes[0],
            "never-reached",
            "nothing gets here: everything above has returned",
            "leave it out",
        )


def _writes(node: ast.Assign, ctx: Context) -> bool:
    """Whether an assignment writes to the state."""
    match node.targets:
        case [ast.Name(id=name)]:
            return name not in ctx.variables and isinstance(ctx.meaning(name), FieldName)
        case [ast.Subscript() | ast.Attribute()]:
            return True
        case _:
            return False


def effect_in_value(node: ast.stmt, ctx: Context) -> None:
    """Note a statement that a body with a value may not hold."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id="needs"))):
            ctx.fault(
                node,
                "needs-in-the-wrong-place",
                "`needs` cannot stand here",
                "put it at the top of an action or of a claim",
            )
        case ast.Assign() | ast.AugAssign() | ast.Expr() | ast.For():
            ctx.fault(
                node,
                "return-with-effects",
                "a body that returns a value changes nothing",
                "put this into a consequence, or leave the `return` out",
            )
        case _:
            forbidden_statement(node, ctx)


def returned_type(nodes: Sequence[ast.stmt], ctx: Context) -> Type | None:
    """The type that all returns of a body share; None if it cannot be told.

    Only looks: faults in the body itself are not noted, a disagreement is.
    """
    found = _Returns()
    _look(nodes, found, replace(ctx, faults=Faults()), ctx)
    if found.failed:
        return None
    type_ = NumberType() if found.type is None and found.numbers else found.type
    if type_ is None or isinstance(type_, MaybeType) or not found.nobody:
        return type_
    return MaybeType(type_)


def _look(nodes: Sequence[ast.stmt], found: _Returns, quiet: Context, ctx: Context) -> None:
    for node in nodes:
        match node:
            case ast.Assign() if not _writes(node, quiet):
                _, quiet = let(node, quiet)
            case ast.If():
                _look(node.body, found, quiet, ctx)
                _look(node.orelse, found, quiet, ctx)
            case ast.Return(value=ast.expr() as value):
                _one(value, found, quiet, ctx)
            case _:
                pass


def _one(value: ast.expr, found: _Returns, quiet: Context, ctx: Context) -> None:
    if open_type(value, quiet):
        names = [isinstance(node, ast.Constant) for node in _ends(value)]
        found.numbers = found.numbers or any(names)
        found.nobody = found.nobody or not all(names)
        return
    read: Expr | None = quiet.expression(value)
    if read is None:
        return
    merged = read.type if found.type is None else join(found.type, read.type)
    if merged is None and found.type is not None:
        ctx.fault(
            value,
            "wrong-type",
            f"this returns {a_type(read.type)}, and above {a_type(found.type)}",
            "return values of one type",
        )
        found.failed = True
    found.type = merged or found.type


def _ends(value: ast.expr) -> Iterator[ast.expr]:
    """The constants and names that an expression of open type may come to."""
    match value:
        case ast.IfExp(body=one, orelse=other):
            yield from _ends(one)
            yield from _ends(other)
        case ast.UnaryOp(operand=inside):
            yield inside
        case _:
            yield value


def preamble(
    nodes: Sequence[ast.stmt], ctx: Context
) -> tuple[tuple[Let | Needs, ...], Sequence[ast.stmt], Context]:
    """The needs at the top and the names before them, what follows, and its context."""
    last = max((index for index, node in enumerate(nodes) if _is_needs(node)), default=-1)
    found: list[Let | Needs] = []
    for node in nodes[: last + 1]:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) if _local(name, ctx):
                read, ctx = let(node, ctx)
                found.extend(() if read is None else (read,))
            case ast.Expr(value=ast.Call() as call) if _is_needs(node):
                found.extend(_needs(call, ctx))
            case _:
                ctx.fault(
                    node,
                    "needs-in-the-wrong-place",
                    "this stands above a `needs`",
                    "put every `needs` first",
                )
    return tuple(found), nodes[last + 1 :], ctx


def _local(name: str, ctx: Context) -> bool:
    return name in ctx.variables or ctx.meaning(name) is None


def _is_needs(node: ast.stmt) -> bool:
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id="needs"))):
            return True
        case _:
            return False


def _needs(call: ast.Call, ctx: Context) -> tuple[Needs, ...]:
    if len(call.args) != 1 or call.keywords:
        ctx.fault(
            call,
            "wrong-arguments",
            f"`needs` takes 1, and gets {len(call.args) + len(call.keywords)}",
            "write `needs(condition)`",
        )
        return ()
    condition = ctx.condition(call.args[0])
    return () if condition is None else (Needs(condition, ctx.place(call)),)
