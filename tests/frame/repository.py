"""A git repository with a rulebook, as ``headjudge new`` lays it out."""

from __future__ import annotations

from pathlib import Path

from headjudge.cli.new import layout
from tests.frame.installed import call

NAME = "my-game"
WHO = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
BLOCK = "@must_not\ndef pass_priority():\n    return True\n"
CONTRADICTION = f"\n**3.4** Nobody passes.\n\n```python rule\n{BLOCK}```\n"


def made(folder: Path, env: dict[str, str]) -> Path:
    """Lay it out and commit it; its folder."""
    root = folder / NAME
    for file, text in layout(NAME).items():
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    git(root, env, "init", "--quiet", "--initial-branch", "main")
    git(root, env, "add", "--all")
    git(root, env, *WHO, "commit", "--quiet", "--message", "Start")
    return root


def git(root: Path, env: dict[str, str], *arguments: str) -> str:
    """Run git; what it prints."""
    ran = call(root, env, "git", *arguments)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def rulebook(root: Path) -> Path:
    """The rulebook's file."""
    return root / "model" / f"{NAME}.md"


def edit(root: Path, old: str, new: str) -> None:
    """Change the rulebook."""
    text = rulebook(root).read_text("utf-8")
    assert old in text
    rulebook(root).write_text(text.replace(old, new), "utf-8")
