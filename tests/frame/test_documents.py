from __future__ import annotations

import re
from pathlib import Path

import pytest

from headjudge.evidence.results import Kind
from headjudge.rulebook import parse_properties, parse_rulebook
from tests.frame.project import ROOT, project_files

DOCUMENTS = [path for path in project_files() if path.suffix == ".md"]
LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^(`{3,})[^\n]*\n.*?^\1`*$", re.MULTILINE | re.DOTALL)

# Where somebody happened to work. Put together here, so that this file has none of them.
MACHINE_PATHS = tuple("/" + name for name in ("work/", "root/", "tmp/", "home/", "Users/"))


def anchors(text: str) -> set[str]:
    """The names that a forge gives to the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", text), re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings
    }


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    found = []
    for path in project_files():
        text = path.read_bytes().decode("utf-8", errors="replace")
        found += [f"{path.relative_to(ROOT)}: {place}" for place in MACHINE_PATHS if place in text]
    assert found == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_inside_the_project_leads_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    broken = []
    for target in LINK.findall(FENCED.sub("", text)):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        aim = (path.parent / name) if name else path
        if not aim.exists() or (anchor and anchor not in anchors(aim.read_text("utf-8"))):
            broken.append(target)
    assert broken == []


def test_the_table_of_roles_says_which_properties_need_each() -> None:
    text = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    table = text.partition("\n## Roles\n")[2].partition("\n## ")[0]
    described = {
        role: set(re.findall(r"`([\w-]+)`", needed))
        for role, needed in re.findall(r"^\| `(\w+)` \|.*\| ([^|]+) \|$", table, re.MULTILINE)
    }
    bare = parse_rulebook(
        b'```toml rulebook\ntitle = "x"\nedition = "x"\n```\n', file="x.md", name="x"
    )
    needed: dict[str, set[str]] = {"over": set(), "resolves": set()}
    for path in (ROOT / "properties").glob("*.md"):
        for one in parse_properties(path.read_bytes(), file=path.name, rulebook=bare):
            for role in one.missing:
                needed.setdefault(role, set()).add(one.name)
    assert described == needed


def standing(text: str, heading: str) -> set[str]:
    """What is quoted as code in the tables below a heading."""
    part = text.partition(heading)[2].partition("\n## ")[0]
    rows = [line for line in part.splitlines() if line.startswith("|")]
    return {word for row in rows for word in re.findall(r"`([a-z][a-z-]+)`", row)}


def test_every_property_stands_with_the_kind_that_it_looks_for() -> None:
    documents = (ROOT / "properties").glob("*.md")
    names = [
        name
        for path in documents
        for name in re.findall(r"^## `(.+?)`", path.read_text("utf-8"), re.MULTILINE)
    ]
    findings = (ROOT / "docs" / "findings.md").read_text("utf-8")
    language = (ROOT / "docs" / "language.md").read_text("utf-8")
    assert len(names) > 30
    assert {*names} <= standing(findings, "## The kinds")
    assert [name for name in names if f"`{name}`" not in language] == []


def test_every_kind_is_told_on_the_page_of_findings_and_in_the_architecture() -> None:
    findings = (ROOT / "docs" / "findings.md").read_text("utf-8")
    architecture = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    for kind in Kind:
        assert f"\n### {kind.value.capitalize()}\n" in findings
        assert f"\n| {kind.value} | " in architecture


def test_the_glossary_is_in_alphabetical_order() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    for part in text.split("\n## ")[1:]:
        words = [word.casefold() for word in re.findall(r"^\*\*(.+?)\*\*", part, re.MULTILINE)]
        assert words == sorted(words)
