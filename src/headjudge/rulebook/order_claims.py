"""Claims that a rulebook makes of its orders: ``@any_order("place", "resolve")``."""

from __future__ import annotations

import ast

from headjudge.rulebook.declarations import Function
from headjudge.rulebook.decorators import Decorator, reading
from headjudge.rulebook.statements import without_docstring
from headjudge.rulebook.syntax import Claim, ClaimKind


def read_order_claim(function: Function, main: Decorator) -> Claim | None:
    """Read the claim that the order of some actions makes no difference."""
    node, ctx = function.head.function, function.ctx
    actions: dict[str, None] = {}
    failed = False
    if not main.texts:
        ctx.fault(
            main.node,
            "wrong-arguments",
            "`@any_order` names nothing",
            'write `@any_order("place", "resolve")`, say',
        )
        failed = True
    for name in main.texts:
        shapes = ctx.names.deeds.get(name)
        if shapes is None:
            ctx.fault(
                main.node,
                "unknown-action",
                f"there is no action and no tag `{name[:60]}`",
                ctx.names.guess(name, ctx.names.deeds) or "declare it with @move or @step",
            )
            failed = True
        actions.update((shape.name, None) for shape in shapes or ())
    nodes = without_docstring(node.body)
    if node.args.args or any(not isinstance(one, ast.Pass) for one in nodes):
        ctx.fault(
            node,
            "no-effect",
            "`@any_order` says all there is to say",
            f"write `def {node.name}(): pass`",
        )
        failed = True
    if failed:
        return None
    kind = ClaimKind.ANY_ORDER
    origin = ctx.source.origin(node)
    named = tuple(actions)
    answer = reading(function.head)
    return Claim(node.name, kind, (), (), (), True, False, (), named, (), answer, origin)
