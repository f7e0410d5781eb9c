"""All reachable situations as diagrams, one for each level."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from headjudge.engines.search import Budget, Clock, Progress, Report
from headjudge.engines.symbolic.diagrams import Diagrams
from headjudge.engines.symbolic.moves import Move

if TYPE_CHECKING:
    from dd.cudd import Function


class SpentError(Exception):
    """The budget is spent; says by what."""


@dataclass(slots=True)
class Reach:
    """What can be reached so far.

    ``levels``: the situations first reached after so many steps. ``whole``: all of them;
    ``counted``: of those that differ only in what is remembered, one. ``sizes``: how many of
    each level count.
    """

    diagrams: Diagrams
    clock: Clock
    moves: tuple[Move, ...]
    levels: list[Function] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    whole: Function = field(init=False)
    counted: Function = field(init=False)
    _seen: Function = field(init=False)

    def __post_init__(self) -> None:
        self.whole = self.counted = self._seen = self.diagrams.false

    def forward(self, budget: Budget, report: Report, engine: str) -> None:
        """Visit all situations, level by level. Raises SpentError."""
        diagrams = self.diagrams
        rows = diagrams.system.initial
        frontier = diagrams.any(diagrams.bdd.cube(diagrams.row(row)) for row in rows)
        while frontier != diagrams.false:
            self._keep(frontier)
            report(Progress(engine, len(self.levels) - 1, sum(self.sizes)))
            parts = []
            for move in self.moves:
                self.look_at_the_clock()
                parts.append(move.after(frontier))
            frontier = diagrams.joined_up(parts) & ~self.whole
            if frontier.dag_size > budget.nodes:
                raise SpentError(f"more than {budget.nodes} nodes in one decision diagram")

    def _keep(self, frontier: Function) -> None:
        diagrams = self.diagrams
        self.levels.append(frontier)
        self.whole = self.whole | frontier
        present = diagrams.present(frontier)
        fresh = present & ~self._seen
        self._seen = self._seen | present
        self.counted = self.counted | diagrams.plainest(frontier & fresh)
        self.sizes.append(diagrams.count_present(fresh))

    def look_at_the_clock(self) -> None:
        """Raises SpentError when the time is over."""
        if self.clock.spent:
            raise SpentError(f"{self.clock.seconds:g} seconds are over")

    # -------------------------------------------------------------- what there is

    def situations(self, where: Function) -> int:
        """How many of the situations that count lie in a set."""
        return self.diagrams.count(self.counted & where)

    def steps(self, move: Move, where: Function) -> int:
        """How many steps, over slots and parameters, start from a situation that counts."""
        if where == self.diagrams.false:
            return 0
        return self.diagrams.count(self.counted & where, move.parameters)

    def first(self, where: Function) -> int | None:
        """The first level that meets a set over slots, and perhaps parameters."""
        if self.whole & where == self.diagrams.false:
            return None
        numbered = enumerate(self.levels)
        return next(at for at, level in numbered if level & where != self.diagrams.false)

    def leading_to(self, goal: Function, moves: Sequence[Move] = ()) -> Function:
        """The situations with a play into a set. Raises SpentError."""
        found = goal & self.whole
        fresh = found
        while fresh != self.diagrams.false:
            before = found
            for move in reversed(moves or self.moves):
                self.look_at_the_clock()
                more = move.before(fresh) & self.whole & ~found
                found, fresh = found | more, fresh | more
            fresh = found & ~before
        return found

    def stopped(self) -> Function:
        """The situations in which a step is legal that something is in the way of."""
        return self._sources(move.stopped for move in self.moves)

    def cut(self) -> Function:
        """The situations in which a bound stops a step."""
        return self._sources(move.cut for move in self.moves)

    def _sources(self, steps: Iterable[Function]) -> Function:
        pairs = zip(self.moves, steps, strict=True)
        return self.whole & self.diagrams.any(move.sources(one) for move, one in pairs)

    def open(self) -> Function:
        """The situations after which what comes is not known, or is another finding."""
        live = self.diagrams.truth(self.diagrams.system.goes_on)
        return self.stopped() | self.whole & ~live
