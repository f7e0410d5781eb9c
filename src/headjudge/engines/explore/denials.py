"""Whether an answer that has been granted can be denied: a game of two sides on the graph.

The answerer's side wins a play in which the answer comes to be usable while it is still
granted, or in which the game is over. Everything that the denying side does not do belongs
to it, and it also chooses who acts where both sides can. So from a situation it can force
this if a step of its own leads to where it can, or if the denying side can act there and
whatever it does leads there. This is the attractor of a reachability game (W. Zielonka,
"Infinite games on finitely coloured graphs", 1998), worked out backwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import compress, groupby

import numpy as np

from headjudge.engines.explore.graph import Graph, spread
from headjudge.engines.explore.paths import Cause
from headjudge.engines.search import DenialGoal, Side, Strategy
from headjudge.rulebook.syntax import ActionKind
from headjudge.semantics.symbolic.columns import Array
from headjudge.semantics.symbolic.system import Transition

NOBODY = -1
MOST_CHOICES = 2_000


@dataclass(frozen=True, slots=True)
class Deeds:
    """Whose each step is, and what belongs to one choice.

    ``actor`` (m) and ``stopped_actor``: the seat that takes a step, and a legal step that
    does not go; -1 is no player. ``choice`` (m) and ``stopped_choice``: steps from one
    situation that differ only in what nobody chooses, an order or a ``Which``, are one
    choice. ``source`` (c): where each choice is.
    """

    actor: Array
    stopped_actor: Array
    choice: Array
    stopped_choice: Array
    source: Array


def deeds(graph: Graph) -> Deeds:
    """Who takes the steps of a graph."""
    source = np.concatenate((graph.source, graph.stops.source))
    transition = np.concatenate((graph.transition, graph.stops.transition))
    instance = np.concatenate((graph.instance, graph.stops.instance))
    actor = np.full(len(source), NOBODY, dtype=np.int8)
    plain = instance.astype(np.int64)
    shared = False
    for index, one in enumerate(graph.expander.system.transitions):
        if one.action.kind is not ActionKind.MOVE:
            continue
        rows = graph.expander.movers[index].rows
        mine = transition == index
        # The first parameter of a move is the player who chooses.
        seats = np.array([row[0] for row in rows], dtype=np.int8)
        actor[mine] = seats[instance[mine]]
        kept = _chosen(one)
        if not all(kept):
            shared = True
            known: dict[tuple[int, ...], int] = {}
            for number, row in enumerate(rows):
                known.setdefault(tuple(compress(row, kept)), number)
            same = np.array([known[tuple(compress(row, kept))] for row in rows])
            plain[mine] = same[instance[mine]]
    choice = np.arange(len(source))
    first = choice
    if shared:
        width = int(plain.max(initial=0)) + 1
        key = (source * np.int64(len(graph.expander.movers)) + transition) * width + plain
        _, first, choice = np.unique(key, return_index=True, return_inverse=True)
    m = len(graph.source)
    return Deeds(actor[:m], actor[m:], choice[:m], choice[m:], source[first])


def _chosen(transition: Transition) -> list[bool]:
    """Per number of a parameters' row, whether the player who moves chooses it."""
    kept: list[bool] = []
    for parameter, group in zip(transition.action.parameters, transition.groups, strict=True):
        kept += [not parameter.which] * len(group.variables)
    return kept + [False] * sum(len(group.variables) for group in transition.orders)


@dataclass(frozen=True, slots=True)
class SidedGame:
    """One answer and one denying side.

    ``granted`` and ``good`` (n): it is granted; the answerer's side has won. ``mine`` (m)
    and ``mine_stopped``: which steps are the denying side's.
    """

    graph: Graph
    deeds: Deeds
    granted: Array
    good: Array
    mine: Array
    mine_stopped: Array

    def answerable(self, *, hopeful: bool) -> Array:
        """From where (n) the answerer's side can force it.

        ``hopeful``: a play that is cut off goes on to it; else it never does. One that ends
        in another finding denies nothing.
        """
        graph, choice, at = self.graph, self.deeds.choice, self.deeds.source
        inside = self.granted & ~self.good
        playing = inside[graph.source]
        own = np.zeros(len(at), dtype=bool)
        own[choice[playing & self.mine]] = True
        own[self.deeds.stopped_choice[self.mine_stopped]] = True
        owed = np.bincount(at[own], minlength=len(graph))
        acts = owed > 0
        helps = np.ones(len(graph.stops.source), dtype=bool) if hopeful else ~graph.stops.cut
        paid = np.zeros(len(at), dtype=bool)
        paid[self.deeds.stopped_choice[helps & self.mine_stopped]] = True
        owed -= np.bincount(at[paid], minlength=len(graph))
        won: Array = dead_ends(graph) | (acts & (owed == 0))
        won[graph.stops.source[helps & ~self.mine_stopped]] = True
        won = (won & inside) | self.good
        frontier = np.flatnonzero(won)
        while len(frontier):
            taken = graph.incoming[spread(graph.into, frontier)]
            taken = taken[playing[taken]]
            mine = self.mine[taken]
            fresh = np.unique(choice[taken[mine]])
            fresh = fresh[~paid[fresh]]
            paid[fresh] = True
            source, count = np.unique(at[fresh], return_counts=True)
            owed[source] -= count
            given_up = source[owed[source] == 0]
            frontier = np.unique(np.concatenate((graph.source[taken[~mine]], given_up)))
            frontier = frontier[~won[frontier]]
            won[frontier] = True
        return won

    def safe(self, won: Array) -> Array:
        """Which choices (c) of the denying side keep the other side from winning.

        ``won`` (n): from where that can force it.
        """
        choice = self.deeds.choice
        found = np.zeros(len(self.deeds.source), dtype=bool)
        found[choice[self.mine]] = True
        found[choice[won[self.graph.target]]] = False
        found[self.deeds.stopped_choice] = False
        return found

    def forced_out(self, won: Array) -> Array:
        """In how many steps at most (n) the denying side ends the grant; -1: not for certain.

        ``won`` (n): from where the answerer's side can force the contrary.
        """
        graph, choice, at = self.graph, self.deeds.choice, self.deeds.source
        safe = self.safe(won)
        playing = (self.granted & ~won)[graph.source] & (~self.mine | safe[choice])
        count = len(graph)
        owed = np.bincount(graph.source[playing & ~self.mine], minlength=count)
        left = np.bincount(choice[playing & self.mine], minlength=len(at))
        able = np.bincount(at[left > 0], minlength=count) == 0
        rank = np.full(count, -1, dtype=np.int32)
        frontier = np.flatnonzero(~self.granted & ~won)
        rounds = 0
        while len(frontier):
            rounds += 1
            taken = graph.incoming[spread(graph.into, frontier)]
            taken = taken[playing[taken]]
            mine = self.mine[taken]
            source, paid = np.unique(graph.source[taken[~mine]], return_counts=True)
            owed[source] -= paid
            chosen, paid = np.unique(choice[taken[mine]], return_counts=True)
            left[chosen] -= paid
            able[at[chosen[left[chosen] == 0]]] = True
            frontier = np.unique(graph.source[taken])
            frontier = frontier[able[frontier] & (owed[frontier] == 0) & (rank[frontier] < 0)]
            rank[frontier] = rounds
        return rank


def dead_ends(graph: Graph) -> Array:
    """Where (n) nothing can be done: a silence, or a gap."""
    ends: Array = graph.first[1:] == graph.first[:-1]
    ends[graph.stops.source] = False
    return ends


@dataclass(frozen=True, slots=True)
class _Denied:
    """A side that can deny one grant, and from which situations (n) for certain."""

    side: Side
    grant: int
    denier: int
    game: SidedGame
    won: Array

    @property
    def certain(self) -> Array:
        denied: Array = self.game.granted & ~self.won
        return denied


class Denials:
    """What one goal comes to on one graph."""

    def __init__(self, graph: Graph, who: Deeds, goal: DenialGoal) -> None:
        """Solve the game for every grant and every side."""
        self.graph = graph
        system = graph.expander.system
        seats = range(system.setting.players)
        terms = [term for grant in goal.grants for term in (grant.granted, grant.usable)]
        over, *values = graph.where((system.over, *terms))
        self.premises = 0
        self.undecided = 0
        self._sides: list[_Denied] = []
        self._begins: list[Array] = []
        anywhere = np.zeros(len(graph), dtype=bool)
        for number, grant in enumerate(goal.grants):
            granted, usable = values[2 * number] & ~over, values[2 * number + 1]
            anywhere |= granted
            self._begins.append(granted[graph.target] & ~granted[graph.source])
            start = granted & (graph.level == 0)
            start[graph.target[self._begins[-1]]] = True
            good = granted & usable | over
            certain = np.zeros(len(graph), dtype=bool)
            open_ = np.zeros(len(graph), dtype=bool)
            sides = [(Side.NOBODY, NOBODY)]
            sides += [(Side.PLAYER, seat) for seat in seats if seat != grant.player]
            sides += [(Side.CARDS, seat) for seat in seats if seat != grant.player]
            for side, denier in sides:
                game = SidedGame(graph, who, granted, good, *_owned(who, side, denier))
                won = game.answerable(hopeful=True)
                self._sides.append(_Denied(side, number, denier, game, won))
                if side is not Side.CARDS:
                    certain |= granted & ~won
                    open_ |= granted & won & ~game.answerable(hopeful=False)
            self.undecided += int((start & open_ & ~certain).sum())
        self.premises = int(anywhere.sum())

    def certain(self) -> Iterator[tuple[Side, int, int, Array]]:
        """Per side, grant and denying seat: from which situations (n) it is denied for certain."""
        for one in self._sides:
            yield one.side, one.grant, one.denier, one.certain

    def causes(self) -> Iterator[tuple[Side, Cause]]:
        """Where the plays to be shown end: per side and last action, the nearest situations."""
        weaker: list[Array] = [np.zeros(len(self.graph), dtype=bool) for _ in self._begins]
        for side in Side:
            begins = np.zeros(len(self.graph.source), dtype=bool)
            starts = np.zeros(len(self.graph), dtype=bool)
            for number, begin in enumerate(self._begins):
                denied = self._denied(side, number) & ~weaker[number]
                weaker[number] |= denied
                begins |= begin & denied[self.graph.target]
                starts |= denied & (self.graph.level == 0)
            if starts.any():
                yield side, Cause.of_situations(0, self.graph.keys[starts])
            for transition in np.unique(self.graph.transition[begins]):
                steps = np.flatnonzero(begins & (self.graph.transition == transition))
                level = self.graph.level[self.graph.source[steps]]
                steps = steps[level == level.min()]
                cause = Cause(int(transition), int(level.min()))
                sources = self.graph.keys[self.graph.source[steps]]
                cause.add_steps(sources, self.graph.instance[steps])
                yield side, cause

    def _denied(self, side: Side, grant: int) -> Array:
        found = np.zeros(len(self.graph), dtype=bool)
        for one in self._sides:
            if one.side is side and one.grant == grant:
                found |= one.certain
        return found

    def strategy(self, side: Side, here: int, before: list[int]) -> Strategy:
        """How it is denied from a situation on, to which a play leads from ``before``, if any."""
        for one in self._sides:
            new = not any(one.game.granted[earlier] for earlier in before)
            weaker = any(
                other.certain[here]
                for other in self._sides
                if other.grant == one.grant and _rank(other.side) < _rank(side)
            )
            if one.side is side and new and one.certain[here] and not weaker:
                return Strategy(side, one.grant, one.denier, self._choices(one, here))
        raise LookupError("nobody denies an answer there")

    def _choices(
        self, one: _Denied, start: int
    ) -> tuple[tuple[tuple[int, ...], int, tuple[int, ...]], ...]:
        """What the denying side does wherever it can act: what ends the grant the sooner."""
        graph, game = self.graph, one.game
        rank, safe = game.forced_out(one.won), game.safe(one.won)
        choice = game.deeds.choice
        seen = {start}
        chosen = []
        waiting = [start]
        for here in waiting:
            if len(waiting) > MOST_CHOICES:
                break
            steps = range(int(graph.first[here]), int(graph.first[here + 1]))
            following = [step for step in steps if not game.mine[step]]
            own = sorted(
                (s for s in steps if game.mine[s] and safe[choice[s]]), key=lambda s: choice[s]
            )
            groups = [[*group] for _, group in groupby(own, key=lambda s: int(choice[s]))]
            if groups:
                best = min(groups, key=lambda group: self._cost(game, rank, group, seen))
                following += best
                chosen.append((here, best[0]))
            for step in following:
                after = int(graph.target[step])
                if after not in seen and game.granted[after]:
                    seen.add(after)
                    waiting.append(after)
        codec = graph.expander.codec
        return tuple(
            (
                codec.rows(graph.keys[here : here + 1])[0],
                int(graph.transition[step]),
                graph.expander.row(int(graph.transition[step]), int(graph.instance[step])),
            )
            for here, step in chosen
        )

    def _cost(
        self, game: SidedGame, rank: Array, steps: list[int], seen: set[int]
    ) -> tuple[bool, int, bool, int]:
        """The sooner the grant ends the better; if it never does, better where one has been."""
        after = [int(self.graph.target[step]) for step in steps]
        rounds = [int(rank[one]) if game.granted[one] else 0 for one in after]
        new = any(one not in seen for one in after)
        return min(rounds) < 0, max(rounds), new, steps[0]


def _owned(who: Deeds, side: Side, denier: int) -> tuple[Array, Array]:
    """Which steps are the denying side's."""
    match side:
        case Side.NOBODY:
            none = np.zeros(len(who.actor), dtype=bool)
            return none, np.zeros(len(who.stopped_actor), dtype=bool)
        case Side.PLAYER:
            return who.actor == denier, who.stopped_actor == denier
        case Side.CARDS:
            return np.isin(who.actor, (denier, NOBODY)), np.isin(
                who.stopped_actor, (denier, NOBODY)
            )


def _rank(side: Side) -> int:
    return tuple(Side).index(side)
