"""What was found as SARIF 2.1.0, which code hosting platforms and editors read.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from headjudge.evidence.results import Audit, Result
from headjudge.reports.data import Checked, Data, Failed, Outcome, Unread
from headjudge.reports.escape import plain, shortened
from headjudge.reports.gathering import Found, found, result_place, undecided
from headjudge.reports.markdown import folder_of
from headjudge.reports.repository import Repository
from headjudge.reports.rules import UNDECIDED, UNREADABLE, VANISHED, Rule, rule, rules
from headjudge.reports.sentences import say
from headjudge.reports.verdicts import lacking
from headjudge.reports.words import Teller
from headjudge.rulebook.places import Place

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
LONGEST_WORDS = 300
_ROOT = "%SRCROOT%"
_SPECIAL = re.compile(r"([\\\[\]])")
_BRACES = str.maketrans({"{": "{{", "}": "}}"})


def report(outcomes: Sequence[Outcome], exit_code: int, where: Repository, version: str) -> str:
    """The log: one run, with the findings first, then what has no verdict."""
    return _Log(where).text(outcomes, exit_code, version)


@dataclass(frozen=True, slots=True)
class _Log:
    """Writes one log."""

    where: Repository

    def text(self, outcomes: Sequence[Outcome], exit_code: int, version: str) -> str:
        failed = [one for one in outcomes if isinstance(one, Failed)]
        whole = not failed and not any(isinstance(one, Unread) for one in outcomes)
        run: Data = {
            "tool": {
                "driver": {
                    "name": "headjudge",
                    "version": version,
                    "rules": [_rule(one) for one in rules()],
                }
            },
            "invocations": [
                {
                    "executionSuccessful": whole,
                    "exitCode": exit_code,
                    "toolExecutionNotifications": [
                        {"level": "error", "message": _message(f"{one.rulebook}: {one.why}")}
                        for one in failed
                    ],
                }
            ],
            "originalUriBaseIds": {_ROOT: {"description": _message("The root of the repository.")}},
            "columnKind": "unicodeCodePoints",
            "results": [*self.results(outcomes)],
        }
        document: Data = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
        return json.dumps(document, indent=2, ensure_ascii=False) + "\n"

    def results(self, outcomes: Sequence[Outcome]) -> Iterator[Data]:
        for outcome in outcomes:
            if isinstance(outcome, Unread):
                for fault in outcome.faults:
                    said = f"{fault.code}: {fault.wrong} — {fault.cure}"
                    name = f"{outcome.rulebook} {fault.code} {fault.wrong}"
                    yield self.result(UNREADABLE, "error", said, fault.place, name)
        for one in found(outcomes):
            yield self.found(one)
        for outcome in outcomes:
            if isinstance(outcome, Checked):
                yield from self.lacking(outcome.audit)

    def lacking(self, audit: Audit) -> Iterator[Data]:
        """What has vanished, and what is not decided."""
        for name in audit.vanished:
            said = f"{name} is accepted and no longer found: take it out of accepted.toml"
            place = _accepted(audit)
            yield self.result(VANISHED, "error", said, place, f"{audit.rulebook.name} {name}")
        for result in undecided(audit):
            said = f"{result.property}: {lacking(result)}"
            place = result_place(audit, result)
            yield self.result(UNDECIDED, "warning", said, place, _name(audit, result))

    def result(self, of: Rule, level: str, said: str, place: Place, name: str) -> dict[str, Data]:
        """A result; ``name`` is what stays the same when lines are added above it."""
        digest = hashlib.sha256(f"{of.id} {name}".encode("utf-8", "surrogatepass")).hexdigest()
        return {
            "ruleId": of.id,
            "ruleIndex": rules().index(of),
            "level": level,
            "message": _message(said),
            "locations": [self.location(place)],
            # The first is what code scanning goes by; without it, it hashes the line's text.
            "partialFingerprints": {
                "primaryLocationLineHash": f"{digest[:16]}:1",
                "headjudgeFinding/v1": digest,
            },
        }

    def found(self, one: Found) -> Data:
        finding, book = one.finding, one.audit.rulebook
        said = say(one.audit, one.result, finding)
        text = f"{said.heading}. {' '.join(said.sentences)}"
        accepted = finding.accepted
        level = "error" if accepted is None else "note"
        name = f"{book.name} {finding.fingerprint}"
        made = self.result(rule(finding.cause.kind), level, text, one.place, name)
        related = [
            self.location(clause.place, f"{clause.id} {shortened(clause.words, LONGEST_WORDS)}")
            for clause in one.clauses
            if clause.place != one.place
        ]
        made["relatedLocations"] = [{"id": number, **on} for number, on in enumerate(related, 1)]
        if finding.trace is not None:
            made["codeFlows"] = [self.play(one, said.headline)]
        if accepted is not None:
            made["suppressions"] = [
                {"kind": "external", "status": "accepted", "justification": plain(accepted)}
            ]
        made["properties"] = {
            "rulebook": book.name,
            "edition": book.edition,
            "property": finding.property,
            "finding": finding.fingerprint,
            "players": one.audit.setting.players,
            "scope": dict(one.audit.setting.scope),
        }
        return made

    def play(self, one: Found, comes_to: str) -> Data:
        """The play as a code flow: where it starts, each step at its clause, what it comes to."""
        trace, audit = one.finding.trace, one.audit
        steps = () if trace is None else trace.steps
        teller = Teller(audit.rulebook, audit.setting)
        first = steps[0] if steps else None
        start = one.place if first is None else one.step_place(first)
        told = "" if trace is None else ", ".join(teller.start(trace.start))
        stops = [self.location(start, f"start{f': {told}' if told else ''}")]
        before = None if trace is None else trace.start
        for step in steps:
            deed = teller.deed(step.act)
            text = f"{deed.who}: {deed.what}"
            if step.clauses:
                text += f" ({', '.join(step.clauses)})"
            if before is not None and step.after is not None:
                changes = "; ".join(teller.changes(before, step.after))
                text += f" — {changes}" if changes else ""
            stops.append(self.location(one.step_place(step), text))
            before = step.after or before
        stops.append(self.location(one.place, comes_to))
        last = len(stops) - 1
        flow: list[Data] = [
            {
                "location": stop,
                "executionOrder": number + 1,
                "importance": "essential" if number == last else "important",
            }
            for number, stop in enumerate(stops)
        ]
        return {"threadFlows": [{"locations": flow}]}

    def location(self, place: Place, said: str = "") -> dict[str, Data]:
        artifact: dict[str, Data] = {"uri": self.where.uri(place.file)}
        if self.where.path(place.file) is not None:
            artifact["uriBaseId"] = _ROOT
        region = {"startLine": place.line, "startColumn": place.column}
        made: dict[str, Data] = {
            "physicalLocation": {"artifactLocation": artifact, "region": region}
        }
        if said:
            made["message"] = _message(said)
        return made


def _rule(one: Rule) -> Data:
    return {
        "id": one.id,
        "name": "".join(word.capitalize() for word in one.name.split()),
        "shortDescription": {"text": one.name},
        "fullDescription": {"text": one.short},
        "help": {
            "text": f"{one.short} {one.cure}",
            "markdown": f"{one.short}\n\n{one.cure}",
        },
        "defaultConfiguration": {"level": "warning" if one is UNDECIDED else "error"},
    }


def _message(said: str) -> dict[str, Data]:
    """Text as SARIF has it: brackets would make a link, braces a placeholder."""
    return {"text": _SPECIAL.sub(r"\\\1", plain(said)).translate(_BRACES)}


def _accepted(audit: Audit) -> Place:
    return Place(f"{folder_of(audit.rulebook)}/accepted.toml", 1, 1)


def _name(audit: Audit, result: Result) -> str:
    """An undecided result, in this setting."""
    setting = audit.setting
    scope = " ".join(f"{name}={value}" for name, value in setting.scope)
    return f"{audit.rulebook.name} {result.property} {setting.players} {scope}"
