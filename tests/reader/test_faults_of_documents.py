"""Faults of a document around its blocks: Markdown, the header, roles."""

from __future__ import annotations

from pathlib import Path

import pytest

from headjudge.rulebook import Fault, Place, UnreadableError, parse_rulebook, read_rulebook
from tests.reader.documents import HEADER, STATE, block, faults

GOOD = HEADER + block(STATE)


def header(*lines: str) -> str:
    """A document with only a header, whose further lines are from line 4."""
    top = ("```toml rulebook", 'title = "Game"', 'edition = "1"')
    return "\n".join((*top, *lines, "```", ""))


def test_a_good_document_has_no_faults() -> None:
    assert faults(GOOD) == []


def test_a_file_that_is_not_utf8_is_a_fault() -> None:
    assert faults("# Käse\n".encode() + b"a \xff\n") == [
        "2:3: not-utf-8: this byte is no UTF-8 — save the file as UTF-8"
    ]
    assert faults("Käse".encode("utf-16"))[0].startswith("1:1: not-utf-8")


def test_an_empty_file_is_a_fault() -> None:
    fault = "1:1: empty-file: this file is empty — begin with a `toml rulebook` block"
    assert faults(b"") == [fault]
    assert faults(" \n\n\t") == [fault]


def test_a_file_above_one_mebibyte_is_a_fault(tmp_path: Path) -> None:
    fault = "1:1: file-too-large: this file is larger than 1 MiB — split it in two"
    assert faults(b"a" * 5 * 1024 * 1024) == [fault]
    path = tmp_path / "large.md"
    path.write_bytes(b"a" * 5 * 1024 * 1024)
    with pytest.raises(UnreadableError, match="file-too-large"):
        read_rulebook(path)


def test_a_file_that_cannot_be_opened_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError) as caught:
        read_rulebook(tmp_path / "none.md")
    wrong, cure = "this file cannot be opened: No such file or directory", "check its path"
    place = Place((tmp_path / "none.md").as_posix(), 1, 1)
    assert caught.value.faults == (Fault(place, "cannot-open", wrong, cure),)


def test_a_block_above_64_kibibytes_is_a_fault() -> None:
    assert faults(GOOD + block("# " + "x" * 70_000))[-1:] == [
        "40:1: block-too-large: this block is larger than 64 KiB — split it in two"
    ]


def test_a_paragraph_above_64_kibibytes_is_a_fault() -> None:
    assert faults(GOOD + "\n" + "x" * 70_000) == [
        "41:1: paragraph-too-long: this paragraph is longer than 64 KiB — split it"
    ]


def test_a_clause_id_used_twice_is_a_fault() -> None:
    assert faults(GOOD + "\n**1.2** One.\n\n- **1.2** Two.\n") == [
        (
            "43:5: clause-used-twice: the clause `1.2` is already in line 41 — "
            "give this clause a name of its own"
        )
    ]


def test_a_block_under_no_clause_is_a_fault() -> None:
    text = header() + "\n" + block("class E(Enum): X") + "\n## 1 One\n"
    assert faults(text) == [
        (
            "6:1: block-without-clause: this block stands under no clause — "
            "put the number of its clause above it, such as `**12.2.5**`"
        )
    ]


BOLD = "write it in bold, with digits, letters and dots, such as"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (
            "**2_4** text",
            f"3: clause-number: `2_4` looks like the number of a clause — {BOLD} `**2.4**`",
        ),
        (
            "**2_4 Lamps.** x",
            f"3: clause-number: `2_4` looks like the number of a clause — {BOLD} `**2.4**`",
        ),
        (
            "*2.4* text",
            f"2: clause-number: `2.4` looks like the number of a clause — {BOLD} `**2.4**`",
        ),
        (
            "***2.4*** text",
            f"4: clause-number: `2.4` looks like the number of a clause — {BOLD} `**2.4**`",
        ),
        (
            "**A.1** text",
            f"3: clause-number: `A.1` looks like the number of a clause — {BOLD} `**2.4**`",
        ),
        (
            "**o1.1** text",
            f"3: clause-number: `o1.1` looks like the number of a clause — {BOLD} `**O1.1**`",
        ),
        (
            "** 2.4** text",
            f"4: clause-number: `2.4` looks like the number of a clause — {BOLD} `**2.4**`",
        ),
        (
            "**§2.4** text",
            f"4: clause-number: `2.4` looks like the number of a clause — {BOLD} `**2.4**`",
        ),
        (
            "**5** text",
            (
                "3: clause-number: `5` looks like the number of a clause — "
                "write `## 5` or, with a dot, `**5.1**`"
            ),
        ),
        (
            "### 2_4 Lamps",
            (
                "5: clause-number: `2_4` looks like the number of a clause — "
                "write it with digits, letters and dots, such as `2.4`"
            ),
        ),
    ],
)
def test_what_is_meant_as_the_number_of_a_clause_is_one(line: str, fault: str) -> None:
    told = [f"41:{fault}; or begin with a word"]
    assert faults(GOOD + f"\n{line}\n\nMore.\n") == told
    assert faults(GOOD + f"\n{line}\n\n" + block("class E(Enum): X")) == told


@pytest.mark.parametrize(
    "line", ["2.4 Text.", "(2.4) Text.", "§ 2.4 Text.", "*2.4 Text.*", "**2-4** text"]
)
def test_what_may_be_the_number_of_a_clause_is_one_if_a_block_follows(line: str) -> None:
    assert faults(GOOD + f"\n{line}\n\nMore.\n") == []
    assert faults(GOOD + f"\n{line}\n\n**1.2** Next.\n\n" + block("class E(Enum): X")) == []
    (fault,) = faults(GOOD + f"\n{line}\n\nMore.\n\n" + block("class E(Enum): X"))
    _, _, told = fault.partition(": ")
    assert told.endswith(f"a clause — {BOLD} `**2.4**`; or begin with a word")


@pytest.mark.parametrize(
    "line",
    [
        "3 cards are drawn.",
        "2.5% of them.",
        "2.5 seconds later.",
        "1.1 says so.",
        "**3 cards** are drawn.",
        "**2-player games** are short.",
        "*Two* are drawn.",
        "**Rule 2_4** text",
        "- 2.4 text",
        "- **2_4** text",
        "> 2.4 text",
        "1. text",
        "Text\n**2_4** text",
        "a|b\n-|-\n**2_4**|x",
        "2_4 text",
    ],
)
def test_what_begins_otherwise_is_prose(line: str) -> None:
    assert faults(GOOD + f"\n{line}\n\n" + block("class E(Enum): X")) == []


@pytest.mark.parametrize("line", ["## Examples", "#### Version 2_4", "v2.0 of the rules\n---"])
def test_a_heading_without_a_number_ends_a_clause(line: str) -> None:
    text = GOOD + f"\n**1.2** One.\n\n{line}\n\nMore.\n\n- And more.\n\na|b\n-|-\nc|d\n"
    rulebook = parse_rulebook(text.encode(), file="a.md", name="a")
    assert rulebook.clause("1.2").words == "One."
    (fault,) = faults(text + "\n" + block("class E(Enum): X"))
    assert "block-without-clause" in fault
    again = f"{text}\n**1.3** Next.\n\n" + block("class E(Enum): X")
    assert parse_rulebook(again.encode(), file="a.md", name="a").clause("1.3").words == "Next."


def test_a_first_clause_without_a_number_is_told_once() -> None:
    text = header() + "\n**12** x\n"
    assert faults(text) == []
    assert faults(text + "\n" + block("class E(Enum): X")) == [
        (
            "6:3: clause-number: `12` looks like the number of a clause — "
            "write `## 12` or, with a dot, `**12.1**`; or begin with a word"
        )
    ]


def test_a_block_without_an_end_is_a_fault() -> None:
    text = GOOD + "\n```python rule\nclass E(Enum): X\n"
    cure = "put the signs that it starts with on a line of their own after it"
    assert faults(text) == [f"41:1: unfinished-block: this block has no end — {cure}"]
    assert faults(GOOD + "\n> ```text\n> a\n") == [
        f"41:3: unfinished-block: this block has no end — {cure}"
    ]


KINDS = (
    "write one of `toml rulebook`, `toml unmodelled`, `toml restated`, `python rule`, "
    "`python rule environment`, `python rule supplement`, `python example`, "
    "`python example supplement`, `python property`"
)


@pytest.mark.parametrize("info", ["python rules", "python example x", "toml", "Python rule"])
def test_a_kind_of_block_that_nobody_knows_is_a_fault(info: str) -> None:
    assert faults(GOOD + "\n" + block("x", info)) == [
        f"41:1: unknown-block: `{info}` is no kind of block — {KINDS}"
    ]


@pytest.mark.parametrize("info", ["", "python", "text", "pythonrule", "mermaid"])
def test_other_blocks_are_nobodys_business(info: str) -> None:
    assert faults(GOOD + "\n" + block("import os", info)) == []


def test_a_property_does_not_belong_in_a_rulebook() -> None:
    assert faults(GOOD + "\n" + block("", "python property")) == [
        "41:1: unknown-block: a `python property` block does not belong in a rulebook — move it"
    ]


# ------------------------------------------------------------------ header


def test_a_rulebook_has_one_header_above_all_blocks() -> None:
    assert faults("# Game\n") == [
        "1:1: no-header: this rulebook has no header — begin with a `toml rulebook` block"
    ]
    assert faults(GOOD + "\n" + block('title = "x"', "toml rulebook")) == [
        (
            "41:1: header-used-twice: this is a second header — "
            "put its lines into the first one, in line 1"
        )
    ]
    text = "## 1 One\n\n" + block("class E(Enum): X") + header()
    assert faults(text) == [
        "6:1: header-not-first: blocks stand above the header — put the header on top"
    ]


KEYS = (
    "write one of `title`, `edition`, `players`, `golden_rule`, `scope`, `roles`, `required`, "
    "`run`, `based_on`, `adds`, `strike`"
)


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (['tilte = "x"'], f"4:1: unknown-key: `tilte` is no key — {KEYS}"),
        (
            ["players = { min = 1, max = 2 }"],
            (
                "4:1: bad-header: `players` is no range from 2 to 4 — "
                "write `players = { min = 2, max = 4 }`"
            ),
        ),
        (
            ["players = 3"],
            (
                "4:1: bad-header: `players` is no range from 2 to 4 — "
                "write `players = { min = 2, max = 4 }`"
            ),
        ),
        (
            ["players = { min = 2, max = 3, mid = 2 }"],
            "4:1: unknown-key: `mid` is no key in [players] — write one of `min`, `max`",
        ),
        (
            ['golden_rule = "may"'],
            (
                "4:1: bad-header: this is no golden rule — "
                'write `golden_rule = "must_not"` or leave it out'
            ),
        ),
        (
            ["[scope]", "cards = 1000000000"],
            (
                "5:1: scope-out-of-range: the scope `cards` is no number from 0 to 1000 — "
                "write a smaller bound, such as `cards = 4`"
            ),
        ),
        (
            ["[scope]", "cards = true"],
            (
                "5:1: scope-out-of-range: the scope `cards` is no number from 0 to 1000 — "
                "write a smaller bound, such as `cards = 4`"
            ),
        ),
        (
            ["[scope]", "for = 1"],
            (
                "5:1: bad-name: `for` is no name — "
                "write a letter, then letters, digits and single underscores"
            ),
        ),
        (
            ["[roles]", 'holder = "priority"'],
            (
                "5:1: role-names-nothing: the role `holder` names nothing: `priority` — "
                "name a field, a helper, an action, a tag or a type"
            ),
        ),
        (
            ["[roles]", "holder = 1"],
            (
                "5:1: bad-header: the role `holder` is no text — "
                'write what it stands for in quotes: `holder = "priority"`'
            ),
        ),
        (
            ["[required]", 'one-holder = "surely"'],
            (
                "5:1: bad-header: what `one-holder` has to reach is no strength — "
                'write one of "proved", "exhaustive", "within scope", "bounded", "vacuous", '
                '"not applicable", "no verdict"'
            ),
        ),
        (
            ["scope = 1"],
            "4:1: bad-header: `scope` is no table — write `[scope]` and lines below it",
        ),
        (
            ["title = "],
            '4:9: bad-toml: this is no TOML: Invalid value — write `key = "value"`',
        ),
        (
            ["a = " + "9" * 10_000],
            (
                "2:1: bad-toml: this TOML has a number that is too long or too many levels of "
                "brackets — write plain lines such as `cascade = 4`"
            ),
        ),
    ],
)
def test_a_header_says_what_it_may_and_nothing_else(lines: list[str], fault: str) -> None:
    assert faults(header(*lines)) == [fault]


def test_a_header_names_its_title_and_its_edition() -> None:
    assert faults("```toml rulebook\nedition = 2026-10-16\n```\n") == [
        '2:1: bad-header: `edition` is no text — write `edition = "2026-10"`',
        '2:1: bad-header: `title` is missing — write `title = "The Cascade"`',
    ]


def test_a_role_may_name_what_stands_in_a_block_that_cannot_be_parsed() -> None:
    text = header("[roles]", 'holder = "priority"') + "\n## 1 One\n\n"
    (fault,) = faults(text + block("class State\n    priority: Player = 0"))
    assert "bad-python" in fault


def test_a_member_is_no_role() -> None:
    text = header("[roles]", 'early = "EARLY"') + "\n## 1 One\n\n" + block("class E(Enum): EARLY")
    assert faults(text)[0].startswith("5:1: role-names-nothing: the role `early`")


# ----------------------------------------------------------- other TOML blocks


def test_a_reason_and_a_restatement_say_what_they_must() -> None:
    assert faults(GOOD + "\n" + block("", "toml unmodelled")) == [
        (
            "42:1: bad-header: `reason` is missing — "
            'write `reason = "about losing the game, not about order"`'
        )
    ]
    assert faults(GOOD + "\n" + block("by = []", "toml restated")) == [
        '42:1: bad-header: `by` is no list of clauses — write `by = ["7.4.2"]`'
    ]
    assert faults(GOOD + "\n" + block('by = ["9.9"]', "toml restated")) == [
        (
            "42:1: unknown-clause: there is no clause `9.9` — "
            "write the number of a clause of this rulebook"
        )
    ]


# -------------------------------------------------------------------- sizes


def test_a_list_needs_room_for_one_to_64_items() -> None:
    for room in ("0", "65"):
        text = GOOD.replace("stack = 4", f"stack = {room}")
        assert faults(text) == [
            (
                f"24:5: list-out-of-range: the list `stack` has room for {room} items — "
                "give it room for 1 to 64"
            )
        ]


def test_all_faults_of_a_document_are_reported_in_its_order() -> None:
    text = (
        header("x = 1") + "\n**1.1** A\n\n**1.1** B\n\n" + block("class E(Enum): a") + "```toml\n"
    )
    codes = [fault.split(": ")[1] for fault in faults(text)]
    assert codes == [
        "unknown-key",
        "clause-used-twice",
        "bad-name",
        "unfinished-block",
        "unknown-block",
    ]
