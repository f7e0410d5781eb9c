"""Cases as documents for programs in any language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from headjudge.vectors.cases import FORMAT, Case, Deed, Move, Open, Position, Refusal, Suite
from headjudge.vectors.python import module

CASES = "cases"
MANIFEST = "manifest.json"
SCHEMA = "schema.json"
_WIDE = 200


def documents(suite: Suite, *, pytest: bool = False) -> dict[str, dict[str, str]]:
    """What is written: per folder (the whole, and that of the cases) the files by name.

    ``pytest``: also a file of tests for it.
    """
    cases = {f"{case.name}.json": text(encode_case(suite, case)) for case in suite.cases}
    whole = {MANIFEST: text(encode_manifest(suite)), SCHEMA: schema().decode()}
    if pytest:
        whole.update([module(suite)])
    return {"": whole, CASES: cases}


def schema() -> bytes:
    """The JSON Schema of manifest and cases."""
    return Path(__file__).with_name(SCHEMA).read_bytes()


def encode_manifest(suite: Suite) -> dict[str, object]:
    """What the cases are of, and what they show."""
    return {
        "format": FORMAT,
        "kind": "manifest",
        "rulebook": suite.rulebook,
        "title": suite.title,
        "edition": suite.edition,
        "players": suite.players,
        "scope": dict(suite.scope),
        "versions": [
            {
                "version": one.number,
                "readings": dict(one.readings),
                "permission_wins": one.permission_wins,
            }
            for one in suite.versions
        ],
        "roles": dict(suite.roles),
        "given_fields": [*suite.given],
        "hidden_fields": [*suite.hidden],
        "actions": [
            {
                "action": one.name,
                "kind": one.kind,
                "tags": [*one.tags],
                "clause": one.clause,
                "parameters": [*one.parameters],
                "which": [*one.which],
                "hidden": [*one.hidden],
                "plainest": dict(one.plainest),
            }
            for one in suite.actions
        ],
        "cases": [
            {
                "name": case.name,
                "file": f"{CASES}/{case.name}.json",
                "title": case.title,
                "status": _status(case),
                "versions": [*case.versions],
                "steps": len(case.moves),
            }
            for case in suite.cases
        ],
        "coverage": [
            {"goals": one.goals, "found": one.found, "covered": one.covered}
            for one in suite.coverage
        ],
        "missing": [{"goal": one.goal, "why": one.why} for one in suite.missing],
        "spent": suite.spent,
    }


def encode_case(suite: Suite, case: Case) -> dict[str, object]:
    """One case."""
    lead = case.lead
    return {
        "format": FORMAT,
        "kind": "case",
        "name": case.name,
        "title": case.title,
        "rulebook": suite.rulebook,
        "edition": suite.edition,
        "players": suite.players,
        "status": _status(case),
        "versions": [*case.versions],
        "covers": [*case.covers],
        "finding": case.finding,
        "lead": None
        if lead is None
        else {
            "situation": dict(lead.situation),
            "acts": [encode_deed(one) for one in lead.deeds],
        },
        "start": _position(case.start),
        "steps": [_move(move) for move in case.moves],
    }


def encode_deed(deed: Deed) -> dict[str, object]:
    """An act."""
    return {
        "actor": deed.actor,
        "action": deed.action,
        "arguments": dict(deed.arguments),
        "which": dict(deed.which),
        "orders": [*deed.orders],
    }


def _status(case: Case) -> str:
    return "required" if case.required else "open"


def _position(position: Position) -> dict[str, object]:
    return {
        "situation": dict(position.situation),
        "views": {seat: dict(seen) for seat, seen in position.views.items()},
        "legal": [{**encode_deed(one.deed), "because": [*one.because]} for one in position.legal],
        "refused": [_refusal(one) for one in position.refused],
        "open": [_open(one) for one in position.open],
    }


def _refusal(one: Refusal) -> dict[str, object]:
    return {
        **encode_deed(one.deed),
        "because": [*one.because],
        "possible": one.possible,
        "would_break": [*one.would_break],
    }


def _open(one: Open) -> dict[str, object]:
    return {**encode_deed(one.deed), "legal_in": [*one.legal_in]}


def _move(move: Move) -> dict[str, object]:
    return {
        **encode_deed(move.deed),
        "clauses": [*move.clauses],
        "hidden": {
            name: who if isinstance(who, str) else [*who] for name, who in move.hidden.items()
        },
        "after": None if move.after is None else _position(move.after),
        "or": [dict(one) for one in move.others],
    }


def text(document: Mapping[str, object]) -> str:
    """JSON that can be read: whatever fits on a line is on one."""
    return f"{_laid_out(dict(document), 0)}\n"


def _laid_out(value: object, depth: int) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    if depth and (len(flat) + 2 * depth <= _WIDE or not isinstance(value, dict | list)):
        return flat
    inside = "  " * (depth + 1)
    if isinstance(value, dict):
        lines = [
            f"{inside}{json.dumps(key, ensure_ascii=False)}: {_laid_out(one, depth + 1)}"
            for key, one in value.items()
        ]
        return "{\n" + ",\n".join(lines) + "\n" + "  " * depth + "}"
    if isinstance(value, list):
        lines = [f"{inside}{_laid_out(one, depth + 1)}" for one in value]
        return "[\n" + ",\n".join(lines) + "\n" + "  " * depth + "]"
    return flat
