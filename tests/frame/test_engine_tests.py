"""“Test your engine in ten minutes”, typed as it stands there."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

import headjudge
from headjudge.cli.commands import main
from tests.frame.project import ROOT

PAGE = (ROOT / "docs" / "engine-tests.md").read_text(encoding="utf-8")
SOURCE = Path(headjudge.__file__).parents[1]
# A console, a file with its name above it, or lines that go and come.
STEP = re.compile(
    r"^```console\n(?P<console>.*?)^```$"
    r"|^`(?P<file>[\w/.]+)`:\n\n```python\n(?P<text>.*?)^```$"
    r"|^```diff\n-(?P<old>[^\n]*)\n\+(?P<new>[^\n]*)\n```$",
    re.MULTILINE | re.DOTALL,
)


class Reader:
    """Somebody who does what the page says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.changed = 0

    def follow(self, step: re.Match[str]) -> None:
        if step["file"]:
            (self.folder / step["file"]).write_text(step["text"], encoding="utf-8")
        elif step["old"]:
            file = self.folder / "game.py"
            text = file.read_text(encoding="utf-8")
            assert text.count(step["old"]) == 1
            file.write_text(text.replace(step["old"], step["new"]), encoding="utf-8")
        else:
            for part in step["console"].split("$ ")[1:]:
                command, *shown = part.splitlines()
                self.type_in(command, shown)

    def type_in(self, command: str, shown: list[str]) -> None:
        name, *arguments = shlex.split(command)
        if name == "cd":
            self.folder /= arguments[0]
            return
        self.code, said = {"headjudge": self.here, "python": self.apart}[name](arguments)
        printed = iter(said.splitlines())
        for line in shown:
            assert line in ("", "…") or line in printed, (line, said)

    def here(self, arguments: list[str]) -> tuple[int, str]:
        """Run headjudge in this process."""
        with contextlib.chdir(self.folder):
            ran = CliRunner().invoke(main, arguments)
        return ran.exit_code, ran.output

    def apart(self, arguments: list[str]) -> tuple[int, str]:
        """Run Python in a process of its own."""
        ran = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(SOURCE), "COLUMNS": "120"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        return ran.returncode, ran.stdout + ran.stderr


def test_a_reader_gets_from_nothing_to_a_fault_and_mends_it(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    codes = []
    for step in STEP.finditer(PAGE):
        reader.follow(step)
        if step["console"]:
            codes.append(reader.code)
    # Laid out, written, one fault, none.
    assert codes == [0, 0, 1, 0]
    assert len(codes) == PAGE.count("```console")
    # As the page says, what the reader has filled in stays theirs.
    mine = tmp_path / "small" / "vectors" / "conftest.py"
    before = mine.read_bytes()
    reader.type_in("headjudge tests small -o vectors --pytest", [])
    assert reader.code == 0
    assert mine.read_bytes() == before
