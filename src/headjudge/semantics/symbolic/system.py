"""A rulebook in a setting as a transition system of terms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from headjudge.rulebook.syntax import Action, Rulebook, Setting
from headjudge.rulebook.values import Act, Ruling
from headjudge.semantics.symbolic.layout import Layout, decode
from headjudge.semantics.symbolic.quantify import Group
from headjudge.semantics.symbolic.terms import Kind, Pool, Term, Variable

Pair = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Transition:
    """One action. All terms are over the slots and this action's parameters.

    ``canonical`` holds for the parameters' rows that stand for a value. ``legal`` says
    that it may happen next. ``undefined``, ``clashes`` and ``cutoffs`` are in the way of
    the step, each with what it is called; ``goes`` says that nothing is. ``conflicts``
    has one entry per pair of norms, by their index in the rulebook; ``standing`` says for
    each norm on the action, by its index, where it applies undefeated, ``applies`` where it
    applies, and ``writes`` for each consequence, by its index, where it writes anything.
    """

    action: Action
    groups: tuple[Group, ...]
    orders: tuple[Group, ...]
    canonical: Term
    possible: Term
    can: Term
    due: Term
    legal: Term
    undefined: tuple[tuple[str, Term], ...]
    clashes: tuple[tuple[Pair, Term], ...]
    cutoffs: tuple[tuple[str, Term], ...]
    goes: Term
    after: tuple[Term, ...]
    conflicts: tuple[tuple[tuple[int, int], Term], ...]
    unknown: tuple[tuple[str, Term], ...]
    standing: tuple[tuple[int, Term], ...]
    applies: tuple[tuple[int, Term], ...]
    writes: tuple[tuple[int, Term], ...]

    @property
    def parameters(self) -> tuple[Variable, ...]:
        """The variables of the parameters that have more than one value."""
        groups = (*self.groups, *self.orders)
        found = (variable for group in groups for variable in group.variables)
        return tuple(variable for variable in found if isinstance(variable, Variable))

    def rows(self) -> Iterator[tuple[int, ...]]:
        """The rows of all values of the parameters, orders last; the plainest first."""
        for rows in product(*(group.rows for group in (*self.groups, *self.orders))):
            yield tuple(number for row in rows for number in row)

    def act(self, row: tuple[int, ...], setting: Setting) -> Act:
        """The act of a row of numbers, one per variable of all groups in order."""
        numbers = iter(row)
        arguments = tuple(decode(numbers, p.type, setting) for p in self.action.parameters)
        return Act(self.action.name, arguments, tuple(numbers))


@dataclass(frozen=True, slots=True)
class System:
    """The whole machine. Terms of situations are over the slots alone.

    ``initial`` holds one row per initial situation. ``silent`` has one entry per told
    field; a play ends where one holds. ``impossible`` names action and clause.
    ``history``: so many of the last slots only remember what has happened; situations that
    differ in nothing else count as one.
    """

    rulebook: Rulebook
    setting: Setting
    ruling: Ruling
    pool: Pool
    layout: Layout
    slots: tuple[Term, ...]
    initial: tuple[tuple[int, ...], ...]
    transitions: tuple[Transition, ...]
    at_rest: Term
    goes_on: Term
    over: Term
    silent: tuple[tuple[str, Term], ...]
    impossible: tuple[tuple[tuple[str, str], Term], ...]
    gap: Term
    switches: tuple[tuple[str, Term], ...]
    history: int = 0

    def transition(self, name: str) -> Transition:
        """The transition of an action; KeyError if there is none."""
        for transition in self.transitions:
            if transition.action.name == name:
                return transition
        raise KeyError(name)


def slot_variables(pool: Pool, layout: Layout) -> tuple[Term, ...]:
    """One variable per slot."""
    return tuple(
        pool.variable(Kind.SLOT, index, slot.low, slot.high, boolean=slot.boolean)
        for index, slot in enumerate(layout.slots)
    )
