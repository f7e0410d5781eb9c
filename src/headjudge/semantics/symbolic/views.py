"""What one player sees of situations and of steps.

A player sees all fields but the others' entries of a hidden one, and which of their own
moves can happen. Of a step they see the action and those parameters that are not hidden
from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

from headjudge.rulebook.syntax import ActionKind, EachType, Parameter, PlayerType
from headjudge.semantics.symbolic.layout import width
from headjudge.semantics.symbolic.quantify import LIMIT, Group, assignments, at_most
from headjudge.semantics.symbolic.system import System, Transition
from headjudge.semantics.symbolic.terms import Term


@dataclass(frozen=True, slots=True)
class View:
    """What the player on ``seat`` sees.

    ``unseen``: the slots, by index, that they do not see. ``could``: over the slots, for each
    of their own moves with its parameters filled in, whether it can happen. ``looks``: per
    transition and row of its parameters, the number of what such a step looks like.
    """

    seat: int
    unseen: tuple[int, ...]
    could: tuple[Term, ...]
    looks: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Sign:
    """An action as a player sees it.

    ``look``: the number of what it looks like. ``may``: over the slots, it may come next.
    ``stops``: it may, with parameters with which the play ends there.
    """

    look: int
    may: Term
    stops: Term


def view(system: System, seat: int) -> View:
    """What a player sees. Raises TooManyError."""
    numbers: dict[tuple[object, ...], int] = {}
    looks = []
    for index, transition in enumerate(system.transitions):
        shown = _shown(system, transition, seat)
        found = [(index, *seen) for seen in shown]
        looks.append(tuple(numbers.setdefault(key, len(numbers)) for key in found))
    return View(seat, tuple(_unseen(system, seat)), _could(system, seat), tuple(looks))


def signs(system: System, view: View, actions: Sequence[str]) -> tuple[Sign, ...]:
    """What these actions look like to a player, and where they may come next."""
    pool = system.pool
    may: dict[int, list[Term]] = {}
    stops: dict[int, list[Term]] = {}
    for index, transition in enumerate(system.transitions):
        if transition.action.name not in actions:
            continue
        ends = pool.and_(transition.legal, pool.not_(transition.goes))
        groups = (*transition.groups, *transition.orders)
        for look, values in zip(view.looks[index], assignments(pool, groups), strict=True):
            may.setdefault(look, []).append(pool.substitute(transition.legal, values))
            stops.setdefault(look, []).append(pool.substitute(ends, values))
    return tuple(Sign(look, pool.or_(*may[look]), pool.or_(*stops[look])) for look in may)


def _unseen(system: System, seat: int) -> Iterator[int]:
    """The slots that a player does not see: the others' entries, and what is no field."""
    layout, setting = system.layout, system.setting
    end = 0
    for field, offset in zip(system.rulebook.fields, layout.offsets, strict=True):
        each, end = field.type, offset + width(field.type, setting)
        if field.hidden and isinstance(each, EachType):
            entry = width(each.of, setting)
            own = range(offset + seat * entry, offset + (seat + 1) * entry)
            yield from (index for index in range(offset, end) if index not in own)
    # Whether a clause has spoken, and what a property remembers, lies on no table.
    yield from range(end, len(layout.slots))


def _could(system: System, seat: int) -> tuple[Term, ...]:
    """Where each of a player's own moves can happen, with its parameters filled in."""
    pool, found = system.pool, list[Term]()
    for transition in system.transitions:
        if transition.action.kind is not ActionKind.MOVE:
            continue
        whose, *rest = transition.groups
        mine = Group(whose.variables, tuple(row for row in whose.rows if row == (seat,)))
        found.extend(
            pool.substitute(transition.can, values) for values in assignments(pool, (mine, *rest))
        )
    constant = (pool.true, pool.false)
    return tuple(dict.fromkeys(term for term in found if term not in constant))


def _shown(system: System, transition: Transition, seat: int) -> Iterator[tuple[object, ...]]:
    """For each row of a step's parameters, what a player sees of it."""
    groups, parameters = transition.groups, transition.action.parameters
    at_most(prod(len(group.rows) for group in groups), LIMIT, "combinations of parameters")
    widths = [len(group.variables) for group in groups]
    for row in transition.rows():
        seen: list[object] = []
        start = 0
        for index, (parameter, count) in enumerate(zip(parameters, widths, strict=True)):
            part = row[start : start + count]
            first = row[0] if index and _names_a_player(parameters[0]) else None
            seen.append(_part(system, parameter, part, seat, first))
            start += count
        yield tuple(seen)


def _names_a_player(parameter: Parameter) -> bool:
    return parameter.type == PlayerType() and not parameter.hidden


def _part(
    system: System, parameter: Parameter, part: tuple[int, ...], seat: int, first: int | None
) -> tuple[int, ...]:
    """What a player sees of a parameter; ``first``: the player whom the first one names."""
    each = parameter.type
    if parameter.hidden and isinstance(each, EachType) and isinstance(each.key, PlayerType):
        entry = width(each.of, system.setting)
        return part[seat * entry : (seat + 1) * entry]
    return () if parameter.hidden and first != seat else part
