"""What one engine finds the other finds, with the same last action and of the same length."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import z3

from headjudge.engines.sat.unrolling import Unrolling
from headjudge.rulebook import read_rulebook
from headjudge.semantics.symbolic import columns
from headjudge.semantics.symbolic.circuits.bits import Gates, Row
from headjudge.semantics.symbolic.circuits.graph import Edge, Graph
from headjudge.semantics.symbolic.constraints import Translator
from headjudge.semantics.symbolic.terms import AtMost, Equal, Ite, Minus, Not, Or, Plus, Term
from tests.checks.seeded import FAULTY, PATHS, RULEBOOKS, expected, name
from tests.engines.agreement import ROOT, Question, disagreements, question, replayed

CASCADE = ROOT / "model" / "cascade.md"
SMALL = {"hand": 1, "texts": 1, "captures": 0, "instants": 0, "lasting": 0, "battles": 0}
STEPS = 8

Bits = z3.BoolRef | z3.BitVecRef
Plant = Callable[[pytest.MonkeyPatch], None]


def readings(path: Path) -> list[dict[str, str]]:
    """Every combination of answers to a rulebook's questions."""
    questions = read_rulebook(path).readings()
    names = [one for one, _ in questions]
    choices = product(*(given for _, given in questions))
    return [dict(zip(names, chosen, strict=True)) for chosen in choices]


@pytest.mark.parametrize("permission_wins", [False, True], ids=["forbidden", "permitted"])
@pytest.mark.parametrize("path", PATHS, ids=name)
def test_the_engines_agree_on_a_seeded_rulebook(path: Path, permission_wins: bool) -> None:
    for answers in readings(path):
        asked = question(path, {}, answers, permission_wins=permission_wins)
        assert disagreements(asked) == []


@pytest.mark.parametrize("path", FAULTY, ids=name)
def test_what_either_engine_finds_replays(path: Path) -> None:
    kinds = {"window that never closes", "never happens", "false claim", "clause without a model"}
    seen = 0
    for answers in readings(path):
        asked = question(path, {}, answers)
        explored = asked.explore()
        count = replayed(asked, explored)
        assert replayed(asked, asked.bound(explored.depth + 1)) == count
        assert replayed(asked, asked.bound_by_gates(explored.depth + 1)) == count
        seen += count
    plays = [one for one in expected(path).get("finding", ()) if one["kind"] not in kinds]
    assert seen >= sum(not one.get("permission_wins", False) for one in plays)


def test_the_engines_agree_on_the_cascade() -> None:
    asked = question(CASCADE, SMALL)
    assert disagreements(asked, STEPS) == []


def test_plays_of_the_cascade_found_by_bounded_checking_replay() -> None:
    asked = question(CASCADE, SMALL)
    count = replayed(asked, asked.bound(STEPS))
    assert count > 0
    assert replayed(asked, asked.bound_by_gates(STEPS)) == count


# -------------------------------------------------------- a fault in either evaluation shows


def column_fault(kind: type[Any], wrong: np.ufunc) -> Plant:
    """The explorer's columns use another operation for one kind of term."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        right = columns._operation

        def operation(term: Term, parts: list[int]) -> Callable[[list[Any]], Any]:
            if isinstance(term, kind):
                left, other = parts
                return lambda registers: wrong(registers[left], registers[other])
            return right(term, parts)

        patch.setattr(columns, "_operation", operation)

    return plant


def solver_fault(kind: type[Any], wrong: Callable[[Bits], Bits]) -> Plant:
    """The constraints say something else for one kind of term."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        right = Translator._translate

        def translate(self: Translator, term: Term) -> Bits:
            bits = right(self, term)
            return wrong(bits) if isinstance(term, kind) else bits

        patch.setattr(Translator, "_translate", translate)

    return plant


def opposite(bits: Bits) -> Bits:
    assert isinstance(bits, z3.BoolRef)
    return z3.Not(bits)


def other_way_round(bits: Bits) -> Bits:
    test, then, orelse = bits.children()
    assert isinstance(test, z3.BoolRef)
    assert isinstance(then, z3.BitVecRef)
    assert isinstance(orelse, z3.BitVecRef)
    return z3.If(test, orelse, then)


def gate_fault(method: str, wrong: Callable[..., Any]) -> Plant:
    """The gates of one kind of term are others."""
    return lambda patch: patch.setattr(Gates, method, wrong)


def without_carry(self: Gates, one: Row, two: Row, carry: Edge) -> Row:
    del carry
    return tuple(self.graph.same(a, b) ^ 1 for a, b in zip(one, two, strict=True))


def low_bits_first(self: Gates, one: Row, two: Row, *, signed: bool) -> Edge:
    return right_order(self, one[::-1], two[::-1], signed=signed)


def else_for_then(self: Graph, test: Edge, then: Edge, orelse: Edge) -> Edge:
    return self.or_(self.and_(test ^ 1, then), self.and_(test, orelse))


right_order = Gates.at_most
right_edge = Unrolling.edge

FAULTS = {
    "gates: no carry": gate_fault("_sum", without_carry),
    "gates: the low bits decide": gate_fault("at_most", low_bits_first),
    "gates: neither for either": lambda patch: patch.setattr(
        Graph, "or_", lambda graph, one, two: graph.and_(one ^ 1, two ^ 1)
    ),
    "gates: then for else": lambda patch: patch.setattr(Graph, "choose", else_for_then),
    "gates: an inverted edge is not": lambda patch: patch.setattr(
        Unrolling, "edge", lambda self, moment, edge: right_edge(self, moment, edge & ~1)
    ),
    "columns: < for <=": column_fault(AtMost, np.less),
    "columns: != for ==": column_fault(Equal, np.not_equal),
    "columns: - for +": column_fault(Plus, np.subtract),
    "columns: + for -": column_fault(Minus, np.add),
    "solver: > for <=": solver_fault(AtMost, opposite),
    "solver: != for ==": solver_fault(Equal, opposite),
    "solver: no negation": solver_fault(Not, opposite),
    "solver: neither for either": solver_fault(Or, opposite),
    "solver: then for else": solver_fault(Ite, other_way_round),
}


def differ(asked: Question) -> bool:
    """Whether the engines differ, be it that one of them breaks down."""
    try:
        return bool(disagreements(asked))
    except (AssertionError, IndexError, KeyError, OverflowError, ValueError):
        return True


@pytest.mark.parametrize("fault", FAULTS)
def test_one_wrong_operation_makes_the_engines_differ(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    books = [RULEBOOKS / kind / "faulty.md" for kind in ("undefined-step", "gap", "conflict")]
    assert not any(differ(question(path, {})) for path in books)
    FAULTS[fault](monkeypatch)
    assert any(differ(question(path, {})) for path in books)
