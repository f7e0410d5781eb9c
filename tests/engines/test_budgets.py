"""What was not searched is never said to hold."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
import z3
from pysat.solvers import Cadical195

from headjudge.checks import audit
from headjudge.engines.bmc import Bounded
from headjudge.engines.explore import Explorer
from headjudge.engines.sat.bounded import SatBounded
from headjudge.engines.search import Budget, Strength
from headjudge.evidence.results import Audit, Result, Verdict
from headjudge.rulebook import parse_rulebook, read_properties, setting
from headjudge.semantics.symbolic.circuits import graph
from tests.checks.seeded import FAULTY, ROOT, RULEBOOKS, book, expected, name, quiet
from tests.engines.agreement import question

# What no single play shows: a bounded search does not answer it.
OF_ALL_PLAYS = (
    "window that never closes",
    "endless loop",
    "order ambiguity",
    "answer never usable",
    "denied answer",
    "answer denied if the cards help",
    "leak",
    "open reading",
)
SINGLE = tuple(
    path
    for path in FAULTY
    for one in expected(path).get("finding", ())[:1]
    if one.get("play") and one["kind"] not in OF_ALL_PLAYS
)


def checked(path: Path, engine: str, budget: Budget) -> Audit:
    rulebook, properties, where = book(path)
    return audit(rulebook, properties, where, engine=engine, budget=budget, report=quiet)


def searched(one: Audit) -> list[Result]:
    """The results that rest on a search, and not on the text alone."""
    return [result for result in one.results if result.searched is not None]


def of(one: Audit, wanted: str) -> Result:
    (result,) = (result for result in one.results if result.property == wanted)
    return result


# -------------------------------------------------------------------- a budget that is spent


@pytest.mark.parametrize("path", FAULTY, ids=name)
@pytest.mark.parametrize(
    ("budget", "why"),
    [
        (Budget(situations=1), "more than 1 situations"),
        (Budget(seconds=0.0), "0 seconds are over"),
    ],
    ids=["situations", "seconds"],
)
def test_a_spent_budget_passes_nothing(path: Path, budget: Budget, why: str) -> None:
    one = checked(path, "explore", budget)
    assert not one.complete
    assert searched(one)
    for result in searched(one):
        if result.verdict is Verdict.NO_VERDICT:
            assert result.why == why
            assert not result.satisfied
        else:
            assert result.verdict in {Verdict.REFUTED, Verdict.WITNESSED}


def test_what_was_found_before_the_budget_was_spent_is_still_found() -> None:
    path = RULEBOOKS / "undefined-step" / "faulty.md"
    one = checked(path, "explore", Budget(situations=8))
    assert of(one, "defined").verdict is Verdict.REFUTED
    assert of(one, "one-holder").verdict is Verdict.NO_VERDICT
    assert of(one, "every-player-gets-a-turn").verdict is Verdict.WITNESSED


def test_a_search_stops_at_the_first_second_that_is_too_many() -> None:
    asked = question(RULEBOOKS / "undefined-step" / "mended.md", {})
    ticks = iter(range(100))

    def now() -> float:
        return float(next(ticks))

    search = Explorer(now).search(asked.plan.system, asked.goals, Budget(seconds=2.0))
    assert search.strength is Strength.SPENT
    assert search.why == "2 seconds are over"
    assert search.depth == 2


def test_a_bounded_search_stops_when_its_seconds_are_over() -> None:
    asked = question(RULEBOOKS / "undefined-step" / "mended.md", {})
    ticks = iter(range(10_000))

    def now() -> float:
        return float(next(ticks))

    for engine in (Bounded(now), SatBounded(now)):
        search = engine.search(asked.plan.system, asked.goals, Budget(50, seconds=8.0))
        assert search.strength is Strength.SPENT
        assert search.why == "8 seconds are over"
        assert search.depth < 50


def test_a_solver_that_finds_no_end_is_stopped_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = question(RULEBOOKS / "undefined-step" / "mended.md", {})
    ticks = count()
    monkeypatch.setattr(Cadical195, "solve_limited", lambda *_, **__: None)
    engine = SatBounded(lambda: float(next(ticks)))
    search = engine.search(asked.plan.system, asked.goals, Budget(50, seconds=8.0))
    assert (search.strength, search.depth) == (Strength.SPENT, -1)
    assert search.why == "8 seconds are over"


def test_a_circuit_that_grows_too_large_is_left_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = question(RULEBOOKS / "undefined-step" / "mended.md", {})
    monkeypatch.setattr(graph, "MOST", 300)
    search = SatBounded().search(asked.plan.system, asked.goals, Budget(50))
    assert 0 < search.depth < 50
    assert (search.strength, search.why) == (Strength.SPENT, "more than 300 gates")


# ------------------------------------------------------------------------- a bounded search


@pytest.mark.parametrize("path", FAULTY, ids=name)
def test_a_bounded_search_says_no_more_than_bounded(path: Path) -> None:
    one = checked(path, "bmc", Budget(steps=4))
    assert not one.complete
    assert searched(one)
    for result in searched(one):
        assert result.verdict in {
            Verdict.BOUNDED,
            Verdict.REFUTED,
            Verdict.WITNESSED,
            Verdict.VACUOUS,
            Verdict.NO_VERDICT,
        }
        assert result.satisfied == (result.verdict is Verdict.WITNESSED)


@pytest.mark.parametrize("path", SINGLE, ids=name)
def test_a_bound_of_as_many_steps_finds_the_play_and_one_less_does_not(path: Path) -> None:
    first = expected(path)["finding"][0]
    found = of(checked(path, "bmc", Budget(steps=first["steps"])), first["property"])
    assert found.verdict is Verdict.REFUTED
    assert [finding.steps for finding in found.findings] == [first["steps"]]
    missed = of(checked(path, "bmc", Budget(steps=first["steps"] - 1)), first["property"])
    assert missed.findings == ()
    assert missed.verdict in {Verdict.BOUNDED, Verdict.VACUOUS}


def test_bounded_checking_has_no_verdict_on_what_a_single_play_does_not_show() -> None:
    result = of(checked(RULEBOOKS / "stuck" / "faulty.md", "bmc", Budget(9)), "window-can-close")
    assert result.verdict is Verdict.NO_VERDICT
    assert result.why == "the engine cannot decide this kind of property"


def test_bounded_checking_does_not_say_that_something_never_happens() -> None:
    path = RULEBOOKS / "never-happens" / "faulty.md"
    result = of(checked(path, "bmc", Budget(steps=9)), "every-phase-reached")
    assert result.verdict is Verdict.NO_VERDICT
    assert result.why == "x = WINTER: not within 9 steps"


def test_what_exploring_leaves_open_is_checked_to_a_bound() -> None:
    path = RULEBOOKS / "stuck" / "mended.md"
    one = checked(path, "auto", Budget(steps=3, situations=2, nodes=3))
    assert of(one, "no-gap").verdict is Verdict.BOUNDED
    assert of(one, "window-can-close").verdict is Verdict.NO_VERDICT
    assert of(one, "window-can-close").why == "more than 3 nodes in one decision diagram"


@pytest.mark.parametrize("book", ["stuck", "violation-state", "violation-step", "cut-off"])
def test_what_exploring_leaves_open_is_closed_with_sets_of_situations(book: str) -> None:
    for path in sorted((RULEBOOKS / book).glob("*.md")):
        whole = checked(path, "explore", Budget())
        found = checked(path, "auto", Budget(steps=0, situations=0)).results
        closed = [one for one in found if one.searched and one.searched.engine == "symbolic"]
        assert closed
        for one in closed:
            usual = of(whole, one.property)
            if "goes on for ever" in one.why:
                assert usual.verdict is Verdict.REFUTED
                continue
            assert (one.verdict, one.premises) == (usual.verdict, usual.premises)
            plays = {finding.fingerprint: finding.trace for finding in usual.findings}
            for finding in one.findings:
                assert plays[finding.fingerprint] == finding.trace


# -------------------------------------------------------------- a solver that does not know


@pytest.mark.parametrize("path", FAULTY, ids=name)
def test_a_solver_that_does_not_know_gives_no_verdict(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shrug(_: z3.Solver, *__: object) -> z3.CheckSatResult:
        return z3.unknown

    monkeypatch.setattr(z3.Solver, "check", shrug)
    one = checked(path, "bmc", Budget(steps=4))
    assert searched(one)
    for result in searched(one):
        assert result.verdict is Verdict.NO_VERDICT
        assert "unknown" in result.why


def test_a_pair_that_the_solver_does_not_know_is_no_exception(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = RULEBOOKS / "conflict" / "exception.md"
    assert of(checked(path, "explore", Budget()), "no-conflict").findings == ()

    def shrug(_: z3.Solver, *__: object) -> z3.CheckSatResult:
        return z3.unknown

    monkeypatch.setattr(z3.Solver, "check", shrug)
    one = checked(path, "explore", Budget())
    assert of(one, "no-conflict").verdict is Verdict.REFUTED
    assert one.exceptions == ()


# ------------------------------------------------------------------ plays that were cut off

TOWER = """
# The Tower

```toml rulebook
title = "The Tower"
edition = "1"

[scope]
height = 2

[roles]
window = "up"
```

**1.1** Blocks are put on a tower, which is wanted three high. Then it may be taken down.

```python rule
class Block(Record):
    owner: Player

class State:
    tower: List[Block, scope.height]
    up: bool = True

@move
def put(player: Player):
    tower.append(Block(player))

@may
def put():
    return True

@move
def take_down(player: Player):
    up = False

@may
def take_down():
    return len(tower) >= {enough}

@sometimes
def three_high():
    return len(tower) == 3
```
"""


@pytest.fixture
def tower() -> Callable[[int, int], Audit]:
    """An audit of the tower: high enough to be taken down at, and the scope."""

    def look(enough: int, height: int) -> Audit:
        text = TOWER.replace("{enough}", str(enough))
        rulebook = parse_rulebook(text.encode(), file="tower.md", name="tower")
        where = setting(rulebook, players=None, scope={"height": height})
        windows = read_properties(ROOT / "properties" / "windows.md", rulebook)
        return audit(rulebook, windows, where, engine="explore", budget=Budget(), report=quiet)

    return look


def test_that_something_never_happens_is_not_said_where_plays_are_cut_off(
    tower: Callable[[int, int], Audit],
) -> None:
    result = of(tower(2, 2), "1.1 three_high")
    assert result.verdict is Verdict.NO_VERDICT
    assert result.why == "it: not found, but some plays were cut off"
    assert of(tower(2, 3), "1.1 three_high").verdict is Verdict.WITNESSED


def test_that_there_is_no_way_back_is_not_said_where_plays_are_cut_off(
    tower: Callable[[int, int], Audit],
) -> None:
    result = of(tower(3, 2), "window-can-close")
    assert result.verdict is Verdict.NO_VERDICT
    assert result.why == "7 situations hang on plays that were cut off"
    assert of(tower(3, 3), "window-can-close").verdict is Verdict.WITHIN_SCOPE


# ------------------------------------------------------- plays that end in another finding

DOOR = """
# The Door

```toml rulebook
title = "The Door"
edition = "1"

[scope]
knocks = 2

[roles]
window = "ajar"
```

**1.1** A door stands ajar, and somebody has to speak of the draught. It may be shut.

```python rule
class State:
    ajar: bool = True
    key: bool = True
    bent: bool = False
    draught: Told[bool] = True
    knocks: Stock[scope.knocks] = 0

@move
def shut(player: Player):
    pass

@may
def shut():
    return key
```
"""
# Shutting it leaves it shut and ajar; or it leaves nothing said of the draught.
CLASHES = ("@when\ndef shut():\n    ajar = False", "@when\ndef shut():\n    ajar = True")
SILENT = ("@when\ndef shut():\n    key = True",)


def door(*rules: str) -> Result:
    """Whether a door can always be shut, by these further clauses."""
    text = DOOR
    for number, rule in enumerate(rules, start=2):
        text += f"\n**1.{number}** Words.\n\n```python rule\n{rule}\n```\n"
    rulebook = parse_rulebook(text.encode(), file="door.md", name="door")
    where = setting(rulebook, players=None, scope={})
    windows = read_properties(ROOT / "properties" / "windows.md", rulebook)
    found = audit(rulebook, windows, where, engine="explore", budget=Budget(), report=quiet)
    return of(found, "window-can-close")


def turn(name: str, *effects: str, when: str = "key") -> str:
    """A move that anybody may make, as long as there is the key or as it says."""
    done = "".join(f"    {effect}\n" for effect in (*effects, "draught = True"))
    return f"@move\ndef {name}(player: Player):\n{done}\n@may\ndef {name}():\n    return {when}"


LOCK = turn("lock", "key = False", "ajar = False", when="key and not bent")
BEND = turn("bend", "bent = True")
LOSE = turn("lose", "key = False")


@pytest.mark.parametrize("rules", [CLASHES, SILENT], ids=["clash", "silence"])
def test_a_play_that_ends_in_another_finding_excuses_the_way_to_it(rules: tuple[str, ...]) -> None:
    result = door(*rules, LOCK, BEND)
    assert result.verdict is Verdict.EXHAUSTIVE
    # Only the first situation counts: with the key bent every play ends in the other finding.
    assert result.premises == 1
    assert result.searched is not None
    # Two players may shut it, with two keys. Silence is one situation, to which both lead.
    assert result.searched.ended == (4 if rules is CLASHES else 2)


def test_where_every_play_comes_to_another_finding_nothing_is_said_to_hold() -> None:
    result = door(*CLASHES, turn("knock", "key = True"))
    assert result.verdict is Verdict.VACUOUS
    assert "another finding" in result.why


def test_where_no_play_comes_to_another_finding_any_more_a_window_is_stuck() -> None:
    result = door(*CLASHES, LOCK, LOSE)
    assert result.verdict is Verdict.REFUTED
    assert [finding.steps for finding in result.findings] == [1]


def test_another_finding_excuses_no_play_that_was_cut_off() -> None:
    assert door(*CLASHES, turn("knock", "knocks += 1")).verdict is Verdict.NO_VERDICT
