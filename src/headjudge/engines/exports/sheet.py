"""Terms as a straight line of assignments, in whatever language.

A part that is used more than once gets a name of its own; so does one that would make a
line too long. Everything else is written where it is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from headjudge.semantics.symbolic.terms import (
    And,
    AtMost,
    Constant,
    Equal,
    Ite,
    Minus,
    Not,
    Or,
    Plus,
    Term,
    Unknown,
    Variable,
    children,
    in_order,
)

LONGEST = 160


class Tongue:
    """How a language writes what terms are made of; every part comes in brackets if need be.

    This is how most languages do it; each says what it does otherwise.
    """

    true = "true"
    false = "false"
    conjunct = "&"
    disjunct = "|"
    equals = "="

    def constant(self, value: int, *, boolean: bool) -> str:
        """A number or a truth value."""
        if boolean:
            return self.true if value else self.false
        return str(value) if value >= 0 else f"({value})"

    def negation(self, operand: str) -> str:
        """The opposite."""
        return f"!{operand}"

    def conjunction(self, operands: Sequence[str]) -> str:
        """All of them."""
        return f"({f' {self.conjunct} '.join(operands)})"

    def disjunction(self, operands: Sequence[str]) -> str:
        """Any of them."""
        return f"({f' {self.disjunct} '.join(operands)})"

    def equality(self, left: str, right: str, *, boolean: bool) -> str:
        """The same; of numbers or of truth values."""
        del boolean
        return f"({left} {self.equals} {right})"

    def at_most(self, left: str, right: str) -> str:
        """Not greater."""
        return f"({left} <= {right})"

    def sum(self, left: str, right: str) -> str:
        """The sum."""
        return f"({left} + {right})"

    def difference(self, left: str, right: str) -> str:
        """The difference."""
        return f"({left} - {right})"

    def choice(self, test: str, then: str, orelse: str) -> str:
        """One or the other."""
        return f"({test} ? {then} : {orelse})"


@dataclass(frozen=True, slots=True)
class Named:
    """``name = text``; the term says of what type."""

    name: str
    text: str
    term: Term


@dataclass(frozen=True, slots=True)
class Sheet:
    """Assignments, each after what it uses; then the terms that were asked for."""

    named: tuple[Named, ...]
    roots: tuple[str, ...]


def sheet(
    roots: Sequence[Term], names: Mapping[Variable, str], tongue: Tongue, prefix: str = "t"
) -> Sheet:
    """Write terms down. ``names``: what their variables are called."""
    order = in_order(roots)
    uses = Counter(part.serial for term in order for part in children(term))
    written: dict[int, str] = {}
    named: list[Named] = []
    for term in order:
        text = _write(term, [written[part.serial] for part in children(term)], names, tongue)
        leaf = isinstance(term, Constant | Variable)
        if not leaf and (uses[term.serial] > 1 or len(text) > LONGEST):
            name = f"{prefix}{len(named)}"
            named.append(Named(name, text, term))
            text = name
        written[term.serial] = text
    return Sheet(tuple(named), tuple(written[root.serial] for root in roots))


def _write(term: Term, parts: list[str], names: Mapping[Variable, str], tongue: Tongue) -> str:
    match term:
        case Constant(boolean=boolean, value=value):
            return tongue.constant(value, boolean=boolean)
        case Variable():
            return names[term]
        case Not():
            return tongue.negation(parts[0])
        case And():
            return tongue.conjunction(parts)
        case Or():
            return tongue.disjunction(parts)
        case Equal(left=left):
            return tongue.equality(parts[0], parts[1], boolean=left.boolean)
        case AtMost():
            return tongue.at_most(parts[0], parts[1])
        case Plus():
            return tongue.sum(parts[0], parts[1])
        case Minus():
            return tongue.difference(parts[0], parts[1])
        case Ite():
            return tongue.choice(parts[0], parts[1], parts[2])
        case Unknown():
            raise TypeError("in a finite system nothing is unknown")
