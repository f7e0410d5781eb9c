"""Rulebooks that are based on others."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from headjudge.rulebook import (
    UnreadableError,
    parse_rulebook,
    read_rulebook,
    unknown_requirements,
)
from headjudge.rulebook.bases import Neighbour
from headjudge.rulebook.syntax import NormKind, Rulebook
from headjudge.semantics.executable import generate

BASE = """\
```toml rulebook
title = "Lamps"
edition = "1"
players = { min = 2, max = 3 }
golden_rule = "must_not"

[scope]
lamps = 2
oil = 1

[roles]
holder = "word"
acts = "hang"

[required]
no-gap = "exhaustive"
one-holder = "bounded"
```

## 1 The word

**1.1** Somebody has the word.

```python rule
class State:
    word: Player = 0
    hung: List[Player, scope.lamps]
    oil: Stock[scope.oil]
```

## 2 Lamps

**2.1** Who has the word may hang out a lamp.

```python rule
@move
def hang(player: Player):
    needs(oil > 0)
    hung.append(player)

@may
def hang(player):
    return player == word
```

**2.2** It takes oil.

```python rule
@when
def hang():
    oil -= 1
```

**2.3** In fog none is hung out.

```toml unmodelled
reason = "about the weather"
```
"""

SECOND = """
**2.1** Then the next player hangs out one.

```python rule
@when
def hang(player):
    hung.append(next_player(player))
```
"""

TOP = """\
```toml rulebook
title = "Lamps"
edition = "2"
based_on = "base.md"
"""


def top(*lines: str) -> str:
    return "\n".join((TOP.rstrip(), *lines, "```", ""))


def read(text: str, others: Mapping[str, str] | None = None) -> Rulebook:
    there = {"base.md": BASE} if others is None else others

    def find(name: str) -> Neighbour:
        if name not in there:
            raise FileNotFoundError(2, "No such file or directory")
        return Neighbour(f"model/{name}", there[name].encode())

    return parse_rulebook(text.encode(), file="model/new.md", name="new", find=find)


def faults(text: str, others: Mapping[str, str] | None = None) -> list[str]:
    with pytest.raises(UnreadableError) as caught:
        read(text, others)
    return [str(fault) for fault in caught.value.faults]


def ids(rulebook: Rulebook) -> list[str]:
    return [clause.id for clause in rulebook.clauses]


def places(rulebook: Rulebook) -> list[str]:
    return [f"{one.origin.clause} {one.origin.place}" for one in rulebook.consequences]


def test_without_more_the_clauses_are_those_of_the_base() -> None:
    book, base = read(top()), parse_rulebook(BASE.encode(), file="model/base.md", name="base")
    assert (book.name, book.file, book.edition) == ("new", "model/new.md", "2")
    assert book.clauses == base.clauses
    assert (book.actions, book.norms) == (base.actions, base.norms)
    assert (book.players, book.golden_rule) == ((2, 3), True)
    assert generate(book) == generate(replace(base, name="new", edition="2"))


def test_header_keys_given_anew_count_and_the_others_stay() -> None:
    book = read(
        top(
            "players = { min = 2, max = 4 }",
            "[scope]\noil = 3\nropes = 1",
            '[roles]\nholder = "hung"\nturn = "word"',
            '[required]\nno-gap = "bounded"',
        )
    )
    assert book.players == (2, 4)
    assert book.scope == (("lamps", 2), ("oil", 3), ("ropes", 1))
    assert [(role.name, role.target) for role in book.roles] == [
        ("holder", "hung"),
        ("acts", "hang"),
        ("turn", "word"),
    ]
    assert [(one.name, one.strength) for one in book.required] == [
        ("no-gap", "bounded"),
        ("one-holder", "bounded"),
    ]


def test_what_a_base_requires_of_a_clause_may_go_with_it() -> None:
    asked = 'no-gap = "exhaustive"\n"2.1 example 1" = "bounded"\nno-gasp = "bounded"'
    base = {"base.md": BASE.replace('no-gap = "exhaustive"', asked)}
    old = parse_rulebook(base["base.md"].encode(), file="model/base.md", name="base")
    cure = "write a name that `headjudge check` shows, or leave the line out"
    wrong = "in [required] is no property, claim or example"
    assert [str(fault) for fault in unknown_requirements(old, ())][1:3] == [
        f"model/base.md:17:1: unknown-requirement: `2.1 example 1` {wrong} — {cure}",
        f"model/base.md:18:1: unknown-requirement: `no-gasp` {wrong} — {cure}",
    ]
    new = read(top('[required]\n"2.1 example 2" = "bounded"'), base)
    assert [fault.wrong for fault in unknown_requirements(new, ())] == [
        f"`no-gap` {wrong}",
        f"`no-gasp` {wrong}",
        f"`one-holder` {wrong}",
        f"`2.1 example 2` {wrong}",
    ]


def test_a_clause_of_the_same_number_replaces_the_old_one_in_its_place() -> None:
    rope = "\n**2.2** It takes a rope.\n\n```python rule\n@when\ndef hang(): pass\n```\n"
    book = read(top() + rope)
    assert ids(book) == ["1", "1.1", "2", "2.1", "2.2", "2.3"]
    assert book.clause("2.2").words == "It takes a rope."
    assert str(book.clause("2.2").place) == "model/new.md:7:3"
    assert str(book.clause("2.1").place) == "model/base.md:33:3"
    assert places(book) == ["2.2 model/new.md:11:1"]


def test_a_clause_may_lose_its_block_or_its_reason() -> None:
    book = read(top() + "\n**2.2** It takes nothing.\n\n**2.3** In fog.\n")
    assert book.consequences == ()
    assert [book.clause(id_).unmodelled for id_ in ("2.2", "2.3")] == [None, None]


def test_an_added_clause_follows_what_the_base_says_there() -> None:
    book = read(top('adds = ["2.1"]') + SECOND)
    words = "Who has the word may hang out a lamp.\nThen the next player hangs out one."
    assert book.clause("2.1").words == words
    assert str(book.clause("2.1").place) == "model/base.md:33:3"
    assert places(book) == ["2.1 model/new.md:12:1", "2.2 model/base.md:50:1"]
    assert [norm.kind for norm in book.norms] == [NormKind.MAY]


def test_struck_clauses_go_and_new_ones_come_last() -> None:
    new = "\n**1.9** New.\n\n```python rule\n@always\ndef hold():\n    return word == word\n```\n"
    book = read(top('strike = ["2.2", "2.3"]') + new)
    assert ids(book) == ["1", "1.1", "2", "2.1", "1.9"]
    assert book.consequences == ()
    assert len(book.claims) == 1


def test_a_heading_without_words_replaces_nothing() -> None:
    book = read(top() + "\n## 2 Lamps and ropes\n\n**2.4** New.\n")
    assert book.clause("2").title == "Lamps"
    assert ids(book) == ["1", "1.1", "2", "2.1", "2.2", "2.3", "2.4"]


def test_a_base_may_have_a_base() -> None:
    middle = top() + "\n**2.2** Middle.\n\n**2.3** Middle.\n"
    book = read(
        top('strike = ["2.3"]').replace("base.md", "middle.md"),
        {"base.md": BASE, "middle.md": middle},
    )
    assert book.clause("2.2").words == "Middle."
    assert ids(book) == ["1", "1.1", "2", "2.1", "2.2"]


def test_the_order_is_that_of_the_whole_and_not_of_the_names_of_files() -> None:
    text = top('adds = ["2.1"]') + SECOND
    books = [read(text.replace("base.md", base), {base: BASE}) for base in ("a.md", "z.md")]
    for book in books:
        first, second = book.actions[0].origin, book.consequences[0].origin
        assert first.order < second.order
        assert first.place.file != second.place.file
    assert generate(books[0]) == generate(books[1])


# ------------------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            top().replace("base.md", "other.md"),
            (
                "model/new.md:4:1: no-base: `other.md` cannot be opened: No such file or "
                "directory — put the rulebook that this one is based on into the same folder"
            ),
        ),
        (
            top().replace("base.md", "new.md"),
            (
                "model/new.md:4:1: based-in-a-circle: `new.md` is based on itself — "
                "base it on a rulebook that stands on its own"
            ),
        ),
        (
            top().replace('"base.md"', "3"),
            'model/new.md:4:1: bad-header: `based_on` is no text — write `based_on = "chain.md"`',
        ),
        (
            top('strike = ["2.9"]'),
            (
                "model/new.md:5:1: unknown-clause: there is no clause `2.9` in `base.md` — "
                "write the number of a clause of `base.md`"
            ),
        ),
        (
            top('adds = ["2.9"]'),
            (
                "model/new.md:5:1: unknown-clause: there is no clause `2.9` in `base.md` — "
                "write the number of a clause of `base.md`"
            ),
        ),
        (
            top('adds = ["2.1"]'),
            (
                "model/new.md:5:1: unknown-clause: there is no clause `2.1` here to be added — "
                "write it, or leave its number out"
            ),
        ),
        (
            top('strike = ["2.1"]') + "\n**2.1** New.\n",
            (
                "model/new.md:5:1: bad-header: the clause `2.1` is struck and stands here too — "
                "leave its number out of `strike`: it replaces the other"
            ),
        ),
        (
            top("strike = 2.1"),
            (
                "model/new.md:5:1: bad-header: `strike` is no list of clauses — "
                'write `strike = ["7.4.2"]`'
            ),
        ),
        (
            top("adds = [2]"),
            (
                "model/new.md:5:1: bad-header: `adds` is no list of clauses — "
                'write `adds = ["7.4.2"]`'
            ),
        ),
        (
            top('adds = ["2.1"]').replace('based_on = "base.md"\n', ""),
            (
                "model/new.md:4:1: bad-header: `adds` is about the clauses of a base, and there "
                'is none — write `based_on = "chain.md"`, or leave it out'
            ),
        ),
    ],
)
def test_what_is_wrong_with_a_base_is_a_fault(text: str, found: str) -> None:
    assert found in faults(text)


@pytest.mark.parametrize(
    "name",
    [
        *("../base.md", "./base.md", "/etc/base.md", "deeper/base.md", "C:base.md"),
        *("deeper\\\\base.md", "..", ".md", ".base.md", "base", "base.txt", "base.md\\u0000"),
        *("base.md\\n", "a" * 100 + ".md", "http://base.md"),
    ],
)
def test_only_a_plain_name_of_a_file_is_looked_up(name: str) -> None:
    def find(_: str) -> Neighbour:
        raise AssertionError("it was looked up")

    text = top().replace("base.md", name)
    with pytest.raises(UnreadableError) as caught:
        parse_rulebook(text.encode(), file="new.md", name="new", find=find)
    fault = caught.value.faults[0]
    assert (fault.place.line, fault.code) == (4, "bad-base")
    assert fault.wrong.endswith("is no name of a rulebook beside this one")
    assert fault.cure == 'write its file\'s plain name: `based_on = "chain.md"`'


def test_a_text_that_lies_in_no_folder_has_no_base() -> None:
    with pytest.raises(UnreadableError, match=r"new\.md:4:1: no-base: `base\.md` cannot"):
        parse_rulebook(top().encode(), file="new.md", name="new")


def test_bases_do_not_go_round_in_a_circle() -> None:
    back = top().replace("base.md", "New.md")
    assert faults(top(), {"base.md": back, "New.md": top()}) == [
        (
            "model/base.md:4:1: based-in-a-circle: `New.md` is based on itself — "
            "base it on a rulebook that stands on its own"
        )
    ]


def test_bases_of_bases_come_to_an_end() -> None:
    others = {f"b{i}.md": top().replace("base.md", f"b{i + 1}.md") for i in range(20)}
    assert faults(top().replace("base.md", "b0.md"), others) == [
        (
            "model/b7.md:4:1: too-many-bases: `new.md` is based on more than 8 others — "
            "base it on one of those further down"
        )
    ]
    short = {**others, "b7.md": BASE}
    assert ids(read(top().replace("base.md", "b0.md"), short))[-1] == "2.3"


def test_faults_of_a_base_name_its_file() -> None:
    assert faults(top(), {"base.md": BASE.replace("oil -= 1", "wax -= 1")}) == [
        (
            "model/base.md:51:5: unknown-name: `wax` stands for nothing — "
            "declare it in a block, or correct it"
        )
    ]
    assert faults(top(), {"base.md": "# Nothing\n"}) == [
        (
            "model/base.md:1:1: no-header: this rulebook has no header — "
            "begin with a `toml rulebook` block"
        )
    ]
    assert faults(top(), {"base.md": ""}) == [
        "model/base.md:1:1: empty-file: this file is empty — begin with a `toml rulebook` block"
    ]


def test_what_stays_must_not_speak_of_what_is_struck() -> None:
    found = faults(top('strike = ["1.1"]'))
    assert found[0].startswith("model/base.md:12:1: role-names-nothing")
    assert any(one.startswith("model/base.md:38:11: unknown-name: `oil`") for one in found)


def test_a_claim_that_is_taken_says_in_which_file() -> None:
    claim = "```python rule\n@always\ndef hold():\n    return word == word\n```\n"
    assert faults(top() + "\n**3.1** New.\n\n" + claim, {"base.md": BASE + "\n" + claim}) == [
        (
            "model/new.md:11:1: name-taken: `hold` is already a claim, in model/base.md:62 — "
            "choose another name"
        )
    ]


# -------------------------------------------------------------------------- folders


def test_a_base_is_looked_for_beside_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "base.md").write_text(BASE, encoding="utf-8")
    (folder / "new.md").write_text(top(), encoding="utf-8")
    (tmp_path / "base.md").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    book = read_rulebook(Path("model", "new.md"))
    assert {clause.place.file for clause in book.clauses} == {"model/base.md"}


@pytest.mark.parametrize(
    "kind", ["link out of the folder", "link that goes round", "pipe", "folder"]
)
def test_a_base_that_is_no_file_of_the_folder_is_not_opened(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "new.md").write_text(top(), encoding="utf-8")
    (tmp_path / "base.md").write_text(BASE, encoding="utf-8")
    base = folder / "base.md"
    reason = "No such file or directory"
    match kind:
        case "link out of the folder":
            base.symlink_to(tmp_path / "base.md")
            reason = "it leads to another folder"
        case "link that goes round":
            base.symlink_to(base)
        case "pipe":
            os.mkfifo(base)
        case _:
            base.mkdir()
    with pytest.raises(UnreadableError) as caught:
        read_rulebook(folder / "new.md")
    assert [(fault.code, fault.wrong) for fault in caught.value.faults] == [
        ("no-base", f"`base.md` cannot be opened: {reason}")
    ]
