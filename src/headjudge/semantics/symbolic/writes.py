"""What clauses write in one part of a step: the records that are merged afterwards."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace

from headjudge.rulebook.syntax import Type
from headjudge.semantics.symbolic.terms import Term

Pair = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Voice:
    """Who writes: a clause, its rank in the document, and the clauses it overrides."""

    clause: str
    rank: int
    overrides: frozenset[str]


@dataclass(frozen=True, slots=True)
class Put:
    """A value for a slot, where ``when`` holds."""

    voice: Voice
    when: Term
    value: Term


@dataclass(frozen=True, slots=True)
class Extra:
    """An amount added to a slot."""

    voice: Voice
    when: Term
    amount: Term


@dataclass(frozen=True, slots=True)
class Removal:
    """An item taken from a list; ``place`` None is the last one.

    ``many``: it stands for so many items, none of which is known.
    """

    voice: Voice
    when: Term
    place: Term | None
    many: Term | None = None


@dataclass(frozen=True, slots=True)
class Appended:
    """An item put at the end of a list."""

    voice: Voice
    when: Term
    item: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """``keeps`` of a list."""

    voice: Voice
    when: Term


@dataclass(frozen=True, slots=True)
class Target:
    """One place that a location may mean: its first slot, its type, and when it is meant.

    ``deep``: any place deeper in a list than the known items; its offset is the list's
    ``below``.
    """

    when: Term
    offset: int
    type: Type
    in_list: bool
    deep: bool = False


@dataclass(slots=True)
class Written:
    """Everything the clauses write in one part of a step."""

    puts: dict[int, list[Put]] = field(default_factory=lambda: defaultdict(list))
    extras: dict[int, list[Extra]] = field(default_factory=lambda: defaultdict(list))
    removals: dict[int, list[Removal]] = field(default_factory=lambda: defaultdict(list))
    appends: dict[int, list[Appended]] = field(default_factory=lambda: defaultdict(list))
    kept: dict[int, list[Kept]] = field(default_factory=lambda: defaultdict(list))
    undefined: list[tuple[str, Term]] = field(default_factory=list)
    spoken: dict[str, list[Term]] = field(default_factory=lambda: defaultdict(list))
    listed: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class ListPlace:
    """A list in the layout: its length's slot, its field, its items' type and room.

    ``endless``: only so many items as there is room for are known, the newest first.
    """

    offset: int
    field: str
    of: Type
    room: int
    bound: str
    endless: bool = False


@dataclass(frozen=True, slots=True)
class Merged:
    """The situation made of one part of a step, and what stands in its way."""

    slots: tuple[Term, ...]
    undefined: tuple[tuple[str, Term], ...]
    clashes: tuple[tuple[Pair, Term], ...]
    cutoffs: tuple[tuple[str, Term], ...]


@dataclass(frozen=True, slots=True)
class Each:
    """A round that stands for many unknown items of a list: its index, its list, how many."""

    index: Term
    below: Term
    many: Term


@dataclass(frozen=True, slots=True)
class Pen:
    """Who writes, under which condition, and where it is recorded.

    ``each``: what is written is written for many unknown items of a list.
    ``used``: the conditions under which anything is written with it, or with a pen made of it.
    """

    when: Term
    voice: Voice
    written: Written
    each: Each | None = None
    used: list[Term] = field(default_factory=list)

    def where(self, when: Term) -> Pen:
        """The same pen under another condition."""
        return replace(self, when=when)
