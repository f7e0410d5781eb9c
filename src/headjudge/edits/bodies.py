"""One thing changed in a body that returns a value, in needs, or in what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from headjudge.edits.pieces import Manner, Scene, Turn, conditions, expressions, inside, widened
from headjudge.rulebook.syntax import (
    Add,
    And,
    Append,
    Assign,
    Body,
    BoolType,
    Branch,
    Do,
    Expr,
    For,
    If,
    Keeps,
    Let,
    Literal,
    Location,
    Needs,
    NumberType,
    Pop,
    Return,
    Statement,
)

Node = TypeVar("Node")
Block = tuple[Statement, ...]


def bodies(body: Body, scene: Scene) -> Iterator[Turn[Body]]:
    """A body that returns a value, with one thing changed."""
    for index, line in enumerate(body):
        for turned in _line(line, scene, alone=len(body) == 1):
            yield turned.put((*body[:index], turned.node, *body[index + 1 :]))


def _line(
    line: Let | Branch | Return, scene: Scene, *, alone: bool
) -> Iterator[Turn[Let | Branch | Return]]:
    match line:
        case Let(_, value):
            for one in expressions(value, scene):
                yield one.put(replace(line, value=one.node))
        case Return(Literal(type=BoolType())) if alone:
            return
        case Return(value):
            whole = conditions if value.type == BoolType() else expressions
            for one in whole(value, scene):
                yield one.put(replace(line, value=one.node))
        case Branch(test, then, orelse):
            for one in conditions(test, scene):
                yield one.put(replace(line, test=one.node))
            for inner in bodies(then, scene):
                yield inner.put(replace(line, then=inner.node))
            for inner in bodies(orelse, scene):
                yield inner.put(replace(line, orelse=inner.node))


def preambles(
    lines: tuple[Let | Needs, ...], scene: Scene
) -> Iterator[Turn[tuple[Let | Needs, ...]]]:
    """The needs of an action with one thing changed."""
    for index, line in enumerate(lines):
        before, after = lines[:index], lines[index + 1 :]
        match line:
            case Let(_, value):
                for one in expressions(value, scene):
                    yield one.put((*before, replace(line, value=one.node), *after))
            case Needs(condition):
                for one in expressions(condition, scene):
                    yield one.put((*before, replace(line, condition=one.node), *after))
                if not isinstance(condition, And):
                    yield Turn((*before, *after), Manner.WITHOUT, condition, None)


# ----------------------------------------------------------------------- statements


def blocks(effects: Block, scene: Scene, *, whole: bool = False) -> Iterator[Turn[Block]]:
    """Statements with one thing changed; ``whole``: the only one is not left out."""
    for index, one in enumerate(effects):
        before, after = effects[:index], effects[index + 1 :]
        if not isinstance(one, Let) and not (whole and len(effects) == 1):
            yield Turn((*before, *after), Manner.WITHOUT, one, None)
        for turned in _statement(one, scene):
            yield turned.put((*before, turned.node, *after))


def _statement(one: Statement, scene: Scene) -> Iterator[Turn[Statement]]:
    match one:
        case Assign(location, value) | Append(location, value):
            yield from _with(one, "value", value, expressions, scene)
            yield from _with(one, "location", location, _locations, scene)
        case Add(location, value, minus):
            flipped = replace(one, minus=not minus)
            yield Turn(flipped, Manner.NUMBER, one, flipped)
            yield from _with(one, "value", value, _amounts, scene)
            yield from _with(one, "location", location, _locations, scene)
        case Pop(location, None):
            bottom = replace(one, index=Literal(0, NumberType(), one.place))
            yield Turn(bottom, Manner.ORDER, one, bottom)
        case Pop(_, Literal(value=0)):
            top = replace(one, index=None)
            yield Turn(top, Manner.ORDER, one, top)
        case Pop(_, index):
            if index is not None:
                yield from _with(one, "index", index, expressions, scene)
        case Keeps():
            return
        case If(test, then, orelse):
            yield from _with(one, "test", test, conditions, scene)
            yield from _with(one, "then", then, blocks, scene)
            yield from _with(one, "orelse", orelse, blocks, scene)
        case For(_, _, _, body):
            yield from _with(one, "body", body, blocks, scene)
        case Let(_, value):
            yield from _with(one, "value", value, expressions, scene)
        case Do():
            yield from inside(one, scene)


def _amounts(value: Expr, scene: Scene) -> Iterator[Turn[Expr]]:
    """Another amount; none at all would be as if the statement were left out."""
    for turned in expressions(value, scene):
        match turned.node:
            case Literal(value=0):
                pass
            case _:
                yield turned


def _with(
    one: Statement,
    name: str,
    part: Node,
    turns: Callable[[Node, Scene], Iterator[Turn[Any]]],
    scene: Scene,
) -> Iterator[Turn[Statement]]:
    """A statement with one thing changed in a part of it."""
    for turned in turns(part, scene):
        parts: dict[str, Any] = {name: turned.node}
        yield widened(one, replace(one, **parts), turned)


def _locations(location: Location, scene: Scene) -> Iterator[Turn[Location]]:
    for index, step in enumerate(location.path):
        if isinstance(step, str):
            continue
        for turned in expressions(step, scene):
            path = (*location.path[:index], turned.node, *location.path[index + 1 :])
            yield turned.put(replace(location, path=path))
