from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from headjudge import checks
from headjudge.cli import codes, library, main
from headjudge.evidence.replay import ReplayError
from headjudge.evidence.results import Audit, Cause, Finding, Kind, Result, Trace, Verdict
from tests.reports.books import CONFLICT, TEXT, TRACE, result
from tests.reports.command import CONFLICT_PAGE, CONFLICT_TRACE, PAGES, Fake, run

GOOD = result("one-holder", Kind.VIOLATION, Verdict.EXHAUSTIVE, ())
UNDECIDED = result("no-gap", Kind.GAP, Verdict.NO_VERDICT, (), why="600 seconds are spent")


# -------------------------------------------------------------------- exit codes


@pytest.mark.parametrize(
    ("results", "code"),
    [((GOOD,), 0), ((result(),), 1), ((GOOD, UNDECIDED), 3), ((UNDECIDED, result()), 1)],
    ids=["holds", "contradiction", "undecided", "both"],
)
def test_the_exit_code_says_what_was_found(
    results: tuple[Result, ...], code: int, folder: Path, found: Callable[..., Fake]
) -> None:
    found(*results)
    assert run("check").exit_code == code
    assert run("check", "lamps").exit_code == code
    assert run("check", "model/lamps.md").exit_code == code
    assert run("check", "--format", "json").exit_code == code
    assert folder.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "headjudge: Missing command (see headjudge --help)"),
        (["chekc"], "headjudge: No such command 'chekc'. Did you mean 'check'?"),
        (["check", "--nonsense"], "headjudge check: No such option"),
        (["check", "nosuch"], "headjudge check: no rulebook is called nosuch"),
        (["check", ""], "a rulebook is a name or a path"),
        (["check", "--engine", "x"], "headjudge check: Invalid value for '--engine'"),
        (["check", "--scope", "lamps"], "'lamps' is not a name, =, and a number"),
        (["check", "--scope", "lamps=-1"], "'lamps=-1' is not a name"),
        (["check", "--scope", "lamps=1001"], "'lamps=1001' is not a name"),
        (["check", "--scope", "lamps=" + "9" * 5000], "Invalid value for '--scope'"),
        (["check", "--scope", "nosuch=1"], "lamps: there is no scope `nosuch`"),
        (["check", "--scope", "lamps=1", "--scope", "lamps=2"], "--scope lamps is given twice"),
        (["check", "--players", "3"], "lamps: this rulebook is not for 3 players"),
        (["check", "--players", "many"], "Invalid value for '--players'"),
        (["check", "--players", "1"], "1 is not in the range 2<=x<=4"),
        (["check", "--players", "5"], "5 is not in the range 2<=x<=4"),
        (["check", "--budget", "nan"], "'nan' is no number of seconds"),
        (["check", "--budget", "0"], "'0' is no number of seconds"),
        (["check", "--budget", "inf"], "'inf' is no number of seconds"),
        (["check", "--depth", "-1"], "Invalid value for '--depth'"),
        (["check", "--without", "everything"], "Invalid value for '--without'"),
        (["check", "lamps", "other/lamps.md"], "two of these rulebooks are called lamps"),
        (["replay"], "headjudge replay: Missing argument 'FILE...'"),
        (["replay", "x", "--rulebook", "nosuch"], "no rulebook is called nosuch"),
        (["export", "lamps"], "headjudge export: Missing option '--to'"),
        (["export", "--to", "smt2"], "headjudge export: Missing argument 'RULEBOOK'"),
        (
            ["export", "lamps", "--to", "smt2", "--property", "nosuch"],
            "no property is called nosuch",
        ),
        (["model", "lamps"], "headjudge model: Got unexpected extra argument (lamps)"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
@pytest.mark.usefixtures("folder")
def test_a_wrong_command_line_is_one_line_and_64(arguments: list[str], said: str) -> None:
    outcome = run(*arguments)
    assert outcome.exit_code == 64
    assert outcome.stdout == ""
    assert outcome.stderr.count("\n") == 1
    assert said in outcome.stderr


@pytest.mark.parametrize("width", ["40", "80", "200"])
def test_the_help_says_the_whole_of_what_a_command_does(
    width: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    said = " ".join(run("--help").stdout.split())
    assert "check Look for contradictions, and write what is found to counterexamples/. " in said
    for name, command in main.commands.items():
        first = (command.help or "").strip().partition("\n\n")[0]
        assert f"{name} {' '.join(first.split())}" in said


def test_without_a_rulebook_there_is_nothing_to_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in ("check", "model"):
        outcome = run(command)
        assert outcome.exit_code == 64
        assert "there is no rulebook in model/ here" in outcome.stderr


def test_an_unreadable_rulebook_is_2_with_each_fault_on_a_line(folder: Path) -> None:
    bad = TEXT.replace("lamps[player] -= 1", "lampz[player] -= 1").replace("== DAY", "== NOON")
    (folder / "model" / "lamps.md").write_text(bad, "utf-8")
    outcome = run("check")
    assert outcome.exit_code == 2
    assert outcome.stdout == ""
    lines = outcome.stderr.splitlines()
    assert len(lines) >= 2
    assert all(line.startswith("model/lamps.md:") for line in lines)


def test_to_require_what_nobody_checks_is_2(folder: Path, found: Callable[..., Fake]) -> None:
    found(GOOD)
    lines = '[required]\nno-gap = "bounded"\none-holdre = "exhaustive"\n\n[scope]'
    path = folder / "model" / "lamps.md"
    path.write_text(TEXT.replace("[scope]", lines, 1), "utf-8")
    outcome = run("check")
    assert (outcome.exit_code, outcome.stdout) == (2, "")
    assert outcome.stderr.splitlines() == [
        (
            "model/lamps.md:9:1: unknown-requirement: `one-holdre` in [required] is no property, "
            "claim or example — write `one-holder`?"
        )
    ]
    path.write_text(path.read_text("utf-8").replace("holdre", "holder"), "utf-8")
    assert run("check").exit_code == 0


@pytest.mark.parametrize("path", ["nosuch.md", "model/", "model/lamps.md/x", "./nosuch"])
@pytest.mark.usefixtures("folder")
def test_a_path_that_cannot_be_opened_is_2(path: str) -> None:
    outcome = run("check", path)
    assert outcome.exit_code == 2
    assert outcome.stderr.count("\n") == 1
    assert "cannot-open" in outcome.stderr


def test_of_several_rulebooks_the_worst_counts(folder: Path, found: Callable[..., Fake]) -> None:
    found(GOOD)
    (folder / "model" / "second.md").write_text(TEXT, "utf-8")
    (folder / "model" / "broken.md").write_text("```toml rulebook\n```\n", "utf-8")
    (folder / "model" / "README.md").write_text(
        "# Notes\n\n````markdown\n```toml rulebook\n```\n````\n", "utf-8"
    )
    outcome = run("check")
    assert outcome.exit_code == 2
    assert outcome.stdout.count("no contradictions") == 2
    assert "model/broken.md:" in outcome.stderr
    assert run("check", "lamps", "second").exit_code == 0


@pytest.mark.parametrize(
    ("several", "code"), [([0, 3], 3), ([3, 1], 1), ([1, 2, 0], 2), ([], 0), ([0, 0], 0)]
)
def test_the_worst_is_2_then_1_then_3(several: list[int], code: int) -> None:
    assert codes.worst(several) == code


def test_a_mismatch_of_the_two_semantics_is_no_verdict(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> Audit:
        raise ReplayError("step 3: hang_lamp is not legal")

    monkeypatch.setattr(checks, "begin", lambda *_: fail)
    outcome = run("check", "--format", "json")
    assert outcome.exit_code == 3
    assert "step 3: hang_lamp is not legal" in outcome.stderr
    assert json.loads(outcome.stdout)["rulebooks"][0]["errors"]
    assert folder.exists()


def test_an_interruption_is_130(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> Audit:
        raise KeyboardInterrupt

    monkeypatch.setattr(checks, "begin", lambda *_: interrupt)
    outcome = run("check")
    assert outcome.exit_code == 130
    assert "Traceback" not in outcome.output
    assert folder.exists()


# ------------------------------------------------------------------ what is asked


@pytest.mark.usefixtures("folder")
def test_the_options_reach_the_audit(found: Callable[..., Fake]) -> None:
    fake = found(GOOD)
    run(
        *("check", "lamps", "--scope", "lamps=1", "--scope", "signals=2", "--engine", "bmc"),
        *("--depth", "7", "--budget", "1.5", "--players", "2"),
    )
    (asked,) = fake.asked
    assert asked.engine == "bmc"
    assert (asked.budget.steps, asked.budget.seconds) == (7, 1.5)
    assert asked.properties


def test_own_properties_take_the_place_of_those_that_come_along(
    folder: Path, found: Callable[..., Fake]
) -> None:
    fake = found(GOOD)
    run("check")
    assert "one-holder" in {one.name for one in fake.asked[0].properties}
    (folder / "properties").mkdir()
    (folder / "properties" / "own.md").write_text(
        "## `no-gap` Something can happen\n\nWords.\n\n"
        "```python property\n@no_gap\ndef it():\n    pass\n```\n",
        "utf-8",
    )
    run("check")
    assert [one.name for one in fake.asked[1].properties] == ["no-gap"]
    (folder / "properties" / "bad.md").write_text("## `x` X\n\nWords.\n", "utf-8")
    outcome = run("check")
    assert outcome.exit_code == 2
    assert outcome.stderr.startswith("properties/bad.md:1:")


def test_a_rulebook_that_comes_along_is_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found: Callable[..., Fake]
) -> None:
    (tmp_path / "package" / "model").mkdir(parents=True)
    (tmp_path / "package" / "model" / "lamps.md").write_text(TEXT, "utf-8")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr(library, "packaged_data", lambda folder: tmp_path / "package" / folder)
    found(result())
    outcome = run("check", "lamps", "--format", "json")
    (rulebook,) = json.loads(outcome.stdout)["rulebooks"]
    assert rulebook["file"] == "headjudge:model/lamps.md"
    page = CONFLICT_PAGE.read_text("utf-8")
    assert "| where | `headjudge:model/lamps.md:15` | " in page
    assert str(tmp_path) not in outcome.stdout + page
    assert run("check", "nosuch").stderr.count("(there are: lamps)") == 1


def test_the_package_has_rulebooks_and_properties() -> None:
    assert (library.packaged_data("model") / "cascade.md").is_file()
    assert (library.packaged_data("properties") / "soundness.md").is_file()


# -------------------------------------------------------------- what is left behind


@pytest.mark.usefixtures("folder")
def test_a_finding_is_written_as_a_page_and_as_a_trace(found: Callable[..., Fake]) -> None:
    found(result())
    outcome = run("check")
    assert outcome.stdout.endswith("counterexamples/lamps/\n")
    assert CONFLICT_PAGE.read_text("utf-8").startswith("<!-- Written by headjudge")
    assert json.loads(CONFLICT_TRACE.read_text("utf-8"))["#meta"]["rulebook"] == "lamps"


@pytest.mark.usefixtures("folder")
def test_what_is_no_longer_found_goes_after_a_whole_run(found: Callable[..., Fake]) -> None:
    found(result())
    run("check")
    found(GOOD, complete=False)
    run("check")
    found(GOOD)
    run("check", "--scope", "lamps=1")
    run("check", "--without", "supplement")
    assert CONFLICT_PAGE.exists()
    run("check")
    assert not PAGES.exists()


@pytest.mark.usefixtures("folder")
def test_a_run_with_another_scope_changes_no_page_that_is_there(
    found: Callable[..., Fake],
) -> None:
    found(result())
    run("check")
    before = CONFLICT_PAGE.read_text("utf-8")
    run("check", "--scope", "lamps=1")
    assert CONFLICT_PAGE.read_text("utf-8") == before
    CONFLICT_PAGE.unlink()
    run("check", "--scope", "lamps=1")
    assert "scope: lamps 1, signals 3" in CONFLICT_PAGE.read_text("utf-8")
    run("check")
    assert CONFLICT_PAGE.read_text("utf-8") == before


@pytest.mark.usefixtures("folder")
def test_an_accepted_finding_is_shown_with_its_reason_and_is_0(
    found: Callable[..., Fake],
) -> None:
    found(result())
    PAGES.mkdir(parents=True)
    entry = f'[[accepted]]\nfinding = "{CONFLICT.fingerprint}"\nreason = "Reworded soon."\n'
    (PAGES / "accepted.toml").write_text(entry, "utf-8")
    outcome = run("check")
    assert outcome.exit_code == 0
    assert "accepted: Reworded soon." in outcome.stdout
    assert "Accepted: Reworded soon." in CONFLICT_PAGE.read_text("utf-8")
    found(GOOD)
    outcome = run("check")
    assert outcome.exit_code == 1
    assert "no longer found" in outcome.stdout
    assert (PAGES / "accepted.toml").read_text("utf-8") == entry


@pytest.mark.usefixtures("folder")
def test_an_accepted_toml_that_cannot_be_read_is_2(found: Callable[..., Fake]) -> None:
    found(result())
    PAGES.mkdir(parents=True)
    (PAGES / "accepted.toml").write_text('[[accepted]]\nfinding = "x"\n', "utf-8")
    outcome = run("check")
    assert outcome.exit_code == 2
    assert outcome.stderr.startswith("counterexamples/lamps/accepted.toml:1:1: bad-acceptance:")


def test_what_cannot_be_written_is_said_and_changes_no_verdict(
    folder: Path, found: Callable[..., Fake]
) -> None:
    found(result())
    (folder / "counterexamples").write_text("")
    outcome = run("check")
    assert outcome.exit_code == 1
    assert "1 contradiction" in outcome.stdout
    assert outcome.stderr.startswith("counterexamples/lamps: ")
    assert outcome.stderr.count("\n") == 1


@pytest.mark.usefixtures("folder")
def test_json_names_the_files_and_goes_to_standard_output_alone(
    found: Callable[..., Fake],
) -> None:
    found(result())
    outcome = run("check", "--format", "json")
    document = json.loads(outcome.stdout_bytes.decode("utf-8"))
    (finding,) = document["rulebooks"][0]["findings"]
    assert Path(finding["page"]) == CONFLICT_PAGE
    assert Path(finding["trace"]) == CONFLICT_TRACE
    assert outcome.stderr == ""


def test_json_of_an_unreadable_rulebook_has_its_faults(folder: Path) -> None:
    (folder / "model" / "lamps.md").write_text("# Nothing\n", "utf-8")
    outcome = run("check", "lamps", "--format", "json")
    assert outcome.exit_code == 2
    (rulebook,) = json.loads(outcome.stdout)["rulebooks"]
    assert rulebook["faults"][0]["code"] == "no-header"
    assert outcome.stderr.startswith("model/lamps.md:1:1: no-header:")


def test_an_empty_play_is_a_play(found: Callable[..., Fake], folder: Path) -> None:
    gap = Finding("no-gap", Cause(Kind.GAP), Trace(TRACE.start, ()))
    found(result("no-gap", Kind.GAP, findings=(gap,)))
    assert "nothing can happen at the start" in run("check").stdout
    assert (folder / PAGES / "no-gap.itf.json").exists()


# ------------------------------------------------------------- what leads out of the folder


@pytest.mark.parametrize(
    "link",
    [
        "model/lamps.md",
        "model/lamps.lock",
        "model/more.md",
        "properties/own.md",
        "counterexamples/lamps/accepted.toml",
    ],
)
def test_a_link_that_leads_out_of_the_folder_is_not_followed(
    link: str, folder: Path, found: Callable[..., Fake], tmp_path_factory: pytest.TempPathFactory
) -> None:
    found(GOOD)
    secret = tmp_path_factory.mktemp("elsewhere") / "secret"
    secret.write_text("hunter2 = [\n", "utf-8")
    path = folder / link
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(secret)
    outcome = run("check")
    assert outcome.exit_code == codes.UNREADABLE
    assert "it is a link that leads out of this folder" in outcome.stderr
    assert "hunter2" not in outcome.output


def test_a_link_within_the_folder_is_followed(folder: Path, found: Callable[..., Fake]) -> None:
    found(GOOD)
    path = folder / "model/lamps.md"
    path.rename(folder / "lamps.txt")
    path.symlink_to(folder / "lamps.txt")
    assert run("check").exit_code == codes.HOLDS
