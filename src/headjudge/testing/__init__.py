"""For those who test a game engine from Python: adapters to fill in, cases and a machine.

The machine is imported when it is asked for: who only plays cases need not have Hypothesis.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from headjudge.testing.adapters import Adapter, CannotError
from headjudge.testing.playing import Cases, Playable, UnfitError

if TYPE_CHECKING:
    from headjudge.testing.machines import machine

__all__ = ["Adapter", "CannotError", "Cases", "Playable", "UnfitError", "machine"]


def __getattr__(name: str) -> object:
    """``machine``, imported when it is asked for."""
    if name == "machine":
        from headjudge.testing.machines import machine  # noqa: PLC0415 - see above

        return machine
    raise AttributeError(name)
