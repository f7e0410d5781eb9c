"""The table at the end of a generated model: which function says what of which action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from headjudge.rulebook.syntax import (
    ActionKind,
    ClaimKind,
    EnumType,
    NormKind,
    RecordType,
    Setting,
    Stage,
    Type,
)
from headjudge.semantics.executable.operators import Table

Condition = Callable[..., bool]
Effects = Callable[..., None]


class Anything(IntEnum):
    """The start of a field that starts at any value, or empty if it is a list."""

    ANYTHING = 0


ANYTHING: Final = Anything.ANYTHING


@dataclass(frozen=True, slots=True)
class FieldRule:
    """One field of the state; ``start`` is a value or a size of the setting."""

    name: str
    type: Type
    clause: str
    start: object = ANYTHING
    hidden: bool = False
    told: bool = False


@dataclass(frozen=True, slots=True)
class ParameterRule:
    """A parameter that an action, or a claim, runs over.

    ``which``: nobody chooses its value. ``hidden`` marks ``Hidden[T]``.
    """

    name: str
    type: Type
    which: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class ActionRule:
    """Something that can happen; ``needs`` says where it is physically possible."""

    name: str
    clause: str
    kind: ActionKind
    tags: tuple[str, ...] = ()
    parameters: tuple[ParameterRule, ...] = ()
    needs: Condition | None = None


@dataclass(frozen=True, slots=True)
class NormRule:
    """What a clause says of actions; ``parameters`` names what it looks at."""

    kind: NormKind
    clause: str
    actions: tuple[str, ...]
    parameters: tuple[str, ...]
    condition: Condition
    overrides: tuple[str, ...] = ()
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ConsequenceRule:
    """What happens with an action: its own body, or what a clause makes follow.

    ``appends`` names the lists that it can append to.
    """

    stage: Stage
    clause: str
    actions: tuple[str, ...]
    parameters: tuple[str, ...]
    effects: Effects
    overrides: tuple[str, ...] = ()
    appends: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimRule:
    """A claim; ``premise`` says where it speaks at all."""

    name: str
    kind: ClaimKind
    clause: str
    parameters: tuple[ParameterRule, ...]
    holds: Callable[..., int]
    premise: Condition | None = None
    every: bool = False
    of_steps: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """An executable model. All orders are those of the document.

    ``norms`` has the order of the rulebook's norms; ``consequences`` the order of the
    document, the bodies of actions among them; ``clauses`` all ids in document order.
    """

    name: str
    title: str
    edition: str
    players: tuple[int, int]
    scope: tuple[tuple[str, int], ...]
    golden_rule: bool
    clauses: tuple[str, ...]
    state: type[Table]
    enums: tuple[tuple[EnumType, type[IntEnum]], ...]
    records: tuple[tuple[RecordType, type], ...]
    fields: tuple[FieldRule, ...]
    helpers: Mapping[str, Callable[..., object]]
    actions: tuple[ActionRule, ...]
    norms: tuple[NormRule, ...]
    consequences: tuple[ConsequenceRule, ...]
    claims: tuple[ClaimRule, ...]
    over: Condition | None = None
    order: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Number the clauses."""
        order = {clause: index for index, clause in enumerate(self.clauses)}
        object.__setattr__(self, "order", order)

    def setting(self, players: int | None = None, **scope: int) -> Setting:
        """A setting: the fewest players and the default scope, where nothing else is said."""
        unknown = scope.keys() - dict(self.scope).keys()
        if unknown:
            raise KeyError(", ".join(sorted(unknown)))
        return Setting(
            self.players[0] if players is None else players,
            tuple((name, scope.get(name, value)) for name, value in self.scope),
        )

    def in_order(self, clauses: frozenset[str] | set[str]) -> tuple[str, ...]:
        """These clauses in the order of the document."""
        return tuple(sorted(clauses, key=self.order.__getitem__))

    def claim(self, name: str) -> ClaimRule:
        """The claim with this name, or with this clause and name (``"7.1 one_holder"``).

        Raises KeyError if there is none, or if several clauses have one of that name.
        """
        found = [claim for claim in self.claims if f"{claim.clause} {claim.name}" == name]
        found = found or [claim for claim in self.claims if claim.name == name]
        if len(found) != 1:
            raise KeyError(name)
        return found[0]
