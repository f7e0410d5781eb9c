"""Collecting the faults of a document while reading goes on."""

from __future__ import annotations

from dataclasses import dataclass, field

from headjudge.rulebook.codes import CODES
from headjudge.rulebook.places import Fault, Place, UnreadableError


@dataclass(slots=True)
class Faults:
    """The faults found so far, each once."""

    _found: dict[Fault, None] = field(default_factory=dict)

    def add(self, place: Place, code: str, wrong: str, cure: str) -> None:
        """Note a fault; ``code`` is a key of the registry."""
        if code not in CODES:
            raise KeyError(code)
        self._found[Fault(place, code, wrong, cure)] = None

    def __bool__(self) -> bool:
        return bool(self._found)

    def in_order(self) -> tuple[Fault, ...]:
        """All faults, in the order of the document."""
        return tuple(sorted(self._found))

    def check(self) -> None:
        """Raise :class:`UnreadableError` if there are any."""
        if self._found:
            raise UnreadableError(self.in_order())
