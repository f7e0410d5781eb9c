"""What an edit changes, as JSON for programs. docs/json.md describes each field."""

from __future__ import annotations

import json
from collections.abc import Sequence

from headjudge.edits.clauses import ClauseChange, Effect
from headjudge.edits.difference import Edit, Found
from headjudge.edits.play import Play, Row, Shown, Side, seat
from headjudge.reports.data import Data, play, side
from headjudge.reports.editions import called, verdict, where
from headjudge.reports.sentences import say
from headjudge.reports.words import Teller

FORMAT = "headjudge-diff/1"


def report(edits: Sequence[Edit], exit_code: int) -> str:
    """The whole document; keys are in a fixed order."""
    document: Data = {
        "format": FORMAT,
        "exit_code": exit_code,
        "edits": [_edit(edit) for edit in edits],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _edit(edit: Edit) -> Data:
    compared, found = edit.play, edit.findings
    return {
        "rulebook": compared.new.rulebook.name,
        "exit_code": edit.exit_code,
        "old": _version(compared.old),
        "new": _version(compared.new),
        "comparison": _comparison(compared),
        "elsewhere": [
            {
                "old": _version(one.old),
                "new": _version(one.new),
                "comparison": _comparison(one),
            }
            for one in edit.elsewhere
        ],
        "rows": [_row(compared, row) for row in compared.rows],
        "changed": [_clause(one) for one in edit.clauses],
        "appeared": [_finding(one) for one in found.appeared],
        "disappeared": [_finding(one) for one in found.disappeared],
        "remained": [_finding(one) for one in found.remained],
        "undecided": [
            {"property": after.property, "was": before.verdict.value, "is": after.verdict.value}
            for before, after in edit.undecided
        ],
        "checked_less": [
            {"name": one.name, "what": one.what, "allowed": one.allowed} for one in edit.quiet
        ],
        "allowed_in_vain": [*edit.unused],
        "unrelated": [
            {"of": "new" if one.on_right else "old", "kind": one.kind, "name": one.name}
            for one in compared.unrelated
        ],
    }


def _version(one: Side) -> Data:
    book = one.rulebook
    return {
        "label": one.label,
        "file": book.file,
        "title": book.title,
        "edition": book.edition,
        "players": one.setting.players,
        "scope": dict(one.setting.scope),
    }


def _comparison(compared: Play) -> Data:
    found = compared.comparison
    return {
        "verdict": compared.verdict.value,
        "aside": compared.aside.value,
        "said": verdict(compared),
        "why": compared.why or None,
        "situations": found.situations,
        "steps": found.steps,
        "depth": found.depth,
        "cutoffs": dict(found.cutoffs),
        "parting": None if compared.first is None else _shown(compared, compared.first),
    }


def _shown(compared: Play, one: Shown) -> Data:
    left, right = (Teller(side_.rulebook, side_.setting) for side_ in (compared.old, compared.new))
    return {
        "steps": one.steps,
        "play": play(left, one.traces[0]),
        "left": side(left, one.parted.left),
        "right": side(right, one.parted.right),
    }


def _row(compared: Play, row: Row) -> Data:
    return {
        "situation": where(compared, row),
        "who": seat(row.actor),
        "action": row.action,
        "may": row.width.value,
        "same": row.same,
        "old_only": row.old_only,
        "new_only": row.new_only,
        "otherwise": row.effect,
        "parting": None if row.play is None else _shown(compared, row.play),
    }


def _clause(one: ClauseChange) -> Data:
    before, after = one.words
    return {
        "old": one.old,
        "new": one.new,
        "change": one.change.value,
        "effect": (one.effect or Effect.UNKNOWN).value,
        "look": called(one) or None,
        "old_words": before or None,
        "new_words": after or None,
    }


def _finding(one: Found) -> Data:
    said = say(one.audit, one.result, one.finding)
    return {
        "fingerprint": one.finding.fingerprint,
        "property": one.finding.property,
        "kind": one.finding.cause.kind.value,
        "headline": said.headline,
        "steps": one.finding.steps if one.finding.trace is not None else None,
        "accepted": one.finding.accepted,
    }
