"""The generated file: safe, deterministic, typed, and the same as what runs in memory."""

from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge import play
from headjudge.rulebook.syntax import (
    Call,
    Choose,
    EnumType,
    Expr,
    Fold,
    Folded,
    Generator,
    MakeRecord,
    OneOf,
    OverItems,
    Parameter,
    Part,
    RecordType,
    Rulebook,
)
from headjudge.rulebook.values import Act
from headjudge.semantics.executable import After, Game, Rules, build, generate
from tests.executable.making import (
    BOOL,
    FALSE,
    HERE,
    NUMBER,
    PLAYER,
    TRUE,
    append,
    book,
    both,
    call_effect,
    clause,
    compare,
    each,
    either,
    eq,
    field,
    helper,
    item,
    let,
    list_of,
    lit,
    minus,
    move,
    needs,
    no,
    norm,
    player,
    plus,
    put,
    returns,
    seat,
    span,
    step,
    take,
    value,
    var,
    when,
)
from tests.executable.written import rulebook

HOSTILE = [
    '"""',
    '"""); import os; os.abort()  #',
    "'''); raise SystemExit",
    'ends with a quote"',
    'ends with two quotes""',
    "ends with a backslash\\",
    "\\",
    '\\"""',
    "\\N{DIGIT ONE} \\x41 \\u0041 \\",
    "a\nb\n\nc",
    "a\r\nimport os\rb",
    "a\u2028import os\u2029b\x0b\x0c\x85c",
    "a \u202e desrever \u2066 b",
    "a\x00b",
    "\ud800 alone",
    "# type: ignore",
    "{braces} %s %(x)s $x",
    "é ß 中 🂡",
    "",
]

EVERYTHING = """
class Phase(Enum): EARLY, LATE

class Layer(Record):
    owner: Player
    phase: Phase
    aim: Maybe[Player]

class State:
    turn: Player = 0
    phase: Phase = EARLY
    holder: Told[Maybe[Player]] = nobody
    stack: List[Layer, scope.room]
    hand: Hidden[Each[Player, Stock[scope.room]]]
    seen: Each[Phase, bool] = False
    done: bool = False

def empty():
    return len(stack) == 0

def shut():
    holder = nobody
    stack[-1].phase = LATE

@move("acts")
def use(player: Player, stage: Phase, more: Seq[Player, 1]):
    n = hand[player]
    needs(n > 0)
    needs(not (empty() and stage == LATE))
    hand[player] -= 1
    stack.append(Layer(player, stage, nobody))

@may("acts")
def use_them(player):
    if player == turn:
        return True
    elif empty():
        return False
    return first(x.owner for x in stack if x.phase == LATE) == player

@when
def use(player, stage):
    for p in players:
        if p != player:
            holder = next_player(player)
            seen[stage] = True
    stack.append(Layer(turn, LATE, player))

@step
def resolve():
    needs(not empty())
    stack.pop()

@must
def resolve():
    return holder != nobody and (len(stack) > 1 or count(x.aim == holder for x in stack) > 0)

@then
def resolve():
    if not empty():
        shut()
    else:
        keeps(holder)

@always
def claim_it(player):
    needs(holder == player)
    return can(use(player)) or legal(resolve()) or not empty()

@never
def stepping(player):
    return doing(use(player, EARLY)) and next(empty())
"""


def words_in_every_place(words: str) -> Rulebook:
    made = book(
        field("x", span(0, 9), lit(0)),
        step("go", put("x", lit(1)), preamble=[needs(eq(value("x"), lit(0)))], clause="9.9"),
        norm("may", "9.9", "go"),
        when("9.9", "go", put("x", lit(1))),
        helper("h", BOOL, returns(FALSE), clause="9.9"),
        clauses=[clause("9.9", words)],
    )
    return replace(made, title=words, edition=words, name=words)


def modules(text: str) -> ModuleType:
    """The module that a file of this text is."""
    module = ModuleType("generated")
    exec(compile(text, "generated.py", "exec", dont_inherit=True), module.__dict__)  # noqa: S102
    return module


@pytest.mark.parametrize("words", HOSTILE)
def test_words_do_not_escape_into_code(words: str) -> None:
    assert_only_words(words)


@given(st.text(st.characters(), max_size=200))
def test_no_words_at_all_escape_into_code(words: str) -> None:
    assert_only_words(words)


def assert_only_words(words: str) -> None:
    """The code is that of a rulebook without words, but for the constants."""
    hostile, plain = (generate(words_in_every_place(one)) for one in (words, "Words."))
    assert without_strings(hostile) == without_strings(plain)
    assert all(one.isprintable() or one == "\n" for one in hostile)
    rules = build(words_in_every_place(words))
    assert (rules.title, rules.name) == (words, words)


def without_strings(text: str) -> str:
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(tree)


def test_the_words_of_a_clause_are_the_docstring_of_its_functions() -> None:
    module = modules(generate(words_in_every_place('It is "so" \\ and\nso.')))
    assert module.c9_9_may_go.__doc__ == '9.9: It is "so" \\ and so.'


TERRIBLE = [
    *("list", "now", "to", "State", "int", "bool", "players", "scope", "spoken", "given", "item"),
    *("first", "any", "sum", "len", "range", "Table", "MODEL", "Rules", "game", "after", "count"),
    *("class", "lambda", "match", "type", "self", "x_", "x", "list_", "_", "print", "dataclass"),
]


@pytest.mark.parametrize("name", TERRIBLE)
def test_a_rulebook_may_use_a_name_of_pythons_or_of_the_models(name: str) -> None:
    """The same name as a field, a part of a record, a parameter, a local name and a helper."""
    kind = EnumType(f"{name.title()}Kind", (name.upper(), "OTHER"))
    pair = RecordType("Pair", ((name, kind), ("other", PLAYER)))
    field_value = value(name, list_of(pair, 3))
    oldest = Folded(
        Fold.FIRST,
        Part(var(name, pair), name, kind, HERE),
        (Generator(name, OverItems(field_value), pair, ()),),
        kind,
        HERE,
    )
    made = book(
        kind,
        pair,
        field(name, list_of(pair, 3)),
        field("x1", each(span(0, 9)), lit(1)),
        helper(
            f"{name}1",
            BOOL,
            returns(compare(var(name, NUMBER), ">", lit(0))),
            parameters=[Parameter(name, NUMBER, HERE)],
        ),
        move(
            "go",
            take("x1", lit(1), var(name)),
            append(name, MakeRecord(pair, (lit(0, kind), var(name)), pair, HERE)),
            parameters=[player(name)],
            preamble=[
                needs(
                    Call(f"{name}1", (item(value("x1", each(span(0, 9))), var(name)),), BOOL, HERE)
                )
            ],
        ),
        norm(
            "may",
            "1.1",
            "go",
            body=(let(name, oldest), *returns(eq(var(name, kind), lit(0, kind)))),
        ),
        norm("may", "1.2", "go", condition=eq(var(name), seat(0)), parameters=[player(name)]),
    )
    for rules in (build(made), modules(generate(made)).MODEL):
        game = Game(rules, rules.setting())
        state = next(game.initial())
        assert game.legal(state) == (Act("go", (0,)),)
        outcome = game.apply(state, Act("go", (0,)))
        assert isinstance(outcome, After)
        assert game.freeze(outcome.state).values == (((0, 0),), (0, 1))
        assert game.legal(outcome.state) == (Act("go", (1,)),)


@pytest.mark.parametrize("name", ["first", "now", "list", "oldest_", "State1"])
def test_a_helper_may_have_a_name_of_pythons_or_of_the_models(name: str) -> None:
    made = book(
        field("x", span(0, 9), lit(1)),
        helper(name, effects=(put("x", lit(5)),)),
        helper(f"{name}_", NUMBER, returns(value("x"))),
        step("go", call_effect(name)),
        norm(
            "may",
            "1.1",
            "go",
            body=(
                let(name, Call(f"{name}_", (), NUMBER, HERE)),
                *returns(eq(var(name, NUMBER), lit(1))),
            ),
        ),
    )
    rules = build(made)
    game = Game(rules, rules.setting())
    state = next(game.initial())
    assert game.legal(state) == (Act("go", ()),)


@pytest.mark.parametrize(
    "name", ["a b", "a-b", "a;b", "", "1a", "\ufb01", "__class__", "a.b", "a\n"]
)
def test_what_is_no_name_never_becomes_code(name: str) -> None:
    made = book(field(name, span(0, 9), lit(1)), step("go"))
    with pytest.raises(ValueError, match="name"):
        generate(made)
    with pytest.raises(ValueError, match="name"):
        build(made)


@pytest.mark.parametrize("id_", ["1.1); import os", "1.1\n", "a b", '"'])
def test_what_is_no_clause_id_never_becomes_code(id_: str) -> None:
    made = book(step("go"), norm("may", id_, "go"), clauses=[clause(id_)])
    with pytest.raises(ValueError, match="name"):
        generate(made)


def test_functions_of_one_clause_and_name_are_told_apart() -> None:
    made = book(
        step("go", clause="1.1"),
        norm("may", "1.1", "go"),
        norm("may", "1.1", "go"),
        norm("may", "1.1", "go_2"),
        step("go_2", clause="1.1"),
    )
    text = generate(made)
    assert "def c1_1_may_go(" in text
    assert "def c1_1_may_go_2(" in text
    assert "def c1_1_may_go_2_2(" in text
    rules = build(made)
    assert len({norm.condition for norm in rules.norms}) == 3


def test_the_same_rulebook_gives_the_same_text_under_every_hash_seed() -> None:
    program = (
        "from tests.executable.test_generated import EVERYTHING, rulebook, generate;"
        "import hashlib;print(hashlib.sha256(generate(rulebook(EVERYTHING)).encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(found) == 1


def test_a_generated_file_imports_the_vocabulary_of_play_and_nothing_else() -> None:
    tree = ast.parse(generate(rulebook(EVERYTHING)))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    (one,) = imports
    assert isinstance(one, ast.ImportFrom)
    assert one.module == "headjudge.play"
    assert {alias.name for alias in one.names} <= set(play.__all__)


def test_a_generated_file_is_strictly_typed(tmp_path: Path) -> None:
    file = tmp_path / "everything.py"
    file.write_text(generate(rulebook(EVERYTHING)), encoding="utf-8")
    checked = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--cache-dir",
            str(tmp_path / "cache"),
            str(file),
        ],
        env={**os.environ, "MYPYPATH": str(Path(play.__file__).parents[1])},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout


def test_lines_of_a_generated_file_are_short() -> None:
    assert max(map(len, generate(rulebook(EVERYTHING)).splitlines())) <= 100


def choose(test: Expr, then: Expr, orelse: Expr) -> Choose:
    return Choose(test, then, orelse, then.type, HERE)


def one_of(number: Expr, other: Expr) -> OneOf:
    return OneOf(number, (other, value("n")), BOOL, HERE)


def truths() -> st.SearchStrategy[Expr]:
    several = st.lists(TRUTHS, min_size=2, max_size=3)
    kinds: list[st.SearchStrategy[Expr]] = [
        st.sampled_from([value("b", BOOL), FALSE]),
        st.builds(no, TRUTHS),
        several.map(lambda some: both(*some)),
        several.map(lambda some: either(*some)),
        st.builds(compare, NUMBERS, st.sampled_from(["==", "!=", "<", ">="]), NUMBERS),
        st.builds(eq, TRUTHS, TRUTHS),
        st.builds(choose, TRUTHS, TRUTHS, TRUTHS),
        st.builds(one_of, NUMBERS, NUMBERS),
    ]
    return st.one_of(kinds)


def numbers() -> st.SearchStrategy[Expr]:
    kinds: list[st.SearchStrategy[Expr]] = [
        st.sampled_from([value("n"), lit(3), lit(-2)]),
        st.builds(plus, NUMBERS, NUMBERS),
        st.builds(minus, NUMBERS, NUMBERS),
        st.builds(choose, TRUTHS, NUMBERS, NUMBERS),
    ]
    return st.one_of(kinds)


TRUTHS: st.SearchStrategy[Expr] = st.deferred(truths)
NUMBERS: st.SearchStrategy[Expr] = st.deferred(numbers)


@given(TRUTHS)
def test_any_nesting_of_operators_is_written_as_it_is_meant(truth: Expr) -> None:
    made = book(
        field("b", BOOL, TRUE),
        field("n", span(0, 9), lit(1)),
        step("go"),
        norm("may", "1.1", "go", condition=truth),
    )
    text = generate(made)
    assert max(map(len, text.splitlines())) < 400
    answers = [
        game.can(next(game.initial()), Act("go", ()))
        for rules in (build(made), modules(text).MODEL)
        for game in (Game(rules, rules.setting()),)
    ]
    assert answers[0] == answers[1]


def imported(rulebook_: Rulebook, folder: Path) -> Rules:
    """The rules of the generated file, imported as an engine would."""
    file = folder / "model.py"
    file.write_text(generate(rulebook_), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("model_under_test", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    rules = module.MODEL
    assert isinstance(rules, Rules)
    return rules


def test_the_file_and_the_model_in_memory_play_the_same(tmp_path: Path) -> None:
    made = rulebook(EVERYTHING)
    one, other = build(made), imported(made, tmp_path)
    games = [Game(rules, rules.setting()) for rules in (one, other)]
    queue = list(zip(*(game.initial() for game in games), strict=True))
    seen = {games[0].freeze(first) for first, _ in queue}
    while queue and len(seen) < 300:
        states = queue.pop()
        assert games[0].freeze(states[0]) == games[1].freeze(states[1])
        assert games[0].legal(states[0]) == games[1].legal(states[1])
        for act in games[0].legal(states[0]):
            outcomes = [game.apply(state, act) for game, state in zip(games, states, strict=True)]
            if isinstance(outcomes[0], After) and isinstance(outcomes[1], After):
                frozen = games[0].freeze(outcomes[0].state)
                if frozen not in seen:
                    seen.add(frozen)
                    queue.append((outcomes[0].state, outcomes[1].state))
            else:
                assert outcomes[0] == outcomes[1]
    assert len(seen) > 50
