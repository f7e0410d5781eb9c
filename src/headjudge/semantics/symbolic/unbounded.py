"""A rulebook without bounds: for all capacities and all initial stocks at once.

Every stock is a number from 0 upwards and every list is as long as it may get; of a list the
newest items are known and all others are anything (:mod:`piles`). What a clause reads of the
scope is a number that nobody knows and that stays the same throughout a play. Only what
bounds a *parameter* keeps its value: how much a card may do at once is an assumption.

Every step of every finite setting with these assumptions is a step here, for some values of
what is unknown: terms over it may prove that something never happens, and never that it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from headjudge.rulebook.syntax import (
    Claim,
    EachType,
    ListType,
    MaybeType,
    RangeType,
    RecordType,
    Rulebook,
    ScopeName,
    Setting,
    Size,
    SizeSum,
    StockType,
    Type,
)
from headjudge.rulebook.values import Ruling
from headjudge.semantics.symbolic import shapes
from headjudge.semantics.symbolic.expressions import Scene
from headjudge.semantics.symbolic.layout import ENDLESS, width
from headjudge.semantics.symbolic.lower import Lowering
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Pool, Term


@dataclass(frozen=True, slots=True)
class Unbounded:
    """A system without bounds; its initial situations are where ``start`` holds.

    ``fixed``: the values of the scope that it assumes.
    """

    system: System
    start: Term
    fixed: tuple[tuple[str, int], ...]


def lower_unbounded(
    rulebook: Rulebook,
    setting: Setting,
    ruling: Ruling = Ruling(),  # noqa: B008 - frozen
    claims: Sequence[Claim] = (),
) -> Unbounded:
    """Make the system without bounds of a rulebook whose readings are settled.

    ``setting`` gives the number of players, and what the parameters of actions and of
    ``claims`` need of the scope. Raises EndlessError if something of the rulebook has no
    sound counterpart, TooManyError as :func:`~headjudge.semantics.symbolic.lower.lower` does.
    """
    fixed = assumed(rulebook, setting, claims)
    fields = tuple(replace(field, type=_endless(field.type)) for field in rulebook.fields)
    lowering = _Lowering(
        replace(rulebook, fields=fields),
        Setting(setting.players, fixed),
        ruling,
        Pool(),
        switches=False,
        without=frozenset(),
        keep_actions=False,
    )
    return Unbounded(lowering.system(), lowering.start(), fixed)


def assumed(
    rulebook: Rulebook, setting: Setting, claims: Sequence[Claim] = ()
) -> tuple[tuple[str, int], ...]:
    """The part of the scope that bounds parameters, with its values."""
    lists = [action.parameters for action in rulebook.actions]
    lists.extend(claim.parameters for claim in claims)
    types = [parameter.type for parameters in lists for parameter in parameters]
    needed = {name for of in types for name in _named(of)}
    return tuple((name, value) for name, value in setting.scope if name in needed)


def _named(type_: Type) -> Iterator[str]:
    """The names of the scope that a type speaks of."""
    match type_:
        case RangeType(low, high):
            yield from _names(low)
            yield from _names(high)
        case StockType(capacity):
            yield from _names(capacity)
        case ListType(of, capacity):
            yield from _names(capacity)
            yield from _named(of)
        case MaybeType(of) | EachType(_, of):
            yield from _named(of)
        case RecordType(_, fields):
            for _, of in fields:
                yield from _named(of)
        case _:
            return


def _names(size: Size) -> Iterator[str]:
    match size:
        case ScopeName(name):
            yield name
        case SizeSum(left, right):
            yield from _names(left)
            yield from _names(right)
        case _:
            return


def _endless(type_: Type) -> Type:
    """The type of a field with no room for less than anything."""
    match type_:
        case StockType():
            return StockType(ENDLESS)
        case ListType(of):
            return ListType(of, ENDLESS)
        case EachType(key, of):
            return EachType(key, _endless(of))
        case _:
            return type_


class _Lowering(Lowering):
    """The work of :func:`lower_unbounded`, where it differs."""

    def _count_starts(self) -> None:
        """There are endlessly many initial situations, and none of them is listed."""

    def _initial(self) -> tuple[tuple[int, ...], ...]:
        return ()

    def start(self) -> Term:
        """Where a play may begin."""
        pool = self.pool
        terms = iter(self.slots)
        tests: list[Term] = []
        for field in self.rulebook.fields:
            mine = [next(terms) for _ in range(width(field.type, self.setting))]
            if field.initial is not None:
                valued = self.expressions.value(field.initial, Scene({}, {}))
                row = tuple(shapes.leaves(valued.shape))
                values = row * (len(mine) // len(row))
                tests.extend(pool.equal(a, b) for a, b in zip(mine, values, strict=True))
            elif isinstance(field.type, ListType):
                empty = shapes.leaves(shapes.absent(pool, field.type, self.setting))
                length, _, *tops = zip(mine, empty, strict=True)
                tests.extend(pool.equal(a, b) for a, b in (length, *tops))
        tests.extend(terms)
        return pool.and_(*tests)
