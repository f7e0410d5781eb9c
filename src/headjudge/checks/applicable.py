"""Whether a rulebook has what a property speaks of.

What is not there has not been looked at, and nothing is said of it: a rulebook in which
nobody is ever forbidden anything is not praised for being free of conflicts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from headjudge.rulebook.syntax import (
    Add,
    Append,
    Assign,
    Claim,
    ClaimKind,
    Do,
    For,
    Helper,
    If,
    Keeps,
    Let,
    NormKind,
    Pop,
    Property,
    Rulebook,
    Statement,
)
from headjudge.semantics.symbolic.system import System


def inapplicable(properties: Sequence[Property]) -> tuple[str, ...]:
    """The names of the properties that a rulebook has to accept as such: a role is missing."""
    return tuple(one.name for one in properties if one.claim is None)


def lacking(property_: Property, system: System) -> str:
    """What a rulebook has not got without which a property says nothing of it; else empty."""
    if property_.claim is None:
        return f"the rulebook has no role {', '.join(property_.missing)}"
    return _lacking(property_.claim, system)


def _lacking(claim: Claim, system: System) -> str:
    book = system.rulebook
    match claim.kind:
        case ClaimKind.REVEALS_NOTHING if not _hides(book):
            return "nothing in the rulebook is hidden from a player"
        case ClaimKind.NO_CONFLICT if not _contradicts(book):
            return "no clause forbids what another one allows or demands"
        case ClaimKind.NO_CLASH if not writing_twice(system):
            return "no action brings about one thing twice"
        case ClaimKind.NO_SILENCE if not system.layout.told:
            return "no right has to be given anew: there is no Told field"
        case ClaimKind.NO_IMPOSSIBLE_OBLIGATION if not _demands(book):
            return "nothing ever has to happen: there is no @must"
        case ClaimKind.DEFINED if not _can_be_undefined(system):
            return "no clause speaks of what might not be there"
        case ClaimKind.NO_ORDER_AMBIGUITY if not _orders(system):
            return "nothing ever has to happen, and nothing is left to nobody's choice"
        case _:
            return ""


def _hides(rulebook: Rulebook) -> bool:
    parameters = (one for action in rulebook.actions for one in action.parameters)
    return any(one.hidden for one in rulebook.fields) or any(one.hidden for one in parameters)


def _contradicts(rulebook: Rulebook) -> bool:
    granted, forbidden = set[str](), set[str]()
    for norm in rulebook.norms:
        match norm.kind:
            case NormKind.MAY | NormKind.MUST:
                granted.update(norm.actions)
            case NormKind.MUST_NOT:
                forbidden.update(norm.actions)
            case NormKind.ONLY:
                pass
    return not granted.isdisjoint(forbidden)


def writing_twice(system: System) -> frozenset[str]:
    """The actions that could give one field two values."""
    book, found = system.rulebook, {one.action.name for one in system.transitions if one.clashes}
    helpers = {helper.name: helper for helper in book.helpers}
    for action in book.actions:
        written = _Writes(helpers)
        written.read(action.effects)
        for consequence in book.consequences:
            if action.name in consequence.actions:
                written.read(consequence.effects)
        if written.twice:
            found.add(action.name)
    return frozenset(found)


class _Writes:
    """How often statements set each field, and whether they change it in another way."""

    def __init__(self, helpers: Mapping[str, Helper]) -> None:
        self.helpers = helpers
        self.set: Counter[str] = Counter()
        self.changed: set[str] = set()

    @property
    def twice(self) -> bool:
        """Whether a field is set twice, or set and changed."""
        return any(count > 1 or field in self.changed for field, count in self.set.items())

    def _branch(self, statements: Sequence[Statement], times: int) -> _Writes:
        found = _Writes(self.helpers)
        found.read(statements, times)
        return found

    def read(self, statements: Sequence[Statement], times: int = 1) -> None:
        """Count what these write, each so many times."""
        for statement in statements:
            match statement:
                case Assign(location):
                    self.set[location.field] += times
                case Keeps(field):
                    self.set[field] += times
                case Add(location) | Append(location) | Pop(location):
                    self.changed.add(location.field)
                case If(then=then, orelse=orelse):
                    one, two = self._branch(then, times), self._branch(orelse, times)
                    # Only one of the two is done.
                    self.set += one.set | two.set
                    self.changed |= one.changed | two.changed
                case For(body=body):
                    self.read(body, times + 1)
                case Do(helper):
                    self.read(self.helpers[helper].effects, times)
                case Let():
                    pass


def _demands(rulebook: Rulebook) -> bool:
    return any(norm.kind is NormKind.MUST for norm in rulebook.norms)


def _orders(system: System) -> bool:
    """Whether several things could be to be done at once, or in several ways."""
    actions = (one.action for one in system.transitions)
    which = any(parameter.which for action in actions for parameter in action.parameters)
    return _demands(system.rulebook) or which or any(one.orders for one in system.transitions)


def _can_be_undefined(system: System) -> bool:
    return any(one.undefined or one.unknown for one in system.transitions)
