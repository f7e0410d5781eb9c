"""SPIN and rumur count as many situations, and find the same violations as soon.

The exports share the lowering with our own engines; what guards the lowering is the
executable model, which counts a small scope as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from headjudge.checks.export import questions
from headjudge.engines.explore import Explorer
from headjudge.engines.exports import Machine, machine, murphi, promela
from headjudge.engines.search import Budget, Search, StateGoal
from headjudge.rulebook import read_properties, read_rulebook, setting
from headjudge.semantics.symbolic.system import System
from tests.oracle.tools import Outcome, present, rumur, spin
from tests.parity.support import first_reading, pair, reachable

ROOT = Path(__file__).resolve().parents[2]
SPIN = pytest.mark.skipif(not present("spin", "gcc"), reason="SPIN or gcc is missing")
RUMUR = pytest.mark.skipif(not present("rumur", "gcc"), reason="rumur or gcc is missing")


@dataclass(frozen=True)
class Case:
    """A rulebook in a setting; ``executable``: small enough for that model too."""

    rulebook: str
    players: int
    scope: Mapping[str, int]
    executable: bool = False

    def __str__(self) -> str:
        return f"{self.rulebook}-{self.players}-{'-'.join(map(str, self.scope.values()))}"

    def __hash__(self) -> int:
        return hash(str(self))


CASES = (
    Case("cascade", 2, {"hand": 0, "texts": 1}, executable=True),
    Case("opportunity", 2, {"cards": 1, "triggers": 0}, executable=True),
    Case("opportunity", 3, {"cards": 1, "triggers": 0}),
    Case("chain-2026-03-30", 3, {"cards": 1, "texts": 0, "queued": 0}, executable=True),
    Case("chain", 2, {"cards": 1, "texts": 1, "queued": 0}),
)
LARGE = (
    Case("cascade", 2, {"texts": 1}),
    Case("cascade", 2, {"hand": 1, "fast": 1, "texts": 2}),
    Case("opportunity", 2, {"cards": 2, "triggers": 1}),
    Case("opportunity", 3, {"cards": 1, "triggers": 1}),
    Case("chain", 3, {"cards": 1, "texts": 1, "queued": 0}),
    Case("chain-2026-03-30", 2, {"cards": 2, "texts": 1, "queued": 1}),
)
# What rumur makes of a model takes long to compile, even of a small one.
QUICK = (CASES[0], CASES[3])
EVERY = [
    pytest.param(
        tool,
        case,
        marks=[mark, *([] if case in quick else [pytest.mark.oracle])],
        id=f"{tool.__name__}-{case}",
    )
    for tool, mark, quick in ((spin, SPIN, CASES), (rumur, RUMUR, QUICK))
    for case in (*CASES, *LARGE)
]


@dataclass(frozen=True)
class Asked:
    """A system, what is asked of it, and what ``explore`` answers."""

    system: System
    goals: tuple[StateGoal, ...]
    search: Search

    def goals_that(self, *, hit: bool) -> list[StateGoal]:
        """The goals that are reached, or those that are not."""
        pairs = zip(self.goals, self.search.answers, strict=True)
        return [goal for goal, answer in pairs if bool(answer.hits) == hit]


@cache
def asked(case: Case) -> Asked:
    rulebook = read_rulebook(ROOT / "model" / f"{case.rulebook}.md")
    documents = sorted((ROOT / "properties").glob("*.md"))
    properties = [one for file in documents for one in read_properties(file, rulebook)]
    made = setting(rulebook, players=case.players, scope=dict(case.scope))
    system, named = questions(rulebook, properties, made, None)
    goals = tuple(goal for _, goal in named)
    return Asked(system, goals, Explorer().search(system, goals, Budget()))


Tool = Callable[..., Outcome]


@pytest.mark.parametrize(("tool", "case"), EVERY)
def test_all_count_the_same_situations_and_what_holds_here_holds_there(
    tool: Tool, case: Case, tmp_path: Path
) -> None:
    ours = asked(case)
    held = [(goal.name, goal) for goal in ours.goals_that(hit=False)]
    assert held
    assert tool(machine(ours.system, held), tmp_path) == Outcome(ours.search.situations, None)


@pytest.mark.parametrize(("tool", "case"), EVERY)
def test_a_shortest_violation_has_the_same_length(tool: Tool, case: Case, tmp_path: Path) -> None:
    ours = asked(case)
    violated = [
        (len(answer.hits[0].path), goal)
        for goal, answer in zip(ours.goals, ours.search.answers, strict=True)
        if answer.hits
    ]
    if not violated:
        pytest.skip("no property of situations is violated in this setting")
    violated.sort(key=lambda one: one[0])
    # The soonest and the latest: each is a program of its own to be compiled.
    for length, goal in dict.fromkeys((violated[0], violated[-1])):
        found = tool(machine(ours.system, [(goal.name, goal)]), tmp_path)
        assert found.steps == length


@pytest.mark.parametrize("case", [case for case in CASES if case.executable], ids=str)
def test_the_executable_model_counts_them_too(case: Case) -> None:
    rulebook = first_reading(read_rulebook(ROOT / "model" / f"{case.rulebook}.md"))
    both = pair(rulebook, dict(case.scope), case.players)
    assert len(reachable(both, 20_000)) == asked(case).search.situations


# ------------------------------------------------------------------------ planted faults

SMALL = Case("cascade", 2, {"hand": 0, "texts": 1})


def little(machine: Machine, folder: Path) -> Outcome:
    """SPIN with room for the small case, and not for what a wrong sign may open up."""
    return spin(machine, folder, memory=400)


def counted_wrongly(tool: Tool, folder: Path) -> bool:
    """Whether the tool and ``explore`` disagree, or the model cannot even be compiled."""
    ours = asked(SMALL)
    try:
        return tool(machine(ours.system, []), folder).situations != ours.search.situations
    except AssertionError:
        return True


@SPIN
@pytest.mark.parametrize(
    ("method", "wrong"),
    [
        ("at_most", lambda _, a, b: f"({a} < {b})"),
        ("equality", lambda _, a, b, **__: f"({a} != {b})"),
        ("conjunction", lambda _, parts: f"({' || '.join(parts)})"),
        ("sum", lambda _, a, b: f"({a} - {b})"),
        ("choice", lambda _, test, a, b: f"({test} ? {b} : {a})"),
        ("negation", lambda _, a: a),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_one_wrong_sign_in_an_exporter_shows(
    method: str, wrong: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not counted_wrongly(little, tmp_path)
    monkeypatch.setattr(promela.__globals__["_C"], method, wrong)
    assert counted_wrongly(little, tmp_path)


@RUMUR
@pytest.mark.parametrize(
    ("method", "wrong"),
    [
        ("at_most", lambda _, a, b: f"({a} < {b})"),
        ("disjunction", lambda _, parts: f"({' & '.join(parts)})"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_one_wrong_sign_in_the_other_exporter_shows(
    method: str, wrong: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(murphi.__globals__["_Murphi"], method, wrong)
    assert counted_wrongly(rumur, tmp_path)


@SPIN
@pytest.mark.parametrize("right", ["less_equal", "add", "subtract"])
def test_one_wrong_operation_in_an_evaluator_shows(
    right: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = {"less_equal": np.less, "add": np.subtract, "subtract": np.add}[right]
    monkeypatch.setattr(np, right, wrong)
    ours = asked(SMALL)
    search = Explorer().search(ours.system, (), Budget(situations=100_000))
    monkeypatch.undo()
    assert spin(machine(ours.system, []), tmp_path).situations != search.situations
