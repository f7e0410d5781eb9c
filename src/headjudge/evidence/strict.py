"""JSON from strangers: read strictly, within limits, and taken apart with the way to each value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from headjudge.rulebook.faults import Faults
from headjudge.rulebook.places import Place

MAX_BYTES = 4 * 1024 * 1024
MAX_DEPTH = 32
MAX_DIGITS = 15
MAX_TEXT = 4_000
_CODE = "bad-trace"
_CURE = "let `headjudge check` write this file anew"
# A string, also one that is never closed, or one bracket. No way back into a string.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+\\?(?:"|\Z)|([\[{])|([\]}])', re.DOTALL)


class _RefusedError(ValueError):
    """A form of JSON that is not wanted here."""


def refuse(file: str, wrong: str, *, line: int = 1, column: int = 1, cure: str = _CURE) -> NoReturn:
    """Raise UnreadableError with one fault."""
    faults = Faults()
    faults.add(Place(file, line, column), _CODE, wrong, cure)
    faults.check()
    raise AssertionError


@dataclass(frozen=True, slots=True)
class Node:
    """A value, the file that it is from, and the way to it: ``states[2].turn``."""

    value: object
    file: str
    way: str = ""

    def refuse(self, wrong: str) -> NoReturn:
        """Raise UnreadableError: something is wrong with this value."""
        refuse(self.file, f"{self.way or 'the whole'} {wrong}")

    def text(self, limit: int = MAX_TEXT) -> str:
        """A text of at most so many characters."""
        if not isinstance(self.value, str):
            self.refuse("is no text")
        if len(self.value) > limit:
            self.refuse(f"has more than {limit} characters")
        return self.value

    def number(self, low: int, high: int) -> int:
        """A whole number from low to high, as itself or as ``{"#bigint": "3"}``."""
        value = self.value
        if isinstance(value, dict) and set(value) == {"#bigint"}:
            digits = value["#bigint"]
            if not isinstance(digits, str) or not re.fullmatch(r"-?[0-9]{1,15}", digits):
                self.refuse("is no number")
            value = int(digits)
        if not isinstance(value, int) or isinstance(value, bool):
            self.refuse("is no number")
        if not low <= value <= high:
            self.refuse(f"is no number from {low} to {high}")
        return value

    def truth(self) -> bool:
        """``true`` or ``false``."""
        if not isinstance(self.value, bool):
            self.refuse("is neither true nor false")
        return self.value

    def items(self, limit: int) -> tuple[Node, ...]:
        """The items of an array."""
        if not isinstance(self.value, list):
            self.refuse("is no list")
        if len(self.value) > limit:
            self.refuse(f"has more than {limit} items")
        return tuple(
            Node(item, self.file, f"{self.way}[{index}]") for index, item in enumerate(self.value)
        )

    def parts(self) -> dict[str, Node]:
        """The parts of an object, by name."""
        if not isinstance(self.value, dict):
            self.refuse("is no record")
        return {key: self._part(key, value) for key, value in self.value.items()}

    def exactly(self, *names: str) -> Iterator[Node]:
        """The parts of an object that has just these."""
        parts = self.parts()
        for name in names:
            if name not in parts:
                self.refuse(f"lacks `{name}`")
        for name in parts:
            if name not in names:
                self.refuse(f"has a part `{name[:60]}` that does not belong there")
        return iter([parts[name] for name in names])

    def part(self, name: str) -> Node:
        """One part of an object, which has to be there."""
        found = self.maybe(name)
        if found is None:
            self.refuse(f"lacks `{name}`")
        return found

    def maybe(self, name: str) -> Node | None:
        """One part of an object, or None."""
        if not isinstance(self.value, dict):
            self.refuse("is no record")
        return self._part(name, self.value[name]) if name in self.value else None

    def _part(self, key: str, value: object) -> Node:
        return Node(value, self.file, f"{self.way}.{key[:60]}" if self.way else key[:60])


def parse_json(data: bytes, file: str) -> Node:
    """Read JSON. Raises UnreadableError for whatever is too large, too deep or not plain."""
    if len(data) > MAX_BYTES:
        refuse(file, f"this file is larger than {MAX_BYTES // 1024 // 1024} MiB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        refuse(file, "this byte is no UTF-8", line=data[: error.start].count(b"\n") + 1)
    deep = too_deep(text)
    if deep is not None:
        refuse(file, f"this is nested more than {MAX_DEPTH} levels deep", line=deep)
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        refuse(file, f"this is no JSON: {error.msg}", line=error.lineno, column=error.colno)
    except _RefusedError as error:
        refuse(file, str(error))
    except (ValueError, RecursionError):
        refuse(file, "this is no JSON that can be read")
    return Node(value, file)


def too_deep(text: str) -> int | None:
    """The line, from 1, at which a text is nested more deeply than is read; None if it is not."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return None
    depth = 0
    for match in _TOKEN.finditer(text):
        depth += (match[1] is not None) - (match[2] is not None)
        if depth > MAX_DEPTH:
            return text.count("\n", 0, match.start()) + 1
    return None


def _no_constant(text: str) -> NoReturn:
    raise _RefusedError(f"{text} is no value here")


def _no_float(text: str) -> NoReturn:
    raise _RefusedError(f"{text[:20]} is no whole number")


def _int(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise _RefusedError(f"a number has more than {MAX_DIGITS} digits")
    return int(text)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _RefusedError(f"`{key[:60]}` is there twice")
        found[key] = value
    return found


_DECODER = json.JSONDecoder(
    parse_constant=_no_constant,
    parse_float=_no_float,
    parse_int=_int,
    object_pairs_hook=_once,
)
