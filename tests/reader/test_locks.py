from __future__ import annotations

from pathlib import Path

import pytest

from headjudge.rulebook import UnreadableError, parse_rulebook
from headjudge.rulebook.locks import Lock, Print, fingerprint, parse_lock, read_lock, write_lock

ONE = Print("0123456789abcdef01234567", "89abcdef0123456789abcdef")
TWO = Print("a" * 24, "b" * 24)
TEXT = write_lock({"1.1": ONE, "12.2.ex": TWO})

BOOK = """
```toml rulebook
title = "Tiny"
edition = "one"
```

**1.1** You *may* wait,
as long as it is your turn.

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


def prints(text: str) -> Print:
    (clause,) = parse_rulebook(text.encode(), file="model/tiny.md", name="tiny").clauses
    return fingerprint(clause)


def fault(data: bytes) -> tuple[int, str]:
    """The line and the words of the one fault of a lock."""
    with pytest.raises(UnreadableError) as caught:
        parse_lock(data, "model/tiny.lock")
    (one,) = caught.value.faults
    assert (one.place.file, one.code) == ("model/tiny.lock", "bad-lock")
    return one.place.line, one.wrong


def test_what_is_written_is_read_again() -> None:
    assert parse_lock(TEXT.encode(), "x.lock") == Lock("x.lock", {"1.1": ONE, "12.2.ex": TWO})


def test_each_clause_has_a_line_of_its_own() -> None:
    assert len([line for line in TEXT.splitlines() if line.startswith('"')]) == 2


def test_line_ends_of_another_system_make_no_difference() -> None:
    assert parse_lock(TEXT.replace("\n", "\r\n").encode(), "x").clauses["1.1"] == ONE


def test_no_lock_is_none(tmp_path: Path) -> None:
    assert read_lock(tmp_path / "tiny.lock", "tiny.lock") is None


def test_a_lock_that_cannot_be_opened_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="cannot be opened"):
        read_lock(tmp_path, "tiny.lock")


@pytest.mark.parametrize("size", range(len(TEXT) - 1))
def test_a_lock_cut_off_anywhere_is_no_lock(size: int) -> None:
    fault(TEXT[:size].encode())


def test_a_lock_cut_off_between_two_lines_is_said_to_be_so() -> None:
    assert "is cut off" in fault(TEXT.removesuffix("# end\n").encode())[1]


@pytest.mark.parametrize("mark", ["<<<<<<< HEAD", "=======", ">>>>>>> theirs", "||||||| base"])
def test_a_merge_that_was_not_finished_is_found_on_its_line(mark: str) -> None:
    lines = TEXT.splitlines()
    lines.insert(5, mark)
    line, wrong = fault("\n".join(lines).encode())
    assert line == 6
    assert wrong == "a merge has left both sides here"


def test_a_lock_of_another_version_is_said_to_be_so() -> None:
    assert "another version" in fault(TEXT.replace("lock/1", "lock/2").encode())[1]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "title = 1\n",
        'headjudge = "lock/1"\n# end\n',
        'headjudge = "lock/1"\nclauses = 3\n# end\n',
        TEXT.replace(ONE.words, "xyz"),
        TEXT.replace(ONE.words, ONE.words.upper()),
        TEXT.replace(f'["{ONE.words}", "{ONE.blocks}"]', "7"),
        TEXT.replace('"1.1" =', '"12.2.ex" ='),
        TEXT.replace("[clauses]", "other = 3\n[clauses]"),
        TEXT.replace("# end", "x = " + "[" * 5000 + "\n# end"),
        TEXT + "\xff",
    ],
)
def test_what_is_no_whole_lock_is_a_fault(text: str) -> None:
    fault(text.encode("latin-1"))


def test_a_huge_file_is_not_read() -> None:
    assert "larger than 1 MiB" in fault(b"#" * (1024 * 1024 + 1))[1]


@pytest.mark.parametrize(
    ("old", "new"),
    [("wait,\nas", "wait, as"), ("*may*", "may"), ("*may*", "**may**"), ("as long", "as   long")],
)
def test_how_words_are_laid_out_is_not_what_they_say(old: str, new: str) -> None:
    assert prints(BOOK.replace(old, new)) == prints(BOOK)


@pytest.mark.parametrize(("old", "new"), [("*may*", "can"), ("your turn", "your turn or not")])
def test_other_words_have_another_fingerprint(old: str, new: str) -> None:
    changed = prints(BOOK.replace(old, new))
    assert changed.words != prints(BOOK).words
    assert changed.blocks == prints(BOOK).blocks


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("player == turn", "player == turn  # theirs"),
        ("player == turn", "(\n        player == turn\n    )"),
        ("    pass", "    # nothing\n\n    pass"),
        ("turn: Player = 0", "turn:  Player=0"),
    ],
)
def test_how_a_block_is_laid_out_is_not_what_it_says(old: str, new: str) -> None:
    before, after = prints(BOOK), prints(BOOK.replace(old, new))
    assert after.words == before.words
    assert (after.blocks == before.blocks) is ("(" not in new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("player == turn", "player != turn"),
        ("@may", "@must_not"),
        ("= 0", "= 1"),
        ("python rule", "python rule supplement"),
    ],
)
def test_another_block_has_another_fingerprint(old: str, new: str) -> None:
    changed = prints(BOOK.replace(old, new, 1))
    assert changed.blocks != prints(BOOK).blocks
    assert changed.words == prints(BOOK).words
