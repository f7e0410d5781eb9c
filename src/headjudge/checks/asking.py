"""Puts what is asked of a rulebook to the engines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from headjudge.checks.idle import Idle, idle
from headjudge.checks.tasks import Plan
from headjudge.checks.verdicts import Answered
from headjudge.engines.explore import Explorer
from headjudge.engines.induction.search import Effort
from headjudge.engines.search import Answer, Budget, Engine, Goal, Report, Search, Strength
from headjudge.engines.symbolic import Symbolic


@dataclass(frozen=True, slots=True)
class Means:
    """What an audit may use: which engines, how much, and whom to tell how far it is.

    ``effort``: how much to spend on proofs; None: none are sought.
    """

    engines: tuple[Engine, ...]
    budget: Budget
    report: Report
    effort: Effort | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """What the engines answered to a plan, by the names of the properties.

    ``parts``: which parts of a claim never mattered. ``premises``: how often a premise holds
    that is counted apart; nothing of a search that was broken off. ``closed``: whether all of
    it was answered by searches of all situations.
    """

    answered: dict[str, list[Answered]]
    parts: dict[str, Idle]
    premises: dict[str, int]
    searches: tuple[Search, ...]
    closed: bool


def ask(made: Plan, means: Means) -> Heard:
    """Ask one engine after the other; what one leaves open goes to the next."""
    found: dict[str, list[Answered]] = {mine.property.name: [] for mine in made.tasks}
    counts: dict[int, int | None] = {}
    told: dict[int, bool] = {}
    searches = []
    left = [(mine, asked) for mine in made.tasks for asked in mine.asked]
    for engine in means.engines:
        able = [(mine, asked) for mine, asked in left if engine.serves(asked.goal)]
        if not able:
            continue
        goals = tuple(asked.goal for _, asked in able)
        also = tuple(_counted(made)) if isinstance(engine, Explorer | Symbolic) else ()
        search = engine.search(made.system, (*goals, *also), means.budget, means.report)
        searches.append(search)
        answers: list[Answer] = [*search.answers]
        if search.strength is Strength.COMPLETE:
            rest = answers[len(goals) :]
            counts = {id(goal): one.premises for goal, one in zip(also, rest, strict=True)}
        left = [(mine, asked) for mine, asked in left if not engine.serves(asked.goal)]
        for (mine, asked), answer in zip(able, answers[: len(goals)], strict=True):
            found[mine.property.name].append(Answered(asked, answer, search))
            told[id(asked)] = search.strength is Strength.COMPLETE and not answer.why
            if search.strength is Strength.SPENT and not answer.hits:
                left.append((mine, asked))
    parts = {
        mine.property.name: idle(mine.probes, [counts.get(id(one.goal)) for one in mine.probes])
        for mine in made.tasks
    }
    premises = {
        mine.property.name: count
        for mine in made.tasks
        if mine.premise is not None
        for count in (counts.get(id(mine.premise.goal)),)
        if count is not None
    }
    closed = all(told.get(id(asked), False) for mine in made.tasks for asked in mine.asked)
    return Heard(found, parts, premises, tuple(searches), closed)


def _counted(made: Plan) -> Iterator[Goal]:
    """Goals that are never reached, and only count."""
    for mine in made.tasks:
        yield from (probe.goal for probe in mine.probes)
        if mine.premise is not None:
            yield mine.premise.goal
