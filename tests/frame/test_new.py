from __future__ import annotations

import re
from pathlib import Path

import pytest

from headjudge.cli.new import layout
from headjudge.rulebook import parse_rulebook
from tests.frame.installed import call, install
from tests.reports.command import run

CLAUSE = re.compile(r"^\*\*(\d+\.\d+)\*\*", re.MULTILINE)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_repository_passes_its_own_check(here: Path) -> None:
    assert run("new", "my-game").exit_code == 0
    checked = call(here / "my-game", install(here / "bin"), "make", "check")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "no contradictions" in checked.stdout
    stale = call(here / "my-game", install(here / "bin"), "headjudge", "model", "--check")
    assert stale.returncode == 0


def test_a_change_that_contradicts_a_clause_fails_it(here: Path) -> None:
    run("new", "my-game")
    path = here / "my-game" / "model" / "my-game.md"
    block = "@must_not\ndef pass_priority():\n    return True\n"
    more = f"\n**3.4** Nobody passes.\n\n```python rule\n{block}```\n"
    path.write_text(path.read_text("utf-8") + more, "utf-8")
    checked = call(here / "my-game", install(here / "bin"), "make", "check")
    assert "2.3 may / 3.4 must not: pass priority" in checked.stdout
    assert checked.returncode != 0
    assert [*(here / "my-game" / "counterexamples" / "my-game").glob("no-conflict*.md")]


def test_a_new_rulebook_has_ten_clauses_and_all_are_confirmed() -> None:
    files = layout("my-game")
    ids = CLAUSE.findall(files["model/my-game.md"])
    assert len(ids) == len(set(ids)) == 10
    assert all(f'"{id_}" = [' in files["model/my-game.lock"] for id_ in ids)


def test_the_title_is_the_name_in_words() -> None:
    text = layout("two_word-name")["model/two_word-name.md"]
    book = parse_rulebook(text.encode(), file="x", name="x")
    assert book.title == "Two word name"


def test_no_slot_is_left_open() -> None:
    for file, text in layout("my-game").items():
        if not file.startswith("properties/"):
            assert not re.search(r"\{(name|title|package|required)\}", text), file


@pytest.mark.parametrize("kind", ["folder", "file", "link"])
def test_nothing_that_is_there_is_touched(kind: str, here: Path) -> None:
    there = here / "my-game"
    if kind == "folder":
        there.mkdir()
        (there / "README.md").write_text("mine", "utf-8")
    elif kind == "file":
        there.write_text("mine", "utf-8")
    else:
        there.symlink_to(here / "elsewhere")
    ran = run("new", "my-game")
    assert ran.exit_code == 64
    assert "my-game is already there, and nothing is overwritten" in ran.stderr
    assert not (here / "elsewhere").exists()
    if kind == "folder":
        assert [path.name for path in there.iterdir()] == ["README.md"]
        assert (there / "README.md").read_text("utf-8") == "mine"


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "../up",
        "a/b",
        "/abs",
        "-rf",
        "--help=",
        ".hidden",
        "My-Game",
        "two--hyphens",
        "end-",
        "con",
        "nul",
        "com1",
        "naïve",
        "a b",
        "a\nb",
        "a\x00b",
        "$(id)",
        "a" * 41,
        "{name}",
        "x.md",
    ],
)
def test_a_hostile_name_is_refused_and_nothing_is_made(name: str, here: Path) -> None:
    ran = run("new", "--", name)
    assert ran.exit_code == 64
    assert "is no name for a rulebook" in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert list(here.iterdir()) == []


def test_the_workflow_runs_nothing_of_the_checkout() -> None:
    workflow = layout("my-game")[".github/workflows/rulebook.yml"]
    commands = re.findall(r"^ +(?:- )?run: (.*)$", workflow, re.MULTILINE)
    assert [command.split()[0] for command in commands] == ["pip", "headjudge"]
    # pip runs where there is no checkout; a console script has no current directory on its path.
    assert "working-directory: ${{ runner.temp }}\n        run: pip" in workflow
    assert "pull_request_target" not in workflow
