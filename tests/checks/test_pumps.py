"""Plays that go on for ever with more in each round: proved, played, and never merely supposed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from headjudge.checks import audit
from headjudge.engines.search import Budget
from headjudge.evidence.itf import finding_of, read_trace, write_trace
from headjudge.evidence.replay import replay_trace
from headjudge.evidence.results import Keeper, Result, Verdict
from headjudge.rulebook import parse_properties, parse_rulebook, setting
from headjudge.rulebook.values import Situation
from headjudge.semantics.executable import After, Game, build
from headjudge.semantics.symbolic.growth import fields_of, growth
from tests.checks.seeded import PATHS, RULEBOOKS, Seed, audited, book, quiet

PLAYED = tuple(
    Seed(path, finding.property, {})
    for path in PATHS
    if path.parent.name.startswith("pump-") and path.stem == "faulty"
    for finding in audited(path).findings
)
CHANGER = RULEBOOKS / "pump-of-free-answers" / "faulty.md"
WELL = RULEBOOKS / "pump-of-rules" / "faulty.md"
MANY = 12


def asked(path: Path, *change: str, goal: str, scope: int | None = None) -> Result:
    """The result for a goal that every play should come to, in a rulebook with one change."""
    text = path.read_text("utf-8")
    if change:
        old, new = change
        assert old in text
        text = text.replace(old, new)
    rulebook = parse_rulebook(text.encode(), file="a.md", name="a")
    said = "# P\n\n## `it-comes` It comes\n\nWords.\n\n```python property\n@inevitable\n"
    said += f"def it_comes():\n    return {goal}\n```\n"
    properties = parse_properties(said.encode(), file="p.md", rulebook=rulebook)
    bounds = {} if scope is None else dict.fromkeys(dict(rulebook.scope), scope)
    where = setting(rulebook, players=None, scope=bounds)
    found = audit(rulebook, properties, where, engine="explore", budget=Budget(), report=quiet)
    (result,) = (one for one in found.results if one.property == "it-comes")
    return result


def plays(result: Result) -> list[tuple[str, ...]]:
    return [
        tuple(step.act.action for step in finding.trace.steps)
        for finding in result.findings
        if finding.trace is not None
    ]


# ------------------------------------------------------------------- what is shown is so


@pytest.mark.parametrize("seed", PLAYED, ids=str)
def test_a_round_can_be_played_far_beyond_the_scope(seed: Seed) -> None:
    rulebook, properties, where = book(seed.path)
    trace = seed.finding.trace
    assert trace is not None
    assert trace.loop is not None
    (claim,) = (one.claim for one in properties if one.name == seed.name)
    assert claim is not None
    game = Game(build(rulebook, (claim,)), where, bounded=False)
    here = game.thaw(trace.start)
    for step in (*trace.steps, *trace.steps[trace.loop :] * MANY):
        assert game.is_legal(here, step.act)
        outcome = game.apply(here, step.act)
        assert isinstance(outcome, After)
        here = outcome.state
    assert not game.witnesses(claim, here)
    begin = [trace.start, *(step.after for step in trace.steps)][trace.loop]
    assert begin is not None
    whole = growth(fields_of(rulebook), begin, game.freeze(here))
    assert whole == tuple((name, amount * (MANY + 1)) for name, amount in trace.growth)


@pytest.mark.parametrize("seed", PLAYED, ids=str)
def test_another_round_another_growth_and_another_keeper_do_not_replay(seed: Seed) -> None:
    rulebook, properties, where = book(seed.path)
    finding, trace = seed.finding, seed.finding.trace
    assert trace is not None
    assert finding.loop is not None
    ((name, amount),) = trace.growth
    altered = [replace(trace, loop=loop) for loop in range(len(trace)) if loop != trace.loop]
    altered += [replace(trace, growth=more) for more in ((), ((name, amount + 1),), (("x", 1),))]
    findings = [replace(finding, trace=one) for one in altered]
    findings += [
        replace(finding, loop=replace(finding.loop, keeper=keeper))
        for keeper in Keeper
        if keeper is not finding.loop.keeper
    ]
    for one in findings:
        good, why = replay_trace(rulebook, properties, where, one)
        assert not good
        assert why


@pytest.mark.parametrize("seed", PLAYED, ids=str)
def test_a_written_play_names_its_growth_and_no_state_that_follows_the_last(seed: Seed) -> None:
    rulebook, _, where = book(seed.path)
    text = write_trace(rulebook, where, seed.finding)
    assert "loop" not in json.loads(text)
    again = finding_of(read_trace(text.encode(), "t.itf.json"), rulebook, where)
    assert (again.trace, again.loop) == (seed.finding.trace, seed.finding.loop)


# ------------------------------------------------------------- what is not so is not shown


@pytest.mark.parametrize("limit", [4, 50])
def test_a_limit_however_far_away_leaves_no_verdict(limit: int) -> None:
    found = asked(
        CHANGER,
        "needs(coins[player] > 0)",
        f"needs(coins[player] > 0 and coins[player] < {limit})",
        goal="not window",
    )
    assert found.verdict is Verdict.NO_VERDICT
    assert not found.findings


def test_a_goal_that_is_met_in_a_late_round_leaves_no_verdict() -> None:
    found = asked(WELL, goal="len(stack) == 0 or len(stack) > 50")
    assert found.verdict is Verdict.NO_VERDICT
    assert not found.findings


def test_a_round_that_reads_what_lies_at_the_bottom_leaves_no_verdict() -> None:
    # What lies there is a tall tale in this very play; but it is not among what is known.
    found = asked(
        WELL,
        "if tales[-1] == TALL:",
        "if tales[-1] == TALL and tales[0] == TALL:",
        goal="len(stack) == 0",
    )
    assert found.verdict is Verdict.NO_VERDICT
    assert not found.findings


# ---------------------------------------------------------------- whatever the scope is


@pytest.mark.parametrize("scope", [2, 3, 5])
def test_the_same_play_is_found_whatever_the_scope(scope: int) -> None:
    # With less than two tales a list shows no more than the newest; later rounds are looked at.
    found = asked(WELL, goal="len(stack) == 0", scope=scope)
    assert plays(found) == [("tell", "listen", "go_round")]
    found = asked(CHANGER, goal="not window", scope=scope)
    assert plays(found) == [("sit_down", "nod", "lay_down")]


# ------------------------------------------------------------------------- growth itself


def values(**changed: object) -> Situation:
    """A situation of the well."""
    made = {"tales": (1, 0, 1), "heard": True} | changed
    return Situation((made["tales"], made["heard"]), ())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("after", "wanted"),
    [
        (values(), ()),
        (values(tales=(1, 1, 0, 1)), (("len(tales)", 1),)),
        (values(tales=(1, 0, 1, 0, 1)), (("len(tales)", 2),)),
        # Another item on top, one below it, one at the bottom, one less, another field.
        (values(tales=(1, 0, 1, 0)), None),
        (values(tales=(1, 0, 1, 1)), None),
        (values(tales=(0, 0, 0, 1)), None),
        (values(tales=(0, 1)), None),
        (values(heard=False), None),
    ],
)
def test_growth_is_more_of_stocks_and_below_the_newest_items_alone(
    after: Situation, wanted: tuple[tuple[str, int], ...] | None
) -> None:
    rulebook, _, _ = book(WELL)
    assert growth(fields_of(rulebook), values(), after) == wanted
