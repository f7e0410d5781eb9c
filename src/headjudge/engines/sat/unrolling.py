"""A machine's steps one after the other in one graph, from the first situations on.

The situation after *k* steps is a function of the choices so far. Equal parts are one and
constants fold, so that the first moments cost next to nothing, and what cannot be reached
for the shape of the circuit alone costs nothing at all.
"""

from __future__ import annotations

from headjudge.semantics.symbolic.circuits.bits import Row, digits
from headjudge.semantics.symbolic.circuits.graph import FALSE, TRUE, Edge, Graph
from headjudge.semantics.symbolic.circuits.machine import Machine


class Unrolling:
    """Moments 0, 1, … of a machine's plays."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.graph = Graph()
        self._frames: list[list[Edge]] = []

    def append(self) -> None:
        """One more moment; its action is open."""
        if self._frames:
            rows = [self._row(len(self._frames) - 1, bits) for bits in self.machine.after]
        else:
            rows = self._first()
        frame = [FALSE]
        for bits, row in zip(self.machine.slots, rows, strict=True):
            _place(frame, bits, row)
        for edge in (*self.machine.action, *self.machine.choice):
            _place(frame, (edge,), (self.graph.input(),))
        self._frames.append(frame)

    def edge(self, moment: int, edge: Edge) -> Edge:
        """An edge of the machine at a moment."""
        frame, one = self._frames[moment], self.machine.graph
        and_ = self.graph.and_
        for node in range(len(frame), (edge >> 1) + 1):
            left, right = one.left[node], one.right[node]
            frame.append(and_(frame[left >> 1] ^ left & 1, frame[right >> 1] ^ right & 1))
        return frame[edge >> 1] ^ edge & 1

    def _row(self, moment: int, bits: Row) -> Row:
        return tuple(self.edge(moment, bit) for bit in bits)

    def _first(self) -> list[Row]:
        """Every slot's bits in the first situations.

        Where every combination of the slots' values is one, each slot is chosen by itself.
        """
        rows = sorted(set(self.machine.system.initial))
        columns = [sorted(set(column)) for column in zip(*rows, strict=True)]
        combinations = 1
        for column in columns:
            combinations *= len(column)
        widths = [len(bits) for bits in self.machine.slots]
        if combinations == len(rows):
            pairs = zip(columns, widths, strict=True)
            return [
                self._one_of([digits(value, count) for value in column]) for column, count in pairs
            ]
        whole = self._one_of(
            [
                tuple(
                    bit
                    for value, count in zip(row, widths, strict=True)
                    for bit in digits(value, count)
                )
                for row in rows
            ]
        )
        bits = iter(whole)
        return [tuple(next(bits) for _ in range(count)) for count in widths]

    def _one_of(self, rows: list[Row]) -> Row:
        """Any of these rows, by inputs of its own."""
        while len(rows) > 1:
            test = self.graph.input()
            paired = [
                tuple(self.graph.choose(test, a, b) for a, b in zip(one, two, strict=True))
                for one, two in zip(rows[::2], rows[1::2], strict=False)
            ]
            rows = paired if len(rows) % 2 == 0 else [*paired, rows[-1]]
        return rows[0]


def _place(frame: list[Edge], bits: Row, row: Row) -> None:
    for bit, edge in zip(bits, row, strict=True):
        if bit > TRUE:
            frame.extend(FALSE for _ in range(len(frame), (bit >> 1) + 1))
            frame[bit >> 1] = edge
