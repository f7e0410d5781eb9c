"""Two systems explored side by side, level by level, as long as play is the same."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

from headjudge.engines.compare import Comparison, Difference, Groups, Parting, Relation, Tally
from headjudge.engines.explore.aligned import (
    Level,
    Sorted,
    distinct_pairs,
    leading_to,
    outcomes,
    outside,
    ranked,
)
from headjudge.engines.explore.expand import chunks
from headjudge.engines.explore.known import Known, distinct
from headjudge.engines.explore.paths import Cause, shortest
from headjudge.engines.explore.sides import CUT, GOES, Joint, Moves, Side, number_arguments
from headjudge.engines.explore.steps import KEPT, Steps
from headjudge.engines.search import (
    Budget,
    Clock,
    Path,
    Progress,
    Report,
    Strength,
    silent,
)
from headjudge.semantics.symbolic.columns import Array, Codec, Program
from headjudge.semantics.symbolic.system import System

_NAME = "side by side"
_SEATS = 5  # the game, and at most four players
_COUNTED = ("same", "left", "right", "effect", "cut")


def compare(  # noqa: PLR0913, PLR0917 - two systems, how they are related, and the means
    left: System,
    right: System,
    relation: Relation,
    groups: Groups,
    budget: Budget,
    report: Report = silent,
    *,
    first: bool = False,
    now: Callable[[], float] = time.monotonic,
) -> Comparison:
    """Explore both from equal first situations for as long as play is the same.

    ``groups``: terms over the left's slots; a parting and a tally is kept for each
    combination of their values. ``first``: the search ends with the first level in which
    they part. What only one of two situations at a parting leads to is
    not looked at.
    """
    return _Run(left, right, relation, groups, budget, report, first, now).search()


@dataclass(frozen=True, slots=True)
class _Key:
    """Of which partings one is kept. ``actor``: a seat from 1; 0 is the game."""

    group: int
    difference: Difference
    action: int | None
    actor: int
    on_right: bool


class _Run:
    """One comparison."""

    def __init__(  # noqa: PLR0913, PLR0917 - as `compare`
        self,
        left: System,
        right: System,
        relation: Relation,
        groups: Groups,
        budget: Budget,
        report: Report,
        first: bool,
        now: Callable[[], float],
    ) -> None:
        self.first = first
        self.joint = Joint(left, right, relation)
        self.left = Side(left, self.joint, right=False)
        self.right = Side(right, self.joint, right=True)
        self.actors = number_arguments(self.left, self.right)
        self.systems = (left, right)
        self.groups = Program(groups)
        self.group_count = len(groups)
        self.numbers: dict[tuple[int, ...], int] = {}
        self.budget = budget
        self.report = report
        self.clock = Clock(budget.seconds, now)
        self.actions = len(relation.actions)
        self.arguments = 1 + max(
            (int(found.max()) for side in (self.left, self.right) for found in _some(side)),
            default=0,
        )
        self.walk = _Walk(self)
        self.causes: dict[_Key, Cause] = {}
        self.tallies: dict[str, dict[tuple[int, int, int], int]] = {name: {} for name in _COUNTED}
        self.cutoffs: dict[str, int] = {}
        self.taken = 0
        self.why = ""

    def search(self) -> Comparison:
        """All levels, then the plays."""
        frontier, only_left, only_right = self.joint.initial(*self.systems)
        total = self._forward(distinct([frontier]))
        started = [
            *(self._start(row, on_right=False) for row in only_left[:1]),
            *(self._start(row, on_right=True) for row in only_right[:1]),
        ]
        return Comparison(
            Strength.SPENT if self.why else Strength.COMPLETE,
            total,
            self.taken,
            max(len(self.walk.levels) - 1, 0),
            tuple(sorted(self.cutoffs.items())),
            tuple(sorted((*started, *self._partings()), key=self._rank)),
            self._tallies(),
            self.why,
        )

    @staticmethod
    def _start(row: tuple[int, ...], *, on_right: bool) -> Parting:
        return Parting(Difference.START, (), None, Path(row, ()), on_right)

    # ------------------------------------------------------------ the levels

    def _forward(self, frontier: Array) -> int:
        known = Known()
        total = 0
        levels = self.walk.levels
        while len(frontier):
            levels.append(frontier)
            known.add(frontier)
            total += len(frontier)
            self.report(Progress(_NAME, len(levels) - 1, total))
            if total > self.budget.situations:
                self.why = f"more than {self.budget.situations} situations"
                return total
            parts = []
            for start, keys in chunks(frontier):
                if self.clock.spent:
                    self.why = f"{self.budget.seconds:g} seconds are over"
                    return total
                parts.append(self._step(keys, len(levels) - 1, start))
            if self.first and self.causes:
                break
            frontier = known.new(distinct(parts))
        return total

    def _step(self, keys: Array, depth: int, start: int) -> Array:
        """What follows on both sides, and where they part."""
        level = self._level(keys, depth)
        found = self._sorted(level)
        steps, after = self._together(level, found)
        self.taken += len(after)
        self.walk.keep(depth, start, steps)
        self._part(level, found, depth)
        return distinct([after])

    def _level(self, keys: Array, depth: int | None) -> Level:
        """The acts of both sides; situations in which the play ends on one side have none."""
        left, right = self.left.keys(keys), self.right.keys(keys)
        group = self._group(left)
        here, there = self.left.ends(left), self.right.ends(right)
        apart = (here[0] != there[0]) | (here[1] != there[1])
        if depth is not None and apart.any():
            self._situations(keys, group, np.flatnonzero(apart), depth)
        one, two = self.left.moves(left), self.right.moves(right)
        if apart.any():
            one, two = outside(one, apart), outside(two, apart)
        return Level(keys, group, one, two)

    def _group(self, left: Array) -> Array:
        """The number of each situation's group."""
        if not self.group_count:
            self.numbers.setdefault((), 0)
            return np.zeros(len(left), dtype=np.int32)
        columns = self.groups(self.left.expander.columns(left), len(left))
        table = np.stack([column.astype(np.int64) for column in columns], axis=1)
        distinct_, inverse = np.unique(table, axis=0, return_inverse=True)
        numbers = [
            self.numbers.setdefault(tuple(int(n) for n in row), len(self.numbers))
            for row in distinct_
        ]
        return np.array(numbers, dtype=np.int32)[inverse.reshape(-1)]

    def _act(self, moves: Moves) -> Array:
        wide = moves.source.astype(np.int64) * self.actions + moves.action
        return wide * self.arguments + moves.argument

    def _sorted(self, level: Level) -> Sorted:
        both = np.concatenate((self._act(level.left), self._act(level.right)))
        acts, inverse = np.unique(both, return_inverse=True)
        count = len(level.left.source)
        left, right = inverse[:count], inverse[count:]
        by_left = np.zeros(len(acts), dtype=bool)
        by_right = np.zeros(len(acts), dtype=bool)
        by_left[left] = True
        by_right[right] = True
        return Sorted(acts, left, right, by_left, by_right)

    def _together(self, level: Level, found: Sorted) -> tuple[list[Steps], Array]:
        """The steps that both sides take to the same situation."""
        one, two = self._whole(level.left, found.left), self._whole(level.right, found.right)
        one_common, two_common = ranked(level.left.common, level.right.common)
        one, two = leading_to(one, one_common), leading_to(two, two_common)
        order = np.argsort(two, kind="stable")
        begin = np.searchsorted(two[order], one, side="left")
        counts = np.searchsorted(two[order], one, side="right") - begin
        mine = np.repeat(np.arange(len(one)), counts)
        offsets = np.repeat(begin - np.concatenate(([0], np.cumsum(counts)[:-1])), counts)
        theirs = order[np.arange(len(mine)) + offsets] if len(mine) else order[:0]
        after = self.joint.codec.pack(
            [
                *(column[mine] for column in level.left.own),
                *(column[theirs] for column in level.right.own),
            ]
        )
        if len(counts) and counts.max() > 1:
            # Several orders of appends may come to the same on both sides.
            once = distinct_pairs(mine, after)
            mine, after = mine[once], after[once]
        entry = np.flatnonzero(level.left.outcome == GOES)[mine]
        source, action = level.left.source[entry], level.left.action[entry]
        instance = level.left.instance[entry]
        none = source[:0]
        steps = [
            Steps(
                int(number),
                source[action == number],
                instance[action == number],
                after[action == number],
                none,
                none,
                none.astype(bool),
            )
            for number in np.unique(action)
        ]
        return steps, after

    @staticmethod
    def _whole(moves: Moves, acts: Array) -> Array:
        """The acts of the entries that go."""
        found: Array = acts[moves.outcome == GOES]
        return found

    # --------------------------------------------------------- where they part

    def _situations(self, keys: Array, group: Array, apart: Array, depth: int) -> None:
        """Situations in which only one of the two plays ends."""
        for number in np.unique(group[apart]):
            key = _Key(int(number), Difference.END, None, 0, on_right=False)
            cause = self.causes.setdefault(key, Cause(None, depth))
            if cause.level == depth:
                cause.ends.append(keys[apart[group[apart] == number]])

    def _part(self, level: Level, found: Sorted, depth: int) -> None:
        left, right = level.left, level.right
        cut = np.zeros(len(found.acts), dtype=bool)
        cut[found.left[left.outcome == CUT]] = True
        unseen = cut.copy()
        cut[found.right[right.outcome == CUT]] = True
        self._count_cuts(left, found.left, np.zeros_like(cut))
        self._count_cuts(right, found.right, unseen)
        both = found.by_left & found.by_right
        odd_left, odd_right = self._unmatched(level, found)
        effect = np.zeros(len(found.acts), dtype=bool)
        effect[found.left[odd_left]] = True
        effect[found.right[odd_right]] = True
        effect &= both & ~cut
        self._note(level, found, depth, Difference.LEFT, found.by_left & ~found.by_right)
        self._note(level, found, depth, Difference.RIGHT, found.by_right & ~found.by_left)
        # Shown is what the left does, unless only the right does something of its own.
        shown = np.zeros(len(found.acts), dtype=bool)
        shown[found.left[odd_left]] = True
        self._effects(level, found, depth, effect & shown, odd_left, on_right=False)
        self._effects(level, found, depth, effect & ~shown, odd_right, on_right=True)
        self._tally(level, found, "same", both & ~cut & ~effect)
        self._tally(level, found, "cut", both & cut)
        self._tally(level, found, "effect", effect)
        self._tally(level, found, "left", found.by_left & ~found.by_right)
        self._tally(level, found, "right", found.by_right & ~found.by_left)

    def _unmatched(self, level: Level, found: Sorted) -> tuple[Array, Array]:
        """Per side, the entries without one on the other side that comes to the same."""
        one, two = ranked(level.left.common, level.right.common)
        left = outcomes(level.left, found.left, one)
        right = outcomes(level.right, found.right, two)
        return ~np.isin(left, right), ~np.isin(right, left)

    def _count_cuts(self, moves: Moves, acts: Array, known: Array) -> None:
        """Count the acts that a bound of this side cuts off, but those known already."""
        for name, where in moves.cut:
            fresh = np.unique(acts[where])
            count = int((~known[fresh]).sum())
            if count:
                self.cutoffs[name] = self.cutoffs.get(name, 0) + count

    def _note(
        self, level: Level, found: Sorted, depth: int, difference: Difference, acts: Array
    ) -> None:
        """Acts that only one side allows."""
        if not acts.any():
            return
        on_right = difference is Difference.RIGHT
        moves, of = (level.right, found.right) if on_right else (level.left, found.left)
        self._keep(level, depth, difference, moves, np.flatnonzero(acts[of]), on_right=on_right)

    def _effects(  # noqa: PLR0913 - the place, and whose entries
        self,
        level: Level,
        found: Sorted,
        depth: int,
        acts: Array,
        odd: Array,
        *,
        on_right: bool,
    ) -> None:
        """Acts after which the two are in different situations."""
        if not acts.any():
            return
        moves, of = (level.right, found.right) if on_right else (level.left, found.left)
        entries = np.flatnonzero(acts[of] & odd)
        self._keep(level, depth, Difference.EFFECT, moves, entries, on_right=on_right)

    def _keep(  # noqa: PLR0913 - as above
        self,
        level: Level,
        depth: int,
        difference: Difference,
        moves: Moves,
        entries: Array,
        *,
        on_right: bool,
    ) -> None:
        """Keep last steps of the first level in which they occur, by group and action."""
        source, action = moves.source[entries], moves.action[entries]
        label = self._label(level, source, action, moves.argument[entries])
        for number in np.unique(label):
            group, which, actor = self._apart(int(number))
            key = _Key(group, difference, which, actor, on_right=on_right)
            shown = which + (self.actions if on_right else 0)
            cause = self.causes.setdefault(key, Cause(shown, depth, taken=False))
            if cause.level == depth:
                here = label == number
                cause.add_steps(level.keys[source[here]], moves.instance[entries][here])

    def _tally(self, level: Level, found: Sorted, name: str, acts: Array) -> None:
        chosen, argument = np.divmod(found.acts[acts], self.arguments)
        source, action = np.divmod(chosen, self.actions)
        label = self._label(level, source, action, argument)
        counted = self.tallies[name]
        for number, count in zip(*np.unique(label, return_counts=True), strict=True):
            key = self._apart(int(number))
            counted[key] = counted.get(key, 0) + int(count)

    def _label(self, level: Level, source: Array, action: Array, argument: Array) -> Array:
        """Group, action and actor as one number."""
        actor = np.zeros(len(action), dtype=np.int64)
        for number in np.unique(action):
            here = action == number
            actor[here] = self.actors[int(number)][argument[here]]
        found: Array = (level.group[source].astype(np.int64) * self.actions + action) * _SEATS
        found += actor
        return found

    def _apart(self, label: int) -> tuple[int, int, int]:
        rest, actor = divmod(label, _SEATS)
        group, action = divmod(rest, self.actions)
        return group, action, actor

    # ------------------------------------------------------------- the answer

    def _partings(self) -> Iterator[Parting]:
        names = {number: values for values, number in self.numbers.items()}
        keys = list(self.causes)
        paths = shortest(self.walk, [self.causes[key] for key in keys])
        for key, path in zip(keys, paths, strict=True):
            actor = key.actor - 1 if key.actor else None
            group = names[key.group]
            yield Parting(key.difference, group, key.action, path, key.on_right, actor)

    def _rank(self, parting: Parting) -> tuple[object, ...]:
        """Fewest steps, least taken from stocks, declaration order, then parameters."""
        path = parting.path
        action = -1 if parting.action is None else parting.action
        last = path.last[1] if path.last is not None else ()
        order = [step[:2] for step in path.steps]
        spent = self._spent(path)
        kinds = list(Difference)
        what = kinds.index(parting.difference), parting.on_right
        actor = -1 if parting.actor is None else parting.actor
        return (len(path), spent, order, action, last, what, parting.group, path.start, actor)

    def _spent(self, path: Path) -> int:
        rows = [path.start, *(after for _, _, after in path.steps)]
        stocks = [n for n, slot in enumerate(self.joint.codec.slots) if slot.stock is not None]
        return sum(max(0, one[n] - two[n]) for one, two in pairwise(rows) for n in stocks)

    def _tallies(self) -> tuple[Tally, ...]:
        names = {number: values for values, number in self.numbers.items()}
        found: dict[tuple[tuple[int, ...], int, int], Tally] = {}
        for name, counted in self.tallies.items():
            for (group, action, actor), count in counted.items():
                key = (names[group], action, actor)
                known = found.get(key, Tally(names[group], action, actor - 1 if actor else None))
                match name:
                    case "same":
                        known = replace(known, same=count)
                    case "left":
                        known = replace(known, left=count)
                    case "right":
                        known = replace(known, right=count)
                    case "effect":
                        known = replace(known, effect=count)
                    case _:
                        known = replace(known, cut=count)
                found[key] = known
        return tuple(found[key] for key in sorted(found))


@dataclass(slots=True)
class _Walk:
    """The levels of a comparison, and the steps that both sides have taken together."""

    run: _Run
    levels: list[Array] = field(default_factory=list)
    _kept: dict[tuple[int, int], list[Steps]] = field(default_factory=dict)
    _room: int = KEPT

    @property
    def codec(self) -> Codec:
        """How joint situations are packed."""
        return self.run.joint.codec

    def keep(self, depth: int, start: int, steps: Sequence[Steps]) -> None:
        """Keep the steps of a chunk while there is room for them."""
        self._room -= sum(len(one.source) for one in steps)
        if self._room > 0:
            self._kept[depth, start] = list(steps)

    def steps(self, depth: int) -> Iterator[tuple[Array, list[Steps]]]:
        """The chunks of a level, each with its steps."""
        for start, keys in chunks(self.levels[depth]):
            kept = self._kept.get((depth, start))
            yield keys, self._again(keys) if kept is None else kept

    def _again(self, keys: Array) -> list[Steps]:
        run = self.run
        level = run._level(keys, None)  # noqa: SLF001 - the walk is a part of the run
        return run._together(level, run._sorted(level))[0]  # noqa: SLF001 - the same

    def row(self, transition: int, instance: int) -> tuple[int, ...]:
        """The parameters' row of an instance; a right action's if it is numbered so."""
        run = self.run
        on_right = transition >= run.actions
        side = run.right if on_right else run.left
        wanted = transition - run.actions if on_right else transition
        index = next(index for index, (number, _) in side.actions.items() if number == wanted)
        return side.expander.row(index, instance)

    def after(self, transition: int, keys: Array, instance: Array) -> Array:
        """Never asked for: the last steps of a parting are not taken together."""
        raise NotImplementedError


def _some(side: Side) -> list[Array]:
    return [found for found in side.arguments.values() if len(found)]
