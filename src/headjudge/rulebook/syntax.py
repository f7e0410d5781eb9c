"""Typed, immutable syntax of a rulebook.

The reader makes these values out of a document; everything above reads them and never
looks at Markdown or Python again. Every node that a message may name has a place.
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as unseen
from enum import Enum

from headjudge.rulebook.places import Place

# --------------------------------------------------------------------------- sizes


@dataclass(frozen=True, slots=True)
class Number:
    """A size written as a number."""

    value: int


@dataclass(frozen=True, slots=True)
class ScopeName:
    """A size named in the header's scope: ``scope.cascade``."""

    name: str


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """The number of players as a size."""


@dataclass(frozen=True, slots=True)
class SizeSum:
    """``left + right`` or, with ``minus``, ``left - right``."""

    left: Size
    right: Size
    minus: bool = False


Size = Number | ScopeName | PlayerCount | SizeSum


@dataclass(frozen=True, slots=True)
class Setting:
    """What one run of a rulebook fixes: players and the scope, as (name, value) pairs."""

    players: int
    scope: tuple[tuple[str, int], ...]

    def value(self, size: Size) -> int:
        """Work out a size in this setting."""
        match size:
            case Number(value):
                return value
            case ScopeName(name):
                return dict(self.scope)[name]
            case PlayerCount():
                return self.players
            case SizeSum(left, right, minus):
                other = self.value(right)
                return self.value(left) + (-other if minus else other)


# --------------------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class BoolType:
    """``bool``."""


@dataclass(frozen=True, slots=True)
class NumberType:
    """Any integer: the type of arithmetic; never stored."""


@dataclass(frozen=True, slots=True)
class RangeType:
    """``Range[lo, hi]``, both ends included."""

    low: Size
    high: Size


@dataclass(frozen=True, slots=True)
class StockType:
    """``Stock[n]``: 0 to n; starts at any of these values; above n a play is cut off."""

    capacity: Size


@dataclass(frozen=True, slots=True)
class PlayerType:
    """``Player``: 0 to players - 1."""


@dataclass(frozen=True, slots=True)
class EnumType:
    """A class of names; a value is the index of its member."""

    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordType:
    """A class of named fields, each of a scalar type."""

    name: str
    fields: tuple[tuple[str, Type], ...]


@dataclass(frozen=True, slots=True)
class MaybeType:
    """``Maybe[T]``: a value of ``T`` or ``nobody``."""

    of: Type


@dataclass(frozen=True, slots=True)
class EachType:
    """``Each[key, T]``: one value per player or per member of an enum."""

    key: PlayerType | EnumType
    of: Type


@dataclass(frozen=True, slots=True)
class ListType:
    """``List[T, n]`` in a state, ``Seq[T, n]`` as a parameter."""

    of: Type
    capacity: Size


Type = (
    BoolType
    | NumberType
    | RangeType
    | StockType
    | PlayerType
    | EnumType
    | RecordType
    | MaybeType
    | EachType
    | ListType
)

# --------------------------------------------------------------------- expressions
#
# ``type`` is the type of the value. Expressions over Range, Stock and numbers have the
# type NumberType; a stored field's own type is found in its declaration.


@dataclass(frozen=True, slots=True)
class Literal:
    """``True``, ``3``, an enum member, or a player given by number (``A`` is 0)."""

    value: bool | int
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Nobody:
    """``nobody``."""

    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class ScopeValue:
    """``scope.name`` or the number ``players`` inside an expression."""

    size: Size
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class FieldValue:
    """A field of the state."""

    name: str
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Variable:
    """A parameter, a local name or the variable of a generator."""

    name: str
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Item:
    """``base[index]`` of an ``Each`` or a ``List``.

    In a list an index that is a literal below zero counts from the end; any other index
    outside the list is undefined.
    """

    base: Expr
    index: Expr
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Part:
    """``base.name`` of a record."""

    base: Expr
    name: str
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Given:
    """The value inside a ``Maybe``, where one is needed; undefined if it is nobody.

    Written by nobody: the reader puts it where a ``Maybe[T]`` stands for a ``T``.
    """

    base: Expr
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Some:
    """A ``T`` where a ``Maybe[T]`` is needed; put in by the reader."""

    base: Expr
    type: Type
    place: Place = unseen(compare=False)


class Comparison(Enum):
    """The comparisons; ``EQ`` and ``NE`` compare whole values of one type."""

    EQ = "=="
    NE = "!="
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="


@dataclass(frozen=True, slots=True)
class Compare:
    """One comparison; a chain ``a < b < c`` is read as ``a < b and b < c``."""

    op: Comparison
    left: Expr
    right: Expr
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class OneOf:
    """``value in (a, b)``; ``x in some_list`` is read as an ``any``."""

    value: Expr
    choices: tuple[Expr, ...]
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class And:
    """Left to right; what stands after a false operand is not looked at."""

    operands: tuple[Expr, ...]
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Or:
    """Left to right; what stands after a true operand is not looked at."""

    operands: tuple[Expr, ...]
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    """``not operand``."""

    operand: Expr
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Choose:
    """``then if test else orelse``."""

    test: Expr
    then: Expr
    orelse: Expr
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Sum:
    """``left + right`` or, with ``minus``, ``left - right``."""

    left: Expr
    right: Expr
    minus: bool
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Length:
    """``len(list)``."""

    base: Expr
    type: Type
    place: Place = unseen(compare=False)


# What a generator or a ``for`` runs over.


@dataclass(frozen=True, slots=True)
class OverPlayers:
    """``players``, in the order of the seats."""


@dataclass(frozen=True, slots=True)
class OverEnum:
    """The members of an enum, in the order of declaration."""

    enum: EnumType


@dataclass(frozen=True, slots=True)
class OverItems:
    """The items of a list, or the values of an ``Each``, first to last."""

    base: Expr


@dataclass(frozen=True, slots=True)
class OverIndices:
    """``indices(list)``: 0 to its length - 1."""

    base: Expr


Domain = OverPlayers | OverEnum | OverItems | OverIndices


@dataclass(frozen=True, slots=True)
class Generator:
    """``for name in domain if condition and …``; ``type`` is the variable's type."""

    name: str
    domain: Domain
    type: Type
    conditions: tuple[Expr, ...]


class Fold(Enum):
    """What is made of a generator expression.

    ``FIRST`` and ``LAST`` are undefined if there is none. ``COUNT`` counts how often the
    element, a condition, is true; ``count(x for x in numbers)`` is the same as ``sum``.
    """

    ANY = "any"
    ALL = "all"
    SUM = "sum"
    COUNT = "count"
    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Folded:
    """``fold(element for … in … if …)``."""

    fold: Fold
    element: Expr
    generators: tuple[Generator, ...]
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class NextPlayer:
    """``next_player(p)`` in turn order."""

    player: Expr
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Distance:
    """``distance(p, q)``: how many seats q sits after p, 0 to players - 1."""

    start: Expr
    end: Expr
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a helper that returns a value."""

    helper: str
    arguments: tuple[Expr, ...]
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class MakeRecord:
    """``Effect(player, FAST, False)``: one argument per field, in order."""

    record: RecordType
    arguments: tuple[Expr, ...]
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class MakeTuple:
    """``(1, 0)``: entries of an ``Each``, items of a ``Seq``; examples and defaults only."""

    items: tuple[Expr, ...]
    type: Type
    place: Place = unseen(compare=False)


class About(Enum):
    """What a claim asks about an action."""

    CAN = "can"
    LEGAL = "legal"
    DOING = "doing"


@dataclass(frozen=True, slots=True)
class Ask:
    """``can(action(…))``, ``legal(action(…))``, ``doing(action(…))``: claims only.

    ``actions`` is one action, or all actions with a tag. ``arguments`` binds parameters by
    name; the others may be anything (there is a way to fill them in).
    """

    about: About
    actions: tuple[str, ...]
    arguments: tuple[tuple[str, Expr], ...]
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Next:
    """``next(expression)``: its value after the step; claims only."""

    base: Expr
    type: Type
    place: Place = unseen(compare=False)


Expr = (
    Literal
    | Nobody
    | ScopeValue
    | FieldValue
    | Variable
    | Item
    | Part
    | Given
    | Some
    | Compare
    | OneOf
    | And
    | Or
    | Not
    | Choose
    | Sum
    | Length
    | Folded
    | NextPlayer
    | Distance
    | Call
    | MakeRecord
    | MakeTuple
    | Ask
    | Next
)

# ----------------------------------------------------- bodies that return a value


@dataclass(frozen=True, slots=True)
class Let:
    """``name = value``: worked out where it stands."""

    name: str
    value: Expr
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Branch:
    """``if test: … else: …`` in a body that returns a value.

    Names bound inside a branch are not known after it.
    """

    test: Expr
    then: Body
    orelse: Body
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Return:
    """``return value``."""

    value: Expr
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Needs:
    """``needs(condition)``: a premise of a claim, or what an action physically needs."""

    condition: Expr
    place: Place = unseen(compare=False)


# A body returns on every path: the reader has checked it.
Body = tuple[Let | Branch | Return, ...]

# ------------------------------------------------------- statements with an effect


@dataclass(frozen=True, slots=True)
class Location:
    """What a statement writes: a field, and the way into it.

    ``path`` holds an index expression for each step into an ``Each`` or a ``List`` and a
    name for each step into a record. ``type`` is the declared type of what is written.
    """

    field: str
    path: tuple[Expr | str, ...]
    type: Type
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Assign:
    """``location = value``; a scalar value given to an ``Each`` is given to all entries.

    The reader leaves such a value with the type of one entry.
    """

    location: Location
    value: Expr
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Add:
    """``location += value`` or, with ``minus``, ``location -= value``."""

    location: Location
    value: Expr
    minus: bool
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Append:
    """``location.append(value)``."""

    location: Location
    value: Expr
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Pop:
    """``location.pop(index)``; without an index, the last item."""

    location: Location
    index: Expr | None
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Keeps:
    """``keeps(field)``: it stays as it is; counts as speaking of it."""

    field: str
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class If:
    """``if test: … else: …``; ``elif`` is read as a nested one."""

    test: Expr
    then: tuple[Statement, ...]
    orelse: tuple[Statement, ...]
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class For:
    """``for name in domain: …``."""

    name: str
    domain: Domain
    type: Type
    body: tuple[Statement, ...]
    place: Place = unseen(compare=False)


@dataclass(frozen=True, slots=True)
class Do:
    """A call of a helper that changes the state."""

    helper: str
    arguments: tuple[Expr, ...]
    place: Place = unseen(compare=False)


Statement = Assign | Add | Append | Pop | Keeps | If | For | Let | Do

# -------------------------------------------------------------------- declarations


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
    leaves the parameter out means.
    """

    name: str
    type: Type
    place: Place = unseen(compare=False)
    which: bool = False
    default: Expr | None = None


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
    NO_LOST_OPTION = "no_lost_option"
    NO_CONFLICT = "no_conflict"
    NO_CLASH = "no_clash"
    NO_GAP = "no_gap"
    NO_SILENCE = "no_silence"
    NO_IMPOSSIBLE_OBLIGATION = "no_impossible_obligation"
    DEFINED = "defined"


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of the rulebook, or a property of any rulebook.

    ``premise`` holds the ``needs`` of the claim and the names before them. ``every``: it
    speaks of all situations, not only of those at rest. ``of_steps``: it uses ``doing`` or
    ``next`` and speaks of steps. ``each``: with SOMETIMES, the parameters for every value
    of which it has to happen. ``option``, ``decline``: with NO_LOST_OPTION, the actions
    that use what is offered and those that decline it.
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


# ------------------------------------------------------------------------ examples


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


# ---------------------------------------------------------------- whole documents


@dataclass(frozen=True, slots=True)
class Clause:
    """A numbered clause: its words, as plain text, and what it is without a block.

    ``section``: a heading without words of its own. ``unmodelled``: the reason, if it has
    one. ``restated``: the clauses that say the same. ``formal``: a rule or an example
    stands under it.
    """

    id: str
    title: str
    words: str
    place: Place
    section: bool
    unmodelled: str | None
    restated: tuple[str, ...]
    formal: bool = False


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
class Rulebook:
    """A rulebook that has been read without a fault. Orders are the document's."""

    name: str
    file: str
    title: str
    edition: str
    players: tuple[int, int]
    scope: tuple[tuple[str, int], ...]
    roles: tuple[Role, ...]
    required: tuple[tuple[str, str], ...]
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
