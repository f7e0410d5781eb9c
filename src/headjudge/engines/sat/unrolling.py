"""A machine's steps one after the other in one graph, from the first situations on.

The situation after *k* steps is a function of the choices so far. Equal parts are one and
constants fold, so that the first moments cost next to nothing, and what cannot be reached
for the shape of the circuit alone costs nothing at all.
"""

from __future__ import annotations

from headjudge.semantics.symbolic.circuits.copies import Copy, first
from headjudge.semantics.symbolic.circuits.graph import Edge, Graph
from headjudge.semantics.symbolic.circuits.machine import Machine


class Unrolling:
    """Moments 0, 1, … of a machine's plays."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.graph = Graph()
        self._moments: list[Copy] = []

    def append(self) -> None:
        """One more moment; its action is open."""
        if self._moments:
            rows = [self._moments[-1].row(bits) for bits in self.machine.after]
        else:
            rows = first(self.machine, self.graph, self.graph.input)
        self._moments.append(Copy(self.machine, self.graph, rows))

    def edge(self, moment: int, edge: Edge) -> Edge:
        """An edge of the machine at a moment."""
        return self._moments[moment].edge(edge)
