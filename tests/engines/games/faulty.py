"""Engines that are right but for one thing, each of a kind that real engines got wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.engines.games.cascade import Cascade
from tests.engines.games.chain import Chain
from tests.engines.games.engine import Choice, Engine, choice
from tests.engines.games.opportunity import Opportunity


class NoWindowAtTheEndOfMain(Opportunity):
    """If the turn player passes with an empty stack, nobody else is asked."""

    def pass_on(self, player: str) -> None:
        super().pass_on(player)
        if self.phase == "MAIN" and not self.stack and player == self.turn:
            self.passes = 0
            self.course = "MOVING_ON"


class EnteringCannotBeAnswered(Opportunity):
    """What triggers on entering is done on the spot and never lies on the stack."""

    def trigger(self, player: str, what: str) -> None:
        super().trigger(player, what)
        if what == "ENTERS":
            self.waiting.remove((player, what))


class TurnPlayerOrNot(Opportunity):
    """Of several triggers the turn player's come first, and the others in any order."""

    def placing(self) -> Iterator[Choice]:
        turn_players = [one for one in self.waiting if one[0] == self.turn]
        for player, trigger in turn_players or self.waiting:
            for target in self.targets():
                yield choice("place", player=player, trigger=trigger, target=target)


class PassSurvives(Chain):
    """A pass is still good after somebody has added something."""

    def put(self, player: str, kind: str) -> None:
        passes = self.passes
        super().put(player, kind)
        self.passes = passes


class CancelledPlayPasses(Chain):
    """A play that is refused has passed priority all the same."""

    def apply(self, action: str, arguments: Mapping[str, Any]) -> bool:
        done = super().apply(action, arguments)
        if not done and self.stage == "EXECUTE" and arguments.get("player") == self.priority:
            self.priority = self.after(arguments["player"])
        return done


class TwoHolders(Cascade):
    """In a window both players may respond."""

    def in_a_window(self) -> Iterator[Choice]:
        yield from super().in_a_window()
        if self.priority is not None and self.phase != "EMPLACEMENT":
            yield from self.fast_effects(self.after(self.priority))


class PassesForAmbushers(Cascade):
    """A player whose only answer is an Ambush is passed by the game."""

    def has_something(self, player: str) -> bool:
        return self.offered[player] > 0 or self.fast[player] > 0


class TriggersAreOverwritten(Opportunity):
    """What triggers takes the place of what waited to be put on the stack."""

    def trigger(self, player: str, what: str) -> None:
        super().trigger(player, what)
        self.waiting = [(player, what)]


class InstantsBeforeCaptures(Cascade):
    """Instant Effects resolve before the Souls that are down to 0 HP are looked at."""

    def captures(self) -> Iterator[Choice]:
        if not any(self.instants.values()):
            yield from super().captures()


class FocusGoesOnAfterAdd(Chain):
    """Focus is passed after an Add ability as after anything else."""

    def use_add(self, player: str) -> None:
        super().use_add(player)
        self.opened_by_itself = False


class NextPlayerIsAsked(Chain):
    """After items were finalized it is not the newest one's controller who has priority."""

    def execute(self) -> None:
        super().execute()
        self.priority = self.after(self.chain[-1].controller)


class WindowAfterAnAmbushIsSet(Cascade):
    """Setting an Ambush gives the opponent something to respond to."""

    def set_ambush(self, player: str) -> None:
        super().set_ambush(player)
        self.open_window()


class TwoPassesAreEnough(Chain):
    """Two passes in a row bring about a resolution, however many players there are."""

    def pass_priority(self, player: str) -> None:
        super().pass_priority(player)
        if self.passes == 2:
            self.passes = 0
            self.stage = "RESOLVE"


@dataclass(frozen=True)
class Faulty:
    """An engine with a fault, what game it plays, and with how many players it shows.

    ``scope``: so few cards are enough.
    """

    engine: type[Engine]
    rulebook: str
    players: int = 2
    scope: Mapping[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Its name."""
        return self.engine.__name__


ONE_CARD = {"cards": 1, "triggers": 1}
NO_TEXTS = {"texts": 0, "mandatory": 0, "instants": 0, "optional": 0}

FAULTY = (
    Faulty(NoWindowAtTheEndOfMain, "opportunity", scope=ONE_CARD),
    Faulty(EnteringCannotBeAnswered, "opportunity", scope=ONE_CARD),
    Faulty(TurnPlayerOrNot, "opportunity", 3),
    Faulty(TriggersAreOverwritten, "opportunity"),
    Faulty(PassSurvives, "chain"),
    Faulty(CancelledPlayPasses, "chain"),
    Faulty(FocusGoesOnAfterAdd, "chain"),
    Faulty(NextPlayerIsAsked, "chain"),
    Faulty(TwoPassesAreEnough, "chain", 3),
    Faulty(TwoHolders, "cascade", scope=NO_TEXTS),
    Faulty(PassesForAmbushers, "cascade", scope=NO_TEXTS),
    Faulty(InstantsBeforeCaptures, "cascade"),
    Faulty(WindowAfterAnAmbushIsSet, "cascade", scope=NO_TEXTS),
)
