"""``headjudge conform``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import click

from headjudge.cli import codes, library, screen
from headjudge.cli.settings import setting_of
from headjudge.conform.moments import TooManyWaysError
from headjudge.conform.process import Limits
from headjudge.conform.trials import Effort, Trial, trial
from headjudge.reports import conforming, rendering
from headjudge.rulebook import UnreadableError


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for; ``engine``: a program and its arguments."""

    rulebook: str
    engine: tuple[str, ...]
    scope: Sequence[tuple[str, int]]
    players: int | None
    deeds: int
    seed: int
    answer_within: float
    budget: float


def run(request: Request) -> int:
    """Play an engine, and say what came of it; the exit code."""
    source = library.find_one(request.rulebook)
    try:
        book = library.read(source).rulebook
    except UnreadableError as error:
        screen.complain_of(error)
        return codes.UNREADABLE
    made = setting_of(book, request.players, request.scope)
    effort = Effort(request.deeds, request.budget, request.seed, Limits(request.answer_within))
    board = screen.Board()
    try:
        with board.lit():
            found = trial(
                book,
                made,
                request.engine,
                effort,
                lambda done: board.count(book.name, done, effort.deeds),
            )
    except OSError as error:
        why = f"{request.engine[0]} cannot be started: {error.strerror}"
        raise click.UsageError(why) from error
    except TooManyWaysError as error:
        screen.complain(f"{book.name}: no verdict: it leaves too much open ({error})")
        return codes.NO_VERDICT
    screen.show(rendering.lines(conforming.blocks(found), screen.look().width))
    return _code(found)


def _code(found: Trial) -> int:
    if found.found is not None:
        return codes.CONTRADICTION
    return codes.NO_VERDICT if found.why else codes.HOLDS
