"""Edits of a small rulebook, compared."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from headjudge.checks import Alone
from headjudge.edits.difference import Asked, Edit, difference
from headjudge.edits.mapping import Correspondence, read_mapping
from headjudge.edits.play import common_runs, common_setting
from headjudge.edits.quiet import Version
from headjudge.engines.search import Budget
from headjudge.evidence.accepted import Accepted
from headjudge.rulebook import parse_rulebook, read_properties
from tests.checks.seeded import ROOT

HERE = Path(__file__).resolve().parent
BASE = (HERE / "base.md").read_text("utf-8")


@cache
def version(text: str, accepted: tuple[tuple[str, str], ...] = ()) -> Version:
    """A rulebook by its text, with the standard properties."""
    rulebook = parse_rulebook(text.encode(), file="beacons.md", name="beacons")
    documents = sorted((ROOT / "properties").glob("*.md"))
    properties = tuple(one for file in documents for one in read_properties(file, rulebook))
    return Version(rulebook, properties, accepted)


def mapping(text: str, old: str, new: str) -> Correspondence:
    """A mapping by its text. Raises UnreadableError."""
    one, two = version(old).rulebook, version(new).rulebook
    return read_mapping(text.encode(), "map.toml", one, two)


def edit(
    old: str,
    new: str,
    *,
    said: str = "",
    allow: tuple[str, ...] = (),
    accepted: tuple[Accepted, ...] = (),
    budget: Budget = Budget(),  # noqa: B008 - frozen
) -> Edit:
    """Compare two texts of the rulebook."""
    pairs = tuple((one.finding, one.reason) for one in accepted)
    before, after = version(old), replace(version(new), accepted=pairs)
    asked = Asked(
        before,
        after,
        common_setting(before.rulebook, after.rulebook, None, {}),
        ("old", "new"),
        mapping(said, old, new),
        budget,
        ((), accepted),
        frozenset(allow),
        common_runs(before.rulebook, after.rulebook),
    )
    return difference(asked, Alone(lambda _, __: None))


@cache
def edited(name: str) -> Edit:
    """The comparison of the base with one of the edits."""
    path = HERE / f"{name}.toml"
    said = path.read_text("utf-8") if path.is_file() else ""
    return edit(BASE, (HERE / f"{name}.md").read_text("utf-8"), said=said)
