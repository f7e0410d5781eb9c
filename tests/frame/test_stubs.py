from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.frame.project import ROOT

# z3 iterates over a vector by index; a type checker wants to be told.
ALLOWED = "z3.AstVector.__iter__\n"


@pytest.mark.parametrize("module", ["z3", "pysat.solvers"])
def test_a_stub_says_nothing_that_the_library_does_not(module: str, tmp_path: Path) -> None:
    allowed = tmp_path / "allowed"
    allowed.write_text(ALLOWED, encoding="utf-8")
    compared = subprocess.run(
        [
            *(sys.executable, "-m", "mypy.stubtest", module),
            *("--ignore-missing-stub", *(("--allowlist", allowed) if module == "z3" else ())),
        ],
        cwd=tmp_path,
        env=os.environ | {"MYPYPATH": str(ROOT / "stubs")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert compared.returncode == 0, compared.stdout
