"""One action as a relation: a partition of all steps by what is done.

Only the slots that an action changes are in its relation; the others keep their variables,
so that nothing has to say that they stay as they are (Burch, Clarke, Long, "Symbolic Model
Checking with Partitioned Transition Relations", 1991).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from headjudge.engines.symbolic.diagrams import Cases, Diagrams
from headjudge.semantics.symbolic.terms import Term

if TYPE_CHECKING:
    from dd.cudd import Function


class Move:
    """One action.

    ``legal``: where it may happen with which parameters; ``going``: where nothing is in its
    way; ``cutoffs``: which of its steps each bound stops. All over slots and parameters.
    """

    def __init__(self, diagrams: Diagrams, index: int) -> None:
        self.diagrams = diagrams
        self.index = index
        system = diagrams.system
        self.transition = system.transitions[index]
        groups = (*self.transition.groups, *self.transition.orders)
        self.variables = tuple(one for group in groups for one in group.variables)
        self.parameters = tuple(
            name for one in self.transition.parameters for name in diagrams.parameters[one]
        )
        self.rows = diagrams.true
        for group in groups:
            fillings = (diagrams.filling(group.variables, row) for row in group.rows)
            self.rows = self.rows & diagrams.any(diagrams.bdd.cube(one) for one in fillings)
        live = diagrams.truth(system.goes_on)
        self.legal = diagrams.truth(self.transition.legal) & live & self.rows
        self.going = self.legal & diagrams.truth(self.transition.goes)
        self.cutoffs = tuple(
            (name, self.legal & diagrams.truth(term)) for name, term in self.transition.cutoffs
        )
        self._relation = self.going
        changed: list[str] = []
        after: list[str] = []
        for slot, new, old, now, then in zip(
            diagrams.slots,
            self.transition.after,
            system.slots,
            diagrams.now,
            diagrams.then,
            strict=True,
        ):
            if new is old:
                continue
            for name, bit in zip(then, diagrams.bits(new, slot.low, len(then)), strict=True):
                same = diagrams.bdd.apply("equiv", diagrams.bdd.var(name), bit)
                self._relation = self._relation & same
            changed.extend(now)
            after.extend(then)
        self._lost = (*changed, *self.parameters)
        self._found = (*after, *self.parameters)
        self._onward = dict(zip(after, changed, strict=True))
        self._back = dict(zip(changed, after, strict=True))
        self._spending: tuple[tuple[int, Function], ...] | None = None

    @property
    def stopped(self) -> Function:
        """The legal steps that something is in the way of, over slots and parameters."""
        return self.legal & ~self.going

    @property
    def cut(self) -> Function:
        """Those of them that a bound stops."""
        return self.stopped & self.diagrams.any(one for _, one in self.cutoffs)

    def sources(self, steps: Function) -> Function:
        """The situations that these steps start from."""
        if not self.parameters:
            return steps
        return self.diagrams.bdd.exist(self.parameters, steps)

    def after(self, situations: Function) -> Function:
        """The situations one step later."""
        found = self.diagrams.joined(situations, self._relation, self._lost)
        return self.diagrams.renamed(found, self._onward)

    def before(self, situations: Function) -> Function:
        """The situations from which a step leads into these."""
        target = self.diagrams.renamed(situations, self._back)
        return self.diagrams.joined(target, self._relation, self._found)

    def into(self, situations: Function) -> Function:
        """The steps into these situations, over slots and parameters."""
        target = self.diagrams.renamed(situations, self._back)
        return self.diagrams.joined(target, self._relation, tuple(self._back.values()))

    def spending(self) -> tuple[tuple[int, Function], ...]:
        """The steps that go by how much stock they spend, the least first."""
        if self._spending is None:
            cases = self._spent()
            self._spending = tuple(
                (spent, self.going & where)
                for spent, where in sorted(cases.items())
                if self.going & where != self.diagrams.false
            )
        return self._spending

    def _spent(self) -> Cases:
        system, pool = self.diagrams.system, self.diagrams.system.pool
        total: Term = pool.number(0)
        for slot, new, old in zip(
            self.diagrams.slots, self.transition.after, system.slots, strict=True
        ):
            if slot.stock is not None and new is not old:
                less = pool.ite(pool.at_most(new, old), pool.minus(old, new), pool.number(0))
                total = pool.plus(total, less)
        return self.diagrams.cases(total)
