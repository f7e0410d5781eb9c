"""The first pass: types, state, and the heads of all functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from headjudge.rulebook.context import Context
from headjudge.rulebook.decorators import Decorated, decorated
from headjudge.rulebook.header import is_name
from headjudge.rulebook.kinds import innermost, show_type
from headjudge.rulebook.names import (
    RESERVED,
    ActionName,
    FieldName,
    HelperName,
    Meaning,
    MemberName,
    Shape,
    Slot,
    TypeName,
    describe,
)
from headjudge.rulebook.statements import assignable, without_docstring
from headjudge.rulebook.syntax import (
    ActionKind,
    EnumType,
    Expr,
    ListType,
    Literal,
    MakeRecord,
    MakeTuple,
    Nobody,
    PlayerType,
    RangeType,
    RecordType,
    ScopeValue,
    Some,
    StateField,
    StockType,
    Type,
)
from headjudge.rulebook.type_forms import Spot, written

MAX_FUNCTIONS = 2000


@dataclass(frozen=True, slots=True)
class Function:
    """A function of a block, and the context of its body, without its parameters."""

    head: Decorated
    ctx: Context


@dataclass(slots=True)
class Declared:
    """What the first pass finds, in the order of the document."""

    enums: list[EnumType] = field(default_factory=list)
    records: list[RecordType] = field(default_factory=list)
    fields: list[StateField] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    full: bool = False


def declare(contexts: Sequence[Context]) -> Declared:
    """Collect the declarations of all blocks; the names go into the contexts' names."""
    found = Declared()
    classes: list[tuple[ast.ClassDef, str, Context]] = []
    for ctx in contexts:
        for node in ctx.source.body:
            _top(node, ctx, classes, found)
    for base, read in (("Enum", _enum), ("Record", _record), ("State", _state)):
        for node, kind, ctx in classes:
            if kind == base:
                read(node, ctx, found)
    named = [function for function in found.functions if _named(function)]
    for function in named:
        _head(function)
    _add_tags(named)
    return found


def _top(
    node: ast.stmt, ctx: Context, classes: list[tuple[ast.ClassDef, str, Context]], found: Declared
) -> None:
    match node:
        case ast.ClassDef(name="State", bases=[], keywords=[], decorator_list=[]):
            classes.append((node, "State", ctx))
        case ast.ClassDef(
            bases=[ast.Name(id="Enum" | "Record" as base)], keywords=[], decorator_list=[]
        ):
            classes.append((node, base, ctx))
        case ast.ClassDef():
            ctx.names.skipped.add(node.name)
            ctx.fault(
                node,
                "forbidden-form",
                f"`{node.name[:60]}` is neither an Enum nor a Record nor the State",
                f"write `class {node.name[:60]}(Enum): …`",
            )
        case ast.FunctionDef():
            head = decorated(node, ctx)
            if head is None or len(found.functions) >= MAX_FUNCTIONS:
                ctx.names.skipped.add(node.name)
                if head is not None and not found.full:
                    found.full = True
                    ctx.fault(
                        node,
                        "too-large",
                        f"this rulebook has more than {MAX_FUNCTIONS} functions",
                        "split it in two",
                    )
            else:
                found.functions.append(Function(head, ctx))
        case ast.Expr(value=ast.Constant(value=str())):
            pass
        case ast.Import() | ast.ImportFrom():
            ctx.fault(
                node, "forbidden-form", "an import does not belong in a rulebook", "leave it out"
            )
        case _:
            ctx.fault(
                node,
                "forbidden-form",
                "only classes and functions stand at the left edge of a block",
                "put this into a function",
            )


def _define(node: ast.AST, name: str, meaning: Meaning, ctx: Context) -> bool:
    """Give a name its meaning, unless it is taken."""
    if not ctx.plain(node, name):
        ctx.names.skipped.add(name)
        return False
    taken = ctx.meaning(name)
    if taken is not None:
        ctx.fault(
            node, "name-taken", f"`{name}` is already {describe(taken)}", "choose another name"
        )
        return False
    ctx.names.meanings[name] = meaning
    return True


# ------------------------------------------------------------------ classes


def _enum(node: ast.ClassDef, ctx: Context, found: Declared) -> None:
    members: list[ast.Name] = []
    for line in without_docstring(node.body):
        members.extend(_members(line, ctx))
    names = tuple(dict.fromkeys(member.id for member in members if _capitals(member, ctx)))
    if not members and not without_docstring(node.body):
        ctx.fault(
            node,
            "forbidden-form",
            f"`{node.name[:60]}` has no members",
            f"write `class {node.name[:60]}(Enum): ONE, OTHER`",
        )
    enum = EnumType(node.name, names)
    if _define(node, node.name, TypeName(enum if names else None), ctx) and names:
        found.enums.append(enum)
    indices = {name: index for index, name in enumerate(names)}
    for member in members:
        if member.id in indices:
            _define(member, member.id, MemberName(enum, indices[member.id]), ctx)


def _members(line: ast.stmt, ctx: Context) -> Iterator[ast.Name]:
    match line:
        case ast.Expr(value=ast.Name() as name):
            yield name
            return
        case ast.Expr(value=ast.Tuple(elts=parts)):
            if all(isinstance(part, ast.Name) for part in parts):
                yield from (part for part in parts if isinstance(part, ast.Name))
                return
        case _:
            pass
    ctx.fault(
        line, "forbidden-form", "an Enum holds names only", "write `ONE, OTHER`, without values"
    )


def _capitals(member: ast.Name, ctx: Context) -> bool:
    name = member.id
    if name in RESERVED or "__" in name:
        return ctx.plain(member, name)
    if name.isascii() and name.replace("_", "").isalnum() and name.upper() == name:
        return True
    ctx.fault(
        member,
        "bad-name",
        f"the member `{name[:60]}` is not in capitals",
        f"write `{name[:60].upper()}`",
    )
    return False


def _typed_lines(node: ast.ClassDef, ctx: Context) -> Iterator[tuple[ast.AnnAssign, str]]:
    for line in without_docstring(node.body):
        match line:
            case ast.AnnAssign(target=ast.Name(id=name), simple=1):
                yield line, name
            case ast.Pass():
                pass
            case _:
                ctx.fault(
                    line,
                    "forbidden-form",
                    "this line declares nothing",
                    "write `name: type`, or `name: type = value`",
                )


def _record(node: ast.ClassDef, ctx: Context, found: Declared) -> None:
    parts: dict[str, Type] = {}
    failed = False
    for line, name in _typed_lines(node, ctx):
        if line.value is not None:
            ctx.fault(
                line.value,
                "forbidden-form",
                "a part of a record has no value of its own",
                f"write `{name}: type`",
            )
        if name in parts:
            ctx.fault(
                line,
                "name-taken",
                f"`{name}` is already a part of `{node.name}`",
                "choose another name",
            )
        type_ = written(line.annotation, Spot.PART, ctx)
        failed = failed or type_ is None or not ctx.plain(line, name)
        if type_ is not None:
            parts.setdefault(name, type_.type)
    if not parts and not failed:
        ctx.fault(
            node,
            "forbidden-form",
            f"`{node.name[:60]}` has no parts",
            "write `name: type` below it",
        )
        failed = True
    record = RecordType(node.name, tuple(parts.items()))
    if _define(node, node.name, TypeName(None if failed else record), ctx) and not failed:
        found.records.append(record)


# -------------------------------------------------------------------- state


def _state(node: ast.ClassDef, ctx: Context, found: Declared) -> None:
    for line, name in _typed_lines(node, ctx):
        type_ = written(line.annotation, Spot.FIELD, ctx)
        defined = _define(line, name, FieldName(name, None if type_ is None else type_.type), ctx)
        if type_ is None:
            continue
        initial = None
        if line.value is not None:
            initial = _initial(line.value, type_.type, ctx)
        elif not _starts_by_itself(type_.type):
            ctx.fault(
                line,
                "no-initial-value",
                f"`{name}` has no initial value",
                f"write `{name}: {show_type(type_.type)} = …`",
            )
        if defined:
            origin = ctx.source.origin(line)
            found.fields.append(
                StateField(name, type_.type, initial, type_.hidden, type_.told, origin)
            )


def _starts_by_itself(type_: Type) -> bool:
    return isinstance(type_, ListType) or isinstance(innermost(type_), StockType)


def _initial(node: ast.expr, type_: Type, ctx: Context) -> Expr | None:
    if isinstance(type_, ListType):
        ctx.fault(node, "wrong-type", "a list starts empty", "leave its initial value out")
        return None
    inner = replace(ctx, permits=replace(ctx.permits, scope=True))
    read = assignable(node, type_, inner)
    if read is None or not constant_value(read, node, ctx):
        return None
    if isinstance(read, ScopeValue) and not _is_capacity(read, innermost(type_)):
        ctx.fault(
            node,
            "not-a-constant",
            "this is not the bound of the field's type",
            "write a number, or the same `scope.name` as in the type",
        )
        return None
    return read


def _is_capacity(read: ScopeValue, type_: Type) -> bool:
    match type_:
        case StockType(capacity):
            return read.size == capacity
        case RangeType(_, high):
            return read.size == high
        case _:
            return False


def constant_value(read: Expr, node: ast.AST, ctx: Context) -> bool:
    """Whether an expression is a constant; notes a fault if not."""
    match read:
        case Literal() | Nobody() | ScopeValue():
            return True
        case Some(base):
            return constant_value(base, node, ctx)
        case MakeRecord(arguments=parts) | MakeTuple(items=parts):
            return all(constant_value(part, node, ctx) for part in parts)
        case _:
            ctx.fault(
                node,
                "not-a-constant",
                "this value has to be a constant",
                "write a number, True, False, nobody or a member",
            )
            return False


# ---------------------------------------------------------------- functions


def _named(function: Function) -> bool:
    """Give an action or a helper its name; norms and claims have none that others use."""
    head, ctx = function.head, function.ctx
    node = head.function
    if head.main is None:
        return _define(node, node.name, HelperName(node.name, (), _has_return(node), None), ctx)
    if head.main.name in ("move", "step"):
        return _define(node, node.name, ActionName(node.name), ctx)
    return False


def _has_return(node: ast.FunctionDef) -> bool:
    return any(isinstance(inner, ast.Return) for inner in ast.walk(node))


def _head(function: Function) -> None:
    """Read the parameters of an action or a helper."""
    head, ctx = function.head, function.ctx
    node = head.function
    if head.main is None:
        slots = slots_of(node, Spot.HELPER, ctx)
        ctx.names.meanings[node.name] = HelperName(node.name, slots, _has_return(node), None)
    else:
        kind = ActionKind(head.main.name)
        slots = slots_of(node, Spot.ACTION, ctx)
        _deed(Shape(node.name, kind, head.main.texts, slots), head, ctx)


def _deed(shape: Shape, head: Decorated, ctx: Context) -> None:
    node = head.function
    if shape.kind is ActionKind.STEP and shape.tags:
        ctx.fault(node, "wrong-arguments", "a `@step` has no tags", "write `@step`")
    first = shape.slots[0] if shape.slots else None
    if shape.kind is ActionKind.MOVE and (
        first is None or first.type not in (PlayerType(), None) or first.which or first.hidden
    ):
        ctx.fault(
            node,
            "move-without-player",
            f"the first parameter of the move `{node.name}` is no Player",
            f"write `def {node.name}(player: Player, …)`",
        )
    ctx.names.deeds[node.name] = (shape,)


def _add_tags(functions: Sequence[Function]) -> None:
    """Let every tag stand for the actions that have it."""
    for function in functions:
        head, ctx = function.head, function.ctx
        if head.main is None or head.main.name != "move":
            continue
        shapes = ctx.names.deeds[head.function.name]
        for tag in dict.fromkeys(head.main.texts):
            if isinstance(ctx.meaning(tag), ActionName) or not is_name(tag):
                ctx.fault(
                    head.main.node,
                    "bad-name",
                    f"`{tag[:60]}` cannot be a tag",
                    "write a name that no action has",
                )
            elif ctx.plain(head.main.node, tag):
                ctx.names.deeds[tag] = (*ctx.names.deeds.get(tag, ()), *shapes)


def slots_of(node: ast.FunctionDef, spot: Spot, ctx: Context) -> tuple[Slot, ...]:
    """The parameters of a function, with their types and defaults."""
    arguments = node.args
    extra = [*arguments.posonlyargs, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    odd = next((one for one in extra if one is not None), None)
    if odd is not None:
        ctx.fault(
            odd,
            "forbidden-form",
            "parameters with `*` or `/` do not belong in a rulebook",
            "write plain parameters",
        )
    if node.returns is not None:
        ctx.fault(
            node.returns,
            "forbidden-form",
            "the type of a value is not written",
            "leave `-> …` out",
        )
    missing: list[ast.expr | None] = [None] * (len(arguments.args) - len(arguments.defaults))
    slots: list[Slot] = []
    for argument, default in zip(arguments.args, [*missing, *arguments.defaults], strict=True):
        slot = _slot(argument, default, spot, ctx)
        if any(other.name == slot.name for other in slots):
            continue
        slots.append(slot)
    return tuple(slots)


def _slot(argument: ast.arg, default: ast.expr | None, spot: Spot, ctx: Context) -> Slot:
    place = ctx.place(argument)
    free = ctx.free(argument, argument.arg)
    type_: Type | None = PlayerType()
    which = hidden = False
    if argument.annotation is not None:
        read = written(argument.annotation, spot, ctx)
        type_ = None if read is None else read.type
        which = read is not None and read.which
        hidden = read is not None and read.hidden
    elif spot is Spot.ACTION:
        ctx.fault(
            argument,
            "no-type",
            f"the parameter `{argument.arg}` has no type",
            f"write `{argument.arg}: Player`, say",
        )
        type_ = None
    value = None
    if default is not None and spot is not Spot.ACTION:
        ctx.fault(
            default,
            "forbidden-form",
            "only parameters of actions have a default",
            "leave it out",
        )
    elif default is not None and type_ is not None:
        inner = replace(ctx, permits=replace(ctx.permits, tuples=isinstance(type_, ListType)))
        value = assignable(default, type_, inner)
        value = value if value is not None and constant_value(value, default, ctx) else None
    return Slot(argument.arg, type_ if free else None, place, which, value, hidden)
