"""What becomes of each clause: reworded, changed, added, struck, moved."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from headjudge.edits.essence import NOTHING, claims_of, rules_of
from headjudge.rulebook.syntax import Clause, Rulebook


class Change(Enum):
    """What an edit does to a clause; the value is the word in reports."""

    REWORDED = "reworded, the same block"
    BLOCK = "another block under the same words"
    BOTH = "reworded, with another block"
    ADDED = "added"
    STRUCK = "struck"
    MOVED = "moved"


class Effect(Enum):
    """Whether a change of one clause changes play."""

    NONE = "no change in play"
    PLAY = "changes play"
    CLAIMS = "changes what is claimed or shown, not play"
    UNKNOWN = "cannot be tried alone"


@dataclass(frozen=True, slots=True)
class ClauseChange:
    """A clause that an edit has changed. ``old`` and ``new``: as each side numbers it.

    ``words``: what it says on each side, empty where it is not. ``effect`` is None as long
    as nobody has tried.
    """

    change: Change
    old: str | None
    new: str | None
    words: tuple[str, str]
    rules: bool
    effect: Effect | None = None


def clause_changes(
    old: Rulebook, new: Rulebook, renamed: Mapping[str, str], names: Mapping[str, str]
) -> list[ClauseChange]:
    """The clauses that differ, in the new rulebook's order; struck ones come last.

    ``renamed``: the new numbers of old clauses; ``names``: what the old rulebook calls what
    the new one calls otherwise. A clause that is struck here and added
    there with the same words and block has moved.
    """
    pairs = _paired(old, new, renamed, names)
    rank = {clause.id: number for number, clause in enumerate(old.clauses)}
    still = _in_order([(a, b) for a, b in pairs if a is not None and b is not None], rank)
    found = []
    for before, after in pairs:
        change = _change(old, before, new, after, names, in_order=(before, after) in still)
        if change is not None:
            found.append(change)
    return found


def _paired(
    old: Rulebook, new: Rulebook, renamed: Mapping[str, str], names: Mapping[str, str]
) -> list[tuple[str | None, str | None]]:
    there = {clause.id for clause in new.clauses}
    mates = {
        clause.id: renamed.get(clause.id, clause.id)
        for clause in old.clauses
        if renamed.get(clause.id, clause.id) in there
    }
    taken = set(mates.values())
    lost = [clause for clause in old.clauses if clause.id not in mates]
    for clause in new.clauses:
        if clause.id not in taken:
            same = next((one for one in lost if _same(old, one, new, clause, names)), None)
            if same is not None:
                mates[same.id] = clause.id
                lost.remove(same)
    back = {after: before for before, after in mates.items()}
    pairs: list[tuple[str | None, str | None]] = [
        (back.get(clause.id), clause.id) for clause in new.clauses
    ]
    return [*pairs, *((clause.id, None) for clause in lost)]


def _same(old: Rulebook, one: Clause, new: Rulebook, two: Clause, names: Mapping[str, str]) -> bool:
    """Whether two clauses of different numbers are one."""
    if (one.words, one.title) != (two.words, two.title):
        return False
    return bool(one.words) and _blocks(old, one.id) == _blocks(new, two.id, names)


def _blocks(book: Rulebook, clause: str, names: Mapping[str, str] = NOTHING) -> tuple[object, ...]:
    one = book.clause(clause)
    return (
        rules_of(book, clause, names),
        claims_of(book, clause, names),
        one.unmodelled,
        one.restated,
    )


def _change(  # noqa: PLR0913 - a clause of each side, and how they are related
    old: Rulebook,
    before: str | None,
    new: Rulebook,
    after: str | None,
    names: Mapping[str, str],
    *,
    in_order: bool,
) -> ClauseChange | None:
    if before is None and after is not None:
        there = new.clause(after)
        rules = bool(rules_of(new, after))
        return ClauseChange(Change.ADDED, None, after, ("", _words(there)), rules)
    if after is None and before is not None:
        here = old.clause(before)
        rules = bool(rules_of(old, before))
        return ClauseChange(Change.STRUCK, before, None, (_words(here), ""), rules)
    if before is None or after is None:
        return None
    here, there = old.clause(before), new.clause(after)
    words = _words(here) != _words(there)
    block = _blocks(old, before) != _blocks(new, after, names)
    rules = rules_of(old, before) != rules_of(new, after, names)
    match words, block:
        case True, True:
            change = Change.BOTH
        case True, False:
            change = Change.REWORDED
        case False, True:
            change = Change.BLOCK
        case _ if not in_order or before != after:
            change = Change.MOVED
        case _:
            return None
    return ClauseChange(change, before, after, (_words(here), _words(there)), rules)


def _words(clause: Clause) -> str:
    return "\n".join(part for part in (clause.title, clause.words) if part)


def _in_order(
    pairs: Sequence[tuple[str, str]], rank: Mapping[str, int]
) -> set[tuple[str | None, str | None]]:
    """The pairs of a longest rising sequence of old ranks: what has not moved among the others."""
    tails: list[int] = []
    before: list[int | None] = []
    for index, (old, _) in enumerate(pairs):
        ranks = [rank[pairs[tail][0]] for tail in tails]
        low = bisect_left(ranks, rank[old])
        before.append(tails[low - 1] if low else None)
        tails[low : low + 1] = [index]
    found: set[tuple[str | None, str | None]] = set()
    at = tails[-1] if tails else None
    while at is not None:
        found.add(pairs[at])
        at = before[at]
    return found
