"""What can come of an action."""

from __future__ import annotations

from dataclasses import dataclass

from headjudge.rulebook.values import Value
from headjudge.semantics.executable.operators import Table


@dataclass(frozen=True, slots=True)
class Change:
    """A field that has another value after a step, and the clauses that wrote it."""

    field: str
    before: Value
    after: Value
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class After:
    """The step is taken: ``clauses`` permitted it or wrote something."""

    state: Table
    clauses: tuple[str, ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Undefined:
    """These clauses have no value for what they write, or none of its type."""

    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Clash:
    """Two clauses give one place two values: (field, clause, clause) each."""

    causes: frozenset[tuple[str, str, str]]


@dataclass(frozen=True, slots=True)
class CutOff:
    """A list or a stock outgrows this bound of the setting."""

    bound: str


Outcome = After | Undefined | Clash | CutOff
