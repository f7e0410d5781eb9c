"""The command as a process of its own, as a shell starts it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.reports.books import TEXT

ROOT = Path(__file__).resolve().parents[2]

# The command with an audit that finds one conflict, and nothing of the engines.
FAKED = f"""
import sys
sys.path[:0] = [{str(ROOT / "src")!r}, {str(ROOT)!r}]
from headjudge import checks
from headjudge.cli import main
from tests.reports.books import result
from tests.reports.command import Fake
checks.begin = Fake(result())
main()
"""
# Whoever starts the tests in the background has the signal ignored.
HEARS = "import signal, sys, time\nsignal.signal(signal.SIGINT, signal.default_int_handler)"
SLEEPY = FAKED.replace("import sys", HEARS, 1).replace(
    "Fake(result())", "lambda *_: lambda: (print('asleep', flush=True), time.sleep(60))"
)


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A folder with one rulebook."""
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "lamps.md").write_text(TEXT, "utf-8")
    return tmp_path


def environment(**changes: str) -> dict[str, str]:
    names = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "PYTHONIOENCODING")
    kept = {name: value for name, value in os.environ.items() if name not in names}
    return {**kept, "PYTHONPATH": str(ROOT / "src"), "TERM": "xterm-256color", **changes}


def module(here: Path, *arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run ``python -m headjudge``."""
    return subprocess.run(
        [sys.executable, "-m", "headjudge", *arguments],
        cwd=here,
        env=environment(**changes),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def faked(here: Path, *arguments: str, **changes: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command with the faked audit."""
    return subprocess.run(
        [sys.executable, "-c", FAKED, *arguments],
        cwd=here,
        env=environment(**changes),
        capture_output=True,
        check=False,
    )


def test_the_version_needs_no_engine(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from headjudge.cli import main\n"
        "try:\n    main(['--version'])\nexcept SystemExit as end:\n    assert not end.code\n"
        "heavy = {'numpy', 'z3', 'networkx', 'rich', 'jinja2', 'markdown_it'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("headjudge ")


def test_nothing_is_imported_from_the_folder_that_is_checked(here: Path) -> None:
    for name in ("click", "numpy", "z3", "markdown_it", "jinja2", "rich", "json", "lamps"):
        (here / f"{name}.py").write_text(f"raise SystemExit('{name} of the folder')\n")
        (here / "model" / f"{name}.py").write_text(f"raise SystemExit('model/{name}.py')\n")
    (here / "sitecustomize.py").write_text("print('sitecustomize of the folder')\n")
    ran = module(here, "check", "--format", "json")
    assert "of the folder" not in ran.stdout + ran.stderr
    assert "model/" not in ran.stderr
    assert json.loads(ran.stdout)["format"] == "headjudge/1"


def test_a_real_check_gives_the_same_bytes_under_every_hash_seed(here: Path) -> None:
    one, two = (module(here, "check", "--format", "json", PYTHONHASHSEED=seed) for seed in "12")
    assert one.returncode == two.returncode
    assert one.returncode in (0, 1, 3), one.stderr
    assert one.stdout == two.stdout
    assert "Traceback" not in one.stderr


def test_a_pipe_gets_plain_text_whatever_the_environment_says(here: Path) -> None:
    ran = faked(here, "check", FORCE_COLOR="1", CLICOLOR_FORCE="1", COLUMNS="40")
    assert ran.returncode == 1
    assert b"\x1b" not in ran.stdout + ran.stderr
    assert "✗ no-conflict  1.1 may / 1.2 must not: hang lamp, in Late night  2 steps" in (
        ran.stdout.decode()
    )
    assert ran.stderr == b""


def test_an_encoding_that_lacks_our_marks_gets_others(here: Path) -> None:
    ran = faked(here, "check", PYTHONIOENCODING="ascii")
    assert ran.returncode == 1
    assert b"  x no-conflict  1.1 may / 1.2 must not" in ran.stdout
    ran = faked(here, "check", "--format", "json", PYTHONIOENCODING="ascii")
    assert "→" in ran.stdout.decode("utf-8")


@pytest.mark.parametrize("format_", ["text", "json"])
def test_a_pipe_that_is_closed_early_is_no_disaster(format_: str, here: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", FAKED, "check", "--format", format_],
        cwd=here,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    complaints = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 141
    assert complaints == b""


def test_an_interruption_is_130_without_a_traceback(here: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SLEEPY, "check"],
        cwd=here,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"asleep\n"
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, complaints = process.communicate()
    assert process.returncode == 130
    assert b"Traceback" not in complaints


# --------------------------------------------------------------------- terminals


def terminal(here: Path, *arguments: str, **changes: str) -> str:
    """What a terminal of 80 columns gets to see."""
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", FAKED, *arguments],
        cwd=here,
        env=environment(**{"COLUMNS": "80", **changes}),
        stdout=slave,
        stderr=slave,
    )
    os.close(slave)
    seen = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    os.close(master)
    process.wait()
    return seen.decode()


def test_a_terminal_gets_colours_and_a_progress_bar_that_goes_away(here: Path) -> None:
    seen = terminal(here, "check")
    assert "\x1b[1;31m  ✗ \x1b[0m" in seen
    assert "\x1b[2K" in seen  # the line of the bar is erased
    assert seen.index("\x1b[2K") < seen.index("✗")


def test_no_colour_is_no_colour(here: Path) -> None:
    report = terminal(here, "check", NO_COLOR="1").split("Lamps 2026-10")[-1]
    assert "\x1b" not in report
    assert "  ✗ no-conflict  1.1 may / 1.2 must not" in report


def test_a_dumb_terminal_gets_plain_text_and_no_bar(here: Path) -> None:
    assert "\x1b" not in terminal(here, "check", TERM="dumb")


def test_a_narrow_terminal_gets_narrow_lines(here: Path) -> None:
    seen = terminal(here, "check", TERM="dumb", COLUMNS="40")
    assert max(len(line) for line in seen.splitlines()) <= 40


def test_json_has_no_colours_on_a_terminal_either(here: Path) -> None:
    assert "\x1b" not in terminal(here, "check", "--format", "json", TERM="dumb")
