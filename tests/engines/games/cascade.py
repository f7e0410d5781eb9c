"""The Cascade, as somebody would write it who has the rules in hand and no model of them.

Where two clauses contradict one another, prohibitions win; an offer lapses when its window
closes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from tests.engines.games.engine import Choice, Engine, choice, serve

NEXT_PHASE = {"PREPARATION": "COMBAT", "COMBAT": "EMPLACEMENT", "EMPLACEMENT": "PREPARATION"}
OF_ONE = ("INSTANT", "FALL_INSTANT", "MANDATORY", "TWINS", "OPTIONAL", "NEXT_TURN")
OF_ALL = ("NOTHING", "BOTH_INSTANT", "FALL", "BOTH_MANDATORY", "THIS_TURN")


class Cascade(Engine):
    """A game of the Cascade."""

    def new_game(self, start: Mapping[str, Any]) -> None:
        self.turn, self.phase = "A", "PREPARATION"
        self.spiral = dict.fromkeys(self.players, 3)
        self.choice_owed, self.draw_owed = True, True
        self.recruited = self.decked_out = False
        self.lasting = 0
        # cards
        self.hand = dict(start["hand"])
        self.texts = start["texts"]
        self.fast = dict.fromkeys(self.players, 0)
        self.ambush = dict.fromkeys(self.players, 0)
        # what waits
        self.stirred = self.fallen = False
        self.instants = dict.fromkeys(self.players, 0)
        self.dormant = dict.fromkeys(self.players, False)
        self.mandatory = dict.fromkeys(self.players, 0)
        self.optional = dict.fromkeys(self.players, 0)
        self.offered = dict.fromkeys(self.players, 0)
        self.twins: str | None = None
        # the window, the Cascade, the battle
        self.window = self.passed = self.answered = False
        self.priority: str | None = None
        self.cascade: list[str] = []
        self.targeting = self.resolving = self.second_part = False
        self.battle = "NO_BATTLE"

    def observe(self, player: str) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "phase": self.phase,
            "window": self.window,
            "holder": self.priority,
            "stack": [{"controller": one} for one in self.cascade],
            "resolving": self.resolving,
            "hand": {player: self.hand[player]},
        }

    # ---------------------------------------------------------- what may happen

    def choices(self) -> Iterator[Choice]:
        due = list(self.due())
        if due or self.decked_out:
            yield from due
        elif self.window:
            yield from self.in_a_window()
        elif self.battle == "NO_BATTLE":
            yield from self.in_a_phase()

    def due(self) -> Iterator[Choice]:
        """What comes before anything else; the first of these that there is."""
        for found in (
            self.start_of_the_turn,
            self.reactions,
            self.captures,
            self.instant_effects,
            self.resolution,
            self.timing_effects,
            self.offers,
            self.automatic_pass,
            self.course_of_the_battle,
        ):
            some = list(found())
            if some:
                yield from some
                return

    def start_of_the_turn(self) -> Iterator[Choice]:
        if self.choice_owed:
            yield choice("choose_spiral", player=self.turn)
        elif self.draw_owed:
            yield choice("draw", empty=False)
            yield choice("draw", empty=True)

    def reactions(self) -> Iterator[Choice]:
        if not self.stirred:
            return
        for text in OF_ALL:
            if self.can_happen(text, "A"):
                yield choice("cards_react", text=text, whose="A")
        for text, whose in product(OF_ONE, self.players):
            if self.can_happen(text, whose):
                yield choice("cards_react", text=text, whose=whose)

    def can_happen(self, text: str, whose: str) -> bool:
        """Whether a card may have such a text now."""
        scope = self.scope
        room = {one: self.instants[one] < scope["instants"] for one in self.players}
        falls = scope["captures"] > 0 and not self.fallen
        space = {one: self.mandatory[one] < scope["mandatory"] for one in self.players}
        if text == "NOTHING":
            return True
        if self.texts == 0:
            return False
        waiting = self.optional[whose] + self.offered[whose]
        return {
            "INSTANT": room[whose],
            "BOTH_INSTANT": all(room.values()),
            "FALL": falls,
            "FALL_INSTANT": room[whose] and falls,
            "MANDATORY": space[whose],
            "BOTH_MANDATORY": all(space.values()),
            "TWINS": scope["mandatory"] > 0 and self.twins is None,
            "OPTIONAL": waiting < scope["optional"],
            "THIS_TURN": scope["lasting"] > 0 and self.lasting == 0,
            "NEXT_TURN": scope["lasting"] > 0 and self.lasting == 0,
        }[text]

    def captures(self) -> Iterator[Choice]:
        if self.fallen and self.battle != "FIGHT":
            for silent in product((False, True), repeat=len(self.players)):
                silences = dict(zip(self.players, silent, strict=True))
                if all(self.instants[one] > 0 for one in self.players if silences[one]):
                    yield choice("capture", silences=silences)

    def instant_effects(self) -> Iterator[Choice]:
        for player in self.in_turn_order(self.turn):
            if self.instants[player] > 0:
                if self.dormant[player]:
                    yield choice("resolve_instant", player=player, active=False)
                if not self.dormant[player] or self.instants[player] > 1:
                    yield choice("resolve_instant", player=player, active=True)
                return

    def resolution(self) -> Iterator[Choice]:
        if self.resolving:
            yield choice("resolve_top", more=False)
            if not self.second_part and self.scope["parts"] > 0 and self.texts > 0:
                yield choice("resolve_top", more=True)

    def timing_effects(self) -> Iterator[Choice]:
        """Those of the turn player first, in an order that each player chooses."""
        for player in self.in_turn_order(self.turn):
            if self.mandatory[player] > 0:
                for aim in self.aims():
                    yield choice("place_mandatory", player=player, aim=aim)
            if self.twins == player:
                for aim in self.aims():
                    yield choice("place_twins", player=player, target=aim, apart=False)
                yield choice("place_twins", player=player, target="SOUL", apart=True)
            if self.mandatory[player] > 0 or self.twins == player:
                return

    def offers(self) -> Iterator[Choice]:
        if any(self.optional.values()):
            yield choice("offer")

    def automatic_pass(self) -> Iterator[Choice]:
        if self.window and self.priority is not None and not self.has_something(self.priority):
            yield choice("auto_pass", player=self.priority)

    def has_something(self, player: str) -> bool:
        """Whether the table can see that a player might respond."""
        return self.ambush[player] > 0 or self.offered[player] > 0 or self.fast[player] > 0

    def course_of_the_battle(self) -> Iterator[Choice]:
        if not self.window:
            if self.battle == "DECLARED":
                yield choice("fight")
            elif self.battle == "FIGHT":
                yield choice("end_battle")

    def in_a_window(self) -> Iterator[Choice]:
        player = self.priority
        if player is None:
            return
        yield choice("pass_priority", player=player)
        if self.offered[player] > 0 and player == self.turn:
            for aim in self.aims():
                yield choice("use_offered", player=player, aim=aim)
        if self.phase != "EMPLACEMENT":
            yield from self.fast_effects(player)

    def fast_effects(self, player: str) -> Iterator[Choice]:
        for aim in self.aims():
            if self.fast[player] > 0:
                yield choice("use_fast", player=player, aim=aim)
            if self.hand[player] > 0 and self.scope["fast_events"] > 0:
                yield choice("cast_fast_event", player=player, aim=aim)
            if self.ambush[player] > 0:
                yield choice("spring_ambush", player=player, aim=aim, answers=False)
                if self.window and self.targeting:
                    yield choice("spring_ambush", player=player, aim=aim, answers=True)

    def in_a_phase(self) -> Iterator[Choice]:
        player = self.turn
        yield choice("end_phase", player=player)
        if self.phase == "EMPLACEMENT":
            if self.hand[player] > 0 and self.ambush[player] < self.scope["ambush"]:
                yield choice("set_ambush", player=player)
            return
        yield from self.fast_effects(player)
        if self.phase == "COMBAT":
            if self.scope["battles"] > 0:
                yield choice("declare_attack", player=player)
            return
        for aim in self.aims():
            yield choice("cast_event", player=player, aim=aim)
            yield choice("activate", player=player, aim=aim)
        with_fast = self.hand[player] > 0 and self.fast[player] < self.scope["fast"]
        for action in ("recruit", "invoke_realm", "equip"):
            if action != "recruit" or not self.recruited:
                yield choice(action, player=player, with_fast=False)
                if with_fast:
                    yield choice(action, player=player, with_fast=True)

    def aims(self) -> tuple[str, ...]:
        """What an effect may be aimed at now."""
        attacker = () if self.battle == "NO_BATTLE" else ("ATTACKER",)
        return ("NO_TARGET", "SOUL", "SOUL_SPOT", *attacker)

    # ------------------------------------------------------------ what happens

    def open_window(self) -> None:
        if not self.window:
            self.window, self.priority = True, self.turn

    def put(self, player: str, aim: str, *, responds: bool = False) -> None:
        """An effect goes on the Cascade, on its own or as a response."""
        was_open = self.window
        self.open_window()
        if responds and was_open:
            self.answered, self.passed = True, False
            self.priority = self.after(player)
        self.cascade.append(player)
        self.targeting = aim in ("SOUL", "SOUL_SPOT")

    def cast_event(self, player: str, aim: str) -> None:
        self.put(player, aim)

    def activate(self, player: str, aim: str) -> None:
        self.put(player, aim)

    def use_fast(self, player: str, aim: str) -> None:
        self.fast[player] -= 1
        self.put(player, aim, responds=True)

    def cast_fast_event(self, player: str, aim: str) -> None:
        self.hand[player] -= 1
        self.put(player, aim, responds=True)

    def spring_ambush(self, player: str, aim: str, answers: bool) -> None:
        del answers
        self.ambush[player] -= 1
        self.put(player, aim, responds=True)

    def use_offered(self, player: str, aim: str) -> None:
        self.offered[player] -= 1
        self.put(player, aim, responds=True)

    def place_mandatory(self, player: str, aim: str) -> None:
        self.mandatory[player] -= 1
        self.put(player, aim)

    def place_twins(self, player: str, target: str, apart: bool) -> None:
        del apart  # which of the two comes to lie on top is ours to say: the one that targets
        self.twins = None
        self.put(player, target)
        self.cascade.append(player)

    def offer(self) -> None:
        for player in self.players:
            self.offered[player] += self.optional[player]
            self.optional[player] = 0
        self.open_window()

    def pass_priority(self, player: str) -> None:
        if self.answered or self.passed:
            self.close_window()
        else:
            self.passed = True
            self.priority = self.after(player)

    def auto_pass(self, player: str) -> None:
        self.pass_priority(player)

    def close_window(self) -> None:
        self.window = self.passed = self.answered = self.targeting = False
        self.priority = None
        self.offered = dict.fromkeys(self.players, 0)
        self.resolving = bool(self.cascade)

    def resolve_top(self, more: bool) -> None:
        self.second_part = more
        self.stirred = True
        if more:
            self.texts -= 1
        else:
            self.cascade.pop()
        self.resolving = bool(self.cascade)

    def resolve_instant(self, player: str, active: bool) -> None:
        self.instants[player] -= 1
        if active:
            self.stirred = True
        else:
            self.dormant[player] = False

    def capture(self, silences: dict[str, bool]) -> None:
        self.fallen = False
        self.dormant = dict(silences)
        self.stirred = True

    def cards_react(self, text: str, whose: str) -> None:
        self.stirred = False
        self.texts -= text != "NOTHING"
        owners = self.players if text.startswith("BOTH") else (whose,)
        for player in owners:
            self.instants[player] += "INSTANT" in text
            self.mandatory[player] += "MANDATORY" in text
            self.optional[player] += text == "OPTIONAL"
        self.fallen = self.fallen or text.startswith("FALL")
        if text == "TWINS":
            self.twins = whose
        elif text == "THIS_TURN":
            self.lasting = 1
        elif text == "NEXT_TURN":
            self.lasting = 2 if whose == self.turn else 3

    def choose_spiral(self, player: str) -> None:
        self.spiral[player] += 1
        self.choice_owed = False

    def draw(self, empty: bool) -> None:
        self.draw_owed = False
        self.decked_out = empty
        self.stirred = not empty

    def end_phase(self, player: str) -> None:
        if self.phase == "EMPLACEMENT":
            self.turn = self.after(player)
            self.choice_owed = self.spiral[self.turn] < 4
            self.draw_owed = True
            self.lasting = max(self.lasting - 1, 0)
        else:
            self.stirred = True
        self.phase = NEXT_PHASE[self.phase]
        self.recruited = False

    def enter(self, player: str, with_fast: bool) -> None:
        """A card comes into play."""
        self.hand[player] -= with_fast
        self.fast[player] += with_fast
        self.stirred = True

    def recruit(self, player: str, with_fast: bool) -> None:
        self.recruited = True
        self.enter(player, with_fast)

    def invoke_realm(self, player: str, with_fast: bool) -> None:
        self.enter(player, with_fast)

    def equip(self, player: str, with_fast: bool) -> None:
        self.enter(player, with_fast)

    def set_ambush(self, player: str) -> None:
        self.hand[player] -= 1
        self.ambush[player] += 1

    def declare_attack(self, player: str) -> None:
        del player
        self.battle = "DECLARED"
        self.stirred = True
        self.open_window()

    def fight(self) -> None:
        self.battle = "FIGHT"
        self.stirred = True

    def end_battle(self) -> None:
        self.battle = "NO_BATTLE"


if __name__ == "__main__":
    serve(Cascade())
