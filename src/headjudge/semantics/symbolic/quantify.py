"""Existential quantification over parameters with few values, by expansion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from headjudge.semantics.symbolic.terms import Pool, Term, Variable, conjuncts

LIMIT = 20_000


class TooManyError(Exception):
    """An expansion would need more cases than ``LIMIT``."""


@dataclass(frozen=True, slots=True)
class Group:
    """Variables that take their values together: the slots of one parameter.

    ``rows`` holds one number per variable.
    """

    variables: tuple[Term, ...]
    rows: tuple[tuple[int, ...], ...]


def assignments(pool: Pool, groups: Sequence[Group]) -> list[dict[Variable, Term]]:
    """Every way to give the groups' variables values. Raises TooManyError."""
    count = 1
    for group in groups:
        count *= len(group.rows)
    if count > LIMIT:
        raise TooManyError(f"{count} combinations of parameters, at most {LIMIT} are looked at")
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
