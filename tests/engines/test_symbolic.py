"""What sets of situations tell is what visiting them one by one tells."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import pytest

from headjudge.checks import audit
from headjudge.engines.explore import Explorer
from headjudge.engines.search import Answer, Budget, Goal, LoopGoal, Search, StateGoal, Strength
from headjudge.engines.symbolic import Symbolic
from headjudge.engines.symbolic.diagrams import Cases, Counter, Diagrams
from headjudge.engines.symbolic.plays import DisagreementError
from headjudge.evidence.results import Audit, Verdict
from tests.checks.seeded import PATHS, RULEBOOKS, book, name, quiet
from tests.engines.agreement import ROOT, Question, question
from tests.engines.test_agreement import readings

MODEL = ROOT / "model"
SMALL = {
    "cascade": {"hand": 0, "texts": 1, "captures": 0, "instants": 0, "lasting": 0, "battles": 0},
    "chain": {"cards": 0, "adds": 0, "texts": 1, "queued": 1, "lasting": 0, "contests": 0},
    "opportunity": {"cards": 0, "triggers": 1, "attacks": 0, "parts": 1},
}
CUT = RULEBOOKS / "cut-off" / "faulty.md"


def goals(asked: Question) -> tuple[Goal, ...]:
    """Everything that is asked and that sets of situations answer."""
    found = [one.goal for task in asked.plan.tasks for one in task.asked]
    probes = [probe.goal for task in asked.plan.tasks for probe in task.probes]
    return tuple(goal for goal in (*found, *probes) if Symbolic().serves(goal))


def differences(asked: Question) -> list[str]:
    """Where the two engines differ in anything they say."""
    put = goals(asked)
    one = Explorer().search(asked.plan.system, put, Budget())
    two = Symbolic().search(asked.plan.system, put, Budget())
    found = [
        f"{part}: {getattr(one, part)}, {getattr(two, part)}"
        for part in ("strength", "situations", "steps", "depth", "cutoffs", "levels", "ended")
        if getattr(one, part) != getattr(two, part)
    ]
    for goal, left, right in zip(put, one.answers, two.answers, strict=True):
        if isinstance(goal, LoopGoal) and left.hits:
            # That there is such a play is told, and not which.
            same = "goes on for ever" in right.why and counts(left) == counts(right)
        else:
            same = (left.hits, left.why, counts(left)) == (right.hits, right.why, counts(right))
        if not same:
            found.append(f"{type(goal).__name__} {goal.name}: {left}, {right}")
    return found


def counts(answer: Answer) -> tuple[object, ...]:
    """What is counted, and what is seen."""
    return (answer.premises, answer.undecided, answer.seen)


def searched(path: Path, budget: Budget, engine: Symbolic | None = None) -> Search:
    asked = question(path, {})
    return (engine or Symbolic()).search(asked.plan.system, goals(asked), budget)


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_sets_tell_the_same_as_single_situations(path: Path) -> None:
    for answers in readings(path):
        assert differences(question(path, {}, answers)) == []


@pytest.mark.parametrize(("rulebook", "scope"), SMALL.items())
def test_sets_tell_the_same_of_a_small_scope(rulebook: str, scope: dict[str, int]) -> None:
    assert differences(question(MODEL / f"{rulebook}.md", scope)) == []


# -------------------------------------------------------------------------- planted faults


def at_most_as_less(self: Diagrams, left: Cases, right: Cases) -> object:
    return self.any(left[a] & right[b] for a in left for b in right if a < b)


def sums_as_differences(self: Diagrams, left: Cases, right: Cases, sign: int) -> Cases:
    found: Cases = {}
    for a, here in left.items():
        for b, there in right.items():
            total = a - sign * b
            found[total] = found.get(total, self.false) | here & there
    return found


@pytest.mark.parametrize(
    ("part", "wrong"), [("_at_most", at_most_as_less), ("_sums", sums_as_differences)]
)
def test_a_fault_in_the_diagrams_shows(
    part: str, wrong: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Diagrams, part, wrong)
    with suppress(DisagreementError):
        assert differences(question(CUT, {})) != []


# ------------------------------------------------------------------------------- counting


def test_counts_are_whole_numbers_however_large() -> None:
    bdd = Diagrams(question(CUT, {}).plan.system).bdd
    names = [f"further {number}" for number in range(80)]
    bdd.declare(*names)
    count = Counter(bdd, names).models
    one = bdd.cube(dict.fromkeys(names, True))
    assert count(one) == 1
    assert count(~one) == 2**80 - 1
    assert count(bdd.var(names[0]) | ~bdd.var(names[-1])) == 3 * 2**78
    assert count(bdd.false) == 0


def test_parameters_are_counted_beside_situations() -> None:
    bdd = Diagrams(question(CUT, {}).plan.system).bdd
    names = [f"further {number}" for number in range(80)]
    bdd.declare(*names)
    counter = Counter(bdd, names[:-2])
    further = [bdd.level_of_var(name) for name in names[-2:]]
    where = bdd.var(names[-1]) & ~bdd.var(names[5])
    assert counter.models(where, further) == 2**78
    assert counter.models(~bdd.var(names[5])) == 2**77


# -------------------------------------------------------------------------------- budgets


def test_a_diagram_of_too_many_nodes_ends_the_search() -> None:
    search = searched(CUT, Budget(nodes=3))
    assert search.strength is Strength.SPENT
    assert search.why == "more than 3 nodes in one decision diagram"


def test_no_time_ends_the_search() -> None:
    search = searched(CUT, Budget(seconds=-1))
    assert search.strength is Strength.SPENT
    assert search.why == "-1 seconds are over"


def test_no_memory_ends_the_search() -> None:
    asked = question(MODEL / "cascade.md", SMALL["cascade"])
    search = Symbolic(memory=1 << 20).search(asked.plan.system, (), Budget())
    assert search.strength is Strength.SPENT
    assert search.why == "more than 1 MiB of decision diagrams"


def test_what_is_reached_within_the_budget_is_told() -> None:
    """The first situations are known before any step."""
    system = question(CUT, {}).plan.system
    goal = StateGoal("anything", system.pool.true, system.pool.true)
    search = Symbolic().search(system, (goal,), Budget(nodes=3))
    (answer,) = search.answers
    assert [len(hit.path) for hit in answer.hits] == [0]
    assert search.levels == (len(system.initial),)


def test_without_cudd_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dd.cudd", None)
    monkeypatch.setitem(sys.modules, "dd", None)
    search = searched(CUT, Budget())
    assert search.strength is Strength.SPENT
    assert search.why.startswith("decision diagrams need dd with CUDD")


# ------------------------------------------------------------------------- the whole audit


def test_an_audit_is_whole_only_if_everything_was_asked_of_an_engine_that_tells() -> None:
    def checked(path: Path) -> Audit:
        rulebook, properties, where = book(path)
        return audit(rulebook, properties, where, engine="symbolic", budget=Budget(), report=quiet)

    assert checked(RULEBOOKS / "gap" / "faulty.md").complete
    denied = checked(RULEBOOKS / "denied-by-an-end" / "faulty.md")
    assert any(one.verdict is Verdict.NO_VERDICT for one in denied.results)
    assert not denied.complete
