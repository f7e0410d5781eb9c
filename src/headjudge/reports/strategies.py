"""A strategy as a short play: what one side does, and every reply to it."""

from __future__ import annotations

from dataclasses import dataclass

from headjudge.evidence.results import Branch, Denial
from headjudge.reports.words import Teller

MOST_LINES = 24
GONE = "the answer is gone"


@dataclass(frozen=True, slots=True)
class Reply:
    """A line: in which situation, who does what, and what comes of it."""

    number: str
    who: str
    what: str
    then: str


def replies(teller: Teller, denial: Denial) -> tuple[Reply, ...]:
    """The first situations of a strategy, as many as are quickly read."""
    found: list[Reply] = []
    for number, turn in enumerate(denial.turns, start=1):
        if found and len(found) + len(turn.branches) > MOST_LINES:
            break
        for position, branch in enumerate(turn.branches):
            found.append(_reply(teller, "" if position else str(number), branch))
    return tuple(found)


def untold(denial: Denial, told: tuple[Reply, ...]) -> int:
    """How many situations of a strategy are not among those told."""
    return len(denial.turns) - sum(1 for one in told if one.number)


def _reply(teller: Teller, number: str, branch: Branch) -> Reply:
    deed = teller.deed(branch.act)
    then = GONE if branch.to is None else f"→ {branch.to + 1}"
    return Reply(number, deed.who, deed.what, then)
