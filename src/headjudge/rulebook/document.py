"""From bytes to clauses and blocks: the Markdown side of a document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from markdown_it import MarkdownIt
from markdown_it.token import Token

from headjudge.rulebook.faults import Faults
from headjudge.rulebook.numbers import Lookalike, Mark, lookalike
from headjudge.rulebook.places import Place

MAX_FILE = 1024 * 1024
MAX_BLOCK = 64 * 1024
MAX_PARAGRAPH = 64 * 1024


class BlockKind(Enum):
    """What a block holds, by its info string."""

    HEADER = "toml rulebook"
    RULE = "python rule"
    EXAMPLE = "python example"
    PROPERTY = "python property"
    UNMODELLED = "toml unmodelled"
    RESTATED = "toml restated"


class Make(Enum):
    """The two makes of documents: what their headings mark."""

    RULEBOOK = "rulebook"
    PROPERTIES = "properties"


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its text, and where each of its lines stands in the file.

    ``indents`` holds for each line how many columns the Markdown around it takes.
    ``clause`` is the id of the nearest clause (or property) above. ``number`` counts the
    blocks of a rulebook; documents that are put together are numbered anew.
    """

    kind: BlockKind
    text: str
    place: Place
    indents: tuple[int, ...]
    clause: str | None
    environment: bool
    supplement: bool
    number: int = 0

    @property
    def info(self) -> str:
        """Its info string, in the usual spelling."""
        environment = " environment" if self.environment else ""
        return f"{self.kind.value}{environment}{' supplement' if self.supplement else ''}"

    def at(self, line: int, column: int) -> Place:
        """The place in the file of a line and column of the text, both from 1."""
        row = min(max(line, 1), max(len(self.indents), 1))
        indent = self.indents[row - 1] if self.indents else 0
        return Place(self.place.file, self.place.line + row, max(column, 1) + indent)


@dataclass(frozen=True, slots=True)
class Passage:
    """A clause (or property) as the document has it."""

    id: str
    title: str
    words: str
    place: Place
    heading: bool


@dataclass(frozen=True, slots=True)
class Document:
    """A document taken apart: its passages and its blocks, in order."""

    file: str
    passages: tuple[Passage, ...]
    blocks: tuple[Block, ...]


_ID = re.compile(r"(?:[A-Z]?[0-9])[A-Za-z0-9]*(?:\.[A-Za-z0-9]+)*")
_PROPERTY = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")

_INFOS = {
    "toml rulebook": (BlockKind.HEADER, False, False),
    "toml unmodelled": (BlockKind.UNMODELLED, False, False),
    "toml restated": (BlockKind.RESTATED, False, False),
    "python rule": (BlockKind.RULE, False, False),
    "python rule environment": (BlockKind.RULE, True, False),
    "python rule supplement": (BlockKind.RULE, False, True),
    "python example": (BlockKind.EXAMPLE, False, False),
    "python example supplement": (BlockKind.EXAMPLE, False, True),
    "python property": (BlockKind.PROPERTY, False, False),
}
_STARTS = ("python rule", "python example", "python property", "toml")


def decode(data: bytes, file: str, faults: Faults) -> str:
    """The text of a file, its line ends normalised; empty if there is a fault."""
    start = Place(file, 1, 1)
    if len(data) > MAX_FILE:
        faults.add(start, "file-too-large", "this file is larger than 1 MiB", "split it in two")
        return ""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        faults.add(
            Place(file, line, column),
            "not-utf-8",
            "this byte is no UTF-8",
            "save the file as UTF-8",
        )
        return ""
    if not text.strip():
        faults.add(start, "empty-file", "this file is empty", "begin with a `toml rulebook` block")
        return ""
    return re.sub(r"\r\n?", "\n", text).replace("\0", "\ufffd")


def take_apart(text: str, file: str, make: Make, faults: Faults) -> Document:
    """Find the passages and the blocks of a document."""
    reading = _Reading(file, text.split("\n"), make, faults)
    parser = MarkdownIt("commonmark").enable("table").disable(["inline", "image"])
    environment: dict[str, object] = {}
    tokens = parser.parse(text if text.endswith("\n") else text + "\n", environment)
    for token in tokens:
        if token.type == "inline":
            if len(token.content) > MAX_PARAGRAPH:
                reading.too_long(token)
                continue
            token.children = []
            parser.inline.parse(token.content, parser, environment, token.children)
        reading.take(token)
    return reading.document()


@dataclass(slots=True)
class _Draft:
    id: str
    title: str
    place: Place
    heading: bool
    words: list[str] = field(default_factory=list)

    def passage(self) -> Passage:
        return Passage(
            self.id,
            self.title,
            "\n".join(word for word in self.words if word),
            self.place,
            self.heading,
        )


@dataclass(slots=True)
class _Reading:
    """One walk over the tokens of a document.

    ``between``: a heading without a number has ended the last clause, and no other has begun.
    """

    file: str
    lines: list[str]
    make: Make
    faults: Faults
    drafts: list[_Draft] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    container: str = ""
    line: int = 0
    cells: list[str] = field(default_factory=list)
    unsure: list[tuple[Place, Lookalike]] = field(default_factory=list)
    between: bool = False

    def document(self) -> Document:
        seen: dict[str, Place] = {}
        for draft in self.drafts:
            if draft.id in seen:
                what = "clause" if self.make is Make.RULEBOOK else "property"
                self.faults.add(
                    draft.place,
                    "clause-used-twice" if what == "clause" else "property-used-twice",
                    f"the {what} `{draft.id}` is already in line {seen[draft.id].line}",
                    f"give this {what} a name of its own",
                )
            seen.setdefault(draft.id, draft.place)
        passages = {draft.id: draft.passage() for draft in reversed(self.drafts)}
        return Document(self.file, tuple(reversed(tuple(passages.values()))), tuple(self.blocks))

    def too_long(self, token: Token) -> None:
        line = (token.map or [0, 0])[0] + 1
        self.faults.add(
            Place(self.file, line, 1),
            "paragraph-too-long",
            "this paragraph is longer than 64 KiB",
            "split it",
        )

    def take(self, token: Token) -> None:
        if token.map is not None:
            self.line = token.map[0]
        match token.type:
            case "heading_open" | "thead_open":
                self.container = token.type.removesuffix("_open")
            case "tr_open" if self.container != "thead":
                self.container = "row"
                self.cells = []
            case "tr_close" if self.container == "row":
                self.add_words(" | ".join(cell for cell in self.cells if cell))
                self.container = ""
            case "heading_close" | "thead_close":
                self.container = ""
            case "inline":
                self.inline(token.children or [], top=token.level == 1)
            case "fence":
                self.fence(token)
            case _:
                pass

    def inline(self, children: list[Token], *, top: bool) -> None:
        """The text of a heading, a cell or a paragraph; ``top``: it stands in nothing else."""
        if self.container == "thead":
            return
        if self.container == "heading":
            self.heading(children)
            return
        words: list[str] = []
        for offset, line in enumerate(_lines(children)):
            found = self.bold_id(line, self.line + offset)
            if found is not None and not (self.container == "row" and self.cells):
                if self.container != "row":
                    self.add_words(" ".join(words))
                    words = []
                draft, rest = found
                self.open(draft)
                words.append(rest)
            else:
                if top and offset == 0:
                    self.like_a_number(line, self.line)
                words.append(_plain(line))
        text = " ".join(word for word in words if word)
        if self.container == "row":
            self.cells.append(text)
        else:
            self.add_words(text)

    def add_words(self, text: str) -> None:
        if self.drafts and text and not self.between:
            self.drafts[-1].words.append(text)

    def open(self, draft: _Draft) -> None:
        self.drafts.append(draft)
        self.unsure.clear()
        self.between = False

    def like_a_number(self, line: list[Token], row: int) -> None:
        """Look at the start of a paragraph that opens no clause."""
        first = line[0].type if line else ""
        mark = {"em_open": Mark.ITALIC, "strong_open": Mark.BOLD}.get(first, Mark.PLAIN)
        ends = (i for i, t in enumerate(line) if t.type in ("em_close", "strong_close"))
        end = len(line) if mark is Mark.PLAIN else next(ends, len(line))
        self.suspect(lookalike(_plain(line[:end]), mark), row)

    def suspect(self, found: Lookalike | None, row: int) -> None:
        """What is meant as a number and opens no clause would go into the clause above."""
        if found is None or self.make is Make.PROPERTIES:
            return
        place = self.place_of(found.text, row)
        if found.sure and self.drafts:
            self.no_number(place, found)
        else:
            self.unsure.append((place, found))

    def no_number(self, place: Place, found: Lookalike) -> None:
        self.faults.add(
            place,
            "clause-number",
            f"`{found.text[:60]}` looks like the number of a clause",
            found.cure,
        )

    def heading(self, children: list[Token]) -> None:
        text = _plain(children)
        self.between = True
        if self.make is Make.PROPERTIES:
            visible = [child for child in children if child.content or child.type != "text"]
            if visible and visible[0].type == "code_inline":
                name = visible[0].content.strip()
                self.property_heading(name, text.removeprefix(name))
            return
        id_, rest = _split_id(text)
        if id_ is not None:
            self.open(_Draft(id_, _title(rest), self.place_of(id_, self.line), True))
        else:
            found = lookalike(text, Mark.HEADING)
            self.suspect(found, self.line)
            # Of a slip of the pen that is told there is nothing more to say.
            self.between = found is None or not found.sure

    def property_heading(self, name: str, rest: str) -> None:
        place = self.place_of(name, self.line)
        if _PROPERTY.fullmatch(name) is None:
            self.faults.add(
                place,
                "bad-property",
                f"`{name}` is no name of a property",
                "write small letters, digits and hyphens, such as `one-holder`",
            )
        self.open(_Draft(name, _title(rest), place, True))

    def bold_id(self, line: list[Token], row: int) -> tuple[_Draft, str] | None:
        """The clause that a bold run at the start of a line opens, and the words after it."""
        if self.make is Make.PROPERTIES or not line or line[0].type != "strong_open":
            return None
        close = next((i for i, t in enumerate(line) if t.type == "strong_close"), len(line))
        id_, rest = _split_id(_plain(line[1:close]))
        if id_ is None or not ("." in id_ or id_[0].isalpha()):
            return None
        place = self.place_of(id_, row)
        return _Draft(id_, _title(rest), place, False), _plain(line[close + 1 :])

    def place_of(self, text: str, row: int) -> Place:
        source = self.lines[row] if row < len(self.lines) else ""
        return Place(self.file, row + 1, source.find(text) + 1 or 1)

    def fence(self, token: Token) -> None:
        first, after = token.map or (0, 0)
        opening = self.lines[first]
        place = Place(self.file, first + 1, opening.find(token.markup) + 1 or 1)
        if token.content.count("\n") != after - first - 2:
            self.faults.add(
                place,
                "unfinished-block",
                "this block has no end",
                "put the signs that it starts with on a line of their own after it",
            )
        info = " ".join(token.info.split())
        known = _INFOS.get(info)
        if known is None:
            self.unknown_info(info, place)
            return
        if not self.fits(known[0], info, place):
            return
        if len(token.content.encode()) > MAX_BLOCK:
            self.faults.add(
                place, "block-too-large", "this block is larger than 64 KiB", "split it in two"
            )
            return
        clause = self.drafts[-1].id if self.drafts and not self.between else None
        if known[0] is not BlockKind.HEADER and self.unsure:
            for suspected in self.unsure:
                self.no_number(*suspected)
            self.unsure.clear()
        elif clause is None and known[0] is not BlockKind.HEADER:
            rulebook = self.make is Make.RULEBOOK
            self.faults.add(
                place,
                "block-without-clause",
                "this block stands under no " + ("clause" if rulebook else "property"),
                "put the number of its clause above it, such as `**12.2.5**`"
                if rulebook
                else "put a heading above it, such as ## `one-holder` …",
            )
        indents = tuple(self.indents(token.content, first + 1))
        number = len(self.blocks)
        self.blocks.append(
            Block(known[0], token.content, place, indents, clause, *known[1:], number)
        )

    def unknown_info(self, info: str, place: Place) -> None:
        if info.casefold().startswith(_STARTS) or info.casefold() in _INFOS:
            self.faults.add(
                place,
                "unknown-block",
                f"`{info[:60]}` is no kind of block",
                "write one of " + ", ".join(f"`{known}`" for known in _INFOS),
            )

    def fits(self, kind: BlockKind, info: str, place: Place) -> bool:
        """Whether a block of this kind may stand in a document of this make."""
        if (kind is BlockKind.PROPERTY) == (self.make is Make.PROPERTIES):
            return True
        where = "rulebook" if self.make is Make.RULEBOOK else "document of properties"
        self.faults.add(
            place,
            "unknown-block",
            f"a `{info}` block does not belong in a {where}",
            "move it"
            if self.make is Make.RULEBOOK
            else "write `python property` blocks here, and nothing else",
        )
        return False

    def indents(self, content: str, row: int) -> Iterator[int]:
        for offset, line in enumerate(content.split("\n")):
            source = self.lines[row + offset] if row + offset < len(self.lines) else ""
            yield len(source) - len(line) if source.endswith(line) else 0


def _lines(children: list[Token]) -> list[list[Token]]:
    """The tokens of a paragraph, line by line, empty texts left out."""
    lines: list[list[Token]] = [[]]
    for child in children:
        if child.type in ("softbreak", "hardbreak"):
            lines.append([])
        elif child.content or child.type not in ("text", "text_special"):
            lines[-1].append(child)
    return lines


def _plain(tokens: list[Token]) -> str:
    """What a reader sees of these tokens."""
    seen = "".join(
        token.content
        if token.type in ("text", "text_special", "code_inline")
        else " " * (token.type in ("softbreak", "hardbreak"))
        for token in tokens
    )
    return " ".join(seen.split())


def _title(rest: str) -> str:
    return rest.strip(" .:\u2014\u2013-\t")


def _split_id(text: str) -> tuple[str | None, str]:
    """A clause id at the start of a text, and what follows it."""
    word, _, rest = text.strip().partition(" ")
    word = word.rstrip(".:")
    return (word, rest) if _ID.fullmatch(word) else (None, text)
