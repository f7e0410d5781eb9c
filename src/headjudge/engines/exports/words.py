"""What a rulebook says, as a comment of another language."""

from __future__ import annotations

import re

_ODD = re.compile(r"[^ -~]|\*/|/\*|\\")


def comment(words: str) -> str:
    """One line of plain characters that cannot end a comment or begin one."""
    return _ODD.sub(lambda found: " " if len(found[0]) > 1 else "?", " ".join(words.split()))
