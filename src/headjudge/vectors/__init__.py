"""Tests for game engines: short plays, with what has to be legal, refused and seen on the way."""

from headjudge.vectors.cases import Case, Suite
from headjudge.vectors.choosing import Question, suite
from headjudge.vectors.documents import documents
from headjudge.vectors.reading import read_case

__all__ = ["Case", "Question", "Suite", "documents", "read_case", "suite"]
