"""From no endless loop within a scope to none without bounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from headjudge.checks.tasks import Task
from headjudge.engines.induction.atoms import Clause
from headjudge.engines.induction.leaving import Leaving, Ranking
from headjudge.engines.induction.measures import Flag, Measure, Total
from headjudge.engines.induction.ranking import Ranked, rank
from headjudge.engines.induction.ranking_checker import ranking_objection
from headjudge.engines.search import LoopGoal
from headjudge.semantics.symbolic.unbounded import Unbounded

MOST = 4


@dataclass(frozen=True, slots=True)
class Attempt:
    """Rankings for all that is asked of a property, or why there is none; what they say."""

    rankings: tuple[Ranking, ...]
    why: str
    said: str = ""


def leavings(task: Task) -> tuple[Leaving, ...]:
    """What a property says is left at last; empty if it says something else."""
    goals = [one.goal for one in task.asked]
    found = tuple(Leaving(g.target, g.passing) for g in goals if isinstance(g, LoopGoal))
    return found if len(found) == len(goals) else ()


def attempts(
    unbounded: Unbounded, tasks: Mapping[str, Task], invariant: Sequence[Clause]
) -> dict[str, Attempt]:
    """For each property about what is left at last, by name: what ranks it.

    An invariant is used only where there is no ranking without it.
    """
    found = {}
    for name, task in tasks.items():
        asked = leavings(task)
        if asked:
            found[name] = _attempt(unbounded, asked, invariant)
    return found


def _attempt(
    unbounded: Unbounded, asked: Sequence[Leaving], invariant: Sequence[Clause]
) -> Attempt:
    rankings, said = [], []
    for leaving in asked:
        ranked = rank(unbounded, leaving)
        if ranked.ranking is None and invariant:
            ranked = rank(unbounded, leaving, invariant)
        if ranked.ranking is None:
            return Attempt((), ranked.why)
        why = ranking_objection(unbounded, ranked.ranking, leaving)
        if why:
            return Attempt((), f"the ranking was not confirmed: {why}")
        rankings.append(ranked.ranking)
        said.append(sentence(ranked))
    return Attempt(tuple(rankings), "", "; ".join(dict.fromkeys(said)))


def sentence(ranked: Ranked) -> str:
    """What each action brings nearer to the end, the weightiest first."""
    parts: dict[str, None] = {}
    if ranked.ranking is not None:
        for measure, actions in zip(ranked.ranking.measures, ranked.lowers, strict=True):
            names = " or ".join(f"“{_spoken(one)}”" for one in actions)
            parts[f"each {names} {_lowers(measure)}"] = None
    said = [*parts]
    more = [f"and {len(said) - MOST} more such things"] if len(said) > MOST else []
    return ", ".join((*said[:MOST], *more))


def _lowers(measure: Measure) -> str:
    """What it is to lower a measure."""
    match measure:
        case Total(names, rising):
            fields = dict.fromkeys(_spoken(_field(name)) for name in names)
            whole = " or ".join(fields)
            return f"brings {whole} nearer to its end" if rising else f"uses up {whole}"
        case Flag(atom, truth):
            what = " and ".join(_spoken(_field(name)) for name in atom.left)
            return f"{'changes' if truth else 'settles'} {what}"


def _field(name: str) -> str:
    return name.removeprefix("len(").partition(")")[0].partition("[")[0].rstrip("?")


def _spoken(name: str) -> str:
    return name.replace("_", " ")
