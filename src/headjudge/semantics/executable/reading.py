"""What the statements of a rulebook mention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from headjudge.rulebook.nodes import nodes
from headjudge.rulebook.syntax import Append, Do, Helper, Let, Needs, Statement, Variable


def needed_names(lines: Sequence[Let | Needs], effects: object) -> frozenset[str]:
    """The names of a preamble that ``effects``, or names after its last needs, depend on."""
    used = {one.name for one in nodes(effects) if isinstance(one, Variable)}
    trailing = True
    for line in reversed(lines):
        if isinstance(line, Needs):
            trailing = False
        elif trailing or line.name in used:
            used |= {one.name for one in nodes(line.value) if isinstance(one, Variable)}
    return frozenset(used)


def appended_fields(
    effects: tuple[Statement, ...], helpers: Mapping[str, Helper]
) -> frozenset[str]:
    """The lists to which these statements can append, helpers included."""
    found: set[str] = set()
    for one in nodes(effects):
        match one:
            case Append(location):
                found.add(location.field)
            case Do(helper):
                found |= appended_fields(helpers[helper].effects, helpers)
            case _:
                pass
    return frozenset(found)
