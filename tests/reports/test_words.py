from __future__ import annotations

from dataclasses import replace

import pytest

from headjudge.reports.words import Teller, listed, spoken, tell
from headjudge.rulebook import parse_rulebook
from headjudge.rulebook.syntax import (
    BoolType,
    EachType,
    EnumType,
    ListType,
    MaybeType,
    Number,
    PlayerType,
    RangeType,
    RecordType,
    Type,
)
from headjudge.rulebook.values import Act, Value
from tests.reports.books import BOOK, HANG, SETTING, STRIKE, TEXT, WIND, situation

TELLER = Teller(BOOK, SETTING)
PHASE = EnumType("Phase", ("DAY", "LATE_NIGHT"))
RECORD = RecordType(
    "Effect",
    (
        ("owner", PlayerType()),
        ("kind", PHASE),
        ("targets", BoolType()),
        ("aim", MaybeType(PlayerType())),
        ("cost", RangeType(Number(0), Number(3))),
    ),
)


@pytest.mark.parametrize(
    ("value", "type_", "words"),
    [
        (True, BoolType(), "yes"),
        (1, PlayerType(), "B"),
        (1, PHASE, "Late night"),
        (None, MaybeType(PlayerType()), "nobody"),
        (0, MaybeType(PlayerType()), "A"),
        (3, RangeType(Number(0), Number(3)), "3"),
        ((0, 1, True, None, 2), RECORD, "Effect (A, Late night, targets, aim nobody, cost 2)"),
        ((1, 0), EachType(PlayerType(), RangeType(Number(0), Number(3))), "A 1, B 0"),
        ((True, False), EachType(PHASE, BoolType()), "Day yes, Late night no"),
        ((), ListType(PHASE, Number(3)), "empty"),
        ((0, 1), ListType(PHASE, Number(3)), "Day, Late night"),
    ],
)
def test_a_value_is_told_in_the_words_of_the_game(value: Value, type_: Type, words: str) -> None:
    assert tell(value, type_) == words


def test_a_move_is_told_with_its_player_and_what_is_not_plain_about_it() -> None:
    deed = TELLER.deed(HANG)
    assert (deed.who, deed.what) == ("A", "hang lamp (bright, aim Late night)")
    assert deed.action == "hang lamp"
    assert deed.when == "A chooses “hang lamp (bright, aim Late night)”"


def test_a_plain_move_is_told_without_its_defaults() -> None:
    assert TELLER.deed(Act("hang_lamp", (1, False, 0))).when == "B chooses “hang lamp”"


def test_the_game_and_the_cards_are_told_apart() -> None:
    assert TELLER.deed(STRIKE).who == "game"
    assert TELLER.deed(STRIKE).when == "“strike clock” happens"
    deed = TELLER.deed(WIND)
    assert (deed.who, deed.what) == ("cards", "wind turns (where A yes, B no, who B)")


@pytest.mark.parametrize(
    ("rule", "who"),
    [
        ("@must\ndef tide():\n    return word == nobody", "game"),
        ("@may\ndef tide():\n    return word == nobody", "cards"),
    ],
)
def test_what_cards_leave_no_choice_about_is_done_by_the_game(rule: str, who: str) -> None:
    step = "@step\ndef tide():\n    keeps(word)"
    text = f"{TEXT}\n**9.9** Tide.\n\n```python rule environment\n{step}\n\n{rule}\n```\n"
    book = parse_rulebook(text.encode(), file="model/lamps.md", name="lamps")
    assert Teller(book, SETTING).deed(Act("tide", ())).who == who


def test_a_default_given_to_an_each_is_the_plain_outcome_of_all_entries() -> None:
    assert TELLER.deed(Act("wind_turns", ((False, False), None))).what == "wind turns"


def test_another_order_of_appends_is_said() -> None:
    assert (
        TELLER.deed(Act("strike_clock", (False,), (1,))).what == "strike clock (in another order)"
    )


def test_the_phase_is_the_value_of_the_field_with_that_role() -> None:
    assert TELLER.phase(situation(time=1)) == "Late night"
    assert Teller(replace(BOOK, roles=()), SETTING).phase(situation()) is None


def test_only_what_changes_is_told() -> None:
    before = situation(signals=((0, False),))
    assert TELLER.changes(before, before) == ()
    after = situation(
        time=1, word=1, lamps=(1, 2), signals=((0, False), (1, True)), watch=(False, True)
    )
    assert TELLER.changes(before, after) == (
        "time of day: Day → Late night",
        "word: nobody → B",
        "lamps of B: 0 → 2",
        "signals: Signal (B, bright) added",
        "watch of Late night: no → yes",
    )


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ((), ((0, True),), "signals: Signal (A, bright) added"),
        (((0, True), (1, False)), ((0, True),), "signals: Signal (B) removed"),
        (((0, True),), (), "signals: Signal (A, bright) removed → empty"),
        (
            ((0, True), (1, False)),
            ((1, False),),
            "signals: Signal (A, bright), Signal (B) → Signal (B)",
        ),
    ],
)
def test_a_list_tells_what_comes_and_what_goes(
    before: tuple[Value, ...], after: tuple[Value, ...], words: str
) -> None:
    assert TELLER.changes(situation(signals=before), situation(signals=after)) == (words,)


def test_the_start_tells_of_the_stocks_that_are_not_empty() -> None:
    assert TELLER.start(situation(lamps=(0, 2))) == ("lamps of B: 2",)
    assert TELLER.start(situation(lamps=(0, 0))) == ()


def test_words_are_listed_as_people_do() -> None:
    assert [listed(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert spoken("use_fast") == "use fast"
