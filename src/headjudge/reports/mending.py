"""What would mend findings, as blocks for a terminal and a page, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from headjudge.edits.mends import Mending, Sought, mendable
from headjudge.edits.play import Row, Width
from headjudge.evidence.results import Audit, Finding, Mend, Result
from headjudge.reports.data import Data
from headjudge.reports.editions import Block, Code, Heading, Paragraph, Table, where
from headjudge.reports.escape import shortened
from headjudge.reports.sentences import say
from headjudge.reports.variants import block, sentence
from headjudge.reports.words import listed, spoken
from headjudge.rulebook.syntax import Rulebook

FORMAT = "headjudge-mend/1"
MOST_EFFECTS = 4
LONGEST_WORDS = 240
_SUGGESTION = "Suggestions, the smallest first: whether one is meant is for the author to say."


def blocks(audit: Audit, found: Sequence[Sought]) -> tuple[Block, ...]:
    """Each finding, with the changes that would remove it and bring no other."""
    return (
        Heading(f"{audit.rulebook.title}: what would mend it", 1),
        *([Paragraph(_SUGGESTION)] if any(one.mends for one in found) else []),
        *(each for one in found for each in _finding(audit, one)),
    )


def _finding(audit: Audit, sought: Sought) -> Iterator[Block]:
    result, finding = _named(audit, sought.wanted)
    said = say(audit, result, finding)
    yield Heading(f"{finding.property}: {said.headline}")
    words = {clause.id: clause.words or clause.title for clause in audit.rulebook.clauses}
    rows = tuple(
        ((id_,), (shortened(words[id_], LONGEST_WORDS),)) for id_ in finding.clauses if id_ in words
    )
    if rows:
        yield Table(("clause", "says"), rows)
    for number, mend in enumerate(sought.mends, start=1):
        yield Paragraph(f"{number}. {sentence(mend.variant, audit.rulebook)}")
        changed = block(mend.variant, audit.rulebook)
        if changed:
            yield Code(changed, "python rule")
        yield Paragraph(f"What else changes in play: {'; '.join(effects(mend))}.")
        others = [one for one in mend.removes if one != sought.wanted]
        if others:
            yield Paragraph(f"It removes as well: {listed(others)}.")
    yield Paragraph(limits(sought))


def told(rulebook: Rulebook, sought: Sought) -> tuple[Mend, ...]:
    """The suggestions for a finding in words, for its page."""
    return tuple(
        Mend(sentence(one.variant, rulebook), block(one.variant, rulebook), effects(one))
        for one in sought.mends
    )


def limits(sought: Sought) -> str:
    """How much was tried for a finding."""
    if sought.why:
        return f"Nothing was tried: {sought.why}."
    if not sought.tried and not sought.left:
        return "No clause is at fault: what is missing is a clause."
    tried = f"{sought.tried} change{'' if sought.tried == 1 else 's'} of its clauses tried"
    said = f"{tried}, each by itself"
    if sought.left:
        said += f"; {sought.left} more were not"
    if sought.unknown:
        said += f"; of {sought.unknown} it is not known whether they help"
    return f"{said}." if sought.mends else f"No single change helps ({said})."


def effects(mend: Mending) -> tuple[str, ...]:
    """What else changes in play, act by act; the first situation of each is named."""
    rows = [row for row in mend.play.rows if row.width is not Width.SAME or row.effect]
    kinds: dict[tuple[str, Width], list[Row]] = {}
    for row in rows:
        kinds.setdefault((row.action, row.width), []).append(row)
    said = [
        f"“{spoken(action)}” {_width(width)} ({where(mend.play, several[0])}{_more(several)})"
        for (action, width), several in kinds.items()
    ]
    more = len(said) - MOST_EFFECTS
    kept = said[:MOST_EFFECTS]
    return (*kept, f"and {more} more acts") if more > 0 else tuple(kept) or ("nothing",)


def _more(rows: Sequence[Row]) -> str:
    more = len(rows) - 1
    return f", and {more} more situation{'' if more == 1 else 's'}" if more else ""


def _width(width: Width) -> str:
    match width:
        case Width.SAME:
            return "comes out otherwise"
        case Width.LOOSER:
            return "may happen where it could not"
        case Width.TIGHTER:
            return "may not happen where it could"
        case Width.INCOMPARABLE:
            return "may happen in other ways"


def _named(audit: Audit, fingerprint: str) -> tuple[Result, Finding]:
    for result in audit.results:
        for finding in result.findings:
            if finding.fingerprint == fingerprint:
                return result, finding
    raise KeyError(fingerprint)


def others(audit: Audit) -> tuple[str, ...]:
    """The findings for which no change of a clause is tried."""
    return tuple(
        one.fingerprint
        for result in audit.results
        for one in result.findings
        if not mendable(one) and not one.weak
    )


def report(audit: Audit, found: Sequence[Sought], exit_code: int) -> str:
    """The whole document; keys are in a fixed order."""
    book, setting = audit.rulebook, audit.setting
    document: Data = {
        "format": FORMAT,
        "exit_code": exit_code,
        "rulebook": book.name,
        "title": book.title,
        "edition": book.edition,
        "players": setting.players,
        "scope": dict(setting.scope),
        "findings": [_data(audit, one) for one in found],
        "not_tried": [*others(audit)],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _data(audit: Audit, sought: Sought) -> Data:
    result, finding = _named(audit, sought.wanted)
    return {
        "fingerprint": sought.wanted,
        "property": finding.property,
        "headline": say(audit, result, finding).headline,
        "clauses": [*finding.clauses],
        "mends": [_mend(audit, one) for one in sought.mends],
        "tried": sought.tried,
        "left": sought.left,
        "unknown": sought.unknown,
        "why": sought.why or None,
    }


def _mend(audit: Audit, one: Mending) -> Data:
    book, variant = audit.rulebook, one.variant
    return {
        "name": variant.name,
        "clause": variant.clause,
        "manner": variant.manner.value,
        "said": sentence(variant, book),
        "block": block(variant, book) or None,
        "size": variant.size,
        "removes": [*one.removes],
        "changes_in_play": [*effects(one)],
        "compared": one.play.comparison.situations,
        "verdict": one.play.aside.value,
    }
