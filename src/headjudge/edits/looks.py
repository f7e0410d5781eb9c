"""What all properties together say of a rulebook in one setting, as far as that is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from headjudge.checks.audit import own_properties
from headjudge.checks.idle import Idle
from headjudge.checks.tasks import Asked, Plan, Task, plan
from headjudge.checks.uses import of_all_settings
from headjudge.checks.verdicts import Answered, Bench
from headjudge.engines.explore import Explorer
from headjudge.engines.search import Answer, Budget, MeetingGoal, Report, Search
from headjudge.evidence.precedence import precedence
from headjudge.evidence.replay import Replayer, replayer
from headjudge.evidence.results import Cause, Kind, Result, Verdict
from headjudge.rulebook.syntax import Property, Rulebook, Setting
from headjudge.rulebook.values import Ruling
from headjudge.semantics.symbolic.lower import lower
from headjudge.semantics.symbolic.system import System

# What takes the longest to be replayed and blamed is asked last.
_SLOW = (Kind.DENIED, Kind.LEAK, Kind.ORDER, Kind.LOOP, Kind.STUCK)
_HOLDS = (Verdict.EXHAUSTIVE, Verdict.WITHIN_SCOPE, Verdict.BOUNDED)


@dataclass(frozen=True, slots=True)
class Mark:
    """What a property comes to: a verdict, and the names of its findings."""

    verdict: str
    findings: frozenset[str]


Answers = tuple[tuple[str, str], ...]

# What the search answers for a property, before anything is replayed.
Signs = tuple[tuple[object, ...], ...]


@dataclass(frozen=True, slots=True)
class Known:
    """What the properties come to in one setting, with the rulebook as it is."""

    setting: Setting
    situations: int
    signs: Mapping[str, Signs]
    marks: Mapping[str, Mark]


@dataclass(frozen=True, slots=True)
class Court:
    """A rulebook and all that is asked of it, the smallest setting first.

    ``whole``: every property is asked of every change, also if something has noticed it.
    ``meetings``: also asked is which sets of more than two clauses cannot be obeyed together.
    """

    rulebook: Rulebook
    properties: tuple[Property, ...]
    settings: tuple[Setting, ...]
    budget: Budget
    whole: bool = False
    meetings: bool = False

    def asked(self) -> tuple[Property, ...]:
        """The properties; what only all settings together can tell is not asked."""
        return tuple(one for one in self.properties if not of_all_settings(one))


def lowered(book: Rulebook, made: Setting) -> tuple[System, frozenset[tuple[int, int]]]:
    """A rulebook as a system, and the pairs of norms of which the one is an exception."""
    plain = lower(book, made)
    exceptions = precedence(plain).exceptions
    return (lower(book, made, Ruling(exceptions=exceptions)) if exceptions else plain), exceptions


class Look:
    """One search for everything that is asked; a result is made, and replayed, on demand."""

    @staticmethod
    def at(book: Rulebook, court: Court, made: Setting, budget: Budget, report: Report) -> Look:
        """Search a rulebook in a setting, for the properties and for its own claims."""
        asked = (*court.asked(), *own_properties(book))
        system, exceptions = lowered(book, made)
        tasks = plan(asked, system, parts=False)
        if not court.meetings:
            tasks = replace(tasks, tasks=tuple(map(_without_meetings, tasks.tasks)))
        goals = tuple(one.goal for mine in tasks.tasks for one in mine.asked)
        search = Explorer().search(tasks.system, goals, budget, report)
        return Look(tasks, search, asked, Stand(book, made, exceptions))

    def __init__(self, made: Plan, search: Search, asked: Sequence[Property], stand: Stand) -> None:
        self.made = made
        self.search = search
        self.tasks = {mine.property.name: mine for mine in made.tasks}
        self.answers = _by_task(made, search)
        self.asked = asked
        self.stand = stand
        self.bench: Bench | None = None

    def signs(self) -> dict[str, Signs]:
        """What the search answers, by property."""
        return {
            name: tuple(_sign(asked.cause, answer) for asked, answer in self.answers[name])
            for name in self.tasks
        }

    @property
    def names(self) -> list[str]:
        """The names of all that is asked."""
        return [one.name for one in self.asked]

    def mark(self, name: str) -> Mark:
        """What a property comes to, in brief. Raises ReplayError."""
        return _mark(self.result(name))

    def slow(self, name: str) -> bool:
        """Whether it takes long to replay what a property finds."""
        return name in self.tasks and self.tasks[name].kind in _SLOW

    def result(self, name: str) -> Result | None:
        """What a property comes to; None if it has nothing to speak of. Raises ReplayError."""
        mine = self.tasks.get(name)
        if mine is None:
            return None
        if self.bench is None:
            self.bench = Bench(self.made.system, self.stand.replayer(self.asked))
        answered = [Answered(asked, answer, self.search) for asked, answer in self.answers[name]]
        return self.bench.result(mine, answered, Idle((), ()))


@dataclass(frozen=True, slots=True)
class Stand:
    """What a replay needs."""

    book: Rulebook
    setting: Setting
    exceptions: frozenset[tuple[int, int]]

    def replayer(self, asked: Sequence[Property]) -> Replayer:
        """The executable model with the claims of the properties."""
        return replayer(self.book, asked, self.setting, self.exceptions)


def _without_meetings(mine: Task) -> Task:
    kept = tuple(one for one in mine.asked if not isinstance(one.goal, MeetingGoal))
    return replace(mine, asked=kept)


def _by_task(made: Plan, search: Search) -> dict[str, list[tuple[Asked, Answer]]]:
    answers = iter(search.answers)
    return {
        mine.property.name: [(asked, next(answers)) for asked in mine.asked] for mine in made.tasks
    }


def _sign(cause: Cause, answer: Answer) -> tuple[object, ...]:
    """An answer without its plays: what is hit, and whether there is anything to speak of."""
    hits = frozenset((hit.action, hit.strategy and hit.strategy.side) for hit in answer.hits)
    return (cause, hits, answer.premises == 0, bool(answer.undecided), bool(answer.why))


def _mark(result: Result | None) -> Mark:
    if result is None:
        return Mark(Verdict.NOT_APPLICABLE.value, frozenset())
    verdict = "holds" if result.verdict in _HOLDS else result.verdict.value
    # That a search has no verdict says nothing of the rulebook.
    verdict = "holds" if result.verdict is Verdict.NO_VERDICT else verdict
    prints = (one.fingerprint for one in result.findings if not one.weak)
    return Mark(verdict, frozenset(prints))
