from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from tests.frame.project import ROOT, headjudge
from tests.frame.test_tutorial import TEN

# Objects whose keys are names of the rulebook.
NAMED_BY_THE_RULEBOOK = {
    "about",
    "after",
    "against",
    "arguments",
    "cutoffs",
    "elsewhere",
    "readings",
    "scope",
    "start",
}


def keys(value: object) -> Iterator[str]:
    """Every key of the format, wherever it stands in a document."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield key
            if key not in NAMED_BY_THE_RULEBOOK:
                yield from keys(part)
    elif isinstance(value, list):
        for part in value:
            yield from keys(part)


def test_every_key_is_described(tmp_path: Path) -> None:
    described = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    (tmp_path / "good.md").write_text(TEN, encoding="utf-8")
    (tmp_path / "bad.md").write_text("# Nothing\n", encoding="utf-8")
    ran = headjudge(tmp_path, "check", "good.md", "bad.md", "--format", "json")
    used = set(keys(json.loads(ran.stdout)))
    assert {"headline", "cure", "changes", "verdict"} <= used
    assert sorted(key for key in used if f"`{key}`" not in described) == []
