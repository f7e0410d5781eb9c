"""Files as they are in a revision of a git repository, without running anything of it.

Only three commands are used that read objects and nothing else: they run no hook and no
filter, and look at no attribute and no file of the work tree. What they are given is made
of checked names.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field

import click

from headjudge.rulebook.faults import Faults
from headjudge.rulebook.places import Place

_SECONDS = 60
_MOST = 1024 * 1024
_MOST_FILES = 10_000
_LINKS = {"120000": "a link", "160000": "another repository"}
_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_NAME = re.compile(r"[^\x00-\x1f\x7f-][^\x00-\x1f\x7f]{0,255}")
# Nothing that the repository's own configuration could start, and nothing over a network.
_QUIET = (
    "--no-pager",
    "--no-replace-objects",
    "--literal-pathspecs",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "protocol.allow=never",
)


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit of the repository that the current directory is in."""

    name: str
    commit: str
    prefix: str
    _listed: dict[str, Mapping[str, tuple[str, str]]] = field(default_factory=dict)

    def files(self, folder: str) -> Mapping[str, str]:
        """The names of the plain files of a folder, each with its object's name.

        Raises UnreadableError if there is a link or another repository, which are not followed.
        """
        listed = self._entries(folder)
        self._refuse_links(folder, listed)
        # 100644 and 100755: no folders.
        return {name: hash_ for name, (mode, hash_) in listed.items() if mode.startswith("100")}

    def file(self, folder: str, name: str) -> str | None:
        """A plain file's object, None if there is none. Raises UnreadableError for a link."""
        entry = self._entries(folder).get(name)
        if entry is None:
            return None
        self._refuse_links(folder, {name: entry})
        mode, object_ = entry
        return object_ if mode.startswith("100") else None

    def _entries(self, folder: str) -> Mapping[str, tuple[str, str]]:
        """Mode and object of each entry of a folder."""
        known = self._listed.get(folder)
        if known is None:
            path, parts = "", f"{self.prefix}{folder}".split("/")
            for part in parts:
                self._refuse_links(path, self._tree(f"{path}{part}"))
                path = f"{path}{part}/"
            known = self._listed[folder] = self._tree(path)
        return known

    def _tree(self, path: str) -> dict[str, tuple[str, str]]:
        found = {}
        entries = _git("ls-tree", "-z", "--full-tree", self.commit, path).split(b"\0")
        if len(entries) > _MOST_FILES:
            self._refuse(path, f"there are more than {_MOST_FILES} files here")
        for entry in entries:
            about, _, path_ = entry.partition(b"\t")
            parts = about.decode("ascii", "replace").split()
            if len(parts) == 3 and _HASH.fullmatch(parts[2]):  # noqa: PLR2004
                name = path_.decode("utf-8", "replace").rpartition("/")[2]
                found[name] = parts[0], parts[2]
        return found

    def _refuse_links(self, folder: str, entries: Mapping[str, tuple[str, str]]) -> None:
        for name, (mode, _) in entries.items():
            if mode in _LINKS:
                path = f"{folder.rstrip('/')}/{name}".lstrip("/")
                self._refuse(path, f"this cannot be read: it is {_LINKS[mode]}")

    def _refuse(self, path: str, wrong: str) -> None:
        faults = Faults()
        place = Place(f"{self.name}:{path}", 1, 1)
        faults.add(place, "cannot-open", wrong, "put the files themselves there")
        faults.check()

    def read(self, folder: str, name: str) -> bytes | None:
        """A file, or None if there is none; of one that is too large, what shows that.

        Raises UnreadableError for a link.
        """
        object_ = self.file(folder, name)
        if object_ is None:
            return None
        size = int(_git("cat-file", "-s", object_))
        if size > _MOST:
            return b" " * (_MOST + 1)
        return _git("cat-file", "blob", object_)


def revision(name: str) -> Revision:
    """The commit that a name stands for. Raises UsageError if there is none."""
    if not _NAME.fullmatch(name):
        raise click.UsageError(f"{name[:60]!r} is no name of a revision")
    try:
        commit = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    except click.UsageError as error:
        raise click.UsageError(f"there is no revision {name[:60]}: {error.message}") from error
    found = commit.decode("ascii", "replace").strip()
    if not _HASH.fullmatch(found):
        raise click.UsageError(f"there is no revision {name[:60]}")
    prefix = _git("rev-parse", "--show-prefix").decode("utf-8", "replace").rstrip("\n")
    return Revision(name, found, prefix)


def revisions(span: str) -> tuple[Revision, Revision]:
    """``BASE..HEAD``, or ``BASE..`` for what is checked out. Raises UsageError."""
    base, dots, head = span.partition("..")
    if not dots or not base or head.startswith("."):
        raise click.UsageError(f"{span[:60]} is no BASE..HEAD")
    return revision(base), revision(head or "HEAD")


def _git(*arguments: str) -> bytes:
    """What git says. Raises UsageError with its complaint."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "LC_ALL": "C",
    }
    try:
        ran = subprocess.run(  # noqa: S603 - a list of checked names, no shell
            ["git", *_QUIET, *arguments],  # noqa: S607 - the user's own git
            capture_output=True,
            check=False,
            env=environment,
            stdin=subprocess.DEVNULL,
            timeout=_SECONDS,
        )
    except FileNotFoundError as error:
        raise click.UsageError("git is not installed") from error
    except subprocess.TimeoutExpired as error:
        raise click.UsageError(f"git did not answer within {_SECONDS} seconds") from error
    if ran.returncode:
        lines = ran.stderr.decode("utf-8", "replace").strip().splitlines()
        raise click.UsageError(lines[0][:200] if lines else "git does not know it")
    return ran.stdout
