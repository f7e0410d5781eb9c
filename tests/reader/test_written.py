"""What is written of a rulebook is read again as the same."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from headjudge.edits.essence import essence
from headjudge.rulebook import parse_rulebook, read_rulebook
from headjudge.rulebook.syntax import BlockText, Rulebook
from headjudge.rulebook.written import Said, written, written_example

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("cascade", "chain", "opportunity")


def said(book: Rulebook) -> list[Said]:
    rows: tuple[tuple[Said, ...], ...] = (
        book.fields,
        book.helpers,
        book.actions,
        book.norms,
        book.consequences,
    )
    return [one for row in rows for one in row]


def types(text: str) -> list[str]:
    """The enums and records of a block, as they stand there."""
    classes = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
    found = [ast.get_source_segment(text, node) for node in classes if node.name != "State"]
    return [one for one in found if one is not None]


def replaced(text: str, block: BlockText, new: str) -> str:
    head = f"```{block.info}\n"
    return text.replace(f"{head}{block.text}", f"{head}{new}\n", 1)


def rewritten(book: Rulebook, text: str) -> str:
    """The document with every block written anew; claims are left out."""
    for clause in book.clauses:
        numbers = sorted(
            one.origin.block
            for one in (*said(book), *book.claims)
            if one.origin.clause == clause.id
        )
        rules = [
            block
            for block in clause.blocks
            if block.info.startswith("python rule")
            and ("def " in block.text or "class State" in block.text)
        ]
        for number, block in zip(dict.fromkeys(numbers), rules, strict=True):
            mine = [one for one in said(book) if one.origin.block == number]
            new = [*types(block.text), *(written(one, book) for one in mine)]
            text = replaced(text, block, "\n\n".join(new))
    return text


@pytest.mark.parametrize("name", NAMES)
def test_statements_are_read_again_as_they_were(name: str) -> None:
    path = ROOT / "model" / f"{name}.md"
    book = read_rulebook(path)
    text = rewritten(book, path.read_text("utf-8"))
    again = parse_rulebook(text.encode(), file="again.md", name=name)
    assert text != path.read_text("utf-8")
    for one, two in zip(said(book), said(again), strict=True):
        assert essence(one) == essence(two), written(one, book)


@pytest.mark.parametrize("name", NAMES)
def test_examples_are_read_again_as_they_were(name: str) -> None:
    path = ROOT / "model" / f"{name}.md"
    book, text = read_rulebook(path), path.read_text("utf-8")
    for clause in book.clauses:
        mine = [one for one in book.examples if one.origin.clause == clause.id]
        shown = [block for block in clause.blocks if block.info.startswith("python example")]
        for example, block in zip(mine, shown, strict=True):
            text = replaced(text, block, written_example(example, book))
    again = parse_rulebook(text.encode(), file="again.md", name=name)
    for one, two in zip(book.examples, again.examples, strict=True):
        assert essence(one) == essence(two), written_example(one, book)
