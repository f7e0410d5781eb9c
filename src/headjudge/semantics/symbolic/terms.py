"""Terms over integers and booleans: a dozen operators, hash-consed and folded.

Every term knows the interval of its values, so that comparisons that cannot fail fold
away and every interpreter knows how many bits it needs. Terms are compared by identity:
within one pool equal terms are one object.

Of finite systems every interval is finite. In unbounded ones a variable may have the upper
end ``UNBOUNDED``, which stands for none; and something may be *unknown*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What a variable stands for."""

    SLOT = "slot"
    PARAMETER = "parameter"
    SWITCH = "switch"
    SCOPE = "scope"


@dataclass(frozen=True, slots=True, eq=False)
class Constant:
    """A number, or with ``boolean`` a truth value (0 or 1)."""

    serial: int
    boolean: bool
    low: int
    high: int

    @property
    def value(self) -> int:
        """The constant itself."""
        return self.low


@dataclass(frozen=True, slots=True, eq=False)
class Variable:
    """A slot, a parameter of an action, the switch of a clause, or a bound of the scope."""

    serial: int
    boolean: bool
    low: int
    high: int
    kind: Kind
    index: int


@dataclass(frozen=True, slots=True, eq=False)
class Not:
    """The opposite of a truth value."""

    serial: int
    boolean: bool
    low: int
    high: int
    operand: Term


@dataclass(frozen=True, slots=True, eq=False)
class And:
    """True if all operands are; at least two of them."""

    serial: int
    boolean: bool
    low: int
    high: int
    operands: tuple[Term, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Or:
    """True if any operand is; at least two of them."""

    serial: int
    boolean: bool
    low: int
    high: int
    operands: tuple[Term, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Equal:
    """Two numbers, or two truth values, are the same."""

    serial: int
    boolean: bool
    low: int
    high: int
    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False)
class AtMost:
    """``left <= right``."""

    serial: int
    boolean: bool
    low: int
    high: int
    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False)
class Plus:
    """``left + right``."""

    serial: int
    boolean: bool
    low: int
    high: int
    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False)
class Minus:
    """``left - right``."""

    serial: int
    boolean: bool
    low: int
    high: int
    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False)
class Ite:
    """``then`` if ``test`` holds, else ``orelse``; both numbers or both truth values."""

    serial: int
    boolean: bool
    low: int
    high: int
    test: Term
    then: Term
    orelse: Term


@dataclass(frozen=True, slots=True, eq=False)
class Unknown:
    """A function of the operands of which nothing but its interval is known."""

    serial: int
    boolean: bool
    low: int
    high: int
    operands: tuple[Term, ...]
    name: object


Term = Constant | Variable | Not | And | Or | Equal | AtMost | Plus | Minus | Ite | Unknown

# No number that a rulebook can write, nor any sum of these, comes near it. An upper end is
# never negative and a lower end never positive by as much, so that comparing ends stays sound.
UNBOUNDED = 1 << 62


def children(term: Term) -> tuple[Term, ...]:
    """The direct parts of a term, left to right."""
    match term:
        case Constant() | Variable():
            return ()
        case Not(operand=operand):
            return (operand,)
        case And(operands=operands) | Or(operands=operands) | Unknown(operands=operands):
            return operands
        case Equal() | AtMost() | Plus() | Minus():
            return (term.left, term.right)
        case Ite(test=test, then=then, orelse=orelse):
            return (test, then, orelse)


def in_order(roots: Iterable[Term]) -> list[Term]:
    """All terms below ``roots``, each once, parts before wholes."""
    done: set[int] = set()
    order: list[Term] = []
    stack: list[tuple[Term, bool]] = [(root, False) for root in reversed(list(roots))]
    while stack:
        term, ready = stack.pop()
        if term.serial in done:
            continue
        if ready:
            done.add(term.serial)
            order.append(term)
            continue
        stack.append((term, True))
        stack.extend((part, False) for part in children(term) if part.serial not in done)
    return order


MOST = 4_000_000


class TooManyError(Exception):
    """A rulebook in a setting needs more cases, or more terms, than are looked at."""


class Pool:
    """Makes terms. Every term of one system comes from one pool."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Term] = {}
        self._made = 0
        self._scope: dict[str, Term] = {}
        self._free: dict[int, frozenset[Variable]] = {}
        self.true: Term = self._intern(Constant, ("c", True, 1), True, 1, 1)
        self.false: Term = self._intern(Constant, ("c", True, 0), True, 0, 0)

    def __len__(self) -> int:
        return len(self._known)

    def _intern(
        self,
        make: Callable[..., Term],
        key: tuple[object, ...],
        boolean: bool,
        low: int,
        high: int,
        *parts: object,
    ) -> Term:
        term = self._known.get(key)
        if term is None:
            if len(self._known) >= MOST:
                raise TooManyError(f"more than {MOST:,} terms")
            term = make(len(self._known), boolean, low, high, *parts)
            self._known[key] = term
        return term

    # ------------------------------------------------------------------ leaves

    def truth(self, value: bool) -> Term:
        """A truth value."""
        return self.true if value else self.false

    def number(self, value: int) -> Term:
        """A number."""
        return self._intern(Constant, ("c", False, value), False, value, value)

    def variable(self, kind: Kind, index: int, low: int, high: int, *, boolean: bool) -> Term:
        """A variable; ``low == high`` gives the constant instead."""
        if low == high:
            return self.truth(bool(low)) if boolean else self.number(low)
        key = ("v", kind, index)
        return self._intern(Variable, key, boolean, low, high, kind, index)

    def bound(self, name: str) -> Term:
        """A value of the scope that may be any number, and is the same throughout a play."""
        if name not in self._scope:
            index = len(self._scope)
            self._scope[name] = self.variable(Kind.SCOPE, index, 0, UNBOUNDED, boolean=False)
        return self._scope[name]

    @property
    def bounds(self) -> Mapping[str, Term]:
        """All values of the scope that terms speak of."""
        return dict(self._scope)

    def unknown(
        self, name: object, operands: tuple[Term, ...], low: int, high: int, *, boolean: bool
    ) -> Term:
        """Something that depends on the operands; the same name and operands, the same thing."""
        serials = tuple(operand.serial for operand in operands)
        key = ("u", name, serials, boolean, low, high)
        return self._intern(Unknown, key, boolean, low, high, operands, name)

    def something(self, operands: tuple[Term, ...], high: int, *, boolean: bool = False) -> Term:
        """Something unlike all other things, from 0 to ``high``, that depends on the operands."""
        self._made += 1
        return self.unknown(self._made, operands, 0, high, boolean=boolean)

    # ---------------------------------------------------------------- booleans

    def not_(self, operand: Term) -> Term:
        """The opposite."""
        match operand:
            case Constant():
                return self.truth(not operand.value)
            case Not(operand=inner):
                return inner
            case _:
                pass
        return self._intern(Not, ("!", operand.serial), True, 0, 1, operand)

    def and_(self, *operands: Term) -> Term:
        """All of them; ``and_()`` is true."""
        return self._connect(And, operands, self.true, self.false)

    def or_(self, *operands: Term) -> Term:
        """Any of them; ``or_()`` is false."""
        return self._connect(Or, operands, self.false, self.true)

    def _connect(
        self, make: type[And | Or], operands: tuple[Term, ...], unit: Term, zero: Term
    ) -> Term:
        kept: dict[int, Term] = {}
        pending = list(reversed(operands))
        while pending:
            operand = pending.pop()
            if operand is zero:
                return zero
            if operand is unit or operand.serial in kept:
                continue
            if isinstance(operand, make):
                pending.extend(reversed(operand.operands))
                continue
            kept[operand.serial] = operand
        if self._contradicts(make, kept):
            return zero
        if not kept:
            return unit
        if len(kept) == 1:
            return next(iter(kept.values()))
        parts = tuple(sorted(kept.values(), key=lambda term: term.serial))
        key = (make, *(part.serial for part in parts))
        return self._intern(make, key, True, 0, 1, parts)

    def _contradicts(self, make: type[And | Or], kept: Mapping[int, Term]) -> bool:
        """Two operands settle it: one is the other's opposite, or a number is two constants."""
        constants: dict[int, Term] = {}
        for operand in kept.values():
            if isinstance(operand, Not) and operand.operand.serial in kept:
                return True
            if make is And and isinstance(operand, Equal) and isinstance(operand.right, Constant):
                known = constants.setdefault(operand.left.serial, operand.right)
                if known is not operand.right:
                    return True
        return False

    def implies(self, left: Term, right: Term) -> Term:
        """``right`` wherever ``left``."""
        return self.or_(self.not_(left), right)

    # ------------------------------------------------------------- comparisons

    def equal(self, left: Term, right: Term) -> Term:
        """Both the same; of numbers or of truth values."""
        if left is right:
            return self.true
        if left.high < right.low or right.high < left.low:
            return self.false
        if left.boolean:
            if isinstance(left, Constant):
                return right if left.value else self.not_(right)
            if isinstance(right, Constant):
                return left if right.value else self.not_(left)
        if isinstance(left, Constant) and isinstance(right, Constant):
            return self.truth(left.value == right.value)
        if isinstance(left, Constant):
            left, right = right, left
        if isinstance(right, Constant) and isinstance(left, Ite):
            ends = (left.then, left.orelse)
            if any(isinstance(end, Constant) or not _meets(end, right) for end in ends):
                then = self.equal(left.then, right)
                return self.ite(left.test, then, self.equal(left.orelse, right))
        if left.serial > right.serial and not isinstance(right, Constant):
            left, right = right, left
        return self._intern(Equal, ("=", left.serial, right.serial), True, 0, 1, left, right)

    def at_most(self, left: Term, right: Term) -> Term:
        """``left <= right``."""
        if left is right or left.high <= right.low:
            return self.true
        if left.low > right.high:
            return self.false
        if left.high == right.low or (left.low == right.high):
            return self.equal(left, right)
        return self._intern(AtMost, ("<=", left.serial, right.serial), True, 0, 1, left, right)

    def less(self, left: Term, right: Term) -> Term:
        """``left < right``."""
        return self.not_(self.at_most(right, left))

    # ---------------------------------------------------------------- numbers

    def plus(self, left: Term, right: Term) -> Term:
        """``left + right``."""
        if isinstance(left, Constant):
            left, right = right, left
        if isinstance(right, Constant):
            if right.value == 0:
                return left
            if isinstance(left, Constant):
                return self.number(left.value + right.value)
            if isinstance(left, Plus) and isinstance(left.right, Constant):
                return self.plus(left.left, self.number(left.right.value + right.value))
        low, high = left.low + right.low, left.high + right.high
        return self._intern(Plus, ("+", left.serial, right.serial), False, low, high, left, right)

    def minus(self, left: Term, right: Term) -> Term:
        """``left - right``."""
        if left is right:
            return self.number(0)
        if isinstance(right, Constant):
            return self.plus(left, self.number(-right.value))
        low, high = left.low - right.high, left.high - right.low
        return self._intern(Minus, ("-", left.serial, right.serial), False, low, high, left, right)

    def ite(self, test: Term, then: Term, orelse: Term) -> Term:
        """``then`` where ``test`` holds, else ``orelse``."""
        if isinstance(test, Constant):
            return then if test.value else orelse
        if isinstance(test, Not):
            test, then, orelse = test.operand, orelse, then
        if isinstance(then, Ite) and then.test is test:
            then = then.then
        if isinstance(orelse, Ite) and orelse.test is test:
            orelse = orelse.orelse
        if then is orelse:
            return then
        if then.boolean:
            return self._choose_truth(test, then, orelse)
        low, high = min(then.low, orelse.low), max(then.high, orelse.high)
        key = ("?", test.serial, then.serial, orelse.serial)
        return self._intern(Ite, key, False, low, high, test, then, orelse)

    def _choose_truth(self, test: Term, then: Term, orelse: Term) -> Term:
        if then is self.true:
            return self.or_(test, orelse)
        if then is self.false:
            return self.and_(self.not_(test), orelse)
        if orelse is self.true:
            return self.or_(self.not_(test), then)
        if orelse is self.false:
            return self.and_(test, then)
        key = ("?", test.serial, then.serial, orelse.serial)
        return self._intern(Ite, key, True, 0, 1, test, then, orelse)

    def count(self, conditions: Iterable[Term]) -> Term:
        """How many of the conditions hold."""
        total = self.number(0)
        for condition in conditions:
            total = self.plus(total, self.ite(condition, self.number(1), self.number(0)))
        return total

    # ------------------------------------------------------------ whole terms

    def variables(self, term: Term) -> frozenset[Variable]:
        """The variables that occur in a term."""
        found = self._free.get(term.serial)
        if found is not None:
            return found
        for part in in_order((term,)):
            if part.serial in self._free:
                continue
            if isinstance(part, Variable):
                self._free[part.serial] = frozenset((part,))
                continue
            below = [self._free[child.serial] for child in children(part)]
            self._free[part.serial] = frozenset().union(*below)
        return self._free[term.serial]

    def substitute(self, term: Term, values: Mapping[Variable, Term]) -> Term:
        """The term with variables replaced, all at once, folded again."""
        return self.substitute_all((term,), values, {})[0]

    def substitute_all(
        self, terms: Iterable[Term], values: Mapping[Variable, Term], done: dict[int, Term]
    ) -> list[Term]:
        """The same for several terms.

        ``done`` holds what has been replaced, by serial number; later calls with the same
        values may go on with it.
        """
        keys = frozenset(values)
        results = []
        for term in terms:
            stack: list[tuple[Term, bool]] = [(term, False)]
            while stack:
                part, ready = stack.pop()
                if part.serial in done:
                    continue
                if not ready and self.variables(part).isdisjoint(keys):
                    done[part.serial] = part
                    continue
                if isinstance(part, Variable):
                    done[part.serial] = values[part]
                    continue
                if not ready:
                    stack.append((part, True))
                    stack.extend((child, False) for child in children(part))
                    continue
                done[part.serial] = self._rebuild(part, [done[c.serial] for c in children(part)])
            results.append(done[term.serial])
        return results

    def _rebuild(self, term: Term, parts: list[Term]) -> Term:
        match term:
            case Constant() | Variable():
                return term
            case Not():
                return self.not_(parts[0])
            case And():
                return self.and_(*parts)
            case Or():
                return self.or_(*parts)
            case Equal():
                return self.equal(parts[0], parts[1])
            case AtMost():
                return self.at_most(parts[0], parts[1])
            case Plus():
                return self.plus(parts[0], parts[1])
            case Minus():
                return self.minus(parts[0], parts[1])
            case Ite():
                return self.ite(parts[0], parts[1], parts[2])
            case Unknown(name=name):
                low, high = term.low, term.high
                return self.unknown(name, tuple(parts), low, high, boolean=term.boolean)


def _meets(term: Term, constant: Constant) -> bool:
    return term.low <= constant.value <= term.high


def conjuncts(term: Term) -> tuple[Term, ...]:
    """The operands of a conjunction; any other term is its own only conjunct."""
    return term.operands if isinstance(term, And) else (term,)


def evaluate(term: Term, values: Mapping[Variable, int]) -> int:
    """The value of a term: the plain interpreter, for single situations.

    Raises KeyError if a variable has no value, or something is unknown.
    """
    done: dict[int, int] = {}
    for part in in_order((term,)):
        match part:
            case Constant():
                value = part.value
            case Variable():
                value = values[part]
            case Not(operand=operand):
                value = 1 - done[operand.serial]
            case And(operands=operands):
                value = int(all(done[operand.serial] for operand in operands))
            case Or(operands=operands):
                value = int(any(done[operand.serial] for operand in operands))
            case Equal(left=left, right=right):
                value = int(done[left.serial] == done[right.serial])
            case AtMost(left=left, right=right):
                value = int(done[left.serial] <= done[right.serial])
            case Plus(left=left, right=right):
                value = done[left.serial] + done[right.serial]
            case Minus(left=left, right=right):
                value = done[left.serial] - done[right.serial]
            case Ite(test=test, then=then, orelse=orelse):
                value = done[then.serial] if done[test.serial] else done[orelse.serial]
            case Unknown(name=name):
                raise KeyError(name)
        done[part.serial] = value
    return done[term.serial]
