"""Engines written by hand agree with the rulebooks, and every fault in one is found."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from headjudge.conform.disagreements import Disagreement
from headjudge.conform.exploring import Explorer
from headjudge.conform.moments import Way, ways
from headjudge.conform.process import Limits
from headjudge.conform.shortening import Shortener
from headjudge.conform.trials import Effort, Question, trial
from headjudge.rulebook import read_rulebook, setting
from headjudge.rulebook.syntax import Rulebook, Setting
from headjudge.testing.adapters import Adapted
from tests.conform.games import PYTHON, ROOT
from tests.engines.games.cascade import Cascade
from tests.engines.games.chain import Chain
from tests.engines.games.engine import Engine
from tests.engines.games.faulty import FAULTY, Faulty, NextPlayerIsAsked
from tests.engines.games.opportunity import Opportunity

Ways = tuple[Way, ...]

GAMES: dict[str, Callable[[], Engine]] = {
    "cascade": Cascade,
    "chain": Chain,
    "opportunity": Opportunity,
}


@cache
def rules(name: str, players: int, *scope: tuple[str, int]) -> tuple[Rulebook, Setting, Ways]:
    book = read_rulebook(ROOT / "model" / f"{name}.md")
    made = setting(book, players=players, scope=dict(scope))
    return book, made, ways(book, made)


def explore(
    engine: Adapted, rulebook: tuple[Rulebook, Setting, Ways], deeds: int
) -> tuple[Explorer, Disagreement | None]:
    explorer = Explorer(*rulebook, 0)
    while explorer.coverage.deeds < deeds:
        found = explorer.play(engine, deeds - explorer.coverage.deeds)
        assert not isinstance(found, str)
        if found is not None:
            return explorer, found
    return explorer, None


@pytest.mark.parametrize(
    ("name", "players"),
    [("cascade", 2), ("chain", 2), ("chain", 3), ("opportunity", 2), ("opportunity", 3)],
)
def test_an_engine_written_from_the_rules_agrees_with_them(name: str, players: int) -> None:
    explorer, found = explore(Adapted(GAMES[name]()), rules(name, players), 150)
    assert found is None
    assert explorer.coverage.refusals > 15


@pytest.mark.parametrize("fault", FAULTY, ids=lambda fault: fault.name)
def test_every_fault_is_found(fault: Faulty) -> None:
    rulebook = rules(fault.rulebook, fault.players, *fault.scope.items())
    _, found = explore(Adapted(fault.engine()), rulebook, 2000)
    assert found is not None


def test_the_table_tells_of_every_fault_which_cases_find_it() -> None:
    rows = Path(__file__).with_name("found.md").read_text("utf-8").splitlines()
    for fault in FAULTY:
        start = f"| {fault.rulebook}, {fault.players} players | {fault.engine.__doc__} | "
        (row,) = (row for row in rows if row.startswith(start))
        assert int(row.removeprefix(start).partition(" ")[0]) > 0


def test_a_fault_is_shown_by_a_short_play() -> None:
    engine = Adapted(NextPlayerIsAsked())
    explorer, found = explore(engine, rules("chain", 2), 100)
    assert found is not None
    short = Shortener(lambda: engine, engine.habits, explorer.at).shorten(found)
    opened, played, *rest = [one.deed.action for one in short.entries]
    assert opened == "open_state"
    assert played in {"play_spell", "activate"}
    assert rest == ["cleanup", "finalize", "cleanup", "execute"]


def test_an_engine_may_be_a_program_of_its_own() -> None:
    book, made, _ = rules("cascade", 2)
    program = "from tests.engines.games.cascade import Cascade, serve\nserve(Cascade())"
    outcome = trial(Question(book, made, (PYTHON, "-c", program), Effort(50, limits=Limits(30))))
    assert outcome.found is None
    assert outcome.coverage.deeds == 50
