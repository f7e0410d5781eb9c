"""Reading: from documents to typed, immutable syntax.

A rulebook or a document of properties is Markdown with formal blocks. The functions here
make values of :mod:`headjudge.rulebook.syntax` of it, or raise :class:`UnreadableError`
with every fault and its place. Nothing in a document is ever executed.
"""

from headjudge.rulebook.bases import beside
from headjudge.rulebook.places import Fault, Place, UnreadableError
from headjudge.rulebook.questions import Question, questions
from headjudge.rulebook.read import (
    parse_properties,
    parse_rulebook,
    read_properties,
    read_rulebook,
)
from headjudge.rulebook.requirements import unknown_requirements
from headjudge.rulebook.settings import setting, under_reading, without_supplements

__all__ = [
    "Fault",
    "Place",
    "Question",
    "UnreadableError",
    "beside",
    "parse_properties",
    "parse_rulebook",
    "questions",
    "read_properties",
    "read_rulebook",
    "setting",
    "under_reading",
    "unknown_requirements",
    "without_supplements",
]
