"""Checks an induction over several steps; nothing of the search is used.

A step is written down action by action, with all that it makes of the situation, and each
question goes to a solver of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

import z3

from headjudge.engines.induction.atoms import Clause, Names
from headjudge.engines.induction.integers import Integers, Moment
from headjudge.engines.search import StateGoal, StepGoal
from headjudge.semantics.symbolic.terms import Term
from headjudge.semantics.symbolic.unbounded import Unbounded

# Resource units of z3 for one question, and the most steps of an induction.
WORK = 200_000_000
MOST = 8


def longer_objection(
    unbounded: Unbounded,
    invariant: Sequence[Clause],
    steps: int,
    goals: Sequence[StateGoal | StepGoal],
) -> str:
    """Why induction over so many steps does not rule the goals out; empty if it does.

    ``invariant`` has been checked by itself. Raises KeyError if it names something that the
    system does not have.
    """
    if not 1 <= steps <= MOST:
        return f"an induction over {steps} steps"
    made = _Unrolled(unbounded, invariant, steps)
    for goal in goals:
        for end in range(steps):
            if not made.begins_well(goal, end):
                return f"{goal.name} is not ruled out in {end + 1} steps"
        if not made.goes_on_well(goal):
            return f"{goal.name} is not ruled out by induction over {steps} steps"
    return ""


class _Unrolled:
    """The moments of a play of so many steps, and the steps between them."""

    def __init__(self, unbounded: Unbounded, invariant: Sequence[Clause], steps: int) -> None:
        self.start = unbounded.start
        self.system = unbounded.system
        self.integers = Integers(self.system)
        names = Names(self.system)
        self.lemmas = [names.clause(clause) for clause in invariant]
        self.moments: list[Moment] = []
        self.domain: list[z3.BoolRef] = []
        for number in range(steps + 1):
            moment, domain = self.integers.moment(f"c{number}")
            self.moments.append(moment)
            self.domain.extend(domain)
        self.taken = [
            self._step(one, two) for one, two in zip(self.moments, self.moments[1:], strict=False)
        ]

    def begins_well(self, goal: StateGoal | StepGoal, end: int) -> bool:
        """No play from the start meets the goal after just so many steps."""
        first, last = self.moments[0], self.moments[end]
        return self._never(
            first.translate.truth(self.start), *self.taken[:end], self._met(goal, last)
        )

    def goes_on_well(self, goal: StateGoal | StepGoal) -> bool:
        """None meets it after situations that do not and that are all different."""
        *before, last = self.moments
        apart = [
            z3.Or(*(one.slots[p] != two.slots[p] for p in self.integers.kept()))
            for number, one in enumerate(self.moments)
            for two in self.moments[:number]
        ]
        unmet = [z3.Not(self._met(goal, one)) for one in before]
        return self._never(*self.taken, *unmet, *apart, self._met(goal, last))

    def _never(self, *all_of: z3.BoolRef) -> bool:
        known = [m.translate.truth(lemma) for m in self.moments for lemma in self.lemmas]
        solver = z3.Solver()
        solver.set("rlimit", WORK)
        solver.add(*all_of, *known, *self.domain)
        solver.add(*self.integers.domains(*self.moments))
        return solver.check() == z3.unsat

    def _step(self, before: Moment, after: Moment) -> z3.BoolRef:
        system = self.system
        truth = before.translate.truth
        kept = self.integers.kept()
        ways = []
        for transition in system.transitions:
            guard: list[Term] = [transition.canonical, system.goes_on]
            guard += [transition.legal, transition.goes]
            moved = []
            for place in kept:
                term, slot = transition.after[place], system.layout.slots[place]
                value = before.translate(term)
                new = value if slot.boolean else self.integers.to_slot(value, term, slot)
                moved.append(after.slots[place] == new)
            ways.append(z3.And(*map(truth, guard), *moved))
        return z3.Or(*ways)

    def _met(self, goal: StateGoal | StepGoal, moment: Moment) -> z3.BoolRef:
        truth = moment.translate.truth
        if isinstance(goal, StateGoal):
            return truth(goal.hit)
        ways = []
        for transition, hit in zip(self.system.transitions, goal.hit, strict=True):
            terms: list[Term] = [transition.canonical, self.system.goes_on, transition.legal, hit]
            if goal.taken:
                terms.append(transition.goes)
            ways.append(z3.And(*map(truth, terms)))
        return z3.Or(*ways)
