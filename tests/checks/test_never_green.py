"""No verdict is green for a reason that is none."""

from __future__ import annotations

import pytest

from headjudge.checks import audit
from headjudge.checks.readings import weaker
from headjudge.engines.search import Budget
from headjudge.evidence.results import Audit, Cause, Finding, Kind, Result, Verdict
from headjudge.rulebook import parse_rulebook, setting
from headjudge.semantics.symbolic.lower import lower
from headjudge.semantics.symbolic.terms import TooManyError

HEAD = """# Green

```toml rulebook
title = "Green"
edition = "1"
{more}
```

**1.1** Words.

```python rule
class State:
    n: Range[0, 2] = 0
    over: bool = {over}

@step
def tick({parameters}):
    n += 1

@must
def tick():
    return n < 2 and not over
```
"""


def book(*clauses: str, over: str = "False", more: str = "", parameters: str = "") -> bytes:
    text = HEAD.format(over=over, more=more, parameters=parameters)
    for number, clause in enumerate(clauses, start=2):
        text += f"\n**1.{number}** Words.\n\n```python rule\n{clause}\n```\n"
    return text.encode()


def checked(data: bytes) -> Audit:
    rulebook = parse_rulebook(data, file="green.md", name="green")
    made = setting(rulebook, players=None, scope={})
    return audit(rulebook, (), made, engine="explore", budget=Budget(), report=lambda _: None)


def verdict(found: Audit, name: str) -> Verdict:
    return next(result.verdict for result in found.results if result.property.endswith(name))


CLAIM = "@never\ndef too_much():\n    return n > 2"


def test_a_rulebook_in_which_nothing_happens_is_vacuous() -> None:
    assert verdict(checked(book(CLAIM)), "too_much") is Verdict.EXHAUSTIVE
    still = checked(book(CLAIM, over="True"))
    assert verdict(still, "too_much") is Verdict.VACUOUS
    assert still.exit_code == 3


def test_readings_that_were_not_asked_for_leave_no_verdict() -> None:
    questions = [
        f'@when("tick")\n@reading("Question {n}?", "{answer}")\ndef it{n}{answer}():\n    pass'
        for n in range(5)
        for answer in ("yes", "no")
    ]
    found = checked(book("\n\n".join(questions), CLAIM))
    assert verdict(found, "too_much") is Verdict.NO_VERDICT
    assert not found.complete
    assert any("6 of 32 combinations" in result.why for result in found.results)


@pytest.mark.parametrize(
    "parameters",
    [
        "a: Range[0, 1000], b: Range[0, 1000]",
        "a: Each[Player, Range[0, 1000000]]",
        "a: Seq[Range[0, 1000], 60]",
    ],
)
def test_too_many_parameters_are_refused_before_any_is_listed(parameters: str) -> None:
    names = [part.split(":")[0].strip() for part in parameters.split(", ") if ":" in part]
    assert names
    data = book(parameters=parameters)
    rulebook = parse_rulebook(data, file="green.md", name="green")
    with pytest.raises(TooManyError, match="tick: combinations of parameters"):
        lower(rulebook, setting(rulebook, players=None, scope={}))


def test_a_finding_does_not_hide_another_cause_with_the_same_last_action() -> None:
    state = "class State:\n    bad: Range[0, 9] = 0\n    m: Range[0, 9] = 0"
    move = (
        "@move\ndef go(player: Player):\n    m += 1\n\n"
        "@may\ndef go(player):\n    return n == 2 and m < 6 and player == 0"
    )
    early = "@when\ndef go():\n    if m == 1:\n        bad = 1\n    if m == 2:\n        bad = 0"
    late = "@when\ndef go():\n    if m == 4:\n        bad = 2"
    claim = "@never\ndef it_is_bad():\n    return bad > 0"
    found = checked(book(state, move, early, claim, late))
    (result,) = (one for one in found.results if one.property.endswith("it_is_bad"))
    blamed = {(finding.steps, finding.decisive) for finding in result.findings}
    assert blamed == {(4, ("1.4",)), (7, ("1.6",))}


def result(verdict_: Verdict, *findings: Finding, apart: Verdict | None = None) -> Result:
    return Result("p", "P", "", Kind.VIOLATION, verdict_, "within scope", findings, aside=apart)


def test_an_accepted_finding_does_not_excuse_a_search_under_the_other_ruling() -> None:
    known = Finding("p", Cause(Kind.VIOLATION), None, accepted="known")
    refuted = result(Verdict.REFUTED, known, apart=Verdict.EXHAUSTIVE)
    assert refuted.satisfied
    assert not weaker(refuted, result(Verdict.NO_VERDICT)).satisfied
    assert weaker(refuted, result(Verdict.EXHAUSTIVE)).satisfied
    assert weaker(result(Verdict.EXHAUSTIVE), result(Verdict.NO_VERDICT)).verdict is (
        Verdict.NO_VERDICT
    )
