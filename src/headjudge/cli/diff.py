"""``headjudge diff``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from headjudge import checks
from headjudge.cli import codes, library, screen
from headjudge.cli.revisions import Revision, revisions
from headjudge.cli.settings import limits_of, size_of
from headjudge.cli.versions import Read, of_now, of_then, same_bytes
from headjudge.edits.difference import Asked, Edit, difference
from headjudge.edits.mapping import MAX_FILE, Correspondence, read_mapping
from headjudge.edits.play import common_runs, common_setting
from headjudge.engines.search import Budget
from headjudge.evidence.judging import ReplayError
from headjudge.evidence.strict import refuse
from headjudge.reports import editions, editions_data, rendering
from headjudge.rulebook import UnreadableError
from headjudge.rulebook.document import MAX_FILE as MAX_DOCUMENT
from headjudge.semantics.symbolic.terms import TooManyError


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for. ``git``: BASE..HEAD; ``same``: play has to be the same."""

    rulebooks: tuple[str, ...]
    git: str | None
    map_: str | None
    allow: tuple[str, ...]
    same: bool
    scope: Sequence[tuple[str, int]]
    players: int | None
    budget: float | None
    format_: str
    jobs: int | None = None

    @property
    def limits(self) -> Budget:
        """What a search may use."""
        return limits_of(self.budget)


Reader = Callable[[], Read]


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two versions to be read."""

    old: Reader
    new: Reader
    labels: tuple[str, str]


def run(request: Request) -> int:
    """Compare, and say what differs; the exit code."""
    try:
        pairs, code = _pairs(request)
    except UnreadableError as error:
        screen.complain_of(error)
        pairs, code = [], codes.UNREADABLE
    edits: list[Edit] = []
    for pair in pairs:
        outcome = _compare(pair, request)
        if isinstance(outcome, int):
            code = codes.worst((code, outcome))
            continue
        edits.append(outcome)
        parted = request.same and outcome.parts
        code = codes.worst((code, outcome.exit_code, codes.CONTRADICTION if parted else 0))
    match request.format_:
        case "json":
            screen.write_utf8(editions_data.report(edits, code))
        case "markdown":
            screen.write_utf8("\n".join(rendering.page(editions.blocks(one)) for one in edits))
        case _:
            for number, one in enumerate(edits):
                if number:
                    screen.write("\n")
                blocks = editions.blocks(one, brief=True)
                screen.show(rendering.lines(blocks, screen.look().width))
    return code


def _pairs(request: Request) -> tuple[list[_Pair], int]:
    """What is to be compared, and the exit code so far. Raises UsageError."""
    if request.git is not None:
        return _of_revisions(request, *revisions(request.git))
    if len(request.rulebooks) != 2:  # noqa: PLR2004 - an old one and a new one
        raise click.UsageError("name the old rulebook and the new one")
    old, new = request.rulebooks
    return [_Pair(lambda: of_now(old), lambda: of_now(new), (old, new))], codes.HOLDS


def _of_revisions(request: Request, old: Revision, new: Revision) -> tuple[list[_Pair], int]:
    labels = (old.name, new.name)
    if request.rulebooks:
        before, after = request.rulebooks[0], request.rulebooks[-1]
        if len(request.rulebooks) > 2:  # noqa: PLR2004 - an old name and a new one
            raise click.UsageError("name one rulebook, or its old name and its new one")
        return [_Pair(lambda: of_then(old, before), lambda: of_then(new, after), labels)], 0
    olds, news = (_rulebooks(one) for one in (old, new))
    if not olds and not news:
        raise click.UsageError("there is no rulebook in model/ in either revision")
    pairs, code = [], codes.HOLDS
    for name in sorted(olds | news):
        if name not in news:
            said = f"{new.name} has no model/{name}.md any more; if it has another name now:"
            screen.complain(f"{said} headjudge diff --git {request.git} {name} NEW")
            code = codes.CONTRADICTION
        elif name not in olds:
            screen.complain(f"{old.name} has no model/{name}.md yet: nothing to compare")
        elif same_bytes(old, new, name):
            screen.complain(f"model/{name}.md: nothing has changed")
        else:
            pairs.append(_at(old, new, name, labels))
    return pairs, code


def _at(old: Revision, new: Revision, name: str, labels: tuple[str, str]) -> _Pair:
    return _Pair(lambda: of_then(old, name), lambda: of_then(new, name), labels)


def _rulebooks(revision: Revision) -> set[str]:
    """The rulebooks in ``model/`` of a revision."""
    return {
        name.removesuffix(".md")
        for name in revision.files("model")
        if name.endswith(".md") and _is_rulebook(revision.read("model", name) or b"")
    }


def _is_rulebook(data: bytes) -> bool:
    """As in the work tree; a document that is too large to be read is not passed over."""
    return len(data) > MAX_DOCUMENT or library.has_header(data)


def _compare(pair: _Pair, request: Request) -> Edit | int:
    """Read and compare two versions; an exit code if that cannot be done."""
    read: list[Read] = []
    for reader in (pair.old, pair.new):
        try:
            read.append(reader())
        except UnreadableError as error:
            screen.complain_of(error)
    if len(read) < 2:  # noqa: PLR2004 - both
        return codes.UNREADABLE
    old, new = read
    try:
        mapping = _mapping(request, old, new)
        books = old.version.rulebook, new.version.rulebook
        settings = common_setting(*books, request.players, dict(request.scope))
    except UnreadableError as error:
        screen.complain_of(error)
        return codes.UNREADABLE
    board = screen.Board()
    asked = Asked(
        old.version,
        new.version,
        settings,
        _labels(old, new, pair.labels),
        mapping,
        request.limits,
        (old.accepted, new.accepted),
        frozenset((*request.allow, *mapping.allowed)),
        () if request.players or request.scope else common_runs(*books),
    )
    name = new.version.rulebook.name
    try:
        with checks.workers(size_of(request.jobs), board.tell) as sharing, board.lit():
            return difference(asked, sharing)
    except ReplayError as error:
        return _failed(name, f"a play does not do what an engine says: {error}")
    except TooManyError as error:
        return _failed(name, f"this rulebook is too large here: {error}")
    except checks.LostError as error:
        return _failed(name, str(error))
    except (MemoryError, RecursionError) as error:
        return _failed(name, f"this rulebook is too large here: {type(error).__name__}")


def _failed(name: str, why: str) -> int:
    screen.complain(f"{name}: an error of headjudge, and so no verdict: {why}")
    return codes.NO_VERDICT


def _labels(old: Read, new: Read, names: tuple[str, str]) -> tuple[str, str]:
    """What tells the two apart: their editions, or where they are from."""
    editions_ = old.version.rulebook.edition, new.version.rulebook.edition
    return editions_ if editions_[0] != editions_[1] else names


def _mapping(request: Request, old: Read, new: Read) -> Correspondence:
    if request.map_ is None:
        return Correspondence()
    try:
        with Path(request.map_).open("rb") as stream:
            data = stream.read(MAX_FILE + 1)
    except OSError as error:
        wrong = f"this file cannot be opened: {error.strerror}"
        refuse(request.map_, wrong, cure="check its path")
    return read_mapping(data, request.map_, old.version.rulebook, new.version.rulebook)
