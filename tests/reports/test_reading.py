from __future__ import annotations

from pathlib import Path

import pytest

from headjudge.reports.reading import read
from headjudge.rulebook import parse_rulebook, read_rulebook
from tests.reports.books import BOOK, TEXT

ROOT = Path(__file__).resolve().parents[2]

BASE = """
```toml rulebook
title = "Small"
edition = "1"

[scope]
items = 3
cards = 2
```

**0.1** What there is.

```python rule
class Kind(Enum): FAST, SLOW

class Item(Record):
    owner: Player
    kind: Kind

class State:
    turn: Player = 0
    holder: Told[Maybe[Player]] = nobody
    open: bool = False
    busy: bool = False
    kind: Kind = FAST
    number: Range[0, 3] = 0
    cards: Hidden[Each[Player, Stock[scope.cards]]]
    stack: List[Item, scope.items]

@move
def act(player: Player, kind_: Kind = FAST):
    needs(cards[player] > 0)
    cards[player] -= 1

def held():
    return holder == turn

def top_of(p):
    return len(stack) > 0 and stack[-1].owner == p
```

**1.1** The clause.

```python rule
{block}
```
"""


def sentences(block: str) -> tuple[str, ...]:
    text = BASE.format(block=block)
    book = parse_rulebook(text.encode(), file="model/small.md", name="small")
    return next(one.sentences for one in read(book) if one.clause.id == "1.1")


def norm(condition: str) -> str:
    (sentence,) = sentences(f"@may\ndef act(player):\n    return {condition}")
    return sentence


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("True", "Player may “act”."),
        ("open", "Player may “act” if open."),
        ("not open", "Player may “act” if not open."),
        ("player == turn and not busy", "Player may “act” if player is turn and not busy."),
        ("open and (busy or held())", "Player may “act” if open and (busy or “held”)."),
        ("open and busy or held()", "Player may “act” if (open and busy) or “held”."),
        ("not (open and busy)", "Player may “act” if not (open and busy)."),
        ("number >= 2", "Player may “act” if number is at least 2."),
        ("number + 1 < 3", "Player may “act” if number plus 1 is less than 3."),
        ("holder != nobody", "Player may “act” if holder is not nobody."),
        ("kind not in (FAST, SLOW)", "Player may “act” if kind is none of Fast, Slow."),
        ("kind in (FAST, SLOW)", "Player may “act” if kind is one of Fast, Slow."),
        (
            "len(stack) > 0 and stack[-1].owner == player",
            (
                "Player may “act” if the number of items of stack is more than 0 and the owner of "
                "the last item of stack is player."
            ),
        ),
        (
            "any(cards[p] > 0 for p in players if p != player)",
            (
                "Player may “act” if there is p among the players with p is not player such that "
                "cards of p is more than 0."
            ),
        ),
        (
            "not any(i.kind == FAST for i in stack)",
            (
                "Player may “act” if there is no i among the items of stack such that the kind of "
                "i is Fast."
            ),
        ),
        (
            "all(cards[p] == 0 for p in players)",
            "Player may “act” if for every p among the players: cards of p is 0.",
        ),
        ("next_player(turn) == player", "Player may “act” if the player after turn is player."),
        ("top_of(next_player(player))", "Player may “act” if “top of” (the player after player)."),
        ("open if busy else held()", "Player may “act” if open if busy, otherwise “held”."),
    ],
)
def test_a_condition_is_said_in_plain_words(condition: str, said: str) -> None:
    assert norm(condition) == said


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("open and (busy or held())", "open and busy or held()"),
        ("not open and busy", "not (open and busy)"),
        ("not (open or busy)", "not open or busy"),
        ("number < 2", "number <= 2"),
        ("open and busy", "open or busy"),
        ("any(cards[p] > 0 for p in players)", "all(cards[p] > 0 for p in players)"),
        ("any(open for p in players) and busy", "any(open and busy for p in players)"),
        ("any(open and p == turn for p in players)", "any(open for p in players if p == turn)"),
        ("number - (1 + 1) == 0", "number - 1 + 1 == 0"),
        ("cards[next_player(player)] > 0", "cards[player] > 0"),
        ("stack[0].kind == FAST", "stack[-1].kind == FAST"),
        ("(open if busy else held()) and open", "open if busy else held() and open"),
        ("all(open for p in players) or busy", "all(open or busy for p in players)"),
        ("first(p for p in players if open) == turn", "last(p for p in players if open) == turn"),
        ("count(open for p in players) > 1", "count(open for p in players) >= 1"),
    ],
)
def test_what_means_two_things_is_not_said_in_the_same_words(one: str, other: str) -> None:
    assert norm(one) != norm(other)


@pytest.mark.parametrize(
    ("block", "said"),
    [
        (
            "@must_not\ndef act():\n    return busy",
            "A player must not “act” if busy.",
        ),
        ("@only\ndef act(player):\n    return open", "Player may “act” only while open."),
        ("@must\ndef act(player):\n    return open", "Player must “act” while open."),
        (
            '@may\n@overrides("0.1")\ndef act(player):\n    return open',
            "Player may “act” if open; this counts before 0.1.",
        ),
        (
            '@may\n@reading("Who?", "All")\ndef act(player):\n    return open',
            "If “Who?” is answered “All”: player may “act” if open.",
        ),
        (
            "@when\ndef act(player):\n    open = False\n    number += 1",
            "When player does “act”: open becomes no; number grows by 1.",
        ),
        (
            "@then\ndef act(player, kind_):\n    stack.append(Item(player, kind_))",
            (
                "After player does “act”, as things then are: Item (owner player, kind kind) is "
                "added to stack."
            ),
        ),
        (
            (
                "@when\ndef act(player):\n    if open:\n        keeps(holder)\n    else:\n"
                "        stack.pop()"
            ),
            (
                "When player does “act”: (if open: holder stays as it is; otherwise the last item "
                "leaves stack)."
            ),
        ),
        (
            "@when\ndef act(player):\n    for p in players:\n        cards[p] = 0",
            "When player does “act”: (for each p among the players: cards of p becomes 0).",
        ),
        (
            "@step\ndef tick(many: Range[0, 2] = 0):\n    needs(open)\n    number = many",
            (
                "The game can “tick” [many: a number from 0 to 2] where open; then number becomes "
                "many."
            ),
        ),
        (
            "@never\ndef two(p, q):\n    return p != q and legal(act(p)) and legal(act(q))",
            (
                "“two”: in no situation at rest, for any p and q: p is not q and “act” (player p) "
                "may happen next and “act” (player q) may happen next."
            ),
        ),
        (
            "@always\ndef grows():\n    needs(open)\n    return next(number) >= number",
            ("“grows”: in every step: number afterwards is at least number — provided that open."),
        ),
        (
            '@any_order("act")\ndef whichever():\n    pass',
            "“whichever”: in what order “act” happens makes no difference.",
        ),
        (
            '@sometimes("p")\ndef acts_(p, q):\n    return legal(act(p)) and q != p',
            (
                "“acts”: in some situation, for every p, for some q: “act” (player p) may happen "
                "next and q is not p."
            ),
        ),
        (
            (
                "def many(p):\n    n = cards[p]\n    if n > 1:\n        return True\n"
                "    return open\n\n@may\ndef act(player):\n    return many(player)"
            ),
            (
                "“many” (p) means: (if n is more than 1: yes; otherwise: open), where n is cards "
                "of p."
            ),
        ),
    ],
)
def test_a_statement_is_one_sentence(block: str, said: str) -> None:
    assert sentences(block)[0] == said


def test_fields_are_told_with_what_they_start_as() -> None:
    text = BASE.format(block="@may\ndef act(player):\n    return open")
    book = parse_rulebook(text.encode(), file="model/small.md", name="small")
    told = read(book)[0].sentences
    assert "“turn” is a player, at first A." in told
    assert (
        "“holder” is a player or nobody, at first nobody; it does not stay by itself and has to "
        "be given anew."
    ) in told
    assert (
        "“cards” is for each player a stock of at most the bound cards; every player sees only "
        "their own."
    ) in told


def test_what_has_no_block_says_so() -> None:
    text = TEXT + '\n**2.1** More.\n\n**2.2** Again.\n\n```toml restated\nby = ["1.1"]\n```\n'
    book = parse_rulebook(text.encode(), file="model/lamps.md", name="lamps")
    told = {one.clause.id: one.sentences for one in read(book)}
    assert told["2.1"] == ("It has no block.",)
    assert told["2.2"] == ("It says again what 1.1 says.",)


@pytest.mark.parametrize("path", sorted((ROOT / "model").glob("*.md")), ids=lambda path: path.stem)
def test_every_clause_of_every_rulebook_can_be_read(path: Path) -> None:
    for one in read(read_rulebook(path)):
        assert one.sentences, one.clause.id
        assert all(
            sentence.endswith((".", "…", "?", "!")) or "modelled" in sentence
            for sentence in one.sentences
        )


def test_every_statement_of_a_clause_has_a_sentence() -> None:
    told = {one.clause.id: one.sentences for one in read(BOOK)}
    for clause in BOOK.clauses:
        count = sum(origin.clause == clause.id for origin in BOOK.origins())
        assert len(told[clause.id]) == count
