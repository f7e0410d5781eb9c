"""Conditions and values of a rulebook as plain English, the same words for the same form.

The aim is a sentence that can be held against the clause's own. It is longer than a person
would write it and leaves nothing open: brackets stand wherever a sentence could be taken
in two ways.
"""

from __future__ import annotations

from enum import Enum

from headjudge.reports.words import listed, member, spoken, tell
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
    Expr,
    FieldValue,
    Fold,
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
    Needs,
    Next,
    NextPlayer,
    Nobody,
    Not,
    Number,
    OneOf,
    Or,
    OverEnum,
    OverIndices,
    OverItems,
    OverPlayers,
    Part,
    PlayerCount,
    Return,
    ScopeName,
    ScopeValue,
    Size,
    SizeSum,
    Some,
    Sum,
    Variable,
)

_COMPARED = {
    Comparison.EQ: "is",
    Comparison.NE: "is not",
    Comparison.LT: "is less than",
    Comparison.LE: "is at most",
    Comparison.GT: "is more than",
    Comparison.GE: "is at least",
}


class _Binds(Enum):
    """What a phrase is made of at its outermost; what is looser than asked gets brackets."""

    LOOSE = 0
    OR = 1
    AND = 2
    PLAIN = 3


def condition(expression: Expr) -> str:
    """A condition: ``window and priority is player``."""
    return _phrase(expression)[1]


def value(expression: Expr) -> str:
    """A value: ``the player after turn``."""
    return _within(expression, _Binds.PLAIN)


def body(statements: Body) -> str:
    """What a body returns, as one phrase: its names first, then its branches."""
    return _returned(statements)[1]


def always(statements: Body) -> bool | None:
    """Whether a body returns a truth value whatever the situation is, and which."""
    match statements:
        case (Return(Literal(type=BoolType(), value=told)),):
            return bool(told)
        case _:
            return None


def premise(parts: tuple[Let | Needs, ...]) -> tuple[str, ...]:
    """What a preamble needs, and the names before it, as phrases."""
    return tuple(
        named(part) if isinstance(part, Let) else _within(part.condition, _Binds.AND)
        for part in parts
    )


def named(let: Let) -> str:
    """``where n is the length of cascade``."""
    return f"where {spoken(let.name)} is {value(let.value)}"


def one_of(domain: Domain) -> str:
    """What a name runs over: ``the players``, ``the items of cascade``."""
    match domain:
        case OverPlayers():
            return "the players"
        case OverEnum(enum):
            return listed([member(name) for name in enum.members])
        case OverItems(base) if isinstance(base.type, ListType):
            return f"the items of {value(base)}"
        case OverItems(base):
            return f"the values of {value(base)}"
        case OverIndices(base):
            return f"the places in {value(base)}"


def size(told: Size) -> str:
    """A size: ``the bound cascade``, ``the number of players less 1``."""
    match told:
        case Number(number):
            return str(number)
        case ScopeName(name):
            return f"the bound {spoken(name)}"
        case PlayerCount():
            return "the number of players"
        case SizeSum(left, right, minus):
            other = f"({size(right)})" if isinstance(right, SizeSum) else size(right)
            return f"{size(left)} {'less' if minus else 'plus'} {other}"


def arguments(expressions: tuple[Expr, ...]) -> str:
    """Values in a row, with commas."""
    return ", ".join(value(one) for one in expressions)


# ------------------------------------------------------------------------- the forms


def _within(expression: Expr, asked: _Binds) -> str:
    binds, said = _phrase(expression)
    return said if binds.value >= asked.value else f"({said})"


def _phrase(expression: Expr) -> tuple[_Binds, str]:
    match expression:
        case And(operands):
            parts = [_within(one, _Binds.AND) for one in operands]
            return _Binds.AND, " and ".join(parts)
        case Or(operands):
            parts = [_within(one, _Binds.PLAIN) for one in operands]
            return _Binds.OR, " or ".join(parts)
        case Not(operand):
            return _Binds.PLAIN, _negated(operand)
        case Choose(test, then, orelse):
            said = f"{value(then)} if {_within(test, _Binds.AND)}, otherwise {value(orelse)}"
            return _Binds.LOOSE, said
        case Folded():
            return _folded(expression)
        case Ask():
            return _Binds.PLAIN, _ask(expression)
        case Compare(op, left, right):
            return _Binds.PLAIN, f"{value(left)} {_COMPARED[op]} {value(right)}"
        case OneOf(one, choices):
            return _Binds.PLAIN, f"{value(one)} is one of {arguments(choices)}"
        case _:
            return _Binds.PLAIN, _value(expression)


def _value(expression: Expr) -> str:
    match expression:
        case Literal(told, type_):
            return tell(told, type_)
        case Nobody():
            return "nobody"
        case ScopeValue(told_size):
            return size(told_size)
        case FieldValue(name) | Variable(name):
            return spoken(name)
        case Given(base) | Some(base):
            return value(base)
        case Item(base, Literal(int(number))) if number < 0:
            return f"{_from_the_end(number)} item of {value(base)}"
        case Item(base, index) if isinstance(_kept(base), ListType):
            return f"item {value(index)} of {value(base)}"
        case Item(base, index):
            return f"{value(base)} of {value(index)}"
        case Part(base, name):
            return f"the {spoken(name)} of {value(base)}"
        case Length(base):
            return f"the number of items of {value(base)}"
        case Sum(left, right, minus):
            other = value(right)
            other = f"({other})" if isinstance(right, Sum) else other
            return f"{value(left)} {'less' if minus else 'plus'} {other}"
        case NextPlayer(player):
            return f"the player after {value(player)}"
        case Distance(start, end):
            return f"the number of seats from {value(start)} to {value(end)}"
        case Call(helper, given):
            return f"“{spoken(helper)}”{f' ({arguments(given)})' if given else ''}"
        case MakeRecord(record, given):
            parts = [
                f"{spoken(name)} {value(one)}"
                for (name, _), one in zip(record.fields, given, strict=True)
            ]
            return f"{record.name} ({', '.join(parts)})"
        case MakeTuple(items):
            return f"({arguments(items)})"
        case Next(base):
            return f"{value(base)} afterwards"
        case And() | Or() | Not() | Choose() | Folded() | Ask() | Compare() | OneOf():
            return _within(expression, _Binds.PLAIN)


def _negated(operand: Expr) -> str:
    match operand:
        case Compare(Comparison.EQ, left, right):
            return f"{value(left)} is not {value(right)}"
        case OneOf(one, choices):
            return f"{value(one)} is none of {arguments(choices)}"
        case Folded(Fold.ANY, element, generators):
            return f"there is no {_running(generators)} {_such(element)}"
        case _:
            return f"not {_within(operand, _Binds.PLAIN)}"


def _folded(folded: Folded) -> tuple[_Binds, str]:
    running, element = _running(folded.generators), folded.element
    match folded.fold:
        case Fold.ANY:
            return _Binds.LOOSE, f"there is {running} {_such(element)}"
        case Fold.ALL:
            return _Binds.LOOSE, f"for every {running}: {condition(element)}"
        case Fold.SUM:
            return _Binds.LOOSE, f"the sum of {value(element)} over every {running}"
        case Fold.COUNT:
            return _Binds.LOOSE, f"the number of times, over every {running}, {_such(element)}"
        case Fold.FIRST:
            return _Binds.LOOSE, f"the first {_picked(element, running)}"
        case Fold.LAST:
            return _Binds.LOOSE, f"the last {_picked(element, running)}"


def _picked(element: Expr, running: str) -> str:
    return running if isinstance(element, Variable) else f"{value(element)}, of {running}"


def _such(element: Expr) -> str:
    return f"such that {_within(element, _Binds.AND)}"


def _running(generators: tuple[Generator, ...]) -> str:
    """``p among the players (fast of p is more than 0)``."""
    said = []
    for one in generators:
        part = f"{spoken(one.name)} among {one_of(one.domain)}"
        if one.conditions:
            part += f" with {' and '.join(_within(c, _Binds.AND) for c in one.conditions)}"
        said.append(part)
    return " and ".join(said)


def _ask(ask: Ask) -> str:
    deeds = listed([spoken(name) for name in ask.actions], "or")
    given = ", ".join(f"{spoken(name)} {value(one)}" for name, one in ask.arguments)
    what = f"“{deeds}”{f' ({given})' if given else ''}"
    match ask.about:
        case About.CAN:
            return f"{what} can happen"
        case About.LEGAL:
            return f"{what} may happen next"
        case About.DOING:
            return f"{what} happens"


def _returned(statements: Body) -> tuple[_Binds, str]:
    first, *rest = statements
    after: Body = tuple(rest)
    match first:
        case Return(told):
            return _phrase(told)
        case Let():
            binds, said = _returned(after)
            inner = said if binds is not _Binds.LOOSE else f"({said})"
            return _Binds.LOOSE, f"{inner}, {named(first)}"
        case Branch(test, then, orelse):
            yes, no = _clause(then), _clause(orelse)
            return _Binds.LOOSE, f"if {_within(test, _Binds.AND)}: {yes}; otherwise: {no}"


def _clause(statements: Body) -> str:
    """What a branch returns, in brackets if it branches again."""
    binds, said = _returned(statements)
    return f"({said})" if binds is _Binds.LOOSE else said


def _from_the_end(number: int) -> str:
    return "the last" if number == -1 else f"the last but {-number - 1}"


def _kept(base: Expr) -> object:
    """The type of what is looked into, without a ``Maybe`` around it."""
    type_ = base.type
    return type_.of if isinstance(type_, MaybeType) else type_
