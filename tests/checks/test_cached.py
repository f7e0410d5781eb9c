from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, is_dataclass, replace
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from headjudge import checks
from headjudge.checks import Alone, Question, Sharing, prepare
from headjudge.checks.canonical import canonical
from headjudge.engines.search import Budget
from headjudge.evidence.results import Audit, Finding, Kind
from headjudge.evidence.stored import UnfitError
from headjudge.rulebook import parse_properties, parse_rulebook, setting
from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import Property, Rulebook
from tests.checks.seeded import FAULTY, MENDED, ROOT, RULEBOOKS, name

CONFLICT = RULEBOOKS / "conflict" / "faulty.md"
READING = RULEBOOKS / "reading" / "faulty.md"
EXAMPLE = """
**9.1** A play that cannot be played.

```python example
start(turn=A)
{line}
```
"""


def read(text: str) -> tuple[Rulebook, tuple[Property, ...]]:
    rulebook = parse_rulebook(text.encode(), file="model/game.md", name="game")
    documents = sorted((ROOT / "properties").glob("*.md"))
    properties = tuple(
        one
        for path in documents
        for one in parse_properties(path.read_bytes(), file=path.name, rulebook=rulebook)
    )
    return rulebook, properties


def question(text: str) -> Question:
    rulebook, properties = read(text)
    where = setting(rulebook, players=None, scope={})
    return Question(rulebook, properties, where, "explore", Budget())


@dataclass
class Shelf:
    """A store in memory; ``asked``: how many rulebooks have been searched."""

    kept: dict[str, bytes] = field(default_factory=dict)
    asked: int = 0

    def load(self, name: str) -> bytes | None:
        return self.kept.get(name)

    def save(self, name: str, data: bytes) -> None:
        self.kept[name] = data

    def begin(self, asked: Question, sharing: Sharing) -> Callable[[], Audit]:
        self.asked += 1
        return checks.begin(asked, sharing)

    def audit(self, text: str) -> Audit:
        prepared = prepare(question(text), self.begin, self, fast=False)
        return prepared.begin(Alone(lambda _title, _progress: None))()

    def pieces(self, text: str) -> int:
        return prepare(question(text), self.begin, self, fast=False).pieces


def directly(text: str) -> Audit:
    return checks.begin(question(text), Alone(lambda _title, _progress: None))()


def reworded(text: str) -> str:
    """The same rules in other words, and with other lines."""
    lines, fenced = [], False
    for line in text.splitlines():
        fenced = fenced != line.startswith("```")
        more = "" if fenced or line.startswith("```") or not line.strip() else " So it is."
        lines.append(line + more)
    return "# A new heading\n\nAnd some words.\n\n" + "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", [*FAULTY, *MENDED], ids=name)
def test_what_is_kept_is_what_is_found(path: Path) -> None:
    text, shelf = path.read_text("utf-8"), Shelf()
    fresh = directly(text)
    assert shelf.audit(text) == fresh
    assert shelf.audit(text) == fresh
    assert shelf.asked == (1 if fresh.complete else 2)


@pytest.mark.parametrize("path", FAULTY, ids=name)
def test_other_words_are_searched_no_second_time_and_stand_in_the_result(path: Path) -> None:
    text, shelf = path.read_text("utf-8"), Shelf()
    if not shelf.audit(text).complete:
        pytest.skip("a search that was broken off is not kept")
    other = reworded(text)
    assert shelf.audit(other) == directly(other)
    assert shelf.asked == 1
    assert shelf.pieces(other) == 0


def test_a_changed_block_is_searched_again() -> None:
    text, shelf = CONFLICT.read_text("utf-8"), Shelf()
    mended = CONFLICT.with_name("overrides.md").read_text("utf-8")
    assert shelf.audit(text).findings
    assert not shelf.audit(mended).findings
    assert shelf.asked == 2


def test_another_strength_that_is_required_is_another_question() -> None:
    text, shelf = CONFLICT.read_text("utf-8"), Shelf()
    shelf.audit(text)
    other = text.replace("\n```\n", '\n[required]\nno-gap = "proved"\n```\n', 1)
    assert shelf.audit(other) == directly(other)
    assert shelf.asked == 2


def test_a_changed_example_is_played_and_nothing_is_searched() -> None:
    text, shelf = CONFLICT.read_text("utf-8"), Shelf()
    good = text + EXAMPLE.format(line="expect(turn == A)")
    bad = text + EXAMPLE.format(line="expect(turn == B)")
    assert shelf.audit(good) == directly(good)
    assert shelf.audit(bad) == directly(bad)
    assert shelf.asked == 1
    assert [one.property for one in shelf.audit(bad).findings][-1] == "9.1 example 1"


def test_the_line_of_a_finding_is_the_line_as_it_is_now() -> None:
    text, shelf = CONFLICT.read_text("utf-8") + EXAMPLE.format(line="expect(turn == B)"), Shelf()
    places = [shelf.audit(one).findings[-1].place for one in (text, "\n" * 7 + text)]
    last = len(text.splitlines()) - 1
    assert [place.line for place in places if place] == [last, last + 7]


def test_a_search_that_was_broken_off_is_not_kept() -> None:
    text, shelf = CONFLICT.read_text("utf-8"), Shelf()
    asked = replace(question(text), budget=Budget(situations=1))
    prepare(asked, shelf.begin, shelf, fast=False).begin(Alone(lambda _title, _progress: None))()
    assert [name_ for name_ in shelf.kept if name_.startswith("whole")] == []


def damaged(data: bytes) -> list[bytes]:
    """What could have become of bytes."""
    text = data.decode()
    return [
        b"",
        data[: len(data) // 2],
        data[:-1],
        data + b"}",
        b"\x80\x04K\x01.",
        b"null",
        b"[" * 100_000,
        text.replace('"class":"Finding"', '"class":"Path"').encode(),
        text.replace('"class":"Finding"', '"class":"os.system"').encode(),
        text.replace('"member":"CONFLICT"', '"member":"__class__"').encode(),
        text.replace('"complete":true', '"complete":1').encode(),
        text.replace('"complete":true', '"complete":true,"more":1').encode(),
        text.replace('"levels":[', '"levels":["x",').encode(),
        text.replace('"levels":[', '"levels":[1.5,').encode(),
        text.replace('"levels"', '"level"').encode(),
        text.replace("\ue0000\ue001", "\ue000999999\ue001").encode(),
    ]


def unfit(hint: Any, seen: set[Any]) -> list[Any]:
    """The types of what a type can hold that cannot be kept."""
    if hint in seen:
        return []
    seen.add(hint)
    if get_origin(hint) in (tuple, UnionType, Union):
        parts = [one for one in get_args(hint) if one is not Ellipsis]
    elif isinstance(hint, type) and is_dataclass(hint):
        told = get_type_hints(hint, localns={"Value": int})
        parts = [kind for name_, kind in told.items() if name_ != "rulebook"]
    else:
        plain = (bool, int, str, NoneType)
        return [] if isinstance(hint, type) and issubclass(hint, (*plain, Enum)) else [hint]
    return [one for part in parts for one in unfit(part, seen)]


def test_whatever_an_audit_can_hold_can_be_kept() -> None:
    seen: set[Any] = set()
    assert unfit(Audit, seen) == []
    assert {Finding, Kind, Place} <= seen


def test_bytes_that_are_no_answer_are_as_good_as_none() -> None:
    text, shelf = CONFLICT.read_text("utf-8"), Shelf()
    fresh = shelf.audit(text)
    (key,) = (name_ for name_ in shelf.kept if name_.startswith("whole"))
    whole = shelf.kept[key]
    tried = [one for one in damaged(whole) if one != whole]
    assert len(tried) >= 14
    for number, data in enumerate(tried, start=2):
        shelf.kept[key] = data
        assert shelf.audit(text) == fresh
        assert shelf.asked == number


def test_readings_are_put_back_with_their_words() -> None:
    text, shelf = READING.read_text("utf-8"), Shelf()
    shelf.audit(text)
    assert shelf.audit(text) == directly(text)


def test_nothing_of_the_prose_is_left_in_a_question() -> None:
    text = CONFLICT.read_text("utf-8")
    one, two = canonical(question(text)), canonical(question(reworded(text)))
    assert one.question == two.question
    assert one.fingerprint(one.question) == two.fingerprint(two.question)
    assert one.words != two.words


def test_a_rulebook_with_our_marks_in_it_is_checked_without_a_store() -> None:
    text = READING.read_text("utf-8")
    (asked, *_) = [line for line in text.splitlines() if line.startswith("@reading(")]
    marked = text.replace(asked.split('"')[1], "\ue0000\ue001")
    with pytest.raises(UnfitError):
        canonical(question(marked))
    shelf = Shelf()
    assert shelf.audit(marked) == directly(marked)
    assert shelf.kept == {}
