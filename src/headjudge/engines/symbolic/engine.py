"""Breadth-first search over sets of situations.

McMillan, "Symbolic Model Checking" (1993): a set is a decision diagram, and one step from
all its members is one operation for each action. It tells the same as the explorer, of
spaces that are too large to be visited one by one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from headjudge.engines.search import (
    Answer,
    Budget,
    Clock,
    DenialGoal,
    Goal,
    Hit,
    LeakGoal,
    LoopGoal,
    MeetingGoal,
    OrderGoal,
    PresenceGoal,
    Report,
    ReturnGoal,
    Search,
    StateGoal,
    StepGoal,
    Strength,
    silent,
)
from headjudge.engines.symbolic.diagrams import (
    MEMORY,
    Diagrams,
    MissingError,
    OutOfRoomError,
    within_memory,
)
from headjudge.engines.symbolic.moves import Move
from headjudge.engines.symbolic.plays import Cause, Plays
from headjudge.engines.symbolic.reach import Reach, SpentError
from headjudge.engines.symbolic.ways import Staying, ways_back
from headjudge.semantics.symbolic.system import System

if TYPE_CHECKING:
    from dd.cudd import Function

Served = StateGoal | StepGoal | ReturnGoal | LoopGoal | PresenceGoal


Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class _Counts:
    """Steps, plays that end where something is wrong, and what bounds cut off."""

    steps: int = 0
    ended: int = 0
    cutoffs: tuple[tuple[str, int], ...] = ()


class Symbolic:
    """Engine ``symbolic``."""

    name = "symbolic"

    def __init__(self, now: Callable[[], float] = time.monotonic, memory: int = MEMORY) -> None:
        """``memory``: bytes that the diagrams of one search may take."""
        self._now = now
        self._memory = memory

    def serves(self, goal: Goal) -> bool:
        """It answers what sets of situations show, and not what compares two plays."""
        return isinstance(goal, Served)

    def search(
        self, system: System, goals: tuple[Goal, ...], budget: Budget, report: Report = silent
    ) -> Search:
        """Visit all situations within the budget, then rebuild the shortest plays."""
        clock = Clock(budget.seconds, self._now)
        try:
            diagrams = Diagrams(system, self._memory)
        except MissingError as error:
            return _nothing(goals, str(error))
        return _Run(diagrams, clock, self._memory).search(goals, budget, report)


def _nothing(goals: tuple[Goal, ...], why: str) -> Search:
    """Nothing was searched."""
    answers = tuple(Answer(goal.name, (), None) for goal in goals)
    return Search(Symbolic.name, Strength.SPENT, 0, 0, 0, (), answers, why=why)


class _Run:
    """One search."""

    def __init__(self, diagrams: Diagrams, clock: Clock, memory: int) -> None:
        self.diagrams = diagrams
        self.memory = memory
        self.clock = clock
        self.why = ""

    def search(self, goals: tuple[Goal, ...], budget: Budget, report: Report) -> Search:
        """All passes."""
        made = self._attempt(self._moves)
        if made is None:
            return _nothing(goals, self.why)
        self.reach = Reach(self.diagrams, self.clock, made)
        self._attempt(lambda: self.reach.forward(budget, report, Symbolic.name))
        visited = not self.why
        counts = self._attempt(self._counts) or _Counts()
        plays = Plays(self.reach)
        answers = []
        for goal in goals:
            found: Answer | None = None
            if visited or isinstance(goal, StateGoal | StepGoal):
                found = self._attempt(partial(self._answer, goal, plays))
            answers.append(found or Answer(goal.name, (), None))
        return Search(
            engine=Symbolic.name,
            strength=Strength.SPENT if self.why else Strength.COMPLETE,
            situations=sum(self.reach.sizes),
            steps=counts.steps,
            depth=max(0, len(self.reach.levels) - 1),
            cutoffs=counts.cutoffs,
            answers=tuple(answers),
            levels=tuple(self.reach.sizes),
            why=self.why,
            ended=counts.ended,
        )

    def _moves(self) -> tuple[Move, ...]:
        return tuple(Move(self.diagrams, at) for at in range(len(self.diagrams.system.transitions)))

    def _attempt(self, work: Callable[[], Made]) -> Made | None:
        """Do it; None if the budget is spent on it."""
        try:
            with within_memory():
                return work()
        except OutOfRoomError:
            why = f"more than {self.memory >> 20} MiB of decision diagrams"
        except SpentError as error:
            why = str(error)
        self.why = self.why or why
        return None

    def _counts(self) -> _Counts:
        reach, system = self.reach, self.diagrams.system
        cutoffs: dict[str, int] = {}
        steps, ended = 0, reach.situations(~self.diagrams.truth(system.goes_on))
        for move in reach.moves:
            reach.look_at_the_clock()
            steps += reach.steps(move, move.going)
            ended += reach.steps(move, move.stopped & ~move.cut)
            for name, cut in move.cutoffs:
                cutoffs[name] = cutoffs.get(name, 0) + reach.steps(move, cut)
        counted = tuple((name, count) for name, count in sorted(cutoffs.items()) if count)
        return _Counts(steps, ended, counted)

    # --------------------------------------------------------------------- answers

    def _answer(self, goal: Goal, plays: Plays) -> Answer:
        match goal:
            case StateGoal():
                return self._states(goal, plays)
            case StepGoal():
                return self._steps(goal, plays)
            case ReturnGoal():
                back = ways_back(self.reach, goal.target)
                level = self.reach.first(back.lost)
                causes = [] if level is None else [Cause(level, back.lost)]
                return Answer(goal.name, _hits(plays, causes), back.asked, back.undecided)
            case LoopGoal():
                return self._loops(goal)
            case PresenceGoal():
                return self._presence(goal)
            case DenialGoal() | OrderGoal() | LeakGoal() | MeetingGoal():
                raise TypeError(f"{goal.name} is not served")

    def _states(self, goal: StateGoal, plays: Plays) -> Answer:
        reach = self.reach
        premises = reach.situations(self.diagrams.truth(goal.premise))
        hit = reach.whole & self.diagrams.truth(goal.hit)
        first = reach.first(hit)
        causes = []
        if first is not None and (first == 0 or not goal.by_action):
            causes.append(Cause(first, hit))
        if first is not None and goal.by_action:
            causes.extend(self._entering(hit))
        return Answer(goal.name, _hits(plays, causes), premises)

    def _entering(self, hit: Function) -> Iterator[Cause]:
        """Per action, the first level from which a step enters a set from outside."""
        for move in self.reach.moves:
            self.reach.look_at_the_clock()
            steps = move.into(hit) & ~hit
            level = self.reach.first(steps)
            if level is not None:
                yield Cause(level, steps, move)

    def _steps(self, goal: StepGoal, plays: Plays) -> Answer:
        reach, premises, causes = self.reach, 0, []
        for move, hit, premise in zip(reach.moves, goal.hit, goal.premise, strict=True):
            reach.look_at_the_clock()
            steps = move.going if goal.taken else move.legal
            premises += reach.steps(move, steps & self.diagrams.truth(premise))
            where = steps & self.diagrams.truth(hit)
            level = reach.first(where)
            if level is not None:
                causes.append(Cause(level, where, move, goal.taken))
        return Answer(goal.name, _hits(plays, causes), premises)

    def _loops(self, goal: LoopGoal) -> Answer:
        staying = Staying(self.reach, goal)
        count = self.diagrams.count_present
        why = ""
        if staying.for_ever() != self.diagrams.false:
            why = "some play goes on for ever, and decision diagrams do not tell the shortest"
        undecided = count(staying.hanging())
        return Answer(goal.name, (), count(staying.outside), undecided, why)

    def _presence(self, goal: PresenceGoal) -> Answer:
        reach, seen = self.reach, set()
        for spot in goal.spots:
            reach.look_at_the_clock()
            for index, where in spot.where:
                filled = reach.moves[index].rows & self.diagrams.truth(where)
                if reach.whole & filled != self.diagrams.false:
                    seen.add(spot.label)
        undecided = self.diagrams.count(reach.open())
        return Answer(goal.name, (), None, undecided, seen=frozenset(seen))


def _hits(plays: Plays, causes: Iterable[Cause]) -> tuple[Hit, ...]:
    """The shortest plays of the causes, the shortest first."""
    found = []
    for cause in causes:
        action = None if cause.move is None else cause.move.transition.action.name
        found.append(Hit(action, plays.shortest(cause)))
    return tuple(sorted(found, key=lambda hit: (len(hit.path), hit.action or "")))
