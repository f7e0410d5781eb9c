"""Why something is wrong, told of the rulebooks with one known fault each."""

from __future__ import annotations

import pytest

from headjudge.checks import audit
from headjudge.engines.search import Budget, Meeting
from headjudge.evidence.explaining import shows
from headjudge.evidence.lacking import conditions
from headjudge.evidence.reasons import Ending, Why, Without
from headjudge.evidence.replay import ReplayError
from headjudge.evidence.results import Finding, Kind
from headjudge.reports import english
from headjudge.rulebook import setting
from headjudge.rulebook.read import parse_rulebook
from tests.checks.playing import judge_of
from tests.checks.seeded import PLAYED, RULEBOOKS, Seed, audited, quiet
from tests.checks.seeded import book as book_of

LANTERN = """# Lantern

```toml rulebook
title = "Lantern"
edition = "1"
```

**1.1** There is oil for two lanterns.

```python rule
class State:
    oil: Range[0, 2] = 2
    turn: Player = 0
```

**1.2** In their turn a player may light a lantern, as long as two measures of oil are left.

```python rule
@move
def light(player: Player):
    needs(oil > 0)
    oil -= 1
    turn = next_player(turn)

@may
def light(player):
    return player == turn and oil == 2
```
"""


def finding(name: str, kind: Kind) -> Finding:
    found = audited(RULEBOOKS / name / "faulty.md").findings
    (one,) = (one for one in found if one.cause.kind is kind)
    return one


def reasons(one: Finding) -> Why:
    assert one.why is not None
    return one.why


def without(one: Finding, clause: str) -> Without:
    (found,) = (w for w in reasons(one).without if w.clause == clause)
    return found


def deeds(one: Without) -> list[str]:
    return [choice.act.action for choice in one.instead]


# -------------------------------------------------------------------------- what meets


def test_a_conflict_is_two_clauses_and_either_may_be_told_to_yield() -> None:
    why = reasons(finding("conflict", Kind.CONFLICT))
    assert why.cores == (("3.1", "3.2"),)
    assert set(why.preferences) == {(("3.1", "3.2"),), (("3.2", "3.1"),)}


def test_a_gap_of_two_narrowings_is_mended_by_letting_the_permission_count_before_one() -> None:
    # One step would be onto the other climber (2.3), two would be a second leap (2.2).
    why = reasons(finding("gap", Kind.GAP))
    assert why.cores == (("2.2", "2.3"),)
    assert set(why.preferences) == {(("2.1", "2.2"),), (("2.1", "2.3"),)}


def test_an_obligation_that_cannot_be_met_is_a_core_by_itself() -> None:
    why = reasons(finding("impossible-obligation", Kind.IMPOSSIBLE))
    assert (why.cores, why.preferences) == ((("2.2",),), ())


def test_where_nothing_is_permitted_each_permission_says_what_it_lacks() -> None:
    book = parse_rulebook(LANTERN.encode(), file="lantern.md", name="lantern")
    where = setting(book, players=None, scope={})
    asked = [one for one in book_of(RULEBOOKS / "gap/faulty.md")[1] if one.name == "no-gap"]
    whole = audit(book, asked, where, engine="explore", budget=Budget(), report=quiet)
    (one,) = whole.findings
    why = reasons(one)
    assert (one.steps, why.cores, why.preferences) == (1, ((),), ())
    (lack,) = why.lacks
    needed = conditions(book.action("light"), book.norms[lack.norm])
    # It is B's turn, and one measure of oil is left.
    assert lack.act.arguments == (1,)
    assert [english.body(needed[index]) for index in lack.missing] == ["oil is 2"]


def test_the_property_about_conflicts_tells_of_every_set_of_clauses_that_meets() -> None:
    (result,) = (
        one
        for one in audited(RULEBOOKS / "conflict/faulty.md").results
        if one.property == "no-conflict"
    )
    (core,) = result.cores
    assert (core.clauses, core.meeting) == (("3.1", "3.2"), Meeting.SITUATIONAL)
    assert core.trace is not None
    assert [step.act.action for step in core.trace.steps] == ["light", "call_fog"]
    assert all(step.clauses for step in core.trace.steps)


def test_clauses_that_can_be_obeyed_are_shown_by_no_play() -> None:
    one = finding("conflict", Kind.CONFLICT)
    judge = judge_of(RULEBOOKS / "conflict/faulty.md", ())
    assert one.trace is not None
    shows(judge, one.trace, ("3.1", "3.2"))
    with pytest.raises(ReplayError):
        shows(judge, one.trace, ("2.1", "3.2"))


# ------------------------------------------------------------------- without one clause


def test_without_the_prohibition_what_was_forbidden_happens() -> None:
    one = without(finding("conflict", Kind.CONFLICT), "3.2")
    # The lamp is put out, the fog lifts, and the other player has the turn.
    assert (one.ending, one.apart, one.stopped) == (Ending.GOES_ON, 3, 0)
    assert deeds(one) == ["light", "call_fog"]


def test_without_the_permission_nobody_permits_it() -> None:
    one = without(finding("conflict", Kind.CONFLICT), "3.1")
    assert (one.ending, one.apart, one.stopped) == (Ending.STOPPED, 0, 3)
    assert deeds(one) == ["light"]


def test_without_a_clause_that_writes_the_play_leads_elsewhere() -> None:
    # A leap is no longer counted, so that the second one may be leapt.
    one = without(finding("gap", Kind.GAP), "2.2")
    assert (one.ending, one.apart, one.stopped) == (Ending.GOES_ON, 2, 0)
    assert deeds(one) == ["leap"]


def test_without_what_denies_it_an_answer_comes_to_be_usable() -> None:
    one = finding("denied-in-turns", Kind.DENIED)
    (clause,) = one.clauses
    assert without(one, clause).usable is not None


# What is wrong there is not in what comes next: what players could have done, what they see,
# or that a condition has no value.
BESIDE_PLAY = (Kind.SHORTCUT, Kind.LEAK, Kind.UNDEFINED)


@pytest.mark.parametrize("seed", PLAYED, ids=str)
def test_without_a_clause_at_fault_something_is_different(seed: Seed) -> None:
    one = seed.finding
    if one.cause.kind is Kind.READING:
        assert one.why is None
        return
    assert one.trace is not None
    game = judge_of(seed.path, one.readings).game(one.trace)
    state = game.thaw(one.trace.start)
    for step in one.trace.steps:
        if step.after is not None:
            state = game.thaw(step.after)
    legal = () if game.silent(state) else game.legal(state)
    may = {act.action for act in legal}
    told = reasons(one).without
    assert [w.clause for w in told][: len(one.clauses)] == [*one.clauses]
    for w in told:
        same = w.ending is Ending.GOES_ON and not w.apart and w.usable is None
        beside = one.cause.kind in BESIDE_PLAY
        assert not same or beside or set(deeds(w)) != may, w.clause
