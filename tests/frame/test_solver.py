"""The solver's library is the installed one, whatever a checked folder holds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

WHERE = "import headjudge, builtins; print(builtins.Z3_LIB_DIRS[0])"


def test_the_solver_is_not_looked_for_in_the_checked_folder(tmp_path: Path) -> None:
    (tmp_path / "z3.py").write_text("raise SystemExit('z3 of the folder')\n", "utf-8")
    (tmp_path / "lib").mkdir()
    for name in ("libz3.so", "libz3.so.5.4", "lib/libz3.so"):
        (tmp_path / name).write_bytes(b"not a library")
    ran = subprocess.run(
        [sys.executable, "-c", WHERE], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert not Path(ran.stdout.strip()).is_relative_to(tmp_path)
    solved = subprocess.run(
        [
            sys.executable,
            "-P",
            "-c",
            "import headjudge.engines.decide as d; import z3; print(z3.Solver().check())",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert solved.stdout.strip() == "sat", solved.stderr
