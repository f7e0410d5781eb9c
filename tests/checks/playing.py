"""All plays of a small rulebook on the executable model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from headjudge.evidence.judging import Played, judge
from headjudge.evidence.looks import look, sign
from headjudge.evidence.orders import Orders
from headjudge.evidence.precedence import precedence
from headjudge.evidence.replay import Replayer, replayer
from headjudge.evidence.results import Finding, Kind
from headjudge.rulebook import under_reading
from headjudge.rulebook.syntax import Claim
from headjudge.rulebook.values import Act
from headjudge.semantics.executable import After, Clash, Game, Table, Undefined
from headjudge.semantics.symbolic.lower import lower
from tests.checks.seeded import book


@cache
def judge_of(path: Path, readings: tuple[tuple[str, str], ...]) -> Replayer:
    """The executable model of a rulebook, under the given answers to its questions."""
    rulebook, properties, where = book(path)
    answers = {question: given[0] for question, given in rulebook.readings()}
    settled = under_reading(rulebook, {**answers, **dict(readings)})
    order = precedence(lower(settled, where))
    return replayer(settled, properties, where, order.exceptions)


def plays(game: Game, length: int) -> Iterator[Played]:
    """All plays of at most so many steps, those that end in their own way included."""
    for start in game.initial():
        yield from _onwards(game, (start,), (), length)


def _onwards(
    game: Game, states: tuple[Table, ...], acts: tuple[Act, ...], left: int
) -> Iterator[Played]:
    yield Played(states, acts, ((),) * len(acts), None)
    here = states[-1]
    if left == 0 or game.silent(here):
        return
    for act in game.legal(here):
        match game.apply(here, act):
            case After(state=after):
                yield from _onwards(game, (*states, after), (*acts, act), left - 1)
            case (Clash() | Undefined()) as outcome:
                yield Played(states, (*acts, act), ((),) * (len(acts) + 1), outcome)
            case _:
                pass


def shows(game: Game, claim: Claim | None, finding: Finding, played: Played) -> bool:
    """Whether the end of a play shows what a finding says.

    Of a play with more in each round, the round may begin anywhere.
    """
    if finding.trace is not None and finding.trace.growth:
        begins = [replace(played, round=number) for number in range(len(played.acts))]
        return any(judge(game, claim, finding.cause, one) is not None for one in begins)
    return judge(game, claim, finding.cause, played) is not None


def parts(left: Game, right: Game, played: Played) -> bool:
    """Whether two games play the same but for what the last act of the first one's play does."""
    pairs = zip(played.states, played.acts, played.states[1:], strict=False)
    here = right.thaw(left.freeze(played.states[0]))
    for number, (before, act, after) in enumerate(pairs, start=1):
        last = number == len(played.acts)
        if last and not right.is_legal(here, act):
            return set(left.legal(before)) != set(right.legal(here))
        outcome = right.apply(here, act)
        if not right.is_legal(here, act) or not isinstance(outcome, After):
            return False
        same = left.freeze(after).values == right.freeze(outcome.state).values
        if last or not same:
            return last and not same
        here = outcome.state
    return False


def parting(path: Path, finding: Finding, length: int) -> list[Played]:
    """All plays of at most so many steps that part under two answers to a question."""
    left, right = ((*finding.readings,), (*finding.against,))
    known = dict(book(path)[0].readings())
    if any(answer not in known.get(question, ()) for question, answer in (*left, *right)):
        return []
    assert finding.trace is not None
    one, two = (judge_of(path, answers).game(finding.trace) for answers in (left, right))
    return [played for played in plays(one, length) if parts(one, two, played)]


def shown(path: Path, finding: Finding, length: int) -> list[Played]:
    """All plays of at most so many steps that show what the finding says.

    Of a finding that is the difference of two plays, all that show it with another.
    """
    assert finding.trace is not None
    if finding.cause.kind is Kind.READING:
        return parting(path, finding, length)
    made = judge_of(path, finding.readings)
    game, claim = made.game(finding.trace), made.claims.get(finding.property)
    if finding.cause.kind is Kind.LEAK:
        return _leaking(game, claim, finding, length)
    if finding.other is not None:
        assert claim is not None
        judged = Orders(game, made.rulebook, claim)
        every = list(plays(game, length))
        return [
            one for one in every if any(judged.parting(one, two) == finding.cause for two in every)
        ]
    return [one for one in plays(game, length) if shows(game, claim, finding, one)]


def _leaking(game: Game, claim: Claim | None, finding: Finding, length: int) -> list[Played]:
    """The same of two plays: the first of each two that show it together."""
    alike: dict[tuple[object, ...], list[Played]] = {}
    every = [one for one in plays(game, length) if one.outcome is None]
    seats = range(game.setting.players)
    for one in every:
        for seat in seats:
            alike.setdefault(_seen(game, seat, one, len(one.acts)), []).append(one)
    return [
        one
        for one in every
        if one.acts
        and any(
            judge(game, claim, finding.cause, one, other=other) is not None
            for seat in seats
            for other in alike.get(_seen(game, seat, one, len(one.acts) - 1), ())
        )
    ]


def _seen(game: Game, seat: int, played: Played, length: int) -> tuple[object, ...]:
    """What a player has seen of so many steps of a play."""
    situations = tuple(look(game, state, seat) for state in played.states[: length + 1])
    return seat, situations, tuple(sign(game, act, seat) for act in played.acts[:length])
