"""Whatever a program does on its end of the pipes, it gets a verdict, and nothing stays."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from headjudge.conform.disagreements import Disagreement, Discord
from headjudge.conform.engines import Complaint
from headjudge.conform.process import Limits
from headjudge.conform.trials import Effort, Question, trial
from headjudge.rulebook import setting
from tests.conform.games import PYTHON, small

HOSTILE = Path(__file__).with_name("hostile.py")
SMALL = small()


def found(*command: str, seconds: float = 30) -> Disagreement:
    made = setting(SMALL, players=None, scope={"cards": 1})
    outcome = trial(Question(SMALL, made, command, Effort(20, limits=Limits(seconds))))
    assert outcome.found is not None
    assert outcome.found.discord is Discord.FAILS
    return outcome.found


def hostile(mode: str, *more: str) -> Disagreement:
    return found(PYTHON, "-I", "-S", str(HOSTILE), mode, *more)


@pytest.mark.parametrize(
    ("mode", "complaint", "said"),
    [
        ("shout", Complaint.CRASHED, "exit code 4; it said: xxx"),
        ("crash", Complaint.CRASHED, "exit code 3; it said: the last words"),
        ("die", Complaint.CRASHED, "killed by SIGKILL"),
        ("close", Complaint.CLOSED, "it has closed its standard output, and still runs"),
        ("flood_a_line", Complaint.LONG, "a line has more than 1 MiB"),
        ("deep", Complaint.DEEP, "more than 32 levels"),
        ("code", Complaint.NOT_JSON, "it says: __import__"),
        ("another", Complaint.UNASKED, "message 5 was to be answered, and it answers 99"),
        ("true", Complaint.UNASKED, "it answers True"),
        ("nothing", Complaint.NOT_JSON, "this is no JSON"),
        ("latin", Complaint.NOT_UTF8, "byte 29 of its line is 0xe9"),
        ("nan", Complaint.NOT_JSON, "NaN is no value here"),
        ("big", Complaint.NOT_JSON, "a number has more than 15 digits"),
        ("list", Complaint.WRONG, "the whole is no record"),
        ("shape", Complaint.WRONG, "sees is no record"),
        ("error", Complaint.FAILED, "out of cards"),
    ],
)
def test_each_kind_of_trouble_has_a_verdict_of_its_own(
    mode: str, complaint: Complaint, said: str
) -> None:
    disagreement = hostile(mode)
    assert disagreement.complaint is complaint
    assert said in disagreement.detail


def test_an_answer_that_comes_twice_is_out_of_turn() -> None:
    assert hostile("twice").complaint is Complaint.UNASKED


def test_an_engine_that_writes_without_end_is_stopped() -> None:
    assert hostile("flood").complaint is Complaint.FLOODED


def test_a_program_that_is_no_engine_is_no_engine() -> None:
    assert found("cat").complaint is Complaint.WRONG
    assert found("true").complaint is Complaint.CRASHED


def test_an_engine_that_does_not_answer_is_given_up() -> None:
    disagreement = found("sleep", "60", seconds=0.1)
    assert disagreement.complaint is Complaint.HUNG
    assert disagreement.detail == "no answer within 0.1 seconds"


def test_what_an_engine_has_started_ends_with_it(tmp_path: Path) -> None:
    file = tmp_path / "child"
    assert hostile("hang_with_children", str(file)).complaint is Complaint.CRASHED
    child = int(file.read_text("ascii"))
    for _ in range(100):
        if not Path(f"/proc/{child}").exists() or _is_zombie(child):
            return
        time.sleep(0.02)
    raise AssertionError(child)


def test_neither_descriptors_nor_processes_are_left() -> None:
    before = descriptors()
    for mode in ("crash", "close", "flood"):
        hostile(mode)
    assert descriptors() == before
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def descriptors() -> list[str]:
    return sorted(one.name for one in Path("/proc/self/fd").iterdir())


def _is_zombie(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text("ascii").rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True
