"""Checks an invariant: the start has it, every step keeps it, and it rules the goals out.

Nothing of the search is used. A step is put into the terms themselves, action by action, and
every question goes to a solver of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from headjudge.engines.induction.atoms import Clause, Names
from headjudge.engines.induction.decide import possible
from headjudge.engines.search import StateGoal, StepGoal
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Term, Variable
from headjudge.semantics.symbolic.unbounded import Unbounded

# Resource units of z3 for one question.
WORK = 200_000_000


def objection(
    unbounded: Unbounded, invariant: Sequence[Clause], goals: Sequence[StateGoal | StepGoal]
) -> str:
    """Why the invariant proves not all goals; empty if it does.

    Raises KeyError if the invariant names something that the system does not have.
    """
    checker = _Checker(unbounded, invariant)
    return checker.start() or checker.steps() or checker.goals(goals)


class _Checker:
    """One invariant of one system."""

    def __init__(self, unbounded: Unbounded, invariant: Sequence[Clause]) -> None:
        self.system = unbounded.system
        self.pool = unbounded.system.pool
        self.begin = unbounded.start
        names = Names(self.system)
        self.whole = self.pool.and_(*(names.clause(clause) for clause in invariant))

    def start(self) -> str:
        """The start has it."""
        return self._never(
            (self.begin, self.pool.not_(self.whole)), "a play may start where it does not hold"
        )

    def steps(self) -> str:
        """Every step keeps it."""
        system, pool = self.system, self.pool
        slots = zip(system.slots, system.layout.slots, strict=True)
        kept = [slot for slot, shape in slots if isinstance(slot, Variable) and not shape.ghost]
        for transition in system.transitions:
            after = dict(zip(system.slots, transition.after, strict=True))
            moved = pool.substitute(self.whole, {slot: after[slot] for slot in kept})
            taken = (
                transition.canonical,
                system.goes_on,
                transition.legal,
                transition.goes,
                pool.not_(moved),
            )
            why = self._never((self.whole, *taken), f"{transition.action.name} may break it")
            if why:
                return why
        return ""

    def goals(self, goals: Sequence[StateGoal | StepGoal]) -> str:
        """It leaves no room for what must not be."""
        for goal in goals:
            for terms in self._ways(goal):
                why = self._never((self.whole, *terms), f"it does not rule out {goal.name}")
                if why:
                    return why
        return ""

    def _ways(self, goal: StateGoal | StepGoal) -> list[tuple[Term, ...]]:
        if isinstance(goal, StateGoal):
            return [(goal.hit,)]
        ways: list[tuple[Term, ...]] = []
        for transition, hit in zip(self.system.transitions, goal.hit, strict=True):
            base = (transition.canonical, self.system.goes_on, transition.legal, hit)
            ways.append((*base, transition.goes) if goal.taken else base)
        return ways

    def _never(self, terms: Sequence[Term], why: str) -> str:
        return never(self.system, self.pool.and_(*terms), why)


def never(system: System, whole: Term, why: str) -> str:
    """``why`` if a term can hold, or the solver cannot tell; else nothing."""
    match possible(system, whole, WORK):
        case False:
            return ""
        case True:
            return why
        case None:
            return f"{why}: the solver could not tell"
