"""Calls inside expressions: the language's own words, helpers, records and actions."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from headjudge.rulebook import asking
from headjudge.rulebook.context import Context
from headjudge.rulebook.kinds import a_type, value_type
from headjudge.rulebook.names import FieldName, HelperName, TypeName
from headjudge.rulebook.syntax import (
    BoolType,
    Call,
    Distance,
    Domain,
    EachType,
    EnumType,
    Expr,
    Fold,
    Folded,
    Generator,
    Given,
    Item,
    Length,
    ListType,
    MakeRecord,
    MaybeType,
    NextPlayer,
    NumberType,
    OverEnum,
    OverIndices,
    OverItems,
    OverPlayers,
    PlayerType,
    RecordType,
    Type,
)

_FOLDS = {fold.value: fold for fold in Fold}
_ELSEWHERE = {
    "needs": "`needs` stands on a line of its own, at the top of an action or a claim",
    "keeps": "`keeps` stands on a line of its own, in a consequence",
    "start": "`start` stands in an example",
    "illegal": "`illegal` stands in an example",
    "impossible": "`impossible` stands in an example",
    "expect": "`expect` stands in an example",
    "indices": "`indices` stands after `in`, in a `for`",
}


def call(node: ast.Call, ctx: Context, hint: Type | None) -> Expr | None:
    """Read ``name(…)``."""
    if not isinstance(node.func, ast.Name):
        what = "a call of an attribute" if isinstance(node.func, ast.Attribute) else "this call"
        ctx.fault(node, "forbidden-form", f"{what} has no value here", "call a helper by its name")
        return None
    name = node.func.id
    if name in _FOLDS:
        return _fold(_FOLDS[name], node, ctx, hint)
    match name:
        case "len":
            return _length(node, ctx)
        case "next_player" | "distance":
            return _seating(name, node, ctx)
        case "can" | "legal" | "doing":
            return asking.ask(name, node, ctx)
        case "next":
            return asking.after(node, ctx)
        case _ if name in _ELSEWHERE:
            ctx.fault(node, "forbidden-form", f"`{name}` is no value", _ELSEWHERE[name])
            return None
        case _:
            return _named(name, node, ctx)


def _named(name: str, node: ast.Call, ctx: Context) -> Expr | None:
    meaning = None if name in ctx.variables else ctx.meaning(name)
    match meaning:
        case HelperName():
            arguments = in_order(node, ctx)
            return None if arguments is None else call_helper(meaning, arguments, node, ctx)
        case TypeName(RecordType() as record):
            return _record(record, node, ctx)
        case TypeName(None):
            return None
        case FieldName(_, EachType()) if ctx.names.for_roles:
            return _indexed(node, ctx)
        case None if name in ctx.names.skipped or not ctx.plain(node, name):
            return None
        case None if name in ctx.variables:
            ctx.fault(
                node,
                "wrong-type",
                f"`{name[:60]}` cannot be called",
                "only helpers and records can",
            )
            return None
        case None if name not in ctx.names.deeds:
            ctx.fault(
                node,
                "unknown-name",
                f"there is no helper `{name[:60]}`",
                ctx.names.guess(name) or "declare it with `def`, or correct it",
            )
            return None
        case _:
            deed = name in ctx.names.deeds
            ctx.fault(
                node,
                "wrong-type",
                f"`{name}` is {'an action' if deed else 'no helper'}, and a value is needed",
                f"in a claim, ask `legal({name}(…))`" if deed else "leave the parentheses out",
            )
            return None


def in_order(node: ast.Call, ctx: Context) -> Sequence[ast.expr] | None:
    """The arguments of a call that may have no names."""
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            ctx.fault(
                argument,
                "forbidden-form",
                "a starred argument does not belong in a rulebook",
                "write the arguments one by one",
            )
            return None
    if node.keywords:
        ctx.fault(
            node.keywords[0],
            "forbidden-form",
            "an argument has a name here",
            "give the arguments in order, without names",
        )
        return None
    return node.args


def fitting(
    what: str,
    types: Sequence[Type | None],
    arguments: Sequence[ast.expr],
    node: ast.AST,
    ctx: Context,
) -> tuple[Expr, ...] | None:
    """Read arguments against the types of the parameters."""
    if len(types) != len(arguments):
        ctx.fault(
            node,
            "wrong-arguments",
            f"`{what}` takes {len(types)}, and gets {len(arguments)}",
            f"write `{what}` with {_many(len(types))}",
        )
        return None
    read = [
        None if type_ is None else ctx.value(argument, type_)
        for type_, argument in zip(types, arguments, strict=True)
    ]
    whole = tuple(one for one in read if one is not None)
    return whole if len(whole) == len(read) else None


def _many(number: int) -> str:
    return "no arguments" if number == 0 else f"{number} argument{'s' * (number > 1)}"


def call_helper(
    helper: HelperName, arguments: Sequence[ast.expr], node: ast.expr, ctx: Context
) -> Expr | None:
    """A call of a helper that returns a value."""
    read = fitting(helper.name, [slot.type for slot in helper.slots], arguments, node, ctx)
    if not helper.returns:
        ctx.fault(
            node,
            "wrong-type",
            f"`{helper.name}` changes the state and has no value",
            "call it on a line of its own",
        )
        return None
    if read is None or helper.type is None:
        return None
    return Call(helper.name, read, helper.type, ctx.place(node))


def _record(record: RecordType, node: ast.Call, ctx: Context) -> Expr | None:
    arguments = in_order(node, ctx)
    if arguments is None:
        return None
    read = fitting(record.name, [type_ for _, type_ in record.fields], arguments, node, ctx)
    return None if read is None else MakeRecord(record, read, record, ctx.place(node))


def _indexed(node: ast.Call, ctx: Context) -> Expr | None:
    """``offered(p)`` where the role names a field: the same as ``offered[p]``."""
    arguments = in_order(node, ctx)
    base = ctx.expression(node.func)
    for argument in arguments or ():
        if base is None or not isinstance(base.type, EachType):
            return None
        index = ctx.value(argument, base.type.key)
        if index is None:
            return None
        base = Item(base, index, value_type(base.type.of), ctx.place(node))
    return base if arguments else None


def _length(node: ast.Call, ctx: Context) -> Expr | None:
    base = a_list(node, ctx)
    return None if base is None else Length(base, NumberType(), ctx.place(node))


def a_list(node: ast.Call, ctx: Context) -> Expr | None:
    """The one argument of ``len`` or ``indices``."""
    arguments = in_order(node, ctx)
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if arguments is None:
        return None
    if len(arguments) != 1:
        ctx.fault(
            node,
            "wrong-arguments",
            f"`{name}` takes 1, and gets {len(arguments)}",
            f"write `{name}(list)`",
        )
        return None
    base = ctx.expression(arguments[0])
    if base is None:
        return None
    if not isinstance(base.type, ListType):
        ctx.fault(
            arguments[0],
            "wrong-type",
            f"`{name}` needs a list, and this is {a_type(base.type)}",
            "name a list",
        )
        return None
    return base


def _seating(name: str, node: ast.Call, ctx: Context) -> Expr | None:
    arguments = in_order(node, ctx)
    if arguments is None:
        return None
    takes = 1 if name == "next_player" else 2
    read = fitting(name, [PlayerType()] * takes, arguments, node, ctx)
    if read is None:
        return None
    if name == "next_player":
        return NextPlayer(read[0], PlayerType(), ctx.place(node))
    return Distance(read[0], read[1], NumberType(), ctx.place(node))


# ------------------------------------------------------------------ folds


def _fold(fold: Fold, node: ast.Call, ctx: Context, hint: Type | None) -> Expr | None:
    match node.args:
        case [ast.GeneratorExp() as body] if not node.keywords:
            pass
        case _:
            ctx.fault(
                node,
                "forbidden-form",
                f"`{fold.value}` needs a generator expression",
                f"write `{fold.value}(… for x in …)`",
            )
            return None
    inner = ctx
    generators: list[Generator | None] = []
    for clause in body.generators:
        made, inner = _generator(clause, inner)
        generators.append(made)
    element = _element(fold, body.elt, inner, hint)
    whole = tuple(made for made in generators if made is not None)
    if element is None or len(whole) < len(generators):
        return None
    match fold:
        case Fold.ANY | Fold.ALL:
            return Folded(fold, element, whole, BoolType(), ctx.place(node))
        case Fold.FIRST | Fold.LAST:
            return Folded(fold, element, whole, element.type, ctx.place(node))
        case Fold.SUM | Fold.COUNT:
            counts = isinstance(element.type, BoolType)
            kind = Fold.COUNT if counts else Fold.SUM
            return Folded(kind, element, whole, NumberType(), ctx.place(node))


def _element(fold: Fold, node: ast.expr, ctx: Context, hint: Type | None) -> Expr | None:
    match fold:
        case Fold.ANY | Fold.ALL:
            return ctx.condition(node)
        case Fold.SUM:
            return ctx.value(node, NumberType())
        case Fold.FIRST | Fold.LAST:
            return ctx.expression(node, hint)
        case Fold.COUNT:
            read = ctx.expression(node)
            if read is None:
                return None
            inside = read.type.of if isinstance(read.type, MaybeType) else read.type
            return ctx.fit(read, inside if isinstance(inside, NumberType) else BoolType(), node)


def _generator(clause: ast.comprehension, ctx: Context) -> tuple[Generator | None, Context]:
    """One ``for … in … if …``, and the context of what stands after it."""
    over = domain(clause.iter, ctx)
    if not isinstance(clause.target, ast.Name) or clause.is_async:
        ctx.fault(
            clause.target,
            "forbidden-form",
            "this `for` does not run over one name",
            "write `for x in …`",
        )
        return None, ctx
    name = clause.target.id
    type_ = None if over is None else over[1]
    if not ctx.free(clause.target, name):
        return None, ctx if name in ctx.variables else ctx.with_variable(name, None)
    inner = ctx.with_variable(name, type_)
    read = [inner.condition(condition) for condition in clause.ifs]
    conditions = tuple(condition for condition in read if condition is not None)
    if over is None or len(conditions) < len(read):
        return None, inner
    return Generator(name, over[0], over[1], conditions), inner


def domain(node: ast.expr, ctx: Context) -> tuple[Domain, Type] | None:
    """What a ``for`` runs over, and the type of its variable."""
    match node:
        case ast.Name(id="players"):
            return OverPlayers(), PlayerType()
        case ast.Name(id=name) if name not in ctx.variables and isinstance(
            ctx.meaning(name), TypeName
        ):
            meaning = ctx.meaning(name)
            if isinstance(meaning, TypeName) and isinstance(meaning.type, EnumType):
                return OverEnum(meaning.type), meaning.type
            if isinstance(meaning, TypeName) and meaning.type is None:
                return None
        case ast.Call(func=ast.Name(id="indices")):
            base = a_list(node, ctx)
            return None if base is None else (OverIndices(base), NumberType())
        case ast.Tuple():
            pass
        case _:
            return _items(node, ctx)
    ctx.fault(
        node,
        "wrong-type",
        "a `for` cannot run over this",
        "write `players`, an enum, a list, an `Each` or `indices(list)`",
    )
    return None


def _items(node: ast.expr, ctx: Context) -> tuple[Domain, Type] | None:
    base = ctx.expression(node)
    if base is None:
        return None
    if isinstance(base.type, MaybeType):
        base = Given(base, value_type(base.type.of), base.place)
    if isinstance(base.type, ListType | EachType):
        return OverItems(base), value_type(base.type.of)
    ctx.fault(
        node,
        "wrong-type",
        f"a `for` cannot run over {a_type(base.type)}",
        "write `players`, an enum, a list, an `Each` or `indices(list)`",
    )
    return None
