"""Single-clause changes of a rulebook, each in one place."""

from __future__ import annotations

import pytest

from headjudge.edits.essence import rules_of
from headjudge.edits.pieces import Manner
from headjudge.edits.variants import Variant, essence_of, variants
from headjudge.reports.variants import block, sentence
from headjudge.rulebook import parse_rulebook
from headjudge.rulebook.syntax import NormKind, Rulebook
from tests.edits.edited import BASE, version

FERRY = """\
# The Ferry

```toml rulebook
title = "The Ferry"
edition = "1"

[roles]
turn = "turn"
holder = "rower"
```

**1.1** The ferry crosses.

```python rule
class State:
    turn: Player = 0
    rower: Maybe[Player] = nobody
    far: bool = False
    load: Range[0, 3] = 0

@move
def cross(player: Player):
    needs(load > 0)
    far = not far

@move
def moor(player: Player):
    far = False
```

**1.2** {words}

```python rule
{rule}
```

**1.3** It waits at night.

```python rule
@must_not
def cross():
    return far
```
"""


def ferry(rule: str) -> Rulebook:
    text = FERRY.format(words="Who may.", rule=rule)
    return parse_rulebook(text.encode(), file="ferry.md", name="ferry")


def of(rule: str) -> dict[str, Variant]:
    """The changes of the clause in question, by their sentences."""
    book = ferry(rule)
    return {sentence(one, book): one for one in variants(book) if one.clause == "1.2"}


def beacons() -> Rulebook:
    return version(BASE).rulebook


def test_a_change_is_a_change_of_one_clause() -> None:
    book = beacons()
    for one in variants(book):
        changed = one.applied(book)
        other = [
            id_.id for id_ in book.clauses if rules_of(book, id_.id) != rules_of(changed, id_.id)
        ]
        assert other == [one.clause]


def test_no_change_is_made_twice_and_each_has_a_name_of_its_own() -> None:
    found = variants(beacons())
    assert len({essence_of(one) for one in found}) == len(found)
    assert len({one.name for one in found}) == len(found)


def test_the_smallest_changes_come_first() -> None:
    sizes = [one.size for one in variants(beacons())]
    assert sizes == sorted(sizes)
    assert sizes[0] == 1


def test_what_cards_do_is_left_as_it_is() -> None:
    rule = "@may\ndef cross(player):\n    return player == turn"
    text = FERRY.format(words="Who may.", rule=rule)
    text = text.replace(
        "**1.2** Who may.\n\n```python rule", "**1.2** Who may.\n\n```python rule environment"
    )
    book = parse_rulebook(text.encode(), file="ferry.md", name="ferry")
    assert {one.clause for one in variants(book)} == {"1.1", "1.3"}


def test_a_condition_is_weakened_and_strengthened_part_by_part() -> None:
    found = of("@may\ndef cross(player):\n    return player == turn and load < 2")
    assert set(found) == {
        "1.2: without “load is less than 2”",
        "1.2: without “player is turn”",
        "1.2: “or” instead of “and” in “player is turn and load is less than 2”",
        "1.2: “player is rower” instead of “player is turn”",
        "1.2: “player is the player after turn” instead of “player is turn”",
        "1.2: “load is at most 2” instead of “load is less than 2”",
        "1.2: “load is less than 3” instead of “load is less than 2”",
        "1.2: “load is less than 1” instead of “load is less than 2”",
        "1.2: it counts before 1.3",
        "1.2: struck",
    }


def test_a_single_condition_is_left_out_or_turned_round() -> None:
    found = of("@may\ndef cross():\n    return far")
    assert set(found) == {
        "1.2: without “far”",
        "1.2: “not far” instead of “far”",
        "1.2: it counts before 1.3",
        "1.2: struck",
    }


def test_a_duty_may_become_a_permission_and_need_not_be_waited_for() -> None:
    rule = '@must\n@before("moor")\ndef cross():\n    return True'
    found = of(rule)
    assert set(found) == {
        "1.2: “may” instead of “must”",
        "1.2: “moor” need not wait for it",
        "1.2: it counts before 1.3",
        "1.2: struck",
    }
    weaker = found["1.2: “may” instead of “must”"].changed[0]
    assert getattr(weaker, "kind", None) is NormKind.MAY


def test_what_follows_is_left_out_or_comes_out_otherwise() -> None:
    found = of("@when\ndef cross(player):\n    load += 1\n    turn = next_player(player)")
    assert set(found) == {
        "1.2: without “load grows by 1”",
        "1.2: without “turn becomes the player after player”",
        "1.2: “load falls by 1” instead of “load grows by 1”",
        "1.2: “load grows by 2” instead of “load grows by 1”",
        "1.2: “turn becomes player” instead of “turn becomes the player after player”",
        "1.2: read after all else that happens with it",
        "1.2: struck",
    }


def test_a_clause_that_says_more_than_one_thing_is_struck_as_a_whole_too() -> None:
    rule = "@may\ndef cross():\n    return far\n\n@when\ndef cross():\n    load = 1"
    found = of(rule)
    both = found["1.2: struck, all of it"]
    assert both.changed == ()
    assert len(both.swaps) == 2
    assert "1.2, permission of “cross”: struck" in found
    assert "1.2, when “cross”: struck" in found


@pytest.mark.parametrize("manner", list(Manner))
def test_every_way_of_changing_a_clause_is_tried(manner: Manner) -> None:
    head = '@must\n@before("moor")\ndef cross(player):\n'
    rule = f"{head}    return player == turn and load <= 2 or far"
    more = "\n\n@when\ndef cross():\n    far = True"
    other = "\n\n@only\ndef cross():\n    return not far"
    assert manner in {one.manner for one in of(rule + more + other).values()}


def test_a_changed_block_is_written_as_it_would_stand_in_the_rulebook() -> None:
    rule = "@may\ndef cross(player):\n    return player == turn and load < 2"
    book = ferry(rule)
    one = of(rule)["1.2: without “load is less than 2”"]
    assert block(one, book) == "@may\ndef cross(player):\n    return player == turn"
    again = ferry(block(one, book))
    assert rules_of(again, "1.2") == rules_of(one.applied(book), "1.2")
