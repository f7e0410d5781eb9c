"""Playing on the fly: what has not been tried is tried first, always in the same way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from headjudge.conform.deeds import Deed
from headjudge.conform.disagreements import Disagreement, failed
from headjudge.conform.engines import Engine, EngineError, Start
from headjudge.conform.match import Match
from headjudge.conform.moments import Moment, Moments, Way
from headjudge.evidence.itf import encode
from headjudge.rulebook.syntax import Rulebook, Setting
from headjudge.semantics.executable import Table

LONGEST = 60
PROBES = 4  # of so many deeds one is something that has to be refused


@dataclass(slots=True)
class Coverage:
    """What has been tried: how often each, and where.

    ``clauses``: those that have allowed something, brought something about or refused
    something, by the action and whether it was refused. ``names``: under which something was
    seen.
    """

    plays: int = 0
    deeds: int = 0
    refusals: int = 0
    clauses: Counter[tuple[str, str, bool]] = field(default_factory=Counter)
    tried: Counter[tuple[int, Deed]] = field(default_factory=Counter)
    named: Counter[Deed] = field(default_factory=Counter)
    names: set[str] = field(default_factory=set)

    def note(self, deed: Deed, clauses: Sequence[str], *, refused: bool) -> None:
        """A deed was done, or refused, because of these clauses."""
        self.deeds += 1
        self.refusals += refused
        self.named[deed] += 1
        self.clauses.update((deed.action, clause, refused) for clause in clauses)


def starts(rulebook: Rulebook, setting: Setting, way: Way) -> tuple[tuple[Start, Table], ...]:
    """All first situations of a game, each with how an engine is told of it."""
    free = [index for index, one in enumerate(rulebook.fields) if one.initial is None]
    found = []
    for state in way.game.initial():
        values = way.game.freeze(state).values
        given = {
            rulebook.fields[index].name: encode(values[index], rulebook.fields[index].type)
            for index in free
            if values[index] != ()
        }
        found.append((Start(setting.players, dict(setting.scope), given), state))
    return tuple(found)


class Explorer:
    """Plays one play after another, each from some first situation."""

    def __init__(
        self,
        rulebook: Rulebook,
        setting: Setting,
        ways: Sequence[Way],
        seed: int,
    ) -> None:
        """Explore ``rulebook`` in a setting; ``ways``: those in which the engine may take it."""
        self.ways = tuple(ways)
        self.coverage = Coverage()
        self._random = random.Random(seed)  # noqa: S311 - the same plays each time
        self._starts = starts(rulebook, setting, self.ways[0])
        self._states = {id(start): state for start, state in self._starts}

    def play(self, engine: Engine, most: int) -> Disagreement | str | None:
        """Play once, at most so many deeds; a text says why the engine could not begin."""
        start, _ = self._random.choice(self._starts)
        match = Match(engine, start, self.at(start))
        found = match.begin()
        self.coverage.plays += 1
        for _ in range(min(most, LONGEST)):
            if found is not None or match.over:
                break
            deed = self._next(match)
            if deed is None:
                break
            found = self._offer(match, deed)
        self.coverage.names.update(name for sees in match.view.seen for name in sees)
        if found is None:
            self._narrow(match)
        return found

    def at(self, start: Start) -> Moments:
        """Where the rules stand at the start of a play."""
        state = self._states[id(start)]
        return tuple(way.moment(state) for way in self.ways)

    def broken(self, error: EngineError) -> Disagreement:
        """An engine that has not even begun."""
        start, _ = self._starts[0]
        return failed(error, start, (), self.at(start)[0])

    def _offer(self, match: Match, deed: Deed) -> Disagreement | None:
        before = match.moments[0]
        acts = before.acts(deed)
        clauses = before.clauses(acts[0]) if acts else before.refusals(deed)
        self.coverage.note(deed, clauses, refused=not acts)
        self.coverage.tried[before.number, deed] += 1
        return match.offer(deed)

    def _narrow(self, match: Match) -> None:
        """An engine keeps to the way in which it takes the text."""
        left = {id(moment.way) for moment in match.moments}
        self.ways = tuple(way for way in self.ways if id(way) in left)

    def _next(self, match: Match) -> Deed | None:
        """What has been tried least here, and least at all; None if there is nothing to do."""
        here = match.moments[0]
        if self._random.randrange(PROBES) == 0:
            forbidden = self._forbidden(match)
            if forbidden is not None:
                return forbidden
        habits = match.habits
        away = habits.lacks | habits.by_itself
        offered = set(match.view.legal)
        choices = [
            deed
            for deed in here.allowed
            if deed.action not in away
            and (deed in here.required or deed in offered)
            and here.playable(deed)
        ]
        return self._least(here, sorted(choices, key=_spelling)) or self._forbidden(match)

    def _forbidden(self, match: Match) -> Deed | None:
        """Something that has to be refused, for a reason that was tried least."""
        here = match.moments[0]
        away = match.habits.lacks | match.habits.by_itself
        allowed = {deed for moment in match.moments for deed in moment.allowed}
        some = [deed for deed in here.way.deeds if deed not in allowed and deed.action not in away]
        if not some:
            return None
        return self._least(here, self._random.sample(some, min(len(some), 12)))

    def _least(self, here: Moment, choices: Sequence[Deed]) -> Deed | None:
        if not choices:
            return None
        place, tried, named = here.number, self.coverage.tried, self.coverage.named
        return min(
            choices,
            key=lambda deed: (tried[place, deed], named[deed], self._random.random()),
        )


def _spelling(deed: Deed) -> tuple[str, str, str]:
    return deed.actor, deed.action, deed.arguments
