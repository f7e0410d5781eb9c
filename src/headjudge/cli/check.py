"""``headjudge check``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from headjudge import checks
from headjudge.cli import codes, library, screen
from headjudge.cli.settings import setting_of
from headjudge.engines.search import Budget
from headjudge.evidence.accepted import accept, read_accepted
from headjudge.evidence.files import keep, safe_names
from headjudge.evidence.itf import write_trace
from headjudge.evidence.replay import ReplayError
from headjudge.evidence.results import Audit
from headjudge.reports import data, text
from headjudge.reports.markdown import counterexample, folder_of
from headjudge.rulebook import UnreadableError, setting
from headjudge.rulebook.syntax import Setting
from headjudge.semantics.symbolic.terms import TooManyError

_Asked = tuple[library.Book, tuple[Setting, ...]]


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for; ``without`` may name the supplements."""

    rulebooks: tuple[str, ...]
    scope: Sequence[tuple[str, int]]
    players: int | None
    engine: str
    depth: int | None
    budget: float | None
    format_: str
    without: str | None

    @property
    def limits(self) -> Budget:
        """What a search may use."""
        usual = Budget()
        return replace(
            usual,
            steps=usual.steps if self.depth is None else self.depth,
            seconds=usual.seconds if self.budget is None else self.budget,
        )


def run(request: Request) -> int:
    """Check rulebooks and say what was found; the exit code."""
    read = [_read(source, request) for source in library.find(request.rulebooks)]
    outcomes: list[data.Outcome] = []
    shown = False
    for outcome in (found for one in read for found in _outcomes(one, request)):
        outcomes.append(outcome)
        if request.format_ == "text" and isinstance(outcome, data.Checked):
            if shown:
                screen.write("\n")
            folder = folder_of(outcome.audit.rulebook) if outcome.files else None
            screen.show(text.report(outcome.audit, screen.look(), folder))
            shown = True
    code = codes.worst(_code(outcome) for outcome in outcomes)
    if request.format_ == "json":
        screen.write_utf8(data.report(outcomes, code))
    return code


def _outcomes(one: _Asked | data.Unread, request: Request) -> Iterator[data.Outcome]:
    """What comes of one rulebook: an outcome per setting."""
    if isinstance(one, data.Unread):
        yield one
    else:
        yield from _check(*one, request)


def _read(source: library.Source, request: Request) -> _Asked | data.Unread:
    """A rulebook and its settings. Raises UsageError if there is no such setting.

    Without a setting on the command line these are the default one and the header's runs.
    """
    try:
        book = library.read(source, supplements=request.without is None)
    except UnreadableError as error:
        screen.complain_of(error)
        return data.Unread(source.name, error.faults)
    made = setting_of(book.rulebook, request.players, request.scope)
    usual = request.players is None and not request.scope
    return book, (made, *book.rulebook.runs) if usual else (made,)


def _code(outcome: data.Outcome) -> int:
    match outcome:
        case data.Checked(exit_code=code):
            return code
        case data.Unread():
            return codes.UNREADABLE
        case data.Failed():
            return codes.NO_VERDICT


def _check(
    book: library.Book, settings: tuple[Setting, ...], request: Request
) -> Iterator[data.Outcome]:
    """Check one rulebook in its settings, and write what is found."""
    rulebook = book.rulebook
    folder = folder_of(rulebook)
    try:
        accepted = read_accepted(Path(folder, "accepted.toml"), f"{folder}/accepted.toml")
    except UnreadableError as error:
        screen.complain_of(error)
        yield data.Unread(rulebook.name, error.faults)
        return
    audits: list[Audit] = []
    for made in settings:
        found = _audit(book, made, request)
        if isinstance(found, data.Failed):
            yield found
            return
        audits.append(found)
    usual = setting(rulebook, players=None, scope={})
    plain = request.without is None and settings == (usual, *rulebook.runs)
    whole = plain and all(audit.complete for audit in audits)
    # What no setting finds has vanished; the first report says so.
    marked = [accept(audit, accepted, whole=whole) for audit in audits]
    gone = [name for name in marked[0].vanished if all(name in one.vanished for one in marked)]
    first, *others = marked
    marked = [
        replace(first, vanished=tuple(gone)),
        *(replace(other, vanished=()) for other in others),
    ]
    files = _keep(marked, folder, renew=plain and request.engine != "bmc", tidy=whole)
    for audit in marked:
        for fault in audit.faults:
            screen.complain(f"{rulebook.name}: {fault}")
        code = audit.exit_code
        if audit.faults and code == codes.HOLDS:
            code = codes.NO_VERDICT
        prints = {finding.fingerprint for finding in audit.findings}
        yield data.Checked(audit, code, tuple(one for one in files if one[0] in prints))


def _audit(book: library.Book, made: Setting, request: Request) -> Audit | data.Failed:
    """The audit of one rulebook in one setting, or why there is none."""
    rulebook = book.rulebook
    try:
        with screen.progress(rulebook.title) as report:
            return checks.audit(
                rulebook,
                book.properties,
                made,
                engine=request.engine,
                budget=request.limits,
                report=report,
            )
    except ReplayError as error:
        return _failed(rulebook.name, f"a play does not do what an engine says: {error}")
    except TooManyError as error:
        return _failed(rulebook.name, f"this rulebook is too large here: {error}")
    except (MemoryError, RecursionError) as error:
        return _failed(rulebook.name, f"this rulebook is too large here: {type(error).__name__}")


def _failed(name: str, why: str) -> data.Failed:
    screen.complain(f"{name}: an error of headjudge, and so no verdict: {why}")
    return data.Failed(name, why)


def _keep(
    audits: Sequence[Audit], folder: str, *, renew: bool, tidy: bool
) -> tuple[tuple[str, str], ...]:
    """Write the counterexamples; where each finding's page is, without its ending.

    A finding of several settings is written as the first of them shows it.
    """
    names = safe_names(finding.fingerprint for audit in audits for finding in audit.findings)
    documents: dict[str, str] = {}
    for audit in audits:
        for result in audit.results:
            for finding in result.findings:
                name = names[finding.fingerprint]
                if f"{name}.md" in documents:
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
