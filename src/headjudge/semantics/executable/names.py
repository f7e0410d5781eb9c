"""Names of a rulebook as identifiers of a generated model.

A rulebook may call a field ``list`` and a helper ``now``; in the model such a name gets an
underscore. Nothing but a checked identifier ever becomes a name in code.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from keyword import iskeyword

from headjudge.semantics.executable import runtime

# What a generated function uses itself, beside its own parameters.
OWN = frozenset({"now", "to", "after", "game", "State", "MODEL"})
BUILTINS = frozenset({"all", "any", "bool", "int", "len", "list", "range", "sum"})
TAKEN = OWN | BUILTINS | frozenset(runtime.__all__)
# What would be mistaken for something else as an attribute of a state or a record.
TAKEN_ATTRIBUTES = frozenset({"players", "scope", "spoken", "int", "bool", "list", "State"})


def checked(name: str) -> str:
    """The name, if it is an identifier that Python reads as it is written."""
    if not name.isidentifier() or unicodedata.normalize("NFKC", name) != name:
        raise ValueError(f"{name!r} is no name")
    if name.startswith("__"):
        raise ValueError(f"{name!r} is a name of Python's own")
    return name


class Names:
    """Identifiers of one namespace: each name gets one that nothing else has."""

    def __init__(self, taken: Iterable[str]) -> None:
        """Start with these identifiers taken."""
        self._taken = set(taken)
        self._given: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        """The identifier for a name; the same one every time."""
        found = self._given.get(name)
        if found is None:
            found = checked(name)
            while found in self._taken or iskeyword(found):
                found += "_"
            self._taken.add(found)
            self._given[name] = found
        return found

    def fresh(self, name: str) -> str:
        """An identifier for something that has no name of its own in the rulebook."""
        found, number = checked(name), 1
        while found in self._taken or iskeyword(found):
            number += 1
            found = f"{name}_{number}"
        self._taken.add(found)
        return found

    @property
    def taken(self) -> frozenset[str]:
        """All identifiers that are in use."""
        return frozenset(self._taken)
