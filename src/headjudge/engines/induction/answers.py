"""What a solver answers, as clauses of atoms: the only form in which an invariant is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

import z3

from headjudge.engines.induction.atoms import Atom, Clause

Literal = tuple[Atom, bool]
# Some literals, of which one holds; all of the lists.
Lists = list[tuple[Literal, ...]]

MOST_CLAUSES = 4_000
MOST_LITERALS = 16
MOST_NAMES = 8
_COMPARED = {"<=": (1, 0), "<": (1, 1), ">=": (-1, 0), ">": (-1, 1)}


class UnfitError(ValueError):
    """An answer that is no conjunction of such clauses, or far too long a one."""


def clauses_of(answer: z3.ExprRef, relation: str, names: Sequence[str]) -> tuple[Clause, ...]:
    """What an answer says of a relation whose arguments have these names.

    Raises UnfitError.
    """
    for part in (answer, *answer.children()):
        if isinstance(part, z3.QuantifierRef) and part.is_forall():
            body = part.body()
            if body.decl().name() == "=" and body.arg(0).decl().name() == relation:
                return _read(body.arg(0), body.arg(1), names)
    raise UnfitError(f"nothing is said of {relation}")


def says_never(answer: z3.ExprRef, relation: str) -> bool:
    """Whether an answer says that a relation without arguments never holds, and no more."""
    for part in (answer, *answer.children()):
        if not isinstance(part, z3.QuantifierRef) and part.decl().name() == "=":
            one, two = part.children()
            if one.decl().name() == relation and z3.is_false(two):
                return True
    return False


def _read(head: z3.ExprRef, body: z3.ExprRef, names: Sequence[str]) -> tuple[Clause, ...]:
    # A bound variable is known by its index; the head says which argument that is.
    known = {
        z3.get_var_index(one): name
        for one, name in zip(head.children(), names, strict=True)
        if z3.is_var(one)
    }
    found = dict.fromkeys(Clause(one) for one in _Reader(known).lists(body, True))
    return tuple(found)


class _Reader:
    """Reads formulas over bound variables."""

    def __init__(self, names: dict[int, str]) -> None:
        self._names = names

    def lists(self, part: z3.ExprRef, wanted: bool) -> Lists:
        """Clauses that say that a formula is true, or that it is not."""
        if isinstance(part, z3.QuantifierRef):
            raise UnfitError("a quantifier")
        match part.decl().name() if not z3.is_var(part) else "var":
            case "var":
                return [((Atom((self._name(part),), (), 1), wanted),)]
            case "true" | "false" as said:
                return [] if (said == "true") == wanted else [()]
            case "not":
                return self.lists(part.arg(0), not wanted)
            case "and" | "or" as said:
                parts = [self.lists(one, wanted) for one in part.children()]
                return _all(parts) if (said == "and") == wanted else _some(parts)
            case "=>":
                left = self.lists(part.arg(0), not wanted)
                right = self.lists(part.arg(1), wanted)
                return _some([left, right]) if wanted else _all([left, right])
            case "=" if isinstance(part.arg(0), z3.BoolRef):
                one, two = part.children()
                both = _some([self.lists(one, not wanted), self.lists(two, True)])
                none = _some([self.lists(one, wanted), self.lists(two, False)])
                return _all([both, none])
            case "=" | "<=" | "<" | ">=" | ">" as said:
                return [((self._compared(said, part.arg(0), part.arg(1)), wanted),)]
            case other:
                raise UnfitError(other)

    def _name(self, part: z3.ExprRef) -> str:
        try:
            return self._names[z3.get_var_index(part)]
        except KeyError:
            raise UnfitError("a variable that is no argument") from None

    def _compared(self, said: str, left: z3.ExprRef, right: z3.ExprRef) -> Atom:
        total = self._linear(left)
        total.subtract(self._linear(right))
        sign, strictly = _COMPARED.get(said, (1, 0))
        more = -sign * total.pop("", 0) - strictly
        plus: list[str] = []
        minus: list[str] = []
        for name, count in sorted(total.items()):
            (plus if sign * count > 0 else minus).extend([name] * abs(count))
        if len(plus) > MOST_NAMES or len(minus) > MOST_NAMES:
            raise UnfitError("a long sum")
        return Atom(tuple(plus), tuple(minus), more, equal=said == "=")

    def _linear(self, part: z3.ExprRef) -> Counter[str]:
        """How often each name is in a sum; the number itself stands under no name."""
        if z3.is_var(part):
            return Counter({self._name(part): 1})
        if isinstance(part, z3.IntNumRef):
            return Counter({"": part.as_long()})
        found: Counter[str] = Counter()
        match part.decl().name(), part.children():
            case "+", parts:
                for one in parts:
                    found.update(self._linear(one))
            case "-", [first, *rest]:
                found.update(self._linear(first))
                for one in rest:
                    found.subtract(self._linear(one))
                if not rest:
                    found = Counter({name: -count for name, count in found.items()})
            case "*", [z3.IntNumRef() as factor, one]:
                times = factor.as_long()
                found.update({n: times * count for n, count in self._linear(one).items()})
            case other, _:
                raise UnfitError(other)
        return found


def _all(parts: Sequence[Lists]) -> Lists:
    return _few([one for part in parts for one in part])


def _some(parts: Sequence[Lists]) -> Lists:
    """One of several formulas holds: every choice of one clause from each."""
    size = 1
    for part in parts:
        size *= len(part)
        if size > MOST_CLAUSES:
            raise UnfitError("too many clauses")
    return _few([tuple(dict.fromkeys(sum(chosen, ()))) for chosen in product(*parts)])


def _few(found: Lists) -> Lists:
    if len(found) > MOST_CLAUSES or any(len(one) > MOST_LITERALS for one in found):
        raise UnfitError("too many clauses, or too long ones")
    return found
