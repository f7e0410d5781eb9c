"""The norms and consequences of a rulebook, each with a name of its own within its clause."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from headjudge.rulebook.syntax import Consequence, Norm, Rulebook


@dataclass(frozen=True, slots=True)
class Statement:
    """A norm or a consequence.

    ``index``: among the rulebook's norms, or among its consequences. ``name`` tells it apart
    within its clause: ``must_not-snuff``, and ``must_not-snuff-2`` for a second one.
    """

    clause: str
    name: str
    index: int
    said: Norm | Consequence

    @property
    def word(self) -> str:
        """Its decorator: ``may``, ``then``."""
        return self.said.kind.value if isinstance(self.said, Norm) else self.said.stage.value


def statements(rulebook: Rulebook) -> tuple[Statement, ...]:
    """The norms and consequences of the text, in the order of the document.

    What the environment says is not among them, nor a consequence that is only ``pass``.
    """
    pairs: list[tuple[int, Norm | Consequence]] = [
        *enumerate(rulebook.norms),
        *((i, one) for i, one in enumerate(rulebook.consequences) if one.effects),
    ]
    counts: Counter[tuple[str, str]] = Counter()
    found = []
    for index, said in sorted(pairs, key=lambda pair: pair[1].origin.order):
        if said.origin.environment:
            continue
        one = Statement(said.origin.clause, "", index, said)
        name = f"{one.word}-{said.name}"
        counts[one.clause, name] += 1
        number = counts[one.clause, name]
        full = name if number == 1 else f"{name}-{number}"
        found.append(Statement(one.clause, full, index, said))
    return tuple(found)
