"""Statements with an effect as statements of Python."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import assert_never

from headjudge.rulebook.syntax import (
    Add,
    Append,
    Assign,
    Do,
    EnumType,
    Expr,
    For,
    If,
    Keeps,
    Let,
    Literal,
    Location,
    Needs,
    Not,
    PlayerType,
    Pop,
    Statement,
    Variable,
)
from headjudge.semantics.executable.building import (
    assign,
    attribute,
    call,
    constant,
    name,
    subscript,
    tuple_of,
)
from headjudge.semantics.executable.expressions import Speaker


def statements(speaker: Speaker, effects: Sequence[Statement]) -> list[ast.stmt]:
    """The statements in Python; at least one."""
    return [statement(speaker, one) for one in effects] or [ast.Pass()]


def statement(speaker: Speaker, one: Statement) -> ast.stmt:
    """One statement in Python."""
    match one:
        case Assign(location, value):
            return ast.Assign([place(speaker, location, ast.Store())], speaker.expression(value))
        case Add(location, value, minus):
            sign = ast.Sub() if minus else ast.Add()
            target = place(speaker, location, ast.Store())
            return ast.AugAssign(target, sign, speaker.expression(value))
        case Append(location, value):
            return changing(speaker, location, "append", [speaker.expression(value)])
        case Pop(location, index):
            return changing(speaker, location, "pop", [] if index is None else [at(speaker, index)])
        case Keeps(field):
            kept = subscript(name("to"), constant(field))
            return ast.Expr(call(attribute(kept, "keep")))
        case If(test, then, orelse):
            return ast.If(
                speaker.expression(test),
                statements(speaker, then),
                statements(speaker, orelse) if orelse else [],
            )
        case For(variable, domain, _, body):
            over = speaker.domain(domain)
            inside = speaker.counting(variable, domain)
            each = ast.Name(speaker.locals[variable], ast.Store())
            return ast.For(each, over, statements(inside, body), [])
        case Let(variable, value):
            worked_out = speaker.expression(value)
            return assign(speaker.locals[variable], worked_out)
        case Do(helper, arguments):
            return ast.Expr(
                call(
                    speaker.words.module[helper],
                    [name(speaker.now), name("to"), *map(speaker.expression, arguments)],
                )
            )
        case _:
            assert_never(one)


def place(speaker: Speaker, location: Location, context: ast.expr_context) -> ast.Subscript:
    """What ``to`` is asked for."""
    way: list[ast.expr] = [constant(location.field)]
    way += [
        constant(step) if isinstance(step, str) else at(speaker, step) for step in location.path
    ]
    return ast.Subscript(name("to"), way[0] if len(way) == 1 else tuple_of(way), context)


def changing(
    speaker: Speaker, location: Location, verb: str, arguments: Sequence[ast.expr]
) -> ast.stmt:
    """``to[place].verb(arguments)``."""
    target = place(speaker, location, ast.Load())
    return ast.Expr(call(attribute(target, verb), arguments))


def at(speaker: Speaker, index: Expr) -> ast.expr:
    """An index on the way to a place."""
    worked_out = speaker.expression(index)
    if isinstance(index, Literal | Variable) and speaker.is_plain_index(index):
        return worked_out
    return worked_out if is_key(index) else call("position", [worked_out])


def is_key(index: Expr) -> bool:
    """Whether an index is a player or a member of an enum, and so never below zero."""
    return isinstance(index.type, PlayerType | EnumType)


def conditions(speaker: Speaker, lines: Sequence[Let | Needs]) -> list[ast.stmt]:
    """A preamble up to its last needs, as the body of a function that returns a bool."""
    made: list[ast.stmt] = []
    for line, is_last in up_to_last_needs(lines):
        match line:
            case Let(variable, value):
                worked_out = speaker.expression(value)
                made.append(assign(speaker.locals[variable], worked_out))
            case Needs(condition) if is_last:
                made.append(ast.Return(speaker.expression(condition)))
            case Needs(condition):
                refuse = ast.Return(constant(value=False))
                made.append(ast.If(negated(speaker, condition), [refuse], []))
    return made


def up_to_last_needs(lines: Sequence[Let | Needs]) -> Iterator[tuple[Let | Needs, bool]]:
    """The lines of a preamble and whether each is the last needs; none after that."""
    most = max((i for i, line in enumerate(lines) if isinstance(line, Needs)), default=-1)
    for index, line in enumerate(lines[: most + 1]):
        yield line, index == most


def known_names(
    speaker: Speaker, lines: Sequence[Let | Needs], used: frozenset[str]
) -> list[ast.stmt]:
    """The names of a preamble that are used after it, or stand after its last needs."""
    checked = sum(1 for _ in up_to_last_needs(lines))
    made: list[ast.stmt] = []
    for index, line in enumerate(lines):
        if isinstance(line, Let) and (line.name in used or index >= checked):
            worked_out = speaker.expression(line.value)
            made.append(assign(speaker.locals[line.name], worked_out))
    return made


def negated(speaker: Speaker, condition: Expr) -> ast.expr:
    """The opposite of a condition."""
    if isinstance(condition, Not):
        return speaker.expression(condition.operand)
    return speaker.expression(Not(condition, condition.type, condition.place))
