"""The hooks for pre-commit, in a repository of their own, with real commits."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.frame.installed import call, install
from tests.frame.project import ROOT
from tests.frame.repository import CONTRADICTION, WHO, edit, git, made, rulebook
from tests.frame.traps import set_traps

HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))


class Checkout:
    """A repository in which the first hook is installed."""

    def __init__(self, folder: Path) -> None:
        self.env = {**install(folder / "bin"), "PRE_COMMIT_HOME": str(folder / "cache")}
        self.root = made(folder, self.env)
        # Where pre-commit would install the package, it finds the command on the path.
        hook = {**HOOKS[0], "language": "system"}
        configuration = {"repos": [{"repo": "local", "hooks": [hook]}]}
        (self.root / ".pre-commit-config.yaml").write_text(yaml.safe_dump(configuration), "utf-8")
        git(self.root, self.env, "add", "--all")
        git(self.root, self.env, *WHO, "commit", "--quiet", "--message", "Hook in")
        installed = call(self.root, self.env, sys.executable, "-P", "-m", "pre_commit", "install")
        assert installed.returncode == 0, installed.stderr

    def commit(self) -> subprocess.CompletedProcess[str]:
        """Commit everything."""
        git(self.root, self.env, "add", "--all")
        return call(self.root, self.env, "git", *WHO, "commit", "--message", "Change")

    def count(self) -> int:
        """How many commits there are."""
        return int(git(self.root, self.env, "rev-list", "--count", "HEAD"))


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_a_commit_without_a_contradiction_goes_through(checkout: Checkout) -> None:
    path = rulebook(checkout.root)
    path.write_text(path.read_text("utf-8") + "\n<!-- a note -->\n", "utf-8")
    ran = checkout.commit()
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "headjudge, the fast lane" in ran.stderr
    assert checkout.count() == 3


def test_a_commit_with_a_contradiction_does_not(checkout: Checkout) -> None:
    path = rulebook(checkout.root)
    path.write_text(path.read_text("utf-8") + CONTRADICTION, "utf-8")
    ran = checkout.commit()
    assert ran.returncode == 1
    assert "2.3 may / 3.4 must not: pass priority" in ran.stderr
    assert checkout.count() == 2


def test_a_commit_of_other_words_over_the_same_block_does_not(checkout: Checkout) -> None:
    edit(checkout.root, "Or they may pass.", "Or they have to pass.")
    ran = checkout.commit()
    assert ran.returncode == 1
    assert "2.3: only the words have changed" in ran.stderr


def test_a_commit_that_cannot_be_read_does_not(checkout: Checkout) -> None:
    edit(checkout.root, "passed = True", "past = True")
    ran = checkout.commit()
    assert ran.returncode == 1
    assert "model/my-game.md:" in ran.stderr


def test_a_commit_of_something_else_is_not_kept_waiting(checkout: Checkout) -> None:
    (checkout.root / "notes.txt").write_text("later", "utf-8")
    ran = checkout.commit()
    assert ran.returncode == 0
    assert "no files to check" in ran.stderr


def test_the_hook_changes_no_file(checkout: Checkout) -> None:
    path = rulebook(checkout.root)
    path.write_text(path.read_text("utf-8") + CONTRADICTION, "utf-8")
    checkout.commit()
    changed = git(checkout.root, checkout.env, "status", "--porcelain")
    assert changed == "M  model/my-game.md"


def test_the_hook_runs_nothing_of_the_checkout(checkout: Checkout, tmp_path: Path) -> None:
    sprung = tmp_path / "sprung"
    set_traps(checkout.root, sprung)
    git(checkout.root, checkout.env, "add", "--all")
    # Told not to, pre-commit itself takes nothing from the checkout; the hook is told nothing.
    command = (sys.executable, "-P", "-m", "pre_commit", "run", "--all-files")
    ran = call(checkout.root, checkout.env, *command)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "Passed" in ran.stdout
    assert not sprung.exists()


def test_every_hook_calls_the_installed_command_and_nothing_else() -> None:
    assert [hook["entry"].split()[0] for hook in HOOKS] == ["headjudge"] * len(HOOKS)
    assert all(hook["language"] == "python" for hook in HOOKS)
    assert not any(hook["pass_filenames"] for hook in HOOKS)
