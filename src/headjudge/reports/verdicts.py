"""What a verdict says, with what it rests on."""

from __future__ import annotations

from headjudge.engines.search import Orders
from headjudge.evidence.results import STRENGTHS, Kind, Result, Verdict
from headjudge.reports.words import listed

# Of these kinds nothing is said about plays that end in another finding.
_EXCUSES = (Kind.STUCK, Kind.LOOP, Kind.DENIED)


def verdict(result: Result) -> str:
    """The verdict on a property that has no finding, with what it rests on."""
    words = result.verdict.value
    searched = result.searched
    if result.kind is Kind.READING and searched is not None and result.verdict in STRENGTHS:
        cut = f", {cut_off(searched.cutoffs)}" if searched.cutoffs else ""
        return f"{words}: no answer changes play ({searched.situations:,} situations{cut})"
    rests = []
    if searched is not None and searched.cutoffs and words in ("within scope", "bounded"):
        rests.append(cut_off(searched.cutoffs))
    if result.orders is not None and not result.why:
        rests.append(_settled(result.orders))
    if searched is not None and searched.ended and result.kind in _EXCUSES and not result.why:
        rests.append(ended(searched.ended))
    if rests:
        words += f" ({'; '.join(rests)})"
    elif searched is not None and words == "bounded":
        words += f" ({searched.depth} steps)"
    elif result.why:
        words += f": {result.why}"
    elif words == "witnessed" and result.witness is not None:
        words += f" ({steps(len(result.witness))})"
    elif any(part.by for part in result.parts):
        again = sum(1 for part in result.parts if part.by)
        words += f" ({again} {'clause says' if again == 1 else 'clauses say'} what others say)"
    return f"{words}; not proved: {result.unproved}" if result.unproved else words


def lacking(result: Result) -> str:
    """Why a result is not what is required, though it has no open finding."""
    if result.verdict is Verdict.REFUTED:
        said = "no verdict" if result.aside is None else result.aside.value
        return f"{said} but for what is accepted; {result.required} is required"
    said = verdict(result)
    if result.verdict in (Verdict.VACUOUS, Verdict.NOT_APPLICABLE, Verdict.NO_VERDICT):
        return said
    return f"{said}; {result.required} is required"


def _settled(orders: Orders) -> str:
    """``an order is open in 40 situations: 30 by a clause, 10 by a player``."""
    parts = [
        f"{count:,} {who}"
        for count, who in (
            (orders.by_clause, "by a clause"),
            (orders.by_player, "by a player"),
            (orders.by_nobody, "by nobody, with no difference"),
        )
        if count
    ]
    return f"orders settled: {', '.join(parts)}"


def cut_off(cutoffs: tuple[tuple[str, int], ...]) -> str:
    """``212 plays cut off by cascade``."""
    total = sum(count for _, count in cutoffs)
    if not total:
        # An invariant leaves room for it; nobody has counted.
        return f"plays may be cut off by {listed([name for name, _ in cutoffs])}"
    names = listed([name for name, count in cutoffs if count])
    return f"{total:,} {'play' if total == 1 else 'plays'} cut off by {names}"


def ended(count: int) -> str:
    """``12 plays end in another finding``."""
    return f"{count:,} {'play ends' if count == 1 else 'plays end'} in another finding"


def steps(count: int) -> str:
    """``1 step``, ``5 steps``."""
    return f"{count:,} {'step' if count == 1 else 'steps'}"
