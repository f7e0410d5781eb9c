"""From where can a situation be reached again (AG EF), on the explored graph."""

from __future__ import annotations

from collections.abc import Sequence

from headjudge.engines.explore.graph import Graph
from headjudge.semantics.symbolic.columns import Array
from headjudge.semantics.symbolic.terms import Term


def unable_to_return(graph: Graph, targets: Sequence[Term]) -> list[tuple[Array, int]]:
    """Per target, the situations (n) from which no play whatever reaches it.

    Also how many situations reach it only if a play that was cut off, or that ends in
    another finding, goes on to it: their case is open.
    """
    found = []
    for good in graph.where(targets):
        able = graph.leading_to(good)
        hopeful = graph.leading_to(graph.open & ~able) & ~able
        found.append((~able & ~hopeful, int(hopeful.sum())))
    return found
