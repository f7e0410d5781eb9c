"""Opportunity and the effects stack, as somebody would write it without a model of the rules.

After an ability, and after something has triggered on an action, Opportunity is with whoever
acted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from tests.engines.games.engine import Choice, Engine, choice, serve

PHASES = {"WAKE_UP": "MATERIALIZE", "MATERIALIZE": "RECOLLECTION", "RECOLLECTION": "MAIN",
          "MAIN": "END", "END": "WAKE_UP"}  # fmt: skip
LAYERS = {"ENTERS": "ON_ENTER", "ATTACKS": "ON_ATTACK", "DIES": "ON_DEATH",
          "SOMETHING_ELSE": "OTHER_TRIGGER"}  # fmt: skip
TEXTS = ("DAMAGE", "SHIELD", "VEIL", "STIFLE")


@dataclass
class Layer:
    """Something on the stack."""

    controller: str
    kind: str
    target: str | None = None


class Opportunity(Engine):
    """A game, from the first Wake Up on."""

    def new_game(self, start: Mapping[str, Any]) -> None:
        self.turn, self.phase, self.step = "A", "WAKE_UP", "FIRST_STEP"
        self.course = "BEGINNING"
        self.opportunity: str | None = None
        self.passes = 0
        self.stack: list[Layer] = []
        self.cards, self.triggers = start["cards"], start["triggers"]
        self.noticed = self.draws = self.half_done = self.retaliates = False
        self.defender: str | None = None
        self.unit = dict.fromkeys(self.players, "ABSENT")
        self.waiting: list[tuple[str, str]] = []

    def observe(self, player: str) -> dict[str, Any]:
        del player
        return {
            "turn": self.turn,
            "phase": self.phase,
            "step": self.step,
            "window": self.course == "OPEN",
            "holder": self.opportunity,
            "stack": [vars(layer) for layer in self.stack],
            "resolving": self.course == "RESOLVING",
            "unit": self.unit,
        }

    # ---------------------------------------------------------- what may happen

    def choices(self) -> Iterator[Choice]:
        if self.noticed:
            yield from self.reactions()
            return
        if self.waiting and self.course not in {"BEGINNING", "RESOLVING"}:
            yield from self.placing()
            return
        match self.course:
            case "BEGINNING":
                yield from self.beginning()
            case "BEGUN":
                yield choice("give_opportunity" if self.asked() else "move_on")
            case "OPEN":
                yield from self.in_a_window()
            case "RESOLVING":
                yield from self.resolution()
            case "RESOLVED":
                yield choice("give_opportunity")
            case _:
                yield from self.moving_on()

    def reactions(self) -> Iterator[Choice]:
        for some in product((False, True), repeat=len(self.players)):
            others = dict(zip(self.players, some, strict=True))
            free = all((one, "SOMETHING_ELSE") not in self.waiting for one in others if others[one])
            if sum(some) <= self.triggers and free:
                yield choice("cards_react", others=others)

    def placing(self) -> Iterator[Choice]:
        """Of several players' triggers those of the first in turn order come first."""
        owners = {player for player, _ in self.waiting}
        first = next(one for one in self.in_turn_order(self.turn) if one in owners)
        for player, trigger in self.waiting:
            if player == first:
                for target in self.targets():
                    yield choice("place", player=player, trigger=trigger, target=target)

    def targets(self) -> Iterator[str]:
        yield "nobody"
        yield from (one for one in self.players if self.can_be_targeted(one))

    def can_be_targeted(self, player: str) -> bool:
        return self.unit[player] in {"PRESENT", "SHIELDED"}

    def is_struck(self, player: str) -> bool:
        """Whether damage destroys this player's ally."""
        return self.unit[player] in {"PRESENT", "VEILED"}

    def beginning(self) -> Iterator[Choice]:
        if self.draws:
            yield choice("draw")
        elif self.phase == "MATERIALIZE":
            yield choice("materialize", player=self.turn, card=False)
            if self.cards > 0:
                yield choice("materialize", player=self.turn, card=True)
        else:
            yield choice("begin")

    def asked(self) -> bool:
        """Whether anybody is asked before play moves on."""
        return bool(self.stack) or {
            "RECOLLECTION": self.step == "FIRST_STEP",
            "MAIN": True,
            "COMBAT": self.step in {"RETALIATION", "DAMAGE_STEP"},
            "END": self.step == "FIRST_STEP",
        }.get(self.phase, False)

    def in_a_window(self) -> Iterator[Choice]:
        player = self.opportunity
        if player is None:
            return
        yield choice("pass_on", player=player)
        slow = player == self.turn and self.phase == "MAIN" and not self.stack
        if slow and self.scope["attacks"] > 0:
            for whom in self.players:
                for triggered in (False, True)[: 1 + (self.triggers > 0)]:
                    if whom != player:
                        yield choice(
                            "declare_attack", player=player, whom=whom, triggered=triggered
                        )
        if self.cards == 0:
            return
        for target in self.targets():
            for action in ("play_fast", "use_ability", *(("play_slow_card",) if slow else ())):
                yield choice(action, player=player, target=target)
        if slow and self.unit[player] == "ABSENT":
            yield choice("play_ally", player=player)
        if self.scope["attacks"] > 0:
            yield choice("play_attack_card_by_permission", player=player)
            if slow:
                yield choice("play_attack_card", player=player)

    def resolution(self) -> Iterator[Choice]:
        top = self.stack[-1]
        if top.kind == "ATTACK":
            own = self.phase == "MAIN" and top.controller == self.turn
            if not own or len(self.stack) > 1:
                yield choice("fizzle")
                return
            for whom in self.players:
                for triggered in (False, True)[: 1 + (self.triggers > 0)]:
                    if whom != top.controller:
                        yield choice(
                            "attack_with_the_card",
                            player=top.controller,
                            whom=whom,
                            triggered=triggered,
                        )
        elif top.target is None:
            yield choice("resolve_top", text="PLAIN", more=False, triggered=False)
            if top.kind == "ALLY" and self.triggers > 0:
                yield choice("resolve_top", text="PLAIN", more=False, triggered=True)
        elif not self.half_done and not self.can_be_targeted(top.target):
            yield choice("fizzle")
        else:
            yield from self.at_its_target(top.target)

    def at_its_target(self, target: str) -> Iterator[Choice]:
        """What something with a target may do."""
        two = self.scope["parts"] > 0 and not self.half_done
        for more in (False, True)[: 1 + two]:
            for text in ("PLAIN", *TEXTS):
                yield choice("resolve_top", text=text, more=more, triggered=False)
            if self.triggers > 0 and self.is_struck(target):
                yield choice("resolve_top", text="DAMAGE", more=more, triggered=True)

    def moving_on(self) -> Iterator[Choice]:
        match self.phase, self.step:
            case "RECOLLECTION", "FIRST_STEP":
                yield choice("memory_returns")
            case "END", _:
                yield choice("clean_up")
            case "COMBAT", "RETALIATION":
                for does in (False, True):
                    yield choice("retaliate", player=self.defender, does=does)
            case "COMBAT", "DAMAGE_STEP":
                yield from self.damage()
            case _:
                yield choice("move_on")

    def damage(self) -> Iterator[Choice]:
        fighting = {self.defender, self.turn if self.retaliates else None}
        for some in product((False, True), repeat=len(self.players)):
            destroyed = dict(zip(self.players, some, strict=True))
            gone = [one for one in self.players if destroyed[one]]
            if all(one in fighting and self.is_struck(one) for one in gone):
                yield choice("deal_damage", destroyed=destroyed, triggered=False)
                if gone and len(gone) <= self.triggers:
                    yield choice("deal_damage", destroyed=destroyed, triggered=True)

    # ------------------------------------------------------------ what happens

    def notice(self) -> None:
        """Something has happened of which cards can take notice."""
        self.noticed = self.triggers > 0

    def cards_react(self, others: dict[str, bool]) -> None:
        self.noticed = False
        for player in self.players:
            if others[player]:
                self.trigger(player, "SOMETHING_ELSE")

    def trigger(self, player: str, what: str) -> None:
        self.triggers -= 1
        self.waiting.append((player, what))

    def put(self, player: str, kind: str, target: str = "nobody") -> None:
        """A card or an ability goes on the stack; who acts keeps Opportunity."""
        self.cards -= 1
        self.stack.append(Layer(player, kind, None if target == "nobody" else target))
        self.opportunity = player
        self.passes = 0
        self.notice()

    def play_ally(self, player: str) -> None:
        self.put(player, "ALLY")

    def play_attack_card(self, player: str) -> None:
        self.put(player, "ATTACK")

    def play_attack_card_by_permission(self, player: str) -> None:
        self.put(player, "ATTACK")

    def play_slow_card(self, player: str, target: str) -> None:
        self.put(player, "ACTION", target)

    def play_fast(self, player: str, target: str) -> None:
        self.put(player, "ACTION", target)

    def use_ability(self, player: str, target: str) -> None:
        self.put(player, "ACTION", target)

    def place(self, player: str, trigger: str, target: str) -> None:
        self.waiting.remove((player, trigger))
        self.stack.append(Layer(player, LAYERS[trigger], None if target == "nobody" else target))

    def give_opportunity(self) -> None:
        self.course = "OPEN"
        self.opportunity = self.turn

    def pass_on(self, player: str) -> None:
        self.passes += 1
        if self.passes < len(self.players):
            self.opportunity = self.after(player)
            return
        self.passes = 0
        self.course = "RESOLVING" if self.stack else "MOVING_ON"

    def resolve_top(self, text: str, more: bool, triggered: bool) -> None:
        self.notice()
        top = self.stack[-1]
        self.half_done = more
        if top.kind == "ALLY":
            self.unit[top.controller] = "PRESENT"
            if triggered:
                self.trigger(top.controller, "ENTERS")
        if top.target is not None:
            self.do_text(text, top.target)
            if triggered:
                self.trigger(top.target, "DIES")
        if not more:
            self.stack.pop()
            self.course = "RESOLVED"

    def do_text(self, text: str, target: str) -> None:
        now = self.unit[target]
        if text == "DAMAGE":
            self.unit[target] = "PRESENT" if now == "SHIELDED" else "ABSENT"
        elif text == "SHIELD" and now == "PRESENT":
            self.unit[target] = "SHIELDED"
        elif text == "VEIL" and now != "ABSENT":
            self.unit[target] = "VEILED"
        elif text == "STIFLE":
            beneath, top = self.stack[:-1], self.stack[-1:]
            kept = [one for one in beneath if (one.kind, one.controller) != ("ON_ENTER", target)]
            self.stack = kept + top

    def fizzle(self) -> None:
        self.stack.pop()
        self.course = "RESOLVED"

    def declare_attack(self, player: str, whom: str, triggered: bool) -> None:
        self.notice()
        self.phase, self.step, self.course = "COMBAT", "RETALIATION", "BEGUN"
        self.defender = whom
        if triggered:
            self.trigger(player, "ATTACKS")

    def attack_with_the_card(self, player: str, whom: str, triggered: bool) -> None:
        self.stack.pop()
        self.declare_attack(player, whom, triggered)

    def retaliate(self, player: str, does: bool) -> None:
        del player
        self.retaliates = does
        self.step, self.course = "DAMAGE_STEP", "BEGUN"

    def deal_damage(self, destroyed: dict[str, bool], triggered: bool) -> None:
        self.notice()
        for player in self.players:
            if destroyed[player]:
                self.unit[player] = "ABSENT"
                if triggered:
                    self.trigger(player, "DIES")
        self.step, self.course = "END_OF_COMBAT", "BEGUN"
        self.defender, self.retaliates = None, False

    def materialize(self, player: str, card: bool) -> None:
        self.course = "BEGUN"
        if card:
            self.cards -= 1
            self.stack.append(Layer(player, "REGALIA"))
        self.notice()

    def begin(self) -> None:
        self.course = "BEGUN"
        self.notice()

    def memory_returns(self) -> None:
        self.step = "MEMORY_BACK"
        self.begin()

    def clean_up(self) -> None:
        for player in self.players:
            if self.unit[player] != "ABSENT":
                self.unit[player] = "PRESENT"
        self.step = "CLEANED_UP"
        self.begin()

    def draw(self) -> None:
        self.draws = False
        self.notice()

    def move_on(self) -> None:
        if self.phase == "COMBAT":
            self.phase, self.course = "MAIN", "BEGUN"
        else:
            self.draws = self.phase == "RECOLLECTION"
            if self.phase == "END":
                self.turn = self.after(self.turn)
            self.phase, self.course = PHASES[self.phase], "BEGINNING"
        self.step = "FIRST_STEP"


if __name__ == "__main__":
    serve(Opportunity())
