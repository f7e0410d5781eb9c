from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.evidence.files import (
    ITF_MARK,
    MARKDOWN_MARK,
    MAX_NAME,
    Kept,
    keep,
    safe_name,
    safe_names,
    write_whole,
)
from tests.reports.books import CONFLICT

PAGE = f"{MARKDOWN_MARK}. -->\n"
TRACE = f'{ITF_MARK}1"\n'


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in folder.iterdir() if path.is_file()}


# ------------------------------------------------------------------------- names


def test_a_plain_fingerprint_is_its_own_file_name() -> None:
    assert safe_name(CONFLICT.fingerprint) == "no-conflict--hang_lamp--1.1+1.2"
    assert safe_name("every-phase-reached--x=COMBAT") == "every-phase-reached--x=COMBAT"
    assert safe_name("12.2.7 a_claim--1.1") == "12.2.7_a_claim--1.1"


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("../../etc/passwd", "x.._.._etc_passwd-"),
        ("a/b", "a_b-"),
        ("a\\b", "a_b-"),
        ('a:b*?"<>|', "a_b______-"),
        (".hidden", "x.hidden-"),
        ("-rf", "x-rf-"),
        ("", "x-"),
        ("con", "xcon-"),
        ("NUL.x", "xNUL.x-"),
        ("灯", "x_-"),
        ("a\x00b\n", "a_b_-"),
        ("a" * 500, "a" * 100),
    ],
)
def test_other_names_are_changed_and_end_in_a_hash(name: str, start: str) -> None:
    safe = safe_name(name)
    assert safe.startswith(start)
    assert re.fullmatch(r".*-[0-9a-f]{12}", safe)


@given(st.text(max_size=300))
def test_every_name_is_safe_everywhere(name: str) -> None:
    safe = safe_name(name)
    assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._+=,-]*", safe)
    assert len(safe) <= MAX_NAME
    assert safe.split(".")[0].casefold() not in {"con", "nul", "aux", "prn", "com1", "lpt1"}


@given(st.text(max_size=20), st.text(max_size=20))
def test_names_that_differ_otherwise_than_in_spaces_stay_different(one: str, two: str) -> None:
    if one.replace(" ", "_") != two.replace(" ", "_"):
        assert safe_name(one) != safe_name(two)


def test_names_that_differ_only_in_case_stay_different_everywhere() -> None:
    names = safe_names(["a--Use", "a--use", "b"])
    assert names["b"] == "b"
    assert names["a--Use"].casefold() != names["a--use"].casefold()


# ----------------------------------------------------------------------- writing


def test_a_file_is_written_and_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "x"
    assert write_whole(path, "one — ✗\n")
    assert path.read_bytes() == "one — ✗\n".encode()
    assert not write_whole(path, "one — ✗\n")
    assert write_whole(path, "two\n")
    assert contents(tmp_path) == {"x": "two\n"}


def test_other_line_ends_alone_are_no_difference(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"a\r\nb\r\n")
    assert not write_whole(path, "a\nb\n")
    assert path.read_bytes() == b"a\r\nb\r\n"


@pytest.mark.parametrize("failing", ["replace", "open"])
def test_a_failing_write_leaves_the_old_file_and_nothing_else(
    failing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x"
    path.write_text("old")

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, failing, fail)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, "new")
    monkeypatch.undo()
    assert contents(tmp_path) == {"x": "old"}


def test_an_interrupted_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x"
    path.write_text("old")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, "new")
    monkeypatch.undo()
    assert contents(tmp_path) == {"x": "old"}


# ----------------------------------------------------------------------- keeping


def test_documents_are_kept_and_left_alone_if_unchanged(tmp_path: Path) -> None:
    folder = tmp_path / "counterexamples" / "lamps"
    documents = {"a.md": PAGE, "a.itf.json": TRACE}
    assert keep(folder, documents) == Kept(written=("a.itf.json", "a.md"))
    times = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert keep(folder, documents) == Kept(unchanged=("a.itf.json", "a.md"))
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == times
    assert keep(folder, {"a.md": PAGE + "more\n"}) == Kept(written=("a.md",))


def test_without_documents_no_folder_is_made(tmp_path: Path) -> None:
    assert keep(tmp_path / "c" / "lamps", {}, tidy=True) == Kept()
    assert not (tmp_path / "c").exists()


def test_what_is_known_stays_unless_it_is_to_be_renewed(tmp_path: Path) -> None:
    keep(tmp_path / "c", {"a.md": PAGE})
    kept = keep(tmp_path / "c", {"a.md": PAGE + "other\n", "b.md": PAGE}, renew=False)
    assert kept == Kept(written=("b.md",), unchanged=("a.md",))
    assert contents(tmp_path / "c") == {"a.md": PAGE, "b.md": PAGE}


def test_stale_files_go_only_when_it_is_tidied(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    keep(folder, {"a.md": PAGE, "a.itf.json": TRACE, "b.md": PAGE})
    keep(folder, {"b.md": PAGE})
    assert len(contents(folder)) == 3
    assert keep(folder, {"b.md": PAGE}, tidy=True).removed == ("a.itf.json", "a.md")
    assert contents(folder) == {"b.md": PAGE}
    assert keep(folder, {}, tidy=True).removed == ("b.md",)
    assert not folder.exists()
    assert tmp_path.exists()


def test_a_folder_goes_only_if_tidying_has_emptied_it(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    folder.mkdir()
    assert keep(folder, {}, tidy=True) == Kept()
    assert folder.exists()
    keep(folder, {"a.md": PAGE})
    (folder / "accepted.toml").write_text("")
    assert keep(folder, {}, tidy=True).removed == ("a.md",)
    assert contents(folder) == {"accepted.toml": ""}


def test_only_files_of_headjudge_are_removed(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    folder.mkdir()
    for name, text in {
        "README.md": "# Notes\n",
        "accepted.toml": "",
        "notes.txt": PAGE,
        "other.itf.json": '{"#meta": {}}',
        "empty.md": "",
    }.items():
        (folder / name).write_text(text)
    (folder / "folder.md").mkdir()
    (tmp_path / "elsewhere.md").write_text(PAGE)
    (folder / "link.md").symlink_to(tmp_path / "elsewhere.md")
    before = sorted(path.name for path in folder.iterdir())
    assert keep(folder, {}, tidy=True) == Kept()
    assert sorted(path.name for path in folder.iterdir()) == before


def test_somebody_elses_file_is_not_overwritten(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    folder.mkdir()
    (folder / "a.md").write_text("# Mine\n")
    (tmp_path / "elsewhere").write_text("secret")
    (folder / "b.md").symlink_to(tmp_path / "elsewhere")
    kept = keep(folder, {"a.md": PAGE, "b.md": PAGE, "c.md": PAGE}, tidy=True)
    assert kept == Kept(written=("c.md",), foreign=("a.md", "b.md"))
    assert (folder / "a.md").read_text() == "# Mine\n"
    assert (tmp_path / "elsewhere").read_text() == "secret"


@pytest.mark.parametrize("link", ["counterexamples", "counterexamples/lamps"])
def test_nothing_is_written_or_removed_through_a_link(link: str, tmp_path: Path) -> None:
    target = tmp_path / "target"
    (target / "lamps").mkdir(parents=True)
    (target / "lamps" / "old.md").write_text(PAGE)
    (target / "old.md").write_text(PAGE)
    here = tmp_path / "here"
    (here / link).parent.mkdir(parents=True)
    (here / link).symlink_to(target)
    with pytest.raises(OSError, match="is a link"):
        keep(here / "counterexamples" / "lamps", {"a.md": PAGE}, tidy=True)
    assert sorted(path.name for path in target.rglob("*.md")) == ["old.md", "old.md"]


def test_a_file_checked_out_with_other_line_ends_is_still_ours(tmp_path: Path) -> None:
    (tmp_path / "a.itf.json").write_bytes(TRACE.replace("\n", "\r\n").encode())
    assert keep(tmp_path, {"a.itf.json": TRACE}) == Kept(unchanged=("a.itf.json",))
    assert keep(tmp_path, {}, tidy=True).removed == ("a.itf.json",)


def test_a_file_in_the_way_of_the_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "c").write_text("")
    with pytest.raises(FileExistsError):
        keep(tmp_path / "c", {"a.md": PAGE})
