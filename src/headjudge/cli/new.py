"""``headjudge new``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import click

from headjudge import checks
from headjudge.cli import codes, library, screen
from headjudge.cli.commands import version
from headjudge.evidence.files import safe_name
from headjudge.rulebook import parse_properties, parse_rulebook
from headjudge.rulebook.locks import write_lock
from headjudge.rulebook.syntax import Rulebook
from headjudge.semantics.executable import generate

_NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")
_LONGEST = 40
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for."""

    name: str


def run(request: Request) -> int:
    """Lay out a folder of that name; the exit code. Nothing that is there is touched."""
    name = request.name
    if not _NAME.fullmatch(name) or len(name) > _LONGEST or safe_name(name) != name:
        raise click.UsageError(
            f"{name!r} is no name for a rulebook: write small letters, digits and single hyphens, "
            f"such as my-game, at most {_LONGEST}"
        )
    files = layout(name)
    folder = Path(name)
    try:
        folder.mkdir()
    except FileExistsError as error:
        raise click.UsageError(f"{name} is already there, and nothing is overwritten") from error
    except OSError as error:
        raise click.UsageError(f"{name} cannot be made: {error.strerror}") from error
    for file, text in files.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    screen.write(
        f"{name}/ is laid out: the rules are in {name}/model/{name}.md.\n"
        f"Now: cd {name} && make check\n"
    )
    return codes.HOLDS


def layout(name: str) -> dict[str, str]:
    """The files of a new repository, by path."""
    title = re.sub("[-_]", " ", name).capitalize()
    slots = {"name": name, "title": title, "package": _package()}
    properties = {
        path.name: path.read_text("utf-8")
        for path in sorted(library.packaged_data("properties").glob("*.md"))
    }
    file = f"model/{name}.md"
    # What a starter leaves out, such as phases, is accepted by name.
    bare = _filled("rulebook.md", {**slots, "required": ""})
    lacking = _lacking(_read(bare, file, name), properties)
    required = "".join(f'{one} = "not applicable"\n' for one in lacking)
    rulebook_text = _filled("rulebook.md", {**slots, "required": required})
    rulebook = _read(rulebook_text, file, name)
    prints = {one.clause.id: one.print for one in checks.standings(rulebook, ())}
    return {
        file: rulebook_text,
        f"model/{name}.py": generate(rulebook),
        f"model/{name}.lock": write_lock(prints),
        **{f"properties/{key}": text for key, text in properties.items()},
        "counterexamples/README.md": _filled("counterexamples.md", slots),
        "Makefile": _filled("makefile.txt", slots),
        "README.md": _filled("readme.txt", slots),
        ".github/workflows/rulebook.yml": _filled("workflow.yml", slots),
    }


def _package() -> str:
    """What pip installs: this version, if it is one."""
    now = version()
    return f"headjudge=={now}" if now[:1].isdigit() else "headjudge"


def _filled(file: str, slots: Mapping[str, str]) -> str:
    """A file of the starter; what stands in braces and is no slot stays."""
    text = resources.files("headjudge.cli").joinpath("starter", file).read_text("utf-8")
    return _SLOT.sub(lambda match: slots.get(match[1], match[0]), text)


def _read(text: str, file: str, name: str) -> Rulebook:
    return parse_rulebook(text.encode(), file=file, name=name)


def _lacking(rulebook: Rulebook, properties: Mapping[str, str]) -> tuple[str, ...]:
    """The properties for which the rulebook has no role."""
    read = (
        one
        for file, text in properties.items()
        for one in parse_properties(text.encode(), file=file, rulebook=rulebook)
    )
    return checks.inapplicable(tuple(read))
