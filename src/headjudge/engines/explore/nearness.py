"""Refused acts that would break something: in which situations they are tempting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from headjudge.engines.explore.expand import CHUNK, CROSS, Expander, Mover
from headjudge.engines.explore.graph import Graph
from headjudge.engines.search import Clock, StateGoal, StepGoal
from headjudge.semantics.symbolic.columns import Array, Program

# So many refused acts of one action are looked at, the nearest to the beginning first.
ROWS = 1 << 18


@dataclass(slots=True)
class _Sought:
    """One property and one action, and the first situations in which it would be broken."""

    label: str
    goal: StateGoal | StepGoal
    found: Array = field(default_factory=lambda: np.array([], dtype=np.int64))


def near_misses(
    explored: Graph, goals: Sequence[tuple[str, StateGoal | StepGoal]], time: Clock
) -> dict[str, Array]:
    """Per property's name and action, the nearest situations in which a miss is near.

    There the action is possible and refused, and taking it would reach the property's goal.
    A label is ``name: action``. What was not seen is left out.
    """
    expander = explored.expander
    order = np.argsort(explored.level, kind="stable")
    found: dict[str, Array] = {}
    for mover in expander.movers:
        action = expander.system.transitions[mover.index].action.name
        sought = [_Sought(miss_label(name, action), goal) for name, goal in goals]
        tempted = _Tempted(expander, mover, [one.goal for one in sought])
        for sources, truths in tempted.look(explored, order, time):
            for one, truth in zip(sought, truths, strict=True):
                if not len(one.found) and truth.any():
                    here = sources[truth]
                    level = explored.level[here]
                    one.found = np.unique(here[level == level.min()])
            if all(len(one.found) for one in sought):
                break
        found.update({one.label: one.found for one in sought if len(one.found)})
    return found


def miss_label(name: str, action: str) -> str:
    """What a near miss is called."""
    return f"{name}: {action}"


class _Tempted:
    """Looks at the refused acts of one action."""

    def __init__(
        self, expander: Expander, mover: Mover, goals: Sequence[StateGoal | StepGoal]
    ) -> None:
        self._expander = expander
        self._mover = mover
        self._goals = tuple(goals)
        system = expander.system
        pool, taken = system.pool, system.transitions[mover.index]
        refused = pool.and_(
            system.goes_on,
            taken.canonical,
            taken.possible,
            pool.not_(taken.legal),
            taken.goes,
        )
        steps = [goal.hit[mover.index] for goal in goals if isinstance(goal, StepGoal)]
        self._refused = Program((refused, *steps))
        self._judge = Program([goal.hit for goal in goals if isinstance(goal, StateGoal)])

    def look(
        self, explored: Graph, order: Array, time: Clock
    ) -> Iterator[tuple[Array, list[Array]]]:
        """Pieces: the situations of refused acts, and per goal which acts would reach it."""
        mover = self._mover
        per_round = max(1, min(CHUNK, CROSS // len(mover.rows)))
        seen = 0
        for start in range(0, len(order), per_round):
            if seen > ROWS or time.spent:
                return
            part = order[start : start + per_round]
            keys = explored.keys[part]
            columns = self._expander.columns(keys)
            source, instance = mover.crossed(np.arange(len(part)))
            picked = mover.picked(self._refused, columns, source, instance)
            refused, *steps = self._refused(picked, len(source))
            chosen = np.flatnonzero(refused)
            if not len(chosen):
                continue
            seen += len(chosen)
            source, instance = source[chosen], instance[chosen]
            after = mover.after(keys, columns, source, instance)
            distinct, back = np.unique(after, return_inverse=True)
            judged = iter(self._judge(self._expander.columns(distinct), len(distinct)))
            by_step = iter(steps)
            truths = [
                next(by_step)[chosen] if isinstance(goal, StepGoal) else next(judged)[back]
                for goal in self._goals
            ]
            yield part[source], truths
