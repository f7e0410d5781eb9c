"""Where audits are kept, and what a check does with what lies there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from headjudge.cli import cache
from headjudge.cli.cache import Cache
from tests.reports.books import TEXT
from tests.reports.command import Fake, run
from tests.reports.everything import GOOD

NAME = "whole-0123"


@pytest.fixture
def place(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the user's own, which is used."""
    made = tmp_path_factory.mktemp("cache") / "headjudge"
    monkeypatch.setenv("HEADJUDGE_CACHE", str(made))
    return made


def files(place: Path) -> list[Path]:
    return sorted(place.glob("*"))


def test_what_is_kept_is_given_back(place: Path) -> None:
    Cache(place).save(NAME, b"{}")
    assert Cache(place).load(NAME) == b"{}"
    assert Cache(place).load("whole-4567") is None


@pytest.mark.parametrize("size", [0, 1, 10, 50, -3, -1])
def test_a_file_that_is_cut_off_is_no_file(size: int, place: Path) -> None:
    Cache(place).save(NAME, b'{"a": 1}')
    (file,) = files(place)
    file.write_bytes(file.read_bytes()[:size])
    assert Cache(place).load(NAME) is None


@pytest.mark.parametrize("at", [0, 30, -8, -2])
def test_a_file_with_another_byte_is_no_file(at: int, place: Path) -> None:
    Cache(place).save(NAME, b'{"a": 1}')
    (file,) = files(place)
    data = bytearray(file.read_bytes())
    data[at] ^= 1
    file.write_bytes(data)
    assert Cache(place).load(NAME) is None


def test_a_file_of_another_version_is_no_file(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Cache(place).save(NAME, b"{}")
    (file,) = files(place)
    monkeypatch.setattr(cache, "_version", lambda: "another")
    other = Cache(place)
    assert other.load(NAME) is None
    other.save(NAME, b"[]")
    (mine,) = (path for path in files(place) if path != file)
    mine.write_bytes(file.read_bytes())
    assert other.load(NAME) is None


def test_a_file_under_another_name_is_no_file(place: Path) -> None:
    kept = Cache(place)
    kept.save(NAME, b"{}")
    (first,) = files(place)
    kept.save("whole-4567", b"[]")
    (second,) = (path for path in files(place) if path != first)
    second.write_bytes(first.read_bytes())
    assert kept.load("whole-4567") is None


def test_a_folder_that_others_may_write_to_is_not_used(place: Path) -> None:
    Cache(place).save(NAME, b"{}")
    place.chmod(0o777)
    assert Cache(place).load(NAME) is None


def test_a_link_in_place_of_the_folder_is_not_used(place: Path) -> None:
    Cache(place).save(NAME, b"{}")
    other = place.with_name("other")
    other.symlink_to(place)
    assert Cache(other).load(NAME) is None


def test_not_more_than_so_many_are_kept(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST", 3)
    kept = Cache(place)
    for number in range(5):
        kept.save(f"whole-{number}", b"{}")
        for age, file in enumerate(files(place)):
            assert file.exists(), age
    assert len(files(place)) == 3


def test_a_folder_that_cannot_be_made_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    kept = Cache(tmp_path / "file" / "cache")
    kept.save(NAME, b"{}")
    assert kept.load(NAME) is None


@pytest.mark.parametrize("inside", [".cache", ".headjudge", "model"])
def test_a_folder_in_the_repository_is_never_used(
    inside: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for where in (folder / inside, folder / "deep" / inside):
        monkeypatch.setenv("HEADJUDGE_CACHE", str(where))
        assert cache.folder() is None
    (folder / ".git").mkdir()
    (folder / "sub").mkdir()
    monkeypatch.chdir(folder / "sub")
    monkeypatch.setenv("HEADJUDGE_CACHE", str(folder / inside))
    assert cache.folder() is None
    monkeypatch.setenv("HEADJUDGE_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    assert cache.folder() is None


def test_a_link_into_the_repository_is_not_used(
    folder: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "planted").mkdir()
    place.symlink_to(folder / "planted")
    monkeypatch.setenv("HEADJUDGE_CACHE", str(place))
    assert cache.folder() is None


@pytest.mark.parametrize(
    ("named", "home", "found"),
    [
        ("/x/kept", "/y", "/x/kept"),
        ("", "/y", "/y/headjudge"),
        ("", "y", "/z/.cache/headjudge"),
        ("", "", "/z/.cache/headjudge"),
        ("OFF", "/y", None),
        ("off", "", None),
        ("relative/one", "/y", None),
    ],
)
@pytest.mark.usefixtures("folder")
def test_the_folder_is_named_or_the_usual_one_for_caches(
    named: str, home: str, found: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADJUDGE_CACHE", named)
    monkeypatch.setenv("XDG_CACHE_HOME", home)
    monkeypatch.setenv("HOME", "/z")
    assert cache.folder() == (None if found is None else Path(found))


# -------------------------------------------------------------------------- a check


def test_a_second_check_asks_nobody(place: Path, folder: Path, found: Callable[..., Fake]) -> None:
    fake = found(GOOD)
    first = run("check")
    assert run("check").output == first.output
    assert len(fake.asked) == 1
    assert len(files(place)) == 2
    assert folder.exists()


def test_other_words_ask_nobody_and_another_block_does(
    place: Path, folder: Path, found: Callable[..., Fake]
) -> None:
    fake = found(GOOD)
    run("check")
    path = folder / "model" / "lamps.md"
    path.write_text(TEXT.replace("At night no lamp", "At night never a lamp"), "utf-8")
    run("check")
    assert len(fake.asked) == 1
    path.write_text(TEXT.replace("time_of_day == DAY", "time_of_day != LATE_NIGHT"), "utf-8")
    run("check")
    assert len(fake.asked) == 2
    assert place.exists()


def test_without_the_cache_nothing_is_read_and_nothing_is_kept(
    place: Path, folder: Path, found: Callable[..., Fake]
) -> None:
    fake = found(GOOD)
    with_it = [run("check", "--format", "json").stdout for _ in range(2)]
    kept = {path.name: path.read_bytes() for path in files(place)}
    without = run("check", "--no-cache", "--format", "json").stdout
    assert with_it == [without, without]
    assert len(fake.asked) == 2
    assert {path.name: path.read_bytes() for path in files(place)} == kept
    assert folder.exists()


def test_the_cache_can_be_deleted_at_any_time(
    place: Path, folder: Path, found: Callable[..., Fake]
) -> None:
    found(GOOD)
    before = run("check").output
    for path in files(place):
        path.unlink()
    place.rmdir()
    assert run("check").output == before
    assert folder.exists()


def test_a_cache_that_somebody_planted_in_the_repository_changes_nothing(
    folder: Path, found: Callable[..., Fake], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADJUDGE_CACHE", str(folder / ".headjudge"))
    fake = found(GOOD)
    planted = Cache(folder / ".headjudge")
    planted.save(NAME, b"{}")
    run("check")
    run("check")
    assert len(fake.asked) == 2
    assert len(files(folder / ".headjudge")) == 1


def test_no_file_of_the_cache_is_a_program(
    place: Path, folder: Path, found: Callable[..., Fake]
) -> None:
    found(GOOD)
    run("check")
    for path in files(place):
        head, _, body = path.read_bytes().partition(b"\n")
        assert head.startswith(b"headjudge-audit/1 ")
        json.loads(body)
        assert path.stat().st_mode & 0o111 == 0
    assert folder.exists()
