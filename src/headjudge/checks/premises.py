"""How often the properties of all rules say anything, counted where they are not broken.

That no clause forbids what another one allows says little of rules by which nothing is ever
forbidden. Each kind counts the situations or the steps in which it could have been broken.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from headjudge.checks.applicable import writing_twice
from headjudge.engines.search import StateGoal, StepGoal
from headjudge.rulebook.syntax import NormKind
from headjudge.semantics.symbolic.quantify import exists
from headjudge.semantics.symbolic.system import System, Transition
from headjudge.semantics.symbolic.terms import Term


@dataclass(frozen=True, slots=True)
class Premise:
    """Where a kind says something: what ``goal``, which is never reached, counts.

    ``never``: what there is to say where that is nowhere.
    """

    goal: StateGoal | StepGoal
    never: str


def forbidden(system: System) -> Premise:
    """Situations in which a clause forbids something that could be done."""
    return Premise(
        _situations(system, _normed(system, NormKind.MUST_NOT)),
        "nothing that could be done is ever forbidden",
    )


def demanded(system: System) -> Premise:
    """Situations in which something has to happen, whether it can or not."""
    return Premise(
        _situations(system, _normed(system, NormKind.MUST)), "nothing ever has to happen"
    )


def resting(system: System) -> Premise:
    """Situations at rest: the right to act in them is somebody's."""
    return Premise(_situations(system, [system.at_rest]), "play never comes to rest")


def playing(system: System) -> Premise:
    """Situations in which the game is not over."""
    return Premise(
        _situations(system, [system.pool.not_(system.over)]), "the game is over before it begins"
    )


def doubled(system: System) -> Premise:
    """Steps of actions that bring about one thing in two places."""
    twice = writing_twice(system)
    return Premise(
        _steps(system, [one.action.name in twice for one in system.transitions]),
        "no action that brings about one thing twice ever happens",
    )


def doubtful(system: System) -> Premise:
    """Steps of actions that could be undefined; if only conditions could be, situations."""
    could = [bool(one.undefined) for one in system.transitions]
    if not any(could):
        return Premise(_situations(system, [system.pool.true]), "")
    never = "no action that speaks of what might not be there ever happens"
    return Premise(_steps(system, could), never)


def _normed(system: System, kind: NormKind) -> Iterable[Term]:
    """Per action, where a norm of this kind applies to it undefeated."""
    pool, norms = system.pool, system.rulebook.norms
    for one in system.transitions:
        said = pool.or_(*(term for index, term in one.standing if norms[index].kind is kind))
        # Whether it can be done is not asked of what has to be.
        where = said if kind is NormKind.MUST else pool.and_(one.possible, said)
        yield _anyhow(system, one, where)


def _anyhow(system: System, one: Transition, where: Term) -> Term:
    """With some parameters."""
    return exists(system.pool, system.pool.and_(one.canonical, where), one.groups)


def _situations(system: System, where: Iterable[Term]) -> StateGoal:
    pool = system.pool
    return StateGoal("premise", pool.false, pool.or_(*where), by_action=False)


def _steps(system: System, counted: Iterable[bool]) -> StepGoal:
    """Steps of these actions, whatever comes of them."""
    pool = system.pool
    premise = tuple(pool.truth(one) for one in counted)
    return StepGoal("premise", tuple(pool.false for _ in premise), premise, taken=False)
