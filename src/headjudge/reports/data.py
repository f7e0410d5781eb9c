"""Everything that was found, as JSON for programs. docs/json.md describes each field."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from headjudge.engines.search import Orders
from headjudge.evidence.certificates import certificate_of
from headjudge.evidence.itf import encode_arguments, encode_situation
from headjudge.evidence.results import (
    Audit,
    Branch,
    Core,
    Denial,
    Finding,
    Mend,
    Part,
    Parted,
    Result,
    Searched,
    Side,
    Trace,
)
from headjudge.reports.columns import changes
from headjudge.reports.reasons_data import why_data
from headjudge.reports.sentences import say
from headjudge.reports.words import Teller
from headjudge.rulebook.places import Fault, Place
from headjudge.rulebook.syntax import Rulebook
from headjudge.rulebook.values import SEATS, Act

FORMAT = "headjudge/1"

Data = None | bool | int | str | Sequence["Data"] | Mapping[str, "Data"]


@dataclass(frozen=True, slots=True)
class Unread:
    """A rulebook that could not be read, and why."""

    rulebook: str
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """A rulebook that was checked.

    ``files``: for each finding's fingerprint the path of its page, without the ending, if it
    has been written. ``exit_code``: what this rulebook alone would end with.
    """

    audit: Audit
    exit_code: int
    files: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Failed:
    """A rulebook on which headjudge itself failed; nothing is said about it."""

    rulebook: str
    why: str


Outcome = Checked | Unread | Failed


def report(outcomes: Iterable[Outcome], exit_code: int) -> str:
    """The whole document; keys are in a fixed order, lists in the order of the rulebook."""
    rulebooks: list[Data] = []
    for outcome in outcomes:
        match outcome:
            case Checked():
                rulebooks.append(_checked(outcome))
            case Unread(rulebook, faults):
                rulebooks.append(
                    {
                        "rulebook": rulebook,
                        "exit_code": 2,
                        "faults": [_fault(fault) for fault in faults],
                        "errors": [],
                    }
                )
            case Failed(rulebook, why):
                rulebooks.append(
                    {"rulebook": rulebook, "exit_code": 3, "faults": [], "errors": [why]}
                )
    document: Data = {"format": FORMAT, "exit_code": exit_code, "rulebooks": rulebooks}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _checked(checked: Checked) -> Data:
    audit = checked.audit
    book = audit.rulebook
    files = dict(checked.files)
    return {
        "rulebook": book.name,
        "exit_code": checked.exit_code,
        "faults": [],
        "errors": [*audit.faults],
        "file": book.file,
        "title": book.title,
        "edition": book.edition,
        "players": audit.setting.players,
        "scope": dict(audit.setting.scope),
        "complete": audit.complete,
        "searches": [_searched(one) for one in audit.searches],
        "levels": [*audit.levels],
        "results": [_result(audit, result) for result in audit.results],
        "findings": [
            _finding(audit, result, finding, files.get(finding.fingerprint))
            for result in audit.results
            for finding in result.findings
        ],
        "vanished": [*audit.vanished],
        "settled": [_pair(pair) for pair in audit.settled],
        "exceptions": [_pair(pair) for pair in audit.exceptions],
        "certificate": _certificate(audit),
    }


def _certificate(audit: Audit) -> Data | None:
    certificate = audit.certificate
    if certificate is None:
        return None
    return {
        "file": certificate_of(certificate).as_posix() if audit.kept else None,
        "players": certificate.players,
        "assumes": dict(certificate.assumes),
    }


def _result(audit: Audit, result: Result) -> Data:
    return {
        "property": result.property,
        "title": result.title,
        "words": result.words,
        "kind": result.kind.value,
        "verdict": result.verdict.value,
        "required": result.required,
        "satisfied": result.satisfied,
        "why": result.why or None,
        "unproved": result.unproved or None,
        "premises": result.premises,
        "orders": None if result.orders is None else _orders(result.orders),
        "searched": None if result.searched is None else _searched(result.searched),
        "idle": [*result.idle],
        "findings": [finding.fingerprint for finding in result.findings],
        "witness": None if result.witness is None else play(_teller(audit), result.witness),
        "parts": [_part(part) for part in result.parts],
        "cores": [_core(audit, core) for core in result.cores],
    }


def _core(audit: Audit, core: Core) -> Data:
    return {
        "clauses": [*core.clauses],
        "meeting": core.meeting.value,
        "situations": core.situations,
        "play": None if core.trace is None else play(_teller(audit), core.trace),
    }


def _part(part: Part) -> Data:
    return {
        "clause": part.clause,
        "statement": part.statement,
        "seen": part.seen.value,
        "by": [*part.by],
        "behind": [*part.behind],
    }


def _finding(audit: Audit, result: Result, finding: Finding, file: str | None) -> Data:
    cause, searched, trace = finding.cause, result.searched, finding.trace
    said = say(audit, result, finding)
    return {
        "fingerprint": finding.fingerprint,
        "rulebook": audit.rulebook.name,
        "property": finding.property,
        "kind": cause.kind.value,
        "verdict": result.verdict.value,
        "accepted": finding.accepted,
        "headline": said.headline,
        "sentences": [*said.sentences],
        "message": finding.message or None,
        "steps": None if trace is None else len(trace),
        "clauses": [*finding.clauses],
        "decisive": [*finding.decisive],
        "enabling": [*finding.enabling],
        "action": cause.action,
        "field": cause.field,
        "label": cause.label or None,
        "about": dict(finding.about),
        "options": [_option(option) for option in finding.options],
        "loop": _loop(audit.rulebook, finding),
        "act": None if finding.act is None else _act(audit.rulebook, finding.act),
        "denial": None if finding.denial is None else _denial(audit, finding.denial),
        "play": None if trace is None else play(_teller(audit), trace),
        "other": None if finding.other is None else play(_teller(audit), finding.other),
        "assumes": [*finding.assumes],
        "readings": dict(finding.readings),
        "against": dict(finding.against),
        "parted": None if finding.parted is None else _parted(audit, finding.parted),
        "why": None if finding.why is None else why_data(_teller(audit), finding.why),
        "mends": [_mend(one) for one in finding.mends],
        "players": audit.setting.players,
        "scope": dict(audit.setting.scope),
        "cutoffs": {} if searched is None else dict(searched.cutoffs),
        "place": None if finding.place is None else _place(finding.place),
        "page": None if file is None else f"{file}.md",
        "trace": None if file is None or trace is None else f"{file}.itf.json",
    }


def _mend(one: Mend) -> Data:
    return {"said": one.said, "block": one.block or None, "changes": [*one.changes]}


def _teller(audit: Audit) -> Teller:
    return Teller(audit.rulebook, audit.setting)


def play(teller: Teller, trace: Trace) -> Data:
    """A play with every situation in it."""
    book = teller.rulebook
    steps: list[Data] = []
    before = trace.start
    for step in trace.steps:
        deed = teller.deed(step.act)
        after = step.after
        steps.append(
            {
                **_act(book, step.act),
                "who": deed.who,
                "what": deed.what,
                "clauses": [*step.clauses],
                "changes": [] if after is None else [*teller.changes(before, after)],
                "after": None if after is None else encode_situation(book, after),
            }
        )
        before = after or before
    return {
        "permission_wins": trace.permission_wins,
        "start": encode_situation(book, trace.start),
        "steps": steps,
    }


def _denial(audit: Audit, denial: Denial) -> Data:
    book = audit.rulebook
    teller = Teller(book, audit.setting)

    def branch(one: Branch) -> Data:
        deed = teller.deed(one.act)
        return {
            **_act(book, one.act),
            "who": deed.who,
            "what": deed.what,
            "clauses": [*one.clauses],
            "chosen": one.chosen,
            "to": one.to,
        }

    return {
        "denier": None if denial.denier is None else SEATS[denial.denier],
        "cards": denial.cards,
        "situations": denial.situations,
        "clauses": [*denial.clauses],
        "turns": [
            {
                "situation": encode_situation(book, turn.situation),
                "branches": [branch(one) for one in turn.branches],
            }
            for turn in denial.turns
        ],
    }


def _parted(audit: Audit, parted: Parted) -> Data:
    teller = _teller(audit)
    return {"left": side(teller, parted.left), "right": side(teller, parted.right)}


def side(teller: Teller, one: Side) -> Data:
    """What one of two rulebooks makes of the last act of a play."""
    book = teller.rulebook
    return {
        "name": one.name,
        "act": None if one.act is None else _act(book, one.act),
        "legal": one.legal,
        "clauses": [*one.clauses],
        "grants": [*one.grants],
        "changes": [*changes(teller, one)],
        "after": None if one.after is None else encode_situation(book, one.after),
        "outcome": one.outcome or None,
        "ends": one.ends or None,
        "options": [_option(option) for option in one.options],
    }


def _act(book: Rulebook, act: Act) -> dict[str, Data]:
    return {
        "action": act.action,
        "arguments": encode_arguments(book, act),
        "orders": [*act.orders],
    }


def _loop(book: Rulebook, finding: Finding) -> Data:
    trace, loop = finding.trace, finding.loop
    if trace is None or trace.loop is None or loop is None:
        return None
    return {
        "after": trace.loop,
        "kept_going_by": loop.keeper.value,
        "ways_out": [
            {"step": way.step, "player": way.player, **_act(book, way.act)} for way in loop.ways_out
        ],
        "cards": [*loop.cards],
        "grows": dict(trace.growth),
    }


def _option(option: tuple[str, str, tuple[str, ...]]) -> Data:
    player, action, clauses = option
    return {"player": player, "action": action, "clauses": [*clauses]}


def _searched(searched: Searched) -> Data:
    return {
        "engine": searched.engine,
        "situations": searched.situations,
        "steps": searched.steps,
        "depth": searched.depth,
        "cutoffs": dict(searched.cutoffs),
        "ended": searched.ended,
    }


def _orders(orders: Orders) -> Data:
    return {
        "by_clause": orders.by_clause,
        "by_player": orders.by_player,
        "by_nobody": orders.by_nobody,
    }


def _pair(pair: tuple[str, str, str]) -> Data:
    action, permission, prohibition = pair
    return {"action": action, "permission": permission, "prohibition": prohibition}


def _fault(fault: Fault) -> Data:
    place = _place(fault.place)
    return {**place, "code": fault.code, "wrong": fault.wrong, "cure": fault.cure}


def _place(place: Place) -> dict[str, Data]:
    return {"file": place.file, "line": place.line, "column": place.column}
