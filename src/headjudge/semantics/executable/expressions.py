"""Expressions of a rulebook as expressions of Python."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from keyword import iskeyword
from typing import assert_never

from headjudge.rulebook.syntax import (
    About,
    And,
    Ask,
    Body,
    BoolType,
    Branch,
    Call,
    Choose,
    Compare,
    Comparison,
    Distance,
    Domain,
    EachType,
    EnumType,
    Expr,
    FieldValue,
    Folded,
    Generator,
    Given,
    Item,
    Length,
    Let,
    ListType,
    Literal,
    MakeRecord,
    MakeTuple,
    MaybeType,
    Next,
    NextPlayer,
    Nobody,
    Not,
    NumberType,
    OneOf,
    Or,
    OverEnum,
    OverIndices,
    OverItems,
    OverPlayers,
    Part,
    PlayerType,
    RangeType,
    RecordType,
    Return,
    Rulebook,
    ScopeValue,
    Some,
    StockType,
    Sum,
    Type,
    Variable,
)
from headjudge.semantics.executable.building import (
    assign,
    attribute,
    call,
    constant,
    name,
    size_value,
    subscript,
    tuple_of,
)
from headjudge.semantics.executable.names import TAKEN, TAKEN_ATTRIBUTES, Names, checked

COMPARISONS: dict[Comparison, type[ast.cmpop]] = {
    Comparison.EQ: ast.Eq,
    Comparison.NE: ast.NotEq,
    Comparison.LT: ast.Lt,
    Comparison.LE: ast.LtE,
    Comparison.GT: ast.Gt,
    Comparison.GE: ast.GtE,
}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The identifiers of a whole model: of its module, its fields, its records' parts."""

    module: Names
    fields: Names
    members: dict[str, tuple[str, ...]]
    parts: dict[str, Names]

    def locals(self) -> Names:
        """Identifiers for one function's names."""
        return Names(self.module.taken)

    def annotation(self, type_: Type) -> ast.expr:
        """The type of a value in Python."""
        match type_:
            case BoolType():
                return name("bool")
            case RangeType() | StockType() | PlayerType() | NumberType():
                return name("int")
            case EnumType(called) | RecordType(called):
                return name(self.module[called])
            case MaybeType(of):
                return ast.BinOp(self.annotation(of), ast.BitOr(), ast.Constant(None))
            case EachType(_, of) | ListType(of):
                return subscript(name("list"), self.annotation(of))
            case _:
                assert_never(type_)


def vocabulary(rulebook: Rulebook) -> Vocabulary:
    """Give identifiers to everything in a rulebook that has a name."""
    module = Names(TAKEN)
    classes = [module[enum.name] for enum in rulebook.enums]
    classes += [module[record.name] for record in rulebook.records]
    for helper in rulebook.helpers:
        module[helper.name]
    fields = Names(TAKEN_ATTRIBUTES.union(classes))
    for field in rulebook.fields:
        fields[field.name]
    parts = {}
    for record in rulebook.records:
        parts[record.name] = Names(TAKEN_ATTRIBUTES.union(classes))
        for part, _ in record.fields:
            parts[record.name][part]
    return Vocabulary(module, fields, {enum.name: members(enum) for enum in rulebook.enums}, parts)


def members(enum: EnumType) -> tuple[str, ...]:
    """Identifiers for the members of an enum; Python keeps those with a bar in front."""
    names = Names({"mro", "name", "value"})
    return tuple(
        names.fresh(f"M{member}") if member.startswith("_") else names[member]
        for member in enum.members
    )


@dataclass(frozen=True, slots=True)
class Speaker:
    """Translates the expressions of one function.

    ``now`` names the state that is read. ``counted`` holds variables that run over indices
    and so are never below zero.
    """

    words: Vocabulary
    locals: Names
    now: str = "now"
    counted: frozenset[str] = frozenset()

    def counting(self, variable: str, domain: Domain) -> Speaker:
        """The same inside ``for variable in domain``."""
        if isinstance(domain, OverIndices):
            return replace(self, counted=self.counted | {variable})
        return replace(self, counted=self.counted - {variable})

    def expression(self, expr: Expr) -> ast.expr:
        """The expression in Python."""
        match expr:
            case Literal(value, EnumType(enum)):
                member = self.words.members[enum][int(value)]
                return attribute(name(self.words.module[enum]), member)
            case Literal(value, BoolType()):
                return constant(bool(value))
            case Literal(value):
                return constant(int(value))
            case Nobody():
                return constant(None)
            case ScopeValue(size):
                return size_value(size, self.now)
            case FieldValue(field):
                return attribute(name(self.now), self.words.fields[field])
            case Variable(variable):
                return name(self.locals[variable])
            case Item(base, index):
                return self.item(base, index)
            case Part(base, part):
                return attribute(self.expression(base), self.part(base.type, part))
            case Given(base):
                return call("given", [self.expression(base)])
            case Some(base):
                return self.expression(base)
            case Compare(Comparison.EQ | Comparison.NE as op, left, Nobody()):
                identity = ast.Is() if op is Comparison.EQ else ast.IsNot()
                return ast.Compare(self.expression(left), [identity], [constant(None)])
            case Compare(op, left, right):
                return ast.Compare(
                    self.expression(left), [COMPARISONS[op]()], [self.expression(right)]
                )
            case OneOf(value, choices):
                return self.one_of(value, choices, ast.In())
            case Not(OneOf(value, choices)):
                return self.one_of(value, choices, ast.NotIn())
            case Not(operand):
                return ast.UnaryOp(ast.Not(), self.expression(operand))
            case And():
                return ast.BoolOp(ast.And(), [self.expression(one) for one in flat(expr, And)])
            case Or():
                return ast.BoolOp(ast.Or(), [self.expression(one) for one in flat(expr, Or)])
            case Choose(test, then, orelse):
                return ast.IfExp(*map(self.expression, (test, then, orelse)))
            case Sum(left, right, minus):
                sign = ast.Sub() if minus else ast.Add()
                return ast.BinOp(self.expression(left), sign, self.expression(right))
            case Length(base):
                return call("len", [self.expression(base)])
            case Folded(fold, element, generators):
                return call(fold.value, [self.generated(element, generators)])
            case NextPlayer(player):
                return call("next_player", [name(self.now), self.expression(player)])
            case Distance(start, end):
                return call("distance", [name(self.now), *map(self.expression, (start, end))])
            case Call(helper, arguments):
                return call(
                    self.words.module[helper], [name(self.now), *map(self.expression, arguments)]
                )
            case MakeRecord(record, arguments):
                return call(
                    self.words.module[record.name], [self.expression(one) for one in arguments]
                )
            case MakeTuple(items):
                return ast.List([self.expression(one) for one in items], ast.Load())
            case Ask():
                return self.ask(expr)
            case Next(base):
                return replace(self, now="after").expression(base)
            case _:
                assert_never(expr)

    def one_of(self, value: Expr, choices: tuple[Expr, ...], op: ast.cmpop) -> ast.expr:
        """``value in (a, b)``."""
        inside = tuple_of([self.expression(choice) for choice in choices])
        return ast.Compare(self.expression(value), [op], [inside])

    def item(self, base: Expr, index: Expr) -> ast.expr:
        """An entry of an ``Each``, or an item of a list."""
        items, at = self.expression(base), self.expression(index)
        direct = isinstance(base.type, EachType) or self.is_plain_index(index)
        return subscript(items, at) if direct else call("item", [items, at])

    def is_plain_index(self, index: Expr) -> bool:
        """Whether an index means in Python what it means in the language."""
        match index:
            case Literal():
                return True
            case Variable(variable):
                return variable in self.counted
            case _:
                return False

    def part(self, record: Type, part: str) -> str:
        """The attribute of a record's part."""
        if not isinstance(record, RecordType):
            raise TypeError(f"{record} has no parts")
        return self.words.parts[record.name][part]

    def ask(self, expr: Ask) -> ast.expr:
        """A question about an action."""
        actions = [constant(action) for action in expr.actions]
        asked = [actions[0] if len(actions) == 1 else tuple_of(actions)]
        if expr.about is not About.DOING:
            asked.insert(0, name(self.now))
        arguments = {
            f"{checked(key)}_" if iskeyword(key) else checked(key): self.expression(value)
            for key, value in expr.arguments
        }
        return call(attribute(name("game"), expr.about.value), asked, arguments)

    def generated(self, element: Expr, generators: tuple[Generator, ...]) -> ast.expr:
        """``element for name in domain if condition``."""
        speaker, loops = self, []
        for one in generators:
            over = speaker.domain(one.domain)
            speaker = speaker.counting(one.name, one.domain)
            loops.append(
                ast.comprehension(
                    ast.Name(speaker.locals[one.name], ast.Store()),
                    over,
                    [speaker.expression(condition) for condition in one.conditions],
                    0,
                )
            )
        return ast.GeneratorExp(speaker.expression(element), loops)

    def domain(self, domain: Domain) -> ast.expr:
        """What a loop runs over."""
        match domain:
            case OverPlayers():
                return call("range", [attribute(name(self.now), "players")])
            case OverEnum(enum):
                return name(self.words.module[enum.name])
            case OverItems(base):
                return self.expression(base)
            case OverIndices(base):
                return call("range", [call("len", [self.expression(base)])])
            case _:
                assert_never(domain)

    def body(self, body: Body) -> list[ast.stmt]:
        """A body that returns a value."""
        return [line for one in body for line in self.step(one)]

    def step(self, one: Let | Branch | Return) -> list[ast.stmt]:
        """One line of such a body; what stands in an ``else`` after a return needs none."""
        match one:
            case Let(variable, value):
                worked_out = self.expression(value)
                return [assign(self.locals[variable], worked_out)]
            case Branch(test, then, orelse) if always_returns(then):
                return [ast.If(self.expression(test), self.body(then), []), *self.body(orelse)]
            case Branch(test, then, orelse):
                lines = self.body(then) or [ast.Pass()]
                return [ast.If(self.expression(test), lines, self.body(orelse))]
            case Return(value):
                return [ast.Return(self.expression(value))]
            case _:
                assert_never(one)


def always_returns(body: Body) -> bool:
    """Whether a body returns on every path."""
    match body:
        case [*_, Return()]:
            return True
        case [*_, Branch(_, then, orelse)]:
            return always_returns(then) and always_returns(orelse)
        case _:
            return False


def flat(expr: Expr, kind: type[And | Or]) -> list[Expr]:
    """The operands of a chain of one kind, however it is nested."""
    if not isinstance(expr, kind):
        return [expr]
    return [inner for operand in expr.operands for inner in flat(operand, kind)]
