"""A certificate proves what all its cases together prove, and says no more."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.reports.command import run

BOOKS = Path(__file__).parents[1] / "rulebooks"
SWING = """
**3.1** What is claimed.

```python rule
@never
def nobody_takes_over_from_oneself(p):
    return p == sits and legal(take_over(p))

@never
def nobody_takes_over_after_two(p):
    return p != sits and swings == 2 and legal(take_over(p))
```
"""
# What 1.2 allows 1.3 forbids in part, and neither is within the other: at night the bulb is lit
# only if permissions win.
BULB = """# The Bulb

```toml rulebook
title = "The Bulb"
edition = "1"

[scope]
most = 2
```

**1.1** A bulb, and day or night.

```python rule
class State:
    night: bool = False
    lit: Range[0, 3] = 0
    burnt: bool = False
```

**1.2** Whoever likes may light it, and let night fall.

```python rule
@move
def light(player: Player, more: Range[1, scope.most]):
    lit = 3
    burnt = night

@move
def dusk(player: Player):
    night = True

@may("light", "dusk")
def whoever():
    return not night or lit == 0
```

**1.3** At night nobody lights it, and nothing is lit twice.

```python rule
@must_not
def light():
    return night or lit > 0
```

**1.4** Claims.

```python rule
@never("every")
def burnt_at_night():
    return burnt

@never("every")
def lit_by_half():
    return lit == 1
```
"""
CLAIM = "3.1 nobody_takes_over_from_oneself"
HALF = "3.1 nobody_takes_over_after_two"
Change = Callable[[dict[str, Any]], None]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def proved(text: str, name: str, *more: str) -> Path:
    Path(f"{name}.md").write_text(text, "utf-8")
    run("check", f"./{name}.md", "--prove", "--jobs", "1", "--no-cache", *more)
    return Path("proofs", name, "2-players.json")


def swing() -> Path:
    return proved((BOOKS / "reading" / "faulty.md").read_text("utf-8") + SWING, "swing")


def certified(file: Path, change: Change = lambda _: None) -> tuple[int, str]:
    document = json.loads(file.read_text("utf-8"))
    change(document)
    Path("changed.json").write_text(json.dumps(document), "utf-8")
    outcome = run("certify", "changed.json", "--rulebook", f"./{file.parent.name}.md")
    return outcome.exit_code, outcome.output


def delete_last(document: dict[str, Any]) -> None:
    del document["cases"][-1]


def claim_nothing(document: dict[str, Any]) -> None:
    for case in document["cases"]:
        case.update(properties=[], rankings={})


def keep_no_case(document: dict[str, Any]) -> None:
    document["cases"] = []


def test_what_is_proved_in_every_reading_is_named() -> None:
    code, said = certified(swing())
    assert code == 0
    assert f"  proves {CLAIM}\n" in said
    assert "The Swing, edition 1, 2 players" in said
    assert HALF not in said  # it holds in one reading only, and is not written


def test_a_reading_without_a_case_is_not_proved() -> None:
    code, said = certified(swing(), delete_last)
    assert code == 1
    assert f"proves {CLAIM} in 1 of 2 readings: not proved" in said


def test_a_property_that_one_reading_proves_counts_in_that_one_alone() -> None:
    def more(document: dict[str, Any]) -> None:
        for case in document["cases"]:
            if "nothing left" in str(case["readings"]):
                case["properties"].append(HALF)

    code, said = certified(swing(), more)
    assert code == 1
    assert f"proves {HALF} in 1 of 2 readings: not proved" in said
    assert f"  proves {CLAIM}\n" in said


@pytest.mark.parametrize("change", [claim_nothing, keep_no_case])
def test_a_certificate_of_no_property_proves_nothing(change: Change) -> None:
    code, said = certified(swing(), change)
    assert code == 1
    assert "it proves nothing" in said


def test_where_a_conflict_may_arise_both_rulings_need_a_case() -> None:
    file = proved(BULB, "bulb")
    code, said = certified(file)
    assert code == 0
    assert "  proves 1.4 lit_by_half\n" in said
    assert "burnt_at_night" not in said  # it holds only while prohibitions win
    assert "in 1 a conflict may arise" in said
    cases = json.loads(file.read_text("utf-8"))["cases"]
    assert [case["permission_wins"] for case in cases] == [False, True]
    for case in cases:

        def alone(document: dict[str, Any], case: object = case) -> None:
            document["cases"] = [case]

        code, said = certified(file, alone)
        assert code == 1
        assert "proves 1.4 lit_by_half in 0 of 1 reading, in 1 under one ruling" in said


def test_what_is_assumed_and_the_scope_are_printed() -> None:
    _, said = certified(proved(BULB, "bulb"))
    assert "if a card does no more at once than most 2\n" in said
    assert "in the scope most 2\n" in said


def test_a_setting_of_the_command_line_leaves_the_certificate_of_the_usual_one() -> None:
    file = proved(BULB, "bulb")
    before = file.read_bytes()
    proved(BULB, "bulb", "--scope", "most=1")
    assert file.read_bytes() == before
    shutil.rmtree("proofs")
    proved(BULB, "bulb", "--scope", "most=1")
    assert not file.exists()
