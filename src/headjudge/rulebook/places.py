"""Where something stands in a document, and what is wrong there."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A position in a document; lines and columns count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """Something in a document that cannot be read.

    ``code`` is a key of :data:`headjudge.rulebook.codes.CODES`; ``wrong`` says what is
    wrong and ``cure`` what to write instead.
    """

    place: Place
    code: str
    wrong: str
    cure: str

    def __str__(self) -> str:
        return f"{self.place}: {self.code}: {self.wrong} — {self.cure}"


class UnreadableError(Exception):
    """A document has faults; carries all of them, in the order of the document."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults
