"""What an executable model is made of, and how to play it.

A generated model imports its vocabulary from here. To play one::

    from headjudge.play import Game
    from model.cascade import MODEL

    game = Game(MODEL, MODEL.setting(players=2))
    state = next(game.initial())
    for act in game.legal(state):
        print(act, game.apply(state, act))
"""

from headjudge.rulebook.values import Act, Ruling, Situation
from headjudge.semantics.executable import runtime
from headjudge.semantics.executable.game import Game
from headjudge.semantics.executable.outcomes import After, Clash, CutOff, Undefined
from headjudge.semantics.executable.runtime import *  # noqa: F403 - the vocabulary is its own list

__all__ = [
    "Act",
    "After",
    "Clash",
    "CutOff",
    "Game",
    "Ruling",
    "Situation",
    "Undefined",
]
__all__ += runtime.__all__
