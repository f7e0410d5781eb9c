"""Checks an invariant of a finite system with z3, which had no part in finding it.

The first situations have it, every step keeps it, and it leaves no room for what must not be.
The questions are about the terms themselves, put as constraints by other code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import z3

from headjudge.engines.induction.atoms import Clause, Names
from headjudge.semantics.symbolic.constraints import Constraints, Moment, between
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Term

MILLISECONDS = 120_000


@dataclass(frozen=True, slots=True)
class Way:
    """What must not be: a term that holds in a situation, or in a step of one transition.

    ``index``: the transition, None for a situation. ``taken``: only in steps that are taken.
    ``entered``: it holds after the step and not before.
    """

    index: int | None
    term: Term
    taken: bool = True
    entered: bool = False


def objection(system: System, invariant: Sequence[Clause], ways: Sequence[Way]) -> str:
    """Why the invariant does not prove that none of these can be; empty if it does."""
    constraints = Constraints(system)
    before, domain = constraints.moment(0)
    after, _ = constraints.moment(1)
    names = Names(system)
    clauses = [names.clause(clause) for clause in invariant]
    holds = [before.translate.truth(term) for term in clauses]
    kept = [after.translate.truth(term) for term in clauses]
    for slot, bits in zip(system.layout.slots, after.slots, strict=True):
        kept += between(bits, slot.low, slot.high)
    wrong = [_way(constraints, before, way) for way in ways if not way.entered]
    step = constraints.step(before, after)
    entering = [
        z3.And(
            constraints.is_(before, way.index),
            z3.Not(before.translate.truth(way.term)),
            after.translate.truth(way.term),
        )
        for way in ways
        if way.entered and way.index is not None
    ]
    broken = z3.Or(z3.Not(z3.And(*kept)), *entering)
    questions = {
        "a play may start without it": [*constraints.initial(before), z3.Not(z3.And(*holds))],
        "a step may break it, or lead to what is asked": [*holds, *step, broken],
        "it leaves room for what is asked": [*holds, z3.Or(*wrong)],
    }
    for why, terms in questions.items():
        solver = z3.SolverFor("QF_FD")
        solver.set("timeout", MILLISECONDS)
        solver.add(*domain, *terms)
        answer = solver.check()
        if answer != z3.unsat:
            return why if answer == z3.sat else f"{why}: the solver could not tell"
    return ""


def _way(constraints: Constraints, before: Moment, way: Way) -> z3.BoolRef:
    here = before.translate.truth(way.term)
    if way.index is None:
        return here
    parts = [constraints.legal(before, way.index), here]
    if way.taken:
        parts.append(before.translate.truth(constraints.system.transitions[way.index].goes))
    return z3.And(*parts)
