"""Induction over several steps, along plays that never come back to where they were.

Sheeran, Singh, Stålmarck, "Checking safety properties using induction and a SAT-solver"
(2000). If nothing is wrong in the first k situations of any play, and nothing can be wrong
after k situations of which none is wrong and no two are the same, nothing is ever wrong: of a
shortest play to something wrong the last k + 1 situations are all different, and only the last
is wrong. An invariant is counted on in every one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import z3

from headjudge.engines.induction.atoms import Clause, Names
from headjudge.engines.induction.integers import Integers, Moment
from headjudge.engines.search import Clock, StateGoal, StepGoal
from headjudge.semantics.symbolic.unbounded import Unbounded

Goal = StateGoal | StepGoal


@dataclass(frozen=True, slots=True)
class Length:
    """How many steps an induction may take.

    ``most``: so many at most; ``work``: resource units of z3 for one question.
    """

    most: int = 4
    work: int = 10_000_000


def steps_needed(
    unbounded: Unbounded,
    invariant: Sequence[Clause],
    goals: Sequence[Goal],
    length: Length,
    clock: Clock,
) -> int | None:
    """By induction over how many steps none of the goals is ever met; None if none is found."""
    try:
        needed = [_Longer(unbounded, invariant, goal, length, clock).needed() for goal in goals]
    except TimeoutError:
        return None
    found = [one for one in needed if one is not None]
    return max(found, default=None) if len(found) == len(needed) else None


class _Longer:
    """One goal, with two unrollings: from the start, and from anywhere."""

    def __init__(
        self,
        unbounded: Unbounded,
        invariant: Sequence[Clause],
        goal: Goal,
        length: Length,
        clock: Clock,
    ) -> None:
        self.unbounded = unbounded
        self.system = unbounded.system
        self.goal = goal
        self.length = length
        self.clock = clock
        names = Names(self.system)
        self.lemmas = [names.clause(clause) for clause in invariant]
        self.integers = Integers(self.system)

    def needed(self) -> int | None:
        """So many steps are enough; None if the budget ends before."""
        base, step = self._solver(), self._solver()
        start, here = self._moment(base, "b0"), self._moment(step, "s0")
        base.add(start.translate.truth(self.unbounded.start))
        begun, path = [start], [here]
        for steps in range(1, self.length.most + 1):
            # Nothing is wrong in the first situations, ...
            if not self._never(base, begun[-1:]):
                return None
            # ... and nothing can be after so many of which none is.
            step.add(z3.Not(self._broken(path[-1])))
            path.append(self._onwards(step, path[-1], f"s{steps}"))
            for one, two in combinations(path, 2):
                if two is path[-1]:
                    step.add(self._differ(one, two))
            step.add(*self.integers.domains(*path))
            if self._never(step, path[-1:]):
                return steps
            begun.append(self._onwards(base, begun[-1], f"b{steps}"))
        return None

    def _solver(self) -> z3.Solver:
        solver = z3.SimpleSolver()
        solver.set("random_seed", 0)
        solver.set("rlimit", self.length.work)
        return solver

    def _moment(self, solver: z3.Solver, name: str) -> Moment:
        moment, domain = self.integers.moment(name)
        solver.add(*domain, *(moment.translate.truth(lemma) for lemma in self.lemmas))
        return moment

    def _onwards(self, solver: z3.Solver, before: Moment, name: str) -> Moment:
        after = self._moment(solver, name)
        solver.add(*self.integers.step(before, after), *self.integers.domains(before, after))
        return after

    def _never(self, solver: z3.Solver, moments: Sequence[Moment]) -> bool:
        """Whether nothing can be wrong in these situations; False if nobody knows.

        Raises TimeoutError if the time is over.
        """
        left = self.clock.seconds - (self.clock.now() - self.clock.start)
        if left <= 0:
            raise TimeoutError
        solver.set("timeout", max(1, int(left * 1000)))
        solver.push()
        solver.add(z3.Or(*(self._broken(moment) for moment in moments)))
        solver.add(*self.integers.domains(*moments))
        answer = solver.check()
        solver.pop()
        return answer == z3.unsat

    def _differ(self, one: Moment, two: Moment) -> z3.BoolRef:
        return z3.Or(*(one.slots[place] != two.slots[place] for place in self.integers.kept()))

    def _broken(self, moment: Moment) -> z3.BoolRef:
        """The goal is met; of a step: by the moment's own parameters, by any action."""
        truth = moment.translate.truth
        if isinstance(self.goal, StateGoal):
            return truth(self.goal.hit)
        ways = []
        for transition, hit in zip(self.system.transitions, self.goal.hit, strict=True):
            if hit is not self.system.pool.false:
                terms = [transition.canonical, self.system.goes_on, transition.legal, hit]
                terms += [transition.goes] if self.goal.taken else []
                ways.append(z3.And(*map(truth, terms)))
        return z3.Or(*ways)
