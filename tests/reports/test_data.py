from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from headjudge.engines.search import Meeting
from headjudge.evidence.certificates import Certificate
from headjudge.evidence.reasons import Choice, Ending, Lack, Why, Without
from headjudge.evidence.results import (
    Cause,
    Core,
    Finding,
    Kind,
    Mend,
    Part,
    Parted,
    Seen,
    Side,
    Verdict,
)
from headjudge.reports.data import FORMAT, Checked, Failed, Unread, report
from headjudge.rulebook.places import Fault, Place
from tests.reports.books import (
    BOOK,
    CONFLICT,
    DENIED,
    GROWING,
    ROUND,
    STOPPED,
    TRACE,
    audit,
    result,
)

PAGE = Path(__file__).resolve().parents[2] / "docs" / "json.md"
UNMODELLED = Finding(
    "every-clause-modelled",
    Cause(Kind.UNMODELLED, None, ("1.2",)),
    None,
    message="No block.",
    place=Place("model/lamps.md", 42, 1),
)
STEP = TRACE.steps[-1]
CHOICE = Choice(STEP.act, ("1.1",))
WHY = Why(
    (("1.1", "1.3"), ()),
    ((("1.1", "1.3"),),),
    (Lack(0, STEP.act, (0,)),),
    (
        Without("1.1", 2, STEP.after, Ending.STOPPED, 3, ("1.3",), (CHOICE,)),
        Without("1.3", 0, None, Ending.GOES_ON, 0, (), (), (CHOICE,)),
    ),
)
CLASH = Finding(
    "no-clash",
    Cause(Kind.CLASH, None, ("1.1", "1.3"), "word", "x = DAY"),
    STOPPED,
    readings=(("What?", "That"),),
    about=(("player", "B"),),
    options=(("A", "hang_lamp", ("1.1", "1.3")),),
    accepted="Soon gone",
    why=WHY,
    mends=(Mend("1.1: struck", "", ("“hang lamp” may not happen where it could (anywhere)",)),),
)
TAKEN = Side(
    "To those who hang it",
    STEP.act,
    True,
    ("1.1", "1.3"),
    ("1.1",),
    TRACE.start,
    STEP.after,
    "",
    "",
    (("A", "hang_lamp", ("1.1",)),),
)
REFUSED = replace(TAKEN, name="To the other", legal=False, clauses=("1.2",), after=None)
READING = Finding(
    "1.1 open reading",
    Cause(Kind.READING, None, ("1.1", "1.3")),
    TRACE,
    readings=(("Whose is it?", TAKEN.name),),
    against=(("Whose is it?", REFUSED.name),),
    parted=Parted(TAKEN, REFUSED),
)
AUDIT = replace(
    audit(
        result(),
        replace(
            result("no-clash", Kind.CLASH, findings=(CLASH,)),
            cores=(Core(("1.1", "1.2"), Meeting.SITUATIONAL, 7, TRACE),),
        ),
        result("every-clause-modelled", Kind.UNMODELLED, findings=(UNMODELLED,), searched=None),
        result(
            "every-phase-reached", Kind.NEVER_HAPPENS, Verdict.WITNESSED, findings=(), witness=TRACE
        ),
        result("it-ends", Kind.LOOP, findings=(ROUND,)),
        result("answer-to-an-item", Kind.DENIED, findings=(DENIED,)),
        result(
            "idle-clause",
            Kind.IDLE,
            Verdict.WITNESSED,
            findings=(),
            parts=(Part("1.3", "", Seen.NO, by=("1.1",)),),
        ),
        result("1.1 open reading", Kind.READING, findings=(READING,)),
        vanished=("gone",),
        settled=(("hang_lamp", "1.1", "1.2"),),
        exceptions=(("hang_lamp", "1.1", "1.3"),),
    ),
    certificate=Certificate("lamps", "2026-10", 2, (("lamps", 2),), (("lamps", 2),), ()),
)
CHECKED = Checked(AUDIT, 1, ((CONFLICT.fingerprint, "counterexamples/lamps/conflict"),))
FAULT = Fault(Place("model/x.md", 3, 5), "bad-type", "wrong", "cure")


def document(*outcomes: Checked | Unread | Failed) -> Any:
    return json.loads(report(outcomes, 1))


WHOLE = document(CHECKED)
(RULEBOOK,) = WHOLE["rulebooks"]


def documented() -> dict[str, list[str]]:
    """The fields of each object, in the order of the page."""
    sections = re.split(r"^### `(\w+)`$", PAGE.read_text("utf-8"), flags=re.MULTILINE)[1:]
    fields = {
        name: re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
        for name, text in zip(sections[::2], sections[1::2], strict=True)
    }
    return {
        **fields,
        "step": [*fields["act"], *fields["step"]],
        "branch": [*fields["act"], *fields["branch"]],
        "choice": [*fields["act"], *fields["choice"]],
        "way_out": [*fields["way_out"], *fields["act"]],
    }


FIELDS = documented()


def instances() -> list[tuple[str, Any]]:
    """Every object of the document, with the name under which the page describes it."""
    found = [("document", WHOLE), ("rulebook", RULEBOOK)]
    found += [("search", one) for one in RULEBOOK["searches"]]
    found += [("pair", one) for one in (*RULEBOOK["settled"], *RULEBOOK["exceptions"])]
    plays = [one["witness"] for one in RULEBOOK["results"]]
    found += [("result", one) for one in RULEBOOK["results"]]
    found += [("part", part) for one in RULEBOOK["results"] for part in one["parts"]]
    found += [("search", one["searched"]) for one in RULEBOOK["results"]]
    found += [("finding", one) for one in RULEBOOK["findings"]]
    plays += [one["play"] for one in RULEBOOK["findings"]]
    found += [("option", option) for one in RULEBOOK["findings"] for option in one["options"]]
    denials = [one["denial"] for one in RULEBOOK["findings"] if one["denial"]]
    found += [("denial", one) for one in denials]
    found += [("turn", turn) for one in denials for turn in one["turns"]]
    found += [
        ("branch", step) for one in denials for turn in one["turns"] for step in turn["branches"]
    ]
    found += [("act", one["act"]) for one in RULEBOOK["findings"]]
    found += [("place", one["place"]) for one in RULEBOOK["findings"]]
    loops = [one["loop"] for one in RULEBOOK["findings"]]
    found += [("loop", loop) for loop in loops]
    found += [("way_out", way) for loop in loops if loop for way in loop["ways_out"]]
    pairs = [one["parted"] for one in RULEBOOK["findings"] if one["parted"] is not None]
    found += [("side", pair[which]) for pair in pairs for which in ("left", "right")]
    found += [
        ("option", option) for name, one in found if name == "side" for option in one["options"]
    ]
    met = [core for one in RULEBOOK["results"] for core in one["cores"]]
    found += [("core", core) for core in met]
    plays += [core["play"] for core in met]
    reasons = [one["why"] for one in RULEBOOK["findings"] if one["why"] is not None]
    found += [("why", one) for one in reasons]
    found += [("lack", lack) for one in reasons for lack in one["lacks"]]
    without = [one for why in reasons for one in why["without"]]
    found += [("without", one) for one in without]
    found += [("mend", one) for each in RULEBOOK["findings"] for one in each["mends"]]
    found += [("choice", choice) for one in without for choice in one["instead"]]
    found += [("choice", choice) for one in without for choice in one["usable"] or ()]
    found += [("play", one) for one in plays]
    found += [("step", step) for play in plays if play for step in play["steps"]]
    found += [("certificate", RULEBOOK["certificate"])]
    unread = document(Unread("x", (FAULT,)))
    found += [("fault", unread["rulebooks"][0]["faults"][0])]
    return [(name, one) for name, one in found if one is not None]


def test_every_object_has_the_documented_fields_in_their_order() -> None:
    seen = set()
    for name, one in instances():
        assert [*one] == FIELDS[name], name
        seen.add(name)
    assert seen == set(FIELDS)


def test_the_format_is_named() -> None:
    assert WHOLE["format"] == FORMAT == "headjudge/1"
    assert f'`"{FORMAT}"`' in PAGE.read_text("utf-8")


def test_a_finding_says_what_it_is_and_what_it_rests_on() -> None:
    finding = RULEBOOK["findings"][0]
    assert finding["fingerprint"] == "no-conflict--hang_lamp--1.1+1.2"
    assert finding["rulebook"] == "lamps"
    assert (finding["property"], finding["kind"]) == ("no-conflict", "conflict")
    assert (finding["verdict"], finding["steps"]) == ("refuted", 2)
    assert finding["clauses"] == ["1.1", "1.2"]
    assert (finding["players"], finding["scope"]) == (2, {"lamps": 2, "signals": 3})
    assert finding["cutoffs"] == {"signals": 210, "lamps": 2}
    assert finding["accepted"] is None
    assert finding["page"] == "counterexamples/lamps/conflict.md"
    assert finding["trace"] == "counterexamples/lamps/conflict.itf.json"
    assert finding["act"] == {
        "action": "hang_lamp",
        "arguments": {"player": "A", "bright": True, "aim": "LATE_NIGHT"},
        "orders": [],
    }


def test_what_is_proved_names_its_certificate_and_what_it_assumes() -> None:
    assert RULEBOOK["certificate"] == {
        "file": "proofs/lamps/2-players.json",
        "players": 2,
        "assumes": {"lamps": 2},
    }


def test_a_play_has_every_situation_in_it() -> None:
    play = RULEBOOK["findings"][1]["play"]
    assert play["start"] == {
        "time_of_day": "DAY",
        "word": "nobody",
        "lamps": {"A": 1, "B": 0},
        "signals": [],
        "watch": {"DAY": False, "LATE_NIGHT": False},
    }
    assert [step["after"] is None for step in play["steps"]] == [False, False, True]
    assert play["steps"][0]["changes"] == ["time of day: Day → Late night", "word: nobody → A"]
    assert play["steps"][0]["after"]["word"] == "A"


def test_what_players_could_do_is_listed() -> None:
    listed = {one["fingerprint"]: one["options"] for one in RULEBOOK["findings"] if one["options"]}
    assert listed == {
        CLASH.fingerprint: [{"player": "A", "action": "hang_lamp", "clauses": ["1.1", "1.3"]}]
    }


def test_an_endless_loop_says_where_it_begins_and_who_keeps_it_going() -> None:
    finding = RULEBOOK["findings"][3]
    assert finding["kind"] == "endless loop"
    assert finding["loop"]["after"] == 1
    assert finding["loop"]["kept_going_by"] == "players"
    assert [(way["step"], way["player"]) for way in finding["loop"]["ways_out"]] == [
        (2, "B"),
        (3, "A"),
    ]
    assert finding["loop"]["grows"] == {}


def test_endless_growth_says_by_how_much_each_stock_and_list_grows() -> None:
    whole = audit(result("it-ends", Kind.LOOP, findings=(GROWING,)))
    said = document(replace(CHECKED, audit=whole))
    assert said["rulebooks"][0]["findings"][0]["loop"]["grows"] == {"len(signals)": 1}


def test_a_finding_without_a_play_says_null() -> None:
    finding = RULEBOOK["findings"][2]
    assert (finding["play"], finding["steps"], finding["cutoffs"]) == (None, None, {})
    assert (finding["page"], finding["trace"]) == (None, None)
    assert finding["place"] == {"file": "model/lamps.md", "line": 42, "column": 1}


def test_a_rulebook_that_cannot_be_read_says_why() -> None:
    (unread, failed) = document(Unread("x", (FAULT,)), Failed("y", "no memory"))["rulebooks"]
    assert [*unread] == [*failed] == FIELDS["rulebook"][:4]
    assert (unread["exit_code"], failed["exit_code"]) == (2, 3)
    assert unread["faults"][0]["code"] == "bad-type"
    assert failed["errors"] == ["no memory"]


@pytest.mark.parametrize("title", ['灯 \u202e\x1b[0m \\ "', "\udcff"])
def test_it_is_json_in_utf_8_whatever_a_rulebook_holds(title: str) -> None:
    book = replace(BOOK, title=title)
    text = report([replace(CHECKED, audit=replace(AUDIT, rulebook=book))], 1)
    data = text.encode("utf-8", "backslashreplace")
    assert json.loads(data)["rulebooks"][0]["title"] == title


def test_it_is_always_the_same() -> None:
    assert report([CHECKED], 1) == report([CHECKED], 1)


def test_a_denial_says_who_does_what_and_where_that_leads() -> None:
    finding = next(one for one in RULEBOOK["findings"] if one["kind"] == "denied answer")
    denial = finding["denial"]
    assert (denial["denier"], denial["cards"], denial["situations"]) == ("A", False, 2)
    first, second = denial["turns"]
    assert first["situation"]["time_of_day"] == "LATE_NIGHT"
    assert [(one["who"], one["chosen"], one["to"]) for one in first["branches"]] == [
        ("A", True, None),
        ("cards", False, 1),
    ]
    assert [one["what"] for one in second["branches"]] == ["strike clock"]


def test_the_reasons_say_which_clauses_meet_and_what_is_without_each() -> None:
    (why,) = (one["why"] for one in RULEBOOK["findings"] if one["why"] is not None)
    assert why["cores"] == [["1.1", "1.3"], []]
    assert why["preferences"] == [[{"counts": "1.1", "yields": "1.3"}]]
    assert why["lacks"][0]["clause"] == BOOK.norms[0].origin.clause
    assert [(one["apart"], one["stopped"]) for one in why["without"]] == [(2, 3), (None, None)]
    assert why["without"][0]["ending"] == "an act may not happen"
    assert why["without"][1]["usable"][0]["action"] == STEP.act.action
