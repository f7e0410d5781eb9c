from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.frame.project import ROOT

# z3 iterates over a vector by index; a type checker wants to be told.
ALLOWED = "z3.AstVector.__iter__\n"


def test_the_stub_of_z3_says_nothing_that_z3_does_not(tmp_path: Path) -> None:
    allowed = tmp_path / "allowed"
    allowed.write_text(ALLOWED, encoding="utf-8")
    compared = subprocess.run(
        [
            *(sys.executable, "-m", "mypy.stubtest", "z3"),
            *("--ignore-missing-stub", "--allowlist", allowed),
        ],
        cwd=tmp_path,
        env=os.environ | {"MYPYPATH": str(ROOT / "stubs")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert compared.returncode == 0, compared.stdout
