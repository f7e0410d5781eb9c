"""``headjudge confirm``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from headjudge import checks
from headjudge.checks.confirmed import Standing, State
from headjudge.cli import codes, library, screen
from headjudge.cli.read import known
from headjudge.evidence.files import write_whole
from headjudge.rulebook import UnreadableError
from headjudge.rulebook.locks import Lock, Print, write_lock


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for; ``all_``: every clause that waits."""

    rulebook: str
    clauses: tuple[str, ...]
    all_: bool


def run(request: Request) -> int:
    """Write down that words and blocks agree, or say which clauses wait; the exit code."""
    if request.all_ and request.clauses:
        raise click.UsageError("name clauses, or say --all, and not both")
    source = library.find_one(request.rulebook)
    if source.packaged:
        raise click.UsageError(f"{source.name} comes with headjudge: copy it to model/ first")
    try:
        book = library.read(source)
        locks = library.locks(source, book.rulebook)
    except UnreadableError as error:
        screen.complain_of(error)
        return codes.UNREADABLE
    asked = known(book.rulebook, request.clauses)
    found = checks.standings(book.rulebook, locks)
    path = source.path.with_suffix(library.LOCK)
    own, bases = _split(locks, path)
    waiting = [one for one in found if one.state is not State.CONFIRMED]
    chosen = [one for one in waiting if request.all_ or one.clause.id in asked]
    if request.all_ or asked:
        _write(path, _merged(found, own, bases, {one.clause.id for one in chosen}))
    left = [one for one in waiting if one not in chosen]
    _say(path, chosen, left, source.name)
    return codes.NO_VERDICT if left else codes.HOLDS


def _split(locks: Sequence[Lock], path: Path) -> tuple[Lock | None, tuple[Lock, ...]]:
    """The rulebook's own lock, and those of its bases."""
    own = next((lock for lock in locks if Path(lock.file).name == path.name), None)
    return own, tuple(lock for lock in locks if lock is not own)


def _merged(
    found: Sequence[Standing], own: Lock | None, bases: Sequence[Lock], chosen: set[str]
) -> dict[str, Print]:
    """What the lock holds now, in the order of the document; clauses that are gone go."""
    known_ = {} if own is None else own.clauses
    kept: dict[str, Print] = {}
    for one in found:
        id_ = one.clause.id
        taken_over = any(lock.clauses.get(id_) == one.print for lock in bases)
        if id_ in chosen or (one.state is State.CONFIRMED and not taken_over):
            kept[id_] = one.print
        elif id_ in known_ and not taken_over:
            kept[id_] = known_[id_]
    return kept


def _write(path: Path, clauses: dict[str, Print]) -> None:
    if path.is_symlink():
        raise click.UsageError(f"{path.as_posix()} is a link: nothing is written through it")
    try:
        write_whole(path, write_lock(clauses))
    except OSError as error:
        raise click.UsageError(f"{path.as_posix()} cannot be written: {error.strerror}") from error


def _say(path: Path, chosen: Sequence[Standing], left: Sequence[Standing], name: str) -> None:
    if chosen:
        count = len(chosen)
        said = "1 clause" if count == 1 else f"{count} clauses"
        screen.write(f"{path.as_posix()}: {said} confirmed\n")
    for one in left:
        screen.write(f"{one.clause.place}: {one.clause.id}: {one.state.value}\n")
    if left:
        screen.complain(
            f"{name}: not confirmed: {len(left)}; compare words and block with `headjudge read "
            f"{name} --unconfirmed`, then name the clauses, or say --all"
        )
    elif not chosen:
        screen.write(f"{name}: every clause is confirmed\n")
