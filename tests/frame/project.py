"""The checkout that the tests of the frame look at."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def project_files() -> list[Path]:
    """Every file that is, or is about to be, part of the project."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    names = sorted(name for name in listed.stdout.split("\0") if name)
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run make as somebody at a prompt would, also when the tests run under make."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    clean.pop("MFLAGS", None)
    return subprocess.run(
        ["make", *arguments], cwd=ROOT, env=clean, capture_output=True, text=True, check=False
    )


def headjudge(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder, as somebody without a terminal would."""
    return subprocess.run(
        [sys.executable, "-c", "from headjudge.cli import main; main()", *arguments],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
