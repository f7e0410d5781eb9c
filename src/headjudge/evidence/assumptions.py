"""What a play needs the cards to do."""

from __future__ import annotations

from headjudge.evidence.results import Trace
from headjudge.rulebook.syntax import (
    ActionKind,
    EachType,
    Expr,
    ListType,
    Literal,
    MakeTuple,
    Rulebook,
    Setting,
    Type,
)
from headjudge.rulebook.values import Act, Value, domain, show, size


def assumptions(rulebook: Rulebook, setting: Setting, trace: Trace) -> tuple[str, ...]:
    """Steps of a play in which cards decide something other than the plainest outcome.

    Each is said as ``cards_react(text = OPTIONAL, whose = A)``, once, in order.
    """
    found: dict[str, None] = {}
    for step in trace.steps:
        said = assumption(rulebook, setting, step.act)
        if said is not None:
            found[said] = None
    return tuple(found)


def assumption(rulebook: Rulebook, setting: Setting, act: Act) -> str | None:
    """What cards decide in an act; None if nothing, or the plainest outcome."""
    action = rulebook.action(act.action)
    if action.kind is not ActionKind.STEP and not action.origin.environment:
        return None
    parts = []
    for parameter, value in zip(action.parameters, act.arguments, strict=True):
        # Outside the environment only a parameter with a plain outcome is the cards' to decide.
        if parameter.default is None and not action.origin.environment:
            continue
        plain = (
            _plain(parameter.default, parameter.type, setting)
            if parameter.default is not None
            else next(domain(parameter.type, setting))
        )
        if value != plain:
            parts.append(f"{parameter.name} = {show(value, parameter.type)}")
    return f"{action.name}({', '.join(parts)})" if parts else None


def _plain(default: Expr, type_: Type, setting: Setting) -> Value:
    """The value of a default; one entry's value given to an ``Each`` is every entry's."""
    match default, type_:
        case MakeTuple(items), EachType(of=of):
            return tuple(_plain(item, of, setting) for item in items)
        case MakeTuple(items), ListType(of=of):
            return tuple(_plain(item, of, setting) for item in items)
        case _, EachType(key, of):
            return (_plain(default, of, setting),) * size(key, setting)
        case Literal(value), _:
            return value
        case _:
            return None
