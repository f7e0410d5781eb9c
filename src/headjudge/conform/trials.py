"""A whole trial of an engine: it is played until it differs from the rules, or long enough."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from headjudge.conform.cases import Script
from headjudge.conform.deeds import Deeds
from headjudge.conform.disagreements import Disagreement, Discord
from headjudge.conform.engines import EngineError, Habits, Start
from headjudge.conform.exploring import Coverage, Explorer
from headjudge.conform.moments import Moments, ways
from headjudge.conform.process import Limits
from headjudge.conform.protocol import Spoken
from headjudge.conform.shortening import Shortener
from headjudge.rulebook.syntax import Rulebook, Setting

MOST_CANNOT = 50


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to try: so many deeds and no longer than so many seconds, with this seed."""

    deeds: int = 10_000
    seconds: float = 120.0
    seed: int = 0
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class Question:
    """Which engine is tried against which rules.

    ``command``: a program and its arguments. ``scripts`` gives the cases that are played.
    """

    rulebook: Rulebook
    setting: Setting
    command: tuple[str, ...]
    effort: Effort = field(default_factory=Effort)
    scripts: Callable[[Deeds], Sequence[Script]] = lambda _: ()


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of it.

    ``readings``: the answers to open questions that the engine's play still leaves, a tuple
    for each way. ``why``: why there is no verdict. ``cases``: how many were played; ``case``:
    the one by which something was found.
    """

    rulebook: Rulebook
    setting: Setting
    habits: Habits
    coverage: Coverage
    readings: tuple[tuple[tuple[str, str], ...], ...]
    found: Disagreement | None = None
    why: str = ""
    cases: int = 0
    case: Script | None = None


class Workshop:
    """Starts an engine, and starts it anew when it has to be."""

    def __init__(self, command: Sequence[str], rulebook: Rulebook, limits: Limits) -> None:
        """Nothing is started yet."""
        self._command = tuple(command)
        self._rulebook = rulebook
        self._limits = limits
        self._engine: Spoken | None = None

    def __enter__(self) -> Self:
        """For as long as it is needed."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing of the engine is left."""
        self.close()

    def engine(self) -> Spoken:
        """The engine that runs, or a new one. Raises OSError, EngineError."""
        if self._engine is None:
            self._engine = Spoken(self._command, self._rulebook, self._limits)
        return self._engine

    def anew(self) -> Spoken:
        """A new process of it. Raises OSError, EngineError."""
        self.close()
        return self.engine()

    def close(self) -> None:
        """End it."""
        if self._engine is not None:
            engine, self._engine = self._engine, None
            engine.close()


def trial(question: Question, tell: Callable[[int], None] = lambda _: None) -> Trial:
    """Try an engine: cases first, then whatever is new.

    ``tell`` hears how many deeds there have been. Raises OSError if there is no such program,
    TooManyWaysError if the rulebook leaves too much open, and what ``scripts`` raises.
    """
    rulebook, setting, effort = question.rulebook, question.setting, question.effort
    explorer = Explorer(rulebook, setting, ways(rulebook, setting), effort.seed)
    cases = question.scripts(explorer.ways[0].deeds)
    with Workshop(question.command, rulebook, effort.limits) as workshop:
        try:
            habits = workshop.engine().habits
        except EngineError as error:
            broken = explorer.broken(error)
            return Trial(rulebook, setting, Habits(), explorer.coverage, (), broken)
        found, case = _act_out(explorer, workshop, cases)
        why = ""
        if found is None:
            outcome = _explore(explorer, workshop, effort, tell)
            if isinstance(outcome, Disagreement):
                found = outcome
            else:
                why = outcome
        if found is not None:
            found = _shortened(found, workshop, habits, explorer.at)
        readings = tuple(way.readings for way in explorer.ways)
        return Trial(
            rulebook, setting, habits, explorer.coverage, readings, found, why, len(cases), case
        )


def _act_out(
    explorer: Explorer, workshop: Workshop, cases: Sequence[Script]
) -> tuple[Disagreement | None, Script | None]:
    """Play cases, up to the first that shows a disagreement."""
    for case in cases:
        found = explorer.act_out(workshop.engine(), case)
        if isinstance(found, Disagreement):
            return found, case
    return None, None


def _explore(
    explorer: Explorer, workshop: Workshop, effort: Effort, tell: Callable[[int], None]
) -> Disagreement | str:
    """What is found, or why there is no verdict; no text if there is nothing to be found."""
    end = time.monotonic() + effort.seconds
    coverage = explorer.coverage
    cannot = 0
    while coverage.deeds < effort.deeds:
        if time.monotonic() > end:
            return f"after {effort.seconds:g} seconds there had been {coverage.deeds:,} deeds"
        before = coverage.deeds
        found = explorer.play(workshop.engine(), effort.deeds - coverage.deeds)
        tell(coverage.deeds)
        if isinstance(found, Disagreement):
            return found
        cannot = cannot + 1 if isinstance(found, str) or coverage.deeds == before else 0
        if cannot > MOST_CANNOT:
            return f"the engine cannot begin: {found}" if found else "nothing can be played"
    return ""


def _shortened(
    found: Disagreement,
    workshop: Workshop,
    habits: Habits,
    moments: Callable[[Start], Moments],
) -> Disagreement:
    """The same after a shorter play. An engine that cannot go on is started anew each time."""
    broken = found.discord is Discord.FAILS
    workshop.close()
    fresh = workshop.anew if broken else workshop.engine
    return Shortener(fresh, habits, moments).shorten(found)
