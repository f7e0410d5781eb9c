"""Chosen plays become cases, whose every expectation comes from the executable model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from headjudge.evidence.itf import Json, encode, encode_arguments, encode_situation
from headjudge.rulebook.due import left_to_cards
from headjudge.rulebook.syntax import (
    Action,
    ActionKind,
    EachType,
    PlayerType,
    Property,
    Rulebook,
    Setting,
)
from headjudge.rulebook.values import SEATS, Act, Situation, Value, domain
from headjudge.semantics.executable import After, Game, Table
from headjudge.vectors.cases import (
    OWN_ENTRY,
    ActionForm,
    Case,
    Deed,
    Lead,
    Legal,
    Move,
    Open,
    Position,
    Refusal,
)
from headjudge.vectors.versions import Ruled

_Key = tuple[str, tuple[Value, ...]]

GAME = "game"
CARDS = "cards"


class MismatchError(AssertionError):
    """A play that an engine found is not legal on the executable model: an error of ours."""


@dataclass(frozen=True, slots=True)
class Play:
    """What is to be told: how to get to the start, the start, and the acts from there.

    ``ends_badly``: what comes of the last act contradicts itself.
    """

    lead: tuple[Situation, tuple[Act, ...]] | None
    start: Situation
    acts: tuple[Act, ...]
    ends_badly: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """What a case is called and what it is there for."""

    name: str
    title: str
    covers: tuple[str, ...]
    finding: str | None = None


@dataclass(frozen=True, slots=True)
class Near:
    """A property, and an action that would break it somewhere in a play and is refused."""

    property: Property
    action: str


class Teller:
    """Tells plays of one rulebook in all of its versions."""

    def __init__(self, rulebook: Rulebook, every: Sequence[Ruled]) -> None:
        """``every``: all versions, in the order of their numbers."""
        self._rulebook = rulebook
        self._every = tuple(every)
        self._hidden = [field for field in rulebook.fields if field.hidden]
        self._free = {
            action.name: frozenset(one.name for one in action.parameters if one.which)
            for action in rulebook.actions
        }

    # -------------------------------------------------------------------- a case

    def case(self, play: Play, of: Ruled, label: Label, near: Sequence[Near] = ()) -> Case:
        """A play of one version as a case of all in which it goes the same.

        ``near``: what the play shows of near misses. Raises MismatchError if the play is not
        legal in its own version, or does not show these.
        """
        before = _situations(of.game, play)
        same = [one for one in self._every if _agrees(one.game, play, before)]
        if of not in same:
            raise MismatchError(f"{label.name}: the play is not legal on the executable model")
        tempting = self._tempting(of.game, before, near, label.name)
        positions = [
            self.position(one, same, of, tempting.get(number, {}))
            for number, one in enumerate(before)
        ]
        moves = []
        for number, act in enumerate(play.acts):
            state = of.game.thaw(before[number])
            outcome = of.game.apply(state, act)
            clauses = outcome.clauses if isinstance(outcome, After) else of.game.grants(state, act)
            after = positions[number + 1] if number + 1 < len(positions) else None
            others = self._others(of.game, before[number], act)
            moves.append(Move(self.deed(act), clauses, self._seen(act), after, others))
        lead = None
        if play.lead is not None:
            begin, acts = play.lead
            lead = Lead(encode_situation(self._rulebook, begin), tuple(map(self.deed, acts)))
        return Case(
            label.name,
            label.title,
            tuple(one.version.number for one in same),
            len(same) == len(self._every) and not any(move.others for move in moves),
            label.covers,
            label.finding,
            lead,
            positions[0],
            tuple(moves),
        )

    def _others(self, game: Game, situation: Situation, act: Act) -> tuple[Mapping[str, Json], ...]:
        """The situations to which the act may lead as well, by what nobody chooses."""
        state, key = game.thaw(situation), self._key(act)
        found: dict[Situation, None] = {}
        for one in game.legal(state):
            if self._key(one) != key:
                continue
            outcome = game.apply(state, one)
            if isinstance(outcome, After):
                found[game.freeze(outcome.state)] = None
        mine = game.apply(state, act)
        if isinstance(mine, After):
            found.pop(game.freeze(mine.state), None)
        return tuple(encode_situation(self._rulebook, one) for one in found)

    # ---------------------------------------------------------------- a position

    def position(
        self,
        situation: Situation,
        same: Sequence[Ruled],
        of: Ruled,
        tempting: Mapping[_Key, tuple[str, ...]],
    ) -> Position:
        """A situation, with what these versions say of it.

        ``tempting``: acts that are refused, with the properties that they would break.
        """
        allowed: dict[_Key, dict[int, Act]] = {}
        for one in same:
            for act in one.game.legal(one.game.thaw(situation)):
                allowed.setdefault(self._key(act), {}).setdefault(one.version.number, act)
        legal, open_ = [], []
        # In the order of declaration, whichever version allows it.
        for key in self._in_order(of.game, allowed):
            by_version = allowed[key]
            number, act = next(iter(by_version.items()))
            if len(by_version) < len(same):
                open_.append(Open(self.deed(act), tuple(by_version)))
                continue
            game = self._game(number)
            because = game.grants(game.thaw(situation), act)
            legal.append(Legal(self.deed(act), because))
        return Position(
            encode_situation(self._rulebook, situation),
            self.views(situation, of.setting.players),
            tuple(legal),
            self._refused(situation, of.game, allowed, tempting),
            tuple(open_),
        )

    def _in_order(self, game: Game, keys: Iterable[_Key]) -> list[_Key]:
        wanted = set(keys)
        every = (act for action in self._rulebook.actions for act in game.acts(action.name))
        return [key for key in dict.fromkeys(map(self._key, every)) if key in wanted]

    def _game(self, number: int) -> Game:
        return self._every[number - 1].game

    def _refused(
        self,
        situation: Situation,
        game: Game,
        allowed: Mapping[_Key, object],
        tempting: Mapping[_Key, tuple[str, ...]],
    ) -> tuple[Refusal, ...]:
        """The plainest refused act for each action, actor and set of reasons; the tempting."""
        found: dict[tuple[object, ...], Refusal] = {}
        for act, because, possible in game.refused(game.thaw(situation)):
            chosen = self._key(act)
            if chosen in allowed:
                continue
            broken = tempting.get(chosen, ())
            # That something is missing is tried once, whatever else is in the way.
            reasons = (because, broken) if possible else ()
            key = (act.action, self.actor(act), possible, reasons)
            if key not in found:
                found[key] = Refusal(self.deed(act), because, possible, broken)
        return tuple(found.values())

    def _tempting(
        self, game: Game, situations: Sequence[Situation], near: Sequence[Near], name: str
    ) -> dict[int, dict[_Key, tuple[str, ...]]]:
        """Per situation, by its number, the refused acts that would break a property.

        Raises MismatchError if a near miss is nowhere in the play.
        """
        found: dict[int, dict[_Key, tuple[str, ...]]] = {}
        for one in near:
            shown = False
            for number, situation in enumerate(situations):
                state = game.thaw(situation)
                for act in game.acts(one.action):
                    orders = game.in_every_order(act)
                    if any(_breaks(game, state, each, one.property) for each in orders):
                        acts = found.setdefault(number, {})
                        key = self._key(act)
                        acts[key] = tuple(dict.fromkeys((*acts.get(key, ()), one.property.name)))
                        shown = True
            if not shown:
                raise MismatchError(f"{name}: {one.action} breaks {one.property.name} nowhere")
        return found

    def views(self, situation: Situation, players: int) -> dict[str, dict[str, Json]]:
        """Per seat its own entries of the hidden fields; nothing, if no field is hidden."""
        if not self._hidden:
            return {}
        whole = encode_situation(self._rulebook, situation)
        found: dict[str, dict[str, Json]] = {}
        for seat in SEATS[:players]:
            mine: dict[str, Json] = {}
            for field in self._hidden:
                entries = whole[field.name]
                if isinstance(entries, dict):
                    mine[field.name] = entries[seat]
            found[seat] = mine
        return found

    # -------------------------------------------------------------------- an act

    def deed(self, act: Act) -> Deed:
        """An act as programs are told of it."""
        every = encode_arguments(self._rulebook, act)
        free = self._free[act.action]
        return Deed(
            self.actor(act),
            act.action,
            {name: value for name, value in every.items() if name not in free},
            {name: value for name, value in every.items() if name in free},
            act.orders,
        )

    def _key(self, act: Act) -> _Key:
        """What somebody chooses of an act."""
        if not self._free[act.action]:
            return (act.action, act.arguments)
        pairs = zip(self._rulebook.action(act.action).parameters, act.arguments, strict=True)
        return (act.action, tuple(value for one, value in pairs if not one.which))

    def actor(self, act: Act) -> str:
        """Who does it: a seat, the game, or the cards."""
        action = self._rulebook.action(act.action)
        if action.kind is ActionKind.MOVE:
            seat = encode(act.arguments[0], action.parameters[0].type)
            return str(seat)
        return CARDS if left_to_cards(self._rulebook, action) else GAME

    def _seen(self, act: Act) -> dict[str, tuple[str, ...] | str]:
        """The arguments of an act that not everybody sees, with who does."""
        action = self._rulebook.action(act.action)
        found: dict[str, tuple[str, ...] | str] = {}
        for number, parameter in enumerate(action.parameters):
            if not parameter.hidden:
                continue
            if isinstance(parameter.type, EachType) and isinstance(parameter.type.key, PlayerType):
                found[parameter.name] = OWN_ENTRY
            elif number and action.parameters[0].type == PlayerType():
                seat = act.arguments[0]
                found[parameter.name] = (SEATS[seat],) if isinstance(seat, int) else ()
            else:
                found[parameter.name] = ()
        return found


def _breaks(game: Game, state: Table, act: Act, property_: Property) -> bool:
    """Whether an act that is possible and refused would break a property."""
    claim = property_.claim
    if claim is None or game.is_legal(state, act) or not game.needs_hold(state, act):
        return False
    outcome = game.apply(state, act)
    if not isinstance(outcome, After):
        return False
    if claim.of_steps:
        return bool(game.violations(claim, state, act, outcome.state))
    return bool(game.violations(claim, outcome.state))


def form(action: Action, setting: Setting) -> ActionForm:
    """What the manifest says of an action."""
    return ActionForm(
        action.name,
        action.kind.value,
        action.tags,
        action.origin.clause,
        tuple(one.name for one in action.parameters if not one.which),
        tuple(one.name for one in action.parameters if one.which),
        tuple(one.name for one in action.parameters if one.hidden),
        {one.name: encode(next(domain(one.type, setting)), one.type) for one in action.parameters},
    )


def _situations(game: Game, play: Play) -> list[Situation]:
    """The situations of a play as this version has them, up to where it ends."""
    found = [play.start]
    for act in play.acts:
        outcome = game.apply(game.thaw(found[-1]), act)
        if not isinstance(outcome, After):
            break
        found.append(game.freeze(outcome.state))
    return found


def _agrees(game: Game, play: Play, situations: Sequence[Situation]) -> bool:
    """Whether a play, with what leads to it, is legal in a version and goes the same there."""
    if play.lead is not None:
        here, acts = play.lead
        for act in acts:
            state = game.thaw(here)
            if game.silent(state) or not game.is_legal(state, act):
                return False
            outcome = game.apply(state, act)
            if not isinstance(outcome, After):
                return False
            here = game.freeze(outcome.state)
        if here != play.start:
            return False
    for number, act in enumerate(play.acts):
        state = game.thaw(situations[number])
        if game.silent(state) or not game.is_legal(state, act):
            return False
        outcome = game.apply(state, act)
        last = number == len(play.acts) - 1
        if isinstance(outcome, After):
            if (
                number + 1 >= len(situations)
                or game.freeze(outcome.state) != situations[number + 1]
            ):
                return False
        elif not (last and play.ends_badly):
            return False
    return True
