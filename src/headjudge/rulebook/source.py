"""From the text of a block to Python's syntax tree, safely.

The text is parsed and never run. Before it is parsed, a scan by characters keeps out what
could make Python's parser slow or deep; after that, the depth of the tree is bounded.
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass

from headjudge.rulebook.document import Block
from headjudge.rulebook.faults import Faults
from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import Origin

MAX_NESTING = 40
MAX_TOKENS = 2000
MAX_DIGITS = 12
MAX_NUMBER = 1_000_000

_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)
      | (?P<string>[rRbBuUfF]{0,2}(?:'''|\"""|'|"))
      | (?P<number>[0-9][0-9A-Za-z_.]*)
      | (?P<name>[^\W\d]\w*)
      | (?P<newline>\n)
      | (?P<space>(?:[^\S\n]|\\\n)+)
      | (?P<open>[(\[{])
      | (?P<close>[)\]}])
      | (?P<other>.)""",
    re.VERBOSE,
)
_STRING_END = {
    quote: re.compile(rf"(?:[^\\]|\\.)*?{quote}", re.DOTALL)
    if len(quote) == len("'''")
    else re.compile(rf"(?:[^\\\n{quote}]|\\.)*{quote}", re.DOTALL)
    for quote in ("'''", '"""', "'", '"')
}
_PREFIXES = frozenset(("not", "await", "lambda", "-", "+", "~", "*"))
_WORD = re.compile(r"[^\W\d]\w*")
_ON_LINE = re.compile(r" on line \d+")


@dataclass(frozen=True, slots=True)
class Source:
    """A block that has been parsed."""

    block: Block
    lines: tuple[bytes, ...]
    body: tuple[ast.stmt, ...]

    def place(self, node: ast.AST) -> Place:
        """Where a node stands in the document."""
        line = getattr(node, "lineno", 1)
        offset = getattr(node, "col_offset", 0)
        text = self.lines[line - 1] if line <= len(self.lines) else b""
        return self.block.at(line, len(text[:offset].decode("utf-8", "replace")) + 1)

    def origin(self, node: ast.AST) -> Origin:
        """Which clause says what stands at a node."""
        return Origin(
            self.block.clause or "",
            self.place(node),
            self.block.environment,
            self.block.supplement,
            self.block.number,
        )


@dataclass(frozen=True, slots=True)
class Parsed:
    """What came of a block: its source, if any, and the names in what had to be skipped.

    A name that may have been declared in a skipped part is no unknown name.
    """

    source: Source | None
    skipped: frozenset[str]


def parse(block: Block, faults: Faults) -> Parsed:
    """Parse a block; every way to fail is a fault."""
    scan = _Scan(block, faults)
    scan.run()
    if scan.broken:
        return Parsed(None, _words(block.text))
    module = _module(block, "".join(scan.text), faults)
    if module is None:
        return Parsed(None, _words(block.text))
    source = Source(block, tuple(line.encode() for line in block.text.split("\n")), ())
    kept: list[ast.stmt] = []
    skipped: set[str] = set()
    for statement in module.body:
        deep = _too_deep(statement)
        if deep is None:
            kept.append(statement)
        else:
            _nesting(source.place(deep), faults)
            skipped |= {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
            if isinstance(statement, ast.FunctionDef | ast.ClassDef):
                skipped.add(statement.name)
    return Parsed(Source(block, source.lines, tuple(kept)), frozenset(skipped))


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text))


def _module(block: Block, text: str, faults: Faults) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        reason = _ON_LINE.sub("", error.msg or "invalid syntax")
        faults.add(
            block.at(error.lineno or 1, error.offset or 1),
            "bad-python",
            f"this is no complete Python: {reason[:200]}",
            "finish the line, indent it as the others, and close every bracket",
        )
    except (ValueError, RecursionError, MemoryError, OverflowError):
        faults.add(
            block.at(1, 1),
            "bad-python",
            "Python cannot read this block",
            "write shorter lines with fewer brackets",
        )
    return None


def _too_deep(statement: ast.stmt) -> ast.AST | None:
    """The first node that stands too deep, looked for without recursion."""
    stack: list[tuple[ast.AST, int]] = [(statement, 0)]
    while stack:
        node, depth = stack.pop()
        if isinstance(node, ast.expr | ast.stmt):
            depth += 1
            if depth > MAX_NESTING:
                return node
        stack.extend((child, depth) for child in reversed(list(ast.iter_child_nodes(node))))
    return None


def _nesting(place: Place, faults: Faults) -> None:
    faults.add(
        place,
        "too-deep",
        f"this is nested more than {MAX_NESTING} levels deep",
        "give parts of it a name of their own, or make them helpers",
    )


class _Scan:
    """One pass over the characters of a block."""

    def __init__(self, block: Block, faults: Faults) -> None:
        self.block = block
        self.faults = faults
        self.text: list[str] = []
        self.broken = False
        self.line, self.column = 1, 1
        self.depth = self.tokens = self.prefixes = self.chains = 0
        self.fresh = True
        self.indents: list[int] = [0]

    def run(self) -> None:
        source = self.block.text
        position = 0
        while position < len(source) and not self.broken:
            match = _TOKEN.match(source, position)
            if match is None:
                break
            kind, text = match.lastgroup or "", match.group()
            if kind == "string":
                end = _STRING_END[text.lstrip("rRbBuUfF")].match(source, match.end())
                if end is not None:
                    text = source[position : end.end()]
            self.look(kind, text)
            position += len(text)
            self.move(text)

    def place(self) -> Place:
        return self.block.at(self.line, self.column)

    def move(self, text: str) -> None:
        rows = text.count("\n")
        if rows:
            self.line += rows
            self.column = len(text) - text.rfind("\n")
        else:
            self.column += len(text)

    def look(self, kind: str, text: str) -> None:
        match kind:
            case "newline":
                self.newline()
            case "space" | "comment":
                pass
            case _:
                self.token(kind, text)
        self.text.append(self.kept(kind, text))

    def newline(self) -> None:
        if self.depth == 0:
            self.tokens = self.prefixes = self.chains = 0
            self.fresh = True

    def token(self, kind: str, text: str) -> None:
        if self.fresh:
            self.fresh = False
            self.indent()
        self.tokens += 1
        self.prefixes = self.prefixes + 1 if text in _PREFIXES else 0
        self.chains += text in ("lambda", "else")
        self.depth += (kind == "open") - (kind == "close" and self.depth > 0)
        if max(self.depth, self.prefixes, self.chains, len(self.indents) - 1) > MAX_NESTING:
            _nesting(self.place(), self.faults)
            self.broken = True
        elif self.tokens > MAX_TOKENS:
            self.faults.add(
                self.place(),
                "line-too-long",
                f"this line has more than {MAX_TOKENS} words and signs",
                "split it into several",
            )
            self.broken = True

    def indent(self) -> None:
        width = self.column - 1
        while width < self.indents[-1]:
            self.indents.pop()
        if width > self.indents[-1]:
            self.indents.append(width)

    def kept(self, kind: str, text: str) -> str:
        """The text as it is parsed: without what would be slow to look at."""
        if kind == "number" and len(text) > MAX_DIGITS:
            too_large(self.place(), self.faults)
            return "0" + " " * (len(text) - 1)
        prefix = text[: len(text) - len(text.lstrip("rRbBuUfF"))]
        if kind == "string" and "f" in prefix.lower():
            self.faults.add(
                self.place(),
                "forbidden-form",
                "an f-string does not belong in a rulebook",
                "leave it out",
            )
            self.broken = True
        return text


def too_large(place: Place, faults: Faults) -> None:
    """Note a number beyond the largest one."""
    faults.add(
        place,
        "number-too-large",
        f"this number is larger than {MAX_NUMBER}",
        "write a smaller one",
    )
