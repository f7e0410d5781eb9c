"""Short ways to write the syntax of small rulebooks by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import count

from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import (
    Action,
    ActionKind,
    Add,
    And,
    Append,
    Assign,
    Body,
    BoolType,
    Clause,
    Compare,
    Comparison,
    Consequence,
    Do,
    EachType,
    EnumType,
    Expr,
    FieldValue,
    Helper,
    Item,
    Keeps,
    Length,
    Let,
    ListType,
    Literal,
    Location,
    MakeRecord,
    MaybeType,
    Needs,
    Nobody,
    Norm,
    NormKind,
    Not,
    Number,
    NumberType,
    Or,
    Origin,
    Parameter,
    PlayerType,
    Pop,
    RangeType,
    RecordType,
    Return,
    Role,
    Rulebook,
    ScopeName,
    Some,
    Stage,
    StateField,
    Statement,
    StockType,
    Sum,
    Type,
    Variable,
)
from headjudge.rulebook.values import Act, Ruling, Value
from headjudge.semantics.executable import After, Game, Outcome, build

HERE = Place("small.md", 1, 1)
BOOL = BoolType()
NUMBER = NumberType()
PLAYER = PlayerType()
LINES = count(1)


def origin(clause: str, line: int | None = None) -> Origin:
    return Origin(clause, Place("small.md", line or next(LINES), 1))


def span(low: int, high: int) -> RangeType:
    return RangeType(Number(low), Number(high))


def stock(capacity: int | str) -> StockType:
    return StockType(Number(capacity) if isinstance(capacity, int) else ScopeName(capacity))


def list_of(of: Type, capacity: int | str) -> ListType:
    return ListType(of, Number(capacity) if isinstance(capacity, int) else ScopeName(capacity))


def each(of: Type) -> EachType:
    return EachType(PLAYER, of)


def lit(value: int, type_: Type = NUMBER) -> Literal:
    return Literal(value, type_, HERE)


TRUE = Literal(value=True, type=BOOL, place=HERE)
FALSE = Literal(value=False, type=BOOL, place=HERE)


def seat(number: int) -> Literal:
    return lit(number, PLAYER)


def nobody(of: Type = PLAYER) -> Nobody:
    return Nobody(MaybeType(of), HERE)


def some(value: Expr) -> Some:
    return Some(value, MaybeType(value.type), HERE)


def value(name: str, type_: Type = NUMBER) -> FieldValue:
    return FieldValue(name, type_, HERE)


def var(name: str, type_: Type = PLAYER) -> Variable:
    return Variable(name, type_, HERE)


def item(base: Expr, index: Expr) -> Item:
    of = base.type.of  # type: ignore[union-attr]
    return Item(base, index, NUMBER if isinstance(of, RangeType | StockType) else of, HERE)


def compare(left: Expr, op: str, right: Expr) -> Compare:
    return Compare(Comparison(op), left, right, BOOL, HERE)


def eq(left: Expr, right: Expr) -> Compare:
    return compare(left, "==", right)


def both(*operands: Expr) -> And:
    return And(operands, BOOL, HERE)


def either(*operands: Expr) -> Or:
    return Or(operands, BOOL, HERE)


def no(operand: Expr) -> Not:
    return Not(operand, BOOL, HERE)


def plus(left: Expr, right: Expr) -> Sum:
    return Sum(left, right, minus=False, type=NUMBER, place=HERE)


def minus(left: Expr, right: Expr) -> Sum:
    return Sum(left, right, minus=True, type=NUMBER, place=HERE)


def length(base: Expr) -> Length:
    return Length(base, NUMBER, HERE)


def let(name: str, expr: Expr) -> Let:
    return Let(name, expr, HERE)


def returns(expr: Expr) -> Body:
    return (Return(expr, HERE),)


def needs(condition: Expr) -> Needs:
    return Needs(condition, HERE)


def where(field: str, *path: Expr | str, type_: Type = NUMBER) -> Location:
    return Location(field, path, type_, HERE)


def put(field: str, expr: Expr, *path: Expr | str, type_: Type | None = None) -> Assign:
    return Assign(where(field, *path, type_=type_ or expr.type), expr, HERE)


def add(field: str, expr: Expr, *path: Expr | str) -> Add:
    return Add(where(field, *path), expr, minus=False, place=HERE)


def take(field: str, expr: Expr, *path: Expr | str) -> Add:
    return Add(where(field, *path), expr, minus=True, place=HERE)


def append(field: str, expr: Expr, *path: Expr | str) -> Append:
    return Append(where(field, *path), expr, HERE)


def pop(field: str, index: Expr | None = None, *path: Expr | str) -> Pop:
    return Pop(where(field, *path), index, HERE)


def keeps(field: str) -> Keeps:
    return Keeps(field, HERE)


def call_effect(name: str, *arguments: Expr) -> Do:
    return Do(name, arguments, HERE)


def player(name: str = "player") -> Parameter:
    return Parameter(name, PLAYER, HERE)


def parameter(name: str, type_: Type) -> Parameter:
    return Parameter(name, type_, HERE)


def field(
    name: str,
    type_: Type,
    initial: Expr | None = None,
    *,
    told: bool = False,
    clause: str = "1.0",
) -> StateField:
    return StateField(name, type_, initial, hidden=False, told=told, origin=origin(clause))


def step(
    name: str,
    *effects: Statement,
    clause: str = "1.0",
    parameters: Sequence[Parameter] = (),
    preamble: Sequence[Let | Needs] = (),
    kind: ActionKind = ActionKind.STEP,
    tags: tuple[str, ...] = (),
) -> Action:
    return Action(name, kind, tags, tuple(parameters), tuple(preamble), effects, origin(clause))


def move(name: str, *effects: Statement, clause: str = "1.0", **more: object) -> Action:
    parameters = more.pop("parameters", (player(),))
    return step(
        name,
        *effects,
        clause=clause,
        kind=ActionKind.MOVE,
        parameters=parameters,  # type: ignore[arg-type]
        **more,  # type: ignore[arg-type]
    )


def norm(
    kind: str,
    clause: str,
    *actions: str,
    condition: Expr = TRUE,
    body: Body | None = None,
    parameters: Sequence[Parameter] = (),
    overrides: tuple[str, ...] = (),
    before: tuple[str, ...] = (),
) -> Norm:
    return Norm(
        actions[0],
        NormKind(kind),
        actions,
        tuple(parameters),
        body or returns(condition),
        overrides,
        before,
        None,
        (),
        origin(clause),
    )


def when(clause: str, action: str, *effects: Statement, **more: object) -> Consequence:
    return Consequence(
        action,
        more.get("stage", Stage.WHEN),  # type: ignore[arg-type]
        (action,),
        more.get("parameters", ()),  # type: ignore[arg-type]
        effects,
        more.get("overrides", ()),  # type: ignore[arg-type]
        None,
        (),
        origin(clause),
    )


def then(clause: str, action: str, *effects: Statement, **more: object) -> Consequence:
    return when(clause, action, *effects, stage=Stage.THEN, **more)


def helper(
    name: str,
    type_: Type | None = None,
    body: Body = (),
    *,
    effects: tuple[Statement, ...] = (),
    parameters: Sequence[Parameter] = (),
    clause: str = "1.0",
) -> Helper:
    return Helper(name, tuple(parameters), type_, body, effects, origin(clause))


def clause(id_: str, words: str = "Words.") -> Clause:
    return Clause(id_, "", words, HERE, section=False, unmodelled=None, restated=())


def book(*parts: object, clauses: Sequence[Clause] = (), **more: object) -> Rulebook:
    """A rulebook of these parts; clauses 1.0 to 1.9 and those given."""
    numbered = tuple(clause(f"1.{number}") for number in range(10))

    def of(kind: type) -> tuple[object, ...]:
        return tuple(part for part in parts if isinstance(part, kind))

    settings: dict[str, object] = {
        "name": "small",
        "file": "small.md",
        "title": "Small",
        "edition": "1",
        "players": (2, 2),
        "scope": (("room", 2), ("hand", 1)),
        "required": (),
        "golden_rule": False,
        "claims": (),
        "examples": (),
    }
    return Rulebook(
        roles=of(Role),  # type: ignore[arg-type]
        clauses=(*numbered, *clauses),
        enums=of(EnumType),  # type: ignore[arg-type]
        records=of(RecordType),  # type: ignore[arg-type]
        fields=of(StateField),  # type: ignore[arg-type]
        helpers=of(Helper),  # type: ignore[arg-type]
        actions=of(Action),  # type: ignore[arg-type]
        norms=of(Norm),  # type: ignore[arg-type]
        consequences=of(Consequence),  # type: ignore[arg-type]
        **(settings | more),  # type: ignore[arg-type]
    )


def game_of(*parts: object, bounded: bool = True, **more: object) -> Game:
    """A game of a small rulebook in its default setting."""
    rules = build(book(*parts, **more))  # type: ignore[arg-type]
    return Game(rules, rules.setting(), bounded=bounded)


def played(
    *parts: object,
    start: Mapping[str, Value] | None = None,
    arguments: tuple[Value, ...] = (),
    orders: tuple[int, ...] = (),
    bounded: bool = True,
    keep_start: bool = False,
) -> Outcome:
    """What comes of the only action of a rulebook; ``keep_start``: the start, afterwards."""
    game = game_of(*parts, bounded=bounded)
    state = game.start(start or {})
    (action,) = game.rules.actions
    outcome = game.apply(state, Act(action.name, arguments, orders))
    return After(state, (), ()) if keep_start else outcome


def values(outcome: Outcome) -> dict[str, Value]:
    """The fields after a step, as plain values."""
    assert isinstance(outcome, After), outcome
    names = [one.name for one in fields(outcome.state)][3:]
    return {name: plain(getattr(outcome.state, name)) for name in names}


def plain(native: object) -> Value:
    """A value of a model as a plain one."""
    match native:
        case bool() | None:
            return native
        case int():
            return int(native)
        case list():
            return tuple(map(plain, native))
        case _ if is_dataclass(native):
            return tuple(plain(getattr(native, one.name)) for one in fields(native))
        case _:
            raise TypeError(native)


# ------------------------------------------------- what many tests speak of

N = span(0, 9)
ROW = list_of(N, 3)
PAIR = RecordType("Pair", (("left", N), ("right", N)))
PAIRS = list_of(PAIR, 3)
X, Y = value("x"), value("y")
XS = value("xs", ROW)
GO = Act("go", ())
OTHER = Act("other", ())
USUAL = Ruling()
UNDEFINED = compare(item(XS, lit(0)), "==", lit(0))
LISTED = field("xs", ROW)


def number(name: str, start: int = 0) -> object:
    return field(name, N, lit(start))


def pair(left: int, right: int) -> MakeRecord:
    return MakeRecord(PAIR, (lit(left), lit(right)), PAIR, HERE)


def stands(*parts: object, act: Act = GO, ruling: Ruling = USUAL, **more: object) -> str:
    """``can``, ``due`` and ``legal``, as letters, of one act in the first situation."""
    rules = build(book(*parts, **more))  # type: ignore[arg-type]
    game = Game(rules, rules.setting(), ruling=ruling)
    state = game.start({})
    found = "c" * game.can(state, act) + "d" * (act in game.due(state))
    assert game.is_legal(state, act) == (act in game.legal(state))
    return found + "l" * game.is_legal(state, act)
