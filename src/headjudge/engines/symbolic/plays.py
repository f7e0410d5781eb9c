"""Shortest plays, rebuilt from the levels.

Backwards, level by level, as sets: from where the goal is as near as it gets, and how much
stock the rest of the play spends. Then forwards along one play, whose steps are those of the
explorer's columns: the diagrams only say which of them to take. The order among shortest
plays is the explorer's: least stock, then the order of declaration, then the plainest
parameters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from headjudge.engines.explore.expand import Expander
from headjudge.engines.explore.known import distinct
from headjudge.engines.explore.steps import Steps
from headjudge.engines.search import Path
from headjudge.engines.symbolic.moves import Move
from headjudge.engines.symbolic.reach import Reach

if TYPE_CHECKING:
    from dd.cudd import Function

# Situations by how much stock the rest of the play spends.
Cone = dict[int, "Function"]
Row = tuple[int, ...]


class DisagreementError(Exception):
    """The diagrams and the columns do not have the same steps: a fault in one of them."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Where plays end: in situations of a level, or with last steps of an action from it.

    ``where``: over slots, and for steps over the action's parameters. ``taken``: the steps go,
    and spend stock.
    """

    level: int
    where: Function
    move: Move | None = None
    taken: bool = True


class Plays:
    """Rebuilds plays to causes."""

    def __init__(self, reach: Reach) -> None:
        self.reach = reach
        self.diagrams = reach.diagrams
        self.expander = Expander(reach.diagrams.system)
        system = reach.diagrams.system
        keys = distinct([self.expander.codec.keys(system.initial)])
        self._initial = self.expander.codec.rows(keys)

    def shortest(self, cause: Cause) -> Path:
        """The first among the shortest plays. Raises SpentError."""
        cones = self._cones(cause)
        cost = min(cones[0])
        here = next(row for row in self._initial if self._in(cones[0][cost], row))
        start, steps = here, []
        for cone in cones[1:]:
            transition, row, here, cost = self._on(here, cost, cone)
            steps.append((transition, row, here))
        if cause.move is None:
            return Path(start, tuple(steps))
        filling = self._last(cause, cause.move, here)
        if not cause.taken:
            return Path(start, tuple(steps), (cause.move.index, filling))
        after = self.expander.follow(here, cause.move.index, filling)
        return Path(start, (*steps, (cause.move.index, filling, after)))

    # ------------------------------------------------------------------ backwards

    def _cones(self, cause: Cause) -> list[Cone]:
        """For each level from the first to the cause's, from where to go on."""
        cones = [self._ends(cause)]
        for level in reversed(self.reach.levels[: cause.level]):
            cones.append(self._nearer(cones[-1], level))
        return cones[::-1]

    def _ends(self, cause: Cause) -> Cone:
        level = self.reach.levels[cause.level]
        if cause.move is None:
            return {0: level & cause.where}
        if not cause.taken:
            return {0: cause.move.sources(level & cause.where)}
        return self._cheapest(
            (spent, cause.move.sources(level & cause.where & steps))
            for spent, steps in cause.move.spending()
        )

    def _nearer(self, cone: Cone, level: Function) -> Cone:
        found: Cone = {}
        for cost, situations in cone.items():
            for move in self.reach.moves:
                self.reach.look_at_the_clock()
                for spent, where in _into(move, situations):
                    total = cost + spent
                    here = where & level
                    if here != self.diagrams.false:
                        found[total] = found.get(total, self.diagrams.false) | here
        return self._cheapest(iter(sorted(found.items())))

    def _cheapest(self, parts: Iterator[tuple[int, Function]]) -> Cone:
        """Each situation with its least cost; the parts come with growing cost."""
        found: Cone = {}
        known = self.diagrams.false
        for cost, situations in parts:
            new = situations & ~known
            if new != self.diagrams.false:
                found[cost] = new
                known = known | new
        return found

    # ------------------------------------------------------------------- forwards

    def steps(self, row: Row) -> list[tuple[int, Row, Row]]:
        """All steps from a situation: the action, its parameters, the situation after."""
        expander = self.expander
        found: list[tuple[int, int, Row]] = []
        for batch in expander.batches(expander.codec.keys([row])):
            steps = Steps.of(batch)
            rows = expander.codec.rows(steps.after)
            found.extend(
                (steps.transition, int(instance), after)
                for instance, after in zip(steps.instance, rows, strict=True)
            )
        return [(one, expander.row(one, instance), after) for one, instance, after in sorted(found)]

    def _on(self, before: Row, cost: int, cone: Cone) -> tuple[int, Row, Row, int]:
        """The first step into a cone along which the cost stays the least, and what is left."""
        for number, row, after in self.steps(before):
            rest = cost - self._spent(before, after)
            if rest in cone and self._in(cone[rest], after):
                return number, row, after, rest
        raise DisagreementError("no step of the columns goes where one of the diagrams goes")

    def _last(self, cause: Cause, move: Move, here: Row) -> Row:
        """The parameters of the last step: what spends least, then the plainest."""
        situation = self.diagrams.row(here)
        classes = [cause.where & steps for _, steps in move.spending()]
        for where in classes if cause.taken else [cause.where]:
            for row in move.transition.rows():
                if self.diagrams.has(where, situation | self.diagrams.filling(move.variables, row)):
                    return row
        raise DisagreementError("the diagrams have a last step that no parameters make")

    def _in(self, situations: Function, row: Row) -> bool:
        return self.diagrams.has(situations, self.diagrams.row(row))

    def _spent(self, before: Row, after: Row) -> int:
        return sum(
            max(0, old - new)
            for slot, old, new in zip(self.diagrams.slots, before, after, strict=True)
            if slot.stock is not None
        )


def _into(move: Move, situations: Function) -> Iterator[tuple[int, Function]]:
    """From where a step leads into a set, by how much stock it spends."""
    classes = move.spending()
    if len(classes) == 1:
        yield classes[0][0], move.before(situations)
        return
    steps = move.into(situations)
    for spent, where in classes:
        yield spent, move.sources(steps & where)
