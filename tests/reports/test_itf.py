from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.evidence import strict
from headjudge.evidence.files import ITF_MARK
from headjudge.evidence.itf import finding_of, read_trace, write_trace
from headjudge.evidence.results import Cause, Denial, Finding, Keeper, Kind, Loop, Trace
from headjudge.rulebook import UnreadableError, parse_rulebook
from headjudge.rulebook.syntax import Setting
from headjudge.rulebook.values import Act, Situation
from tests.reports.books import (
    BOOK,
    CONFLICT,
    DENIED,
    GROWING,
    ROUND,
    SETTING,
    STOPPED,
    TEXT,
    TRACE,
    situation,
)

FULL = Finding(
    "no-clash",
    Cause(Kind.CLASH, None, ("1.1", "1.3"), "word", "x = DAY"),
    replace(STOPPED, permission_wins=True),
    decisive=("1.1",),
    enabling=("1.3", "1.2"),
    assumes=("wind_turns(who = B)",),
    readings=(("What?", "That — “so”"),),
    message="More.",
    about=(("player", "B"),),
)


def again(text: str) -> Finding:
    return finding_of(read_trace(text.encode(), "x.itf.json"), BOOK, SETTING)


@pytest.mark.parametrize(
    "finding",
    [
        CONFLICT,
        FULL,
        replace(CONFLICT, trace=TRACE),
        ROUND,
        replace(ROUND, loop=Loop(Keeper.RULES)),
        GROWING,
        Finding("no-gap", Cause(Kind.GAP), Trace(situation(), ())),
        DENIED,
        replace(DENIED, denial=Denial(None, cards=False, situations=4, turns=())),
        replace(CONFLICT, act=Act("hang_lamp", (1, False, 0), (0, 3))),
        Finding("one-order", Cause(Kind.ORDER, "hang_lamp"), TRACE, other=TRACE),
        replace(CONFLICT, trace=TRACE, other=TRACE),
    ],
)
def test_what_is_written_is_read_again(finding: Finding) -> None:
    assert again(write_trace(BOOK, SETTING, finding)) == finding


@given(
    st.lists(
        st.builds(
            situation,
            time=st.integers(0, 1),
            word=st.sampled_from([None, 0, 1]),
            lamps=st.tuples(st.integers(0, 2), st.integers(0, 2)),
            signals=st.lists(st.tuples(st.integers(0, 1), st.booleans()), max_size=3).map(tuple),
            watch=st.tuples(st.booleans(), st.booleans()),
            spoken=st.booleans(),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_every_situation_is_read_again(situations: list[Situation]) -> None:
    steps = tuple(
        replace(step, after=after) for step, after in zip(TRACE.steps, situations[1:], strict=False)
    )
    finding = replace(CONFLICT, trace=Trace(situations[0], steps))
    assert again(write_trace(BOOK, SETTING, finding)) == finding


def test_a_trace_is_in_the_informal_trace_format() -> None:
    document = json.loads(write_trace(BOOK, SETTING, FULL))
    assert [*document] == ["#meta", "vars", "states"]
    assert document["#meta"]["format"] == "ITF"
    assert document["vars"] == ["lastAction", "time_of_day", "word", "lamps", "signals", "watch"]
    assert [state["#meta"]["index"] for state in document["states"]] == [0, 1, 2]
    for state in document["states"]:
        assert {*state} == {"#meta", *document["vars"]}
    assert document["states"][1]["lastAction"] == {
        "name": "strike_clock",
        "arguments": {"twice": False},
        "orders": [],
    }
    assert document["#meta"]["last"]["name"] == "hang_lamp"
    assert document["#meta"]["scope"] == {"lamps": 2, "signals": 3}


def test_a_trace_bears_the_mark_of_headjudge() -> None:
    assert write_trace(BOOK, SETTING, FULL).startswith(ITF_MARK)


def test_a_finding_without_a_play_has_no_trace() -> None:
    with pytest.raises(ValueError, match="has no play"):
        write_trace(BOOK, SETTING, replace(CONFLICT, trace=None))


def test_a_field_may_be_called_like_the_action() -> None:
    book = parse_rulebook(
        TEXT.replace("watch", "lastAction").encode(), file="model/lamps.md", name="lamps"
    )
    text = write_trace(book, SETTING, FULL)
    assert json.loads(text)["vars"][-1] == "lastAction_"
    assert finding_of(read_trace(text.encode(), "x"), book, SETTING) == FULL


def test_big_integers_are_read_as_other_tools_write_them() -> None:
    text = write_trace(BOOK, SETTING, CONFLICT)
    assert '"lamps": {"A": 1,' in text
    assert again(text.replace('"lamps": {"A": 1,', '"lamps": {"A": {"#bigint": "1"},')) == CONFLICT


# ------------------------------------------------------------------ hostile files


def fault(data: bytes, setting: Setting = SETTING) -> str:
    """The one fault of a hostile file, on one line."""
    with pytest.raises(UnreadableError) as caught:
        finding_of(read_trace(data, "x.itf.json"), BOOK, setting)
    (only,) = caught.value.faults
    assert only.code == "bad-trace"
    assert len(str(only)) < 500
    return f"{only.place.line}:{only.place.column} {only.wrong}"


HOSTILE = [
    (b"", "1:1 this is no JSON: Expecting value"),
    (b"{", "1:2 this is no JSON"),
    (b"[]", "1:1 the whole is no record"),
    (b"null", "1:1 the whole is no record"),
    (b'{"a": 1,\n "a": 2}', "1:1 `a` is there twice"),
    (b'{"a":\n NaN}', "1:1 NaN is no value here"),
    (b'{"a": -Infinity}', "1:1 -Infinity is no value here"),
    (b'{"a": 1.5}', "1:1 1.5 is no whole number"),
    (b'{"a": 1e999}', "1:1 1e999 is no whole number"),
    (b'{"a": ' + b"9" * 10_000 + b"}", "1:1 a number has more than 15 digits"),
    (b'{"a":\n\xff}', "2:1 this byte is no UTF-8"),
    (b"[" * 100_000, "1:1 this is nested more than 32 levels deep"),
    (b'{"a":\n' * 40 + b"1" + b"}" * 40, "33:1 this is nested more than 32 levels deep"),
    (b'"' + b'\\"' * 1_000_000, "1:1 this is no JSON"),
    (b'"\\"' * 500_000, "1:5 this is no JSON"),
    (b" " * (strict.MAX_BYTES + 1), "1:1 this file is larger than 4 MiB"),
    (b'"' + b"x" * (strict.MAX_BYTES + 1) + b'"', "1:1 this file is larger than 4 MiB"),
    (b"{}", "1:1 the whole lacks `#meta`"),
    (b'{"#meta": 3}', "1:1 #meta is no record"),
    (b'{"#meta": {"headjudge": "trace/99"}}', "1:1 #meta.headjudge is not trace/1"),
]


@pytest.mark.parametrize(
    ("data", "said"), HOSTILE, ids=[f"{n} {said[4:34]}" for n, (_, said) in enumerate(HOSTILE)]
)
def test_a_file_that_is_no_trace_is_refused(data: bytes, said: str) -> None:
    assert fault(data).startswith(said)


def meta(**parts: object) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        document["#meta"].update(parts)

    return change


def state(index: int, **parts: object) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        document["states"][index].update(parts)

    return change


def without(*way: str | int) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        for key in way[:-1]:
            document = document[key]
        del document[way[-1]]

    return change


ACT = {"name": "strike_clock", "arguments": {"twice": False}, "orders": []}


CHANGES: list[tuple[Callable[[Any], None], str]] = [
    (meta(rulebook="../../etc/passwd"), "#meta.rulebook is no name of a rulebook"),
    (meta(rulebook=".."), "#meta.rulebook is no name of a rulebook"),
    (meta(rulebook="a/b"), "#meta.rulebook is no name of a rulebook"),
    (meta(rulebook="a\nb"), "#meta.rulebook is no name of a rulebook"),
    (meta(rulebook=["lamps"]), "#meta.rulebook is no text"),
    (meta(edition=1), "#meta.edition is no text"),
    (meta(players=True), "#meta.players is no number"),
    (meta(players=5), "#meta.players is no number from 1 to 4"),
    (meta(scope={"lamps": -1}), "#meta.scope.lamps is no number from 0 to 1000"),
    (meta(scope=[]), "#meta.scope is no record"),
    (meta(kind="nonsense"), "#meta.kind is no kind of finding"),
    (meta(property=None), "#meta.property is no text"),
    (meta(message="x" * 5000), "#meta.message has more than 4000 characters"),
    (meta(decisive=["9.9"]), "#meta.decisive[0] is no clause of the rulebook"),
    (meta(decisive=["1.1"] * 2000), "#meta.decisive has more than 1000 items"),
    (meta(clauses=[]), "#meta.clauses has not one entry for each step"),
    (meta(permission_wins=0), "#meta.permission_wins is neither true nor false"),
    (meta(readings=[["a"]]), "#meta.readings[0] is no pair"),
    (meta(readings=[["a", "b", "c"]]), "#meta.readings[0] has more than 2 items"),
    (meta(act={"name": "__import__"}), "#meta.act lacks `arguments`"),
    (meta(last={**ACT, "name": "__import__"}), "#meta.last.name is no action"),
    (meta(last={**ACT, "arguments": {}}), "#meta.last.arguments lacks `twice`"),
    (meta(last={**ACT, "orders": [-1]}), "#meta.last.orders[0] is no number from 0 to"),
    (meta(last={**ACT, "more": 1}), "#meta.last has a part `more` that does not belong"),
    (without("#meta", "cause", "label"), "#meta.cause lacks `label`"),
    (without("#meta", "assumes"), "#meta lacks `assumes`"),
    (without("states"), "the whole lacks `states`"),
    (without("states", 1, "lastAction"), "states[1] lacks `lastAction`"),
    (lambda document: document["states"].clear(), "states is empty"),
    (state(0, turn=0), "states[0] has a part `turn` that does not belong there"),
    (state(1, word="C"), "states[1].word is no seat"),
    (state(1, word=0), "states[1].word is no text"),
    (state(1, word=None), "states[1].word is no text"),
    (state(1, time_of_day="NOON"), "states[1].time_of_day is no TimeOfDay"),
    (state(1, lamps={"A": 3, "B": 0}), "states[1].lamps.A is no number from 0 to 2"),
    (state(1, lamps={"A": 1}), "states[1].lamps lacks `B`"),
    (state(1, lamps={"A": True, "B": 0}), "states[1].lamps.A is no number"),
    (state(1, lamps={"A": {"#bigint": "1" * 99}, "B": 0}), "states[1].lamps.A is no number"),
    (state(1, signals=[{}] * 4), "states[1].signals has more than 3 items"),
    (state(1, signals=[{"sender": "A"}]), "states[1].signals[0] lacks `bright`"),
    (state(1, watch={"DAY": 1, "LATE_NIGHT": True}), "states[1].watch.DAY is neither"),
    (state(0, **{"#meta": {"spoken": ["lamps"]}}), "states[0].#meta.spoken names a field"),
]


@pytest.mark.parametrize(
    ("change", "said"), CHANGES, ids=[f"{n} {said[:40]}" for n, (_, said) in enumerate(CHANGES)]
)
def test_a_trace_that_does_not_fit_is_refused_with_the_way_to_what_is_wrong(
    change: Callable[[Any], None], said: str
) -> None:
    document = json.loads(write_trace(BOOK, SETTING, CONFLICT))
    change(document)
    assert fault(json.dumps(document).encode()).startswith(f"1:1 {said}")


@pytest.mark.parametrize("name", ["my game", "Spiel für zwei (2)", "a..b", "...", "l'été"])
def test_a_rulebook_may_be_called_as_a_file_may_be(name: str) -> None:
    document = write_trace(replace(BOOK, name=name), SETTING, CONFLICT)
    assert read_trace(document.encode(), "x").rulebook == name


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with pytest.raises(UnreadableError):
        read_trace(data, "x")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda of: st.lists(of, max_size=3) | st.dictionaries(st.text(max_size=8), of, max_size=3),
    max_leaves=8,
)


@given(st.data())
def test_a_trace_with_any_part_exchanged_is_read_or_refused(data: st.DataObject) -> None:
    document = json.loads(write_trace(BOOK, SETTING, FULL))
    place: Any = document
    while True:
        key = data.draw(
            st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place)))
        )
        inside = place[key]
        if not isinstance(inside, dict | list) or not inside or data.draw(st.booleans()):
            break
        place = inside
    place[key] = data.draw(JSON)
    try:
        found = finding_of(read_trace(json.dumps(document).encode(), "x"), BOOK, SETTING)
    except UnreadableError:
        return
    assert isinstance(found, Finding)
