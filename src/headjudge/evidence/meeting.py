"""One situation of the executable model as the norms see it."""

from __future__ import annotations

from headjudge.engines.cores.demands import Pattern, candidate, pattern
from headjudge.rulebook.syntax import Rulebook
from headjudge.semantics.executable import Game, Table


def pattern_of(game: Game, rulebook: Rulebook, state: Table) -> Pattern:
    """Which norms apply to which actions of a situation."""
    index = {action.name: number for number, action in enumerate(rulebook.actions)}
    every = {(act.action, possible, said) for act, possible, said in game.said(state)}
    return pattern(
        (candidate(rulebook, index[action], possible, said) for action, possible, said in every),
        game.is_over(state),
    )
