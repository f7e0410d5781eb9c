"""The protocol of docs/engine-protocol.md as a class that an engine's author fills in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, NoReturn

from headjudge.conform.deeds import Deed, Deeds
from headjudge.conform.engines import Complaint, EngineError, Habits, Reply, Start, View
from headjudge.conform.protocol import observed
from headjudge.evidence.strict import Node
from headjudge.rulebook import UnreadableError
from headjudge.rulebook.values import SEATS


class CannotError(Exception):
    """An engine cannot begin a play in the way that is asked."""


class Adapter:
    """Between an engine and headjudge; fill in the methods.

    ``by_itself``, ``by_name`` and ``lacks`` name actions, as an engine's answer to ``hello``
    does. Values are those of the protocol; ``None`` is nobody. ``version``: for written cases,
    the number of the version of the text that the engine plays, where the text is open.
    """

    version: ClassVar[int | None] = None
    by_itself: ClassVar[tuple[str, ...]] = ()
    by_name: ClassVar[tuple[str, ...]] = ()
    lacks: ClassVar[tuple[str, ...]] = ()

    def reset(self, players: int, scope: Mapping[str, int], start: Mapping[str, Any]) -> None:
        """Begin a new game. Raises CannotError."""
        raise NotImplementedError

    def legal(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        """All that may happen next: actions with their arguments, the player among these."""
        raise NotImplementedError

    def apply(self, action: str, arguments: Mapping[str, Any]) -> bool:
        """Do something; False refuses it, and then nothing has changed."""
        raise NotImplementedError

    def observe(self, player: str) -> Mapping[str, Any]:
        """What a player sees, by the names of roles or fields; nothing is compared of none."""
        del player
        return {}


class Adapted:
    """An adapter as an engine that is played with."""

    def __init__(self, adapter: Adapter) -> None:
        """Play with ``adapter``."""
        self.adapter = adapter
        self.habits = Habits(
            type(adapter).__name__,
            frozenset(adapter.by_itself),
            frozenset(adapter.by_name),
            frozenset(adapter.lacks),
        )
        self._players = 0
        self._deeds: Deeds | None = None

    def reset(self, start: Start, deeds: Deeds) -> View | str:
        """Begin a play; a text says why that cannot be."""
        self._players, self._deeds = start.players, deeds
        try:
            self.adapter.reset(start.players, start.scope, start.given)
        except CannotError as error:
            return str(error)
        return self._view(deeds)

    def apply(self, deed: Deed) -> Reply:
        """Try a deed. Raises EngineError."""
        done = self.adapter.apply(deed.action, dict(deed.given))
        if self._deeds is None:
            _wrong("no play has begun")
        return Reply(None if done else "", self._view(self._deeds))

    def _view(self, deeds: Deeds) -> View:
        try:
            legal = tuple(
                deeds.read(Node({"action": action, "arguments": dict(given)}, "legal"))
                for action, given in self.adapter.legal()
            )
            seen = tuple(
                observed(Node(dict(self.adapter.observe(seat)), f"observe({seat})"))
                for seat in SEATS[: self._players]
            )
        except UnreadableError as error:
            _wrong(str(error.faults[0].wrong))
        return View(legal, seen)


def _wrong(detail: str) -> NoReturn:
    raise EngineError(Complaint.WRONG, detail)
