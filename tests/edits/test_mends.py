"""Changes of one clause that are suggested to mend a finding."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from headjudge.checks import Alone, audit
from headjudge.edits.looks import Court
from headjudge.edits.mends import MOST, Sought, mends, wanted
from headjudge.engines.search import Budget
from headjudge.evidence.results import Audit
from headjudge.reports import mending, rendering
from headjudge.reports.text import text
from headjudge.reports.variants import sentence
from tests.checks.seeded import ROOT, RULEBOOKS, audited, book, quiet
from tests.edits.test_edits import keys
from tests.reports.command import run

# One of each kind that a clause causes, as far as it is small.
SEEDS = (
    "conflict",
    "clash",
    "impossible-obligation",
    "gap",
    "lost-option",
    "violation-step",
)


@cache
def sought(name: str) -> tuple[Audit, tuple[Sought, ...]]:
    path = RULEBOOKS / name / "faulty.md"
    rulebook, properties, made = book(path)
    whole = audited(path)
    court = Court(rulebook, properties, (made,), Budget(), meetings=True)
    known = frozenset(one.fingerprint for one in whole.findings)
    return whole, mends(court, wanted(whole), known, Alone(lambda _, __: None))


def suggestions(name: str) -> list[str]:
    whole, found = sought(name)
    return [sentence(mend.variant, whole.rulebook) for one in found for mend in one.mends]


@pytest.mark.parametrize("name", SEEDS)
def test_a_mend_removes_the_finding_and_brings_no_other(name: str) -> None:
    whole, found = sought(name)
    _, properties, made = book(RULEBOOKS / name / "faulty.md")
    before = {one.fingerprint for one in whole.findings if not one.weak}
    assert any(one.mends for one in found)
    for one in found:
        assert len(one.mends) <= MOST
        for mend in one.mends:
            mended = mend.variant.applied(whole.rulebook)
            again = audit(mended, properties, made, engine="explore", budget=Budget(), report=quiet)
            after = {
                each.fingerprint
                for each in again.findings
                if not each.weak and each.property not in ("dead-clause", "idle-clause")
            }
            assert one.wanted in mend.removes
            assert after <= before - set(mend.removes), sentence(mend.variant, whole.rulebook)


def test_the_smallest_mends_come_first() -> None:
    for name in SEEDS:
        for one in sought(name)[1]:
            sizes = [mend.variant.size for mend in one.mends]
            assert sizes == sorted(sizes)


def test_a_conflict_is_mended_by_a_precedence_either_way() -> None:
    assert suggestions("conflict")[:2] == [
        "3.1, permission of “snuff”: it counts before 3.2",
        "3.2: it counts before 3.1",
    ]


def test_what_else_changes_in_play_is_said() -> None:
    _, (only,) = sought("conflict")
    first, second, *_ = only.mends
    assert mending.effects(second) == ("nothing",)
    (said,) = mending.effects(first)
    assert said.startswith("“snuff” may happen where it could not (")


def test_a_mend_changes_a_clause_of_the_finding() -> None:
    for name in SEEDS:
        whole, found = sought(name)
        by_name = {one.fingerprint: one for one in whole.findings}
        for one in found:
            finding = by_name[one.wanted]
            clauses = {mend.variant.clause for mend in one.mends}
            assert clauses <= {*finding.clauses, *finding.decisive}


def test_where_no_single_change_helps_that_is_said() -> None:
    _, (only,) = sought("leak")
    assert only.mends == ()
    assert only.tried > 0
    assert mending.limits(only).startswith("No single change helps (")


def test_what_no_clause_speaks_of_is_not_mended_by_a_change() -> None:
    _, (only,) = sought("silence")
    assert only.mends == ()
    assert mending.limits(only) == "No clause is at fault: what is missing is a clause."


def test_a_report_can_be_made_of_all() -> None:
    page = (ROOT / "docs" / "mend.md").read_text("utf-8")
    for name in (*SEEDS, "leak"):
        whole, found = sought(name)
        blocks = mending.blocks(whole, found)
        assert max(map(len, text(rendering.lines(blocks, 80)).splitlines())) <= 90
        assert rendering.page(blocks).startswith(f"# {whole.rulebook.title}: what would mend it\n")
        document = json.loads(mending.report(whole, found, 0))
        used = set(keys(document)) - {*document["scope"]}
        assert sorted(key for key in used if f"`{key}`" not in page) == []


LAMPS = (RULEBOOKS / "conflict" / "faulty.md").read_text("utf-8")
PAGE = Path("counterexamples/lamps/no-conflict--snuff--3.1+3.2.md")
KEPT = Path("counterexamples/lamps/mends.json")


@pytest.fixture
def lamps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HEADJUDGE_CACHE", "off")
    path = tmp_path / "model" / "lamps.md"
    path.parent.mkdir()
    path.write_text(LAMPS, "utf-8")
    return path


def test_the_command_suggests_and_says_so(lamps: Path) -> None:
    ran = run("mend", "--jobs", "1", str(lamps), PAGE.stem)
    assert ran.exit_code == 0
    assert "Suggestions, the smallest first" in ran.output
    assert "3.2: it counts before 3.1" in ran.output
    assert not KEPT.exists()
    assert run("mend", "--jobs", "1", str(lamps), "no-gap").exit_code == 64


def test_suggestions_stand_on_the_page_as_long_as_they_are_of_this_rulebook(lamps: Path) -> None:
    run("mend", "--jobs", "1", "lamps")
    run("check", "--jobs", "1", "lamps")
    assert "- 3.2: it counts before 3.1." in PAGE.read_text("utf-8")
    assert KEPT.exists()
    document = json.loads(run("check", "--jobs", "1", "lamps", "--format", "json").output)
    (finding,) = document["rulebooks"][0]["findings"]
    assert finding["mends"][1]["said"] == "3.2: it counts before 3.1"
    lamps.write_text(LAMPS.replace("lamps == 1", "lamps <= 1"), "utf-8")
    run("check", "--jobs", "1", "lamps")
    assert "Suggestions: each alone" not in PAGE.read_text("utf-8")
    assert not KEPT.exists()


def test_words_may_change_and_suggestions_stay(lamps: Path) -> None:
    run("mend", "--jobs", "1", "lamps")
    lamps.write_text(LAMPS.replace("The fog lifts.", "Then the fog lifts."), "utf-8")
    run("check", "--jobs", "1", "lamps")
    assert "Suggestions: each alone" in PAGE.read_text("utf-8")


def test_what_is_no_file_of_suggestions_suggests_nothing(lamps: Path) -> None:
    run("mend", "--jobs", "1", "lamps")
    KEPT.write_text(KEPT.read_text("utf-8").replace('"said"', '"sings"'), "utf-8")
    ran = run("check", "--jobs", "1", str(lamps.relative_to(Path.cwd())))
    assert "mends.json: not read" in ran.stderr
    assert "Suggestions: each alone" not in PAGE.read_text("utf-8")
