"""What lies in model/ and properties/ is read, or said to be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from headjudge.cli.commands import main

ROOT = Path(__file__).resolve().parents[2]
GOOD = (ROOT / "tests" / "rulebooks" / "conflict" / "mended.md").read_text("utf-8")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "good.md").write_text(GOOD, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("fence", ["```toml Rulebook", "``` TOML rulebook", "> ```toml rulebook"])
def test_a_slip_in_the_header_does_not_hide_a_rulebook(here: Path, fence: str) -> None:
    (here / "model" / "slip.md").write_text(GOOD.replace("```toml rulebook", fence, 1), "utf-8")
    ran = CliRunner().invoke(main, ["check"])
    assert ran.exit_code == 2
    assert "slip.md" in ran.output


def test_a_document_of_properties_without_one_is_a_fault(here: Path) -> None:
    (here / "properties").mkdir()
    (here / "properties" / "readme.md").write_text("# Properties\n\nNone yet.\n", "utf-8")
    ran = CliRunner().invoke(main, ["check"])
    assert ran.exit_code == 2
    assert (
        "properties/readme.md:1:1: no-property: this document has no property — "
        "write one, or move the document out of properties/"
    ) in ran.output


def test_two_properties_of_one_name_are_a_fault(here: Path) -> None:
    text = (
        "# Twice\n\n## `twice` It holds\n\nWords.\n\n"
        "```python property\n@no_gap\ndef it():\n    pass\n```\n"
    )
    (here / "properties").mkdir()
    for name in ("one", "two"):
        (here / "properties" / f"{name}.md").write_text(text, "utf-8")
    ran = CliRunner().invoke(main, ["check"])
    assert ran.exit_code == 2
    assert "property-named-twice: there is another property `twice`" in ran.output
