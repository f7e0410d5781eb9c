"""What the engines of this folder have in common: how they are asked and how they answer.

An engine has a method for each action of its game, named and called as the action is, and
says in ``choices`` what may happen now. Nothing here knows a rule.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from headjudge.testing import Adapter

SEATS = "ABCD"

# An action and its arguments.
Choice = tuple[str, dict[str, Any]]


def choice(action: str, /, **arguments: Any) -> Choice:
    """Something that may happen."""
    return action, arguments


class Engine(Adapter):
    """One game at a time."""

    players: tuple[str, ...] = ()
    scope: Mapping[str, int] = {}

    def reset(self, players: int, scope: Mapping[str, int], start: Mapping[str, Any]) -> None:
        """A new game of so many players, with these cards."""
        self.players = tuple(SEATS[:players])
        self.scope = scope
        self.new_game(start)

    def new_game(self, start: Mapping[str, Any]) -> None:
        raise NotImplementedError

    def choices(self) -> Iterator[Choice]:
        """All that may happen now."""
        raise NotImplementedError

    def after(self, player: str, count: int = 1) -> str:
        """Who sits so many seats after a player."""
        return self.players[(self.players.index(player) + count) % len(self.players)]

    def in_turn_order(self, first: str) -> tuple[str, ...]:
        """All players, from this one on."""
        return tuple(self.after(first, count) for count in range(len(self.players)))

    def legal(self) -> list[Choice]:
        """All that may happen now."""
        return list(self.choices())

    def apply(self, action: str, arguments: Mapping[str, Any]) -> bool:
        """Do something, if it may happen now."""
        if (action, dict(arguments)) not in self.legal():
            return False
        getattr(self, action)(**arguments)
        return True


def serve(engine: Engine) -> None:
    """Speak the protocol on the standard streams, until the input ends."""
    for line in sys.stdin:
        message = json.loads(line)
        sys.stdout.write(json.dumps({"id": message["id"], **answer(engine, message)}) + "\n")
        sys.stdout.flush()


def answer(engine: Engine, message: Mapping[str, Any]) -> dict[str, Any]:
    """What an engine answers to a message."""
    match message["do"]:
        case "hello":
            return {"protocol": "engine/1", "engine": type(engine).__name__}
        case "reset":
            engine.reset(message["players"], message["scope"], message["start"])
            return {"ok": True}
        case "apply":
            return {"ok": engine.apply(message["action"], message["arguments"])}
        case "legal":
            legal = ({"action": name, "arguments": given} for name, given in engine.legal())
            return {"legal": list(legal)}
        case "observe":
            return {"sees": engine.observe(message["player"])}
        case _:
            return {"error": "what is that?"}
