"""Proves that every play leaves a condition: each step inside it lowers a row of numbers.

A lexicographic ranking (Bradley, Manna, Sipma, "Linear ranking with reachability", 2005), found
action by action: a number that no step raises is put behind the ones before, and the actions
that always lower it are done with. The numbers are sums of slots, and what bounded slots lack
to their upper end; both cannot fall for ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import z3

from headjudge.engines.induction.atoms import Clause, Names
from headjudge.engines.induction.checker import objection
from headjudge.engines.induction.integers import Integers
from headjudge.semantics.symbolic.system import Transition
from headjudge.semantics.symbolic.terms import UNBOUNDED, Pool, Term, Variable
from headjudge.semantics.symbolic.unbounded import Unbounded

WORK = 50_000_000


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that is never below what it may be at least.

    The sum of some slots, by name, or with ``up`` what one slot lacks to its upper end.
    ``actions``: those that always lower it.
    """

    field: str
    slots: tuple[str, ...]
    up: bool
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Measures, the weightiest first, and the invariant under which they rank."""

    measures: tuple[Measure, ...]
    invariant: tuple[Clause, ...]


def rank(unbounded: Unbounded, inside: Term, invariant: Sequence[Clause]) -> Ranking | str:
    """A ranking for "every play leaves ``inside``", or which actions none was found for.

    ``inside`` is a term over the slots, ``invariant`` inductive clauses. The ranking is for
    all capacities and all stocks; it is checked once more before it is given.
    """
    work = _Work(unbounded, inside, invariant)
    left = {
        t.action.name: t
        for t in unbounded.system.transitions
        if work.stays(t, unbounded.system.pool.true)
    }
    found: list[Measure] = []
    candidates = list(_candidates(unbounded))
    while left:
        for candidate in candidates:
            strict = work.lowered(candidate, tuple(left.values()))
            if strict:
                found.append(Measure(candidate.field, candidate.slots, candidate.up, tuple(strict)))
                left = {name: t for name, t in left.items() if name not in strict}
                candidates.remove(candidate)
                break
        else:
            return f"nothing was found that ends {', '.join(left)}"
    ranking = Ranking(tuple(found), tuple(invariant))
    return against(unbounded, inside, ranking) or ranking


def against(unbounded: Unbounded, inside: Term, ranking: Ranking) -> str:
    """Why a ranking does not show that every play leaves ``inside``; empty if it does.

    Every action is asked about by itself, in one question for the whole row of measures.
    Raises KeyError if it speaks of what the system does not have.
    """
    why = objection(unbounded, ranking.invariant, ())
    if why:
        return why
    work = _Work(unbounded, inside, ranking.invariant)
    pool = unbounded.system.pool
    for transition in unbounded.system.transitions:
        lower: Term = pool.false
        same: Term = pool.true
        for measure in ranking.measures:
            old, new = work.values(measure, transition)
            lower = pool.or_(lower, pool.and_(same, pool.less(new, old)))
            same = pool.and_(same, pool.equal(new, old))
        if work.stays(transition, pool.not_(lower)):
            return f"{transition.action.name} may stay inside and lower nothing"
    return ""


def sentence(ranking: Ranking) -> str:
    """The ranking for people: what each action brings nearer."""
    return "; ".join(_said(measure) for measure in ranking.measures)


def _said(measure: Measure) -> str:
    actions = " or ".join(measure.actions)
    what = measure.field.replace("_", " ")
    if measure.up:
        return f"each {actions} brings {what} nearer to its end"
    return f"each {actions} uses up some of {what}"


def _candidates(unbounded: Unbounded) -> Iterator[Measure]:
    """Sums over whole fields first, then single slots, then what is lacking."""
    system = unbounded.system
    groups: dict[str, list[str]] = {}
    single: list[Measure] = []
    for slot, term in zip(system.layout.slots, system.slots, strict=True):
        if slot.ghost or not isinstance(term, Variable) or "[-" in slot.name or slot.low < 0:
            continue
        field = slot.name.partition("[")[0].removeprefix("len(").removesuffix(")")
        groups.setdefault(field, []).append(slot.name)
        single.append(Measure(field, (slot.name,), False, ()))
        if slot.high < UNBOUNDED:
            single.append(Measure(field, (slot.name,), True, ()))
    fields = [Measure(f, tuple(names), False, ()) for f, names in groups.items() if len(names) > 1]
    return iter([*fields, *single])


class _Work:
    """Questions about the steps that begin and end inside."""

    def __init__(self, unbounded: Unbounded, inside: Term, invariant: Sequence[Clause]) -> None:
        self.system = unbounded.system
        self.pool: Pool = unbounded.system.pool
        self.names = Names(self.system)
        self.inside = inside
        self.given = self.pool.and_(inside, *(self.names.clause(one) for one in invariant))

    def _moved(self, term: Term, transition: Transition) -> Term:
        pairs = zip(self.system.slots, transition.after, strict=True)
        after = {old: new for old, new in pairs if isinstance(old, Variable)}
        return self.pool.substitute(term, after)

    def values(self, measure: Measure, transition: Transition) -> tuple[Term, Term]:
        """The measure before and after a step."""
        pool = self.pool
        total: Term = pool.number(0)
        for name in measure.slots:
            term = self.names.terms[name]
            if term.boolean:
                term = pool.ite(term, pool.number(1), pool.number(0))
            total = pool.plus(total, term)
        if measure.up:
            total = pool.minus(pool.number(total.high), total)
        return total, self._moved(total, transition)

    def stays(self, transition: Transition, term: Term) -> bool:
        """Whether a step may stay inside while a term over it holds; also if that is unknown."""
        whole = self.pool.and_(
            self.given,
            transition.canonical,
            self.system.goes_on,
            transition.legal,
            transition.goes,
            self._moved(self.inside, transition),
            term,
        )
        if whole is self.pool.false:
            return False
        moment, domain = Integers(self.system).moment("0")
        solver = z3.SimpleSolver()
        solver.set("rlimit", WORK)
        solver.add(moment.translate.truth(whole), *domain, *moment.translate.domain)
        return solver.check() != z3.unsat

    def lowered(self, measure: Measure, transitions: Sequence[Transition]) -> list[str]:
        """The actions that always lower it; none if some action may raise it."""
        pool = self.pool
        found = []
        for transition in transitions:
            old, new = self.values(measure, transition)
            if old is new:
                continue
            if self.stays(transition, pool.less(old, new)):
                return []
            if not self.stays(transition, pool.not_(pool.less(new, old))):
                found.append(transition.action.name)
        return found
