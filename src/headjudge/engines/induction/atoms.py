"""What an invariant is made of: comparisons of slots by name, and clauses of these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from headjudge.semantics.symbolic.layout import Slot, bound_name
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import UNBOUNDED, Pool, Term

FEW = 8


@dataclass(frozen=True, slots=True)
class Atom:
    """``left ≤ right + more``, or with ``equal``, ``left = right + more``.

    ``left`` and ``right`` are sums of slots and values of the scope, by name; a truth value
    counts as 0 or 1.
    """

    left: tuple[str, ...]
    right: tuple[str, ...] = ()
    more: int = 0
    equal: bool = True


@dataclass(frozen=True, slots=True)
class Clause:
    """Some atom has the truth that stands beside it."""

    literals: tuple[tuple[Atom, bool], ...]


class Names:
    """Slots and values of the scope of one system, by name; turns atoms into terms."""

    def __init__(self, system: System) -> None:
        self.pool: Pool = system.pool
        self.terms = {
            slot.name: term
            for slot, term in zip(system.layout.slots, system.slots, strict=True)
            if not slot.ghost
        }
        self.terms.update((f"scope.{name}", term) for name, term in system.pool.bounds.items())

    def atom(self, atom: Atom) -> Term:
        """An atom as a term. Raises KeyError for a name that is not there."""
        pool = self.pool
        one = self._sum(atom.left)
        two = pool.plus(self._sum(atom.right), pool.number(atom.more))
        return pool.equal(one, two) if atom.equal else pool.at_most(one, two)

    def clause(self, clause: Clause) -> Term:
        """A clause as a term. Raises KeyError for a name that is not there."""
        pool = self.pool
        return pool.or_(
            *(
                self.atom(atom) if truth else pool.not_(self.atom(atom))
                for atom, truth in clause.literals
            )
        )

    def _sum(self, names: Sequence[str]) -> Term:
        pool = self.pool
        total: Term = pool.number(0)
        for name in names:
            term = self.terms[name]
            if term.boolean:
                term = pool.ite(term, pool.number(1), pool.number(0))
            total = pool.plus(total, term)
        return total


def atoms(system: System) -> list[Atom]:
    """The atoms that are worth a try, plain ones first."""
    named = {
        slot.name: slot
        for slot, term in zip(system.layout.slots, system.slots, strict=True)
        if not slot.ghost and term.low != term.high
    }
    found: list[Atom] = []
    for slot in named.values():
        found.extend(_of_one(slot))
    found.extend(_alike(list(named.values())))
    found.extend(_under_one_ceiling(list(named.values())))
    found.extend(Atom((f"scope.{name}",), (), 0) for name in system.pool.bounds)
    return found


def _of_one(slot: Slot) -> Iterator[Atom]:
    name = (slot.name,)
    if slot.boolean:
        yield Atom(name, (), 1)
        return
    if slot.high == UNBOUNDED or slot.high - slot.low >= FEW:
        yield Atom(name, (), slot.low, equal=False)
        yield Atom(name, (), slot.low + 1, equal=False)
        return
    for value in range(slot.low, slot.high + 1):
        yield Atom(name, (), value)


def _alike(slots: Sequence[Slot]) -> Iterator[Atom]:
    """Two numbers of one interval may be the same; seats above all."""
    few = [s for s in slots if not s.boolean and 0 < s.high - s.low < FEW and s.low == 0]
    for one, two in combinations(few, 2):
        if one.high == two.high and _stem(one.name) != _stem(two.name):
            yield Atom((one.name,), (two.name,))


def _stem(name: str) -> str:
    return name.partition("[")[0] if name.endswith("]") else name


def _under_one_ceiling(slots: Sequence[Slot]) -> Iterator[Atom]:
    """A number stays under its ceiling; two with one ceiling may share it."""
    capped = [slot for slot in slots if slot.ceiling is not None]
    for slot in capped:
        if slot.ceiling is not None:
            yield Atom((slot.name,), _scope(slot), 0, equal=False)
            yield Atom((slot.name,), _scope(slot), -1, equal=False)
    for one, two in combinations(capped, 2):
        if one.ceiling == two.ceiling and one.name.partition("[")[2] == two.name.partition("[")[2]:
            yield Atom((one.name, two.name), _scope(one), 0, equal=False)
            yield Atom((one.name, two.name), _scope(one), -1, equal=False)


def _scope(slot: Slot) -> tuple[str, ...]:
    """The names of a ceiling that is a plain sum of values of the scope."""
    if slot.ceiling is None:
        return ()
    return tuple(f"scope.{name}" for name in bound_name(slot.ceiling).split(" + "))
