"""``headjudge check``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from headjudge import checks
from headjudge.cli import cache, codes, formats, library, screen, suggestions
from headjudge.cli.settings import limits_of, setting_of, size_of
from headjudge.engines.induction.search import Effort
from headjudge.engines.search import Budget
from headjudge.evidence.accepted import Accepted, accept, read_accepted
from headjudge.evidence.certificates import certificate_of, restricted, write_certificate
from headjudge.evidence.files import keep, safe_names
from headjudge.evidence.itf import write_trace
from headjudge.evidence.replay import ReplayError
from headjudge.evidence.results import Audit, Kind, Result, Verdict
from headjudge.reports import data, text
from headjudge.reports.markdown import counterexample, folder_of
from headjudge.rulebook import UnreadableError, setting
from headjudge.rulebook.syntax import Rulebook, Setting
from headjudge.semantics.symbolic.terms import TooManyError

_FAST = "Only the first situations were looked at, for conflicts and gaps."


@dataclass(frozen=True, slots=True)
class _Asked:
    """A rulebook and the settings in which it is checked, with a question for each."""

    book: library.Book
    settings: tuple[Setting, ...]
    prepared: tuple[checks.Prepared, ...]

    @property
    def whole(self) -> bool:
        """Whether these are all the settings of the rulebook, and no others."""
        return self.settings == _all_settings(self.book)


@dataclass(frozen=True, slots=True)
class _Begun:
    """A rulebook that is being checked.

    What is accepted and confirmed of it, who waits for each setting, and what would mend what
    is found.
    """

    asked: _Asked
    accepted: Sequence[Accepted]
    confirmed: Result | None
    audits: tuple[Callable[[], Audit], ...]
    mends: suggestions.Suggested


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for.

    ``report``: formats and files of further reports. ``without`` may name the supplements.
    ``jobs``: how many processes, None for one per core. ``fast``: only what can be said at
    once.
    """

    rulebooks: tuple[str, ...]
    scope: Sequence[tuple[str, int]]
    players: int | None
    engine: str
    depth: int | None
    budget: float | None
    format_: str
    report: Sequence[tuple[str, str]]
    without: str | None
    prove: bool = False
    jobs: int | None = None
    fast: bool = False
    no_cache: bool = False

    @property
    def effort(self) -> Effort | None:
        """What a proof may use; None if none is wanted."""
        return Effort() if self.prove else None

    @property
    def limits(self) -> Budget:
        """What a search may use."""
        usual = limits_of(self.budget)
        return usual if self.depth is None else replace(usual, steps=self.depth)


def run(request: Request) -> int:
    """Check rulebooks and say what was found; the exit code."""
    place = None if request.no_cache else cache.folder()
    store = None if place is None else cache.Cache(place)
    read = [_read(source, request, store) for source in library.find(request.rulebooks)]
    outcomes: list[data.Outcome] = []
    shown = False
    board = screen.Board()
    with checks.workers(_size(read, request.jobs), board.tell) as sharing:
        begun = [_begin(one, sharing) for one in read]
        for outcome in (found for one in begun for found in _outcomes(one, request, board)):
            outcomes.append(outcome)
            if request.format_ == "text" and isinstance(outcome, data.Checked):
                if shown:
                    screen.write("\n")
                folder = folder_of(outcome.audit.rulebook) if outcome.files else None
                screen.show(text.report(outcome.audit, screen.look(), folder))
                shown = True
        if request.fast and shown:
            screen.write(f"\n  {_FAST}\n")
    code = codes.worst(_code(outcome) for outcome in outcomes)
    if request.format_ != "text":
        formats.show(request.format_, outcomes, code)
    formats.keep(request.report, outcomes, code)
    return code


def _size(read: Sequence[_Asked | data.Unread], jobs: int | None) -> int:
    """How many processes work: more than one only where there is more than one piece."""
    pieces = sum(each.pieces for one in read if isinstance(one, _Asked) for each in one.prepared)
    return min(pieces, size_of(jobs))


def _begin(one: _Asked | data.Unread, sharing: checks.Sharing) -> _Begun | data.Unread:
    """Begin the audits of one rulebook, if what people say of it can be read."""
    if isinstance(one, data.Unread):
        return one
    rulebook = one.book.rulebook
    folder = folder_of(rulebook)
    try:
        accepted = read_accepted(Path(folder, "accepted.toml"), f"{folder}/accepted.toml")
        confirmed = checks.confirmed(rulebook, library.locks(one.book.source, rulebook))
    except UnreadableError as error:
        screen.complain_of(error)
        return data.Unread(rulebook.name, error.faults)
    audits = tuple(each.begin(sharing) for each in one.prepared)
    return _Begun(one, accepted, confirmed, audits, suggestions.kept(one.book))


def _outcomes(
    one: _Begun | data.Unread, request: Request, board: screen.Board
) -> Iterator[data.Outcome]:
    """What comes of one rulebook: an outcome per setting."""
    if isinstance(one, data.Unread):
        yield one
    else:
        yield from _check(one, request, board)


def _all_settings(book: library.Book) -> tuple[Setting, ...]:
    """Those in which a rulebook is checked unless the command line names one."""
    return (setting(book.rulebook, players=None, scope={}), *book.rulebook.runs)


def _read(
    source: library.Source, request: Request, store: checks.Store | None
) -> _Asked | data.Unread:
    """A rulebook and its settings. Raises UsageError if there is no such setting.

    Without a setting on the command line these are the default one and the header's runs.
    """
    try:
        book = library.read(source, supplements=request.without is None)
    except UnreadableError as error:
        screen.complain_of(error)
        return data.Unread(source.name, error.faults)
    if request.fast and (request.engine != "auto" or request.depth is not None):
        raise click.UsageError("--fast searches in its own way: leave out --engine and --depth")
    made = setting_of(book.rulebook, request.players, request.scope)
    usual = request.players is None and not request.scope and not request.fast
    settings = (made, *book.rulebook.runs) if usual else (made,)
    asked = book.properties
    if settings != _all_settings(book):
        # What a setting does not use another may: only all of them together can tell.
        asked = tuple(each for each in asked if not checks.of_all_settings(each))
    ask = checks.begin_fast if request.fast else checks.begin
    questions = (
        checks.Question(book.rulebook, asked, one, request.engine, request.limits, request.effort)
        for one in settings
    )
    prepared = tuple(checks.prepare(one, ask, store, fast=request.fast) for one in questions)
    return _Asked(book, settings, prepared)


def _code(outcome: data.Outcome) -> int:
    match outcome:
        case data.Checked(exit_code=code):
            return code
        case data.Unread():
            return codes.UNREADABLE
        case data.Failed():
            return codes.NO_VERDICT


def _check(begun: _Begun, request: Request, board: screen.Board) -> Iterator[data.Outcome]:
    """Wait for the audits of one rulebook, and write what is found."""
    rulebook = begun.asked.book.rulebook
    folder = folder_of(rulebook)
    audits: list[Audit] = []
    for waiting in begun.audits:
        found = _audit(rulebook, waiting, board)
        if isinstance(found, data.Failed):
            yield found
            return
        if begun.confirmed is not None:
            found = replace(found, results=(*found.results, begun.confirmed))
        audits.append(found)
    audits = [*checks.across(audits)]
    plain = request.without is None and begun.asked.whole
    whole = plain and all(audit.complete for audit in audits)
    # What no setting finds has vanished; the first report says so.
    marked = [accept(audit, begun.accepted, whole=whole) for audit in audits]
    gone = [name for name in marked[0].vanished if all(name in one.vanished for one in marked)]
    first, *others = marked
    marked = [
        replace(first, vanished=tuple(gone)),
        *(replace(other, vanished=()) for other in others),
    ]
    # A setting that was asked for by hand does not take the place of the usual one.
    marked = [_certifying(audit, kept=plain and not request.fast) for audit in marked]
    marked = [suggestions.beside(audit, begun.mends) for audit in marked]
    renew = plain and request.engine in ("auto", "explore")
    # Whoever waits for a commit does not want other files to change.
    if request.fast:
        files: tuple[tuple[str, str], ...] = ()
    else:
        _keep_certificates(marked)
        files = _keep(marked, folder, begun.mends, renew=renew, tidy=whole)
    for audit in marked:
        for fault in audit.faults:
            screen.complain(f"{rulebook.name}: {fault}")
        code = audit.exit_code
        if audit.faults and code == codes.HOLDS:
            code = codes.NO_VERDICT
        prints = {finding.fingerprint for finding in audit.findings}
        yield data.Checked(audit, code, tuple(one for one in files if one[0] in prints))


def _audit(
    rulebook: Rulebook, waiting: Callable[[], Audit], board: screen.Board
) -> Audit | data.Failed:
    """The audit of one rulebook in one setting, or why there is none."""
    try:
        with board.lit():
            return waiting()
    except ReplayError as error:
        return _failed(rulebook.name, f"a play does not do what an engine says: {error}")
    except TooManyError as error:
        return _failed(rulebook.name, f"this rulebook is too large here: {error}")
    except checks.LostError as error:
        return _failed(rulebook.name, str(error))
    except (MemoryError, RecursionError) as error:
        return _failed(rulebook.name, f"this rulebook is too large here: {type(error).__name__}")


def _certifying(audit: Audit, *, kept: bool) -> Audit:
    """The audit with a certificate of what is proved in every reading alone."""
    proved = {one.property for one in audit.results if one.verdict is Verdict.PROVED}
    whole = audit.certificate
    certificate = None if whole is None else restricted(whole, proved)
    return replace(audit, certificate=certificate, kept=kept)


def _keep_certificates(audits: Sequence[Audit]) -> None:
    """Write what is proved: one certificate for each setting."""
    for audit in audits:
        certificate = audit.certificate
        if certificate is None or not audit.kept:
            continue
        path = certificate_of(certificate)
        try:
            kept = keep(path.parent, {path.name: write_certificate(certificate)})
        except OSError as error:
            screen.complain(f"{path}: the certificate is not written: {error.strerror or error}")
            continue
        for name in kept.foreign:
            screen.complain(f"{path.parent}/{name}: not written: headjudge did not make it")


def _failed(name: str, why: str) -> data.Failed:
    screen.complain(f"{name}: an error of headjudge, and so no verdict: {why}")
    return data.Failed(name, why)


def _keep(
    audits: Sequence[Audit],
    folder: str,
    mends: suggestions.Suggested,
    *,
    renew: bool,
    tidy: bool,
) -> tuple[tuple[str, str], ...]:
    """Write the counterexamples; where each finding's page is, without its ending.

    A finding of several settings is written as the first of them shows it.
    """
    names = safe_names(
        finding.fingerprint
        for audit in audits
        for finding in audit.findings
        if finding.cause.kind is not Kind.APART  # said in a line, and gone once it is confirmed
    )
    documents = mends.documents
    for audit in audits:
        for result in audit.results:
            for finding in result.findings:
                name = names.get(finding.fingerprint)
                if name is None or f"{name}.md" in documents:
                    continue
                documents[f"{name}.md"] = counterexample(audit, result, finding, name)
                if finding.trace is not None:
                    document = write_trace(audit.rulebook, audit.setting, finding)
                    documents[f"{name}.itf.json"] = document
    try:
        kept = keep(Path(folder), documents, renew=renew, tidy=tidy)
    except OSError as error:
        screen.complain(f"{folder}: counterexamples are not written: {error.strerror or error}")
        return ()
    for name in kept.foreign:
        screen.complain(f"{folder}/{name}: not written: headjudge did not make what is there")
    return tuple((print_, f"{folder}/{name}") for print_, name in names.items())
