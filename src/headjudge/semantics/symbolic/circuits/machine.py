"""A system as a sequential circuit: what the situation is next, by the bits of a choice.

The choice is the index of an action and a row of bits for its parameters. Actions share
these bits, since only one of them is taken.
"""

from __future__ import annotations

from headjudge.semantics.symbolic.circuits.bits import Gates, Row, digits, width
from headjudge.semantics.symbolic.circuits.graph import Edge, Graph
from headjudge.semantics.symbolic.system import System, Transition
from headjudge.semantics.symbolic.terms import Term, Variable


class Machine:
    """One step of a system.

    ``slots``: the bits of each slot, inputs except where the slot has one value. ``action``
    and ``choice``: the inputs that say what is done. ``after``: the slots after the step.
    ``legal``, ``happens``: per transition, that it is chosen and legal; and that nothing is in
    its way. ``moves``: that any happens. ``inside``: that every slot is in its interval.
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self.graph = Graph()
        self._given: dict[Variable, Row] = {}
        self.slots = tuple(self._slot(term) for term in system.slots)
        count = max(1, (len(system.transitions) - 1).bit_length())
        self.action = tuple(self.graph.input() for _ in range(count))
        self.choice = self._choices()
        self.gates = Gates(self.graph, self._given)
        self.is_ = tuple(self._is(index) for index in range(len(system.transitions)))
        self.legal = tuple(self._legal(index, one) for index, one in enumerate(system.transitions))
        self.happens = tuple(
            self.graph.and_(legal, self.gates.truth(one.goes))
            for legal, one in zip(self.legal, system.transitions, strict=True)
        )
        self.moves = self.graph.any(self.happens)
        self.after = tuple(self._after(place) for place in range(len(system.slots)))
        self.inside = self.graph.all(
            self.gates.within(slot) for slot in system.slots if isinstance(slot, Variable)
        )

    def truth(self, term: Term) -> Edge:
        """A truth value over the slots and the parameters of one action."""
        return self.gates.truth(term)

    def parameters(self, transition: Transition) -> tuple[tuple[Term, Row], ...]:
        """The variables of a transition's parameters, in the order of its rows, with bits."""
        groups = (*transition.groups, *transition.orders)
        variables = (one for group in groups for one in group.variables)
        return tuple((one, self.gates(one)) for one in variables)

    def _slot(self, term: Term) -> Row:
        if not isinstance(term, Variable):
            return digits(term.low, 1 if term.boolean else width(term.low, term.low))
        bits = tuple(self.graph.input() for _ in range(_bits(term)))
        self._given[term] = bits
        return bits

    def _choices(self) -> Row:
        most = max((sum(map(_bits, one.parameters)) for one in self.system.transitions), default=0)
        shared = tuple(self.graph.input() for _ in range(most))
        for transition in self.system.transitions:
            used = 0
            for variable in transition.parameters:
                self._given[variable] = shared[used : used + _bits(variable)]
                used += _bits(variable)
        return shared

    def _is(self, index: int) -> Edge:
        wanted = digits(index, len(self.action))
        return self.graph.all(
            edge if bit else edge ^ 1 for edge, bit in zip(self.action, wanted, strict=True)
        )

    def _legal(self, index: int, transition: Transition) -> Edge:
        goes_on, truth = self.system.goes_on, self.gates.truth
        return self.graph.all(
            (
                self.is_[index],
                *(self.gates.within(variable) for variable in transition.parameters),
                *(truth(term) for term in (transition.canonical, goes_on, transition.legal)),
            )
        )

    def _after(self, place: int) -> Row:
        old = self.system.slots[place]
        bits = self.slots[place]
        for index, transition in enumerate(self.system.transitions):
            term = transition.after[place]
            if term is old:
                continue
            new = self.gates.row(term, len(bits))
            bits = tuple(
                self.graph.choose(self.is_[index], one, two)
                for one, two in zip(new, bits, strict=True)
            )
        return bits


def _bits(variable: Variable) -> int:
    return 1 if variable.boolean else width(variable.low, variable.high)
