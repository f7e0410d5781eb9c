from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from headjudge.rulebook.read import parse_rulebook
from headjudge.rulebook.syntax import Setting
from headjudge.rulebook.values import Situation
from headjudge.semantics.executable import After, Game, build
from tests.frame.project import ROOT, headjudge

TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
PIECE = re.compile(r"^````markdown( mended)?\n(.*?)^````$", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"^\| step \|.*?(?=\n\n)", re.MULTILINE | re.DOTALL)
ACCEPTED = re.compile(r"^```toml accepted\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CLAUSE = re.compile(r"^\*\*(\d+\.\d+)\*\*", re.MULTILINE)

PIECES = [piece for mended, piece in PIECE.findall(TUTORIAL) if not mended]
(MENDED,) = (piece for mended, piece in PIECE.findall(TUTORIAL) if mended)

# What the reader's file holds at the three places where the tutorial checks it.
EIGHT = "\n".join(PIECES[:-1])
TEN = "\n".join(PIECES)
MENDED_TEN = TEN[: TEN.index(f"**{CLAUSE.findall(MENDED)[0]}**")] + MENDED


def explore(text: str) -> tuple[Game, dict[Situation, int]]:
    """All situations of a rulebook, with how many steps it takes to get there."""
    rulebook = parse_rulebook(text.encode(), file="model/harbour.md", name="harbour")
    game = Game(build(rulebook), Setting(2, rulebook.scope))
    steps = {game.freeze(state): 0 for state in game.initial()}
    waiting = list(steps)
    for situation in waiting:
        for act in game.legal(game.thaw(situation)):
            outcome = game.apply(game.thaw(situation), act)
            assert isinstance(outcome, After)
            after = game.freeze(outcome.state)
            if after not in steps:
                steps[after] = steps[situation] + 1
                waiting.append(after)
    return game, steps


def conflicts(text: str) -> list[tuple[int, str, str, str]]:
    """Each conflict: after how many steps, of which action, between which clauses."""
    game, steps = explore(text)
    return [
        (count, act.action, permission, prohibition)
        for situation, count in steps.items()
        for act, permission, prohibition in game.conflicts(game.thaw(situation))
    ]


def test_the_rulebook_grows_to_ten_clauses() -> None:
    assert [len(CLAUSE.findall(text)) for text in (EIGHT, TEN, MENDED_TEN)] == [8, 10, 10]


def test_eight_clauses_have_as_many_situations_as_the_tutorial_says() -> None:
    _, steps = explore(EIGHT)
    assert f"There are {len(steps)} situations" in TUTORIAL


def test_eight_clauses_do_not_contradict_one_another() -> None:
    assert conflicts(EIGHT) == []


def test_the_tenth_contradicts_the_permission_after_two_moves() -> None:
    found = conflicts(TEN)
    assert min(found) == (2, "hang_lamp", "2.2", "4.2")
    assert {conflict[1:] for conflict in found} == {("hang_lamp", "2.2", "4.2")}


def test_the_mended_rulebook_does_not_contradict_itself() -> None:
    assert conflicts(MENDED_TEN) == []


@pytest.fixture
def save(tmp_path: Path) -> Callable[[str], Path]:
    """Write the rulebook where the tutorial has it; the folder to run the command in."""

    def write(text: str) -> Path:
        (tmp_path / "model").mkdir(exist_ok=True)
        (tmp_path / "model" / "harbour.md").write_text(text, encoding="utf-8")
        return tmp_path

    return write


def test_the_command_finds_the_stated_contradiction_and_no_other(
    save: Callable[[str], Path],
) -> None:
    ran = headjudge(save(TEN), "check", "model/harbour.md", "--format", "json")
    assert ran.returncode == 1
    (rulebook,) = json.loads(ran.stdout)["rulebooks"]
    (finding,) = rulebook["findings"]
    assert (finding["kind"], finding["clauses"]) == ("conflict", ["2.2", "4.2"])
    assert (finding["steps"], finding["action"]) == (2, "hang_lamp")


def type_in(folder: Path, number: int) -> int:
    """Run a command of the tutorial, which prints what stands there; the exit code."""
    command, *shown = CONSOLE.findall(TUTORIAL)[number].splitlines()
    ran = headjudge(folder, *command.removeprefix("$ headjudge ").split())
    printed = iter(ran.stdout.splitlines())
    for line in shown:
        assert line.strip() in ("", "…") or line in printed, line
    return ran.returncode


@pytest.mark.parametrize(
    ("text", "number", "code"), [(EIGHT, 0, 0), (TEN, 1, 1), (MENDED_TEN, 4, 0)]
)
def test_the_command_prints_what_the_tutorial_shows(
    text: str, number: int, code: int, save: Callable[[str], Path]
) -> None:
    assert type_in(save(text), number) == code


def test_the_play_is_replayed_and_accepted_as_the_tutorial_shows(
    save: Callable[[str], Path],
) -> None:
    folder = save(TEN)
    headjudge(folder, "check", "model/harbour.md")
    assert type_in(folder, 2) == 0
    (entry,) = ACCEPTED.findall(TUTORIAL)
    (page,) = (folder / "counterexamples" / "harbour").glob("*.md")
    assert "".join(entry.splitlines(keepends=True)[:2]) in page.read_text(encoding="utf-8")
    (page.parent / "accepted.toml").write_text(entry, encoding="utf-8")
    assert type_in(folder, 3) == 0
    assert len(CONSOLE.findall(TUTORIAL)) == 5


def test_the_page_has_the_play_that_the_tutorial_shows(save: Callable[[str], Path]) -> None:
    folder = save(TEN)
    headjudge(folder, "check", "model/harbour.md")
    (page,) = (folder / "counterexamples" / "harbour").glob("*.md")
    (play,) = TABLE.findall(TUTORIAL)
    assert play in page.read_text(encoding="utf-8")


def test_the_page_goes_when_the_rulebook_is_mended(save: Callable[[str], Path]) -> None:
    headjudge(save(TEN), "check", "model/harbour.md")
    folder = save(MENDED_TEN)
    headjudge(folder, "check", "model/harbour.md")
    assert list(folder.glob("counterexamples/harbour")) == []
