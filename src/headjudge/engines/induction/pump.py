"""Proves that a sequence of actions can be repeated for ever while stocks and lists grow.

From a situation that grows by so much in every round, the sequence is legal in round n and
leads to the situation of round n + 1, for every n from 0 upwards: what was not looked at may
be anything, so that nothing below the known items is read or removed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import z3

from headjudge.engines.induction.integers import Integers
from headjudge.semantics.symbolic.layout import TOPS
from headjudge.semantics.symbolic.terms import UNBOUNDED, Term, Variable
from headjudge.semantics.symbolic.unbounded import Unbounded

WORK = 50_000_000
ROUND = "round of the pump"


@dataclass(frozen=True, slots=True)
class Pump:
    """A sequence of actions that repeats.

    ``start``: a row of the unbounded layout. ``actions``: index of the transition and the row
    of its parameters. ``growth``: by how much a slot grows in a round, by the slot's name;
    what is not named returns. ``scope``: the values of the scope that clauses read. ``held``:
    what holds before each of the actions, over the slots; empty: nothing in particular.
    """

    start: tuple[int, ...]
    actions: tuple[tuple[int, tuple[int, ...]], ...]
    growth: Mapping[str, int]
    scope: Mapping[str, int]
    held: tuple[Term, ...] = ()


def refuted(unbounded: Unbounded, pump: Pump) -> str:
    """Why the sequence does not repeat for ever; empty if that is proved."""
    why = _misfit(unbounded, pump)
    return why or _Proof(unbounded, pump).why()


def _misfit(unbounded: Unbounded, pump: Pump) -> str:
    """What is wrong with the growth itself."""
    layout = unbounded.system.layout
    rows = dict(zip((slot.name for slot in layout.slots), pump.start, strict=True))
    ends = {slot.name: slot.high for slot in layout.slots if not slot.ghost}
    if not pump.actions:
        return "there is no action"
    for name, amount in pump.growth.items():
        if ends.get(name) != UNBOUNDED:
            return f"{name} cannot grow without end"
        if amount < 0:
            return f"{name} shrinks"
        if amount and name.startswith("len(") and rows[name] < TOPS:
            return f"{name} is below {TOPS}: another item comes to be seen in the next round"
    return ""


class _Proof:
    """One proof: terms over the number of the round."""

    def __init__(self, unbounded: Unbounded, pump: Pump) -> None:
        self.system = unbounded.system
        self.pool = unbounded.system.pool
        self.pump = pump
        self.round = self.pool.bound(ROUND)
        self.scope: dict[Variable, Term] = {
            term: self.pool.number(pump.scope[name])
            for name, term in self.pool.bounds.items()
            if name != ROUND and isinstance(term, Variable)
        }

    def why(self) -> str:
        """Why it fails; empty if it does not."""
        pool, system = self.pool, self.system
        state = self._grown(0)
        held = self.pump.held or (pool.true,) * len(self.pump.actions)
        for (index, row), holds in zip(self.pump.actions, held, strict=True):
            transition = system.transitions[index]
            values = {**self.scope, **self._filled(state), **self._parameters(index, row)}
            terms = (transition.canonical, system.goes_on, transition.legal, transition.goes)
            legal = pool.substitute(pool.and_(*terms), values)
            if not self._always(legal):
                return f"{transition.action.name} is not always legal"
            if not self._always(pool.substitute(holds, values)):
                return f"before {transition.action.name} something else may come to hold"
            state = tuple(pool.substitute(term, values) for term in transition.after)
        wanted = self._grown(1)
        for slot, one, two in zip(system.layout.slots, state, wanted, strict=True):
            if not slot.ghost and not self._always(pool.equal(one, two)):
                return f"{slot.name} does not return"
        return ""

    def _grown(self, more: int) -> tuple[Term, ...]:
        """The situation of a round; with ``more`` that of the round after."""
        pool, found = self.pool, []
        for slot, term, number in zip(
            self.system.layout.slots, self.system.slots, self.pump.start, strict=True
        ):
            amount = self.pump.growth.get(slot.name, 0)
            if slot.ghost:
                found.append(term)
                continue
            if slot.boolean:
                found.append(pool.truth(bool(number)))
                continue
            value = pool.number(number + more * amount)
            for _ in range(amount):
                value = pool.plus(value, self.round)
            found.append(value)
        return tuple(found)

    def _filled(self, state: Sequence[Term]) -> dict[Variable, Term]:
        pairs = zip(self.system.slots, state, strict=True)
        return {slot: value for slot, value in pairs if isinstance(slot, Variable)}

    def _parameters(self, index: int, row: Sequence[int]) -> dict[Variable, Term]:
        transition = self.system.transitions[index]
        terms = [t for g in (*transition.groups, *transition.orders) for t in g.variables]
        return {
            term: self.pool.truth(bool(number)) if term.boolean else self.pool.number(number)
            for term, number in zip(terms, row, strict=True)
            if isinstance(term, Variable)
        }

    def _always(self, term: Term) -> bool:
        """It holds in every round, whatever is unknown."""
        if term is self.pool.true:
            return True
        moment, domain = Integers(self.system).moment("0")
        solver = z3.Solver()
        solver.set("rlimit", WORK)
        wrong = moment.translate.truth(self.pool.not_(term))
        solver.add(wrong, *domain, *moment.translate.domain)
        return solver.check() == z3.unsat
