"""Checks a ranking: no step that stays where something is to be left fails to lower it.

Nothing of the search is used. A step is put into the terms themselves, action by action, and
every question goes to a solver of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from headjudge.engines.induction.atoms import Names
from headjudge.engines.induction.checker import never, objection
from headjudge.engines.induction.leaving import Leaving, Ranking, allowed
from headjudge.engines.induction.measures import term
from headjudge.semantics.symbolic.terms import Pool, Term, Unknown, Variable, children
from headjudge.semantics.symbolic.unbounded import Unbounded


def ranking_objection(unbounded: Unbounded, ranking: Ranking, leaving: Leaving) -> str:
    """Why the ranking does not show that it is left; empty if it does.

    Raises KeyError if the ranking names something that the system does not have.
    """
    system, pool = unbounded.system, unbounded.system.pool
    why = objection(unbounded, ranking.invariant, ()) if ranking.invariant else ""
    if why:
        return why
    names = Names(system)
    try:
        measures = [term(names, measure) for measure in ranking.measures]
    except ValueError as error:
        return str(error)
    if _unknown(leaving.target):
        return "what is to be left depends on what lies deeper in a list"
    stays = pool.not_(leaving.target)
    known = pool.and_(*(names.clause(clause) for clause in ranking.invariant))
    slots = zip(system.slots, system.layout.slots, strict=True)
    kept = [slot for slot, shape in slots if isinstance(slot, Variable) and not shape.ghost]
    where = allowed(system, leaving.passing)
    for transition, may in zip(system.transitions, where, strict=True):
        every = dict(zip(system.slots, transition.after, strict=True))
        after = {slot: every[slot] for slot in kept}
        later = [pool.substitute(measure, after) for measure in measures]
        step = pool.and_(
            transition.canonical,
            system.goes_on,
            transition.legal,
            transition.goes,
            may,
            known,
            stays,
            pool.substitute(stays, after),
            pool.not_(_lowered(pool, measures, later)),
        )
        why = never(system, step, f"{transition.action.name} may lower nothing")
        if why:
            return why
    return ""


def _unknown(term_: Term) -> bool:
    """Whether a term holds something that may be another thing after a step."""
    waiting, seen = [term_], set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, Unknown):
            return True
        if part.serial not in seen:
            seen.add(part.serial)
            waiting.extend(children(part))
    return False


def _lowered(pool: Pool, before: Sequence[Term], after: Sequence[Term]) -> Term:
    """One of them is lower, and those before it are the same."""
    found: Term = pool.false
    for old, new in reversed(list(zip(before, after, strict=True))):
        found = pool.or_(pool.less(new, old), pool.and_(pool.equal(new, old), found))
    return found
