"""One play of an engine against the rules: deed by deed, compared after each."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from headjudge.conform.deeds import Deed
from headjudge.conform.disagreements import Disagreement, Discord, Entry, How, Shown, failed
from headjudge.conform.engines import Engine, EngineError, Habits, Start, View
from headjudge.conform.moments import Moment, Moments, follow, unasked
from headjudge.evidence.itf import Json
from headjudge.rulebook.values import SEATS

MAX_BY_ITSELF = 1_000


class Standing(Enum):
    """How a deed stands."""

    REQUIRED = "legal"
    OPEN = "left open"
    REFUSED = "to be refused"


class Match:
    """A play. It is over when the rules say nothing more, or at the first disagreement."""

    def __init__(self, engine: Engine, start: Start, moments: Moments) -> None:
        """A play from a start, at which the rules stand at these moments."""
        self._engine = engine
        self.habits: Habits = engine.habits
        self._start = start
        self._entries: list[Entry] = []
        self.moments = moments
        self.over = False
        self.view = View((), ())

    def begin(self) -> Disagreement | str | None:
        """Begin it; a text says why the engine cannot."""
        try:
            found = self._engine.reset(self._start, self.moments[0].way.deeds)
        except EngineError as error:
            return self._failed(error)
        if isinstance(found, str):
            return found
        self._by_themselves()
        return self._compare(found)

    def standing(self, deed: Deed) -> Standing:
        """How a deed stands here."""
        if all(deed in moment.required for moment in self.moments):
            return Standing.REQUIRED
        if any(deed in moment.allowed for moment in self.moments):
            return Standing.OPEN
        return Standing.REFUSED

    def offer(self, deed: Deed) -> Disagreement | None:
        """Have the engine try a deed, and look at what comes of it."""
        standing = self.standing(deed)
        try:
            reply = self._engine.apply(deed)
        except EngineError as error:
            self._note(deed, How.PLAYED if standing is not Standing.REFUSED else How.REFUSED)
            return self._failed(error)
        if reply.refused is not None:
            return self._refused(deed, standing, reply.view)
        if standing is Standing.REFUSED:
            self._note(deed, How.REFUSED)
            return self._differ(Discord.TAKES, about=(deed,))
        self._note(deed, How.PLAYED)
        self._follow(deed)
        self._by_themselves()
        return self._compare(reply.view)

    def _refused(self, deed: Deed, standing: Standing, view: View) -> Disagreement | None:
        if standing is Standing.REQUIRED and self.moments[0].playable(deed):
            self._note(deed, How.PLAYED)
            return self._differ(Discord.REFUSES, about=(deed,))
        self._note(deed, How.REFUSED)
        left = tuple(moment for moment in self.moments if deed not in moment.required)
        self.moments = left or self.moments
        return self._compare(view)

    def _follow(self, deed: Deed) -> None:
        """Go on to after a deed; where it leads nowhere the play is over."""
        after = follow(self.moments, deed)
        self.over = not after
        self.moments = after or self.moments

    def _by_themselves(self) -> None:
        """Take the steps that the engine takes unasked."""
        for _ in range(MAX_BY_ITSELF):
            deed = None if self.over else unasked(self.moments, self.habits.by_itself)
            if deed is None:
                return
            self._note(deed, How.UNASKED)
            self._follow(deed)
        self.over = True

    def _note(self, deed: Deed, how: How) -> None:
        moment = self.moments[0]
        acts = moment.acts(deed)
        if how is How.REFUSED or not acts:
            known = moment.way.deeds.acts(deed)
            act = known[0] if known else None
            self._entries.append(Entry(deed, how, act, moment.refusals(deed)))
        else:
            self._entries.append(Entry(deed, how, acts[0], moment.clauses(acts[0])))

    # ---------------------------------------------------------------- comparing

    def _compare(self, view: View) -> Disagreement | None:
        """Hold what the engine says against each moment; those that differ are given up."""
        self.view = view
        if self.over or any(moment.silent for moment in self.moments):
            self.over = True
            return None
        wrong: list[Disagreement] = []
        left = []
        for moment in self.moments:
            found = self._legal(moment, view) or self._seen(moment, view)
            if found is None:
                left.append(moment)
            else:
                wrong.append(found)
        if not left:
            return min(wrong, key=lambda one: len(one.about))
        self.moments = tuple(left)
        return None

    def _legal(self, moment: Moment, view: View) -> Disagreement | None:
        lacking = self.habits.lacks | self.habits.by_itself
        offered = {self._key(deed) for deed in view.legal}
        allowed = {self._key(deed) for deed in moment.allowed}
        extra = [deed for deed in dict.fromkeys(view.legal) if self._key(deed) not in allowed]
        if extra:
            return self._differ(Discord.OFFERS, moment, about=tuple(extra))
        missing = [
            deed
            for deed in moment.legal
            if deed in moment.required
            and deed.action not in lacking
            and self._key(deed) not in offered
        ]
        missing = [deed for deed in missing if moment.playable(deed)]
        if missing:
            return self._differ(Discord.LACKS, moment, about=tuple(missing))
        return None

    def _key(self, deed: Deed) -> Deed:
        """A deed as far as the engine speaks of it."""
        if deed.action in self.habits.by_name:
            return Deed(deed.actor, deed.action, "{}")
        return deed

    def _seen(self, moment: Moment, view: View) -> Disagreement | None:
        for seat, sees in enumerate(view.seen):
            for name, given in sees.items():
                found = self._sight(moment, seat, name, given)
                if found is not None:
                    return found
        return None

    def _sight(self, moment: Moment, seat: int, name: str, given: Json) -> Disagreement | None:
        try:
            expected = moment.seen(name, seat)
        except KeyError:
            shown = Shown(seat, name, None, given)
            return self._differ(Discord.UNKNOWN, moment, shown=shown)
        if expected is None or _agrees(expected, given):
            return None
        hidden = moment.way.sights[name].hidden and isinstance(given, dict)
        more = hidden and isinstance(given, dict) and set(given) != {SEATS[seat]}
        discord = Discord.REVEALS if more else Discord.SHOWS
        return self._differ(discord, moment, shown=Shown(seat, name, expected, given))

    # --------------------------------------------------------------- differences

    def _failed(self, error: EngineError) -> Disagreement:
        self.over = True
        return failed(error, self._start, tuple(self._entries), self.moments[0])

    def _differ(
        self,
        discord: Discord,
        moment: Moment | None = None,
        *,
        about: tuple[Deed, ...] = (),
        shown: Shown | None = None,
    ) -> Disagreement:
        return Disagreement(
            discord,
            self._start,
            tuple(self._entries),
            self.moments[0] if moment is None else moment,
            about,
            self.view.legal,
            shown,
        )


def _agrees(expected: Json, given: Json) -> bool:
    """Whether what is given says nothing else; of an object it may leave parts out."""
    match expected, given:
        case dict(), dict():
            named: Mapping[str, Json] = given
            return all(key in expected and _agrees(expected[key], named[key]) for key in named)
        case list(), list():
            return len(expected) == len(given) and all(
                _agrees(one, other) for one, other in zip(expected, given, strict=True)
            )
        case _:
            return type(expected) is type(given) and expected == given
