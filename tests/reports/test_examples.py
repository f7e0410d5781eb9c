from __future__ import annotations

from pathlib import Path

import pytest

from headjudge.evidence.results import Cause, Finding, Kind
from headjudge.reports.examples import MOST_AFTER, MOST_BEFORE, Written, written
from headjudge.rulebook import beside, parse_rulebook
from headjudge.rulebook.syntax import Example, Rulebook
from tests.reports.books import BOOK, CONFLICT, TEXT

ROOT = Path(__file__).resolve().parents[2]
RULEBOOKS = [
    path
    for path in (*ROOT.glob("model/*.md"), *ROOT.glob("tests/rulebooks/*/faulty.md"))
    if "python example" in path.read_text("utf-8")
]


def lines(book: Rulebook, example: Example, line: int | None = None) -> tuple[Written, ...]:
    place = None if line is None else example.lines[line].place
    name = f"{example.origin.clause} example {example.number}"
    return written(book, Finding(name, Cause(Kind.FALSE_CLAIM), None, place=place))


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_is_written_is_read_as_the_same_example(path: Path) -> None:
    text = path.read_text("utf-8")
    find = beside(path, path.name)
    book = parse_rulebook(text.encode(), file="x.md", name="x", find=find)
    for number, example in enumerate(book.examples, start=1):
        block = "\n".join(line.text for line in lines(book, example, -1))
        text += f"\n\n**Z{number}.1** Again.\n\n```python example\n{block}\n```\n"
    again = parse_rulebook(text.encode(), file="x.md", name="x", find=find)
    added = again.examples[len(book.examples) :]
    for example, other in zip(book.examples, added, strict=True):
        assert (example.start, example.lines) == (other.start, other.lines)


def test_of_a_long_example_the_lines_around_the_one_that_fails_are_shown() -> None:
    block = "expect(len(signals) == 0)\n" * 100
    text = f"{TEXT}\n**2.1** Long.\n\n```python example\n{block}```\n"
    book = parse_rulebook(text.encode(), file="model/lamps.md", name="lamps")
    (example,) = book.examples
    shown = lines(book, example, 70)
    assert [line.number for line in shown if line.fails] == [71]
    assert (shown[0].number, shown[-1].number) == (71 - MOST_BEFORE, 71 + MOST_AFTER)


def test_a_start_that_has_no_value_is_the_line_that_fails() -> None:
    text = f"{TEXT}\n**2.1** It is dark.\n\n```python example\nhang_lamp(A)\n```\n"
    book = parse_rulebook(text.encode(), file="model/lamps.md", name="lamps")
    (example,) = book.examples
    assert [line.text for line in lines(book, example)] == ["hang_lamp(A)"]
    finding = Finding("2.1 example 1", Cause(Kind.FALSE_CLAIM), None, place=example.start.place)
    first = written(book, finding)[0]
    assert (first.number, first.text, first.fails) == (0, "start()", True)


def test_what_is_about_no_example_has_no_lines() -> None:
    assert written(BOOK, CONFLICT) == ()
