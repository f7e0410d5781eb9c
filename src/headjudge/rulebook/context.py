"""Where an expression stands, and what may be said there."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from headjudge.rulebook.faults import Faults
from headjudge.rulebook.kinds import a_type, alike, constant, show_type, value_type
from headjudge.rulebook.names import RESERVED, Meaning, Names, describe
from headjudge.rulebook.places import Place
from headjudge.rulebook.source import Source
from headjudge.rulebook.syntax import (
    BoolType,
    Choose,
    Expr,
    Given,
    Literal,
    MaybeType,
    Nobody,
    NumberType,
    PlayerType,
    RangeType,
    Some,
    StockType,
    Type,
)

MAX_NAME = 60

Elaborate = Callable[[ast.expr, "Context", Type | None], Expr | None]


@dataclass(frozen=True, slots=True)
class Permits:
    """What an expression may use beside the usual.

    ``asks``: can, legal. ``steps``: doing and next.
    """

    scope: bool = False
    seats: bool = False
    asks: bool = False
    steps: bool = False
    tuples: bool = False


@dataclass(frozen=True, slots=True)
class Context:
    """Everything that the reading of an expression depends on.

    ``variables`` maps local names to their types; None stands for a type that could not be
    read, about which nothing more is said. ``seats``: how many seats there are for sure.
    """

    names: Names
    source: Source
    faults: Faults
    elaborate: Elaborate
    seats: int
    permits: Permits = Permits()
    variables: Mapping[str, Type | None] = field(default_factory=dict)

    # ------------------------------------------------------------------ faults

    def place(self, node: ast.AST) -> Place:
        """Where a node stands."""
        return self.source.place(node)

    def fault(self, node: ast.AST, code: str, wrong: str, cure: str) -> None:
        """Note what is wrong at a node."""
        self.faults.add(self.place(node), code, wrong, cure)

    # ------------------------------------------------------------------- names

    def meaning(self, name: str) -> Meaning | None:
        """What a name that is no local one stands for."""
        return self.names.meanings.get(name)

    def with_variable(self, name: str, type_: Type | None) -> Context:
        """The same with one more local name."""
        return replace(self, variables={**self.variables, name: type_})

    def free(self, node: ast.AST, name: str) -> bool:
        """Whether a local name may be given; notes a fault if not."""
        return self.plain(node, name) and self._untaken(node, name)

    def plain(self, node: ast.AST, name: str) -> bool:
        """Whether this may be anybody's name; notes a fault if not."""
        if "__" in name:
            self.fault(
                node,
                "forbidden-name",
                f"`{name[:60]}` has two underscores in a row",
                "use single ones",
            )
            return False
        if not name.isascii() or len(name) > MAX_NAME:
            self.fault(
                node,
                "bad-name",
                f"`{name[:MAX_NAME]}` is no name, or longer than {MAX_NAME} letters",
                "write a few letters from a to z, digits and single underscores",
            )
            return False
        if name in RESERVED:
            if name in self.names.skipped:
                return False
            self.fault(
                node,
                "forbidden-name",
                f"`{name}` is a word of the language",
                "choose another name",
            )
            return False
        return True

    def _untaken(self, node: ast.AST, name: str) -> bool:
        meaning = self.meaning(name)
        if name in self.variables:
            taken = "a name that has a value here"
        elif meaning is not None and not self.names.for_roles:
            taken = describe(meaning)
            if taken == "an action":
                return True
        else:
            return True
        self.fault(node, "name-taken", f"`{name}` is already {taken}", "choose another name")
        return False

    # ------------------------------------------------------------------ values

    def expression(self, node: ast.expr, hint: Type | None = None) -> Expr | None:
        """Read an expression; the hint says what a bare number or ``nobody`` is."""
        return self.elaborate(node, self, hint)

    def value(self, node: ast.expr, type_: Type) -> Expr | None:
        """Read an expression that has to be of a type."""
        read = self.expression(node, type_)
        return None if read is None else self.fit(read, type_, node)

    def condition(self, node: ast.expr) -> Expr | None:
        """Read a condition."""
        return self.value(node, BoolType())

    def fit(self, read: Expr, type_: Type, node: ast.AST) -> Expr | None:
        """Turn an expression into a type, or note why it cannot be."""
        needed = value_type(type_)
        if isinstance(read, Nobody) and not isinstance(needed, MaybeType):
            self.fault(
                node,
                "wrong-type",
                f"`nobody` stands where {a_type(needed)} is needed",
                f"write {a_type(needed)}, or declare it `Maybe[{show_type(needed)}]`",
            )
            return None
        if alike(read.type, needed):
            return read if self.within(read, type_, node) else None
        if isinstance(needed, MaybeType) and alike(read.type, needed.of):
            inside = type_.of if isinstance(type_, MaybeType) else needed.of
            return Some(read, needed, read.place) if self.within(read, inside, node) else None
        if isinstance(read.type, MaybeType) and alike(read.type.of, needed):
            return Given(read, value_type(read.type.of), read.place)
        self.mismatch(node, read.type, needed)
        return None

    def mismatch(self, node: ast.AST, found: Type, needed: Type) -> None:
        """Note that a type is not the one that is needed."""
        cure = f"write {a_type(needed)}"
        if isinstance(needed, BoolType):
            cure = "write a condition, such as `x == y` or `x > 0`"
        elif isinstance(found, PlayerType) and isinstance(needed, NumberType):
            cure = "a seat is no number: use `next_player` and `distance`"
        self.fault(
            node,
            "wrong-type",
            f"{a_type(found)} stands where {a_type(needed)} is needed",
            cure,
        )

    def within(self, read: Expr, type_: Type, node: ast.AST) -> bool:
        """Whether a constant lies in its type; notes a fault if not."""
        match read:
            case Choose(then=then, orelse=orelse):
                return self.within(then, type_, node) and self.within(orelse, type_, node)
            case Some(base):
                of = type_.of if isinstance(type_, MaybeType) else type_
                return self.within(base, of, node)
            case Literal(value=int(number), type=NumberType()):
                return self._bounds(number, type_, node)
            case _:
                return True

    def _bounds(self, number: int, type_: Type, node: ast.AST) -> bool:
        low: int | None
        high: int | None
        match type_:
            case RangeType(least, most):
                low, high = constant(least), constant(most)
            case StockType():
                low, high = 0, None
            case _:
                return True
        if (low is None or number >= low) and (high is None or number <= high):
            return True
        self.fault(
            node,
            "value-outside-type",
            f"{number} is no value of `{show_type(type_)}`",
            "write a value inside it, or widen the type",
        )
        return False
