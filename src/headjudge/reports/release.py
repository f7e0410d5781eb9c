"""Everything that was found on one page of Markdown: for a release, and for a job's summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from headjudge.evidence.results import Audit, Verdict
from headjudge.reports.data import Checked, Failed, Outcome, Unread
from headjudge.reports.escape import plain
from headjudge.reports.filling import template
from headjudge.reports.gathering import Found, found, undecided
from headjudge.reports.markdown import Page, page
from headjudge.reports.repository import Repository
from headjudge.reports.sentences import say
from headjudge.reports.verdicts import lacking, verdict

_HOLDS = {0: "✓", 1: "✗", 2: "✗", 3: "?"}


@dataclass(frozen=True, slots=True)
class Accepted:
    """A finding that may stay: what it is, and why."""

    kind: str
    headline: str
    reason: str


@dataclass(frozen=True, slots=True)
class Setting:
    """What was looked at in one setting, and what came of it."""

    mark: str
    players: int
    scope: str
    situations: str
    summary: str
    open: tuple[tuple[str, str], ...]
    held: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook's part of the page; ``more``: how many contradictions found no room."""

    title: str
    edition: str
    errors: tuple[str, ...] = ()
    pages: tuple[Page, ...] = ()
    more: int = 0
    vanished: tuple[str, ...] = ()
    accepted: tuple[Accepted, ...] = ()
    settings: tuple[Setting, ...] = ()


def report(outcomes: Sequence[Outcome], where: Repository, limit: int | None = None) -> str:
    """The page, at most ``limit`` bytes long if it has to be: then it has fewer plays."""
    everything = found(outcomes)
    most = sum(one.finding.accepted is None for one in everything)
    text = _page(outcomes, everything, where, most)
    while limit is not None and most and len(text.encode()) > limit:
        most //= 2
        text = _page(outcomes, everything, where, most)
    return text


def _page(
    outcomes: Sequence[Outcome], everything: Sequence[Found], where: Repository, most: int
) -> str:
    shown = {
        (one.audit.rulebook.name, one.finding.fingerprint)
        for one in [one for one in everything if one.finding.accepted is None][:most]
    }
    books = [*_books(outcomes, everything, where, shown)]
    number = sum(one.finding.accepted is None for one in everything)
    return template("release.md.jinja").render(
        books=books,
        number=number,
        several=len(books) > 1,
        broken=any(isinstance(one, Unread | Failed) for one in outcomes),
        open=any(undecided(one.audit) for one in outcomes if isinstance(one, Checked)),
        vanished=any(book.vanished for book in books),
    )


def _books(
    outcomes: Sequence[Outcome],
    everything: Sequence[Found],
    where: Repository,
    shown: set[tuple[str, str]],
) -> Iterator[Book]:
    by_name: dict[str, list[Checked]] = {}
    for outcome in outcomes:
        match outcome:
            case Unread(name, faults):
                said = (
                    f"{where.shown(one.place.file)}:{one.place.line}:{one.place.column}: "
                    f"{one.code}: {one.wrong} — {one.cure}"
                    for one in faults
                )
                yield Book(name, "", tuple(map(plain, said)))
            case Failed(name, why):
                yield Book(name, "", (plain(f"an error of headjudge, and so no verdict: {why}"),))
            case Checked():
                by_name.setdefault(outcome.audit.rulebook.name, []).append(outcome)
    for name, checked in by_name.items():
        mine = [one for one in everything if one.audit.rulebook.name == name]
        book = checked[0].audit.rulebook
        free = [one for one in mine if one.finding.accepted is None]
        told = [one for one in free if (name, one.finding.fingerprint) in shown]
        yield Book(
            book.title,
            book.edition,
            tuple(dict.fromkeys(fault for one in checked for fault in one.audit.faults)),
            tuple(page(one.audit, one.result, one.finding, "") for one in told),
            len(free) - len(told),
            tuple(dict.fromkeys(gone for one in checked for gone in one.audit.vanished)),
            tuple(_accepted(one) for one in mine if one.finding.accepted is not None),
            tuple(_setting(one) for one in checked),
        )


def _accepted(one: Found) -> Accepted:
    kind = one.finding.cause.kind.value.capitalize()
    heading = say(one.audit, one.result, one.finding).heading
    return Accepted(kind, heading, one.finding.accepted or "")


def _setting(checked: Checked) -> Setting:
    audit = checked.audit
    sizes = [one.situations for one in audit.searches if one.situations]
    return Setting(
        _HOLDS[checked.exit_code],
        audit.setting.players,
        ", ".join(f"{name} {value}" for name, value in audit.setting.scope) or "none",
        f"{max(sizes):,}" if sizes else "",
        _summary(audit),
        tuple((one.property, lacking(one)) for one in undecided(audit)),
        tuple(_held(audit)),
    )


def _summary(audit: Audit) -> str:
    """``2 contradictions, 4 accepted, 17 hold, 3 within scope``."""
    accepted = sum(one.accepted is not None for one in audit.findings)
    number = len(audit.findings) - accepted
    parts = [f"{number} contradiction{'' if number == 1 else 's'}"]
    parts += [f"{accepted} accepted"] if accepted else []
    counts = Counter(one.verdict.value for one in audit.results if not one.findings)
    parts += [f"{counts[word.value]} {word.value}" for word in Verdict if counts[word.value]]
    return ", ".join(parts)


def _held(audit: Audit) -> Iterator[tuple[str, str]]:
    """Every property that is as it should be, with how far that was looked at."""
    for result in audit.results:
        if result.satisfied and not result.findings:
            yield result.property, verdict(result)
