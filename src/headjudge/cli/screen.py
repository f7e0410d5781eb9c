"""Where output goes: colours and progress on a terminal, plain text elsewhere."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from headjudge.cli.commands import PipeClosedError
from headjudge.engines.search import Progress
from headjudge.reports.escape import plain, unarmed
from headjudge.reports.text import PLAIN_MARKS, Line, Look, Marks, text
from headjudge.rulebook.places import UnreadableError

if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

_WIDE_ENOUGH_FOR_A_BAR = 80


def look() -> Look:
    """How a report for standard output has to look."""
    marks = Marks()
    signs = f"{marks.bad}{marks.good}{marks.dot}→“”—…"
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        marks = PLAIN_MARKS
    width = shutil.get_terminal_size((100, 24)).columns if sys.stdout.isatty() else None
    return Look(width, marks)


def show(lines: tuple[Line, ...]) -> None:
    """Print a report on standard output."""
    if _colourful(sys.stdout):
        _show_in_colour(lines)
    else:
        write(text(lines))


def write(words: str) -> None:
    """Print text on standard output, as well as its encoding can. Raises PipeClosedError."""
    stream = sys.stdout
    encoding = stream.encoding or "ascii"
    words = _harmless(words)
    with _open_pipe():
        stream.write(words.encode(encoding, "replace").decode(encoding))
        stream.flush()


def write_utf8(words: str) -> None:
    """Put text for programs on standard output, always in UTF-8. Raises PipeClosedError."""
    with _open_pipe():
        sys.stdout.flush()
        sys.stdout.buffer.write(words.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()


def complain(message: str) -> None:
    """One line on standard error."""
    sys.stderr.write(_harmless(plain(message)) + "\n")
    sys.stderr.flush()


def complain_of(error: UnreadableError) -> None:
    """Every fault on a line of its own on standard error."""
    for fault in error.faults:
        complain(str(fault))


class Board:
    """Shows how far each piece of work has come, on a terminal, while it is lit."""

    def __init__(self) -> None:
        self._bars: Bars | None = None
        self._tasks: dict[str, TaskID] = {}

    def tell(self, title: str, now: Progress) -> None:
        """A piece of work has come so far."""
        bars = self._bars
        if bars is None:
            return
        state = f"{now.engine}: depth {now.depth}"
        if now.situations:
            state += f", {now.situations:,} situations"
        if title not in self._tasks:
            self._tasks[title] = bars.add_task(plain(title), total=None, state="")
        bars.update(self._tasks[title], state=state)

    def count(self, title: str, done: int, whole: int) -> None:
        """So many of a whole number of things are done."""
        bars = self._bars
        if bars is None:
            return
        if title not in self._tasks:
            self._tasks[title] = bars.add_task(plain(title), total=whole, state="")
        bars.update(self._tasks[title], completed=done, state=f"{done:,} of {whole:,}")

    @contextmanager
    def lit(self) -> Iterator[None]:
        """Show it; the lines are gone at the end."""
        if not _animated(sys.stderr):
            yield
            return
        from rich.console import Console  # noqa: PLC0415 - only on a terminal
        from rich.progress import BarColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415
        from rich.progress import Progress as Bars  # noqa: PLC0415

        console = Console(file=sys.stderr)
        name = TextColumn("{task.description}", markup=False)
        state = TextColumn("{task.fields[state]}", markup=False)
        bar = (BarColumn(20),) if console.width >= _WIDE_ENOUGH_FOR_A_BAR else ()
        with Bars(name, *bar, state, TimeElapsedColumn(), console=console, transient=True) as bars:
            self._tasks = {}
            self._bars = bars
            try:
                yield
            finally:
                self._bars = None


def _harmless(words: str) -> str:
    """In a workflow of GitHub, whatever is printed is searched for commands."""
    return unarmed(words) if os.environ.get("GITHUB_ACTIONS") == "true" else words


@contextmanager
def _open_pipe() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise PipeClosedError from error


def _animated(stream: TextIO) -> bool:
    return stream.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")


def _colourful(stream: TextIO) -> bool:
    return _animated(stream) and not os.environ.get("NO_COLOR")


def _show_in_colour(lines: tuple[Line, ...]) -> None:
    from rich.console import Console  # noqa: PLC0415 - only on a terminal
    from rich.text import Text  # noqa: PLC0415

    console = Console(file=sys.stdout, force_terminal=True, highlight=False)
    with _open_pipe():
        for line in lines:
            parts = [(span.text, span.style.value) for span in line]
            console.print(Text.assemble(*parts), soft_wrap=True)
        sys.stdout.flush()
