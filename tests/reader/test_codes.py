from __future__ import annotations

import re
from pathlib import Path

from headjudge.rulebook import codes
from headjudge.rulebook.codes import CODES, codes_page

ROOT = Path(__file__).parents[2]
SOURCES = sorted(Path(codes.__file__).parents[1].rglob("*.py"))


def test_the_page_of_codes_is_made_from_the_registry() -> None:
    page = (ROOT / "docs" / "codes.md").read_text(encoding="utf-8")
    assert page == codes_page(), "write the value of codes_page() into docs/codes.md"


def test_codes_are_in_alphabetical_order_and_say_what_to_do() -> None:
    assert list(CODES) == sorted(CODES)
    for name, code in CODES.items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
        assert code.meaning.endswith(".")
        assert code.cure.endswith(".")


def test_every_code_is_used_somewhere() -> None:
    registry = Path(codes.__file__)
    text = "".join(path.read_text("utf-8") for path in SOURCES if path != registry)
    elsewhere = {"bad-acceptance", "bad-trace"}  # told of files that are no documents
    assert [name for name in CODES if f'"{name}"' not in text and name not in elsewhere] == []
