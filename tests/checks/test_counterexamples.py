"""What lies in ``counterexamples/`` is true: every play there does what it is said to do."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from headjudge.evidence.itf import finding_of, read_trace, write_trace
from headjudge.evidence.precedence import precedence
from headjudge.evidence.replay import Replayer, ReplayError, replay_trace, replayer
from headjudge.evidence.results import Kind
from headjudge.rulebook import (
    UnreadableError,
    read_properties,
    read_rulebook,
    setting,
    under_reading,
)
from headjudge.rulebook.syntax import Property, Rulebook, Setting
from headjudge.semantics.symbolic.lower import lower
from tests.checks.seeded import PLAYED, ROOT, Seed, book

FOLDER = ROOT / "counterexamples"
TRACES = tuple(sorted(FOLDER.rglob("*.itf.json")))
PAGES = tuple(sorted(FOLDER.rglob("*.md")))

Document = dict[str, Any]


def short(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix()


@cache
def rulebook_of(trace: str) -> tuple[Rulebook, tuple[Property, ...]]:
    """The rulebook of that name in ``model/``, and the standard properties."""
    rulebook = read_rulebook(ROOT / "model" / f"{trace}.md")
    documents = sorted((ROOT / "properties").glob("*.md"))
    return rulebook, tuple(one for file in documents for one in read_properties(file, rulebook))


def replay(data: bytes) -> tuple[bool, str]:
    """Whether a document's play is legal and shows what it claims, and else why not."""
    document = read_trace(data, "trace.itf.json")
    rulebook, properties = rulebook_of(document.rulebook)
    where = setting(rulebook, players=document.players, scope=dict(document.scope))
    return replay_trace(rulebook, properties, where, finding_of(document, rulebook, where))


@cache
def judge(name: str, where: Setting, readings: tuple[tuple[str, str], ...]) -> Replayer:
    """The executable model, to be used for many plays."""
    rulebook, properties = rulebook_of(name)
    usual = {question: given[0] for question, given in rulebook.readings()}
    settled = under_reading(rulebook, {**usual, **dict(readings)})
    order = precedence(lower(settled, where))
    return replayer(settled, properties, where, order.exceptions)


def refused(document: Document) -> bool:
    """It does not show what it claims, or cannot be read at all."""
    try:
        read = read_trace(json.dumps(document).encode(), "trace.itf.json")
        rulebook, _ = rulebook_of(read.rulebook)
        where = setting(rulebook, players=read.players, scope=dict(read.scope))
        finding = finding_of(read, rulebook, where)
        if finding.cause.kind is Kind.READING:
            return not replay_trace(rulebook, (), where, finding)[0]
        judge(read.rulebook, where, finding.readings).replay(finding)
    except (UnreadableError, ReplayError):
        return True
    return False


# ---------------------------------------------------------------------------- as they are


def test_there_are_counterexamples() -> None:
    assert TRACES
    assert PAGES


@pytest.mark.parametrize("path", TRACES, ids=short)
def test_what_is_not_altered_is_not_refused(path: Path) -> None:
    assert not refused(json.loads(path.read_text("utf-8")))


@pytest.mark.parametrize("path", TRACES, ids=short)
def test_every_counterexample_replays(path: Path) -> None:
    assert replay(path.read_bytes()) == (True, "")


@pytest.mark.parametrize("path", TRACES, ids=short)
def test_a_counterexample_is_written_as_it_would_be_today(path: Path) -> None:
    document = read_trace(path.read_bytes(), path.name)
    rulebook, _ = rulebook_of(document.rulebook)
    where = setting(rulebook, players=document.players, scope=dict(document.scope))
    finding = finding_of(document, rulebook, where)
    assert write_trace(rulebook, where, finding) == path.read_text("utf-8")
    assert document.edition == rulebook.edition


SIDE_BY_SIDE = "## The clauses, side by side"


def quoted(page: str) -> list[str]:
    """The clauses whose words stand on a page: one below the other, or two side by side."""
    lines = page.splitlines()
    if SIDE_BY_SIDE in lines:
        head = lines[lines.index(SIDE_BY_SIDE) + 2]
        return [cell.strip() for cell in head.strip("|").split("|") if cell.strip()]
    return [line.split("**")[1] for line in lines if line.startswith("> **")]


@pytest.mark.parametrize("path", TRACES, ids=short)
def test_the_page_beside_a_counterexample_names_the_same_clauses(path: Path) -> None:
    meta = json.loads(path.read_text("utf-8"))["#meta"]
    page = path.with_name(path.name.removesuffix(".itf.json") + ".md").read_text("utf-8")
    clauses = meta["cause"]["clauses"] or meta["decisive"]
    assert clauses
    assert set(clauses) <= set(quoted(page))
    for clause in [*meta["enabling"], *(one for step in meta["clauses"] for one in step)]:
        assert clause in page


@pytest.mark.parametrize("path", PAGES, ids=short)
def test_a_page_quotes_the_clauses_in_its_name_and_no_others(path: Path) -> None:
    named = path.stem.rsplit("--", 1)[-1].split("+")
    assert sorted(quoted(path.read_text("utf-8"))) == sorted(named)


# ------------------------------------------------------------------------------- altered


def acts(document: Document) -> Iterator[dict[str, Any]]:
    """All acts of a play, in order."""
    yield from (state["lastAction"] for state in document["states"][1:])
    if "last" in document["#meta"]:
        yield document["#meta"]["last"]


def altered(path: Path, change: Callable[[Document], bool]) -> Iterator[Document]:
    """The document with a change made, if there was something to change."""
    document = json.loads(path.read_text("utf-8"))
    if change(document):
        yield document


@pytest.mark.parametrize("path", TRACES, ids=short)
def test_a_play_by_another_player_is_refused(path: Path) -> None:
    count = len(list(acts(json.loads(path.read_text("utf-8")))))
    tried = 0
    for number in range(count):

        def swap(document: Document, number: int = number) -> bool:
            arguments = list(acts(document))[number]["arguments"]
            seats = [key for key, value in arguments.items() if value in ("A", "B")]
            if not seats:
                return False
            arguments[seats[0]] = "B" if arguments[seats[0]] == "A" else "A"
            return True

        for document in altered(path, swap):
            tried += 1
            assert refused(document)
    assert tried


@pytest.mark.parametrize("path", TRACES, ids=short)
def test_a_play_that_lacks_a_step_is_refused(path: Path) -> None:
    count = len(json.loads(path.read_text("utf-8"))["states"])
    for number in range(1, count):

        def drop(document: Document, number: int = number) -> bool:
            del document["states"][number]
            del document["#meta"]["clauses"][number - 1]
            return True

        for document in altered(path, drop):
            assert refused(document)


@pytest.mark.parametrize("path", TRACES, ids=short)
def test_a_play_with_another_situation_is_refused(path: Path) -> None:
    original = json.loads(path.read_text("utf-8"))
    for number, state in enumerate(original["states"][1:], start=1):
        truths = [field for field, value in state.items() if isinstance(value, bool)]
        field = truths[number % len(truths)]

        def flip(document: Document, number: int = number, field: str = field) -> bool:
            document["states"][number][field] = not document["states"][number][field]
            return True

        for document in altered(path, flip):
            assert refused(document)


@pytest.mark.parametrize("path", TRACES, ids=short)
def test_a_play_that_goes_by_another_claim_is_refused(path: Path) -> None:
    def other_clause(document: Document) -> bool:
        cause = document["#meta"]["cause"]
        cause["clauses"] = cause["clauses"][::-1]
        return len(cause["clauses"]) > 1

    def other_kind(document: Document) -> bool:
        document["#meta"]["kind"] = "gap"
        return True

    for change in (other_clause, other_kind):
        for document in altered(path, change):
            assert refused(document)


@pytest.mark.parametrize("path", TRACES[:1], ids=short)
def test_a_play_for_a_property_that_is_not_there_is_refused(path: Path) -> None:
    document = json.loads(path.read_text("utf-8"))
    document["#meta"]["property"] = "no-such-property"
    good, why = replay(json.dumps(document).encode())
    assert not good
    assert "no-such-property" in why


# ------------------------------------------------------------------ of the seeded rulebooks


@pytest.mark.parametrize("seed", PLAYED, ids=str)
def test_a_trace_that_is_written_and_read_again_replays(seed: Seed) -> None:
    rulebook, properties, where = book(seed.path)
    text = write_trace(rulebook, where, seed.finding)
    again = finding_of(read_trace(text.encode(), "trace.itf.json"), rulebook, where)
    assert replay_trace(rulebook, properties, where, again) == (True, "")
    assert write_trace(rulebook, where, again) == text
