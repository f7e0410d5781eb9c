"""Two plays that part by an order that nobody chose, followed until both have settled.

Both are the same story: what is due comes out in the same way in both, and every player
makes the same choices in the same order. What one play has done and the other has not is a
debt of the other. Local confluence (Newman, "On theories with a combinatorial definition of
equivalence", 1942): it is enough that the two can be brought together again, since every
later parting is looked at where it happens.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from headjudge.engines.explore.graph import Graph
from headjudge.semantics.symbolic.columns import Array

LONGEST = 60


@dataclass(frozen=True, slots=True)
class Labels:
    """What is said of the steps (m) and situations (n) of a graph.

    ``duty``: what is due; ``owner``: the player who makes the step, -1 for the game;
    ``decision``: the duty and how it comes out; ``word``: what it resolves, -1 for nothing.
    ``rest`` (n): nothing is due. ``silent`` (n): the play ends there. ``present`` (n):
    situations that differ only in what is remembered have the same number.
    """

    duty: Array
    owner: Array
    decision: Array
    word: Array
    rest: Array
    silent: Array
    present: Array


@dataclass(frozen=True, slots=True)
class Debt:
    """Something that the other play has done, in the situation ``where``."""

    duty: int
    owner: int
    decision: int
    where: int


@dataclass(frozen=True, slots=True)
class Copy:
    """One play: where it is, what it owes, what it has resolved that the other has not."""

    here: int
    owes: tuple[Debt, ...] = ()
    word: tuple[int, ...] = ()


class End(Enum):
    """The two come together, or are not one story, or it cannot be told.

    It cannot where a play stops, comes round again or goes on for too long.
    """

    TOGETHER = "together"
    ANOTHER = "another story"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Apart:
    """They come to different ends, by these further steps of each."""

    first: tuple[int, ...] = ()
    second: tuple[int, ...] = ()

    def after(self, side: int, step: int) -> Apart:
        """The same with a step before it in one of the plays."""
        if side == 0:
            return replace(self, first=(step, *self.first))
        return replace(self, second=(step, *self.second))


Outcome = End | Apart
Pair = tuple[Copy, Copy]


@dataclass(frozen=True, slots=True)
class Way:
    """A step from a situation, with its labels."""

    step: int
    duty: int
    owner: int
    decision: int
    word: int
    target: int


@dataclass(slots=True)
class Stories:
    """Follows pairs of plays on an explored graph."""

    graph: Graph
    labels: Labels
    _ways: dict[int, tuple[Way, ...]] = field(default_factory=dict)
    _known: dict[Pair, Outcome] = field(default_factory=dict)
    _entered: set[Pair] = field(default_factory=set)

    def ordered(self, first: int, second: int) -> Outcome:
        """Of two things that are due, one play does this one first, the other that one."""
        one, two = self._way(first), self._way(second)
        source = int(self.graph.source[first])
        owed = Debt(two.duty, two.owner, two.decision, source)
        owing = Debt(one.duty, one.owner, one.decision, source)
        pair = (
            Copy(one.target, (owed,), _word(one)),
            Copy(two.target, (owing,), _word(two)),
        )
        return self._extended(pair, self.follow(pair))

    def chosen(self, first: int, second: int) -> Outcome:
        """The same thing is done in two ways between which nobody chooses."""
        one, two = self._way(first), self._way(second)
        return self.follow((Copy(one.target, (), _word(one)), Copy(two.target, (), _word(two))))

    def follow(self, pair: Pair, depth: int = 0) -> Outcome:
        """Follow two plays until both have settled."""
        pair = _shortened(pair)
        known = self._known.get(pair)
        if known is not None:
            return known
        if pair in self._entered or depth > LONGEST:
            return End.OPEN
        self._entered.add(pair)
        outcome = self._follow(pair, depth)
        self._entered.discard(pair)
        if outcome is not End.OPEN:
            self._known[pair] = outcome
        return outcome

    def _follow(self, pair: Pair, depth: int) -> Outcome:
        one, two = pair
        rest = self.labels.rest
        if one.word and two.word:
            return Apart()
        alike = bool(self.labels.present[one.here] == self.labels.present[two.here])
        same = alike and not one.word and not two.word
        if same and not one.owes and not two.owes:
            return End.TOGETHER
        if rest[one.here] and rest[two.here]:
            if self.labels.silent[one.here] or self.labels.silent[two.here]:
                return End.OPEN
            return End.TOGETHER if same else Apart()
        for side in (0, 1):
            settled = self._settle(pair, side, depth)
            if settled is not None:
                return settled
        return self._advance(pair, depth)

    # ------------------------------------------------------------------- debts

    def _settle(self, pair: Pair, side: int, depth: int) -> Outcome | None:
        """Let one play do what the other has done; None if nothing of it is due there."""
        copy = pair[side]
        if self.labels.rest[copy.here]:
            return None
        seen: set[tuple[int, int]] = set()
        for debt in copy.owes:
            # A player's choices keep their order, and so do repetitions of one thing.
            queue = (debt.owner, -1) if debt.owner >= 0 else (-1, debt.duty)
            if queue in seen:
                continue
            seen.add(queue)
            due = [way for way in self._from(copy.here) if way.duty == debt.duty]
            if not due:
                continue
            same = [way for way in due if way.decision == debt.decision]
            if same:
                return self._best([self._step(pair, side, way, debt, depth) for way in same])
            return self._refused(copy.here, debt, due)
        return None

    def _refused(self, here: int, debt: Debt, due: list[Way]) -> Outcome:
        """It is due in this play, and cannot come out as it did in the other."""
        if self.graph.open[here]:
            return End.OPEN
        if debt.owner >= 0:
            return Apart()
        possible = {way.decision for way in self._from(debt.where) if way.duty == debt.duty}
        # The cards decided something that they cannot decide here: not the same story,
        # unless there is nothing that they could decide in both.
        return End.ANOTHER if possible & {way.decision for way in due} else Apart()

    # ------------------------------------------------------------------ onwards

    def _advance(self, pair: Pair, depth: int) -> Outcome:
        """Let one play do something that the other has not done."""
        found: list[Outcome] = []
        for side in (0, 1):
            copy = pair[side]
            if self.labels.rest[copy.here]:
                continue
            owed = {debt.duty for debt in copy.owes}
            turns: dict[tuple[int, int], dict[int, list[Way]]] = {}
            for way in self._from(copy.here):
                if way.duty not in owed:
                    turn = (way.owner, -1) if way.owner >= 0 else (-1, way.duty)
                    turns.setdefault(turn, {}).setdefault(way.decision, []).append(way)
            for decisions in turns.values():
                outcome = self._all(
                    [
                        self._best([self._step(pair, side, way, None, depth) for way in ways])
                        for ways in decisions.values()
                    ]
                )
                if outcome is End.TOGETHER:
                    return outcome
                found.append(outcome)
        return self._best(found)

    @staticmethod
    def _best(outcomes: list[Outcome]) -> Outcome:
        """Nobody chooses: it is enough if one way brings them together."""
        for end in (End.TOGETHER, End.OPEN):
            if end in outcomes:
                return end
        apart = [one for one in outcomes if isinstance(one, Apart)]
        return min(apart, key=_length) if apart else End.ANOTHER if outcomes else End.OPEN

    @staticmethod
    def _all(outcomes: list[Outcome]) -> Outcome:
        """Cards or a player choose: any choice may lead to different ends."""
        apart = [one for one in outcomes if isinstance(one, Apart)]
        if apart:
            return min(apart, key=_length)
        for end in (End.OPEN, End.TOGETHER):
            if end in outcomes:
                return end
        return End.ANOTHER

    def _step(self, pair: Pair, side: int, way: Way, pays: Debt | None, depth: int) -> Outcome:
        mine, other = pair[side], pair[1 - side]
        owes = mine.owes
        if pays is None:
            debt = Debt(way.duty, way.owner, way.decision, mine.here)
            other = replace(other, owes=(*other.owes, debt))
        else:
            at = owes.index(pays)
            owes = (*owes[:at], *owes[at + 1 :])
        mine = Copy(way.target, owes, (*mine.word, *_word(way)))
        outcome = self.follow((mine, other) if side == 0 else (other, mine), depth + 1)
        return outcome.after(side, way.step) if isinstance(outcome, Apart) else outcome

    def _extended(self, pair: Pair, outcome: Outcome) -> Outcome:
        """Where it shows at once, let each still do what the other has done: it reads better."""
        if outcome != Apart():
            return outcome
        further: list[tuple[int, ...]] = []
        for copy in pair:
            same = [
                way.step
                for way in self._from(copy.here)
                for debt in copy.owes
                if way.decision == debt.decision
            ]
            further.append(tuple(same[:1]))
        return Apart(*further) if all(further) else outcome

    # --------------------------------------------------------------- the graph

    def _from(self, here: int) -> tuple[Way, ...]:
        found = self._ways.get(here)
        if found is None:
            first, last = int(self.graph.first[here]), int(self.graph.first[here + 1])
            found = self._ways[here] = tuple(self._way(step) for step in range(first, last))
        return found

    def _way(self, step: int) -> Way:
        labels = self.labels
        return Way(
            step,
            int(labels.duty[step]),
            int(labels.owner[step]),
            int(labels.decision[step]),
            int(labels.word[step]),
            int(self.graph.target[step]),
        )


def _word(way: Way) -> tuple[int, ...]:
    return () if way.word < 0 else (way.word,)


def _length(apart: Apart) -> int:
    return len(apart.first) + len(apart.second)


def _shortened(pair: Pair) -> Pair:
    """Without what both have resolved."""
    one, two = pair
    common = 0
    for left, right in zip(one.word, two.word, strict=False):
        if left != right:
            break
        common += 1
    if not common:
        return pair
    return replace(one, word=one.word[common:]), replace(two, word=two.word[common:])
