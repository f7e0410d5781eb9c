"""The set of known situations: a few sorted runs of growing size (log-structured merge)."""

from __future__ import annotations

import numpy as np

from headjudge.semantics.symbolic.columns import Array, contains


class Known:
    """A growing set of keys."""

    def __init__(self) -> None:
        self._runs: list[Array] = []

    def add(self, keys: Array) -> None:
        """Add sorted keys that are not in the set yet."""
        self._runs.append(keys)
        while len(self._runs) > 1 and 2 * len(self._runs[-1]) >= len(self._runs[-2]):
            last, before = self._runs.pop(), self._runs.pop()
            merged = np.concatenate((before, last))
            # A stable sort merges two sorted halves in linear time.
            merged.sort(kind="stable")
            self._runs.append(merged)

    def new(self, keys: Array) -> Array:
        """Those of the sorted keys that are not in the set."""
        for run in self._runs:
            if len(keys) == 0:
                break
            keys = keys[~contains(run, keys)]
        return keys

    def all(self) -> Array:
        """All keys, sorted."""
        if not self._runs:
            return np.array([], dtype=np.uint64)
        merged = np.concatenate(self._runs)
        merged.sort(kind="stable")
        return merged


def distinct(parts: list[Array]) -> Array:
    """The distinct keys of some arrays, sorted."""
    whole = parts[0] if len(parts) == 1 else np.concatenate(parts)
    whole = np.sort(whole)
    if len(whole) == 0:
        return whole
    keep = np.empty(len(whole), dtype=bool)
    keep[0] = True
    np.not_equal(whole[1:], whole[:-1], out=keep[1:])
    kept: Array = whole[keep]
    return kept
