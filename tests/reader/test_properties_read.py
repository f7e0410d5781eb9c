from __future__ import annotations

from pathlib import Path

import pytest

from headjudge.rulebook import UnreadableError, read_properties
from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import (
    Claim,
    ClaimKind,
    Compare,
    FieldValue,
    Item,
    MaybeType,
    Or,
    PlayerType,
    Return,
    Rulebook,
)
from tests.reader.documents import LANTERN, ONE_HOLDER, block, read, read_property


@pytest.fixture(scope="module")
def lantern() -> Rulebook:
    return read(LANTERN)


def document(text: str, heading: str = "## `the-property` It holds") -> str:
    return f"# Title\n\n{heading}\n\nWords.\n\n" + block(text, "python property")


def claim(text: str, rulebook: Rulebook) -> Claim:
    (found,) = read_property(document(text), rulebook)
    assert found.claim is not None
    return found.claim


def complaints(text: str, rulebook: Rulebook) -> list[str]:
    with pytest.raises(UnreadableError) as caught:
        read_property(text, rulebook)
    return [str(fault).removeprefix("properties.md:") for fault in caught.value.faults]


def test_a_property_has_a_name_a_title_and_words(lantern: Rulebook) -> None:
    (found,) = read_property(ONE_HOLDER, lantern)
    assert (found.name, found.title) == ("one-holder", "At most one player may act")
    assert found.words == "If two may act at once, nobody knows who goes first."
    assert found.place == Place("properties.md", 3, 5)
    assert found.missing == ()
    assert found.claim is not None
    assert found.claim.kind is ClaimKind.NEVER
    assert found.claim.origin.clause == "one-holder"
    assert [parameter.name for parameter in found.claim.parameters] == ["p", "q"]


def test_roles_stand_for_what_the_header_gives_them(lantern: Rulebook) -> None:
    found = claim(
        """
@always
def f(p, x: Of[holder], s: stage):
    needs(holder == p and x != nobody)
    return empty or offered[p] > offered(p) or legal(pass_(p)) or any(t == s for t in stage)
""",
        lantern,
    )
    assert [parameter.type for parameter in found.parameters[:2]] == [
        PlayerType(),
        MaybeType(PlayerType()),
    ]
    (returned,) = found.body
    assert isinstance(returned, Return)
    assert isinstance(returned.value, Or)
    compare = returned.value.operands[1]
    assert isinstance(compare, Compare)
    assert isinstance(compare.left, Item)
    assert compare.left == compare.right
    assert isinstance(compare.left.base, FieldValue)
    assert compare.left.base.name == "hand"


def test_a_role_that_the_rulebook_lacks_is_missing_and_no_fault(lantern: Rulebook) -> None:
    text = "@never\ndef f(p):\n    return over and legal(answers(p)) and holder == p"
    (found,) = read_property(document(text), lantern)
    assert found.missing == ("over", "answers")
    assert found.claim is None


def test_a_lost_option_names_what_uses_and_what_declines_it(lantern: Rulebook) -> None:
    text = '@no_lost_option("acts", "pass")\ndef f(player):\n    return offered[player]'
    found = claim(text, lantern)
    assert found.kind is ClaimKind.NO_LOST_OPTION
    assert (found.option, found.decline) == (("lay", "pass_on"), ("pass_on",))
    other = '@no_lost_option("answers", "pass")\ndef f(player):\n    return offered[player]'
    assert read_property(document(other), lantern)[0].missing == ("answers",)


@pytest.mark.parametrize(
    "kind",
    ["no_conflict", "no_clash", "no_gap", "no_silence", "no_impossible_obligation", "defined"],
)
def test_some_properties_say_all_by_their_decorator(kind: str, lantern: Rulebook) -> None:
    assert claim(f"@{kind}\ndef f(): pass", lantern).kind is ClaimKind(kind)
    assert complaints(document(f"@{kind}\ndef f(p): return True"), lantern) == [
        f"9:1: bad-property: `@{kind}` says all there is to say — write `def f(): pass`"
    ]


def test_always_possible_has_a_condition(lantern: Rulebook) -> None:
    found = claim("@always_possible\ndef f():\n    return empty", lantern)
    assert (found.kind, found.every) == (ClaimKind.ALWAYS_POSSIBLE, True)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            document("@never\ndef f():\n    return holder"),
            (
                "10:12: wrong-type: a `Maybe[Player]` stands where a `bool` is needed — "
                "write a condition, such as `x == y` or `x > 0`"
            ),
        ),
        (
            document("@may\ndef f():\n    return empty"),
            (
                "8:2: unknown-decorator: `@may` is not known here — write one of @always, @never, "
                "@sometimes, @always_possible, @no_lost_option, @no_conflict, @no_clash, @no_gap, "
                "@no_silence, @no_impossible_obligation, @defined"
            ),
        ),
        (
            document("def f():\n    return empty"),
            (
                "8:1: unknown-decorator: this property has no decorator — write one of @always, "
                "@never, @sometimes, @always_possible, @no_lost_option, @no_conflict, @no_clash, "
                "@no_gap, @no_silence, @no_impossible_obligation, @defined"
            ),
        ),
        (
            document("x = 1\n\n@never\ndef f():\n    return empty"),
            "8:1: bad-property: a property is one function — leave the other lines out",
        ),
        (
            document(""),
            (
                "8:1: bad-property: this block holds no function — "
                "write a function with a decorator such as @never"
            ),
        ),
        (
            document("@no_gap\ndef f(): pass", "## `Bad Name` x"),
            (
                "3:5: bad-property: `Bad Name` is no name of a property — "
                "write small letters, digits and hyphens, such as `one-holder`"
            ),
        ),
        (
            "## `lonely` x\n",
            (
                "1:5: bad-property: the property `lonely` has no block — "
                "write a `python property` block below it"
            ),
        ),
        (
            document("@no_gap\ndef f(): pass", "## No name"),
            (
                "7:1: block-without-clause: this block stands under no property — "
                "put a heading above it, such as ## `one-holder` …"
            ),
        ),
        (
            document("@no_gap\ndef f(): pass") + "\n" + block("@may\n", "python rule"),
            (
                "12:1: unknown-block: a `python rule` block does not belong in a document of "
                "properties — write `python property` blocks here, and nothing else"
            ),
        ),
        (
            "## `a` x\n\n"
            + block(
                '@no_lost_option("stage", "pass")\ndef f(player): return empty', "python property"
            ),
            (
                "4:2: unknown-action: the role `stage` stands for no action — "
                "name a role that stands for actions or a tag"
            ),
        ),
    ],
)
def test_what_is_no_property_is_a_fault(text: str, fault: str, lantern: Rulebook) -> None:
    assert complaints(text, lantern) == [fault]


def test_a_property_named_twice_is_a_fault(lantern: Rulebook) -> None:
    twice = ONE_HOLDER + ONE_HOLDER.replace("# Who", "# And who", 1)
    assert complaints(twice, lantern)[0] == (
        "14:5: property-used-twice: the property `one-holder` is already in line 3 — "
        "give this property a name of its own"
    )


def test_a_document_of_properties_is_read_from_a_file(tmp_path: Path, lantern: Rulebook) -> None:
    path = tmp_path / "priority.md"
    path.write_text(ONE_HOLDER, encoding="utf-8")
    (found,) = read_properties(path, lantern)
    assert found.place.file == path.as_posix()
