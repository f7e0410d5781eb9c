"""A question without its prose: what an audit's result can depend on, and nothing else.

Words, lines and columns are taken out and put back into the result. Two rulebooks that differ
in nothing else are the same question, and have one answer.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass, replace
from enum import Enum
from typing import Any

from headjudge.checks.audit import Question
from headjudge.evidence.results import Audit
from headjudge.evidence.stored import UnfitError
from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import Clause, Property, Rulebook

# Private characters of Unicode around a number stand for the words that were taken out.
_OPEN, _CLOSE = "\ue000", "\ue001"
_MARK = re.compile(f"{_OPEN}([0-9]+){_CLOSE}")
# Where the prose of a rulebook is. The blocks' text is there to be compared with what somebody
# confirmed; what it says is in the syntax.
_PROSE: dict[type, tuple[str, ...]] = {
    Rulebook: ("file",),
    Clause: ("title", "words", "unmodelled"),
    Property: ("title", "words"),
}


@dataclass(frozen=True, slots=True)
class Canonical:
    """A question without prose, and what was taken out of it.

    ``places``: where each place of this question really is.
    """

    question: Question
    words: tuple[str, ...]
    places: dict[Place, Place]

    def fingerprint(self, question: Question) -> str:
        """What tells this question, or a part of it, from every other. Raises UnfitError."""
        return _Digest().of(question).hex()

    def restored(self, audit: Audit, rulebook: Rulebook) -> Audit:
        """An audit of this question with the prose put back. Raises UnfitError."""
        restoring = _Restoring(self)
        parts = {name: restoring.of(getattr(audit, name)) for name in _names(Audit)[1:]}
        return Audit(rulebook, **parts)


def canonical(question: Question) -> Canonical:
    """A question without its prose. Raises UnfitError."""
    taking = _Taking(_ranked(question))
    bare = taking.of(question)
    if not isinstance(bare, Question):
        raise UnfitError(type(bare).__name__)
    back = {there: here for here, there in taking.places.items()}
    return Canonical(bare, tuple(taking.words), back)


def fingerprint(question: Question) -> str:
    """What tells a question from every other, whatever its prose says. Raises UnfitError."""
    whole = canonical(question)
    return whole.fingerprint(whole.question)


def _names(of: Any) -> tuple[str, ...]:  # noqa: ANN401 - a dataclass
    """The fields of a dataclass, in their order."""
    names: tuple[str, ...] = of.__match_args__
    return names


def _ranked(question: Question) -> dict[Place, Place]:
    """For each place one that keeps the order of the places of its file, and no more."""
    found: dict[str, set[Place]] = {}
    for place in _places(question):
        found.setdefault(place.file, set()).add(place)
    return {
        place: Place(f"{_OPEN}{number}{_CLOSE}", rank, 1)
        for number, places in enumerate(found.values())
        for rank, place in enumerate(sorted(places), start=1)
    }


def _places(question: Question) -> Iterator[Place]:
    """Every place in a question, in a fixed order; each object is looked into once."""
    seen: set[int] = set()
    pending: list[object] = [question]
    while pending:
        node = pending.pop()
        if isinstance(node, Place):
            yield node
        elif isinstance(node, tuple) or (is_dataclass(node) and not isinstance(node, type)):
            if id(node) in seen:
                continue
            seen.add(id(node))
            inner = node if isinstance(node, tuple) else _parts(node)
            pending.extend(reversed(inner))


def _parts(node: Any) -> tuple[object, ...]:  # noqa: ANN401 - a dataclass
    return tuple(getattr(node, name) for name in _names(type(node)))


class _Walk:
    """A walk that makes every node anew, each once."""

    def __init__(self) -> None:
        self.done: dict[int, object] = {}

    def of(self, node: object) -> Any:  # noqa: ANN401 - the same type as the node
        if isinstance(node, str):
            return self.text(node)
        if not isinstance(node, tuple) and (not is_dataclass(node) or isinstance(node, type)):
            return node
        if id(node) not in self.done:
            self.done[id(node)] = self.node(node)
        return self.done[id(node)]

    def node(self, node: Any) -> object:  # noqa: ANN401
        if isinstance(node, tuple):
            made = tuple(self.of(one) for one in node)
            return node if all(a is b for a, b in zip(made, node, strict=True)) else made
        if isinstance(node, Place):
            return self.place(node)
        parts = {name: self.part(node, name) for name in _names(type(node))}
        changed = {name: part for name, part in parts.items() if part is not getattr(node, name)}
        return replace(node, **changed) if changed else node

    def part(self, node: Any, name: str) -> object:  # noqa: ANN401
        return self.of(getattr(node, name))

    def text(self, text: str) -> str:
        raise NotImplementedError

    def place(self, place: Place) -> Place:
        raise NotImplementedError


class _Taking(_Walk):
    """Takes the prose out."""

    def __init__(self, places: dict[Place, Place]) -> None:
        super().__init__()
        self.places = places
        self.words: list[str] = []

    def part(self, node: Any, name: str) -> object:  # noqa: ANN401
        value = getattr(node, name)
        if name in _PROSE.get(type(node), ()) and isinstance(value, str):
            self.words.append(value)
            return f"{_OPEN}{len(self.words) - 1}{_CLOSE}"
        if isinstance(node, Clause) and name == "blocks":
            return ()
        return self.of(value)

    def text(self, text: str) -> str:
        if _OPEN in text or _CLOSE in text:
            raise UnfitError("a rulebook with private characters of Unicode")
        return text

    def place(self, place: Place) -> Place:
        return self.places[place]


class _Restoring(_Walk):
    """Puts it back."""

    def __init__(self, whole: Canonical) -> None:
        super().__init__()
        self.whole = whole

    def text(self, text: str) -> str:
        return _MARK.sub(self.word, text) if _OPEN in text else text

    def word(self, match: re.Match[str]) -> str:
        number = int(match[1])
        if number >= len(self.whole.words):
            raise UnfitError("words that were never taken out")
        return self.whole.words[number]

    def place(self, place: Place) -> Place:
        if place not in self.whole.places:
            raise UnfitError("a place that was never taken out")
        return self.whole.places[place]


class _Digest:
    """Fingerprints of nodes, each worked out once."""

    def __init__(self) -> None:
        self.known: dict[int, bytes] = {}

    def of(self, node: object) -> bytes:
        if isinstance(node, tuple) or (is_dataclass(node) and not isinstance(node, type)):
            if id(node) not in self.known:
                inner = node if isinstance(node, tuple) else _parts(node)
                self.known[id(node)] = _hash(type(node).__name__, *map(self.of, inner))
            return self.known[id(node)]
        if isinstance(node, Enum):
            return _hash(f"{type(node).__name__}.{node.name}")
        if isinstance(node, str | bool | int | float | None):
            return _hash(f"{type(node).__name__} {node!r}")
        raise UnfitError(f"a value of {type(node).__name__}")


def _hash(*parts: str | bytes) -> bytes:
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.digest()
