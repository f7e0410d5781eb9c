"""``headjudge confirm`` and ``headjudge read``, and what a check says of a lock."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.reports.command import Fake, run
from tests.reports.everything import GOOD

WORDS = ("At night no lamp", "At night never a lamp")
BLOCK = ("time_of_day == LATE_NIGHT", "time_of_day != LATE_NIGHT")


@pytest.fixture
def checked(folder: Path, found: Callable[..., Fake]) -> Path:
    """The rulebook of a folder in which everything holds."""
    found(GOOD)
    return folder / "model" / "lamps.md"


def edit(path: Path, *edits: tuple[str, str]) -> None:
    text = path.read_text("utf-8")
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, "utf-8")


def test_without_a_clause_nothing_is_confirmed_and_all_that_wait_are_named(checked: Path) -> None:
    ran = run("confirm", "lamps")
    assert ran.exit_code == 3
    assert re.findall(r"^model/lamps.md:\d+:\d+: (\S+): nobody has", ran.stdout, re.MULTILINE) == [
        "1.1",
        "1.2",
        "1.3",
        "E1",
    ]
    assert not checked.with_suffix(".lock").exists()


def test_a_clause_is_confirmed_by_name(checked: Path) -> None:
    ran = run("confirm", "lamps", "1.2", "E1")
    assert ran.exit_code == 3
    assert ran.stdout.startswith("model/lamps.lock: 2 clauses confirmed\n")
    lines = checked.with_suffix(".lock").read_text("utf-8").splitlines()
    assert [line.split(" ")[0] for line in lines if line.startswith('"')] == ['"1.2"', '"E1"']


def test_what_is_confirmed_holds_and_a_second_time_changes_nothing(checked: Path) -> None:
    assert run("confirm", "lamps", "--all").exit_code == 0
    before = checked.with_suffix(".lock").read_bytes()
    ran = run("confirm", "lamps", "--all")
    assert (ran.exit_code, ran.stdout) == (0, "lamps: every clause is confirmed\n")
    assert checked.with_suffix(".lock").read_bytes() == before
    assert run("check").exit_code == 0


@pytest.mark.parametrize(
    ("edits", "code", "said"),
    [
        ((WORDS,), 1, "1.2: only the words have changed"),
        ((BLOCK,), 1, "1.2: only the block has changed"),
        ((WORDS, BLOCK), 3, "no verdict: not confirmed: 1.2"),
    ],
)
def test_a_check_says_which_clause_has_changed(
    edits: tuple[tuple[str, str], ...], code: int, said: str, checked: Path
) -> None:
    run("confirm", "lamps", "--all")
    edit(checked, *edits)
    ran = run("check")
    assert ran.exit_code == code
    assert said in " ".join(ran.stdout.split())
    (line,) = [
        number
        for number, text in enumerate(checked.read_text("utf-8").splitlines(), 1)
        if text.startswith("**1.2**")
    ]
    assert f"file=model/lamps.md,line={line}," in run("check", "--format", "github").stdout
    assert run("confirm", "lamps", "1.2").exit_code == 0
    assert run("check").exit_code == 0


def test_no_page_is_written_of_what_is_only_to_be_confirmed(checked: Path) -> None:
    run("confirm", "lamps", "--all")
    edit(checked, WORDS)
    assert run("check").exit_code == 1
    assert not Path("counterexamples").exists()


def test_a_new_clause_is_not_silently_fine(checked: Path) -> None:
    run("confirm", "lamps", "--all")
    edit(checked, ("**E1**", "**1.4** Lamps are red.\n\n**E1**"))
    ran = run("check")
    assert ran.exit_code == 3
    assert "not confirmed: 1.4" in ran.stdout


def test_a_clause_that_is_gone_leaves_the_lock_with_the_next_confirmation(checked: Path) -> None:
    run("confirm", "lamps", "--all")
    edit(checked, ("**1.2**", "**1.2.1**"))
    run("confirm", "lamps", "1.2.1")
    assert '"1.2"' not in checked.with_suffix(".lock").read_text("utf-8")


def test_to_confirm_one_clause_confirms_no_other(checked: Path) -> None:
    run("confirm", "lamps", "--all")
    edit(checked, WORDS, ("when it has to", "when it likes"))
    assert run("confirm", "lamps", "1.2").exit_code == 3
    assert "1.3: only the words have changed" in run("check").stdout


@pytest.mark.parametrize("command", [("check",), ("confirm", "lamps", "--all"), ("read", "lamps")])
def test_a_lock_that_cannot_be_read_is_2_and_stays_as_it_is(
    command: tuple[str, ...], checked: Path
) -> None:
    lock = checked.with_suffix(".lock")
    lock.write_text("<<<<<<< HEAD\n", "utf-8")
    ran = run(*command)
    assert ran.exit_code == 2
    assert ran.stderr.startswith("model/lamps.lock:1:1: bad-lock: a merge has left both sides")
    assert lock.read_text("utf-8") == "<<<<<<< HEAD\n"


def test_nothing_is_written_through_a_link(checked: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    checked.with_suffix(".lock").symlink_to(other)
    ran = run("confirm", "lamps", "--all")
    assert ran.exit_code == 64
    assert "nothing is written through it" in ran.stderr
    assert not other.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["confirm", "lamps", "9.9"], "lamps has no clause 9.9"),
        (["confirm", "lamps", "1.1", "--all"], "and not both"),
        (["confirm", "cascade", "--all"], "cascade comes with headjudge"),
        (["read", "lamps", "9.9"], "lamps has no clause 9.9"),
        (["read", "nosuch"], "no rulebook is called nosuch"),
    ],
)
@pytest.mark.usefixtures("checked")
def test_a_wrong_command_line_is_64(arguments: list[str], said: str) -> None:
    ran = run(*arguments)
    assert ran.exit_code == 64
    assert said in ran.stderr


@pytest.mark.usefixtures("checked")
def test_a_clause_is_read_with_its_words_and_its_block() -> None:
    ran = run("read", "lamps", "1.2")
    assert ran.exit_code == 0
    assert ran.stdout == (
        "1.2\n"
        "  At night no lamp is hung out.\n"
        "    = A player must not “hang lamp” if time of day is Late night.\n"
    )


def test_only_what_is_not_confirmed_is_read_if_that_is_asked(checked: Path) -> None:
    run("confirm", "lamps", "--all")
    assert run("read", "lamps", "--unconfirmed").stdout == ""
    edit(checked, WORDS)
    ran = run("read", "lamps", "--unconfirmed")
    assert ran.stdout.startswith("1.2  (only the words have changed)\n  At night never a lamp")
    assert "1.1" not in ran.stdout
