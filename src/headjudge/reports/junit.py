"""What was found as JUnit XML, which every CI reads.

A suite for each rulebook and setting, a case for each property, claim and example. What has
no verdict never passes: it is an error, or skipped where the header accepts that by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET  # writes only

from headjudge.evidence.results import Audit, Result, Verdict
from headjudge.reports.data import Checked, Failed, Outcome, Unread
from headjudge.reports.escape import plain
from headjudge.reports.gathering import Found, result_place
from headjudge.reports.markdown import folder_of
from headjudge.reports.repository import Repository
from headjudge.reports.sentences import say
from headjudge.reports.verdicts import lacking, verdict

# What a document of XML 1.0 may hold: https://www.w3.org/TR/xml/#charsets
_NO_CHARACTER = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SILENT = (Verdict.VACUOUS, Verdict.NOT_APPLICABLE, Verdict.NO_VERDICT)


@dataclass(frozen=True, slots=True)
class _Case:
    """A case; ``outcome``: ``failure``, ``error``, ``skipped`` or nothing, then ``said``."""

    name: str
    file: str
    line: int
    outcome: str = ""
    type: str = ""
    said: str = ""
    more: str = ""
    out: str = ""


def report(outcomes: Sequence[Outcome], where: Repository) -> str:
    """The document."""
    whole = ET.Element("testsuites", name="headjudge")
    suites = [_suite(outcome, where) for outcome in outcomes]
    for name in ("tests", "failures", "errors", "skipped"):
        whole.set(name, str(sum(int(suite.get(name, "0")) for suite in suites)))
    whole.extend(suites)
    ET.indent(whole)
    text: str = ET.tostring(whole, encoding="unicode", short_empty_elements=True)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _suite(outcome: Outcome, where: Repository) -> ET.Element:
    match outcome:
        case Checked():
            name = _title(outcome.audit)
            cases = [*_checked(outcome, where)]
        case Unread(name, faults):
            cases = [
                _Case(
                    f"{fault.place.line}:{fault.place.column} can be read",
                    where.shown(fault.place.file),
                    fault.place.line,
                    "error",
                    fault.code,
                    f"{fault.wrong} — {fault.cure}",
                )
                for fault in faults
            ]
        case Failed(name, why):
            cases = [_Case("headjudge works", name, 1, "error", "failed", why)]
    suite = ET.Element("testsuite", name=_valid(name))
    counts = [case.outcome for case in cases]
    suite.set("tests", str(len(cases)))
    for attribute, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(attribute, str(counts.count(kind)))
    suite.extend(_element(case, name) for case in cases)
    return suite


def _checked(checked: Checked, where: Repository) -> Iterator[_Case]:
    audit = checked.audit
    for result in audit.results:
        yield _result(checked, result, where)
    for name in audit.vanished:
        said = "accepted, but no longer found: take it out of accepted.toml"
        file = where.shown(f"{folder_of(audit.rulebook)}/accepted.toml")
        yield _Case(name, file, 1, "failure", "vanished", said)
    for fault in audit.faults:
        file = where.shown(audit.rulebook.file)
        yield _Case("headjudge works", file, 1, "error", "failed", fault)


def _result(checked: Checked, result: Result, where: Repository) -> _Case:
    audit = checked.audit
    kept = [one for one in result.findings if one.accepted is not None]
    out = "\n".join(f"accepted: {one.fingerprint}: {plain(one.accepted or '')}" for one in kept)
    place = result_place(audit, result)
    if result.open_findings:
        first = Found(checked, result, result.open_findings[0])
        said = say(audit, result, first.finding).heading
        more = "\n\n".join(_told(Found(checked, result, one)) for one in result.open_findings)
        kind, place = first.finding.cause.kind.value, first.place
        return _Case(
            result.property,
            where.shown(place.file),
            place.line,
            "failure",
            kind,
            said,
            more,
            out,
        )
    outcome = said = ""
    if not result.satisfied:
        outcome, said = "error", lacking(result)
    elif result.verdict in _SILENT:
        outcome, said = "skipped", verdict(result)
    else:
        out = "\n".join(part for part in (verdict(result) if not kept else "", out) if part)
    file = where.shown(place.file)
    of = result.verdict.value if outcome == "error" else ""
    return _Case(result.property, file, place.line, outcome, of, said, "", out)


def _told(one: Found) -> str:
    """A finding, its play and its name, a line for each."""
    return "\n".join((*one.told(), f"finding: {plain(one.finding.fingerprint)}"))


def _element(case: _Case, suite: str) -> ET.Element:
    element = ET.Element(
        "testcase",
        name=_valid(case.name),
        classname=_valid(suite),
        file=_valid(case.file),
        line=str(case.line),
    )
    if case.outcome:
        inner = ET.SubElement(element, case.outcome, message=_valid(case.said))
        if case.type:
            inner.set("type", _valid(case.type))
        inner.text = "\n".join(_valid(line) for line in (case.more or case.said).split("\n"))
    if case.out:
        out = ET.SubElement(element, "system-out")
        out.text = "\n".join(_valid(line) for line in case.out.split("\n"))
    return element


def _title(audit: Audit) -> str:
    """The rulebook, and the setting as far as that is not its usual one."""
    book, setting = audit.rulebook, audit.setting
    usual = dict(book.scope)
    parts = [] if setting.players == book.players[0] else [f"{setting.players} players"]
    parts += [f"{name} {value}" for name, value in setting.scope if usual.get(name) != value]
    return f"{book.name} ({', '.join(parts)})" if parts else book.name


def _valid(text: str) -> str:
    """One line of characters that a document of XML may hold."""
    return _NO_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", plain(text))
