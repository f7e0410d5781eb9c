"""A bounded question as an SMT-LIB 2 file that any solver can answer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import z3

from headjudge.engines.search import StateGoal, StepGoal
from headjudge.semantics.symbolic.constraints import Constraints
from headjudge.semantics.symbolic.system import System


def smt2(system: System, goals: Sequence[StateGoal | StepGoal], depth: int, title: str) -> str:
    """Is there a play of at most ``depth`` steps that reaches one of the goals?

    The file asserts the initial condition, the transition relation between the moments
    0 … depth, one switch per clause (all on: negate one to take its clause out), and the
    goals. The play may stop at any moment: ``halt`` is the moment at which it does.
    """
    constraints = Constraints(system)
    solver = z3.Solver()
    moments = []
    for number in range(depth + 1):
        moment, domain = constraints.moment(number)
        moments.append(moment)
        solver.add(*domain)
    solver.add(*constraints.switches.values())
    solver.add(*constraints.initial(moments[0]))
    width = max(1, depth.bit_length() + 1)
    halt = z3.BitVec("halt", width)
    solver.add(z3.ULE(halt, z3.BitVecVal(depth, width)))
    for number, (before, after) in enumerate(pairwise(moments)):
        goes_on = z3.ULT(z3.BitVecVal(number, width), halt)
        solver.add(z3.Implies(goes_on, z3.And(*constraints.step(before, after))))
    reached = []
    for number, moment in enumerate(moments):
        here = halt == z3.BitVecVal(number, width)
        for goal in goals:
            match goal:
                case StateGoal(hit=hit):
                    reached.append(z3.And(here, moment.translate.truth(hit)))
                case StepGoal(hit=hits, taken=taken):
                    for index, term in enumerate(hits):
                        if term is system.pool.false or number == depth:
                            continue
                        parts = [
                            here,
                            constraints.legal(moment, index),
                            moment.translate.truth(term),
                        ]
                        if taken:
                            goes = system.transitions[index].goes
                            parts.append(moment.translate.truth(goes))
                        reached.append(z3.And(*parts))
    solver.add(z3.Or(*reached))
    scope = ", ".join(f"{name} {value}" for name, value in system.setting.scope)
    book = system.rulebook
    head = [
        f"{book.title} {book.edition}",
        f"{system.setting.players} players; scope: {scope}",
        f"question: {title}",
        f"sat: there is such a play of at most {depth} steps; unsat: there is none",
    ]
    comments = "".join(f"; {_one_line(line)}\n" for line in head)
    return comments + "(set-logic QF_BV)\n" + _body(solver)


def _body(solver: z3.Solver) -> str:
    lines = [line for line in solver.to_smt2().splitlines() if not line.startswith(";")]
    return "\n".join(line for line in lines if not line.startswith("(set-info")) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())
