from __future__ import annotations

import re
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from headjudge.evidence.results import Cause, Finding, Kind, Trace
from headjudge.reports.markdown import counterexample, folder_of
from headjudge.rulebook import parse_rulebook
from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import Clause, Rulebook
from tests.reports.books import (
    BOOK,
    CONFLICT,
    DENIAL,
    DENIED,
    GROWING,
    ROUND,
    STOPPED,
    TEXT,
    TRACE,
    audit,
    result,
)

EVIL = (
    "</b><script>alert(1)</script> | a | <!-- --> `x` ```\n\n# Boo\n\n> q **b** "
    "[l](javascript:x) ![i](http://t) ~~~ $x$ \\ &lt; "
    "WWW.evil.example HTTPS://t @owner owner/x#12 end;"
)


def page(finding: Finding = CONFLICT, book: Rulebook = BOOK) -> str:
    whole = result(finding.property, finding.cause.kind, findings=(finding,))
    return counterexample(audit(whole, rulebook=book), whole, finding, "the-file")


def test_a_page_of_a_conflict() -> None:
    assert (
        page()
        == """\
<!-- Written by headjudge. Do not edit: the next check writes it anew. -->

# Conflict: 1.1 may / 1.2 must not: hang lamp, in Late night

**In Late night, A may “hang lamp (bright, aim Late night)” by 1.1 and must not by 1.2.** Nothing says which of the two counts.

In Lamps, edition 2026-10. Property `no-conflict`: What one clause allows, no other clause forbids. Words.

## The clauses, side by side

| | 1.1 | 1.2 |
|---|---|---|
| it says | Whoever has the word may hang out a lamp. | At night no lamp is hung out. |
| its block | Player may “hang lamp” if player is word. | A player must not “hang lamp” if time of day is Late night. |
| where | [model/lamps.md:15](../../model/lamps.md) | [model/lamps.md:42](../../model/lamps.md) |

Without 1.3 this play would not come to that.

## The play

| step | who | what | clauses | what changes |
|---:|---|---|---|---|
| 0 |  | start |  | lamps of A: 1 |
| 1 | game | strike clock | 1.3 | time of day: Day → Late night<br>word: nobody → A |
| 2 | cards | wind turns (where A yes, B no, who B) | E1 |  |
| ✗ | A | hang lamp (bright, aim Late night) | 1.1, 1.2 | conflict |

```mermaid
sequenceDiagram
    autonumber
    participant A
    participant B
    participant G as the game
    G->>G: strike clock
    G->>G: wind turns (where A yes, B no, who B)
    A-xG: hang lamp (bright, aim Late night)
    Note over A,G: 1.1 may / 1.2 must not: hang lamp, in Late night
```

There is no shorter play that shows this.

## What it rests on

- 2 players; scope: lamps 2, signals 3
- The cards do this: `wind_turns(who = B)`

To replay it:

```sh
headjudge replay counterexamples/lamps/the-file.itf.json
```

To accept it, write this into `counterexamples/lamps/accepted.toml`, with your reason:

```toml
[[accepted]]
finding = "no-conflict--hang_lamp--1.1+1.2"
reason = ""
```
"""  # noqa: E501 - paragraphs are not broken
    )


def test_a_page_without_a_play_has_no_table_and_no_replay() -> None:
    finding = Finding(
        "every-clause-modelled",
        Cause(Kind.UNMODELLED, None, ("1.2",)),
        None,
        place=Place("model/lamps.md", 42, 1),
    )
    text = page(finding)
    assert "## The play" not in text
    assert "headjudge replay" not in text
    assert "mermaid" not in text
    assert "> **1.2** At night no lamp is hung out." in text


def test_a_page_without_clauses_says_where_it_is() -> None:
    cause = Cause(Kind.FALSE_CLAIM)
    text = page(Finding("x", cause, None, place=Place("model/lamps.md", 42, 7)))
    assert "\nIt stands in model/lamps.md, line 42.\n" in text
    text = page(Finding("x", cause, None, place=Place("properties/turn.md", 42, 7)))
    assert "It stands in" not in text


def test_a_step_in_its_own_way_ends_in_a_cross() -> None:
    finding = Finding("no-clash", Cause(Kind.CLASH, None, ("1.1", "1.3"), "word"), STOPPED)
    text = page(finding)
    assert "| 3 | A | hang lamp (bright, aim Late night) | 1.1 |  |\n" in text
    assert "| ✗ |  |  | 1.1, 1.3 | clash |" in text
    assert "    A-xG: hang lamp (bright, aim Late night)\n" in text


def test_the_heading_of_a_violated_property_says_what_fails() -> None:
    finding = Finding("one-holder", Cause(Kind.VIOLATION), Trace(TRACE.start, ()))
    title = "What one clause allows, no other clause forbids"
    text = page(finding)
    assert f"\n# Violated property: {title}: not so at the start\n" in text
    assert f"\n**{title}: not so at the start.**\n" in text
    assert "Property `one-holder`. Words.\n" in text


def test_what_players_could_do_stands_under_the_first_sentence() -> None:
    options = (("A", "hang_lamp", ("1.1",)), ("B", "wait_|_see", ()))
    cause = Cause(Kind.VIOLATION)
    text = page(Finding("one-holder", cause, Trace(TRACE.start, ()), options=options))
    assert "**\n\nThere, A could hang lamp (1.1); B could wait \\| see.\n\nIn Lamps, " in text
    assert "could" not in page()


@pytest.mark.parametrize(
    ("file", "more"),
    [
        ("model/lamps.md", ""),
        ("headjudge:model/lamps.md", ""),
        ("lamps.md", " --rulebook lamps.md"),
        ("model/old/lamps.md", " --rulebook model/old/lamps.md"),
        ("../lamps.md", " --rulebook ../lamps.md"),
        ("/abs/lamps.md", " --rulebook /abs/lamps.md"),
        ("my games/lamps.md", " --rulebook 'my games/lamps.md'"),
    ],
)
def test_the_replay_names_the_rulebook_where_its_name_does_not_lead_to_it(
    file: str, more: str
) -> None:
    command = f"headjudge replay counterexamples/lamps/the-file.itf.json{more}"
    assert f"\n```sh\n{command}\n```\n" in page(book=replace(BOOK, file=file))


def test_an_example_is_shown_with_the_line_that_fails() -> None:
    text = """\

**2.1** Ann hangs out a lamp.

```python example
start(time_of_day=LATE_NIGHT, word=A, lamps=1, watch=(True, False))
illegal(hang_lamp(A, aim=LATE_NIGHT))
impossible(hang_lamp(B, True))
wind_turns(where=(True, False), who=B)
expect(len(signals) == 0 or signals[-1].sender in (A, B) and not signals[0].bright)
expect(lamps[next_player(A)] - (1 - 1) >= (0 if word == nobody else distance(A, B)))
expect(A not in (B, A) and not (A == B or B == A))
expect(any(lamps[p] > 0 for p in players if p != word) and count(watch[t] for t in TimeOfDay) < 2)
```
"""
    book = parse_rulebook((TEXT + text).encode(), file="model/lamps.md", name="lamps")
    (example,) = book.examples
    finding = Finding(
        "2.1 example 1",
        Cause(Kind.FALSE_CLAIM, None, ("2.1",)),
        None,
        message="line 3: no",
        place=example.lines[2].place,
    )
    assert """\
```text
    0  start(time_of_day=LATE_NIGHT, word=A, lamps=1, watch=(True, False))
    1  illegal(hang_lamp(A, aim=LATE_NIGHT))
    2  impossible(hang_lamp(B, bright=True))
✗   3  wind_turns(where=(True, False), who=B)
    4  expect(len(signals) == 0 or signals[-1].sender in (A, B) and not signals[0].bright)
    5  expect(lamps[next_player(A)] - (1 - 1) >= (0 if word == nobody else distance(A, B)))
    6  expect(A not in (B, A) and not (A == B or B == A))
    7  expect(any(lamps[p] > 0 for p in players if p != word) and count(watch[t] for t in TimeOfDay) < 2)
```
""" in page(finding, book)  # noqa: E501 - lines of code are not broken


def test_a_claim_of_the_rulebook_is_not_explained_by_its_own_words() -> None:
    finding = Finding("1.3 the_clock_stops", Cause(Kind.VIOLATION), Trace(TRACE.start, ()))
    text = page(finding)
    assert "# Violated property: “the clock stops” at the start, against 1.3\n" in text
    assert "Words." not in text


def test_what_a_finding_rests_on_is_said() -> None:
    finding = replace(
        CONFLICT,
        trace=replace(TRACE, permission_wins=True),
        readings=(("What becomes of it?", "It lapses"),),
        accepted="Reworded soon",
    )
    text = page(finding)
    assert "\nAccepted: Reworded soon\n" in text
    assert "- “What becomes of it?” is answered “It lapses”\n" in text
    assert "- In a conflict that comes before it, the permission wins\n" in text


@pytest.mark.parametrize(
    ("file", "shown"),
    [
        ("model/lamps.md", "[model/lamps.md:15](../../model/lamps.md)"),
        ("my-game.md", "[my-game.md:15](../../my-game.md)"),
        ("headjudge:model/lamps.md", "`headjudge:model/lamps.md:15`"),
        ("/abs/lamps.md", "`lamps.md:15`"),
        ("../lamps.md", "`../lamps.md:15`"),
        ("a b`|.md", "`a b'¦.md:15`"),
    ],
)
def test_a_link_is_made_only_to_what_lies_in_the_same_folder(file: str, shown: str) -> None:
    clauses = tuple(replace(one, place=replace(one.place, file=file)) for one in BOOK.clauses)
    assert f"| where | {shown} | " in page(book=replace(BOOK, file=file, clauses=clauses))


def test_the_clauses_are_quoted_up_to_a_length() -> None:
    long = replace(BOOK.clauses[0], words="word " * 2000)
    text = page(book=replace(BOOK, clauses=(long, *BOOK.clauses[1:])))
    assert max(len(line) for line in text.splitlines()) < 1600


def evil_page() -> str:
    clauses = tuple(
        Clause(
            one.id,
            EVIL,
            EVIL,
            replace(one.place, file=EVIL),
            section=False,
            unmodelled=None,
            restated=(),
        )
        for one in BOOK.clauses
    )
    book = replace(BOOK, title=EVIL, edition=EVIL, clauses=clauses, file=EVIL)
    finding = replace(
        CONFLICT, message=EVIL, accepted=EVIL, assumes=(EVIL,), readings=((EVIL, EVIL),)
    )
    whole = replace(result(findings=(finding,)), title=EVIL)
    return counterexample(audit(whole, rulebook=book), whole, finding, "f")


def flat(tokens: list[Token]) -> list[Token]:
    return [one for token in tokens for one in (token, *flat(token.children or []))]


def test_a_strangers_words_are_words_and_nothing_else() -> None:
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(evil_page())
    kinds = [token.type for token in flat(tokens)]
    assert kinds.count("heading_open") == 4
    assert kinds.count("table_open") == 2
    assert kinds.count("fence") == 3
    assert kinds.count("html_block") == 1  # our mark
    ours = {"<br>", "<!-- -->"}
    assert {token.content for token in flat(tokens) if token.type == "html_inline"} == ours
    # Nothing that a platform makes a link of by itself: an address, somebody, a number.
    words = [token.content for token in flat(tokens) if token.type == "text"]
    assert any("evil.example" in one for one in words)
    assert not [one for one in words if re.search(r"://|www\.|[@#]\w", one)]
    assert not {"link_open", "image", "s_open", "hr"} & set(kinds)
    assert kinds.count("strong_open") == 1  # the first sentence
    rows = [line for line in evil_page().splitlines() if line.startswith("| ")]
    cells = [line.replace("\\|", "").count("|") for line in rows]
    assert set(cells) == {4, 6}


def test_a_strangers_words_are_all_there() -> None:
    text = "".join(
        token.content
        for token in flat(MarkdownIt("gfm-like", {"linkify": False}).parse(evil_page()))
        if token.type in ("text", "text_special")
    )
    assert " ".join(EVIL.split()).replace("&lt;", "&lt;") in text


def test_a_page_is_always_the_same() -> None:
    assert page() == page()


def test_the_folder_has_a_safe_name() -> None:
    assert folder_of(BOOK) == "counterexamples/lamps"
    assert folder_of(replace(BOOK, name="../x")).startswith("counterexamples/x..")
    assert "/" not in folder_of(replace(BOOK, name="a/../../b")).removeprefix("counterexamples/")


def test_an_empty_play_has_its_start() -> None:
    finding = Finding("no-gap", Cause(Kind.GAP), Trace(TRACE.start, ()))
    assert "| 0 |  | start |  | lamps of A: 1 |\n| ✗ |  |  |  | gap |" in page(finding)


def test_the_page_of_an_endless_loop_marks_where_it_begins_and_where_it_is_closed() -> None:
    text = page(ROUND)
    assert "| ↻ |  | from here on it goes round for ever |  |  |" in text
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    marks = [line.split("|")[1].strip() for line in lines]
    assert marks == ["step", "0", "1", "↻", "2", "3", "↻"]
    assert "as after step 1: the same steps again, and again" in lines[-1]
    assert "It can be stopped" in text


def test_the_page_of_endless_growth_says_what_there_is_more_of() -> None:
    lines = [line for line in page(GROWING).splitlines() if line.startswith("| ↻")]
    assert lines[0] == "| ↻ |  | from here on it goes on for ever, with more each round |  |  |"
    assert "with one more in “signals”: the same steps again, and again" in lines[1]


def test_a_page_tells_a_strategy_with_all_replies() -> None:
    text = page(DENIED)
    assert (
        """\
## How A denies it

What A does is chosen to that end. All else that can happen there is a reply and is listed as well.

| situation | who | what | then |
|---:|---|---|---|
| 1 | A | hang lamp (bright, aim Late night) | the answer is gone |
|  | cards | wind turns (where A yes, B no, who B) | → 2 |
| 2 | game | strike clock | the answer is gone |

## What it rests on
"""
        in text
    )


def test_a_long_strategy_is_told_as_far_as_it_is_quickly_read() -> None:
    turns = DENIAL.turns[:1] * 30
    text = page(replace(DENIED, denial=replace(DENIAL, situations=30, turns=turns)))
    assert "| 12 | A |" in text
    assert "| 13 | A |" not in text
    assert "There are 18 more such situations, and in none of them can it be used." in text


def test_an_answer_that_nobody_has_to_deny_has_no_strategy() -> None:
    cause = Cause(Kind.NEVER_USABLE, field="unusable")
    denial = replace(DENIAL, denier=None, situations=1, turns=())
    text = page(replace(DENIED, cause=cause, denial=denial))
    assert "How " not in text
    assert "it is pending in 1 situation, and can be used in none of them." in text


def test_what_is_no_contradiction_is_not_to_be_accepted() -> None:
    cause = Cause(Kind.DENIED_BY_CARDS, field="cards")
    text = page(replace(DENIED, cause=cause, denial=replace(DENIAL, cards=True)))
    assert "What A does, and what the cards do, is chosen to that end." in text
    assert "[[accepted]]" not in text
    assert "[[accepted]]" in page(DENIED)
