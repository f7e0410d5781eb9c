"""Invariants by Spacer: the system as Horn clauses, and what it answers as clauses of atoms.

Komuravelli, Gurfinkel, Chaki, "SMT-based model checking for recursive programs" (2016). All
numbers are integers here. What Spacer answers is only taken for what it says: the invariant is
checked like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import z3

from headjudge.engines.induction.answers import UnfitError, clauses_of, says_never
from headjudge.engines.induction.atoms import Clause, Names
from headjudge.engines.induction.integers import NOTHING, Integers, Moment, Value
from headjudge.engines.search import StateGoal, StepGoal
from headjudge.semantics.symbolic.unbounded import Unbounded

Goal = StateGoal | StepGoal


@dataclass(frozen=True, slots=True)
class _Rule:
    """A head, and what has to hold for it."""

    head: z3.ExprRef
    body: tuple[z3.ExprRef, ...]


class Horn:
    """The rules of one system, written down once.

    ``invariant``: what is known to hold always; what is answered may rest on it.
    """

    def __init__(self, unbounded: Unbounded, invariant: Sequence[Clause] = ()) -> None:
        system = unbounded.system
        self._system = system
        self._integers = Integers(system, NOTHING)
        moment, domain = self._integers.moment("h")
        self._moment = moment
        self._places = self._integers.kept()
        bounds = list(self._integers.bounds)
        self._state = self._values(moment) + [self._integers.bounds[one] for one in bounds]
        self.names = [system.layout.slots[place].name for place in self._places]
        named = {term: f"scope.{name}" for name, term in system.pool.bounds.items()}
        self.names += [named[one] for one in bounds]
        sorts = [value.sort() for value in self._state]
        self._holds = z3.Function("holds", *sorts, z3.BoolSort())
        here = self._apply(self._state)
        truth = moment.translate.truth
        rules = [_Rule(here, (truth(unbounded.start),))]
        for transition in system.transitions:
            guard = (transition.canonical, system.goes_on, transition.legal, transition.goes)
            after: list[Value] = []
            for place in self._places:
                slot, term = system.layout.slots[place], transition.after[place]
                value = moment.translate(term)
                after.append(value if slot.boolean else self._integers.to_slot(value, term, slot))
            whole = after + self._state[len(self._places) :]
            rules.append(_Rule(self._apply(whole), (here, *map(truth, guard))))
        self._rules = rules
        names = Names(system)
        self._domain = [*domain, *(truth(names.clause(clause)) for clause in invariant)]

    def _values(self, moment: Moment) -> list[Value]:
        return [moment.slots[place] for place in self._places]

    def _apply(self, values: Sequence[Value]) -> z3.ExprRef:
        return self._holds(*values)

    def invariant(self, goals: Sequence[Goal], seconds: float) -> tuple[Clause, ...] | None:
        """What Spacer says always holds, and rules the goals out; None if it does not tell."""
        engine = z3.Fixedpoint()
        engine.set(engine="spacer", timeout=max(1, int(seconds * 1000)))
        wrong = z3.Function("wrong", z3.BoolSort())
        engine.register_relation(self._holds, wrong)
        here = self._apply(self._state)
        asked = [_Rule(wrong(), (here, way)) for goal in goals for way in self._ways(goal)]
        domain = [*self._domain, *self._integers.domains(self._moment)]
        engine.declare_var(*self._variables(domain, asked))
        for rule in (*self._rules, *asked):
            engine.rule(rule.head, [*rule.body, *domain])
        try:
            if engine.query(wrong()) != z3.unsat:
                return None
            answer = engine.get_answer()
        except z3.Z3Exception:
            return None
        try:
            return clauses_of(answer, "holds", self.names)
        except UnfitError:
            # What can be in no situation at all needs no invariant, and Spacer looks for none.
            return () if says_never(answer, "wrong") else None

    def _ways(self, goal: Goal) -> list[z3.BoolRef]:
        truth = self._moment.translate.truth
        if isinstance(goal, StateGoal):
            return [truth(goal.hit)]
        ways = []
        for transition, hit in zip(self._system.transitions, goal.hit, strict=True):
            if hit is not self._system.pool.false:
                terms = [transition.canonical, self._system.goes_on, transition.legal, hit]
                terms += [transition.goes] if goal.taken else []
                ways.append(z3.And(*map(truth, terms)))
        return ways

    def _variables(self, domain: Sequence[z3.BoolRef], asked: Sequence[_Rule]) -> list[z3.ExprRef]:
        """All variables of the rules: Spacer wants to be told."""
        found: dict[int, z3.ExprRef] = {}
        parts: list[z3.ExprRef] = [*domain, *self._state]
        for rule in (*self._rules, *asked):
            parts += [rule.head, *rule.body]
        seen: set[int] = set()
        while parts:
            part = parts.pop()
            if part.get_id() in seen:
                continue
            seen.add(part.get_id())
            children = part.children()
            if not children and part.decl().kind() == z3.Z3_OP_UNINTERPRETED:
                found[part.get_id()] = part
            parts.extend(children)
        return [one for one in found.values() if one.decl().name() != "wrong"]
