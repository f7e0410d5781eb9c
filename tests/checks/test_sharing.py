"""Work that is shared out gives what it gives in one process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from headjudge import checks
from headjudge.checks import sharing
from headjudge.engines.search import Budget, Progress, Report
from tests.checks.seeded import RULEBOOKS, audited, book

READING = RULEBOOKS / "reading" / "faulty.md"


def tell(_title: str, _progress: Progress) -> None:
    """Nobody watches."""


@dataclass(frozen=True)
class Squares:
    """A piece of work that tells where it was done."""

    number: int

    @property
    def title(self) -> str:
        return str(self.number)

    def work(self, report: Report) -> tuple[int, int]:
        report(Progress("test", self.number, 0))
        return os.getpid(), self.number * self.number


@dataclass(frozen=True)
class Fails:
    """A piece of work that raises, or takes its process with it."""

    hard: bool
    title: str = "fails"

    def work(self, report: Report) -> int:
        del report
        if self.hard:
            os._exit(1)
        raise KeyError("no such clause")


def test_results_come_in_the_order_in_which_work_was_given() -> None:
    with checks.Crew(2, tell) as crew:
        begun = [crew.begin(Squares(number)) for number in range(20)]
        done = [wait() for wait in begun]
    assert [square for _, square in done] == [number * number for number in range(20)]
    assert os.getpid() not in {process for process, _ in done}


def test_whoever_watches_is_told_of_each_piece() -> None:
    told = []
    with checks.Crew(1, lambda title, now: told.append((title, now.depth))) as crew:
        crew.begin(Squares(7))()
    assert told == [("7", 7)]


@dataclass(frozen=True)
class Reports:
    """A piece of work that reports without a pause, and may be killed at it."""

    killed: bool
    title: str = "reports"

    def work(self, report: Report) -> int:
        for _ in range(2_000):
            report(Progress("test", 1, 1))
        if self.killed:
            os.kill(os.getpid(), signal.SIGKILL)
        return 1


@pytest.fixture
def without_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that is reported is held back."""
    monkeypatch.setattr(sharing, "_BETWEEN_REPORTS", 0.0)


@pytest.mark.usefixtures("without_a_pause")
def test_reports_do_not_wait_for_whoever_reads_them() -> None:
    reading = threading.Event()

    def later(_title: str, _progress: Progress) -> None:
        reading.wait()

    with checks.Crew(2, later) as crew:
        begun = [crew.begin(Reports(killed=False)) for _ in range(4)]
        assert [wait() for wait in begun] == [1, 1, 1, 1]
        reading.set()


@pytest.mark.usefixtures("without_a_pause")
def test_a_process_that_is_killed_at_a_report_keeps_nobody_waiting() -> None:
    with checks.Crew(2, tell) as crew:
        begun = [crew.begin(Reports(killed=number == 1)) for number in range(8)]
        with pytest.raises(checks.LostError):
            begun[1]()


def test_alone_or_shared_the_audit_is_the_same() -> None:
    rulebook, properties, where = book(READING)
    assert len(checks.combinations(rulebook)) > 1
    question = checks.Question(rulebook, properties, where, "explore", Budget())
    with checks.Crew(2, tell) as crew:
        assert checks.begin(question, crew)() == audited(READING)


def test_what_a_piece_raises_is_raised_where_it_is_waited_for() -> None:
    with checks.Crew(2, tell) as crew:
        first, second = crew.begin(Fails(hard=False)), crew.begin(Squares(3))
        assert second()[1] == 9
        with pytest.raises(KeyError, match="no such clause"):
            first()


def test_a_process_that_is_killed_is_no_result() -> None:
    with checks.Crew(1, tell) as crew, pytest.raises(checks.LostError):
        crew.begin(Fails(hard=True))()


SLEEPER = """
import signal, sys, time
from dataclasses import dataclass
from headjudge import checks

@dataclass(frozen=True)
class Sleeps:
    title: str = "sleeps"
    def work(self, report):
        open(sys.argv[1], "w").close()
        time.sleep(600)

# Whoever starts the tests in the background has the signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)

with checks.Crew(1, lambda *_: None) as crew:
    crew.begin(Sleeps())()
"""


@pytest.mark.parametrize("whom", ["parent", "both"])
def test_an_interrupt_does_not_wait_for_the_work(tmp_path: Path, whom: str) -> None:
    script, started = tmp_path / "sleeper.py", tmp_path / "started"
    script.write_text(SLEEPER, "utf-8")
    process = subprocess.Popen(
        [sys.executable, script, started], start_new_session=True, stderr=subprocess.DEVNULL
    )
    while not started.exists():
        assert process.poll() is None
        time.sleep(0.05)
    if whom == "both":
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) != 0
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
