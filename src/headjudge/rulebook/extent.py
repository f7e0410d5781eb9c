"""How large a piece of syntax is once every helper is written out where it is called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache

from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import Call, Do, Type

MAX_EXTENT = 100_000


@cache
def _children(kind: type) -> tuple[str, ...]:
    return tuple(one.name for one in fields(kind) if one.name not in ("place", "type", "origin"))


def extent(node: object, helpers: Mapping[str, int], known: dict[int, int] | None = None) -> int:
    """The number of nodes, with the size of a helper for each of its calls.

    What is shared within the syntax counts each time it occurs, and is looked at once.
    """
    known = {} if known is None else known
    if isinstance(node, tuple):
        return sum(extent(part, helpers, known) for part in node)
    if not is_dataclass(node) or isinstance(node, type | Type | Place):
        return 0
    if id(node) not in known:
        parts = [getattr(node, name) for name in _children(node.__class__)]
        total = 1 + sum(extent(part, helpers, known) for part in parts)
        if isinstance(node, Call | Do):
            total += helpers.get(node.helper, 0)
        known[id(node)] = total
    return known[id(node)]


def helpers_in(node: object) -> tuple[str, ...]:
    """The helpers that a piece of syntax calls."""
    found: dict[str, None] = {}
    seen: set[int] = set()
    stack: list[object] = [node]
    while stack:
        one = stack.pop()
        if isinstance(one, tuple):
            stack.extend(one)
        elif is_dataclass(one) and not isinstance(one, type | Type | Place) and id(one) not in seen:
            seen.add(id(one))
            if isinstance(one, Call | Do):
                found[one.helper] = None
            stack.extend(getattr(one, name) for name in _children(one.__class__))
    return tuple(found)
