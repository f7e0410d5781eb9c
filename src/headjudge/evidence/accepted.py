"""Findings that somebody has accepted, with a reason.

They stand in ``accepted.toml`` beside the counterexamples, each as a table::

    [[accepted]]
    finding = "no-conflict--use_fast--12.1.2+7.4.2"
    reason = "The clause on Emplacement is reworded in the next edition."
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from headjudge.evidence.results import Audit
from headjudge.rulebook.faults import Faults
from headjudge.rulebook.opening import opened
from headjudge.rulebook.places import Place

MAX_FILE = 1024 * 1024
_KEYS = ("finding", "reason")
_TABLE = re.compile(r"""\s*\[\[\s*(?:accepted|"accepted"|'accepted')\s*\]\]""")
_WHERE = re.compile(r"\(at line (\d+), column (\d+)\)")


@dataclass(frozen=True, slots=True)
class Accepted:
    """One accepted finding, by its fingerprint, and where it is accepted."""

    finding: str
    reason: str
    place: Place


def read_accepted(path: Path, file: str) -> tuple[Accepted, ...]:
    """The accepted findings of a file; none if there is no such file.

    ``file`` is the path as messages show it. Raises UnreadableError with all faults.
    """
    try:
        with opened(path) as stream:
            data = stream.read(MAX_FILE + 1)
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        faults = Faults()
        wrong = f"this file cannot be opened: {error.strerror or 'no reason given'}"
        faults.add(Place(file, 1, 1), "cannot-open", wrong, "check its permissions")
        faults.check()
        raise
    return parse_accepted(data, file)


def parse_accepted(data: bytes, file: str) -> tuple[Accepted, ...]:
    """The accepted findings in the bytes of a file. Raises UnreadableError."""
    faults = Faults()
    text = _decoded(data, file, faults)
    found = _Reader(text, file, faults).read() if text is not None else ()
    faults.check()
    return found


def accept(audit: Audit, accepted: Sequence[Accepted], *, whole: bool) -> Audit:
    """Mark the findings that are accepted.

    ``whole``: the audit has looked at everything that the default scope holds, so that an
    accepted finding that is not among its findings has vanished.
    """
    reasons = {entry.finding: entry.reason for entry in accepted}
    results = tuple(
        replace(
            result,
            findings=tuple(
                replace(finding, accepted=reasons.get(finding.fingerprint, finding.accepted))
                for finding in result.findings
            ),
        )
        for result in audit.results
    )
    found = {finding.fingerprint for result in results for finding in result.findings}
    vanished = tuple(name for name in reasons if name not in found) if whole else ()
    return replace(audit, results=results, vanished=vanished)


def _decoded(data: bytes, file: str, faults: Faults) -> str | None:
    start = Place(file, 1, 1)
    if len(data) > MAX_FILE:
        faults.add(start, "file-too-large", "this file is larger than 1 MiB", "shorten it")
        return None
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        place = Place(file, line, 1)
        faults.add(place, "not-utf-8", "this byte is no UTF-8", "save the file as UTF-8")
        return None


class _Reader:
    """One file on its way to its entries."""

    def __init__(self, text: str, file: str, faults: Faults) -> None:
        self.lines = text.split("\n")
        self.text = text
        self.file = file
        self.faults = faults
        self.heads: list[int] = []

    def read(self) -> tuple[Accepted, ...]:
        values = self.parsed()
        for key in values:
            if key != "accepted":
                self.fault(0, key, "unknown-key", f"`{key[:60]}` is no key here", "leave it out")
        tables = values.get("accepted", [])
        if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
            wrong, cure = "`accepted` is no list of tables", "write `[[accepted]]`"
            self.fault(0, "accepted", "bad-acceptance", wrong, cure)
            return ()
        heads = [number for number, line in enumerate(self.lines) if _TABLE.match(line)]
        self.heads = heads if len(heads) == len(tables) else [0] * len(tables)
        entries = [
            self.entry(number, table)
            for number, table in zip(self.heads, tables, strict=True)
            if isinstance(table, dict)
        ]
        return self.once([entry for entry in entries if entry is not None])

    def parsed(self) -> dict[str, object]:
        try:
            return dict(tomllib.loads(self.text))
        except tomllib.TOMLDecodeError as error:
            where = _WHERE.search(str(error))
            line, column = (int(where[1]), int(where[2])) if where else (len(self.lines), 1)
            reason = _WHERE.sub("", str(error)).strip().rstrip(".")
            place = Place(self.file, line, column)
            cure = 'write lines such as `reason = "…"`'
            self.faults.add(place, "bad-toml", f"this is no TOML: {reason[:200]}", cure)
        except (ValueError, RecursionError, OverflowError):
            place = Place(self.file, 1, 1)
            self.faults.add(place, "bad-toml", "this is no TOML for people", "write it more simply")
        return {}

    def entry(self, head: int, table: dict[str, object]) -> Accepted | None:
        for key in table:
            if key not in _KEYS:
                wrong = f"`{key[:60]}` is no key of an accepted finding"
                self.fault(head, key, "unknown-key", wrong, "write `finding` and `reason`")
        finding = self.words(head, table, "finding", "the fingerprint, which is its file's name")
        reason = self.words(head, table, "reason", "why it may stay")
        if finding is None or reason is None:
            return None
        return Accepted(finding.strip(), reason.strip(), self.place(head, "finding"))

    def words(self, head: int, table: dict[str, object], key: str, what: str) -> str | None:
        value = table.get(key)
        if isinstance(value, str) and value.strip():
            return value
        state = "says nothing" if key in table else "is missing"
        self.fault(head, key, "bad-acceptance", f"`{key}` {state}", f'write `{key} = "…"`: {what}')
        return None

    def once(self, entries: list[Accepted]) -> tuple[Accepted, ...]:
        seen: dict[str, Accepted] = {}
        for entry in entries:
            other = seen.setdefault(entry.finding, entry)
            if other is not entry:
                wrong = f"this finding is accepted in line {other.place.line} already"
                self.faults.add(entry.place, "bad-acceptance", wrong, "leave one of them out")
        return tuple(seen.values())

    def fault(self, head: int, key: str, code: str, wrong: str, cure: str) -> None:
        self.faults.add(self.place(head, key), code, wrong, cure)

    def place(self, head: int, key: str) -> Place:
        """Where a key of the table that begins in a line (from 0) stands."""
        stop = next((number for number in self.heads if number > head), len(self.lines))
        name = re.compile(rf"""\s*(["']?){re.escape(key)}\1\s*[=.\]]""")
        for number in range(head, stop):
            if name.match(self.lines[number]):
                line = self.lines[number]
                return Place(self.file, number + 1, len(line) - len(line.lstrip()) + 1)
        return Place(self.file, head + 1, 1)
