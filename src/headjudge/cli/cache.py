"""Where audits are kept: in the user's cache, and never in what is checked.

The folder can be deleted at any time. What lies there is read as carefully as a stranger's,
but a result is taken as it is: so the folder has to be the user's own, and none that a
repository could bring along.
"""

from __future__ import annotations

import hashlib
import os
import platform
import stat
from contextlib import suppress
from importlib import metadata
from pathlib import Path

import headjudge
from headjudge.cli.formats import repository
from headjudge.evidence.files import write_whole

VARIABLE = "HEADJUDGE_CACHE"
OFF = "off"
FORMAT = "headjudge-audit/1"
LARGEST = 4 * 1024 * 1024
MOST = 400
_SUFFIX = ".audit"
_LIBRARIES = ("z3-solver", "numpy", "networkx")


def folder() -> Path | None:
    """Where to keep audits; None for nowhere.

    `HEADJUDGE_CACHE` names a folder, or is `off`; else it is the usual place for caches. A
    folder inside the repository that is checked is not used, wherever it comes from.
    """
    named = os.environ.get(VARIABLE, "")
    if named.casefold() == OFF:
        return None
    home = os.environ.get("XDG_CACHE_HOME", "")
    usual = Path(home) if Path(home).is_absolute() else Path("~/.cache").expanduser()
    chosen = Path(named) if named else usual / "headjudge"
    if not chosen.is_absolute():
        return None
    where = repository()
    real = Path(os.path.realpath(chosen))
    inside = [Path(os.path.realpath(one)) for one in (where.root, where.here)]
    return None if any(real.is_relative_to(one) for one in inside) else real


class Cache:
    """A folder of audits, one file each. Whatever goes wrong with it, there is just no audit."""

    def __init__(self, place: Path) -> None:
        """Use a folder, which is made when there is something to keep."""
        self._place = place
        self._version = _version()

    def load(self, name: str) -> bytes | None:
        """What is kept under a name; None if there is nothing, or nothing whole."""
        try:
            if not _own(self._place):
                return None
            with self._file(name).open("rb") as stream:
                data = stream.read(LARGEST + 1)
        except OSError:
            return None
        head, _, body = data.partition(b"\n")
        return body if head == self._head(name, body) else None

    def save(self, name: str, data: bytes) -> None:
        """Keep it, and not more than so many."""
        head = self._head(name, data)
        if len(head) + 1 + len(data) > LARGEST:
            return
        with suppress(OSError):
            self._place.mkdir(parents=True, exist_ok=True, mode=0o700)
            if _own(self._place):
                write_whole(self._file(name), f"{head.decode()}\n{data.decode()}")
                self._tidy()

    def _file(self, name: str) -> Path:
        digest = hashlib.sha256(f"{self._version} {name}".encode()).hexdigest()
        return self._place / f"{digest[:40]}{_SUFFIX}"

    def _head(self, name: str, body: bytes) -> bytes:
        """What a whole file of this version under this name begins with."""
        digest = hashlib.sha256(body).hexdigest()
        return f"{FORMAT} {self._version} {name} {digest}".encode()

    def _tidy(self) -> None:
        """Remove the oldest, if there are too many."""
        found = sorted(self._place.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime)
        for path in found[:-MOST]:
            path.unlink(missing_ok=True)


def _own(place: Path) -> bool:
    """Whether a folder is the user's own, and nobody else may write to it."""
    told = place.lstat()
    mine = not hasattr(os, "getuid") or told.st_uid == os.getuid()
    return stat.S_ISDIR(told.st_mode) and mine and not told.st_mode & 0o022


def _version() -> str:
    """A fingerprint of headjudge and of what its results rest on."""
    digest = hashlib.sha256(platform.python_version().encode())
    for library in _LIBRARIES:
        with suppress(metadata.PackageNotFoundError):
            digest.update(f"{library} {metadata.version(library)}".encode())
    package = Path(headjudge.__file__).parent
    for path in sorted(package.rglob("*.py")):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(package).as_posix()} {len(data)} ".encode() + data)
    return digest.hexdigest()[:24]
