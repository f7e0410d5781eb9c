from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from headjudge import checks
from headjudge.evidence.results import Result
from tests.reports.books import TEXT
from tests.reports.command import Fake


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one rulebook, and we are in it."""
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "lamps.md").write_text(TEXT, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Fake]:
    """Say what the audit finds."""

    def use(*results: Result, complete: bool = True) -> Fake:
        fake = Fake(*results, complete=complete)
        monkeypatch.setattr(checks, "begin", fake)
        return fake

    return use
