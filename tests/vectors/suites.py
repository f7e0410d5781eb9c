"""Suites of seeded rulebooks, written once for all tests."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from headjudge.engines.search import Progress
from headjudge.vectors.cases import Suite
from headjudge.vectors.choosing import Question, suite
from headjudge.vectors.documents import documents
from tests.checks.seeded import RULEBOOKS, audited, book
from tests.vectors.reader import Reader, Written

# One of everything that a case can hold: what is hidden, an order that nobody chooses, open
# readings, a conflict, three players, a clash, a near miss, several ways to go.
KINDS = (
    "append-order",
    "clash",
    "conflict-throughout",
    "leak",
    "leak-to-third-player",
    "loop-of-free-answers",
    "open-reading",
    "order-of-appends",
    "order-of-nobody",
    "permission-wins",
    "reading",
    "stuck",
    "unsound-shortcut",
    "violation-step",
)


def quiet(_: Progress) -> None:
    """Nobody watches."""


def path(kind: str) -> Path:
    return RULEBOOKS / kind / "faulty.md"


@cache
def made(kind: str) -> Suite:
    """The suite of a faulty rulebook, with the plays of what is found in it."""
    rulebook, properties, setting = book(path(kind))
    findings = tuple(one for one in audited(path(kind)).findings if one.trace is not None)
    return suite(Question(rulebook, properties, setting, findings), quiet)


@cache
def written(kind: str) -> Written:
    """The same as it stands in files."""
    with tempfile.TemporaryDirectory() as folder:
        put(made(kind), Path(folder))
        return Written.read(Path(folder))


def put(made_: Suite, folder: Path) -> None:
    for below, files in documents(made_).items():
        (folder / below).mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / below / name).write_text(text, "utf-8")


@cache
def reader(kind: str) -> Reader:
    rulebook, _, setting = book(path(kind))
    return Reader(rulebook, setting, written(kind).manifest)
