"""The second pass: bodies of helpers and actions, norms, consequences and claims."""

from __future__ import annotations

import ast
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from headjudge.rulebook.bodies import body, preamble, returned_type
from headjudge.rulebook.circles import circles, order
from headjudge.rulebook.context import Context
from headjudge.rulebook.declarations import Function, slots_of
from headjudge.rulebook.decorators import CLAIMS, NORMS, STAGES, Decorator, reading
from headjudge.rulebook.kinds import alike, show_type, value_type
from headjudge.rulebook.names import ActionName, HelperName, Shape, Slot
from headjudge.rulebook.order_claims import read_order_claim
from headjudge.rulebook.statements import statements, without_docstring
from headjudge.rulebook.syntax import (
    Action,
    BoolType,
    Claim,
    ClaimKind,
    Consequence,
    Helper,
    Norm,
    NumberType,
    Parameter,
    Type,
)
from headjudge.rulebook.type_forms import Spot
from headjudge.rulebook.unused import check_used

MAX_CALLS = 40


def parameters(slots: Sequence[Slot]) -> tuple[Parameter, ...] | None:
    """The parameters, if the types of all could be read."""
    found = tuple(one for one in (slot.parameter() for slot in slots) if one is not None)
    return found if len(found) == len(slots) else None


def inside(ctx: Context, slots: Sequence[Slot]) -> Context:
    """The context of a body with these parameters."""
    for slot in slots:
        type_ = None if slot.type is None else value_type(slot.type)
        ctx = ctx.with_variable(slot.name, type_)
    return ctx


# ------------------------------------------------------------------ helpers


def read_helpers(functions: Sequence[Function]) -> tuple[Helper, ...]:
    """Read all helpers, each after those that it calls; their types become known."""
    by_name = {
        function.head.function.name: function
        for function in reversed(functions)
        if function.head.main is None
    }
    by_name = dict(reversed(by_name.items()))
    edges = {name: _called(function, by_name.keys()) for name, function in by_name.items()}
    for circle in circles(edges):
        function = by_name[circle[0]]
        path = " calls ".join(f"`{name}`" for name in (*circle, circle[0]))
        function.ctx.fault(
            function.head.function,
            "helpers-in-a-circle",
            f"{path}",
            "write one of them without the other",
        )
    ready, _ = order(edges)
    depths: dict[str, int] = {}
    found: dict[str, Helper] = {}
    for name in ready:
        depths[name] = 1 + max(
            (depths[other] for other in edges[name] if other in depths), default=0
        )
        if depths[name] == MAX_CALLS + 1:
            by_name[name].ctx.fault(
                by_name[name].head.function,
                "too-deep",
                f"`{name}` calls helpers that call helpers, more than {MAX_CALLS} deep",
                "write it with fewer helpers",
            )
        helper = _helper(by_name[name])
        if helper is not None:
            found[name] = helper
    return tuple(found[name] for name in by_name if name in found)


def _called(function: Function, names: Container[str]) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(
            node.func.id
            for node in ast.walk(function.head.function)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in names
        )
    )


def _helper(function: Function) -> Helper | None:
    node, ctx = function.head.function, function.ctx
    meaning = ctx.meaning(node.name)
    if not isinstance(meaning, HelperName):
        return None
    inner = inside(ctx, meaning.slots)
    nodes = without_docstring(node.body)
    origin = ctx.source.origin(node)
    if any(_is_call(statement, "needs") for statement in nodes):
        ctx.fault(
            node,
            "action-without-kind",
            f"`{node.name}` has needs, and neither @move nor @step",
            f"put `@move` or `@step` above `def {node.name}`",
        )
        ctx.names.meanings[node.name] = replace(meaning, type=None)
        return None
    made = parameters(meaning.slots)
    check_used(nodes, inner, writes=not meaning.returns)
    if not meaning.returns:
        effects = statements(nodes, inner)
        return None if made is None else Helper(node.name, made, None, (), effects, origin)
    type_ = returned_type(nodes, inner)
    ctx.names.meanings[node.name] = replace(meaning, type=type_)
    read = body(nodes, NumberType() if type_ is None else type_, node, inner)
    if type_ is None or read is None or made is None:
        return None
    return Helper(node.name, made, type_, read, (), origin)


def _is_call(node: ast.stmt, name: str) -> bool:
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id=called))):
            return called == name
        case _:
            return False


# ------------------------------------------------------------------ actions


def read_function(
    function: Function, main: Decorator
) -> Action | Norm | Consequence | Claim | None:
    """Read a function that is no helper."""
    if main.name in ("move", "step"):
        return read_action(function, main)
    if main.name == ClaimKind.ANY_ORDER.value:
        return read_order_claim(function, main)
    if main.name in CLAIMS:
        return read_claim(function, main)
    return read_norm(function, main)


def read_action(function: Function, main: Decorator) -> Action | None:
    """Read an action."""
    node, ctx = function.head.function, function.ctx
    shape = ctx.names.deeds.get(node.name, ())
    if not shape or not isinstance(ctx.meaning(node.name), ActionName):
        return None
    inner = inside(ctx, shape[0].slots)
    nodes = without_docstring(node.body)
    check_used(nodes, inner, writes=True)
    needs, rest, inner = preamble(nodes, inner)
    effects = statements(rest, inner)
    made = parameters(shape[0].slots)
    if made is None:
        return None
    tags = tuple(dict.fromkeys(main.texts))
    return Action(node.name, shape[0].kind, tags, made, needs, effects, ctx.source.origin(node))


# -------------------------------------------------------------------- norms


@dataclass(frozen=True, slots=True)
class _About:
    """The actions that a norm speaks of, and its own parameters."""

    actions: tuple[str, ...]
    slots: tuple[Slot, ...]


def read_norm(function: Function, main: Decorator) -> Norm | Consequence | None:
    """Read a norm or a consequence."""
    node, ctx = function.head.function, function.ctx
    about = _about(function, main)
    overrides = _clauses(function, "overrides")
    restates = _clauses(function, "restates")
    before = _before(function)
    inner = inside(ctx, _slots_without_types(node, ctx) if about is None else about.slots)
    nodes = without_docstring(node.body)
    origin = ctx.source.origin(node)
    answer = reading(function.head)
    made = None if about is None else parameters(about.slots)
    check_used(nodes, inner, writes=main.name in STAGES)
    if main.name in STAGES:
        effects = statements(nodes, inner)
        if about is None or made is None:
            return None
        stage = STAGES[main.name]
        return Consequence(
            node.name, stage, about.actions, made, effects, overrides, answer, restates, origin
        )
    read = body(nodes, BoolType(), node, inner)
    if about is None or made is None or read is None:
        return None
    kind = NORMS[main.name]
    return Norm(
        node.name, kind, about.actions, made, read, overrides, before, answer, restates, origin
    )


def _about(function: Function, main: Decorator) -> _About | None:
    node, ctx = function.head.function, function.ctx
    shapes: dict[str, Shape] = {}
    failed = False
    for name in main.texts or (node.name,):
        found = ctx.names.deeds.get(name)
        if found is None:
            _unknown_action(name, main.node if main.texts else node, ctx)
            failed = True
        else:
            shapes.update((shape.name, shape) for shape in found)
    if failed:
        return None
    slots = tuple(_matched(slot, tuple(shapes.values()), ctx) for slot in _bare(node, ctx))
    return _About(tuple(shapes), slots)


def _unknown_action(name: str, node: ast.AST, ctx: Context) -> None:
    if name in ctx.names.skipped or not ctx.plain(node, name):
        return
    meaning = ctx.meaning(name)
    if isinstance(meaning, HelperName):
        ctx.fault(
            node,
            "action-without-kind",
            f"`{name}` is a helper and no action",
            f"put `@move` or `@step` above its `def {name}`",
        )
        return
    ctx.fault(
        node,
        "unknown-action",
        f"there is no action and no tag `{name[:60]}`",
        ctx.names.guess(name, ctx.names.deeds) or "declare it with @move or @step",
    )


def _bare(node: ast.FunctionDef, ctx: Context) -> tuple[Slot, ...]:
    """The parameters of a norm, which have names only."""
    for argument in node.args.args:
        if argument.annotation is not None:
            ctx.fault(
                argument.annotation,
                "forbidden-form",
                "a parameter of a norm has the type that the action gives it",
                f"write `{argument.arg}` alone",
            )
    return _slots_without_types(node, ctx)


def _slots_without_types(node: ast.FunctionDef, ctx: Context) -> tuple[Slot, ...]:
    bare = ast.FunctionDef(
        name=node.name,
        args=ast.arguments(
            posonlyargs=node.args.posonlyargs,
            args=[_without_annotation(argument) for argument in node.args.args],
            vararg=node.args.vararg,
            kwonlyargs=node.args.kwonlyargs,
            kw_defaults=[],
            kwarg=node.args.kwarg,
            defaults=node.args.defaults,
        ),
        body=[],
        decorator_list=[],
        returns=node.returns,
    )
    return tuple(replace(slot, type=None) for slot in slots_of(bare, Spot.HELPER, ctx))


def _without_annotation(argument: ast.arg) -> ast.arg:
    return ast.copy_location(ast.arg(arg=argument.arg, annotation=None), argument)


def _matched(slot: Slot, shapes: Sequence[Shape], ctx: Context) -> Slot:
    """A norm's parameter with the type that all its actions give it."""
    others = [(shape, shape.slot(slot.name)) for shape in shapes]
    types: list[Type] = []
    for shape, other in others:
        if other is None:
            ctx.faults.add(
                slot.place,
                "unknown-parameter",
                f"`{shape.name}` has no parameter `{slot.name[:60]}`",
                _own(shape),
            )
            return slot
        if other.type is None:
            return slot
        types.append(other.type)
    for (shape, _), type_ in zip(others, types, strict=True):
        if type_ != types[0]:
            shown = f"`{show_type(types[0])}` in `{shapes[0].name}`"
            wrong = f"`{slot.name}` is {shown}, and `{show_type(type_)}` in `{shape.name}`"
            if alike(type_, types[0]):
                wrong += " with other bounds"
            ctx.faults.add(
                slot.place, "different-parameters", wrong, "write one function for each action"
            )
            return slot
    which = any(other is not None and other.which for _, other in others)
    return replace(slot, type=types[0], which=which)


def _own(shape: Shape) -> str:
    if not shape.slots:
        return "it has none; leave this one out"
    return "write one of " + ", ".join(f"`{slot.name}`" for slot in shape.slots)


def _clauses(function: Function, name: str) -> tuple[str, ...]:
    ctx = function.ctx
    found = function.head.texts(name)
    texts = found[0].texts if found else ()
    here = ctx.source.origin(function.head.function).clause
    for text in texts:
        if text == here:
            ctx.fault(
                found[0].node,
                "own-clause",
                f"clause {here} names itself in @{name}",
                "name another clause; within one clause write one condition",
            )
        elif text not in ctx.names.clauses:
            ctx.fault(
                found[0].node,
                "unknown-clause",
                f"there is no clause `{text[:60]}`",
                "write the number of a clause of this rulebook",
            )
    return texts


def _before(function: Function) -> tuple[str, ...]:
    ctx = function.ctx
    found = function.head.texts("before")
    actions: dict[str, None] = {}
    for name in found[0].texts if found else ():
        shapes = ctx.names.deeds.get(name)
        if shapes is None:
            _unknown_action(name, found[0].node, ctx)
        actions.update((shape.name, None) for shape in shapes or ())
    return tuple(actions)


def check_before(norms: Sequence[Norm], ctx: Context) -> None:
    """What goes first may not, by way of others, have to wait for itself."""
    edges: dict[str, list[str]] = {}
    places: dict[str, Norm] = {}
    for norm in norms:
        for action in norm.actions if norm.before else ():
            edges.setdefault(action, []).extend(norm.before)
            places.setdefault(action, norm)
            for other in norm.before:
                edges.setdefault(other, [])
    for circle in circles(edges):
        path = " before ".join(f"`{name}`" for name in (*circle, circle[0]))
        ctx.faults.add(
            places[circle[0]].origin.place,
            "before-in-a-circle",
            f"this asks for {path}",
            "leave one of the `@before` out",
        )


# ------------------------------------------------------------------- claims


def read_claim(function: Function, main: Decorator) -> Claim | None:
    """Read a claim of a rulebook, or of a property."""
    node, ctx = function.head.function, function.ctx
    kind = CLAIMS[main.name]
    slots = slots_of(node, Spot.CLAIM, ctx)
    every, each = _breadth(kind, main, slots, ctx)
    inner = inside(ctx, slots)
    inner = replace(inner, permits=replace(inner.permits, asks=True, steps=True))
    nodes = without_docstring(node.body)
    check_used(nodes, inner, writes=False)
    premise, rest, inner = preamble(nodes, inner)
    read = body(rest, BoolType(), node, inner)
    made = parameters(slots)
    if read is None or made is None:
        return None
    return Claim(
        node.name,
        kind,
        made,
        premise,
        read,
        every,
        speaks_of_steps(node),
        each,
        (),
        (),
        reading(function.head),
        ctx.source.origin(node),
    )


def speaks_of_steps(node: ast.FunctionDef) -> bool:
    """Whether a claim uses ``doing`` or ``next``."""
    return any(
        isinstance(inner, ast.Call)
        and isinstance(inner.func, ast.Name)
        and inner.func.id in ("doing", "next")
        for inner in ast.walk(node)
    )


def _breadth(
    kind: ClaimKind, main: Decorator, slots: Sequence[Slot], ctx: Context
) -> tuple[bool, tuple[str, ...]]:
    """Whether a claim speaks of every situation, and of what it has to happen for all."""
    if kind is ClaimKind.SOMETIMES:
        names = {slot.name for slot in slots}
        for text in main.texts:
            if text not in names:
                ctx.fault(
                    main.node,
                    "unknown-parameter",
                    f"the claim has no parameter `{text[:60]}`",
                    "name one of its parameters",
                )
        return False, main.texts
    if main.texts not in ((), ("every",)):
        ctx.fault(
            main.node,
            "wrong-arguments",
            f'`@{main.name}` knows only "every"',
            f'write `@{main.name}` or `@{main.name}("every")`',
        )
    return main.texts == ("every",), ()
