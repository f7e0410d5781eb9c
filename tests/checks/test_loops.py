"""Plays that never end: the shortest lasso is found, and who keeps it going is named."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import networkx as nx
import pytest

from headjudge.checks import audit
from headjudge.engines.search import Budget
from headjudge.evidence.itf import finding_of, read_trace, write_trace
from headjudge.evidence.replay import replay_trace
from headjudge.evidence.results import Finding, Keeper, Kind, Result, Verdict
from headjudge.rulebook import (
    parse_properties,
    parse_rulebook,
    read_properties,
    read_rulebook,
    setting,
    under_reading,
)
from headjudge.rulebook.syntax import ActionKind, Property, Rulebook
from headjudge.rulebook.values import Situation
from headjudge.semantics.executable import After, Game, build
from tests.checks.seeded import PATHS, ROOT, Seed, audited, book, name, quiet, said

PLAYED = tuple(
    Seed(path, finding.property, {})
    for path in PATHS
    if path.parent.name.startswith("loop-") and path.stem == "faulty"
    for finding in audited(path).findings
    if finding.cause.kind is Kind.LOOP
)

# ------------------------------------------------------- against a search of another kind


def asked(rulebook: Rulebook, condition: str, held: str = "") -> Property:
    """A property that holds if every play comes to a condition on the rulebook's fields."""
    text = f"# P\n\n## `it-comes` It comes\n\nWords.\n\n```python property\n@inevitable{held}\n"
    text += f"def it_comes():\n    return {condition}\n```\n"
    (found,) = parse_properties(text.encode(), file="p.md", rulebook=rulebook)
    return found


def shortest_lasso(game: Game, one: Property) -> int | None:
    """How long the shortest lasso is, by breadth-first search on the executable model."""
    claim = one.claim
    assert claim is not None
    kinds = {action.name: action.kind for action in game.rules.actions}
    level: dict[Situation, int] = {}
    graph: nx.DiGraph[Situation] = nx.DiGraph()
    frontier = {game.freeze(state) for state in game.initial()}
    while frontier:
        depth = max(level.values(), default=-1) + 1
        level.update(dict.fromkeys(frontier, depth))
        after: set[Situation] = set()
        for here in frontier:
            state = game.thaw(here)
            if game.silent(state):
                continue
            acts = game.legal(state)
            kept = [
                act
                for act in acts
                if not claim.passing
                or not game.at_rest(state)
                or kinds[act.action] is ActionKind.STEP
                or act.action in claim.passing
            ]
            for act in acts:
                outcome = game.apply(state, act)
                if isinstance(outcome, After):
                    then = game.freeze(outcome.state)
                    after.add(then)
                    if act in (kept or acts):
                        graph.add_edge(here, then)
        frontier = after - level.keys()
    good = [one for one in graph if game.witnesses(claim, game.thaw(one))]
    graph.remove_nodes_from(good)
    lengths = [
        level[here] + 1 + int(nx.shortest_path_length(graph, then, here))
        for here in graph
        for then in graph[here]
        if nx.has_path(graph, then, here)
    ]
    return min(lengths, default=None)


def conditions(rulebook: Rulebook) -> Iterator[str]:
    """Some conditions to ask for: each truth value among the roles, and its contrary."""
    truths = {field.name for field in rulebook.fields if str(field.type) == "BoolType()"}
    for role in rulebook.roles:
        if role.target in truths:
            yield role.name
            yield f"not {role.name}"
    yield "False"


def cases() -> Iterator[tuple[Path, str, str]]:
    for path in PATHS:
        rulebook = book(path)[0]
        held = ["", '("pass")'] if any(one.name == "pass" for one in rulebook.roles) else [""]
        for condition in conditions(rulebook):
            for how in held:
                yield path, condition, how


@pytest.mark.parametrize(
    ("path", "condition", "held"),
    [pytest.param(*case, id=f"{name(case[0])} {case[1]} {case[2]}") for case in cases()],
)
def test_the_shortest_lasso_is_as_short_as_the_executable_model_has_it(
    path: Path, condition: str, held: str
) -> None:
    rulebook, _, where = book(path)
    answers = {question: given[0] for question, given in rulebook.readings()}
    settled = under_reading(rulebook, answers)
    one = asked(settled, condition, held)
    (found,) = [
        result
        for result in audit(
            settled, (one,), where, engine="explore", budget=Budget(), report=quiet
        ).results
        if result.property == "it-comes"
    ]
    wanted = shortest_lasso(Game(build(settled, (one.claim,)), where), one) if one.claim else None
    lassos = [finding for finding in found.findings if not grows(finding)]
    shortest = [finding.steps for finding in lassos if not trace_of(finding)]
    assert min(shortest, default=None) == wanted
    assert (found.verdict is Verdict.REFUTED) == bool(wanted is not None or found.findings)
    assert not lassos or len(lassos) == len(found.findings)


def grows(finding: Finding) -> bool:
    """Whether the finding's play goes on with more in each round, and so is no lasso."""
    return finding.trace is not None and bool(finding.trace.growth)


def trace_of(finding: Finding) -> bool:
    """Whether the finding's play is one that a permission has to win for."""
    return finding.trace is not None and finding.trace.permission_wins


# ------------------------------------------------------------------- replayed and written


@pytest.mark.parametrize("seed", PLAYED, ids=str)
def test_the_last_situation_is_the_one_in_which_the_loop_begins(seed: Seed) -> None:
    trace = seed.finding.trace
    assert trace is not None
    assert trace.loop is not None
    states = [trace.start, *(step.after for step in trace.steps)]
    assert states[-1] == states[trace.loop]
    assert len(set(states[:-1])) == len(states) - 1


@pytest.mark.parametrize("seed", PLAYED, ids=str)
def test_another_beginning_of_the_loop_does_not_replay(seed: Seed) -> None:
    rulebook, properties, where = book(seed.path)
    trace = seed.finding.trace
    assert trace is not None
    for loop in (None, *range(len(trace))):
        altered = replace(seed.finding, trace=replace(trace, loop=loop))
        good, _ = replay_trace(rulebook, properties, where, altered)
        assert good == (loop == trace.loop)


@pytest.mark.parametrize("seed", PLAYED, ids=str)
def test_another_keeper_of_the_loop_does_not_replay(seed: Seed) -> None:
    rulebook, properties, where = book(seed.path)
    loop = seed.finding.loop
    assert loop is not None
    for keeper in Keeper:
        altered = replace(seed.finding, loop=replace(loop, keeper=keeper))
        good, why = replay_trace(rulebook, properties, where, altered)
        assert good == (keeper is loop.keeper)
        assert good or "who keeps the loop going" in why


@pytest.mark.parametrize("seed", PLAYED, ids=str)
def test_a_written_lasso_says_which_state_follows_the_last(seed: Seed) -> None:
    rulebook, _, where = book(seed.path)
    text = write_trace(rulebook, where, seed.finding)
    document = json.loads(text)
    states, loop = document["states"], document["loop"]
    bare = [{k: v for k, v in s.items() if k not in ("#meta", "lastAction")} for s in states]
    assert bare[-1] == bare[loop - 1]
    again = finding_of(read_trace(text.encode(), "t.itf.json"), rulebook, where)
    assert (again.trace, again.loop) == (seed.finding.trace, seed.finding.loop)


# --------------------------------------------------------------------------- small rules

SMALL = """# Small

```toml rulebook
title = "Small"
edition = "1"
{head}
[roles]
window = "window"
acts = "acts"
pass = "wait"
```

**1.1** Words.

```python rule
class State:
    window: bool = False
    n: Range[0, 3] = 0

@move("acts")
def enter(player: Player):
    window = True

@may
def enter(player):
    return not window and player == 0
```
"""


def checked(*clauses: str, head: str = "") -> dict[str, Result]:
    """The results for a small rulebook with these further clauses."""
    text = SMALL.format(head=head)
    for number, clause in enumerate(clauses, start=2):
        kind = "rule environment" if clause.startswith("#cards") else "rule"
        text += f"\n**1.{number}** Words.\n\n```python {kind}\n{clause}\n```\n"
    rulebook = parse_rulebook(text.encode(), file="small.md", name="small")
    documents = sorted((ROOT / "properties").glob("*.md"))
    properties = [one for file in documents for one in read_properties(file, rulebook)]
    where = setting(rulebook, players=None, scope={})
    found = audit(rulebook, properties, where, engine="explore", budget=Budget(), report=quiet)
    return {result.property: result for result in found.results}


WAIT = """
@move("acts")
def wait(player: Player):
    pass

@may
def wait(player):
    return window and player == 0
"""


def move(what: str, effect: str, when: str = "window") -> str:
    return f"""
@move("acts")
def {what}(player: Player):
    {effect}

@may
def {what}(player):
    return {when}
"""


def test_a_choice_that_does_not_lead_out_is_no_way_to_stop_a_loop() -> None:
    turn = move("turn", "n = 1 - n", "window and n < 2 and player == 1")
    result = checked(WAIT, turn)["window-closes"]
    assert {one.loop.keeper for one in result.findings if one.loop} == {Keeper.RULES}


def test_a_way_out_that_leads_through_more_than_one_step_is_found() -> None:
    rise = move("rise", "n += 1", "window and n < 2 and player == 1")
    leave = move("leave", "window = False", "window and n == 2 and player == 1")
    result = checked(WAIT, rise, leave)["passing-closes-the-window"]
    loops = [one.loop for one in result.findings]
    assert loops[0] is not None
    assert [(way.step, way.player, way.act.action) for way in loops[0].ways_out] == [
        (2, "B", "rise")
    ]


def test_what_surely_stops_a_loop_is_named_before_what_may() -> None:
    leave = move("leave", "window = False", "window and player == 1")
    rise = move("rise", "n += 1", "window and n < 2 and player == 0")
    (first, *_) = checked(WAIT, rise, leave)["window-closes"].findings
    assert first.loop is not None
    assert {(way.player, way.act.action) for way in first.loop.ways_out} == {("B", "leave")}


def test_a_loop_of_the_rules_is_found_behind_a_shorter_one_that_a_player_can_stop() -> None:
    idle = move("idle", "n += 0", "window and n == 0 and player == 1")
    leave = move("leave", "window = False", "window and n == 0 and player == 1")
    fall = move("fall", "n = 1", "window and n == 0 and player == 1")
    roll = "@step\ndef roll():\n    n = 3 - n\n\n@must\ndef roll():\n    return n > 0"
    result = checked(WAIT, idle, leave, fall, roll)["window-closes"]
    keepers = {one.loop.keeper for one in result.findings if one.loop is not None}
    assert keepers == {Keeper.PLAYERS, Keeper.RULES}


def test_what_cards_could_leave_undone_is_an_assumption() -> None:
    cards = """#cards
@step
def wind(blows: bool = False):
    window = blows

@must
def wind():
    return window
"""
    (finding,) = checked(WAIT, cards)["window-closes"].findings
    assert finding.loop is not None
    assert (finding.loop.keeper, finding.loop.cards) == (Keeper.CARDS, ("wind(blows = yes)",))


def test_what_cards_cannot_leave_undone_is_a_loop_of_the_rules() -> None:
    cards = """#cards
@step
def wind(blows: bool = False):
    window = blows

@must
def wind():
    return window

@only
def wind(blows):
    return blows
"""
    (finding,) = checked(WAIT, cards)["window-closes"].findings
    assert finding.loop is not None
    assert finding.loop.keeper is Keeper.RULES


def test_a_play_that_ends_in_a_window_does_not_stay_in_it_for_ever() -> None:
    assert checked(move("wait", "pass", "False"))["no-gap"].verdict is Verdict.REFUTED
    assert checked(move("wait", "pass", "False"))["window-closes"].verdict is Verdict.EXHAUSTIVE


def test_without_a_window_the_verdict_is_vacuous() -> None:
    shut = '@must_not\n@overrides("1.1")\ndef enter():\n    return True'
    assert checked(WAIT, shut)["window-closes"].verdict is Verdict.VACUOUS


STOCKS = "\n[scope]\nheap = 2\n"
HEAP = "class State:\n    heap: Stock[scope.heap] = 0\n"
# The heap cannot grow for ever, but further than the scope lets one see.
LOW = "window and player == 0 and heap < 9"


def test_a_play_that_is_cut_off_in_a_window_leaves_no_verdict() -> None:
    pile = HEAP + move("wait", "heap += 1", LOW)
    result = checked(pile, head=STOCKS)["window-closes"]
    assert result.verdict is Verdict.NO_VERDICT
    assert "3 situations hang on plays that were cut off" in result.why


def test_a_play_that_is_cut_off_outside_of_windows_limits_the_verdict() -> None:
    leave = move("wait", "window = False", "window and player == 0")
    pile = HEAP + move("pile", "heap += 1", "not window and player == 0")
    result = checked(leave, pile, head=STOCKS)["window-closes"]
    assert result.verdict is Verdict.WITHIN_SCOPE


def test_a_heap_that_grows_for_ever_decides_in_spite_of_plays_that_are_cut_off() -> None:
    pile = HEAP + move("wait", "heap += 1", "window and player == 0")
    result = checked(pile, head=STOCKS)["window-closes"]
    assert result.verdict is Verdict.REFUTED
    (finding,) = result.findings
    assert finding.trace is not None
    assert finding.trace.growth == (("heap", 1),)


def test_a_lasso_decides_in_spite_of_plays_that_are_cut_off() -> None:
    pile = HEAP + move("pile", "heap += 1", "window and player == 0")
    result = checked(WAIT, pile, head=STOCKS)["window-closes"]
    assert result.verdict is Verdict.REFUTED


def test_only_a_cut_off_pass_hangs_on_a_bound_if_everybody_only_passes() -> None:
    leave = move("wait", "window = False", "window and player == 0")
    pile = HEAP + move("pile", "heap += 1", LOW)
    results = checked(leave, pile, head=STOCKS)
    assert results["window-closes"].verdict is Verdict.NO_VERDICT
    assert results["passing-closes-the-window"].verdict is Verdict.WITHIN_SCOPE


def test_what_properties_remember_does_not_lengthen_a_loop() -> None:
    plain = checked(WAIT)["window-closes"].findings
    head = '\n[roles]\noffered = "on_offer"\nuse_offered = "take"\n'
    offer = "def on_offer(player):\n    return window and n == 0"
    take = move("take", "n = 1", "window and n == 0")
    text = SMALL.replace("[roles]\n", head.lstrip("\n")).replace("{head}", "")
    for number, clause in enumerate((WAIT, offer, take), start=2):
        text += f"\n**1.{number}** Words.\n\n```python rule\n{clause}\n```\n"
    rulebook = parse_rulebook(text.encode(), file="small.md", name="small")
    properties = read_properties(ROOT / "properties" / "windows.md", rulebook)
    where = setting(rulebook, players=None, scope={})
    found = audit(rulebook, properties, where, engine="explore", budget=Budget(), report=quiet)
    assert any(one.property == "lost-option" and one.premises for one in found.results)
    (closes,) = (one for one in found.results if one.property == "window-closes")
    assert closes.findings[0].steps == plain[0].steps == 2


# --------------------------------------------------------------- triggers, in the Chain

EDITION = """# Chain, and three cards

```toml rulebook
title = "Chain, and three cards"
edition = "three cards"
based_on = "chain.md"
adds = ["E1.1", "E1.2"]
```

**E1.1** Whenever one of the three has done its work, it sets off the next one, as long as there
is a text for that.

```python rule environment
class State:
    set_off: Maybe[Player] = nobody

@when
def resolve():
    set_off = next_player(chain[newest()].controller)
    texts += {back}

@when
def cleanup():
    set_off = nobody

@only("cleanup")
def what_is_set_off_triggers(triggered):
    if set_off == nobody or texts == 0:
        return True
    return all(triggered[p] == (p == set_off) for p in players)
```

**E1.2** Whether they may be declined is for the cards to say.

```python rule environment
@only("drop_trigger")
def they_may_be_declined():
    return {declined}
```
"""
SCOPE = {"cards": 0, "adds": 0, "texts": 2, "queued": 0, "lasting": 0, "contests": 0, "joins": 0}


def three_triggers(folder: Path, *, back: int, declined: bool) -> tuple[Rulebook, Result]:
    """The Chain with a card of each of three players, each of which sets off the next."""
    (folder / "chain.md").write_bytes((ROOT / "model" / "chain.md").read_bytes())
    edition = folder / "edition.md"
    edition.write_text(EDITION.format(back=back, declined=declined), "utf-8")
    written = read_rulebook(edition)
    answers: Mapping[str, str] = {q: given[0] for q, given in written.readings()}
    rulebook = under_reading(written, answers)
    properties = [
        one
        for one in read_properties(ROOT / "properties" / "stack.md", rulebook)
        if one.name == "passing-empties-the-stack"
    ]
    where = setting(rulebook, players=3, scope=SCOPE)
    found = audit(rulebook, properties, where, engine="explore", budget=Budget(), report=quiet)
    return rulebook, found.results[0]


def test_p02_three_mandatory_triggers_go_round_by_the_rules_alone(tmp_path: Path) -> None:
    rulebook, result = three_triggers(tmp_path, back=1, declined=False)
    (finding,) = result.findings
    assert finding.cause.kind is Kind.LOOP
    assert finding.loop is not None
    assert finding.loop.keeper is Keeper.RULES
    assert finding.trace is not None
    assert finding.trace.loop is not None
    around = [said(rulebook, step.act) for step in finding.trace.steps[finding.trace.loop :]]
    resolved = [act for act in around if act.startswith("resolve(")]
    assert len(resolved) == 3
    passes = [act for act in around if act.startswith("pass_priority(")]
    assert sorted(passes) == sorted(f"pass_priority({seat})" for seat in "ABC" for _ in range(3))


def test_p02_whoever_may_decline_one_of_three_triggers_can_stop_them(tmp_path: Path) -> None:
    _, result = three_triggers(tmp_path, back=1, declined=True)
    finding = result.findings[0]
    assert finding.loop is not None
    assert finding.loop.keeper is Keeper.PLAYERS
    ways = {(way.player, way.act.action) for way in finding.loop.ways_out}
    assert ways == {(seat, "drop_trigger") for seat in "ABC"}


def test_p02_three_triggers_that_use_something_up_come_to_an_end(tmp_path: Path) -> None:
    _, result = three_triggers(tmp_path, back=0, declined=False)
    assert result.findings == ()
    assert result.verdict is Verdict.EXHAUSTIVE
