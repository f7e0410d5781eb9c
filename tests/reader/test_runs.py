from __future__ import annotations

import pytest

from headjudge.rulebook import UnreadableError, parse_rulebook
from headjudge.rulebook.syntax import Setting

BOOK = """# Runs

```toml rulebook
title = "Runs"
edition = "1"
players = {{ min = 2, max = 3 }}

[scope]
cards = 2
lamps = 1

{runs}
```

**1.1** Words.

```python rule
class State:
    turn: Player = 0
    cards: Stock[scope.cards]
    lamps: Stock[scope.lamps]
```
"""


NO_PLAYERS = (
    "bad-header: a run does not say for how many players, 2 to 4 — "
    "write `[[run]]`, below it `players = 3` and the bounds that differ"
)
TOO_MUCH = (
    "scope-out-of-range: the scope `cards` is no number from 0 to 1000 — "
    "write a smaller bound, such as `cards = 4`"
)


def runs(text: str) -> tuple[Setting, ...]:
    data = BOOK.format(runs=text).encode()
    return parse_rulebook(data, file="runs.md", name="runs").runs


def test_a_rulebook_without_runs_has_the_default_setting_only() -> None:
    assert runs("") == ()


def test_a_run_takes_the_bounds_that_it_does_not_name_from_the_scope() -> None:
    text = "[[run]]\nplayers = 3\ncards = 1\n\n[[run]]\nplayers = 2\nlamps = 4"
    assert runs(text) == (
        Setting(3, (("cards", 1), ("lamps", 1))),
        Setting(2, (("cards", 2), ("lamps", 4))),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[[run]]\ncards = 1",
            NO_PLAYERS,
        ),
        (
            "run = 3",
            NO_PLAYERS,
        ),
        (
            "[[run]]\nplayers = 4",
            "players-out-of-range: this rulebook is not for 4 players — take 2 to 3",
        ),
        (
            "[[run]]\nplayers = 3\nlanterns = 1",
            "unknown-scope: there is no scope `lanterns` — take a name of [scope]",
        ),
        (
            "[[run]]\nplayers = 3\ncards = 1000000000",
            TOO_MUCH,
        ),
    ],
)
def test_a_run_that_cannot_be_is_a_fault(text: str, message: str) -> None:
    if text.startswith("run"):
        text = text + "\n"
        data = BOOK.format(runs="").replace('edition = "1"', f'edition = "1"\n{text}').encode()
        with pytest.raises(UnreadableError) as caught:
            parse_rulebook(data, file="runs.md", name="runs")
    else:
        with pytest.raises(UnreadableError) as caught:
            runs(text)
    assert any(str(fault).endswith(message) for fault in caught.value.faults), caught.value
