"""A rulebook with one clause changed in one place, in every systematic way, the smallest first.

It is the rule-maker's slip of the pen (is it noticed?), and it is a mend (does it help?).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from headjudge.edits.bodies import blocks, bodies, preambles
from headjudge.edits.essence import essence
from headjudge.edits.pieces import Manner, Piece, Scene, Turn, count, expressions
from headjudge.rulebook.syntax import (
    Action,
    Clause,
    Consequence,
    FieldValue,
    Helper,
    MaybeType,
    Norm,
    NormKind,
    PlayerType,
    Reading,
    RoleKind,
    Rulebook,
    Stage,
    StateField,
)

Said = StateField | Helper | Action | Norm | Consequence
_ROLES = ("turn", "holder")
_HASH = 6


class Part(Enum):
    """Where in a rulebook a statement stands; the value is the name of that row."""

    FIELD = "fields"
    HELPER = "helpers"
    ACTION = "actions"
    NORM = "norms"
    CONSEQUENCE = "consequences"


@dataclass(frozen=True, slots=True)
class Swap:
    """A statement, by its index among its kind, and what stands there now; None: nothing."""

    part: Part
    index: int
    now: Said | None


@dataclass(frozen=True, slots=True)
class Variant:
    """A rulebook with one clause changed in one place.

    ``said``: the statement that is changed, as it is; None if the whole clause is struck.
    ``was``, ``now``: what is changed in it, None for nothing. Of a PRECEDENCE the clause
    counts before ``now``, and before ``was`` no more. ``size``: by how many nodes of syntax
    the two differ, 1 if one takes another's place.
    """

    clause: str
    manner: Manner
    said: Said | None
    swaps: tuple[Swap, ...]
    was: Piece | None = None
    now: Piece | None = None
    size: int = 1

    def applied(self, rulebook: Rulebook) -> Rulebook:
        """The rulebook with this change."""
        book = rulebook
        for part in Part:
            mine = {one.index: one.now for one in self.swaps if one.part is part}
            if mine:
                book = _exchanged(book, part, mine)
        return book

    @property
    def name(self) -> str:
        """A name that stays as long as what is changed does: ``12.2.5-without-1a2b3c``."""
        digest = hashlib.sha256(repr(_said(self)).encode()).hexdigest()[:_HASH]
        return f"{self.clause}-{self.manner.name.lower()}-{digest}"

    @property
    def changed(self) -> tuple[Said, ...]:
        """The statements as they are after the change."""
        return tuple(one.now for one in self.swaps if one.now is not None)

    @property
    def reading(self) -> Reading | None:
        """The answer without which the changed statement does not count."""
        return self.said.reading if isinstance(self.said, Norm | Consequence) else None


def _exchanged(book: Rulebook, part: Part, mine: dict[int, Said | None]) -> Rulebook:
    row = getattr(book, part.value)
    now = tuple(
        mine.get(index, one)
        for index, one in enumerate(row)
        if index not in mine or mine[index] is not None
    )
    match part:
        case Part.FIELD:
            return replace(book, fields=now)
        case Part.HELPER:
            return replace(book, helpers=now)
        case Part.ACTION:
            return replace(book, actions=now)
        case Part.NORM:
            return replace(book, norms=now)
        case Part.CONSEQUENCE:
            return replace(book, consequences=now)


def variants(rulebook: Rulebook) -> tuple[Variant, ...]:
    """All systematic changes of the clauses, the smallest first, then in document order.

    What the environment says is left as it is: no finding blames it.
    """
    rank = {clause.id: number for number, clause in enumerate(rulebook.clauses)}
    found: dict[object, Variant] = {}
    for one in _all(rulebook):
        found.setdefault(essence_of(one), one)
    numbered = enumerate(found.values())
    ordered = sorted(numbered, key=lambda pair: (pair[1].size, rank[pair[1].clause], pair[0]))
    return tuple(one for _, one in ordered)


def essence_of(one: Variant) -> tuple[object, ...]:
    """What tells a change from others: the statements and what becomes of them."""
    return tuple(
        (swap.part.value, swap.index, None if swap.now is None else essence(swap.now))
        for swap in one.swaps
    )


def _said(one: Variant) -> tuple[object, ...]:
    """The change by itself, wherever in the rulebook it stands."""
    before = None if one.said is None else essence(one.said)
    return (before, *(None if swap.now is None else essence(swap.now) for swap in one.swaps))


def _all(rulebook: Rulebook) -> Iterator[Variant]:
    for index, field in enumerate(rulebook.fields):
        if not field.origin.environment:
            yield from _field(index, field)
    players = tuple(_players(rulebook))
    for index, helper in enumerate(rulebook.helpers):
        if not helper.origin.environment:
            yield from _helper(index, helper, _scene(players, helper))
    for index, action in enumerate(rulebook.actions):
        if not action.origin.environment:
            yield from _action(index, action, _scene(players, action))
    for index, norm in enumerate(rulebook.norms):
        if not norm.origin.environment:
            yield from _norm(index, norm, _scene(players, norm))
    for index, one in enumerate(rulebook.consequences):
        if not one.origin.environment and one.effects:
            yield from _consequence(index, one, _scene(players, one))
    yield from _precedences(rulebook)
    for clause in rulebook.clauses:
        yield from _struck(rulebook, clause)


def _players(rulebook: Rulebook) -> Iterator[FieldValue]:
    """The fields that hold a player and stand for a role."""
    types = {one.name: one.type for one in rulebook.fields}
    for role in rulebook.roles:
        type_ = types.get(role.target) if role.kind is RoleKind.FIELD else None
        if role.name in _ROLES and type_ in (PlayerType(), MaybeType(PlayerType())):
            field = next(one for one in rulebook.fields if one.name == role.target)
            yield FieldValue(field.name, field.type, field.origin.place)


def _scene(players: tuple[FieldValue, ...], one: Helper | Action | Norm | Consequence) -> Scene:
    names = (each.name for each in one.parameters if each.type == PlayerType())
    return Scene(players, frozenset(names))


def _variant(part: Part, index: int, said: Said, now: Said, turned: Turn[object]) -> Variant:
    size = max(1, abs(count(said) - count(now)))
    swap = Swap(part, index, now)
    return Variant(said.origin.clause, turned.manner, said, (swap,), turned.was, turned.now, size)


def _field(index: int, field: StateField) -> Iterator[Variant]:
    if field.initial is not None:
        for turned in expressions(field.initial, Scene((), frozenset())):
            now = replace(field, initial=turned.node)
            yield _variant(Part.FIELD, index, field, now, turned)


def _helper(index: int, helper: Helper, scene: Scene) -> Iterator[Variant]:
    for body in bodies(helper.body, scene):
        yield _variant(Part.HELPER, index, helper, replace(helper, body=body.node), body)
    for block in blocks(helper.effects, scene):
        yield _variant(Part.HELPER, index, helper, replace(helper, effects=block.node), block)


def _action(index: int, action: Action, scene: Scene) -> Iterator[Variant]:
    for needs in preambles(action.preamble, scene):
        yield _variant(Part.ACTION, index, action, replace(action, preamble=needs.node), needs)
    for block in blocks(action.effects, scene):
        yield _variant(Part.ACTION, index, action, replace(action, effects=block.node), block)


def _norm(index: int, norm: Norm, scene: Scene) -> Iterator[Variant]:
    for body in bodies(norm.body, scene):
        yield _variant(Part.NORM, index, norm, replace(norm, body=body.node), body)
    for name in norm.before:
        rest = tuple(one for one in norm.before if one != name)
        turned = Turn(norm, Manner.ORDER, name, None)
        yield _variant(Part.NORM, index, norm, replace(norm, before=rest), turned)
    for name in norm.overrides:
        rest = tuple(one for one in norm.overrides if one != name)
        turned = Turn(norm, Manner.PRECEDENCE, name, None)
        yield _variant(Part.NORM, index, norm, replace(norm, overrides=rest), turned)
    if norm.kind is NormKind.MUST:
        turned = Turn(norm, Manner.FORCE, None, None)
        now = replace(norm, kind=NormKind.MAY, before=())
        yield _variant(Part.NORM, index, norm, now, turned)
    yield _gone(Part.NORM, index, norm)


def _consequence(index: int, one: Consequence, scene: Scene) -> Iterator[Variant]:
    for block in blocks(one.effects, scene, whole=True):
        now = replace(one, effects=block.node)
        yield _variant(Part.CONSEQUENCE, index, one, now, block)
    for name in one.overrides:
        rest = tuple(each for each in one.overrides if each != name)
        turned = Turn(one, Manner.PRECEDENCE, name, None)
        now = replace(one, overrides=rest)
        yield _variant(Part.CONSEQUENCE, index, one, now, turned)
    other = Stage.THEN if one.stage is Stage.WHEN else Stage.WHEN
    turned = Turn(one, Manner.ORDER, one.stage.value, other.value)
    yield _variant(Part.CONSEQUENCE, index, one, replace(one, stage=other), turned)
    yield _gone(Part.CONSEQUENCE, index, one)


def _gone(part: Part, index: int, said: Norm | Consequence) -> Variant:
    swap = Swap(part, index, None)
    return Variant(said.origin.clause, Manner.STRUCK, said, (swap,), size=count(said))


def _precedences(rulebook: Rulebook) -> Iterator[Variant]:
    """A clause that counts before another one, where one grants what the other stops."""
    grants = (NormKind.MAY, NormKind.MUST)
    for index, norm in enumerate(rulebook.norms):
        losers: dict[str, None] = {}
        for other in rulebook.norms:
            mine, its = norm.origin, other.origin
            if mine.clause == its.clause or set(norm.actions).isdisjoint(other.actions):
                continue
            meets = (norm.kind in grants and other.kind is NormKind.MUST_NOT) or (
                norm.kind is NormKind.MUST_NOT and other.kind in grants
            )
            stated = its.clause in norm.overrides or mine.clause in other.overrides
            if meets and not stated and not mine.environment and not its.environment:
                losers[its.clause] = None
        for loser in losers:
            now = replace(norm, overrides=(*norm.overrides, loser))
            turned = Turn(norm, Manner.PRECEDENCE, None, loser)
            yield _variant(Part.NORM, index, norm, now, turned)


def _struck(rulebook: Rulebook, clause: Clause) -> Iterator[Variant]:
    """A whole clause left out, if it says more than one thing; what it declares stays."""
    rows: tuple[tuple[Part, tuple[Norm | Consequence, ...]], ...] = (
        (Part.NORM, rulebook.norms),
        (Part.CONSEQUENCE, rulebook.consequences),
    )
    mine = [
        (part, index, one)
        for part, row in rows
        for index, one in enumerate(row)
        if one.origin.clause == clause.id and not one.origin.environment
    ]
    if len(mine) > 1:
        swaps = tuple(Swap(part, index, None) for part, index, _ in mine)
        size = sum(count(one) for _, _, one in mine)
        yield Variant(clause.id, Manner.STRUCK, None, swaps, size=size)
