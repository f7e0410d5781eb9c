"""Suggestions that mend findings, kept beside the counterexamples until the next check.

``mends.json`` says for which question they were found: a rulebook, what is asked of it, and
where. To any other question they are no answer, and are left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from headjudge.evidence.files import MENDS_MARK
from headjudge.evidence.results import Mend
from headjudge.evidence.strict import MAX_BYTES, Node, parse_json

FILE = "mends.json"
VERSION = "mends/1"
_MOST = 500
_MOST_OF_ONE = 20
_LONGEST = 100

Suggestions = Mapping[str, tuple[Mend, ...]]


def write_suggestions(question: str, found: Suggestions) -> str:
    """The document; ``question`` is the fingerprint of what was asked."""
    document = {
        "headjudge": VERSION,
        "question": question,
        "mends": {
            name: [
                {"said": one.said, "block": one.block, "changes": [*one.changes]} for one in mends
            ]
            for name, mends in sorted(found.items())
            if mends
        },
    }
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    if not text.startswith(MENDS_MARK):
        raise ValueError("the document does not begin with its mark")
    return text


def read_suggestions(path: Path, file: str, question: str) -> Suggestions:
    """What is suggested for the findings of a question; nothing if it is another one.

    ``file`` is the path as messages show it. Raises UnreadableError.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError:
        return {}
    version, asked, mends = parse_json(data, file).exactly("headjudge", "question", "mends")
    if version.text(_LONGEST) != VERSION or asked.text(_LONGEST) != question:
        return {}
    parts = mends.parts()
    if len(parts) > _MOST:
        mends.refuse(f"has more than {_MOST} findings")
    return {
        name: tuple(_mend(one) for one in several.items(_MOST_OF_ONE))
        for name, several in parts.items()
    }


def _mend(node: Node) -> Mend:
    said, block, changes = node.exactly("said", "block", "changes")
    return Mend(said.text(), block.text(), tuple(one.text() for one in changes.items(_MOST)))
