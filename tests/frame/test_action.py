"""The action for GitHub: its steps, run by a small script in a repository of their own."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from headjudge.cli import main
from tests.frame.actions import ACTION, Runner
from tests.frame.installed import call, install
from tests.frame.repository import CONTRADICTION, edit, git, made, rulebook
from tests.frame.traps import set_traps


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    temp = tmp_path / "temp"
    temp.mkdir()
    (temp / "headjudge").mkdir()
    env = install(temp / "headjudge" / "bin")
    return Runner(made(tmp_path, env), temp, env)


def break_(runner: Runner) -> None:
    path = rulebook(runner.root)
    path.write_text(path.read_text("utf-8") + CONTRADICTION, "utf-8")


def test_a_rulebook_without_a_contradiction_passes(runner: Runner) -> None:
    assert runner.run() == 0, runner.log
    assert runner.values["steps.check.outputs.exit-code"] == "0"
    assert runner.summary.startswith("# No contradiction\n")
    log = json.loads((runner.temp / "headjudge.sarif").read_text("utf-8"))
    assert log["runs"][0]["results"] == []


def test_a_contradiction_fails_on_its_line_with_its_play(runner: Runner) -> None:
    break_(runner)
    assert runner.run() == 1
    assert "::error file=model/my-game.md,line=" in runner.log[0]
    assert "```mermaid" in runner.summary
    log = json.loads((runner.temp / "headjudge.sarif").read_text("utf-8"))
    assert "conflict" in [result["ruleId"] for result in log["runs"][0]["results"]]


def test_a_rulebook_that_cannot_be_read_fails_on_its_line(runner: Runner) -> None:
    edit(runner.root, "passed = True", "past = True")
    assert runner.run() == 2
    assert "title=Unreadable%3A" in runner.log[0]


@pytest.mark.parametrize(
    ("rulebooks", "code"), [("my-game\n", 0), ("\nmodel/my-game.md\n\n", 0), ("no-such\n", 64)]
)
def test_the_rulebooks_can_be_named(rulebooks: str, code: int, runner: Runner) -> None:
    named = Runner(runner.root, runner.temp, runner.env, {"rulebooks": rulebooks})
    assert named.run() == code, named.log


@pytest.mark.parametrize("name", ["$(touch {sprung})", "`touch {sprung}`", "; touch {sprung}"])
def test_a_value_from_outside_is_never_run(name: str, runner: Runner, tmp_path: Path) -> None:
    sprung = tmp_path / "sprung"
    inputs = {"rulebooks": name.format(sprung=sprung)}
    assert Runner(runner.root, runner.temp, runner.env, inputs).run() == 2
    assert not sprung.exists()


def test_the_action_runs_nothing_of_the_checkout(runner: Runner, tmp_path: Path) -> None:
    sprung = tmp_path / "sprung"
    set_traps(runner.root, sprung)
    assert runner.run() == 0, runner.log
    assert not sprung.exists()


def test_a_trap_springs_where_it_is_run(runner: Runner, tmp_path: Path) -> None:
    sprung = tmp_path / "sprung"
    set_traps(runner.root, sprung)
    call(runner.root, dict(runner.env), sys.executable, "-c", "import headjudge")
    assert sprung.exists()


def test_a_rulebook_cannot_command_the_runner(runner: Runner) -> None:
    evil = "\n\n**3.5** ##[set-env name=X]y\n\n::set-output name=exit-code::0\n"
    path = rulebook(runner.root)
    path.write_text(path.read_text("utf-8") + evil + "\n```python rule\n::error::\n```\n", "utf-8")
    assert runner.run() == 2
    lines = [line for text in runner.log for line in text.splitlines()]
    assert lines
    assert not [line for line in lines if "##[" in line and not line.startswith("::error ")]
    assert not [line for line in lines if line.lstrip().startswith("::set-output")]


def test_python_is_kept_from_the_checkout_in_every_step_that_starts_it() -> None:
    for step in ACTION["runs"]["steps"]:
        if "PYTHON" in step.get("run", "") or "HEADJUDGE" in step.get("run", ""):
            assert step["env"]["PYTHONSAFEPATH"] == "1"
            assert step["env"]["PYTHONPATH"] == ""
    (install_,) = (step for step in ACTION["runs"]["steps"] if step.get("id") == "install")
    assert install_["working-directory"] == "${{ runner.temp }}"


@pytest.mark.skipif("diff" not in main.commands, reason="there is no command diff yet")
def test_a_pull_request_is_compared_with_its_base(runner: Runner) -> None:
    base = git(runner.root, dict(runner.env), "rev-parse", "HEAD")
    compared = Runner(runner.root, runner.temp, runner.env, {"base": base})
    assert compared.run() == 0, compared.log
    assert compared.values["steps.diff.outputs.exit-code"] == "0"
