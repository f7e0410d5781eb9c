"""A worked example written out again, line by line, from what was read of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from headjudge.evidence.results import Finding
from headjudge.reports.escape import shortened
from headjudge.rulebook.syntax import (
    And,
    Ask,
    BoolType,
    Call,
    Choose,
    Compare,
    Deed,
    Distance,
    Domain,
    EachType,
    EnumType,
    Example,
    Expect,
    Expr,
    FieldValue,
    Folded,
    Given,
    Item,
    Length,
    Literal,
    MakeRecord,
    MakeTuple,
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
    Play,
    PlayerCount,
    PlayerType,
    Refused,
    Rulebook,
    ScopeName,
    ScopeValue,
    Size,
    SizeSum,
    Some,
    Start,
    Sum,
    Variable,
)
from headjudge.rulebook.values import SEATS

LONGEST_LINE = 200
MOST_BEFORE = 40
MOST_AFTER = 10

(_CONDITIONAL, _OR, _AND, _NOT, _COMPARISON, _SUM, _ATOM) = range(7)


@dataclass(frozen=True, slots=True)
class Written:
    """A line of an example; ``fails``: it is the one that cannot be played."""

    number: int
    text: str
    fails: bool


def written(rulebook: Rulebook, finding: Finding) -> tuple[Written, ...]:
    """The lines of the example that a finding is about, around the one that fails.

    Lines count from 1; the start is line 0. Empty if the finding is about no example.
    """
    for example in rulebook.examples:
        if finding.property == f"{example.origin.clause} example {example.number}":
            lines = [*_lines(rulebook, example, finding)]
            at = next((index for index, line in enumerate(lines) if line.fails), 0)
            return tuple(lines[max(at - MOST_BEFORE, 0) : at + MOST_AFTER + 1])
    return ()


def _lines(rulebook: Rulebook, example: Example, finding: Finding) -> Iterator[Written]:
    start = example.start
    said = _start(rulebook, start)
    fails = finding.place == start.place
    if said or fails:
        yield Written(0, shortened(f"start({said})", LONGEST_LINE), fails)
    for number, line in enumerate(example.lines, start=1):
        text = shortened(_line(rulebook, line), LONGEST_LINE)
        yield Written(number, text, finding.place == line.place)


def _start(rulebook: Rulebook, start: Start) -> str:
    usual = start.players == rulebook.players[0]
    said = [] if usual else [f"players={start.players}"]
    said += [f"{name}={_text(value)}" for name, value in start.fields]
    return ", ".join(said)


def _line(rulebook: Rulebook, line: Play | Refused | Expect) -> str:
    match line:
        case Play(deed):
            return _deed(rulebook, deed)
        case Refused(deed, impossible):
            return f"{'impossible' if impossible else 'illegal'}({_deed(rulebook, deed)})"
        case Expect(condition):
            return f"expect({_text(condition)})"


def _deed(rulebook: Rulebook, deed: Deed) -> str:
    """An act with its arguments; those that have their plain value are left out.

    What speaks for itself, seats and members, has no name, unless one has been left out.
    """
    said: list[str] = []
    named = False
    parameters = rulebook.action(deed.action).parameters
    for parameter, argument in zip(parameters, deed.arguments, strict=True):
        value = _text(argument)
        if parameter.default is not None and value == _text(parameter.default):
            named = True
        else:
            named = named or not isinstance(parameter.type, PlayerType | EnumType)
            said.append(f"{parameter.name}={value}" if named else value)
    return f"{deed.action}({', '.join(said)})"


# ------------------------------------------------------------------------ expressions


def _text(expression: Expr, above: int = _CONDITIONAL) -> str:
    """An expression, in brackets if what is around it binds more tightly."""
    level, said = _spoken(expression)
    return f"({said})" if level < above else said


def _spoken(expression: Expr) -> tuple[int, str]:
    """How tightly an expression binds, and its text."""
    match expression:
        case Literal():
            return _ATOM, _literal(expression)
        case Nobody():
            return _ATOM, "nobody"
        case ScopeValue(size):
            return _size(size)
        case FieldValue(name) | Variable(name):
            return _ATOM, name
        case Given(base) | Some(base):
            return _spoken(base)
        case Item(base, index):
            return _ATOM, f"{_text(base, _ATOM)}[{_text(index)}]"
        case Part(base, name):
            return _ATOM, f"{_text(base, _ATOM)}.{name}"
        case Length(base):
            return _ATOM, f"len({_text(base)})"
        case NextPlayer(player):
            return _ATOM, f"next_player({_text(player)})"
        case Distance(start, end):
            return _ATOM, f"distance({_text(start)}, {_text(end)})"
        case Call(helper, arguments):
            return _ATOM, f"{helper}({_listed(arguments)})"
        case MakeRecord(record, arguments):
            return _ATOM, f"{record.name}({_listed(arguments)})"
        case MakeTuple():
            return _tuple(expression)
        case Compare(op, left, right):
            return _COMPARISON, f"{_text(left, _SUM)} {op.value} {_text(right, _SUM)}"
        case OneOf(value, choices):
            return _COMPARISON, f"{_text(value, _SUM)} in ({_listed(choices)})"
        case Sum(left, right, minus):
            return _SUM, f"{_text(left, _SUM)} {'-' if minus else '+'} {_text(right, _ATOM)}"
        case Not(OneOf(value, choices)):
            return _COMPARISON, f"{_text(value, _SUM)} not in ({_listed(choices)})"
        case Not(operand):
            return _NOT, f"not {_text(operand, _NOT)}"
        case And(operands):
            return _AND, " and ".join(_text(one, _NOT) for one in operands)
        case Or(operands):
            return _OR, " or ".join(_text(one, _AND) for one in operands)
        case Choose(test, then, orelse):
            said = f"{_text(then, _OR)} if {_text(test, _OR)} else {_text(orelse)}"
            return _CONDITIONAL, said
        case Folded():
            return _ATOM, _folded(expression)
        case Ask() | Next():
            raise TypeError(f"{type(expression).__name__} stands in claims only")


def _literal(literal: Literal) -> str:
    match literal.type, literal.value:
        case BoolType(), _:
            return str(bool(literal.value))
        case PlayerType(), int(seat):
            return SEATS[seat]
        case EnumType(_, members), int(index):
            return members[index]
        case _:
            return str(literal.value)


def _tuple(made: MakeTuple) -> tuple[int, str]:
    """Entries of an ``Each`` that are all the same are written once."""
    if isinstance(made.type, EachType) and len({_text(item) for item in made.items}) == 1:
        return _spoken(made.items[0])
    comma = "," if len(made.items) == 1 else ""
    return _ATOM, f"({_listed(made.items)}{comma})"


def _folded(folded: Folded) -> str:
    said = _text(folded.element)
    for one in folded.generators:
        said += f" for {one.name} in {_domain(one.domain)}"
        said += "".join(f" if {_text(condition, _OR)}" for condition in one.conditions)
    return f"{folded.fold.value}({said})"


def _domain(domain: Domain) -> str:
    match domain:
        case OverPlayers():
            return "players"
        case OverEnum(enum):
            return enum.name
        case OverItems(base):
            return _text(base, _OR)
        case OverIndices(base):
            return f"indices({_text(base)})"


def _size(size: Size) -> tuple[int, str]:
    match size:
        case Number(value):
            return _ATOM, str(value)
        case ScopeName(name):
            return _ATOM, f"scope.{name}"
        case PlayerCount():
            return _ATOM, "players"
        case SizeSum(left, right, minus):
            level, other = _size(right)
            other = other if level == _ATOM else f"({other})"
            return _SUM, f"{_size(left)[1]} {'-' if minus else '+'} {other}"


def _listed(expressions: tuple[Expr, ...]) -> str:
    return ", ".join(_text(one) for one in expressions)
