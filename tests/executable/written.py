"""Small rulebooks written as documents."""

from __future__ import annotations

from collections.abc import Mapping

from headjudge.rulebook import parse_rulebook, setting
from headjudge.rulebook.syntax import Rulebook
from headjudge.semantics.executable import Game, build

HEADER = """\
# Small

```toml rulebook
title = "Small"
edition = "1"
players = {{ min = {low}, max = {high} }}

[scope]
{scope}

[roles]
{roles}
```
"""


def document(
    *blocks: str,
    players: tuple[int, int] = (2, 2),
    scope: Mapping[str, int] | None = None,
    roles: Mapping[str, str] | None = None,
) -> str:
    """A document whose clauses 1.1, 1.2, … hold one block each.

    A block that starts with ``example`` is an example of the clause before.
    """
    low, high = players
    written = HEADER.format(
        low=low,
        high=high,
        scope="\n".join(f"{name} = {value}" for name, value in (scope or {"room": 3}).items()),
        roles="\n".join(f'{name} = "{target}"' for name, target in (roles or {}).items()),
    )
    number = 0
    for block in blocks:
        if block.startswith("example"):
            written += f"\n```python {block.strip()}\n```\n"
        else:
            number += 1
            written += f"\n**1.{number}** Words of clause 1.{number}.\n"
            written += f"\n```python rule environment\n{block.strip()}\n```\n"
    return written


def rulebook(*blocks: str, **more: object) -> Rulebook:
    """The rulebook of such a document."""
    text = document(*blocks, **more)  # type: ignore[arg-type]
    return parse_rulebook(text.encode(), file="small.md", name="small")


def game(*blocks: str, **more: object) -> Game:
    """A game of such a rulebook with the fewest players and the default scope."""
    book = rulebook(*blocks, **more)
    return Game(build(book), setting(book, players=None, scope={}))
