"""``headjudge certify``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from headjudge import checks
from headjudge.cli import codes, library, screen
from headjudge.evidence.certificates import Certificate, read_certificate
from headjudge.evidence.strict import MAX_BYTES, refuse
from headjudge.reports.escape import plain
from headjudge.reports.words import listed
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
        found = checks.Certified(why)
    else:
        found = checks.certify(book.rulebook, book.properties, document, made)
    for line in _said(file, document, found, book.rulebook.title):
        screen.write(f"{line}\n")
    return codes.HOLDS if found.holds else codes.CONTRADICTION


def _said(file: str, document: Certificate, found: checks.Certified, title: str) -> Iterator[str]:
    """What a certificate proves: of what, by name, and what is assumed."""
    of = f"{title}, edition {document.edition}, {document.players} players"
    if found.against:
        yield plain(f"{file}: does not prove what it says: {found.against} ({of})")
        return
    if not found.proofs:
        yield plain(f"{file}: it proves nothing ({of})")
        return
    whole = [one for one in found.proofs if one.whole]
    partly = [one for one in found.proofs if not one.whole]
    which = f"{len(whole)} of {len(found.proofs)}" if partly else f"{len(whole)}"
    many = "property" if len(found.proofs) == 1 else "properties"
    yield plain(f"{file}: proves {which} {many} of {of}")
    yield from (f"  {plain(f'proves {one.name}')}" for one in whole)
    yield from (f"  {plain(f'proves {one.name} {_where(one)}')}" for one in partly)
    yield f"  {_covers(found)}"
    yield f"  {plain(f'for any capacity and all stocks{_assumed(document)}')}"
    if document.scope:
        where = listed([f"{name} {value}" for name, value in document.scope])
        yield f"  {plain(f'which prohibition is an exception was seen in the scope {where}')}"


def _where(one: checks.Proof) -> str:
    """In which part of the readings a property is proved."""
    said = f"in {one.readings} of {one.of} reading{'' if one.of == 1 else 's'}"
    if one.one_ruling:
        said += f", in {one.one_ruling} under one ruling of conflicts only"
    return f"{said}: not proved"


def _covers(found: checks.Certified) -> str:
    """Under which rulings there had to be a proof."""
    readings = "1 reading" if found.readings == 1 else f"{found.readings} readings"
    if not found.both:
        return f"{readings}; no conflict can arise where it proves something"
    return (
        f"{readings}; in {found.both} a conflict may arise: what is proved there holds "
        "whether the prohibition wins or the permission"
    )


def _assumed(document: Certificate) -> str:
    if not document.assumes:
        return ""
    bounds = listed([f"{name} {value}" for name, value in document.assumes])
    return f", if a card does no more at once than {bounds}"


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
