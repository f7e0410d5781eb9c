"""The command line, run in this process, with an audit that finds what it is told to find."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from click.testing import CliRunner
from click.testing import Result as Outcome

from headjudge import checks
from headjudge.cli import main
from headjudge.engines.search import Progress, Report
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
        self.asked: list[checks.Question] = []

    def __call__(self, question: checks.Question, sharing: checks.Sharing) -> Callable[[], Audit]:
        self.asked.append(question)
        return sharing.begin(Found(question, audit(*self.results, complete=self.complete)))


@dataclass(frozen=True)
class Found:
    """The piece of work that finds it."""

    question: checks.Question
    whole: Audit
    title: str = "lamps"

    def work(self, report: Report) -> Audit:
        report(Progress("explore", 3, 1000))
        return replace(self.whole, rulebook=self.question.rulebook, setting=self.question.setting)
