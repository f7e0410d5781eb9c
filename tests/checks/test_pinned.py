"""How many situations can be reached: a number that moves only if the rules do."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from headjudge.engines.explore import Explorer
from headjudge.engines.search import Budget, Strength
from headjudge.rulebook import read_rulebook, setting, under_reading
from headjudge.rulebook.syntax import Rulebook
from headjudge.semantics.symbolic.lower import lower
from tests.checks.seeded import PATHS, ROOT, expected, name
from tests.parity.support import pair, reachable

NOTHING_LASTS = {"battles": 0, "captures": 0, "lasting": 0, "parts": 0}

# Scope (the rest as the header has it), reading, situations, steps, depth.
CASCADE: tuple[tuple[Mapping[str, int], str, int, int, int], ...] = (
    ({"hand": 0, "texts": 0}, "It lapses", 80, 134, 26),
    ({"hand": 0, "texts": 1}, "It lapses", 1_331, 2_351, 30),
    ({"hand": 0, "texts": 1}, "It stands in the next window", 1_485, 2_649, 30),
    ({"texts": 0}, "It lapses", 1_314, 3_180, 36),
    ({"texts": 1, **NOTHING_LASTS}, "It lapses", 10_502, 24_693, 36),
    ({"texts": 1, **NOTHING_LASTS}, "It stands in the next window", 12_725, 31_274, 37),
)

# Rulebook, players, scope (the rest as the header has it), situations, steps, depth; every
# open question has its first answer.
OTHERS: tuple[tuple[str, int, Mapping[str, int], int, int, int], ...] = (
    ("opportunity", 2, {"cards": 1, "triggers": 0}, 491, 594, 82),
    ("opportunity", 2, {"cards": 1, "triggers": 1}, 4_609, 7_519, 118),
    ("opportunity", 3, {"cards": 1, "triggers": 1}, 18_096, 28_802, 197),
    ("opportunity", 4, {"cards": 1, "triggers": 0}, 4_209, 4_990, 216),
    ("chain", 2, {"cards": 1, "texts": 1, "queued": 0}, 7_188, 9_834, 33),
    ("chain", 3, {"cards": 1, "texts": 1, "queued": 0}, 37_394, 50_204, 45),
    ("chain", 4, {"cards": 1, "texts": 0, "queued": 0}, 5_728, 8_520, 54),
    ("chain-2026-03-30", 2, {"cards": 1, "texts": 1, "queued": 0}, 7_056, 9_334, 34),
    ("chain-2026-03-30", 3, {"cards": 1, "texts": 0, "queued": 0}, 1_942, 2_566, 42),
)

SEEDED = {
    "append-order/faulty": 8,
    "append-order/mended": 6,
    "clash/faulty": 6,
    "clash/mended": 12,
    "conflict-throughout/faulty": 6,
    "conflict-throughout/mended": 6,
    "conflict/exception": 14,
    "conflict/faulty": 14,
    "conflict/golden_rule": 14,
    "conflict/mended": 14,
    "conflict/overrides": 14,
    "cut-off/faulty": 10,
    "cut-off/mended": 10,
    "dead-clause/faulty": 10,
    "dead-clause/mended": 12,
    "dead-part/faulty": 6,
    "dead-part/mended": 6,
    "denied-by-a-reply/faulty": 34,
    "denied-by-a-reply/mended": 40,
    "denied-by-a-third/faulty": 12,
    "denied-by-a-third/mended": 10,
    "denied-by-an-end/faulty": 25,
    "denied-by-an-end/mended": 37,
    "denied-by-the-cards/faulty": 10,
    "denied-by-the-cards/mended": 7,
    "denied-for-ever/faulty": 16,
    "denied-for-ever/mended": 32,
    "denied-in-turns/faulty": 36,
    "denied-in-turns/mended": 40,
    "false-claim/faulty": 16,
    "false-claim/mended": 16,
    "gap/faulty": 9,
    "gap/mended": 11,
    "idle-clause/faulty": 12,
    "idle-clause/mended": 12,
    "idle-consequence/faulty": 12,
    "idle-consequence/mended": 12,
    "impossible-obligation/faulty": 12,
    "impossible-obligation/mended": 10,
    "leak-in-what-it-shows/faulty": 48,
    "leak-in-what-it-shows/mended": 32,
    "leak-to-third-player/faulty": 111,
    "leak-to-third-player/mended": 111,
    "leak/faulty": 36,
    "leak/mended": 36,
    "loop-of-cards/faulty": 3,
    "loop-of-cards/mended": 3,
    "loop-of-choice/faulty": 4,
    "loop-of-choice/mended": 12,
    "loop-of-free-answers/faulty": 15,
    "loop-of-free-answers/mended": 28,
    "loop-of-passes/faulty": 6,
    "loop-of-passes/mended": 5,
    "loop-of-rules/faulty": 10,
    "loop-of-rules/mended": 28,
    "lost-option-of-both/faulty": 4,
    "lost-option-of-both/mended": 4,
    "lost-option/faulty": 10,
    "lost-option/mended": 24,
    "nested-or-queued/faulty": 14,
    "nested-or-queued/mended": 10,
    "never-happens/faulty": 15,
    "never-happens/mended": 20,
    "never-taken/faulty": 2,
    "never-taken/mended": 6,
    "never-usable/faulty": 4,
    "never-usable/mended": 8,
    "no-consequence/faulty": 2,
    "no-consequence/mended": 2,
    "open-reading/alike": 3,
    "open-reading/faulty": 3,
    "open-reading/mended": 3,
    "order-claimed/faulty": 12,
    "order-claimed/mended": 10,
    "order-of-appends/faulty": 10,
    "order-of-appends/mended": 6,
    "order-of-nobody/faulty": 8,
    "order-of-nobody/mended": 6,
    "order-of-three-players/faulty": 21,
    "order-of-three-players/mended": 15,
    "order-of-two-players/faulty": 12,
    "order-of-two-players/mended": 8,
    "permission-wins/faulty": 9,
    "permission-wins/mended": 9,
    "pump-of-free-answers/faulty": 64,
    "pump-of-free-answers/mended": 72,
    "pump-of-rules/faulty": 8,
    "pump-of-rules/mended": 6,
    "reading/faulty": 8,
    "reading/mended": 8,
    "silence/faulty": 4,
    "silence/mended": 3,
    "stuck-on-an-absent-one/faulty": 36,
    "stuck-on-an-absent-one/mended": 24,
    "stuck-past-the-mark/faulty": 7,
    "stuck-past-the-mark/mended": 6,
    "stuck/faulty": 8,
    "stuck/mended": 7,
    "undefined-condition/faulty": 7,
    "undefined-condition/mended": 7,
    "undefined-step/faulty": 30,
    "undefined-step/mended": 30,
    "unmodelled/faulty": 8,
    "unmodelled/mended": 8,
    "unsound-shortcut/faulty": 20,
    "unsound-shortcut/mended": 24,
    "vacuous/faulty": 4,
    "vacuous/mended": 10,
    "violation-state/faulty": 12,
    "violation-state/mended": 9,
    "violation-step/faulty": 30,
    "violation-step/mended": 30,
}


def cascade(answer: str) -> Rulebook:
    """The rulebook with its one open question answered."""
    written = read_rulebook(ROOT / "model" / "cascade.md")
    ((question, _),) = written.readings()
    return under_reading(written, {question: answer})


def ids(case: object) -> str | None:
    match case:
        case dict():
            return ",".join(f"{scope}={value}" for scope, value in case.items())
        case str():
            return case.replace(" ", "_")
        case _:
            return None


@pytest.mark.parametrize(("scope", "answer", "situations", "steps", "depth"), CASCADE, ids=ids)
def test_the_cascade_has_as_many_situations_as_ever(
    scope: Mapping[str, int], answer: str, situations: int, steps: int, depth: int
) -> None:
    rulebook = cascade(answer)
    system = lower(rulebook, setting(rulebook, players=None, scope=scope))
    search = Explorer().search(system, (), Budget())
    assert search.strength is Strength.COMPLETE
    assert (search.situations, search.steps, search.depth) == (situations, steps, depth)
    assert search.cutoffs == ()
    assert sum(search.levels) == situations


@pytest.mark.parametrize(
    ("book", "players", "scope", "situations", "steps", "depth"), OTHERS, ids=ids
)
def test_the_other_rulebooks_have_as_many_situations_as_ever(
    book: str, players: int, scope: Mapping[str, int], situations: int, steps: int, depth: int
) -> None:
    written = read_rulebook(ROOT / "model" / f"{book}.md")
    rulebook = under_reading(written, {q: answers[0] for q, answers in written.readings()})
    system = lower(rulebook, setting(rulebook, players=players, scope=scope))
    search = Explorer().search(system, (), Budget())
    assert search.strength is Strength.COMPLETE
    assert (search.situations, search.steps, search.depth) == (situations, steps, depth)
    assert search.cutoffs == ()


@pytest.mark.parametrize("answer", ["It lapses", "It stands in the next window"])
def test_the_executable_model_reaches_as_many(answer: str) -> None:
    scope, wanted = {"hand": 0, "texts": 1}, {case[1]: case[2] for case in CASCADE[1:3]}
    assert len(reachable(pair(cascade(answer), scope), 2_000)) == wanted[answer]


def test_the_seeded_rulebooks_have_as_many_situations_as_ever() -> None:
    assert {name(path): expected(path)["situations"] for path in PATHS} == SEEDED
