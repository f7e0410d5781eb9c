"""Whether words and blocks still are what somebody has confirmed to agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from headjudge.evidence.results import Cause, Finding, Kind, Result, Verdict
from headjudge.rulebook.locks import Lock, Print, fingerprint
from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import Clause, Rulebook

NAME = "every-clause-confirmed"
_SHOWN = 8
_DIGITS = 8


class State(Enum):
    """What has become of a clause since somebody confirmed it."""

    CONFIRMED = "confirmed"
    WORDS = "only the words have changed"
    BLOCK = "only the block has changed"
    BOTH = "the words and the block have changed"
    NEW = "nobody has confirmed it"


@dataclass(frozen=True, slots=True)
class Standing:
    """A clause and what has become of it."""

    clause: Clause
    state: State
    print: Print


def standings(rulebook: Rulebook, locks: Sequence[Lock]) -> tuple[Standing, ...]:
    """Every clause that has words or a block, against the locks; the rulebook's own comes first.

    The others are those of the rulebooks that it is based on: what is taken over from them
    as it stands needs to be confirmed only once.
    """
    return tuple(
        _standing(clause, locks)
        for clause in rulebook.clauses
        if clause.words or clause.blocks or not clause.section
    )


def confirmed(rulebook: Rulebook, locks: Sequence[Lock]) -> Result | None:
    """The result; None if nobody has confirmed a clause and the header does not ask for it."""
    asked = next((one for one in rulebook.required if one.name == NAME), None)
    if not locks and asked is None:
        return None
    required = Verdict.WITHIN_SCOPE.value if asked is None else asked.strength
    if not locks:
        why = f"no clause is confirmed: headjudge confirm {rulebook.name}"
        place = None if asked is None else asked.place
        return _result(Verdict.NOT_APPLICABLE, required, why=why, place=place)
    found = standings(rulebook, locks)
    apart = [one for one in found if one.state in (State.WORDS, State.BLOCK)]
    waiting = [one for one in found if one.state in (State.BOTH, State.NEW)]
    findings = tuple(map(_finding, apart))
    without = _result(
        Verdict.NO_VERDICT if waiting else Verdict.EXHAUSTIVE,
        required,
        why=_why(waiting) if waiting else "",
        place=waiting[0].clause.place if waiting else None,
    )
    if not findings:
        return without
    return replace(without, verdict=Verdict.REFUTED, findings=findings, aside=without.verdict)


def _result(verdict: Verdict, required: str, *, why: str, place: Place | None) -> Result:
    return Result(
        NAME,
        "Somebody has confirmed that each clause's words and block say the same",
        "A clause that says one thing to people and another to the tool is checked in vain: "
        "what holds of the block does not hold of the game.",
        Kind.APART,
        verdict,
        required,
        why=why,
        place=place,
    )


def _standing(clause: Clause, locks: Sequence[Lock]) -> Standing:
    now = fingerprint(clause)
    known = [lock.clauses[clause.id] for lock in locks if clause.id in lock.clauses]
    if now in known:
        return Standing(clause, State.CONFIRMED, now)
    if not known:
        return Standing(clause, State.NEW, now)
    match known[0].words == now.words, known[0].blocks == now.blocks:
        case True, _:
            return Standing(clause, State.BLOCK, now)
        case _, True:
            return Standing(clause, State.WORDS, now)
        case _:
            return Standing(clause, State.BOTH, now)


def _finding(one: Standing) -> Finding:
    """The finding; its label is another with each change, so that none is accepted unseen."""
    changed = one.print.words if one.state is State.WORDS else one.print.blocks
    return Finding(
        NAME,
        Cause(Kind.APART, None, (one.clause.id,), label=changed[:_DIGITS]),
        None,
        message=one.state.value,
        place=one.clause.place,
    )


def _why(waiting: Sequence[Standing]) -> str:
    ids = [one.clause.id for one in waiting]
    more = f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else ""
    return f"not confirmed: {', '.join(ids[:_SHOWN])}{more}"
