"""Whatever is checked less than before is said, and red unless it is allowed by name."""

from __future__ import annotations

import pytest

from headjudge.edits.quiet import quiet_changes
from headjudge.engines.search import Budget
from headjudge.evidence.accepted import Accepted
from headjudge.evidence.results import Verdict
from headjudge.rulebook import UnreadableError
from headjudge.rulebook.places import Place
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
