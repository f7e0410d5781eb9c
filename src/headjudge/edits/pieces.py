"""One thing changed in an expression or in a statement, in every systematic way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, is_dataclass, replace
from enum import Enum
from typing import Any, Generic, TypeVar

from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import (
    Add,
    And,
    Append,
    Assign,
    BoolType,
    Call,
    Compare,
    Comparison,
    Do,
    EnumType,
    Expr,
    FieldValue,
    Fold,
    Folded,
    Generator,
    Given,
    Item,
    ListType,
    Literal,
    MaybeType,
    NextPlayer,
    Not,
    NumberType,
    OneOf,
    Or,
    Part,
    PlayerCount,
    PlayerType,
    ScopeValue,
    Some,
    Statement,
    Sum,
    Type,
    Variable,
)

Node = TypeVar("Node")
Node_co = TypeVar("Node_co", covariant=True)
Other = TypeVar("Other")
Piece = Expr | Statement | str

_OPPOSITE = {
    Comparison.EQ: Comparison.NE,
    Comparison.NE: Comparison.EQ,
    Comparison.LT: Comparison.GE,
    Comparison.GE: Comparison.LT,
    Comparison.GT: Comparison.LE,
    Comparison.LE: Comparison.GT,
}
_BOUNDARY = {
    Comparison.LT: Comparison.LE,
    Comparison.LE: Comparison.LT,
    Comparison.GT: Comparison.GE,
    Comparison.GE: Comparison.GT,
}
_OTHER = {
    Fold.ANY: Fold.ALL,
    Fold.ALL: Fold.ANY,
    Fold.FIRST: Fold.LAST,
    Fold.LAST: Fold.FIRST,
}


class Manner(Enum):
    """In what way a clause is changed; the value is the word in reports for programs."""

    STRUCK = "struck"
    WITHOUT = "without"
    NEGATED = "negated"
    JOINED = "joined otherwise"
    BOUNDARY = "boundary"
    NUMBER = "one more or fewer"
    VALUE = "another value"
    PLAYER = "another player"
    ORDER = "another order"
    PRECEDENCE = "precedence"
    FORCE = "may instead of must"


# What notices that an operand is gone notices as well that it is another one altogether.
_COVERED = (Manner.NEGATED, Manner.VALUE)

# What is changed in one of these is told together with it: “2” alone tells nothing.
_WHOLE = (Compare, Call, Assign, Add, Append, Do)
_SMALL = (Manner.NUMBER, Manner.VALUE, Manner.PLAYER, Manner.ORDER)


@dataclass(frozen=True, slots=True)
class Turn(Generic[Node_co]):
    """A node with one thing changed; ``was`` and ``now``: what has been changed in it."""

    node: Node_co
    manner: Manner
    was: Piece | None
    now: Piece | None

    def put(self, node: Other) -> Turn[Other]:
        """The same change in what the node is a part of."""
        return Turn(node, self.manner, self.was, self.now)


@dataclass(frozen=True, slots=True)
class Scene:
    """What a statement can speak of.

    ``players``: the fields that hold a player and have a role; ``parameters``: the names of
    players that are given to the statement.
    """

    players: tuple[FieldValue, ...]
    parameters: frozenset[str]


def conditions(one: Expr, scene: Scene) -> Iterator[Turn[Expr]]:
    """A condition with one thing changed, or left out as a whole."""
    yield from expressions(one, scene)
    if not isinstance(one, And | Literal):
        yield Turn(Literal(True, BoolType(), one.place), Manner.WITHOUT, one, None)


def expressions(one: Expr, scene: Scene) -> Iterator[Turn[Expr]]:
    """An expression with one thing changed."""
    yield from _here(one, scene)
    yield from inside(one, scene)


def _here(one: Expr, scene: Scene) -> Iterator[Turn[Expr]]:
    """What can be changed at the top of an expression."""

    def turn(now: Expr, manner: Manner) -> Turn[Expr]:
        return Turn(now, manner, one, now)

    match one:
        case Literal(value, BoolType()):
            yield turn(replace(one, value=not value), Manner.VALUE)
        case Literal(value, EnumType(_, members) | MaybeType(EnumType(_, members))):
            yield turn(replace(one, value=(int(value) + 1) % len(members)), Manner.VALUE)
        case Literal(value, NumberType()):
            yield turn(replace(one, value=value + 1), Manner.NUMBER)
            if value > 0:
                yield turn(replace(one, value=value - 1), Manner.NUMBER)
        case ScopeValue(PlayerCount(), type_):
            for minus in (True, False):
                more = Literal(1, NumberType(), one.place)
                yield turn(Sum(one, more, minus, type_, one.place), Manner.NUMBER)
        case NextPlayer(player):
            yield turn(player, Manner.PLAYER)
        case And(operands):
            yield from _dropped(one, operands)
            yield turn(Or(operands, one.type, one.place), Manner.JOINED)
        case Or(operands):
            yield from _dropped(one, operands)
            yield turn(And(operands, one.type, one.place), Manner.JOINED)
        case Not(operand):
            yield turn(operand, Manner.NEGATED)
        case Compare(op):
            yield turn(replace(one, op=_OPPOSITE[op]), Manner.NEGATED)
            if op in _BOUNDARY:
                yield turn(replace(one, op=_BOUNDARY[op]), Manner.BOUNDARY)
        case OneOf(_, choices):
            yield turn(Not(one, one.type, one.place), Manner.NEGATED)
            for index, left_out in enumerate(choices if len(choices) > 1 else ()):
                rest = (*choices[:index], *choices[index + 1 :])
                yield Turn(replace(one, choices=rest), Manner.WITHOUT, left_out, None)
        case Folded(fold):
            if fold in _OTHER:
                picks = fold in (Fold.FIRST, Fold.LAST)
                yield turn(
                    replace(one, fold=_OTHER[fold]), Manner.ORDER if picks else Manner.JOINED
                )
        case Item(base, Literal(value=0 | -1 as index) as end) if isinstance(base.type, ListType):
            far = replace(end, value=-1 if index == 0 else 0)
            yield turn(replace(one, index=far), Manner.ORDER)
        case _:
            pass
    match one:
        case FieldValue() | Variable() | Item() | Part() | Call() if one.type == BoolType():
            yield turn(Not(one, one.type, one.place), Manner.NEGATED)
        case FieldValue() | Variable() | Item() | Part() | Given() if one.type == PlayerType():
            yield from (turn(other, Manner.PLAYER) for other in _players(one, scene))
        case FieldValue() if one.type == MaybeType(PlayerType()):
            # A right that may be nobody's is compared with a player.
            for other in scene.players:
                if other.type == PlayerType():
                    yield turn(Some(other, one.type, one.place), Manner.PLAYER)
        case _:
            pass


def _dropped(one: And | Or, operands: tuple[Expr, ...]) -> Iterator[Turn[Expr]]:
    for index, left_out in enumerate(operands):
        rest = (*operands[:index], *operands[index + 1 :])
        kept = rest[0] if len(rest) == 1 else replace(one, operands=rest)
        yield Turn(kept, Manner.WITHOUT, left_out, None)


def _players(one: Expr, scene: Scene) -> Iterator[Expr]:
    """Other players: the next one, and those that have a role."""
    if isinstance(one, Variable) and one.name not in scene.parameters:
        return
    yield NextPlayer(one, PlayerType(), one.place)
    if isinstance(one, Variable):
        # Whoever acts; who else it is taken for is said where a player is compared.
        return
    for other in scene.players:
        plain = other if other.type == PlayerType() else Given(other, PlayerType(), one.place)
        if plain != one:
            yield plain


def _is_player(one: Expr) -> bool:
    return one.type in (PlayerType(), MaybeType(PlayerType()))


def inside(one: Any, scene: Scene) -> Iterator[Turn[Any]]:  # noqa: ANN401 - any node
    """A node with one thing changed further in."""
    for name in one.__match_args__:
        value = getattr(one, name)
        for turned in _parts(one, name, value, scene):
            yield widened(one, replace(one, **{name: turned.node}), turned)


def _parts(one: Any, name: str, value: object, scene: Scene) -> Iterator[Turn[Any]]:  # noqa: ANN401
    if isinstance(value, tuple):
        for index, inner in enumerate(value):
            if isinstance(one, Generator) and name == "conditions":
                rest = (*value[:index], *value[index + 1 :])
                yield Turn(rest, Manner.WITHOUT, inner, None)
            for turned in _of(inner, scene):
                if isinstance(one, And | Or) and turned.manner in _COVERED:
                    continue
                whole = (*value[:index], turned.node, *value[index + 1 :])
                yield turned.put(whole)
    elif not _kept(one, name):
        yield from _of(value, scene)


def _kept(one: object, name: str) -> bool:
    """What is changed where it stands, and not once more further in."""
    match one:
        case Not(
            Not() | Compare() | OneOf() | FieldValue() | Variable() | Item() | Part() | Call()
        ):
            return True
        case NextPlayer() | Given():
            return name in ("player", "base")
        case Item(base, Literal()):
            return name == "index" and isinstance(base.type, ListType)
        case Compare(_, left, right) if _is_player(left) and _is_player(right):
            # Another player on the one side is another player on the other.
            return name == "left"
        case _:
            return False


def _of(node: object, scene: Scene) -> Iterator[Turn[Any]]:
    if isinstance(node, Type | Place) or not is_dataclass(node) or isinstance(node, type):
        return
    if isinstance(node, Expr):
        yield from expressions(node, scene)
    else:
        yield from inside(node, scene)


def widened(one: Any, changed: Any, turned: Turn[Any]) -> Turn[Any]:  # noqa: ANN401 - any node
    """The change of a part as one of the node around it, told together with it if it is small."""
    if isinstance(one, _WHOLE) and turned.manner in _SMALL:
        return Turn(changed, turned.manner, one, changed)
    return turned.put(changed)


def count(node: object) -> int:
    """How many nodes a piece of syntax has; types and places are none."""
    if isinstance(node, tuple):
        return sum(map(count, node))
    if isinstance(node, Type | Place) or not is_dataclass(node):
        return 0
    inner: Sequence[str] = getattr(node, "__match_args__", ())
    return 1 + sum(count(getattr(node, name)) for name in inner)
