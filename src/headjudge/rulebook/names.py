"""What the names of a rulebook stand for."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import ActionKind, EnumType, Expr, Parameter, RecordType, Type

RESERVED = frozenset(
    (
        *("players", "nobody", "scope", "len", "indices", "any", "all", "sum", "count"),
        *("first", "last", "next_player", "distance", "can", "legal", "doing", "next"),
        *("needs", "keeps", "start", "illegal", "impossible", "expect", "int", "bool"),
        *("Range", "Player", "Maybe", "Each", "List", "Seq", "Stock", "Hidden", "Told"),
        *("Which", "Of", "Enum", "Record", "State", "A", "B", "C", "D"),
    )
)

_LONGEST_GUESS = 40
_MOST_GUESSES = 50  # each compares with every name there is


@dataclass(frozen=True, slots=True)
class Slot:
    """A declared parameter; the type is None if it could not be read."""

    name: str
    type: Type | None
    place: Place
    which: bool = False
    default: Expr | None = None
    hidden: bool = False

    def parameter(self) -> Parameter | None:
        """The parameter, if its type could be read."""
        if self.type is None:
            return None
        return Parameter(self.name, self.type, self.place, self.which, self.default, self.hidden)


@dataclass(frozen=True, slots=True)
class Shape:
    """What others have to know of an action."""

    name: str
    kind: ActionKind
    tags: tuple[str, ...]
    slots: tuple[Slot, ...]

    def slot(self, name: str) -> Slot | None:
        """The parameter with this name."""
        return next((slot for slot in self.slots if slot.name == name), None)


@dataclass(frozen=True, slots=True)
class FieldName:
    """A field of the state; the type is None if it could not be read."""

    name: str
    type: Type | None


@dataclass(frozen=True, slots=True)
class MemberName:
    """A member of an enum."""

    enum: EnumType
    index: int


@dataclass(frozen=True, slots=True)
class TypeName:
    """An enum or a record; None if it could not be read."""

    type: EnumType | RecordType | None


@dataclass(frozen=True, slots=True)
class HelperName:
    """A helper: it returns a value, or changes the state.

    ``type`` is None for a helper that returns nothing or whose type could not be read.
    """

    name: str
    slots: tuple[Slot, ...]
    returns: bool
    type: Type | None


@dataclass(frozen=True, slots=True)
class ActionName:
    """An action."""

    name: str


Meaning = FieldName | MemberName | TypeName | HelperName | ActionName


def describe(meaning: Meaning) -> str:
    """What kind of thing a name stands for, with its article."""
    match meaning:
        case FieldName():
            return "a field"
        case MemberName(enum):
            return f"a member of `{enum.name}`"
        case TypeName():
            return "a type"
        case HelperName():
            return "a helper"
        case ActionName():
            return "an action"


@dataclass(frozen=True, slots=True)
class Names:
    """All names of a rulebook, or all roles that a property may use.

    ``deeds`` holds actions and tags. ``skipped`` are names that stand in something that
    could not be read; nothing is said against them. ``scope`` is None if the header could
    not be read. ``false``: roles that the rulebook lacks, and that are false without it.
    """

    meanings: dict[str, Meaning] = field(default_factory=dict)
    deeds: dict[str, tuple[Shape, ...]] = field(default_factory=dict)
    scope: Mapping[str, int] | None = None
    clauses: frozenset[str] = frozenset()
    skipped: set[str] = field(default_factory=set)
    for_roles: bool = False
    false: frozenset[str] = frozenset()
    guessed: dict[tuple[str, bool], str] = field(default_factory=dict)

    def guess(self, name: str, others: Iterable[str] = ()) -> str:
        """A cure for a name that stands for nothing: the likeliest name that was meant."""
        near = self._near(name, {*self.meanings, *others}, fields=False)
        return f"write `{near}`?" if near else ""

    def near_field(self, name: str) -> str:
        """The field whose name is most like this one; empty if none is."""
        known = (one for one, it in self.meanings.items() if isinstance(it, FieldName))
        return self._near(name, known, fields=True)

    def _near(self, name: str, known: Iterable[str], *, fields: bool) -> str:
        if (name, fields) not in self.guessed:
            if len(name) > _LONGEST_GUESS or len(self.guessed) >= _MOST_GUESSES:
                return ""
            near = difflib.get_close_matches(name, sorted({*known} - {name}), n=1, cutoff=0.75)
            self.guessed[name, fields] = near[0] if near else ""
        return self.guessed[name, fields]
