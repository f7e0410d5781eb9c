"""The rulebooks with one known fault each, and what is expected of them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from headjudge.checks import audit
from headjudge.engines.search import Budget, Progress
from headjudge.evidence.results import STRENGTHS, Audit, Finding, Result, Verdict
from headjudge.rulebook import read_properties, read_rulebook, setting
from headjudge.rulebook.syntax import Property, Rulebook, Setting
from headjudge.rulebook.values import Act, show

ROOT = Path(__file__).resolve().parents[2]
RULEBOOKS = ROOT / "tests" / "rulebooks"
PATHS = tuple(sorted(RULEBOOKS.rglob("*.md")))
FAULTY = tuple(path for path in PATHS if path.name == "faulty.md")
MENDED = tuple(path for path in PATHS if path.name != "faulty.md")


def name(path: Path) -> str:
    """What a test calls a rulebook: ``gap/faulty``."""
    return f"{path.parent.name}/{path.stem}"


def quiet(_: Progress) -> None:
    """Nobody watches."""


@cache
def book(path: Path) -> tuple[Rulebook, tuple[Property, ...], Setting]:
    """A rulebook, the standard properties read against it, and its usual setting."""
    rulebook = read_rulebook(path)
    documents = sorted((ROOT / "properties").glob("*.md"))
    properties = tuple(one for file in documents for one in read_properties(file, rulebook))
    return rulebook, properties, setting(rulebook, players=None, scope={})


@cache
def audited(path: Path) -> Audit:
    """The whole audit of a rulebook with the standard properties."""
    rulebook, properties, where = book(path)
    return audit(rulebook, properties, where, engine="explore", budget=Budget(), report=quiet)


@cache
def expected(path: Path) -> dict[str, Any]:
    """What the file beside a rulebook says."""
    return tomllib.loads(path.with_suffix(".expect").read_text("utf-8"))


@dataclass(frozen=True)
class Seed:
    """A finding that is expected of a rulebook, by its property."""

    path: Path
    name: str
    written: Mapping[str, Any]

    @property
    def finding(self) -> Finding:
        """What is found."""
        found = audited(self.path).findings
        (finding,) = (one for one in found if one.property == self.name)
        return finding

    def __str__(self) -> str:
        return f"{self.path.parent.name}/{self.path.stem} {self.name}"


# Every expected finding with a play.
PLAYED = tuple(
    Seed(path, one["property"], one)
    for path in FAULTY
    for one in expected(path).get("finding", ())
    if "play" in one
)


def described(one: Audit) -> dict[str, Any]:
    """An audit in the words of such a file; what is empty is left out."""
    first = one.searches[0]
    parts: dict[str, Any] = {
        "situations": first.situations,
        "cutoffs": dict(first.cutoffs),
        "settled": [list(triple) for triple in one.settled],
        "exceptions": [list(triple) for triple in one.exceptions],
        "weaker_than_required": [
            result.property
            for result in one.results
            if result.verdict in STRENGTHS and not result.satisfied
        ],
        "finding": [
            _finding(one.rulebook, result, finding)
            for result in one.results
            for finding in result.findings
        ],
        "verdicts": _verdicts(one),
    }
    return {key: value for key, value in parts.items() if value}


def _verdicts(one: Audit) -> dict[str, list[str]]:
    """The properties without a finding, by verdict; not those that do not apply."""
    found: dict[str, list[str]] = {}
    for result in one.results:
        if not result.findings and result.verdict is not Verdict.NOT_APPLICABLE:
            found.setdefault(result.verdict.value, []).append(result.property)
    return found


def _finding(rulebook: Rulebook, result: Result, finding: Finding) -> dict[str, Any]:
    cause, trace = finding.cause, finding.trace
    parts: dict[str, Any] = {
        "property": finding.property,
        "kind": cause.kind.value,
        "verdict": result.verdict.value,
        "action": cause.action,
        "clauses": list(finding.clauses),
        "enabling": list(finding.enabling),
        "field": cause.field,
        "label": cause.label,
        "steps": finding.steps,
        "play": [] if trace is None else [said(rulebook, step.act) for step in trace.steps],
        "other": [said(rulebook, step.act) for step in finding.other.steps]
        if finding.other
        else [],
        "permission_wins": trace is not None and trace.permission_wins,
        "readings": [list(pair) for pair in finding.readings],
        "against": [list(pair) for pair in finding.against],
    }
    kept = ("clauses", "steps")
    parts = {key: value for key, value in parts.items() if value or key in kept}
    if trace is not None and trace.loop is not None and finding.loop is not None:
        parts["loop_after"] = trace.loop
        parts["kept_going_by"] = finding.loop.keeper.value
        if trace.growth:
            parts["grows"] = [list(pair) for pair in trace.growth]
        ways = [f"{way.step}: {said(rulebook, way.act)}" for way in finding.loop.ways_out]
        parts.update(
            {
                key: [*value]
                for key, value in (("ways_out", ways), ("cards", finding.loop.cards))
                if value
            }
        )
    return parts


def said(rulebook: Rulebook, act: Act) -> str:
    """An act as one would write it down, with the order of appends if it has one."""
    parameters = rulebook.action(act.action).parameters
    pairs = zip(act.arguments, parameters, strict=True)
    shown = ", ".join(show(value, parameter.type) for value, parameter in pairs)
    order = f" in order {', '.join(map(str, act.orders))}" if act.orders else ""
    return f"{act.action}({shown}){order}"
