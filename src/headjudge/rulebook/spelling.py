"""Expressions as they are written in a rulebook, near enough to be recognised."""

from __future__ import annotations

from enum import Enum

from headjudge.rulebook.syntax import (
    And,
    Ask,
    Call,
    Choose,
    Compare,
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
    Literal,
    MakeRecord,
    MakeTuple,
    MaybeType,
    Next,
    NextPlayer,
    Nobody,
    Not,
    OneOf,
    Or,
    OverEnum,
    OverIndices,
    OverItems,
    OverPlayers,
    Part,
    ScopeName,
    ScopeValue,
    Some,
    Sum,
    Type,
    Variable,
)

MOST_ACTIONS = 2


class _Binds(Enum):
    """What an expression is made of at its outermost, the loosest first."""

    CHOICE = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    SUM = 5
    ATOM = 6


def spell(expression: Expr) -> str:
    """An expression in one line."""
    return _spelled(expression)[1]


def _spelled(expression: Expr) -> tuple[_Binds, str]:
    match expression:
        case Given(base) | Some(base):
            return _spelled(base)
        case Choose(test, then, orelse):
            words = f"{_within(then, _Binds.OR)} if {_within(test, _Binds.OR)}"
            return _Binds.CHOICE, f"{words} else {_within(orelse, _Binds.OR)}"
        case Or(operands):
            return _Binds.OR, " or ".join(_within(one, _Binds.AND) for one in operands)
        case And(operands):
            return _Binds.AND, " and ".join(_within(one, _Binds.NOT) for one in operands)
        case Not(OneOf(value, choices)):
            many = _tuple([spell(one) for one in choices])
            return _Binds.COMPARISON, f"{_within(value, _Binds.SUM)} not in {many}"
        case Not(operand):
            return _Binds.NOT, f"not {_within(operand, _Binds.ATOM)}"
        case Compare(op, left, right):
            sides = _within(left, _Binds.SUM), _within(right, _Binds.SUM)
            return _Binds.COMPARISON, f"{sides[0]} {op.value} {sides[1]}"
        case OneOf(value, choices):
            many = _tuple([spell(one) for one in choices])
            return _Binds.COMPARISON, f"{_within(value, _Binds.SUM)} in {many}"
        case Sum(left, right, minus):
            sign = "-" if minus else "+"
            words = f"{_within(left, _Binds.SUM)} {sign} {_within(right, _Binds.ATOM)}"
            return _Binds.SUM, words
        case _:
            return _Binds.ATOM, _atom(expression)


def _within(expression: Expr, least: _Binds) -> str:
    """A part, in parentheses where it would not hold together."""
    binds, words = _spelled(expression)
    return words if binds.value >= least.value else f"({words})"


def _tuple(items: list[str]) -> str:
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def _atom(expression: Expr) -> str:
    match expression:
        case Literal(value, type_):
            return _literal(value, type_)
        case Nobody():
            return "nobody"
        case ScopeValue(size):
            return f"scope.{size.name}" if isinstance(size, ScopeName) else "players"
        case FieldValue(name) | Variable(name):
            return name
        case Item(base, index):
            return f"{_within(base, _Binds.ATOM)}[{spell(index)}]"
        case Part(base, name):
            return f"{_within(base, _Binds.ATOM)}.{name}"
        case Length(base):
            return f"len({spell(base)})"
        case Folded(fold, element, generators):
            return f"{fold.value}({spell(element)}{''.join(map(_generator, generators))})"
        case NextPlayer(player):
            return f"next_player({spell(player)})"
        case Distance(start, end):
            return f"distance({spell(start)}, {spell(end)})"
        case Call(helper, arguments):
            return f"{helper}({', '.join(map(spell, arguments))})"
        case MakeRecord(record, arguments):
            return f"{record.name}({', '.join(map(spell, arguments))})"
        case MakeTuple(items):
            said = [spell(one) for one in items]
            # Entries of an Each that are all the same are written once.
            once = isinstance(expression.type, EachType) and len(set(said)) == 1
            return _within(items[0], _Binds.ATOM) if once else _tuple(said)
        case Ask():
            return _ask(expression)
        case Next(base):
            return f"next({spell(base)})"
        case Given() | Some() | Choose() | Or() | And() | Not() | Compare() | OneOf() | Sum():
            return _within(expression, _Binds.ATOM)


def _literal(value: bool | int, type_: Type) -> str:
    while isinstance(type_, MaybeType):
        type_ = type_.of
    match type_:
        case EnumType(_, members):
            return members[int(value)]
        case _:
            return str(value)


def _generator(generator: Generator) -> str:
    tests = "".join(f" if {_within(one, _Binds.OR)}" for one in generator.conditions)
    return f" for {generator.name} in {spell_domain(generator.domain)}{tests}"


def spell_domain(domain: Domain) -> str:
    """What a name runs over."""
    match domain:
        case OverPlayers():
            return "players"
        case OverEnum(enum):
            return enum.name
        case OverItems(base):
            return spell(base)
        case OverIndices(base):
            return f"indices({spell(base)})"


def _ask(ask: Ask) -> str:
    """What is asked of an action; of many actions with one tag only the first."""
    names = list(ask.actions[:MOST_ACTIONS])
    if len(ask.actions) > MOST_ACTIONS:
        names.append("…")
    arguments = ", ".join(f"{name}={spell(value)}" for name, value in ask.arguments)
    called = f"({arguments})"
    return f"{ask.about.value}({' or '.join(names)}{called})"
