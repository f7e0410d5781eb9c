"""Properties: documents of the same make that speak of roles."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from headjudge.rulebook.bodies import body, preamble, returned_type
from headjudge.rulebook.context import Context
from headjudge.rulebook.declarations import Function, slots_of
from headjudge.rulebook.decorators import CLAIMS, PROPERTY_CLAIMS, Decorator, decorated
from headjudge.rulebook.document import Passage
from headjudge.rulebook.functions import inside, parameters, read_claim, speaks_of_steps
from headjudge.rulebook.names import (
    RESERVED,
    ActionName,
    FieldName,
    HelperName,
    Meaning,
    Names,
    Shape,
    Slot,
    TypeName,
)
from headjudge.rulebook.statements import without_docstring
from headjudge.rulebook.syntax import (
    Action,
    BoolType,
    Claim,
    ClaimKind,
    EnumType,
    Needs,
    NumberType,
    Parameter,
    PlayerType,
    Property,
    RecordType,
    Role,
    RoleKind,
    Rulebook,
)
from headjudge.rulebook.type_forms import Spot
from headjudge.rulebook.unused import check_used

_BARE = frozenset(
    (
        ClaimKind.NO_CONFLICT,
        ClaimKind.NO_CLASH,
        ClaimKind.NO_GAP,
        ClaimKind.NO_SILENCE,
        ClaimKind.NO_IMPOSSIBLE_OBLIGATION,
        ClaimKind.DEFINED,
        ClaimKind.NO_ORDER_AMBIGUITY,
        ClaimKind.NO_DEAD_CLAUSE,
        ClaimKind.NO_IDLE_CLAUSE,
        ClaimKind.EVERY_ACTION_HAPPENS,
    )
)
# How many roles these name, at least and at most.
_NAMED = {
    ClaimKind.NO_LOST_OPTION: (1, 2),
    ClaimKind.REVEALS_NOTHING: (1, 1),
    ClaimKind.TAKES_NO_CHOICE: (2, 2),
}
_ALWAYS_THERE = frozenset(("True", "False", "None")) | RESERVED
_FALSE_WITHOUT = ("over", "over_")


def role_names(rulebook: Rulebook) -> Names:
    """What the roles of a rulebook stand for; ``pass_`` is the role ``pass``."""
    meanings: dict[str, Meaning] = {}
    deeds: dict[str, tuple[Shape, ...]] = {}
    for role in rulebook.roles:
        for name in (role.name, f"{role.name}_"):
            meaning = _meaning(role, rulebook)
            if meaning is not None:
                meanings.setdefault(name, meaning)
            if role.kind in (RoleKind.ACTION, RoleKind.TAG):
                deeds.setdefault(name, _shapes(role, rulebook))
    return Names(
        meanings=meanings,
        deeds=deeds,
        scope=dict(rulebook.scope),
        for_roles=True,
        false=frozenset(_FALSE_WITHOUT) - meanings.keys() - deeds.keys(),
    )


def _meaning(role: Role, rulebook: Rulebook) -> Meaning | None:
    match role.kind:
        case RoleKind.FIELD:
            of = {field.name: field.type for field in rulebook.fields}
            return FieldName(role.target, of[role.target])
        case RoleKind.HELPER:
            helper = next(one for one in rulebook.helpers if one.name == role.target)
            return HelperName(
                helper.name, _slots(helper.parameters), helper.type is not None, helper.type
            )
        case RoleKind.TYPE:
            types: tuple[EnumType | RecordType, ...] = (*rulebook.enums, *rulebook.records)
            return TypeName(next(one for one in types if one.name == role.target))
        case RoleKind.ACTION:
            return ActionName(role.target)
        case RoleKind.TAG:
            return None


def _slots(parameters_: tuple[Parameter, ...]) -> tuple[Slot, ...]:
    return tuple(
        Slot(one.name, one.type, one.place, one.which, one.default, one.hidden)
        for one in parameters_
    )


def shape_of(action: Action) -> Shape:
    """What others have to know of an action."""
    return Shape(action.name, action.kind, action.tags, _slots(action.parameters))


def _shapes(role: Role, rulebook: Rulebook) -> tuple[Shape, ...]:
    return tuple(
        shape_of(action)
        for action in rulebook.actions
        if role.target == action.name or (role.kind is RoleKind.TAG and role.target in action.tags)
    )


def read_property(ctx: Context, passage: Passage, roles: Mapping[str, Role]) -> Property | None:
    """Read the one function of a property's block, against the roles of a rulebook."""
    functions = [node for node in ctx.source.body if isinstance(node, ast.FunctionDef)]
    others = [node for node in ctx.source.body if node not in functions]
    for other in without_docstring(others):
        ctx.fault(other, "bad-property", "a property is one function", "leave the other lines out")
    for function in functions[1:]:
        ctx.fault(function, "bad-property", "a property is one function", "write a second property")
    if not functions:
        ctx.faults.add(
            ctx.source.block.at(1, 1),
            "bad-property",
            "this block holds no function",
            "write a function with a decorator such as @never",
        )
        return None
    head = decorated(functions[0], ctx, properties=True)
    if head is None:
        return None
    if head.main is None:
        ctx.fault(
            functions[0],
            "unknown-decorator",
            "this property has no decorator",
            "write one of " + ", ".join(f"@{name}" for name in PROPERTY_CLAIMS),
        )
        return None
    missing = _missing(functions[0], head.main, ctx, roles)
    claim = None
    if not missing:
        claim = _claim(Function(head, ctx), head.main)
        if claim is None:
            return None
    return Property(passage.id, passage.title, passage.words, passage.place, missing, claim)


def _missing(
    function: ast.FunctionDef, main: Decorator, ctx: Context, roles: Mapping[str, Role]
) -> tuple[str, ...]:
    """The roles that a property speaks of and the rulebook lacks, in order of appearance.

    One that is false without the rulebook's help is missing where more than a truth value is
    needed: as a type, and with arguments.
    """
    own = {argument.arg for argument in function.args.args}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            own.add(node.id)
    decorators = {id(node) for one in function.decorator_list for node in ast.walk(one)}
    more = {id(inner) for node in ast.walk(function) for inner in _more_than_a_value(node)}
    names = [
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name)
        and id(node) not in decorators
        and not (node.id in ctx.names.false and id(node) not in more)
    ]
    if CLAIMS.get(main.name) in (*_NAMED, ClaimKind.INEVITABLE):
        names.extend(main.texts)
    known = ctx.names.meanings.keys() | ctx.names.deeds.keys()
    return tuple(
        dict.fromkeys(
            name.removesuffix("_")
            for name in names
            if name not in own | _ALWAYS_THERE | known and "__" not in name and name not in roles
        )
    )


def _more_than_a_value(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that stand for a type or for something with arguments."""
    match node:
        case ast.arg(annotation=ast.expr() as annotation):
            yield from ast.walk(annotation)
        case ast.Call(func=called):
            yield called
        case ast.Subscript(value=base):
            yield base
        case _:
            pass


def _claim(function: Function, main: Decorator) -> Claim | None:
    kind = CLAIMS[main.name]
    if kind in (ClaimKind.ALWAYS, ClaimKind.NEVER, ClaimKind.SOMETIMES):
        return read_claim(function, main)
    if kind in _BARE:
        return _bare(function, main, kind)
    if kind in (ClaimKind.REVEALS_NOTHING, ClaimKind.TAKES_NO_CHOICE):
        return _of_player(function, main, kind)
    return _special(function, main, kind)


def _bare(function: Function, main: Decorator, kind: ClaimKind) -> Claim | None:
    node, ctx = function.head.function, function.ctx
    nodes = without_docstring(node.body)
    if main.texts or node.args.args or any(not isinstance(one, ast.Pass) for one in nodes):
        ctx.fault(
            node,
            "bad-property",
            f"`@{main.name}` says all there is to say",
            f"write `def {node.name}(): pass`",
        )
        return None
    origin = ctx.source.origin(node)
    return Claim(node.name, kind, (), (), (), True, False, (), (), (), None, origin)


def _of_player(function: Function, main: Decorator, kind: ClaimKind) -> Claim | None:
    """A kind whose one parameter is the player about whom it speaks, and that says no more."""
    node, ctx = function.head.function, function.ctx
    slots = slots_of(node, Spot.CLAIM, ctx)
    nodes = without_docstring(node.body)
    alone = [slot.type for slot in slots] == [PlayerType()]
    if not alone or any(not isinstance(one, ast.Pass) for one in nodes):
        ctx.fault(
            node,
            "bad-property",
            f"`@{main.name}` says all there is to say, of one player",
            f"write `def {node.name}(player): pass`",
        )
        return None
    named, choices = _options(main, kind, ctx)
    if kind is ClaimKind.TAKES_NO_CHOICE and not _have_player(main.texts[:1], ctx):
        ctx.fault(
            main.node,
            "bad-property",
            f"`{main.texts[0][:60]}` does not name a player first",
            "name a role whose actions have a Player as their first parameter",
        )
    made = parameters(slots)
    origin = ctx.source.origin(node)
    if made is None:
        return None
    steps = kind is ClaimKind.TAKES_NO_CHOICE
    return Claim(node.name, kind, made, (), (), True, steps, (), named, choices, None, origin)


def _have_player(names: Sequence[str], ctx: Context) -> bool:
    """Whether all actions behind these roles begin with a player."""
    shapes = [shape for name in names for shape in ctx.names.deeds.get(name, ())]
    return all(shape.slots and shape.slots[0].type == PlayerType() for shape in shapes)


def _special(function: Function, main: Decorator, kind: ClaimKind) -> Claim | None:
    node, ctx = function.head.function, function.ctx
    slots = slots_of(node, Spot.CLAIM, ctx)
    lost = kind is ClaimKind.NO_LOST_OPTION
    denied = kind is ClaimKind.NEVER_DENIED
    option, decline = _options(main, kind, ctx) if lost else ((), ())
    if (lost or denied) and (not slots or slots[0].type != PlayerType()):
        verb = "granted" if denied else "offered"
        ctx.fault(
            node,
            "bad-property",
            f"the first parameter is not the player to whom it is {verb}",
            f"write `def {node.name}(player): …`",
        )
    passing = _passing(main, ctx) if kind is ClaimKind.INEVITABLE else ()
    if kind in (ClaimKind.ALWAYS_POSSIBLE, ClaimKind.NEVER_DENIED) and main.texts:
        ctx.fault(
            main.node, "wrong-arguments", f"`@{main.name}` names nothing", f"write `@{main.name}`"
        )
    inner = inside(ctx, slots)
    inner = replace(inner, permits=replace(inner.permits, asks=True))
    nodes = without_docstring(node.body)
    check_used(nodes, inner, writes=False)
    premise, rest, inner = preamble(nodes, inner)
    if denied and not any(isinstance(line, Needs) for line in premise):
        ctx.fault(
            node,
            "bad-property",
            "it does not say when the answer is granted",
            "begin with `needs(…)`, which holds as long as it is granted",
        )
    type_ = returned_type(rest, inner) if lost else None
    needed = NumberType() if isinstance(type_, NumberType) else BoolType()
    read = body(rest, needed, node, inner)
    made = parameters(slots)
    if read is None or made is None:
        return None
    origin = ctx.source.origin(node)
    steps = speaks_of_steps(node)
    return Claim(
        node.name,
        kind,
        made,
        premise,
        read,
        True,
        steps,
        (),
        option,
        decline,
        None,
        origin,
        passing,
    )


def _options(
    main: Decorator, kind: ClaimKind, ctx: Context
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The actions behind the one or two roles that a decorator names."""
    least, most = _NAMED[kind]
    if not least <= len(main.texts) <= most:
        roles = '"automatic"' if most == 1 else '"use", "decline"'
        ctx.fault(
            main.node,
            "wrong-arguments",
            f"`@{main.name}` takes {most}, and gets {len(main.texts)}",
            f"write `@{main.name}({roles})`",
        )
        return (), ()
    found = [_actions(name, main, ctx) for name in main.texts]
    return found[0], found[1] if len(found) > 1 else ()


def _passing(main: Decorator, ctx: Context) -> tuple[str, ...]:
    """The moves of the role to which ``@inevitable("pass")`` holds the players."""
    if len(main.texts) > 1:
        ctx.fault(
            main.node,
            "wrong-arguments",
            f"`@{main.name}` takes 1, and gets {len(main.texts)}",
            f'write `@{main.name}("pass")` or `@{main.name}`',
        )
    return tuple(action for name in main.texts for action in _actions(name, main, ctx))


def _actions(name: str, main: Decorator, ctx: Context) -> tuple[str, ...]:
    """The actions that a role stands for."""
    shapes = ctx.names.deeds.get(name, ())
    if not shapes:
        ctx.fault(
            main.node,
            "unknown-action",
            f"the role `{name[:60]}` stands for no action",
            "name a role that stands for actions or a tag",
        )
    return tuple(shape.name for shape in shapes)
