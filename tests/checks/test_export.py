"""A question exported as SMT-LIB is answered by a solver outside as headjudge answers it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from headjudge.checks import export_smt2
from headjudge.checks.audit import own_properties
from headjudge.evidence.results import Kind
from headjudge.rulebook import under_reading
from headjudge.rulebook.syntax import Property
from tests.checks.playing import judge_of, plays, shows
from tests.checks.seeded import MENDED, PLAYED, RULEBOOKS, Seed, book, name
from tests.engines.agreement import ROOT, question

READER = """
import sys, z3
for path in sys.argv[1:]:
    solver = z3.Solver()
    solver.from_file(path)
    print(solver.check())
"""


def answers(folder: Path, texts: Sequence[str]) -> list[str]:
    """What z3 in another process says of some files."""
    paths = [folder / f"{number}.smt2" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, "utf-8")
    ran = subprocess.run(
        [sys.executable, "-c", READER, *map(str, paths)], capture_output=True, text=True, check=True
    )
    return ran.stdout.split()


@cache
def all_properties(path: Path) -> tuple[Property, ...]:
    """The standard properties and the rulebook's own claims."""
    rulebook, properties, _ = book(path)
    usual = {asked: given[0] for asked, given in rulebook.readings()}
    return (*properties, *own_properties(under_reading(rulebook, usual)))


def exported(path: Path, wanted: str | None, depth: int) -> str:
    rulebook, _, where = book(path)
    return export_smt2(rulebook, all_properties(path), where, wanted, depth)


def without(text: str, clause: str) -> str:
    """The question with the switch of one clause negated."""
    switch = f"(assert\n |clause {clause}|)\n"
    assert text.count(switch) == 1
    return text.replace(switch, f"(assert\n (not |clause {clause}|))\n")


# Every seeded finding whose play answers the exported question: loops, games and two plays
# are more than one play can show.
ANSWERED_BY_A_PLAY = (
    Kind.CONFLICT,
    Kind.CLASH,
    Kind.IMPOSSIBLE,
    Kind.SILENCE,
    Kind.UNDEFINED,
    Kind.GAP,
    Kind.LOST_OPTION,
    Kind.SHORTCUT,
    Kind.VIOLATION,
)
ASKED = tuple(
    seed
    for seed in PLAYED
    if not seed.written.get("permission_wins") and seed.finding.cause.kind in ANSWERED_BY_A_PLAY
)


@pytest.mark.parametrize("seed", ASKED, ids=str)
def test_there_is_a_play_of_that_length_and_none_shorter(seed: Seed, tmp_path: Path) -> None:
    path, finding = seed.path, seed.finding
    depths = range(finding.steps + 2)
    texts = [exported(path, finding.property, depth) for depth in depths]
    wanted = ["sat" if depth >= finding.steps else "unsat" for depth in depths]
    assert answers(tmp_path, texts) == wanted


@pytest.mark.parametrize("seed", ASKED, ids=str)
def test_in_the_mended_rulebook_there_is_none(seed: Seed, tmp_path: Path) -> None:
    path, finding = seed.path, seed.finding
    mended = [one for one in MENDED if one.parent == path.parent]
    texts = [exported(one, finding.property, finding.steps + 1) for one in mended]
    assert answers(tmp_path, texts) == ["unsat"] * len(mended)


@pytest.mark.parametrize("path", MENDED, ids=name)
def test_where_everything_holds_no_play_breaks_any_property(path: Path, tmp_path: Path) -> None:
    assert answers(tmp_path, [exported(path, None, 3)]) == ["unsat"]


@pytest.mark.parametrize("seed", ASKED, ids=str)
def test_a_negated_switch_asks_about_the_rulebook_without_the_clause(
    seed: Seed, tmp_path: Path
) -> None:
    path, finding = seed.path, seed.finding
    assert finding.trace is not None
    made = judge_of(path, finding.readings)
    claim = made.claims.get(finding.property)
    text = exported(path, finding.property, finding.steps)
    clauses = [clause.id for clause in made.rulebook.clauses if not clause.section]
    wanted = []
    for clause in clauses:
        game = made.game(finding.trace, clause)
        found = any(shows(game, claim, finding, one) for one in plays(game, finding.steps))
        wanted.append("sat" if found else "unsat")
    assert answers(tmp_path, [without(text, clause) for clause in clauses]) == wanted
    assert "unsat" in wanted


def test_the_answer_depends_on_the_clause_at_fault(tmp_path: Path) -> None:
    text = exported(RULEBOOKS / "lost-option" / "faulty.md", "lost-option", 2)
    texts = [text, without(text, "3.2"), without(text, "2.2")]
    assert answers(tmp_path, texts) == ["sat", "unsat", "sat"]


def test_something_that_has_to_happen_is_asked_for_by_itself(tmp_path: Path) -> None:
    path = RULEBOOKS / "never-happens" / "mended.md"
    texts = [exported(path, "every-player-gets-a-turn", depth) for depth in (0, 1)]
    assert answers(tmp_path, texts) == ["sat", "sat"]


def test_a_question_about_the_cascade_has_the_explorers_answer(tmp_path: Path) -> None:
    cascade = question(
        ROOT / "model" / "cascade.md", {"hand": 0, "texts": 1, "battles": 0, "captures": 0}
    )
    search = cascade.explore()
    pairs = zip(cascade.asked, search.answers, strict=True)
    lengths = [
        len(hit.path)
        for (task, _), answer in pairs
        for hit in answer.hits
        if task.property.name == "lost-option"
    ]
    shortest = min(lengths)
    texts = [
        export_smt2(cascade.rulebook, cascade.properties, cascade.setting, "lost-option", depth)
        for depth in (shortest - 1, shortest)
    ]
    assert answers(tmp_path, texts) == ["unsat", "sat"]


def test_what_a_single_play_cannot_answer_is_refused() -> None:
    path = RULEBOOKS / "stuck" / "faulty.md"
    with pytest.raises(ValueError, match="no single play"):
        exported(path, "window-can-close", 3)
    with pytest.raises(KeyError):
        exported(path, "no-such-property", 3)
