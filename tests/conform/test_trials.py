"""An engine that plays by the rules is left in peace; one that does not is found out."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from headjudge.cli import main
from headjudge.cli.new import layout
from headjudge.conform.deeds import Deed, Deeds
from headjudge.conform.disagreements import Disagreement, Discord, How
from headjudge.conform.engines import Habits, Reply, Start, View
from headjudge.conform.exploring import Explorer
from headjudge.conform.moments import ways
from headjudge.conform.shortening import Shortener
from headjudge.evidence.itf import Json
from headjudge.rulebook import parse_rulebook, read_rulebook, setting
from headjudge.rulebook.syntax import Rulebook
from tests.conform.games import EXAMPLES, PYTHON, ROOT, Mirror, small

SMALL = small()


def explored(
    book: Rulebook, engine: Mirror, deeds: int, explorer: Explorer | None = None
) -> Disagreement | None:
    """What a short exploration finds, made as short as goes."""
    explorer = explorer or around(book)
    while explorer.coverage.deeds < deeds:
        found = explorer.play(engine, deeds - explorer.coverage.deeds)
        assert not isinstance(found, str)
        if found is not None:
            return Shortener(lambda: engine, engine.habits, explorer.at).shorten(found)
    return None


def around(book: Rulebook, seed: int = 0) -> Explorer:
    made = setting(book, players=None, scope={})
    return Explorer(book, made, ways(book, made), seed)


# ------------------------------------------------------------------ in agreement


@pytest.mark.parametrize("name", ["cascade", "chain", "opportunity"])
def test_an_engine_that_plays_by_the_rules_in_one_reading_agrees(name: str) -> None:
    book = read_rulebook(ROOT / "model" / f"{name}.md")
    explorer = around(book)
    engine = Mirror(explorer.ways[-1], sees=("turn", "holder", "stack"))
    assert explored(book, engine, 150, explorer) is None


def test_everything_in_a_small_game_comes_up() -> None:
    explorer = around(SMALL)
    assert explored(SMALL, Mirror(explorer.ways[0]), 400, explorer) is None
    assert {clause for _, clause, refused in explorer.coverage.clauses if not refused} == {
        "1.1", "1.2", "2.1", "2.2", "2.3", "2.4", "2.5", "3.1",
    }  # fmt: skip


def test_the_same_seed_gives_the_same_plays() -> None:
    one, two, other = around(SMALL, 1), around(SMALL, 1), around(SMALL, 2)
    for explorer in (one, two, other):
        explored(SMALL, Mirror(explorer.ways[0]), 100, explorer)
    assert one.coverage.named == two.coverage.named
    assert one.coverage.named != other.coverage.named


OPEN = """# Open
```toml rulebook
title = "Open"
edition = "1"
```
**1.1** A first or B first.
```python rule
class State:
    turn: Player = 0
    done: bool = False
@move
def go(player: Player):
    done = True
@only
def go():
    return not done
@may("go")
@reading("Who?", "the first")
def first(player):
    return player == turn
@may("go")
@reading("Who?", "the second")
def second(player):
    return player != turn
```
"""


def book_of(text: str) -> Rulebook:
    return parse_rulebook(text.encode(), file="open.md", name="open")


def test_an_open_reading_is_left_to_the_engine_but_only_once() -> None:
    book = book_of(OPEN)
    explorer = around(book)
    engines = [Mirror(way) for way in explorer.ways]
    assert explorer.play(engines[1], 5) is None
    assert [way.readings for way in explorer.ways] == [(("Who?", "the second"),)]
    found = explorer.play(engines[0], 5)
    assert isinstance(found, Disagreement)
    assert found.discord is Discord.OFFERS


CONFLICT = OPEN.replace('@reading("Who?", "the first")\n', "").replace(
    '@may("go")\n@reading("Who?", "the second")\ndef second(player):\n    return player != turn',
    '@must_not("go")\ndef never():\n    return True',
)


def test_an_unsettled_conflict_is_left_to_the_engine() -> None:
    book = book_of(CONFLICT)
    strict = around(book)
    assert explored(book, Mirror(strict.ways[0]), 10, strict) is None
    generous = around(book)
    engine = Mirror(generous.ways[0])
    engine.way.game, engine.way.generous = engine.way.generous, engine.way.game
    assert explored(book, engine, 10, generous) is None


# --------------------------------------------------------------- in disagreement


class Passes(Mirror):
    """A pass that a response does not make void: it goes on as if both had passed."""

    def apply(self, deed: Deed) -> Reply:
        if deed.action == "respond" and self.now.seen("passed", 0):
            reply = super().apply(deed)
            assert self.moment is not None
            self.moment = self.moment.after(next(iter(self.moment.legal.values()))[0])
            return reply if self.moment is None else Reply(None, self.view())
        return super().apply(deed)


class Forgetful(Mirror):
    """What it refuses it does all the same."""

    def apply(self, deed: Deed) -> Reply:
        reply = super().apply(deed)
        if reply.refused is not None and deed.action == "end_turn":
            self.moment = self.now.after(next(iter(self.now.legal.values()))[0])
            return Reply("no", self.view())
        return reply


class Tells(Mirror):
    """It shows a player more than their own."""

    def sees(self, seat: int) -> Mapping[str, Json]:
        own = self.now.seen("hand", seat)
        return {"hand": own if isinstance(own, dict) else 0, "cat": 1}


def test_a_pass_that_survives_a_response_is_found_by_the_shortest_play() -> None:
    found = explored(SMALL, Passes(around(SMALL).ways[0]), 2000)
    assert found is not None
    assert [(one.deed.actor, one.deed.action) for one in found.entries] == [
        ("A", "play"),
        ("B", "pass_priority"),
        ("A", "respond"),
    ]
    assert found.entries[-1].clauses == ("2.2", "2.4")


def test_a_refused_deed_has_to_change_nothing() -> None:
    found = explored(SMALL, Forgetful(around(SMALL).ways[0]), 2000)
    assert found is not None
    assert found.after_refusal
    assert [one.how for one in found.entries[-2:]] == [How.PLAYED, How.REFUSED]
    assert len(found.entries) == 2


def test_a_name_that_the_rulebook_does_not_know_is_not_compared_but_told() -> None:
    found = explored(SMALL, Tells(around(SMALL).ways[0]), 10)
    assert found is not None
    assert found.discord is Discord.UNKNOWN
    assert found.shown is not None
    assert found.shown.name == "cat"


HIDDEN = OPEN.replace("    done: bool", "    hand: Hidden[Each[Player, Stock[2]]]\n    done: bool")


class Open(Mirror):
    def sees(self, seat: int) -> Mapping[str, Json]:
        del seat
        return {"hand": {"A": 1, "B": 1}}


def test_what_is_hidden_from_a_player_must_not_be_shown() -> None:
    book = book_of(HIDDEN)
    explorer = around(book)
    engine = Mirror(explorer.ways[0], sees=("hand",))
    assert explored(book, engine, 10, explorer) is None
    found = explored(book, Open(explorer.ways[0]), 10)
    assert found is not None
    assert found.discord is Discord.REVEALS


class Resolves(Mirror):
    """It resolves by itself as soon as that is due."""

    def __init__(self) -> None:
        super().__init__(around(SMALL).ways[0], habits=Habits(by_itself=frozenset({"resolve"})))

    def apply(self, deed: Deed) -> Reply:
        reply = super().apply(deed)
        while "resolve" in {one.action for one in self.now.legal}:
            super().apply(next(iter(self.now.legal)))
        return Reply(reply.refused, self.view())


def test_what_an_engine_does_by_itself_is_taken_as_done() -> None:
    assert explored(SMALL, Resolves(), 400) is None


def test_what_an_engine_lacks_is_neither_played_nor_missed() -> None:
    explorer = around(SMALL)

    class Lacks(Mirror):
        def legal(self) -> tuple[Deed, ...]:
            return tuple(deed for deed in super().legal() if deed.action != "end_turn")

    engine = Lacks(explorer.ways[0], habits=Habits(lacks=frozenset({"end_turn"})))
    assert explored(SMALL, engine, 300, explorer) is None
    assert not [deed for deed in explorer.coverage.named if deed.action == "end_turn"]


class Once(Mirror):
    """It is wrong in its first play and never again."""

    def legal(self) -> tuple[Deed, ...]:
        return () if self.resets == 1 else super().legal()


def test_what_does_not_happen_again_is_said_to() -> None:
    found = explored(SMALL, Once(around(SMALL).ways[0]), 10)
    assert found is not None
    assert not found.again


class Cannot(Mirror):
    def reset(self, start: Start, deeds: Deeds) -> View | str:
        del start, deeds
        return "no cards"


def test_an_engine_that_cannot_begin_says_so() -> None:
    explorer = around(SMALL)
    assert explorer.play(Cannot(explorer.ways[0]), 10) == "no cards"


# ------------------------------------------------------------------- the command


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the small rulebook, and in it."""
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "small.md").write_text(layout("small")["model/small.md"], "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def conform(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["conform", "small", "--deeds", "300", "--", *arguments])


def test_the_example_in_python_agrees(game: Path) -> None:
    del game
    result = conform(PYTHON, "-S", str(EXAMPLES / "small.py"))
    assert result.exit_code == 0, result.output
    assert "No disagreement in 300 deeds" in result.output
    assert "8 of 8 clauses have come up." in result.output


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
def test_the_example_in_javascript_agrees(game: Path) -> None:
    del game
    result = conform("node", str(EXAMPLES / "small.js"))
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("name", ["small.py", "small.js"])
def test_an_example_has_sixty_lines_at_most(name: str) -> None:
    assert len((EXAMPLES / name).read_text("utf-8").splitlines()) <= 60


def test_both_sides_of_a_disagreement_are_shown_with_their_clauses(game: Path) -> None:
    text = (EXAMPLES / "small.py").read_text("utf-8")
    wrong = text.replace("self.passed = action ==", "self.passed = self.passed or action ==")
    assert wrong != text
    (game / "wrong.py").write_text(wrong, "utf-8")
    result = conform(PYTHON, "-S", "wrong.py")
    assert result.exit_code == 1
    lines = [" ".join(line.split()) for line in result.output.splitlines()]
    assert "The engine offers what has to be refused: game: resolve (4 deeds)." in lines
    assert "3 A respond 2.2, 2.4" in lines
    assert "A pass priority yes, by 2.3 no" in lines


def test_a_program_that_is_not_there_is_a_wrong_command_line(game: Path) -> None:
    del game
    result = conform("./no-such-program")
    assert result.exit_code == 64
    assert "./no-such-program cannot be started" in result.output


def test_too_little_time_is_no_verdict(game: Path) -> None:
    del game
    arguments = ["conform", "small", "--budget", "0.000001", "--", PYTHON, "-S"]
    result = CliRunner().invoke(main, [*arguments, str(EXAMPLES / "small.py")])
    assert result.exit_code == 3
    assert "No verdict" in result.output


# --------------------------------------------------------------------- the cases


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the small rulebook and its cases."""
    folder = tmp_path_factory.mktemp("cases")
    (folder / "small.md").write_text(layout("small")["model/small.md"], "utf-8")
    arguments = ["tests", str(folder / "small.md"), "-o", str(folder / "tests")]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    return folder


def by_cases(folder: Path, engine: str) -> Result:
    (folder / "engine.py").write_text(engine, "utf-8")
    tests = ["--tests", str(folder / "tests"), "--deeds", "1"]
    command = [PYTHON, "-S", str(folder / "engine.py")]
    return CliRunner().invoke(main, ["conform", str(folder / "small.md"), *tests, "--", *command])


def test_cases_are_played_first(cases: Path) -> None:
    result = by_cases(cases, (EXAMPLES / "small.py").read_text("utf-8"))
    assert result.exit_code == 0, result.output
    number = len(list((cases / "tests" / "cases").iterdir()))
    assert f"; {number} cases among the plays." in " ".join(result.output.split())


def test_the_case_that_finds_a_disagreement_is_named(cases: Path) -> None:
    text = (EXAMPLES / "small.py").read_text("utf-8")
    wrong = text.replace("self.passed = action ==", "self.passed = self.passed or action ==")
    result = by_cases(cases, wrong)
    assert result.exit_code == 1
    assert "Found by the case " in result.output


def test_cases_of_another_rulebook_are_not_played(cases: Path) -> None:
    arguments = ["conform", "cascade", "--tests", str(cases / "tests"), "--", "cat"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "the cases are of the rulebook small, and cascade is played" in result.output


def test_a_case_that_does_not_fit_the_rulebook_is_refused(cases: Path) -> None:
    folder = cases / "tests" / "cases"
    file = folder / "zz.json"
    some = next(iter(sorted(folder.iterdir()))).read_text("utf-8")
    file.write_text(some.replace('"action": "end_turn"', '"action": "fly"'), "utf-8")
    result = by_cases(cases, (EXAMPLES / "small.py").read_text("utf-8"))
    file.unlink()
    assert result.exit_code == 2
    assert "action is no action of the rulebook" in result.output


def test_a_clause_of_another_reading_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = '@may("go")\n@reading("Who?", "the second")'
    apart = OPEN.replace(second, f"```\n**1.2** Or B.\n```python rule\n{second}")
    assert apart != OPEN
    (tmp_path / "open.md").write_text(apart, "utf-8")
    monkeypatch.chdir(tmp_path)
    engine = (EXAMPLES / "small.py").read_text("utf-8")
    for old, new in (
        ('self.hand = dict(message["start"]["hand"])', "self.hand = {'A': 1, 'B': 1}"),
        (
            "use, leave = ",
            "return [] if self.hand['A'] == 0 else [('A', 'go')]\n        use, leave = ",
        ),
        (
            'if action == "resolve":',
            'if action == "go":\n            self.hand["A"] = 0\n        elif action == "resolve":',
        ),
        ('"holder": self.priority', '"done": self.hand["A"] == 0'),
        ('sees | {"stack": self.pile}', "sees"),
        ('"window": self.window, ', ""),
    ):
        assert old in engine
        engine = engine.replace(old, new)
    (tmp_path / "engine.py").write_text(engine, "utf-8")
    command = ["conform", "open.md", "--deeds", "30", "--", PYTHON, "-S", "engine.py"]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0, result.output
    assert "1 of 1 clauses have come up." in result.output
    assert "Who? The engine plays: the first." in result.output


# ---------------------------------------------------------------------- the page


def test_what_the_page_shows_is_what_an_engine_answers(cases: Path) -> None:
    page = (ROOT / "docs" / "engine-protocol.md").read_text("utf-8")
    lines = page.partition("```json\n")[2].partition("```")[0].splitlines()
    asked, answers = lines[0::2], lines[1::2]
    command = [PYTHON, "-S", str(EXAMPLES / "small.py")]
    done = subprocess.run(
        command, input="\n".join(asked), capture_output=True, text=True, check=True, cwd=cases
    )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert told == [json.loads(line) for line in answers]
