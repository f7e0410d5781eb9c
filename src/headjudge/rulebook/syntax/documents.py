"""Declarations, norms, claims and examples, and the documents that hold them."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as unseen
from enum import Enum

from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax.expressions import (
    Body,
    Expr,
    Let,
    Needs,
)
from headjudge.rulebook.syntax.statements import (
    Statement,
)
from headjudge.rulebook.syntax.types import (
    EnumType,
    RecordType,
    Setting,
    Type,
)


@dataclass(frozen=True, slots=True)
class Origin:
    """Which clause says it, and where; ``block`` counts the blocks of the rulebook."""

    clause: str
    place: Place
    environment: bool = False
    supplement: bool = False
    block: int = unseen(default=0, compare=False)

    @property
    def order(self) -> tuple[int, int, int]:
        """What the order of the rulebook goes by, also if it comes from several files."""
        return self.block, self.place.line, self.place.column


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of an action, a helper, a norm or a claim.

    ``which`` marks ``Which[T]``: chosen by nobody. ``default`` is what an example that
    leaves the parameter out means. ``hidden`` marks ``Hidden[T]``: of an ``Each`` by player
    everyone sees their own entry, of anything else the player whom the action's first
    parameter names sees it, and nobody else.
    """

    name: str
    type: Type
    place: Place = unseen(compare=False)
    which: bool = False
    default: Expr | None = None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class StateField:
    """One field of the state.

    ``initial`` is None for a ``Stock`` or ``Each`` of stocks that starts at any value, and
    for a list, which starts empty. ``hidden``: an ``Each`` by player of which every player
    sees only their own entry. ``told``: a right that has to be received anew.
    """

    name: str
    type: Type
    initial: Expr | None
    hidden: bool
    told: bool
    origin: Origin


@dataclass(frozen=True, slots=True)
class Reading:
    """One answer to a question that the text leaves open."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Helper:
    """A function of the rulebook: ``body`` if it returns a value, else ``effects``."""

    name: str
    parameters: tuple[Parameter, ...]
    type: Type | None
    body: Body
    effects: tuple[Statement, ...]
    origin: Origin


class ActionKind(Enum):
    """Who does it: a player, or the game."""

    MOVE = "move"
    STEP = "step"


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can happen.

    ``preamble`` holds the needs and the local names before them; a preamble's names are
    known in ``effects`` too.
    """

    name: str
    kind: ActionKind
    tags: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    preamble: tuple[Let | Needs, ...]
    effects: tuple[Statement, ...]
    origin: Origin


class NormKind(Enum):
    """What a norm says of an action."""

    MAY = "may"
    MUST_NOT = "must_not"
    ONLY = "only"
    MUST = "must"


@dataclass(frozen=True, slots=True)
class Norm:
    """A permission, prohibition, narrowing or obligation.

    ``actions`` are resolved names of actions. ``parameters`` is the part of the actions'
    parameters that the norm names. ``before`` (only with MUST): actions that wait for it.
    """

    name: str
    kind: NormKind
    actions: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    body: Body
    overrides: tuple[str, ...]
    before: tuple[str, ...]
    reading: Reading | None
    restates: tuple[str, ...]
    origin: Origin


class Stage(Enum):
    """When a consequence reads the situation: before the action, or after its updates."""

    WHEN = "when"
    THEN = "then"


@dataclass(frozen=True, slots=True)
class Consequence:
    """What follows when an action happens."""

    name: str
    stage: Stage
    actions: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    effects: tuple[Statement, ...]
    overrides: tuple[str, ...]
    reading: Reading | None
    restates: tuple[str, ...]
    origin: Origin


class ClaimKind(Enum):
    """What a claim or a property asserts."""

    ALWAYS = "always"
    NEVER = "never"
    SOMETIMES = "sometimes"
    ALWAYS_POSSIBLE = "always_possible"
    INEVITABLE = "inevitable"
    NO_LOST_OPTION = "no_lost_option"
    NEVER_DENIED = "never_denied"
    REVEALS_NOTHING = "reveals_nothing"
    TAKES_NO_CHOICE = "takes_no_choice"
    NO_CONFLICT = "no_conflict"
    NO_CLASH = "no_clash"
    NO_GAP = "no_gap"
    NO_SILENCE = "no_silence"
    NO_IMPOSSIBLE_OBLIGATION = "no_impossible_obligation"
    DEFINED = "defined"
    NO_ORDER_AMBIGUITY = "no_order_ambiguity"
    ANY_ORDER = "any_order"
    NO_DEAD_CLAUSE = "no_dead_clause"
    NO_IDLE_CLAUSE = "no_idle_clause"
    EVERY_ACTION_HAPPENS = "every_action_happens"


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of the rulebook, or a property of any rulebook.

    ``premise`` holds the ``needs`` of the claim and the names before them. ``every``: it
    speaks of all situations, not only of those at rest. ``of_steps``: it uses ``doing`` or
    ``next`` and speaks of steps. ``each``: with SOMETIMES, the parameters for every value
    of which it has to happen. ``option``, ``decline``: with NO_LOST_OPTION, the actions
    that use what is offered and those that decline it; with ANY_ORDER ``option`` has those
    whose order makes no difference; with REVEALS_NOTHING, ``option`` are the actions that
    are to reveal nothing; with TAKES_NO_CHOICE, those that are to take no choice away, and
    ``decline`` the choices. ``passing``: with INEVITABLE, the moves that players keep to;
    empty if they may do anything. With NEVER_DENIED the premise says when an answer is
    granted, and the body when it can be used.
    """

    name: str
    kind: ClaimKind
    parameters: tuple[Parameter, ...]
    premise: tuple[Let | Needs, ...]
    body: Body
    every: bool
    of_steps: bool
    each: tuple[str, ...]
    option: tuple[str, ...]
    decline: tuple[str, ...]
    reading: Reading | None
    origin: Origin
    passing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Deed:
    """``action(arguments)`` in an example; every parameter has an argument or a default."""

    action: str
    arguments: tuple[Expr, ...]
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Start:
    """``start(players=2, turn=A)``: the first situation where it differs from the usual.

    A ``Stock`` that is not named holds as many as the default scope says.
    """

    players: int
    fields: tuple[tuple[str, Expr], ...]
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Play:
    """The deed happens now, and is legal."""

    deed: Deed
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Refused:
    """``illegal(deed)``; with ``impossible`` its needs fail, else they hold."""

    deed: Deed
    impossible: bool
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Expect:
    """``expect(condition)`` in the situation reached so far."""

    condition: Expr
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example; ``number`` counts the examples of its clause from 1."""

    number: int
    start: Start
    lines: tuple[Play | Refused | Expect, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class BlockText:
    """A block as it stands in the document: its info string, and what it holds."""

    info: str
    text: str


@dataclass(frozen=True, slots=True)
class Clause:
    """A numbered clause: its words, as plain text, and what it is without a block.

    ``section``: a heading without words of its own. ``unmodelled``: the reason, if it has
    one. ``restated``: the clauses that say the same. ``formal``: a rule or an example
    stands under it. ``blocks``: what stands under it, to be compared with what stood there
    before.
    """

    id: str
    title: str
    words: str
    place: Place
    section: bool
    unmodelled: str | None
    restated: tuple[str, ...]
    formal: bool = False
    blocks: tuple[BlockText, ...] = unseen(default=(), compare=False)


class RoleKind(Enum):
    """What a role's name stands for in this rulebook."""

    FIELD = "field"
    ACTION = "action"
    TAG = "tag"
    HELPER = "helper"
    TYPE = "type"


@dataclass(frozen=True, slots=True)
class Role:
    """``name = "target"`` in the header's roles."""

    name: str
    kind: RoleKind
    target: str


@dataclass(frozen=True, slots=True)
class Requirement:
    """``name = "strength"`` in the header's table of what is required."""

    name: str
    strength: str
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A rulebook that has been read without a fault. Orders are the document's.

    ``runs``: settings in which it is checked beside the default one.
    """

    name: str
    file: str
    title: str
    edition: str
    players: tuple[int, int]
    scope: tuple[tuple[str, int], ...]
    roles: tuple[Role, ...]
    required: tuple[Requirement, ...]
    golden_rule: bool
    clauses: tuple[Clause, ...]
    enums: tuple[EnumType, ...]
    records: tuple[RecordType, ...]
    fields: tuple[StateField, ...]
    helpers: tuple[Helper, ...]
    actions: tuple[Action, ...]
    norms: tuple[Norm, ...]
    consequences: tuple[Consequence, ...]
    claims: tuple[Claim, ...]
    examples: tuple[Example, ...]
    runs: tuple[Setting, ...] = ()

    def clause(self, id_: str) -> Clause:
        """The clause with this id; KeyError if there is none."""
        for clause in self.clauses:
            if clause.id == id_:
                return clause
        raise KeyError(id_)

    def action(self, name: str) -> Action:
        """The action with this name; KeyError if there is none."""
        for action in self.actions:
            if action.name == name:
                return action
        raise KeyError(name)

    def origins(self) -> tuple[Origin, ...]:
        """Where every declaration, norm, consequence, claim and example comes from."""
        return (
            *(one.origin for one in self.fields),
            *(one.origin for one in self.helpers),
            *(one.origin for one in self.actions),
            *(one.origin for one in self.norms),
            *(one.origin for one in self.consequences),
            *(one.origin for one in self.claims),
            *(one.origin for one in self.examples),
        )

    def readings(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The open questions and their answers, in the order of the document."""
        found: dict[str, list[str]] = {}
        statements: tuple[Norm | Consequence | Claim, ...] = (
            *self.norms,
            *self.consequences,
            *self.claims,
        )
        for statement in statements:
            if statement.reading is not None:
                answers = found.setdefault(statement.reading.question, [])
                if statement.reading.answer not in answers:
                    answers.append(statement.reading.answer)
        return tuple((question, tuple(answers)) for question, answers in found.items())


@dataclass(frozen=True, slots=True)
class Property:
    """A property of any rulebook, read against one of them.

    ``missing`` names the roles that the rulebook lacks; then ``claim`` is None.
    """

    name: str
    title: str
    words: str
    place: Place
    missing: tuple[str, ...]
    claim: Claim | None
