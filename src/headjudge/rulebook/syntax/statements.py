"""Statements with an effect."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as unseen

from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax.expressions import (
    Domain,
    Expr,
    Let,
)
from headjudge.rulebook.syntax.types import (
    Type,
)


@dataclass(frozen=True, slots=True)
class Location:
    """What a statement writes: a field, and the way into it.

    ``path`` holds an index expression for each step into an ``Each`` or a ``List`` and a
    name for each step into a record. ``type`` is the declared type of what is written.
    """

    field: str
    path: tuple[Expr | str, ...]
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Assign:
    """``location = value``; a scalar value given to an ``Each`` is given to all entries.

    The reader leaves such a value with the type of one entry.
    """

    location: Location
    value: Expr
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Add:
    """``location += value`` or, with ``minus``, ``location -= value``."""

    location: Location
    value: Expr
    minus: bool
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Append:
    """``location.append(value)``."""

    location: Location
    value: Expr
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Pop:
    """``location.pop(index)``; without an index, the last item."""

    location: Location
    index: Expr | None
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Keeps:
    """``keeps(field)``: it stays as it is; counts as speaking of it."""

    field: str
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class If:
    """``if test: … else: …``; ``elif`` is read as a nested one."""

    test: Expr
    then: tuple[Statement, ...]
    orelse: tuple[Statement, ...]
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class For:
    """``for name in domain: …``."""

    name: str
    domain: Domain
    type: Type
    body: tuple[Statement, ...]
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Do:
    """A call of a helper that changes the state."""

    helper: str
    arguments: tuple[Expr, ...]
    place: Place = unseen(compare=False)


Statement = Assign | Add | Append | Pop | Keeps | If | For | Let | Do
