"""Breadth-first search over all reachable situations."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from headjudge.engines.explore.expand import Expander, chunks
from headjudge.engines.explore.known import Known, distinct
from headjudge.engines.explore.on_graph import GraphGoal, Outcome, on_graph
from headjudge.engines.explore.paths import Cause, completed, entering, shortest
from headjudge.engines.explore.steps import Record, Steps
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
from headjudge.semantics.symbolic.columns import Array, Program, contains
from headjudge.semantics.symbolic.system import System

_COMPACT = 1 << 22


@dataclass(slots=True)
class _Found:
    """What the forward pass saw of the goals."""

    hits: dict[int, list[Array]] = field(default_factory=dict)
    first: dict[int, int] = field(default_factory=dict)
    premises: dict[int, int] = field(default_factory=dict)
    steps: dict[tuple[int, int], Cause] = field(default_factory=dict)
    cutoffs: dict[str, int] = field(default_factory=dict)
    taken: int = 0
    ended: int = 0


class Explorer:
    """Engine ``explore``."""

    name = "explore"

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now

    def serves(self, goal: Goal) -> bool:
        """It answers every kind of goal."""
        return isinstance(goal, StateGoal | StepGoal | GraphGoal)

    def search(
        self, system: System, goals: tuple[Goal, ...], budget: Budget, report: Report = silent
    ) -> Search:
        """Visit all situations within the budget, then rebuild the shortest plays."""
        return _Run(system, goals, budget, report, self._now).search()


def explored(
    system: System,
    budget: Budget,
    report: Report = silent,
    now: Callable[[], float] = time.monotonic,
) -> tuple[Record, str]:
    """All levels and steps within the budget, and what spent it; empty if nothing did."""
    run = _Run(system, (), budget, report, now)
    run.forward()
    return run.record, run.why


class _Run:
    """One search."""

    def __init__(
        self,
        system: System,
        goals: tuple[Goal, ...],
        budget: Budget,
        report: Report,
        now: Callable[[], float],
    ) -> None:
        self.system = system
        self.goals = goals
        self.budget = budget
        self.report = report
        self.clock = Clock(budget.seconds, now)
        numbered = list(enumerate(goals))
        self.state_goals = [(i, g) for i, g in numbered if isinstance(g, StateGoal)]
        self.step_goals = [(i, g) for i, g in numbered if isinstance(g, StepGoal)]
        self.taken = {number: goal.taken for number, goal in self.step_goals}
        self.graph_goals = [(i, g) for i, g in numbered if isinstance(g, GraphGoal)]
        self.expander = Expander(system, self.step_goals)
        roots = [term for _, goal in self.state_goals for term in (goal.hit, goal.premise)]
        self.judge = Program((*roots, system.goes_on))
        self.found = _Found()
        self.levels: list[Array] = []
        self.sizes: list[int] = []
        self.past = tuple(range(len(system.slots) - system.history, len(system.slots)))
        self.seen = Known()
        self.record = Record(self.expander, self.levels)
        self.why = ""

    def search(self) -> Search:
        """All passes."""
        self.forward()
        answers = self._answers()
        strength = Strength.SPENT if self.why else Strength.COMPLETE
        return Search(
            engine=Explorer.name,
            strength=strength,
            situations=sum(self.sizes),
            steps=self.found.taken,
            depth=len(self.levels) - 1,
            cutoffs=tuple(sorted(self.found.cutoffs.items())),
            answers=answers,
            levels=tuple(self.sizes),
            why=self.why,
            ended=self.found.ended,
        )

    # ------------------------------------------------------------ first pass

    def forward(self) -> None:
        """Visit all situations, level by level."""
        known = Known()
        total = 0
        frontier = distinct([self.expander.codec.keys(self.system.initial)])
        while len(frontier):
            self.levels.append(frontier)
            total += len(frontier)
            known.add(frontier)
            first = self._first(frontier)
            self.sizes.append(int(first.sum()))
            self._judge(frontier, first, len(self.levels) - 1)
            self.report(Progress(Explorer.name, len(self.levels) - 1, total))
            if total > self.budget.situations:
                self.why = f"more than {self.budget.situations} situations"
                return
            parts: list[Array] = []
            waiting = 0
            for start, keys in chunks(frontier):
                if self.clock.spent:
                    self.why = f"{self.budget.seconds:g} seconds are over"
                    return
                part = first[start : start + len(keys)]
                after = self._step(keys, part, len(self.levels) - 1, start)
                if start and waiting > _COMPACT:
                    parts, waiting = [known.new(distinct(parts))], 0
                if len(after):
                    parts.append(after)
                    waiting += len(after)
            frontier = known.new(distinct(parts)) if parts else frontier[:0]

    def _first(self, frontier: Array) -> Array:
        """Which situations count: those not seen before, whatever they remember."""
        if not self.past:
            return np.ones(len(frontier), dtype=bool)
        blank = np.zeros(len(frontier), dtype=bool)
        present = self.expander.codec.repack(frontier, [(index, blank) for index in self.past])
        keys, index = np.unique(present, return_index=True)
        fresh = self.seen.new(keys)
        self.seen.add(fresh)
        first = np.zeros(len(frontier), dtype=bool)
        first[index[contains(fresh, keys)]] = True
        return first

    def _judge(self, keys: Array, first: Array, depth: int) -> None:
        """Evaluate the goals about situations."""
        for start, chunk in chunks(keys):
            counts = first[start : start + len(chunk)]
            results = self.judge(self.expander.columns(chunk), len(chunk))
            self.found.ended += int((~results[-1] & counts).sum())
            for position, (number, _) in enumerate(self.state_goals):
                hit, premise = results[2 * position], results[2 * position + 1]
                premises = self.found.premises
                premises[number] = premises.get(number, 0) + int((premise & counts).sum())
                if hit.any():
                    self.found.hits.setdefault(number, []).append(chunk[hit])
                    self.found.first.setdefault(number, depth)

    def _step(self, keys: Array, first: Array, depth: int, start: int) -> Array:
        """The situations after all steps from a chunk, sorted; only ``first`` ones count."""
        parts = []
        steps = []
        found = self.found
        for batch in self.expander.batches(keys):
            counts = first[batch.source]
            found.taken += int((counts & batch.goes).sum())
            parts.append(batch.keys)
            steps.append(Steps.of(batch))
            for name, cut in batch.cutoffs:
                count = int((cut & counts).sum())
                if count:
                    found.cutoffs[name] = found.cutoffs.get(name, 0) + count
            one = steps[-1]
            found.ended += int((first[one.stopped] & ~one.cut).sum())
            for number, premise in batch.premises:
                found.premises[number] = found.premises.get(number, 0) + int(
                    (premise & counts).sum()
                )
            for number, hit in batch.hits:
                if not hit.any():
                    continue
                key = (number, batch.transition)
                taken = self.taken[number]
                cause = found.steps.setdefault(key, Cause(batch.transition, depth, taken))
                if cause.level == depth:
                    cause.add_steps(keys[batch.source[hit]], batch.instance[hit])
        self.record.keep(depth, start, steps)
        return distinct(parts) if parts else keys[:0]

    # --------------------------------------------------------------- answers

    def _answers(self) -> tuple[Answer, ...]:
        causes: list[tuple[int, Cause]] = []
        by_action: list[tuple[int, Array]] = []
        for number, goal in self.state_goals:
            parts = self.found.hits.get(number)
            if parts is None:
                continue
            hits = distinct(parts)
            first = self.found.first[number]
            if first == 0 or not goal.by_action:
                level = self.levels[first]
                inside = level[np.isin(level, hits)]
                causes.append((number, Cause.of_situations(first, inside)))
            if goal.by_action:
                by_action.append((number, hits))
        causes.extend((number, cause) for (number, _), cause in self.found.steps.items())
        causes.extend(entering(self.record, by_action))
        paths = shortest(self.record, [cause for _, cause in causes])
        hits_of: dict[int, list[Hit]] = {}
        for (number, cause), path in zip(causes, paths, strict=True):
            hits_of.setdefault(number, []).append(
                Hit(self._action(cause), self._whole(number, path))
            )
        on_the_graph = self._on_graph()
        answers = []
        for number, asked in enumerate(self.goals):
            outcome = on_the_graph.get(number)
            if outcome is None:
                found = hits_of.get(number, [])
                outcome = Outcome((), self.found.premises.get(number, 0))
            else:
                found = [*outcome.hits]
            ranked = tuple(sorted(found, key=lambda hit: (len(hit.path), hit.action or "")))
            answers.append(
                Answer(
                    asked.name,
                    ranked,
                    outcome.premises,
                    outcome.undecided,
                    outcome.why,
                    outcome.orders,
                    outcome.seen,
                    outcome.pumps,
                    outcome.together,
                )
            )
        return tuple(answers)

    def _on_graph(self) -> dict[int, Outcome]:
        """What the finished graph tells; nothing, if it is not finished."""
        numbers = [number for number, _ in self.graph_goals]
        if not numbers or self.why:
            return dict.fromkeys(numbers, Outcome(()))
        goals = [goal for _, goal in self.graph_goals]

        def clock() -> Clock:
            return Clock(self.budget.seconds, self.clock.now)

        outcomes = on_graph(self.record, goals, clock, self.budget.situations)
        return dict(zip(numbers, outcomes, strict=True))

    def _whole(self, number: int, path: Path) -> Path:
        """A step that is really taken belongs to the play, with the situation after it."""
        goal = self.goals[number]
        in_its_own_way = isinstance(goal, StepGoal) and not goal.taken
        return path if in_its_own_way else completed(self.expander, path)

    def _action(self, cause: Cause) -> str | None:
        if cause.transition is None:
            return None
        return self.system.transitions[cause.transition].action.name
