"""What is wrong, in the words of a rules manager: a headline, and a sentence or two."""

from __future__ import annotations

from dataclasses import dataclass

from headjudge.evidence.results import Audit, Finding, Kind, Result
from headjudge.reports import said_of_clauses, said_of_plays
from headjudge.reports.cases import Case, upper
from headjudge.reports.rounds import goes_round
from headjudge.reports.two_plays import order_words
from headjudge.reports.words import Teller, listed, spoken

MOST_OPTIONS = 6


@dataclass(frozen=True, slots=True)
class Said:
    """A finding in words: a line for a list, and what a page begins with.

    ``headline`` stands beside the property's name; ``heading`` stands alone. ``quotes``: the
    first sentence has the property's title in it.
    """

    headline: str
    sentences: tuple[str, ...]
    heading: str
    quotes: bool = False


def say(audit: Audit, result: Result, finding: Finding) -> Said:
    """A finding in words."""
    return _said(Case(Teller(audit.rulebook, audit.setting), result, finding))


def _said(case: Case) -> Said:
    headline, *sentences = _words(case)
    if case.finding.trace is not None and case.finding.trace.permission_wins:
        sentences.append(
            "It takes a play in which the permission has won a conflict that comes before it."
        )
    if case.finding.readings and case.cause.kind is not Kind.READING:
        taken = listed([f"“{question}” is answered “{a}”" for question, a in case.readings])
        sentences.append(f"That is so if {taken}.")
    match case.cause.kind:
        case Kind.NEVER_HAPPENS if case.cause.action is not None:
            return Said(headline, tuple(sentences), headline)
        case Kind.VIOLATION | Kind.STUCK | Kind.NEVER_HAPPENS if case.claim is None:
            when = "" if case.cause.kind is Kind.NEVER_HAPPENS else case.after_what
            return Said(headline, tuple(sentences), case.not_so(when), quotes=True)
        case _:
            return Said(headline, tuple(sentences), headline)


def _words(case: Case) -> tuple[str, ...]:
    """The headline, then the sentences."""
    match case.cause.kind:
        case Kind.CONFLICT:
            return said_of_clauses.conflict(case)
        case Kind.CLASH:
            return said_of_clauses.clash(case)
        case Kind.IMPOSSIBLE:
            return said_of_clauses.impossible(case)
        case Kind.SILENCE:
            return said_of_clauses.silence(case)
        case Kind.UNDEFINED:
            return said_of_clauses.undefined(case)
        case Kind.GAP if case.finding.trace is None and case.cause.action:
            name = spoken(case.cause.action)
            where = f" ({case.clauses})" if case.clauses else ""
            return f"nothing follows from {name}{where}", f"Nothing follows from “{name}”."
        case Kind.GAP:
            return (
                f"nothing can happen {case.at}",
                f"{upper(case.after)}{case.here_too} nothing can happen.",
                "Nobody may act, nothing happens by itself, and the game is not over.",
            )
        case Kind.LOST_OPTION:
            return said_of_plays.lost_option(case)
        case Kind.ORDER:
            return order_words(case.teller, case.finding, case.claim)
        case Kind.LEAK:
            return said_of_plays.leak(case)
        case Kind.SHORTCUT:
            return said_of_plays.shortcut(case)
        case Kind.STUCK:
            return (
                f"fails {case.at}{case.whose()}: there is no way on",
                f"{case.not_so(case.after)}.",
                "It stays so, whatever anybody does from then on.",
            )
        case Kind.LOOP:
            return goes_round(case.finding)
        case Kind.NEVER_USABLE | Kind.DENIED | Kind.DENIED_BY_CARDS:
            return said_of_plays.denied(case)
        case Kind.VIOLATION:
            return said_of_plays.violation(case)
        case Kind.NEVER_HAPPENS:
            return said_of_plays.never_happens(case)
        case Kind.READING:
            return said_of_plays.reading(case)
        case Kind.FALSE_CLAIM:
            return said_of_plays.false_claim(case)
        case Kind.DEAD:
            return said_of_clauses.dead(case)
        case Kind.IDLE:
            return said_of_clauses.idle(case)
        case Kind.UNMODELLED:
            return (
                f"{case.clauses or 'a clause'} has no block, and no reason for having none",
                f"{case.clauses or 'A clause'} has neither a block nor a reason to have none.",
                "Nothing that it says has been checked.",
            )
        case Kind.APART:
            return said_of_clauses.apart(case)


def could(options: tuple[tuple[str, str, tuple[str, ...]], ...]) -> str:
    """``There, A could cast event (12.1.1); B could pass (12.2.3).``; empty if nobody could.

    Of many, every player's first come before anybody's last.
    """
    grants: dict[tuple[str, str], dict[str, None]] = {}
    for player, action, clauses in options:
        grants.setdefault((player, action), {}).update(dict.fromkeys(clauses))
    each: dict[str, list[str]] = {}
    for (player, action), ids in grants.items():
        said = f"{spoken(action)} ({', '.join(ids)})" if ids else spoken(action)
        each.setdefault(player, []).append(said)
    places = sorted((at, player) for player, said in each.items() for at in range(len(said)))
    kept = places[:MOST_OPTIONS]
    parts = [
        f"{player} could {listed([said[at] for at, whose in kept if whose == player], 'or')}"
        for player, said in each.items()
        if any(whose == player for _, whose in kept)
    ]
    if len(places) > len(kept):
        parts.append(f"and {len(places) - len(kept)} more")
    return f"There, {'; '.join(parts)}." if parts else ""
