"""Short ways to make nodes of Python's syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from headjudge.rulebook.syntax import Number, PlayerCount, ScopeName, Size, SizeSum


def name(identifier: str) -> ast.Name:
    """A name that is read."""
    return ast.Name(identifier, ast.Load())


def constant(value: bool | int | str | None) -> ast.expr:
    """A constant; a number below zero is written as Python reads it."""
    if isinstance(value, int) and not isinstance(value, bool) and value < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-int(value)))
    return ast.Constant(value)


def attribute(base: ast.expr, identifier: str) -> ast.expr:
    """``base.identifier``."""
    return ast.Attribute(base, identifier, ast.Load())


def subscript(base: ast.expr, index: ast.expr) -> ast.Subscript:
    """``base[index]``."""
    return ast.Subscript(base, index, ast.Load())


def call(
    function: str | ast.expr,
    arguments: Sequence[ast.expr] = (),
    keywords: Mapping[str, ast.expr] | None = None,
) -> ast.expr:
    """A call."""
    return ast.Call(
        name(function) if isinstance(function, str) else function,
        list(arguments),
        [ast.keyword(key, value) for key, value in (keywords or {}).items()],
    )


def tuple_of(items: Sequence[ast.expr]) -> ast.expr:
    """A tuple."""
    return ast.Tuple(list(items), ast.Load())


def strings(values: Sequence[str]) -> ast.expr:
    """A tuple of strings."""
    return tuple_of([constant(value) for value in values])


def assign(identifier: str, value: ast.expr) -> ast.stmt:
    """``identifier = value``."""
    return ast.Assign([ast.Name(identifier, ast.Store())], value)


def function(
    identifier: str,
    parameters: Sequence[tuple[str, ast.expr]],
    returns: ast.expr,
    words: str,
    body: Sequence[ast.stmt],
) -> ast.FunctionDef:
    """A function with a docstring."""
    made = ast.FunctionDef(
        identifier,
        ast.arguments(
            posonlyargs=[],
            args=[ast.arg(parameter, annotation) for parameter, annotation in parameters],
            vararg=None,
            kwonlyargs=[],
            kw_defaults=[],
            kwarg=None,
            defaults=[],
        ),
        [ast.Expr(ast.Constant(words)), *body],
        [],
        returns,
    )
    # Since Python 3.12 a function has type parameters; before, the field is unknown.
    made.type_params = []  # type: ignore[attr-defined, unused-ignore]
    return made


def class_(
    identifier: str,
    bases: Sequence[str],
    words: str,
    body: Sequence[ast.stmt],
    decorator: ast.expr | None = None,
) -> ast.ClassDef:
    """A class with a docstring."""
    made = ast.ClassDef(
        identifier,
        [name(base) for base in bases],
        [],
        [ast.Expr(ast.Constant(words)), *body],
        [] if decorator is None else [decorator],
    )
    made.type_params = []  # type: ignore[attr-defined, unused-ignore]
    return made


def declare(identifier: str, annotation: ast.expr) -> ast.stmt:
    """``identifier: annotation`` in a class."""
    return ast.AnnAssign(ast.Name(identifier, ast.Store()), annotation, None, 1)


def size_value(size: Size, table: str) -> ast.expr:
    """A size worked out from a situation's own setting."""
    match size:
        case Number(value):
            return constant(value)
        case ScopeName(scope):
            return subscript(attribute(name(table), "scope"), constant(scope))
        case PlayerCount():
            return attribute(name(table), "players")
        case SizeSum(left, right, minus):
            sign = ast.Sub() if minus else ast.Add()
            return ast.BinOp(size_value(left, table), sign, size_value(right, table))


def size_rule(size: Size) -> ast.expr:
    """A size as the table writes it."""
    match size:
        case Number(value):
            return call("Number", [constant(value)])
        case ScopeName(scope):
            return call("ScopeName", [constant(scope)])
        case PlayerCount():
            return call("PlayerCount")
        case SizeSum(left, right, minus):
            keywords = {"minus": constant(value=True)} if minus else None
            return call("SizeSum", [size_rule(left), size_rule(right)], keywords)
