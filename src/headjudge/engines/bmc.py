"""Bounded model checking with z3: one incremental solver, a relation for each step."""

from __future__ import annotations

import time
from collections.abc import Callable

import z3

from headjudge.engines.deepening import Deepening
from headjudge.engines.search import (
    Budget,
    Clock,
    Goal,
    Report,
    Search,
    StateGoal,
    StepGoal,
    Strength,
    silent,
)
from headjudge.semantics.symbolic.constraints import Constraints, Moment
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Term

LOGIC = "QF_FD"


class Bounded:
    """Engine ``bmc``."""

    name = "bmc"

    def __init__(self, now: Callable[[], float] = time.monotonic, logic: str = LOGIC) -> None:
        self.now = now
        self.logic = logic

    def serves(self, goal: Goal) -> bool:
        """It answers what a single play shows."""
        return isinstance(goal, StateGoal | StepGoal)

    def search(
        self, system: System, goals: tuple[Goal, ...], budget: Budget, report: Report = silent
    ) -> Search:
        """Ask for plays of 0, 1, … ``budget.steps`` steps."""
        plays = _Plays(system, budget, Clock(budget.seconds, self.now), self.logic)
        search = Deepening(system, goals, plays, budget.steps)
        done = search.to(budget.steps, self.name, report)
        return search.found(self.name, Strength.BOUNDED if done else Strength.SPENT)


class _Plays:
    """Plays as constraints on the variables of each moment."""

    def __init__(self, system: System, budget: Budget, clock: Clock, logic: str) -> None:
        self.system = system
        self.budget = budget
        self.clock = clock
        self.constraints = Constraints(system)
        self.solver = z3.SolverFor(logic)
        self.solver.set("random_seed", budget.seed)
        self.moments: list[Moment] = []
        self.why = ""
        self.fresh = 0
        self.model: z3.ModelRef | None = None

    def append(self) -> None:
        """One more moment."""
        moment, domain = self.constraints.moment(len(self.moments))
        self.solver.add(*domain)
        if self.moments:
            self.solver.add(*self.constraints.step(self.moments[-1], moment))
        else:
            self.solver.add(*self.constraints.initial(moment))
        self.moments.append(moment)

    def truth(self, moment: int, term: Term) -> z3.BoolRef:
        """A term at a moment."""
        return self.moments[moment].translate.truth(term)

    def is_(self, moment: int, index: int) -> z3.BoolRef:
        """The action of a moment is the one with this index."""
        return self.constraints.is_(self.moments[moment], index)

    def legal(self, moment: int, index: int) -> z3.BoolRef:
        """It is, and it is legal."""
        return self.constraints.legal(self.moments[moment], index)

    def not_(self, one: z3.BoolRef) -> z3.BoolRef:
        """The opposite."""
        return z3.Not(one)

    def all(self, several: list[z3.BoolRef]) -> z3.BoolRef:
        """Every one."""
        return z3.And(*several)

    def any(self, several: list[z3.BoolRef]) -> z3.BoolRef:
        """At least one."""
        return z3.Or(*several) if several else z3.BoolVal(val=False)

    def ask(self, one: z3.BoolRef) -> bool | None:
        """Whether it can be true; None if the budget is spent."""
        left = self.budget.seconds - (self.clock.now() - self.clock.start)
        if left <= 0:
            self.why = f"{self.budget.seconds:g} seconds are over"
            return None
        if z3.is_false(one):
            return False
        self.solver.set("timeout", max(1, int(left * 1000)))
        self.fresh += 1
        asked = z3.Bool(f"asked {self.fresh}")
        self.solver.add(z3.Implies(asked, one))
        result = self.solver.check(asked)
        if result == z3.sat:
            self.model = self.solver.model()
            return True
        if result == z3.unsat:
            return False
        self.why = f"the solver answered unknown ({self.solver.reason_unknown()})"
        return None

    def holds(self, one: z3.BoolRef) -> bool:
        """Whether it is true in the last answer."""
        return z3.is_true(self._model().eval(one, model_completion=True))

    def row(self, moment: int) -> tuple[int, ...]:
        """The situation in the last answer."""
        return self.constraints.row(self._model(), self.moments[moment])

    def taken(self, moment: int) -> tuple[int, tuple[int, ...]]:
        """The action in the last answer."""
        return self.constraints.taken(self._model(), self.moments[moment])

    def _model(self) -> z3.ModelRef:
        if self.model is None:
            raise ValueError("nothing has been answered yet")
        return self.model
