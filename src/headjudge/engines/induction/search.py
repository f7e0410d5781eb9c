"""Searches inductive invariants that prove goals, led by counterexamples to induction.

A situation that the invariant allows and that stands in the way of a proof is told apart
from everything that is known to be reached by a few atoms; that it never has these becomes a
new clause (Bradley, "SAT-based model checking without unrolling", 2011; Garg et al., "ICE",
2014). Where no atoms tell it apart it may be reachable, and what it leads to counts as reached.
What is left in the end is inductive: the start and every step keep it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import z3

from headjudge.engines.explore.samples import Samples
from headjudge.engines.induction.atoms import Atom, Clause, Names, atoms
from headjudge.engines.induction.integers import Integers, Moment
from headjudge.engines.induction.longer import Length
from headjudge.engines.search import Clock, StateGoal, StepGoal
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Constant, Term, Variable, evaluate
from headjudge.semantics.symbolic.unbounded import Unbounded

# So many clauses share a switch, and so many are asked about at once.
TOGETHER = 40


@dataclass(frozen=True, slots=True)
class Effort:
    """What a proof may use.

    ``work``: resource units of z3 for one question; ``rounds``: questions for the invariant
    that all goals share; ``more``: questions for each goal that needs another one. ``seconds``
    only end in no proof. ``samples``: situations of a finite system that guide the search.
    ``spacer``: how many seconds Spacer may take for one property; 0: it is not asked.
    ``length``: how long inductions over several steps may get. ``patience``: how many seconds
    all of either may take.
    """

    work: int = 20_000_000
    rounds: int = 6_000
    more: int = 60
    seconds: float = 1_200.0
    samples: int = 300_000
    spacer: float = 10.0
    length: Length = Length()  # noqa: RUF009 - frozen
    patience: float = 240.0

    def among(self, several: int) -> Effort:
        """The effort for each of several searches that share the time."""
        seconds, patience = self.seconds / several, self.patience / several
        return replace(self, seconds=seconds, patience=patience)


@dataclass(frozen=True, slots=True)
class Proofs:
    """An inductive invariant and what it proves.

    ``proved`` and ``why`` are in the order of the goals; ``why`` says what was in the way.
    """

    invariant: tuple[Clause, ...]
    proved: tuple[bool, ...]
    why: tuple[str, ...]
    rounds: int


Goal = StateGoal | StepGoal


@dataclass(slots=True, eq=False)
class _Lemma:
    """A clause of the invariant to be; ``literals`` by the number of the atom."""

    clause: Clause
    term: Term
    literals: tuple[tuple[int, bool], ...]
    group: int = 0
    alive: bool = True

    def holds(self, truths: Sequence[bool]) -> bool:
        """Whether it holds where the atoms have these truths."""
        return any(truths[atom] == truth for atom, truth in self.literals)


class _SpentError(Exception):
    """The budget is spent."""


class Search:
    """One search over one unbounded system."""

    def __init__(
        self,
        unbounded: Unbounded,
        guides: Sequence[System],
        effort: Effort,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.unbounded = unbounded
        self.system = unbounded.system
        self.effort = effort
        self.clock = Clock(effort.seconds, now)
        self.rounds = 0
        self.names = Names(self.system)
        self.atoms: list[Atom] = []
        terms: list[Term] = []
        for atom in atoms(self.system):
            term = self._term(atom)
            if term is not None and not isinstance(term, Constant):
                self.atoms.append(atom)
                terms.append(term)
        self.samples = Samples(terms)
        for guide in guides:
            self.samples.learn(
                guide,
                self.system.layout,
                self.system.slots,
                effort.samples,
                self.system.pool.bounds,
            )
        self.integers = Integers(self.system)
        self.before, domain = self.integers.moment("0")
        self.after, later = self.integers.moment("1")
        self.here = self._solver(domain)
        self.steps = self._solver([*domain, *later])
        self.steps.add(*self.integers.step(self.before, self.after))
        self.steps.add(*self.integers.domains(self.before))
        self.start = self._solver(domain)
        self.start.add(self.before.translate.truth(unbounded.start))
        self.lemmas: list[_Lemma] = []
        self.known: dict[Clause, _Lemma] = {}
        self.groups: list[list[_Lemma]] = []
        self.switches: list[z3.BoolRef] = []
        self.settled = 0
        self.most = effort.rounds
        self._fresh = 0

    def _term(self, atom: Atom) -> Term | None:
        try:
            return self.names.atom(atom)
        except KeyError:
            return None

    def _solver(self, domain: Sequence[z3.BoolRef]) -> z3.Solver:
        solver = z3.SimpleSolver()
        solver.set("random_seed", 0)
        solver.set("rlimit", self.effort.work)
        solver.add(*domain)
        return solver

    # ------------------------------------------------------------------ asking

    def _ask(self, solver: z3.Solver, question: z3.BoolRef) -> z3.ModelRef | None:
        """A model in which all lemmas hold at first; None if there is none."""
        self.rounds += 1
        if self.rounds > self.most:
            raise _SpentError("no invariant was found within the budget")
        left = self.effort.seconds - (self.clock.now() - self.clock.start)
        if left <= 0:
            raise _SpentError(f"{self.effort.seconds:g} seconds are over")
        solver.set("timeout", max(1, int(left * 1000)))
        self._fresh += 1
        asked = z3.Bool(f"asked {self._fresh}")
        solver.add(z3.Implies(asked, question))
        solver.add(*self.integers.domains(self.before, self.after))
        answer = solver.check(asked, *self.switches)
        if answer == z3.unknown:
            raise _SpentError(f"the solver answered unknown ({solver.reason_unknown()})")
        found = solver.model() if answer == z3.sat else None
        solver.add(z3.Not(asked))
        return found

    def _truths(self, model: z3.ModelRef, moment: Moment) -> tuple[bool, ...]:
        values: dict[Variable, int] = {}
        for term, value in zip(self.system.slots, moment.slots, strict=True):
            if isinstance(term, Variable):
                values[term] = _number(model, value, signed=term.low < 0)
        for variable, value in self.integers.bounds.items():
            values[variable] = _number(model, value, signed=False)
        return tuple(bool(evaluate(term, values)) for term in self.samples.atoms)

    # ------------------------------------------------------------------ lemmas

    def _exclude(self, truths: tuple[bool, ...]) -> bool:
        """Have a new lemma deny this situation; False if it looks like one that is reached."""
        while True:
            chosen = self.samples.apart(truths)
            if chosen is None:
                return False
            literals = tuple((index, not truths[index]) for index in chosen)
            clause = Clause(tuple((self.atoms[index], truth) for index, truth in literals))
            known = self.known.get(clause)
            if known is None:
                term = self.names.clause(clause)
                model = self._ask_start(term)
                if model is not None:
                    self.samples.add(self._truths(model, self.before))
                    continue
                self._add(clause, term, literals)
            elif not known.alive:
                self._revive(known)
            return True

    def _ask_start(self, term: Term) -> z3.ModelRef | None:
        self.rounds += 1
        self.start.push()
        self.start.add(z3.Not(self.before.translate.truth(term)))
        answer = self.start.check()
        found = self.start.model() if answer != z3.unsat else None
        self.start.pop()
        if answer == z3.unknown:
            raise _SpentError("the solver answered unknown of a start")
        return found

    def _add(self, clause: Clause, term: Term, literals: tuple[tuple[int, bool], ...]) -> None:
        lemma = _Lemma(clause, term, literals)
        self.lemmas.append(lemma)
        self.known[clause] = lemma
        self._revive(lemma)

    def _revive(self, lemma: _Lemma) -> None:
        """Count on a lemma, in the last group that is still open."""
        if len(self.groups) == self.settled or len(self.groups[-1]) == TOGETHER:
            self.groups.append([])
            self.switches.append(self._switch())
        lemma.alive = True
        lemma.group = len(self.groups) - 1
        self.groups[-1].append(lemma)
        self._assert(lemma)

    def _switch(self) -> z3.BoolRef:
        self._fresh += 1
        return z3.Bool(f"group {self._fresh}")

    def _assert(self, lemma: _Lemma) -> None:
        """Have the lemma hold at first while its group is switched on."""
        truth = self.before.translate.truth(lemma.term)
        holds = z3.Implies(self.switches[lemma.group], truth)
        self.here.add(holds)
        self.steps.add(holds)

    def _drop(self, broken: Sequence[_Lemma]) -> None:
        """Take lemmas back: their groups get another switch."""
        for lemma in broken:
            lemma.alive = False
        for group in sorted({lemma.group for lemma in broken}):
            self.switches[group] = self._switch()
            self.groups[group] = [lemma for lemma in self.groups[group] if lemma.alive]
            for lemma in self.groups[group]:
                self._assert(lemma)

    def _break(self) -> tuple[z3.ModelRef, list[_Lemma]] | None:
        """A step that keeps not all lemmas, and those that it breaks; None if there is none.

        What is settled is inductive by itself, and is not asked about again.
        """
        for group in self.groups[self.settled :]:
            if not group:
                continue
            broken = [z3.Not(self.after.translate.truth(lemma.term)) for lemma in group]
            model = self._ask(self.steps, z3.Or(*broken))
            if model is not None:
                truths = self._truths(model, self.after)
                return model, [one for one in self.lemmas if one.alive and not one.holds(truths)]
        return None

    # ----------------------------------------------------------------- templates

    def seed(self) -> None:
        """Begin with every clause of one or two atoms that no known situation breaks (Houdini)."""
        pool = self.system.pool
        literals = [
            (index, truth)
            for index, atom in enumerate(self.atoms)
            for truth in (True, False)
            if truth or not _one_of_many(self.system, atom)
        ]
        for never in self.samples.never_together(literals):
            denied = tuple((index, not truth) for index, truth in never)
            if len({self.atoms[index].left for index, _ in denied}) < len(denied):
                continue
            clause = Clause(tuple((self.atoms[index], truth) for index, truth in denied))
            term = self.names.clause(clause)
            if term is not pool.true:
                self._add(clause, term, denied)
        self._keep_start()
        while True:
            found = self._break()
            if found is None:
                return
            self._drop(found[1])

    def _keep_start(self) -> None:
        """Take away what does not hold at the start of some play."""
        while True:
            alive = [lemma for lemma in self.lemmas if lemma.alive]
            if not alive:
                return
            whole = self.system.pool.and_(*(lemma.term for lemma in alive))
            model = self._ask_start(whole)
            if model is None:
                return
            truths = self._truths(model, self.before)
            self.samples.add(truths)
            self._drop([lemma for lemma in alive if not lemma.holds(truths)])

    # ------------------------------------------------------------------- search

    def prove(self, goals: Sequence[Goal], owners: Sequence[str]) -> Proofs:
        """Prove as many goals as can be: together, and then one by one.

        ``owners`` has the property of each goal. Where one goal fails, the property's others
        that are open are left.
        """
        why = ["" for _ in goals]
        try:
            self.seed()
            self.settled = len(self.groups)
            proved = [self._follows(goal) for goal in goals]
        except _SpentError as error:
            nothing = tuple(False for _ in goals)
            return Proofs((), nothing, tuple(str(error) for _ in goals), self.rounds)
        failed: dict[str, str] = {}
        for number, goal in enumerate(goals):
            if proved[number]:
                continue
            if owners[number] in failed:
                why[number] = failed[owners[number]]
                continue
            self.most = self.rounds + self.effort.more
            why[number] = self._alone(goal)
            proved[number] = not why[number]
            if why[number]:
                failed[owners[number]] = why[number]
        return Proofs(self._clauses(), tuple(proved), tuple(why), self.rounds)

    def _follows(self, goal: Goal) -> bool:
        """Whether the lemmas imply a goal."""
        return self._ask(self.here, self._broken(goal)) is None

    def _alone(self, goal: Goal) -> str:
        """Look for lemmas that one goal needs besides the settled ones; why there are none."""
        known = self.samples.kept()
        try:
            while self._serve(goal):
                if self._settle():
                    self.settled = len(self.groups)
                    return ""
            why = "no invariant of this form keeps it"
        except _SpentError as error:
            why = str(error)
        self.samples.restore(known)
        self._drop([lemma for group in self.groups[self.settled :] for lemma in group])
        return why

    def _clauses(self) -> tuple[Clause, ...]:
        return tuple(lemma.clause for lemma in self.lemmas if lemma.alive)

    def _serve(self, goal: Goal) -> bool:
        """Make the lemmas imply a goal; False if some situation cannot be denied."""
        solver, question = self.here, self._broken(goal)
        while True:
            model = self._ask(solver, question)
            if model is None:
                return True
            if not self._exclude(self._truths(model, self.before)):
                return False

    def _broken(self, goal: Goal) -> z3.BoolRef:
        truth = self.before.translate.truth
        if isinstance(goal, StateGoal):
            return truth(goal.hit)
        ways = []
        for transition, hit in zip(self.system.transitions, goal.hit, strict=True):
            if hit is self.system.pool.false:
                continue
            terms = [transition.canonical, self.system.goes_on, transition.legal, hit]
            if goal.taken:
                terms.append(transition.goes)
            ways.append(z3.And(*(truth(term) for term in terms)))
        return z3.Or(*ways)

    def _settle(self) -> bool:
        """Make the lemmas inductive; False if some had to go: the goals are open again."""
        gone = False
        while True:
            found = self._break()
            if found is None:
                return not gone
            model, broken = found
            if self._exclude(self._truths(model, self.before)):
                continue
            # As far as the atoms tell it is reached, and so is what it leads to.
            self.samples.add(self._truths(model, self.after))
            gone = True
            self._drop(broken)


def _one_of_many(system: System, atom: Atom) -> bool:
    """Its opposite says no more than the other values of the slot do."""
    if atom.right or len(atom.left) > 1 or not atom.equal:
        return False
    slots = (slot for slot in system.layout.slots if slot.name == atom.left[0])
    return any(slot.high - slot.low > 1 for slot in slots)


def _number(model: z3.ModelRef, value: z3.ExprRef, *, signed: bool) -> int:
    found = model.eval(value, model_completion=True)
    if isinstance(found, z3.BitVecNumRef):
        return found.as_signed_long() if signed else found.as_long()
    if isinstance(found, z3.IntNumRef):
        return found.as_long()
    return int(z3.is_true(found))
