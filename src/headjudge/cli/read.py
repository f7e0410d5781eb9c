"""``headjudge read``."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import click

from headjudge import checks
from headjudge.checks.confirmed import Standing, State
from headjudge.cli import codes, library, screen
from headjudge.reports.escape import plain
from headjudge.reports.reading import Read, read
from headjudge.rulebook import UnreadableError
from headjudge.rulebook.syntax import Rulebook

_WIDTH = 96
_INDENT = "    "


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for; no clauses: all of them, or those that wait."""

    rulebook: str
    clauses: tuple[str, ...]
    unconfirmed: bool


def run(request: Request) -> int:
    """Print each clause and its block in words; the exit code."""
    try:
        book = library.read(library.find_one(request.rulebook))
        locks = library.locks(book.source, book.rulebook)
    except UnreadableError as error:
        screen.complain_of(error)
        return codes.UNREADABLE
    asked = known(book.rulebook, request.clauses)
    standings = {one.clause.id: one for one in checks.standings(book.rulebook, locks)}
    shown = [
        one
        for one in read(book.rulebook)
        if (not asked or one.clause.id in asked)
        and not (request.unconfirmed and _done(standings[one.clause.id]))
    ]
    states = standings if locks else {}
    screen.write("\n".join(_page(one, states.get(one.clause.id)) for one in shown))
    return codes.HOLDS


def known(rulebook: Rulebook, ids: Sequence[str]) -> frozenset[str]:
    """The clauses that are named. Raises UsageError if there is no such clause."""
    there = {clause.id for clause in rulebook.clauses}
    for id_ in ids:
        if id_ not in there:
            raise click.UsageError(f"{rulebook.name} has no clause {id_}")
    return frozenset(ids)


def _done(standing: Standing) -> bool:
    return standing.state is State.CONFIRMED


def _page(one: Read, standing: Standing | None) -> str:
    """A clause: its words, then its sentences further in."""
    return "\n".join(_lines(one, standing)) + "\n"


def _lines(one: Read, standing: Standing | None) -> Iterator[str]:
    clause = one.clause
    state = "" if standing is None or _done(standing) else f"  ({standing.state.value})"
    yield plain(f"{clause.id} {clause.title}") + state
    for paragraph in clause.words.split("\n"):
        yield from textwrap.wrap(
            plain(paragraph), _WIDTH, initial_indent="  ", subsequent_indent="  "
        )
    for sentence in one.sentences:
        yield from textwrap.wrap(
            plain(sentence),
            _WIDTH,
            initial_indent=f"{_INDENT}= ",
            subsequent_indent=f"{_INDENT}  ",
        )
