"""Rulebooks that are based on others: several documents put together into one.

What a header names is untrusted: only a plain file name is looked up, and only in the
folder of the rulebook that names it.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from headjudge.rulebook.document import (
    MAX_FILE,
    Block,
    BlockKind,
    Document,
    Make,
    Passage,
    decode,
    take_apart,
)
from headjudge.rulebook.faults import Faults
from headjudge.rulebook.header import BaseEntry, Header, RoleEntry, read_header

MAX_BASES = 8


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A file beside a rulebook; ``file`` is how messages show it."""

    file: str
    data: bytes


Beside = Callable[[str], Neighbour]
"""Opens a file by its plain name, or raises OSError."""


def nothing_beside(_: str) -> Neighbour:
    """For a text that lies in no folder."""
    raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))


def beside(path: Path, file: str) -> Beside:
    """What lies in the folder of a rulebook, shown as the rulebook is."""

    def find(name: str) -> Neighbour:
        there = path.parent / name
        if not there.is_file():
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        if Path(os.path.realpath(there)).parent != Path(os.path.realpath(path.parent)):
            raise OSError(errno.EACCES, "it leads to another folder")
        with there.open("rb") as stream:
            data = stream.read(MAX_FILE + 1)
        return Neighbour(PurePosixPath(file).with_name(name).as_posix(), data)

    return find


@dataclass(frozen=True, slots=True)
class Whole:
    """A document with what it is based on; the header is None if it cannot be used."""

    document: Document
    header: Header | None


def put_together(data: bytes, file: str, find: Beside, faults: Faults) -> Whole:
    """Read a document and, where its header asks for it, what it is based on.

    Raises UnreadableError if a file is no text at all.
    """
    return _whole(data, file, find, (PurePosixPath(file).name,), faults)


def _whole(data: bytes, file: str, find: Beside, way: tuple[str, ...], faults: Faults) -> Whole:
    """``way``: the names of the files that led here, this one included."""
    text = decode(data, file, faults)
    faults.check()
    document = take_apart(text, file, Make.RULEBOOK, faults)
    headers = tuple(block for block in document.blocks if block.kind is BlockKind.HEADER)
    header = read_header(headers, file, faults)
    if headers and document.blocks[0] is not headers[0]:
        faults.add(
            headers[0].place,
            "header-not-first",
            "blocks stand above the header",
            "put the header on top",
        )
    if header is None or header.base is None:
        return Whole(document, header)
    found = _open(header.base, find, way, faults)
    if found is None:
        return Whole(document, None)
    base = _whole(found.data, found.file, find, (*way, header.base.file), faults)
    merged = _Merging(base.document, document, header.base, faults).document()
    return Whole(merged, None if base.header is None else _headers(base.header, header))


def _open(base: BaseEntry, find: Beside, way: tuple[str, ...], faults: Faults) -> Neighbour | None:
    if base.file.casefold() in (name.casefold() for name in way):
        faults.add(
            base.place,
            "based-in-a-circle",
            f"`{base.file}` is based on itself",
            "base it on a rulebook that stands on its own",
        )
        return None
    if len(way) > MAX_BASES:
        faults.add(
            base.place,
            "too-many-bases",
            f"`{way[0]}` is based on more than {MAX_BASES} others",
            "base it on one of those further down",
        )
        return None
    try:
        return find(base.file)
    except OSError as error:
        faults.add(
            base.place,
            "no-base",
            f"`{base.file}` cannot be opened: {error.strerror or 'no such file'}",
            "put the rulebook that this one is based on into the same folder",
        )
        return None


# --------------------------------------------------------------------------- merging


@dataclass(frozen=True, slots=True)
class _Merging:
    """A document laid over the one that it is based on."""

    base: Document
    new: Document
    entry: BaseEntry
    faults: Faults

    def document(self) -> Document:
        old_blocks, new_blocks = _by_clause(self.base), _by_clause(self.new)
        old_ids = {passage.id for passage in self.base.passages}
        new = {
            passage.id: passage
            for passage in self.new.passages
            if not _bare(passage, new_blocks) or passage.id not in old_ids
        }
        adds, strike = self._named(old_ids, new)
        passages: list[Passage] = []
        blocks: list[Block] = []
        for old in self.base.passages:
            mine = new.get(old.id)
            if old.id in strike:
                continue
            if mine is None:
                passages.append(old)
                blocks.extend(old_blocks.get(old.id, ()))
            elif old.id in adds:
                passages.append(_joined(old, mine))
                blocks.extend((*old_blocks.get(old.id, ()), *new_blocks.get(old.id, ())))
            else:
                passages.append(mine)
                blocks.extend(new_blocks.get(old.id, ()))
        for passage in new.values():
            if passage.id not in old_ids:
                passages.append(passage)
                blocks.extend(new_blocks.get(passage.id, ()))
        numbered = (replace(block, number=number) for number, block in enumerate(blocks))
        return Document(self.new.file, tuple(passages), tuple(numbered))

    def _named(
        self, old_ids: set[str], new: Mapping[str, Passage]
    ) -> tuple[frozenset[str], frozenset[str]]:
        """The clauses that the header adds to and those that it strikes."""
        entry = self.entry
        for id_, place in (*entry.adds, *entry.strike):
            if id_ not in old_ids:
                self.faults.add(
                    place,
                    "unknown-clause",
                    f"there is no clause `{id_[:60]}` in `{entry.file}`",
                    f"write the number of a clause of `{entry.file}`",
                )
        for id_, place in entry.adds:
            if id_ in old_ids and id_ not in new:
                self.faults.add(
                    place,
                    "unknown-clause",
                    f"there is no clause `{id_[:60]}` here to be added",
                    "write it, or leave its number out",
                )
        for id_, place in entry.strike:
            if id_ in old_ids and id_ in new:
                self.faults.add(
                    place,
                    "bad-header",
                    f"the clause `{id_[:60]}` is struck and stands here too",
                    "leave its number out of `strike`: it replaces the other",
                )
        return (
            frozenset(id_ for id_, _ in entry.adds),
            frozenset(id_ for id_, _ in entry.strike),
        )


def _by_clause(document: Document) -> dict[str, list[Block]]:
    found: dict[str, list[Block]] = {}
    for block in document.blocks:
        if block.clause is not None and block.kind is not BlockKind.HEADER:
            found.setdefault(block.clause, []).append(block)
    return found


def _bare(passage: Passage, blocks: Mapping[str, list[Block]]) -> bool:
    """Whether a passage is a heading and nothing more: it says nothing anew."""
    return passage.heading and not passage.words and passage.id not in blocks


def _joined(old: Passage, new: Passage) -> Passage:
    words = "\n".join(part for part in (old.words, new.words) if part)
    return replace(old, title=new.title or old.title, words=words)


def _headers(base: Header, new: Header) -> Header:
    """A header with what it leaves to its base."""
    return replace(
        new,
        players=base.players if new.players is None else new.players,
        scope=tuple({**dict(base.scope), **dict(new.scope)}.items()),
        roles=_roles((*base.roles, *new.roles)),
        required=tuple({one.name: one for one in (*base.required, *new.required)}.values()),
        golden_rule=new.golden_rule or base.golden_rule,
        runs=new.runs or base.runs,
    )


def _roles(entries: Iterable[RoleEntry]) -> tuple[RoleEntry, ...]:
    return tuple({entry.name: entry for entry in entries}.values())
