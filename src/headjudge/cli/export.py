"""``headjudge export``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import click

from headjudge import checks
from headjudge.cli import codes, library, output, screen
from headjudge.cli.settings import setting_of
from headjudge.rulebook import UnreadableError


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for; ``depth`` is for ``smt2`` alone."""

    rulebook: str
    to: str
    property_: str | None
    depth: int
    scope: Sequence[tuple[str, int]]
    players: int | None
    output: str | None


def run(request: Request) -> int:
    """Export a rulebook; the exit code."""
    source = library.find_one(request.rulebook)
    try:
        book = library.read(source)
    except UnreadableError as error:
        screen.complain_of(error)
        return codes.UNREADABLE
    name = request.property_
    made = setting_of(book.rulebook, request.players, request.scope)
    try:
        if request.to == "smt2":
            text = checks.export_smt2(book.rulebook, book.properties, made, name, request.depth)
        else:
            text = checks.export_model(book.rulebook, book.properties, made, name, request.to)
    except KeyError as error:
        raise click.UsageError(f"no property is called {name}") from error
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    if request.output is None or request.output == "-":
        screen.write_utf8(text)
    else:
        output.write(request.output, text)
    return codes.HOLDS
