"""What only claims say: ``can``, ``legal``, ``doing`` and ``next``."""

from __future__ import annotations

import ast
from dataclasses import replace

from headjudge.rulebook.context import Context
from headjudge.rulebook.names import Shape, Slot
from headjudge.rulebook.syntax import About, Ask, BoolType, Expr, Next, Or, Type

_Bound = tuple[tuple[Slot, ast.expr], ...]
_Signature = tuple[tuple[str, Type | None], ...]


def ask(word: str, node: ast.Call, ctx: Context) -> Expr | None:
    """``can(action(…))``; of a tag whose actions name their parameters differently, an ``or``."""
    about = About(word)
    if not _allowed(
        word, ctx.permits.steps if about is About.DOING else ctx.permits.asks, node, ctx
    ):
        return None
    match node:
        case ast.Call(args=[ast.Call(func=ast.Name(id=name)) as deed], keywords=[]):
            pass
        case _:
            ctx.fault(
                node,
                "wrong-arguments",
                f"`{word}` needs one action with parentheses",
                f"write `{word}(action(…))`",
            )
            return None
    shapes = shapes_of(deed, name, ctx)
    if shapes is None:
        return None
    groups: dict[_Signature, tuple[_Bound, list[str]]] = {}
    for shape in shapes:
        bound = bind(shape, deed, ctx)
        if bound is None:
            return None
        key = tuple((slot.name, slot.type) for slot, _ in bound)
        groups.setdefault(key, (bound, []))[1].append(shape.name)
    asked: list[Expr] = []
    for bound, actions in groups.values():
        arguments = _arguments(bound, ctx)
        if arguments is None:
            return None
        asked.append(Ask(about, tuple(actions), arguments, BoolType(), ctx.place(node)))
    return asked[0] if len(asked) == 1 else Or(tuple(asked), BoolType(), ctx.place(node))


def after(node: ast.Call, ctx: Context) -> Expr | None:
    """``next(expression)``."""
    if not _allowed("next", ctx.permits.steps, node, ctx):
        return None
    if len(node.args) != 1 or node.keywords:
        ctx.fault(
            node,
            "wrong-arguments",
            f"`next` takes 1, and gets {len(node.args) + len(node.keywords)}",
            "write `next(expression)`",
        )
        return None
    inside = replace(ctx, permits=replace(ctx.permits, steps=False))
    base = inside.expression(node.args[0])
    return None if base is None else Next(base, base.type, ctx.place(node))


def _allowed(word: str, permitted: bool, node: ast.Call, ctx: Context) -> bool:
    if not permitted:
        inside = ctx.permits.asks
        ctx.fault(
            node,
            "not-in-a-claim",
            f"`{word}` cannot be asked inside `next` or of an argument"
            if inside
            else f"`{word}` can be asked in claims only",
            "write the condition itself",
        )
    return permitted


def shapes_of(deed: ast.Call, name: str, ctx: Context) -> tuple[Shape, ...] | None:
    """The actions that a name in a call stands for."""
    shapes = ctx.names.deeds.get(name)
    if shapes is None and name not in ctx.names.skipped:
        ctx.fault(
            deed,
            "unknown-action",
            f"there is no action and no tag `{name[:60]}`",
            ctx.names.guess(name, ctx.names.deeds) or "declare it with @move or @step",
        )
    return shapes


def bind(shape: Shape, deed: ast.Call, ctx: Context) -> _Bound | None:
    """Match the arguments of a call with the parameters of an action."""
    if len(deed.args) > len(shape.slots):
        ctx.fault(
            deed,
            "wrong-arguments",
            f"`{shape.name}` takes {len(shape.slots)}, and gets {len(deed.args)}",
            f"write {_shown(shape)}",
        )
        return None
    bound = dict(zip((slot.name for slot in shape.slots), deed.args, strict=False))
    for keyword in deed.keywords:
        if keyword.arg is None or shape.slot(keyword.arg) is None or keyword.arg in bound:
            twice = keyword.arg in bound
            ctx.fault(
                keyword,
                "wrong-arguments" if twice else "unknown-parameter",
                f"`{keyword.arg}` is given twice"
                if twice
                else f"`{shape.name}` has no parameter `{(keyword.arg or '**')[:60]}`",
                f"write {_shown(shape)}",
            )
            return None
        bound[keyword.arg] = keyword.value
    return tuple((slot, bound[slot.name]) for slot in shape.slots if slot.name in bound)


def _shown(shape: Shape) -> str:
    return f"`{shape.name}({', '.join(slot.name for slot in shape.slots)})`"


def _arguments(bound: _Bound, ctx: Context) -> tuple[tuple[str, Expr], ...] | None:
    inside = replace(ctx, permits=replace(ctx.permits, asks=False, steps=False))
    found: list[tuple[str, Expr]] = []
    failed = False
    for slot, node in bound:
        read = None if slot.type is None else inside.value(node, slot.type)
        if read is None:
            failed = True
        else:
            found.append((slot.name, read))
    return None if failed else tuple(found)
