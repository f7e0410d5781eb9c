"""Two situations that look alike to a player, as terms: one step from each of them.

The second situation has the first one's slots where the player sees them, and others where
not. What is unknown in a system without bounds is the same thing in both as far as it hangs
on the same slots: an item deep in a list that the player sees is one item.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from headjudge.rulebook.syntax import (
    Add,
    Append,
    Assign,
    Do,
    For,
    Helper,
    If,
    Keeps,
    Let,
    Pop,
    Statement,
)
from headjudge.semantics.symbolic.layout import TOPS
from headjudge.semantics.symbolic.system import System, Transition
from headjudge.semantics.symbolic.terms import Term, Variable
from headjudge.semantics.symbolic.views import View


def told_apart(system: System, view: View, actions: Sequence[str]) -> tuple[Term, ...]:
    """Per transition, where such a step tells a player that another situation is not the case.

    Over the slots, the parameters, and the unknown slots of the other situation, which looks
    alike: there the same step may not come next, or leads to what does not look the same. A
    step that ends the play there tells nothing.
    """
    twins = _Twins(system, view)
    return tuple(
        twins.told(transition) if transition.action.name in actions else system.pool.false
        for transition in system.transitions
    )


class _Twins:
    """A system beside itself, as one player sees it."""

    def __init__(self, system: System, view: View) -> None:
        self.system = system
        self.pool = pool = system.pool
        self.could = view.could
        self.unseen = frozenset(view.unseen)
        self.slots = tuple(zip(system.slots, system.layout.slots, strict=True))
        self.others: dict[Variable, Term] = {
            slot: pool.unknown(
                ("twin of slot", at), (), shape.low, shape.high, boolean=shape.boolean
            )
            for at, (slot, shape) in enumerate(self.slots)
            if at in self.unseen and isinstance(slot, Variable)
        }
        self.theirs = pool.substitute_all(view.could, self.others, {})

    def told(self, transition: Transition) -> Term:
        """Where a step tells; it is legal and goes in the first situation."""
        pool = self.pool
        step = (transition.legal, transition.goes, *transition.after)
        legal, goes, *after = pool.substitute_all(step, self.others, {})
        alike_after = self._alike(transition.after, after)
        if not self._told_in_full(transition.action.name):
            alike_after = pool.false
        same = pool.or_(pool.not_(goes), alike_after)
        alike = pool.and_(*map(pool.equal, self.could, self.theirs))
        return pool.and_(alike, pool.not_(pool.and_(legal, same)))

    def _alike(self, one: Sequence[Term], two: Sequence[Term]) -> Term:
        """Whether two situations look alike after a step."""
        pool = self.pool
        tests = []
        for at, (slot, shape) in enumerate(self.slots):
            if at not in self.unseen:
                tests.append(pool.equal(one[at], two[at]))
                if shape.ghost:
                    # Where a step touches what lies deep nothing says at which place.
                    tests.append(pool.equal(one[at], slot))
        ours = pool.substitute_all(self.could, self._values(one), {})
        theirs = pool.substitute_all(self.could, self._values(two), {})
        return pool.and_(*tests, *map(pool.equal, ours, theirs))

    def _told_in_full(self, action: str) -> bool:
        """Whether the newest items of a list show all that a step may have appended to it."""
        book = self.system.rulebook
        appended = _Appended({helper.name: helper for helper in book.helpers})
        appended.read(book.action(action).effects)
        for one in book.consequences:
            if action in one.actions:
                appended.read(one.effects)
        return all(count <= TOPS for count in appended.to.values())

    def _values(self, after: Sequence[Term]) -> dict[Variable, Term]:
        """What the slots are in a later situation."""
        pairs = zip(self.system.slots, after, strict=True)
        return {slot: term for slot, term in pairs if isinstance(slot, Variable)}


class _Appended:
    """How often statements append to each list at most; any number in a loop."""

    def __init__(self, helpers: Mapping[str, Helper]) -> None:
        self.helpers = helpers
        self.to: Counter[str] = Counter()

    def read(self, statements: Sequence[Statement], times: int = 1) -> None:
        """Count what these append, each so many times."""
        for statement in statements:
            match statement:
                case Append(location):
                    self.to[location.field] += times
                case If(then=then, orelse=orelse):
                    self.read((*then, *orelse), times)
                case For(body=body):
                    self.read(body, TOPS + 1)
                case Do(helper):
                    self.read(self.helpers[helper].effects, times)
                case Assign() | Add() | Keeps() | Let() | Pop():
                    pass
