"""A machine's gates in another graph, with other edges in place of its inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from headjudge.semantics.symbolic.circuits.bits import Row, digits
from headjudge.semantics.symbolic.circuits.graph import FALSE, TRUE, Edge, Graph
from headjudge.semantics.symbolic.circuits.machine import Machine


class Copy:
    """One copy; gates are made when they are asked for."""

    def __init__(self, machine: Machine, into: Graph, slots: Iterable[Row]) -> None:
        self._from = machine.graph
        self._into = into
        self._edges = [FALSE]
        for bits, row in zip(machine.slots, slots, strict=True):
            for bit, edge in zip(bits, row, strict=True):
                self._place(bit, edge)
        for bit in (*machine.action, *machine.choice):
            self._place(bit, into.input())

    def _place(self, bit: Edge, edge: Edge) -> None:
        # The inputs are a machine's first nodes, in this order; a slot of one value has none.
        if bit > TRUE:
            self._edges.append(edge)

    def edge(self, edge: Edge) -> Edge:
        """What stands here for an edge of the machine."""
        edges, one, and_ = self._edges, self._from, self._into.and_
        for node in range(len(edges), (edge >> 1) + 1):
            left, right = one.left[node], one.right[node]
            edges.append(and_(edges[left >> 1] ^ left & 1, edges[right >> 1] ^ right & 1))
        return edges[edge >> 1] ^ edge & 1

    def row(self, bits: Row) -> Row:
        """The same of several."""
        return tuple(self.edge(bit) for bit in bits)


def first(machine: Machine, graph: Graph, choose: Callable[[], Edge]) -> list[Row]:
    """Every slot's bits in the first situations, by inputs that ``choose`` makes.

    Where every combination of the slots' values is one, each slot is chosen by itself.
    """
    rows = sorted(set(machine.system.initial))
    columns = [sorted(set(column)) for column in zip(*rows, strict=True)]
    combinations = 1
    for column in columns:
        combinations *= len(column)
    widths = [len(bits) for bits in machine.slots]

    def one_of(several: list[Row]) -> Row:
        while len(several) > 1:
            test = choose()
            paired = [
                tuple(graph.choose(test, a, b) for a, b in zip(one, two, strict=True))
                for one, two in zip(several[::2], several[1::2], strict=False)
            ]
            several = paired if len(several) % 2 == 0 else [*paired, several[-1]]
        return several[0]

    if combinations == len(rows):
        pairs = zip(columns, widths, strict=True)
        return [one_of([digits(value, count) for value in column]) for column, count in pairs]
    bits = iter(one_of([_bits(row, widths) for row in rows]))
    return [tuple(next(bits) for _ in range(count)) for count in widths]


def _bits(row: tuple[int, ...], widths: list[int]) -> Row:
    pairs = zip(row, widths, strict=True)
    return tuple(bit for value, count in pairs for bit in digits(value, count))
