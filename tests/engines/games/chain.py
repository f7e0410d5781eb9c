"""The chain, priority and Focus, as somebody would write it who has no model of the rules.

In a Closed State an ability has to be a Reaction, as a card has to; and after an Add ability
that was used in answer, priority stays with whoever used it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from tests.engines.games.engine import Choice, Engine, choice, serve

SPEEDS = ("SLOW", "ACTION", "REACTION")
AT_ONCE = ("PERMANENT", "ADD")


@dataclass
class Item:
    """Something on the chain."""

    controller: str
    kind: str
    pending: bool = True


class Chain(Engine):
    """A game, from a Main Phase on."""

    def new_game(self, start: Mapping[str, Any]) -> None:
        self.turn, self.phase = "A", "MAIN"
        self.cards, self.adds, self.texts = start["cards"], start["adds"], start["texts"]
        self.stage = "TASKS"
        self.outstanding = False
        self.chain: list[Item] = []
        self.priority: str | None = None
        self.focus: str | None = None
        self.passes = self.focus_passes = 0
        self.showdown = self.combat = False
        self.contested: str | None = None
        self.defender: str | None = None
        self.opened_by_itself = self.only_add = False
        self.went_through = self.this_turn = False

    def observe(self, player: str) -> dict[str, Any]:
        del player
        return {
            "turn": self.turn,
            "phase": self.phase,
            "holder": self.priority,
            "focus": self.focus,
            "stack": [vars(item) for item in self.chain],
            "showdown": self.showdown,
        }

    @property
    def waiting(self) -> Item | None:
        """The oldest item that is not finalized."""
        return next((item for item in self.chain if item.pending), None)

    @property
    def quiet(self) -> bool:
        """Neutral Open."""
        return not self.showdown and not self.chain

    # ---------------------------------------------------------- what may happen

    def choices(self) -> Iterator[Choice]:
        for found in (self.tasks, self.finalizing, self.course):
            some = list(found())
            if some:
                yield from some
                return
        if self.priority is not None:
            yield from self.actions(self.priority)

    def tasks(self) -> Iterator[Choice]:
        if self.outstanding and self.stage != "FINALIZE":
            for triggered in self.triggers():
                yield choice("cleanup", triggered=triggered)
        elif self.showdown and self.focus is None:
            yield choice("gain_focus")
        elif self.showdown and self.defender and not self.combat and self.stage == "TASKS":
            for triggered in self.triggers():
                yield choice("begin_combat", triggered=triggered)

    def triggers(self) -> Iterator[dict[str, bool]]:
        """Whose abilities may trigger now."""
        for some in product((False, True), repeat=len(self.players)):
            if sum(some) <= self.texts:
                yield dict(zip(self.players, some, strict=True))

    def finalizing(self) -> Iterator[Choice]:
        item = self.waiting
        if item is not None and self.stage in {"TASKS", "FINALIZE"}:
            yield choice("finalize", player=item.controller)
            if item.kind == "TRIGGER":
                yield choice("drop_trigger", player=item.controller)
            if self.adds > 0:
                yield choice("pay_with_add", player=item.controller)

    def course(self) -> Iterator[Choice]:
        """What play does by itself when there is nothing to finalize."""
        if self.stage == "TASKS":
            yield choice("execute" if self.chain else "open_state")
        elif self.stage == "RESOLVE":
            yield from self.effects()
        elif self.stage == "OPEN" and self.quiet:
            if self.went_through:
                yield choice("start_again")
            elif self.phase != "MAIN":
                yield choice("advance")

    def effects(self) -> Iterator[Choice]:
        """What may come of a resolution."""
        yield choice("resolve", effect="PLAIN", whose=[])
        if self.texts == 0:
            return
        if self.scope["lasting"] > 0 and not self.this_turn:
            yield choice("resolve", effect="LASTING", whose=[])
        if self.scope["contests"] > 0 and self.contested is None:
            yield choice("resolve", effect="CONTESTING", whose=[])
        if self.scope["joins"] > 0 and self.showdown and self.defender is None:
            yield choice("resolve", effect="OPPOSING", whose=[])
        for count in range(1, min(self.scope["queued"], self.cards) + 1):
            for whose in product(self.players, repeat=count):
                for effect in ("SPELLS", "PERMANENTS"):
                    yield choice("resolve", effect=effect, whose=list(whose))

    def actions(self, player: str) -> Iterator[Choice]:
        """What is open to the holder of priority."""
        if self.stage == "EXECUTE":
            yield from self.plays(player)
            yield choice("pass_priority", player=player)
        elif self.showdown:
            if player == self.focus:
                yield from self.plays(player)
                yield choice("pass_focus", player=player)
        elif player == self.turn and self.phase == "MAIN":
            yield from self.plays(player)
            yield choice("end_main", player=player)
            if self.scope["contests"] > 0 and self.contested is None:
                others = [one for one in self.players if one != player]
                for against in ("nobody", *others):
                    yield choice("contest", player=player, against=against)

    def plays(self, player: str) -> Iterator[Choice]:
        if self.cards > 0:
            for speed in self.speeds():
                for action in ("play_spell", "play_permanent", "activate"):
                    yield choice(action, player=player, speed=speed)
        if self.adds > 0:
            yield choice("use_add", player=player)

    def speeds(self) -> tuple[str, ...]:
        """What is fast enough now."""
        if self.chain:
            return SPEEDS[2:]
        return SPEEDS[1:] if self.showdown else SPEEDS

    # ------------------------------------------------------------ what happens

    def put(self, player: str, kind: str) -> None:
        self.chain.append(Item(player, kind))
        self.stage = "TASKS"
        self.outstanding = True
        self.passes = self.focus_passes = 0

    def play_spell(self, player: str, speed: str) -> None:
        del speed
        self.cards -= 1
        self.put(player, "EFFECT")

    def activate(self, player: str, speed: str) -> None:
        self.play_spell(player, speed)

    def play_permanent(self, player: str, speed: str) -> None:
        del speed
        self.cards -= 1
        self.put(player, "PERMANENT")

    def use_add(self, player: str) -> None:
        self.adds -= 1
        self.only_add = True
        if self.showdown and not self.chain:
            self.opened_by_itself = True
        self.put(player, "ADD")

    def pay_with_add(self, player: str) -> None:
        del player
        self.adds -= 1

    def cleanup(self, triggered: dict[str, bool]) -> None:
        opens = self.contested is not None and self.quiet
        self.outstanding = opens or any(triggered.values())
        self.trigger([one for one in self.in_turn_order(self.turn) if triggered[one]])
        if opens and not any(triggered.values()):
            self.showdown = True

    def trigger(self, whose: list[str]) -> None:
        """Abilities of these players trigger, the first one's beneath the others."""
        if whose and self.showdown and not self.chain:
            self.opened_by_itself = True
        self.texts -= len(whose)
        self.chain.extend(Item(player, "TRIGGER") for player in whose)

    def gain_focus(self) -> None:
        self.focus = self.priority = self.contested

    def begin_combat(self, triggered: dict[str, bool]) -> None:
        self.combat = True
        sides = (self.contested, self.defender)
        others = [one for one in self.in_turn_order(self.turn) if one not in sides]
        order = [one for one in (self.contested, *others, self.defender) if one is not None]
        self.outstanding = self.outstanding or any(triggered.values())
        self.trigger([one for one in order if triggered[one]])
        self.focus = self.priority = self.contested

    def finalize(self, player: str) -> None:
        del player
        item = self.waiting
        assert item is not None
        self.only_add = self.only_add and item.kind == "ADD"
        if item.kind in AT_ONCE:
            self.remove(item)
        else:
            item.pending = False
            self.next_pending()

    def drop_trigger(self, player: str) -> None:
        del player
        item = self.waiting
        assert item is not None
        self.only_add = False
        self.take(item)
        self.next_pending()
        self.chain_may_be_over()

    def remove(self, item: Item) -> None:
        """Something resolves in the moment in which it is finalized."""
        self.take(item)
        self.went_through = self.went_through or self.phase == "EXPIRATION"
        self.next_pending()
        self.chain_may_be_over()

    def take(self, item: Item) -> None:
        self.chain = [one for one in self.chain if one is not item]

    def next_pending(self) -> None:
        self.stage = "TASKS" if self.waiting is None else "FINALIZE"
        self.outstanding = True

    def chain_may_be_over(self) -> None:
        """When a chain inside a Showdown is over, Focus goes on, unless it opened by itself."""
        if self.chain:
            return
        if self.showdown and self.focus is not None and not self.opened_by_itself:
            self.focus = self.priority = self.after(self.focus)
        self.opened_by_itself = False

    def execute(self) -> None:
        self.stage = "EXECUTE"
        if not self.only_add:
            self.priority = self.chain[-1].controller
        self.only_add = False

    def open_state(self) -> None:
        self.stage = "OPEN"
        self.only_add = False
        if self.showdown:
            self.priority = self.focus
        elif self.phase == "MAIN":
            self.priority = self.turn

    def pass_priority(self, player: str) -> None:
        self.passes += 1
        if self.passes == len(self.players):
            self.passes = 0
            self.stage = "RESOLVE"
        else:
            self.priority = self.after(player)

    def resolve(self, effect: str, whose: list[str]) -> None:
        item = [one for one in self.chain if not one.pending][-1]
        self.take(item)
        self.stage = "TASKS"
        self.outstanding = True
        self.went_through = self.went_through or self.phase == "EXPIRATION"
        self.texts -= effect != "PLAIN"
        if effect == "LASTING":
            self.this_turn = True
        elif effect == "CONTESTING":
            self.contested = item.controller
        elif effect == "OPPOSING":
            attacks = item.controller == self.contested
            self.defender = self.after(item.controller) if attacks else item.controller
        self.cards -= len(whose)
        kind = "EFFECT" if effect == "SPELLS" else "PERMANENT"
        self.chain.extend(Item(player, kind) for player in whose)
        self.chain_may_be_over()
        if self.chain and self.waiting is None:
            self.priority = self.chain[-1].controller

    def pass_focus(self, player: str) -> None:
        self.focus_passes += 1
        if self.focus_passes < len(self.players):
            self.focus = self.priority = self.after(player)
            return
        self.focus_passes = 0
        self.showdown = self.combat = False
        self.focus = self.contested = self.defender = None
        self.stage = "TASKS"
        self.outstanding = True

    def end_main(self, player: str) -> None:
        del player
        self.phase = "ENDING"
        self.begin_step()

    def contest(self, player: str, against: str) -> None:
        self.contested = player
        self.defender = None if against == "nobody" else against
        self.begin_step()

    def advance(self) -> None:
        if self.phase == "ENDING":
            self.phase = "EXPIRATION"
            self.this_turn = False
        else:
            self.phase = "MAIN"
            self.turn = self.after(self.turn)
        self.begin_step()

    def start_again(self) -> None:
        self.went_through = self.this_turn = False
        self.begin_step()

    def begin_step(self) -> None:
        self.stage = "TASKS"
        self.outstanding = True


if __name__ == "__main__":
    serve(Chain())
