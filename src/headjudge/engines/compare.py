"""What it means to explore two systems side by side, and what is found.

As long as play is the same, both systems are in related situations: what they have in common
has the same values. So the search is one over situations of the left system, with whatever
only the right one has beside them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from headjudge.engines.search import Path, Strength
from headjudge.semantics.symbolic.terms import Term


@dataclass(frozen=True, slots=True)
class Matched:
    """A number of the right system that the left system has too, there with index ``left``.

    ``values``: what each of its values, from the lowest on, is on the left, None for a value
    that the left does not know; without them every value is the same number.
    """

    left: int
    values: tuple[int | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """An action by its index on the left and on the right, None where there is none.

    ``parameters``: one entry per number of the right action's parameters. ``player``: which
    number of the parameters, on the left if it is there, says who acts.
    """

    left: int | None
    right: int | None
    parameters: tuple[Matched, ...] = ()
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Relation:
    """Which parts of two systems mean the same.

    ``slots``: one entry per slot of the right system, None for what only it has. ``actions``
    in the order in which plays are compared.
    """

    slots: tuple[Matched | None, ...]
    actions: tuple[Pair, ...]


class Difference(Enum):
    """How play parts, the plainest first."""

    START = "only one of them can start so"
    END = "only in one of them the play ends there"
    LEFT = "only the left allows it"
    RIGHT = "only the right allows it"
    EFFECT = "what follows is not the same"


@dataclass(frozen=True, slots=True)
class Parting:
    """A shortest play after which two systems part.

    ``group``: the values of the grouping terms in the last situation in common. ``action``
    indexes the relation's actions; None for a situation. ``actor``: the seat of who acts,
    None for the game. ``path`` is over the left system
    as long as play is the same. ``on_right``: its last step, or for START its first
    situation, is one of the right system.
    """

    difference: Difference
    group: tuple[int, ...]
    action: int | None
    path: Path
    on_right: bool = False
    actor: int | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """How often an action of an actor was compared in the situations of a group.

    Counted are acts, that is an action with its parameters filled in. ``cut``: compared as
    far as who may do it; what follows is beyond a bound.
    """

    group: tuple[int, ...]
    action: int
    actor: int | None
    same: int = 0
    left: int = 0
    right: int = 0
    effect: int = 0
    cut: int = 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems explored side by side.

    ``situations``: in so many both have been, ``steps``: so many they have taken together.
    ``partings``: per group, action and difference one shortest play, the shortest first.
    ``cutoffs``: acts of which a bound of either keeps what follows.
    """

    strength: Strength
    situations: int
    steps: int
    depth: int
    cutoffs: tuple[tuple[str, int], ...]
    partings: tuple[Parting, ...]
    tallies: tuple[Tally, ...]
    why: str = ""


Groups = tuple[Term, ...]
