from __future__ import annotations

from pathlib import Path

import pytest

from headjudge.rulebook import UnreadableError, read_properties, unknown_requirements
from headjudge.rulebook.decorators import PROPERTY_CLAIMS
from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import (
    BoolType,
    Call,
    Claim,
    ClaimKind,
    Compare,
    FieldValue,
    Item,
    Literal,
    MaybeType,
    Not,
    Or,
    PlayerType,
    Return,
    Rulebook,
)
from tests.reader.documents import LANTERN, ONE_HOLDER, block, read, read_property

DECORATORS = ", ".join(f"@{name}" for name in PROPERTY_CLAIMS)


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
    text = "@never\ndef f(p):\n    return opened and legal(answers(p)) and holder == p"
    (found,) = read_property(document(text), lantern)
    assert found.missing == ("opened", "answers")
    assert found.claim is None


@pytest.mark.parametrize("name", ["over", "over_"])
def test_without_the_role_over_the_game_is_never_over(name: str, lantern: Rulebook) -> None:
    assert "over" not in {role.name for role in lantern.roles}
    found = claim(f"@always_possible\ndef f(p):\n    return holder == p or {name}", lantern)
    (returned,) = found.body
    assert isinstance(returned, Return)
    assert isinstance(returned.value, Or)
    never = returned.value.operands[1]
    assert isinstance(never, Literal)
    assert (never.value, never.type) == (False, BoolType())


def test_with_the_role_over_it_stands_for_what_the_header_says() -> None:
    rulebook = read(LANTERN.replace('empty = "empty"', 'over = "empty"'))
    found = claim("@always\ndef f():\n    return not over", rulebook)
    (returned,) = found.body
    assert isinstance(returned, Return)
    assert isinstance(returned.value, Not)
    assert isinstance(returned.value.operand, Call)


@pytest.mark.parametrize(
    "text",
    ["def f(x: Of[over]): return x", "def f(p): return over(p)", "def f(p): return over[p]"],
)
def test_only_as_a_truth_value_may_the_role_over_be_missing(text: str, lantern: Rulebook) -> None:
    (found,) = read_property(document(f"@never\n{text}"), lantern)
    assert found.missing == ("over",)


def test_what_is_required_is_something_that_is_checked(lantern: Rulebook) -> None:
    lines = (
        'one-holder = "exhaustive"',
        'every-clause-modelled = "exhaustive"',
        '"4.1 passes_grow" = "bounded"',
        '"4.2 example 1" = "within scope"',
        'one-holdre = "exhaustive"',
        '"4.1 passes_grown" = "bounded"',
        '"4.2 example 2" = "within scope"',
        'anything = "proved"',
    )
    rulebook = read(LANTERN.replace(lines[0], "\n".join(lines)))
    properties = read_property(ONE_HOLDER, rulebook)
    assert [str(fault) for fault in unknown_requirements(rulebook, properties)] == [
        (
            f"game.md:{line}:1: unknown-requirement: `{name}` in [required] is no property, "
            f"claim or example — {cure}"
        )
        for line, name, cure in (
            (25, "one-holdre", "write `one-holder`?"),
            (26, "4.1 passes_grown", "write `4.1 passes_grow`?"),
            (27, "4.2 example 2", "write `4.2 example 1`?"),
            (28, "anything", "write a name that `headjudge check` shows, or leave the line out"),
        )
    ]
    assert unknown_requirements(lantern, properties) == ()


def test_what_a_property_lacks_does_not_make_its_name_unknown(lantern: Rulebook) -> None:
    text = document("@never\ndef f(p):\n    return opened", "## `one-holder` It holds")
    properties = read_property(text, lantern)
    assert properties[0].missing == ("opened",)
    assert unknown_requirements(lantern, properties) == ()


def test_a_lost_option_names_what_uses_and_what_declines_it(lantern: Rulebook) -> None:
    text = '@no_lost_option("acts", "pass")\ndef f(player):\n    return offered[player]'
    found = claim(text, lantern)
    assert found.kind is ClaimKind.NO_LOST_OPTION
    assert (found.option, found.decline) == (("lay", "pass_on"), ("pass_on",))
    other = '@no_lost_option("answers", "pass")\ndef f(player):\n    return offered[player]'
    assert read_property(document(other), lantern)[0].missing == ("answers",)


@pytest.mark.parametrize(
    "kind",
    [
        "no_conflict",
        "no_clash",
        "no_gap",
        "no_silence",
        "no_impossible_obligation",
        "defined",
        "no_order_ambiguity",
        "no_dead_clause",
        "no_idle_clause",
    ],
)
def test_some_properties_say_all_by_their_decorator(kind: str, lantern: Rulebook) -> None:
    assert claim(f"@{kind}\ndef f(): pass", lantern).kind is ClaimKind(kind)
    assert complaints(document(f"@{kind}\ndef f(p): return True"), lantern) == [
        f"9:1: bad-property: `@{kind}` says all there is to say — write `def f(): pass`"
    ]


def test_a_denied_answer_says_when_it_is_granted_and_when_usable(lantern: Rulebook) -> None:
    text = "@never_denied\ndef f(player):\n    needs(empty)\n    return legal(acts(player))"
    found = claim(text, lantern)
    assert (found.kind, len(found.premise)) == (ClaimKind.NEVER_DENIED, 1)
    assert found.parameters[0].type == PlayerType()


@pytest.mark.parametrize(
    ("decorator", "option", "decline"),
    [
        ('reveals_nothing("pass")', ("pass_on",), ()),
        ('takes_no_choice("pass", "acts")', ("pass_on",), ("lay", "pass_on")),
    ],
)
def test_some_properties_name_actions_and_speak_of_a_player(
    decorator: str, option: tuple[str, ...], decline: tuple[str, ...], lantern: Rulebook
) -> None:
    found = claim(f"@{decorator}\ndef f(player): pass", lantern)
    assert (found.option, found.decline) == (option, decline)
    kind = decorator.partition("(")[0]
    for wrong in ("(): pass", "(x: bool): pass", "(player): return empty"):
        said = f"9:1: bad-property: `@{kind}` says all there is to say, of one player"
        assert complaints(document(f"@{decorator}\ndef f{wrong}"), lantern) == [
            f"{said} — write `def f(player): pass`"
        ]


def test_always_possible_has_a_condition(lantern: Rulebook) -> None:
    found = claim("@always_possible\ndef f():\n    return empty", lantern)
    assert (found.kind, found.every) == (ClaimKind.ALWAYS_POSSIBLE, True)


def test_what_is_inevitable_may_be_so_only_if_everybody_passes(lantern: Rulebook) -> None:
    found = claim("@inevitable\ndef f():\n    return empty", lantern)
    assert (found.kind, found.passing) == (ClaimKind.INEVITABLE, ())
    found = claim('@inevitable("pass")\ndef f():\n    return empty', lantern)
    assert (found.kind, found.passing) == (ClaimKind.INEVITABLE, ("pass_on",))
    other = '@inevitable("answers")\ndef f():\n    return empty'
    assert read_property(document(other), lantern)[0].missing == ("answers",)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            document('@inevitable("pass", "acts")\ndef f():\n    return empty'),
            (
                "8:2: wrong-arguments: `@inevitable` takes 1, and gets 2 — "
                'write `@inevitable("pass")` or `@inevitable`'
            ),
        ),
        (
            document('@inevitable("holder")\ndef f():\n    return empty'),
            (
                "8:2: unknown-action: the role `holder` stands for no action — "
                "name a role that stands for actions or a tag"
            ),
        ),
        (
            document("@never\ndef f():\n    return holder"),
            (
                "10:12: wrong-type: a `Maybe[Player]` stands where a `bool` is needed — "
                "write a condition, such as `x == y` or `x > 0`"
            ),
        ),
        (
            document("@may\ndef f():\n    return empty"),
            f"8:2: unknown-decorator: `@may` is not known here — write one of {DECORATORS}",
        ),
        (
            document("def f():\n    return empty"),
            f"8:1: unknown-decorator: this property has no decorator — write one of {DECORATORS}",
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
            document("@never_denied\ndef f(player):\n    return legal(acts(player))"),
            (
                "9:1: bad-property: it does not say when the answer is granted — "
                "begin with `needs(…)`, which holds as long as it is granted"
            ),
        ),
        (
            document("@never_denied\ndef f(x: bool):\n    needs(x)\n    return empty"),
            (
                "9:1: bad-property: the first parameter is not the player to whom it is granted — "
                "write `def f(player): …`"
            ),
        ),
        (
            document('@never_denied("acts")\ndef f(player):\n    needs(empty)\n    return empty'),
            "8:2: wrong-arguments: `@never_denied` names nothing — write `@never_denied`",
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
