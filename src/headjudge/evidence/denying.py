"""Whether an answer is denied, found out on the executable model.

Independent of the engine: it shares no code with it, and an engine's strategy is only what
is tried first. All replies to a strategy are followed until the grant has ended or nothing
new comes up. Where a choice turns out to be a mistake the next one is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from headjudge.evidence.results import Branch, Turn
from headjudge.rulebook.syntax import ActionKind, Claim
from headjudge.rulebook.values import Act, Situation, Value
from headjudge.semantics.executable import After, Game, Table


@dataclass(frozen=True, slots=True)
class Against:
    """An answer, by the values of its claim's parameters, and who is to deny it.

    ``denier``: a seat, or None for nobody. ``cards``: what no player chooses is on that
    side, too. ``hopeful``: a play that comes to a standstill, is cut off or ends in another
    finding would have led to the answer; else it never would.
    """

    claim: Claim
    values: Mapping[str, Value]
    denier: int | None
    cards: bool
    hopeful: bool = True


@dataclass(frozen=True, slots=True)
class TooMany:
    """There are more situations than were to be looked at."""


@dataclass(slots=True)
class _Node:
    """A situation: what the others can do there, and the denying side's choices.

    A choice is several acts where nobody chooses which. ``lost``: the answer cannot be
    denied from here. ``results``: where acts lead to.
    """

    state: Table
    others: tuple[Act, ...]
    choices: list[tuple[Act, ...]]
    lost: bool
    results: dict[Act, _Result] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Result:
    """What an act leads to: a situation, the end of the grant, or what is not to be had.

    ``answered``: the game is over by it, or what follows is not known.
    """

    to: Situation | None
    answered: bool
    clauses: tuple[str, ...]


def denied(
    game: Game, against: Against, state: Table, tried_first: Mapping[Situation, Act], limit: int
) -> tuple[Turn, ...] | TooMany | None:
    """The turns of a strategy from ``state`` on, where the answer is granted.

    None if there is no strategy.

    ``tried_first``: the denying side's acts to begin with. ``limit``: how many situations
    may be looked at.
    """
    return _Search(game, against, tried_first, limit).strategy(state)


class _Search:
    def __init__(
        self, game: Game, against: Against, tried_first: Mapping[Situation, Act], limit: int
    ) -> None:
        self.game = game
        self.against = against
        self.tried_first = tried_first
        self.limit = limit
        self.moves = {
            action.name: tuple(one.which for one in action.parameters)
            for action in game.rules.actions
            if action.kind is ActionKind.MOVE
        }
        self.nodes: dict[Situation, _Node] = {}

    def strategy(self, state: Table) -> tuple[Turn, ...] | TooMany | None:
        root = self.game.freeze(state)
        self.node(root, state)
        while not self.nodes[root].lost:
            seen, mistaken = self.walk(root)
            if len(self.nodes) > self.limit:
                return TooMany()
            if not mistaken:
                return tuple(self.turn(one, seen) for one in seen)
        return None

    def walk(self, root: Situation) -> tuple[dict[Situation, int], bool]:
        """All situations that come up if no choice is a mistake; whether one was."""
        seen = {root: 0}
        waiting = [root]
        mistaken = False
        for here in waiting:
            node = self.nodes[here]
            while not node.lost and (wrong := self.mistake(node)):
                mistaken = True
                self.give_up(node, wrong)
            if node.lost or len(self.nodes) > self.limit:
                continue
            for act in self.reckoned(node):
                to = self.result(node, act).to
                if to is not None and to not in seen:
                    seen[to] = len(seen)
                    waiting.append(to)
        return seen, mistaken

    def mistake(self, node: _Node) -> tuple[Act, ...]:
        """The acts of the others, or of the first choice, by which the answer is to be had."""
        if any(self.answered(node, act) for act in node.others):
            return node.others
        if node.choices and any(self.answered(node, act) for act in node.choices[0]):
            return node.choices[0]
        return ()

    def give_up(self, node: _Node, acts: tuple[Act, ...]) -> None:
        if acts is node.others:
            node.lost = True
        else:
            node.choices.pop(0)
            node.lost = not node.choices

    def answered(self, node: _Node, act: Act) -> bool:
        result = self.result(node, act)
        return result.answered or (result.to is not None and self.nodes[result.to].lost)

    def reckoned(self, node: _Node) -> Iterator[Act]:
        yield from node.choices[0] if node.choices else ()
        yield from node.others

    def turn(self, here: Situation, seen: Mapping[Situation, int]) -> Turn:
        node = self.nodes[here]
        own = node.choices[0] if node.choices else ()
        branches = []
        for act in self.reckoned(node):
            result = self.result(node, act)
            to = None if result.to is None else seen[result.to]
            branches.append(Branch(act, act in own, to, result.clauses))
        return Turn(here, tuple(branches))

    def result(self, node: _Node, act: Act) -> _Result:
        found = node.results.get(act)
        if found is None:
            found = node.results[act] = self.applied(node.state, act)
        return found

    def applied(self, state: Table, act: Act) -> _Result:
        outcome = self.game.apply(state, act)
        if not isinstance(outcome, After):
            return _Result(None, answered=self.against.hopeful, clauses=())
        after = outcome.state
        if self.game.is_over(after):
            return _Result(None, answered=True, clauses=outcome.clauses)
        if not granted(self.game, self.against, after):
            return _Result(None, answered=False, clauses=outcome.clauses)
        to = self.game.freeze(after)
        self.node(to, after)
        return _Result(to, answered=False, clauses=outcome.clauses)

    def node(self, situation: Situation, state: Table) -> None:
        if situation in self.nodes:
            return
        game = self.game
        legal = () if game.silent(state) else game.legal(state)
        standstill = self.against.hopeful and not legal
        lost = standstill or game.is_over(state) or usable(game, self.against, state)
        others: list[Act] = []
        choices: dict[tuple[object, ...], list[Act]] = {}
        for act in legal:
            if self.own(act):
                choices.setdefault(self.chosen(act), []).append(act)
            else:
                others.append(act)
        ordered = [tuple(acts) for acts in choices.values()]
        first = self.tried_first.get(situation)
        ordered.sort(key=lambda acts: first not in acts)
        self.nodes[situation] = _Node(state, tuple(others), ordered, lost)

    def own(self, act: Act) -> bool:
        """Whether the denying side does it."""
        if act.action in self.moves:
            return act.arguments[0] == self.against.denier
        return self.against.cards

    def chosen(self, act: Act) -> tuple[object, ...]:
        """What of an act its player chooses; all of a step."""
        which = self.moves.get(act.action)
        if which is None:
            return (act,)
        return (act.action, *(v for v, w in zip(act.arguments, which, strict=True) if not w))


def granted(game: Game, against: Against, state: Table) -> bool:
    """Whether the answer is granted."""
    return against.values in game.speaking(against.claim, state)


def usable(game: Game, against: Against, state: Table) -> bool:
    """Whether it can be used now."""
    return against.values in game.witnesses(against.claim, state)
