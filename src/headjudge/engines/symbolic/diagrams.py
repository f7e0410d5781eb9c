"""The same terms as binary decision diagrams.

A truth value is one diagram, a number one for each of its values: where it has that value.
Every slot has its bits twice, now and after a step, side by side in the order of variables;
the parameters of actions come after all slots, so that a set is gone through once for all of
them: ten times faster than the other way round. Bryant, "Graph-Based Algorithms for Boolean
Function Manipulation" (1986).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import (
    And,
    AtMost,
    Constant,
    Equal,
    Ite,
    Kind,
    Minus,
    Not,
    Or,
    Plus,
    Term,
    Unknown,
    Variable,
    children,
)

if TYPE_CHECKING:
    from dd.cudd import BDD, Function

Cases = dict[int, "Function"]
# By the number of a node: the node, so that its number is not given to another, how many
# variables there are from it on, and how many points over these.
Known = dict[int, tuple["Function", int, int]]
Join = Callable[["Function", "Function", Sequence[str]], "Function"]

# Bytes that all diagrams of one search may take; most of it goes to what has been worked out.
MEMORY = 900 * 2**20
# A count up to here is exact in floating point, whatever is subtracted on the way.
_EXACT = 50
_REMEMBERED = 1_000_000


class MissingError(Exception):
    """The library of decision diagrams is not there, or was made without CUDD."""


class OutOfRoomError(Exception):
    """The diagrams have become too large."""


@contextmanager
def within_memory() -> Iterator[None]:
    """Where a diagram finds no room an OutOfRoomError says so."""
    try:
        yield
    except ValueError as error:
        # All that dd says if CUDD has given up.
        if "NULL" not in str(error):
            raise
        raise OutOfRoomError from error


def library() -> ModuleType:
    """The library of decision diagrams. Raises MissingError."""
    try:
        from dd import cudd  # noqa: PLC0415 - only who asks for diagrams pays for them
    except ImportError as error:
        raise MissingError(f"decision diagrams need dd with CUDD ({error})") from error
    return cudd


class Diagrams:
    """The variables of a system, and its terms over them."""

    def __init__(self, system: System, memory: int = MEMORY) -> None:
        """Raises MissingError."""
        self.system = system
        cudd = library()
        self.bdd: BDD = cudd.BDD(memory_estimate=memory)
        # An order that changes while one searches costs more than it saves.
        self.bdd.configure(reordering=False, max_memory=memory)
        self._and_exists: Join = cudd.and_exists
        self.slots = system.layout.slots
        self.now = tuple(
            tuple(f"s{index}.{bit}" for bit in range(slot.bits))
            for index, slot in enumerate(self.slots)
        )
        self.then = tuple(
            tuple(f"n{index}.{bit}" for bit in range(slot.bits))
            for index, slot in enumerate(self.slots)
        )
        self.parameters: dict[Variable, tuple[str, ...]] = {}
        for transition in system.transitions:
            for one in transition.parameters:
                bits = (one.high - one.low).bit_length()
                self.parameters[one] = tuple(f"p{one.serial}.{bit}" for bit in range(bits))
        for now, then in zip(self.now, self.then, strict=True):
            for pair in zip(reversed(now), reversed(then), strict=True):
                self.bdd.declare(*pair)
        for names in self.parameters.values():
            self.bdd.declare(*reversed(names))
        self.situation = tuple(name for names in self.now for name in names)
        first = len(self.slots) - system.history
        self.past = tuple(name for names in self.now[first:] for name in names)
        self._done: dict[int, Function | Cases] = {}
        kept = (name for names in self.now[:first] for name in names)
        self._counter = Counter(self.bdd, self.situation)
        self._present_counter = Counter(self.bdd, kept) if self.past else self._counter

    @property
    def true(self) -> Function:
        """Everything."""
        return self.bdd.true

    @property
    def false(self) -> Function:
        """Nothing."""
        return self.bdd.false

    # ------------------------------------------------------------------- terms

    def truth(self, term: Term) -> Function:
        """Where a term holds, over slots and parameters."""
        found = self._of(term)
        if isinstance(found, dict):
            raise TypeError("not a truth value")
        return found

    def cases(self, term: Term) -> Cases:
        """Where a number has which value."""
        found = self._of(term)
        if not isinstance(found, dict):
            raise TypeError("not a number")
        return found

    def bits(self, term: Term, low: int, count: int) -> list[Function]:
        """The bits of what a term is above ``low``, the lowest first."""
        if term.boolean:
            return [self.truth(term)]
        cases = self.cases(term)
        return [
            self.any(one for number, one in cases.items() if (number - low) >> bit & 1)
            for bit in range(count)
        ]

    def any(self, parts: Iterable[Function]) -> Function:
        """Where any of these holds."""
        whole = self.false
        for part in parts:
            whole = whole | part
        return whole

    def joined_up(self, parts: Sequence[Function]) -> Function:
        """Where any of these holds, put together two by two: that keeps most of them small."""
        while len(parts) > 1:
            pairs = zip(parts[::2], parts[1::2], strict=False)
            rest = parts[-1:] if len(parts) % 2 else []
            parts = [*(one | other for one, other in pairs), *rest]
        return parts[0] if parts else self.false

    def _of(self, term: Term) -> Function | Cases:
        done = self._done
        stack: list[tuple[Term, bool]] = [(term, False)]
        while stack:
            part, ready = stack.pop()
            if part.serial in done:
                continue
            if not ready:
                stack.append((part, True))
                stack.extend((child, False) for child in children(part))
                continue
            done[part.serial] = self._made(part)
        return done[term.serial]

    def _made(self, term: Term) -> Function | Cases:
        """A term whose parts are done."""
        match term:
            case Constant(boolean=True):
                return self.true if term.value else self.false
            case Constant():
                return {term.value: self.true}
            case Variable():
                return self._variable(term)
            case Not(operand=operand):
                return ~self.truth(operand)
            case And(operands=operands):
                whole = self.true
                for operand in operands:
                    whole = whole & self.truth(operand)
                return whole
            case Or(operands=operands):
                return self.any(self.truth(operand) for operand in operands)
            case Equal(left=left, right=right) if left.boolean:
                return self.bdd.apply("equiv", self.truth(left), self.truth(right))
            case Equal(left=left, right=right):
                one, two = self.cases(left), self.cases(right)
                return self.any(here & two[number] for number, here in one.items() if number in two)
            case AtMost(left=left, right=right):
                return self._at_most(self.cases(left), self.cases(right))
            case Plus(left=left, right=right):
                return self._sums(self.cases(left), self.cases(right), 1)
            case Minus(left=left, right=right):
                return self._sums(self.cases(left), self.cases(right), -1)
            case Ite(test=test, then=then, orelse=orelse):
                return self._choice(self.truth(test), then, orelse)
            case Unknown(name=name):
                raise TypeError(f"{name} is not known")

    def _variable(self, term: Variable) -> Function | Cases:
        names = self.now[term.index] if term.kind is Kind.SLOT else self.parameters[term]
        if term.boolean:
            return self.bdd.var(names[0])
        return {
            number: self.code(names, number - term.low) for number in range(term.low, term.high + 1)
        }

    def _at_most(self, left: Cases, right: Cases) -> Function:
        numbers, next_ = sorted(left), 0
        below, whole = self.false, self.false
        for number in sorted(right):
            while next_ < len(numbers) and numbers[next_] <= number:
                below = below | left[numbers[next_]]
                next_ += 1
            whole = whole | right[number] & below
        return whole

    def _sums(self, left: Cases, right: Cases, sign: int) -> Cases:
        found: Cases = {}
        for one, here in left.items():
            for two, there in right.items():
                both = here & there
                if both != self.false:
                    total = one + sign * two
                    found[total] = found.get(total, self.false) | both
        return found

    def _choice(self, test: Function, then: Term, orelse: Term) -> Function | Cases:
        if then.boolean:
            return self.bdd.ite(test, self.truth(then), self.truth(orelse))
        one, two = self.cases(then), self.cases(orelse)
        found = {}
        for number in sorted({*one, *two}):
            here = self.bdd.ite(test, one.get(number, self.false), two.get(number, self.false))
            if here != self.false:
                found[number] = here
        return found

    # -------------------------------------------------------------- situations

    def joined(self, left: Function, right: Function, names: Sequence[str]) -> Function:
        """Where both hold for some values of these variables."""
        return self._and_exists(left, right, names)

    def renamed(self, where: Function, names: Mapping[str, str]) -> Function:
        """The same over other variables."""
        return self.bdd.let(names, where) if names else where

    def code(self, names: Sequence[str], number: int) -> Function:
        """Where these bits, the lowest first, make this number."""
        return self.bdd.cube({name: bool(number >> bit & 1) for bit, name in enumerate(names)})

    def row(self, row: Sequence[int]) -> dict[str, bool]:
        """The bits of a situation."""
        found = {}
        for names, slot, number in zip(self.now, self.slots, row, strict=True):
            for bit, name in enumerate(names):
                found[name] = bool(number - slot.low >> bit & 1)
        return found

    def filling(self, variables: Sequence[Term], row: Sequence[int]) -> dict[str, bool]:
        """The bits of a row of parameters."""
        found = {}
        for variable, number in zip(variables, row, strict=True):
            if isinstance(variable, Variable):
                for bit, name in enumerate(self.parameters[variable]):
                    found[name] = bool(number - variable.low >> bit & 1)
        return found

    def has(self, where: Function, bits: Mapping[str, bool]) -> bool:
        """Whether a point lies in a set. All variables of the set have a value."""
        return (self.bdd.let(bits, where) if bits else where) == self.true

    def present(self, situations: Function) -> Function:
        """The situations without what properties remember."""
        return self.bdd.exist(self.past, situations) if self.past else situations

    def plainest(self, situations: Function) -> Function:
        """Of situations that differ only in what is remembered, the one with the least."""
        for name in reversed(self.past):
            without = self.bdd.exist(self.past, situations & ~self.bdd.var(name))
            situations = situations & ~(self.bdd.var(name) & without)
        return situations

    def count(self, where: Function, parameters: Sequence[str] = ()) -> int:
        """How many points of a set over slots, and over these parameters, there are."""
        return self._count(where, len(self.situation), parameters, self._counter)

    def count_present(self, situations: Function) -> int:
        """How many situations there are in a set that says nothing of what is remembered."""
        bits = len(self.situation) - len(self.past)
        return self._count(situations, bits, (), self._present_counter)

    def _count(
        self, where: Function, bits: int, parameters: Sequence[str], counter: Counter
    ) -> int:
        if bits + len(parameters) <= _EXACT:
            return int(self.bdd.count(where, bits + len(parameters)))
        return counter.models(where, [self.bdd.level_of_var(name) for name in parameters])


class Counter:
    """Counts in whole numbers, however many variables there are.

    What it has counted it remembers, up to ``_REMEMBERED`` nodes: sets have much in common.
    """

    def __init__(self, bdd: BDD, names: Iterable[str]) -> None:
        """``names``: the variables that points are over, besides parameters."""
        self._bdd = bdd
        self._levels = tuple(bdd.level_of_var(name) for name in names)
        self._known: Known = {}

    def models(self, where: Function, further: Sequence[int] = ()) -> int:
        """How many points there are; ``further``: levels of more variables."""
        levels = sorted((*self._levels, *further))
        if len(self._known) > _REMEMBERED:
            self._known = {}
        below = {level: len(levels) - at for at, level in enumerate(levels)}
        left, found = _Count(self._bdd, below, {} if further else self._known).of(where)
        return found << (len(levels) - left)


@dataclass(frozen=True, slots=True)
class _Count:
    """One count; ``below``: how many variables there are from a level on."""

    bdd: BDD
    below: Mapping[int, int]
    known: Known

    def of(self, where: Function) -> tuple[int, int]:
        """How many variables there are from a node on, and how many points over these."""
        if where.var is None:
            return 0, int(not where.negated)
        plain = ~where if where.negated else where
        number = int(plain)
        entry = self.known.get(number)
        if entry is None:
            level, low, high = self.bdd.succ(plain)
            left, found = self.below[level], 0
            for part in (low, high):
                rest, points = self.of(part)
                found += points << (left - 1 - rest)
            entry = self.known[number] = plain, left, found
        _, left, found = entry
        return left, (1 << left) - found if where.negated else found
