"""One of two systems that are explored side by side: its steps in the terms of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from headjudge.engines.compare import Matched, Pair, Relation
from headjudge.engines.explore.expand import Expander, instances
from headjudge.engines.search import StepGoal
from headjudge.semantics.symbolic.columns import Array, Codec, Program
from headjudge.semantics.symbolic.layout import Slot
from headjudge.semantics.symbolic.system import System, Transition

GOES, CUT, CLASH, UNDEFINED, FOREIGN = range(5)
_CLASH = 0


@dataclass(frozen=True, slots=True)
class Moves:
    """The legal acts from a chunk of situations, one entry for each order of appends.

    ``action`` indexes the relation's actions, ``argument`` the values of the parameters in
    the terms of both systems. ``outcome`` is one of the five above; FOREIGN goes to a
    situation that the other system cannot be in. ``common``: what both share of the
    situation after, only where it goes. ``own``: the columns of what only this system has.
    """

    source: Array
    action: Array
    argument: Array
    instance: Array
    outcome: Array
    cut: tuple[tuple[str, Array], ...]
    common: Array
    own: tuple[Array, ...]


class Coding:
    """How a number of the right system is said on the left, and back."""

    def __init__(self, matched: Matched, right: Slot, left: Slot) -> None:
        self.left = matched.left
        self.slot = left
        self.low = right.low
        self.there: Array | None = None
        if matched.values is None:
            self.back = None
            return
        known = [left.low if value is None else value for value in matched.values]
        self.there = np.array(known, dtype=np.int64)
        self.fit = np.array([value is not None for value in matched.values])
        self.back = np.full(left.high - left.low + 1, right.low, dtype=np.int64)
        for index, value in enumerate(matched.values):
            if value is not None:
                self.back[value - left.low] = right.low + index

    def to_left(self, column: Array) -> tuple[Array, Array]:
        """The column in the left's terms, and where the left has such a value."""
        if self.there is not None:
            index = column.astype(np.int64) - self.low
            return self.there[index], self.fit[index]
        fits: Array = (column >= self.slot.low) & (column <= self.slot.high)
        return np.where(fits, column, self.slot.low), fits

    def to_right(self, column: Array) -> Array:
        """A column of the left in the right's terms."""
        if self.back is None:
            return column
        there: Array = self.back[column.astype(np.int64) - self.slot.low]
        return there


class Joint:
    """The situations of both systems together: the left's numbers, then the right's own."""

    def __init__(self, left: System, right: System, relation: Relation) -> None:
        lefts, rights = left.layout.slots, right.layout.slots
        self.relation = relation
        self.codings = tuple(
            None if one is None else Coding(one, slot, lefts[one.left])
            for one, slot in zip(relation.slots, rights, strict=True)
        )
        self.common = tuple(sorted(one.left for one in self.codings if one is not None))
        self.width = len(lefts)
        # Stock is counted once, on the left.
        own = [
            replace(slot, stock=None)
            for slot, coding in zip(rights, self.codings, strict=True)
            if coding is None
        ]
        self.codec = Codec((*lefts, *own))
        self.shared = Codec([lefts[index] for index in self.common])

    def right_columns(self, columns: Sequence[Array]) -> list[Array]:
        """A joint situation's columns as those of the right system."""
        own = iter(columns[self.width :])
        return [
            next(own) if coding is None else coding.to_right(columns[coding.left])
            for coding in self.codings
        ]

    def initial(self, left: System, right: System) -> tuple[Array, list[Row], list[Row]]:
        """The first situations of both, as keys; and the rows that only one of them has.

        A row that only one has because its bound of a stock is higher is no difference where
        the scopes are not the same. Where they are, the rulebooks themselves differ.
        """
        scopes = left.setting.scope, right.setting.scope
        excused = scopes[0] != scopes[1]
        fits, shared = self._split(right.initial)
        theirs: dict[Row, list[Row]] = {}
        lost = []
        for row, fit, common in zip(right.initial, fits, shared, strict=True):
            if fit:
                theirs.setdefault(common, []).append(row)
            elif not (excused and self._beyond(row)):
                lost.append(row)
        rows, only_left = [], []
        met = set()
        for row in left.initial:
            common = tuple(row[index] for index in self.common)
            met.add(common)
            for other in theirs.get(common, ()):
                own = (n for n, c in zip(other, self.codings, strict=True) if c is None)
                rows.append((*row, *own))
            if common not in theirs and not (excused and self._above(row, right)):
                only_left.append(row)
        for common, several in theirs.items():
            if common not in met:
                lost.extend(several)
        keys = self.codec.keys(rows) if rows else np.array([], dtype=self.codec.dtype)
        return keys, only_left, lost

    def _split(self, rows: Sequence[Row]) -> tuple[list[bool], list[Row]]:
        """Which rows of the right system fit the left, and what they have in common with it."""
        fits, shared = [], []
        for row in rows:
            there: dict[int, int] = {}
            fit = True
            for number, coding in zip(row, self.codings, strict=True):
                if coding is not None:
                    value, ok = coding.to_left(np.array([number]))
                    there[coding.left] = int(value[0])
                    fit = fit and bool(ok[0])
            fits.append(fit)
            shared.append(tuple(there[index] for index in self.common))
        return fits, shared

    def _beyond(self, row: Row) -> bool:
        """Whether a right row has more of a stock than the left has room for."""
        return any(
            coding is not None and coding.slot.stock is not None and number > coding.slot.high
            for number, coding in zip(row, self.codings, strict=True)
        )

    def _above(self, row: Row, right: System) -> bool:
        """Whether a left row has more of a stock than the right has room for."""
        return any(
            coding is not None and slot.stock is not None and row[coding.left] > slot.high
            for slot, coding in zip(right.layout.slots, self.codings, strict=True)
        )


Row = tuple[int, ...]


class Side:
    """A system, and how its steps are said in the terms of both."""

    def __init__(self, system: System, joint: Joint, *, right: bool) -> None:
        self.system = system
        self.joint = joint
        self.right = right
        pool = system.pool
        hits = tuple(pool.or_(*(term for _, term in t.clashes)) for t in system.transitions)
        goal = StepGoal("clash", hits, tuple(pool.false for _ in hits), taken=False)
        self.expander = Expander(system, [(_CLASH, goal)])
        self._ends = Program((system.goes_on, system.over))
        pairs = enumerate(joint.relation.actions)
        mine = ((n, pair.right if right else pair.left, pair) for n, pair in pairs)
        self.actions = {index: (number, pair) for number, index, pair in mine if index is not None}
        self.arguments: dict[int, Array] = {}

    def keys(self, joint: Array) -> Array:
        """Joint situations as this system has them."""
        whole = self.joint
        if not self.right and whole.codec.slots == self.expander.codec.slots:
            return joint
        columns = whole.codec.unpack(joint)
        mine = whole.right_columns(columns) if self.right else columns[: whole.width]
        return self.expander.codec.pack(mine)

    def ends(self, keys: Array) -> tuple[Array, Array]:
        """Where the play goes on, and where the game is over."""
        goes_on, over = self._ends(self.expander.columns(keys), len(keys))
        return goes_on, over

    def rows(self, transition: int) -> list[Row]:
        """Per instance the values of the parameters, orders left out, in the left's terms."""
        number, pair = self.actions[transition]
        del number
        own = self.system.transitions[transition]
        width = _width(own)
        rows = [row[:width] for row in instances(own)]
        if not self.right or pair.left is None:
            return rows
        return [_translated(row, pair) for row in rows]

    def moves(self, keys: Array) -> Moves:
        """The legal acts from situations of this system (at most a chunk)."""
        parts: list[tuple[Array, ...]] = []
        cuts: dict[str, list[Array]] = {}
        after: list[Array] = []
        for batch in self.expander.batches(keys):
            count = len(batch.source)
            outcome = np.full(count, UNDEFINED, dtype=np.int8)
            for _, hit in batch.hits:
                outcome[hit] = CLASH
            outcome[batch.goes] = GOES
            for name, cut in batch.cutoffs:
                outcome[cut] = CUT
                offset = sum(len(part[0]) for part in parts)
                cuts.setdefault(name, []).append(np.flatnonzero(cut) + offset)
            number, _ = self.actions[batch.transition]
            action = np.full(count, number, dtype=np.int32)
            argument = self.arguments[batch.transition][batch.instance]
            parts.append((batch.source, action, argument, batch.instance, outcome))
            after.append(batch.keys)
        if not parts:
            none = np.array([], dtype=np.int64)
            parts.append((none, none, none, none, none.astype(np.int8)))
            after.append(keys[:0])
        source, action, argument, instance, outcome = map(np.concatenate, zip(*parts, strict=True))
        fits, common, own = self._after(np.concatenate(after))
        goes = np.flatnonzero(outcome == GOES)
        outcome[goes[~fits]] = FOREIGN
        named = tuple((name, np.concatenate(where)) for name, where in sorted(cuts.items()))
        return Moves(source, action, argument, instance, outcome, named, common[fits], own(fits))

    def _after(self, keys: Array) -> tuple[Array, Array, Own]:
        """Which situations fit the other system, what is common to both, and the rest."""
        joint = self.joint
        columns = self.expander.codec.unpack(keys)
        fits = np.ones(len(keys), dtype=bool)
        if not self.right:
            shared = joint.shared.pack([columns[index] for index in joint.common])
            return fits, shared, Own(columns)
        there: dict[int, Array] = {}
        mine = []
        for column, coding in zip(columns, joint.codings, strict=True):
            if coding is None:
                mine.append(column)
            else:
                there[coding.left], ok = coding.to_left(column)
                fits &= ok
        shared = joint.shared.pack([there[index] for index in joint.common])
        return fits, shared, Own(mine)


@dataclass(frozen=True, slots=True)
class Own:
    """Columns of which some entries are asked for."""

    columns: list[Array]

    def __call__(self, chosen: Array) -> tuple[Array, ...]:
        """The chosen entries of each column."""
        if chosen.all():
            return tuple(self.columns)
        return tuple(column[chosen] for column in self.columns)


def number_arguments(left: Side, right: Side) -> list[Array]:
    """Give the values of each action's parameters one number for both sides.

    Returns per action, by that number, the seat of who acts counted from 1; 0 is the game.
    """
    numbers: dict[int, dict[Row, int]] = {}
    for side in (left, right):
        for transition, (action, _) in side.actions.items():
            known = numbers.setdefault(action, {})
            rows = side.rows(transition)
            found = [known.setdefault(row, len(known)) for row in rows]
            side.arguments[transition] = np.array(found, dtype=np.int32)
    actors = []
    for action, pair in enumerate(left.joint.relation.actions):
        rows = list(numbers.get(action, {}))
        seats = [0 if pair.player is None else row[pair.player] + 1 for row in rows]
        actors.append(np.array(seats, dtype=np.int64))
    return actors


def _width(transition: Transition) -> int:
    """How many numbers an action's parameters have, orders left out."""
    return sum(len(group.variables) for group in transition.groups)


def _translated(row: Row, pair: Pair) -> Row:
    """A right action's parameters in the left's terms; what the left lacks is out of range."""
    there = [0] * len(row)
    for number, matched in zip(row, pair.parameters, strict=True):
        value = number if matched.values is None else matched.values[number]
        there[matched.left] = -1 - number if value is None else value
    return tuple(there)
