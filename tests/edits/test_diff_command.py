"""``headjudge diff``, from files and from a repository that may not be trusted."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.edits.edited import BASE, HERE
from tests.frame.project import headjudge

OTHER = (HERE / "who-is-first.md").read_text("utf-8")
REWORDED = (HERE / "reworded.md").read_text("utf-8")
NAMED = ("-c", "user.name=Somebody", "-c", "user.email=somebody@localhost")


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *NAMED, *arguments], cwd=folder, check=True, capture_output=True)


def commit(folder: Path, text: str, name: str = "beacons", **others: str) -> None:
    (folder / "model").mkdir(exist_ok=True)
    (folder / "model" / f"{name}.md").write_text(text, "utf-8")
    for path, content in others.items():
        (folder / path).write_text(content, "utf-8")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "An edit")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q", "-b", "main")
    commit(tmp_path, BASE)
    return tmp_path


def diff(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return headjudge(folder, "diff", "--jobs", "1", *arguments)


def test_two_files_are_compared(tmp_path: Path) -> None:
    (tmp_path / "old.md").write_text(BASE, "utf-8")
    (tmp_path / "new.md").write_text(REWORDED, "utf-8")
    ran = diff(tmp_path, "old.md", "new.md")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("The Beacons: old.md → new.md\n")
    assert "Play is the same: exhaustive." in ran.stdout
    assert diff(tmp_path, "old.md", "new.md").stdout == ran.stdout


def test_play_can_be_required_to_be_the_same(tmp_path: Path) -> None:
    (tmp_path / "old.md").write_text(BASE, "utf-8")
    struck = (HERE / "a-prohibition-struck.md").read_text("utf-8")
    (tmp_path / "new.md").write_text(struck, "utf-8")
    assert diff(tmp_path, "old.md", "new.md").returncode == 0
    assert diff(tmp_path, "old.md", "new.md", "--same").returncode == 1


def test_two_revisions_are_compared(repository: Path) -> None:
    commit(repository, OTHER)
    ran = diff(repository, "--git", "HEAD~1..HEAD", "--format", "json")
    (edit,) = json.loads(ran.stdout)["edits"]
    assert ran.returncode == edit["exit_code"] == 1
    assert edit["comparison"]["verdict"] == "refuted"
    assert [edit["old"]["label"], edit["new"]["label"]] == ["HEAD~1", "HEAD"]


def test_the_work_tree_is_not_looked_at(repository: Path) -> None:
    commit(repository, REWORDED)
    (repository / "model" / "beacons.md").write_text(OTHER, "utf-8")
    ran = diff(repository, "--git", "HEAD~1..HEAD", "beacons")
    assert "Play is the same: exhaustive." in ran.stdout


def test_a_rulebook_that_is_the_same_in_both_is_not_compared(repository: Path) -> None:
    commit(repository, BASE, README="Nothing.")
    ran = diff(repository, "--git", "HEAD~1..HEAD")
    assert (ran.returncode, ran.stdout) == (0, "")
    assert ran.stderr == "model/beacons.md: nothing has changed\n"


def test_a_renamed_rulebook_is_said_and_can_be_named(repository: Path) -> None:
    git(repository, "mv", "model/beacons.md", "model/fires.md")
    git(repository, "commit", "-q", "-m", "Rename it")
    ran = diff(repository, "--git", "HEAD~1..HEAD")
    assert ran.returncode == 1
    assert "HEAD has no model/beacons.md any more" in ran.stderr
    assert "headjudge diff --git HEAD~1..HEAD beacons NEW" in ran.stderr
    again = diff(repository, "--git", "HEAD~1..HEAD", "beacons", "fires")
    assert "Play is the same: exhaustive." in again.stdout


@pytest.mark.parametrize(
    ("span", "said"),
    [
        ("nowhere..HEAD", "there is no revision nowhere"),
        ("HEAD..nowhere", "there is no revision nowhere"),
        ("HEAD", "HEAD is no BASE..HEAD"),
        ("HEAD...HEAD", "is no BASE..HEAD"),
        ("--output=stolen..HEAD", "is no name of a revision"),
        ("HEAD..-h", "is no name of a revision"),
    ],
)
def test_a_revision_that_is_none_is_a_wrong_command_line(
    repository: Path, span: str, said: str
) -> None:
    ran = diff(repository, f"--git={span}")
    assert (ran.returncode, ran.stdout) == (64, "")
    assert said in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
    assert not (repository / "stolen").exists()


def test_outside_a_repository_there_is_no_revision(tmp_path: Path) -> None:
    ran = diff(tmp_path, "--git", "HEAD~1..HEAD")
    assert ran.returncode == 64
    assert "there is no revision HEAD~1" in ran.stderr


def test_an_edition_that_cannot_be_read_is_named_with_its_revision(repository: Path) -> None:
    commit(
        repository, BASE.replace("def go_on(player):\n    return", "def go_on(player):\n    give")
    )
    ran = diff(repository, "--git", "HEAD~1..HEAD", "beacons")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("HEAD:model/beacons.md:")


LINKED = (
    "model/beacons.md",
    "model/beacons.lock",
    "model/more.md",
    "properties/own.md",
    "counterexamples/beacons/accepted.toml",
)


def link(folder: Path, path: str) -> None:
    """Put a link to somewhere else there, in a commit."""
    there = folder / path
    there.parent.mkdir(parents=True, exist_ok=True)
    there.unlink(missing_ok=True)
    there.symlink_to("/etc/hostname")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "A link")


@pytest.mark.parametrize("path", LINKED)
def test_a_link_in_a_revision_is_a_fault_and_not_followed(repository: Path, path: str) -> None:
    link(repository, path)
    ran = diff(repository, "--git", "HEAD~1..HEAD")
    assert (ran.returncode, ran.stdout) == (2, "")
    said = f"HEAD:{path}:1:1: cannot-open: this cannot be read: it is a link"
    assert ran.stderr.startswith(said)


@pytest.mark.parametrize("folder", ["model", "properties"])
def test_a_folder_that_is_a_link_is_a_fault(repository: Path, folder: str) -> None:
    if folder == "model":
        git(repository, "mv", "model", "elsewhere")
    link(repository, folder)
    ran = diff(repository, "--git", "HEAD~1..HEAD", "beacons")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"HEAD:{folder}:1:1: cannot-open: this cannot be read")


@pytest.mark.parametrize("path", ["properties", "properties/own.md", "model/more"])
def test_another_repository_in_a_revision_is_a_fault(repository: Path, path: str) -> None:
    entry = f"160000,{'1' * 40},{path}"
    git(repository, "update-index", "--add", "--cacheinfo", entry)
    git(repository, "commit", "-q", "-m", "Another repository")
    ran = diff(repository, "--git", "HEAD~1..HEAD")
    assert (ran.returncode, ran.stdout) == (2, "")
    said = f"HEAD:{path}:1:1: cannot-open: this cannot be read: it is another repository"
    assert ran.stderr.startswith(said)


def test_a_header_with_more_spaces_is_a_rulebook_in_a_revision_too(repository: Path) -> None:
    spaced = REWORDED.replace("```toml rulebook", "~~~  toml   rulebook").replace(
        "```\n\n**1.1**", "~~~\n\n**1.1**", 1
    )
    commit(repository, spaced)
    ran = diff(repository, "--git", "HEAD~1..HEAD")
    assert "no model/beacons.md any more" not in ran.stderr
    assert "Play is the same: exhaustive." in ran.stdout


LOCK = 'headjudge = "lock/1"\n\n[clauses]\n# end\n'


@pytest.mark.parametrize("git_", [True, False])
def test_a_lock_that_is_deleted_is_red_until_it_is_allowed(repository: Path, git_: bool) -> None:
    commit(repository, BASE, **{"model/beacons.lock": LOCK})
    git(repository, "mv", "model/beacons.md", "model/fires.md")
    git(repository, "rm", "-q", "model/beacons.lock")
    git(repository, "commit", "-q", "-m", "Rename it")
    asked = ["--git", "HEAD~1..HEAD", "beacons", "fires", "--format", "json"]
    if not git_:
        commit(repository, BASE, **{"model/beacons.lock": LOCK})
        asked = ["model/beacons.md", "model/fires.md", "--format", "json"]
    (edit,) = json.loads(diff(repository, *asked).stdout)["edits"]
    assert [one["name"] for one in edit["checked_less"]] == ["lock"]
    assert edit["exit_code"] == 1
    assert diff(repository, *asked, "--allow", "lock").returncode == 0


def test_a_lock_that_alone_is_deleted_is_not_overlooked(repository: Path) -> None:
    commit(repository, BASE, **{"model/beacons.lock": LOCK})
    git(repository, "rm", "-q", "model/beacons.lock")
    git(repository, "commit", "-q", "-m", "Unlock it")
    ran = diff(repository, "--git", "HEAD~1..HEAD")
    assert ran.returncode == 1
    assert "the lock is gone" in ran.stdout


def test_a_lock_of_a_revision_that_is_none_is_refused(repository: Path) -> None:
    commit(repository, BASE, **{"model/beacons.lock": "nothing"})
    ran = diff(repository, "--git", "HEAD~1..HEAD")
    assert ran.returncode == 2
    assert ran.stderr.startswith("HEAD:model/beacons.lock:1:1: bad-lock:")


def test_nothing_that_the_repository_brings_along_is_run(repository: Path) -> None:
    trap = repository / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {repository}/sprung\ncat\n", "utf-8")
    trap.chmod(0o755)
    attributes = "*.md diff=trap filter=trap\n"
    settings = ("diff.trap.textconv", "filter.trap.smudge", "core.fsmonitor", "core.pager")
    for name in (*settings, "core.sshCommand", "core.editor", "uploadpack.packObjectsHook"):
        git(repository, "config", name, str(trap))
    git(repository, "config", "core.hooksPath", str(repository / "hooks"))
    (repository / "hooks").mkdir()
    for hook in ("post-checkout", "reference-transaction", "post-index-change"):
        (repository / "hooks" / hook).write_bytes(trap.read_bytes())
        (repository / "hooks" / hook).chmod(0o755)
    booby = "import pathlib\npathlib.Path('sprung').touch()\n"
    for path in ("conftest.py", "sitecustomize.py", "model/beacons.py", "headjudge.py"):
        (repository / path).write_text(booby, "utf-8")
    (repository / "model" / "beacons.md").write_text(REWORDED, "utf-8")
    (repository / ".gitattributes").write_text(attributes, "utf-8")
    git(repository, "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "add", "-A")
    git(
        repository,
        *("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"),
        *("commit", "-q", "-m", "A trap"),
    )
    (repository / "sprung").unlink(missing_ok=True)
    (repository / "headjudge.py").unlink()
    (repository / "sitecustomize.py").unlink()
    ran = diff(repository, "--git", "HEAD~1..HEAD", "beacons")
    assert "Play is the same: exhaustive." in ran.stdout
    assert not (repository / "sprung").exists()


def test_a_mapping_that_names_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "old.md").write_text(BASE, "utf-8")
    (tmp_path / "map.toml").write_text('[actions]\nburn = "go_out"\n', "utf-8")
    ran = diff(tmp_path, "old.md", "old.md", "--map", "map.toml")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("map.toml:2:1: bad-mapping: there is no action `burn`")
    missing = diff(tmp_path, "old.md", "old.md", "--map", "nowhere.toml")
    assert missing.returncode == 2
    assert "nowhere.toml" in missing.stderr
