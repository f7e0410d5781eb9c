"""Questions about one situation of a system without bounds."""

from __future__ import annotations

import z3

from headjudge.engines.induction.integers import Integers
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Term

WORK = 50_000_000


def possible(system: System, term: Term, work: int = WORK) -> bool | None:
    """Whether some situation and some parameters make the term true; None if unknown.

    ``work``: the most that the solver may do, in its own units.
    """
    if term is system.pool.false:
        return False
    moment, domain = Integers(system).moment("0")
    solver = z3.Solver()
    solver.set("rlimit", work)
    solver.add(moment.translate.truth(term), *domain, *moment.translate.domain)
    answer = solver.check()
    if answer == z3.sat:
        return True
    return False if answer == z3.unsat else None
