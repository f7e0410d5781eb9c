"""Of all plays to a goal the plainest is shown: what that means, rule by rule.

Fewest steps; then least stock spent; then what is declared first; then the parameters
whose values come first.
"""

from __future__ import annotations

from headjudge.checks import audit
from headjudge.engines.search import Budget
from headjudge.rulebook import parse_rulebook, setting
from tests.checks.seeded import quiet, said

HEAD = """
# The Errand

```toml rulebook
title = "The Errand"
edition = "1"

[scope]
coins = 3
```

**1.1** Somebody is on the way from home to the market.

```python rule environment
class Place(Enum): HOME, FORD, MILL, BRIDGE, MARKET

class State:
    place: Place = HOME
    coins: Stock[scope.coins]{initial}

@never
def arrives():
    return place == MARKET
```
"""


def move(name: str, start: str, end: str, coins: int = 0, *, more: str = "", when: str = "") -> str:
    """An action from one place to another, for so many coins."""
    pay = f"\n    coins -= {coins}" if coins else ""
    test = f" and {when}" if when else ""
    named = more.partition(":")[0]
    parameters = f", {more}" if more else ""
    return f"""
@move
def {name}(player: Player{parameters}):
    needs(place == {start} and coins >= {coins})
    place = {end}{pay}

@may
def {name}(player{", " + named if named else ""}):
    return True{test}
"""


def shortest(*moves: str, initial: str = " = 3", engine: str = "explore") -> list[str]:
    """The play that is shown for reaching the market."""
    body = "\n".join(moves)
    text = (
        HEAD.replace("{initial}", initial)
        + f"\n**2.1** There are ways.\n\n```python rule\n{body}```\n"
    )
    rulebook = parse_rulebook(text.encode(), file="errand.md", name="errand")
    where = setting(rulebook, players=None, scope={})
    found = audit(rulebook, (), where, engine=engine, budget=Budget(steps=6), report=quiet)
    (finding,) = found.findings
    assert finding.trace is not None
    return [said(rulebook, step.act) for step in finding.trace.steps]


ARRIVE = move("arrive", "BRIDGE", "MARKET")


def test_fewest_steps_come_before_least_stock() -> None:
    ride = move("ride", "HOME", "BRIDGE", 3)
    walk, wade = move("walk", "HOME", "FORD"), move("wade", "FORD", "BRIDGE")
    assert shortest(walk, wade, ride, ARRIVE) == ["ride(A)", "arrive(A)"]


def test_least_stock_comes_before_the_order_of_declaration() -> None:
    ride, walk = move("ride", "HOME", "BRIDGE", 1), move("walk", "HOME", "BRIDGE")
    assert shortest(ride, walk, ARRIVE) == ["walk(A)", "arrive(A)"]


def test_stock_is_summed_over_the_whole_play() -> None:
    cheap, then_dear = move("walk", "HOME", "FORD"), move("sail", "FORD", "BRIDGE", 3)
    dear, then_cheap = move("ride", "HOME", "MILL", 2), move("stroll", "MILL", "BRIDGE")
    play = shortest(cheap, then_dear, dear, then_cheap, ARRIVE)
    assert play == ["ride(A)", "stroll(A)", "arrive(A)"]


def test_stock_gained_does_not_make_up_for_stock_spent() -> None:
    earn, spend = move("earn", "HOME", "FORD", -2), move("spend", "FORD", "BRIDGE", 2)
    idle, pay = move("idle", "HOME", "MILL"), move("pay", "MILL", "BRIDGE", 1)
    play = shortest(earn, spend, idle, pay, ARRIVE, initial=" = 1")
    assert play == ["idle(A)", "pay(A)", "arrive(A)"]


def test_what_is_declared_first_comes_before_plainer_parameters() -> None:
    run = move("run", "HOME", "BRIDGE", more="fast: bool", when="fast")
    walk = move("walk", "HOME", "BRIDGE", more="fast: bool", when="not fast")
    assert shortest(run, walk, ARRIVE) == ["run(A, yes)", "arrive(A)"]
    assert shortest(walk, run, ARRIVE) == ["walk(A, no)", "arrive(A)"]


def test_the_first_step_in_which_plays_differ_decides() -> None:
    walk, wade = move("walk", "HOME", "FORD"), move("wade", "FORD", "BRIDGE")
    ride, trot = move("ride", "HOME", "MILL"), move("trot", "MILL", "BRIDGE")
    assert shortest(walk, ride, trot, wade, ARRIVE) == ["walk(A)", "wade(A)", "arrive(A)"]
    assert shortest(ride, walk, wade, trot, ARRIVE) == ["ride(A)", "trot(A)", "arrive(A)"]


def test_the_plainest_parameters_are_shown() -> None:
    walk = move("walk", "HOME", "BRIDGE", more="by: Place")
    assert shortest(walk, ARRIVE) == ["walk(A, HOME)", "arrive(A)"]


def test_earlier_parameters_count_for_more_than_later_ones() -> None:
    either = "(player == 1 and by == HOME or player == 0 and by == MILL)"
    walk = move("walk", "HOME", "BRIDGE", more="by: Place", when=either)
    assert shortest(walk, ARRIVE) == ["walk(A, MILL)", "arrive(A)"]


def test_the_last_step_too_has_the_plainest_parameters() -> None:
    walk = move("walk", "HOME", "BRIDGE")
    last = move("arrive", "BRIDGE", "MARKET", more="by: Place", when="by != HOME")
    assert shortest(walk, last) == ["walk(A)", "arrive(A, FORD)"]


def test_what_the_last_step_spends_counts_too() -> None:
    walk = move("walk", "HOME", "BRIDGE")
    last = """
@move
def arrive(player: Player, on_foot: bool):
    needs(place == BRIDGE)
    place = MARKET
    if not on_foot:
        coins -= 1

@may
def arrive():
    return True
"""
    assert shortest(walk, last) == ["walk(A)", "arrive(A, yes)"]


def test_a_play_starts_where_it_can_be_shortest() -> None:
    ride = move("ride", "HOME", "BRIDGE", 2)
    walk, wade = move("walk", "HOME", "FORD"), move("wade", "FORD", "BRIDGE")
    assert shortest(walk, wade, ride, ARRIVE, initial="") == ["ride(A)", "arrive(A)"]


def test_bounded_checking_finds_plays_as_short() -> None:
    ride = move("ride", "HOME", "BRIDGE", 3)
    walk, wade = move("walk", "HOME", "FORD"), move("wade", "FORD", "BRIDGE")
    assert len(shortest(walk, wade, ride, ARRIVE, engine="bmc")) == 2
