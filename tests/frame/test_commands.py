from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from tests.frame.project import ROOT, make

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE)


def test_the_commands_are_these() -> None:
    every = ["bench", "check", "clean", "help", "lint", "model", "oracle", "test"]
    assert sorted(TARGETS) == every


def test_no_file_can_stand_in_for_a_command() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert phony is not None
    assert sorted(phony[1].split()) == sorted(TARGETS)


@pytest.mark.parametrize("arguments", [(), ("help",)])
def test_make_alone_lists_every_command_with_what_it_does(arguments: tuple[str, ...]) -> None:
    listed = make(*arguments)
    assert listed.returncode == 0
    lines = [line.split(maxsplit=2) for line in listed.stdout.splitlines()]
    assert [line[:2] for line in lines] == [["make", target] for target in TARGETS]
    assert all(len(line) == 3 for line in lines)


def test_ci_runs_the_three_commands_in_this_order() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert re.findall(r"^make (\w+)", script, re.MULTILINE) == ["lint", "test", "check"]
    assert "set -euo pipefail" in script


def test_ci_can_be_run() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def environment(where: Path, *, made_for: Path | None) -> str:
    """Lay out what make takes for a virtual environment; unfinished if made for nothing."""
    (where / "bin").mkdir(parents=True)
    (where / "bin" / "python").symlink_to(sys.executable)
    if made_for is not None:
        (where / ".ready").write_text(f"{made_for}\n", encoding="utf-8")
    return f"VENV={where}"


def test_a_finished_environment_is_used_as_it_is(tmp_path: Path) -> None:
    told = make("--dry-run", "check", environment(tmp_path / "venv", made_for=ROOT))
    assert told.returncode == 0
    assert "-m venv" not in told.stdout


def test_an_interrupted_installation_starts_afresh(tmp_path: Path) -> None:
    told = make("--dry-run", "check", environment(tmp_path / "venv", made_for=None))
    assert "-m venv --clear" in told.stdout


def test_an_environment_of_another_folder_is_not_used(tmp_path: Path) -> None:
    told = make("--dry-run", "check", environment(tmp_path / "venv", made_for=tmp_path))
    assert "-m venv --clear" in told.stdout


def test_an_environment_without_its_interpreter_is_not_used(tmp_path: Path) -> None:
    variable = environment(tmp_path / "venv", made_for=ROOT)
    (tmp_path / "venv" / "bin" / "python").unlink()
    assert "-m venv --clear" in make("--dry-run", "check", variable).stdout


def test_the_finishing_mark_is_written_last(tmp_path: Path) -> None:
    told = make("--dry-run", "check", f"VENV={tmp_path / 'venv'}")
    lines = told.stdout.splitlines()
    (mark,) = (number for number, line in enumerate(lines) if line.endswith("venv/.ready"))
    (install,) = (number for number, line in enumerate(lines) if "pip install" in line)
    assert install < mark


def test_an_old_python_is_named_and_what_to_type_instead(tmp_path: Path) -> None:
    old = tmp_path / "python"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.9.1 || exit 1\n', "utf-8")
    old.chmod(0o755)
    refused = make("check", f"PYTHON={old}", f"VENV={tmp_path / 'venv'}")
    assert refused.returncode != 0
    assert "needs Python 3.11 or newer" in refused.stderr
    assert "Python 3.9.1" in refused.stderr
    assert "make PYTHON=" in refused.stderr
    assert not (tmp_path / "venv").exists()


def test_a_python_that_is_not_there_is_said_to_be_so(tmp_path: Path) -> None:
    refused = make("check", f"PYTHON={tmp_path / 'nothing'}", f"VENV={tmp_path / 'venv'}")
    assert refused.returncode != 0
    assert "is not there" in refused.stderr
