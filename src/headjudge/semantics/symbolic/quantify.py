"""Existential quantification over parameters with few values, by expansion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from headjudge.rulebook.syntax import (
    BoolType,
    EachType,
    EnumType,
    ListType,
    MaybeType,
    NumberType,
    PlayerType,
    RangeType,
    RecordType,
    Setting,
    StockType,
    Type,
)
from headjudge.rulebook.values import size
from headjudge.semantics.symbolic.terms import Pool, Term, TooManyError, Variable, conjuncts

LIMIT = 20_000


def cardinality(type_: Type, setting: Setting) -> int:
    """How many values a type has, worked out without listing them."""
    match type_:
        case BoolType():
            return 2
        case RangeType(low, high):
            return max(0, setting.value(high) - setting.value(low) + 1)
        case StockType(capacity):
            return setting.value(capacity) + 1
        case PlayerType():
            return setting.players
        case EnumType(_, members):
            return len(members)
        case RecordType(_, fields):
            return prod(cardinality(of, setting) for _, of in fields)
        case MaybeType(of):
            return 1 + cardinality(of, setting)
        case EachType(key, of):
            return _power(cardinality(of, setting), size(key, setting))
        case ListType(of, capacity):
            one = cardinality(of, setting)
            return sum(_power(one, length) for length in range(setting.value(capacity) + 1))
        case NumberType():
            raise TypeError("a number without bounds has no values to count")


def _power(base: int, exponent: int) -> int:
    """A power, cut off where it is too large to matter."""
    return base**exponent if base < 2 or exponent < 64 else 1 << 64  # noqa: PLR2004 - a word


def at_most(count: int, limit: int, what: str) -> None:
    """Raise TooManyError if there are more than the limit."""
    if count > limit:
        told = f"{count:,}" if count < 1 << 64 else "far too many"
        raise TooManyError(f"{what}: {told}, at most {limit:,} are looked at")


@dataclass(frozen=True, slots=True)
class Group:
    """Variables that take their values together: the slots of one parameter.

    ``rows`` holds one number per variable.
    """

    variables: tuple[Term, ...]
    rows: tuple[tuple[int, ...], ...]


def assignments(pool: Pool, groups: Sequence[Group]) -> list[dict[Variable, Term]]:
    """Every way to give the groups' variables values. Raises TooManyError."""
    at_most(prod(len(group.rows) for group in groups), LIMIT, "combinations of parameters")
    found = []
    for rows in product(*(group.rows for group in groups)):
        values: dict[Variable, Term] = {}
        for group, row in zip(groups, rows, strict=True):
            for variable, number in zip(group.variables, row, strict=True):
                if isinstance(variable, Variable):
                    boolean = variable.boolean
                    values[variable] = pool.truth(bool(number)) if boolean else pool.number(number)
        found.append(values)
    return found


def exists(pool: Pool, term: Term, groups: Sequence[Group]) -> Term:
    """Some values of the groups' variables make the term true.

    Conjuncts that do not share a group are taken apart first, so that only what belongs
    together is expanded together.
    """
    if any(not group.rows for group in groups):
        return pool.false
    apart = list(conjuncts(term))
    parts: list[tuple[list[Group], list[Term]]] = []
    for conjunct in apart:
        free = pool.variables(conjunct)
        used = [group for group in groups if not free.isdisjoint(group.variables)]
        joined = [part for part in parts if any(group in part[0] for group in used)]
        merged: tuple[list[Group], list[Term]] = (list(used), [conjunct])
        for part in joined:
            merged[0].extend(group for group in part[0] if group not in merged[0])
            merged[1].extend(part[1])
            parts.remove(part)
        parts.append(merged)
    result = []
    for used, terms in parts:
        whole = pool.and_(*terms)
        if not used:
            result.append(whole)
            continue
        cases = [pool.substitute(whole, values) for values in assignments(pool, used)]
        result.append(pool.or_(*cases))
    return pool.and_(*result)
