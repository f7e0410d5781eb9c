"""A state machine made from a rulebook plays an engine, and shows a short program if it errs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from headjudge.testing import Adapter, CannotError, machine
from tests.conform.games import small

OTHER = {"A": "B", "B": "A"}
QUICK = settings(
    max_examples=25,
    stateful_step_count=15,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.generate, Phase.shrink),
)
SMALL = small()


class Small(Adapter):
    """The small game, as an author would put it between an engine and the tests."""

    def reset(self, players: int, scope: Mapping[str, int], start: Mapping[str, Any]) -> None:
        del players, scope
        self.hand = dict(start["hand"])
        self.turn, self.pile = "A", 0
        self.window, self.priority, self.passed = False, "nobody", False

    def choices(self) -> list[tuple[str, str]]:
        if self.pile and not self.window:
            return [("resolve", "")]
        player = self.priority if self.window else self.turn
        use, leave = ("respond", "pass_priority") if self.window else ("play", "end_turn")
        return [(use, player)] * (self.hand[player] > 0) + [(leave, player)]

    def legal(self) -> list[tuple[str, Mapping[str, Any]]]:
        return [(what, {"player": who} if who else {}) for what, who in self.choices()]

    def apply(self, action: str, arguments: Mapping[str, Any]) -> bool:
        player = arguments.get("player", "")
        if (action, player) not in self.choices():
            return False
        if action == "resolve":
            self.pile -= 1
        elif action == "end_turn":
            self.turn = OTHER[player]
        elif action == "pass_priority":
            self.pass_priority(player)
        else:
            self.hand[player] -= 1
            self.pile += 1
            self.window, self.priority, self.passed = True, OTHER[player], False
        return True

    def pass_priority(self, player: str) -> None:
        self.window = not self.passed
        self.priority = OTHER[player] if self.window else "nobody"
        self.passed = self.window

    def observe(self, player: str) -> Mapping[str, Any]:
        return {"turn": self.turn, "holder": self.priority, "hand": {player: self.hand[player]}}


class OnePass(Small):
    """One pass closes the window."""

    def pass_priority(self, player: str) -> None:
        self.passed = True
        super().pass_priority(player)


class TakesAnything(Small):
    """It ends any player's turn."""

    def apply(self, action: str, arguments: Mapping[str, Any]) -> bool:
        return super().apply(action, arguments) or action == "end_turn"


class Cannot(Small):
    def reset(self, players: int, scope: Mapping[str, int], start: Mapping[str, Any]) -> None:
        del players, scope, start
        raise CannotError("no cards")


def run(adapter: Callable[[], Adapter]) -> None:
    run_state_machine_as_test(machine(SMALL, adapter), settings=QUICK)


def test_an_engine_that_plays_by_the_rules_passes() -> None:
    run(Small)


def test_a_disagreement_is_shrunk_to_a_short_program() -> None:
    with pytest.raises(AssertionError, match="The engine offers what has to be refused") as caught:
        run(OnePass)
    lines = "\n".join(caught.value.__notes__).splitlines()
    assert [line.partition("state.")[2] for line in lines if "state." in line] == [
        'begin(start={"hand":{"A":1,"B":0}})',
        "does(deed=play(A))",
        "does(deed=pass_priority(B))",
        "teardown()",
    ]


def test_what_is_illegal_is_tried_too() -> None:
    with pytest.raises(AssertionError, match="The engine does what has to be refused"):
        run(TakesAnything)


def test_an_engine_that_cannot_begin_is_not_played() -> None:
    run(Cannot)


def test_a_machine_is_found_by_the_name_of_its_rulebook() -> None:
    assert machine("cascade", Small).__name__ == "engine"
