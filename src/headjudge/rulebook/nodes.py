"""The nodes of a piece of syntax."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass


def nodes(piece: object) -> Iterator[object]:
    """All nodes of a piece of syntax, itself the first, with types, places and origins."""
    stack = [piece]
    while stack:
        one = stack.pop()
        if isinstance(one, tuple):
            stack.extend(one)
        elif is_dataclass(one):
            yield one
            stack.extend(getattr(one, part.name) for part in fields(one))
