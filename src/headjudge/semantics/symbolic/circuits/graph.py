"""And-inverter graphs: every function of bits is made of *and* and *not*.

An *edge* is a number: twice its node, plus one if it is inverted. Node 0 is constant, so that
edge 0 is false and edge 1 is true. Nodes are numbered parts before wholes, and equal nodes are
one. Beside constants, what a node and its direct parts tell is folded away (Brummayer and
Biere, "Local Two-Level And-Inverter Graph Minimization without Blowup", 2006).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from headjudge.semantics.symbolic.terms import TooManyError

Edge = int
FALSE: Edge = 0
TRUE: Edge = 1
# A node takes some 200 bytes here, and as much in a solver.
MOST = 8_000_000


class Graph:
    """Makes nodes. ``uses``: in how many nodes a node is a part."""

    def __init__(self) -> None:
        self.left: list[Edge] = [FALSE]
        self.right: list[Edge] = [FALSE]
        self.uses: list[int] = [0]
        self._known: dict[tuple[Edge, Edge], Edge] = {}

    def __len__(self) -> int:
        return len(self.left)

    def is_and(self, node: int) -> bool:
        """Whether a node is made of others: neither an input nor constant."""
        return self.left[node] != FALSE

    def input(self) -> Edge:
        """A new input."""
        return self._append(FALSE, FALSE)

    def _append(self, left: Edge, right: Edge) -> Edge:
        node = len(self.left)
        if node >= MOST:
            raise TooManyError(f"more than {MOST:,} gates")
        self.left.append(left)
        self.right.append(right)
        self.uses.append(0)
        return 2 * node

    # ------------------------------------------------------------------- functions

    def and_(self, one: Edge, two: Edge) -> Edge:
        """Both."""
        if one > two:
            one, two = two, one
        if one <= TRUE:
            return two if one else FALSE
        if one == two:
            return one
        if one ^ two == 1:
            return FALSE
        found = self._known.get((one, two))
        if found is None:
            found = self._folded(one, two)
            self._known[one, two] = found
        return found

    def _folded(self, one: Edge, two: Edge) -> Edge:
        for whole, other in ((two, one), (one, two)):
            node = whole >> 1
            if not self.left[node]:
                continue
            parts = (self.left[node], self.right[node])
            if whole & 1:
                if other ^ 1 in parts:
                    return other
                if other in parts:
                    rest = parts[1] if parts[0] == other else parts[0]
                    return self.and_(other, rest ^ 1)
                continue
            if other in parts:
                return whole
            if other ^ 1 in parts:
                return FALSE
        self.uses[one >> 1] += 1
        self.uses[two >> 1] += 1
        return self._append(one, two)

    def or_(self, one: Edge, two: Edge) -> Edge:
        """Either."""
        return self.and_(one ^ 1, two ^ 1) ^ 1

    def all(self, edges: Iterable[Edge]) -> Edge:
        """Every one; as a balanced tree."""
        row = list(edges)
        while len(row) > 1:
            paired = [self.and_(one, two) for one, two in zip(row[::2], row[1::2], strict=False)]
            row = paired if len(row) % 2 == 0 else [*paired, row[-1]]
        return row[0] if row else TRUE

    def any(self, edges: Iterable[Edge]) -> Edge:
        """At least one."""
        return self.all(edge ^ 1 for edge in edges) ^ 1

    def same(self, one: Edge, two: Edge) -> Edge:
        """Both or neither."""
        return self.choose(one, two, two ^ 1)

    def choose(self, test: Edge, then: Edge, orelse: Edge) -> Edge:
        """``then`` where ``test`` holds, else ``orelse``."""
        if then == orelse:
            return then
        if test <= TRUE:
            return then if test else orelse
        chosen = self.and_(test, then)
        return self.or_(chosen, self.and_(test ^ 1, orelse))

    # ---------------------------------------------------------------------- values

    def values(self, inputs: Sequence[Edge]) -> list[int]:
        """The value of every node where these inputs are true, and the others false."""
        found = [0] * len(self.left)
        for edge in inputs:
            found[edge >> 1] = 1
        for node, (left, right) in enumerate(zip(self.left, self.right, strict=True)):
            if left:
                found[node] = (found[left >> 1] ^ left & 1) & (found[right >> 1] ^ right & 1)
        return found


def holds(values: Sequence[int], edge: Edge) -> bool:
    """Whether an edge is true under the values of the nodes."""
    return bool(values[edge >> 1] ^ edge & 1)
