"""Expressions as they are written in a rulebook, near enough to be recognised."""

from __future__ import annotations

from headjudge.rulebook.syntax import (
    And,
    Ask,
    Call,
    Choose,
    Compare,
    Distance,
    Domain,
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


def spell(expression: Expr) -> str:
    """An expression in one line."""
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
            return f"{spell(base)}[{spell(index)}]"
        case Part(base, name):
            return f"{spell(base)}.{name}"
        case Given(base) | Some(base):
            return spell(base)
        case Compare(op, left, right):
            return f"{_inner(left)} {op.value} {_inner(right)}"
        case OneOf(value, choices):
            return f"{_inner(value)} in ({', '.join(map(spell, choices))})"
        case And(operands):
            return " and ".join(map(_inner, operands))
        case Or(operands):
            return " or ".join(map(_inner, operands))
        case Not(operand):
            return f"not {_inner(operand)}"
        case Choose(test, then, orelse):
            return f"{_inner(then)} if {_inner(test)} else {_inner(orelse)}"
        case Sum(left, right, minus):
            return f"{_inner(left)} {'-' if minus else '+'} {_inner(right)}"
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
            return f"({', '.join(map(spell, items))})"
        case Ask():
            return _ask(expression)
        case Next(base):
            return f"next({spell(base)})"


def _literal(value: bool | int, type_: Type) -> str:
    while isinstance(type_, MaybeType):
        type_ = type_.of
    match type_:
        case EnumType(_, members):
            return members[int(value)]
        case _:
            return str(value)


def _inner(expression: Expr) -> str:
    """An operand, in parentheses where it would not hold together."""
    words = spell(expression)
    match expression:
        case And() | Or() | Choose() | Compare() | OneOf() | Sum() | Not():
            return f"({words})"
        case Given(base) | Some(base):
            return _inner(base)
        case _:
            return words


def _generator(generator: Generator) -> str:
    tests = "".join(f" if {spell(one)}" for one in generator.conditions)
    return f" for {generator.name} in {_domain(generator.domain)}{tests}"


def _domain(domain: Domain) -> str:
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
