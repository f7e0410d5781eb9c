"""headjudge finds where the rules of a card game contradict one another."""

import builtins
import sys
from importlib.machinery import PathFinder
from pathlib import Path


def _pin_solver() -> None:
    """Tell z3 where its library is.

    Left alone it looks in the current directory first, and would run whatever a checked
    repository put there.
    """
    here = Path.cwd()
    path = [entry for entry in sys.path if entry and Path(entry).absolute() != here]
    found = PathFinder.find_spec("z3", path)
    if found is not None and found.origin is not None:
        builtins.Z3_LIB_DIRS = [str(Path(found.origin).parent / "lib")]  # type: ignore[attr-defined]


_pin_solver()
