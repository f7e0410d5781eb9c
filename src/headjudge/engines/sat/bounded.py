"""Bounded model checking on an and-inverter graph, with CaDiCaL."""

from __future__ import annotations

import time
from collections.abc import Callable

from headjudge.engines.deepening import Deepening
from headjudge.engines.sat.solver import Solver
from headjudge.engines.sat.unrolling import Unrolling
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
from headjudge.semantics.symbolic.circuits.bits import Row, number
from headjudge.semantics.symbolic.circuits.graph import FALSE, TRUE, Edge
from headjudge.semantics.symbolic.circuits.machine import Machine
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Term, TooManyError


class SatBounded:
    """Engine ``sat``."""

    name = "sat"

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now

    def serves(self, goal: Goal) -> bool:
        """It answers what a single play shows."""
        return isinstance(goal, StateGoal | StepGoal)

    def search(
        self, system: System, goals: tuple[Goal, ...], budget: Budget, report: Report = silent
    ) -> Search:
        """Ask for plays of 0, 1, … ``budget.steps`` steps."""
        search = Deepening(
            system, goals, Plays(system, Clock(budget.seconds, self.now)), budget.steps
        )
        try:
            done = search.to(budget.steps, self.name, report)
        except TooManyError as error:
            search.why, done = str(error), False
        return search.found(self.name, Strength.BOUNDED if done else Strength.SPENT)


class Plays:
    """Plays as a circuit of many steps, for :class:`Deepening`."""

    def __init__(self, system: System, clock: Clock) -> None:
        self.machine = Machine(system)
        self.clock = clock
        self.unrolling = Unrolling(self.machine)
        self.graph = self.unrolling.graph
        self.solver = Solver(self.graph, lambda: clock.spent)
        self.moments = 0
        self.why = ""

    def append(self) -> None:
        """One more moment."""
        self.unrolling.append()
        self.moments += 1
        if self.moments > 1:
            self.solver.require(self.unrolling.edge(self.moments - 2, self.machine.moves))

    def truth(self, moment: int, term: Term) -> Edge:
        """A term at a moment."""
        return self.unrolling.edge(moment, self.machine.truth(term))

    def is_(self, moment: int, index: int) -> Edge:
        """The action of a moment is the one with this index."""
        return self.unrolling.edge(moment, self.machine.is_[index])

    def legal(self, moment: int, index: int) -> Edge:
        """It is, and it is legal."""
        return self.unrolling.edge(moment, self.machine.legal[index])

    def not_(self, one: Edge) -> Edge:
        """The opposite."""
        return one ^ 1

    def all(self, several: list[Edge]) -> Edge:
        """Every one."""
        return self.graph.all(several)

    def any(self, several: list[Edge]) -> Edge:
        """At least one."""
        return self.graph.any(several)

    def ask(self, one: Edge) -> bool | None:
        """Whether it can be true; None if the time is over."""
        if one == FALSE:
            return False
        found = self.solver.solve([] if one == TRUE else [self.solver.literal(one)])
        if found is None:
            self.why = f"{self.clock.seconds:g} seconds are over"
        elif not found:
            self.solver.require(one ^ 1)
        return found

    def holds(self, one: Edge) -> bool:
        """Whether it is true in the last answer."""
        return self.solver.holds(one)

    def row(self, moment: int) -> tuple[int, ...]:
        """The situation in the last answer."""
        slots = zip(self.machine.slots, self.machine.system.layout.slots, strict=True)
        return tuple(self._number(moment, bits, slot.low) for bits, slot in slots)

    def taken(self, moment: int) -> tuple[int, tuple[int, ...]]:
        """The action in the last answer: its index, and its parameters' row."""
        index = self._number(moment, self.machine.action, 0)
        parameters = self.machine.parameters(self.machine.system.transitions[index])
        return index, tuple(self._number(moment, bits, term.low) for term, bits in parameters)

    def _number(self, moment: int, bits: Row, low: int) -> int:
        edges = (self.unrolling.edge(moment, bit) for bit in bits)
        return number([int(self.holds(edge)) for edge in edges], low)
