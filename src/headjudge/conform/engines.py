"""What an engine is to the play: whoever takes acts, and says what is legal and what is seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from headjudge.conform.deeds import Deed, Deeds
from headjudge.evidence.itf import Json


class Complaint(Enum):
    """What can be wrong with an engine as a program, whatever the rules are."""

    CRASHED = "it has ended"
    HUNG = "it does not answer"
    CLOSED = "it has closed its output"
    FLOODED = "it writes without end"
    UNASKED = "it answers out of turn"
    LONG = "its answer is too long"
    NOT_UTF8 = "its answer is no UTF-8"
    NOT_JSON = "its answer is no JSON"
    DEEP = "its answer is nested too deeply"
    WRONG = "its answer is not what was asked for"
    FAILED = "it reports an error"


class EngineError(Exception):
    """An engine cannot be played on with. ``detail``: what it did, in a line."""

    def __init__(self, complaint: Complaint, detail: str) -> None:
        """Say what is wrong."""
        super().__init__(f"{complaint.value}: {detail}")
        self.complaint = complaint
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Habits:
    """What an engine says of itself.

    ``by_itself``: steps that it takes unasked, with their plainest arguments. ``by_name``:
    actions of which it says who may do them, but not with which arguments. ``lacks``: actions
    that it has not got.
    """

    name: str = "the engine"
    by_itself: frozenset[str] = frozenset()
    by_name: frozenset[str] = frozenset()
    lacks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Start:
    """How a play begins.

    ``given``: the stocks that may start at any value.
    """

    players: int
    scope: Mapping[str, int]
    given: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class View:
    """What an engine says of where it stands: what is legal, and what each player sees."""

    legal: tuple[Deed, ...]
    seen: tuple[Mapping[str, Json], ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """What an engine says to a deed: ``refused`` tells why, None if it has done it."""

    refused: str | None
    view: View


class Engine(Protocol):
    """An engine that is being played with. Every method raises EngineError."""

    @property
    def habits(self) -> Habits:
        """What it says of itself."""

    def reset(self, start: Start, deeds: Deeds) -> View | str:
        """Begin a play; a text says why that cannot be."""

    def apply(self, deed: Deed) -> Reply:
        """Try a deed."""
