"""Terms as gates: a truth value is one edge, a number a row of edges, the lowest bit first.

Numbers are in two's complement just wide enough for their interval, without a sign where
there is none to see. An overflow cannot happen: a term's interval holds every value it takes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from headjudge.semantics.symbolic.circuits.graph import FALSE, TRUE, Edge, Graph
from headjudge.semantics.symbolic.terms import (
    And,
    AtMost,
    Constant,
    Equal,
    Ite,
    Minus,
    Not,
    Or,
    Plus,
    Term,
    Unknown,
    Variable,
    children,
)

Row = tuple[Edge, ...]


def width(low: int, high: int) -> int:
    """How many bits the numbers of an interval take; 0 is written without any."""
    if low >= 0:
        return high.bit_length()
    return max((-low - 1).bit_length(), max(high, 0).bit_length()) + 1


def digits(value: int, count: int) -> Row:
    """A constant in so many bits."""
    return tuple(value >> place & 1 for place in range(count))


def number(bits: Sequence[int], low: int) -> int:
    """The number that bits stand for, with a sign if the interval has negative numbers."""
    value = sum(bit << place for place, bit in enumerate(bits))
    return value - (1 << len(bits)) if low < 0 and bits[-1] else value


class Gates:
    """Turns terms into gates; shared parts are made once.

    ``given``: the bits of each variable. More may be added before a term asks for them.
    """

    def __init__(self, graph: Graph, given: Mapping[Variable, Row]) -> None:
        self.graph = graph
        self.given = given
        self._done: dict[int, Row] = {}

    def truth(self, term: Term) -> Edge:
        """A truth value."""
        if not term.boolean:
            raise TypeError("not a truth value")
        (edge,) = self(term)
        return edge

    def row(self, term: Term, count: int) -> Row:
        """A number, or a truth value, in so many bits (its last ones, if it has more)."""
        bits = self(term)
        return bits if term.boolean else _stretched(bits, term, count)

    def __call__(self, term: Term) -> Row:
        """All bits of a term."""
        stack: list[tuple[Term, bool]] = [(term, False)]
        done = self._done
        while stack:
            part, ready = stack.pop()
            if part.serial in done:
                continue
            if ready:
                done[part.serial] = self._made(part)
                continue
            stack.append((part, True))
            stack.extend((child, False) for child in children(part))
        return done[term.serial]

    def _made(self, term: Term) -> Row:
        graph, done = self.graph, self._done
        match term:
            case Constant(value=value):
                return digits(value, 1 if term.boolean else width(value, value))
            case Variable():
                return self.given[term]
            case Not(operand=operand):
                return (done[operand.serial][0] ^ 1,)
            case And(operands=operands):
                return (graph.all(done[operand.serial][0] for operand in operands),)
            case Or(operands=operands):
                return (graph.any(done[operand.serial][0] for operand in operands),)
            case Equal(left=left, right=right):
                one, two = self._alike(left, right)
                return (graph.all(graph.same(a, b) for a, b in zip(one, two, strict=True)),)
            case AtMost(left=left, right=right):
                one, two = self._alike(left, right)
                return (self.at_most(one, two, signed=min(left.low, right.low) < 0),)
            case Plus(left=left, right=right):
                one, two = self._in(left, term), self._in(right, term)
                return self._sum(one, two, FALSE)
            case Minus(left=left, right=right):
                one, two = self._in(left, term), self._in(right, term)
                return self._sum(one, tuple(edge ^ 1 for edge in two), TRUE)
            case Ite(test=test, then=then, orelse=orelse):
                (asked,) = done[test.serial]
                one, two = self._in(then, term), self._in(orelse, term)
                return tuple(graph.choose(asked, a, b) for a, b in zip(one, two, strict=True))
            case Unknown():
                raise TypeError("in a finite system nothing is unknown")

    def _in(self, part: Term, whole: Term) -> Row:
        """The bits of a part in the width of the whole; arithmetic may leave off the others."""
        return self.row(part, width(whole.low, whole.high))

    def _alike(self, left: Term, right: Term) -> tuple[Row, Row]:
        """Both sides in a width that holds either."""
        if left.boolean:
            return self._done[left.serial], self._done[right.serial]
        count = width(min(left.low, right.low), max(left.high, right.high))
        return self.row(left, count), self.row(right, count)

    def within(self, variable: Variable) -> Edge:
        """The bits of a variable stand for a number of its interval: some may not."""
        bits, signed = self(variable), variable.low < 0
        if variable.boolean:
            return TRUE
        low, high = digits(variable.low, len(bits)), digits(variable.high, len(bits))
        return self.graph.and_(
            self.at_most(low, bits, signed=signed), self.at_most(bits, high, signed=signed)
        )

    def at_most(self, one: Row, two: Row, *, signed: bool) -> Edge:
        """``one <= two``, of rows that are equally long."""
        graph, found = self.graph, TRUE
        top = len(one) - 1
        for place, (a, b) in enumerate(zip(one, two, strict=True)):
            # Of two signs the one that is set is the smaller number.
            low, high = (b, a) if signed and place == top else (a, b)
            less = graph.and_(low ^ 1, high)
            found = graph.or_(less, graph.and_(graph.and_(low, high ^ 1) ^ 1, found))
        return found

    def _sum(self, one: Row, two: Row, carry: Edge) -> Row:
        graph, made = self.graph, []
        for a, b in zip_longest(one, two, fillvalue=FALSE):
            differ = graph.same(a, b) ^ 1
            made.append(graph.same(differ, carry) ^ 1)
            carry = graph.choose(differ, carry, a)
        return tuple(made)


def _stretched(bits: Row, term: Term, count: int) -> Row:
    sign = bits[-1] if term.low < 0 else FALSE
    return (*bits, *(sign for _ in range(count - len(bits))))[:count]
