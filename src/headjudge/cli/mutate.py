"""``headjudge mutate``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from headjudge import checks
from headjudge.cli import codes, library, screen
from headjudge.cli.settings import limits_of, setting_of, size_of
from headjudge.edits.looks import Court
from headjudge.edits.mutation import Matrix, matrix, tiers, trials
from headjudge.edits.trials import Outcome
from headjudge.edits.variants import Variant, variants
from headjudge.engines.search import Budget
from headjudge.evidence.accepted import Accepted, read_accepted
from headjudge.evidence.judging import ReplayError
from headjudge.reports import mutants, mutants_data, rendering
from headjudge.reports.markdown import folder_of
from headjudge.rulebook import UnreadableError, setting
from headjudge.rulebook.syntax import Rulebook, Setting
from headjudge.semantics.symbolic.terms import TooManyError

EXPLAINED = "survivors.toml"


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for. ``whole``: ask everything of every change."""

    rulebook: str
    clauses: tuple[str, ...]
    whole: bool
    scope: Sequence[tuple[str, int]]
    players: int | None
    budget: float | None
    format_: str
    jobs: int | None = None

    @property
    def limits(self) -> Budget:
        """What one search may use."""
        return limits_of(self.budget, usual=60.0)


def run(request: Request) -> int:
    """Try every change, and say what notices it; the exit code."""
    try:
        book = library.read(library.find_one(request.rulebook))
        folder = folder_of(book.rulebook)
        explained = read_accepted(Path(folder, EXPLAINED), f"{folder}/{EXPLAINED}")
    except UnreadableError as error:
        screen.complain_of(error)
        return codes.UNREADABLE
    asked = [
        one
        for one in variants(book.rulebook)
        if not request.clauses or one.clause in _known(book.rulebook, request.clauses)
    ]
    court = _court(book, request)
    found: list[Outcome] = []
    try:
        _try(court, asked, request, found)
    except KeyboardInterrupt:
        code = codes.INTERRUPTED
    except (ReplayError, TooManyError, MemoryError, RecursionError, checks.LostError) as error:
        screen.complain(f"{book.rulebook.name}: an error of headjudge: {error}")
        code = codes.NO_VERDICT
    else:
        code = codes.HOLDS
    whole = not request.clauses and court.settings == _usual(book.rulebook)
    made = matrix(court, found, len(asked), explained if whole else _named(explained, found))
    code = code or made.exit_code
    _show(made, request.format_, code)
    return code


def _known(rulebook: Rulebook, ids: Sequence[str]) -> frozenset[str]:
    there = {clause.id for clause in rulebook.clauses}
    for id_ in ids:
        if id_ not in there:
            raise click.UsageError(f"{rulebook.name} has no clause {id_}")
    return frozenset(ids)


def _usual(rulebook: Rulebook) -> tuple[Setting, ...]:
    return tiers(setting(rulebook, players=None, scope={}))


def _named(explained: Sequence[Accepted], found: Sequence[Outcome]) -> tuple[Accepted, ...]:
    """The explanations of what was tried: of the rest nothing is known."""
    names = {one.variant.name for one in found}
    return tuple(one for one in explained if one.finding in names)


def _court(book: library.Book, request: Request) -> Court:
    """What is asked, in the setting of the command line or in the usual ones."""
    rulebook = book.rulebook
    made = setting_of(rulebook, request.players, request.scope)
    usual = setting(rulebook, players=None, scope={})
    settings = tiers(usual) if made == usual else (made,)
    return Court(rulebook, book.properties, settings, request.limits, request.whole)


def _try(court: Court, asked: list[Variant], request: Request, found: list[Outcome]) -> None:
    board = screen.Board()
    with checks.workers(size_of(request.jobs), board.tell) as sharing, board.lit():
        for one in trials(court, asked, sharing):
            found.append(one)
            board.count("changes", len(found), len(asked))


def _show(made: Matrix, format_: str, code: int) -> None:
    match format_:
        case "json":
            screen.write_utf8(mutants_data.report(made, code))
        case "markdown":
            screen.write_utf8(rendering.page(mutants.blocks(made)))
        case _:
            blocks = mutants.blocks(made, brief=True)
            screen.show(rendering.lines(blocks, screen.look().width))
