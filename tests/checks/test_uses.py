"""What is said of dead and idle clauses is so on the executable model, and of all searches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from headjudge.checks import across, audit
from headjudge.checks.uses import dead_goal, idle_goal
from headjudge.engines.explore import Explorer
from headjudge.engines.search import Budget, PresenceGoal
from headjudge.evidence.results import Audit, Result, Seen, Verdict
from headjudge.rulebook import parse_rulebook, read_properties, setting
from headjudge.rulebook.speaking import statements
from headjudge.rulebook.syntax import Consequence
from headjudge.semantics.executable import After, Game
from tests.checks.seeded import PATHS, ROOT, book, name
from tests.parity.support import Pair, first_reading, native_outcome, pair, reachable

# ----------------------------------------------------------- on the executable model


def seen(both: Pair, goal: PresenceGoal) -> frozenset[str]:
    (answer,) = Explorer().search(both.system, (goal,), Budget()).answers
    return answer.seen


def steps(game: Game, situation: Any) -> dict[Any, Any]:
    """Every legal act with what comes of it; where it does not go, only how."""
    state = game.thaw(situation)
    if game.silent(state):
        return {}
    found = {act: native_outcome(game, state, act) for act in game.legal(state)}
    return {act: (kind, what if kind == "after" else None) for act, (kind, what) in found.items()}


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_a_clause_matters_exactly_where_play_differs_on_the_executable_model(path: Path) -> None:
    both = pair(first_reading(book(path)[0]), {})
    goal = idle_goal(both.system)
    clauses = [s.label.split()[1] for s in goal.spots if s.label.startswith("changes")]
    here, found = list(reachable(both, 200)), seen(both, goal)
    for clause in clauses:
        without = both.game.leaving_out(frozenset((clause,)))
        differs = any(steps(both.game, one) != steps(without, one) for one in here)
        assert (f"changes {clause}" in found) == differs, clause


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_a_consequence_applies_exactly_where_its_clause_writes(path: Path) -> None:
    both = pair(first_reading(book(path)[0]), {})
    happens = seen(both, dead_goal(both.system))
    wrote = set(written(both))
    for clause in {origin.clause for origin in both.rulebook.origins()}:
        own = [one for one in statements(both.rulebook) if one.clause == clause]
        acts = any(action.origin.clause == clause for action in both.rulebook.actions)
        norms = any(not isinstance(one.said, Consequence) for one in own)
        if own and not acts and not norms:
            applies = any(f"applies {clause} {one.name}" in happens for one in own)
            assert applies == (clause in wrote), clause


def written(both: Pair) -> Iterator[str]:
    """The clauses that some step of the executable model names."""
    for situation in reachable(both, 200):
        state = both.game.thaw(situation)
        for act in both.game.legal(state):
            outcome = both.game.apply(state, act)
            if isinstance(outcome, After):
                yield from outcome.clauses


# ----------------------------------------------------- all searches of a rulebook together

HEAD = """# Bells

```toml rulebook
title = "Bells"
edition = "1"
{more}
```

**1.1** Words.

```python rule
class State:
    rung: Range[0, 3] = 0
    waiting: List[bool, scope.waiting]

@step
def ring(loud: bool = False):
    needs(rung < 3)
    rung += 1

@may
def ring(loud):
    return True
```

**1.2** Words.

```python rule
{clause}
```
"""
SCOPE = "[scope]\nwaiting = 1"


def results(clause: str, *, more: str = SCOPE, **scope: int) -> dict[str, Result]:
    return {result.property: result for result in audited(clause, more=more, **scope).results}


def audited(clause: str, *, more: str = SCOPE, **scope: int) -> Audit:
    data = HEAD.format(clause=clause, more=more).encode()
    rulebook = parse_rulebook(data, file="bells.md", name="bells")
    properties = read_properties(ROOT / "properties" / "soundness.md", rulebook)
    where = setting(rulebook, players=None, scope=scope)
    return audit(
        rulebook, properties, where, engine="explore", budget=Budget(), report=lambda _: None
    )


def dead(found: Audit) -> Result:
    return next(result for result in found.results if result.property == "dead-clause")


QUEUE = "@when\ndef ring():\n    waiting.append(True)\n\n"
FIRST = "@when\ndef ring():\n    if rung == 0:\n        waiting.append(True)\n\n"
LOUD = "@must_not\ndef ring(loud):\n    return {}"


def test_what_one_setting_does_not_use_another_may() -> None:
    never = LOUD.format("loud and len(waiting) == 1")
    none, one = audited(never), audited(FIRST + never)
    assert [part.seen for part in dead(none).parts] == [Seen.YES, Seen.NO]
    assert [part.seen for part in dead(one).parts] == [Seen.YES, Seen.YES, Seen.YES]
    assert [finding.clauses for finding in dead(none).findings] == [("1.2",)]
    for together in across((none, one)):
        assert dead(together).findings == ()
        assert dead(together).verdict is Verdict.WITNESSED
    for together in across((none, none)):
        assert [finding.clauses for finding in dead(together).findings] == [("1.2",)]


def test_a_clause_that_is_dead_in_one_reading_only_is_no_finding() -> None:
    clause = (
        '@when\n@reading("Is it heard?", "yes")\ndef ring():\n    rung += 1\n\n'
        '@when("ring")\n@reading("Is it heard?", "no")\ndef nobody_hears():\n    if rung == 3:\n'
        "        rung = 0"
    )
    found = results(clause)["dead-clause"]
    assert [finding.clauses for finding in found.findings] == [("1.2",)]
    assert found.findings[0].cause.label == "when-nobody_hears"


def test_what_plays_that_are_cut_off_may_still_come_to_is_not_called_dead() -> None:
    found = results(QUEUE + LOUD.format("loud and len(waiting) == 2"))["dead-clause"]
    assert found.verdict is Verdict.NO_VERDICT
    assert found.why == "1.2: not seen, but some plays were cut off"
    found = results(QUEUE + LOUD.format("loud and len(waiting) == 2"), waiting=2)["dead-clause"]
    assert found.verdict is Verdict.WITNESSED


def test_a_clause_that_only_keeps_something_is_not_asked_whether_it_changes_play() -> None:
    assert results("@when\ndef ring():\n    keeps(rung)")["no-clash"].findings
    found = results("@when\ndef ring():\n    keeps(waiting)")["idle-clause"]
    assert found.verdict is Verdict.WITNESSED


def test_a_marked_restatement_may_be_idle() -> None:
    again = "@may\n{}def ring(loud):\n    return loud"
    marked = results(again.format('@restates("1.1")\n'))["idle-clause"]
    assert marked.findings == ()
    assert [part.clause for part in marked.parts] == []


def test_a_restatement_that_nobody_marked_is_found_out() -> None:
    found = results("@may\ndef ring(loud):\n    return loud")["idle-clause"]
    assert found.verdict is Verdict.WITNESSED
    assert [(part.clause, part.by) for part in found.parts if part.by] == [("1.2", ("1.1",))]
