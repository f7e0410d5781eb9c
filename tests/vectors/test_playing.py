"""Cases that an engine plays: the rules themselves pass, and what differs is told."""

from __future__ import annotations

import ast
import runpy
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from headjudge.evidence.itf import Json, encode
from headjudge.rulebook.values import Act
from headjudge.semantics.executable import After
from headjudge.testing import Cases, UnfitError
from headjudge.vectors.documents import documents
from headjudge.vectors.python import adapter, literal, module
from tests.checks.seeded import book
from tests.vectors.suites import KINDS, made, path, put, reader


class Rules:
    """The executable model of a rulebook in one version, as an engine."""

    by_itself: tuple[str, ...] = ()
    by_name: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()

    def __init__(self, kind: str, version: int | None = 1) -> None:
        self.kind = kind
        self.version = version
        self.rulebook, _, self.setting = book(path(kind))
        self.game = reader(kind).games[version or 1]

    def reset(self, players: int, scope: Mapping[str, int], start: Mapping[str, Any]) -> None:
        assert (players, tuple(scope.items())) == (self.setting.players, self.setting.scope)
        fields = {field.name: field.type for field in self.rulebook.fields}
        values = {name: reader(self.kind).value(one, fields[name]) for name, one in start.items()}
        self.state = self.game.start(values)
        self.go_on()

    def go_on(self) -> None:
        """Do what is done unasked."""
        while True:
            found = [act for act in self.game.legal(self.state) if act.action in self.by_itself]
            if not found:
                return
            outcome = self.game.apply(self.state, found[0])
            assert isinstance(outcome, After)
            self.state = outcome.state

    def given(self, act: Act) -> dict[str, Json]:
        parameters = self.rulebook.action(act.action).parameters
        pairs = zip(parameters, act.arguments, strict=True)
        return {one.name: encode(value, one.type) for one, value in pairs if not one.which}

    def legal(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        return [(act.action, self.given(act)) for act in self.game.legal(self.state)]

    def apply(self, action: str, arguments: Mapping[str, Any]) -> bool:
        for act in self.game.legal(self.state):
            if act.action == action and self.given(act) == arguments:
                outcome = self.game.apply(self.state, act)
                if isinstance(outcome, After):
                    self.state = outcome.state
                    self.go_on()
                return True
        return False

    def observe(self, player: str) -> Mapping[str, Any]:
        found: dict[str, Any] = {}
        values = self.game.freeze(self.state).values
        for field, value in zip(self.rulebook.fields, values, strict=True):
            shown = encode(value, field.type)
            if field.hidden:
                assert isinstance(shown, dict)
                shown = {player: shown[player]}
            found[field.name] = None if shown == "nobody" else shown
        return found


@cache
def folder(kind: str, base: Path) -> Path:
    put(made(kind), base / kind)
    return base / kind


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("vectors")


def every_test(kind: str, base: Path) -> Iterator[tuple[str, Callable[[object], None]]]:
    """The tests for pytest of a rulebook, by name."""
    name, text = module(made(kind))
    file = folder(kind, base) / name
    file.write_text(text, "utf-8")
    for function, test in runpy.run_path(str(file)).items():
        if function.startswith("test_"):
            yield function, test


def outcomes(kind: str, base: Path, engine: Callable[[], Rules]) -> list[str]:
    """What each test of a rulebook says of an engine: empty, ``skipped``, or what differs."""
    found = []
    for _, test in every_test(kind, base):
        try:
            test(engine())
        except pytest.skip.Exception:
            found.append("skipped")
        except AssertionError as error:
            found.append(str(error))
        else:
            found.append("")
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_the_rules_pass_every_test_of_their_version(kind: str, base: Path) -> None:
    of_first = [1 in case.versions for case in made(kind).cases]
    expected = ["" if yes else "skipped" for yes in of_first]
    assert outcomes(kind, base, lambda: Rules(kind)) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_without_a_version_what_is_open_is_skipped(kind: str, base: Path) -> None:
    expected = ["" if case.required else "skipped" for case in made(kind).cases]
    assert outcomes(kind, base, lambda: Rules(kind, None)) == expected


def test_every_case_has_a_test_of_its_own(base: Path) -> None:
    for kind in KINDS:
        names = [name for name, _ in every_test(kind, base)]
        assert len(set(names)) == len(names) == len(made(kind).cases)


class Deaf(Rules):
    """Does not know that one may pass."""

    def legal(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        return [one for one in super().legal() if one[0] != "say_nothing"]


class Lenient(Rules):
    """Takes whatever it is offered."""

    def apply(self, action: str, arguments: Mapping[str, Any]) -> bool:
        super().apply(action, arguments)
        return True


class Open(Rules):
    """Says that something is legal which is not."""

    def legal(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        return [*super().legal(), ("drive_up", {"player": "B"})]


class Stubborn(Rules):
    """Refuses to declare."""

    def apply(self, action: str, arguments: Mapping[str, Any]) -> bool:
        return action != "declare" and super().apply(action, arguments)


class Moved(Rules):
    """Changes something where it refuses."""

    def apply(self, action: str, arguments: Mapping[str, Any]) -> bool:
        done = super().apply(action, arguments)
        if not done:
            now = self.game.freeze(self.state)
            others = replace(now, values=(1, *now.values[1:]))  # it is B's turn
            self.state = self.game.thaw(others)
        return done


class Blind(Rules):
    """Shows everybody an open gate."""

    def observe(self, player: str) -> Mapping[str, Any]:
        return {**super().observe(player), "window": True}


class Talking(Rules):
    """Shows everybody everybody's goods."""

    def observe(self, player: str) -> Mapping[str, Any]:
        every = [super(Talking, self).observe(seat)["goods"] for seat in "AB"]
        return {**super().observe(player), "goods": every[0] | every[1]}


@pytest.mark.parametrize(
    ("engine", "said"),
    [
        (Deaf, "say_nothing(player=A) is legal, and the engine does not say so: clause 2.2"),
        (Lenient, "the engine takes drive_up(player=B): no clause permits it"),
        (Open, "the engine says that drive_up(player=B) is legal, and it is not"),
        (Stubborn, "the engine refuses declare(player=A), which is legal"),
        (Moved, "after what it refused, "),
        (Blind, "A sees window = True; it is false"),
        (Talking, "A sees goods = "),
    ],
)
def test_an_engine_that_differs_is_told_how(engine: type[Rules], said: str, base: Path) -> None:
    assert any(said in one for one in outcomes("leak", base, lambda: engine("leak")))


class Unasked(Rules):
    """Waves through whoever has nothing, without being asked to."""

    by_itself: tuple[str, ...] = ("wave_through",)


def test_what_an_engine_does_by_itself_is_not_asked_of_it(base: Path) -> None:
    assert outcomes("leak", base, lambda: Unasked("leak")) == [""] * len(made("leak").cases)


class Without(Rules):
    """Has no way to declare anything."""

    lacks: tuple[str, ...] = ("declare",)


def test_a_case_with_an_action_that_an_engine_lacks_is_none_for_it(base: Path) -> None:
    cases = Cases(folder("leak", base))
    uses = [
        case.name
        for case in made("leak").cases
        if "declare" in {move.deed.action for move in case.moves}
    ]
    assert uses
    with pytest.raises(UnfitError, match="the engine lacks declare"):
        cases.play(uses[0], Without("leak")).begin()


def test_a_test_of_another_case_says_so(base: Path) -> None:
    play = Cases(folder("leak", base)).play(made("leak").cases[0].name, Rules("leak"))
    play.begin()
    with pytest.raises(AssertionError, match="this test is not of this case"):
        play.does("drive_up", player="C")


EVIL = "x\"\"\"\nimport os\n''' {0} \\ \u2028 #"


def test_the_words_of_a_rulebook_are_never_code() -> None:
    suite = made("reading")
    case = replace(suite.cases[0], title=EVIL, name="e-v-i-l", covers=())
    evil = replace(suite, title=EVIL, edition=EVIL, rulebook=EVIL, cases=(case,))
    name, text = module(evil)
    assert name == "test_x_import_os_0.py"
    tree = ast.parse(text)
    test = tree.body[-1]
    assert isinstance(test, ast.FunctionDef)
    assert [type(node).__name__ for node in tree.body] == [
        "Expr",
        "ImportFrom",
        "ImportFrom",
        "Assign",
        "FunctionDef",
    ]
    assert ast.get_docstring(test, clean=False) == f"{EVIL}."
    ast.parse(adapter(evil))


def test_a_literal_is_read_as_what_it_is_of() -> None:
    value: Json = {"a": [True, 3, "nobody", EVIL], "b": {}}
    assert ast.literal_eval(literal(value)) == value


def test_the_tests_are_among_the_documents_only_if_wanted() -> None:
    with_tests, without = documents(made("leak"), pytest=True), documents(made("leak"))
    assert set(with_tests[""]) - set(without[""]) == {"test_faulty.py"}
