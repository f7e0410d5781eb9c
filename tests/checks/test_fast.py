from __future__ import annotations

from pathlib import Path

import pytest

from headjudge.checks import Alone, Question, begin_fast
from headjudge.engines.search import Budget
from headjudge.evidence.results import Audit, Kind, Verdict
from tests.checks.seeded import FAULTY, RULEBOOKS, audited, book, name
from tests.frame.project import headjudge

CONFLICT = RULEBOOKS / "conflict" / "faulty.md"
GAP = RULEBOOKS / "gap" / "faulty.md"
SEARCHED = (Kind.CONFLICT, Kind.GAP)


def quick(path: Path) -> Audit:
    rulebook, properties, where = book(path)
    question = Question(rulebook, properties, where, "auto", Budget())
    return begin_fast(question, Alone(lambda _title, _progress: None))()


def prints(audit: Audit, steps: int | None = None) -> set[str]:
    """The conflicts and gaps of an audit, of at most so many steps."""
    return {
        one.fingerprint
        for one in audit.findings
        if one.cause.kind in SEARCHED
        and (steps is None or one.steps <= steps)
        and not (one.trace is not None and one.trace.permission_wins)
    }


@pytest.mark.parametrize("path", FAULTY, ids=name)
def test_what_the_fast_lane_finds_the_whole_audit_finds(path: Path) -> None:
    assert prints(quick(path)) <= prints(audited(path))


@pytest.mark.parametrize(("path", "kind"), [(CONFLICT, Kind.CONFLICT), (GAP, Kind.GAP)], ids=str)
def test_a_conflict_and_a_gap_in_the_first_situations_are_found(path: Path, kind: Kind) -> None:
    (finding,) = quick(path).findings
    assert finding.cause.kind is kind
    assert prints(quick(path)) == prints(audited(path))


@pytest.mark.parametrize("most", [1, 5])
@pytest.mark.parametrize("path", [CONFLICT, GAP], ids=name)
def test_where_not_everything_was_looked_at_it_says_how_many_steps(
    path: Path, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headjudge.checks.fast.SITUATIONS", most)
    audit = quick(path)
    (search,) = audit.searches
    assert search.situations < audited(path).searches[0].situations
    results = [one for one in audit.results if one.kind in SEARCHED and one.searched]
    assert results
    assert all(one.verdict in (Verdict.REFUTED, Verdict.BOUNDED) for one in results)
    assert prints(audit) == prints(audited(path), search.depth)


def test_no_more_is_required_than_the_fast_lane_can_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headjudge.checks.fast.SITUATIONS", 1)
    audit = quick(RULEBOOKS / "conflict" / "mended.md")
    results = [one for one in audit.results if one.kind in SEARCHED and one.searched]
    assert {one.verdict for one in results} == {Verdict.BOUNDED}
    assert audit.exit_code == 0


def test_the_fast_lane_claims_nothing_about_what_has_vanished() -> None:
    assert not quick(CONFLICT).complete


def test_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "faulty.md").write_bytes(CONFLICT.read_bytes())
    ran = headjudge(tmp_path, "check", "--fast")
    assert ran.returncode == 1
    assert "Only the first situations were looked at" in ran.stdout
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["faulty.md", "model"]


@pytest.mark.parametrize("option", [("--engine", "bmc"), ("--depth", "3")])
def test_the_fast_lane_searches_in_its_own_way(option: tuple[str, str], tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "faulty.md").write_bytes(CONFLICT.read_bytes())
    ran = headjudge(tmp_path, "check", "--fast", *option)
    assert ran.returncode == 64
    assert "--fast searches in its own way" in ran.stderr
