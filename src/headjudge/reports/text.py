"""What was found, as a table to be read at a terminal.

A report is a tuple of lines, a line a tuple of spans with a style each; whoever prints it
decides whether the styles become colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import groupby

from rich.cells import cell_len

from headjudge.evidence.certificates import certificate_of
from headjudge.evidence.results import BY_ITSELF, STRENGTHS, Audit, Finding, Kind, Result, Verdict
from headjudge.reports.cases import own_claim
from headjudge.reports.escape import plain
from headjudge.reports.sentences import say
from headjudge.reports.verdicts import lacking, steps, verdict
from headjudge.reports.words import listed

WIDEST_NAME = 32
NARROW = 44  # cells for what is said of each name; where there are fewer, it goes below the name
LONGEST_HEADER = 100  # where the width does not say
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
    lines = [*_header(audit, look), (), *_table(rows, look.width), ()]
    lines.extend(_summary(audit, look, folder))
    lines.extend(_certified(audit, look))
    return tuple(lines)


def text(lines: Iterable[Line]) -> str:
    """The lines without their styles."""
    return "".join("".join(span.text for span in line).rstrip() + "\n" for line in lines)


# ----------------------------------------------------------------------- the parts


def _header(audit: Audit, look: Look) -> Iterator[Line]:
    """What was checked, and how far; the bounds on lines of their own if there are many."""
    book, setting = audit.rulebook, audit.setting
    parts = [f"{book.title} {book.edition}", f"{setting.players} players"]
    sizes = sorted({one.situations for one in audit.searches if one.situations})
    depth = max((one.depth for one in audit.searches), default=0)
    if sizes:
        # One search per reading, and one more where a conflict is decided the other way.
        parts.append(
            " to ".join(f"{size:,}" for size in dict.fromkeys((sizes[0], sizes[-1])))
            + " situations"
        )
    elif audit.complete and any(one.engine == "pdr" for one in audit.searches):
        parts.append("all situations, by an invariant")
    elif depth:
        parts.append(f"plays of {steps(depth)}")
    scope = ", ".join(f"{name} {value}" for name, value in setting.scope)
    whole = _dotted([*parts[:2], *([scope] if scope else []), *parts[2:]], look.marks)
    if cell_len(whole) <= (look.width or LONGEST_HEADER):
        yield from _wrapped(whole, Style.TITLE, "", None)
        return
    yield from _wrapped(_dotted(parts, look.marks), Style.TITLE, "", look.width)
    if scope:
        yield from _wrapped(_dotted([scope], look.marks), Style.QUIET, _MARGIN, look.width)


def _rows(audit: Audit, marks: Marks) -> Iterator[_Row]:
    """Open findings, what has vanished, what is not decided, then what may stay as it is."""
    pairs = [(result, one) for result in audit.results for one in result.findings]
    # The shortest play first; without a play last. Otherwise in the order of the results.
    for result, finding in sorted(pairs, key=lambda pair: (pair[1].trace is None, pair[1].steps)):
        if finding.accepted is None:
            yield _finding(audit, result, finding, marks)
    for name in audit.vanished:
        what = "accepted, but no longer found: take it out of accepted.toml"
        yield _Row(marks.bad, Style.BAD, plain(name), what)
    for result in audit.results:
        if not result.satisfied and not result.open_findings:
            yield _Row(marks.unknown, Style.UNKNOWN, plain(result.property), plain(lacking(result)))
    rest = [result for result in audit.results if result.verdict is not Verdict.REFUTED]
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
    words = plain(finding.accepted)
    note = words if finding.accepted == BY_ITSELF else f"accepted: {words}"
    return _Row(marks.limited, Style.LIMITED, name, said, count, note)


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
    weak = sum(1 for finding in findings if finding.accepted == BY_ITSELF)
    accepted = sum(1 for finding in findings if finding.accepted is not None) - weak
    clear = [result for result in audit.results if result.verdict is not Verdict.REFUTED]
    counts = Counter(one.verdict for one in clear if one.satisfied or one.verdict not in STRENGTHS)
    holds = counts[Verdict.PROVED] + counts[Verdict.EXHAUSTIVE] + counts[Verdict.WITNESSED]
    lacks = [one for one in audit.results if not one.satisfied and not one.open_findings]
    refuted = (Verdict.REFUTED, *STRENGTHS)
    short = sum(1 for one in lacks if one.verdict in refuted)
    number = len(findings) - accepted - weak
    parts = [
        _count(number, "contradiction", "contradictions") if number else "no contradictions",
        _count(accepted, "accepted", "accepted"),
        _count(weak, "if the cards help", "if the cards help"),
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


def _certified(audit: Audit, look: Look) -> Iterator[Line]:
    """What `proved` means here, and where the certificate is."""
    certificate = audit.certificate
    if certificate is None:
        return
    said = f"proved: for any scope and {certificate.players} players"
    if certificate.assumes:
        bounds = listed([f"{name} {value}" for name, value in certificate.assumes])
        said += f", if a card does no more at once than {bounds}"
    if audit.kept:
        said += f": {certificate_of(certificate).as_posix()}"
    yield from _wrapped(plain(said), Style.QUIET, _MARGIN, look.width)


def _count(number: int, one: str, several: str) -> str:
    return "" if number == 0 else f"{number:,} {one if number == 1 else several}"


# ------------------------------------------------------------------------- layout


@dataclass(frozen=True, slots=True)
class _Columns:
    """How many cells the columns have.

    ``rest``: all that is right of the names, None for as much as it takes; ``said``: what is
    said, where steps stand behind it; ``steps``: these.
    """

    names: int
    rest: int | None
    said: int
    steps: int

    @property
    def indent(self) -> str:
        """What stands before the second column on a line that has no first."""
        return " " * (len(_MARGIN) + 2 + self.names + 2)

    def room(self, row: _Row) -> int | None:
        """For what is said in a row."""
        if self.rest is None or not row.steps:
            return self.rest
        return self.rest - self.steps - len(_MARGIN)

    def fit(self, row: _Row) -> bool:
        """Whether a row is one line."""
        room = self.room(row)
        return room is None or (not row.note and cell_len(row.what) <= room)


def _columns(rows: list[_Row], width: int | None) -> _Columns:
    names = min(max((cell_len(row.name) for row in rows), default=0), WIDEST_NAME)
    steps_ = max((cell_len(row.steps) for row in rows), default=0)
    longest = max((cell_len(row.what) for row in rows if row.steps), default=0)
    columns = _Columns(names, None, longest, steps_)
    if width is None:
        return columns
    rest = width - len(columns.indent)
    return replace(columns, rest=rest, said=min(longest, rest - steps_ - len(_MARGIN)))


def _table(rows: list[_Row], width: int | None) -> Iterator[Line]:
    """Mark, name, what, and the steps in a column of their own at the right.

    Where that leaves a narrow strip for what is said, what is longer stands below the name.
    """
    columns = _columns(rows, width)
    if width is None or width - len(columns.indent) - columns.steps >= NARROW:
        for row in rows:
            yield from _beside(row, columns)
        return
    together = all(columns.fit(row) for row in rows if row.steps)
    for row in rows:
        if columns.fit(row) and (together or not row.steps):
            yield from _beside(row, columns)
        else:
            yield from _below(row, width)


def _beside(row: _Row, columns: _Columns) -> Iterator[Line]:
    """What is said, beside the name."""
    indent = columns.indent
    first, *others = _words(row.what, columns.room(row))
    if cell_len(row.name) > columns.names:
        yield (Span(f"{_MARGIN}{row.mark} ", row.style), Span(row.name))
        head: Line = (Span(indent),)
    else:
        name = _padded(row.name, columns.names)
        head = (Span(f"{_MARGIN}{row.mark} ", row.style), Span(f"{name}  "))
    gap = " " * (columns.said - cell_len(first))
    tail = f"{gap}  {row.steps.rjust(columns.steps)}" if row.steps else ""
    yield (*head, Span(first), Span(tail, Style.QUIET))
    for other in others:
        yield (Span(indent + other),)
    for other in _words(row.note, columns.rest) if row.note else ():
        yield (Span(indent + other, Style.QUIET),)


def _below(row: _Row, width: int) -> Iterator[Line]:
    """The name on a line of its own, what is said of it below."""
    count = f"  {row.steps}" if row.steps else ""
    yield (
        Span(f"{_MARGIN}{row.mark} ", row.style),
        Span(row.name),
        Span(count, Style.QUIET),
    )
    yield from _wrapped(row.what, Style.PLAIN, _MARGIN * 2, width)
    if row.note:
        yield from _wrapped(row.note, Style.QUIET, _MARGIN * 2, width)


def _wrapped(words: str, style: Style, indent: str, width: int | None) -> Iterator[Line]:
    room = None if width is None else max(width - len(indent), 12)
    for line in _words(words, room):
        yield (Span(indent + line, style),)


def _dotted(parts: list[str], marks: Marks) -> str:
    """Parts with dots between them; a line is best broken after one of these or a comma."""
    joined = f" {marks.dot}\n".join(plain(part).replace(", ", ",\n") for part in parts)
    return joined.replace(" ", _HARD).replace("\n", " ")


def _words(words: str, room: int | None) -> list[str]:
    """Text in lines of at most so many cells, broken between words where that is possible.

    A word that is too long stays whole, so that a name can be copied: the terminal breaks it.
    Only writing that goes without spaces is broken anywhere.
    """
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
        elif cell_len(word) > len(word):
            lines.extend(_broken(word, room))
        else:
            lines.append(word)
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
