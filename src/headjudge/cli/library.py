"""Where rulebooks and properties are found: in the current directory, else in the package."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import click

from headjudge.rulebook import (
    Fault,
    Place,
    UnreadableError,
    beside,
    parse_properties,
    parse_rulebook,
    read_properties,
    read_rulebook,
    unknown_requirements,
    without_supplements,
)
from headjudge.rulebook.locks import Lock, read_lock
from headjudge.rulebook.opening import opened
from headjudge.rulebook.read import shown
from headjudge.rulebook.syntax import Property, Rulebook

MODEL = Path("model")
PROPERTIES = Path("properties")
LOCK = ".lock"
_FENCE = re.compile(r"[ >]*(`{3,}|~{3,})\s*(.*?)\s*")
_NAME = re.compile(r"[^/\\\0]+")
_START = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Source:
    """A rulebook's file. ``packaged``: it is the one that comes with headjudge."""

    path: Path
    packaged: bool = False

    @property
    def name(self) -> str:
        """The name that the rulebook will have."""
        return self.path.stem


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook and the properties of all rulebooks, read against it."""

    rulebook: Rulebook
    properties: tuple[Property, ...]
    source: Source


def find(arguments: tuple[str, ...]) -> tuple[Source, ...]:
    """The rulebooks that are meant. Raises UsageError."""
    if not arguments:
        return _all()
    sources = tuple(dict.fromkeys(find_one(argument) for argument in arguments))
    names = [source.name.casefold() for source in sources]
    for name in names:
        if names.count(name) > 1:
            raise click.UsageError(f"two of these rulebooks are called {name}")
    return sources


def find_one(argument: str) -> Source:
    """The rulebook of that name or at that path. Raises UsageError."""
    if argument.endswith(".md") or not _NAME.fullmatch(argument):
        if not argument or "\0" in argument:
            raise click.UsageError("a rulebook is a name or a path")
        return Source(Path(argument))
    for folder, packaged in ((MODEL, False), (packaged_data("model"), True)):
        path = folder / f"{argument}.md"
        if path.is_file():
            return Source(path, packaged)
    known = sorted({path.stem for path in (*_in(MODEL), *_in(packaged_data("model")))})
    there = ", ".join(known) or "none"
    raise click.UsageError(
        f"no rulebook is called {argument}: there is no model/{argument}.md (there are: {there})"
    )


def here() -> tuple[Source, ...]:
    """The rulebooks in ``model/`` of the current directory."""
    return tuple(Source(path) for path in _in(MODEL))


def read(source: Source, *, supplements: bool = True, root: Path = Path()) -> Book:
    """Read a rulebook and the properties of a folder. Raises UnreadableError with all faults."""
    whole = _rulebook(source)
    rulebook = whole if supplements else without_supplements(whole)
    found: list[Property] = []
    faults: list[Fault] = []
    for path in property_files(root):
        try:
            read_ = _properties(path, rulebook)
        except UnreadableError as error:
            faults.extend(error.faults)
            continue
        found.extend(read_)
        if not read_:
            faults.append(
                Fault(
                    Place(path.as_posix(), 1, 1),
                    "no-property",
                    "this document has no property",
                    "write one, or move the document out of properties/",
                )
            )
    names = [one.name for one in found]
    faults.extend(
        Fault(
            one.place,
            "property-named-twice",
            f"there is another property `{one.name}`",
            "give one of the two another name",
        )
        for number, one in enumerate(found)
        if one.name in names[:number]
    )
    if not faults and not source.packaged:  # its own properties may not be those that are here
        faults.extend(unknown_requirements(whole, found))
    if faults:
        raise UnreadableError(tuple(faults))
    return Book(rulebook, tuple(found), source)


def locks(source: Source, rulebook: Rulebook) -> tuple[Lock, ...]:
    """What has been confirmed: in the rulebook's own lock, then in those of its bases.

    Raises UnreadableError.
    """
    own = source.path.with_suffix(LOCK)
    shown_ = _packaged(own) if source.packaged else shown(own)
    found = {own.name: read_lock(own, shown_)}
    for clause in rulebook.clauses:
        name = PurePosixPath(clause.place.file).with_suffix(LOCK).name
        if name not in found:
            beside_ = PurePosixPath(shown_).with_name(name).as_posix()
            found[name] = read_lock(own.with_name(name), beside_)
    return tuple(lock for lock in found.values() if lock is not None)


def standard_properties(rulebook: Rulebook) -> tuple[Property, ...]:
    """The properties that come with the package, read against a rulebook."""
    documents = sorted(packaged_data("properties").glob("*.md"))
    return tuple(one for path in documents for one in _properties(path, rulebook))


def property_files(root: Path = Path()) -> tuple[Path, ...]:
    """The documents of properties: those of a folder, else the package's."""
    own = tuple(sorted((root / PROPERTIES).glob("*.md")))
    return own or tuple(sorted(packaged_data("properties").glob("*.md")))


def packaged_data(folder: str) -> Path:
    """A data folder of the package; in a checkout it lies beside ``src/``."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "data" / folder
    return inside if inside.is_dir() else package.parents[1] / folder


def _all() -> tuple[Source, ...]:
    sources = here()
    if not sources:
        raise click.UsageError("there is no rulebook in model/ here; name one")
    return sources


def _in(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.glob("*.md")):
        if is_rulebook(path):
            yield path


def is_rulebook(path: Path) -> bool:
    """Whether a document has a rulebook's header, or something that is meant for one.

    A slip in the header must not keep a rulebook from being checked; neither must a file
    that cannot be read.
    """
    try:
        with opened(path) as stream:
            return has_header(stream.read(_START))
    except OSError:
        return True


def has_header(data: bytes) -> bool:
    """Whether a document's bytes have a rulebook's header, or are no text."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return True
    fence = ""
    for line in text.splitlines():
        match = _FENCE.fullmatch(line)
        if match is None:
            continue
        if not fence:
            if match[2].lower().split() == ["toml", "rulebook"]:
                return True
            fence = match[1]
        elif match[1].startswith(fence) and not match[2]:
            fence = ""
    return False


def _rulebook(source: Source) -> Rulebook:
    if source.packaged:
        file = _packaged(source.path)
        return parse_rulebook(
            source.path.read_bytes(),
            file=file,
            name=source.name,
            find=beside(source.path, file),
        )
    return read_rulebook(source.path)


def _properties(path: Path, rulebook: Rulebook) -> tuple[Property, ...]:
    if path.parent == packaged_data("properties"):
        return parse_properties(path.read_bytes(), file=_packaged(path), rulebook=rulebook)
    return read_properties(path, rulebook)


def _packaged(path: Path) -> str:
    """A name for a file of the package that is the same on every machine."""
    return f"headjudge:{path.parent.name}/{path.name}"
