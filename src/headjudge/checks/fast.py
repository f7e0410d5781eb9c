"""The fast lane: what can be said of a rulebook while somebody waits for a commit.

Conflicts and gaps, as far as the first situations show them, and everything that needs no
search. What the whole audit finds besides is not looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from headjudge.checks.audit import Question
from headjudge.checks.documents import document_results
from headjudge.checks.idle import Idle
from headjudge.checks.readings import Answers, combinations, together
from headjudge.checks.sharing import Sharing
from headjudge.checks.tasks import plan
from headjudge.checks.verdicts import Answered, Bench, searched
from headjudge.engines.explore import Explorer
from headjudge.engines.search import Budget, Goal, Report, Search, Strength
from headjudge.evidence.precedence import named, precedence
from headjudge.evidence.replay import replayer
from headjudge.evidence.results import Audit, Result, Verdict
from headjudge.rulebook import under_reading
from headjudge.rulebook.syntax import ClaimKind, Property, Rulebook, Setting
from headjudge.rulebook.values import Ruling
from headjudge.semantics.symbolic.lower import lower
from headjudge.semantics.symbolic.system import System

SITUATIONS = 20_000  # for each reading; then the level that was begun is finished
LOOKED_FOR = (ClaimKind.NO_CONFLICT, ClaimKind.NO_GAP)
_SILENT = (Verdict.VACUOUS.value, Verdict.NOT_APPLICABLE.value, Verdict.NO_VERDICT.value)


@dataclass(frozen=True, slots=True)
class FastReading:
    """The quick look at one combination of readings, as a piece of work."""

    question: Question
    answers: tuple[tuple[str, str], ...]
    title: str

    def work(self, report: Report) -> Audit:
        """Look for conflicts and gaps in this reading, and play the examples."""
        asked = self.question
        book = under_reading(asked.rulebook, dict(self.answers))
        wanted = [one for one in asked.properties if one.claim and one.claim.kind in LOOKED_FOR]
        return _one(book, wanted, asked.setting, report)


def begin_fast(question: Question, sharing: Sharing) -> Callable[[], Audit]:
    """Begin to look for conflicts and gaps, and to play the examples.

    What holds is ``bounded`` where there are more situations than were looked at, and no
    more is required. The call that is returned raises what that of the whole audit does.
    """
    rulebook = question.rulebook
    begun = [
        (answers, sharing.begin(FastReading(question, tuple(answers.items()), rulebook.title)))
        for answers in combinations(rulebook)
    ]
    return lambda: _whole(rulebook, [(answers, result()) for answers, result in begun])


def _whole(rulebook: Rulebook, runs: Sequence[tuple[Answers, Audit]]) -> Audit:
    audit = together(rulebook, runs)
    results = tuple(_asks_little(one) for one in audit.results)
    return replace(audit, results=results, complete=False)


def _one(
    rulebook: Rulebook, properties: Sequence[Property], setting: Setting, report: Report
) -> Audit:
    plain = lower(rulebook, setting)
    order = precedence(plain)
    system = plain
    if order.exceptions:
        system = lower(rulebook, setting, Ruling(exceptions=order.exceptions))
    judge = replayer(rulebook, properties, setting, order.exceptions)
    made = plan(properties, system)
    goals = tuple(asked.goal for mine in made.tasks for asked in mine.asked)
    search = _search(made.system, goals, report)
    answers = iter(search.answers)
    bench = Bench(made.system, judge)
    results = []
    for mine in made.tasks:
        answered = [Answered(asked, next(answers), search) for asked in mine.asked]
        results.append(bench.result(mine, answered, Idle((), ())))
    return Audit(
        rulebook,
        setting,
        (*results, *document_results(rulebook, judge.rules)),
        (searched(search),),
        search.levels,
        settled=named(rulebook, order.settled),
        exceptions=named(rulebook, order.exceptions),
    )


def _search(system: System, goals: tuple[Goal, ...], report: Report) -> Search:
    """Level by level, until there are enough situations: then it was a bounded search.

    Each level that counts has been looked at as a whole, so that nothing in so many steps
    or fewer has been missed.
    """
    search = Explorer().search(system, goals, Budget(situations=SITUATIONS), report)
    if search.strength is not Strength.SPENT:
        return search
    return replace(search, strength=Strength.BOUNDED, why="")


def _asks_little(result: Result) -> Result:
    """No more is required than a look at the first situations can give."""
    if result.required in _SILENT:
        return result
    return replace(result, required=Verdict.BOUNDED.value)
