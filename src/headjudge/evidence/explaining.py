"""Findings with the reasons for them, worked out on the executable model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from headjudge.engines.cores.demands import Precedence
from headjudge.engines.cores.meetings import Bench
from headjudge.engines.search import Meeting
from headjudge.evidence.lacking import lacking
from headjudge.evidence.meeting import pattern_of
from headjudge.evidence.reasons import Clauses, Why, Without
from headjudge.evidence.replay import Replayer, ReplayError, with_clauses
from headjudge.evidence.results import Finding, Kind, Trace
from headjudge.evidence.without import last_of, until_usable, without_clause
from headjudge.rulebook.syntax import And, Ask, Or, Return

# Where what is wrong is what the clauses demand of the situation in which the play ends.
OF_DEMANDS = (Kind.CONFLICT, Kind.IMPOSSIBLE, Kind.GAP)
# Where it is between two rulebooks, or two plays, and not between the clauses of one.
OF_TWO = (Kind.READING,)


def reasoned(judge: Replayer, finding: Finding) -> Finding:
    """A finding with its reasons, if it has a play."""
    trace = finding.trace
    if trace is None or finding.cause.kind in OF_TWO:
        return finding
    whole = Why(without=_without(judge, finding, trace), answer=_answer(judge, finding))
    if finding.cause.kind in OF_DEMANDS:
        whole = _demanded(judge, finding, trace, whole)
    return replace(finding, why=whole)


def _without(judge: Replayer, finding: Finding, trace: Trace) -> tuple[Without, ...]:
    """The play without each clause at fault, and without each that it takes to get there."""
    known = dict.fromkeys((*finding.clauses, *finding.decisive, *finding.enabling))
    found = []
    for clause in known:
        later = None
        if clause in finding.decisive:
            later = until_usable(judge, finding, trace, clause)
        game = judge.game(trace, clause)
        found.append(later or without_clause(game, trace, clause, finding.act))
    return tuple(found)


def _answer(judge: Replayer, finding: Finding) -> tuple[str, ...]:
    """By which actions, or tags, a denied answer would be used."""
    answer = judge.answer(finding)
    if answer is None:
        return ()
    book = judge.rulebook
    tags: dict[tuple[str, ...], str] = {}
    for tag in dict.fromkeys(tag for action in book.actions for tag in action.tags):
        tags[tuple(one.name for one in book.actions if tag in one.tags)] = tag
    found: dict[str, None] = {}
    for asked in _asks(answer.claim.body[-1]):
        one = asked.actions[0] if len(asked.actions) == 1 else tags.get(asked.actions)
        found[one or asked.actions[0]] = None
    return tuple(found)


def _asks(part: object) -> Iterator[Ask]:
    """What a condition asks of actions, wherever one of several will do."""
    match part:
        case Return(value):
            yield from _asks(value)
        case Or(operands) | And(operands):
            for one in operands:
                yield from _asks(one)
        case Ask():
            yield part
        case _:
            pass


def _demanded(judge: Replayer, finding: Finding, trace: Trace, whole: Why) -> Why:
    """The reasons with the clauses that cannot all be obeyed where the play ends."""
    game, book = judge.game(trace), judge.rulebook
    end = game.thaw(last_of(trace))
    seen = pattern_of(game, book, end)
    bench = Bench(book, Precedence(exceptions=judge.exceptions))
    open_ = [m.clauses for m in bench.cores(seen).met if m.meeting is Meeting.SITUATIONAL]
    cores = about(finding, open_)
    among = tuple(dict.fromkeys(clause for core in cores for clause in core))
    lacks = lacking(book, judge.setting, last_of(trace)) if () in cores else ()
    return replace(
        whole, cores=cores, preferences=bench.resolving(seen, among) if among else (), lacks=lacks
    )


def shows(judge: Replayer, trace: Trace, clauses: Clauses) -> Trace:
    """A play at whose end these clauses cannot all be obeyed, with the clauses of each step.

    Raises ReplayError if they can.
    """
    played = judge.played(trace)
    seen = pattern_of(judge.game(trace), judge.rulebook, played.states[-1])
    met = Bench(judge.rulebook, Precedence(exceptions=judge.exceptions)).cores(seen).met
    if not any(m.clauses == clauses and m.meeting is Meeting.SITUATIONAL for m in met):
        raise ReplayError(f"{' and '.join(clauses) or 'the clauses'} can be obeyed there")
    return with_clauses(trace, played)


def about(finding: Finding, cores: Sequence[Clauses]) -> tuple[Clauses, ...]:
    """Of the minimal sets those that hold the clauses of the finding; all, if none does."""
    held = tuple(core for core in cores if set(finding.cause.clauses) <= set(core))
    return held or tuple(cores)
