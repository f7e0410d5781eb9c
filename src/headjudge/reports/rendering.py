"""Blocks of text for a terminal, and as Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from headjudge.reports.editions import Block, Code, Heading, Paragraph, Table
from headjudge.reports.escape import harmless, markdown, plain
from headjudge.reports.text import Line, Span, Style

WIDEST = 46
PAGE = 100


def lines(found: Sequence[Block], width: int | None) -> tuple[Line, ...]:
    """The blocks as lines for a terminal of so many cells; None: as wide as is good to read."""
    room = width or PAGE
    made: list[Line] = []
    for block in found:
        match block:
            case Heading(text, _):
                if made:
                    made.append(())
                made.append((Span(plain(text), Style.TITLE),))
            case Paragraph(text, bad):
                style = Style.BAD if bad else Style.PLAIN
                made.extend((Span("  " + one, style),) for one in _wrap(text, room - 2))
            case Table():
                made.append(())
                made.extend(_table(block, room))
                made.append(())
            case Code(text):
                made.append(())
                made.extend((Span("    " + one),) for one in harmless(text).split("\n"))
                made.append(())
    return tuple(_single(made))


def _single(made: Sequence[Line]) -> Iterator[Line]:
    """The lines with never two empty ones together."""
    empty = True
    for line in made:
        if line or not empty:
            yield line
        empty = not line


def _wrap(text: str, width: int) -> list[str]:
    return textwrap.wrap(plain(text), max(width, 12), break_long_words=False) or [""]


def _table(table: Table, room: int) -> Iterator[Line]:
    rows = [tuple((one,) for one in table.head), *table.rows]
    widths = [
        max((cell_len(plain(part)) for row in rows for part in row[column]), default=0)
        for column in range(len(table.head))
    ]
    widths = _fitted(widths, room - 2)
    for number, row in enumerate(rows):
        cells = [
            [piece for part in cell for piece in _wrap(part, width)] or [""]
            for cell, width in zip(row, widths, strict=True)
        ]
        for index in range(max(len(cell) for cell in cells)):
            parts = [cell[index] if index < len(cell) else "" for cell in cells]
            padded = "  ".join(
                part + " " * (width - cell_len(part))
                for part, width in zip(parts, widths, strict=True)
            )
            yield (Span("  " + padded.rstrip(), Style.QUIET if number == 0 else Style.PLAIN),)


def _fitted(widths: list[int], room: int) -> list[int]:
    """Widths that fit: the widest columns give way first."""
    gaps = 2 * (len(widths) - 1)
    while sum(widths) + gaps > room and max(widths) > 12:  # noqa: PLR2004 - cells for a word
        widest = widths.index(max(widths))
        widths[widest] -= 1
    return widths


def page(found: Sequence[Block]) -> str:
    """The blocks as a page of Markdown."""
    parts: list[str] = []
    for block in found:
        match block:
            case Heading(text, level):
                parts.append(f"{'#' * level} {markdown(text)}")
            case Paragraph(text, bad):
                said = markdown(text)
                parts.append(f"**{said}**" if bad else said)
            case Table(head, rows):
                written = [
                    "| " + " | ".join(markdown(one) for one in head) + " |",
                    "|" + "---|" * len(head),
                ]
                written.extend(
                    "| " + " | ".join("<br>".join(markdown(p) for p in cell) for cell in row) + " |"
                    for row in rows
                )
                parts.append("\n".join(written))
            case Code(text, info):
                parts.append(f"```{info}\n{harmless(text)}\n```")
    return "\n\n".join(parts) + "\n"
