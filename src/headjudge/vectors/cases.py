"""Tests of a game engine as values: what is played, and what has to hold on the way.

Whatever is a value of the game is held as it stands in JSON, since it goes to programs that
know nothing of ours: a seat is ``"A"``, a member of an enum its name, nobody ``"nobody"``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from headjudge.evidence.itf import Json

FORMAT = "headjudge-tests/1"
OWN_ENTRY = "own entry"


@dataclass(frozen=True, slots=True)
class Deed:
    """An action that somebody does: a seat, ``"game"`` or ``"cards"``.

    What nobody chooses is told beside it: ``which``, parameters by name, and ``orders``, the
    order of appends where the text leaves several open.
    """

    actor: str
    action: str
    arguments: Mapping[str, Json]
    which: Mapping[str, Json]
    orders: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """What tells it apart from others that somebody may choose."""
        return json.dumps([self.action, self.arguments], sort_keys=True)


@dataclass(frozen=True, slots=True)
class Legal:
    """A deed that may happen next. ``because``: the clauses that permit or require it."""

    deed: Deed
    because: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A deed that has to be refused.

    ``because``: the clauses that stop it; none: no clause permits it. ``possible``: only the
    rules are in its way, and not that something is missing. ``would_break``: the properties
    that would not hold any more if it were done.
    """

    deed: Deed
    because: tuple[str, ...]
    possible: bool
    would_break: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Open:
    """A deed that is legal in some versions of the rules: in those of these numbers."""

    deed: Deed
    legal_in: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A situation, and what has to hold in it.

    ``views``: per seat what it sees of the hidden fields. ``legal``: all that may happen
    next. ``refused``: of what may not, the plainest for each action, actor and reason; of what
    is not possible, the plainest for each action and actor.
    """

    situation: Mapping[str, Json]
    views: Mapping[str, Mapping[str, Json]]
    legal: tuple[Legal, ...]
    refused: tuple[Refusal, ...]
    open: tuple[Open, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """A deed that is done, and what comes of it.

    ``clauses`` allow it and bring about what changes. ``hidden``: arguments that not everybody
    sees, with the seats that do; ``OWN_ENTRY``: each its own. ``after``: None where the play
    ends, because what comes of it contradicts itself. ``others``: situations to which the deed
    may lead as well, by what nobody chooses.
    """

    deed: Deed
    clauses: tuple[str, ...]
    hidden: Mapping[str, tuple[str, ...] | str]
    after: Position | None
    others: tuple[Mapping[str, Json], ...] = ()


@dataclass(frozen=True, slots=True)
class Lead:
    """How a play gets from a first situation of the game to where a case begins."""

    situation: Mapping[str, Json]
    deeds: tuple[Deed, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """One test.

    ``versions``: the numbers of the versions of the rules in which all of it holds.
    ``required``: these are all of them. ``covers``: what no case before it shows. ``finding``:
    the contradiction whose play it is. ``lead``: None if it begins with a first situation of
    the game.
    """

    name: str
    title: str
    versions: tuple[int, ...]
    required: bool
    covers: tuple[str, ...]
    finding: str | None
    lead: Lead | None
    start: Position
    moves: tuple[Move, ...]

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position of the play, in its order."""
        afters = (move.after for move in self.moves)
        return (self.start, *(after for after in afters if after is not None))


@dataclass(frozen=True, slots=True)
class Version:
    """The rules with every open question answered.

    ``readings``: question and answer. ``permission_wins``: in an undecided conflict.
    """

    number: int
    readings: tuple[tuple[str, str], ...]
    permission_wins: bool


@dataclass(frozen=True, slots=True)
class ActionForm:
    """What a reader has to know of an action.

    ``parameters``: those that somebody chooses; ``which``: those that nobody does; ``hidden``:
    of both, those that not everybody sees. ``plainest``: of each the value that is meant where
    it is left out.
    """

    name: str
    kind: str
    tags: tuple[str, ...]
    clause: str
    parameters: tuple[str, ...]
    which: tuple[str, ...]
    hidden: tuple[str, ...]
    plainest: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Coverage:
    """Of one kind of goals: how many there are in play, and how many the cases show."""

    goals: str
    found: int
    covered: int


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that no case shows, and why."""

    goal: str
    why: str


@dataclass(frozen=True, slots=True)
class Suite:
    """All tests of one rulebook in one setting.

    ``roles``: by the name of each part the field that plays it; None: it is no field.
    ``given``: the fields that may start at any value. ``spent``: why the choice of cases was
    broken off; empty if it was not.
    """

    rulebook: str
    title: str
    edition: str
    players: int
    scope: tuple[tuple[str, int], ...]
    versions: tuple[Version, ...]
    roles: tuple[tuple[str, str | None], ...]
    given: tuple[str, ...]
    hidden: tuple[str, ...]
    actions: tuple[ActionForm, ...]
    cases: tuple[Case, ...]
    coverage: tuple[Coverage, ...]
    missing: tuple[Missing, ...]
    spent: str = ""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is to be known of a folder of cases: as in :class:`Suite`, and the cases' files."""

    rulebook: str
    edition: str
    players: int
    scope: tuple[tuple[str, int], ...]
    versions: tuple[int, ...]
    roles: tuple[tuple[str, str | None], ...]
    given: tuple[str, ...]
    hidden: tuple[str, ...]
    actions: tuple[ActionForm, ...]
    files: tuple[tuple[str, str], ...]
