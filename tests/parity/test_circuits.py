"""Gates give every term the value that it has: by the plain interpreter, and in columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headjudge.rulebook import read_rulebook
from headjudge.semantics.symbolic.circuits.bits import Gates, Row, digits, number, width
from headjudge.semantics.symbolic.circuits.graph import FALSE, TRUE, Edge, Graph, holds
from headjudge.semantics.symbolic.columns import Program, dtype_for
from headjudge.semantics.symbolic.terms import Kind, Pool, Term, Variable, evaluate
from tests.parity.support import ROOT, first_reading, pair

INTERVALS = ((0, 1), (0, 2), (0, 5), (1, 4), (-3, 2), (-1, 0), (-5, -2), (3, 9))
BOOKS = ("cascade", "chain", "opportunity")
ROWS = 12


def gates_of(variables: Sequence[Variable]) -> Gates:
    graph = Graph()
    return Gates(graph, {one: tuple(graph.input() for _ in range(bits(one))) for one in variables})


def bits(one: Variable) -> int:
    return 1 if one.boolean else width(one.low, one.high)


def by_gates(gates: Gates, terms: Sequence[Term], values: dict[Variable, int]) -> list[int]:
    """The values of terms where the variables have these."""
    rows = [gates(term) for term in terms]
    true = [
        edge
        for one, value in values.items()
        for edge, bit in zip(gates.given[one], digits(value, bits(one)), strict=True)
        if bit
    ]
    known = gates.graph.values(true)
    return [
        number([int(holds(known, edge)) for edge in row], term.low)
        for term, row in zip(terms, rows, strict=True)
    ]


@st.composite
def terms(draw: st.DrawFn) -> tuple[list[Variable], list[Term]]:
    """Some variables, and terms that use every operator."""
    pool, draws = Pool(), draw(st.randoms(use_true_random=False))
    found: list[Term] = [pool.number(draws.randint(-4, 6)) for _ in range(3)]
    for index, (low, high) in enumerate(INTERVALS):
        found.append(pool.variable(Kind.SLOT, index, low, high, boolean=False))
    found += [pool.variable(Kind.SWITCH, index, 0, 1, boolean=True) for index in range(3)]
    variables = [one for one in found if isinstance(one, Variable)]

    def some(*, boolean: bool) -> Term:
        return draws.choice([one for one in found if one.boolean == boolean])

    def two(*, boolean: bool) -> tuple[Term, Term]:
        return some(boolean=boolean), some(boolean=boolean)

    makers: list[Callable[[], Term]] = [
        lambda: pool.plus(*two(boolean=False)),
        lambda: pool.minus(*two(boolean=False)),
        lambda: pool.equal(*two(boolean=False)),
        lambda: pool.equal(*two(boolean=True)),
        lambda: pool.at_most(*two(boolean=False)),
        lambda: pool.not_(some(boolean=True)),
        lambda: pool.and_(*two(boolean=True), some(boolean=True)),
        lambda: pool.or_(*two(boolean=True), some(boolean=True)),
        lambda: pool.ite(some(boolean=True), *two(boolean=False)),
        lambda: pool.ite(some(boolean=True), *two(boolean=True)),
    ]
    for _ in range(40):
        make = draws.choice(makers)
        found.append(make())
    return variables, found


@settings(max_examples=150, deadline=None)
@given(terms(), st.randoms(use_true_random=False))
def test_gates_give_any_term_its_value(
    made: tuple[list[Variable], list[Term]], draws: Random
) -> None:
    variables, whole = made
    values = {one: draws.randint(one.low, one.high) for one in variables}
    expected = [evaluate(term, values) for term in whole]
    assert by_gates(gates_of(variables), whole, values) == expected


@pytest.mark.parametrize("name", BOOKS)
def test_gates_and_columns_give_the_terms_of_a_rulebook_the_same_value(name: str) -> None:
    both = pair(first_reading(read_rulebook(ROOT / "model" / f"{name}.md")), {})
    system = both.system
    whole = [system.gap, system.at_rest, *(term for _, term in system.silent)]
    for one in system.transitions:
        whole += [one.canonical, one.legal, one.goes, one.due, *one.after]
        whole += [term for _, term in (*one.undefined, *one.clashes, *one.cutoffs)]
    variables = sorted({v for term in whole for v in system.pool.variables(term)}, key=str)
    draws = Random(name)  # noqa: S311 - a test
    rows = [{v: draws.randint(v.low, v.high) for v in variables} for _ in range(ROWS)]
    columns = {
        v: np.array([row[v] for row in rows], bool if v.boolean else dtype_for(v.low, v.high))
        for v in variables
    }
    found = Program(whole)(columns, ROWS)
    gates = gates_of(variables)
    for place, row in enumerate(rows):
        assert by_gates(gates, whole, row) == [int(column[place]) for column in found]


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_folding_never_changes_a_function(draws: Random) -> None:
    graph = Graph()
    inputs = [graph.input() for _ in range(4)]
    # Each edge with its truth table, which is computed beside the graph.
    cases = range(16)
    table: dict[Edge, int] = {FALSE: 0, TRUE: (1 << 16) - 1}
    for place, edge in enumerate(inputs):
        table[edge] = sum(1 << case for case in cases if case >> place & 1)
    for edge in list(table):
        table[edge ^ 1] = table[edge] ^ (1 << 16) - 1
    for _ in range(60):
        one, two = draws.choice(list(table)), draws.choice(list(table))
        made = graph.and_(one, two)
        both = table[one] & table[two]
        assert table.setdefault(made, both) == both
        table[made ^ 1] = both ^ (1 << 16) - 1
    for case in cases:
        values = graph.values([edge for place, edge in enumerate(inputs) if case >> place & 1])
        assert all(holds(values, edge) == bool(table[edge] >> case & 1) for edge in table)


def test_equal_functions_of_two_edges_are_one_node() -> None:
    graph = Graph()
    one, two = graph.input(), graph.input()
    before = graph.and_(one, two)
    size = len(graph)
    assert graph.and_(two, one) == before
    assert graph.and_(before, one) == before
    assert graph.and_(before, two ^ 1) == FALSE
    assert graph.and_(before ^ 1, one ^ 1) == one ^ 1
    assert len(graph) == size


def test_a_number_outside_its_interval_is_seen() -> None:
    pool = Pool()
    for low, high in ((0, 2), (1, 4), (-3, 2), (-1, 0), (-5, -2)):
        one = pool.variable(Kind.SLOT, 0, low, high, boolean=False)
        pool = Pool()
        assert isinstance(one, Variable)
        gates = gates_of([one])
        row: Row = gates.given[one]
        inside = gates.within(one)
        within = 0
        for code in range(1 << len(row)):
            values = gates.graph.values(
                [edge for place, edge in enumerate(row) if code >> place & 1]
            )
            value = number([code >> place & 1 for place in range(len(row))], low)
            assert holds(values, inside) == (low <= value <= high)
            within += low <= value <= high
        assert within == high - low + 1
