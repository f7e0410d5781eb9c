"""Plays as rows become plays as values."""

from __future__ import annotations

from headjudge.engines.search import Path, Side, Strategy
from headjudge.evidence.results import Branch, Denial, Step, Trace, Turn
from headjudge.semantics.symbolic.system import System


def trace(system: System, path: Path) -> Trace:
    """The play of a path; its clauses are filled in when it is replayed."""
    layout, setting = system.layout, system.setting
    steps = [
        Step(system.transitions[index].act(row, setting), (), layout.decode(after))
        for index, row, after in path.steps
    ]
    if path.last is not None:
        index, row = path.last
        steps.append(Step(system.transitions[index].act(row, setting), (), None))
    start = layout.decode(path.start)
    return Trace(start, tuple(steps), system.ruling.permission_wins, path.loop)


def strategy(system: System, found: Strategy) -> Denial:
    """An engine's strategy as what is tried first; its replies are found when it is replayed."""
    layout, setting = system.layout, system.setting
    turns = tuple(
        Turn(
            layout.decode(here),
            (Branch(system.transitions[index].act(row, setting), chosen=True, to=None),),
        )
        for here, index, row in found.choices
    )
    denier = None if found.side is Side.NOBODY else found.denier
    return Denial(denier, found.side is Side.CARDS, len(turns), turns)
