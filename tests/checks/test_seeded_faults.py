"""Every kind of contradiction is found where it is, named for what it is, and nowhere else."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from headjudge.evidence.replay import replay_trace
from headjudge.evidence.results import Kind, Verdict
from headjudge.rulebook.syntax import ClaimKind
from tests.checks.playing import shown
from tests.checks.seeded import (
    FAULTY,
    MENDED,
    PATHS,
    PLAYED,
    RULEBOOKS,
    Seed,
    audited,
    book,
    described,
    expected,
    name,
)
from tests.parity.support import first_reading, pair, reachable

CLAUSE = re.compile(r"^\*\*(?P<id>[\w.]+)\*\* ", re.MULTILINE)


# ------------------------------------------------------------------------ the verdicts


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_a_seeded_rulebook_gets_exactly_the_verdicts_expected_of_it(path: Path) -> None:
    assert described(audited(path)) == expected(path)


# What a rulebook has to have in it, beside roles, for a kind of property to say anything.
SAYS = {
    ClaimKind.REVEALS_NOTHING: r"Hidden\[",
    ClaimKind.NO_SILENCE: r"Told\[",
    ClaimKind.NO_CONFLICT: r"@must_not",
    ClaimKind.NO_IMPOSSIBLE_OBLIGATION: r"@must\b(?!_)",
}
# Whether these apply does not show in the text alone.
UNTOLD = (ClaimKind.NO_CLASH, ClaimKind.DEFINED, ClaimKind.NO_ORDER_AMBIGUITY)


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_a_property_does_not_apply_exactly_where_what_it_speaks_of_is_missing(path: Path) -> None:
    _, properties, _ = book(path)
    text = path.read_text("utf-8")
    verdicts = {result.property: result.verdict for result in audited(path).results}
    told = {one.name for one in properties if one.claim is None or one.claim.kind not in UNTOLD}
    without = {
        one.name
        for one in properties
        if one.claim is None or not re.search(SAYS.get(one.claim.kind, ""), text)
    }
    found = {one for one, it in verdicts.items() if it is Verdict.NOT_APPLICABLE}
    assert without & told == found & told


def test_every_kind_of_contradiction_is_seeded() -> None:
    found = {one["kind"] for path in FAULTY for one in expected(path).get("finding", ())}
    # Words and block are compared with a lock; test_confirmed changes either of them.
    assert found == {kind.value for kind in Kind} - {Kind.APART.value}


@pytest.mark.parametrize("path", MENDED, ids=name)
def test_a_mended_rulebook_has_no_finding(path: Path) -> None:
    assert audited(path).findings == ()


def test_every_faulty_rulebook_has_a_mended_twin_and_an_expectation() -> None:
    for path in FAULTY:
        assert path.with_name("mended.md") in MENDED
    for path in PATHS:
        assert path.with_suffix(".expect").is_file()
    assert {path.with_suffix(".md") for path in RULEBOOKS.rglob("*.expect")} == {*PATHS}


# -------------------------------------------------------------------- one clause mends it


def clauses(path: Path) -> dict[str, str]:
    """The text of a document from each clause to the next."""
    text = path.read_text("utf-8")
    found = list(CLAUSE.finditer(text))
    ends = [*(match.start() for match in found[1:]), len(text)]
    start = found[0].start()
    pairs = zip(found, ends, strict=True)
    return {"": text[:start], **{m["id"]: text[m.start() : end].strip() for m, end in pairs}}


@pytest.mark.parametrize("path", MENDED, ids=name)
def test_a_mended_rulebook_differs_in_one_clause(path: Path) -> None:
    faulty, mended = clauses(path.with_name("faulty.md")), clauses(path)
    assert faulty.keys() == mended.keys()
    changed = [one for one in faulty if faulty[one] != mended[one]]
    assert len(changed) == 1
    assert (changed == [""]) == (path.stem == "golden_rule")


# --------------------------------------------------------------------- the executable model


@pytest.mark.parametrize("seed", PLAYED, ids=str)
def test_every_play_found_replays(seed: Seed) -> None:
    rulebook, properties, where = book(seed.path)
    assert replay_trace(rulebook, properties, where, seed.finding) == (True, "")


@pytest.mark.parametrize("seed", PLAYED, ids=str)
def test_a_play_that_lacks_a_step_does_not_replay(seed: Seed) -> None:
    rulebook, properties, where = book(seed.path)
    finding = seed.finding
    assert finding.trace is not None
    for number in range(finding.steps):
        steps = (*finding.trace.steps[:number], *finding.trace.steps[number + 1 :])
        altered = replace(finding, trace=replace(finding.trace, steps=steps))
        good, why = replay_trace(rulebook, properties, where, altered)
        assert not good
        assert why


@pytest.mark.parametrize("seed", PLAYED, ids=str)
def test_no_shorter_play_shows_it(seed: Seed) -> None:
    finding = seed.finding
    assert shown(seed.path, finding, finding.steps - 1) == []
    found = [one.acts for one in shown(seed.path, finding, finding.steps)]
    assert finding.trace is not None
    assert tuple(step.act for step in finding.trace.steps) in found


@pytest.mark.parametrize("seed", PLAYED, ids=str)
def test_in_the_mended_rulebook_no_play_of_that_length_shows_it(seed: Seed) -> None:
    finding = seed.finding
    mended = seed.path.with_name("mended.md")
    assert shown(mended, replace(finding, readings=()), finding.steps + 1) == []


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_as_many_situations_are_searched_as_the_executable_model_reaches(path: Path) -> None:
    rulebook, _, where = book(path)
    both = pair(first_reading(rulebook), dict(where.scope))
    assert len(reachable(both, 200)) == expected(path)["situations"]


def test_the_seeded_rulebooks_are_different_games() -> None:
    titles = [book(path)[0].title for path in FAULTY]
    assert len(set(titles)) == len(titles)
