"""A small rulebook and hand-made audits of it."""

from __future__ import annotations

from dataclasses import replace

from headjudge.evidence.results import (
    Audit,
    Branch,
    Cause,
    Denial,
    Finding,
    Keeper,
    Kind,
    Loop,
    Part,
    Result,
    Searched,
    Step,
    Trace,
    Turn,
    Verdict,
    WayOut,
)
from headjudge.rulebook import parse_rulebook
from headjudge.rulebook.syntax import Rulebook, Setting
from headjudge.rulebook.values import Act, Situation, Value

TEXT = """# Lamps

```toml rulebook
title = "Lamps"
edition = "2026-10"

[scope]
lamps = 2
signals = 3

[roles]
phase = "time_of_day"
```

**1.1** Whoever has the word may hang out a lamp.

```python rule
class TimeOfDay(Enum): DAY, LATE_NIGHT

class Signal(Record):
    sender: Player
    bright: bool

class State:
    time_of_day: TimeOfDay = DAY
    word: Told[Maybe[Player]] = nobody
    lamps: Each[Player, Stock[scope.lamps]]
    signals: List[Signal, scope.signals]
    watch: Each[TimeOfDay, bool] = False

@move("acts")
def hang_lamp(player: Player, bright: bool = False, aim: TimeOfDay = DAY):
    needs(lamps[player] > 0)
    lamps[player] -= 1
    signals.append(Signal(player, bright))

@may
def hang_lamp(player):
    return player == word
```

**1.2** At night no lamp is hung out.

```python rule
@must_not
def hang_lamp():
    return time_of_day == LATE_NIGHT
```

**1.3** The clock strikes when it has to.

```python rule
@step
def strike_clock(twice: bool = False):
    time_of_day = LATE_NIGHT

@must
def strike_clock():
    return time_of_day == DAY

@never
def the_clock_stops():
    return False
```

**E1** The weather does what it does.

```python rule environment
@step
def wind_turns(where: Each[Player, bool] = False, who: Maybe[Player] = nobody):
    pass
```
"""

BOOK: Rulebook = parse_rulebook(TEXT.encode(), file="model/lamps.md", name="lamps")
SETTING = Setting(2, (("lamps", 2), ("signals", 3)))


def situation(
    *,
    time: int = 0,
    word: int | None = None,
    lamps: tuple[int, int] = (1, 0),
    signals: tuple[Value, ...] = (),
    watch: tuple[bool, bool] = (False, False),
    spoken: bool = True,
) -> Situation:
    """A situation of the lamps."""
    return Situation((time, word, lamps, signals, watch), (spoken,))


STRIKE = Act("strike_clock", (False,))
HANG = Act("hang_lamp", (0, True, 1))
WIND = Act("wind_turns", ((True, False), 1))

TRACE = Trace(
    situation(),
    (
        Step(STRIKE, ("1.3",), situation(time=1, word=0, spoken=False)),
        Step(WIND, ("E1",), situation(time=1, word=0)),
        Step(
            HANG,
            ("1.1",),
            situation(time=1, word=None, lamps=(0, 0), signals=((0, True),)),
        ),
    ),
)
STOPPED = replace(TRACE, steps=(*TRACE.steps[:2], Step(HANG, ("1.1",), None)))

CONFLICT = Finding(
    "no-conflict",
    Cause(Kind.CONFLICT, "hang_lamp", ("1.1", "1.2")),
    replace(TRACE, steps=TRACE.steps[:2]),
    decisive=("1.2",),
    enabling=("1.3",),
    assumes=("wind_turns(who = B)",),
    act=HANG,
)
# After the clock has struck, the other two steps go round for ever.
ROUND = Finding(
    "it-ends",
    Cause(Kind.LOOP),
    replace(
        TRACE,
        steps=(*TRACE.steps[:2], replace(TRACE.steps[2], after=TRACE.steps[0].after)),
        loop=1,
    ),
    decisive=("1.1",),
    loop=Loop(Keeper.PLAYERS, (WayOut(2, "B", STRIKE), WayOut(3, "A", HANG)), ("wind_turns()",)),
)
# The same, but for one more signal after each round.
GROWING = replace(
    ROUND,
    trace=None if ROUND.trace is None else replace(ROUND.trace, growth=(("len(signals)", 1),)),
)
# A denies B an answer by striking the clock, with the wind blowing in between if it likes.
DENIAL = Denial(
    0,
    cards=False,
    situations=2,
    turns=(
        Turn(
            situation(time=1, word=None),
            (
                Branch(HANG, chosen=True, to=None, clauses=("1.1",)),
                Branch(WIND, chosen=False, to=1, clauses=("E1",)),
            ),
        ),
        Turn(situation(word=1, spoken=False), (Branch(STRIKE, chosen=True, to=None),)),
    ),
    clauses=("1.1", "E1"),
)
DENIED = Finding(
    "answer-to-an-item",
    Cause(Kind.DENIED),
    TRACE,
    decisive=("1.1",),
    about=(("player", "B"),),
    denial=DENIAL,
)
SEARCHED = Searched("explore", 48_312, 200_000, 17, (("signals", 210), ("lamps", 2)))
CLEAN = Searched("explore", 48_312, 200_000, 17, ())


def result(
    name: str = "no-conflict",
    kind: Kind = Kind.CONFLICT,
    verdict: Verdict = Verdict.REFUTED,
    findings: tuple[Finding, ...] = (CONFLICT,),
    *,
    title: str = "What one clause allows, no other clause forbids",
    required: str = "within scope",
    searched: Searched | None = SEARCHED,
    why: str = "",
    witness: Trace | None = None,
    parts: tuple[Part, ...] = (),
) -> Result:
    """A result, by default the conflict about the lamp."""
    made = Result(
        name, title, "Words.", kind, verdict, required, findings, searched, None, why, witness
    )
    return replace(made, parts=parts)


def audit(*results: Result, **changes: object) -> Audit:
    """An audit with these results."""
    whole = Audit(BOOK, SETTING, results, (SEARCHED,), (1, 5, 9), complete=True)
    return replace(whole, **changes)  # type: ignore[arg-type]
