"""The same terms as z3 constraints: initial condition and one transition relation.

Numbers are bit vectors just wide enough for their interval. Every step has its own
variables (a growing functional term would be solved far more slowly).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import z3

from headjudge.semantics.symbolic.layout import Slot
from headjudge.semantics.symbolic.system import System, Transition
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
)

Bits = z3.BitVecRef | z3.BoolRef


def bits_for(low: int, high: int) -> int:
    """How wide a bit vector for this interval is: unsigned, or signed if ``low < 0``."""
    if low >= 0:
        return max(1, high.bit_length())
    return max((-low - 1).bit_length(), max(high, 0).bit_length()) + 1


def wider(bits: z3.BitVecRef, low: int, width: int) -> z3.BitVecRef:
    """The same number in ``width`` bits (or its last bits)."""
    more = width - bits.size()
    if more < 0:
        return z3.Extract(width - 1, 0, bits)
    if more == 0:
        return bits
    return z3.ZeroExt(more, bits) if low >= 0 else z3.SignExt(more, bits)


class Translator:
    """Translates terms with given variables; shared parts are translated once."""

    def __init__(self, variables: Mapping[Variable, Bits]) -> None:
        self._variables = variables
        self._done: dict[int, Bits] = {}

    def truth(self, term: Term) -> z3.BoolRef:
        """A truth value."""
        result = self(term)
        if not isinstance(result, z3.BoolRef):
            raise TypeError("not a truth value")
        return result

    def number(self, term: Term) -> z3.BitVecRef:
        """A number, in the width of its interval."""
        result = self(term)
        if not isinstance(result, z3.BitVecRef):
            raise TypeError("not a number")
        return result

    def __call__(self, term: Term) -> Bits:
        """Translate a term."""
        stack: list[tuple[Term, bool]] = [(term, False)]
        while stack:
            part, ready = stack.pop()
            if part.serial in self._done:
                continue
            if not ready:
                stack.append((part, True))
                stack.extend((child, False) for child in children(part))
                continue
            self._done[part.serial] = self._translate(part)
        return self._done[term.serial]

    def _same_width(
        self, left: Term, right: Term, low: int, high: int
    ) -> tuple[z3.BitVecRef, z3.BitVecRef]:
        width = bits_for(min(left.low, right.low, low), max(left.high, right.high, high))
        one, two = self._done[left.serial], self._done[right.serial]
        if not isinstance(one, z3.BitVecRef) or not isinstance(two, z3.BitVecRef):
            raise TypeError("not numbers")
        return wider(one, left.low, width), wider(two, right.low, width)

    def _translate(self, term: Term) -> Bits:
        done = self._done
        match term:
            case Constant():
                if term.boolean:
                    return z3.BoolVal(bool(term.value))
                return z3.BitVecVal(term.value, bits_for(term.low, term.high))
            case Variable():
                return self._variables[term]
            case Not(operand=operand):
                return z3.Not(_truth(done[operand.serial]))
            case And(operands=operands):
                return z3.And(*(_truth(done[operand.serial]) for operand in operands))
            case Or(operands=operands):
                return z3.Or(*(_truth(done[operand.serial]) for operand in operands))
            case Equal(left=left, right=right):
                if left.boolean:
                    return done[left.serial] == done[right.serial]
                one, two = self._same_width(left, right, left.low, left.high)
                return one == two
            case AtMost(left=left, right=right):
                one, two = self._same_width(left, right, left.low, left.high)
                signed = min(left.low, right.low) < 0
                return one <= two if signed else z3.ULE(one, two)
            case Plus(left=left, right=right):
                one, two = self._same_width(left, right, term.low, term.high)
                return wider(one + two, term.low, bits_for(term.low, term.high))
            case Minus(left=left, right=right):
                one, two = self._same_width(left, right, term.low, term.high)
                return wider(one - two, term.low, bits_for(term.low, term.high))
            case Ite(test=test, then=then, orelse=orelse):
                asked = _truth(done[test.serial])
                if term.boolean:
                    ways = _truth(done[then.serial]), _truth(done[orelse.serial])
                    return z3.If(asked, *ways)
                one, two = self._same_width(then, orelse, term.low, term.high)
                return z3.If(asked, one, two)
            case Unknown():
                raise TypeError("in a finite system nothing is unknown")


def _truth(bits: Bits) -> z3.BoolRef:
    if not isinstance(bits, z3.BoolRef):
        raise TypeError("not a truth value")
    return bits


@dataclass(frozen=True, slots=True)
class Moment:
    """The variables of one moment of a play: the slots, the action taken, its parameters."""

    slots: tuple[Bits, ...]
    action: z3.BitVecRef
    translate: Translator


def _declare(name: str, low: int, high: int, *, boolean: bool) -> Bits:
    return z3.Bool(name) if boolean else z3.BitVec(name, bits_for(low, high))


def between(bits: Bits, low: int, high: int) -> list[z3.BoolRef]:
    """The number lies in its interval."""
    if not isinstance(bits, z3.BitVecRef):
        return []
    width = bits.size()
    if low >= 0:
        found = []
        if low > 0:
            found.append(z3.ULE(z3.BitVecVal(low, width), bits))
        if high < (1 << width) - 1:
            found.append(z3.ULE(bits, z3.BitVecVal(high, width)))
        return found
    return [z3.BitVecVal(low, width) <= bits, bits <= z3.BitVecVal(high, width)]


class Constraints:
    """A system as z3 constraints, with a switch per clause if it was lowered with them."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.switches: dict[str, z3.BoolRef] = {
            clause: z3.Bool(f"clause {clause}")
            for clause, term in system.switches
            if isinstance(term, Variable)
        }
        self._switch_variables: dict[Variable, Bits] = {
            term: self.switches[clause]
            for clause, term in system.switches
            if isinstance(term, Variable)
        }
        self._action_bits = max(1, (len(system.transitions) - 1).bit_length())

    def moment(self, number: int) -> tuple[Moment, list[z3.BoolRef]]:
        """Fresh variables for a moment, and that they lie in their intervals."""
        variables: dict[Variable, Bits] = dict(self._switch_variables)
        slots: list[Bits] = []
        domain: list[z3.BoolRef] = []
        for term, slot in zip(self.system.slots, self.system.layout.slots, strict=True):
            bits, within = self._slot(term, slot, number, variables)
            slots.append(bits)
            domain.extend(within)
        for transition in self.system.transitions:
            for position, variable in enumerate(transition.parameters):
                name = f"{transition.action.name}.{position}@{number}"
                bits = _declare(name, variable.low, variable.high, boolean=variable.boolean)
                variables[variable] = bits
                domain.extend(between(bits, variable.low, variable.high))
        action = z3.BitVec(f"action@{number}", self._action_bits)
        domain.append(
            z3.ULE(action, z3.BitVecVal(len(self.system.transitions) - 1, self._action_bits))
        )
        return Moment(tuple(slots), action, Translator(variables)), domain

    def _slot(
        self, term: Term, slot: Slot, number: int, variables: dict[Variable, Bits]
    ) -> tuple[Bits, list[z3.BoolRef]]:
        if not isinstance(term, Variable):
            if term.boolean:
                return z3.BoolVal(bool(term.low)), []
            return z3.BitVecVal(term.low, bits_for(term.low, term.high)), []
        bits = _declare(f"{slot.name}@{number}", slot.low, slot.high, boolean=slot.boolean)
        variables[term] = bits
        return bits, between(bits, slot.low, slot.high)

    def initial(self, moment: Moment) -> list[z3.BoolRef]:
        """The moment is an initial situation."""
        rows = self.system.initial
        columns = [sorted(set(column)) for column in zip(*rows, strict=True)]
        combinations = 1
        for column in columns:
            combinations *= len(column)
        if combinations != len(rows):
            cases = [z3.And(*self._equals(moment, row)) for row in rows]
            return [z3.Or(*cases)]
        found = []
        for index, values in enumerate(columns):
            same = [self._equal(moment, index, value) for value in values]
            found.append(z3.Or(*same) if len(same) > 1 else same[0])
        return found

    def _equals(self, moment: Moment, row: tuple[int, ...]) -> list[z3.BoolRef]:
        return [self._equal(moment, index, value) for index, value in enumerate(row)]

    def _equal(self, moment: Moment, index: int, value: int) -> z3.BoolRef:
        bits = moment.slots[index]
        if isinstance(bits, z3.BitVecRef):
            return bits == z3.BitVecVal(value, bits.size())
        return bits if value else z3.Not(bits)

    def situation(self, moment: Moment, row: tuple[int, ...]) -> z3.BoolRef:
        """The moment is this situation."""
        return z3.And(*self._equals(moment, row))

    def is_(self, moment: Moment, index: int) -> z3.BoolRef:
        """The action taken is the one with this index."""
        return moment.action == z3.BitVecVal(index, self._action_bits)

    def legal(self, moment: Moment, index: int) -> z3.BoolRef:
        """The action may be taken now, with the parameters of the moment."""
        transition = self.system.transitions[index]
        terms = (transition.canonical, self.system.goes_on, transition.legal)
        return z3.And(self.is_(moment, index), *(moment.translate.truth(t) for t in terms))

    def step(self, before: Moment, after: Moment) -> list[z3.BoolRef]:
        """The transition relation between two moments."""
        ways = []
        for index, transition in enumerate(self.system.transitions):
            goes = before.translate.truth(transition.goes)
            ways.append(z3.And(self.legal(before, index), goes))
        found: list[z3.BoolRef] = [z3.Or(*ways)]
        for position, bits in enumerate(after.slots):
            if not isinstance(self.system.slots[position], Variable):
                continue
            found.append(bits == self._after(before, position))
        return found

    def _after(self, before: Moment, position: int) -> Bits:
        """The new value of a slot, by the action taken."""
        result: Bits = before.slots[position]
        for index, transition in enumerate(self.system.transitions):
            term = transition.after[position]
            if term is self.system.slots[position]:
                continue
            new = before.translate(term)
            taken = self.is_(before, index)
            if isinstance(new, z3.BitVecRef) and isinstance(result, z3.BitVecRef):
                new = wider(new, min(term.low, 0), result.size())
                result = z3.If(taken, new, result)
            else:
                result = z3.If(taken, _truth(new), _truth(result))
        return result

    def row(self, model: z3.ModelRef, moment: Moment) -> tuple[int, ...]:
        """The situation of a moment in a model."""
        pairs = zip(moment.slots, self.system.layout.slots, strict=True)
        return tuple(value_of(model, bits, signed=slot.low < 0) for bits, slot in pairs)

    def taken(self, model: z3.ModelRef, moment: Moment) -> tuple[int, tuple[int, ...]]:
        """The action of a moment in a model: its index, and its parameters' row."""
        index = value_of(model, moment.action, signed=False)
        return index, self.parameters(model, moment, self.system.transitions[index])

    def parameters(
        self, model: z3.ModelRef, moment: Moment, transition: Transition
    ) -> tuple[int, ...]:
        """The row of a transition's parameters in a model."""
        row = []
        for group in (*transition.groups, *transition.orders):
            for term in group.variables:
                if isinstance(term, Variable):
                    bits = moment.translate(term)
                    row.append(value_of(model, bits, signed=term.low < 0))
                else:
                    row.append(term.low)
        return tuple(row)


def value_of(model: z3.ModelRef, bits: Bits, *, signed: bool) -> int:
    """The value of a variable in a model, 0 where the model does not care."""
    value = model.eval(bits, model_completion=True)
    if isinstance(value, z3.BitVecNumRef):
        return int(value.as_signed_long() if signed else value.as_long())
    return int(z3.is_true(value))
