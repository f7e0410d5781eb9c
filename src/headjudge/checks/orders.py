"""What is asked about orders: which things can be due at once, and who settles which is first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import factorial

from headjudge.engines.search import Doing, Free, OrderGoal, Place
from headjudge.rulebook.due import duty_parameters, nobodys_parameters, role_actions
from headjudge.rulebook.syntax import (
    ActionKind,
    Claim,
    ClaimKind,
    ListType,
    NormKind,
    RoleKind,
    Rulebook,
)
from headjudge.semantics.symbolic.layout import width
from headjudge.semantics.symbolic.quantify import Group, assignments, exists
from headjudge.semantics.symbolic.system import System, Transition
from headjudge.semantics.symbolic.terms import Term

_MOST_CLAUSES = 12


def order_goal(claim: Claim, system: System) -> OrderGoal:
    """The goal of a property about all orders, or of a claim about some.

    What the rulebook claims to make no difference is looked at for that claim alone.
    """
    book = system.rulebook
    claims = [one for one in book.claims if one.kind is ClaimKind.ANY_ORDER]
    numbers = range(len(system.transitions))
    claimed = {pair for one in claims for pair in _pairs(one, system)}
    if claim.kind is ClaimKind.ANY_ORDER:
        asked = frozenset(_pairs(claim, system))
    else:
        asked = frozenset(product(numbers, numbers)) - claimed
    resolving = role_actions(book, "resolves")
    return OrderGoal(
        name=claim.name,
        doings=tuple(_doing(book, one, resolving) for one in system.transitions),
        asked=asked,
        waiting=tuple(
            term
            for number, one in enumerate(system.transitions)
            if any(number in pair for pair in asked)
            for term in _waiting(system, one)
        ),
        at_rest=system.at_rest,
        goes_on=system.goes_on,
        stack=_stack(system),
        by_players=claim.kind is ClaimKind.ANY_ORDER,
    )


def _pairs(claim: Claim, system: System) -> Iterator[tuple[int, int]]:
    named = [
        number
        for number, transition in enumerate(system.transitions)
        if transition.action.name in claim.option
    ]
    yield from product(named, named)


def _doing(book: Rulebook, transition: Transition, resolving: frozenset[str]) -> Doing:
    action = transition.action
    duties, which = duty_parameters(book, action), nobodys_parameters(action)
    said: list[int] = []
    free: list[Free] = []
    start = 0
    for number, group in enumerate(transition.groups):
        places = tuple(range(start, start + len(group.variables)))
        if number in duties:
            said.extend(places)
        elif number in which:
            free.append(Free(places))
        start += len(places)
    for number, group in enumerate(transition.orders):
        count = next(n for n in range(_MOST_CLAUSES) if factorial(n) >= len(group.rows) > 1)
        free.append(Free((start + number,), count))
    player = action.kind is ActionKind.MOVE
    return Doing(tuple(said), player, tuple(free), action.name in resolving)


def _waiting(system: System, transition: Transition) -> Iterator[Term]:
    """Per thing that an action can be about: it has to be done, now or when others are."""
    pool, norms = system.pool, system.rulebook.norms
    obliges = [term for i, term in transition.standing if norms[i].kind is NormKind.MUST]
    forbids = [term for i, term in transition.standing if norms[i].kind is NormKind.MUST_NOT]
    whole = pool.and_(
        transition.canonical,
        transition.possible,
        pool.or_(*obliges),
        pool.not_(pool.or_(*forbids)),
    )
    if whole is pool.false:
        return
    duties = duty_parameters(system.rulebook, transition.action)
    named: list[Group] = []
    rest: list[Group] = []
    for number, group in enumerate(transition.groups):
        (named if number in duties else rest).append(group)
    for values in assignments(pool, named):
        term = exists(pool, pool.substitute(whole, values), rest)
        if term is not pool.false:
            yield term


def _stack(system: System) -> Place | None:
    """The list that the role ``stack`` stands for."""
    names = {
        role.target
        for role in system.rulebook.roles
        if role.name == "stack" and role.kind is RoleKind.FIELD
    }
    layout = system.layout
    for field, offset in zip(system.rulebook.fields, layout.offsets, strict=True):
        if field.name in names and isinstance(field.type, ListType):
            room = system.setting.value(field.type.capacity)
            return Place(offset, room, width(field.type.of, system.setting))
    return None
