"""The law of the unbounded terms: whatever a finite setting does, they can do as well.

For every situation of a setting there are values of what is unknown such that every term
has the value that the finite one has there. Only what a bound cuts off goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
import z3
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headjudge.engines.explore.expand import instances
from headjudge.engines.induction.integers import Translator
from headjudge.rulebook import parse_rulebook, read_rulebook
from headjudge.rulebook.syntax import ClaimKind, Rulebook
from headjudge.rulebook.values import Situation
from headjudge.semantics.symbolic.claims import Claims, StepClaim
from headjudge.semantics.symbolic.layout import EndlessError
from headjudge.semantics.symbolic.system import System, Transition
from headjudge.semantics.symbolic.terms import Constant, Term, Variable, evaluate
from headjudge.semantics.symbolic.unbounded import lower_unbounded
from tests.parity.rulebooks import random_rulebook
from tests.parity.support import (
    ROOT,
    Pair,
    columns_of,
    first_reading,
    pair,
    situations,
    with_parameters,
)

BOOKS = sorted(
    path for path in (ROOT / "model").glob("*.md") if "toml rulebook" in path.read_text("utf-8")
)
# Long enough for lists to hold more than what is known of them.
LONG = {
    "cascade": {"hand": 1, "texts": 2},
    "opportunity": {"cards": 3, "triggers": 2},
    "chain": {"cards": 3, "texts": 1, "queued": 1},
    "chain-2026-03-30": {"cards": 3, "texts": 1, "queued": 1},
}
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
CLAIMED = (ClaimKind.ALWAYS, ClaimKind.NEVER, ClaimKind.SOMETIMES)


class Said:
    """What the terms of one system say of situations and of steps."""

    def __init__(self, system: System) -> None:
        claims = Claims(system)
        self.situations = [system.at_rest, system.goes_on, system.over, system.gap]
        self.situations.extend(term for _, term in system.silent)
        self.broken: list[StepClaim] = []
        for claim in system.rulebook.claims:
            if claim.kind not in CLAIMED:
                continue
            if claim.of_steps:
                self.broken.extend(claims.of_steps(claim))
                continue
            for state in claims.of_situations(claim):
                self.situations.extend((state.premise, state.hit))
        self.steps = [self._step(system, index) for index in range(len(system.transitions))]

    def _step(self, system: System, index: int) -> list[tuple[object, Term]]:
        """Obstacles and broken claims, each with its name."""
        transition = system.transitions[index]
        found: list[tuple[object, Term]] = [*transition.undefined, *transition.clashes]
        found.extend(((step.claim.name, step.label), step.hit[index]) for step in self.broken)
        return found


def grounds(transition: Transition) -> list[Term]:
    """What is said of an action before it is known whether anything cuts it off."""
    found = [transition.canonical, transition.possible, transition.can, transition.due]
    found.append(transition.legal)
    found.extend(term for _, term in transition.standing)
    return found


class Law:
    """A rulebook with and without bounds."""

    def __init__(self, both: Pair) -> None:
        self.both = both
        self.endless = lower_unbounded(both.rulebook, both.setting, claims=both.rulebook.claims)
        self.closed, self.open = Said(both.system), Said(self.endless.system)

    def fits(self, situation: Situation, random: Random) -> None:
        """Hold it for a situation and a few acts of every action."""
        fit = Fit(self, situation)
        fit.situation_is_the_same()
        for index, transition in enumerate(self.both.system.transitions):
            rows = instances(transition)
            for row in random.sample(rows, min(3, len(rows))):
                fit.step_is_the_same(index, row)
        assert fit.holds()


@dataclass
class Fit:
    """One situation, in the finite and in the unbounded system."""

    law: Law
    situation: Situation

    def __post_init__(self) -> None:
        self.both, self.endless = self.law.both, self.law.endless
        system, layout = self.endless.system, self.endless.system.layout
        self.row = self.both.system.layout.encode(self.situation)
        self.known = columns_of(self.both.system, self.row)
        pool = system.pool
        self.values: dict[Variable, Term] = {}
        fields = zip(system.slots, layout.slots, layout.encode(self.situation), strict=True)
        for term, slot, number in fields:
            if isinstance(term, Variable) and not slot.ghost:
                self.values[term] = (
                    pool.truth(bool(number)) if term.boolean else pool.number(number)
                )
        scope = dict(self.both.setting.scope)
        for name, term in pool.bounds.items():
            assert isinstance(term, Variable)
            self.values[term] = pool.number(scope[name])
        self.asked: list[tuple[Term, int]] = []

    def expect(self, term: Term, number: int) -> None:
        self.asked.append((self.endless.system.pool.substitute(term, self.values), number))

    def situation_is_the_same(self) -> None:
        pairs = zip(self.law.open.situations, self.law.closed.situations, strict=True)
        for open_, closed in pairs:
            self.expect(open_, evaluate(closed, self.known))

    def step_is_the_same(self, index: int, row: tuple[int, ...]) -> None:
        closed, open_ = self.both.system.transitions[index], self.endless.system.transitions[index]
        pool = self.endless.system.pool
        values = with_parameters(closed, row, self.known)
        ours = {
            v: pool.truth(bool(n)) if v.boolean else pool.number(n)
            for v, n in with_parameters(open_, row, {}).items()
        }
        self.values.update(ours)
        for one, two in zip(grounds(open_), grounds(closed), strict=True):
            self.expect(one, evaluate(two, values))
        cut = any(evaluate(term, values) for _, term in closed.cutoffs)
        if not cut:
            finite: dict[object, int] = {}
            for name, term in self.law.closed.steps[index]:
                finite[name] = evaluate(term, values)
            for name, term in self.law.open.steps[index]:
                self.expect(term, finite.pop(name, 0))
            assert not any(finite.values()), "only the finite step is broken"
            self.expect(open_.goes, evaluate(closed.goes, values))
        if evaluate(closed.goes, values):
            after = self.both.system.layout.decode(tuple(evaluate(t, values) for t in closed.after))
            layout = self.endless.system.layout
            for term, slot, number in zip(
                open_.after, layout.slots, layout.encode(after), strict=True
            ):
                if not slot.ghost:
                    self.expect(term, number)

    def holds(self) -> bool:
        """There are values of what is unknown that fit all that was expected."""
        variables = {
            term: z3.Int(f"below {number}")
            for number, (term, slot) in enumerate(
                zip(self.endless.system.slots, self.endless.system.layout.slots, strict=True)
            )
            if slot.ghost and isinstance(term, Variable)
        }
        translate = Translator(variables, "fit")
        solver = z3.Solver()
        for term, number in self.asked:
            if isinstance(term, Constant):
                if term.value != number:
                    return False
                continue
            value: Any = translate(term)
            solver.add(value == (bool(number) if term.boolean else number))
        solver.add(*translate.domain)
        return bool(solver.check() == z3.sat)


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_whatever_a_rulebook_does_within_bounds_it_can_do_without(path: Path) -> None:
    book: Rulebook = first_reading(read_rulebook(path))
    both = pair(book, LONG[path.stem])
    mine = Law(both)

    @settings(max_examples=6, deadline=None, suppress_health_check=SLOW)
    @given(situations(both), st.randoms(use_true_random=False))
    def law(situation: Situation, random: Random) -> None:
        mine.fits(situation, random)

    law()


@settings(max_examples=40, deadline=None, suppress_health_check=SLOW)
@given(st.randoms(use_true_random=False), st.data())
def test_whatever_a_random_rulebook_does_within_bounds_it_can_do_without(
    random: Random, data: st.DataObject
) -> None:
    text = random_rulebook(random)
    book = parse_rulebook(text.encode(), file="random.md", name="random")
    both = pair(book, {"room": 4, "stock": 2})
    try:
        mine = Law(both)
    except EndlessError:
        return
    for _ in range(4):
        mine.fits(data.draw(situations(both)), random)


def test_most_random_rulebooks_can_do_without_bounds() -> None:
    refused = 0
    for seed in range(40):
        text = random_rulebook(Random(seed))  # noqa: S311 - a test
        book = parse_rulebook(text.encode(), file="random.md", name="random")
        try:
            Law(pair(book, {}))
        except EndlessError:
            refused += 1
    assert refused < 20
