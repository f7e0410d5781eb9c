"""What a play holds, in the words of people who know the game: acts, values, changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from headjudge.rulebook.due import left_to_cards
from headjudge.rulebook.syntax import (
    ActionKind,
    BoolType,
    EachType,
    EnumType,
    Expr,
    ListType,
    Literal,
    MakeRecord,
    MakeTuple,
    MaybeType,
    Nobody,
    Parameter,
    PlayerType,
    RecordType,
    RoleKind,
    Rulebook,
    ScopeValue,
    Setting,
    Some,
    StockType,
    Type,
)
from headjudge.rulebook.values import SEATS, Act, Situation, Value, size

GAME = "game"
CARDS = "cards"


@dataclass(frozen=True, slots=True)
class Deed:
    """An act as a table shows it: who does it (a seat, the game, the cards), and what.

    ``action``: what it is without its parameters. ``details``: what is said of these.
    """

    who: str
    what: str
    action: str = ""
    details: tuple[str, ...] = ()

    @property
    def player(self) -> bool:
        """Whether a player does it."""
        return self.who in tuple(SEATS)

    @property
    def named(self) -> str:
        """In a headline: ``A's “pass priority”``, or ``“cleanup”`` of the game."""
        return f"{self.who}'s “{self.action}”" if self.player else f"“{self.action}”"

    @property
    def when(self) -> str:
        """As part of a sentence: ``A chooses “pass priority”``."""
        return f"{self.who} chooses “{self.what}”" if self.player else f"“{self.what}” happens"


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells of one rulebook in one setting."""

    rulebook: Rulebook
    setting: Setting

    def deed(self, act: Act) -> Deed:
        """An act in words."""
        action = self.rulebook.action(act.action)
        pairs = list(zip(action.parameters, act.arguments, strict=True))
        who = CARDS if left_to_cards(self.rulebook, action) else GAME
        if action.kind is ActionKind.MOVE and pairs:
            who = tell(pairs[0][1], pairs[0][0].type)
            pairs = pairs[1:]
        said = [self._argument(one, value) for one, value in pairs if not self._plain(one, value)]
        if any(act.orders):
            said.append("in another order")
        name = spoken(act.action)
        return Deed(who, f"{name} ({', '.join(said)})" if said else name, name, tuple(said))

    def phase(self, situation: Situation) -> str | None:
        """The phase of a situation, if the rulebook says what its phase is."""
        for role in self.rulebook.roles:
            if role.name == "phase" and role.kind is RoleKind.FIELD:
                for field, value in zip(self.rulebook.fields, situation.values, strict=True):
                    if field.name == role.target:
                        return tell(value, field.type)
        return None

    def start(self, situation: Situation) -> tuple[str, ...]:
        """What this first situation has that another one need not have: filled stocks."""
        found: list[str] = []
        for field, value in zip(self.rulebook.fields, situation.values, strict=True):
            if field.initial is None:
                found.extend(_filled(spoken(field.name), value, field.type))
        return tuple(found)

    def changes(self, before: Situation, after: Situation) -> tuple[str, ...]:
        """What differs between two situations, each as ``what: old → new``."""
        found: list[str] = []
        pairs = zip(before.values, after.values, strict=True)
        for field, (old, new) in zip(self.rulebook.fields, pairs, strict=True):
            found.extend(_changes(spoken(field.name), old, new, field.type))
        return tuple(found)

    def _argument(self, parameter: Parameter, value: Value) -> str:
        name = spoken(parameter.name)
        if isinstance(parameter.type, BoolType):
            return name if value else f"not {name}"
        return f"{name} {tell(value, parameter.type)}"

    def _plain(self, parameter: Parameter, value: Value) -> bool:
        """Whether a value is the plain outcome, which goes without saying."""
        if parameter.default is None:
            return False
        return (value,) == self._constant(parameter.default, parameter.type)

    def _constant(self, expression: Expr, type_: Type) -> tuple[Value, ...]:
        """The value of a constant of a type, in a tuple of its own; empty if it is none."""
        match expression:
            case Literal(value):
                found: tuple[Value, ...] = (value,)
            case Nobody():
                found = (None,)
            case ScopeValue(number):
                found = (self.setting.value(number),)
            case Some(base) if isinstance(type_, MaybeType):
                return self._constant(base, type_.of)
            case MakeRecord(record, arguments):
                parts = [
                    self._constant(one, of)
                    for one, (_, of) in zip(arguments, record.fields, strict=True)
                ]
                return (tuple(part[0] for part in parts),) if all(parts) else ()
            case MakeTuple(items) if isinstance(type_, EachType | ListType):
                parts = [self._constant(one, type_.of) for one in items]
                return (tuple(part[0] for part in parts),) if all(parts) else ()
            case _:
                return ()
        return self._everywhere(found, type_)

    def _everywhere(self, found: tuple[Value, ...], type_: Type) -> tuple[Value, ...]:
        """One value given to an ``Each`` is given to all its entries."""
        if isinstance(type_, EachType):
            return (self._everywhere(found, type_.of) * size(type_.key, self.setting),)
        return found


def spoken(name: str) -> str:
    """A name of the rulebook as words: ``use fast``."""
    return name.replace("_", " ").strip() or name


def member(name: str) -> str:
    """A member of an enum as words: ``No battle``."""
    return spoken(name).capitalize()


def listed(words: Sequence[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(words) < 2:  # noqa: PLR2004 - nothing to join
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def tell(value: Value, type_: Type) -> str:
    """A value in words: ``Combat``, ``A``, ``Effect (A, Event)``, ``nobody``."""
    match type_, value:
        case MaybeType(of), _:
            return "nobody" if value is None else tell(value, of)
        case BoolType(), _:
            return "yes" if value else "no"
        case PlayerType(), int(seat):
            return SEATS[seat]
        case EnumType(_, members), int(index):
            return member(members[index])
        case RecordType(name, fields), tuple(parts):
            said = [
                word
                for part, (label, of) in zip(parts, fields, strict=True)
                for word in _part(label, part, of)
            ]
            return f"{name} ({', '.join(said)})"
        case EachType(key, of), tuple(entries):
            names = zip(_keys(key), entries, strict=False)
            return ", ".join(f"{name} {tell(entry, of)}" for name, entry in names)
        case ListType(of), tuple(items):
            return ", ".join(tell(item, of) for item in items) or "empty"
        case _:
            return str(value)


def _part(label: str, value: Value, type_: Type) -> Iterator[str]:
    """A part of a record: only its value where that says it all."""
    match type_:
        case BoolType():
            if value:
                yield spoken(label)
        case PlayerType() | EnumType():
            yield tell(value, type_)
        case _:
            yield f"{spoken(label)} {tell(value, type_)}"


def _keys(key: PlayerType | EnumType) -> tuple[str, ...]:
    return tuple(SEATS) if isinstance(key, PlayerType) else tuple(map(member, key.members))


def _filled(name: str, value: Value, type_: Type) -> Iterator[str]:
    match type_, value:
        case EachType(key, of), tuple(entries):
            for label, entry in zip(_keys(key), entries, strict=False):
                yield from _filled(f"{name} of {label}", entry, of)
        case StockType(), int(number) if number:
            yield f"{name}: {number}"
        case _:
            return


def _changes(name: str, old: Value, new: Value, type_: Type) -> Iterator[str]:
    if old == new:
        return
    match type_, old, new:
        case EachType(key, of), tuple(before), tuple(after):
            for label, one, two in zip(_keys(key), before, after, strict=False):
                yield from _changes(f"{name} of {label}", one, two, of)
        case ListType(of), tuple(before), tuple(after):
            yield f"{name}: {_list(before, after, type_, of)}"
        case _:
            yield f"{name}: {tell(old, type_)} → {tell(new, type_)}"


def _list(before: tuple[Value, ...], after: tuple[Value, ...], type_: Type, of: Type) -> str:
    """How a list has changed: at its end, or altogether."""
    if after[: len(before)] == before:
        added = ", ".join(tell(item, of) for item in after[len(before) :])
        return f"{added} added"
    if before[: len(after)] == after:
        gone = ", ".join(tell(item, of) for item in reversed(before[len(after) :]))
        return f"{gone} removed" + ("" if after else " → empty")
    return f"{tell(before, type_)} → {tell(after, type_)}"
