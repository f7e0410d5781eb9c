"""The command line, run in this process, with an audit that finds what it is told to find."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from click.testing import Result as Outcome

from headjudge.cli import main
from headjudge.engines.search import Progress
from headjudge.evidence.results import Audit, Result
from tests.reports.books import audit

PAGES = Path("counterexamples/lamps")
CONFLICT_PAGE = PAGES / "no-conflict--hang_lamp--1.1+1.2.md"
CONFLICT_TRACE = PAGES / "no-conflict--hang_lamp--1.1+1.2.itf.json"


def run(*arguments: str) -> Outcome:
    """Run a command; nothing but an exit is allowed to come out of it."""
    outcome = CliRunner().invoke(main, arguments)
    assert outcome.exception is None or isinstance(outcome.exception, SystemExit)
    return outcome


class Fake:
    """An audit that finds what it is told to find, and keeps what it was asked."""

    def __init__(self, *results: Result, complete: bool = True) -> None:
        self.results = results
        self.complete = complete
        self.asked: list[dict[str, Any]] = []

    def __call__(self, rulebook: Any, properties: Any, setting: Any, **asked: Any) -> Audit:
        asked["report"](Progress("explore", 3, 1000))
        self.asked.append({"rulebook": rulebook, "properties": properties, **asked})
        whole = audit(*self.results, complete=self.complete)
        return replace(whole, rulebook=rulebook, setting=setting)
