"""Two plays that look alike to a player, and an action that may come next in one of them only.

A search over pairs of situations (self-composition): both plays take steps that look alike
and come to situations that look alike.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from headjudge.engines.explore.expand import chunks
from headjudge.engines.explore.graph import Graph, spread
from headjudge.engines.explore.pairs import Sight, levels, path, plays, rows, sight
from headjudge.engines.search import Clock, Hit, LeakGoal, Path
from headjudge.semantics.symbolic.columns import Array


@dataclass(frozen=True, slots=True)
class Leaks:
    """What was found: per action the shortest two plays.

    ``premises``: so many pairs look alike and have such an action to come. ``why``: what
    ended the search before all pairs were looked at.
    """

    hits: tuple[Hit, ...]
    premises: int
    why: str = ""


def leaks(graph: Graph, goal: LeakGoal, most: int, clock: Clock) -> Leaks:
    """Search the pairs that look alike, at most ``most`` of them."""
    seen = sight(graph, goal.view)
    signs = _Signs(seen, goal)
    hits: dict[int, Hit] = {}
    found: list[Array] = []
    premises = pairs = 0
    for frontier in levels(seen):
        found.append(frontier)
        pairs += len(frontier)
        if pairs > most or clock.spent:
            why = f"{pairs:,} pairs of plays were compared, and that was not all"
            return Leaks(tuple(hits.values()), premises, why)
        shown = []
        for _, part in chunks(frontier):
            one, two = seen.apart(part)
            premises += int((signs.any[one] | signs.any[two]).sum())
            shown += [signs.telling(one, two), signs.telling(two, one)]
        if shown:
            ends, steps = (np.concatenate(part) for part in zip(*shown, strict=True))
            taken = graph.transition[steps]
            for action in map(int, np.unique(taken)):
                if action not in hits:
                    mine = taken == action
                    hits[action] = _hit(seen, found, ends[mine], steps[mine])
    return Leaks(tuple(hits.values()), premises)


class _Signs:
    """Where the actions may come next, and which steps take them.

    ``number`` (m): which sign a step is, -1 if it is none. ``may`` and ``stops`` (signs, n):
    where each may come next, and where the play may end with it. ``any`` (n): some may.
    """

    def __init__(self, sight: Sight, goal: LeakGoal) -> None:
        self.sight = sight
        graph = sight.graph
        looks = np.full(1 + int(sight.step.max(initial=0)), -1)
        for number, sign in enumerate(goal.signs):
            looks[sign.look : sign.look + 1] = number
        self.number: Array = looks[sight.step]
        none = np.zeros(len(graph), dtype=bool)
        self.may = np.stack([*graph.where([sign.may for sign in goal.signs]), none])
        self.stops = np.stack([*graph.where([sign.stops for sign in goal.signs]), none])
        self.any: Array = np.logical_or.reduce(self.may)

    def telling(self, one: Array, two: Array) -> tuple[Array, Array]:
        """The pairs with a step after the first situation that tells it from the second.

        Nothing that looks like the step may come after the second; or something may, but
        nothing that comes to a situation that looks like the one after the step. Where what
        may come ends the play, it is not known what it would have come to.
        """
        sight = self.sight
        place, steps = rows(sight.graph.first, one)
        chosen = self.number[steps] >= 0
        place, steps = place[chosen], steps[chosen]
        number, other = self.number[steps], two[place]
        owner, ours, _ = sight.onwards(one, two)
        width = len(sight.step) + 1
        matched = np.isin(place * width + steps, owner * width + ours)
        tells = ~self.may[number, other] | ~matched & ~self.stops[number, other]
        return sight.pair(one[place[tells]], other[tells]), steps[tells]


def _hit(seen: Sight, found: list[Array], ends: Array, steps: Array) -> Hit:
    """The plainest two plays to one of these pairs; the first goes on with its step (k)."""
    graph = seen.graph
    one, two, end = plays(seen, found, ends)
    step = int(steps[ends == end].min())
    _, other = seen.apart(np.array([end]))
    after = spread(graph.first, other)
    alike = after[seen.step[after] == seen.step[step]]
    name = graph.expander.system.transitions[int(graph.transition[step])].action.name
    first = _longer(one, path(graph, int(graph.source[step]), [step]))
    if len(alike) == 0:
        return Hit(name, first, two)
    return Hit(name, first, _longer(two, path(graph, int(other[0]), [int(alike[0])])))


def _longer(play: Path, more: Path) -> Path:
    """A play with the steps of another that starts where it ends."""
    return Path(play.start, (*play.steps, *more.steps))
