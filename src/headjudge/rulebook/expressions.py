"""Expressions: the closed list of forms that a rulebook may use."""

from __future__ import annotations

import ast

from headjudge.rulebook import calls, operators
from headjudge.rulebook.context import Context
from headjudge.rulebook.forms import forbidden, given, number_of, seat
from headjudge.rulebook.kinds import a_type, show_type, value_type
from headjudge.rulebook.names import (
    ActionName,
    FieldName,
    HelperName,
    MemberName,
    TypeName,
    describe,
)
from headjudge.rulebook.syntax import (
    BoolType,
    EachType,
    Expr,
    FieldValue,
    Item,
    ListType,
    Literal,
    MakeTuple,
    MaybeType,
    Nobody,
    NumberType,
    Part,
    PlayerCount,
    PlayerType,
    RecordType,
    ScopeName,
    ScopeValue,
    Type,
    Variable,
)
from headjudge.rulebook.values import SEATS


def expression(node: ast.expr, ctx: Context, hint: Type | None) -> Expr | None:
    """Read one expression; None if there is a fault, which is then noted."""
    match node:
        case ast.Constant():
            return _constant(node, ctx, hint)
        case ast.Name():
            return _name(node, ctx, hint)
        case ast.Attribute():
            return _attribute(node, ctx)
        case ast.Subscript():
            return _subscript(node, ctx)
        case ast.Compare():
            return operators.comparison(node, ctx)
        case ast.BoolOp():
            return operators.logical(node, ctx)
        case ast.UnaryOp():
            return operators.unary(node, ctx, hint)
        case ast.BinOp():
            return operators.arithmetic(node, ctx)
        case ast.IfExp():
            return operators.choice(node, ctx, hint)
        case ast.Call():
            return calls.call(node, ctx, hint)
        case ast.Tuple() if ctx.permits.tuples:
            return _tuple(node, ctx, hint)
        case _:
            forbidden(node, ctx)
            return None


# ------------------------------------------------------------------ atoms


def _constant(node: ast.Constant, ctx: Context, hint: Type | None) -> Expr | None:
    match node.value:
        case bool():
            return Literal(node.value, BoolType(), ctx.place(node))
        case int():
            return number_of(node.value, node, ctx, hint)
        case None:
            wrong, cure = "`None` does not belong in a rulebook", "write `nobody`"
        case str() | bytes():
            wrong, cure = "a string does not belong here", "write a name without quotes"
        case float() | complex():
            wrong, cure = "only whole numbers belong in a rulebook", "write a whole number"
        case _:
            wrong, cure = "`...` does not belong in a rulebook", "write `pass` or leave it out"
    ctx.fault(node, "forbidden-form", wrong, cure)
    return None


def _name(node: ast.Name, ctx: Context, hint: Type | None) -> Expr | None:
    name, place = node.id, ctx.place(node)
    if name in ctx.variables:
        type_ = ctx.variables[name]
        return None if type_ is None else Variable(name, type_, place)
    if name == "players":
        return ScopeValue(PlayerCount(), NumberType(), place)
    if name == "nobody":
        return _nobody(node, ctx, hint)
    if name in tuple(SEATS) and ctx.permits.seats:
        return seat(SEATS.index(name), node, ctx)
    match ctx.meaning(name):
        case FieldName(field, type_):
            return None if type_ is None else FieldValue(field, value_type(type_), place)
        case MemberName(enum, index):
            return Literal(index, enum, place)
        case HelperName() as helper if ctx.names.for_roles and not helper.slots:
            return calls.call_helper(helper, (), node, ctx)
        case None if name in ctx.names.false:
            return Literal(False, BoolType(), place)
        case None:
            unknown(node, name, ctx)
        case ActionName() | HelperName() | TypeName() as other:
            ctx.fault(
                node,
                "wrong-type",
                f"`{name}` is {describe(other)}, and a value is needed",
                f"call it: `{name}(…)`"
                if isinstance(other, HelperName)
                else "write a field, a parameter or a member",
            )
    return None


def unknown(node: ast.expr, name: str, ctx: Context) -> None:
    """Note a name that stands for nothing."""
    if "__" in name:
        ctx.plain(node, name)
        return
    if name in ctx.names.skipped:
        return
    if name in tuple(SEATS):
        cure = "seats have letters in examples only; write 0 for the first one"
    else:
        cure = ctx.names.guess(name, ctx.variables) or "declare it in a block, or correct it"
    ctx.fault(node, "unknown-name", f"`{name[:60]}` stands for nothing", cure)


def _nobody(node: ast.Name, ctx: Context, hint: Type | None) -> Expr | None:
    match hint:
        case None:
            ctx.fault(
                node,
                "wrong-type",
                "it cannot be told what this `nobody` could have been",
                "compare it with a field, or give it to one",
            )
            return None
        case MaybeType():
            return Nobody(value_type(hint), ctx.place(node))
        case _:
            return Nobody(MaybeType(value_type(hint)), ctx.place(node))


def _tuple(node: ast.Tuple, ctx: Context, hint: Type | None) -> Expr | None:
    match hint:
        case EachType(key, of):
            size = ctx.seats if isinstance(key, PlayerType) else len(key.members)
            if len(node.elts) != size:
                ctx.fault(
                    node,
                    "wrong-arguments",
                    f"there are {len(node.elts)} entries, and {size} are needed",
                    f"write one entry per `{show_type(key)}`",
                )
                return None
        case ListType(of):
            pass
        case _:
            forbidden(node, ctx)
            return None
    items = [ctx.value(item, of) for item in node.elts]
    whole = tuple(item for item in items if item is not None)
    return MakeTuple(whole, hint, ctx.place(node)) if len(whole) == len(items) else None


# ----------------------------------------------------------------- access


def _attribute(node: ast.Attribute, ctx: Context) -> Expr | None:
    if "__" in node.attr:
        ctx.plain(node, node.attr)
        return None
    if isinstance(node.value, ast.Name) and node.value.id == "scope":
        return _scope(node, ctx)
    if isinstance(node.value, ast.Name) and isinstance(ctx.meaning(node.value.id), TypeName):
        ctx.fault(
            node,
            "forbidden-form",
            f"a member is written without `{node.value.id}.`",
            f"write `{node.attr}`",
        )
        return None
    base = ctx.expression(node.value)
    return None if base is None else part(base, node, ctx)


def _scope(node: ast.Attribute, ctx: Context) -> Expr | None:
    if not ctx.permits.scope:
        ctx.fault(
            node,
            "scope-in-rule",
            f"`scope.{node.attr}` is a bound of the search and not a rule",
            "use a field, or put this into a `python rule environment` block",
        )
        return None
    if not known_scope(node, ctx):
        return None
    return ScopeValue(ScopeName(node.attr), NumberType(), ctx.place(node))


def known_scope(node: ast.Attribute, ctx: Context) -> bool:
    """Whether the header has this name in its scope; notes a fault if not."""
    scope = ctx.names.scope
    if scope is None or node.attr in scope:
        return scope is not None
    known = ", ".join(f"`{name}`" for name in scope) or "nothing yet"
    ctx.fault(
        node,
        "unknown-scope",
        f"`scope.{node.attr[:60]}` is not in the header",
        f"add it under `[scope]`, or write one of: {known}",
    )
    return False


def part(base: Expr, node: ast.Attribute, ctx: Context) -> Expr | None:
    """``base.name`` of a record."""
    base = given(base)
    if not isinstance(base.type, RecordType):
        ctx.fault(
            node,
            "wrong-type",
            f"{a_type(base.type)} has no part `{node.attr[:60]}`",
            "only records have parts",
        )
        return None
    for name, type_ in base.type.fields:
        if name == node.attr:
            return Part(base, name, value_type(type_), ctx.place(node))
    ctx.fault(
        node,
        "unknown-name",
        f"`{base.type.name}` has no part `{node.attr[:60]}`",
        "write one of " + ", ".join(f"`{name}`" for name, _ in base.type.fields),
    )
    return None


def _subscript(node: ast.Subscript, ctx: Context) -> Expr | None:
    if ctx.names.for_roles and isinstance(node.value, ast.Name):
        helper = ctx.meaning(node.value.id)
        if isinstance(helper, HelperName) and helper.slots and node.value.id not in ctx.variables:
            return calls.call_helper(helper, (node.slice,), node, ctx)
    base = ctx.expression(node.value)
    if base is None:
        return None
    base = given(base)
    index = index_of(base.type, node, ctx)
    of = base.type.of if isinstance(base.type, EachType | ListType) else None
    if index is None or of is None:
        return None
    return Item(base, index, value_type(of), ctx.place(node))


def index_of(type_: Type, node: ast.Subscript, ctx: Context) -> Expr | None:
    """The index of ``base[index]``, for a base of this type."""
    match type_:
        case EachType(key):
            return ctx.value(node.slice, key)
        case ListType():
            return ctx.value(node.slice, NumberType())
        case _:
            ctx.fault(
                node,
                "wrong-type",
                f"{a_type(type_)} has no entries",
                "only an `Each` and a `List` have",
            )
            return None
