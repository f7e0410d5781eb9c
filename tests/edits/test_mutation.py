"""Which changes of a rulebook nothing notices."""

from __future__ import annotations

import json
from functools import cache

import pytest

from headjudge.checks import Alone
from headjudge.edits.looks import Court
from headjudge.edits.mutation import Matrix, matrix, tiers, trials
from headjudge.edits.trials import Fate, Outcome
from headjudge.edits.variants import Variant, variants
from headjudge.engines.search import Budget
from headjudge.evidence.accepted import Accepted
from headjudge.reports import mutants, mutants_data, rendering
from headjudge.reports.text import text
from headjudge.reports.variants import sentence
from headjudge.rulebook import parse_rulebook, setting
from headjudge.rulebook.places import Place
from headjudge.rulebook.written import written_example
from tests.checks.seeded import ROOT
from tests.edits.edited import BASE, version
from tests.edits.test_edits import keys

SOON = Place("survivors.toml", 1, 1)


def alone() -> Alone:
    return Alone(lambda _, __: None)


def court(source: str, *, whole: bool = False) -> Court:
    read = version(source)
    made = setting(read.rulebook, players=None, scope={})
    return Court(read.rulebook, read.properties, tiers(made), Budget(), whole)


@cache
def outcomes() -> tuple[Outcome, ...]:
    """What comes of every change of the beacons."""
    asked = court(BASE)
    return tuple(trials(asked, variants(asked.rulebook), alone()))


def found(*explained: Accepted) -> Matrix:
    return matrix(court(BASE), outcomes(), len(outcomes()), explained)


def by_sentence(source: str, clause: str) -> dict[str, Variant]:
    book = version(source).rulebook
    return {sentence(one, book): one for one in variants(book) if one.clause == clause}


def tried(source: str, said: str, *, whole: bool = False) -> Outcome:
    clause = said.partition(":")[0].partition(",")[0]
    asked = court(source, whole=whole)
    (only,) = trials(asked, [by_sentence(source, clause)[said]], alone())
    return only


def test_an_example_notices_what_it_shows() -> None:
    one = tried(BASE, "2.6, duty to do “burn down”: struck")
    assert (one.fate, one.by) == (Fate.NOTICED, ("4.1 example 1",))


def test_a_property_notices_what_no_example_shows() -> None:
    shown = BASE[BASE.index("**4.1**") :]
    one = tried(BASE.replace(shown, ""), "2.4, permission of “pass on”: struck")
    assert one.fate is Fate.NOTICED
    assert one.by != ()
    assert not any(map(mutants.is_example, one.by))


def test_what_makes_no_difference_plays_the_same() -> None:
    """Nobody has passed when a beacon is lit: the window that was closed last has seen to it."""
    one = tried(BASE, "2.2, when “light”: without “passes becomes 0”")
    assert one.fate is Fate.SAME
    assert one.by == ()
    assert one.shown is None
    assert one.compared > 10


def test_every_change_comes_to_something() -> None:
    fates = {fate: len(found().of(fate)) for fate in Fate}
    assert sum(fates.values()) == len(variants(version(BASE).rulebook))
    assert fates[Fate.UNDECIDED] == 0
    assert all(fates[fate] > 0 for fate in (Fate.NOTICED, Fate.SAME, Fate.SURVIVES))


def with_example(clause: str, example: str) -> str:
    """The document with one more example under a clause."""
    head, _, rest = BASE.partition(f"**{clause}**")
    here, mark, below = rest.partition("\n**")
    return f"{head}**{clause}**{here}\n```python example\n{example}\n```\n{mark}{below}"


def test_an_example_that_is_suggested_notices_the_change() -> None:
    book = version(BASE).rulebook
    suggested = [one for one in outcomes() if one.example is not None]
    assert len(suggested) > 10
    for one in suggested:
        if one.example is None:
            continue
        more = with_example(one.variant.clause, written_example(one.example, book))
        assert parse_rulebook(more.encode(), file="beacons.md", name="beacons").examples
        again = tried(more, sentence(one.variant, book))
        assert again.fate is Fate.NOTICED, sentence(one.variant, book)


def test_a_survivor_is_shown_by_a_play_that_parts() -> None:
    for one in found().of(Fate.SURVIVES):
        assert one.shown is not None
        left, right = one.shown.parted.left, one.shown.parted.right
        assert (left.legal, left.after, left.ends) != (right.legal, right.after, right.ends)


def test_a_survivor_may_be_explained_and_nothing_else() -> None:
    first = found().survivors[0].outcome.variant.name
    assert found().exit_code == 1
    explained = found(Accepted(first, "So it is.", SOON))
    assert len(explained.open) == len(found().open) - 1
    everything = [
        Accepted(one.outcome.variant.name, "So it is.", SOON) for one in found().survivors
    ]
    assert found(*everything).exit_code == 0
    noticed = found().of(Fate.NOTICED)[0].variant.name
    wrong = found(*everything, Accepted(noticed, "So it is.", SOON))
    assert (wrong.exit_code, wrong.unmet) == (1, (noticed,))


def test_what_is_broken_off_tells_what_it_has_found() -> None:
    part = matrix(court(BASE), outcomes()[:10], len(outcomes()), ())
    assert part.untried == len(outcomes()) - 10
    assert part.exit_code in (1, 3)
    assert f"{part.untried} changes not tried" in rendering.page(mutants.blocks(part))


def test_everything_is_asked_if_that_is_wished() -> None:
    said = "2.4, permission of “pass on”: struck"
    quick, whole = tried(BASE, said), tried(BASE, said, whole=True)
    assert set(quick.by) < set(whole.by)


def test_reports_say_the_same_every_time() -> None:
    whole = found()
    shown = text(rendering.lines(mutants.blocks(whole, brief=True), 90))
    assert max(map(len, shown.splitlines())) <= 100
    for one in whole.open:
        assert sentence(one.outcome.variant, whole.rulebook).partition(":")[0] in shown
    assert rendering.page(mutants.blocks(whole)) == rendering.page(mutants.blocks(found()))


def test_every_key_of_the_document_is_described() -> None:
    document = json.loads(mutants_data.report(found(), 1))
    page = (ROOT / "docs" / "mutate.md").read_text("utf-8")
    used = {key for key in keys(document) if key not in {*document["matrix"], *document["counts"]}}
    noticing = {name for row in document["matrix"].values() for name in row}
    assert sorted(key for key in used - noticing if f"`{key}`" not in page) == []


@pytest.mark.parametrize("size", [1, 3])
def test_how_many_changes_go_together_makes_no_difference(
    monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    asked = court(BASE)
    some = variants(asked.rulebook)[:6]
    monkeypatch.setattr("headjudge.edits.mutation._TOGETHER", size)
    assert tuple(trials(asked, some, alone())) == outcomes()[:6]
