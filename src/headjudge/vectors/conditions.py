"""On what hangs what comes of an action: every condition, where it alone decides.

A condition inside of a larger one decides where the others let it: beside ``and`` where they
hold, beside ``or`` where they do not. Shown both ways there, it cannot be forgotten unseen.
(Modified condition/decision coverage, Chilenski and Miller, 1994.)
"""

from __future__ import annotations

from collections.abc import Iterator

from headjudge.rulebook.syntax import EachType, ListType, Type
from headjudge.semantics.symbolic.system import System, Transition
from headjudge.semantics.symbolic.terms import And, Ite, Not, Or, Pool, Term, in_order

# So many conditions of one field after one action are looked at.
MOST = 12


def deciding(system: System, transition: Transition) -> Iterator[tuple[str, int, Term]]:
    """Field by field, where one condition decides what becomes of it when an action happens.

    Each with its number among those of the field; two in a row are one condition, both ways.
    Lists are left out: what is on them is told by what is done with it.
    """
    layout = system.layout
    ends = (*layout.offsets[1:], len(layout.slots) - len(layout.told))
    asked: set[int] = set()
    for field, start, end in zip(system.rulebook.fields, layout.offsets, ends, strict=True):
        if _holds_a_list(field.type):
            continue
        found: list[Term] = []
        for index in range(start, end):
            new = transition.after[index]
            if new is system.slots[index]:
                continue
            tests = (
                [new] if new.boolean else [t.test for t in in_order([new]) if isinstance(t, Ite)]
            )
            for test in tests:
                if test.serial not in asked:
                    asked.add(test.serial)
                    found.extend(_both_ways(system.pool, test, system.pool.true))
        for number, term in enumerate(found[: 2 * MOST]):
            yield field.name, number, term


def both_ways(pool: Pool, term: Term) -> list[Term]:
    """Where single conditions decide a term; two in a row are one condition, both ways."""
    return list(_both_ways(pool, term, pool.true))[: 2 * MOST]


def _both_ways(pool: Pool, term: Term, where: Term) -> Iterator[Term]:
    """Where each smallest condition of a term decides it: where it holds, and where not."""
    match term:
        case Not(operand=operand):
            yield from _both_ways(pool, operand, where)
        case And(operands=operands) | Or(operands=operands):
            for number, one in enumerate(operands):
                others = [*operands[:number], *operands[number + 1 :]]
                if isinstance(term, Or):
                    others = [pool.not_(other) for other in others]
                yield from _both_ways(pool, one, pool.and_(where, *others))
        case _:
            yield pool.and_(where, term)
            yield pool.and_(where, pool.not_(term))


def _holds_a_list(type_: Type) -> bool:
    return isinstance(type_, ListType) or (isinstance(type_, EachType) and _holds_a_list(type_.of))
