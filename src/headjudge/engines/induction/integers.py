"""Terms as z3 constraints over integers, for systems whose numbers have no upper end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import z3

from headjudge.semantics.symbolic.constraints import between as between_bits
from headjudge.semantics.symbolic.constraints import bits_for, wider
from headjudge.semantics.symbolic.layout import Slot
from headjudge.semantics.symbolic.system import System, Transition
from headjudge.semantics.symbolic.terms import (
    UNBOUNDED,
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

Value = z3.BoolRef | z3.BitVecRef | z3.ArithRef

# A number in so small an interval is a bit vector, which z3 decides far sooner.
SMALL = 64


# So small is no number: then all are integers.
NOTHING = -1


def small(low: int, high: int, limit: int = SMALL) -> bool:
    """Whether a number of this interval is written as a bit vector."""
    return -limit <= low and high <= limit


def between(value: Value, low: int, high: int) -> list[z3.BoolRef]:
    """The number lies in its interval."""
    if isinstance(value, z3.BitVecRef):
        return between_bits(value, low, high)
    if not isinstance(value, z3.ArithRef):
        return []
    found = []
    if low > -UNBOUNDED:
        found.append(value >= low)
    if high < UNBOUNDED:
        found.append(value <= high)
    return found


def declare(
    name: str, low: int, high: int, *, boolean: bool, limit: int = SMALL
) -> tuple[Value, list[z3.BoolRef]]:
    """A fresh variable, and that it lies in its interval."""
    value: Value
    if boolean:
        value = z3.Bool(name)
    elif small(low, high, limit):
        value = z3.BitVec(name, bits_for(low, high))
    else:
        value = z3.Int(name)
    return value, between(value, low, high)


def constant(number: int, low: int, high: int, *, boolean: bool, limit: int = SMALL) -> Value:
    """A constant where a term of this interval stands."""
    if boolean:
        return z3.BoolVal(bool(number))
    if small(low, high, limit):
        return z3.BitVecVal(number, bits_for(low, high))
    return z3.IntVal(number)


class Translator:
    """Translates the terms of one moment; what is unknown becomes a variable of its own.

    ``domain`` collects that these lie in their intervals; it grows as terms are translated.
    """

    def __init__(self, variables: Mapping[Variable, Value], name: str, limit: int = SMALL) -> None:
        self._variables = variables
        self._name = name
        self._limit = limit
        self._done: dict[int, Value] = {}
        self.domain: list[z3.BoolRef] = []

    def truth(self, term: Term) -> z3.BoolRef:
        """A truth value."""
        return _truth(self(term))

    def number(self, term: Term) -> z3.ArithRef:
        """A number."""
        return _number(self(term))

    def __call__(self, term: Term) -> Value:
        """Translate a term; shared parts are translated once."""
        stack: list[tuple[Term, bool]] = [(term, False)]
        while stack:
            part, ready = stack.pop()
            if part.serial in self._done:
                continue
            if not ready and not isinstance(part, Unknown):
                stack.append((part, True))
                stack.extend((child, False) for child in children(part))
                continue
            self._done[part.serial] = self._translate(part)
        return self._done[term.serial]

    def _translate(self, term: Term) -> Value:
        done = self._done
        match term:
            case Constant():
                return constant(
                    term.value, term.low, term.high, boolean=term.boolean, limit=self._limit
                )
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
                one, two = self._alike(left, right, left.low, left.high)
                return one == two
            case AtMost(left=left, right=right):
                one, two = self._alike(left, right, left.low, left.high)
                if isinstance(one, z3.BitVecRef) and isinstance(two, z3.BitVecRef):
                    signed = min(left.low, right.low) < 0
                    return one <= two if signed else z3.ULE(one, two)
                return _number(one) <= _number(two)
            case Plus(left=left, right=right) | Minus(left=left, right=right):
                one, two = self._alike(left, right, term.low, term.high)
                minus = isinstance(term, Minus)
                if isinstance(one, z3.BitVecRef) and isinstance(two, z3.BitVecRef):
                    total = one - two if minus else one + two
                    return wider(total, term.low, bits_for(term.low, term.high))
                first, second = _number(one), _number(two)
                return first - second if minus else first + second
            case Ite(test=test, then=then, orelse=orelse):
                asked = _truth(done[test.serial])
                if term.boolean:
                    return z3.If(asked, _truth(done[then.serial]), _truth(done[orelse.serial]))
                one, two = self._alike(then, orelse, term.low, term.high)
                return _choose(asked, one, two)
            case Unknown():
                name = f"{self._name}.{term.serial}"
                value, domain = declare(
                    name, term.low, term.high, boolean=term.boolean, limit=self._limit
                )
                self.domain.extend(domain)
                return value

    def _alike(self, left: Term, right: Term, low: int, high: int) -> tuple[Value, Value]:
        """Two numbers as bit vectors of one width, or both as integers."""
        low, high = min(left.low, right.low, low), max(left.high, right.high, high)
        one, two = self._done[left.serial], self._done[right.serial]
        if small(low, high, self._limit):
            return fit(one, left.low, low, high), fit(two, right.low, low, high)
        return as_integer(one, left.low, left.high), as_integer(two, right.low, right.high)


def fit(value: Value, from_: int, low: int, high: int) -> Value:
    """A number, whose own lower end is ``from_``, as one of another interval."""
    if not small(low, high):
        return as_integer(value, from_, SMALL)
    if not isinstance(value, z3.BitVecRef):
        raise TypeError("no small number")
    return wider(value, from_, bits_for(low, high))


def as_integer(value: Value, low: int, high: int) -> z3.ArithRef:
    """A number as an integer, case by case; z3's own conversion is slower."""
    if not isinstance(value, z3.BitVecRef):
        return _number(value)
    width = value.size()
    signed = low < 0
    top = min(high, (1 << width - signed) - 1)
    result: z3.ArithRef = z3.IntVal(top)
    for number in range(max(low, -(1 << width - 1)) if signed else low, top):
        result = z3.If(value == z3.BitVecVal(number, width), z3.IntVal(number), result)
    return result


def _truth(value: Value) -> z3.BoolRef:
    if not isinstance(value, z3.BoolRef):
        raise TypeError("not a truth value")
    return value


def _choose(test: z3.BoolRef, then: Value, orelse: Value) -> Value:
    if isinstance(then, z3.BoolRef):
        return z3.If(test, then, _truth(orelse))
    if isinstance(then, z3.BitVecRef) and isinstance(orelse, z3.BitVecRef):
        return z3.If(test, then, orelse)
    return z3.If(test, _number(then), _number(orelse))


def _number(value: Value) -> z3.ArithRef:
    if not isinstance(value, z3.ArithRef):
        raise TypeError("not a number")
    return value


@dataclass(frozen=True, slots=True)
class Moment:
    """The variables of one moment: the slots, the action taken, and a translator."""

    slots: tuple[Value, ...]
    action: z3.BitVecRef
    translate: Translator


class Integers:
    """A system as constraints over integers; below ``limit`` over bit vectors."""

    def __init__(self, system: System, limit: int = SMALL) -> None:
        self.system = system
        self.limit = limit
        self.bounds: dict[Variable, Value] = {}
        self.domain: list[z3.BoolRef] = []
        self._width = max(1, (len(system.transitions) - 1).bit_length())
        for name, term in system.pool.bounds.items():
            if isinstance(term, Variable):
                value, domain = declare(
                    f"scope.{name}", term.low, term.high, boolean=False, limit=limit
                )
                self.bounds[term] = value
                self.domain.extend(domain)

    def moment(self, name: str) -> tuple[Moment, list[z3.BoolRef]]:
        """Fresh variables for a moment, and that they lie in their intervals."""
        variables: dict[Variable, Value] = dict(self.bounds)
        slots: list[Value] = []
        domain: list[z3.BoolRef] = list(self.domain)
        for term, slot in zip(self.system.slots, self.system.layout.slots, strict=True):
            if isinstance(term, Variable):
                value, within = declare(
                    f"{slot.name}@{name}",
                    slot.low,
                    slot.high,
                    boolean=slot.boolean,
                    limit=self.limit,
                )
                variables[term] = value
                domain.extend(within)
                slots.append(value)
            else:
                slots.append(
                    constant(term.low, slot.low, slot.high, boolean=term.boolean, limit=self.limit)
                )
        for transition in self.system.transitions:
            for position, variable in enumerate(transition.parameters):
                called = f"{transition.action.name}.{position}@{name}"
                value, within = declare(
                    called,
                    variable.low,
                    variable.high,
                    boolean=variable.boolean,
                    limit=self.limit,
                )
                variables[variable] = value
                domain.extend(within)
        action = z3.BitVec(f"action@{name}", self._width)
        domain.extend(between_bits(action, 0, len(self.system.transitions) - 1))
        return Moment(tuple(slots), action, Translator(variables, name, self.limit)), domain

    def is_(self, moment: Moment, index: int) -> z3.BoolRef:
        """The action taken is the one with this index."""
        return moment.action == z3.BitVecVal(index, self._width)

    def goes(self, moment: Moment, index: int) -> z3.BoolRef:
        """The action with this index may be taken, and nothing is in its way."""
        transition = self.system.transitions[index]
        terms = (transition.canonical, self.system.goes_on, transition.legal, transition.goes)
        return z3.And(*(moment.translate.truth(term) for term in terms))

    def step(self, before: Moment, after: Moment) -> list[z3.BoolRef]:
        """The transition relation between two moments.

        What lies deeper in a list has no name that outlives a step.
        """
        ways = [
            z3.And(self.is_(before, index), self.goes(before, index))
            for index in range(len(self.system.transitions))
        ]
        moved = [after.slots[place] == self._after(before, place) for place in self.kept()]
        return [z3.Or(*ways), *moved]

    def kept(self) -> Sequence[int]:
        """The slots that carry something from one moment to the next."""
        slots = zip(self.system.slots, self.system.layout.slots, strict=True)
        return [
            index
            for index, (term, slot) in enumerate(slots)
            if isinstance(term, Variable) and not slot.ghost
        ]

    def _after(self, before: Moment, position: int) -> Value:
        """The new value of a slot, by the action taken."""
        result: Value = before.slots[position]
        old = self.system.slots[position]
        slot = self.system.layout.slots[position]
        for index, transition in enumerate(self.system.transitions):
            term = transition.after[position]
            if term is not old:
                new = before.translate(term)
                if not slot.boolean:
                    new = self.to_slot(new, term, slot)
                result = _choose(self.is_(before, index), new, result)
        return result

    def to_slot(self, value: Value, term: Term, slot: Slot) -> Value:
        """A new value as the slot's own kind of number; where a step goes it fits."""
        if small(slot.low, slot.high, self.limit):
            if isinstance(value, z3.ArithRef):
                return z3.Int2BV(value, bits_for(slot.low, slot.high))
            return fit(value, term.low, slot.low, slot.high)
        return as_integer(value, term.low, term.high)

    def after(self, before: Moment, transition: Transition) -> tuple[Value, ...]:
        """The values of the slots after an action."""
        return tuple(before.translate(term) for term in transition.after)

    def domains(self, *moments: Moment) -> list[z3.BoolRef]:
        """The intervals of everything unknown that was translated so far."""
        return [one for moment in moments for one in moment.translate.domain]
