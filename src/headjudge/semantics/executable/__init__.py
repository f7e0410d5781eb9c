"""The executable semantics: a rulebook as readable Python that runs by itself.

:func:`generate` writes the model of a rulebook as a file, :func:`build` compiles it in
memory, and a :class:`Game` plays it in one setting.
"""

from headjudge.semantics.executable.evaluating import Evaluator
from headjudge.semantics.executable.game import Game
from headjudge.semantics.executable.generating import build, generate
from headjudge.semantics.executable.instances import contests
from headjudge.semantics.executable.operators import UNDEFINED, Table, UndefinedValue
from headjudge.semantics.executable.outcomes import (
    After,
    Change,
    Clash,
    CutOff,
    Outcome,
    Undefined,
)
from headjudge.semantics.executable.tables import Rules

__all__ = [
    "UNDEFINED",
    "After",
    "Change",
    "Clash",
    "CutOff",
    "Evaluator",
    "Game",
    "Outcome",
    "Rules",
    "Table",
    "Undefined",
    "UndefinedValue",
    "build",
    "contests",
    "generate",
]
