"""Exit codes."""

from __future__ import annotations

from collections.abc import Iterable

HOLDS = 0
CONTRADICTION = 1
UNREADABLE = 2
NO_VERDICT = 3
USAGE = 64
INTERRUPTED = 130
PIPE_CLOSED = 141

_WORST_FIRST = (UNREADABLE, CONTRADICTION, NO_VERDICT, HOLDS)


def worst(codes: Iterable[int]) -> int:
    """The one that counts where several rulebooks were looked at; 0 of none."""
    return min(codes, key=_WORST_FIRST.index, default=HOLDS)
