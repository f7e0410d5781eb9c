"""The examples of a rulebook as a question of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from headjudge.checks.audit import Question
from headjudge.checks.documents import example_results
from headjudge.checks.readings import combinations, together
from headjudge.checks.sharing import Sharing
from headjudge.engines.search import Report
from headjudge.evidence.results import Audit
from headjudge.rulebook import under_reading
from headjudge.semantics.executable import build


@dataclass(frozen=True, slots=True)
class PlayedReading:
    """The examples in one combination of readings, as a piece of work."""

    question: Question
    answers: tuple[tuple[str, str], ...]
    title: str

    def work(self, _: Report) -> Audit:
        """Play them."""
        book = under_reading(self.question.rulebook, dict(self.answers))
        return Audit(book, self.question.setting, example_results(book, build(book)))


def begin_examples(question: Question, sharing: Sharing) -> Callable[[], Audit]:
    """Begin to play the examples; the audit that is waited for has nothing but their results."""
    rulebook = question.rulebook
    begun = [
        (answers, sharing.begin(PlayedReading(question, tuple(answers.items()), rulebook.title)))
        for answers in combinations(rulebook)
    ]
    return lambda: together(rulebook, [(answers, result()) for answers, result in begun])
