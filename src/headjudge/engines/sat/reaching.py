"""Property-directed reachability: either a way to an edge, or an invariant that keeps it off.

Bradley, "SAT-Based Model Checking without Unrolling" (2011); Eén, Mishchenko, Brayton,
"Efficient Implementation of Property Directed Reachability" (2011). A *cube* is a set of
literals over the bits of a situation. Frame *i* holds cubes that cannot be met in *i* steps
or fewer; a cube that no play ever meets goes to the end, where it counts for every question.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from itertools import count

from headjudge.engines.sat.solver import Solver
from headjudge.semantics.symbolic.circuits.bits import Row, digits
from headjudge.semantics.symbolic.circuits.copies import Copy, first
from headjudge.semantics.symbolic.circuits.graph import TRUE, Edge, Graph
from headjudge.semantics.symbolic.circuits.machine import Machine
from headjudge.semantics.symbolic.terms import Variable

Cube = tuple[int, ...]


class SpentError(Exception):
    """The time is over."""


class PausedError(Exception):
    """So many questions were asked as were allowed; what was learnt stays."""


class Reaching:
    """One machine. ``never``: cubes that no play meets; together with ``now`` an invariant."""

    def __init__(self, machine: Machine, spent: Callable[[], bool]) -> None:
        self.machine = machine
        self.graph = Graph()
        held = [tuple(self.graph.input() for _ in bits) for bits in machine.slots]
        slots: list[Row] = [
            row if isinstance(term, Variable) else bits
            for term, row, bits in zip(machine.system.slots, held, machine.slots, strict=True)
        ]
        self.now = Copy(machine, self.graph, slots)
        self.after = [self.now.row(bits) for bits in machine.after]
        self.next = Copy(machine, self.graph, self.after)
        self.solver = Solver(self.graph, spent)
        bits = [
            (bit, new)
            for row, news in zip(slots, self.after, strict=True)
            for bit, new in zip(row, news, strict=True)
            if bit > TRUE
        ]
        literal = self._literal
        self.bits = [literal(bit) for bit, _ in bits]
        self.later = {literal(bit): literal(new) for bit, new in bits}
        self.later |= {-one: -two for one, two in self.later.items()}
        self.inputs = [literal(e) for e in self.now.row((*machine.action, *machine.choice))]
        self.moves = literal(self.now.edge(machine.moves))
        self.solver.require(self.now.edge(machine.inside))
        self.begun = self.solver.variable()
        self._begin(slots)
        self.starts = self._starts(held, slots)
        # Of frame 0 only ``begun`` is used. The last frame grows; ``never`` is beyond it.
        self.frames: list[list[Cube]] = [[], []]
        self.switches = [self.begun, self.solver.variable()]
        self.never: list[Cube] = []
        self.order = count()
        self.questions = 0
        self.most = 0

    def _literal(self, edge: Edge) -> int:
        if edge > TRUE:
            return self.solver.literal(edge)
        constant = self.solver.variable()
        self.solver.clause([constant if edge == TRUE else -constant])
        return constant

    def _begin(self, slots: Sequence[Row]) -> None:
        start = first(self.machine, self.graph, self.graph.input)
        for row, begins in zip(slots, start, strict=True):
            for bit, edge in zip(row, begins, strict=True):
                if bit > TRUE:
                    same = self._literal(self.graph.same(bit, edge))
                    self.solver.clause([-self.begun, same])

    def _starts(self, held: Sequence[Row], slots: Sequence[Row]) -> list[frozenset[int]]:
        """The first situations, each as the literals that hold in it."""
        found = []
        for row in sorted(set(self.machine.system.initial)):
            literals = []
            for value, own, bits in zip(row, held, slots, strict=True):
                if own == bits:
                    for bit, set_ in zip(bits, digits(value, len(bits)), strict=True):
                        one = self.solver.literal(bit)
                        literals.append(one if set_ else -one)
            found.append(frozenset(literals))
        return found

    # ------------------------------------------------------------------------ questions

    def reach(self, edges: Sequence[Edge], questions: int) -> tuple[int, list[int]] | None:
        """How many steps lead to a situation where some edges hold, and which; None: none do.

        The steps are not the fewest. Raises SpentError, and PausedError after so many
        questions to the solver.
        """
        self.most = self.questions + questions
        bad = self.graph.any(edges)
        if not bad:
            return None
        wrong = self._literal(bad)
        while True:
            top = len(self.frames) - 1
            for level in (0, top):
                while self._solve([*self._frame(level), wrong]):
                    which = [n for n, edge in enumerate(edges) if self.solver.holds(edge)]
                    if level == 0:
                        return 0, which
                    steps = self._block(self._part([-wrong]), top)
                    if steps is not None:
                        return steps, which
            if self._push():
                return None

    def _solve(self, literals: Sequence[int]) -> bool:
        if self.questions >= self.most:
            raise PausedError
        self.questions += 1
        found = self.solver.solve(literals)
        if found is None:
            raise SpentError
        return found

    def _frame(self, level: int) -> list[int]:
        return [self.begun] if level == 0 else self.switches[level:]

    def _part(self, goal: Sequence[int]) -> Cube:
        """As few literals of the situation in the model as rule out ``goal``, a clause."""
        value = self.solver.value
        state = [one if value(one) else -one for one in self.bits]
        chosen = [one if value(one) else -one for one in self.inputs]
        switch = self.solver.variable()
        self.solver.clause([-switch, *goal])
        if self._solve([switch, *chosen, *state]):
            raise AssertionError("a situation and a choice have one outcome")
        core = set(self.solver.core())
        self.solver.clause([-switch])
        return tuple(one for one in state if one in core)

    def _block(self, cube: Cube, level: int) -> int | None:
        """Keep a cube off up to a level; else the steps from a first situation to it."""
        queue = [(level, next(self.order), 0, cube)]
        while queue:
            level, _, steps, cube = heapq.heappop(queue)
            if level == 0 or self._starts_in(cube):
                return steps
            if self._known(cube, level):
                continue
            held = self._holds_off(cube, level)
            if held is None:
                before = self._part([-self.moves, *(-self.later[one] for one in cube)])
                heapq.heappush(queue, (level - 1, next(self.order), steps + 1, before))
                heapq.heappush(queue, (level, next(self.order), steps, cube))
                continue
            smaller, level = self._smaller(held, level)
            self._add(smaller, level)
            if level < len(self.frames) - 1:
                heapq.heappush(queue, (level + 1, next(self.order), steps, cube))
        return None

    def _starts_in(self, cube: Sequence[int]) -> bool:
        literals = set(cube)
        return any(literals <= start for start in self.starts)

    def _known(self, cube: Cube, level: int) -> bool:
        literals = set(cube)
        return any(literals.issuperset(one) for frame in self.frames[level:] for one in frame)

    def _holds_off(self, cube: Sequence[int], level: int) -> Cube | None:
        """Of a cube that no step from the frame below leads into, what is needed for that."""
        switch = self.solver.variable()
        self.solver.clause([-switch, *(-one for one in cube)])
        later = [self.later[one] for one in cube]
        asked = [switch, *self._frame(level - 1), self.moves, *later]
        found = self._solve(asked)
        core = set() if found else set(self.solver.core())
        self.solver.clause([-switch])
        if found:
            return None
        kept = [one for one, then in zip(cube, later, strict=True) if then in core]
        if not self._starts_in(kept):
            return tuple(kept)
        # Every first situation differs from the cube somewhere: put such literals back.
        for start in self.starts:
            if start.issuperset(kept):
                kept.append(next(one for one in cube if one not in start))
        return tuple(kept)

    def _smaller(self, cube: Cube, level: int) -> tuple[Cube, int]:
        """A part of a cube that is kept off too, and up to which level."""
        found = cube
        for one in cube:
            if one not in found or len(found) == 1:
                continue
            rest = tuple(other for other in found if other != one)
            if not self._starts_in(rest):
                found = self._holds_off(rest, level) or found
        while level < len(self.frames) - 1:
            more = self._holds_off(found, level + 1)
            if more is None:
                break
            found, level = more, level + 1
        return found, level

    def _add(self, cube: Cube, level: int) -> None:
        literals = set(cube)
        for below in range(1, level + 1):
            self.frames[below] = [one for one in self.frames[below] if not literals.issubset(one)]
        self.frames[level].append(cube)
        self.solver.clause([-self.switches[level], *(-one for one in cube)])

    def _push(self) -> bool:
        """Carry cubes on to later frames; True if an invariant is found."""
        self.frames.append([])
        self.switches.append(self.solver.variable())
        for level in range(1, len(self.frames) - 1):
            for cube in list(self.frames[level]):
                if self._holds_off(cube, level + 1) is not None and cube in self.frames[level]:
                    self._add(cube, level + 1)
            if not self.frames[level]:
                self._settle(level)
                return True
        return False

    def _settle(self, level: int) -> None:
        """What is beyond an empty frame holds for ever."""
        for frame in self.frames[level + 1 :]:
            for cube in frame:
                self.never.append(cube)
                self.solver.clause([-one for one in cube])
        del self.frames[level + 1 :], self.switches[level + 1 :]
