"""Few and short plays show whatever play shows; counted on the executable model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, count
from typing import Any

import pytest

from headjudge.checks import combinations as readings
from headjudge.engines.explore.covering import Limits, cover
from headjudge.engines.explore.engine import explored
from headjudge.engines.explore.graph import graph
from headjudge.engines.explore.marks import marks
from headjudge.engines.search import Budget, Clock
from headjudge.rulebook import under_reading
from headjudge.rulebook.syntax import NormKind, Rulebook
from headjudge.rulebook.values import Act, Situation
from headjudge.semantics.executable import After, Game
from headjudge.semantics.symbolic.lower import lower
from headjudge.vectors.choosing import Question, suite
from headjudge.vectors.goals import goals, successions
from tests.checks.seeded import book
from tests.vectors.suites import KINDS, made, path, quiet, reader, written

Shown = tuple[object, ...]


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def said(game: Game, rulebook: Rulebook, state: Any, act: Act) -> dict[tuple[str, str], bool]:
    """Per clause and kind of norm, whether it has its say about an act that is possible."""
    standing = game._standing(state)
    one = game._instances.find(act)
    found = {}
    for norm in one.bearing.norms:
        if rulebook.norms[norm.index].origin.environment:
            continue
        applies = bool(standing.answer(norm.question))
        only = norm.norm.kind is NormKind.ONLY
        found[norm.norm.clause, norm.norm.kind.value] = applies != only
    return found


def of_situation(game: Game, rulebook: Rulebook, state: Any) -> Iterator[Shown]:
    """What a situation shows: norms both ways, pairs of norms, actions that are refused."""
    for action in rulebook.actions:
        for act in game.acts(action.name):
            if not game.needs_hold(state, act):
                yield ("impossible", action.name)
                continue
            if not game.is_legal(state, act):
                yield ("refused", action.name)
            says = said(game, rulebook, state, act)
            for (clause, norm), yes in says.items():
                yield (clause, norm, action.name, yes)
            for (one, first), (two, second) in combinations(says, 2):
                if one != two and says[one, first] and says[two, second]:
                    yield (one, first, two, second, action.name)


def of_step(game: Game, rulebook: Rulebook, state: Any, act: Act) -> Iterator[Shown]:
    """What a step shows: who brought about what, and with which norms."""
    outcome = game.apply(state, act)
    assert isinstance(outcome, After)
    outside = {origin.clause for origin in rulebook.origins() if origin.environment}
    wrote = sorted({*outcome.clauses} - {*game.grants(state, act)} - outside)
    yield ("happens", act.action)
    for clause in wrote:
        yield (clause, "follows", act.action)
        for (other, norm), yes in said(game, rulebook, state, act).items():
            if yes and other != clause:
                yield (clause, other, norm, act.action)
    yield from ((one, two, act.action) for one, two in combinations(wrote, 2))


def all_shown(game: Game, rulebook: Rulebook) -> set[Shown]:
    """Whatever any play of the game shows, found situation by situation."""
    found: set[Shown] = set()
    waiting = [(game.freeze(state), "") for state in game.initial()]
    seen: set[tuple[Situation, str]] = set(waiting)
    while waiting:
        situation, before = waiting.pop()
        state = game.thaw(situation)
        if game.silent(state):
            continue
        found.update(of_situation(game, rulebook, state))
        for act in game.legal(state):
            outcome = game.apply(state, act)
            if not isinstance(outcome, After):
                continue
            found.update(of_step(game, rulebook, state, act))
            if before:
                found.add((before, "then", act.action))
            after = (game.freeze(outcome.state), act.action)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return found


def shown_by_cases(kind: str, game: Game, rulebook: Rulebook) -> set[Shown]:
    """What the written cases show that hold in the first version."""
    found: set[Shown] = set()
    for case in written(kind).cases:
        if 1 not in case["versions"] or case["finding"] is not None:
            continue
        before = ""
        plays = [state for state, _ in reader(kind).play(case, 1)]
        for state in plays:
            if not game.silent(state):
                found.update(of_situation(game, rulebook, state))
        for state, step in zip(plays, case["steps"], strict=False):
            act = reader(kind).act(step)
            found.update(of_step(game, rulebook, state, act))
            if before:
                found.add((before, "then", act.action))
            before = act.action
    return found


def test_the_cases_show_whatever_play_shows(kind: str) -> None:
    rulebook, _, _ = book(path(kind))
    game = reader(kind).games[1]
    first = made(kind).versions[0]
    read = under_reading(rulebook, dict(first.readings))
    assert shown_by_cases(kind, game, read) == all_shown(game, read)


def test_no_two_cases_are_one_play(kind: str) -> None:
    plays = [
        (case["finding"], str(case["start"]["situation"]), str([act(one) for one in case["steps"]]))
        for case in written(kind).cases
    ]
    assert len(set(plays)) == len(plays)


def act(step: dict[str, Any]) -> tuple[object, ...]:
    return (step["action"], str(step["arguments"]), str(step["orders"]))


def test_what_a_case_is_there_for_no_case_before_it_shows(kind: str) -> None:
    listed = [goal for case in made(kind).cases for goal in case.covers]
    assert len(set(listed)) == len(listed)
    assert all(case.covers or case.finding for case in made(kind).cases)


def test_every_chosen_play_shows_something_that_no_other_shows(kind: str) -> None:
    rulebook, _, setting = book(path(kind))
    system = lower(under_reading(rulebook, readings(rulebook)[0]), setting)
    record, _ = explored(system, Budget())
    whole = graph(record)
    clock = Clock(60, count(0, 0).__next__)
    marked = marks(whole, [aim for _, aim in goals(system)], {}, successions(system), clock)
    assert marked is not None
    (rest,) = whole.where([system.at_rest])
    plays = cover(marked, marked.labels, rest, Limits(), clock).plays
    for number, play in enumerate(plays):
        others = {aim for one in (*plays[:number], *plays[number + 1 :]) for aim in one.aims}
        assert set(play.aims) - others


def test_a_contradiction_has_its_play_among_the_cases(kind: str) -> None:
    played = [case.finding for case in made(kind).cases if case.finding]
    (told,) = (one for one in made(kind).coverage if one.goals == "contradictions")
    assert len(played) == told.covered == told.found > 0


def test_an_act_in_conflict_is_open_at_the_end_of_its_play() -> None:
    (case,) = (one for one in made("conflict-throughout").cases if one.finding)
    end = case.positions[-1]
    assert {one.legal_in for one in end.open} == {(2,)}


def test_no_case_is_longer_than_it_may_be() -> None:
    rulebook, properties, setting = book(path("stuck"))
    short = suite(Question(rulebook, properties, setting, limits=Limits(plays=300, steps=2)), quiet)
    assert max(len(case.moves) for case in short.cases) == 2


def test_there_are_no_more_cases_than_wanted_and_what_is_left_is_told() -> None:
    rulebook, properties, setting = book(path("loop-of-free-answers"))
    few = suite(Question(rulebook, properties, setting, limits=Limits(plays=1)), quiet)
    assert len(few.cases) == 1
    left = [one for one in few.missing if one.why == "1 cases are enough"]
    uncovered = sum(one.found - one.covered for one in few.coverage)
    assert len(left) == uncovered > 0


def test_where_the_time_is_over_it_says_so() -> None:
    rulebook, properties, setting = book(path("stuck"))
    question = Question(rulebook, properties, setting)
    ticks = count(0, 1000)
    found = suite(question, quiet, lambda: float(next(ticks)))
    assert "seconds are over" in found.spent


def test_where_there_are_too_many_situations_it_says_so() -> None:
    rulebook, properties, setting = book(path("stuck"))
    question = Question(rulebook, properties, setting)
    small = replace(question, budget=replace(question.budget, situations=2))
    assert suite(small, quiet).spent == "more than 2 situations"
