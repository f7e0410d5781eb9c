from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from headjudge import checks
from headjudge.evidence import replay
from headjudge.evidence.results import Finding
from tests.reports.books import CONFLICT, TEXT, result
from tests.reports.command import CONFLICT_TRACE, Fake, run


@pytest.fixture
def trace(found: Callable[..., Fake], folder: Path) -> str:
    """A trace that a check has written."""
    found(result())
    run("check")
    return str(folder / CONFLICT_TRACE)


def replays(monkeypatch: pytest.MonkeyPatch, shown: bool, why: str) -> list[Finding]:
    seen: list[Finding] = []

    def fake(_: object, __: object, ___: object, finding: Finding) -> tuple[bool, str]:
        seen.append(finding)
        return shown, why

    monkeypatch.setattr(replay, "replay_trace", fake, raising=False)
    return seen


def test_a_replay_that_shows_what_it_claims_is_0(
    trace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = replays(monkeypatch, shown=True, why="")
    outcome = run("replay", trace)
    assert outcome.exit_code == 0
    assert "shows what it claims: conflict, no-conflict, 2 steps" in outcome.stdout
    assert seen == [CONFLICT]


def test_a_replay_that_does_not_is_1_and_says_why(
    trace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    replays(monkeypatch, shown=False, why="step 2: not legal")
    outcome = run("replay", trace, trace)
    assert outcome.exit_code == 1
    assert outcome.stdout.count("does not show what it claims: step 2: not legal") == 2


def test_a_replay_says_if_it_is_of_another_edition(
    trace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    replays(monkeypatch, shown=True, why="")
    model = Path("model/lamps.md")
    model.write_text(TEXT.replace("2026-10", "2027-01"), "utf-8")
    assert "written for edition 2026-10, this is 2027-01" in run("replay", trace).stdout


def test_a_replay_of_what_is_no_trace_is_2_with_one_line(
    folder: Path, trace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    replays(monkeypatch, shown=True, why="")
    (folder / "bad").write_text("[" * 100_000)
    outcome = run("replay", "bad", "nosuch", str(folder), trace)
    assert outcome.exit_code == 2
    assert len(outcome.stderr.splitlines()) == 3
    assert outcome.stdout.count("shows what it claims") == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"rulebook": "lamps"', '"rulebook": "nosuch"', "no rulebook is called nosuch"),
        ('"rulebook": "lamps"', '"rulebook": "../lamps"', "is no name of a rulebook"),
        ('"scope": {"lamps": 2', '"scope": {"nosuch": 2', "there is no scope `nosuch`"),
        ('"players": 2', '"players": 4', "this rulebook is not for 4 players"),
    ],
)
def test_a_trace_of_another_rulebook_or_setting_is_2(
    old: str, new: str, said: str, trace: str
) -> None:
    path = Path(trace)
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    outcome = run("replay", trace)
    assert outcome.exit_code == 2
    assert outcome.stderr.count("\n") == 1
    assert said in outcome.stderr


def test_a_trace_can_be_replayed_on_a_rulebook_that_is_named(
    folder: Path, trace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    replays(monkeypatch, shown=True, why="")
    shutil.move(folder / "model" / "lamps.md", folder / "elsewhere.md")
    assert run("replay", trace).exit_code == 2
    assert run("replay", trace, "--rulebook", "elsewhere.md").exit_code == 0


def exports(monkeypatch: pytest.MonkeyPatch, text: str | Exception) -> None:
    def fake(*_: object) -> str:
        if isinstance(text, Exception):
            raise text
        return text

    monkeypatch.setattr(checks, "export_smt2", fake)


def test_an_export_is_printed_or_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exports(monkeypatch, "; — smt\n")
    outcome = run("export", "lamps", "--to", "smt2")
    assert (outcome.exit_code, outcome.stdout) == (0, "; — smt\n")
    outcome = run("export", "lamps", "--to", "smt2", "-o", "x.smt2")
    assert (outcome.exit_code, outcome.stdout) == (0, "")
    assert (folder / "x.smt2").read_text("utf-8") == "; — smt\n"
    assert run("export", "lamps", "--to", "smt2", "-o", "no/x.smt2").exit_code == 64


def test_an_export_to_a_device_leaves_the_device_there(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exports(monkeypatch, "x\n")
    assert run("export", "lamps", "--to", "smt2", "-o", "/dev/null").exit_code == 0
    assert Path("/dev/null").is_char_device()
    (folder / "link").symlink_to(folder / "target")
    assert run("export", "lamps", "--to", "smt2", "-o", "link").exit_code == 0
    assert (folder / "link").is_symlink()
    assert (folder / "target").read_text() == "x\n"


def test_what_cannot_be_exported_is_64(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exports(monkeypatch, ValueError("no single play can answer this question"))
    outcome = run("export", "lamps", "--to", "smt2", "--property", "the-next-turn-comes")
    assert outcome.exit_code == 64
    assert "no single play can answer this question" in outcome.stderr
    (folder / "model" / "lamps.md").write_text("# Nothing\n", "utf-8")
    assert run("export", "lamps", "--to", "smt2").exit_code == 2


def test_a_model_is_written_and_compared(folder: Path) -> None:
    assert run("model", "--check").exit_code == 1
    outcome = run("model")
    assert (outcome.exit_code, outcome.stdout) == (0, "model/lamps.py: written\n")
    assert (run("model").stdout, run("model", "--check").exit_code) == ("", 0)
    path = folder / "model" / "lamps.py"
    path.write_text(path.read_text("utf-8") + "x = 1\n", "utf-8")
    outcome = run("model", "--check")
    assert outcome.exit_code == 1
    assert outcome.stderr == "model/lamps.py is stale: run `headjudge model`\n"
    assert run("model").exit_code == 0
    assert run("model", "--check").exit_code == 0


def test_a_model_that_somebody_wrote_by_hand_is_not_overwritten(folder: Path) -> None:
    path = folder / "model" / "lamps.py"
    path.write_text("print('mine')\n")
    outcome = run("model")
    assert outcome.exit_code == 1
    assert "model/lamps.py: not written" in outcome.stderr
    assert path.read_text() == "print('mine')\n"


def test_a_model_of_an_unreadable_rulebook_is_2(folder: Path) -> None:
    (folder / "model" / "lamps.md").write_text("```toml rulebook\n```\n", "utf-8")
    outcome = run("model")
    assert outcome.exit_code == 2
    assert outcome.stderr.startswith("model/lamps.md:")
    assert not (folder / "model" / "lamps.py").exists()
