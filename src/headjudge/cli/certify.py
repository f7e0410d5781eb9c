"""``headjudge certify``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from headjudge import checks
from headjudge.cli import codes, library, screen
from headjudge.evidence.certificates import Certificate, read_certificate
from headjudge.evidence.strict import MAX_BYTES, refuse
from headjudge.reports.escape import plain
from headjudge.rulebook import UnreadableError, setting


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for; ``rulebook``: another one than the files name."""

    files: tuple[str, ...]
    rulebook: str | None


def run(request: Request) -> int:
    """Check certificates and say of each whether it proves what it says; the exit code."""
    source = None if request.rulebook is None else library.find_one(request.rulebook)
    found = []
    for file in request.files:
        try:
            found.append(_certify(file, source))
        except UnreadableError as error:
            screen.complain_of(error)
            found.append(codes.UNREADABLE)
    return codes.worst(found)


def _certify(file: str, source: library.Source | None) -> int:
    """Check one file. Raises UnreadableError."""
    document = read_certificate(_bytes(file), file)
    book = library.read(source or _source(document, file))
    try:
        made = setting(book.rulebook, players=document.players, scope=dict(document.scope))
    except UnreadableError as error:
        refuse(file, error.faults[0].wrong)
    if document.edition != book.rulebook.edition:
        why = f"it is for edition {document.edition}, and this is {book.rulebook.edition}"
    else:
        why = checks.certify(book.rulebook, book.properties, document, made)
    names = {name for case in document.cases for name in case.properties}
    names.update(name for case in document.cases for name, _ in case.rankings)
    said = f"does not prove what it says: {why}" if why else f"proves {len(names)} properties"
    screen.write(plain(f"{file}: {said}, {document.players} players") + "\n")
    return codes.CONTRADICTION if why else codes.HOLDS


def _bytes(file: str) -> bytes:
    try:
        with Path(file).open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        refuse(file, f"this file cannot be opened: {error.strerror}", cure="check its path")


def _source(document: Certificate, file: str) -> library.Source:
    try:
        return library.find_one(document.rulebook)
    except click.UsageError as error:
        refuse(file, error.message, cure="name it with --rulebook")
