"""What expressions mean, form by form, and where they are undefined."""

from __future__ import annotations

import pytest

from headjudge.rulebook import setting
from headjudge.rulebook.values import Act
from headjudge.semantics.executable import Game, build
from tests.executable.written import game, rulebook

STATE = """
class Kind(Enum): FAST, EVENT, ALLY

class Effect(Record):
    owner: Player
    kind: Kind
    size: Range[0, 9]
    aim: Maybe[Player]

class State:
    n: Range[0, 9] = 3
    turn: Player = 0
    holder: Maybe[Player] = nobody
    number: Maybe[Range[0, 9]] = nobody
    kind: Kind = EVENT
    yes: bool = True
    cards: Each[Player, Range[0, 9]] = 2
    marks: Each[Kind, bool] = False
    grid: Each[Player, Each[Kind, Range[0, 9]]] = 1
    xs: List[Range[0, 9], scope.room]
    chain: List[Effect, scope.room]
    stock: Stock[scope.room] = 1
    spare: Maybe[Effect] = nobody

def first_two():
    return first(x for x in xs if x == 2)

def twice(x: int):
    return x + x

def size_of(e: Effect):
    if e.kind == FAST:
        return 1
    elif e.kind == EVENT:
        known = e.size
        return known
    return 0

def owner_or(p, fallback):
    found = fallback if holder == nobody else holder
    if found == p:
        return p
    return found

@step
def go():
    pass
"""

START = {
    "xs": (5, 2, 7),
    "chain": ((0, 0, 4, None), (1, 1, 6, 0)),
    "cards": (2, 8),
}


def answer(condition: str, start: dict[str, object] | None = None) -> bool | None:
    """What a condition is in a situation; None if it is undefined."""
    played = game(STATE, f"@may\ndef go():\n    return {condition}")
    state = played.start(START | (start or {}))  # type: ignore[arg-type]
    if played.undefined_conditions(state):
        assert not played.can(state, Act("go", ()))
        return None
    return played.can(state, Act("go", ()))


@pytest.mark.parametrize(
    "condition",
    [
        "n == 3 and n != 4 and n < 4 and n <= 3 and n > 2 and n >= 3",
        "1 < n < 4",
        "not 1 < n < 3",
        "not yes or n == 3",
        "kind == EVENT and kind != FAST",
        "kind in (FAST, EVENT)",
        "kind not in (FAST, ALLY)",
        "holder == nobody",
        "holder != 0",
        "holder != turn",
        "number == nobody",
        "number != 3",
        "(1 if yes else 2) == 1",
        "(1 if not yes else 2) == 2",
        "n + 1 - 2 == 2",
        "n - (1 - 2) == 4",
        "cards[0] == 2 and cards[1] == 8",
        "not marks[FAST]",
        "grid[1][ALLY] == 1",
        "xs[0] == 5",
        "xs[-1] == 7 and xs[-3] == 5",
        "xs[n - 2] == 2",
        "len(xs) == 3",
        "2 in xs",
        "3 not in xs",
        "any(x == 7 for x in xs)",
        "not any(x == 1 for x in xs)",
        "all(x > 1 for x in xs)",
        "sum(x for x in xs) == 14",
        "sum(x for x in xs if x > 2) == 12",
        "count(x > 4 for x in xs) == 2",
        "count(x for x in xs) == 14",
        "first(x for x in xs if x < 6) == 5",
        "last(x for x in xs if x < 6) == 2",
        "first(i for i in indices(xs) if xs[i] == 2) == 1",
        "sum(c for c in cards) == 10",
        "count(p == turn for p in players) == 1",
        "count(not marks[k] for k in Kind) == 3",
        "count(x > y for x in xs for y in xs) == 3",
        "count(i < j and xs[i] > xs[j] for i in indices(xs) for j in indices(xs)) == 1",
        "sum(x for p in players if p == turn for x in xs if x > cards[p]) == 12",
        "next_player(turn) == 1 and next_player(1) == 0",
        "distance(0, 1) == 1 and distance(1, 0) == 1 and distance(1, 1) == 0",
        "players == 2",
        "scope.room == 3",
        "chain[0].owner == 0 and chain[1].kind == EVENT",
        "chain[0].aim == nobody and chain[1].aim == 0",
        "chain[-1] == Effect(1, EVENT, 6, 0)",
        "chain[0] != Effect(0, FAST, 4, 1)",
        "spare == nobody",
        "spare != chain[0]",
        "first_two() == 2",
        "twice(twice(n)) == 12",
        "size_of(chain[0]) == 1 and size_of(chain[1]) == 6",
        "owner_or(0, 1) == 1",
        "stock == 1",
    ],
)
def test_a_condition_is_true(condition: str) -> None:
    assert answer(condition) is True


@pytest.mark.parametrize(
    "condition",
    [
        "xs[3] == 1",
        "xs[-4] == 1",
        "xs[n] == 1",
        "xs[0 - 1] == 7",
        "xs[n - 4] == 7",
        "cards[holder] == 1",
        "number < 3",
        "number + 1 == 1",
        "next_player(holder) == 0",
        "first(x for x in xs if x > 8) == 1",
        "last(x for x in xs if x > 8) == 1",
        "first(x for x in xs if x > 8) != first(x for x in xs if x > 8)",
        "spare.owner == 0",
        "n in (3, xs[5])",
        "not xs[5] == 1",
        "count(xs[i + 1] > 0 for i in indices(xs)) == 2",
        "last(xs[i + 1] for i in indices(xs)) == 7",
        "all(xs[i + 1] > 0 for i in indices(xs))",
        "xs[5] == 1 and False",
        "xs[5] == 1 or True",
    ],
)
def test_a_condition_is_undefined(condition: str) -> None:
    assert answer(condition) is None


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("n == 4 and xs[5] == 1", False),
        ("n == 3 or xs[5] == 1", True),
        ("(n if yes else xs[5]) == 3", True),
        ("any(xs[i + 1] == 2 for i in indices(xs))", True),
        ("all(xs[i + 1] == 3 for i in indices(xs))", False),
        ("first(xs[i + 1] for i in indices(xs)) == 2", True),
        ("any(xs[i + 9] == 1 for i in indices(xs) if i > 9)", False),
        ("holder != nobody and cards[holder] == 1", False),
    ],
)
def test_what_need_not_be_looked_at_may_be_undefined(condition: str, *, found: bool) -> None:
    assert answer(condition) is found


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("cards[holder] == 8", True),
        ("number < 5", True),
        ("next_player(holder) == 0", True),
        ("holder == 1 and holder != turn", True),
        ("spare.size == 4 and spare.kind == ALLY", True),
        ("spare == chain[0]", False),
        ("owner_or(1, 0) == 1", True),
    ],
)
def test_a_maybe_that_holds_a_value_stands_for_it(condition: str, *, found: bool) -> None:
    start: dict[str, object] = {"holder": 1, "number": 4, "spare": (0, 2, 4, None)}
    assert answer(condition, start) is found


def test_a_name_in_a_condition_is_worked_out_even_if_it_is_not_used() -> None:
    played = game(
        STATE,
        "@may\ndef go():\n    i = first(x for x in xs)\n"
        "    if yes:\n        return True\n    return i == 1",
    )
    assert played.undefined_conditions(played.start({})) == (("go", "1.2"),)
    assert played.can(played.start({"xs": (4,)}), Act("go", ()))


def test_turn_order_goes_round_the_table() -> None:
    book = rulebook(STATE, "@may\ndef go():\n    return next_player(turn) == 0", players=(2, 4))
    rules = build(book)
    for players in (2, 3, 4):
        played = Game(rules, setting(book, players=players, scope={}))
        seats = [
            seat
            for seat in range(players)
            if played.can(played.start({"turn": seat}), Act("go", ()))
        ]
        assert seats == [players - 1]


def test_distance_counts_the_seats_between() -> None:
    book = rulebook(
        STATE,
        "@may\ndef go():\n    return distance(turn, next_player(next_player(turn))) == 2",
        players=(2, 4),
    )
    rules = build(book)
    found = {}
    for players in (2, 3, 4):
        played = Game(rules, setting(book, players=players, scope={}))
        found[players] = played.can(played.start({"turn": 1}), Act("go", ()))
    assert found == {2: False, 3: True, 4: True}


def test_the_scope_is_that_of_the_setting() -> None:
    book = rulebook(STATE, "@may\ndef go():\n    return scope.room == 5")
    played = Game(build(book), setting(book, players=None, scope={"room": 5}))
    assert played.can(next(played.initial()), Act("go", ()))


def test_parameters_run_over_their_types() -> None:
    played = game(
        "class Kind(Enum): FAST, EVENT",
        "class Pair(Record):\n    who: Player\n    kind: Kind",
        "@step\ndef a(x: bool, k: Kind, m: Maybe[Player]):\n    pass",
        "@step\ndef b(e: Each[Player, Range[0, 1]], p: Pair):\n    pass",
        "@step\ndef c(s: Seq[Player, 2], w: Which[Kind]):\n    pass",
        '@may("a", "b", "c")\ndef all_of_them():\n    return True',
    )
    acts = played.legal(next(played.initial()))
    assert len(acts) == len(set(acts)) == 2 * 2 * 3 + 4 * 4 + 7 * 2
    assert acts[0] == Act("a", (False, 0, None))
    assert acts[12] == Act("b", ((0, 0), (0, 0)))
    assert acts[28] == Act("c", ((), 0))


def test_parameters_reach_conditions_as_the_model_holds_them() -> None:
    played = game(
        "class Kind(Enum): FAST, EVENT",
        "class Pair(Record):\n    who: Player\n    kind: Kind",
        "class State:\n    pairs: List[Pair, scope.room]",
        "@step\ndef b(e: Each[Player, Range[0, 1]], p: Pair, s: Seq[Kind, 2]):\n"
        "    needs(e[p.who] == 1 and EVENT in s and len(s) == 1)\n    pairs.append(p)",
        "@may\ndef b(e, p):\n    return e[0] == 0 and p.kind == EVENT and p == Pair(1, EVENT)",
    )
    (act,) = played.legal(next(played.initial()))
    assert act == Act("b", ((0, 1), (1, 1), (1,)))
