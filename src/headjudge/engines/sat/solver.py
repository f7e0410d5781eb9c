"""CaDiCaL on a graph that grows: what is asked of is written down as clauses, and no more."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pysat.solvers import Cadical195

from headjudge.semantics.symbolic.circuits.graph import FALSE, TRUE, Edge, Graph

# Conflicts between two looks at the clock: some tenths of a second.
ROUND = 5_000


class Solver:
    """Answers whether edges of a graph can be true together.

    A node becomes a variable with the clauses that define it (Tseitin, 1968) when it is first
    spoken of. Conjunctions of many edges and choices are taken whole.
    """

    def __init__(self, graph: Graph, spent: Callable[[], bool]) -> None:
        self.graph = graph
        self.spent = spent
        self._sat = Cadical195()
        self._count = 0
        self._variable: dict[int, int] = {}
        self._model: list[int] = []
        self._seen: dict[int, int] = {}

    def variable(self) -> int:
        """A literal that nothing has been said of."""
        self._count += 1
        return self._count

    def clause(self, literals: Sequence[int]) -> None:
        """One of these literals is true."""
        self._sat.add_clause(list(literals))

    def require(self, edge: Edge) -> None:
        """From now on, this edge is true."""
        if edge == FALSE:
            self._sat.add_clause([self.variable()])
            self._sat.add_clause([-self._count])
        elif edge != TRUE:
            self._sat.add_clause([self.literal(edge)])

    def literal(self, edge: Edge) -> int:
        """The solver's literal of an edge that is not constant."""
        node = edge >> 1
        if node not in self._variable:
            self._define(node)
        return -self._variable[node] if edge & 1 else self._variable[node]

    def solve(self, literals: Sequence[int] = ()) -> bool | None:
        """Whether these literals can be true together; None if the time is over."""
        assumed = list(literals)
        while not self.spent():
            self._sat.conf_budget(ROUND)
            found: bool | None = self._sat.solve_limited(assumptions=assumed)
            if found is not None:
                if found:
                    self._model = self._sat.get_model() or []
                    self._seen = {}
                return found
        return None

    def core(self) -> list[int]:
        """Which of the literals asked about last cannot be true together."""
        return self._sat.get_core() or []

    def value(self, literal: int) -> bool:
        """A literal in the last model; what it does not care about is false."""
        place = abs(literal) - 1
        true = place < len(self._model) and self._model[place] > 0
        return true == (literal > 0)

    def holds(self, edge: Edge) -> bool:
        """An edge in the last model."""
        seen, graph = self._seen, self.graph
        stack = [edge >> 1]
        while stack:
            node = stack[-1]
            known = self._variable.get(node)
            if node in seen:
                stack.pop()
            elif known is not None or not graph.is_and(node):
                seen[node] = int(known is not None and self.value(known))
                stack.pop()
            else:
                left, right = graph.left[node], graph.right[node]
                below = [part >> 1 for part in (left, right) if part >> 1 not in seen]
                if below:
                    stack.extend(below)
                    continue
                seen[node] = (seen[left >> 1] ^ left & 1) & (seen[right >> 1] ^ right & 1)
        return bool(seen[edge >> 1] ^ edge & 1)

    # ------------------------------------------------------------------- definitions

    def _define(self, node: int) -> None:
        graph, known = self.graph, self._variable
        todo = [node]
        known[node] = self.variable()
        add = self._sat.add_clause

        def literal(edge: Edge) -> int:
            below = edge >> 1
            found = known.get(below)
            if found is None:
                found = known[below] = self.variable()
                todo.append(below)
            return -found if edge & 1 else found

        while todo:
            node = todo.pop()
            if not graph.is_and(node):
                continue
            mine = known[node]
            choice = self._choice(node)
            if choice is not None:
                test, then, orelse = map(literal, choice)
                add([-mine, -test, then])
                add([-mine, test, orelse])
                add([mine, -test, -then])
                add([mine, test, -orelse])
                # Implied; they let the solver go on where the test is open.
                add([-mine, then, orelse])
                add([mine, -then, -orelse])
                continue
            parts = [literal(edge) for edge in self._parts(node)]
            for part in parts:
                add([-mine, part])
            add([mine, *(-part for part in parts)])

    def _choice(self, node: int) -> tuple[Edge, Edge, Edge] | None:
        """A node as test, then and else, if it is made like that."""
        graph = self.graph
        left, right = graph.left[node], graph.right[node]
        if not (left & 1 and right & 1 and graph.is_and(left >> 1) and graph.is_and(right >> 1)):
            return None
        one = (graph.left[left >> 1], graph.right[left >> 1])
        two = (graph.left[right >> 1], graph.right[right >> 1])
        for place, test in enumerate(one):
            if test ^ 1 in two:
                other = two[1] if two[0] == test ^ 1 else two[0]
                return test, one[1 - place] ^ 1, other ^ 1
        return None

    def _parts(self, node: int) -> list[Edge]:
        """The edges of a conjunction, through nodes that nothing else is made of."""
        graph, found = self.graph, []
        stack = [graph.left[node], graph.right[node]]
        while stack:
            edge = stack.pop()
            below = edge >> 1
            inner = not edge & 1 and graph.is_and(below) and graph.uses[below] == 1
            if inner and below not in self._variable and self._choice(below) is None:
                stack += (graph.left[below], graph.right[below])
            else:
                found.append(edge)
        return list(dict.fromkeys(found))
