"""Searches lexicographic rankings: why no play stays for ever where something fails.

A ranking is a list of measures. Every step that stays there lowers one of them and leaves
those before it as they are; each is a number that cannot fall for ever (Bradley, Manna,
Sipma, "Linear ranking with reachability", 2005). The list is chosen so that it fits the steps
known so far, greedily; a step that it does not fit, found by the solver, is one more.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import z3

from headjudge.engines.induction.atoms import Clause, Names
from headjudge.engines.induction.integers import Integers, Moment, as_integer
from headjudge.engines.induction.leaving import Leaving, Ranking, allowed
from headjudge.engines.induction.measures import measures, term
from headjudge.engines.search import Clock
from headjudge.semantics.symbolic.terms import Term
from headjudge.semantics.symbolic.unbounded import Unbounded


@dataclass(frozen=True, slots=True)
class Ranked:
    """A ranking, or why none was found.

    ``lowers``: for each of its measures the actions that lower it and none before it.
    """

    ranking: Ranking | None
    why: str = ""
    lowers: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """What a search may use: z3's resource units for a question, questions, seconds."""

    work: int = 20_000_000
    rounds: int = 400
    seconds: float = 60.0


def rank(
    unbounded: Unbounded,
    leaving: Leaving,
    invariant: Sequence[Clause] = (),
    limits: Limits = Limits(),
    now: Callable[[], float] = time.monotonic,
) -> Ranked:
    """Search a ranking. What it returns is still to be checked by itself."""
    return _Search(unbounded, leaving, tuple(invariant), limits, now).run()


class _Search:
    """One search."""

    def __init__(
        self,
        unbounded: Unbounded,
        leaving: Leaving,
        invariant: tuple[Clause, ...],
        limits: Limits,
        now: Callable[[], float],
    ) -> None:
        self.invariant = invariant
        self.system = unbounded.system
        self.limits = limits
        self.clock = Clock(limits.seconds, now)
        system = unbounded.system
        pool = system.pool
        names = Names(system)
        self.measures = measures(system)
        self.terms = [term(names, measure) for measure in self.measures]
        integers = Integers(system)
        self.integers = integers
        self.before, domain = integers.moment("0")
        self.after, later = integers.moment("1")
        self.solver = z3.Solver()
        self.solver.set("rlimit", limits.work)
        self.solver.add(*domain, *later, *integers.step(self.before, self.after))
        stays = pool.and_(
            *(names.clause(clause) for clause in invariant), pool.not_(leaving.target)
        )
        for moment in (self.before, self.after):
            self.solver.add(moment.translate.truth(stays))
        for index, where in enumerate(allowed(system, leaving.passing)):
            if where is not pool.true:
                may = self.before.translate.truth(where)
                self.solver.add(z3.Or(z3.Not(integers.is_(self.before, index)), may))
        self.values = [
            (self._value(self.before, one), self._value(self.after, one)) for one in self.terms
        ]
        self.solver.add(*integers.domains(self.before, self.after))
        self.known: list[tuple[int, ...]] = []

    @staticmethod
    def _value(moment: Moment, one: Term) -> z3.ArithRef:
        return as_integer(moment.translate(one), one.low, one.high)

    def run(self) -> Ranked:
        """Fit, ask for a step that does not fit, and fit again."""
        for _ in range(self.limits.rounds):
            chosen = self._fit()
            if chosen is None:
                return Ranked(None, "no measures fit the steps that stay there")
            if self.clock.spent:
                break
            answer, step = self._ask(z3.Not(self._lowered(chosen)))
            if answer == z3.unsat:
                return self._found(self._needed(chosen))
            if step is None:
                return Ranked(None, "the solver could not tell")
            self.known.append(step)
        return Ranked(None, "the budget is spent")

    def _ask(self, wanted: z3.BoolRef) -> tuple[z3.CheckSatResult, tuple[int, ...] | None]:
        """A step that is as wanted, by how much it changes each measure, if there is one."""
        step = None
        self.solver.push()
        self.solver.add(wanted)
        answer = self.solver.check()
        if answer == z3.sat:
            model = self.solver.model()
            changes = (model.eval(new - old, model_completion=True) for old, new in self.values)
            step = tuple(int(str(change)) for change in changes)
        self.solver.pop()
        return answer, step

    def _needed(self, chosen: list[int]) -> list[int]:
        """The measures without those that the others do not need."""
        for one in tuple(chosen):
            others = [other for other in chosen if other != one]
            if self._ask(z3.Not(self._lowered(others)))[0] == z3.unsat:
                chosen = others
        return chosen

    def _found(self, chosen: Sequence[int]) -> Ranked:
        """The ranking, and which actions lower what."""
        lowers = []
        same: list[z3.BoolRef] = []
        for one in chosen:
            old, new = self.values[one]
            lowers.append(
                tuple(
                    transition.action.name
                    for index, transition in enumerate(self.system.transitions)
                    if self._ask(z3.And(*same, new < old, self.integers.is_(self.before, index)))[0]
                    != z3.unsat
                )
            )
            same.append(new == old)
        found = tuple(self.measures[one] for one in chosen)
        return Ranked(Ranking(found, self.invariant), lowers=tuple(lowers))

    def _lowered(self, chosen: Sequence[int]) -> z3.BoolRef:
        """A step lowers one of the measures and leaves those before it as they are."""
        found: z3.BoolRef = z3.BoolVal(False)
        for one in reversed(chosen):
            old, new = self.values[one]
            found = z3.Or(new < old, z3.And(new == old, found))
        return found

    def _fit(self) -> list[int] | None:
        """Measures that fit all known steps; None if there are none.

        Greedy: a measure that raises no step that is left may come next, so the one that
        lowers most of them does, the plainest of equals.
        """
        left = self.known
        chosen: list[int] = []
        while left:
            gains = [
                (sum(step[one] < 0 for step in left), -one)
                for one in range(len(self.measures))
                if all(step[one] <= 0 for step in left)
            ]
            best = max(gains, default=(0, 0))
            if not best[0]:
                return None
            chosen.append(-best[1])
            left = [step for step in left if step[-best[1]] == 0]
        return chosen
