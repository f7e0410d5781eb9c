"""An invariant of the circuit says what exploring says, and z3 believes only a right one."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from headjudge.checks.proofs import Stance, ground
from headjudge.engines.induction import checker
from headjudge.engines.induction.atoms import Atom, Clause
from headjudge.engines.sat.bounded import Plays
from headjudge.engines.sat.invariants import Way, objection
from headjudge.engines.sat.pdr import Directed, edge, invariant
from headjudge.engines.sat.reaching import Cube, Reaching
from headjudge.engines.search import Budget, Clock, Search, StateGoal, Strength
from headjudge.reports.verdicts import cut_off
from tests.checks.seeded import PATHS, ROOT, RULEBOOKS, name
from tests.engines.agreement import Question, causes, question, replayed

ALL = 10_000
CLOSED = RULEBOOKS / "loop-of-rules" / "mended.md"


def prove(asked: Question, seconds: float = 100.0) -> Search:
    return Directed().search(asked.plan.system, asked.goals, Budget(seconds=seconds))


def differences(asked: Question) -> list[str]:
    """Where exploring and proving differ."""
    explored, proved = asked.explore(), prove(asked)
    found = [proved.why] if proved.why else []
    # Nothing is said not to be cut off that is.
    bounds = {bound for bound, _ in explored.cutoffs} - {bound for bound, _ in proved.cutoffs}
    found += sorted(bounds)
    for (_, one), left, right in zip(asked.asked, explored.answers, proved.answers, strict=True):
        if causes(left, ALL) != causes(right, ALL):
            found.append(f"{one.goal.name}: {causes(left, ALL)}, {causes(right, ALL)}")
        if bool(left.premises) != bool(right.premises):
            found.append(f"{one.goal.name}: premises {left.premises}, {right.premises}")
    return found


@pytest.mark.parametrize("path", PATHS[::3], ids=name)
def test_what_is_proved_is_what_exploring_finds(path: Path) -> None:
    assert differences(question(path, {})) == []


def test_the_plays_found_on_the_way_replay() -> None:
    asked = question(RULEBOOKS / "conflict" / "faulty.md", {})
    search = prove(asked)
    assert search.strength is Strength.COMPLETE
    assert replayed(asked, search) > 0


# ------------------------------------------------------------------ z3 checks what was found


def found() -> tuple[Question, tuple[Clause, ...], list[Way]]:
    """An invariant that keeps off every situation in which something is the matter."""
    asked = question(CLOSED, {})
    system = asked.plan.system
    clock = Clock(100.0, time.monotonic)
    reaching = Reaching(Plays(system, clock).machine, lambda: clock.spent)
    ways = [Way(None, system.gap)]
    ways += [
        Way(index, term, taken=False)
        for index, one in enumerate(system.transitions)
        for _, term in (*one.cutoffs, *one.undefined)
    ]
    assert reaching.reach([edge(reaching, way) for way in ways], ALL) is None
    return asked, invariant(system, reaching), ways


def test_z3_confirms_an_invariant_and_misses_every_clause_that_matters() -> None:
    asked, clauses, ways = found()
    system = asked.plan.system
    assert objection(system, clauses, ways) == ""
    said = [
        objection(system, [other for other in clauses if other is not one], ways) for one in clauses
    ]
    assert any(said)


def test_z3_refuses_what_a_play_does_not_start_with() -> None:
    asked, clauses, ways = found()
    system = asked.plan.system
    ((slot, value), *_) = [
        (slot, row)
        for slot, row in zip(system.layout.slots, system.initial[0], strict=True)
        if slot.low < slot.high
    ]
    never = Clause(((Atom((slot.name,), (), value), False),))
    assert objection(system, (*clauses, never), ways) == "a play may start without it"


def test_z3_refuses_what_a_step_breaks() -> None:
    asked, _, _ = found()
    system = asked.plan.system
    step = asked.explore().levels
    assert len(step) > 1
    still = [
        Clause(((Atom((slot.name,), (), value), True),))
        for slot, value in zip(system.layout.slots, system.initial[0], strict=True)
        if slot.low < slot.high
    ]
    assert objection(system, still, ()) == "a step may break it, or lead to what is asked"


def test_z3_refuses_what_leaves_room() -> None:
    asked, clauses, _ = found()
    system = asked.plan.system
    assert objection(system, clauses, [Way(None, system.at_rest)]) != ""


def test_what_is_found_in_a_scope_can_be_checked_without_bounds() -> None:
    asked = question(ROOT / "model" / "opportunity.md", {"cards": 1, "triggers": 0})
    system = asked.plan.system
    clock = Clock(100.0, time.monotonic)
    reaching = Reaching(Plays(system, clock).machine, lambda: clock.spent)
    assert reaching.reach([edge(reaching, Way(None, system.gap))], ALL) is None
    clauses = invariant(system, reaching)
    assert clauses
    gap = tuple(one for one in asked.properties if one.name == "no-gap")
    whole = ground(Stance(asked.rulebook, gap, asked.setting, system.ruling))
    goals = [one.goal for one in whole.tasks["no-gap"].asked]
    states = [goal for goal in goals if isinstance(goal, StateGoal)]
    assert states == goals
    # The checker of certificates, which knows no scope, accepts it; without it, it does not.
    assert checker.objection(whole.unbounded, clauses, states) == ""
    assert checker.objection(whole.unbounded, (), states) != ""


Plant = Callable[..., Any]


def at_once(self: Reaching) -> bool:
    self._settle(1)
    return True


def kept_off_without_asking(self: Reaching, cube: Cube, level: int) -> Cube:
    del self, level
    return cube


FAULTS: dict[str, tuple[str, Plant]] = {
    "any frame is an invariant": ("_push", at_once),
    "no step leads anywhere": ("_holds_off", kept_off_without_asking),
    "no play begins": ("_starts_in", lambda *_: False),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_search_that_goes_wrong_is_not_believed(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [RULEBOOKS / kind / "faulty.md" for kind in ("undefined-step", "gap", "conflict")]
    monkeypatch.setattr(Reaching, *FAULTS[fault])
    wrong = []
    for path in paths:
        try:
            wrong += differences(question(path, {}))
        except (AssertionError, StopIteration):
            wrong.append("broken down")
    assert wrong


def test_an_invariant_that_z3_does_not_confirm_is_no_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("headjudge.engines.sat.pdr.objection", lambda *_: "a step may break it")
    search = prove(question(CLOSED, {}))
    assert search.strength is Strength.SPENT
    assert search.why == "z3 does not confirm the invariant: a step may break it"


def test_a_proof_that_takes_too_long_says_so() -> None:
    asked = question(CLOSED, {})
    ticks = count()
    engine = Directed(lambda: float(next(ticks)))
    search = engine.search(asked.plan.system, asked.goals, Budget(seconds=20.0))
    assert (search.strength, search.why) == (Strength.SPENT, "20 seconds are over")


def test_of_what_nobody_counted_no_number_is_said() -> None:
    assert cut_off((("hand", 0), ("texts", 0))) == "plays may be cut off by hand and texts"
