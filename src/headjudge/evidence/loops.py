"""Plays that go round for ever, judged on the executable model, and who keeps them going."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from headjudge.evidence.assumptions import assumption
from headjudge.evidence.labels import met
from headjudge.evidence.results import Keeper, Loop, Trace, WayOut
from headjudge.rulebook.syntax import ActionKind, Claim, Rulebook
from headjudge.rulebook.values import SEATS, Act, Situation
from headjudge.semantics.executable import After, Game, Table
from headjudge.semantics.symbolic.growth import Fields, fields_of, growth

CLOSURE = 2_000


def loop_of(
    game: Game, claim: Claim, label: str, states: Sequence[Table], acts: Sequence[Act]
) -> int | None:
    """After how many acts a play begins to go round for ever, away from what is claimed.

    None if it does not: if it ends in no earlier situation, comes to what the claim says on
    the way round, takes a step there that the claim does not speak of, or cannot go round a
    second time.
    """
    frozen = [game.freeze(state) for state in states]
    if frozen[-1] not in frozen[:-1]:
        return None
    start = frozen.index(frozen[-1])
    if any(met(game, claim, label, state) for state in states[start:]):
        return None
    pairs = zip(states[start:], acts[start:], strict=False)
    if claim.passing and not all(passes(game, claim, state, act) for state, act in pairs):
        return None
    again = states[-1]
    for act, then in zip(acts[start:], frozen[start + 1 :], strict=True):
        if game.silent(again) or not game.is_legal(again, act):
            return None
        outcome = game.apply(again, act)
        if not isinstance(outcome, After) or game.freeze(outcome.state) != then:
            return None
        again = outcome.state
    return start


def passes(game: Game, claim: Claim, state: Table, act: Act) -> bool:
    """Whether an act is one of those to which the claim holds the players."""
    if not game.at_rest(state):
        return True
    kinds = {action.name: action.kind for action in game.rules.actions}

    def plain(one: Act) -> bool:
        return kinds[one.action] is ActionKind.STEP or one.action in claim.passing

    return plain(act) or not any(plain(one) for one in game.legal(state))


def kept_going(
    game: Game, rulebook: Rulebook, claim: Claim, label: str, trace: Trace
) -> Loop | None:
    """Who keeps the loop of a play going; None if it has none.

    Of a play with more in each round, ``game`` lets stocks and lists outgrow the scope.
    """
    if trace.loop is None:
        return None
    states = [trace.start, *(step.after for step in trace.steps if step.after is not None)]
    fields = fields_of(rulebook) if trace.growth else None
    seeker = _Seeker(game, claim, label, tuple(states[trace.loop :]), fields)
    moves = {a.name for a in rulebook.actions if a.kind is ActionKind.MOVE}
    ways: dict[tuple[int, int, str], tuple[WayOut, _Exit]] = {}
    cards: dict[str, None] = {}
    for number, step in enumerate(trace.steps[trace.loop :], start=trace.loop):
        state = game.thaw(states[number])
        # What leads to the same situation is no other choice: orders that make no difference.
        others = [act for act in game.legal(state) if _leads(game, state, act) != step.after]
        for act in others:
            player = act.arguments[0] if act.action in moves else None
            if not isinstance(player, int):
                continue
            exit_ = seeker.exit(state, act)
            key = (number, player, act.action)
            if exit_ is not None and (key not in ways or exit_.better_than(ways[key][1])):
                ways[key] = WayOut(number + 1, SEATS[player], act), exit_
        said = _chosen_by_cards(game, rulebook, state, step.act, others)
        if said is not None:
            cards[said] = None
    if ways:
        return Loop(Keeper.PLAYERS, _best([*ways.values()]), tuple(cards))
    return Loop(Keeper.CARDS if cards else Keeper.RULES, (), tuple(cards))


def _leads(game: Game, state: Table, act: Act) -> Situation | None:
    """The situation after an act; None if it ends the play."""
    outcome = game.apply(state, act)
    return game.freeze(outcome.state) if isinstance(outcome, After) else None


def _chosen_by_cards(
    game: Game, rulebook: Rulebook, state: Table, act: Act, others: Sequence[Act]
) -> str | None:
    """What cards decide in an act, if they could decide otherwise there."""
    action = rulebook.action(act.action)
    if any(rulebook.action(other.action).kind is ActionKind.STEP for other in others):
        said = assumption(rulebook, game.setting, act)
        if said is not None:
            return said
    by_itself = action.origin.environment and action.kind is ActionKind.STEP
    return f"{action.name}()" if by_itself and others and game.at_rest(state) else None


@dataclass(frozen=True, slots=True)
class _Exit:
    """What an act beside a loop leads to.

    ``sure``: to what is claimed, whatever happens then; else some play does, after so many
    steps more.
    """

    sure: bool
    steps: int

    def better_than(self, other: _Exit) -> bool:
        """Whether it says more clearly that the loop is broken."""
        return (not self.sure, self.steps) < (not other.sure, other.steps)


def _best(ways: Sequence[tuple[WayOut, _Exit]]) -> tuple[WayOut, ...]:
    """The sure ways out; if there are none, the shortest."""
    if any(exit_.sure for _, exit_ in ways):
        return tuple(way for way, exit_ in ways if exit_.sure)
    fewest = min(exit_.steps for _, exit_ in ways)
    return tuple(way for way, exit_ in ways if exit_.steps == fewest)


class _Seeker:
    """Looks from beside a loop for what the claim says, without going back into the loop.

    ``fields``: where something grows, those of the rulebook. Then what is a situation of the
    loop but for more is one of a later round.
    """

    def __init__(
        self,
        game: Game,
        claim: Claim,
        label: str,
        loop: tuple[Situation, ...],
        fields: Fields | None,
    ) -> None:
        self.game = game
        self.claim = claim
        self.label = label
        self.loop = loop
        self.fields = fields
        self.hopeless: set[Situation] = set(loop)

    def exit(self, state: Table, act: Act) -> _Exit | None:
        """What an act leads to; None if no play comes from there to what is claimed, or ends.

        If so many situations do not tell, it counts as a way out that is not sure.
        """
        after = self._after(state, act)
        if after is None:
            return _Exit(sure=False, steps=0)
        first = self.game.freeze(after)
        if self._lost(first):
            return None
        distance = {first: 0}
        before: dict[Situation, set[Situation]] = {}
        sure, found = True, None
        queue = deque([after])
        while queue and len(distance) <= CLOSURE:
            here = queue.popleft()
            at = self.game.freeze(here)
            legal = self.game.legal(here)
            if met(self.game, self.claim, self.label, here):
                found = distance[at] if found is None else found
                continue
            if not legal or self.game.silent(here):
                sure, found = False, distance[at] if found is None else found
                continue
            for next_ in legal:
                then = self._after(here, next_)
                if then is None:
                    sure, found = False, distance[at] if found is None else found
                    continue
                frozen = self.game.freeze(then)
                if self._lost(frozen):
                    sure = False
                    continue
                before.setdefault(frozen, set()).add(at)
                if frozen not in distance:
                    distance[frozen] = distance[at] + 1
                    queue.append(then)
        if queue:
            return _Exit(sure=False, steps=CLOSURE if found is None else found)
        if found is None:
            self.hopeless |= distance.keys()
            return None
        return _Exit(sure and _acyclic(before), found)

    def _lost(self, there: Situation) -> bool:
        """Whether it is in the loop, in whatever round, or as hopeless."""
        if there in self.hopeless or self.fields is None:
            return there in self.hopeless
        return any(growth(self.fields, one, there) is not None for one in self.loop)

    def _after(self, state: Table, act: Act) -> Table | None:
        """The situation after an act; None if it ends the play."""
        outcome = self.game.apply(state, act)
        return outcome.state if isinstance(outcome, After) else None


def _acyclic(before: Mapping[Situation, set[Situation]]) -> bool:
    """Whether nothing comes before itself."""
    try:
        TopologicalSorter(before).prepare()
    except CycleError:
        return False
    return True
