from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from headjudge.evidence.results import Kind, Verdict
from headjudge.reports.data import Checked, Failed, Outcome, Unread
from headjudge.reports.junit import report
from tests.reports.books import audit, result
from tests.reports.everything import (
    FAULT,
    GOOD,
    KNOWN,
    NAMED,
    OPEN,
    SHORT,
    WHERE,
    evil,
    outcomes,
)


def parsed(*told: Outcome) -> ET.Element:
    return ET.fromstring(report(told, WHERE).encode())  # noqa: S314 - our own


def case(document: ET.Element, name: str) -> ET.Element:
    (one,) = document.findall(f"testsuite[1]/testcase[@name='{name}']")
    return one


def test_each_setting_of_a_rulebook_is_a_suite() -> None:
    names = [suite.get("name") for suite in parsed(*outcomes())]
    assert names == ["lamps", "lamps (3 players)", "other", "third"]


def test_an_open_finding_is_a_failure_with_its_play() -> None:
    (failure,) = case(parsed(*outcomes()), "no-conflict").findall("failure")
    assert failure.get("type") == "conflict"
    assert failure.get("message") == "1.1 may / 1.2 must not: hang lamp, in Late night"
    assert "\n1. game: strike clock (1.3)\n" in (failure.text or "")


def test_what_holds_passes_and_says_how_far() -> None:
    (only,) = case(parsed(*outcomes()), "one-holder")
    assert (only.tag, only.text) == ("system-out", "exhaustive")


@pytest.mark.parametrize("lacks", [OPEN, SHORT, replace(NAMED, required="within scope")])
def test_what_reaches_too_little_is_an_error(lacks: object) -> None:
    assert isinstance(lacks, type(GOOD))
    document = parsed(Checked(audit(lacks), 3))
    assert [one.tag for one in case(document, lacks.property)] == ["error"]
    assert document.get("errors") == "1"


@pytest.mark.parametrize("word", [Verdict.NO_VERDICT, Verdict.VACUOUS, Verdict.NOT_APPLICABLE])
def test_a_result_without_a_verdict_never_passes(word: Verdict) -> None:
    for required in ("within scope", word.value):
        told = result("no-gap", Kind.GAP, word, (), required=required)
        tags = [one.tag for one in case(parsed(Checked(audit(told), 3)), "no-gap")]
        assert tags == ["error" if required == "within scope" else "skipped"]


def test_a_search_broken_off_beside_accepted_findings_is_an_error() -> None:
    told = replace(result(findings=(KNOWN,)), aside=Verdict.NO_VERDICT)
    document = parsed(Checked(audit(told), 3))
    assert [one.tag for one in case(document, "no-conflict")] == ["error", "system-out"]


def test_an_accepted_finding_passes_with_its_reason() -> None:
    told = replace(result(findings=(KNOWN,)), aside=Verdict.EXHAUSTIVE)
    (only,) = case(parsed(Checked(audit(told), 0)), "no-conflict")
    assert only.tag == "system-out"
    assert (only.text or "").endswith(": Reworded in the next edition.")


def test_what_vanished_fails() -> None:
    assert [one.tag for one in case(parsed(*outcomes()), "no-gap--pass")] == ["failure"]


@pytest.mark.parametrize("broken", [Unread("other", (FAULT,)), Failed("third", "why")])
def test_a_rulebook_without_a_result_is_an_error(broken: Outcome) -> None:
    document = parsed(broken)
    assert (document.get("tests"), document.get("errors")) == ("1", "1")


def test_the_counts_are_those_of_the_cases() -> None:
    document = parsed(*outcomes())
    for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        assert document.get(attribute) == str(len(document.findall(f".//{tag}")))
    assert document.get("tests") == str(len(document.findall(".//testcase")))


def test_it_is_xml_whatever_the_prose_holds() -> None:
    document = parsed(*evil())
    assert len(document.findall("testsuite")) == 3
    assert not document.findall(".//b")


def test_paths_are_from_the_root_of_the_repository() -> None:
    assert case(parsed(*outcomes()), "no-conflict").get("file") == "model/lamps.md"
