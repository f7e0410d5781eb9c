"""The formats of ``headjudge check``: which report is which, and where each goes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from headjudge.cli import output, screen
from headjudge.cli.commands import version
from headjudge.reports import data, github, junit, release, sarif
from headjudge.reports.data import Outcome
from headjudge.reports.repository import Repository

SUMMARY = "GITHUB_STEP_SUMMARY"


def show(format_: str, outcomes: Sequence[Outcome], code: int) -> None:
    """Put a whole report on standard output; a job's summary where GitHub wants it."""
    screen.write_utf8(_report(format_, outcomes, code))
    if format_ == "github":
        _summarize(outcomes)


def keep(reports: Sequence[tuple[str, str]], outcomes: Sequence[Outcome], code: int) -> None:
    """Write reports, by format and file. Raises UsageError if one cannot be written."""
    for format_, file in reports:
        output.write(file, _report(format_, outcomes, code))


def repository() -> Repository:
    """The repository that the current directory lies in: the nearest one, else the directory."""
    here = Path.cwd()
    root = next((one for one in (here, *here.parents) if (one / ".git").exists()), here)
    return Repository(root.as_posix(), here.as_posix())


def _report(format_: str, outcomes: Sequence[Outcome], code: int) -> str:
    where = repository()
    match format_:
        case "json":
            return data.report(outcomes, code)
        case "sarif":
            return sarif.report(outcomes, code, where, version())
        case "junit":
            return junit.report(outcomes, where)
        case "github":
            return github.commands(outcomes, where)
        case "markdown":
            return release.report(outcomes, where)
        case _:
            raise ValueError(f"no format is called {format_}")


def _summarize(outcomes: Sequence[Outcome]) -> None:
    """Add the summary to the file that GitHub names, if it names one."""
    file = os.environ.get(SUMMARY)
    if not file:
        return
    try:
        with Path(file).open("a", encoding="utf-8") as stream:
            stream.write(github.summary(outcomes, repository()))
    except OSError as error:
        screen.complain(f"{file}: the summary is not written: {error.strerror or error}")
