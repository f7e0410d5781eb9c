"""What two rulebooks make of the last act of a play, side by side."""

from __future__ import annotations

from dataclasses import dataclass

from headjudge.evidence.parting import GAME, OVER, SILENCE
from headjudge.evidence.results import Option, Parted, Side
from headjudge.reports.words import Teller, listed, spoken

MOST = 6
ALIKE = ("nothing more",)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of two columns; a cell is a list of things, each on a line of its own."""

    label: str
    left: tuple[str, ...]
    right: tuple[str, ...]


def lines(left: Teller, right: Teller, parted: Parted) -> tuple[Line, ...]:
    """The lines of the two columns; those in which the two do not differ are left out.

    Whether the act may happen is always said.
    """
    one, two = parted.left, parted.right
    acted = one.act is not None or two.act is not None
    found = [
        Line("May it happen?", (may(one),), (may(two),))
        if acted
        else Line("Play", (goes(one),), (goes(two),)),
        _apart("What changes here alone", changes(left, one), changes(right, two)),
        Line("Then", then(one), then(two)),
    ]
    first, *rest = found
    return (first, *(line for line in rest if line.left != line.right))


def _apart(label: str, left: tuple[str, ...], right: tuple[str, ...]) -> Line:
    """Two cells without what they share."""
    if not left or not right:
        return Line(label, left, right)
    one = tuple(each for each in left if each not in right)
    two = tuple(each for each in right if each not in left)
    return Line(label, one, two) if one == two else Line(label, one or ALIKE, two or ALIKE)


def may(side: Side) -> str:
    """Whether the act may happen, and by which clauses it may or may not."""
    ids = listed(side.clauses)
    if side.act is None:
        return "no: there is no such act"
    if not side.legal:
        return f"no, by {ids}" if ids else f"no: no clause permits it here{_elsewhere(side)}"
    granted = [clause for clause in side.grants if clause in side.clauses]
    return f"yes, by {listed(granted)}" if granted else "yes"


def _elsewhere(side: Side) -> str:
    verb = "does" if len(side.grants) == 1 else "do"
    return f" ({listed(side.grants)} {verb} elsewhere)" if side.grants else ""


def goes(side: Side) -> str:
    """Whether the play goes on, where the two part without an act."""
    if not side.legal:
        return "cannot begin so"
    if side.ends == SILENCE:
        return "ends in silence"
    if side.ends == OVER:
        return "the game is over"
    return "goes on" if side.before is not None else "can begin so"


def changes(teller: Teller, side: Side) -> tuple[str, ...]:
    """What the act changes, and by which clauses; why it comes to nothing."""
    if not side.legal or side.act is None:
        return ()
    if side.outcome:
        return (f"it comes to {spoken(side.outcome)} ({listed(side.clauses)})",)
    if side.before is None or side.after is None:
        return ()
    found = teller.changes(side.before, side.after)
    return found or ("nothing",)


def then(side: Side) -> tuple[str, ...]:
    """What may happen next."""
    if side.ends == SILENCE:
        return ("nobody is told whose right it is",)
    if side.ends == OVER:
        return ("the game is over",)
    if side.outcome or side.act is None or not side.legal:
        return ()
    kept = [option_words(option) for option in side.options[:MOST]]
    more = len(side.options) - len(kept)
    return (*kept, *([f"and {more} more"] if more else [])) or ("nothing can happen",)


def option_words(option: Option) -> str:
    """``A: use fast (12.1.2)``."""
    who, action, clauses = option
    by = f" ({', '.join(clauses)})" if clauses else ""
    return f"{spoken(action)}{by}" if who == GAME else f"{who}: {spoken(action)}{by}"
