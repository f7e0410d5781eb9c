"""Playing on the fly: what has not been tried is tried first, always in the same way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from headjudge.conform.cases import Script
from headjudge.conform.deeds import Deed
from headjudge.conform.disagreements import Disagreement, failed
from headjudge.conform.engines import Engine, EngineError, Start
from headjudge.conform.match import Match, Standing
from headjudge.conform.moments import Moment, Moments, Way
from headjudge.evidence.itf import encode
from headjudge.rulebook.syntax import Rulebook, Setting
from headjudge.semantics.executable import Table

LONGEST = 100
NEAR = 150  # so many moments are looked at for something new here
FAR = 600  # and so many for something new at all
REST = 10  # where there is nothing new near, so many deeds go by before it is looked for again,
LONGEST_REST = 300  # and each time more
FAR_REST = 8  # and so many times it is then looked for only near
DEAR = 6  # steps that are gone rather than spend one of a stock
IDLE = 25  # after so many deeds without anything new a play is over
DRAWN = 12
PROBES = 4  # of so many deeds one is something that has to be refused


@dataclass(slots=True)
class Coverage:
    """What has been tried: how often each, and where.

    ``clauses``: those that have allowed something, brought something about or refused
    something, by the action and whether it was refused. ``together``: all clauses of one
    deed; ``places``: and where play was. ``names``: under which something was seen.
    """

    plays: int = 0
    deeds: int = 0
    refusals: int = 0
    clauses: Counter[tuple[str, str, bool]] = field(default_factory=Counter)
    together: set[tuple[str, tuple[str, ...]]] = field(default_factory=set)
    places: set[tuple[str, tuple[str, ...], tuple[object, ...]]] = field(default_factory=set)
    tried: Counter[tuple[int, Deed]] = field(default_factory=Counter)
    named: Counter[Deed] = field(default_factory=Counter)
    done: Counter[Deed] = field(default_factory=Counter)
    names: set[str] = field(default_factory=set)

    def known(self, deed: Deed, clauses: tuple[str, ...]) -> bool:
        """Whether a deed was done before, and the same for these reasons."""
        return self.done[deed] > 0 and (deed.action, clauses) in self.together

    def note(self, deed: Deed, clauses: Sequence[str], *, refused: bool) -> None:
        """A deed was done, or refused, because of these clauses."""
        self.deeds += 1
        self.refusals += refused
        self.named[deed] += 1
        self.done[deed] += not refused
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
        self._plan: list[Deed] = []
        self._rest = self._far = self._idle = 0
        self._pause = REST
        self._states = {id(start): state for start, state in self._starts}

    def play(self, engine: Engine, most: int) -> Disagreement | str | None:
        """Play once, at most so many deeds; a text says why the engine could not begin."""
        # The last start is the fullest: most can happen from there.
        full = self._random.randrange(2) == 0
        start, _ = self._starts[-1] if full else self._random.choice(self._starts)
        match = Match(engine, start, self.at(start))
        found = match.begin()
        self.coverage.plays += 1
        self._plan = []
        self._rest = self._far = self._idle = 0
        for _ in range(min(most, LONGEST)):
            if found is not None or match.over or self._idle > IDLE:
                break
            deed = self._next(match)
            if deed is None:
                break
            found = self._offer(match, deed)
        self.coverage.names.update(name for sees in match.view.seen for name in sees)
        if found is None:
            self._narrow(match)
        return found

    def act_out(self, engine: Engine, script: Script) -> Disagreement | str | None:
        """Play a case; a text says why that is not done.

        It is left where it goes on with what is not legal, in the ways to take the text that
        the engine's play has left.
        """
        start = next((one for one, _ in self._starts if _begins(one, script)), None)
        if start is None:
            return "no game begins so"
        match = Match(engine, start, self.at(start))
        found = match.begin()
        self.coverage.plays += 1
        for deed, done in script.deeds:
            if found is not None or match.over:
                break
            standing = match.standing(deed)
            if done and standing is Standing.REFUSED:
                break
            if done or standing is Standing.REFUSED:
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
        clauses, refused = _because(before, deed)
        self.coverage.note(deed, clauses, refused=refused)
        self.coverage.tried[before.number, deed] += 1
        known = len(self.coverage.places)
        for one in match.moments:
            because = _because(one, deed)[0]
            self.coverage.together.add((deed.action, because))
            self.coverage.places.add((deed.action, because, one.outline))
        new = len(self.coverage.places) > known or self._plan
        self._idle = 0 if new else self._idle + 1
        return match.offer(deed)

    def _narrow(self, match: Match) -> None:
        """An engine keeps to the way in which it takes the text."""
        left = {id(moment.way) for moment in match.moments}
        self.ways = tuple(way for way in self.ways if id(way) in left)

    def _next(self, match: Match) -> Deed | None:
        """What leads to something new, else what was tried least; None if there is nothing."""
        if self._random.randrange(PROBES) == 0:
            forbidden = self._forbidden(match)
            if forbidden is not None:
                return forbidden
        choices = self._choices(match, match.moments[0])
        if not choices:
            return self._forbidden(match)
        if self._plan and self._plan[0] in choices:
            return self._plan.pop(0)
        self._rest = max(self._rest - 1, 0)
        self._plan = [] if self._rest > 0 else self._search(match)
        if self._plan:
            return self._plan.pop(0)
        return self._least(match.moments[0], choices)

    def _choices(self, match: Match, here: Moment) -> list[Deed]:
        """What may be done, as far as the engine has it."""
        offered = set(match.view.legal)
        away = match.habits.lacks | match.habits.by_itself
        return [
            deed
            for deed in here.allowed_in_order
            if deed.action not in away
            and (deed in here.required or deed in offered)
            and here.playable(deed)
        ]

    def _search(self, match: Match) -> list[Deed]:
        """A way to something new, if that is near: one that is short and spends little.

        What was never done, or never because of these clauses, is worth a longer way than what
        was never done just here.
        """
        # Each way to take the text in its turn: what is new in one may tell them apart.
        first = match.moments[self.coverage.plays % len(match.moments)]
        ways_: dict[int, list[Deed]] = {first.number: []}
        queue = [(0, first.number, first)]
        nearest: list[Deed] = []
        while queue and len(ways_) < (NEAR if self._far > 0 else FAR):
            *_, here = heappop(queue)
            for deed in self._choices(match, here):
                act = here.acts(deed)[0]
                clauses = here.clauses(act)
                if not self.coverage.known(deed, clauses):
                    return [*ways_[here.number], deed]
                if not nearest and (deed.action, clauses, here.outline) not in self.coverage.places:
                    nearest = [*ways_[here.number], deed]
                after = here.after(act)
                if after is not None and after.number not in ways_:
                    way = ways_[after.number] = [*ways_[here.number], deed]
                    cost = len(way) + DEAR * (first.stock - after.stock)
                    heappush(queue, (cost, after.number, after))
            if nearest and self._far > 0:
                break
        self._far = self._far - 1 if self._far > 0 else FAR_REST
        self._pause = REST if nearest else min(2 * self._pause, LONGEST_REST)
        self._rest = 0 if nearest else self._pause
        return nearest

    def _forbidden(self, match: Match) -> Deed | None:
        """Something that has to be refused, for reasons for which nothing was yet if possible."""
        here = match.moments[0]
        away = match.habits.lacks | match.habits.by_itself
        allowed = {deed for moment in match.moments for deed in moment.allowed}
        some = [deed for deed in here.way.deeds if deed not in allowed and deed.action not in away]
        if not some:
            return None
        drawn = self._random.sample(some, min(len(some), 4 * DRAWN))
        # What only the rules stand in the way of says more.
        drawn = sorted(drawn, key=lambda deed: not here.possible(deed))[:DRAWN]
        known = self.coverage.places
        new = [
            deed for deed in drawn if (deed.action, here.refusals(deed), here.outline) not in known
        ]
        return self._least(here, new or drawn)

    def _least(self, here: Moment, choices: Sequence[Deed]) -> Deed | None:
        """Of several what was tried least here, then least at all."""
        if not choices:
            return None
        place, tried, named = here.number, self.coverage.tried, self.coverage.named
        return min(
            choices,
            key=lambda deed: (tried[place, deed], named[deed], self._random.random()),
        )


def _begins(start: Start, script: Script) -> bool:
    """Whether a case begins with this start."""
    return all(script.situation.get(name) == value for name, value in start.given.items())


def _because(moment: Moment, deed: Deed) -> tuple[tuple[str, ...], bool]:
    """The clauses by which a deed happens or is refused, and whether it is refused."""
    acts = moment.acts(deed)
    return (moment.clauses(acts[0]), False) if acts else (moment.refusals(deed), True)
