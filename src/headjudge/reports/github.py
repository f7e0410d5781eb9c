"""What was found as GitHub shows it: annotations on the lines, and the summary of a job.

https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from headjudge.evidence.results import Result
from headjudge.reports import release
from headjudge.reports.data import Checked, Failed, Outcome, Unread
from headjudge.reports.escape import plain, shortened
from headjudge.reports.gathering import found, result_place, undecided
from headjudge.reports.markdown import folder_of
from headjudge.reports.repository import Repository
from headjudge.reports.rules import UNDECIDED, UNREADABLE, VANISHED, rule
from headjudge.reports.sentences import say
from headjudge.reports.verdicts import lacking
from headjudge.rulebook.places import Place

LONGEST = 1_000
LARGEST_SUMMARY = 900 * 1024  # GitHub takes 1 MiB for each step
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def commands(outcomes: Sequence[Outcome], where: Repository) -> str:
    """One workflow command on a line of its own for each thing to look at.

    GitHub shows the first ten of each level: what is open comes before what is accepted.
    """
    return "".join(f"{line}\n" for line in _lines(outcomes, where))


def summary(outcomes: Sequence[Outcome], where: Repository) -> str:
    """The summary of the job."""
    return release.report(outcomes, where, LARGEST_SUMMARY)


def _lines(outcomes: Sequence[Outcome], where: Repository) -> Iterator[str]:
    for outcome in outcomes:
        match outcome:
            case Unread(_, faults):
                for fault in faults:
                    said = f"{fault.wrong} — {fault.cure}"
                    title = f"{UNREADABLE.name}: {fault.code}"
                    yield _annotation("error", title, said, fault.place, where)
            case Failed(rulebook, why):
                said = f"{rulebook}: an error of headjudge, and so no verdict: {why}"
                yield _annotation("error", "No verdict", said, None, where)
            case Checked():
                pass
    everything = found(outcomes)
    for one in everything:
        if one.finding.accepted is None:
            said_ = say(one.audit, one.result, one.finding)
            title = f"{rule(one.finding.cause.kind).name}: {one.finding.property}"
            text = f"{said_.heading}. {' '.join(said_.sentences)}"
            yield _annotation("error", title, text, one.place, where)
    for outcome in outcomes:
        if isinstance(outcome, Checked):
            yield from _rest(outcome, where)
    for one in everything:
        if one.finding.accepted is not None:
            heading = say(one.audit, one.result, one.finding).heading
            text = f"{heading}. Accepted: {one.finding.accepted}"
            kind = rule(one.finding.cause.kind).name
            yield _annotation("notice", f"{kind}, accepted", text, one.place, where)


def _rest(checked: Checked, where: Repository) -> Iterator[str]:
    audit = checked.audit
    for name in audit.vanished:
        place = Place(f"{folder_of(audit.rulebook)}/accepted.toml", 1, 1)
        text = f"{name} is accepted and no longer found: take it out of accepted.toml"
        yield _annotation("error", VANISHED.name, text, place, where)
    for result in undecided(audit):
        title = f"{UNDECIDED.name}: {result.property}"
        yield _annotation(
            "error", title, _lacks(checked, result), result_place(audit, result), where
        )
    for fault in audit.faults:
        yield _annotation("error", UNDECIDED.name, fault, None, where)


def _lacks(checked: Checked, result: Result) -> str:
    return f"{result.property}, with {checked.audit.setting.players} players: {lacking(result)}"


def _annotation(level: str, title: str, said: str, place: Place | None, where: Repository) -> str:
    """A workflow command. Everything in it is on one line, with its signs escaped."""
    path = None if place is None else where.path(place.file)
    about = []
    if place is not None and path is not None:
        about = [f"file={_value(path)}", f"line={place.line}", f"col={place.column}"]
    elif place is not None:
        said = f"{where.shown(place.file)}:{place.line}: {said}"
    about.append(f"title={_value(shortened(title, LONGEST))}")
    return f"::{level} {','.join(about)}::{shortened(said, LONGEST).translate(_DATA)}"


def _value(text: str) -> str:
    return plain(text).translate(_PROPERTY)
