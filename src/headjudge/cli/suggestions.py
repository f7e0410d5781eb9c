"""The suggestions that mend findings, from `headjudge mend` to the pages of `headjudge check`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from headjudge import checks
from headjudge.cli import library, screen
from headjudge.engines.search import Budget
from headjudge.evidence.results import Audit, Mend
from headjudge.evidence.suggested import FILE, read_suggestions, write_suggestions
from headjudge.reports.markdown import folder_of
from headjudge.rulebook import UnreadableError, setting


@dataclass(frozen=True, slots=True)
class Suggested:
    """What is suggested, by finding; ``question``: the fingerprint of what was asked."""

    question: str = ""
    mends: Mapping[str, tuple[Mend, ...]] = field(default_factory=dict)

    @property
    def documents(self) -> dict[str, str]:
        """The file in which it is kept; none if there is nothing to keep."""
        return {FILE: write_suggestions(self.question, self.mends)} if self.mends else {}


def question(book: library.Book) -> str:
    """The fingerprint of a rulebook and all that is asked of it in its usual setting."""
    made = setting(book.rulebook, players=None, scope={})
    return checks.fingerprint(
        checks.Question(book.rulebook, book.properties, made, "auto", Budget())
    )


def kept(book: library.Book) -> Suggested:
    """What has been kept of a rulebook as it is now; what cannot be read is no suggestion."""
    folder = folder_of(book.rulebook)
    path = Path(folder, FILE)
    if not path.is_file():
        return Suggested()
    asked = question(book)
    try:
        return Suggested(asked, read_suggestions(path, f"{folder}/{FILE}", asked))
    except UnreadableError as error:
        screen.complain(f"{folder}/{FILE}: not read: {error.faults[0].wrong}")
        return Suggested()


def beside(audit: Audit, found: Suggested) -> Audit:
    """The audit with the suggestions beside its findings."""
    if not found.mends:
        return audit
    results = tuple(
        replace(
            result,
            findings=tuple(
                replace(one, mends=found.mends.get(one.fingerprint, ())) for one in result.findings
            ),
        )
        for result in audit.results
    )
    return replace(audit, results=results)
