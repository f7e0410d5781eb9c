"""Questions about a single situation of the setting, reachable or not: one z3 query."""

from __future__ import annotations

import z3

from headjudge.semantics.symbolic.constraints import Constraints
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Term

MILLISECONDS = 20_000


def satisfiable(system: System, term: Term) -> bool | None:
    """Whether some situation and some parameters make the term true; None if unknown."""
    constraints = Constraints(system)
    moment, domain = constraints.moment(0)
    solver = z3.SolverFor("QF_FD")
    solver.set("timeout", MILLISECONDS)
    solver.add(*domain, moment.translate.truth(term))
    answer = solver.check()
    if answer == z3.sat:
        return True
    return False if answer == z3.unsat else None
