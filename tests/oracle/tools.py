"""Model checkers that nobody here wrote, run on exported models."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from headjudge.engines.exports import Machine, murphi, promela

# The generated C is large; without optimizing it compiles ten times faster.
COMPILE = ("gcc", "-O0", "-w")
LONGEST = 1_200
MEMORY = 4_000  # MiB, for a search of SPIN's


@dataclass(frozen=True)
class Outcome:
    """``situations`` that were stored; ``steps`` to the shortest violation, None if none."""

    situations: int
    steps: int | None


def present(*tools: str) -> bool:
    """Whether all of these programs are installed."""
    return all(shutil.which(tool) is not None for tool in tools)


def spin(machine: Machine, folder: Path, memory: int = MEMORY) -> Outcome:
    """Breadth first, without any reduction."""
    (folder / "model.pml").write_text(promela(machine), "utf-8")
    _run(folder, "spin", "-a", "model.pml")
    _run(folder, *COMPILE, "-DBFS", "-DNOREDUCE", f"-DMEMLIM={memory}", "-o", "pan", "pan.c")
    said = _run(folder, "./pan", "-E", "-m1000000")
    assert "max search depth too small" not in said
    assert "out of memory" not in said
    # The choice among several first situations is a step there, and so is the assertion.
    chosen = int(len(machine.initial) > 1)
    violated = re.search(r"assertion violated .*\(at depth (\d+)\)", said)
    stored = re.search(r"(\d+) states, stored", said)
    assert stored is not None, said
    steps = None if violated is None else int(violated[1]) - chosen - 1
    return Outcome(int(stored[1]) - chosen, steps)


def rumur(machine: Machine, folder: Path) -> Outcome:
    """Breadth first, without any reduction."""
    (folder / "model.m").write_text(murphi(machine), "utf-8")
    off = ("--deadlock-detection", "off", "--symmetry-reduction", "off")
    _run(folder, "rumur", *off, "--threads", "1", "-o", "model.c", "model.m")
    _run(folder, *COMPILE, "-mcx16", "-o", "model", "model.c", "-lpthread", "-latomic")
    said = _run(folder, "./model", good=(0, 1))
    stored = re.search(r"(\d+) states, \d+ rules fired", said)
    assert stored is not None, said
    failed = "error(s) found" in said and "No error found" not in said
    # The first line of a play is the first situation.
    steps = said.count(" fired.\n") - 1 if failed else None
    return Outcome(int(stored[1]), steps)


def _run(folder: Path, *command: str, good: Sequence[int] = (0,)) -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", timeout=LONGEST, check=False
    )
    assert done.returncode in good, (command[0], done.stdout[-500:], done.stderr[-500:])
    return done.stdout
