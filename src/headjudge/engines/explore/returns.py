"""From where can a situation be reached again (AG EF), on the explored graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from headjudge.engines.explore.graph import Graph
from headjudge.semantics.symbolic.columns import Array
from headjudge.semantics.symbolic.terms import Term


@dataclass(frozen=True, slots=True)
class Back:
    """From where a target cannot be reached, per situation (n).

    ``lost``: no play whatever reaches it. ``asked``: it is not there, and it is known
    whether a play reaches it. ``undecided``: how many situations reach it only if a play that
    was cut off goes on to it.
    """

    lost: Array
    asked: Array
    undecided: int


def ways_back(graph: Graph, targets: Sequence[Term]) -> list[Back]:
    """For each target, from where it can be reached.

    A play that ends in another finding excuses the situations on its way from which no play
    reaches the target: that finding says what is wrong there.
    """
    cut = np.zeros(len(graph), dtype=bool)
    cut[graph.stops.source[graph.stops.cut]] = True
    found = []
    for good in graph.where(targets):
        able = graph.leading_to(good)
        excused = graph.leading_to(graph.open & ~able) & ~able
        hanging = graph.leading_to(cut & ~able)
        found.append(Back(~able & ~excused, ~good & ~excused, int(hanging.sum())))
    return found
