"""All minimal unsatisfiable sets of some constraints, and all minimal corrections.

Liffiton, Previti, Malik, Marques-Silva, "Fast, flexible MUS enumeration" (Constraints 21,
2016): a map holds which sets have not been looked at. A set of these is grown to a largest
one that can be met, or shrunk to a smallest one that cannot; what lies below the one, or
above the other, is struck off the map.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import z3

Chosen = frozenset[int]


class NotMinimalError(Exception):
    """A set that was called minimal is not: an error of headjudge."""


class Oracle(Protocol):
    """Tells which sets of constraints can be met together."""

    def core(self, chosen: Chosen) -> Chosen | None:
        """Some of these, not always as few as can be, that cannot be met; None if all can."""
        ...


@dataclass(frozen=True, slots=True)
class Sets:
    """What was found, the smallest first.

    ``cores``: minimal sets that cannot be met; the empty one, if nothing can be met at all.
    ``corrections``: minimal sets without which the rest can be. ``complete``: there are no
    others.
    """

    cores: tuple[Chosen, ...]
    corrections: tuple[Chosen, ...]
    complete: bool = True


def minimal_sets(count: int, oracle: Oracle, most: int = 10_000) -> Sets:
    """All cores and corrections of the constraints 0 to ``count`` - 1; ``most`` in all.

    Each core is checked again by leaving out each of its members.

    Raises NotMinimalError if one does not stand that.
    """
    every = frozenset(range(count))
    seeds = _Map(count)
    cores: list[Chosen] = []
    corrections: list[Chosen] = []
    while len(cores) + len(corrections) < most:
        seed = seeds.unseen()
        if seed is None:
            return _ordered(cores, corrections, complete=True)
        core = oracle.core(seed)
        if core is None:
            largest = _grown(seed, every, oracle)
            corrections.append(every - largest)
            seeds.strike_below(largest)
        else:
            smallest = _shrunk(core, oracle)
            confirm(smallest, oracle)
            cores.append(smallest)
            seeds.strike_above(smallest)
    return _ordered(cores, corrections, complete=seeds.unseen() is None)


def confirm(core: Chosen, oracle: Oracle) -> None:
    """Check that a set cannot be met, and that without any one of its members it can.

    Raises NotMinimalError.
    """
    if oracle.core(core) is None:
        raise NotMinimalError(f"{sorted(core)} can be met")
    for member in sorted(core):
        if oracle.core(core - {member}) is not None:
            raise NotMinimalError(f"{sorted(core)} does not need {member}")


def _ordered(cores: list[Chosen], corrections: list[Chosen], *, complete: bool) -> Sets:
    def size(one: Chosen) -> tuple[int, list[int]]:
        return len(one), sorted(one)

    found = sorted(cores, key=size), sorted(corrections, key=size)
    return Sets(tuple(found[0]), tuple(found[1]), complete)


def _grown(seed: Chosen, every: Chosen, oracle: Oracle) -> Chosen:
    """A largest set above one that can be met."""
    largest = seed
    for more in sorted(every - seed):
        if oracle.core(largest | {more}) is None:
            largest |= {more}
    return largest


def _shrunk(core: Chosen, oracle: Oracle) -> Chosen:
    """A smallest set below one that cannot be met."""
    smallest = core
    for member in sorted(core):
        if member in smallest:
            found = oracle.core(smallest - {member})
            if found is not None:
                smallest = found
    return smallest


class _Map:
    """The sets that have not been looked at: the models of a growing formula."""

    def __init__(self, count: int) -> None:
        self._members = [z3.Bool(f"in {index}") for index in range(count)]
        self._solver = z3.SolverFor("QF_FD")

    def unseen(self) -> Chosen | None:
        """One of them; None if there is none left."""
        if self._solver.check() != z3.sat:
            return None
        model = self._solver.model()
        values = [model.eval(one, model_completion=True) for one in self._members]
        return frozenset(index for index, value in enumerate(values) if z3.is_true(value))

    def strike_below(self, largest: Chosen) -> None:
        """Strike off a set and all that it holds."""
        out = [one for index, one in enumerate(self._members) if index not in largest]
        self._solver.add(z3.Or(*out))

    def strike_above(self, smallest: Chosen) -> None:
        """Strike off a set and all that hold it."""
        self._solver.add(z3.Or(*(z3.Not(self._members[index]) for index in sorted(smallest))))
