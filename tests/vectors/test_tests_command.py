"""``headjudge tests``: what it writes, leaves alone and says."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

import headjudge
from headjudge.cli import tests
from tests.vectors.reader import Written
from tests.vectors.suites import path

SOURCE = Path(headjudge.__file__).parents[1]


def run(folder: Path, *arguments: str, seed: str = "0") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "headjudge", "tests", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def files(folder: Path) -> dict[str, bytes]:
    return {
        one.relative_to(folder).as_posix(): one.read_bytes()
        for one in sorted(folder.rglob("*"))
        if one.is_file()
    }


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with a rulebook and its tests, and what was said."""
    folder = tmp_path_factory.mktemp("swing")
    (folder / "model").mkdir()
    shutil.copy(path("reading"), folder / "model" / "swing.md")
    ran = run(folder, "swing", "-o", "vectors")
    assert (ran.returncode, ran.stderr) == (0, "")
    return folder, ran.stdout


def test_every_hash_seed_writes_the_same_bytes(written: tuple[Path, str]) -> None:
    folder, said = written
    again = run(folder, "swing", "-o", "again", seed="4242")
    assert again.stdout == said.replace("vectors/", "again/")
    assert files(folder / "again") == files(folder / "vectors")


def test_the_manifest_names_every_case_and_no_other(written: tuple[Path, str]) -> None:
    folder, _ = written
    manifest = Written.read(folder / "vectors").manifest
    named = [one["file"] for one in manifest["cases"]]
    there = [one for one in files(folder / "vectors") if one.startswith("cases/")]
    assert sorted(named) == there


def test_what_it_says_counts_what_the_manifest_counts(written: tuple[Path, str]) -> None:
    folder, said = written
    manifest = Written.read(folder / "vectors").manifest
    assert f"{len(manifest['cases'])} cases of at most" in said
    for one in manifest["coverage"]:
        assert not one["found"] or f" {one['found']} " in said


def here(rulebook: str, budget: float | None = None) -> int:
    """Write tests to ``out`` in the current directory, in this process."""
    return tests.run(tests.Request(rulebook, "out", False, 300, 12, (), None, budget))


def test_what_headjudge_did_not_write_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert here(str(path("stuck"))) == 0
    kept = {"cases/mine.json": b'{"mine": 1}', "manifest.json": b"{}"}
    for name, data in kept.items():
        (tmp_path / "out" / name).write_bytes(data)
    stale = tmp_path / "out" / "cases" / "stale.json"
    stale.write_bytes(b'{\n  "format": "headjudge-tests/1",\n')
    assert here(str(path("stuck"))) == 0
    assert "out/manifest.json: not written" in capsys.readouterr().err
    assert {name: (tmp_path / "out" / name).read_bytes() for name in kept} == kept
    assert not stale.exists()


def test_no_verdict_where_the_time_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert here(str(path("stuck")), 0.000001) == 3
    assert "not everything was looked at" in capsys.readouterr().out


def test_a_rulebook_that_cannot_be_read_gets_no_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.md").write_text("# Bad\n", "utf-8")
    assert here("bad.md") == 2
    assert not Path("out").exists()


def test_a_place_that_is_a_file_is_a_mistake_of_usage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("out").write_text("", "utf-8")
    with pytest.raises(click.UsageError, match="cannot be written"):
        here(str(path("stuck")))
