"""Locks: of which clauses somebody has confirmed that their words and blocks agree.

A lock is a text file beside the rulebook, with a line for each clause::

    # Written by `headjudge confirm`. …
    headjudge = "lock/1"

    [clauses]
    "12.2.5" = ["2f9d…", "71ab…"]
    # end

The two values are fingerprints of the words and of the blocks. It is TOML, so that people
can read it, with a line of its own for each clause, so that two branches can be merged.
"""

from __future__ import annotations

import hashlib
import io
import re
import tokenize
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from headjudge.rulebook.document import MAX_FILE
from headjudge.rulebook.faults import Faults
from headjudge.rulebook.opening import opened
from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import Clause

FORMAT = "lock/1"
_KEY = "headjudge"
_START = (
    "# Written by `headjudge confirm`: of these clauses somebody has confirmed that their words\n"
    "# and their blocks say the same. A line holds a fingerprint of each.\n"
    f'{_KEY} = "{FORMAT}"\n\n[clauses]\n'
)
_END = "# end"
_DIGITS = 24
_PRINT = re.compile(rf"[0-9a-f]{{{_DIGITS}}}")
_CONFLICT = re.compile(r"(?:<{7}|={7}|>{7}|\|{7})(?: |$)")
_WHERE = re.compile(r"\(at line (\d+), column (\d+)\)")
_CURE = "restore the file, or delete it and confirm the clauses anew"
# Layout and comments, which change nothing of what a block says.
_SILENT = frozenset((tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER))
_SHAPE = frozenset((tokenize.INDENT, tokenize.DEDENT, tokenize.NEWLINE))


@dataclass(frozen=True, slots=True)
class Print:
    """The fingerprints of a clause's words and of its blocks."""

    words: str
    blocks: str


@dataclass(frozen=True, slots=True)
class Lock:
    """What has been confirmed, by clause; ``file`` is the path as messages show it."""

    file: str
    clauses: Mapping[str, Print] = field(default_factory=dict)


def fingerprint(clause: Clause) -> Print:
    """The fingerprints of a clause.

    Of the words only the words count, not how they are broken into lines or set off; of a
    block not its layout and comments.
    """
    words = " ".join(f"{clause.title} {clause.words}".split())
    blocks = "\0".join(f"{block.info}\n{_significant(block.text)}" for block in clause.blocks)
    return Print(_digest(words), _digest(blocks))


def read_lock(path: Path, file: str) -> Lock | None:
    """The lock at a path, None if there is none. Raises UnreadableError."""
    try:
        with opened(path) as stream:
            data = stream.read(MAX_FILE + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        wrong = f"this file cannot be opened: {error.strerror or 'no reason given'}"
        _refuse(file, 1, wrong, "check its permissions")
    return parse_lock(data, file)


def parse_lock(data: bytes, file: str) -> Lock:
    """The lock in the bytes of a file. Raises UnreadableError for whatever is no whole lock."""
    if len(data) > MAX_FILE:
        _refuse(file, 1, "this file is larger than 1 MiB")
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        _refuse(file, data[: error.start].count(b"\n") + 1, "this byte is no UTF-8")
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if _CONFLICT.match(line):
            wrong = "a merge has left both sides here"
            cure = f"keep the lines of one side and run `headjudge confirm {Path(file).stem}`"
            _refuse(file, number, wrong, cure)
    values = _toml(text, file)
    version = values.get(_KEY)
    if version != FORMAT:
        if isinstance(version, str) and version.startswith("lock/"):
            wrong = f"another version of headjudge wrote this: {version[:20]}, not {FORMAT}"
            _refuse(file, 1, wrong, "use that version, or delete the file and confirm anew")
        _refuse(file, 1, f'this is no lock: `{_KEY} = "{FORMAT}"` is missing')
    if [line for line in lines if line.strip()][-1].strip() != _END:
        _refuse(file, len(lines), f"this file is cut off: its last line is not `{_END}`")
    return Lock(file, _clauses(values, lines, file))


def write_lock(clauses: Mapping[str, Print]) -> str:
    """The text of a lock, its lines in the order that is given."""
    lines = (f'"{id_}" = ["{one.words}", "{one.blocks}"]\n' for id_, one in clauses.items())
    return f"{_START}{''.join(lines)}{_END}\n"


def _toml(text: str, file: str) -> dict[str, object]:
    try:
        return dict(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        where = _WHERE.search(str(error))
        reason = _WHERE.sub("", str(error)).strip().rstrip(".")[:200]
        _refuse(
            file, int(where[1]) if where else text.count("\n") + 1, f"this is no lock: {reason}"
        )
    except (ValueError, RecursionError, OverflowError):
        _refuse(file, 1, "this is no lock")


def _clauses(values: dict[str, object], lines: list[str], file: str) -> dict[str, Print]:
    for key in values:
        if key not in (_KEY, "clauses"):
            _refuse(file, _line(lines, key), f"`{key[:60]}` does not belong into a lock")
    table = values.get("clauses")
    if not isinstance(table, dict):
        _refuse(file, 1, "this is no lock: `[clauses]` is missing")
    found = {}
    for id_, value in table.items():
        match value:
            case [str(words), str(blocks)] if _PRINT.fullmatch(words) and _PRINT.fullmatch(blocks):
                found[id_] = Print(words, blocks)
            case _:
                wrong = f"`{id_[:60]}` has no two fingerprints of {_DIGITS} digits"
                _refuse(file, _line(lines, id_), wrong)
    return found


def _line(lines: list[str], key: str) -> int:
    """The line that begins with a key."""
    start = re.compile(rf"""\s*\[?["']?{re.escape(key)}["']?\s*[\].=]""")
    return next((number for number, line in enumerate(lines, 1) if start.match(line)), 1)


def _significant(text: str) -> str:
    """The words and signs of a block; of one that is no Python, its lines."""
    try:
        tokens = [*tokenize.generate_tokens(io.StringIO(text).readline)]
    except (tokenize.TokenError, SyntaxError):
        return "\n".join(line.strip() for line in text.split("\n") if line.strip())
    return "\n".join(
        tokenize.tok_name[one.type] if one.type in _SHAPE else one.string
        for one in tokens
        if one.type not in _SILENT
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def _refuse(file: str, line: int, wrong: str, cure: str = _CURE) -> NoReturn:
    faults = Faults()
    faults.add(Place(file, line, 1), "bad-lock", wrong, cure)
    faults.check()
    raise AssertionError
