"""AIGER 1.9, for ABC and other checkers of hardware: the model as gates and latches.

Biere, Heljanko, Wieringa, "AIGER 1.9 And Beyond" (2011). A latch holds a bit of the
situation. The inputs say what is done; where it cannot be done, nothing happens: what is
reachable and how soon stays the same. If there are several first situations, further inputs
choose one in the first moment, and a latch knows that it is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from headjudge.engines.exports.machine import Machine as Model
from headjudge.engines.exports.words import comment
from headjudge.semantics.symbolic.circuits.bits import digits
from headjudge.semantics.symbolic.circuits.copies import Copy, first
from headjudge.semantics.symbolic.circuits.graph import FALSE, TRUE, Edge, Graph
from headjudge.semantics.symbolic.circuits.machine import Machine
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Variable


@dataclass(frozen=True, slots=True)
class _Latch:
    """A bit: the edge it is, its edge in the next moment, its first value."""

    name: str
    edge: Edge
    after: Edge
    reset: int


def aiger(system: System, model: Model, *, binary: bool = False) -> bytes:
    """The model, with one bad-state property per question; ``aag`` or, in binary, ``aig``."""
    return _Circuit(system, model).text(binary=binary)


class _Circuit:
    """Everything as edges of one graph."""

    def __init__(self, system: System, model: Model) -> None:
        self.model = model
        self.graph = Graph()
        self.machine = Machine(system)
        self.choosers: list[Edge] = []
        rows = sorted(set(system.initial))
        held = [tuple(self.graph.input() for _ in bits) for bits in self.machine.slots]
        start = first(self.machine, self.graph, self._chooser)
        begun = self.graph.input() if len(rows) > 1 else TRUE
        now = [
            # A slot of one value needs no latch.
            tuple(self.graph.choose(begun, a, b) for a, b in zip(one, two, strict=True))
            if isinstance(term, Variable)
            else two
            for term, one, two in zip(system.slots, held, start, strict=True)
        ]
        copy = Copy(self.machine, self.graph, now)
        moves = copy.edge(self.machine.moves)
        self.latches: list[_Latch] = []
        places = zip(system.slots, system.layout.slots, held, now, self.machine.after, strict=True)
        for place, (term, slot, bits, old, new) in enumerate(places):
            if not isinstance(term, Variable):
                continue
            reset = digits(rows[0][place], len(bits))
            for number, bit in enumerate(bits):
                after = self.graph.choose(moves, copy.edge(new[number]), old[number])
                name = f"{comment(slot.name)} bit {number}"
                self.latches.append(_Latch(name, bit, after, reset[number]))
        if begun != TRUE:
            self.latches.append(_Latch("begun", begun, TRUE, 0))
        self.bads = [copy.edge(self.machine.truth(one.bad)) for one in model.questions]
        self.action = copy.row(self.machine.action)
        self.choice = copy.row(self.machine.choice)

    def _chooser(self) -> Edge:
        self.choosers.append(self.graph.input())
        return self.choosers[-1]

    def text(self, *, binary: bool) -> bytes:
        """The file."""
        inputs = (*self.action, *self.choice, *self.choosers)
        number = {FALSE: 0}
        for edge in (*inputs, *(latch.edge for latch in self.latches)):
            number[edge >> 1] = len(number)
        gates = self._gates()
        for node in gates:
            number[node] = len(number)

        def literal(edge: Edge) -> int:
            return 2 * number[edge >> 1] + (edge & 1)

        sizes = (len(number) - 1, len(inputs), len(self.latches), 0, len(gates), len(self.bads))
        lines = [f"{'aig' if binary else 'aag'} {' '.join(map(str, sizes))}"]
        if not binary:
            lines += [str(literal(edge)) for edge in inputs]
        for latch in self.latches:
            own = "" if binary else f"{literal(latch.edge)} "
            lines.append(f"{own}{literal(latch.after)} {latch.reset}")
        lines += [str(literal(edge)) for edge in self.bads]
        body = bytearray("".join(f"{line}\n" for line in lines), "ascii")
        for node in gates:
            whole, parts = 2 * number[node], (self.graph.left[node], self.graph.right[node])
            high, low = sorted(map(literal, parts), reverse=True)
            if binary:
                body += _delta(whole - high) + _delta(high - low)
            else:
                body += f"{whole} {high} {low}\n".encode("ascii")
        return bytes(body) + "".join(f"{line}\n" for line in self._words()).encode("ascii")

    def _gates(self) -> list[int]:
        """The nodes that something is made of, parts before wholes."""
        graph, seen = self.graph, set()
        todo = [edge >> 1 for edge in (*(latch.after for latch in self.latches), *self.bads)]
        while todo:
            node = todo.pop()
            if node not in seen and graph.is_and(node):
                seen.add(node)
                todo += (graph.left[node] >> 1, graph.right[node] >> 1)
        return sorted(seen)

    def _words(self) -> Iterator[str]:
        """Names for inputs, latches and properties, and what the bits of a choice mean."""
        names = [
            *(f"action bit {place}" for place in range(len(self.action))),
            *(f"choice bit {place}" for place in range(len(self.choice))),
            *(f"first bit {place}" for place in range(len(self.choosers))),
        ]
        yield from (f"i{place} {name}" for place, name in enumerate(names))
        yield from (f"l{place} {latch.name}" for place, latch in enumerate(self.latches))
        yield from (f"b{place} {one.name}" for place, one in enumerate(self.model.questions))
        yield "c"
        yield from map(comment, self.model.head)
        places = {edge: place for place, edge in enumerate(self.machine.choice)}
        deeds = {deed.name: deed for deed in self.model.deeds}
        for index, transition in enumerate(self.machine.system.transitions):
            deed = deeds.get(transition.action.name)
            if deed is None:
                continue
            given = [
                f"{field.name[2:]} in choice bits {' '.join(str(places[bit]) for bit in bits)}"
                for field in deed.parameters
                for bits in (self.machine.gates(field.variable),)
            ]
            said = "; ".join([comment(", ".join(deed.clauses)), *given])
            yield f"action {index} {comment(deed.name)}: {said}"
        for place, one in enumerate(self.model.questions):
            yield f"bad {place} {comment(one.title)}"


def _delta(number: int) -> bytes:
    """Seven bits to a byte, the lowest first; all but the last have the eighth bit set."""
    found = bytearray()
    while number > 127:  # noqa: PLR2004 - seven bits
        found.append(number & 127 | 128)
        number >>= 7
    found.append(number)
    return bytes(found)
