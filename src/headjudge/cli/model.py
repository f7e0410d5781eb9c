"""``headjudge model``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from headjudge.cli import codes, library, screen
from headjudge.evidence.files import write_whole
from headjudge.rulebook import UnreadableError, read_rulebook
from headjudge.semantics.executable import generate

_START = 2_000
_MADE = "the executable model of the rulebook, generated from it by headjudge. a function reads the"


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for; ``check_``: only to compare."""

    check_: bool


def run(request: Request) -> int:
    """Write or compare the model of each rulebook in ``model/``; the exit code."""
    sources = library.here()
    if not sources:
        raise click.UsageError("there is no rulebook in model/ here")
    return codes.worst([_model(source, write=not request.check_) for source in sources])


def _model(source: library.Source, *, write: bool) -> int:
    try:
        text = generate(read_rulebook(source.path))
    except UnreadableError as error:
        screen.complain_of(error)
        return codes.UNREADABLE
    path = source.path.with_suffix(".py")
    try:
        return _bring(path, text) if write else _compare(path, text)
    except OSError as error:
        screen.complain(f"{path.as_posix()}: {error.strerror}")
        return codes.CONTRADICTION


def _bring(path: Path, text: str) -> int:
    if path.exists() and not _generated(path):
        screen.complain(f"{path.as_posix()}: not written: headjudge did not make what is there")
        return codes.CONTRADICTION
    if write_whole(path, text):
        screen.write(f"{path.as_posix()}: written\n")
    return codes.HOLDS


def _compare(path: Path, text: str) -> int:
    there = path.read_bytes() if path.exists() else b""
    if there.replace(b"\r\n", b"\n") == text.encode():
        return codes.HOLDS
    state = "is stale" if there else "is missing"
    screen.complain(f"{path.as_posix()} {state}: run `headjudge model`")
    return codes.CONTRADICTION


def _generated(path: Path) -> bool:
    """Whether a file says of itself that headjudge has made it."""
    with path.open("rb") as stream:
        start = stream.read(_START).decode("utf-8", "replace").lower()
    return not start.strip() or (start.startswith('"""') and _MADE in start.splitlines()[:12])
