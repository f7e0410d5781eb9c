from __future__ import annotations

import pytest

from headjudge.rulebook import UnreadableError, setting, under_reading, without_supplements
from headjudge.rulebook.syntax import Rulebook, Setting
from tests.reader.documents import HEADER, STATE, block, game, read

READINGS = """
@may
@reading("who", "holder")
def lay(player):
    return player == holder

@may
@reading("who", "turn player")
def lay(player):
    return player == turn

@when
@reading("then", "pass on")
def lay():
    holder = nobody

@never
@reading("who", "holder")
def odd(p):
    return can(lay(p)) and p != holder

@may("acts")
def always_there():
    return empty()
"""

SUPPLEMENT = """
class State:
    more: bool = False
    kept: bool = False

def kept_too():
    return kept

def gone_too():
    return more

@move("acts")
def wait(player: Player):
    more = True

@only("lay")
def later():
    return gone_too()
"""


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    return read(game(READINGS))


def complaint(rulebook: Rulebook, players: int | None = None, **scope: int) -> str:
    with pytest.raises(UnreadableError) as caught:
        setting(rulebook, players=players, scope=scope)
    return str(caught.value)


def test_a_setting_takes_what_is_not_given_from_the_header(rulebook: Rulebook) -> None:
    usual = Setting(2, (("stack", 4), ("cards", 2)))
    assert setting(rulebook, players=None, scope={}) == usual
    other = Setting(4, (("stack", 4), ("cards", 0)))
    assert setting(rulebook, players=4, scope={"cards": 0}) == other


def test_a_scope_name_that_does_not_exist_is_a_fault(rulebook: Rulebook) -> None:
    assert complaint(rulebook, crads=1) == (
        "command line:1:1: unknown-scope: there is no scope `crads` — take one of `stack`, `cards`"
    )


@pytest.mark.parametrize("value", [10**9, 1001, -1])
def test_a_scope_value_has_its_limits(rulebook: Rulebook, value: int) -> None:
    assert complaint(rulebook, cards=value) == (
        "command line:1:1: scope-out-of-range: the scope `cards` is no number from 0 to 1000 — "
        "take a smaller bound"
    )


def test_a_list_without_room_is_a_fault(rulebook: Rulebook) -> None:
    assert complaint(rulebook, stack=0) == (
        "game.md:24:5: list-out-of-range: the list `stack` has room for 0 items — "
        "give it room for 1 to 64"
    )


def test_a_rulebook_is_for_so_many_players(rulebook: Rulebook) -> None:
    assert complaint(rulebook, players=5) == (
        "command line:1:1: players-out-of-range: this rulebook is not for 5 players — take 2 to 4"
    )


def test_a_range_without_a_value_is_a_fault() -> None:
    text = HEADER + block(STATE + "@step\ndef go(n: Range[1, scope.cards]): pass")
    assert complaint(read(text), cards=0) == (
        "game.md:41:8: empty-range: `n` has no value: it runs from 1 to 0 — take a larger scope"
    )


def test_under_a_reading_the_other_answers_go(rulebook: Rulebook) -> None:
    chosen = under_reading(rulebook, {"who": "holder"})
    assert [norm.reading and norm.reading.answer for norm in chosen.norms] == ["holder", None]
    assert len(chosen.consequences) == 1
    assert len(chosen.claims) == 1
    other = under_reading(rulebook, {"who": "turn player", "then": "pass on"})
    assert [norm.reading and norm.reading.answer for norm in other.norms] == ["turn player", None]
    assert other.claims == ()


def test_a_reading_that_nobody_wrote_is_a_fault(rulebook: Rulebook) -> None:
    with pytest.raises(UnreadableError) as caught:
        under_reading(rulebook, {"who": "nobody"})
    assert str(caught.value) == (
        "command line:1:1: unknown-reading: there is no answer `nobody` to a question `who` — "
        "take one of `holder`, `turn player`"
    )


def test_without_supplements_nothing_speaks_of_them() -> None:
    text = game(SUPPLEMENT, "python rule supplement")
    text += block("@only('acts')\ndef f(player):\n    return kept_too() or player == turn")
    text += block("wait(A)", "python example supplement")
    whole = read(text)
    bare = without_supplements(whole)
    assert [action.name for action in whole.actions] == ["lay", "resolve", "wait"]
    assert [action.name for action in bare.actions] == ["lay", "resolve"]
    assert [helper.name for helper in bare.helpers] == ["empty", "kept_too"]
    assert [field.name for field in bare.fields][-2:] == ["hand", "kept"]
    assert [(norm.name, norm.actions) for norm in bare.norms] == [("f", ("lay",))]
    assert bare.examples == ()
    assert whole.norms[1].actions == ("lay", "wait")
