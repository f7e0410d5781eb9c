"""A worked example written out again, line by line, from what was read of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from headjudge.evidence.results import Finding
from headjudge.reports.escape import shortened
from headjudge.rulebook.syntax import Example, Rulebook
from headjudge.rulebook.written import written_line, written_start

LONGEST_LINE = 200
MOST_BEFORE = 40
MOST_AFTER = 10


@dataclass(frozen=True, slots=True)
class Written:
    """A line of an example; ``fails``: it is the one that cannot be played."""

    number: int
    text: str
    fails: bool


def written(rulebook: Rulebook, finding: Finding) -> tuple[Written, ...]:
    """The lines of the example that a finding is about, around the one that fails.

    Lines count from 1; the start is line 0. Empty if the finding is about no example.
    """
    for example in rulebook.examples:
        if finding.property == f"{example.origin.clause} example {example.number}":
            lines = [*_lines(rulebook, example, finding)]
            at = next((index for index, line in enumerate(lines) if line.fails), 0)
            return tuple(lines[max(at - MOST_BEFORE, 0) : at + MOST_AFTER + 1])
    return ()


def _lines(rulebook: Rulebook, example: Example, finding: Finding) -> Iterator[Written]:
    start = example.start
    said = written_start(start, rulebook)
    fails = finding.place == start.place
    if said or fails:
        yield Written(0, shortened(f"start({said})", LONGEST_LINE), fails)
    for number, line in enumerate(example.lines, start=1):
        text = shortened(written_line(line, rulebook), LONGEST_LINE)
        yield Written(number, text, finding.place == line.place)
