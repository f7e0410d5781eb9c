"""``pytest model/``, with the plugin, in a repository of its own."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from headjudge.cli.new import layout
from tests.frame.installed import call
from tests.frame.project import ROOT
from tests.frame.repository import BLOCK, CONTRADICTION, NAME

OUTCOME = re.compile(r"^(model/\S+)::(.+?) (PASSED|FAILED|SKIPPED)", re.MULTILINE)


class Rules:
    """A repository, and pytest in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for file, text in layout(NAME).items():
            path = root / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        self.rulebook = root / "model" / f"{NAME}.md"

    def add(self, text: str) -> None:
        self.rulebook.write_text(self.rulebook.read_text("utf-8") + text, "utf-8")

    def edit(self, old: str, new: str) -> None:
        text = self.rulebook.read_text("utf-8")
        assert old in text
        self.rulebook.write_text(text.replace(old, new), "utf-8")

    def test(self, *arguments: str, where: Path | None = None) -> tuple[int, dict[str, str], str]:
        """Run pytest: its exit code, what came of each test, and what it printed."""
        # An installed headjudge is found by itself; here the plugin is named.
        env = {"PATH": "", "PYTHONPATH": str(ROOT / "src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        plugin = ("-p", "headjudge.cli.collecting", "-p", "no:cacheprovider", "-v")
        command = (sys.executable, "-P", "-m", "pytest", *plugin, *arguments)
        ran = call(where or self.root, env, *command)
        told = {name: word for _, name, word in OUTCOME.findall(ran.stdout)}
        return ran.returncode, told, ran.stdout


@pytest.fixture
def rules(tmp_path: Path) -> Rules:
    return Rules(tmp_path)


def test_every_example_property_and_claim_is_a_test(rules: Rules) -> None:
    code, told, said = rules.test("model/")
    assert code == 0, said
    assert told["2.5 example 1"] == told["3.3 example 1"] == "PASSED"
    assert told["no-gap"] == told["3.2 somebody_acts"] == "PASSED"
    assert told["every-clause-modelled"] == told["every-clause-confirmed"] == "PASSED"
    assert told["everything else"] == "PASSED"


def test_what_does_not_apply_is_skipped_and_does_not_pass(rules: Rules) -> None:
    _, told, _ = rules.test("model/")
    assert told["lost-option"] == told["no-conflict"] == "SKIPPED"


def test_a_contradiction_fails_its_property_with_the_play(rules: Rules) -> None:
    rules.add(CONTRADICTION)
    code, told, said = rules.test("model/")
    assert code == 1
    assert told["no-conflict"] == "FAILED"
    assert told["3.3 example 1"] == "FAILED"
    assert "2.3 may / 3.4 must not: pass priority" in said
    assert "1. A: play (1.1, 2.1)" in said
    assert "Traceback" not in said


def test_a_property_that_is_not_decided_fails(rules: Rules) -> None:
    rules.edit('lost-option = "not applicable"\n', "")
    code, told, said = rules.test("model/")
    assert code == 1
    assert [name for name, word in told.items() if word == "FAILED"] == ["lost-option"]
    assert "lost-option: not applicable: the rulebook has no role offered" in said


def test_an_accepted_finding_passes_and_one_that_vanished_does_not(rules: Rules) -> None:
    folder = rules.root / "counterexamples" / NAME
    folder.mkdir()
    name = "no-conflict--pass_priority--2.3+3.4"
    entry = f'[[accepted]]\nfinding = "{name}"\nreason = "later"\n'
    (folder / "accepted.toml").write_text(entry, "utf-8")
    code, told, said = rules.test("model/")
    assert (code, told["everything else"]) == (1, "FAILED")
    assert f"{name}: accepted, but no longer found" in said
    rules.add(CONTRADICTION)
    assert rules.test("model/")[1]["no-conflict"] == "PASSED"


def test_a_setting_of_the_header_is_tested_too(rules: Rules) -> None:
    end = "\n```\n\n## 1 The turn"
    rules.edit(end, f"\n\n[[run]]\nplayers = 2\ncards = 1{end}")
    code, told, said = rules.test("model/")
    assert code == 0, said
    assert told["no-gap"] == told["no-gap [2 players, cards 1]"] == "PASSED"


def test_a_rulebook_that_cannot_be_read_is_an_error_with_every_fault(rules: Rules) -> None:
    rules.add(f"\n**3.4** Nobody.\n\n```python rule\n{BLOCK.replace('True', 'maybe')}```\n")
    code, _, said = rules.test("model/")
    assert code == 2
    assert re.search(r"model/my-game.md:\d+:\d+: unknown-name: `maybe`", said)


def test_other_documents_are_left_alone(rules: Rules) -> None:
    (rules.root / "model" / "notes.md").write_text("# Notes\n", "utf-8")
    (rules.root / "docs").mkdir()
    (rules.root / "docs" / "copy.md").write_bytes(rules.rulebook.read_bytes())
    _, _, said = rules.test("--collect-only", "-qq")
    assert "model/my-game.md::no-conflict" in said
    assert "notes.md" not in said
    assert "copy.md" not in said


def test_a_rulebook_elsewhere_is_collected_where_it_is_named(rules: Rules) -> None:
    copy = rules.root / "copy.md"
    copy.write_bytes(rules.rulebook.read_bytes())
    _, _, said = rules.test("--collect-only", "-qq", "copy.md")
    assert "copy.md::no-conflict" in said


def test_only_the_examples_can_be_run(rules: Rules) -> None:
    code, told, _ = rules.test("model/", "-k", "example")
    assert code == 0
    assert set(told) == {"2.5 example 1", "3.3 example 1"}
