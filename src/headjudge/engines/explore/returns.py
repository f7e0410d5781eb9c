"""From where can a situation be reached again (AG EF), on the explored graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from headjudge.engines.explore.steps import Record
from headjudge.semantics.symbolic.columns import Array, Program
from headjudge.semantics.symbolic.terms import Term


@dataclass(frozen=True, slots=True)
class _Graph:
    """The explored graph backwards: ``source`` holds the steps by target, from ``first``.

    ``met`` has one row per target term; ``open`` marks situations in which a play is cut
    off or ends in another finding.
    """

    situations: Array
    met: Array
    open: Array
    source: Array
    first: Array


def unable_to_return(record: Record, targets: Sequence[Term]) -> list[tuple[list[Array], int]]:
    """Per target: per level, the situations from which no play whatever reaches it.

    Also how many situations reach it only if a play that was cut off, or that ends in
    another finding, goes on to it: their case is open.
    """
    graph = _graph(record, targets)
    found = []
    for good in graph.met:
        able = _backwards(good, graph)
        hopeful = _backwards(graph.open & ~able, graph) & ~able
        lost = ~able & ~hopeful
        per_level = [
            level[lost[np.searchsorted(graph.situations, level)]] for level in record.levels
        ]
        found.append((per_level, int(hopeful.sum())))
    return found


def _graph(record: Record, targets: Sequence[Term]) -> _Graph:
    expander = record.expander
    situations = np.sort(np.concatenate(record.levels))
    met = np.zeros((len(targets), len(situations)), dtype=bool)
    open_ = np.zeros(len(situations), dtype=bool)
    judge = Program((expander.system.goes_on, *targets))
    sources, afters = [], []
    for depth in range(len(record.levels)):
        for keys, chunk in record.steps(depth):
            here = np.searchsorted(situations, keys)
            goes_on, *results = judge(expander.columns(keys), len(keys))
            open_[here[~goes_on]] = True
            for row, result in zip(met, results, strict=True):
                row[here[result]] = True
            for steps in chunk:
                open_[here[steps.stopped]] = True
                sources.append(here[steps.source].astype(np.int32))
                afters.append(np.searchsorted(situations, steps.after).astype(np.int32))
    source = np.concatenate(sources) if sources else np.array([], dtype=np.int32)
    after = np.concatenate(afters) if afters else np.array([], dtype=np.int32)
    order = np.argsort(after, kind="stable")
    first = np.searchsorted(after[order], np.arange(len(situations) + 1))
    return _Graph(situations, met, open_, source[order], first)


def _backwards(start: Array, graph: _Graph) -> Array:
    """All situations with a play into ``start``."""
    reached = start.copy()
    frontier = np.flatnonzero(start)
    while len(frontier):
        begin, end = graph.first[frontier], graph.first[frontier + 1]
        counts = end - begin
        offsets = np.repeat(begin - np.concatenate(([0], np.cumsum(counts)[:-1])), counts)
        before = graph.source[np.arange(int(counts.sum())) + offsets]
        fresh = np.unique(before[~reached[before]])
        reached[fresh] = True
        frontier = fresh
    return reached
