"""The two versions of a rulebook that are compared: files of now, or of a revision."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import click

from headjudge.cli import library
from headjudge.cli.revisions import Revision
from headjudge.edits.quiet import Version
from headjudge.evidence.accepted import Accepted, parse_accepted, read_accepted
from headjudge.evidence.files import safe_name
from headjudge.reports.markdown import folder_of
from headjudge.rulebook import (
    Fault,
    UnreadableError,
    parse_properties,
    parse_rulebook,
    unknown_requirements,
)
from headjudge.rulebook.bases import Neighbour
from headjudge.rulebook.locks import parse_lock
from headjudge.rulebook.syntax import Property, Rulebook


@dataclass(frozen=True, slots=True)
class Read:
    """A version, and what is accepted of it with the places where that stands."""

    name: str
    version: Version
    accepted: tuple[Accepted, ...]


def of_now(argument: str) -> Read:
    """A rulebook of the current directory, by name or path. Raises UnreadableError."""
    source = library.find_one(argument)
    book = library.read(source)
    folder = folder_of(book.rulebook)
    accepted = read_accepted(Path(folder, "accepted.toml"), f"{folder}/accepted.toml")
    locks = [PurePosixPath(one.file).stem for one in library.locks(source, book.rulebook)]
    return _read(argument, book.rulebook, book.properties, accepted, locks)


def of_then(revision: Revision, name: str) -> Read:
    """A rulebook of ``model/`` in a revision. Raises UnreadableError, UsageError."""
    file = f"model/{name}.md"
    data = revision.read("model", f"{name}.md")
    if data is None:
        raise click.UsageError(f"there is no {file} in {revision.name}")

    def find(other: str) -> Neighbour:
        found = revision.read("model", other)
        if found is None:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        return Neighbour(PurePosixPath(file).with_name(other).as_posix(), found)

    faults: list[Fault] = []
    rulebook = parse_rulebook(data, file=_shown(revision, file), name=name, find=find)
    properties: list[Property] = []
    documents = sorted(one for one in revision.files("properties") if one.endswith(".md"))
    for document in documents:
        there = revision.read("properties", document) or b""
        shown = _shown(revision, f"properties/{document}")
        try:
            properties.extend(parse_properties(there, file=shown, rulebook=rulebook))
        except UnreadableError as error:
            faults.extend(error.faults)
    if not documents:
        properties.extend(library.standard_properties(rulebook))
    faults.extend(unknown_requirements(rulebook, properties))
    if faults:
        raise UnreadableError(tuple(faults))
    folder = f"counterexamples/{safe_name(name)}"
    data = revision.read(folder, "accepted.toml")
    shown = _shown(revision, f"{folder}/accepted.toml")
    accepted = () if data is None else parse_accepted(data, shown)
    locks = _locks(revision, rulebook)
    return _read(f"{revision.name}:{file}", rulebook, properties, accepted, locks)


def _locks(revision: Revision, rulebook: Rulebook) -> Iterator[str]:
    """The rulebooks of which a lock says what is confirmed. Raises UnreadableError."""
    bases = (PurePosixPath(clause.place.file).stem for clause in rulebook.clauses)
    for name in dict.fromkeys((rulebook.name, *bases)):
        data = revision.read("model", f"{name}{library.LOCK}")
        if data is not None:
            parse_lock(data, _shown(revision, f"model/{name}{library.LOCK}"))
            yield name


def _shown(revision: Revision, file: str) -> str:
    """A file of a revision, as messages show it."""
    return f"{revision.name}:{file}"


def _read(
    name: str,
    rulebook: Rulebook,
    properties: Sequence[Property],
    accepted: Sequence[Accepted],
    locks: Iterable[str],
) -> Read:
    pairs = tuple((one.finding, one.reason) for one in accepted)
    return Read(
        name, Version(rulebook, tuple(properties), pairs, frozenset(locks)), tuple(accepted)
    )


def same_bytes(old: Revision, new: Revision, name: str) -> bool:
    """Whether nothing that bears on a rulebook differs between two revisions."""
    folder = f"counterexamples/{safe_name(name)}"
    before, after = (one.file(folder, "accepted.toml") for one in (old, new))
    return _documents(old) == _documents(new) and before == after


def _documents(revision: Revision) -> list[tuple[str, str, str]]:
    """The documents and locks of a revision, each with its object's name."""
    return [
        (folder, name, object_)
        for folder in ("model", "properties")
        for name, object_ in sorted(revision.files(folder).items())
        if name.endswith((".md", library.LOCK))
    ]
