"""One step from many situations at once.

For each action: which situations may take it (terms without parameters first), then
situations times parameter values, then the updates of those that are legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from headjudge.engines.search import StepGoal
from headjudge.semantics.symbolic.columns import Array, Codec, Program, dtype_for
from headjudge.semantics.symbolic.system import System, Transition
from headjudge.semantics.symbolic.terms import Or, Pool, Term, Variable, conjuncts

CHUNK = 1 << 15
CROSS = 1 << 17


@dataclass(frozen=True, slots=True)
class Batch:
    """Steps of one action: from which situation (index into the chunk), with which parameters.

    ``keys``: the situations after, for steps that go (``goes``). ``hits`` and ``premises``:
    per step goal, which steps meet it; all arrays have one entry per legal step.
    """

    transition: int
    source: Array
    instance: Array
    goes: Array
    keys: Array
    cutoffs: tuple[tuple[str, Array], ...]
    hits: tuple[tuple[int, Array], ...]
    premises: tuple[tuple[int, Array], ...]


@dataclass(frozen=True, slots=True)
class _Mode:
    """One way to be legal: conjuncts without and with parameters."""

    open: Term
    filled: Program | None


class Mover:
    """One transition, compiled."""

    def __init__(
        self, system: System, index: int, codec: Codec, goals: Sequence[tuple[int, StepGoal]]
    ) -> None:
        transition = system.transitions[index]
        pool = system.pool
        self.index = index
        self.codec = codec
        self.rows = instances(transition)
        self.variables = tuple(
            (position, variable)
            for position, variable in enumerate(
                v for group in (*transition.groups, *transition.orders) for v in group.variables
            )
            if isinstance(variable, Variable)
        )
        table = np.array(self.rows, dtype=np.int64).reshape(len(self.rows), -1)
        self.columns = {
            variable: table[:, position].astype(
                bool if variable.boolean else dtype_for(variable.low, variable.high)
            )
            for position, variable in self.variables
        }
        legal = transition.legal
        ways = legal.operands if isinstance(legal, Or) else (legal,)
        self.modes = [
            self._mode(pool, pool.and_(system.goes_on, way))
            for way in ways
            if way is not pool.false
        ]
        self.cut_names = tuple(name for name, _ in transition.cutoffs)
        self.goals = tuple(
            (number, goal)
            for number, goal in goals
            if goal.hit[index] is not pool.false or goal.premise[index] is not pool.false
        )
        checks = [transition.goes, *(term for _, term in transition.cutoffs)]
        for _, goal in self.goals:
            checks.append(goal.hit[index])
            checks.append(goal.premise[index])
        # A slot that keeps its value keeps its bits: only the others are worked out.
        self.changed = tuple(
            index
            for index, (new, old) in enumerate(zip(transition.after, system.slots, strict=True))
            if new is not old
        )
        news = tuple(transition.after[index] for index in self.changed)
        self.update = Program(news)
        # Checks and updates share much, and steps that do not go are few.
        self.whole = Program((*checks, *news))
        self.check_count = len(checks)

    def _mode(self, pool: Pool, way: Term) -> _Mode:
        free: list[Term] = []
        bound: list[Term] = []
        own = frozenset(self.columns)
        for conjunct in conjuncts(way):
            (free if pool.variables(conjunct).isdisjoint(own) else bound).append(conjunct)
        filled = Program((pool.and_(*bound),)) if bound else None
        return _Mode(pool.and_(*free), filled)

    def batches(
        self, keys: Array, columns: Mapping[Variable, Array], gates: Iterator[Array]
    ) -> Iterator[Batch]:
        """All legal steps of this action from the situations of a chunk.

        ``gates`` gives for each mode in turn where its conjuncts without parameters hold.
        """
        for mode in self.modes:
            sources = np.flatnonzero(next(gates))
            if len(sources) == 0:
                continue
            per_round = max(1, CROSS // len(self.rows))
            for start in range(0, len(sources), per_round):
                part = sources[start : start + per_round]
                chosen = self._round(mode, columns, part)
                if chosen is not None:
                    yield self._steps(keys, columns, *chosen)

    def _round(
        self, mode: _Mode, columns: Mapping[Variable, Array], sources: Array
    ) -> tuple[Array, Array] | None:
        """Situations times parameters: which pairs are legal."""
        source, instance = self.crossed(sources)
        if mode.filled is None:
            return source, instance
        (may,) = mode.filled(self.picked(mode.filled, columns, source, instance), len(source))
        chosen = np.flatnonzero(may)
        return (source[chosen], instance[chosen]) if len(chosen) else None

    def crossed(self, sources: Array) -> tuple[Array, Array]:
        """Each of these situations with each row of parameters: two arrays of one length."""
        number = len(self.rows)
        instance = np.tile(np.arange(number, dtype=np.int32), len(sources))
        return np.repeat(sources, number), instance

    def picked(
        self, program: Program, columns: Mapping[Variable, Array], source: Array, instance: Array
    ) -> dict[Variable, Array]:
        """The columns a program reads, for pairs of situation and parameters."""
        return {
            v: self.columns[v][instance] if v in self.columns else columns[v][source]
            for v in program.variables
        }

    def _steps(
        self, keys: Array, columns: Mapping[Variable, Array], source: Array, instance: Array
    ) -> Batch:
        picked = self.picked(self.whole, columns, source, instance)
        results = self.whole(picked, len(source))
        goes, *checks = results[: self.check_count]
        news = results[self.check_count :]
        cuts = len(self.cut_names)
        cutoffs = tuple(zip(self.cut_names, checks[:cuts], strict=True))
        judged = checks[cuts:]
        hits, premises = [], []
        for position, (number, goal) in enumerate(self.goals):
            hit, premise = judged[2 * position], judged[2 * position + 1]
            if goal.taken:
                hit, premise = hit & goes, premise & goes
            hits.append((number, hit))
            premises.append((number, premise))
        going = source
        if not goes.all():
            going = source[goes]
            news = [new[goes] for new in news]
        after = self.codec.repack(keys[going], tuple(zip(self.changed, news, strict=True)))
        return Batch(
            self.index, source, instance, goes, after, cutoffs, tuple(hits), tuple(premises)
        )

    def after(
        self, keys: Array, columns: Mapping[Variable, Array], source: Array, instance: Array
    ) -> Array:
        """The situations after steps that go."""
        picked = self.picked(self.update, columns, source, instance)
        new = self.update(picked, len(source))
        return self.codec.repack(keys[source], tuple(zip(self.changed, new, strict=True)))


class Expander:
    """A compiled system: steps from arrays of keys."""

    def __init__(self, system: System, goals: Sequence[tuple[int, StepGoal]] = ()) -> None:
        self.system = system
        self.codec = Codec(system.layout.slots)
        self.movers = [
            Mover(system, index, self.codec, goals) for index in range(len(system.transitions))
        ]
        # One program for all actions: what they share (is anything due?) is worked out once.
        self._gates = Program([mode.open for mover in self.movers for mode in mover.modes])

    def columns(self, keys: Array) -> dict[Variable, Array]:
        """The slots of situations, by variable."""
        arrays = zip(self.system.slots, self.codec.unpack(keys), strict=True)
        return {slot: column for slot, column in arrays if isinstance(slot, Variable)}

    def batches(self, keys: Array) -> Iterator[Batch]:
        """All legal steps from the situations ``keys`` (at most a chunk)."""
        columns = self.columns(keys)
        gates = iter(self._gates(columns, len(keys)))
        for mover in self.movers:
            yield from mover.batches(keys, columns, gates)

    def follow(
        self, before: tuple[int, ...], transition: int, row: tuple[int, ...]
    ) -> tuple[int, ...]:
        """The situation after one step, as a row."""
        mover = self.movers[transition]
        keys = self.codec.keys([before])
        instance = np.array([mover.rows.index(row)])
        after = mover.after(keys, self.columns(keys), np.array([0]), instance)
        return self.codec.rows(after)[0]

    def row(self, transition: int, instance: int) -> tuple[int, ...]:
        """The parameters' row of an instance."""
        return self.movers[transition].rows[instance]


def instances(transition: Transition) -> list[tuple[int, ...]]:
    """The rows of all values of an action's parameters, orders last; in canonical order."""
    return list(transition.rows())


def chunks(keys: Array, length: int = CHUNK) -> Iterator[tuple[int, Array]]:
    """Pieces of a level that fit the cache, with where they start."""
    for start in range(0, len(keys), length):
        yield start, keys[start : start + length]
