"""Questions to solvers outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from headjudge.checks.readings import combinations
from headjudge.checks.tasks import Plan, Wanted, plan
from headjudge.engines.export_smt2 import smt2
from headjudge.engines.exports import aiger, machine, murphi, promela, smv
from headjudge.engines.search import MeetingGoal, StateGoal, StepGoal
from headjudge.evidence.precedence import precedence
from headjudge.rulebook import under_reading
from headjudge.rulebook.syntax import ClaimKind, Property, Rulebook, Setting
from headjudge.rulebook.values import Ruling
from headjudge.semantics.symbolic.lower import lower
from headjudge.semantics.symbolic.system import System


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
    title, made = _asked(rulebook, properties, setting, property, switches=True)
    # Together they ask whether something is wrong: what has to happen is asked by itself.
    tasks = [mine for mine in made.tasks if property or mine.wanted is Wanted.NOTHING]
    # Which clauses meet is told beside a property, and decides nothing.
    told = [one.goal for mine in tasks for one in mine.asked]
    asked = [goal for goal in told if not isinstance(goal, MeetingGoal)]
    goals = [goal for goal in asked if isinstance(goal, StateGoal | StepGoal)]
    if not tasks or (asked and not goals):
        raise ValueError("no single play can answer this question")
    return smt2(made.system, goals, depth, title)


def export_model(
    rulebook: Rulebook,
    properties: Sequence[Property],
    setting: Setting,
    property: str | None,  # noqa: A002 - the name of the option
    language: str,
) -> str:
    """The finite model in ``promela``, ``murphi``, ``smv`` or ``aiger``, with state properties.

    Where the text is open, it has the first answer; the file says which.

    Raises KeyError if there is no such property, ValueError if it is none of situations.
    """
    title, made = _asked(rulebook, properties, setting, property, switches=False)
    goals = _of_situations(made)
    if property is not None and not goals:
        raise ValueError(f"{property} does not speak of single situations")
    model = machine(made.system, goals)
    model = replace(model, head=(*model.head, f"questions: {title}"))
    match language:
        case "promela":
            return promela(model)
        case "murphi":
            return murphi(model)
        case "smv":
            return smv(model)
        case "aiger":
            return aiger(made.system, model).decode("ascii")
        case _:
            raise ValueError(f"no language is called {language}")


def questions(
    rulebook: Rulebook,
    properties: Sequence[Property],
    setting: Setting,
    property: str | None,  # noqa: A002 - the name of the option
) -> tuple[System, list[tuple[str, StateGoal]]]:
    """The system that is exported, and what is asked of single situations, by property."""
    _, made = _asked(rulebook, properties, setting, property, switches=False)
    return made.system, _of_situations(made)


def _of_situations(made: Plan) -> list[tuple[str, StateGoal]]:
    return [
        (mine.property.name, asked.goal)
        for mine in made.tasks
        if mine.wanted is Wanted.NOTHING
        for asked in mine.asked
        if isinstance(asked.goal, StateGoal)
    ]


def _asked(
    rulebook: Rulebook,
    properties: Sequence[Property],
    setting: Setting,
    property: str | None,  # noqa: A002 - the name of the option
    *,
    switches: bool,
) -> tuple[str, Plan]:
    """What is asked, in words and as goals. Raises KeyError if there is no such property."""
    wanted = [one for one in properties if property in (None, one.name)]
    if not wanted:
        raise KeyError(property)
    answers = combinations(rulebook)[0]
    book = under_reading(rulebook, answers)
    ruling = Ruling(exceptions=precedence(lower(book, setting)).exceptions)
    # What remembers would add to the situations; no export asks it.
    plain = [
        one
        for one in wanted
        if one.claim is None or one.claim.kind is not ClaimKind.NO_LOST_OPTION or switches
    ]
    made = plan(plain, lower(book, setting, ruling, switches=switches))
    title = property or "any of the properties"
    for question, answer in answers.items():
        title += f"; “{question}” is answered “{answer}”"
    return title, made
