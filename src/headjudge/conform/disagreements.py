"""What an engine does otherwise than the rules, and at which point of which play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from headjudge.conform.deeds import Deed
from headjudge.conform.engines import Complaint, EngineError, Start
from headjudge.conform.moments import Moment
from headjudge.evidence.itf import Json
from headjudge.rulebook.values import Act


class Discord(Enum):
    """How an engine and the rules differ."""

    LACKS = "the engine does not offer what is legal"
    OFFERS = "the engine offers what has to be refused"
    REFUSES = "the engine refuses what is legal"
    TAKES = "the engine does what has to be refused"
    SHOWS = "the engine shows another thing"
    REVEALS = "the engine shows a player what is hidden from them"
    UNKNOWN = "the engine shows what the rulebook does not know"
    FAILS = "the engine cannot be played on with"


class How(Enum):
    """How something in a play came about."""

    PLAYED = "played"
    REFUSED = "refused"
    UNASKED = "the engine does it by itself"


@dataclass(frozen=True, slots=True)
class Entry:
    """Something in a play: a deed, with the act that it is on the rules' side.

    ``clauses``: those that allow and follow from it, or those that refuse it.
    """

    deed: Deed
    how: How
    act: Act | None
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a player sees under a name: as the rules have it, and as the engine does."""

    seat: int
    name: str
    expected: Json | None
    given: Json


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A play at the end of which an engine and the rules differ.

    ``moment``: where the rules stand there. ``about``: the deeds that only one side allows,
    or the one that was tried. ``after_refusal``: the last entry was refused, and should have
    changed nothing. ``again``: the same play has shown the same once more.
    """

    discord: Discord
    start: Start
    entries: tuple[Entry, ...]
    moment: Moment
    about: tuple[Deed, ...] = ()
    offered: tuple[Deed, ...] = ()
    shown: Shown | None = None
    complaint: Complaint | None = None
    detail: str = ""
    again: bool = True

    @property
    def after_refusal(self) -> bool:
        """Whether the engine has changed by what it refused."""
        tried = self.discord in (Discord.REFUSES, Discord.TAKES)
        return bool(self.entries) and self.entries[-1].how is How.REFUSED and not tried

    def like(self, other: Disagreement) -> bool:
        """Whether it may stand for another one: both of the rules, or of the same complaint."""
        return self.complaint is other.complaint


def failed(
    error: EngineError, start: Start, entries: tuple[Entry, ...], moment: Moment
) -> Disagreement:
    """An engine cannot be played on with."""
    return Disagreement(
        Discord.FAILS, start, entries, moment, complaint=error.complaint, detail=error.detail
    )
