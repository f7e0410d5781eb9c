"""Worked examples: a start, then deeds and what is expected of them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace

from headjudge.rulebook import asking
from headjudge.rulebook.context import Context, Permits
from headjudge.rulebook.declarations import constant_value
from headjudge.rulebook.kinds import alike
from headjudge.rulebook.names import FieldName, Slot
from headjudge.rulebook.statements import assignable
from headjudge.rulebook.syntax import (
    Deed,
    EachType,
    Example,
    Expect,
    Expr,
    MakeTuple,
    Origin,
    Play,
    PlayerType,
    Refused,
    Start,
    Type,
)

_Line = Play | Refused | Expect


@dataclass(frozen=True, slots=True)
class Usual:
    """What an example takes from the rulebook: its players, and the names of its fields."""

    players: tuple[int, int]
    fields: Mapping[str, Type]


def read_example(ctx: Context, number: int, usual: Usual) -> Example | None:
    """Read one block; faults are noted line by line."""
    body = ctx.source.body
    first = body[0] if body else None
    clause = ctx.source.block.clause
    here = ctx.source.block.at(1, 1) if first is None else ctx.place(first)
    ctx = replace(ctx, permits=Permits(scope=True, seats=True, tuples=True))
    start: Start | None = Start(usual.players[0], (), here)
    if first is not None and _called(first) == "start":
        players, ctx = _players(first, ctx, usual)
        start = _start(first, players, ctx)
        body = body[1:]
    lines = [_line(node, ctx) for node in body]
    whole = tuple(line for line in lines if line is not None)
    if not lines:
        ctx.faults.add(
            here, "bad-example", "this example does nothing", "write an action such as `play(A)`"
        )
    if start is None or clause is None or len(whole) < len(lines) or not lines:
        return None
    block = ctx.source.block
    origin = Origin(clause, here, block.environment, block.supplement, block.number)
    return Example(number, start, whole, origin)


def _called(node: ast.stmt) -> str:
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id=name))):
            return name
        case _:
            return ""


def _call(node: ast.stmt) -> ast.Call | None:
    return node.value if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else None


# -------------------------------------------------------------------- start


def _players(node: ast.stmt, ctx: Context, usual: Usual) -> tuple[int, Context]:
    """The number of players of an example, and the context with so many seats."""
    low, high = usual.players
    call = _call(node)
    for keyword in call.keywords if call is not None else ():
        if keyword.arg != "players":
            continue
        match keyword.value:
            case ast.Constant(value=int(number)) if low <= number <= high:
                return number, replace(ctx, seats=number)
            case _:
                ctx.fault(
                    keyword.value,
                    "players-out-of-range",
                    "this rulebook is not for so many players",
                    f"write a number from {low} to {high}",
                )
    return low, replace(ctx, seats=low)


def _start(node: ast.stmt, players: int, ctx: Context) -> Start | None:
    call = _call(node)
    found: dict[str, Expr] = {}
    failed = call is None
    for argument in call.args if call is not None else ():
        ctx.fault(argument, "bad-example", "`start` needs names", "write `start(field=value)`")
        failed = True
    for keyword in call.keywords if call is not None else ():
        name = keyword.arg or "**"
        if name == "players":
            continue
        meaning = ctx.meaning(name)
        if not isinstance(meaning, FieldName):
            if name not in ctx.names.skipped:
                ctx.fault(
                    keyword,
                    "unknown-name",
                    f"there is no field `{name[:60]}`",
                    ctx.names.guess(name) or "name a field",
                )
            failed = True
            continue
        value = None if meaning.type is None else _constant(keyword.value, meaning.type, ctx)
        if value is None:
            failed = True
        else:
            found[name] = value
    return None if failed else Start(players, tuple(found.items()), ctx.place(node))


def _constant(node: ast.expr, type_: Type, ctx: Context) -> Expr | None:
    read = assignable(node, type_, ctx)
    if read is None or not constant_value(read, node, ctx):
        return None
    return full(read, type_, ctx.seats)


def full(read: Expr, type_: Type, seats: int) -> Expr:
    """The value of one entry, given to every entry of an ``Each``."""
    if isinstance(type_, EachType) and not alike(read.type, type_):
        size = seats if isinstance(type_.key, PlayerType) else len(type_.key.members)
        return MakeTuple((full(read, type_.of, seats),) * size, type_, read.place)
    return read


# -------------------------------------------------------------------- lines


def _line(node: ast.stmt, ctx: Context) -> _Line | None:
    call = _call(node)
    name = _called(node)
    if call is None or not name:
        ctx.fault(
            node,
            "bad-example",
            "this is no line of an example",
            "write an action, `illegal(…)`, `impossible(…)` or `expect(…)`",
        )
        return None
    match name:
        case "start":
            ctx.fault(node, "bad-example", "`start` is not the first line", "put it on top, once")
            return None
        case "expect":
            return _expect(node, call, ctx)
        case "illegal" | "impossible":
            return _refused(node, call, name, ctx)
        case _:
            deed = _deed(call, name, ctx)
            return None if deed is None else Play(deed, ctx.place(node))


def _expect(node: ast.stmt, call: ast.Call, ctx: Context) -> _Line | None:
    if len(call.args) != 1 or call.keywords:
        ctx.fault(
            call,
            "wrong-arguments",
            f"`expect` takes 1, and gets {len(call.args) + len(call.keywords)}",
            "write `expect(condition)`",
        )
        return None
    inner = replace(ctx, permits=replace(ctx.permits, tuples=False))
    condition = inner.condition(call.args[0])
    return None if condition is None else Expect(condition, ctx.place(node))


def _refused(node: ast.stmt, call: ast.Call, name: str, ctx: Context) -> _Line | None:
    match call:
        case ast.Call(args=[ast.Call(func=ast.Name(id=action)) as inner], keywords=[]):
            deed = _deed(inner, action, ctx)
            return None if deed is None else Refused(deed, name == "impossible", ctx.place(node))
        case _:
            ctx.fault(
                call,
                "wrong-arguments",
                f"`{name}` needs one action with parentheses",
                f"write `{name}(action(…))`",
            )
            return None


def _deed(call: ast.Call, name: str, ctx: Context) -> Deed | None:
    shapes = asking.shapes_of(call, name, ctx)
    if shapes is None:
        return None
    if shapes[0].name != name:
        ctx.fault(
            call,
            "unknown-action",
            f"`{name}` is a tag, and an example needs one action",
            "write one of " + ", ".join(f"`{shape.name}`" for shape in shapes),
        )
        return None
    bound = asking.bind(shapes[0], call, ctx)
    if bound is None:
        return None
    given = {slot.name: node for slot, node in bound}
    read = [_argument(slot, given.get(slot.name), call, name, ctx) for slot in shapes[0].slots]
    whole = tuple(argument for argument in read if argument is not None)
    return Deed(name, whole, ctx.place(call)) if len(whole) == len(read) else None


def _argument(
    slot: Slot, node: ast.expr | None, call: ast.Call, name: str, ctx: Context
) -> Expr | None:
    if slot.type is None:
        return None
    if node is not None:
        return _constant(node, slot.type, ctx)
    if slot.default is not None:
        return full(slot.default, slot.type, ctx.seats)
    ctx.fault(
        call,
        "wrong-arguments",
        f"`{name}` does not say what `{slot.name}` is",
        f"write `{slot.name}=…`, or give the parameter a default",
    )
    return None
