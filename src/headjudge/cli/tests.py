"""``headjudge tests``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from headjudge.cli import codes, library, screen
from headjudge.cli.settings import setting_of
from headjudge.engines.explore.covering import Limits
from headjudge.evidence.files import keep, write_whole
from headjudge.evidence.itf import finding_of, read_trace
from headjudge.evidence.results import Finding
from headjudge.evidence.strict import MAX_BYTES
from headjudge.reports import suites
from headjudge.reports.markdown import folder_of
from headjudge.rulebook import UnreadableError
from headjudge.rulebook.syntax import Rulebook, Setting
from headjudge.vectors.cases import Missing, Suite
from headjudge.vectors.choosing import Question, suite
from headjudge.vectors.documents import documents
from headjudge.vectors.python import ADAPTER, adapter


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for; ``output``: a folder; ``pytest``: also tests for it."""

    rulebook: str
    output: str
    pytest: bool
    cases: int
    steps: int
    scope: Sequence[tuple[str, int]]
    players: int | None
    budget: float | None


def run(request: Request) -> int:
    """Choose the tests, write them and say what they cover; the exit code."""
    source = library.find_one(request.rulebook)
    try:
        book = library.read(source)
    except UnreadableError as error:
        screen.complain_of(error)
        return codes.UNREADABLE
    made = setting_of(book.rulebook, request.players, request.scope)
    findings, unfit = _known(book.rulebook, made)
    question = Question(
        book.rulebook,
        book.properties,
        made,
        findings,
        unfit,
        Limits(request.cases, request.steps),
    )
    if request.budget is not None:
        question = replace(question, budget=replace(question.budget, seconds=request.budget))
    board = screen.Board()
    with board.lit():
        found = suite(question, lambda now: board.tell(book.rulebook.title, now))
    _write(found, request)
    screen.show(suites.report(found, screen.look(), request.output))
    return codes.NO_VERDICT if found.spent else codes.HOLDS


def _write(found: Suite, request: Request) -> None:
    """Write the files. Raises UsageError if they cannot be."""
    for folder, files in documents(found, pytest=request.pytest).items():
        place = Path(request.output) / folder
        try:
            kept = keep(place, files, tidy=True)
            if request.pytest and not folder and not (place / ADAPTER).exists():
                # From now on it is its author's.
                write_whole(place / ADAPTER, adapter(found))
        except OSError as error:
            raise click.UsageError(f"{place.as_posix()} cannot be written: {error}") from error
        for name in kept.foreign:
            where = (place / name).as_posix()
            screen.complain(f"{where}: not written: headjudge did not make what is there")


def _known(rulebook: Rulebook, setting: Setting) -> tuple[tuple[Finding, ...], tuple[Missing, ...]]:
    """The counterexamples in the current directory, and those that do not fit."""
    found: list[Finding] = []
    unfit: list[Missing] = []
    for path in sorted(Path(folder_of(rulebook)).glob("*.itf.json")):
        name = path.name.removesuffix(".itf.json")
        try:
            with path.open("rb") as stream:
                document = read_trace(stream.read(MAX_BYTES + 1), path.as_posix())
            if document.rulebook != rulebook.name:
                unfit.append(Missing(name, "it is of another rulebook"))
            elif (document.players, dict(document.scope)) != (
                setting.players,
                dict(setting.scope),
            ):
                unfit.append(Missing(name, "it is of another setting"))
            else:
                found.append(finding_of(document, rulebook, setting))
        except UnreadableError as error:
            unfit.append(Missing(name, error.faults[0].wrong))
        except OSError as error:
            unfit.append(Missing(name, str(error.strerror)))
    return tuple(found), tuple(unfit)
