"""Cases read from files, which may come from anywhere: strictly, and within limits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn

from headjudge.evidence.itf import Json
from headjudge.evidence.strict import Node, parse_json
from headjudge.rulebook.values import SEATS
from headjudge.vectors.cases import (
    FORMAT,
    OWN_ENTRY,
    ActionForm,
    Case,
    Deed,
    Lead,
    Legal,
    Manifest,
    Move,
    Open,
    Position,
    Refusal,
)

MAX_ITEMS = 10_000
MAX_NUMBER = 1_000_000
# A file in the folder of the cases, and nowhere else.
_FILE = re.compile(r"cases/[A-Za-z0-9][A-Za-z0-9._+=,-]{0,200}\.json")
_ACTORS = (*SEATS, "game", "cards")
_DEED = ("actor", "action", "arguments", "which", "orders")


def read_case(data: bytes, file: str) -> Case:
    """The case of a document. Raises UnreadableError; whatever the bytes are, nothing else."""
    node = parse_json(data, file)
    _head(node, "case")
    status = node.part("status").text()
    if status not in ("required", "open"):
        node.part("status").refuse("is neither `required` nor `open`")
    finding = node.part("finding")
    return Case(
        node.part("name").text(),
        node.part("title").text(),
        _numbers(node.part("versions")),
        status == "required",
        _texts(node.part("covers")),
        None if finding.value is None else finding.text(),
        _lead(node.part("lead")),
        _position(node.part("start")),
        tuple(map(_move, node.part("steps").items(MAX_ITEMS))),
    )


def read_manifest(data: bytes, file: str) -> Manifest:
    """The manifest of a folder. Raises UnreadableError; whatever the bytes are, nothing else."""
    node = parse_json(data, file)
    _head(node, "manifest")
    return Manifest(
        node.part("rulebook").text(),
        node.part("edition").text(),
        node.part("players").number(2, len(SEATS)),
        tuple(
            (name, one.number(0, MAX_NUMBER)) for name, one in node.part("scope").parts().items()
        ),
        tuple(
            one.part("version").number(1, MAX_NUMBER)
            for one in node.part("versions").items(MAX_ITEMS)
        ),
        tuple(
            (name, None if one.value is None else one.text())
            for name, one in node.part("roles").parts().items()
        ),
        _texts(node.part("given_fields")),
        _texts(node.part("hidden_fields")),
        tuple(map(_form, node.part("actions").items(MAX_ITEMS))),
        tuple(map(_file, node.part("cases").items(MAX_ITEMS))),
    )


def _head(node: Node, kind: str) -> None:
    if node.part("format").text() != FORMAT:
        node.part("format").refuse(f"is not {FORMAT}")
    if node.part("kind").text() != kind:
        node.part("kind").refuse(f"is not `{kind}`")


def _form(node: Node) -> ActionForm:
    return ActionForm(
        node.part("action").text(),
        node.part("kind").text(),
        _texts(node.part("tags")),
        node.part("clause").text(),
        _texts(node.part("parameters")),
        _texts(node.part("which")),
        _texts(node.part("hidden")),
        _record(node.part("plainest")),
    )


def _file(node: Node) -> tuple[str, str]:
    file = node.part("file")
    if not _FILE.fullmatch(file.text()):
        file.refuse("is no file of a case")
    return node.part("name").text(), file.text()


def _lead(node: Node) -> Lead | None:
    if node.value is None:
        return None
    situation, acts = node.exactly("situation", "acts")
    return Lead(_record(situation), tuple(map(_deed, acts.items(MAX_ITEMS))))


def _position(node: Node) -> Position:
    situation, views, legal, refused, open_ = node.exactly(
        "situation", "views", "legal", "refused", "open"
    )
    return Position(
        _record(situation),
        {seat: _record(seen) for seat, seen in views.parts().items()},
        tuple(map(_legal, legal.items(MAX_ITEMS))),
        tuple(map(_refusal, refused.items(MAX_ITEMS))),
        tuple(map(_open, open_.items(MAX_ITEMS))),
    )


def _deed(node: Node) -> Deed:
    return _deed_of(node.exactly(*_DEED))


def _deed_of(parts: Iterator[Node]) -> Deed:
    """A deed from the first parts; the others are left."""
    actor, action, arguments, which, orders = (next(parts) for _ in _DEED)
    if actor.text() not in _ACTORS:
        actor.refuse("is nobody who acts")
    return Deed(actor.text(), action.text(), _record(arguments), _record(which), _numbers(orders))


def _legal(node: Node) -> Legal:
    parts = node.exactly(*_DEED, "because")
    deed = _deed_of(parts)
    (because,) = parts
    return Legal(deed, _texts(because))


def _refusal(node: Node) -> Refusal:
    parts = node.exactly(*_DEED, "because", "possible", "would_break")
    deed = _deed_of(parts)
    because, possible, would_break = parts
    return Refusal(deed, _texts(because), possible.truth(), _texts(would_break))


def _open(node: Node) -> Open:
    parts = node.exactly(*_DEED, "legal_in")
    deed = _deed_of(parts)
    (legal_in,) = parts
    return Open(deed, _numbers(legal_in))


def _move(node: Node) -> Move:
    parts = node.exactly(*_DEED, "clauses", "hidden", "after", "or")
    deed = _deed_of(parts)
    clauses, hidden, after, others = parts
    return Move(
        deed,
        _texts(clauses),
        {name: _seen(who) for name, who in hidden.parts().items()},
        None if after.value is None else _position(after),
        tuple(map(_record, others.items(MAX_ITEMS))),
    )


def _seen(node: Node) -> tuple[str, ...] | str:
    if node.value == OWN_ENTRY:
        return OWN_ENTRY
    return _texts(node)


def _texts(node: Node) -> tuple[str, ...]:
    return tuple(one.text() for one in node.items(MAX_ITEMS))


def _numbers(node: Node) -> tuple[int, ...]:
    return tuple(one.number(0, MAX_NUMBER) for one in node.items(MAX_ITEMS))


def _record(node: Node) -> dict[str, Json]:
    return {name: _value(one) for name, one in node.parts().items()}


def _value(node: Node) -> Json:
    match node.value:
        case bool() | str() | int() as plain:
            return plain
        case list():
            return [_value(one) for one in node.items(MAX_ITEMS)]
        case dict():
            return {name: _value(one) for name, one in node.parts().items()}
        case _:
            return _refused(node)


def _refused(node: Node) -> NoReturn:
    node.refuse("is no value of a game")
