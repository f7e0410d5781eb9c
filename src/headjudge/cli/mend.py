"""``headjudge mend``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from headjudge import checks
from headjudge.cli import cache, codes, library, screen, suggestions
from headjudge.cli.settings import limits_of, setting_of, size_of
from headjudge.cli.suggestions import Suggested
from headjudge.edits.looks import Court
from headjudge.edits.mends import Sought, Wanted, mends, wanted
from headjudge.engines.search import Budget
from headjudge.evidence.files import keep
from headjudge.evidence.judging import ReplayError
from headjudge.evidence.results import Audit
from headjudge.evidence.stored import UnfitError
from headjudge.reports import mending, rendering
from headjudge.reports.markdown import folder_of
from headjudge.rulebook import UnreadableError
from headjudge.semantics.symbolic.terms import TooManyError


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for; no findings: all of them."""

    rulebook: str
    findings: tuple[str, ...]
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
    """Look for what would mend each finding; the exit code."""
    try:
        book = library.read(library.find_one(request.rulebook))
    except UnreadableError as error:
        screen.complain_of(error)
        return codes.UNREADABLE
    made = setting_of(book.rulebook, request.players, request.scope)
    court = Court(book.rulebook, book.properties, (made,), request.limits, meetings=True)
    board = screen.Board()
    try:
        with checks.workers(size_of(request.jobs), board.tell) as sharing, board.lit():
            audit = _audit(court, sharing)
            asked = _asked(request, wanted(audit))
            known = frozenset(one.fingerprint for one in audit.findings)
            found = mends(court, asked, known, sharing)
    except (ReplayError, TooManyError, MemoryError, RecursionError, checks.LostError) as error:
        screen.complain(f"{book.rulebook.name}: an error of headjudge: {error}")
        return codes.NO_VERDICT
    _keep(book, request, found)
    _show(audit, found, request.format_)
    return _code(found)


def _keep(book: library.Book, request: Request, found: Sequence[Sought]) -> None:
    """Keep what was found in the usual setting for the pages of the next check."""
    if request.findings or request.scope or request.players is not None:
        return
    folder = folder_of(book.rulebook)
    mends = {one.wanted: mending.told(book.rulebook, one) for one in found}
    try:
        made = Suggested(suggestions.question(book), {k: v for k, v in mends.items() if v})
        kept = keep(Path(folder), made.documents)
    except (OSError, UnfitError) as error:
        screen.complain(f"{folder}: the suggestions are not kept: {error}")
        return
    for name in kept.foreign:
        screen.complain(f"{folder}/{name}: not written: headjudge did not make what is there")


def _audit(court: Court, sharing: checks.Sharing) -> Audit:
    """The audit as `check` makes it, or as it has been kept."""
    place = cache.folder()
    store = None if place is None else cache.Cache(place)
    (made,) = court.settings
    question = checks.Question(court.rulebook, court.asked(), made, "auto", Budget())
    return checks.prepare(question, checks.begin, store, fast=False).begin(sharing)()


def _asked(request: Request, there: tuple[Wanted, ...]) -> tuple[Wanted, ...]:
    """The findings that are named. Raises UsageError if there is none of that name."""
    names = [one.fingerprint for one in there]
    for name in request.findings:
        if name not in names:
            raise click.UsageError(f"{name[:80]} is no finding that a change of a clause may mend")
    return tuple(
        one for one in there if not request.findings or one.fingerprint in request.findings
    )


def _code(found: Sequence[Sought]) -> int:
    """3: for some finding nothing is known."""
    silent = any(not one.mends and (one.why or one.unknown) for one in found)
    return codes.NO_VERDICT if silent else codes.HOLDS


def _show(audit: Audit, found: Sequence[Sought], format_: str) -> None:
    match format_:
        case "json":
            screen.write_utf8(mending.report(audit, found, _code(found)))
        case "markdown":
            screen.write_utf8(rendering.page(mending.blocks(audit, found)))
        case _:
            lines = rendering.lines(mending.blocks(audit, found), screen.look().width)
            screen.show(lines)
