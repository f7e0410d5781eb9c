"""Acts as an engine knows them: who does what, with which arguments, as JSON.

What nobody chooses (a ``Which``, the order of two clauses' appends) is not part of it: an
engine does that in some way of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from headjudge.evidence.itf import NOBODY, Json, encode
from headjudge.evidence.strict import Node
from headjudge.rulebook.syntax import Action, ActionKind, PlayerType, Rulebook, Setting
from headjudge.rulebook.values import SEATS, Act, Value, domain
from headjudge.semantics.executable import Game

GAME = "game"
CARDS = "cards"
# Characters of a text and items of a list in what an engine says.
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Deed:
    """An act as it stands in a message; ``arguments``: the object as JSON, in one spelling."""

    actor: str
    action: str
    arguments: str

    @classmethod
    def of(cls, actor: str, action: str, arguments: dict[str, Json]) -> Deed:
        """The deed with these arguments."""
        return cls(actor, action, spelled(arguments))

    @property
    def given(self) -> dict[str, Json]:
        """The arguments."""
        found: dict[str, Json] = json.loads(self.arguments)
        return found

    def json(self) -> dict[str, Json]:
        """As it stands in a message."""
        return {"actor": self.actor, "action": self.action, "arguments": self.given}

    def __repr__(self) -> str:
        given = self.given
        named = [self.actor] if given.get("player") == self.actor else []
        named += [
            f"{name}={_said(value)}"
            for name, value in given.items()
            if not (named and name == "player")
        ]
        return f"{self.action}({', '.join(named)})"


def spelled(value: Json) -> str:
    """JSON in one spelling."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _said(value: Json) -> str:
    return value if isinstance(value, str) else spelled(value)


class Deeds:
    """All deeds of a rulebook in a setting, and the acts that each may be."""

    def __init__(self, rulebook: Rulebook, setting: Setting, game: Game) -> None:
        """Name every act of ``game``."""
        self._setting = setting
        self._actions = {action.name: action for action in rulebook.actions}
        self._plainest = {
            action.name: {
                one.name: encode(next(domain(one.type, setting)), one.type)
                for one in action.parameters
            }
            for action in rulebook.actions
        }
        self._deeds: dict[tuple[str, tuple[Value, ...]], Deed] = {}
        self._acts: dict[Deed, list[Act]] = {}
        for action in rulebook.actions:
            for act in game.acts(action.name):
                deed = self._name(action, act)
                self._deeds[act.action, act.arguments] = deed
                self._acts.setdefault(deed, []).extend(game.in_every_order(act))

    def __iter__(self) -> Iterator[Deed]:
        """All deeds, in the order of declaration and of parameter values."""
        return iter(self._acts)

    def of(self, act: Act) -> Deed:
        """An act as a deed."""
        key = (act.action, act.arguments)
        found = self._deeds.get(key)
        if found is None:
            found = self._deeds[key] = self._name(self._actions[act.action], act)
        return found

    def acts(self, deed: Deed) -> tuple[Act, ...]:
        """The acts that a deed may be; none if it is no deed of this setting."""
        return tuple(self._acts.get(deed, ()))

    def read(self, node: Node) -> Deed:
        """What an engine calls a deed. Raises UnreadableError.

        An argument that is left out has its plainest value; the player of a move may be
        given as the actor, as an argument, or both.
        """
        name = node.part("action")
        action = self._actions.get(name.text())
        if action is None:
            name.refuse("is no action of the rulebook")
        given = node.maybe("arguments")
        parts = {} if given is None else given.parts()
        plainest = self._plainest[action.name]
        for key, part in parts.items():
            if key not in plainest:
                part.refuse(f"is no parameter of {action.name}")
        chosen = {one.name for one in action.parameters if not one.which}
        arguments: dict[str, Json] = {}
        for one in action.parameters:
            if one.name in chosen:
                part_ = parts.get(one.name)
                arguments[one.name] = plainest[one.name] if part_ is None else plain_json(part_)
        actor = node.maybe("actor")
        if not is_move(action):
            return Deed.of(self._actor(action, None), action.name, arguments)
        player = action.parameters[0].name
        if actor is not None and player not in parts:
            arguments[player] = actor.text()
        elif actor is not None and actor.text() != arguments[player]:
            actor.refuse(f"is not the {player} of its arguments")
        elif actor is None and player not in parts:
            node.refuse("lacks `actor`")
        return Deed.of(str(arguments[player]), action.name, arguments)

    def _name(self, action: Action, act: Act) -> Deed:
        pairs = zip(action.parameters, act.arguments, strict=True)
        arguments = {one.name: encode(value, one.type) for one, value in pairs if not one.which}
        return Deed.of(self._actor(action, act), action.name, arguments)

    @staticmethod
    def _actor(action: Action, act: Act | None) -> str:
        if act is not None and is_move(action):
            seat = act.arguments[0]
            return SEATS[seat] if isinstance(seat, int) else GAME
        return CARDS if action.parameters else GAME


def is_move(action: Action) -> bool:
    """Whether a player does it, who is its first parameter."""
    return action.kind is ActionKind.MOVE and action.parameters[0].type == PlayerType()


def plain_json(node: Node) -> Json:
    """A value of an engine's message; its null is our nobody. Raises UnreadableError."""
    value = node.value
    match value:
        case None:
            return NOBODY
        case bool() | int():
            return value
        case str():
            return node.text(LONGEST)
        case list():
            return [plain_json(one) for one in node.items(LONGEST)]
        case dict():
            return {key: plain_json(one) for key, one in node.parts().items()}
        case _:
            return node.refuse("is no value here")
