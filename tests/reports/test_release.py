from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from headjudge.evidence.results import Verdict
from headjudge.reports.data import Checked, Unread
from headjudge.reports.release import report
from tests.reports.books import CONFLICT, audit, result
from tests.reports.command import Fake, run
from tests.reports.everything import EVIL, FAULT, GOOD, KNOWN, OPEN, WHERE, evil, outcomes


@pytest.mark.parametrize(
    ("told", "title"),
    [
        (Checked(audit(GOOD), 0), "# No contradiction"),
        (Checked(audit(result()), 1), "# 1 contradiction"),
        (Checked(audit(GOOD, OPEN), 3), "# No contradiction, and not everything decided"),
        (Unread("other", (FAULT,)), "# Not checked"),
        (
            Checked(audit(GOOD, vanished=("x",)), 1),
            "# No contradiction, and something accepted that is no longer found",
        ),
    ],
)
def test_the_title_says_what_came_of_it(told: Checked | Unread, title: str) -> None:
    assert report((told,), WHERE).split("\n", 1)[0] == title


def test_a_page_says_how_far_it_was_looked_at() -> None:
    text = report((Checked(audit(GOOD), 0),), WHERE)
    assert "| ✓ | 2 | lamps 2, signals 3 | 48,312 | 0 contradictions, 1 exhaustive |\n" in text
    assert "| `one-holder` | exhaustive |\n" in text


def test_what_is_accepted_stands_there_with_its_reason() -> None:
    told = replace(result(findings=(KNOWN,)), aside=Verdict.EXHAUSTIVE)
    text = report((Checked(audit(told), 0),), WHERE)
    assert text.startswith("# No contradiction\n")
    assert "Reworded in the next edition. |\n" in text


def test_a_finding_of_two_settings_is_told_once() -> None:
    assert report(outcomes(), WHERE).count("### ✗ Lost option") == 1


def test_a_rulebook_that_cannot_be_read_says_where() -> None:
    text = report(outcomes(), WHERE)
    assert "\n- model/other.md:7:2: unknown-name: there is no \\`lampz\\` — write" in text


def test_the_words_of_a_stranger_are_words() -> None:
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(report(evil(), WHERE))
    flat = [one for token in tokens for one in (token, *(token.children or ()))]
    assert not [one for one in flat if one.type in ("link_open", "image")]
    # Ours are the only tags, and every one of ours is closed.
    tags = [one.content for one in flat if one.type in ("html_block", "html_inline")]
    assert {tag.strip().split(">")[0] for tag in tags} <= {"<details", "</details", "<br"}
    assert [one.info for one in flat if one.type == "fence"] == ["mermaid"]
    assert "::set-output" in " ".join(EVIL.split())


@pytest.mark.parametrize("format_", ["sarif", "junit", "github", "markdown", "json"])
def test_every_format_ends_with_the_same_exit_code(
    format_: str, folder: Path, found: type[Fake]
) -> None:
    found(result(findings=(CONFLICT,)), GOOD)
    ran = run("check", "--format", format_)
    assert ran.exit_code == 1
    assert "hang" in ran.stdout
    assert folder.exists()


def test_further_reports_are_written_beside_the_one_that_is_printed(
    folder: Path, found: type[Fake]
) -> None:
    fake = found(result())
    ran = run("check", "--report", "sarif=out.sarif", "--report", "junit=out=1.xml")
    assert ran.exit_code == 1
    assert ran.stdout.startswith("Lamps")
    assert '"version": "2.1.0"' in (folder / "out.sarif").read_text("utf-8")
    assert "<testsuites" in (folder / "out=1.xml").read_text("utf-8")
    assert len(fake.asked) == 1
    assert (folder / "out.sarif").read_text("utf-8") == run("check", "--format", "sarif").stdout


@pytest.mark.parametrize("value", ["sarif", "sarif=", "=x", "github=x", "text=x"])
@pytest.mark.usefixtures("folder")
def test_a_report_needs_a_format_and_a_file(value: str) -> None:
    ran = run("check", "--report", value)
    assert ran.exit_code == 64
    assert "is not one of json, sarif, junit, markdown, =, and a file" in ran.stderr


def test_a_report_that_cannot_be_written_is_said_to_be_so(folder: Path, found: type[Fake]) -> None:
    found(GOOD)
    ran = run("check", "--report", "json=no/such/folder/x.json")
    assert ran.exit_code == 64
    assert "no/such/folder/x.json cannot be written" in ran.stderr
    assert folder.exists()
