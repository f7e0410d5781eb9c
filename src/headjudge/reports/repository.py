"""Paths as a repository has them: from its root, whatever directory headjudge runs in."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import quote

_PACKAGED = "headjudge:"


@dataclass(frozen=True, slots=True)
class Repository:
    """``root`` and ``here``: absolute paths of the repository and of the working directory."""

    root: str = "/"
    here: str = "/"

    def path(self, file: str) -> str | None:
        """A file's path from the root; None if it lies elsewhere, as what comes with headjudge."""
        if file.startswith(_PACKAGED):
            return None
        absolute = posixpath.normpath(posixpath.join(self.here, file))
        found = posixpath.relpath(absolute, self.root)
        return None if found == ".." or found.startswith("../") else found

    def shown(self, file: str) -> str:
        """A file for people: without the way to it if that is one machine's own."""
        inside = self.path(file)
        if inside is not None or file.startswith(_PACKAGED):
            return inside or file
        return PurePosixPath(file).name

    def uri(self, file: str) -> str:
        """A file as a relative reference, or what comes with headjudge as a name of its own."""
        if file.startswith(_PACKAGED):
            return _PACKAGED + quote(file.removeprefix(_PACKAGED))
        return quote(self.shown(file))
