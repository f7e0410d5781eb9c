"""Where a play stands on the rules' side: the situation, what is legal in it, what is seen.

The rules may leave a thing open: by an open reading, by a conflict that nothing settles, by
an order that nobody chooses. Then a play stands at several moments at once, and an engine
has to agree with one of them all the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from headjudge.conform.deeds import Deed, Deeds
from headjudge.evidence.itf import Json, encode
from headjudge.rulebook import under_reading
from headjudge.rulebook.syntax import RoleKind, Rulebook, Setting, Type
from headjudge.rulebook.values import SEATS, Act, Ruling, Situation, Value
from headjudge.semantics.executable import UNDEFINED, After, Game, Table, build
from headjudge.semantics.executable.game import has_stock

MAX_WAYS = 64
OUTLINE = ("turn", "phase", "window", "holder", "resolving", "stack")
MANY = 2
MAX_KNOWN = 20_000


class TooManyWaysError(Exception):
    """A rulebook leaves more open than can be followed at one time."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Something that can be seen under a name.

    ``hidden``: every player sees their own entry of it and no other.
    """

    type: Type
    value: Callable[[Table], object]
    hidden: bool = False


class Way:
    """One way to take the text: an answer to each open question.

    ``game`` lets prohibitions win where a conflict is not settled, ``generous`` permissions.
    """

    def __init__(
        self, rulebook: Rulebook, setting: Setting, readings: tuple[tuple[str, str], ...]
    ) -> None:
        """Build the executable model of this way."""
        self.readings = readings
        self.rulebook = under_reading(rulebook, dict(readings))
        rules = build(self.rulebook)
        self.game = Game(rules, setting)
        self.generous = Game(rules, setting, ruling=Ruling(permission_wins=True))
        self.deeds = Deeds(self.rulebook, setting, self.game)
        self.sights = dict(_sights(self.rulebook, self.game))
        self.free = tuple(
            index
            for index, one in enumerate(self.rulebook.fields)
            if one.initial is None and has_stock(one.type)
        )
        self._made = 0
        self._known: dict[Situation, Moment] = {}

    def moment(self, state: Table) -> Moment:
        """The moment of a state, which must not change any more."""
        situation = self.game.freeze(state)
        found = self._known.get(situation)
        if found is None:
            if len(self._known) >= MAX_KNOWN:
                self._known.clear()
            self._made += 1
            found = self._known[situation] = Moment(self, self._made, state, situation)
        return found


def ways(rulebook: Rulebook, setting: Setting) -> tuple[Way, ...]:
    """All ways to take the text, the first answers first. Raises TooManyWaysError."""
    open_ = rulebook.readings()
    count = 1
    for _, answers in open_:
        count *= len(answers)
    if count > MAX_WAYS:
        raise TooManyWaysError(f"{count} combinations of readings")
    return tuple(
        Way(rulebook, setting, tuple(zip((question for question, _ in open_), chosen, strict=True)))
        for chosen in product(*(answers for _, answers in open_))
    )


def _sights(rulebook: Rulebook, game: Game) -> Iterator[tuple[str, Sight]]:
    """What can be seen: the fields, and under their roles' names fields and helpers."""
    layout = game.layout
    found: dict[str, Sight] = {}
    for field in rulebook.fields:
        attribute = layout.attributes[field.name]
        found[field.name] = Sight(field.type, _getter(attribute), field.hidden)
    for helper in rulebook.helpers:
        if helper.type is not None and not helper.parameters:
            found[helper.name] = Sight(helper.type, game.rules.helpers[helper.name])
    for role in rulebook.roles:
        if role.kind in (RoleKind.FIELD, RoleKind.HELPER) and role.target in found:
            yield role.name, found[role.target]
    fields = {field.name for field in rulebook.fields}
    yield from ((name, sight) for name, sight in found.items() if name in fields)


def _getter(attribute: str) -> Callable[[Table], object]:
    return lambda state: getattr(state, attribute)


class Moment:
    """A situation under one way to take the text."""

    def __init__(self, way: Way, number: int, state: Table, situation: Situation) -> None:
        """Look at ``state``, whose plain value is ``situation``; ``number`` is its own."""
        self.way = way
        self.number = number
        self.state = state
        self.situation = situation
        self._seen: dict[tuple[str, int], Json | None] = {}
        self._after: dict[Act, tuple[Moment | None, tuple[str, ...]]] = {}

    @cached_property
    def silent(self) -> bool:
        """Whether no clause says who has a right that has to be given anew: here rules end."""
        return bool(self.way.game.silent(self.state))

    @cached_property
    def legal(self) -> Mapping[Deed, tuple[Act, ...]]:
        """What may happen next, if prohibitions win where nothing says who does."""
        return self._deeds(self.way.game)

    @cached_property
    def generous(self) -> Mapping[Deed, tuple[Act, ...]]:
        """What may happen next if permissions win there."""
        if not self.way.game.conflicts(self.state):
            return self.legal
        return self._deeds(self.way.generous)

    @cached_property
    def required(self) -> frozenset[Deed]:
        """What is legal, whoever wins."""
        return frozenset(self.legal.keys() & self.generous.keys())

    @cached_property
    def allowed(self) -> frozenset[Deed]:
        """What is legal at least if the right one wins."""
        return frozenset(self.allowed_in_order)

    @cached_property
    def allowed_in_order(self) -> tuple[Deed, ...]:
        """The same, in the order of declaration and of parameter values."""
        return tuple(dict.fromkeys((*self.legal, *self.generous)))

    @cached_property
    def stock(self) -> int:
        """How much is left in all stocks that may start at any value."""
        return sum(_total(self.situation.values[index]) for index in self.way.free)

    @cached_property
    def outline(self) -> tuple[object, ...]:
        """The situation in the roughest outline: what the roles that say where play is say."""
        sights = self.way.sights
        found: list[object] = []
        for role in OUTLINE:
            try:
                value = sights[role].value(self.state) if role in sights else None
            except UNDEFINED:
                value = None
            found.append(min(len(value), MANY) if isinstance(value, list) else value)
        return tuple(found)

    def _deeds(self, game: Game) -> dict[Deed, tuple[Act, ...]]:
        found: dict[Deed, list[Act]] = {}
        for act in game.legal(self.state):
            found.setdefault(self.way.deeds.of(act), []).append(act)
        return {deed: tuple(acts) for deed, acts in found.items()}

    def acts(self, deed: Deed) -> tuple[Act, ...]:
        """The legal acts that a deed may be here."""
        return self.legal.get(deed) or self.generous.get(deed) or ()

    def after(self, act: Act) -> Moment | None:
        """Where an act leads; None if the rules contradict themselves, or the scope ends."""
        return self._step(act)[0]

    def clauses(self, act: Act) -> tuple[str, ...]:
        """The clauses that allow an act and bring about what follows."""
        return self._step(act)[1]

    def _step(self, act: Act) -> tuple[Moment | None, tuple[str, ...]]:
        found = self._after.get(act)
        if found is None:
            outcome = self.way.game.apply(self.state, act)
            if isinstance(outcome, After):
                found = self.way.moment(outcome.state), outcome.clauses
            else:
                found = None, self.way.game.grants(self.state, act)
            self._after[act] = found
        return found

    def playable(self, deed: Deed) -> bool:
        """Whether a deed is legal here and leads on."""
        return any(self.after(act) is not None for act in self.acts(deed))

    def possible(self, deed: Deed) -> bool:
        """Whether only rules can be in the way of a deed."""
        return any(self.way.game.needs_hold(self.state, act) for act in self.way.deeds.acts(deed))

    def grants(self, deed: Deed) -> tuple[str, ...]:
        """The clauses that permit or require a deed."""
        acts = self.way.deeds.acts(deed)
        return self.way.game.grants(self.state, acts[0]) if acts else ()

    def refusals(self, deed: Deed) -> tuple[str, ...]:
        """The clauses that stop a deed; none if there is no clause that permits it."""
        acts = self.way.deeds.acts(deed)
        return self.way.game.refusals(self.state, acts[0]) if acts else ()

    def seen(self, name: str, seat: int) -> Json | None:
        """What a player sees under a name; None if that has no value here.

        Of something hidden that is their own entry, by their seat. Raises KeyError for a
        name of nothing.
        """
        key = (name, seat)
        if key not in self._seen:
            self._seen[key] = self._look(name, seat)
        return self._seen[key]

    def _look(self, name: str, seat: int) -> Json | None:
        sight = self.way.sights[name]
        plain = self.way.game.layout.plain
        try:
            value = encode(plain(sight.type, sight.value(self.state)), sight.type)
        except UNDEFINED:
            return None
        if sight.hidden and isinstance(value, dict):
            own = SEATS[seat]
            return {own: value[own]}
        return value


def _total(value: Value) -> int:
    match value:
        case bool() | None:
            return 0
        case int():
            return value
        case tuple():
            return sum(map(_total, value))


Moments = tuple[Moment, ...]


def distinct(found: Iterable[Moment]) -> Moments:
    """Each moment once, in their order."""
    return tuple(dict.fromkeys(found))


def follow(moments: Moments, deed: Deed) -> Moments:
    """The moments after a deed; none if it leads nowhere."""
    return distinct(
        after
        for moment in moments
        for act in moment.acts(deed)
        if (after := moment.after(act)) is not None
    )


def unasked(moments: Moments, actions: frozenset[str]) -> Deed | None:
    """The plainest of these actions that is legal now."""
    if not actions:
        return None
    return next((deed for deed in moments[0].legal if deed.action in actions), None)
