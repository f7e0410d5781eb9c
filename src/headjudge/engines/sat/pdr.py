"""Proofs by an invariant of the finite system, found on circuits and checked by z3.

Where there is a play to a goal, bounded checking finds the shortest ones; the search for an
invariant goes on with what is left, until every cause is found and nothing else can happen.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from headjudge.engines.deepening import Deepening, Open
from headjudge.engines.induction.atoms import Atom, Clause
from headjudge.engines.sat.bounded import Plays
from headjudge.engines.sat.invariants import Way, objection
from headjudge.engines.sat.reaching import Cube, PausedError, Reaching, SpentError
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
from headjudge.semantics.symbolic.circuits.graph import Edge
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import TooManyError, Variable


class Directed:
    """Engine ``pdr``."""

    name = "pdr"

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now

    def serves(self, goal: Goal) -> bool:
        """It answers what a single play shows."""
        return isinstance(goal, StateGoal | StepGoal)

    def search(
        self, system: System, goals: tuple[Goal, ...], budget: Budget, report: Report = silent
    ) -> Search:
        """Find all plays to the goals, and prove that there are no others."""
        return _Run(system, goals, Clock(budget.seconds, self.now), report).search()


# Questions to the solver before bounded checking is asked for further steps, and how many.
EFFORT = 1_000
STEPS = 5


class _Run:
    """One search. ``cut``: bounds that may cut off some play."""

    def __init__(
        self, system: System, goals: tuple[Goal, ...], clock: Clock, report: Report
    ) -> None:
        self.system = system
        self.clock = clock
        self.report = report
        self.plays = Plays(system, clock)
        self.deepening = Deepening(system, goals, self.plays, sys.maxsize)
        self.cut: list[str] = []
        self.effort = EFFORT

    def search(self) -> Search:
        """Search and prove."""
        strength = Strength.SPENT
        try:
            self._deepen(0)
            reaching = Reaching(self.plays.machine, lambda: self.clock.spent)
            left = [*self._goals(reaching), *self._premises(reaching), *self._cutoffs(reaching)]
            why = objection(self.system, invariant(self.system, reaching), left)
            if why:
                self.deepening.why = f"z3 does not confirm the invariant: {why}"
            else:
                strength = Strength.COMPLETE
        except SpentError:
            self.deepening.why = f"{self.clock.seconds:g} seconds are over"
        except TooManyError as error:
            self.deepening.why = str(error)
        found = self.deepening.found(Directed.name, strength)
        return replace(found, cutoffs=tuple((name, 0) for name in self.cut))

    def _deepen(self, steps: int) -> None:
        if not self.deepening.to(steps, Directed.name, self.report):
            raise SpentError

    def _goals(self, reaching: Reaching) -> list[Way]:
        """Find every cause of every goal; what is left never happens."""
        while True:
            ways = [way for entry in self.deepening.open for way in self._ways(entry)]
            try:
                found = reaching.reach([edge(reaching, way) for way in ways], self.effort)
            except PausedError:
                self._further()
                continue
            if found is None:
                return ways
            # The play found is not a shortest one, and a step may follow it.
            if self.deepening.depth > found[0]:
                raise AssertionError("a play that bounded checking does not find")
            self._deepen(found[0] + 1)

    def _further(self) -> None:
        """Where an invariant is far away, a play may be near: look a little further."""
        self.effort *= 2
        self._deepen(self.deepening.depth + STEPS)

    def _ways(self, entry: Open) -> list[Way]:
        """How a goal could still be reached by a cause that is not known."""
        false = self.system.pool.false
        match entry.goal:
            case StateGoal(by_action=False, hit=hit):
                return [] if entry.hits or hit is false else [Way(None, hit)]
            case StateGoal(hit=hit):
                return [
                    Way(index, hit, entered=True)
                    for index, one in enumerate(self.system.transitions)
                    if hit is not false and not entry.knows(one.action.name)
                ]
            case StepGoal(hit=hits, taken=taken):
                return [
                    Way(index, hit, taken=taken)
                    for index, (one, hit) in enumerate(
                        zip(self.system.transitions, hits, strict=True)
                    )
                    if hit is not false and not entry.knows(one.action.name)
                ]

    def _premises(self, reaching: Reaching) -> list[Way]:
        """Whether each premise is ever met; those that are not."""
        while True:
            asked = [
                (entry, way)
                for entry in self.deepening.open
                if not entry.met
                for way in self._premise(entry)
            ]
            try:
                found = reaching.reach([edge(reaching, way) for _, way in asked], self.effort)
            except PausedError:
                self._further()
                continue
            if found is None:
                return [way for _, way in asked]
            for number in found[1]:
                asked[number][0].met = True

    def _premise(self, entry: Open) -> list[Way]:
        match entry.goal:
            case StateGoal(premise=premise):
                return [Way(None, premise)]
            case StepGoal(premise=premises, taken=taken):
                false = self.system.pool.false
                return [
                    Way(index, one, taken=taken)
                    for index, one in enumerate(premises)
                    if one is not false
                ]

    def _cutoffs(self, reaching: Reaching) -> list[Way]:
        """Which bounds may cut off some play; those that are proved not to.

        To say that one does is always safe, so that not much is spent on this.
        """
        asked = [
            (name, Way(index, term, taken=False))
            for index, one in enumerate(self.system.transitions)
            for name, term in one.cutoffs
            if term is not self.system.pool.false
        ]
        while True:
            asked = [(name, way) for name, way in asked if name not in self.cut]
            try:
                found = reaching.reach([edge(reaching, way) for _, way in asked], EFFORT)
            except PausedError:
                self.cut = sorted({*self.cut, *(name for name, _ in asked)})
                return []
            if found is None:
                self.cut.sort()
                return [way for _, way in asked]
            self.cut += dict.fromkeys(asked[number][0] for number in found[1])


def edge(reaching: Reaching, way: Way) -> Edge:
    """A way as an edge over a situation and a choice."""
    machine, graph = reaching.machine, reaching.graph
    term = machine.truth(way.term)
    here = reaching.now.edge(term)
    if way.index is None:
        return here
    if not way.taken:
        return graph.and_(reaching.now.edge(machine.legal[way.index]), here)
    happens = reaching.now.edge(machine.happens[way.index])
    if way.entered:
        here = graph.and_(here ^ 1, reaching.next.edge(term))
    return graph.and_(happens, here)


def invariant(system: System, reaching: Reaching) -> tuple[Clause, ...]:
    """What no play meets, as clauses about the values of slots."""
    places: dict[int, tuple[int, int]] = {}
    bits = iter(reaching.bits)
    for number, row in enumerate(reaching.machine.slots):
        if isinstance(system.slots[number], Variable):
            places |= {next(bits): (number, place) for place in range(len(row))}
    return tuple(_clause(system, cube, places) for cube in reaching.never)


def _clause(system: System, cube: Cube, places: Mapping[int, tuple[int, int]]) -> Clause:
    """Not the cube: some slot has a value that the cube does not allow."""
    wanted: dict[int, list[tuple[int, bool]]] = {}
    for literal in cube:
        number, place = places[abs(literal)]
        wanted.setdefault(number, []).append((place, literal > 0))
    literals: list[tuple[Atom, bool]] = []
    for number, bits in sorted(wanted.items()):
        slot = system.layout.slots[number]
        allowed = [
            value
            for value in range(slot.low, slot.high + 1)
            if all(bool(value >> place & 1) == set_ for place, set_ in bits)
        ]
        others = [value for value in range(slot.low, slot.high + 1) if value not in allowed]
        if slot.boolean:
            literals += [(Atom((slot.name,), (), 1), value == 1) for value in others]
        elif len(allowed) == 1:
            literals.append((Atom((slot.name,), (), allowed[0]), False))
        else:
            literals += [(Atom((slot.name,), (), value), True) for value in others]
    return Clause(tuple(literals))
