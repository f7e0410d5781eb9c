"""The parity law: the executable model, the columns and the constraints say the same."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import z3
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headjudge.engines.explore import Explorer
from headjudge.engines.explore.expand import Expander
from headjudge.engines.search import Budget
from headjudge.rulebook import parse_rulebook, read_rulebook
from headjudge.rulebook.values import Act, Situation
from headjudge.semantics.symbolic.constraints import Constraints
from headjudge.semantics.symbolic.system import Transition
from headjudge.semantics.symbolic.terms import Variable
from tests.parity.rulebooks import random_rulebook
from tests.parity.support import (
    ROOT,
    Pair,
    agree_on_values,
    compare,
    compare_claims,
    first_reading,
    pair,
    reachable,
    situations,
)

BOOKS = sorted(
    path for path in (ROOT / "model").glob("*.md") if "toml rulebook" in path.read_text("utf-8")
)
CHAIN = {"cards": 1, "texts": 0, "queued": 0}
SMALL = {
    "cascade": {"hand": 0, "texts": 0},
    "opportunity": {"cards": 1, "triggers": 0},
    "chain": CHAIN,
    "chain-2026-03-30": CHAIN,
}
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]


def model(path: Path, *, permission_wins: bool = False) -> Pair:
    book = first_reading(read_rulebook(path))
    return pair(book, SMALL.get(path.stem, {}), permission_wins=permission_wins)


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
@pytest.mark.parametrize("permission_wins", [False, True])
def test_in_any_situation_both_semantics_say_the_same(path: Path, permission_wins: bool) -> None:
    book = first_reading(read_rulebook(path))
    both = pair(book, {}, permission_wins=permission_wins)

    @settings(max_examples=8, deadline=None, suppress_health_check=SLOW)
    @given(situations(both))
    def law(situation: Situation) -> None:
        compare(both, situation)
        compare_claims(both, situation)

    law()


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_columns_and_constraints_give_every_term_the_same_value(path: Path) -> None:
    both = model(path)

    @settings(max_examples=5, deadline=None, suppress_health_check=SLOW)
    @given(situations(both))
    def law(situation: Situation) -> None:
        agree_on_values(both, situation)

    law()


@settings(max_examples=25, deadline=None, suppress_health_check=SLOW)
@given(st.randoms(use_true_random=False), st.booleans(), st.data())
def test_random_rulebooks_mean_the_same_to_both_semantics(
    random: Random, permission_wins: bool, data: st.DataObject
) -> None:
    text = random_rulebook(random)
    book = parse_rulebook(text.encode(), file="random.md", name="random")
    both = pair(book, {}, permission_wins=permission_wins)
    for _ in range(5):
        situation = data.draw(situations(both))
        compare(both, situation)
        compare_claims(both, situation)
    agree_on_values(both, data.draw(situations(both)))


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_the_explorer_finds_exactly_the_steps_of_the_executable_model(path: Path) -> None:
    both = model(path)
    known = reachable(both, 20_000)
    expander = Expander(both.system)
    layout = both.system.layout
    found: dict[Situation, set[tuple[Act, Situation]]] = {s: set() for s in known}
    rows = {layout.encode(situation): situation for situation in known}
    keys = expander.codec.keys(list(rows))
    order = list(rows.values())
    for batch in expander.batches(keys):
        transition = both.system.transitions[batch.transition]
        afters = expander.codec.rows(batch.keys)
        going = zip(batch.source[batch.goes], batch.instance[batch.goes], afters, strict=True)
        for source, instance, after in going:
            act = transition.act(expander.row(batch.transition, int(instance)), both.setting)
            found[order[source]].add((act, layout.decode(after)))
    assert found == known
    search = Explorer().search(both.system, (), Budget())
    assert search.situations == len(known)
    assert search.steps == sum(len(steps) for steps in known.values())


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_the_constraints_allow_exactly_the_steps_of_the_executable_model(path: Path) -> None:
    both = model(path)
    known = reachable(both, 20_000)
    constraints = Constraints(both.system)
    before, one = constraints.moment(0)
    after, two = constraints.moment(1)
    solver = z3.SolverFor("QF_FD")
    solver.add(*one, *two, *constraints.step(before, after))
    layout, system = both.system.layout, both.system
    chosen = sorted(known, key=repr)[:: max(1, len(known) // 60)]
    for situation in chosen:
        here = constraints.situation(before, layout.encode(situation))
        found = set()
        blocked: list[z3.BoolRef] = []
        while solver.check(here, *blocked[-1:]) == z3.sat:
            answer = solver.model()
            index, row = constraints.taken(answer, before)
            act = system.transitions[index].act(row, both.setting)
            found.add((act, layout.decode(constraints.row(answer, after))))
            # An assumption that rules out all steps found so far.
            out = z3.Bool(f"out {len(found)} {id(situation)}")
            parts = [constraints.is_(before, index)]
            for variable, number in bound(system.transitions[index], row):
                bits = before.translate(variable)
                same = bits == bool(number) if isinstance(bits, z3.BoolRef) else bits == number
                parts.append(same)
            solver.add(z3.Implies(out, z3.Not(z3.And(*parts))))
            if blocked:
                solver.add(z3.Implies(out, blocked[-1]))
            blocked.append(out)
        assert found == known[situation]


def bound(transition: Transition, row: tuple[int, ...]) -> list[tuple[Variable, int]]:
    """The parameters' variables with their numbers in a row."""
    terms = [term for group in (*transition.groups, *transition.orders) for term in group.variables]
    pairs = zip(terms, row, strict=True)
    return [(term, number) for term, number in pairs if isinstance(term, Variable)]
