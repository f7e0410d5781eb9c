"""The command as it is once it has been installed: a script on the path, away from the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.frame.project import ROOT

# As pip writes it: Python puts the script's folder first on its path, not the current one.
SCRIPT = f"""#!{sys.executable}
import sys
sys.path.insert(0, {str(ROOT / "src")!r})
from headjudge.cli import main
main()
"""


def install(folder: Path) -> dict[str, str]:
    """Put the command into a folder; an environment in which it is found first."""
    folder.mkdir(exist_ok=True)
    script = folder / "headjudge"
    script.write_text(SCRIPT, "utf-8")
    script.chmod(0o755)
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("MAKE", "GIT", "GITHUB", "PYTHON")) and name != "MFLAGS"
    }
    return {**kept, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder)}


def call(
    folder: Path, env: dict[str, str], *command: str | Path
) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder."""
    return subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=env,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
