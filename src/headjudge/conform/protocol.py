"""The messages to an engine and back, one JSON object a line: docs/engine-protocol.md."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from headjudge.conform.deeds import Deed, Deeds, plain_json
from headjudge.conform.engines import Complaint, EngineError, Habits, Reply, Start, View
from headjudge.conform.process import Limits, Process
from headjudge.evidence.itf import Json
from headjudge.evidence.strict import MAX_DEPTH, Node, parse_json, too_deep
from headjudge.rulebook import UnreadableError
from headjudge.rulebook.syntax import Rulebook
from headjudge.rulebook.values import SEATS

PROTOCOL = "engine/1"
MAX_NAME = 100
MAX_ACTIONS = 1_000
MAX_LEGAL = 10_000
MAX_REASON = 500


class Spoken:
    """An engine that is a program of its own; one process, from its start to its end."""

    def __init__(self, command: Sequence[str], rulebook: Rulebook, limits: Limits) -> None:
        """Start it and greet it. Raises OSError, EngineError."""
        self._known = {action.name for action in rulebook.actions}
        self._number = 0
        self._players = 0
        self._deeds: Deeds | None = None
        self._process = Process(command, limits)
        try:
            self.habits = self._greet(rulebook)
        except BaseException:
            self._process.close()
            raise

    def close(self) -> None:
        """End the program, and all that it has started."""
        self._process.close()

    def reset(self, start: Start, deeds: Deeds) -> View | str:
        """Begin a play; a text says why that cannot be. Raises EngineError."""
        self._players = start.players
        self._deeds = deeds
        message: dict[str, Json] = {
            "do": "reset",
            "players": start.players,
            "scope": dict(start.scope),
            "start": dict(start.given),
        }
        first, *rest = self._ask([message, *self._look()])
        cannot = first.maybe("cannot")
        if cannot is not None:
            return self._text(cannot)
        if self._refused(first) is not None:
            raise EngineError(Complaint.WRONG, "it refuses to begin without a `cannot`")
        return self._view(rest)

    def apply(self, deed: Deed) -> Reply:
        """Try a deed. Raises EngineError."""
        first, *rest = self._ask([{"do": "apply", **deed.json()}, *self._look()])
        return Reply(self._refused(first), self._view(rest))

    # ------------------------------------------------------------------- asking

    def _look(self) -> list[dict[str, Json]]:
        looks: list[dict[str, Json]] = [{"do": "legal"}]
        looks.extend({"do": "observe", "player": seat} for seat in SEATS[: self._players])
        return looks

    def _ask(self, messages: Sequence[Mapping[str, Json]]) -> list[Node]:
        """Send messages at one time; the answers, in their order."""
        lines = []
        first = self._number + 1
        for message in messages:
            self._number += 1
            lines.append(json.dumps({"id": self._number, **message}).encode("ascii"))
        found = []
        for number, line in enumerate(self._process.ask(lines), first):
            node = _parsed(line)
            found.append(node)
            self._in_turn(node, number)
        return found

    def _in_turn(self, node: Node, number: int) -> None:
        try:
            id_ = node.part("id").value
            failed = node.maybe("error")
            said = None if failed is None else failed.text()
        except UnreadableError as error:
            raise _wrong(error) from error
        if id_ != number or isinstance(id_, bool):
            detail = f"message {number} was to be answered, and it answers {str(id_)[:60]}"
            raise self._process.out_of_turn(detail)
        if said is not None:
            raise EngineError(Complaint.FAILED, said[:MAX_REASON])

    # ------------------------------------------------------------------ reading

    def _greet(self, rulebook: Rulebook) -> Habits:
        message: dict[str, Json] = {
            "do": "hello",
            "protocol": PROTOCOL,
            "rulebook": rulebook.name,
            "edition": rulebook.edition,
        }
        (node,) = self._ask([message])
        try:
            protocol = node.part("protocol")
            if protocol.text() != PROTOCOL:
                protocol.refuse(f"is not {PROTOCOL}")
            name = node.maybe("engine")
            return Habits(
                "the engine" if name is None else name.text(MAX_NAME),
                self._actions(node, "by_itself"),
                self._actions(node, "by_name"),
                self._actions(node, "lacks"),
            )
        except UnreadableError as error:
            raise _wrong(error) from error

    def _actions(self, node: Node, name: str) -> frozenset[str]:
        listed = node.maybe(name)
        found = () if listed is None else listed.items(MAX_ACTIONS)
        for one in found:
            if one.text() not in self._known:
                one.refuse("is no action of the rulebook")
        return frozenset(one.text() for one in found)

    @staticmethod
    def _text(node: Node) -> str:
        try:
            return node.text(MAX_REASON)
        except UnreadableError as error:
            raise _wrong(error) from error

    def _refused(self, node: Node) -> str | None:
        """Why a deed is refused; None if it is done."""
        try:
            if node.part("ok").truth():
                return None
            why = node.maybe("why")
            return "" if why is None else why.text(MAX_REASON)
        except UnreadableError as error:
            raise _wrong(error) from error

    def _view(self, nodes: Sequence[Node]) -> View:
        legal, *sights = nodes
        if self._deeds is None:
            raise EngineError(Complaint.WRONG, "no play has begun")
        try:
            deeds = tuple(self._deeds.read(one) for one in legal.part("legal").items(MAX_LEGAL))
            seen = tuple(observed(one.part("sees")) for one in sights)
        except UnreadableError as error:
            raise _wrong(error) from error
        return View(deeds, seen)


def observed(node: Node) -> dict[str, Json]:
    """What a player sees, by name. Raises UnreadableError."""
    return {name: plain_json(value) for name, value in node.parts().items()}


def _parsed(line: bytes) -> Node:
    """A line as a value. Raises EngineError."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        detail = f"byte {error.start + 1} of its line is {line[error.start]:#04x}"
        raise EngineError(Complaint.NOT_UTF8, detail) from error
    if too_deep(text) is not None:
        raise EngineError(Complaint.DEEP, f"more than {MAX_DEPTH} levels")
    try:
        return parse_json(line, "answer")
    except UnreadableError as error:
        detail = f"{error.faults[0].wrong}; it says: {text[:60]}"
        raise EngineError(Complaint.NOT_JSON, detail) from error


def _wrong(error: UnreadableError) -> EngineError:
    return EngineError(Complaint.WRONG, error.faults[0].wrong)
