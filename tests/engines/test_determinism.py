"""The same input gives the same bytes, however Python orders its sets."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import headjudge
from tests.checks.seeded import ROOT, RULEBOOKS

SOURCE = Path(headjudge.__file__).parents[1]

KINDS = ("append-order", "conflict", "lost-option", "permission-wins", "reading", "violation-state")


SEEDED = {kind: RULEBOOKS / kind / "faulty.md" for kind in KINDS}
CASCADE = {"cascade": ROOT / "model" / "cascade.md"}


def check(
    folder: Path, books: Mapping[str, Path], seed: str, *options: str
) -> tuple[bytes, dict[str, bytes]]:
    """What ``headjudge check`` says and writes under a seed of Python's hashes."""
    folder.mkdir()
    (folder / "model").mkdir()
    for name, path in books.items():
        shutil.copy(path, folder / "model" / f"{name}.md")
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(SOURCE)}
    ran = subprocess.run(
        [sys.executable, "-m", "headjudge", "check", "--format", "json", *options],
        cwd=folder,
        env=environment,
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 1, ran.stderr.decode()
    made = folder / "counterexamples"
    files = {
        path.relative_to(made).as_posix(): path.read_bytes()
        for path in sorted(made.rglob("*"))
        if path.is_file()
    }
    return ran.stdout, files


@pytest.mark.parametrize("engine", ["explore", "bmc"])
def test_every_hash_seed_gives_the_same_bytes(tmp_path: Path, engine: str) -> None:
    options = ("--engine", engine, "--depth", "4")
    said, files = check(tmp_path / "one", SEEDED, "0", *options)
    again, same = check(tmp_path / "two", SEEDED, "4242", *options)
    assert len(said) > 1000
    assert again == said
    assert len(files) >= 2 * len(KINDS)
    assert same == files


def test_every_hash_seed_gives_the_same_bytes_for_the_cascade(tmp_path: Path) -> None:
    scope = ("hand=0", "texts=1", "captures=0", "lasting=0", "battles=0")
    options = [one for bound in scope for one in ("--scope", bound)]
    said, files = check(tmp_path / "one", CASCADE, "1", *options)
    again, same = check(tmp_path / "two", CASCADE, "77", *options)
    assert again == said
    assert files
    assert same == files
