"""An exported circuit, read back, goes where the executable model goes; ABC agrees on it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from headjudge.engines.explore import Explorer
from headjudge.engines.exports import aiger, machine
from headjudge.engines.search import Budget, StateGoal
from headjudge.rulebook import read_rulebook
from headjudge.semantics.executable import After
from headjudge.semantics.symbolic.circuits.bits import Gates
from headjudge.semantics.symbolic.circuits.graph import Graph
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Variable, evaluate
from tests.oracle.tools import present
from tests.parity.support import ROOT, Pair, columns_of, first_reading, pair

CASES = {
    "cascade": (2, {"hand": 1, "texts": 1}),
    "opportunity": (2, {"cards": 1, "triggers": 0}),
    "chain": (3, {"cards": 1, "texts": 1, "queued": 0}),
}
STEPS, PLAYS = 25, 3


@dataclass(frozen=True)
class Circuit:
    """A file as it was read. Gates are (left, right); their numbers follow the latches'."""

    inputs: list[str]
    latches: list[tuple[str, int, int]]
    gates: list[tuple[int, int]]
    bads: list[int]
    comments: list[str]

    def step(self, state: Sequence[int], given: dict[str, int]) -> tuple[list[int], list[bool]]:
        """The latches after a step, and which bad states hold before it."""
        values = [0, *(given.get(name, 0) for name in self.inputs), *state]
        for left, right in self.gates:
            values.append((values[left >> 1] ^ left & 1) & (values[right >> 1] ^ right & 1))
        after = [values[edge >> 1] ^ edge & 1 for _, edge, _ in self.latches]
        return after, [bool(values[edge >> 1] ^ edge & 1) for edge in self.bads]


def read(data: bytes) -> Circuit:
    """Read either form of AIGER 1.9, as far as it is used."""
    head, rest = data.split(b"\n", 1)
    form, *sizes = head.decode().split()
    most, inputs, latches, outputs, gates, bads = map(int, sizes)
    assert most == inputs + latches + gates
    assert outputs == 0
    binary = form == "aig"
    lines = (0 if binary else inputs) + latches + bads
    *said, rest = rest.split(b"\n", lines)
    texts = iter([line.decode() for line in said])
    if not binary:
        assert [int(next(texts)) for _ in range(inputs)] == [2 * n + 2 for n in range(inputs)]
    after = []
    for place in range(latches):
        numbers = [int(word) for word in next(texts).split()]
        if not binary:
            assert numbers.pop(0) == 2 * (inputs + place + 1)
        after.append((numbers[0], numbers[1]))
    wrong = [int(next(texts)) for _ in range(bads)]
    made = []
    if binary:
        stream = iter(rest)
        for place in range(gates):
            own = 2 * (inputs + latches + place + 1)
            high = own - delta(stream)
            made.append((high, high - delta(stream)))
        rest = bytes(stream)
    else:
        *rows, rest = rest.split(b"\n", gates)
        for place, row in enumerate(rows):
            own, high, low = map(int, row.split())
            assert own == 2 * (inputs + latches + place + 1)
            assert own > high >= low
            made.append((high, low))
    words, comments = rest.decode("ascii").split("\nc\n")
    names = dict(line.split(" ", 1) for line in words.splitlines())
    return Circuit(
        [names[f"i{place}"] for place in range(inputs)],
        [(names[f"l{place}"], *one) for place, one in enumerate(after)],
        made,
        wrong,
        comments.splitlines(),
    )


def delta(stream: Iterator[int]) -> int:
    value, shift = 0, 0
    while True:
        byte = next(stream)
        value |= (byte & 127) << shift
        if byte < 128:
            return value
        shift += 7


@dataclass(frozen=True)
class Exported:
    """A rulebook in a setting, what is asked of it, and its circuit."""

    both: Pair
    goals: tuple[StateGoal, ...]

    def data(self, *, binary: bool = False) -> bytes:
        named = [(goal.name, goal) for goal in self.goals]
        return aiger(self.both.system, machine(self.both.system, named), binary=binary)


@cache
def exported(book: str) -> Exported:
    players, scope = CASES[book]
    both = pair(first_reading(read_rulebook(ROOT / "model" / f"{book}.md")), scope, players)
    pool = both.system.pool
    wrong = {"gap": both.system.gap, "rest": both.system.at_rest, "over": both.system.over}
    return Exported(both, tuple(StateGoal(name, hit, pool.true) for name, hit in wrong.items()))


def spread(name: str, places: Sequence[int], value: int) -> dict[str, int]:
    return {f"{name} bit {place}": value >> bit & 1 for bit, place in enumerate(places)}


def parted(one: Exported, circuit: Circuit, draws: Random) -> str:
    """Where a random play on the executable model and the circuit part; empty if nowhere."""
    game, system = one.both.game, one.both.system
    transitions = system.transitions
    width = sum(name.startswith("action bit") for name in circuit.inputs)
    # A code that no action has: the circuit stays where it is, and shows where it begins.
    nothing = spread("action", range(width), len(transitions))
    assert len(transitions) < 1 << width
    given = {name: draws.randrange(2) for name in circuit.inputs if name.startswith("first")}
    latches = [reset for _, _, reset in circuit.latches]
    latches, _ = circuit.step(latches, given | nothing)
    starts = {wanted(system, row): row for row in system.initial}
    row = starts.get(seen(system, circuit, latches))
    if row is None:
        return "it does not begin where a play begins"
    state = game.thaw(system.layout.decode(row))
    for _ in range(STEPS):
        values = columns_of(system, row)
        legal = list(game.legal(state))
        index = draws.randrange(len(transitions))
        chosen = draws.choice(list(transitions[index].rows()))
        if legal and draws.random() < 0.8:
            act = draws.choice(legal)
            index = next(n for n, each in enumerate(transitions) if each.action.name == act.action)
            chosen = next(
                each
                for each in transitions[index].rows()
                if transitions[index].act(each, system.setting) == act
            )
        act = transitions[index].act(chosen, system.setting)
        given = spread("action", range(width), index) | choice(system, circuit, index, chosen)
        latches, bads = circuit.step(latches, given)
        if bads != [bool(evaluate(goal.hit, values)) for goal in one.goals]:
            return "not the same situations are bad"
        outcome = game.apply(state, act) if act in legal else None
        if isinstance(outcome, After):
            state = outcome.state
            row = system.layout.encode(game.freeze(state))
        if seen(system, circuit, latches) != wanted(system, row):
            return f"not the same after {act.action}"
    return ""


def choice(system: System, circuit: Circuit, index: int, row: tuple[int, ...]) -> dict[str, int]:
    """The bits of a row of parameters, where the comment on the action says they are."""
    (line,) = [line for line in circuit.comments if line.startswith(f"action {index} ")] or [""]
    places = re.findall(r" in choice bits ([0-9 ]*)", line)
    groups = (*system.transitions[index].groups, *system.transitions[index].orders)
    variables = [one for group in groups for one in group.variables]
    found: dict[str, int] = {}
    free = [(v, n) for v, n in zip(variables, row, strict=True) if isinstance(v, Variable)]
    if line:
        for (_, number), bits in zip(free, places, strict=True):
            found |= spread("choice", [int(bit) for bit in bits.split()], number)
    return found


def wanted(system: System, row: tuple[int, ...]) -> frozenset[str]:
    """The bits that are set in a situation, by the names of its slots."""
    return frozenset(
        f"{slot.name} bit {bit}"
        for slot, term, value in zip(system.layout.slots, system.slots, row, strict=True)
        if isinstance(term, Variable)
        for bit in range(16)
        if value >> bit & 1
    )


def seen(system: System, circuit: Circuit, latches: Sequence[int]) -> frozenset[str]:
    del system
    names = (name for name, _, _ in circuit.latches)
    pairs = zip(names, latches, strict=True)
    return frozenset(name for name, bit in pairs if bit and name != "begun")


@pytest.mark.parametrize("binary", [False, True], ids=["ascii", "binary"])
@pytest.mark.parametrize("book", CASES)
def test_the_circuit_goes_where_the_executable_model_goes(book: str, binary: bool) -> None:
    one = exported(book)
    circuit = read(one.data(binary=binary))
    draws = Random(book)  # noqa: S311 - a test
    assert [parted(one, circuit, draws) for _ in range(PLAYS)] == [""] * PLAYS


def test_the_file_says_what_it_is_of_and_which_clauses_made_it() -> None:
    one = exported("cascade")
    circuit = read(one.data())
    book = one.both.rulebook
    assert circuit.comments[0] == f"{book.title} {book.edition}"
    assert "2 players; scope: " in circuit.comments[1]
    assert "hand 1" in circuit.comments[1]
    spoken = " ".join(circuit.comments[2:])
    for norm in book.norms:
        assert norm.origin.clause in spoken
    assert circuit.comments[-len(one.goals) :] == ["bad 0 gap", "bad 1 rest", "bad 2 over"]


def test_the_same_model_gives_the_same_bytes() -> None:
    one = exported("opportunity")
    assert one.data() == one.data()
    assert one.data(binary=True) == one.data(binary=True)


right_choice = Graph.choose

FAULTS: dict[str, tuple[type[Any], str, Callable[..., Any]]] = {
    "and for or": (Graph, "or_", Graph.and_),
    "then for else": (Graph, "choose", lambda self, a, b, c: right_choice(self, a, c, b)),
    "no carry": (
        Gates,
        "_sum",
        lambda self, a, b, _: tuple(self.graph.same(x, y) ^ 1 for x, y in zip(a, b, strict=True)),
    ),
    "= for <=": (
        Gates,
        "at_most",
        lambda self, a, b, **_: self.graph.all(map(self.graph.same, a, b)),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_one_wrong_gate_in_the_export_shows(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one = exported("cascade")
    monkeypatch.setattr(*FAULTS[fault])
    circuit = read(one.data())
    draws = Random(fault)  # noqa: S311 - a test
    assert any(parted(one, circuit, draws) for _ in range(4 * PLAYS))


ABC = pytest.mark.skipif(not present("berkeley-abc"), reason="ABC is missing")


@ABC
@pytest.mark.parametrize("book", CASES)
def test_abc_proves_what_holds_and_finds_what_does_not_as_soon(book: str, tmp_path: Path) -> None:
    one = exported(book)
    search = Explorer().search(one.both.system, one.goals, Budget())
    for goal, answer in zip(one.goals, search.answers, strict=True):
        lone = Exported(one.both, (goal,))
        (tmp_path / "model.aig").write_bytes(lone.data(binary=True))
        # ABC's bounded search finds what is soonest first; its IC3 proves the rest.
        run = "bmc2 -F 40" if answer.hits else "pdr"
        said = subprocess.run(
            ["berkeley-abc", "-c", f"read model.aig; fold; {run}"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        ).stdout
        if answer.hits:
            frame = re.search(r"asserted in frame (\d+)", said)
            assert frame is not None, said
            assert int(frame[1]) == min(len(hit.path) for hit in answer.hits)
        else:
            assert "Property proved" in said, said
