"""Bounded model checking: plays of growing length, one incremental z3 solver.

Biere, Cimatti, Clarke, Zhu, "Symbolic Model Checking without BDDs" (1999). All goals are
asked together; each answer settles at least one goal or cause.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import z3

from headjudge.engines.search import (
    Answer,
    Budget,
    Clock,
    Goal,
    Hit,
    Path,
    Progress,
    Report,
    Search,
    StateGoal,
    StepGoal,
    Strength,
    silent,
)
from headjudge.semantics.symbolic.constraints import Constraints, Moment
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Constant

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
        return _Run(self, system, goals, budget, report).search()


@dataclass(slots=True)
class _Open:
    """What is still asked of one goal."""

    goal: StateGoal | StepGoal
    hits: list[Hit] = field(default_factory=list)
    met: bool = False

    @property
    def settled(self) -> bool:
        """No further cause is looked for."""
        return isinstance(self.goal, StateGoal) and not self.goal.by_action and bool(self.hits)

    def knows(self, action: str | None) -> bool:
        """This cause has been found already."""
        return any(hit.action == action for hit in self.hits)


class _Run:
    """One search."""

    def __init__(
        self,
        engine: Bounded,
        system: System,
        goals: tuple[Goal, ...],
        budget: Budget,
        report: Report,
    ) -> None:
        self.system = system
        self.budget = budget
        self.report = report
        self.clock = Clock(budget.seconds, engine.now)
        self.constraints = Constraints(system)
        self.solver = z3.SolverFor(engine.logic)
        self.solver.set("random_seed", budget.seed)
        self.goals = goals
        self.open = [_Open(goal) for goal in goals if isinstance(goal, StateGoal | StepGoal)]
        self.moments: list[Moment] = []
        self.depth = -1
        self.why = ""
        self.fresh = 0

    def search(self) -> Search:
        """Deepen until the bound or the end of the budget."""
        self._append()
        self.solver.add(*self.constraints.initial(self.moments[0]))
        for depth in range(self.budget.steps + 1):
            if not self._ask(depth):
                break
            self.depth = depth
            self.report(Progress(Bounded.name, depth, 0))
            if depth < self.budget.steps:
                self._append()
                before, after = self.moments[-2:]
                self.solver.add(*self.constraints.step(before, after))
        answers = tuple(self._answer(goal) for goal in self.goals)
        return Search(
            engine=Bounded.name,
            strength=Strength.SPENT if self.why else Strength.BOUNDED,
            situations=0,
            steps=0,
            depth=self.depth,
            cutoffs=(),
            answers=answers,
            why=self.why,
        )

    def _append(self) -> None:
        moment, domain = self.constraints.moment(len(self.moments))
        self.moments.append(moment)
        self.solver.add(*domain)

    def _answer(self, goal: Goal) -> Answer:
        for entry in self.open:
            if entry.goal is goal:
                hits = sorted(entry.hits, key=lambda hit: (len(hit.path), hit.action or ""))
                return Answer(goal.name, tuple(hits), int(entry.met))
        return Answer(goal.name, (), None)

    # ---------------------------------------------------------------- asking

    def _ask(self, depth: int) -> bool:
        """Find everything that takes exactly this many steps; False if the budget is spent."""
        while True:
            wanted = [(entry, self._hit(entry, depth)) for entry in self.open if not entry.settled]
            found = self._check([term for _, term in wanted])
            if found is None:
                return False
            if not found:
                break
            model = self.solver.model()
            for entry, term in wanted:
                if z3.is_true(model.eval(term, model_completion=True)):
                    entry.hits.append(self._read(entry, model, depth))
        return self._ask_premises(depth)

    def _ask_premises(self, depth: int) -> bool:
        while True:
            wanted = [(entry, self._premise(entry, depth)) for entry in self.open if not entry.met]
            found = self._check([term for _, term in wanted])
            if found is None:
                return False
            if not found:
                return True
            model = self.solver.model()
            for entry, term in wanted:
                entry.met |= z3.is_true(model.eval(term, model_completion=True))

    def _check(self, terms: list[z3.BoolRef]) -> bool | None:
        """Whether one of the terms can hold; None if the budget is spent."""
        left = self.budget.seconds - (self.clock.now() - self.clock.start)
        if left <= 0:
            self.why = f"{self.budget.seconds:g} seconds are over"
            return None
        if not terms:
            return False
        self.solver.set("timeout", max(1, int(left * 1000)))
        self.fresh += 1
        asked = z3.Bool(f"asked {self.fresh}")
        self.solver.add(z3.Implies(asked, z3.Or(*terms)))
        result = self.solver.check(asked)
        if result == z3.sat:
            return True
        if result == z3.unsat:
            return False
        self.why = f"the solver answered unknown ({self.solver.reason_unknown()})"
        return None

    def _hit(self, entry: _Open, depth: int) -> z3.BoolRef:
        """The goal is reached by a play of exactly ``depth`` steps, by a new cause."""
        now = self.moments[depth]
        match entry.goal:
            case StateGoal(hit=hit, by_action=by_action):
                if isinstance(hit, Constant) and not hit.value:
                    return z3.BoolVal(val=False)
                here = now.translate.truth(hit)
                if not by_action:
                    return here
                if depth == 0:
                    return z3.BoolVal(val=False) if entry.knows(None) else here
                before = self.moments[depth - 1]
                new = [
                    z3.Not(self.constraints.is_(before, index))
                    for index, transition in enumerate(self.system.transitions)
                    if entry.knows(transition.action.name)
                ]
                return z3.And(here, z3.Not(before.translate.truth(hit)), *new)
            case StepGoal():
                return self._step(entry.goal, depth, entry, entry.goal.hit)

    def _step(
        self, goal: StepGoal, depth: int, entry: _Open | None, terms: tuple[object, ...]
    ) -> z3.BoolRef:
        """A step meets the goal: the last of ``depth``, or the next one if it is not taken.

        A step that is in the way of itself cannot be among the steps asserted, so it is
        asked for one moment earlier, where the next step is still free.
        """
        source = depth - 1 if goal.taken else depth
        if source < 0 or source >= self.budget.steps:
            return z3.BoolVal(val=False)
        before = self.moments[source]
        ways = []
        for index, transition in enumerate(self.system.transitions):
            if entry is not None and entry.knows(transition.action.name):
                continue
            term = goal.hit[index] if terms is goal.hit else goal.premise[index]
            if isinstance(term, Constant) and not term.value:
                continue
            parts = [self.constraints.legal(before, index), before.translate.truth(term)]
            if goal.taken:
                parts.append(before.translate.truth(transition.goes))
            ways.append(z3.And(*parts))
        return z3.Or(*ways) if ways else z3.BoolVal(val=False)

    def _premise(self, entry: _Open, depth: int) -> z3.BoolRef:
        match entry.goal:
            case StateGoal(premise=premise):
                return self.moments[depth].translate.truth(premise)
            case StepGoal():
                return self._step(entry.goal, depth, None, entry.goal.premise)

    def _read(self, entry: _Open, model: z3.ModelRef, depth: int) -> Hit:
        rows = [self.constraints.row(model, moment) for moment in self.moments[: depth + 1]]
        taken = [self.constraints.taken(model, moment) for moment in self.moments[:depth]]
        steps = tuple((*act, row) for act, row in zip(taken, rows[1:], strict=True))
        last = None
        match entry.goal:
            case StepGoal(taken=False):
                last = self.constraints.taken(model, self.moments[depth])
                cause: int | None = last[0]
            case StateGoal(by_action=False):
                cause = None
            case _:
                cause = taken[-1][0] if taken else None
        action = None if cause is None else self.system.transitions[cause].action.name
        return Hit(action, Path(rows[0], steps, last))
