"""Decorators: what a function of a block is."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from headjudge.rulebook.context import Context
from headjudge.rulebook.syntax import ClaimKind, NormKind, Reading, Stage

NORMS = {kind.value: kind for kind in NormKind}
STAGES = {stage.value: stage for stage in Stage}
CLAIMS = {kind.value: kind for kind in ClaimKind}
RULEBOOK_CLAIMS = ("always", "never", "sometimes", "any_order")
PROPERTY_CLAIMS = tuple(name for name in CLAIMS if name != ClaimKind.ANY_ORDER.value)
_ACTIONS = ("move", "step")
_BESIDE = {
    "before": ("must",),
    "overrides": (*NORMS, *STAGES),
    "restates": (*NORMS, *STAGES),
    "reading": (*NORMS, *STAGES, *RULEBOOK_CLAIMS),
}
_READING_PARTS = 2


@dataclass(frozen=True, slots=True)
class Decorator:
    """``@name("a", "b")``."""

    name: str
    texts: tuple[str, ...]
    node: ast.expr


@dataclass(frozen=True, slots=True)
class Decorated:
    """A function and what its decorators say; ``main`` is None for a helper."""

    function: ast.FunctionDef
    main: Decorator | None
    beside: tuple[Decorator, ...]

    def texts(self, name: str) -> tuple[Decorator, ...]:
        """The decorators with this name beside the main one."""
        return tuple(one for one in self.beside if one.name == name)


def decorated(
    function: ast.FunctionDef, ctx: Context, *, properties: bool = False
) -> Decorated | None:
    """Read the decorators of a function; None if it cannot be told what it is."""
    read = [_decorator(node, ctx) for node in function.decorator_list]
    found = [one for one in read if one is not None]
    mains = [one for one in found if one.name not in _BESIDE]
    known = _known(properties=properties)
    failed = len(found) < len(read)
    for one in mains:
        if one.name not in known:
            ctx.fault(
                one.node,
                "unknown-decorator",
                f"`@{one.name[:60]}` is not known here",
                "write one of " + ", ".join(f"@{name}" for name in known),
            )
            failed = True
    for one in mains[1:]:
        ctx.fault(
            one.node,
            "two-decorators",
            f"`@{one.name[:60]}` stands beside `@{mains[0].name[:60]}`",
            "write one function for each",
        )
        failed = True
    if failed:
        return None
    main = mains[0] if mains else None
    beside = tuple(one for one in found if one.name in _BESIDE and _suits(one, main, found, ctx))
    if main is None and found:
        return None
    return Decorated(function, main, beside)


def _known(*, properties: bool) -> Sequence[str]:
    if properties:
        return PROPERTY_CLAIMS
    return (*_ACTIONS, *NORMS, *STAGES, *RULEBOOK_CLAIMS, *_BESIDE)


def _decorator(node: ast.expr, ctx: Context) -> Decorator | None:
    match node:
        case ast.Name(id=name):
            return Decorator(name, (), node)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            texts = [
                arg.value
                for arg in args
                if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            ]
            if len(texts) == len(args):
                return Decorator(name, tuple(texts), node)
        case _:
            pass
    ctx.fault(
        node,
        "unknown-decorator",
        "this decorator is not known",
        'write `@when` or `@when("play", "activate")`, say',
    )
    return None


def _suits(one: Decorator, main: Decorator | None, found: list[Decorator], ctx: Context) -> bool:
    where = _BESIDE[one.name]
    if main is None or main.name not in where:
        ctx.fault(
            one.node,
            "two-decorators",
            f"`@{one.name}` does not belong here",
            "put it beside one of " + ", ".join(f"@{name}" for name in where),
        )
        return False
    if next(other for other in found if other.name == one.name) is not one:
        ctx.fault(
            one.node,
            "two-decorators",
            f"a second `@{one.name}` stands here",
            "write all of it in one",
        )
        return False
    if one.name == "reading":
        if len(one.texts) != _READING_PARTS or not all(one.texts):
            ctx.fault(
                one.node,
                "wrong-arguments",
                f"`@reading` takes 2, and gets {len(one.texts)}",
                'write `@reading("question", "answer")`',
            )
            return False
    elif not one.texts:
        ctx.fault(
            one.node,
            "wrong-arguments",
            f"`@{one.name}` names nothing",
            f'write `@{one.name}("…")`',
        )
        return False
    return True


def reading(function: Decorated) -> Reading | None:
    """The answer that a statement belongs to."""
    found = function.texts("reading")
    return Reading(*found[0].texts) if found else None
