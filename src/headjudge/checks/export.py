"""Questions to solvers outside."""

from __future__ import annotations

from collections.abc import Sequence

from headjudge.checks.readings import combinations
from headjudge.checks.tasks import plan
from headjudge.engines.export_smt2 import smt2
from headjudge.engines.search import StateGoal, StepGoal
from headjudge.rulebook import under_reading
from headjudge.rulebook.syntax import Property, Rulebook, Setting
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
    made = plan(wanted, lower(book, setting, switches=True))
    goals = [
        asked.goal
        for mine in made.tasks
        for asked in mine.asked
        if isinstance(asked.goal, StateGoal | StepGoal)
    ]
    if not goals:
        raise ValueError("no single play can answer this question")
    title = property or "any of the properties"
    for question, answer in answers.items():
        title += f"; “{question}” is answered “{answer}”"
    return smt2(made.system, goals, depth, title)
