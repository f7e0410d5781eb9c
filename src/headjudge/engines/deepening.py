"""Bounded model checking: plays of growing length, in whatever a solver speaks.

Biere, Cimatti, Clarke, Zhu, "Symbolic Model Checking without BDDs" (1999). All goals are
asked together; each answer settles at least one goal or cause.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from headjudge.engines.search import (
    Answer,
    Goal,
    Hit,
    Path,
    Progress,
    Report,
    Search,
    StateGoal,
    StepGoal,
    Strength,
)
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Constant, Term

# A truth value in a solver's own language.
T = TypeVar("T")


class Unrolled(Protocol[T]):
    """Plays of a growing number of moments, and a solver that knows them."""

    def append(self) -> None:
        """One more moment, the first one or the one after a step; its action is open."""
        ...

    def truth(self, moment: int, term: Term) -> T:
        """A term at a moment."""
        ...

    def is_(self, moment: int, index: int) -> T:
        """The action of a moment is the one with this index."""
        ...

    def legal(self, moment: int, index: int) -> T:
        """It is, and it is legal with the parameters of the moment."""
        ...

    def not_(self, one: T) -> T:
        """The opposite."""
        ...

    def all(self, several: list[T]) -> T:
        """Every one."""
        ...

    def any(self, several: list[T]) -> T:
        """At least one."""
        ...

    def ask(self, one: T) -> bool | None:
        """Whether it can be true; None if the budget is spent, and ``why`` says by what."""
        ...

    @property
    def why(self) -> str:
        """What spent the budget."""
        ...

    def holds(self, one: T) -> bool:
        """Whether it is true in the last answer."""
        ...

    def row(self, moment: int) -> tuple[int, ...]:
        """The situation in the last answer."""
        ...

    def taken(self, moment: int) -> tuple[int, tuple[int, ...]]:
        """The action in the last answer: its index, and its parameters' row."""
        ...


@dataclass(slots=True)
class Open:
    """What is still asked of one goal. ``met``: its premise has been met."""

    goal: StateGoal | StepGoal
    hits: list[Hit] = field(default_factory=list)
    met: bool = False

    @property
    def settled(self) -> bool:
        """No further cause is looked for."""
        return isinstance(self.goal, StateGoal) and not self.goal.by_action and bool(self.hits)

    def knows(self, action: str | None) -> bool:
        """This cause has been found already."""
        return any(hit.action == action for hit in self.hits)


class Deepening(Generic[T]):
    """One search. ``depth``: so many steps have been searched; -1 before the first.

    ``most``: no play has more steps, nor a step that is in the way of itself after so many.
    """

    def __init__(
        self, system: System, goals: tuple[Goal, ...], unrolled: Unrolled[T], most: int
    ) -> None:
        self.most = most
        self.system = system
        self.goals = goals
        self.open = [Open(goal) for goal in goals if isinstance(goal, StateGoal | StepGoal)]
        self.unrolled = unrolled
        self.depth = -1
        self.why = ""

    def to(self, steps: int, engine: str, report: Report) -> bool:
        """Search on, to plays of so many steps; False if the budget is spent."""
        while self.depth < steps:
            self.unrolled.append()
            if not self._ask(self.depth + 1):
                self.why = self.unrolled.why
                return False
            self.depth += 1
            report(Progress(engine, self.depth, 0))
        return True

    def found(self, engine: str, strength: Strength) -> Search:
        """What was searched, and the answers."""
        return Search(
            engine=engine,
            strength=strength,
            situations=0,
            steps=0,
            depth=self.depth,
            cutoffs=(),
            answers=tuple(self._answer(goal) for goal in self.goals),
            why=self.why,
        )

    def _answer(self, goal: Goal) -> Answer:
        for entry in self.open:
            if entry.goal is goal:
                hits = sorted(entry.hits, key=lambda hit: (len(hit.path), hit.action or ""))
                return Answer(goal.name, tuple(hits), int(entry.met))
        return Answer(goal.name, (), None)

    # ---------------------------------------------------------------- asking

    def _ask(self, depth: int) -> bool:
        """Find everything that takes exactly this many steps; False if the budget is spent."""
        ask = self.unrolled.any
        while True:
            wanted = [(entry, self._hit(entry, depth)) for entry in self.open if not entry.settled]
            found = self.unrolled.ask(ask([term for _, term in wanted]))
            if found is None:
                return False
            if not found:
                break
            for entry, term in wanted:
                if self.unrolled.holds(term):
                    entry.hits.append(self._read(entry, depth))
        while True:
            wanted = [(entry, self._premise(entry, depth)) for entry in self.open if not entry.met]
            found = self.unrolled.ask(ask([term for _, term in wanted]))
            if found is None:
                return False
            if not found:
                return True
            for entry, term in wanted:
                entry.met |= self.unrolled.holds(term)

    def _hit(self, entry: Open, depth: int) -> T:
        """The goal is reached by a play of exactly ``depth`` steps, by a new cause."""
        say = self.unrolled
        match entry.goal:
            case StateGoal(hit=hit, by_action=by_action):
                if isinstance(hit, Constant) and not hit.value:
                    return say.any([])
                here = say.truth(depth, hit)
                if not by_action:
                    return here
                if depth == 0:
                    return say.any([]) if entry.knows(None) else here
                known = [
                    say.not_(say.is_(depth - 1, index))
                    for index, transition in enumerate(self.system.transitions)
                    if entry.knows(transition.action.name)
                ]
                return say.all([here, say.not_(say.truth(depth - 1, hit)), *known])
            case StepGoal(hit=hits):
                return self._step(entry.goal, entry, hits, depth)

    def _step(self, goal: StepGoal, entry: Open | None, terms: tuple[Term, ...], depth: int) -> T:
        """A step meets the goal: the last of ``depth``, or the next one if it is not taken.

        A step that is in the way of itself cannot be among the steps of the play, so it is
        asked for one moment earlier, where the next step is still free.
        """
        say = self.unrolled
        source = depth - 1 if goal.taken else depth
        if source < 0 or source >= self.most:
            return say.any([])
        ways = []
        for index, transition in enumerate(self.system.transitions):
            if entry is not None and entry.knows(transition.action.name):
                continue
            term = terms[index]
            if isinstance(term, Constant) and not term.value:
                continue
            parts = [say.legal(source, index), say.truth(source, term)]
            if goal.taken:
                parts.append(say.truth(source, transition.goes))
            ways.append(say.all(parts))
        return say.any(ways)

    def _premise(self, entry: Open, depth: int) -> T:
        match entry.goal:
            case StateGoal(premise=premise):
                return self.unrolled.truth(depth, premise)
            case StepGoal(premise=premises):
                return self._step(entry.goal, None, premises, depth)

    def _read(self, entry: Open, depth: int) -> Hit:
        say = self.unrolled
        rows = [say.row(moment) for moment in range(depth + 1)]
        taken = [say.taken(moment) for moment in range(depth)]
        steps = tuple((*act, row) for act, row in zip(taken, rows[1:], strict=True))
        last = None
        match entry.goal:
            case StepGoal(taken=False):
                last = say.taken(depth)
                cause: int | None = last[0]
            case StateGoal(by_action=False):
                cause = None
            case _:
                cause = taken[-1][0] if taken else None
        action = None if cause is None else self.system.transitions[cause].action.name
        return Hit(action, Path(rows[0], steps, last))
