from __future__ import annotations

import re
from pathlib import Path

import pytest

from headjudge.reports.data import Checked
from headjudge.reports.escape import unarmed
from headjudge.reports.github import LARGEST_SUMMARY, commands, summary
from headjudge.reports.release import report
from headjudge.reports.repository import Repository
from tests.reports.books import CONFLICT, audit, result
from tests.reports.command import Fake, run
from tests.reports.everything import EVIL, GOOD, WHERE, evil, outcomes

COMMAND = re.compile(r"::(error|notice) ((?:\w+=[^,:\n\r]*,?)*)::([^\n\r]*)")


def read(text: str) -> list[tuple[str, dict[str, str], str]]:
    """The workflow commands of a text, as the runner reads them: a line each."""
    found = []
    for line in text.splitlines():
        match = COMMAND.fullmatch(line)
        assert match is not None, line
        given = dict(part.split("=", 1) for part in match[2].split(","))
        found.append((match[1], given, match[3]))
    return found


def test_an_annotation_stands_on_the_line_of_the_clause() -> None:
    (one,) = read(commands((Checked(audit(result(findings=(CONFLICT,))), 1),), WHERE))
    level, given, said = one
    assert level == "error"
    assert given == {
        "file": "model/lamps.md",
        "line": "15",
        "col": "3",
        "title": "Conflict%3A no-conflict",
    }
    assert said.startswith("1.1 may / 1.2 must not: hang lamp, in Late night. In Late night, A may")


def test_what_fails_the_check_is_an_error_and_comes_before_what_is_accepted() -> None:
    levels = [level for level, _, _ in read(commands(outcomes(), WHERE))]
    assert levels == sorted(levels)
    assert levels.count("notice") == 1
    titles = [given["title"] for _, given, _ in read(commands(outcomes(), WHERE))]
    for title in ("Unreadable%3A unknown-name", "Vanished", "No verdict%3A defined", "No verdict"):
        assert title in titles


def test_nothing_to_look_at_is_no_annotation() -> None:
    assert commands((Checked(audit(GOOD), 0),), WHERE) == ""


def test_a_file_outside_the_repository_is_named_and_not_pointed_at() -> None:
    elsewhere = Repository("/r/other", "/r/other")
    inside = Repository("/r", "/r/other/..")
    told = (Checked(audit(result(findings=(CONFLICT,))), 1),)
    assert "file=" in commands(told, elsewhere)
    assert "file=model/lamps.md" in commands(told, inside)


def test_the_words_of_a_stranger_are_no_commands() -> None:
    told = read(commands(evil(), WHERE))
    assert len(told) >= 5
    for _, given, said in told:
        assert set(given) <= {"file", "line", "col", "title"}
        assert "%0A" not in said.replace("%250A", "")


@pytest.mark.parametrize(
    "line", ["::set-output name=x::y", "\t ::error::x", "a ##[set-env]b", EVIL]
)
def test_what_is_printed_beside_annotations_holds_no_command(line: str) -> None:
    harmless = unarmed(line)
    assert "##[" not in harmless
    assert not any(one.strip().startswith("::") for one in harmless.splitlines())
    assert harmless.replace(" ", "") == line.replace(" ", "")


def test_the_summary_has_the_play_as_a_diagram() -> None:
    text = summary(outcomes(), WHERE)
    assert "\n### ✗ Conflict: 1.1 may / 1.2 must not: hang lamp, in Late night\n" in text
    assert "\n```mermaid\nsequenceDiagram\n" in text


def test_a_summary_that_would_be_too_long_has_fewer_plays_and_says_so() -> None:
    full = report(outcomes(), WHERE)
    limit = len(full.encode()) - 1
    short = report(outcomes(), WHERE, limit)
    assert len(short.encode()) <= limit
    assert "Contradictions that found no room here: 2." in short
    assert LARGEST_SUMMARY < 1024 * 1024


def test_the_summary_goes_where_github_wants_it(
    folder: Path, found: type[Fake], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = folder / "summary.md"
    file.write_text("Before.\n", "utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(file))
    found(result())
    ran = run("check", "--format", "github")
    assert ran.exit_code == 1
    assert [level for level, _, _ in read(ran.stdout)] == ["error"]
    assert file.read_text("utf-8").startswith("Before.\n# 1 contradiction\n")


def test_in_a_workflow_no_fault_of_a_rulebook_is_a_command(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    path = folder / "model" / "lamps.md"
    path.write_text(path.read_text("utf-8").replace("= DAY", "= ##[set-env]NOON"), "utf-8")
    ran = run("check")
    assert ran.exit_code == 2
    assert "##[" not in ran.output
