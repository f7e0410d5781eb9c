"""Questions to solvers outside."""

from __future__ import annotations

from collections.abc import Sequence

from headjudge.checks.readings import combinations
from headjudge.checks.tasks import Wanted, plan
from headjudge.engines.export_smt2 import smt2
from headjudge.engines.search import StateGoal, StepGoal
from headjudge.evidence.precedence import precedence
from headjudge.rulebook import under_reading
from headjudge.rulebook.syntax import Property, Rulebook, Setting
from headjudge.rulebook.values import Ruling
from headjudge.semantics.symbolic.lower import lower


def export_smt2(
    rulebook: Rulebook,
    properties: Sequence[Property],
    setting: Setting,
    property: str | None,  # noqa: A002 - the name of the option
    depth: int,
) -> str:
    """The bounded question for one property, or for all of them, as SMT-LIB 2.

    Where the text is open, each question has its first answer; the file says which.

    Raises KeyError if there is no such property, ValueError if a single play cannot
    answer it.
    """
    wanted = [one for one in properties if property in (None, one.name)]
    if not wanted:
        raise KeyError(property)
    answers = combinations(rulebook)[0]
    book = under_reading(rulebook, answers)
    ruling = Ruling(exceptions=precedence(lower(book, setting)).exceptions)
    made = plan(wanted, lower(book, setting, ruling, switches=True))
    # Together they ask whether something is wrong: what has to happen is asked by itself.
    tasks = [mine for mine in made.tasks if property or mine.wanted is Wanted.NOTHING]
    asked = [one.goal for mine in tasks for one in mine.asked]
    goals = [goal for goal in asked if isinstance(goal, StateGoal | StepGoal)]
    if not tasks or (asked and not goals):
        raise ValueError("no single play can answer this question")
    title = property or "any of the properties"
    for question, answer in answers.items():
        title += f"; “{question}” is answered “{answer}”"
    return smt2(made.system, goals, depth, title)
