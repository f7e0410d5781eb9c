"""How often each kind says anything: counted, and never taken for granted."""

from __future__ import annotations

from pathlib import Path

import pytest

from headjudge.checks import audit
from headjudge.checks.applicable import writing_twice
from headjudge.checks.asking import Means, ask
from headjudge.checks.tasks import plan
from headjudge.engines.explore import Explorer
from headjudge.engines.search import Budget
from headjudge.evidence.results import Result, Verdict
from headjudge.rulebook import parse_rulebook, read_properties, setting
from headjudge.semantics.executable import Game, Table
from tests.checks.seeded import FAULTY, ROOT, book, name, quiet
from tests.parity.support import first_reading, pair, reachable


def told(game: Game, state: Table) -> set[str]:
    """The properties that say something of a situation, by the executable model."""
    standing = game._standing(state)
    every = game._regime.instances
    found = {
        "no-gap": not game.is_over(state),
        "no-silence": game.at_rest(state),
        "no-impossible-obligation": any(
            standing.applying(one.bearing.must) for one in every.obliged
        ),
        "no-conflict": any(
            standing.applying(one.bearing.must_not) and standing.needs_hold(one)
            for one in every.forbidden
        ),
    }
    return {one for one, says in found.items() if says}


@pytest.mark.parametrize("path", FAULTY, ids=name)
def test_premises_are_met_as_often_as_on_the_executable_model(path: Path) -> None:
    rulebook, properties, where = book(path)
    both = pair(first_reading(rulebook), dict(where.scope))
    made = plan(properties, both.system)
    counted = ask(made, Means((Explorer(),), Budget(), quiet)).premises
    expected = dict.fromkeys(counted, 0)
    twice = writing_twice(both.system)
    doubtful = {one.action.name for one in both.system.transitions if one.undefined}
    for situation in reachable(both, 200):
        state = both.game.thaw(situation)
        silent = both.game.silent(state)
        acts = () if silent else both.game.legal(state)
        says = [*told(both.game, state)]
        says.extend("no-clash" for act in acts if act.action in twice)
        says.extend("defined" for act in acts if act.action in doubtful)
        if not doubtful:
            says.append("defined")
        for one in set(says) & expected.keys():
            expected[one] += says.count(one)
    assert counted == expected


RULES = """
# Rules

```toml rulebook
title = "Rules"
edition = "1"
{head}
```

**1.1** Words.

```python rule
class State:
    n: Range[0, 2] = 0

@move
def go(player: Player):
    n = 2 - n

@may
def go():
    return True

@step
def settle(who: Player):
    n = 0
```

**1.2** Words.

```python rule
{rule}
```
"""


def checked(rule: str, head: str = "") -> dict[str, Result]:
    """The results for a small rulebook, of what is asked of all rules."""
    text = RULES.replace("{rule}", rule).replace("{head}", head)
    rulebook = parse_rulebook(text.encode(), file="a.md", name="a")
    properties = [
        one
        for theme in ("order", "soundness")
        for one in read_properties(ROOT / "properties" / f"{theme}.md", rulebook)
    ]
    where = setting(rulebook, players=None, scope={})
    found = audit(rulebook, properties, where, engine="explore", budget=Budget(), report=quiet)
    return {result.property: result for result in found.results}


FORBIDS = "@must_not\ndef go():\n    return n == {}"
SETTLES = "@must\ndef settle(who):\n    return n == {} and who == 0"
BOTH = "@must\ndef settle(who):\n    return n == 2"


@pytest.mark.parametrize(
    ("rule", "one", "says"),
    [
        (FORBIDS, "no-conflict", "nothing that could be done is ever forbidden"),
        (SETTLES, "no-impossible-obligation", "nothing ever has to happen"),
    ],
)
def test_what_never_comes_up_is_vacuous_and_what_does_is_not(
    rule: str, one: str, says: str
) -> None:
    never = checked(rule.format(1))[one]
    assert never.verdict is Verdict.VACUOUS
    assert (never.premises, never.why) == (0, says)
    assert not never.satisfied
    assert checked(rule.format(2))[one].premises == 1


def test_where_nothing_is_due_at_once_an_order_is_vacuous_and_need_not_be_accepted() -> None:
    alone = checked(SETTLES.format(2))["one-order"]
    assert alone.verdict is Verdict.VACUOUS
    assert alone.why == "nothing is ever due at once"
    assert alone.satisfied
    assert checked(BOTH)["one-order"].verdict is not Verdict.VACUOUS


def test_a_header_that_asks_for_an_order_is_not_content_with_none() -> None:
    head = '\n[required]\none-order = "exhaustive"'
    assert not checked(SETTLES.format(2), head)["one-order"].satisfied


def test_where_nothing_ever_has_to_happen_there_is_no_order() -> None:
    assert checked(FORBIDS.format(2))["one-order"].verdict is Verdict.NOT_APPLICABLE


def test_nothing_is_vacuous_in_a_search_that_was_broken_off() -> None:
    text = RULES.replace("{rule}", FORBIDS.format(1)).replace("{head}", "")
    rulebook = parse_rulebook(text.encode(), file="a.md", name="a")
    properties = read_properties(ROOT / "properties" / "soundness.md", rulebook)
    where = setting(rulebook, players=None, scope={})
    budget = Budget(situations=1)
    found = audit(rulebook, properties, where, engine="explore", budget=budget, report=quiet)
    assert Verdict.VACUOUS not in {result.verdict for result in found.results}
