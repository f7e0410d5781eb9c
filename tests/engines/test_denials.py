"""Denied answers: the engine's game against a naive one, and against the executable model."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.checks.tasks import plan
from headjudge.engines.explore import Explorer
from headjudge.engines.explore.denials import Deeds, Denials, SidedGame, deeds
from headjudge.engines.explore.expand import Expander
from headjudge.engines.explore.graph import Graph, Stops, graph, present
from headjudge.engines.explore.steps import Record
from headjudge.engines.search import Budget, DenialGoal, Side, Strategy
from headjudge.evidence.denying import Against, TooMany, denied
from headjudge.evidence.precedence import precedence
from headjudge.evidence.replay import replay_trace
from headjudge.rulebook import parse_properties, parse_rulebook, setting
from headjudge.rulebook.syntax import Claim, Property, Rulebook, Setting
from headjudge.rulebook.values import Ruling, domain
from headjudge.semantics.executable import Game, build
from headjudge.semantics.symbolic.lower import lower
from tests.checks.seeded import PATHS, audited, book, name

# ---------------------------------------------------------------- against a naive solver

SIZE = 7


@dataclass(frozen=True)
class Drawn:
    """A small graph: steps as (from, to, whose, choice), and what holds where.

    Of the steps that do not go: from where, whose, whether a bound stops them.
    """

    steps: tuple[tuple[int, int, bool, int], ...]
    stops: tuple[tuple[int, bool, bool], ...]
    granted: tuple[bool, ...]
    good: tuple[bool, ...]


places = st.integers(0, SIZE - 1)
drawn = st.builds(
    Drawn,
    st.lists(st.tuples(places, places, st.booleans(), st.integers(0, 1)), max_size=18).map(tuple),
    st.lists(st.tuples(places, st.booleans(), st.booleans()), max_size=3).map(tuple),
    st.tuples(*[st.booleans()] * SIZE),
    st.tuples(*[st.sampled_from([False, False, True])] * SIZE),
)


def as_game(one: Drawn) -> SidedGame:
    """The same as arrays. Of the other side each step is a choice of its own."""
    steps = sorted(one.steps)
    source = np.array([step[0] for step in steps], dtype=np.int32)
    target = np.array([step[1] for step in steps], dtype=np.int32)
    mine = np.array([step[2] for step in steps], dtype=bool)
    names: dict[object, int] = {}
    choice = [
        names.setdefault((s, c) if own else ("step", number), len(names))
        for number, (s, _, own, c) in enumerate(steps)
    ]
    stopped = [names.setdefault(("stop", number), len(names)) for number in range(len(one.stops))]
    at = np.zeros(len(names), dtype=np.int32)
    at[choice] = source
    at[stopped] = [s for s, _, _ in one.stops]
    incoming = np.argsort(target, kind="stable").astype(np.int32)
    rows = np.arange(SIZE + 1)
    keys = np.arange(SIZE)
    stopped_source = np.array([s for s, _, _ in one.stops], dtype=np.int32)
    nothing = np.zeros(len(steps), dtype=np.int32)
    whole = Graph(
        cast("Expander", SimpleNamespace()),
        keys,
        keys,
        source,
        target,
        nothing,
        nothing,
        np.searchsorted(source, rows),
        incoming,
        np.searchsorted(target[incoming], rows),
        keys < 0,
        Stops(
            stopped_source,
            np.zeros(len(one.stops), dtype=np.int16),
            np.zeros(len(one.stops), dtype=np.int32),
            np.array([cut for _, _, cut in one.stops], dtype=bool),
        ),
    )
    acts = Deeds(
        mine.astype(np.int8),
        np.array([own for _, own, _ in one.stops], dtype=np.int8),
        np.array(choice, dtype=np.int64),
        np.array(stopped, dtype=np.int64),
        at,
    )
    mine_stopped = np.array([own for _, own, _ in one.stops], dtype=bool)
    good = np.array(one.good)
    return SidedGame(whole, acts, np.array(one.granted), good, mine, mine_stopped)


def naive(one: Drawn, *, hopeful: bool) -> list[bool]:
    """From where the answerer's side can force it, said as it is defined."""
    won = list(one.good)
    while True:
        more = list(won)
        for here in range(SIZE):
            if not one.granted[here] or won[here]:
                continue
            mine: dict[object, list[bool]] = {}
            others = []
            for source, target, own, choice in one.steps:
                if source == here and own:
                    mine.setdefault(choice, []).append(won[target])
                elif source == here:
                    others.append(won[target])
            for number, (source, own, cut) in enumerate(one.stops):
                if source == here and own:
                    mine.setdefault(("stop", number), []).append(hopeful or not cut)
                elif source == here:
                    others.append(hopeful or not cut)
            standstill = not mine and not others
            whatever = bool(mine) and all(any(group) for group in mine.values())
            more[here] = any(others) or whatever or standstill
        if more == won:
            return won
        won = more


@given(drawn, st.booleans())
def test_the_answerers_side_wins_from_where_it_does_by_definition(
    one: Drawn, hopeful: bool
) -> None:
    assert as_game(one).answerable(hopeful=hopeful).tolist() == naive(one, hopeful=hopeful)


@given(drawn)
def test_what_is_decided_does_not_hang_on_how_plays_go_on(one: Drawn) -> None:
    game = as_game(one)
    assert not (game.answerable(hopeful=False) & ~game.answerable(hopeful=True)).any()


@given(drawn)
def test_a_rank_counts_down_to_the_end_of_the_grant_whatever_the_others_do(one: Drawn) -> None:
    game = as_game(one)
    won = game.answerable(hopeful=True)
    rank = game.forced_out(won)

    def within(target: int, rounds: int) -> bool:
        if not one.granted[target]:
            return not won[target]
        return 0 < int(rank[target]) < rounds

    for here in range(SIZE):
        if rank[here] <= 0:
            continue
        assert one.granted[here]
        assert not won[here]
        mine: dict[int, list[int]] = {}
        for source, target, own, choice in one.steps:
            if source == here and own:
                mine.setdefault(choice, []).append(target)
            elif source == here:
                assert within(target, rank[here])
        good = [all(within(t, rank[here]) for t in group) for group in mine.values()]
        assert any(good) or not mine


# --------------------------------------------------------- against the executable model


@dataclass(frozen=True)
class Asked:
    """What is asked of a rulebook, in both semantics."""

    explored: Graph
    goal: DenialGoal
    claim: Claim
    game: Game


def asked(rulebook: Rulebook, properties: tuple[Property, ...], where: Setting) -> list[Asked]:
    plain = lower(rulebook, where)
    order = precedence(plain)
    system = lower(rulebook, where, Ruling(exceptions=order.exceptions))
    made = plan(properties, system)
    claims = {one.name: one.claim for one in properties if one.claim is not None}
    game = Game(build(rulebook, tuple(claims.values())), where, ruling=system.ruling)
    record = explored(made.system)
    return [
        Asked(record, goal.goal, claims[task.property.name], game)
        for task in made.tasks
        for goal in task.asked
        if isinstance(goal.goal, DenialGoal)
    ]


def explored(system: Any) -> Graph:
    """All situations of a small system."""
    expander = Expander(system)
    levels = [np.unique(expander.codec.keys(system.initial))]
    known = set(levels[0].tolist())
    record = Record(expander, levels)
    while len(levels[-1]):
        steps = record.expand(levels[-1])
        record.keep(len(levels) - 1, 0, steps)
        after = {int(key) for one in steps for key in one.after} - known
        known |= after
        levels.append(np.array(sorted(after), dtype=levels[0].dtype))
    levels.pop()
    return present(graph(record)).graph


GAMES = tuple(path for path in PATHS if "denied" in str(path) or "never-usable" in str(path))


@pytest.mark.parametrize("path", GAMES, ids=name)
def test_the_executable_model_denies_what_the_engine_says_is_denied(path: Path) -> None:
    rulebook, properties, where = book(path)
    compared = 0
    for one in asked(rulebook, properties, where):
        compared += agree(one, where)
    assert compared


def agree(one: Asked, where: Setting) -> int:
    """Compare every granted situation, for every side that could deny it."""
    layout = one.explored.expander.system.layout
    rows = one.explored.expander.codec.rows(one.explored.keys)
    found = Denials(one.explored, deeds(one.explored), one.goal)
    values = [dict(zip(("player",), (seat,), strict=True)) for seat in range(where.players)]
    assert len(values) == len(one.goal.grants)
    compared = 0
    for side, number, denier, certain in found.certain():
        who = None if side is Side.NOBODY else denier
        against = Against(one.claim, values[number], who, side is Side.CARDS)
        for here, row in enumerate(rows):
            state = one.game.thaw(layout.decode(row))
            if values[number] not in one.game.speaking(one.claim, state):
                assert not certain[here]
                continue
            turns = denied(one.game, against, state, {}, 500)
            assert not isinstance(turns, TooMany)
            assert (turns is not None) == bool(certain[here]), (side, values[number], row)
            compared += 1
    return compared


def test_a_strategy_has_an_answer_to_every_reply() -> None:
    """At the crossing: lower a bar; if it is lifted lower it again, else do as you like."""
    path = next(one for one in GAMES if name(one) == "denied-in-turns/faulty")
    (finding,) = audited(path).findings
    assert finding.denial is not None
    told = [
        [(one.act.action, one.act.arguments[0], one.chosen, one.to) for one in turn.branches]
        for turn in finding.denial.turns
    ]
    assert told == [
        [("lower", 0, True, 1)],
        [("lift", 1, False, 2), ("stay", 1, False, 3)],
        [("lower", 0, True, 4)],
        [("stay", 0, True, 4)],
        [("lift", 1, False, None), ("stay", 1, False, None)],
    ]
    assert finding.denial.ends


def test_a_replay_finds_a_strategy_by_itself() -> None:
    path = next(one for one in GAMES if name(one) == "denied-in-turns/faulty")
    (finding,) = audited(path).findings
    assert finding.denial is not None
    untold = replace(finding, denial=replace(finding.denial, turns=()))
    assert replay_trace(*book(path), untold) == (True, "")


# -------------------------------------------------------------------- small rulebooks

HEAD = """# Bells

```toml rulebook
title = "Bells"
edition = "1"

[scope]
most = 2

[roles]
on_offer = "waiting"
use_offered = "ring"
```

**1.1** A bell may be rung by B.

```python rule
class State:
    bell: bool = True
    word: Player = 0

def waiting(player):
    return bell and player == 1

@move
def ring(player: Player):
    bell = False

@may
def ring(player):
    return player == 1 and word == 1

@move
def give(player: Player):
    word = 1

@may
def give(player):
    return player == 0 and word == 0
```

"""
PROPERTY = """# Answers

## `offer-usable` It can be used

Else.

```python property
@never_denied
def the_offer(player):
    needs(on_offer(player))
    return legal(use_offered(player))
```
"""


def made(text: str) -> Rulebook:
    """A rulebook of this text."""
    return parse_rulebook(text.encode(), file="bells.md", name="bells")


def asking(text: str, rulebook: Rulebook) -> tuple[Property, ...]:
    """The properties of this text."""
    return parse_properties(text.encode(), file="answers.md", rulebook=rulebook)


def answer(more: str) -> tuple[tuple[Strategy, ...], int]:
    """What the engine finds of the bell with one more clause, and how much it leaves open."""
    rulebook = made(HEAD + more)
    properties = asking(PROPERTY, rulebook)
    system = lower(rulebook, setting(rulebook, players=None, scope={}))
    (task,) = plan(properties, system).tasks
    search = Explorer().search(system, tuple(one.goal for one in task.asked), Budget())
    (only,) = search.answers
    return tuple(hit.strategy for hit in only.hits if hit.strategy is not None), only.undecided


def clause(block: str) -> str:
    return f"**2.1** And more.\n\n```python rule\n{block}\n```\n"


BREAKS = """@move
def crack(player: Player):
    bell = False

@may
def crack(player):
    return player == {who} and word == 0
"""
STRIKES = """class State:
    strokes: List[bool, scope.most]

@move
def strike(player: Player):
    strokes.append(True)

@may
def strike(player):
    return player == {who} and word == 0
"""


def test_who_has_to_act_and_can_only_help_denies_nothing() -> None:
    assert answer("") == ((), 0)


def test_who_can_end_the_grant_denies_it() -> None:
    ((found,), left) = answer(clause(BREAKS.format(who=0)))
    assert (found.side, found.denier, left) == (Side.PLAYER, 0, 0)


def test_who_is_not_the_only_one_to_act_can_only_do_what_others_leave() -> None:
    rings = "\n@may\ndef ring(player):\n    return player == 1\n"
    assert answer(clause(BREAKS.format(who=0) + rings)) == ((), 0)


def test_an_owner_who_gives_it_away_is_not_denied_it() -> None:
    assert answer(clause(BREAKS.format(who=1))) == ((), 0)


def test_a_denier_who_would_be_cut_off_has_other_choices_or_none() -> None:
    # A can strike twice and once more, where the play is cut off: how it goes on is not known.
    assert answer(clause(STRIKES.format(who=0))) == ((), 1)
    ((found,), left) = answer(clause(STRIKES.format(who=0) + BREAKS.format(who=0)))
    assert (found.side, found.denier, left) == (Side.PLAYER, 0, 0)


def test_others_who_would_be_cut_off_might_have_found_a_way() -> None:
    # Without `give` A only can crack it; B strikes meanwhile, and nobody knows to what end.
    never = "\n@must_not\ndef give():\n    return True\n"
    held = clause(BREAKS.format(who=0) + never)
    ((found,), left) = answer(held)
    assert (found.side, left) == (Side.NOBODY, 0)
    struck = clause(BREAKS.format(who=0) + never + STRIKES.format(who=1))
    assert answer(struck) == ((), 1)


def test_an_order_that_nobody_chooses_is_not_the_deniers_to_choose() -> None:
    which = """@move
def crack(player: Player, side: Which[bool]):
    if side:
        bell = False
    else:
        word = 1

@may
def crack(player):
    return player == 0 and word == 0

@must_not
def give():
    return True
"""
    assert answer(clause(which)) == ((), 0)
    ((found,), _) = answer(clause(which.replace("Which[bool]", "bool")))
    assert (found.side, found.denier) == (Side.PLAYER, 0)


def test_a_game_that_is_over_denies_nothing() -> None:
    over = HEAD.replace('use_offered = "ring"', 'use_offered = "ring"\nover = "cracked"')
    block = BREAKS.format(who=0) + "\ndef cracked():\n    return not bell\n"
    rulebook = made(over + clause(block))
    properties = asking(PROPERTY, rulebook)
    system = lower(rulebook, setting(rulebook, players=None, scope={}))
    (task,) = plan(properties, system).tasks
    search = Explorer().search(system, tuple(one.goal for one in task.asked), Budget())
    assert search.answers[0].hits == ()


def test_every_value_of_a_claims_parameters_is_a_grant_of_its_first() -> None:
    text = PROPERTY.replace("the_offer(player)", "the_offer(player, x: bool)").replace(
        "needs(on_offer(player))", "needs(on_offer(player) and x)"
    )
    rulebook = made(HEAD)
    properties = asking(text, rulebook)
    where = setting(rulebook, players=None, scope={})
    (task,) = plan(properties, lower(rulebook, where)).tasks
    goal = task.asked[0].goal
    assert isinstance(goal, DenialGoal)
    claim = properties[0].claim
    assert claim is not None
    sizes = [len([*domain(one.type, where)]) for one in claim.parameters]
    assert [grant.player for grant in goal.grants] == [0] * sizes[1] + [1] * sizes[1]
