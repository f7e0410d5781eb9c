"""A state machine for Hypothesis: random play of an engine, legal and illegal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from headjudge.cli import library
from headjudge.conform.deeds import Deed, spelled
from headjudge.conform.disagreements import Disagreement
from headjudge.conform.engines import Start
from headjudge.conform.exploring import starts
from headjudge.conform.match import Match, Standing
from headjudge.conform.moments import ways
from headjudge.reports import conforming, rendering, text
from headjudge.rulebook import setting
from headjudge.rulebook.syntax import Rulebook
from headjudge.semantics.executable import Table
from headjudge.testing.adapters import Adapted, Adapter

if TYPE_CHECKING:
    from hypothesis.stateful import RuleBasedStateMachine
    from hypothesis.strategies import SearchStrategy


def machine(
    rulebook: Rulebook | Path | str,
    adapter: Callable[[], Adapter],
    *,
    players: int | None = None,
    scope: Mapping[str, int] | None = None,
) -> type[RuleBasedStateMachine]:
    """A state machine that plays an engine by a rulebook, and beside it.

    ``rulebook``: one that is read, its file, or its name in ``model/``. ``adapter`` is called
    for each play. Where the engine and the rules differ, Hypothesis shows a short program that
    leads there. Give the result's ``TestCase`` a name in a test module::

        TestMyEngine = machine("my-game", MyAdapter).TestCase

    Needs Hypothesis. Raises UnreadableError if the rulebook cannot be read.
    """
    # Whoever has no Hypothesis can use the adapter all the same.
    from hypothesis import strategies  # noqa: PLC0415
    from hypothesis.stateful import (  # noqa: PLC0415
        RuleBasedStateMachine,
        initialize,
        precondition,
        rule,
    )

    board = Board(_read(rulebook), players, scope or {})

    def among(choices: Callable[[Play], Sequence[Deed]]) -> SearchStrategy[Choice]:
        """One of the deeds that the play has for a rule."""
        return strategies.runner().flatmap(
            lambda runner: strategies.sampled_from([*map(Choice, choices(runner.play_))])
        )

    class Machine(RuleBasedStateMachine):
        """One play after another; Hypothesis says which."""

        def __init__(self) -> None:
            super().__init__()
            self.play_ = Play(board, adapter())

        @initialize(start=strategies.sampled_from(board.starts))
        def begin(self, start: Beginning) -> None:
            """Begin."""
            self.play_.begin(start)

        @precondition(lambda self: self.play_.legal())
        @rule(deed=among(lambda play: play.legal()))
        def does(self, deed: Choice) -> None:
            """Something that is legal."""
            self.play_.offer(deed.deed)

        @precondition(lambda self: self.play_.illegal())
        @rule(deed=among(lambda play: play.illegal()))
        def must_not(self, deed: Choice) -> None:
            """Something that has to be refused."""
            self.play_.offer(deed.deed)

        @precondition(lambda self: not self.play_.legal() and not self.play_.illegal())
        @rule()
        def over(self) -> None:
            """There is nothing more to be said of this play."""

    Machine.__name__ = Machine.__qualname__ = "engine"
    return Machine


class Beginning:
    """A first situation of a game; shown as what it begins with."""

    def __init__(self, start: Start, state: Table) -> None:
        """The start, and the state of the rules there."""
        self.start = start
        self.state = state

    def __repr__(self) -> str:
        return spelled(dict(self.start.given))


class Choice:
    """A deed that Hypothesis has chosen; shown as a call."""

    def __init__(self, deed: Deed) -> None:
        """This deed."""
        self.deed = deed

    def __repr__(self) -> str:
        return repr(self.deed)


class Board:
    """What all plays of a machine have in common."""

    def __init__(self, rulebook: Rulebook, players: int | None, scope: Mapping[str, int]) -> None:
        """Plays of a rulebook with so many players, in this scope."""
        self.rulebook = rulebook
        self.setting = setting(rulebook, players=players, scope=scope)
        self.ways = ways(rulebook, self.setting)
        self.starts = tuple(
            Beginning(start, state) for start, state in starts(rulebook, self.setting, self.ways[0])
        )
        self.deeds = tuple(self.ways[0].deeds)


class Play:
    """One play of a machine; raises AssertionError where the engine and the rules differ."""

    def __init__(self, board: Board, adapter: Adapter) -> None:
        """Nothing is played yet."""
        self._board = board
        self._engine = Adapted(adapter)
        self._match: Match | None = None

    def begin(self, beginning: Beginning) -> None:
        """Begin, if the engine can."""
        moments = tuple(way.moment(beginning.state) for way in self._board.ways)
        match = Match(self._engine, beginning.start, moments)
        found = match.begin()
        if isinstance(found, str):
            return
        self._fail(found)
        self._match = match

    def legal(self) -> list[Deed]:
        """What may be done next, the plainest first."""
        match = self._match
        if match is None or match.over:
            return []
        here = match.moments[0]
        away = self._away()
        return [
            deed
            for deed in here.allowed_in_order
            if deed.action not in away
            and (deed in here.required or deed in match.view.legal)
            and here.playable(deed)
        ]

    def illegal(self) -> list[Deed]:
        """What has to be refused next."""
        match = self._match
        if match is None or match.over:
            return []
        away = self._away()
        return [
            deed
            for deed in self._board.deeds
            if deed.action not in away and match.standing(deed) is Standing.REFUSED
        ]

    def offer(self, deed: Deed) -> None:
        """Have the engine try a deed."""
        if self._match is not None:
            self._fail(self._match.offer(deed))

    def _away(self) -> frozenset[str]:
        return self._engine.habits.lacks | self._engine.habits.by_itself

    def _fail(self, found: Disagreement | None) -> None:
        if found is not None:
            board = self._board
            blocks = conforming.difference(board.rulebook, board.setting, found)
            raise AssertionError("\n" + text.text(rendering.lines(blocks, None)))


def _read(rulebook: Rulebook | Path | str) -> Rulebook:
    match rulebook:
        case Rulebook():
            return rulebook
        case Path():
            return library.read(library.Source(rulebook)).rulebook
        case str():
            return library.read(library.find_one(rulebook)).rulebook
