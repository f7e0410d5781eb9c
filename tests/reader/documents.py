"""The documents that the reader's tests read."""

from __future__ import annotations

from headjudge.rulebook import UnreadableError, parse_properties, parse_rulebook
from headjudge.rulebook.syntax import Property, Rulebook

LANTERN = '''\
# The Lantern

```toml rulebook
title = "The Lantern"
edition = "2026-10"
players = { min = 2, max = 3 }

[scope]
stack = 4
cards = 2

[roles]
holder = "priority"
pass = "pass_on"
acts = "acts"
empty = "empty"
stage = "Stage"
offered = "hand"

[required]
one-holder = "exhaustive"
```

## 1 The table

**1.1** A turn has two stages.
It starts in the first.

```python rule
class Stage(Enum): EARLY, LATE

class Layer(Record):
    owner: Player
    answers: bool

class State:
    turn: Player = 0
    stage: Stage = EARLY
    priority: Told[Maybe[Player]] = nobody
    stack: List[Layer, scope.stack]
    passes: Range[0, players] = 0
```

**1.2 Cards.** Everybody holds some cards and shows nobody.

```python rule
class State:
    hand: Hidden[Each[Player, Stock[scope.cards]]]
    marked: Each[Player, Each[Stage, bool]] = False

def empty():
    return len(stack) == 0
```

## 2 Acting

**2.1** A player lays a card on the stack.

```python rule
@move("acts", "slow")
def lay(player: Player, answers: bool = False):
    """Out of the hand, onto the stack."""
    needs(hand[player] > 0)
    hand[player] -= 1
    stack.append(Layer(player, answers))

@move("acts")
def pass_on(player: Player): pass

@may("acts")
def holder_acts(player):
    return player == priority
```

**2.2** Only early.

```python rule
@only("slow")
@reading("2.2", "early")
def lay_early(player, answers):
    if answers:
        return True
    return stage == EARLY and player in (turn, next_player(turn))
```

**2.3** Passing hands priority on.

```python rule
@when
def pass_on(player):
    if passes + 1 == players:
        passes = 0
        priority = nobody
    else:
        passes += 1
        priority = next_player(player)
```

**2.4** Nothing is laid late.

```python rule
@must_not
@overrides("2.1")
def lay():
    return stage != EARLY
```

## 3 The stack

| id | rule |
|---|---|
| **3.1** | The newest layer goes first. |

```python rule
@step
def resolve(hits: Each[Player, Range[0, 1]]):
    top = stack[-1]
    needs(not empty())
    if top.owner == turn:
        stage = LATE
    for p in players:
        marked[p][EARLY] = hits[p] > 0
    stack.pop()

@must
@before("refill")
def resolve():
    return priority == nobody and not empty()

@then
def resolve():
    keeps(priority)

@step
def refill():
    hand = 1

@must
def refill():
    return priority == nobody and empty()
```

- **3.2** What is marked stays so.

```toml restated
by = ["3.1"]
```

**3.3** Losing.

```toml unmodelled
reason = "about losing, not about order"
```

## 4 Claims

**4.1** Nobody acts out of turn.

```python rule
@never
def out_of_turn(player):
    needs(priority != nobody)
    return player != priority and can(lay(player, answers=True))

@always
def passes_grow(player):
    return not doing(pass_on(player)) or next(passes) <= passes + 1
```

**4.2** A play.

```python example
start(priority=A, hand=2, stack=(Layer(B, False),), players=3)
lay(A)
illegal(lay(B, answers=True))
expect(len(stack) == 2 and stack[-1].owner == A)
resolve(hits=(1, 0, 0))
```
'''

ONE_HOLDER = """\
# Who may act

## `one-holder` At most one player may act

If two may act at once, nobody knows who goes first.

```python property
@never
def two_may_act(p, q):
    return p != q and legal(acts(p)) and legal(acts(q))
```
"""


def read(text: str) -> Rulebook:
    return parse_rulebook(text.encode(), file="game.md", name="game")


def read_property(text: str, rulebook: Rulebook) -> tuple[Property, ...]:
    return parse_properties(text.encode(), file="properties.md", rulebook=rulebook)


HEADER = """\
```toml rulebook
title = "Game"
edition = "1"
players = { min = 2, max = 4 }

[scope]
stack = 4
cards = 2
```

## 1.1 The clause

"""

STATE = """\
class Stage(Enum): EARLY, LATE

class Layer(Record):
    owner: Player
    late: bool

class State:
    turn: Player = 0
    stage: Stage = EARLY
    holder: Maybe[Player] = nobody
    stack: List[Layer, scope.stack]
    passes: Range[0, 3] = 0
    hand: Each[Player, Stock[scope.cards]]

def empty():
    return len(stack) == 0

@move("acts")
def lay(player: Player, late: bool = False):
    needs(hand[player] > 0)
    hand[player] -= 1

@step
def resolve(hits: Each[Player, Range[0, 1]], number: Range[0, 3] = 0):
    stack.pop()

"""


def block(text: str, info: str = "python rule") -> str:
    return f"```{info}\n{text.rstrip()}\n```\n"


def game(text: str, info: str = "python rule") -> str:
    """A small game and one more block."""
    return HEADER + block(STATE) + "\n" + block(text, info)


FIRST_LINE = HEADER.count("\n") + block(STATE).count("\n") + 3


def faults(document: str | bytes) -> list[str]:
    """All faults of a document, without its file."""
    data = document.encode() if isinstance(document, str) else document
    try:
        parse_rulebook(data, file="game.md", name="game")
    except UnreadableError as error:
        return [str(fault).removeprefix("game.md:") for fault in error.faults]
    return []


def faults_of(text: str, info: str = "python rule") -> list[str]:
    """The faults of one more block in a small game; its first line is line 1."""
    found: list[str] = []
    for fault in faults(game(text, info)):
        line, rest = fault.split(":", 1)
        found.append(f"{int(line) - FIRST_LINE + 1}:{rest}")
    return found
