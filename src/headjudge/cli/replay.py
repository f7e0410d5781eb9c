"""``headjudge replay``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from headjudge.cli import codes, library, screen
from headjudge.evidence import replay
from headjudge.evidence.itf import Document, finding_of, read_trace
from headjudge.evidence.strict import MAX_BYTES, refuse
from headjudge.reports.escape import plain
from headjudge.reports.verdicts import steps
from headjudge.rulebook import UnreadableError, setting


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for; ``rulebook``: another one than the files name."""

    files: tuple[str, ...]
    rulebook: str | None


def run(request: Request) -> int:
    """Replay files and say of each whether it shows what it claims; the exit code."""
    source = None if request.rulebook is None else library.find_one(request.rulebook)
    books: dict[library.Source, library.Book] = {}
    found = []
    for file in request.files:
        try:
            found.append(_replay(file, source, books))
        except UnreadableError as error:
            screen.complain_of(error)
            found.append(codes.UNREADABLE)
    return codes.worst(found)


def _replay(
    file: str, source: library.Source | None, books: dict[library.Source, library.Book]
) -> int:
    """Replay one file. ``books`` keeps what has been read. Raises UnreadableError."""
    document = read_trace(_bytes(file), file)
    source = source or _source(document)
    book = books.setdefault(source, books.get(source) or library.read(source))
    try:
        made = setting(book.rulebook, players=document.players, scope=dict(document.scope))
    except UnreadableError as error:
        refuse(file, error.faults[0].wrong)
    finding = finding_of(document, book.rulebook, made)
    shown, why = replay.replay_trace(book.rulebook, book.properties, made, finding)
    count = steps(len(finding.trace) if finding.trace is not None else 0)
    if shown:
        said = f"shows what it claims: {finding.cause.kind.value}, {finding.property}, {count}"
    else:
        said = f"does not show what it claims: {why}"
    if document.edition != book.rulebook.edition:
        said += f" (written for edition {document.edition}, this is {book.rulebook.edition})"
    screen.write(plain(f"{file}: {said}") + "\n")
    return codes.HOLDS if shown else codes.CONTRADICTION


def _bytes(file: str) -> bytes:
    try:
        with Path(file).open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        refuse(file, f"this file cannot be opened: {error.strerror}", cure="check its path")


def _source(document: Document) -> library.Source:
    try:
        return library.find_one(document.rulebook)
    except click.UsageError as error:
        refuse(document.file, error.message, cure="name it with --rulebook")
