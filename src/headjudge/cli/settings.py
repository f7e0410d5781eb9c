"""Players, scope, budget and processes from the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import click

from headjudge import checks
from headjudge.engines.search import Budget
from headjudge.rulebook import UnreadableError, setting
from headjudge.rulebook.syntax import Rulebook, Setting


def setting_of(
    rulebook: Rulebook, players: int | None, scope: Sequence[tuple[str, int]]
) -> Setting:
    """The setting that was asked for. Raises UsageError."""
    names = [name for name, _ in scope]
    for name in names:
        if names.count(name) > 1:
            raise click.UsageError(f"--scope {name} is given twice")
    try:
        return setting(rulebook, players=players, scope=dict(scope))
    except UnreadableError as error:
        fault = error.faults[0]
        raise click.UsageError(f"{rulebook.name}: {fault.wrong} — {fault.cure}") from error


def limits_of(seconds: float | None, *, usual: float = Budget().seconds) -> Budget:
    """What one search may use; ``usual``: how many seconds, if none were asked for."""
    return replace(Budget(), seconds=usual if seconds is None else seconds)


def size_of(jobs: int | None) -> int:
    """How many processes work."""
    return checks.cores() if jobs is None else jobs
