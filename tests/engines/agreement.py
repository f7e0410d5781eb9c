"""Several engines, the same questions: where their answers differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from headjudge.checks.audit import own_properties
from headjudge.checks.tasks import Asked, Plan, Task, plan
from headjudge.engines.bmc import Bounded
from headjudge.engines.explore import Explorer
from headjudge.engines.sat.bounded import SatBounded
from headjudge.engines.search import Answer, Budget, Goal, Hit, Search
from headjudge.evidence.replay import Replayer, replayer
from headjudge.evidence.traces import trace
from headjudge.rulebook import read_properties, read_rulebook, setting, under_reading
from headjudge.rulebook.syntax import Property, Rulebook, Setting
from headjudge.rulebook.values import Ruling
from headjudge.semantics.symbolic.lower import lower

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Question:
    """One rulebook in one setting, and everything that is asked about it."""

    rulebook: Rulebook
    properties: tuple[Property, ...]
    setting: Setting
    plan: Plan

    @property
    def asked(self) -> list[tuple[Task, Asked]]:
        """What all engines can decide."""
        return [
            (task, asked)
            for task in self.plan.tasks
            for asked in task.asked
            if Bounded().serves(asked.goal)
        ]

    @property
    def goals(self) -> tuple[Goal, ...]:
        return tuple(asked.goal for _, asked in self.asked)

    def explore(self, budget: Budget | None = None) -> Search:
        return Explorer().search(self.plan.system, self.goals, budget or Budget())

    def bound(self, steps: int, seconds: float = 200.0) -> Search:
        return Bounded().search(self.plan.system, self.goals, Budget(steps, seconds))

    def bound_by_gates(self, steps: int, seconds: float = 200.0) -> Search:
        return SatBounded().search(self.plan.system, self.goals, Budget(steps, seconds))

    def judge(self) -> Replayer:
        return replayer(self.rulebook, self.properties, self.setting, frozenset())


def question(
    path: Path,
    scope: Mapping[str, int],
    answers: Mapping[str, str] | None = None,
    *,
    permission_wins: bool = False,
) -> Question:
    """All standard properties and the rulebook's own claims, in one reading of it."""
    written = read_rulebook(path)
    usual = {asked: given[0] for asked, given in written.readings()}
    documents = sorted((ROOT / "properties").glob("*.md"))
    standard = [one for file in documents for one in read_properties(file, written)]
    rulebook = under_reading(written, {**usual, **(answers or {})})
    properties = (*standard, *own_properties(rulebook))
    where = setting(rulebook, players=None, scope=scope)
    system = lower(rulebook, where, Ruling(permission_wins))
    return Question(rulebook, properties, where, plan(properties, system))


def causes(answer: Answer, most: int) -> set[tuple[str | None, int]]:
    """The last actions of the hits and the lengths of their plays, up to a length."""
    return {(hit.action, len(hit.path)) for hit in answer.hits if len(hit.path) <= most}


def disagreements(asked: Question, steps: int | None = None) -> list[str]:
    """Where exploring and bounded checking differ on plays of at most so many steps.

    Without ``steps``: one more than the exploration is deep, so that it has nothing that
    the bounded search could not have. Premises are compared then too.
    """
    explored = asked.explore()
    most = explored.depth + 1 if steps is None else steps
    assert not explored.why
    found = []
    for other in (asked.bound(most), asked.bound_by_gates(most)):
        assert not other.why
        assert other.depth == most
        pairs = zip(asked.asked, explored.answers, other.answers, strict=True)
        for (task, one), left, right in pairs:
            name = f"{task.property.name} {one.goal.name} {one.cause.label}"
            mine, theirs = causes(left, most), causes(right, most)
            if mine != theirs:
                found.append(f"{name}: explore {mine}, {other.engine} {theirs}")
            if steps is None and bool(left.premises) != bool(right.premises):
                found.append(f"{name}: premises {left.premises}, {right.premises}")
    return found


def replayed(asked: Question, search: Search) -> int:
    """Replay all plays of a search on the executable model; how many there are."""
    judge, count = asked.judge(), 0
    for (task, one), answer in zip(asked.asked, search.answers, strict=True):
        for hit in answer.hits:
            judge.check(trace(asked.plan.system, hit.path), one.cause, task.claim)
            count += 1
    return count


def hits(search: Search) -> list[Hit]:
    """All hits of a search."""
    return [hit for answer in search.answers for hit in answer.hits]
