"""Cases from a stranger: read, or refused with the place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from headjudge.rulebook import UnreadableError
from headjudge.vectors.documents import documents, encode_manifest
from headjudge.vectors.reading import read_case, read_manifest
from tests.vectors.suites import made

# Values of the game, which may be anything, and what is there for people.
UNREAD = {"situation", "arguments", "which", "views", "hidden", "rulebook", "edition", "players"}


def good() -> dict[str, Any]:
    texts = documents(made("leak"))["cases"]
    found: dict[str, Any] = json.loads(next(iter(texts.values())))
    return found


def parts(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all parts of a document, but for what is not looked at."""
    found = []
    if isinstance(value, dict):
        for name, one in value.items():
            if name in UNREAD:
                continue
            found.append((*way, name))
            found.extend(parts(one, (*way, name)))
    elif isinstance(value, list) and value:
        found.extend(parts(value[0], (*way, 0)))
    return found


@pytest.mark.parametrize("way", parts(good()), ids=str)
def test_a_part_of_another_type_is_refused(way: tuple[Any, ...]) -> None:
    document = good()
    *before, last = way
    inner = document
    for step in before:
        inner = inner[step]
    inner[last] = {"odd": True}
    with pytest.raises(UnreadableError):
        read_case(json.dumps(document).encode(), "a file")


@pytest.mark.parametrize(
    "data", [b"", b"{", b"\xff", b"[]", b"null", b'{"format": "headjudge-tests/2"}', b"[" * 99]
)
def test_what_is_no_case_is_refused(data: bytes) -> None:
    for read in (read_case, read_manifest):
        with pytest.raises(UnreadableError):
            read(data, "a file")


@pytest.mark.parametrize("file", ["../cases/a.json", "cases/../a.json", "a.json", "cases/a/b.json"])
def test_a_manifest_leads_to_no_other_folder(file: str) -> None:
    document: dict[str, Any] = {**encode_manifest(made("leak"))}
    document["cases"] = [{**document["cases"][0], "file": file}]
    with pytest.raises(UnreadableError, match="is no file of a case"):
        read_manifest(json.dumps(document).encode(), "a file")
