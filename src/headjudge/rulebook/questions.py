"""The questions that a rulebook leaves open, and how reports call them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import Claim, Consequence, Norm, Rulebook


@dataclass(frozen=True, slots=True)
class Question:
    """An open question: its answers in the order of the document, and where they stand.

    ``name`` is what reports and headers call it: its first clause, and a number where that
    clause leaves more than one open.
    """

    name: str
    question: str
    answers: tuple[str, ...]
    clauses: tuple[str, ...]
    place: Place


def questions(rulebook: Rulebook) -> tuple[Question, ...]:
    """The questions with more than one answer, in the order of the document."""
    statements: tuple[Norm | Consequence | Claim, ...] = (
        *rulebook.norms,
        *rulebook.consequences,
        *rulebook.claims,
    )
    rank = {clause.id: number for number, clause in enumerate(rulebook.clauses)}
    found = []
    named: Counter[str] = Counter()
    for question, answers in rulebook.readings():
        if len(answers) < 2:  # noqa: PLR2004 - settled, or never open
            continue
        asked = [one for one in statements if one.reading and one.reading.question == question]
        clauses = sorted({one.origin.clause for one in asked}, key=rank.__getitem__)
        named[clauses[0]] += 1
        count = named[clauses[0]]
        name = f"{clauses[0]} open reading" + (f" {count}" if count > 1 else "")
        place = min((one.origin for one in asked), key=lambda origin: origin.order).place
        found.append(Question(name, question, answers, tuple(clauses), place))
    return tuple(found)
