"""What pins the clauses of a rulebook down, as JSON for programs. docs/mutate.md has the fields."""

from __future__ import annotations

import json
from collections import Counter

from headjudge.edits.mutation import Matrix
from headjudge.edits.trials import Fate, Outcome
from headjudge.reports.data import Data, play, side
from headjudge.reports.mutants import EXAMPLES, is_example, sides
from headjudge.reports.variants import block, sentence
from headjudge.reports.words import Teller
from headjudge.rulebook.syntax import Setting
from headjudge.rulebook.written import written_example

FORMAT = "headjudge-mutate/1"


def report(found: Matrix, exit_code: int) -> str:
    """The whole document; keys are in a fixed order."""
    reasons = {one.outcome.variant.name: one.reason for one in found.survivors}
    document: Data = {
        "format": FORMAT,
        "exit_code": exit_code,
        "rulebook": found.rulebook.name,
        "title": found.rulebook.title,
        "edition": found.rulebook.edition,
        "settings": [_setting(one) for one in found.settings],
        "untried": found.untried,
        "explained_in_vain": [*found.unmet],
        "counts": {fate.value: len(found.of(fate)) for fate in Fate},
        "matrix": _matrix(found),
        "changes": [_change(found, one, reasons) for one in found.outcomes],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _setting(made: Setting) -> Data:
    return {"players": made.players, "scope": dict(made.scope)}


def _matrix(found: Matrix) -> Data:
    """Per clause, how many of its changes each example and property has noticed."""
    rows: dict[str, Counter[str]] = {}
    for one in found.outcomes:
        mine = rows.setdefault(one.variant.clause, Counter())
        mine.update({name for name in one.by if not is_example(name)})
        mine.update([EXAMPLES] if any(map(is_example, one.by)) else [])
    order = [clause.id for clause in found.rulebook.clauses if clause.id in rows]
    return {clause: dict(sorted(rows[clause].items())) for clause in order}


def _change(found: Matrix, one: Outcome, reasons: dict[str, str | None]) -> Data:
    variant, book = one.variant, found.rulebook
    return {
        "name": variant.name,
        "clause": variant.clause,
        "manner": variant.manner.value,
        "said": sentence(variant, book),
        "block": block(variant, book) or None,
        "size": variant.size,
        "fate": one.fate.value,
        "noticed_by": [*one.by],
        "why": one.why or None,
        "setting": None if one.setting is None else _setting(one.setting),
        "compared": one.compared,
        "cutoffs": dict(one.cutoffs),
        "reason": reasons.get(variant.name),
        "parting": _parting(found, one),
        "example": None if one.example is None else written_example(one.example, book),
    }


def _parting(found: Matrix, one: Outcome) -> Data:
    if one.shown is None:
        return None
    left, right = (Teller(each.rulebook, each.setting) for each in sides(found, one))
    return {
        "steps": one.shown.steps,
        "play": play(left, one.shown.traces[0]),
        "left": side(left, one.shown.parted.left),
        "right": side(right, one.shown.parted.right),
    }
