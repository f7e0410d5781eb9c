from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from tests.frame.project import ROOT, project_files

TINY = """
```toml rulebook
title = "Tiny"
edition = "one"
```

**1.1** You may wait.

```python rule
class State:
    turn: Player = 0

@move
def wait(player: Player):
    pass

@may
def wait(player):
    return player == turn
```
"""

pytest.importorskip("build")
pytest.importorskip("hatchling")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, ROOT],
        capture_output=True,
        check=True,
    )
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def names(wheel: Path) -> list[PurePosixPath]:
    with zipfile.ZipFile(wheel) as archive:
        return [PurePosixPath(name) for name in archive.namelist()]


def test_headjudge_is_the_only_name_that_becomes_importable(names: list[PurePosixPath]) -> None:
    tops = {name.parts[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"headjudge"}


@pytest.mark.parametrize("folder", ["model", "properties"])
def test_the_data_folders_travel_inside_the_package(
    folder: str, names: list[PurePosixPath]
) -> None:
    here = {
        path.relative_to(ROOT / folder).as_posix()
        for path in project_files()
        if path.is_relative_to(ROOT / folder)
    }
    inside = PurePosixPath("headjudge", "data", folder)
    there = {str(name.relative_to(inside)) for name in names if name.is_relative_to(inside)}
    assert there == here


def test_every_module_travels(names: list[PurePosixPath]) -> None:
    modules = {
        path.relative_to(ROOT / "src").as_posix()
        for path in project_files()
        if path.is_relative_to(ROOT / "src")
    }
    assert modules <= {str(name) for name in names}


def test_the_package_says_that_it_is_typed(names: list[PurePosixPath]) -> None:
    assert PurePosixPath("headjudge/py.typed") in names


def test_nothing_of_the_workshop_travels(names: list[PurePosixPath]) -> None:
    assert not [name for name in names if {"tests", "stubs", "benchmarks"} & set(name.parts)]


def installed(wheel: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command of the wheel, unpacked into a folder, from the root of the disk."""
    site = folder / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    program = f"""
from pathlib import Path
import headjudge
assert Path(headjudge.__file__).is_relative_to({str(site)!r})
from headjudge.cli import main
main()
"""
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=folder.anchor,
        env=os.environ | {"PYTHONPATH": str(site)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_an_installed_wheel_knows_its_rulebooks_from_anywhere(wheel: Path, tmp_path: Path) -> None:
    ran = installed(wheel, tmp_path, "check", "no-such-game")
    known = sorted(path.stem for path in project_files() if path.match("model/*.md"))
    assert f"there are: {', '.join(known)}" in ran.stderr


def test_an_installed_wheel_knows_its_properties_from_anywhere(wheel: Path, tmp_path: Path) -> None:
    rulebook = tmp_path / "tiny.md"
    rulebook.write_text(TINY, encoding="utf-8")
    ran = installed(wheel, tmp_path, "check", str(rulebook), "--format", "json")
    (checked,) = json.loads(ran.stdout)["rulebooks"]
    assert checked["faults"] == []
    assert "no-conflict" in [result["property"] for result in checked["results"]]
