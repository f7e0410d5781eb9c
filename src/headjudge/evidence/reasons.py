"""Why something is wrong: the clauses that meet, what would settle it, a play without one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from headjudge.rulebook.values import Act, Situation

Clauses = tuple[str, ...]
# The clause that is to count, and the one that is to yield.
Preference = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may happen: the act, and the clauses that permit or require it."""

    act: Act
    clauses: Clauses


class Ending(Enum):
    """Where a play ends that does not go on as another does."""

    GOES_ON = "goes on"
    STOPPED = "an act may not happen"
    SILENT = "no clause has spoken of a right"
    BROKEN = "a clash, something undefined, or a bound"


@dataclass(frozen=True, slots=True)
class Without:
    """What becomes of a play if one clause is not there, as far as it goes.

    ``apart``: the first step, from 1, that leads elsewhere; 0 if none does. ``elsewhere``:
    where it leads. Of a play that stops before an act in question, that act counts as one
    more step. ``ending``: GOES_ON, or what comes of step ``stopped``, 0 if there is none.
    ``stops``: the clauses that stop it there; none: no clause permits it any more, or it was
    the missing clause that brought it about. ``instead``: what
    may happen there, or where the play has come to. ``usable``: of a denied answer, where the
    clause is missing only from the granting on: a shortest play from there until it can be
    used, in which the denying side does as in the finding; else None.
    """

    clause: str
    apart: int
    elsewhere: Situation | None
    ending: Ending
    stopped: int
    stops: Clauses
    instead: tuple[Choice, ...]
    usable: tuple[Choice, ...] | None = None


@dataclass(frozen=True, slots=True)
class Lack:
    """What a permission or an obligation lacks where nothing can happen.

    ``norm``: its index in the rulebook. ``act``: the act that lacks least. ``missing``: which
    of its :func:`~headjudge.evidence.lacking.conditions` do not hold.
    """

    norm: int
    act: Act
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Why:
    """The reasons of a finding.

    ``cores``: the minimal sets of clauses that cannot all be obeyed where its play ends, as
    far as they are about it; an empty one: no clause permits anything. ``preferences``: what
    could be stated so that they can be, each by itself. ``lacks``: of an empty core, what each
    permission lacks. ``without``: the play without each clause at fault, and without each that
    it takes to get there. ``answer``: of a denied answer, the actions, or the tags of several,
    by which it would be used.
    """

    cores: tuple[Clauses, ...] = ()
    preferences: tuple[tuple[Preference, ...], ...] = ()
    lacks: tuple[Lack, ...] = ()
    without: tuple[Without, ...] = ()
    answer: tuple[str, ...] = ()
