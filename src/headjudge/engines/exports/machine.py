"""What every export says: the slots with names, the actions with their parameters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from headjudge.engines.search import StateGoal
from headjudge.semantics.symbolic.layout import Slot, slots_of
from headjudge.semantics.symbolic.system import System, Transition
from headjudge.semantics.symbolic.terms import Term, Variable

_NO_NAME = re.compile(r"[^A-Za-z0-9]+")


@dataclass(frozen=True, slots=True)
class Field:
    """A slot that has more than one value: its name there, and what it is here."""

    name: str
    slot: Slot
    variable: Variable


@dataclass(frozen=True, slots=True)
class Deed:
    """An action: guard and updates are over the fields and its parameters.

    ``rows``: the parameters' values, where not every combination is one. ``updates`` has
    only the fields that change.
    """

    name: str
    clauses: tuple[str, ...]
    parameters: tuple[Field, ...]
    rows: tuple[tuple[int, ...], ...]
    guard: Term
    updates: tuple[tuple[Field, Term], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A property of situations: ``bad`` holds where it is broken."""

    name: str
    title: str
    bad: Term


@dataclass(frozen=True, slots=True)
class Machine:
    """The whole model. ``initial`` has one row per first situation, a number per field."""

    head: tuple[str, ...]
    fields: tuple[Field, ...]
    initial: tuple[tuple[int, ...], ...]
    deeds: tuple[Deed, ...]
    questions: tuple[Question, ...]

    def names(self) -> dict[Variable, str]:
        """What the fields are called."""
        return {field.variable: field.name for field in self.fields}


def machine(system: System, questions: Sequence[tuple[str, StateGoal]]) -> Machine:
    """The model of a system, with questions as (title, goal)."""
    taken: set[str] = set()
    fields = []
    for slot, variable in zip(system.layout.slots, system.slots, strict=True):
        if isinstance(variable, Variable):
            fields.append(Field(_name(slot.name, "s_", taken), slot, variable))
    index = {field.variable: field for field in fields}
    places = [
        number for number, variable in enumerate(system.slots) if isinstance(variable, Variable)
    ]
    rows = sorted({tuple(row[place] for place in places) for row in system.initial})
    deeds = [_deed(system, one, index) for one in system.transitions]
    asked: set[str] = set()
    book, setting = system.rulebook, system.setting
    scope = ", ".join(f"{name} {value}" for name, value in setting.scope)
    return Machine(
        (
            f"{book.title} {book.edition}",
            f"{setting.players} players; scope: {scope or 'none'}",
        ),
        tuple(fields),
        tuple(rows),
        tuple(deed for deed in deeds if deed.guard is not system.pool.false),
        tuple(Question(_name(g.name, "p_", asked), title, g.hit) for title, g in questions),
    )


def _deed(system: System, transition: Transition, index: dict[Variable, Field]) -> Deed:
    taken: set[str] = set()
    groups = (*transition.groups, *transition.orders)
    variables = [one for group in groups for one in group.variables]
    free = [place for place, one in enumerate(variables) if isinstance(one, Variable)]
    slots = _parameter_slots(system, transition)
    parameters = []
    for place in free:
        variable = variables[place]
        if isinstance(variable, Variable):
            name = _name(slots[place].name, "a_", taken)
            parameters.append(Field(name, slots[place], variable))
    rows = tuple(tuple(row[place] for place in free) for row in transition.rows())
    guard = system.pool.and_(
        system.goes_on, transition.canonical, transition.legal, transition.goes
    )
    updates = tuple(
        (index[old], new)
        for old, new in zip(system.slots, transition.after, strict=True)
        if new is not old and isinstance(old, Variable)
    )
    spoken = dict.fromkeys(_clauses(system, transition))
    return Deed(transition.action.name, tuple(spoken), tuple(parameters), rows, guard, updates)


def _parameter_slots(system: System, transition: Transition) -> list[Slot]:
    """A slot for each variable of the parameters; the orders come last."""
    made = [
        slot
        for parameter in transition.action.parameters
        for slot in slots_of(parameter.name, parameter.type, system.setting)
    ]
    for group in transition.orders:
        top = len(group.rows) - 1
        made.append(Slot("order", 0, top, boolean=False))
    return made


def _clauses(system: System, transition: Transition) -> list[str]:
    """The clauses that declare, allow, forbid or follow an action, in the document's order."""
    book = system.rulebook
    name = transition.action.name
    speaking = {transition.action.origin.clause}
    speaking.update(norm.origin.clause for norm in book.norms if name in norm.actions)
    speaking.update(one.origin.clause for one in book.consequences if name in one.actions)
    return [clause.id for clause in book.clauses if clause.id in speaking]


def _name(words: str, prefix: str, taken: set[str]) -> str:
    """An identifier that no tool here reserves and nobody else has."""
    made = prefix + (_NO_NAME.sub("_", words).strip("_") or "x")
    number = 2
    whole = made
    while whole in taken:
        whole = f"{made}_{number}"
        number += 1
    taken.add(whole)
    return whole
