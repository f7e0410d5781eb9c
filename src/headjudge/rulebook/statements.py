"""Statements: what an action, a consequence or a helper does to the state."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from headjudge.rulebook import calls
from headjudge.rulebook.context import Context
from headjudge.rulebook.expressions import index_of, unknown
from headjudge.rulebook.forms import forbidden
from headjudge.rulebook.kinds import a_type, alike, innermost, value_type
from headjudge.rulebook.names import FieldName, HelperName
from headjudge.rulebook.syntax import (
    Add,
    Append,
    Assign,
    Do,
    EachType,
    Expr,
    FieldValue,
    For,
    If,
    Keeps,
    Length,
    Let,
    ListType,
    Literal,
    Location,
    NumberType,
    Pop,
    RangeType,
    RecordType,
    Statement,
    StockType,
    Sum,
    Type,
)

_FORBIDDEN: dict[type[ast.stmt], str] = {
    ast.Import: "an import",
    ast.ImportFrom: "an import",
    ast.While: "`while`",
    ast.With: "`with`",
    ast.Try: "`try`",
    ast.Raise: "`raise`",
    ast.Assert: "`assert`",
    ast.Delete: "`del`",
    ast.Global: "`global`",
    ast.Nonlocal: "`nonlocal`",
    ast.Break: "`break`",
    ast.Continue: "`continue`",
    ast.Match: "`match`",
    ast.FunctionDef: "a function inside a function",
    ast.AsyncFunctionDef: "an async function",
    ast.ClassDef: "a class in this place",
    ast.AnnAssign: "a type in this place",
}


def statements(nodes: Sequence[ast.stmt], ctx: Context) -> tuple[Statement, ...]:
    """Read statements in order; those with a fault are left out."""
    found: list[Statement] = []
    for node in nodes:
        read, ctx = _statement(node, ctx)
        if read is not None:
            found.append(read)
    return tuple(found)


def without_docstring(nodes: Sequence[ast.stmt]) -> Sequence[ast.stmt]:
    """A body without the text at its top."""
    match nodes:
        case [ast.Expr(value=ast.Constant(value=str())), *rest]:
            return rest
        case _:
            return nodes


def let(node: ast.Assign, ctx: Context) -> tuple[Let | None, Context]:
    """``name = value`` for a new name, and the context after it."""
    target = node.targets[0]
    if len(node.targets) != 1 or not isinstance(target, ast.Name):
        ctx.fault(
            target,
            "forbidden-form",
            "this writes to more or other than one name",
            "write `name = value`",
        )
        return None, ctx
    name = target.id
    value = ctx.expression(node.value)
    if not ctx.free(target, name):
        return None, ctx
    inner = ctx.with_variable(name, None if value is None else value.type)
    return (None if value is None else Let(name, value, ctx.place(node))), inner


def forbidden_statement(node: ast.stmt, ctx: Context) -> None:
    """Note a statement that is not on the list."""
    what = _FORBIDDEN.get(type(node), "this statement")
    ctx.fault(node, "forbidden-form", f"{what} does not belong in a rulebook", "leave it out")


def _statement(node: ast.stmt, ctx: Context) -> tuple[Statement | None, Context]:
    match node:
        case ast.Pass():
            return None, ctx
        case ast.Assign():
            return _assign(node, ctx)
        case ast.AugAssign():
            return _add(node, ctx), ctx
        case ast.Expr():
            return _effect(node, ctx), ctx
        case ast.If():
            return _if(node, ctx), ctx
        case ast.For():
            return _for(node, ctx), ctx
        case ast.Return():
            ctx.fault(
                node,
                "return-with-effects",
                "a body that changes the state returns nothing",
                "leave the `return` out, or put the value into a helper",
            )
        case _:
            forbidden_statement(node, ctx)
    return None, ctx


def _if(node: ast.If, ctx: Context) -> Statement | None:
    test = ctx.condition(node.test)
    then, orelse = statements(node.body, ctx), statements(node.orelse, ctx)
    return None if test is None else If(test, then, orelse, ctx.place(node))


def _for(node: ast.For, ctx: Context) -> Statement | None:
    if node.orelse:
        ctx.fault(
            node.orelse[0],
            "forbidden-form",
            "`for … else` does not belong in a rulebook",
            "write it without `else`",
        )
    over = calls.domain(node.iter, ctx)
    if not isinstance(node.target, ast.Name):
        ctx.fault(
            node.target,
            "forbidden-form",
            "this `for` does not run over one name",
            "write `for x in …:`",
        )
        return None
    name = node.target.id
    if not ctx.free(node.target, name):
        return None
    inner = ctx.with_variable(name, None if over is None else over[1])
    body = statements(node.body, inner)
    return None if over is None else For(name, over[0], over[1], body, ctx.place(node))


# ----------------------------------------------------------------- writing


def _assign(node: ast.Assign, ctx: Context) -> tuple[Statement | None, Context]:
    target = node.targets[0]
    if len(node.targets) == 1 and isinstance(target, ast.Name):
        meaning = None if target.id in ctx.variables else ctx.meaning(target.id)
        if not isinstance(meaning, FieldName):
            return let(node, ctx)
    elif len(node.targets) != 1 or not isinstance(target, ast.Subscript | ast.Attribute):
        return let(node, ctx)
    written = location(target, ctx)
    if written is None:
        ctx.expression(node.value)
        return None, ctx
    if isinstance(written.type, ListType):
        ctx.fault(node, "wrong-type", "a whole list cannot be written", "use `append` and `pop`")
        return None, ctx
    value = assignable(node.value, written.type, ctx)
    return (None if value is None else Assign(written, value, ctx.place(node))), ctx


def assignable(node: ast.expr, type_: Type, ctx: Context) -> Expr | None:
    """A value for a place; the value of one entry may be given to a whole ``Each``.

    Such a value is left with the type of one entry.
    """
    hint = type_ if isinstance(node, ast.Tuple) else innermost(type_)
    read = ctx.expression(node, hint)
    if read is None:
        return None
    while isinstance(type_, EachType) and not alike(read.type, type_):
        type_ = type_.of
    return ctx.fit(read, type_, node)


def _add(node: ast.AugAssign, ctx: Context) -> Statement | None:
    if not isinstance(node.op, ast.Add | ast.Sub):
        ctx.fault(
            node,
            "forbidden-form",
            "only `+=` and `-=` are known",
            "write it with these",
        )
        return None
    written = location(node.target, ctx)
    value = ctx.value(node.value, NumberType())
    if written is None or value is None:
        return None
    if not isinstance(written.type, RangeType | StockType):
        ctx.mismatch(node.target, value_type(written.type), NumberType())
        return None
    return Add(written, value, isinstance(node.op, ast.Sub), ctx.place(node))


def location(node: ast.expr, ctx: Context) -> Location | None:
    """What a statement writes to."""
    match node:
        case ast.Name(id=name):
            return _field(node, name, ctx)
        case ast.Subscript(value=base):
            inner = location(base, ctx)
            if inner is None:
                return None
            index = index_of(inner.type, node, ctx)
            if index is None or not isinstance(inner.type, EachType | ListType):
                return None
            path = (*inner.path, index)
            return Location(inner.field, path, inner.type.of, ctx.place(node))
        case ast.Attribute(value=base, attr=name):
            inner = location(base, ctx)
            return None if inner is None else _part(inner, name, node, ctx)
        case _:
            ctx.fault(
                node,
                "not-a-field",
                "this cannot be written to",
                "write to a field, or into one",
            )
            return None


def _field(node: ast.Name, name: str, ctx: Context) -> Location | None:
    if name in ctx.variables:
        ctx.fault(
            node,
            "not-a-field",
            f"`{name}` is a local name and keeps its value",
            "write to a field, such as `list[i].part = v`",
        )
        return None
    meaning = ctx.meaning(name)
    if isinstance(meaning, FieldName):
        place = ctx.place(node)
        return None if meaning.type is None else Location(name, (), meaning.type, place)
    if meaning is None:
        unknown(node, name, ctx)
    else:
        ctx.fault(node, "not-a-field", f"`{name}` is no field", "write to a field, or into one")
    return None


def _part(inner: Location, name: str, node: ast.Attribute, ctx: Context) -> Location | None:
    if "__" in name:
        ctx.plain(node, name)
        return None
    if isinstance(inner.type, RecordType):
        for part, type_ in inner.type.fields:
            if part == name:
                return Location(inner.field, (*inner.path, name), type_, ctx.place(node))
        ctx.fault(
            node,
            "unknown-name",
            f"`{inner.type.name}` has no part `{name[:60]}`",
            "write one of " + ", ".join(f"`{part}`" for part, _ in inner.type.fields),
        )
        return None
    ctx.fault(
        node,
        "wrong-type",
        f"a part of {a_type(inner.type)} cannot be written",
        "write the whole record",
    )
    return None


# ----------------------------------------------------------------- effects


def _effect(node: ast.Expr, ctx: Context) -> Statement | None:
    match node.value:
        case ast.Call(func=ast.Attribute(value=base, attr="append" | "pop" as name)) as call:
            return _list_change(name, base, call, ctx)
        case ast.Call(func=ast.Name(id="keeps")) as call:
            return _keeps(call, ctx)
        case ast.Call(func=ast.Name(id="needs")) as call:
            ctx.fault(
                call,
                "needs-in-the-wrong-place",
                "`needs` cannot stand here",
                "put it at the top of an action or of a claim",
            )
        case ast.Call(func=ast.Attribute(attr=name)) as call:
            ctx.fault(
                call,
                "forbidden-form",
                f"`.{name[:60]}(…)` does not belong in a rulebook",
                "lists know `append` and `pop`",
            )
        case ast.Call(func=ast.Name(id=name)) as call:
            return _do(name, call, ctx)
        case ast.Constant(value=str()):
            ctx.fault(node, "forbidden-form", "a string does not belong here", "write a comment")
        case ast.Compare() | ast.BoolOp() | ast.Name() | ast.Constant():
            ctx.fault(node, "no-effect", "this line does nothing", "write `field = value`")
        case other:
            forbidden(other, ctx)
    return None


def _do(name: str, call: ast.Call, ctx: Context) -> Statement | None:
    meaning = None if name in ctx.variables else ctx.meaning(name)
    if isinstance(meaning, HelperName) and not meaning.returns:
        arguments = calls.in_order(call, ctx)
        if arguments is None:
            return None
        types = [slot.type for slot in meaning.slots]
        read = calls.fitting(name, types, arguments, call, ctx)
        return None if read is None else Do(name, read, ctx.place(call))
    if ctx.expression(call) is not None:
        ctx.fault(call, "no-effect", "this line does nothing", "use its value, or leave it out")
    return None


def _keeps(call: ast.Call, ctx: Context) -> Statement | None:
    match call:
        case ast.Call(args=[ast.Name(id=name) as argument], keywords=[]):
            written = _field(argument, name, ctx)
            return None if written is None else Keeps(name, ctx.place(call))
        case _:
            ctx.fault(
                call,
                "wrong-arguments",
                "`keeps` needs the name of one field",
                "write `keeps(field)`",
            )
            return None


def _list_change(name: str, base: ast.expr, call: ast.Call, ctx: Context) -> Statement | None:
    written = location(base, ctx)
    arguments = calls.in_order(call, ctx)
    if written is None or arguments is None:
        return None
    if not isinstance(written.type, ListType):
        ctx.fault(
            base,
            "wrong-type",
            f"`{name}` needs a list, and this is {a_type(written.type)}",
            "name a list",
        )
        return None
    if name == "append":
        read = calls.fitting("append", [written.type.of], arguments, call, ctx)
        return None if read is None else Append(written, read[0], ctx.place(call))
    if not arguments:
        return Pop(written, None, ctx.place(call))
    read = calls.fitting("pop", [NumberType()], arguments, call, ctx)
    return (
        None if read is None else Pop(written, _index(read[0], written, call, ctx), ctx.place(call))
    )


def _index(index: Expr, written: Location, call: ast.Call, ctx: Context) -> Expr | None:
    """An index that counts from the end, written as one that does not."""
    match index:
        case Literal(value=-1):
            return None
        case Literal(value=int(number)) if number < 0:
            place = ctx.place(call)
            length = Length(_read(written), NumberType(), place)
            back = Literal(-number, NumberType(), place)
            return Sum(length, back, True, NumberType(), place)
        case _:
            return index


def _read(written: Location) -> Expr:
    """The expression that reads a list to which a statement writes; lists are fields."""
    return FieldValue(written.field, written.type, written.place)
