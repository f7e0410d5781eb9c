"""The reasons of a finding in words: a play without a clause, what would settle it, what lacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from headjudge.evidence.lacking import conditions
from headjudge.evidence.reasons import Choice, Ending, Lack, Why, Without
from headjudge.evidence.results import Finding, Kind, Trace
from headjudge.reports import english
from headjudge.reports.cases import upper
from headjudge.reports.words import Teller, listed, spoken
from headjudge.rulebook.syntax import NormKind
from headjudge.rulebook.values import Situation

MOST_CHOICES = 3
MOST_CHANGES = 2
MOST_STEPS = 3
# What is wrong is that nothing comes next, or not this: what does then is the answer.
_STANDSTILL = (Kind.GAP, Kind.IMPOSSIBLE, Kind.SILENCE, Kind.STUCK)


def without(teller: Teller, finding: Finding, one: Without) -> str:
    """What a play would be without a clause, as a sentence without a full stop."""
    trace = finding.trace
    if trace is None:
        return ""
    if one.usable is not None:
        return _usable(teller, one.usable)
    said = []
    if one.apart and one.apart <= len(trace) and one.apart != one.stopped:
        said.append(_apart(teller, trace, one))
    match one.ending:
        case Ending.STOPPED:
            said.append(_stopped(teller, finding, trace, one))
        case Ending.SILENT:
            said.append(f"play ends before {_step(teller, finding, trace, one.stopped)}")
            said.append("no clause has said whose right it is")
        case Ending.BROKEN:
            said.append(f"{_step(teller, finding, trace, one.stopped)} cannot be carried out")
        case Ending.GOES_ON:
            said.extend(_goes_on(teller, finding, trace, one))
    return "; ".join(said)


def why_sentences(why: Why) -> tuple[str, ...]:
    """What could be stated so that the clauses no longer stand against one another."""
    ways = [
        listed([f"{winner} counts before {loser}" for winner, loser in pairs])
        for pairs in why.preferences
    ]
    return (f"Say which of them counts: {listed(ways, 'or')}.",) if ways else ()


def lacks(teller: Teller, why: Why) -> tuple[str, ...]:
    """What each permission lacks where none permits anything."""
    return tuple(upper(f"{_lack(teller, one)}.") for one in why.lacks)


def at_which_step(teller: Teller, finding: Finding, one: Without) -> str:
    """The step that a clause is needed for, and what becomes of it: for a table."""
    trace = finding.trace
    if trace is None:
        return ""
    number = one.stopped or one.apart
    if not number:
        return "nothing is wrong at the end"
    what = _step(teller, finding, trace, number)
    return f"{what} {'may not happen' if one.stopped else 'leads elsewhere'}"


# ----------------------------------------------------------------------------- parts


def _goes_on(teller: Teller, finding: Finding, trace: Trace, one: Without) -> list[str]:
    act = finding.act
    if act is not None:
        end = _end(trace)
        deed = teller.deed(act).named
        changes = () if one.elsewhere is None else teller.changes(end, one.elsewhere)
        if one.apart <= len(trace):
            return [f"{deed} may happen"]
        brings = f", and brings {listed(changes[:MOST_CHANGES])}" if changes else ""
        return [f"{deed} may happen{brings}"]
    if finding.cause.kind in _STANDSTILL and one.instead:
        return [f"then there is something to do: {_choices(teller, one.instead)}"]
    if one.apart:
        return ["nothing is wrong at the end"]
    return ["the play is the same, and nothing is wrong with it"]


def _stopped(teller: Teller, finding: Finding, trace: Trace, one: Without) -> str:
    what = _step(teller, finding, trace, one.stopped)
    act = finding.act if one.stopped > len(trace) else trace.steps[one.stopped - 1].act
    brought = act is not None and teller.rulebook.action(act.action).origin.clause == one.clause
    if brought:
        why = "it is this clause that speaks of it at all"
    elif one.stops:
        why = f"{listed(one.stops)} {'is' if len(one.stops) == 1 else 'are'} in its way"
    else:
        why = "no clause permits it"
    instead = f"; instead: {_choices(teller, one.instead)}" if one.instead else ""
    return f"{what} may not happen, as {why}{instead}"


def _apart(teller: Teller, trace: Trace, one: Without) -> str:
    step = trace.steps[one.apart - 1]
    where = f"step {one.apart}, {teller.deed(step.act).named},"
    if step.after is None and one.elsewhere is not None:
        # In the play itself that step stood in its own way.
        before = _end(replace(trace, steps=trace.steps[: one.apart - 1]))
        changes = teller.changes(before, one.elsewhere)[:MOST_CHANGES]
        return f"{where} goes through" + (f", and brings {listed(changes)}" if changes else "")
    if one.elsewhere is None or step.after is None:
        return f"{where} leads elsewhere"
    return f"{where} leads elsewhere: {_unlike(teller, step.after, one.elsewhere)}"


def _unlike(teller: Teller, here: Situation, there: Situation) -> str:
    """``opportunity is A, not B``."""
    found = []
    for change in teller.changes(here, there):
        what, _, values = change.partition(": ")
        old, arrow, new = values.partition(" → ")
        found.append(f"{what} is {new}, not {old}" if arrow else change)
    more = len(found) - MOST_CHANGES
    return "; ".join([*found[:MOST_CHANGES], *([f"and {more} more"] if more > 0 else [])])


def _step(teller: Teller, finding: Finding, trace: Trace, number: int) -> str:
    """``step 4, A's “use fast”,``; the act in question has no number."""
    if number <= len(trace):
        return f"step {number}, {teller.deed(trace.steps[number - 1].act).named},"
    return teller.deed(finding.act).named if finding.act is not None else "what is in question"


def _usable(teller: Teller, acts: Sequence[Choice]) -> str:
    if not acts:
        return "the answer could be used at once"
    deeds = [teller.deed(one.act).named for one in acts[:MOST_STEPS]]
    more = len(acts) - len(deeds)
    rest = f" and {more} more {'step' if more == 1 else 'steps'}" if more else ""
    return f"the answer could be used after {listed(deeds) if not more else ', '.join(deeds)}{rest}"


def _choices(teller: Teller, some: Sequence[Choice]) -> str:
    """``A's “pass” (12.2.3) or “draw” (7.2.1)``."""
    said = []
    for one in some[:MOST_CHOICES]:
        ids = f" ({', '.join(one.clauses)})" if one.clauses else ""
        said.append(f"{teller.deed(one.act).named}{ids}")
    more = len(some) - len(said)
    return listed([*said, *([f"{more} more"] if more else [])], "or")


def _lack(teller: Teller, lack: Lack) -> str:
    book = teller.rulebook
    norm = book.norms[lack.norm]
    deed = teller.deed(lack.act)
    asked = conditions(book.action(lack.act.action), norm)
    missing = listed([english.body(asked[index]) for index in lack.missing])
    verb = "has to" if norm.kind is NormKind.MUST else "may"
    what = f"{deed.who} {verb} “{spoken(lack.act.action)}”" if deed.player else deed.named
    return f"{norm.origin.clause}: {what}, and this is not so: {missing}"


def _end(trace: Trace) -> Situation:
    return next((s.after for s in reversed(trace.steps) if s.after is not None), trace.start)
