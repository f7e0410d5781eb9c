"""``headjudge conform``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from headjudge.cli import codes, library, screen
from headjudge.cli.settings import setting_of
from headjudge.conform.cases import Script, read_about, read_script
from headjudge.conform.deeds import Deeds
from headjudge.conform.moments import TooManyWaysError
from headjudge.conform.process import Limits
from headjudge.conform.trials import Effort, Question, Trial, trial
from headjudge.evidence.strict import MAX_BYTES, refuse
from headjudge.reports import conforming, rendering
from headjudge.rulebook import UnreadableError, setting
from headjudge.rulebook.syntax import Rulebook, Setting
from headjudge.vectors.documents import CASES, MANIFEST

MAX_CASES = 2_000


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for; ``engine``: a program and its arguments."""

    rulebook: str
    engine: tuple[str, ...]
    scope: Sequence[tuple[str, int]]
    players: int | None
    tests: str | None
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
    try:
        made, scripts = _asked(request, book)
    except UnreadableError as error:
        screen.complain_of(error)
        return codes.UNREADABLE
    effort = Effort(request.deeds, request.budget, request.seed, Limits(request.answer_within))
    board = screen.Board()
    try:
        with board.lit():
            found = trial(
                Question(book, made, request.engine, effort, scripts),
                lambda done: board.count(book.name, done, effort.deeds),
            )
    except OSError as error:
        why = f"{request.engine[0]} cannot be started: {error.strerror}"
        raise click.UsageError(why) from error
    except UnreadableError as error:
        screen.complain_of(error)
        return codes.UNREADABLE
    except TooManyWaysError as error:
        screen.complain(f"{book.name}: no verdict: it leaves too much open ({error})")
        return codes.NO_VERDICT
    screen.show(rendering.lines(conforming.blocks(found), screen.look().width))
    return _code(found)


def _asked(request: Request, book: Rulebook) -> tuple[Setting, Callable[[Deeds], Sequence[Script]]]:
    """The setting, and the cases that are to be played. Raises UnreadableError, UsageError."""
    if request.tests is None:
        return setting_of(book, request.players, request.scope), lambda _: ()
    if request.players is not None or request.scope:
        raise click.UsageError("the tests say how many players there are, and in which scope")
    folder = Path(request.tests)
    manifest = folder / MANIFEST
    about = read_about(_bytes(manifest), manifest.as_posix(), book)
    files = sorted((folder / CASES).glob("*.json"))[:MAX_CASES]
    made = setting(book, players=about.players, scope=dict(about.scope))
    return made, lambda deeds: [read_script(_bytes(file), file.as_posix(), deeds) for file in files]


def _bytes(file: Path) -> bytes:
    try:
        with file.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        wrong = f"this file cannot be opened: {error.strerror}"
        refuse(file.as_posix(), wrong, cure="write the tests anew with `headjudge tests`")


def _code(found: Trial) -> int:
    if found.found is not None:
        return codes.CONTRADICTION
    return codes.NO_VERDICT if found.why else codes.HOLDS
