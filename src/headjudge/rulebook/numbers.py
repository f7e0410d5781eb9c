"""What looks like the number of a clause at the start of a paragraph or heading, and is none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum


class Mark(Enum):
    """How the start of a paragraph is set off, or that it is a heading."""

    PLAIN = "plain"
    ITALIC = "italic"
    BOLD = "bold"
    HEADING = "heading"


@dataclass(frozen=True, slots=True)
class Lookalike:
    """Such a number. ``sure``: it is meant as one, whether or not a block follows."""

    text: str
    sure: bool
    cure: str


_LONGEST = 60
_SIGNS = re.compile(r"[*_\u00a7(\[\s]*")
_WORD = re.compile(r"[^\s\u2013\u2014]+")
_DOTTED = re.compile(
    r"(?:(?:[A-Z]{0,3}|[a-uw-z])\d[^\W_]*(?:[._]+[^\W_]+)+"  # 2_4, a2.4; v2.4 is a version
    r"|[A-Za-z][._]\d[^\W_]*(?:[._]+[^\W_]+)*)"  # A.1
)
_BARE = re.compile(r"\d+")
_JOINED = re.compile(r"[A-Z]?\d+[a-z]?(?:[-,:/]\d+[a-z]?)+")
_ID = re.compile(r"[A-Z]?[0-9][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)+")


def lookalike(text: str, mark: Mark) -> Lookalike | None:
    """Whether a text that opens no clause begins like one that does.

    Of what is in bold or italic ``text`` is that and no more. In plain type a small letter after
    the number makes it prose: "2.4 says so", "2.5 seconds later".
    """
    signs = _SIGNS.match(text)
    text = text[signs.end() :] if signs else text
    if mark is Mark.PLAIN and signs and "*" in signs[0]:
        mark = Mark.BOLD if "**" in signs[0] else Mark.ITALIC
    word = _WORD.match(text)
    if word is None:
        return None
    number = word[0].rstrip(").:,;]*_")
    if len(number) > _LONGEST:
        return None
    alone = mark in (Mark.BOLD, Mark.ITALIC) and word.end() == len(text)
    if _DOTTED.fullmatch(number):
        if mark is Mark.PLAIN:
            prose = "." not in number or text[word.end() :].lstrip()[:1].islower()
            return None if prose else Lookalike(number, False, _cure(number, mark))
        return Lookalike(number, alone or mark is not Mark.ITALIC, _cure(number, mark))
    if _BARE.fullmatch(number) and alone:
        cure = f"write `## {number}` or, with a dot, `**{number}.1**`; or begin with a word"
        return Lookalike(number, True, cure)
    if _JOINED.fullmatch(number) and (alone or mark is Mark.HEADING):
        return Lookalike(number, False, _cure(number, mark))
    return None


def _cure(number: str, mark: Mark) -> str:
    letters = re.match(r"[A-Za-z]*", number)
    prefix = letters[0][:1].upper() if letters else ""
    parts = re.findall(r"[A-Za-z0-9]+", number[len(letters[0]) if letters else 0 :])
    better = prefix + ".".join(parts)
    if not _ID.fullmatch(better):
        better = "2.4"
    shown = f"`{better}`" if mark is Mark.HEADING else f"`**{better}**`"
    bold = "" if mark is Mark.HEADING else "in bold, "
    return f"write it {bold}with digits, letters and dots, such as {shown}; or begin with a word"
