"""A plugin for pytest: rulebooks are collected, and what is checked of them are tests.

``pytest model/`` in a repository of rulebooks runs every example, property and claim as a
test. A Markdown file is taken for a rulebook if it has a rulebook's header and lies in a
folder called ``model``, or is named on the command line.

Unlike the command, pytest runs what lies in the folder, such as a ``conftest.py``: it is for
rulebooks of one's own, and not for a stranger's pull request.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from headjudge.cli.auditing import Checks


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> RulebookFile | None:
    """Collect a rulebook."""
    if file_path.suffix != ".md":
        return None
    named = parent.session.isinitpath(file_path)
    if not named and file_path.parent.name != "model":
        return None
    from headjudge.cli import library  # noqa: PLC0415 - not before there is a file to look at

    if not library.is_rulebook(file_path):
        return None
    made: RulebookFile = RulebookFile.from_parent(parent, path=file_path)
    return made


class RulebookFile(pytest.File):
    """A rulebook: a test for each of its results, in each of its settings."""

    def collect(self) -> Iterator[RulebookItem]:
        """Read it, which finds every fault of the document; nothing is searched yet."""
        from headjudge.cli.auditing import Checks  # noqa: PLC0415
        from headjudge.rulebook import UnreadableError  # noqa: PLC0415

        try:
            checks = Checks(self.path)
        except UnreadableError as error:
            raise self.CollectError("\n".join(str(fault) for fault in error.faults)) from error
        for name in checks.names():
            item: RulebookItem = RulebookItem.from_parent(self, name=name, checks=checks)
            yield item


class RulebookItem(pytest.Item):
    """One result: a property, a claim, an example, or whatever else is asked of the document."""

    def __init__(self, *, name: str, parent: pytest.Collector, checks: Checks) -> None:
        """``checks``: what the tests of one rulebook share."""
        super().__init__(name, parent)
        self._checks = checks

    def runtest(self) -> None:
        """Fail with what is wrong; what has no verdict never passes."""
        told = self._checks.told(self.name)
        if told.skipped:
            pytest.skip(told.said)
        if told.said:
            raise RulebookError(told.said)

    def repr_failure(
        self,
        excinfo: pytest.ExceptionInfo[BaseException],
        style: object = None,
    ) -> str:
        """What is wrong, without a trace of Python."""
        if isinstance(excinfo.value, RulebookError):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo, style))  # type: ignore[arg-type]

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands; not under the node's own name, in which pytest would change dots."""
        return self.path, self._checks.line(self.name), f"{self.name} ({self.path.stem})"


class RulebookError(Exception):
    """Something that is checked of a rulebook does not hold, or is not decided."""
