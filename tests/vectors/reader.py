"""A small reader of written cases, that shares no code with what writes them.

It makes values of the game from JSON by the rulebook's types, and asks the executable model.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from headjudge.evidence.precedence import precedence
from headjudge.rulebook import under_reading
from headjudge.rulebook.syntax import (
    EachType,
    EnumType,
    ListType,
    MaybeType,
    PlayerType,
    RecordType,
    Rulebook,
    Setting,
    Type,
)
from headjudge.rulebook.values import Act, Ruling, Situation, Value
from headjudge.semantics.executable import After, Game, build
from headjudge.semantics.symbolic.lower import lower


@dataclass(frozen=True)
class Written:
    """What was written to a folder."""

    manifest: dict[str, Any]
    cases: tuple[dict[str, Any], ...]

    @classmethod
    def read(cls, folder: Path) -> Written:
        manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
        files = [folder / one["file"] for one in manifest["cases"]]
        return cls(manifest, tuple(json.loads(file.read_text("utf-8")) for file in files))


class Reader:
    """Plays cases of one rulebook."""

    def __init__(self, rulebook: Rulebook, setting: Setting, manifest: dict[str, Any]) -> None:
        self.rulebook = rulebook
        self.setting = setting
        self.games = {one["version"]: self._game(one) for one in manifest["versions"]}

    def _game(self, version: dict[str, Any]) -> Game:
        book = under_reading(self.rulebook, version["readings"])
        exceptions = precedence(lower(book, self.setting)).exceptions
        ruling = Ruling(version["permission_wins"], exceptions)
        return Game(build(book), self.setting, ruling=ruling)

    def value(self, written: Any, type_: Type) -> Value:
        match type_:
            case MaybeType(of):
                return None if written == "nobody" else self.value(written, of)
            case PlayerType():
                return "ABCD".index(written)
            case EnumType(_, members):
                return members.index(written)
            case RecordType(_, fields):
                return tuple(self.value(written[name], of) for name, of in fields)
            case EachType(key, of):
                seats = "ABCD"[: self.setting.players]
                names = list(seats) if isinstance(key, PlayerType) else list(key.members)
                assert sorted(written) == sorted(names)
                return tuple(self.value(written[name], of) for name in names)
            case ListType(of):
                return tuple(self.value(one, of) for one in written)
            case _:
                assert isinstance(written, bool | int)
                return written

    def situation(self, written: dict[str, Any]) -> tuple[Value, ...]:
        fields = self.rulebook.fields
        assert sorted(written) == sorted(field.name for field in fields)
        return tuple(self.value(written[field.name], field.type) for field in fields)

    def act(self, written: dict[str, Any]) -> Act:
        parameters = self.rulebook.action(written["action"]).parameters
        arguments = written["arguments"] | written["which"]
        assert sorted(arguments) == sorted(one.name for one in parameters)
        values = tuple(self.value(arguments[one.name], one.type) for one in parameters)
        return Act(written["action"], values, tuple(written["orders"]))

    def chosen(self, act: Act) -> tuple[str, tuple[Value, ...]]:
        """An act without what nobody chooses of it."""
        pairs = zip(self.rulebook.action(act.action).parameters, act.arguments, strict=True)
        return act.action, tuple(value for one, value in pairs if not one.which)

    def begin(self, game: Game, written: dict[str, Any]) -> Any:
        """A situation with which a case begins: every right in it has been given."""
        told = sum(field.told for field in self.rulebook.fields)
        return game.thaw(Situation(self.situation(written), (True,) * told))

    def play(self, case: dict[str, Any], version: int) -> Iterator[tuple[Any, dict[str, Any]]]:
        """The states of a case in one version, each with the position that is written of it.

        Every step is legal and leads where it is said to lead.
        """
        game = self.games[version]
        state = self.begin(game, case["start"]["situation"])
        yield state, case["start"]
        for step in case["steps"]:
            act = self.act(step)
            assert game.is_legal(state, act)
            outcome = game.apply(state, act)
            if step["after"] is None:
                assert not isinstance(outcome, After)
                assert step is case["steps"][-1]
                return
            assert isinstance(outcome, After)
            state = outcome.state
            assert game.freeze(state).values == self.situation(step["after"]["situation"])
            yield state, step["after"]
