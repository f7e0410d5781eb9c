"""Parts that never matter, actions that never happen, and what a rulebook has not got."""

from __future__ import annotations

import pytest

from headjudge.checks import audit
from headjudge.engines.search import Budget
from headjudge.evidence.results import Audit, Result, Verdict
from headjudge.rulebook import parse_rulebook, read_properties, setting
from headjudge.rulebook.spelling import spell
from headjudge.rulebook.syntax import Return
from tests.checks.seeded import ROOT, quiet

MILL = """\
# The Mill

```toml rulebook
title = "The Mill"
edition = "1"
```

**1.1** The wheel turns or stands.

```python rule
class State:
    turning: bool = False
    sacks: Range[0, 2] = 0

@move
def open_sluice(player: Player):
    turning = True

@may
def open_sluice():
    return not turning

@move
def shut_sluice(player: Player):
    turning = False

@may
def shut_sluice():
    return turning
```
{more}"""


def block(number: str, code: str) -> str:
    return f"\n**{number}** Words.\n\n```python rule\n{code}\n```\n"


def checked(*codes: str) -> Audit:
    """The mill with more clauses, checked for its soundness."""
    more = "".join(block(f"2.{index}", code) for index, code in enumerate(codes, start=1))
    rulebook = parse_rulebook(MILL.format(more=more).encode(), file="mill.md", name="mill")
    properties = read_properties(ROOT / "properties" / "soundness.md", rulebook)
    where = setting(rulebook, players=None, scope={})
    return audit(rulebook, properties, where, engine="explore", budget=Budget(), report=quiet)


def of(found: Audit, name: str) -> Result:
    (result,) = (one for one in found.results if one.property == name)
    return result


# ------------------------------------------------------------------------- parts


GRIND = (
    "@move\ndef grind(player: Player):\n    needs(turning and sacks < 2)\n    sacks += 1\n\n"
    "@may\ndef grind():\n    return {when}"
)


def claimed(claim: str, when: str = "True") -> Result:
    found = checked(GRIND.format(when=when), claim)
    (result,) = (one for one in found.results if one.property.startswith("2.2 "))
    return result


def test_a_claim_whose_parts_all_matter_has_no_idle_part() -> None:
    result = claimed("@never\ndef c(player):\n    return not turning and legal(grind(player))")
    assert (result.verdict, result.idle) == (Verdict.EXHAUSTIVE, ())


@pytest.mark.parametrize("asked", ["legal", "can"])
def test_a_claim_about_an_action_that_never_can_be_taken_is_vacuous(asked: str) -> None:
    claim = f"@never\ndef c(player):\n    return sacks == 0 and {asked}(grind(player))"
    result = claimed(claim, when="not turning")
    assert result.verdict is Verdict.VACUOUS
    assert result.why == f"{asked}(grind(player=player)): never so"


def test_a_claim_about_a_step_that_never_happens_is_vacuous() -> None:
    claim = "@never\ndef c():\n    return doing(grind()) and next(turning)"
    assert claimed(claim).findings
    result = claimed(claim, when="not turning")
    assert (result.verdict, result.why) == (Verdict.VACUOUS, "doing(grind()): never so")


def test_a_premise_that_never_holds_is_named() -> None:
    result = claimed("@always\ndef c():\n    needs(turning and sacks > 2)\n    return sacks == 0")
    assert (result.verdict, result.why) == (Verdict.VACUOUS, "sacks > 2: never so")


def test_a_condition_without_which_a_claim_holds_is_idle_and_no_fault() -> None:
    result = claimed("@always\ndef c():\n    needs(turning and sacks < 2)\n    return sacks < 3")
    assert result.verdict is Verdict.EXHAUSTIVE
    assert result.idle == ("turning", "sacks < 2")


def test_a_condition_that_never_holds_makes_the_rest_of_what_is_never_so_idle() -> None:
    result = claimed("@never\ndef c():\n    return turning and sacks > 2")
    assert (result.verdict, result.idle) == (Verdict.EXHAUSTIVE, ("turning", "sacks > 2"))


def test_a_claim_of_one_part_has_none_that_could_be_left_out() -> None:
    result = claimed("@never\ndef c():\n    return sacks > 2")
    assert (result.verdict, result.idle) == (Verdict.EXHAUSTIVE, ())


@pytest.mark.parametrize(
    "written",
    [
        "sacks + 1 < 2",
        "not (turning or (sacks == 0))",
        "any(p == q for q in players if turning)",
        "next(turning) and (next_player(p) != p)",
        "sacks in (0, 1)",
        "(1 if turning else 2) == sacks",
        "legal(open_sluice(player=p))",
        "distance(p, p) == 0",
    ],
)
def test_a_part_is_shown_as_it_is_written(written: str) -> None:
    text = MILL.format(more=block("2.1", f"@always\ndef c(p):\n    return {written}"))
    (claim,) = parse_rulebook(text.encode(), file="mill.md", name="mill").claims
    (line,) = claim.body
    assert isinstance(line, Return)
    again = MILL.format(more=block("2.1", f"@always\ndef c(p):\n    return {spell(line.value)}"))
    (other,) = parse_rulebook(again.encode(), file="mill.md", name="mill").claims
    assert other.body == claim.body


# ------------------------------------------------------------------------- actions


STOP = "@move\ndef stop(player: Player):\n    {body}\n\n{norms}"
MAY = "@may\ndef stop():\n    return {when}"
HINDERED = [
    (STOP.format(body="needs(sacks > 0)\n    sacks = 0", norms=MAY.format(when="True")),
     "what it needs is never there", ("2.1",)),
    (STOP.format(body="sacks = 0", norms=MAY.format(when="sacks > 0")),
     "no clause ever permits or requires it there", ("2.1",)),
    (STOP.format(body="sacks = 0", norms=""), "no clause speaks of it", ("2.1",)),
    (STOP.format(body="sacks = 0", norms=MAY.format(when="turning")
                 + "\n\n@only\ndef stop():\n    return not turning"),
     "2.1 never lets it happen there", ("2.1",)),
    (STOP.format(body="sacks = 0", norms=MAY.format(when="turning")
                 + "\n\n@must_not\ndef stop():\n    return turning"),
     "wherever it would be allowed it is forbidden", ("2.1",)),
    (STOP.format(body="sacks -= 1", norms=MAY.format(when="True")),
     "whenever it comes up, it ends the play", ("2.1",)),
    (STOP.format(body="sacks = 0", norms=MAY.format(when="turning")
                 + "\n\n@must\ndef shut_sluice():\n    return turning"),
     "something else always has to happen first", ("2.1",)),
]  # fmt: skip


@pytest.mark.parametrize(("code", "said", "clauses"), HINDERED, ids=[one[1] for one in HINDERED])
def test_an_action_that_never_happens_is_told_what_it_fails_at(
    code: str, said: str, clauses: tuple[str, ...]
) -> None:
    result = of(checked(code), "every-action-happens")
    (finding,) = (one for one in result.findings if one.cause.action == "stop")
    assert (finding.message, finding.clauses) == (said, clauses)


def test_what_the_cards_never_do_is_no_finding() -> None:
    text = MILL.format(more=block("2.1", HINDERED[0][0]).replace("python rule", ENVIRONMENT))
    rulebook = parse_rulebook(text.encode(), file="mill.md", name="mill")
    properties = read_properties(ROOT / "properties" / "soundness.md", rulebook)
    where = setting(rulebook, players=None, scope={})
    found = audit(rulebook, properties, where, engine="explore", budget=Budget(), report=quiet)
    assert of(found, "every-action-happens").verdict is Verdict.WITNESSED


ENVIRONMENT = "python rule environment"


def test_every_action_is_followed_by_something_a_clause_says() -> None:
    whistle = (
        "@move\ndef whistle(player: Player):\n    pass\n\n@may\ndef whistle():\n    return True"
    )
    assert of(checked(whistle), "every-action-does-something").findings
    what = "@when\ndef whistle():\n    keeps(sacks)"
    assert not of(checked(whistle, what), "every-action-does-something").findings


# ------------------------------------------------------------- what is not there


FORBIDS = "@must_not\ndef open_sluice():\n    return turning"
DEMANDS = "@must\ndef shut_sluice():\n    return sacks == 2"
TELLS = (
    "class State:\n    miller: Told[Player] = 0\n\n"
    "@when\ndef open_sluice(player):\n    miller = player\n\n"
    "@when\ndef shut_sluice():\n    keeps(miller)"
)
TWICE = "@when\ndef open_sluice():\n    turning = True"
LOOP = (
    "class State:\n    wet: Each[Player, bool] = False\n\n"
    "@when\ndef open_sluice():\n    for p in players:\n        wet[p] = True"
)
READS = "@when\ndef open_sluice():\n    sacks += 1"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("no-conflict", FORBIDS),
        ("no-impossible-obligation", DEMANDS),
        ("no-silence", TELLS),
        ("no-clash", TWICE),
        ("no-clash", LOOP),
        ("defined", READS),
    ],
)
def test_what_a_rulebook_has_not_got_is_not_said_to_be_without_fault(name: str, code: str) -> None:
    without = of(checked(), name)
    assert without.verdict is Verdict.NOT_APPLICABLE
    assert without.why
    assert of(checked(code), name).verdict is not Verdict.NOT_APPLICABLE


def test_writing_in_one_branch_or_the_other_is_not_writing_twice() -> None:
    branches = "if sacks == 0:\n        sacks = 1\n    else:\n        sacks = 2"
    code = f"@when\ndef shut_sluice():\n    {branches}"
    assert of(checked(code), "no-clash").verdict is Verdict.NOT_APPLICABLE
