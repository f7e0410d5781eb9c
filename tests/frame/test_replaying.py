"""What a page says how to replay it, typed as it stands there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.frame.project import headjudge
from tests.frame.test_tutorial import TEN

COMMAND = re.compile(r"^```sh\nheadjudge (.*)\n```$", re.MULTILINE)


@pytest.mark.parametrize(
    "file", ["model/harbour.md", "harbour.md", "my games/Harbour Lights (draft).md", "cascade.md"]
)
def test_the_command_on_a_page_replays_its_play(file: str, tmp_path: Path) -> None:
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text(TEN, encoding="utf-8")
    assert headjudge(tmp_path, "check", file).returncode == 1
    (page,) = tmp_path.glob("counterexamples/*/*.md")
    (command,) = COMMAND.findall(page.read_text(encoding="utf-8"))
    ran = headjudge(tmp_path, *shlex.split(command))
    assert ran.stderr == ""
    assert ran.returncode == 0
    assert "shows what it claims: conflict, no-conflict, 2 steps" in ran.stdout


def test_a_rulebook_outside_of_the_folder_is_replayed_too(tmp_path: Path) -> None:
    rulebook = tmp_path / "elsewhere" / "harbour.md"
    rulebook.parent.mkdir()
    rulebook.write_text(TEN, encoding="utf-8")
    for file in ("../elsewhere/harbour.md", str(rulebook)):
        here = tmp_path / f"here {len(file)}"
        here.mkdir()
        headjudge(here, "check", file)
        (page,) = here.glob("counterexamples/*/*.md")
        (command,) = COMMAND.findall(page.read_text(encoding="utf-8"))
        assert headjudge(here, *shlex.split(command)).returncode == 0
