"""A rulebook's prose made harmless: it can be a stranger's, and goes into pages and terminals."""

from __future__ import annotations

import re
import unicodedata

_LOST = "\N{REPLACEMENT CHARACTER}"
_KEPT_FORMATS = frozenset("\u200c\u200d")  # joiners, which some scripts and signs need
_SPECIAL = re.compile(r"([\\`*_{}\[\]#|~!$@^])")
# Platforms make links of bare addresses and of whom or what is named, escaped or not; a comment
# between the two characters shows nothing and leaves nothing to be found.
_LINKED = re.compile(r"(?<=:)(?=//)|(?<=\bwww)(?=\.)|(?<=[@#])(?=\w)", re.IGNORECASE)
_NOTHING = "<!-- -->"
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_COMMAND = re.compile(r"##\[|^\s*::", re.MULTILINE)
_CODE = str.maketrans(
    {"`": "'", "|": "\N{BROKEN BAR}"}
)  # neither can be escaped in code in a table
_NOT_IN_A_DIAGRAM = re.compile(r"[^\w .,:/()\[\]+=→“”'-]")


def plain(text: str) -> str:
    """One line without control characters, and without what turns the direction of text."""
    return " ".join("".join(_harmless(character) for character in text).split())


def harmless(text: str) -> str:
    """Lines of code, each as :func:`plain` has it, with the spaces in front of it.

    There is no backtick among them that could end a block of code.
    """
    lines = text.replace("`", "'").split("\n")
    return "\n".join(" " * (len(one) - len(one.lstrip(" "))) + plain(one) for one in lines)


def _harmless(character: str) -> str:
    category = unicodedata.category(character)
    if character in "\n\t" or category in {"Zl", "Zp"}:
        return " "
    if category in {"Cc", "Cs"} or (category == "Cf" and character not in _KEPT_FORMATS):
        return _LOST
    return character


def markdown(text: str) -> str:
    """One line of text as Markdown that shows just this text, also in a cell or a quote.

    It has to follow other words on its line: what only means something at the start of a
    line is left as it is.
    """
    parts = []
    for part in _LINKED.split(plain(text)):
        escaped = _SPECIAL.sub(r"\\\1", part)
        parts.append("".join(_ENTITIES.get(character, character) for character in escaped))
    return _NOTHING.join(parts)


def code(text: str) -> str:
    """One line of text in code marks."""
    return f"`{plain(text).translate(_CODE) or ' '}`"


def diagram(text: str) -> str:
    """One line of text that stands in a Mermaid diagram after a colon."""
    return _NOT_IN_A_DIAGRAM.sub("·", plain(text)).strip() or "·"


def unarmed(text: str) -> str:
    """Lines in which no platform that reads a job's output finds a command.

    Commands are ``::name::`` at the start of a line, and ``##[name]`` anywhere.
    """
    return _COMMAND.sub(lambda match: " ".join(match[0]), text)


def shortened(text: str, limit: int) -> str:
    """One line of at most so many characters, cut at a word."""
    whole = plain(text)
    if len(whole) <= limit:
        return whole
    cut = whole[: limit - 1]
    space = cut.rfind(" ")
    return (cut[:space] if space > limit // 2 else cut).rstrip(" ,;:.") + "…"
