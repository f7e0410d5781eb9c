"""Shortest plays, rebuilt from the levels.

No situation remembers where it came from. A play is found backwards, level by level:
which situations of the level before have a step into the cone of situations from which
the goal is near. Among the shortest plays the one that spends least stock is taken, then
the one whose actions are declared first, then the one with the plainest parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from headjudge.engines.explore.expand import Expander, chunks
from headjudge.engines.explore.steps import Record, Steps, Walk
from headjudge.engines.search import Path
from headjudge.semantics.symbolic.columns import Array, Codec, contains


@dataclass(slots=True)
class Cause:
    """Where plays to be rebuilt end: situations of a level, or last steps from a level.

    ``taken``: the last steps go, and spend stock. ``costs``: what is spent after each end,
    by what comes there (nothing, if it is empty).
    """

    transition: int | None
    level: int
    taken: bool = True
    sources: list[Array] = field(default_factory=list)
    instances: list[Array] = field(default_factory=list)
    ends: list[Array] = field(default_factory=list)
    costs: list[Array] = field(default_factory=list)

    @classmethod
    def of_situations(cls, level: int, keys: Array, costs: Array | None = None) -> Cause:
        """Plays that end in one of these situations of a level."""
        return cls(None, level, ends=[keys], costs=[] if costs is None else [costs])

    def add_steps(self, sources: Array, instances: Array) -> None:
        """More last steps from this level."""
        self.sources.append(sources)
        self.instances.append(instances)


def entering(record: Record, goals: Sequence[tuple[int, Array]]) -> list[tuple[int, Cause]]:
    """Per goal and action: the first level from which a step enters the goal's situations.

    Only steps from a situation outside count: what stays inside has no cause of its own.
    """
    causes: dict[tuple[int, int], Cause] = {}
    if not goals:
        return []
    for depth in range(len(record.levels)):
        for keys, chunk in record.steps(depth):
            inside = [contains(hits, keys) for _, hits in goals]
            for steps in chunk:
                for (number, hits), already in zip(goals, inside, strict=True):
                    key = (number, steps.transition)
                    cause = causes.get(key)
                    if cause is not None and cause.level != depth:
                        continue
                    enters = contains(hits, steps.after) & ~already[steps.source]
                    if enters.any():
                        cause = causes.setdefault(key, Cause(steps.transition, depth))
                        cause.add_steps(keys[steps.source[enters]], steps.instance[enters])
    return [(number, cause) for (number, _), cause in causes.items()]


@dataclass(slots=True)
class _Cone:
    """The situations of one level from which the goal is as near as it gets, and the cost."""

    keys: Array
    cost: Array
    edges: list[tuple[Array, Array, Array, Array, Array]] = field(default_factory=list)
    layers: list[tuple[Array, Array, Array, Array, Array]] = field(default_factory=list)
    last: tuple[Array, Array, Array] | None = None

    def look(self, keys: Array, steps: Steps, codec: Codec) -> None:
        """Note the steps into the cone."""
        into = np.flatnonzero(contains(self.keys, steps.after))
        if len(into) == 0:
            return
        after = steps.after[into]
        source = keys[steps.source[into]]
        instance = steps.instance[into]
        spent = stock_spent(codec, source, after)
        cost = spent + self.cost[np.searchsorted(self.keys, after)]
        transition = np.full(len(into), steps.transition, dtype=np.int32)
        self.edges.append((source, transition, instance, after, cost))

    def close(self) -> None:
        """Step back to the level before."""
        layer = tuple(np.concatenate(column) for column in zip(*self.edges, strict=True))
        source, transition, instance, after, cost = layer
        self.layers.append((source, transition, instance, after, cost))
        self.edges = []
        self.keys, self.cost = cheapest(source, cost)


def cheapest(keys: Array, cost: Array) -> tuple[Array, Array]:
    """The distinct keys, sorted, each with its least cost."""
    order = np.lexsort((cost, keys))
    keys, cost = keys[order], cost[order]
    first = np.ones(len(keys), dtype=bool)
    first[1:] = keys[1:] != keys[:-1]
    return keys[first], cost[first]


def stock_spent(codec: Codec, before: Array, after: Array) -> Array:
    """How much stock each step spends."""
    spent = np.zeros(len(before), dtype=np.int32)
    old, new = codec.unpack(before), codec.unpack(after)
    for index, slot in enumerate(codec.slots):
        if slot.stock is not None:
            less = old[index].astype(np.int32) - new[index].astype(np.int32)
            spent += np.maximum(less, 0)
    return spent


def _start(walk: Walk, cause: Cause) -> _Cone:
    if cause.transition is None:
        ends = np.concatenate(cause.ends)
        costs = np.concatenate(cause.costs) if cause.costs else np.zeros(len(ends), dtype=np.int32)
        return _Cone(*cheapest(ends, costs))
    source = np.concatenate(cause.sources)
    instance = np.concatenate(cause.instances)
    cost = np.zeros(len(source), dtype=np.int32)
    if cause.taken:
        for start, keys in chunks(source):
            here = slice(start, start + len(keys))
            after = walk.after(cause.transition, keys, instance[here])
            cost[here] = stock_spent(walk.codec, keys, after)
    keys, least = cheapest(source, cost)
    return _Cone(keys, least, last=(source, instance, cost))


def shortest(walk: Walk, causes: Sequence[Cause]) -> list[Path]:
    """One shortest play per cause."""
    cones = [_start(walk, cause) for cause in causes]
    deepest = max((cause.level for cause in causes), default=0)
    for depth in range(deepest - 1, -1, -1):
        active = [cone for cone, cause in zip(cones, causes, strict=True) if cause.level > depth]
        for keys, chunk in walk.steps(depth):
            for steps in chunk:
                if len(steps.after):
                    for cone in active:
                        cone.look(keys, steps, walk.codec)
        for cone in active:
            cone.close()
    pairs = zip(cones, causes, strict=True)
    return [_forward(walk, cone, cause) for cone, cause in pairs]


def _forward(walk: Walk, cone: _Cone, cause: Cause) -> Path:
    """Walk the cone from its cheapest first situation."""
    best = np.flatnonzero(cone.cost == cone.cost.min())[0]
    here = cone.keys[best : best + 1]
    start = walk.codec.rows(here)[0]
    steps = []
    for source, transition, instance, after, cost in reversed(cone.layers):
        mine = np.flatnonzero(source == here[0])
        order = np.lexsort((instance[mine], transition[mine], cost[mine]))
        chosen = mine[order[0]]
        here = after[chosen : chosen + 1]
        number = int(transition[chosen])
        row = walk.row(number, int(instance[chosen]))
        steps.append((number, row, walk.codec.rows(here)[0]))
    if cause.transition is None or cone.last is None:
        return Path(start, tuple(steps))
    source, instance, cost = cone.last
    mine = np.flatnonzero(source == here[0])
    order = np.lexsort((instance[mine], cost[mine]))
    row = walk.row(cause.transition, int(instance[mine[order[0]]]))
    last = (cause.transition, row)
    return Path(start, tuple(steps), last)


def completed(expander: Expander, path: Path) -> Path:
    """A play whose last step is really taken, with the situation after it."""
    if path.last is None:
        return path
    transition, row = path.last
    before = path.steps[-1][2] if path.steps else path.start
    after = expander.follow(before, transition, row)
    return Path(path.start, (*path.steps, (transition, row, after)))
