"""``headjudge mutate`` on the command line."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from headjudge.edits.mutation import trials
from headjudge.edits.trials import Outcome
from tests.edits.edited import BASE
from tests.frame.project import headjudge
from tests.reports.command import run


def mutate(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return headjudge(folder, "mutate", "--jobs", "1", "beacons", *arguments)


def beacons(folder: Path) -> Path:
    (folder / "model").mkdir()
    (folder / "model" / "beacons.md").write_text(BASE, "utf-8")
    return folder


def test_a_clause_that_nothing_pins_down_is_red(tmp_path: Path) -> None:
    ran = mutate(beacons(tmp_path), "2.5")
    assert (ran.returncode, ran.stderr) == (1, "")
    assert ran.stdout.startswith("The Beacons: what pins its clauses down\n")
    assert "Nothing notices this change. 2.5 says: When both have passed" in ran.stdout


def test_a_survivor_that_is_explained_is_green(tmp_path: Path) -> None:
    folder = beacons(tmp_path)
    document = json.loads(mutate(folder, "2.5", "--format", "json").stdout)
    names = [one["name"] for one in document["changes"] if one["fate"] == "survives"]
    assert names
    said = "".join(f'[[accepted]]\nfinding = "{one}"\nreason = "So it is."\n' for one in names)
    kept = folder / "counterexamples" / "beacons"
    kept.mkdir(parents=True)
    (kept / "survivors.toml").write_text(said, "utf-8")
    ran = mutate(folder, "2.5")
    assert ran.returncode == 0
    assert "So it is." in ran.stdout


def test_who_interrupts_is_told_what_has_been_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(beacons(tmp_path))

    def broken_off(*arguments: Any) -> Iterator[Outcome]:
        yield from islice(trials(*arguments), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr("headjudge.cli.mutate.trials", broken_off)
    ran = run("mutate", "--jobs", "1", "beacons")
    assert ran.exit_code == 130
    assert "2 changes of " in ran.output
    assert "Broken off: " in ran.output


def test_a_clause_that_is_not_there_is_a_slip(tmp_path: Path) -> None:
    ran = mutate(beacons(tmp_path), "9.9")
    assert ran.returncode == 64
    assert "beacons has no clause 9.9" in ran.stderr


def test_a_rulebook_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    (beacons(tmp_path) / "model" / "beacons.md").write_text("no rulebook", "utf-8")
    ran = mutate(tmp_path)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "model/beacons.md:1:1" in ran.stderr
