"""What was found, as a table to be read at a terminal.

A report is a tuple of lines, a line a tuple of spans with a style each; whoever prints it
decides whether the styles become colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import groupby

from rich.cells import cell_len

from headjudge.evidence.results import STRENGTHS, Audit, Finding, Kind, Result, Verdict
from headjudge.reports.escape import plain, shortened
from headjudge.reports.sentences import own_claim, say, steps, verdict
from headjudge.reports.words import listed

LONGEST_REASON = 60
WIDEST_NAME = 32
NARROW = 60
_MARGIN = "  "
_HARD = "\N{NO-BREAK SPACE}"


class Style(Enum):
    """What a span is; the value is a style of rich."""

    PLAIN = ""
    TITLE = "bold"
    QUIET = "dim"
    BAD = "bold red"
    GOOD = "green"
    LIMITED = "yellow"
    UNKNOWN = "bold yellow"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line."""

    text: str
    style: Style = Style.PLAIN


Line = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Marks:
    """The signs before the lines of a report, and between the parts of one."""

    bad: str = "✗"
    good: str = "✓"
    limited: str = "~"
    unknown: str = "?"
    dot: str = "·"


PLAIN_MARKS = Marks("x", "+", "~", "?", "|")


@dataclass(frozen=True, slots=True)
class Look:
    """How wide a report may be (None: as wide as it comes), and its marks."""

    width: int | None = None
    marks: Marks = field(default_factory=Marks)


@dataclass(frozen=True, slots=True)
class _Row:
    mark: str
    style: Style
    name: str
    what: str
    steps: str = ""
    note: str = ""


def report(audit: Audit, look: Look, folder: str | None = None) -> tuple[Line, ...]:
    """The lines for one rulebook. ``folder``: where its counterexamples are, if there are any."""
    rows = [*_rows(audit, look.marks)]
    width = look.width
    lines = [*_wrapped(_header(audit, look.marks), Style.TITLE, "", width), ()]
    if width is not None and width < NARROW:
        lines.extend(line for row in rows for line in _stacked(row, width))
    else:
        lines.extend(_table(rows, width))
    lines.append(())
    lines.extend(_summary(audit, look, folder))
    return tuple(lines)


def text(lines: Iterable[Line]) -> str:
    """The lines without their styles."""
    return "".join("".join(span.text for span in line).rstrip() + "\n" for line in lines)


# ----------------------------------------------------------------------- the parts


def _header(audit: Audit, marks: Marks) -> str:
    book, setting = audit.rulebook, audit.setting
    parts = [f"{book.title} {book.edition}", f"{setting.players} players"]
    if setting.scope:
        parts.append(", ".join(f"{name} {value}" for name, value in setting.scope))
    sizes = sorted({one.situations for one in audit.searches if one.situations})
    depth = max((one.depth for one in audit.searches), default=0)
    if sizes:
        # One search per reading, and one more where a conflict is decided the other way.
        parts.append(" to ".join(f"{size:,}" for size in dict.fromkeys((sizes[0], sizes[-1])))
                     + " situations")
    elif depth:
        parts.append(f"plays of {steps(depth)}")
    return _dotted(parts, marks)


def _rows(audit: Audit, marks: Marks) -> Iterator[_Row]:
    """Open findings, what has vanished, what is not decided, then what may stay as it is."""
    pairs = [(result, one) for result in audit.results for one in result.findings]
    for result, finding in pairs:
        if finding.accepted is None:
            yield _finding(audit, result, finding, marks)
    for name in audit.vanished:
        what = "accepted, but no longer found: take it out of accepted.toml"
        yield _Row(marks.bad, Style.BAD, plain(name), what)
    rest = [result for result in audit.results if not result.findings]
    for result in rest:
        if not result.satisfied:
            yield _Row(
                marks.unknown, Style.UNKNOWN, plain(result.property), plain(_lacking(result))
            )
    for result, finding in pairs:
        if finding.accepted is not None:
            yield _finding(audit, result, finding, marks)
    yield from _held([result for result in rest if result.satisfied], audit, marks)


def _finding(audit: Audit, result: Result, finding: Finding, marks: Marks) -> _Row:
    said = plain(say(audit, result, finding).headline)
    count = "" if finding.trace is None else steps(len(finding.trace))
    name = plain(finding.property)
    if finding.accepted is None:
        return _Row(marks.bad, Style.BAD, name, said, count)
    reason = shortened(finding.accepted, LONGEST_REASON)
    return _Row(marks.limited, Style.LIMITED, name, said, count, f"accepted: {reason}")


def _lacking(result: Result) -> str:
    said = verdict(result)
    if result.verdict in (Verdict.VACUOUS, Verdict.NOT_APPLICABLE, Verdict.NO_VERDICT):
        return said
    return f"{said}; {result.required} is required"


def _held(results: list[Result], audit: Audit, marks: Marks) -> Iterator[_Row]:
    """What is satisfied; the rulebook's own claims and examples in a line for each verdict."""
    own: list[tuple[str, Result]] = []
    for result in results:
        kind = _own(result, audit)
        if kind is None:
            yield _Row(*_mark(result, marks), plain(result.property), plain(verdict(result)))
        else:
            own.append((kind, result))
    for kind, group in groupby(sorted(own, key=lambda pair: pair[0]), key=lambda pair: pair[0]):
        members = [result for _, result in group]
        for style in (Style.GOOD, Style.LIMITED):
            alike = [one for one in members if _mark(one, marks)[1] is style]
            if alike:
                yield _Row(*_mark(alike[0], marks), kind, _together(kind, alike))


def _together(kind: str, results: list[Result]) -> str:
    if kind == _EXAMPLES:
        return f"{len(results)} can be played"
    words = Counter(result.verdict.value for result in results)
    return listed([f"{count} {word}" for word, count in words.items()])


_CLAIMS, _EXAMPLES = "own claims", "worked examples"


def _own(result: Result, audit: Audit) -> str | None:
    if result.kind is Kind.FALSE_CLAIM:
        return _EXAMPLES
    return _CLAIMS if own_claim(result, audit.rulebook.claims) is not None else None


def _mark(result: Result, marks: Marks) -> tuple[str, Style]:
    match result.verdict:
        case Verdict.PROVED | Verdict.EXHAUSTIVE | Verdict.WITNESSED:
            return marks.good, Style.GOOD
        case _:
            return marks.limited, Style.LIMITED


def _summary(audit: Audit, look: Look, folder: str | None) -> Iterator[Line]:
    findings = audit.findings
    accepted = sum(1 for finding in findings if finding.accepted is not None)
    clear = [result for result in audit.results if not result.findings]
    counts = Counter(one.verdict for one in clear if one.satisfied or one.verdict not in STRENGTHS)
    holds = counts[Verdict.PROVED] + counts[Verdict.EXHAUSTIVE] + counts[Verdict.WITNESSED]
    short = sum(1 for one in clear if not one.satisfied and one.verdict in STRENGTHS)
    number = len(findings) - accepted
    parts = [
        _count(number, "contradiction", "contradictions") if number else "no contradictions",
        _count(accepted, "accepted", "accepted"),
        _count(len(audit.vanished), "vanished", "vanished"),
        _count(short, "short of what is required", "short of what is required"),
        _count(holds, "holds", "hold"),
    ]
    limited = (
        Verdict.WITHIN_SCOPE,
        Verdict.BOUNDED,
        Verdict.VACUOUS,
        Verdict.NOT_APPLICABLE,
        Verdict.NO_VERDICT,
    )
    parts += [_count(counts[word], word.value, word.value) for word in limited]
    said = _dotted([part for part in parts if part], look.marks)
    style = Style.BAD if audit.exit_code == 1 else Style.TITLE
    where = f"{_MARGIN}{_MARGIN}{plain(folder)}/" if folder else ""
    if look.width is None or cell_len(_MARGIN + said + where) <= look.width:
        yield (Span(_MARGIN + said.replace(_HARD, " "), style), Span(where, Style.QUIET))
        return
    yield from _wrapped(said, style, _MARGIN, look.width)
    if folder:
        yield (Span(f"{_MARGIN}{plain(folder)}/", Style.QUIET),)


def _count(number: int, one: str, several: str) -> str:
    return "" if number == 0 else f"{number:,} {one if number == 1 else several}"


# ------------------------------------------------------------------------- layout


def _table(rows: list[_Row], width: int | None) -> Iterator[Line]:
    """Mark, name, what, and the steps in a column of their own at the right."""
    names = min(max((cell_len(row.name) for row in rows), default=0), WIDEST_NAME)
    last = max((cell_len(row.steps) for row in rows), default=0)
    longest = max((cell_len(row.what) for row in rows if row.steps), default=0)
    indent = len(_MARGIN) + 2 + names + 2
    right = last + 2 if last else 0
    room = None if width is None else max(width - indent - right, 12)
    column = longest if room is None else min(longest, room)
    for row in rows:
        first, *others = _words(row.what, room)
        name = row.name
        if cell_len(name) > names:
            yield (Span(f"{_MARGIN}{row.mark} ", row.style), Span(name))
            head: Line = (Span(" " * indent),)
        else:
            head = (Span(f"{_MARGIN}{row.mark} ", row.style), Span(_padded(name, names) + "  "))
        tail = ""
        if row.steps:
            tail = f"{' ' * (column - cell_len(first))}  {row.steps.rjust(last)}"
        yield (*head, Span(first), Span(tail, Style.QUIET))
        for other in others:
            yield (Span(" " * indent + other),)
        for other in _words(row.note, room) if row.note else ():
            yield (Span(" " * indent + other, Style.QUIET),)


def _stacked(row: _Row, width: int) -> Iterator[Line]:
    """For a narrow terminal: the name on a line of its own, what it is about below."""
    indent = "    "
    count = f"  {row.steps}" if row.steps else ""
    yield (
        Span(f"{_MARGIN}{row.mark} ", row.style),
        Span(row.name),
        Span(count, Style.QUIET),
    )
    room = max(width - len(indent), 12)
    for line in _words(row.what, room):
        yield (Span(indent + line),)
    for line in _words(row.note, room) if row.note else ():
        yield (Span(indent + line, Style.QUIET),)


def _wrapped(words: str, style: Style, indent: str, width: int | None) -> Iterator[Line]:
    room = None if width is None else max(width - len(indent), 12)
    for line in _words(words, room):
        yield (Span(indent + line, style),)


def _dotted(parts: list[str], marks: Marks) -> str:
    """Parts with dots between them; a line is best broken after one of these or a comma."""
    joined = f" {marks.dot}\n".join(plain(part).replace(", ", ",\n") for part in parts)
    return joined.replace(" ", _HARD).replace("\n", " ")


def _words(words: str, room: int | None) -> list[str]:
    """Text in lines of at most so many cells, broken between words where that is possible."""
    if room is None or cell_len(words) <= room:
        return [words.replace(_HARD, " ")]
    lines = [""]
    pieces = [
        piece
        for word in words.split(" ")
        for piece in ([word] if cell_len(word) <= room else word.split(_HARD))
    ]
    for word in pieces:
        candidate = f"{lines[-1]} {word}" if lines[-1] else word
        if cell_len(candidate) <= room:
            lines[-1] = candidate
        else:
            lines.extend(_broken(word, room))
    return [line.replace(_HARD, " ") for line in lines if line]


def _broken(word: str, room: int) -> Iterator[str]:
    piece = ""
    for character in word:
        if cell_len(piece + character) > room:
            yield piece
            piece = ""
        piece += character
    yield piece


def _padded(words: str, cells: int) -> str:
    return words + " " * (cells - cell_len(words))
