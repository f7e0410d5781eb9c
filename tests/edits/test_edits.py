"""Small real edits: what each changes in play, where, by which clause, and nothing else."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from headjudge.edits.difference import Edit
from headjudge.edits.play import Width, seat
from headjudge.evidence.results import Verdict
from headjudge.reports import editions, editions_data, rendering
from headjudge.reports.text import text
from tests.checks.seeded import ROOT, said
from tests.edits.edited import BASE, HERE, edit, edited

EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((HERE / "expected.toml").read_text("utf-8"))


def play_of(edit: Edit) -> list[str]:
    first = edit.play.first
    assert first is not None
    book = edit.play.old.rulebook
    acts = [step.act for step in first.traces[0].steps]
    last = first.parted.left.act or first.parted.right.act
    assert last is not None
    return [said(book, act) for act in (*acts, last)]


def rows_of(edit: Edit) -> list[list[Any]]:
    changed = [row for row in edit.play.rows if row.width is not Width.SAME or row.effect]
    return sorted(
        [
            editions.where(edit.play, row),
            seat(row.actor),
            row.action,
            row.width.value,
            bool(row.effect),
        ]
        for row in changed
    )


@pytest.mark.parametrize("name", EXPECTED)
def test_an_edit_changes_what_is_expected_and_nothing_else(name: str) -> None:
    edit, wanted = edited(name), EXPECTED[name]
    if "play" in wanted:
        first = edit.play.first
        assert first is not None
        assert play_of(edit) == wanted["play"]
        assert [first.parted.left.legal, first.parted.right.legal] == wanted["may"]
        assert rows_of(edit) == wanted["rows"]
    else:
        assert edit.play.verdict is Verdict.EXHAUSTIVE
        assert edit.play.first is None
        assert rows_of(edit) == []
    clauses = [
        [editions.number(one), one.change.value, one.effect.value if one.effect else None]
        for one in edit.clauses
    ]
    assert clauses == wanted["clauses"]
    appeared = dict.fromkeys(one.finding.property for one in edit.findings.appeared)
    assert [*appeared] == wanted["appeared"]
    assert edit.findings.disappeared == ()
    assert edit.exit_code == wanted["exit_code"]


@pytest.mark.parametrize("name", EXPECTED)
def test_every_row_that_differs_has_a_play_that_reaches_it(name: str) -> None:
    for row in edited(name).play.rows:
        differs = row.width is not Width.SAME or bool(row.effect)
        assert (row.play is not None) == differs
        if row.play is not None:
            last = row.play.parted.left.act or row.play.parted.right.act
            assert last is not None
            assert last.action == row.action


def test_no_play_of_a_row_is_shorter_than_the_first_parting() -> None:
    for name in EXPECTED:
        play = edited(name).play
        plays = [row.play.steps for row in play.rows if row.play is not None]
        assert (min(plays) if plays else None) == (play.first.steps if play.first else None)


def test_a_renamed_action_is_said_and_can_be_mapped() -> None:
    mapped = edited("renamed")
    assert mapped.play.verdict is Verdict.EXHAUSTIVE
    assert mapped.clauses == ()
    assert mapped.play.unrelated == ()


@pytest.mark.parametrize("name", [*EXPECTED, "renamed"])
def test_a_report_can_be_made_of_every_edit(name: str) -> None:
    edit = edited(name)
    blocks = editions.blocks(edit)
    shown = text(rendering.lines(blocks, 80))
    assert max(map(len, shown.splitlines())) <= 80
    page = rendering.page(blocks)
    assert page.startswith("# The Beacons: old → new\n")
    document = json.loads(editions_data.report([edit], edit.exit_code))
    (one,) = document["edits"]
    assert one["exit_code"] == edit.exit_code
    assert (one["comparison"]["parting"] is None) == (edit.play.first is None)


def keys(value: object) -> Iterator[str]:
    """Every key of the format but those that are names of the rulebook."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield key
            if key not in ("scope", "cutoffs", "play", "left", "right"):
                yield from keys(part)
    elif isinstance(value, list):
        for part in value:
            yield from keys(part)


def test_every_key_of_the_document_is_described() -> None:
    page = (ROOT / "docs" / "diff.md").read_text("utf-8")
    document = editions_data.report([edited(name) for name in EXPECTED], 0)
    used = set(keys(json.loads(document)))
    assert {"comparison", "rows", "look"} <= used
    assert sorted(key for key in used if f"`{key}`" not in page) == []


def test_what_the_words_hide_is_called_out() -> None:
    def look(name: str) -> list[str]:
        return [editions.called(one) for one in edited(name).clauses]

    assert look("and-becomes-or") == ["The words are unchanged, and play is not."]
    assert look("who-is-first") == ["The new words play otherwise."]
    assert look("reworded") == ["The block is unchanged: do the new words still say it?"]
    assert look("moved") == [""]


RUN = """
[[run]]
players = 3
wood = 1
"""
FOR_THREE = BASE.replace(
    'edition = "1"\n', 'edition = "1"\nplayers = { min = 2, max = 3 }\n'
).replace("```\n\n**1.1**", f"{RUN}```\n\n**1.1**")
# For two this comes to the same player.
ROUND = "next_player(next_player(next_player(player)))"


def test_an_edit_that_only_three_notice_is_seen_in_the_setting_for_three() -> None:
    other = FOR_THREE.replace("priority = next_player(player)", f"priority = {ROUND}")
    found = edit(FOR_THREE, other)
    assert found.play.verdict is Verdict.EXHAUSTIVE
    (three,) = found.elsewhere
    assert three.new.setting.players == 3
    assert three.verdict is Verdict.REFUTED
    assert found.parts
    said = rendering.page(editions.blocks(found))
    assert "3 players, wood 1; " in said
    assert "Play is not the same: it parts with step 2." in said


def test_a_smaller_bound_of_the_two_is_looked_at_in_every_setting() -> None:
    found = edit(FOR_THREE, FOR_THREE.replace("players = 3\nwood = 1", "players = 3\nwood = 0"))
    (three,) = found.elsewhere
    assert dict(three.old.setting.scope) == dict(three.new.setting.scope) == {"wood": 0}
    assert [one.name for one in found.red] == ["run 3"]
