"""Statements as they are written in a block: what is read again says the same.

Comments and the layout of the original are gone; what is meant is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace

from headjudge.rulebook.kinds import show_size
from headjudge.rulebook.spelling import spell, spell_domain
from headjudge.rulebook.syntax import (
    Action,
    Add,
    Append,
    Assign,
    Body,
    BoolType,
    Branch,
    Consequence,
    Deed,
    Do,
    EachType,
    EnumType,
    Example,
    Expect,
    Expr,
    For,
    Helper,
    If,
    Keeps,
    Length,
    Let,
    ListType,
    Literal,
    Location,
    MaybeType,
    Needs,
    Norm,
    NumberType,
    Parameter,
    Play,
    PlayerType,
    Pop,
    RangeType,
    Reading,
    RecordType,
    Refused,
    Return,
    Rulebook,
    Start,
    StateField,
    Statement,
    StockType,
    Sum,
    Type,
    Variable,
)
from headjudge.rulebook.values import SEATS

Said = StateField | Helper | Action | Norm | Consequence
_STEP = "    "


def written(one: Said, rulebook: Rulebook) -> str:
    """A declaration, a norm or a consequence, as it would stand in a block of the rulebook."""
    match one:
        case StateField():
            return f"class State:\n{_STEP}{_field(one)}"
        case Helper(name, parameters, _, body, effects):
            head = f"def {name}({', '.join(map(_helper_parameter, parameters))}):"
            return "\n".join([head, *(_body(body) if body else _block(effects))])
        case Action():
            return "\n".join(_action(one))
        case Norm():
            return "\n".join([*_head(one, rulebook), *_body(one.body)])
        case Consequence():
            return "\n".join([*_head(one, rulebook), *_block(one.effects)])


def written_example(example: Example, rulebook: Rulebook) -> str:
    """A worked example as it would stand in its block."""
    said = written_start(example.start, rulebook)
    first = [f"start({said})"] if said else []
    return "\n".join([*first, *(written_line(line, rulebook) for line in example.lines)])


def written_start(start: Start, rulebook: Rulebook) -> str:
    """What an example starts with, in the brackets of ``start(…)``; empty if all is usual."""
    said = [f"{name}={_seated(value)}" for name, value in start.fields]
    if start.players != rulebook.players[0]:
        said.insert(0, f"players={start.players}")
    return ", ".join(said)


def written_line(line: Play | Refused | Expect, rulebook: Rulebook) -> str:
    """A line of an example."""
    match line:
        case Play(deed):
            return _deed(deed, rulebook)
        case Refused(deed, impossible):
            return f"{'impossible' if impossible else 'illegal'}({_deed(deed, rulebook)})"
        case Expect(condition):
            return f"expect({_seated(condition)})"


def _deed(deed: Deed, rulebook: Rulebook) -> str:
    """An action with its arguments; one that is its parameter's default is left out.

    What speaks for itself, seats and members, has no name, unless one has been left out.
    """
    given: list[str] = []
    named = False
    parameters = rulebook.action(deed.action).parameters
    for parameter, argument in zip(parameters, deed.arguments, strict=True):
        value = _seated(argument)
        if parameter.default is not None and value == _seated(parameter.default):
            named = True
            continue
        named = named or not isinstance(parameter.type, PlayerType | EnumType)
        given.append(f"{parameter.name}={value}" if named else value)
    return f"{deed.action}({', '.join(given)})"


def _seated(value: Expr) -> str:
    """An expression in the words of an example: seats are letters."""
    said = _lettered(value)
    if not isinstance(said, Expr):
        raise TypeError(f"{type(said).__name__} is no expression")
    return spell(said)


def _lettered(node: object) -> object:
    match node:
        case Literal(int(seat), PlayerType() | MaybeType(PlayerType())):
            return Variable(SEATS[seat], node.type, node.place)
        case tuple():
            return tuple(map(_lettered, node))
        case Literal() | EnumType() | RecordType():
            return node
        case _ if is_dataclass(node) and not isinstance(node, type):
            kept = ("type", "place")
            parts = {one.name: getattr(node, one.name) for one in fields(node)}
            changed = {name: _lettered(part) for name, part in parts.items() if name not in kept}
            return replace(node, **changed)
        case _:
            return node


# ---------------------------------------------------------------------------- heads


def _head(one: Norm | Consequence, rulebook: Rulebook) -> Iterator[str]:
    word = one.kind.value if isinstance(one, Norm) else one.stage.value
    its_own = one.actions == (one.name,)
    named = "" if its_own else f"({_texts(_named(one.actions, rulebook))})"
    yield f"@{word}{named}"
    if isinstance(one, Norm) and one.before:
        yield f"@before({_texts(_named(one.before, rulebook))})"
    if one.overrides:
        yield f"@overrides({_texts(one.overrides)})"
    if one.restates:
        yield f"@restates({_texts(one.restates)})"
    match one.reading:
        case Reading(question, answer):
            yield f"@reading({_texts((question, answer))})"
        case None:
            pass
    yield f"def {one.name}({', '.join(parameter.name for parameter in one.parameters)}):"


def _named(actions: Sequence[str], rulebook: Rulebook) -> tuple[str, ...]:
    """Actions, by the tag that all of them have and no other action, if there is one."""
    tags = dict.fromkeys(tag for action in rulebook.actions for tag in action.tags)
    for tag in tags:
        if tuple(one.name for one in rulebook.actions if tag in one.tags) == tuple(actions):
            return (tag,)
    return tuple(actions)


def _texts(texts: Sequence[str]) -> str:
    return ", ".join('"' + one.replace("\\", "\\\\").replace('"', '\\"') + '"' for one in texts)


def _action(action: Action) -> Iterator[str]:
    yield f"@{action.kind.value}{f'({_texts(action.tags)})' if action.tags else ''}"
    yield f"def {action.name}({', '.join(map(_parameter, action.parameters))}):"
    for line in action.preamble:
        yield from _body((line,)) if isinstance(line, Let) else [_needs(line)]
    yield from _block(action.effects) if action.effects or not action.preamble else []


def _needs(line: Needs) -> str:
    return f"{_STEP}needs({spell(line.condition)})"


def _parameter(parameter: Parameter) -> str:
    type_ = _type(parameter.type).replace("List[", "Seq[")
    type_ = f"Which[{type_}]" if parameter.which else type_
    type_ = f"Hidden[{type_}]" if parameter.hidden else type_
    default = "" if parameter.default is None else f" = {spell(parameter.default)}"
    return f"{parameter.name}: {type_}{default}"


def _helper_parameter(parameter: Parameter) -> str:
    if isinstance(parameter.type, PlayerType):
        return parameter.name
    return f"{parameter.name}: {_type(parameter.type)}"


def _field(field: StateField) -> str:
    type_ = _type(field.type)
    type_ = f"Told[{type_}]" if field.told else type_
    type_ = f"Hidden[{type_}]" if field.hidden else type_
    initial = "" if field.initial is None else f" = {spell(field.initial)}"
    return f"{field.name}: {type_}{initial}"


def _type(type_: Type) -> str:
    match type_:
        case BoolType():
            return "bool"
        case NumberType():
            return "int"
        case PlayerType():
            return "Player"
        case RangeType(low, high):
            return f"Range[{show_size(low)}, {show_size(high)}]"
        case StockType(capacity):
            return f"Stock[{show_size(capacity)}]"
        case EnumType(name) | RecordType(name):
            return name
        case MaybeType(of):
            return f"Maybe[{_type(of)}]"
        case EachType(key, of):
            return f"Each[{_type(key)}, {_type(of)}]"
        case ListType(of, capacity):
            return f"List[{_type(of)}, {show_size(capacity)}]"


# --------------------------------------------------------------------------- bodies


def _body(body: Body, pad: str = _STEP) -> list[str]:
    found: list[str] = []
    for line in body:
        match line:
            case Let(name, value):
                found.append(f"{pad}{name} = {spell(value)}")
            case Return(value):
                found.append(f"{pad}return {spell(value)}")
            case Branch(test, then, orelse):
                found.append(f"{pad}if {spell(test)}:")
                found.extend(_body(then, pad + _STEP))
                # A branch returns on every path, so that what else there is may follow it.
                found.extend(_body(orelse, pad))
    return found


def _block(effects: Sequence[Statement], pad: str = _STEP) -> list[str]:
    return [line for one in effects for line in _statement(one, pad)] or [f"{pad}pass"]


def _statement(one: Statement, pad: str) -> list[str]:
    match one:
        case Assign(location, value):
            return [f"{pad}{_location(location)} = {spell(value)}"]
        case Add(location, value, minus):
            return [f"{pad}{_location(location)} {'-' if minus else '+'}= {spell(value)}"]
        case Append(location, value):
            return [f"{pad}{_location(location)}.append({spell(value)})"]
        case Pop(location, index):
            return [f"{pad}{_location(location)}.pop({_index(index)})"]
        case Keeps(field):
            return [f"{pad}keeps({field})"]
        case If():
            return _if(one, pad, "if")
        case For(name, domain, _, body):
            return [f"{pad}for {name} in {spell_domain(domain)}:", *_block(body, pad + _STEP)]
        case Let(name, value):
            return [f"{pad}{name} = {spell(value)}"]
        case Do(helper, arguments):
            return [f"{pad}{helper}({', '.join(map(spell, arguments))})"]


def _index(index: Expr | None) -> str:
    """What is removed; the reader has turned an index from the end into a difference."""
    match index:
        case None:
            return ""
        case Sum(Length(), right, True):
            return f"-{spell(right)}"
        case _:
            return spell(index)


def _if(one: If, pad: str, word: str) -> list[str]:
    found = [f"{pad}{word} {spell(one.test)}:", *_block(one.then, pad + _STEP)]
    match one.orelse:
        case ():
            return found
        case (If() as other,):
            return [*found, *_if(other, pad, "elif")]
        case _:
            return [*found, f"{pad}else:", *_block(one.orelse, pad + _STEP)]


def _location(location: Location) -> str:
    said = location.field
    for step in location.path:
        said += f".{step}" if isinstance(step, str) else f"[{spell(step)}]"
    return said
