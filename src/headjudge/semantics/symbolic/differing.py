"""Where a step is another one without some clauses: terms to compare two rulebooks by.

The rulebook is lowered once more with a switch for every clause. Of each set of clauses
only the terms that depend on it are made again; what stays the same is the same object.
"""

from __future__ import annotations

from dataclasses import dataclass

from headjudge.semantics.symbolic.lower import lower
from headjudge.semantics.symbolic.system import System, Transition
from headjudge.semantics.symbolic.terms import Pool, Term, Variable

Clauses = frozenset[str]


@dataclass(frozen=True, slots=True)
class _Step:
    """One action without some clauses, over slots and parameters.

    ``ends``: what stands in the way of the step. ``after`` holds one term for each slot.
    """

    possible: Term
    legal: Term
    ends: tuple[Term, ...]
    goes: Term
    after: tuple[Term, ...]


class Differing:
    """Compares the steps of one system with and without clauses.

    ``keep_actions``: a clause that is left out is silent, but its actions are still there.
    """

    def __init__(self, system: System, *, keep_actions: bool = False) -> None:
        self.pool: Pool = system.pool
        switched = lower(
            system.rulebook,
            system.setting,
            system.ruling,
            switches=True,
            keep_actions=keep_actions,
            pool=system.pool,
        )
        self._goes_on = switched.goes_on
        self._transitions = switched.transitions
        self._switches = {
            clause: switch for clause, switch in switched.switches if isinstance(switch, Variable)
        }
        self._all_on = dict.fromkeys(self._switches.values(), self.pool.true)
        self._on: dict[int, Term] = {}
        self._known: dict[Clauses, list[_Step]] = {}

    def between(self, fewer: Clauses, more: Clauses) -> tuple[tuple[int, Term], ...]:
        """Where a step without ``fewer`` is not the step without ``more``.

        Equal are steps that are both illegal, that end in the same way, or that lead to the
        same situation. Each entry has a transition's index and a term over slots and
        parameters; a transition without an entry does not differ.
        """
        pairs = zip(self._without(fewer), self._without(more), strict=True)
        found = ((index, self._differs(*pair)) for index, pair in enumerate(pairs))
        return tuple((index, term) for index, term in found if term is not self.pool.false)

    def _differs(self, one: _Step, other: _Step) -> Term:
        pool = self.pool

        def unlike(left: Term, right: Term) -> Term:
            return pool.not_(pool.equal(left, right))

        ends = (unlike(*pair) for pair in zip(one.ends, other.ends, strict=True))
        after = (unlike(*pair) for pair in zip(one.after, other.after, strict=True))
        outcome = pool.or_(*ends, pool.and_(one.goes, pool.or_(*after)))
        differs = pool.or_(unlike(one.legal, other.legal), pool.and_(one.legal, outcome))
        # What cannot be done is not legal either way: to say so spares looking at it.
        return pool.and_(pool.or_(one.possible, other.possible), differs)

    def _without(self, clauses: Clauses) -> list[_Step]:
        known = self._known.get(clauses)
        if known is None:
            known = self._known[clauses] = self._made(clauses)
        return known

    def _made(self, clauses: Clauses) -> list[_Step]:
        """First these clauses are switched off, then all others on: the second can be shared."""
        off = {self._switches[clause]: self.pool.false for clause in sorted(clauses)}
        gone: dict[int, Term] = {}

        def settled(*terms: Term) -> list[Term]:
            less = self.pool.substitute_all(terms, off, gone) if off else terms
            return self.pool.substitute_all(less, self._all_on, self._on)

        made = []
        for transition in self._transitions:
            possible, legal, *rest = settled(
                transition.possible,
                self.pool.and_(self._goes_on, transition.legal),
                *_outcome(self.pool, transition),
            )
            undefined, clash, goes, *after = rest
            made.append(_Step(possible, legal, (undefined, clash, goes), goes, tuple(after)))
        return made


def _outcome(pool: Pool, transition: Transition) -> tuple[Term, ...]:
    """What may come of a step, in a fixed order."""
    undefined = pool.or_(*(term for _, term in transition.undefined))
    clash = pool.or_(*(term for _, term in transition.clashes))
    return undefined, clash, transition.goes, *transition.after
