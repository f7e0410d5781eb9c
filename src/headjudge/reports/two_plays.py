"""A finding that is the difference of two plays: in words, and side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from headjudge.evidence.orders import parts_at
from headjudge.evidence.results import Finding, Step, Trace
from headjudge.reports.words import Deed, Teller, listed, spoken, tell
from headjudge.rulebook.due import role_actions
from headjudge.rulebook.syntax import Claim, ListType, Rulebook
from headjudge.rulebook.values import Situation

MOST_DIFFERENCES = 2
_CLAIMED = "By {} the order makes no difference."


@dataclass(frozen=True, slots=True)
class Side:
    """A step of one of the two plays, or nothing where that play is over already."""

    what: str = ""
    clauses: str = ""
    changes: tuple[str, ...] = ()

    @property
    def said(self) -> tuple[str, ...]:
        """What is done, and below it the clauses that bring it about."""
        return (self.what, f"({self.clauses})") if self.clauses else (self.what,)


@dataclass(frozen=True, slots=True)
class Pair:
    """A line of the table of two plays."""

    number: str
    one: Side
    other: Side


def parted(finding: Finding) -> int:
    """How many steps the two plays of a finding have in common."""
    one, two = finding.trace, finding.other
    if one is None or two is None:
        return 0
    return parts_at([step.act for step in one.steps], [step.act for step in two.steps])


def order_words(teller: Teller, finding: Finding, claim: Claim | None) -> tuple[str, ...]:
    """The headline and the sentences of an order that nobody chooses."""
    one, two = finding.trace, finding.other
    if one is None or two is None:
        return "nobody chooses an order", "Nobody chooses in which order things happen."
    at = parted(finding)
    first, second = (teller.deed(trace.steps[at].act) for trace in (one, two))
    fields = {one_.name for one_ in teller.rulebook.fields}
    clauses = listed(finding.clauses)
    field = finding.cause.field
    action = spoken(finding.cause.action or "something")
    differs = _difference(teller, one, two, at)
    if field is None:
        head = f"{_named(first, second)} or {_named(second, first)} first{_after(teller, one, at)}"
        said = f"{_upper(_happens(first))} and {_happens(second)} are due at once."
        why = f"Neither {clauses or 'a clause'} nor a player says which comes first."
    elif field in fields:
        head = f"{clauses} add to {spoken(field)} in either order, at {first.named}"
        said = f"At “{action}” {clauses} each add to {spoken(field)}."
        why = "No clause says in which order."
    else:
        head = f"“{spoken(field)}” of {first.named} is left to chance"
        said = f"Nobody chooses “{spoken(field)}” of “{action}”."
        why = f"{clauses or 'The clause'} leaves it open."
    if claim is not None:
        id_ = claim.origin.clause
        return f"{head}: it makes a difference, against {id_}", said, _CLAIMED.format(id_), differs
    return head if field in fields else f"{head}: nobody chooses", said, why, differs


def _after(teller: Teller, trace: Trace, at: int) -> str:
    """What comes just before it: ``, after “cards react”``."""
    return f", after {teller.deed(trace.steps[at - 1].act).named}" if at else ""


def _named(deed: Deed, other: Deed) -> str:
    """An act in a headline: so much of it as tells it from the other."""
    if deed.named != other.named:
        return deed.named
    return f"{deed.who}'s “{deed.what}”" if deed.player else f"“{deed.what}”"


def _happens(deed: Deed) -> str:
    return f"{deed.who}'s “{deed.what}”" if deed.player else f"“{deed.what}”"


def _upper(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _difference(teller: Teller, one: Trace, two: Trace, at: int) -> str:
    """What is not the same at the two ends."""
    for mine, others, way in ((one, two, "one way"), (two, one, "the other way")):
        acts = [step.act for step in others.steps[at:]]
        lonely = [step.act for step in mine.steps[at:] if step.act not in acts]
        if len(one) != len(two) and lonely and len(mine) > len(others):
            deed = _happens(teller.deed(lonely[0]))
            return f"{_upper(way)} {deed} comes of it, and otherwise it does not."
    taken = _taken(teller.rulebook, one, at), _taken(teller.rulebook, two, at)
    if None not in taken and taken[0] != taken[1]:
        return f"What resolves first is {taken[0]} or {taken[1]}."
    ends = _end(one), _end(two)
    found = []
    for field, left, right in zip(
        teller.rulebook.fields, ends[0].values, ends[1].values, strict=True
    ):
        if left != right:
            from_below = ", from the bottom up," if isinstance(field.type, ListType) else ""
            pair = (tell(left, field.type), tell(right, field.type))
            found.append(f"{spoken(field.name)}{from_below} is {pair[0]} or {pair[1]}")
    if not found:
        return "What happens first is not the same, though it comes to the same in the end."
    return f"In the end {listed(found[:MOST_DIFFERENCES])}."


def _taken(book: Rulebook, trace: Trace, at: int) -> str | None:
    """What the first thing that resolves takes from the stack, after so many steps."""
    resolving = role_actions(book, "resolves")
    names = {role.target for role in book.roles if role.name == "stack"}
    before = trace.start
    for number, step in enumerate(trace.steps):
        if number >= at and step.act.action in resolving and step.after is not None:
            for index, field in enumerate(book.fields):
                old, new = before.values[index], step.after.values[index]
                match field.type, old, new:
                    case ListType(of), tuple(items), tuple(left) if field.name in names:
                        pairs = enumerate(items)
                        gone = [item for n, item in pairs if left[n : n + 1] != (item,)]
                        return tell(gone[0], of) if gone else None
                    case _:
                        continue
        before = step.after or before
    return None


def _end(trace: Trace) -> Situation:
    last = trace.start
    for step in trace.steps:
        last = step.after or last
    return last


def side_by_side(teller: Teller, finding: Finding) -> tuple[Pair, ...]:
    """The two plays from where they part."""
    one, two = finding.trace, finding.other
    if one is None or two is None:
        return ()
    at = parted(finding)
    pairs = zip_longest(_sides(teller, one, at), _sides(teller, two, at), fillvalue=Side())
    return tuple(
        Pair(str(number), left, right) for number, (left, right) in enumerate(pairs, at + 1)
    )


def _sides(teller: Teller, trace: Trace, at: int) -> Iterator[Side]:
    before = trace.start
    for number, step in enumerate(trace.steps):
        if number >= at:
            yield _side(teller, before, step)
        before = step.after or before


def _side(teller: Teller, before: Situation, step: Step) -> Side:
    deed = teller.deed(step.act)
    changes = () if step.after is None else teller.changes(before, step.after)
    what = f"{deed.who}: {deed.what}" if deed.player else deed.what
    return Side(what, ", ".join(step.clauses), changes)
