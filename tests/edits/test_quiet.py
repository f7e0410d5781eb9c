"""Whatever is checked less than before is said, and red unless it is allowed by name."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from headjudge.edits.quiet import Version, quiet_changes
from headjudge.engines.search import Budget
from headjudge.evidence.accepted import Accepted
from headjudge.evidence.results import Verdict
from headjudge.rulebook import UnreadableError, parse_properties
from headjudge.rulebook.places import Place
from tests.checks.seeded import ROOT
from tests.edits.edited import BASE, HERE, edit, mapping, version

REQUIRED = BASE.replace("[roles]", '[required]\nno-gap = "exhaustive"\n\n[roles]')

QUIET = {
    "scope wood": (BASE.replace("wood = 1", "wood = 2"), BASE),
    "role pass": (BASE, BASE.replace('pass = "pass_on"\n', "")),
    "example 4.1 example 1": (
        BASE,
        BASE[: BASE.index("```python example")] + '```toml unmodelled\nreason = "A story."\n```\n',
    ),
    "required no-gap": (REQUIRED, BASE),
    "golden_rule": (
        BASE,
        BASE.replace('edition = "1"\n', 'edition = "1"\ngolden_rule = "must_not"\n'),
    ),
    "overridden 3.1 2.3 answer": (
        BASE,
        BASE.replace("@must_not\ndef answer", '@must_not\n@overrides("2.3")\ndef answer'),
    ),
    "environment 2.6": (
        BASE,
        BASE.replace("```python rule\n@step", "```python rule environment\n@step"),
    ),
}


@pytest.mark.parametrize("name", QUIET)
def test_what_is_checked_less_has_a_name(name: str) -> None:
    old, new = QUIET[name]
    assert name in [one.name for one in quiet_changes(version(old), version(new))]


@pytest.mark.parametrize("name", QUIET)
def test_what_is_checked_more_is_not_called_less(name: str) -> None:
    old, new = QUIET[name]
    assert name not in [one.name for one in quiet_changes(version(new), version(old))]


def test_nothing_is_checked_less_where_nothing_is_changed() -> None:
    assert quiet_changes(version(BASE), version(BASE)) == ()


def test_a_lost_role_takes_its_properties_with_it() -> None:
    old, new = QUIET["role pass"]
    found = [one.name for one in quiet_changes(version(old), version(new))]
    assert "property passing-is-free" in found


def test_a_clause_that_loses_its_block_is_named() -> None:
    start, end = BASE.index("```python rule\n@must_not"), BASE.index("**4.1**")
    new = BASE[:start] + '```toml unmodelled\nreason = "Later."\n```\n\n' + BASE[end:]
    assert "unmodelled 3.1" in [one.name for one in quiet_changes(version(BASE), version(new))]


def test_a_smaller_scope_is_red_until_it_is_allowed_by_name() -> None:
    old, new = QUIET["scope wood"]
    refused, allowed = edit(old, new), edit(old, new, allow=("scope wood",))
    assert (refused.exit_code, allowed.exit_code) == (1, 0)
    assert [one.name for one in refused.red] == ["scope wood"]
    assert refused.play.verdict is Verdict.EXHAUSTIVE


def test_what_is_allowed_and_does_not_happen_is_red() -> None:
    vain = edit(BASE, BASE, allow=("scope wood",))
    assert vain.unused == ("scope wood",)
    assert vain.exit_code == 1


def test_a_finding_that_is_newly_accepted_is_red_until_it_is_allowed() -> None:
    new = (HERE / "who-is-first.md").read_text("utf-8")
    (appeared,) = edit(BASE, new).findings.appeared
    name = appeared.finding.fingerprint
    accepted = (Accepted(name, "Known.", Place("accepted.toml", 1, 1)),)
    refused = edit(BASE, new, accepted=accepted)
    assert [one.name for one in refused.red] == [f"accepted {name}"]
    assert refused.exit_code == 1
    assert edit(BASE, new, accepted=accepted, allow=(f"accepted {name}",)).exit_code == 0


def test_a_comparison_that_is_broken_off_is_no_verdict() -> None:
    found = edit(BASE, BASE, budget=Budget(situations=3))
    assert found.play.verdict is Verdict.NO_VERDICT
    assert found.exit_code == 3


# ----------------------------------------------------------------- something else is said


def names(old: str, new: str, said: str = "") -> list[str]:
    """What is checked less, by name."""
    return [one.name for one in quiet_changes(version(old), version(new), mapping(said, old, new))]


CLAIMED = BASE.replace(
    "**3.1**",
    """```python rule
@never
def both_have_the_word(p, q):
    needs(window)
    return p != q and legal(acts(p)) and legal(acts(q))
```

**3.1**""",
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return p != q and", "return False and p != q and"),
        ("needs(window)", "needs(window and lit == 0)"),
        ("    needs(window)\n", ""),
        ("legal(acts(q))", "legal(answer(q))"),
        ("@never\ndef both", "@always\ndef both"),
    ],
)
def test_a_claim_of_the_same_name_that_says_something_else_is_named(
    before: str, after: str
) -> None:
    found = quiet_changes(version(CLAIMED), version(CLAIMED.replace(before, after)))
    assert [(one.name, one.what) for one in found] == [
        (
            "claim 2.6 both_have_the_word",
            "the claim 2.6 both_have_the_word says something else",
        )
    ]


HELPED = CLAIMED.replace("@never\ndef both", "def waits():\n    return window\n\n@never\ndef both")
HELPED = HELPED.replace("needs(window)\n    return p != q", "needs(waits())\n    return p != q")


def test_a_helper_of_claims_alone_that_says_something_else_is_named() -> None:
    found = quiet_changes(version(HELPED), version(HELPED.replace("return window", "return False")))
    assert [(one.name, one.what) for one in found] == [
        ("helper waits", "waits, on which claims or examples rest, says something else")
    ]


def test_a_helper_that_rules_call_too_shows_in_play() -> None:
    both = HELPED.replace("return window and player", "return waits() and player")
    assert both != HELPED
    hollow = both.replace("return window", "return False")
    assert names(both, hollow) == []
    # Whoever takes it out of the rules, or puts it there along with the change, is not spared.
    assert names(HELPED, hollow) == ["helper waits"]
    assert names(both, HELPED.replace("return window", "return False")) == ["helper waits"]


def test_a_claim_in_the_words_of_a_mapping_says_the_same() -> None:
    new = CLAIMED.replace("window", "waits").replace('waits = "waits"', 'window = "waits"')
    said = '[fields]\nwindow = "waits"\n'
    assert names(CLAIMED, new, said) == []
    assert "claim 2.6 both_have_the_word" in names(CLAIMED, new)


def test_one_more_action_of_a_tag_is_no_other_claim() -> None:
    new = CLAIMED.replace(
        "**3.1**",
        """```python rule
@move("acts")
def wait(player: Player):
    pass
```

**3.1**""",
    )
    assert names(CLAIMED, new) == []
    assert names(new, new.replace('@move("acts")\ndef wait', "@move\ndef wait")) == [
        "tag acts wait"
    ]


def test_an_example_that_shows_something_else_is_named_and_one_that_goes_on_is_not() -> None:
    old = BASE.replace("pass_on(A)\npass_on(B)", "illegal(go_on(A))\npass_on(A)\npass_on(B)")
    found = quiet_changes(version(old), version(old.replace("illegal(go_on(A))", "expect(True)")))
    assert [(one.name, one.what) for one in found] == [
        ("example 4.1 example 1", "the worked example 4.1 example 1 says something else")
    ]
    assert names(old, old.replace("expect(lit == 0)", "expect(lit == 0)\ngo_on(A)")) == []


PROPERTY = """# Words

## `quiet` No two act

If this fails two players act at once.

```python property
@never
def two_act(p, q):
    needs(window)
    return p != q and legal(respond(p)) and legal(acts(q))
```
"""


def asked(book: str, document: str) -> Version:
    """A rulebook with a property of its own."""
    one = version(book)
    read = parse_properties(document.encode(), file="own.md", rulebook=one.rulebook)
    return replace(one, properties=read)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return p != q", "return False and p != q"),
        ("needs(window)", "needs(window and p == q)"),
        ("legal(respond(p))", "legal(pass_(p))"),
    ],
)
def test_a_property_of_the_same_name_that_says_something_else_is_named(
    before: str, after: str
) -> None:
    found = quiet_changes(asked(BASE, PROPERTY), asked(BASE, PROPERTY.replace(before, after)))
    assert [(one.name, one.what) for one in found] == [
        ("property quiet", "the property quiet says something else")
    ]


def test_other_words_over_a_property_are_no_other_property() -> None:
    new = PROPERTY.replace("# Words\n", "# Other words\n\nMore of them.\n")
    assert quiet_changes(asked(BASE, PROPERTY), asked(BASE, new)) == ()


# --------------------------------------------------------- what words stand for; locks


@pytest.mark.parametrize(
    ("role", "before", "after"),
    [
        ("window", '"window"', '"lamp"'),
        ("respond", '"answer"', '"light"'),
        ("over", '"over_now"', '"never_over"'),
    ],
)
def test_a_role_that_stands_for_something_else_is_the_one_thing_named(
    role: str, before: str, after: str
) -> None:
    old = BASE.replace(
        "    window: bool = False\n", "    window: bool = False\n    lamp: bool = False\n"
    )
    old = old.replace('respond = "answer"\n', 'respond = "answer"\nover = "over_now"\n')
    helpers = "def over_now():\n    return lit == 2\n\ndef never_over():\n    return lit == 1\n"
    old = old.replace("**3.1**", f"```python rule\n{helpers}```\n\n**3.1**")
    new = old.replace(f"{role} = {before}", f"{role} = {after}")
    assert new != old
    assert names(old, new) == [f"role {role}"]


def test_a_new_role_that_excuses_gaps_is_named() -> None:
    helper = "```python rule\ndef over_now():\n    return True\n```\n\n"
    old = BASE.replace("**3.1**", f"{helper}**3.1**")
    new = old.replace('respond = "answer"\n', 'respond = "answer"\nover = "over_now"\n')
    assert names(old, new) == ["role over"]
    assert names(new, old) == ["role over"]


def test_a_field_of_which_nobody_is_told_anew_is_named() -> None:
    new = BASE.replace("priority: Player = 0", "priority: Maybe[Player] = 0")
    old = BASE.replace("priority: Player = 0", "priority: Told[Maybe[Player]] = 0")
    assert names(old, new) == ["told priority"]
    assert names(new, old) == []
    renamed = new.replace("priority", "word")
    assert names(old, renamed, '[fields]\npriority = "word"\n') == ["told priority"]
    assert "told priority" in names(old, renamed)


def test_a_lock_that_is_gone_is_named_also_under_another_name() -> None:
    one = version(BASE)
    locked = replace(one, locks=frozenset(("beacons",)))
    fires = replace(one, rulebook=replace(one.rulebook, name="fires"))
    assert [found.name for found in quiet_changes(locked, one)] == ["lock"]
    assert [found.name for found in quiet_changes(locked, fires)] == ["lock"]
    assert quiet_changes(locked, replace(fires, locks=frozenset(("fires",)))) == ()
    assert quiet_changes(one, locked) == ()
    both = replace(one, locks=frozenset(("beacons", "coast")))
    assert [found.name for found in quiet_changes(both, locked)] == ["lock coast"]


# --------------------------------------------------------------------------- the mapping


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ('[actions]\nburn = "go_out"\n', "there is no action `burn` in the old rulebook"),
        ('[actions]\nburn_down = "go"\n', "there is no action `go` in the new rulebook"),
        ('[fields]\nluck = "lit"\n', "there is no field `luck` in the old rulebook"),
        ('[members]\n"Phase.NOON" = "DAY"\n', "there is no member `Phase.NOON`"),
        ('[parameters]\n"answer.who" = "player"\n', "there is no parameter `answer.who`"),
        ('[clauses]\n"9.9" = "2.1"\n', "there is no clause `9.9` in the old rulebook"),
        ('[action]\nburn_down = "go_out"\n', "`action` is no key here"),
        ("[actions]\nburn_down = 3\n", "`burn_down` maps to no name"),
        ("allow = 3\n", "`allow` is no list of names"),
        ("[actions\n", "this is no TOML"),
    ],
)
def test_a_mapping_that_names_nothing_is_refused_with_its_place(said: str, wrong: str) -> None:
    new = (HERE / "renamed.md").read_text("utf-8")
    with pytest.raises(UnreadableError) as caught:
        mapping(said, BASE, new)
    (fault, *_) = caught.value.faults
    assert wrong in str(fault)
    assert str(fault).startswith("map.toml:")


def test_a_stock_that_holds_less_by_its_block_is_play_that_begins_otherwise() -> None:
    two = BASE.replace("wood = 1", "wood = 2")
    less = two.replace("Stock[scope.wood]", "Stock[1]")
    assert less != two
    for pair in ((two, less), (less, two)):
        found = edit(*pair)
        assert found.play.verdict is Verdict.REFUTED
        assert found.play.first is not None
        assert found.play.first.steps == 0


def test_a_usual_setting_that_nobody_looks_at_any_more_is_named() -> None:
    head = 'edition = "1"\n'
    old = BASE.replace(head, f"{head}players = {{ min = 3, max = 3 }}\n")
    new = BASE.replace(head, f"{head}players = {{ min = 2, max = 3 }}\n")
    assert "run 3" in names(old, new)


def test_what_is_hidden_no_more_is_named() -> None:
    text = (ROOT / "tests/rulebooks/leak/faulty.md").read_text("utf-8")
    assert "Hidden[Each[" in text
    shown = re.sub(r"Hidden\[(Each\[.*\])\]", r"\1", text)
    assert [one.split()[0] for one in names(text, shown)] == ["hidden"]


def test_a_tag_that_no_action_has_any_more_is_named() -> None:
    old = BASE.replace('@move("acts")\ndef answer', '@move("acts", "loud")\ndef answer')
    assert old != BASE
    assert names(old, BASE) == ["tag loud answer"]


def test_a_clause_that_is_excused_from_having_a_block_is_named() -> None:
    bare = BASE.replace("**4.1**", "**3.2** Keepers are kind.\n\n**4.1**")
    reason = '```toml unmodelled\nreason = "later"\n```\n\n'
    excused = bare.replace("**4.1**", f"{reason}**4.1**")
    assert names(bare, excused) == ["unmodelled 3.2"]
    assert names(excused, bare) == []
