from __future__ import annotations

import re
from dataclasses import replace

import pytest

from headjudge.evidence.results import Cause, Finding, Kind
from headjudge.reports.escape import diagram
from headjudge.reports.mermaid import sequence
from headjudge.reports.words import Teller
from headjudge.rulebook.syntax import Setting
from tests.reports.books import BOOK, CONFLICT, GROWING, ROUND, SETTING, STOPPED, TRACE

TELLER = Teller(BOOK, SETTING)
# What a line may be; only after its colon is there anything from a rulebook.
LINE = re.compile(
    r"sequenceDiagram"
    r"|    (autonumber|loop for ever(, with more each round)?|end"
    r"|participant [A-D]|participant G as the game"
    r"|[A-DG](->>|-x)G: [^;#%<>{}|`\\\n]+"
    r"|Note over A,G: [^;#%<>{}|`\\\n]+)"
)


def test_the_players_and_the_game_take_part() -> None:
    assert sequence(TELLER, replace(CONFLICT, trace=TRACE, act=None), "a conflict") == (
        "sequenceDiagram\n"
        "    autonumber\n"
        "    participant A\n"
        "    participant B\n"
        "    participant G as the game\n"
        "    G->>G: strike clock\n"
        "    G->>G: wind turns (where A yes, B no, who B)\n"
        "    A->>G: hang lamp (bright, aim Late night)\n"
        "    Note over A,G: a conflict"
    )


def test_what_goes_round_for_ever_stands_in_a_loop() -> None:
    text = sequence(TELLER, ROUND, "an endless loop")
    assert text.splitlines()[5:] == [
        "    G->>G: strike clock",
        "    loop for ever",
        "    G->>G: wind turns (where A yes, B no, who B)",
        "    A->>G: hang lamp (bright, aim Late night)",
        "    end",
        "    Note over A,G: an endless loop",
    ]


def test_a_loop_with_more_in_each_round_says_so() -> None:
    assert "    loop for ever, with more each round\n" in sequence(TELLER, GROWING, "x")


def test_four_players_take_part() -> None:
    text = sequence(Teller(BOOK, Setting(4, SETTING.scope)), CONFLICT, "x")
    assert "    participant D\n" in text


def test_what_does_not_happen_ends_in_a_cross() -> None:
    stopped = Finding("no-clash", Cause(Kind.CLASH), STOPPED)
    assert "A-xG: hang lamp" in sequence(TELLER, stopped, "x")
    assert "A-xG: hang lamp" in sequence(TELLER, CONFLICT, "x")


def test_a_finding_without_a_play_has_no_diagram() -> None:
    with pytest.raises(ValueError, match="no play"):
        sequence(TELLER, Finding("x", Cause(Kind.UNMODELLED), None), "x")


@pytest.mark.parametrize(
    "words",
    [
        "a; participant X",
        "a\n    A->>G: b",
        "#quot; #35;",
        "%%{init: {}}%%",
        "<script>",
        "```",
        "",
        "\u2028x",
        "a | b \\ {c}",
    ],
)
def test_nothing_that_is_said_ends_a_line_or_the_diagram(words: str) -> None:
    lines = sequence(TELLER, CONFLICT, words).split("\n")
    assert len(lines) == 9
    assert all(LINE.fullmatch(line) for line in lines)


def test_words_of_other_scripts_stay() -> None:
    assert diagram("灯を掛ける: à la carte (x + 1)") == "灯を掛ける: à la carte (x + 1)"
