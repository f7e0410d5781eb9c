from __future__ import annotations

import re
from pathlib import Path

import pytest

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


def test_the_glossary_is_in_alphabetical_order() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    for part in text.split("\n## ")[1:]:
        words = [word.casefold() for word in re.findall(r"^\*\*(.+?)\*\*", part, re.MULTILINE)]
        assert words == sorted(words)
