"""Files that a check leaves behind: written whole or not at all, removed only if they are ours.

A file that headjudge writes begins with a mark. What bears no mark is somebody else's: it is
neither changed nor removed.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import secrets
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

MARKDOWN_MARK = "<!-- Written by headjudge"
MENDS_MARK = '{\n  "headjudge": "mends/'
CERTIFICATE_MARK = '{\n  "headjudge": "certificate/'
ITF_MARK = '{\n  "#meta": {\n    "headjudge": "trace/'
TESTS_MARK = '{\n  "format": "headjudge-tests/'
SCHEMA_MARK = '{\n  "$comment": "Written by headjudge'
PYTHON_MARK = '"""Written by headjudge'
_MARKS = (
    (".itf.json", (ITF_MARK,)),
    (".json", (CERTIFICATE_MARK, TESTS_MARK, SCHEMA_MARK, MENDS_MARK)),
    (".md", (MARKDOWN_MARK,)),
    (".py", (PYTHON_MARK,)),
)

MAX_NAME = 120
_HASH = 12
_UNSAFE = re.compile(r"[^A-Za-z0-9._+=,-]")
_DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(f"com{n}" for n in range(10)), *(f"lpt{n}" for n in range(10)))
)


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of the documents of one rulebook, by file name, sorted.

    ``foreign``: a file of that name is there, and headjudge did not write it.
    """

    written: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()


def safe_name(name: str) -> str:
    """A name fit for a file on every system; the name itself wherever it is fit.

    Spaces become underscores. A name that is too long, has other characters or means a
    device somewhere is shortened or changed, and ends in a hash of what it was.
    """
    spaced = name.replace(" ", "_")
    plain = _UNSAFE.sub("_", spaced)
    device = plain.split(".")[0].casefold() in _DEVICES
    if plain == spaced and plain[:1].isalnum() and len(plain) <= MAX_NAME and not device:
        return plain
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH]
    stem = ("x" + plain if device or not plain[:1].isalnum() else plain)[: MAX_NAME - _HASH - 1]
    return f"{stem}-{digest}"


def safe_names(names: Iterable[str]) -> dict[str, str]:
    """A file name for each name. Two that differ only in case both end in a hash."""
    chosen = {name: safe_name(name) for name in names}
    folded: dict[str, list[str]] = {}
    for name, file in chosen.items():
        folded.setdefault(file.casefold(), []).append(name)
    for group in folded.values():
        if len(group) > 1:
            for name in group:
                digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
                chosen[name] = f"{chosen[name][: MAX_NAME - _HASH - 1]}-{digest[:_HASH]}"
    return chosen


def write_whole(path: Path, text: str) -> bool:
    """Write a file whole or not at all; False if it holds that text already.

    Line ends are newlines on every system; a file that differs only in these is left alone.
    Raises OSError, and then the old file is still there.
    """
    data = text.encode("utf-8", "backslashreplace")
    if _normal(_read(path)) == data:
        return False
    temporary = path.parent / f".headjudge-{secrets.token_hex(6)}.tmp"
    try:
        with temporary.open("xb") as file:
            file.write(data)
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    return True


def keep(
    folder: Path, documents: Mapping[str, str], *, renew: bool = True, tidy: bool = False
) -> Kept:
    """Put documents, by file name, into a folder.

    ``renew``: documents that are there and differ are written anew; else what is there
    stays. ``tidy``: files of ours that are not among the documents are removed, and the
    folder if that leaves nothing in it. Neither the folder nor the one it is in may be a
    link. Raises OSError, also for a link.
    """
    for place in (folder.parent, folder):
        if place.is_symlink():
            raise OSError(f"{place.as_posix()} is a link: nothing is written through it")
    written, unchanged, foreign = [], [], []
    if documents:
        folder.mkdir(parents=True, exist_ok=True)
    for name, text in sorted(documents.items()):
        path = folder / name
        match _owner(path):
            case "nobody":
                write_whole(path, text)
                written.append(name)
            case "headjudge" if renew and write_whole(path, text):
                written.append(name)
            case "headjudge":
                unchanged.append(name)
            case _:
                foreign.append(name)
    removed = _tidy(folder, documents) if tidy else ()
    return Kept(tuple(written), tuple(unchanged), removed, tuple(foreign))


def _tidy(folder: Path, documents: Mapping[str, str]) -> tuple[str, ...]:
    removed = []
    known = {name.casefold() for name in documents}
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.name.casefold() not in known and _owner(path) == "headjudge":
            path.unlink()
            removed.append(path.name)
    if removed and not any(folder.iterdir()):
        folder.rmdir()
    return tuple(removed)


def _owner(path: Path) -> str:
    """Who wrote what is there: ``headjudge``, ``somebody``, or ``nobody`` if nothing is."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return "nobody"
    marks = next((marks for suffix, marks in _MARKS if path.name.endswith(suffix)), ())
    if not stat.S_ISREG(mode):
        return "somebody"
    with path.open("rb") as file:
        start = _normal(file.read(2 * max(map(len, marks), default=0)))
    ours = any(start.startswith(mark.encode()) for mark in marks)
    return "headjudge" if ours else "somebody"


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (FileNotFoundError, IsADirectoryError):
        return b""


def _normal(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n")
