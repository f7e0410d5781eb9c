"""What is checked of one rulebook, by the name of each result; worked out when it is asked for."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from headjudge import checks
from headjudge.cli import library
from headjudge.engines.search import Budget
from headjudge.evidence.accepted import accept, read_accepted
from headjudge.evidence.results import Audit, Finding, Result, Verdict
from headjudge.reports.data import Checked
from headjudge.reports.escape import plain
from headjudge.reports.gathering import Found, place_named
from headjudge.reports.markdown import folder_of
from headjudge.reports.verdicts import lacking, verdict
from headjudge.rulebook import setting
from headjudge.rulebook.syntax import Setting

REST = "everything else"
_SILENT = (Verdict.VACUOUS, Verdict.NOT_APPLICABLE, Verdict.NO_VERDICT)


@dataclass(frozen=True, slots=True)
class Told:
    """What came of a test: nothing said if it holds."""

    said: str = ""
    skipped: bool = False


class Checks:
    """The checks of one rulebook, in its usual setting and in those of its header.

    Properties and what is accepted are those of the folder in which ``model/`` lies.
    """

    def __init__(self, path: Path) -> None:
        """Read it. Raises UnreadableError."""
        root = path.parent.parent if path.parent.name == "model" else path.parent
        shown = Path(os.path.relpath(path))
        self.book = library.read(library.Source(shown), root=Path(os.path.relpath(root)))
        rulebook = self.book.rulebook
        self.settings = (setting(rulebook, players=None, scope={}), *rulebook.runs)
        folder = folder_of(rulebook)
        self.accepted = read_accepted(root / folder / "accepted.toml", f"{folder}/accepted.toml")
        locks = library.locks(self.book.source, rulebook)
        self.confirmed = checks.confirmed(rulebook, locks)

    def names(self) -> tuple[str, ...]:
        """The tests, in the order of a report. What depends on no setting is tested once."""
        rulebook = self.book.rulebook
        own = [f"{claim.origin.clause} {claim.name}" for claim in rulebook.claims]
        searched = list(dict.fromkeys([*(one.name for one in self.book.properties), *own]))
        examples = [f"{one.origin.clause} example {one.number}" for one in rulebook.examples]
        confirmed = [] if self.confirmed is None else [self.confirmed.property]
        each = [f"{name}{self._suffix(made)}" for made in self.settings for name in searched]
        return (*examples, "every-clause-modelled", *confirmed, *each, REST)

    def line(self, name: str) -> int:
        """The line of a test, counted from 0."""
        return place_named(self.book.rulebook, name.partition(" [")[0]).line - 1

    def told(self, name: str) -> Told:
        """What came of a test."""
        if name == REST:
            return self._rest()
        for audit in self.audits:
            for result in audit.results:
                if name in (result.property, f"{result.property}{self._suffix(audit.setting)}"):
                    return _told(audit, result)
        return Told(f"{name}: no verdict: nothing was said of it")

    @cached_property
    def audits(self) -> tuple[Audit, ...]:
        """The audits, with what is accepted marked."""
        rulebook, properties = self.book.rulebook, self.book.properties
        sharing = checks.Alone(lambda _title, _progress: None)
        begun = [
            checks.begin(checks.Question(rulebook, properties, made, "auto", Budget()), sharing)
            for made in self.settings
        ]
        found = [result() for result in begun]
        if self.confirmed is not None:
            found = [replace(one, results=(*one.results, self.confirmed)) for one in found]
        whole = all(one.complete for one in found)
        return tuple(accept(one, self.accepted, whole=whole) for one in found)

    def _rest(self) -> Told:
        """What the other tests do not say: further results, what vanished, what went wrong."""
        names = set(self.names())
        said: list[str] = []
        for audit in self.audits:
            suffix = self._suffix(audit.setting)
            said.extend(audit.faults)
            for result in audit.results:
                if result.property not in names and f"{result.property}{suffix}" not in names:
                    told = _told(audit, result)
                    said.extend([] if told.skipped or not told.said else [told.said])
        gone = set.intersection(*(set(audit.vanished) for audit in self.audits))
        said.extend(
            f"{name}: accepted, but no longer found: take it out of accepted.toml"
            for name in sorted(gone)
        )
        return Told("\n\n".join(said))

    def _suffix(self, made: Setting) -> str:
        """What tells a setting of the header from the usual one."""
        if made == self.settings[0]:
            return ""
        usual = dict(self.settings[0].scope)
        parts = [f"{made.players} players"]
        parts += [f"{name} {value}" for name, value in made.scope if usual[name] != value]
        return f" [{', '.join(parts)}]"


def _told(audit: Audit, result: Result) -> Told:
    if result.open_findings:
        return Told("\n\n".join(_finding(audit, result, one) for one in result.open_findings))
    if not result.satisfied:
        return Told(f"{result.property}: {plain(lacking(result))}")
    if result.verdict in _SILENT:
        return Told(plain(verdict(result)), skipped=True)
    return Told()


def _finding(audit: Audit, result: Result, finding: Finding) -> str:
    found = Found(Checked(audit, audit.exit_code), result, finding)
    place = f"{found.place.file}:{found.place.line}"
    return "\n".join((f"{place}: {finding.cause.kind.value}", *found.told()))
