"""Things that lead back to themselves: helpers that call one another, orders of steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def order(edges: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names so that each stands after all that it leads to, and those that cannot.

    The second part holds what lies on a circle or leads to one.
    """
    waiting = {name: len(set(after) & edges.keys()) for name, after in edges.items()}
    before: dict[str, list[str]] = {name: [] for name in edges}
    for name, after in edges.items():
        for other in dict.fromkeys(after):
            if other in before:
                before[other].append(name)
    ready = [name for name, count in waiting.items() if count == 0]
    for name in ready:
        for other in before[name]:
            waiting[other] -= 1
            if waiting[other] == 0:
                ready.append(other)
    done = set(ready)
    return tuple(ready), tuple(name for name in edges if name not in done)


def circles(edges: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """One circle for each knot of names, each from its first name in the order given."""
    _, left = order(edges)
    rest = set(left)
    inside = {name: [other for other in edges[name] if other in rest] for name in left}
    found: list[tuple[str, ...]] = []
    seen: set[str] = set()
    for start in left:
        path: list[str] = []
        name = start
        while name not in seen:
            seen.add(name)
            path.append(name)
            name = inside[name][0]
        if path and name in path:
            found.append(tuple(path[path.index(name) :]))
    return tuple(found)
