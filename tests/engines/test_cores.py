"""Which clauses cannot all be obeyed: held against every subset and every way things can go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, product
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headjudge.engines.cores.demands import (
    NONE,
    Candidate,
    Demands,
    Norms,
    Pattern,
    Precedence,
)
from headjudge.engines.cores.marco import NotMinimalError, confirm, minimal_sets
from headjudge.engines.cores.meetings import Bench
from headjudge.engines.explore import Explorer
from headjudge.engines.search import Budget, Meeting, MeetingGoal, Together
from headjudge.evidence.meeting import pattern_of
from headjudge.evidence.precedence import precedence
from headjudge.rulebook.read import parse_rulebook
from headjudge.rulebook.syntax import NormKind, Rulebook
from headjudge.rulebook.values import Ruling
from headjudge.semantics.symbolic.lower import lower
from tests.checks.seeded import RULEBOOKS, book
from tests.parity.rulebooks import random_rulebook
from tests.parity.support import Pair, first_reading, pair, reachable, situations

SLOW = (
    HealthCheck.too_slow,
    HealthCheck.data_too_large,
    HealthCheck.large_base_example,
)
Chosen = frozenset[int]


def subsets(some: Iterable[int]) -> Iterator[Chosen]:
    every = sorted(some)
    sizes = range(len(every) + 1)
    return map(frozenset, chain.from_iterable(combinations(every, size) for size in sizes))


def least(found: Iterable[Chosen]) -> set[Chosen]:
    every = set(found)
    return {one for one in every if not any(other < one for other in every)}


# ------------------------------------------------------------------------ set systems


class Family:
    """Constraints of which just the sets that hold one of these cannot be met."""

    def __init__(self, impossible: Iterable[Chosen]) -> None:
        self.impossible = tuple(impossible)

    def core(self, chosen: Chosen) -> Chosen | None:
        return chosen if any(one <= chosen for one in self.impossible) else None


@settings(max_examples=60, deadline=None)
@given(st.lists(st.frozensets(st.integers(0, 5)), max_size=6))
def test_minimal_sets_are_those_that_looking_at_every_subset_finds(family: list[Chosen]) -> None:
    oracle, every = Family(family), frozenset(range(6))
    found = minimal_sets(6, oracle)
    met = {one for one in subsets(every) if oracle.core(one) is None}
    assert found.complete
    assert set(found.cores) == least(one for one in subsets(every) if one not in met)
    assert set(found.corrections) == least(every - one for one in met)


def test_what_can_be_met_has_no_core_and_nothing_to_correct() -> None:
    found = minimal_sets(3, Family(()))
    assert (found.cores, found.corrections) == ((), (frozenset(),))


def test_what_can_never_be_met_has_the_empty_core_and_no_correction() -> None:
    found = minimal_sets(3, Family((frozenset(),)))
    assert (found.cores, found.corrections) == ((frozenset(),), ())


def test_an_enumeration_that_is_broken_off_says_so() -> None:
    pairs = [frozenset(one) for one in combinations(range(6), 2)]
    assert not minimal_sets(6, Family(pairs), most=3).complete


@pytest.mark.parametrize("core", [frozenset({0, 1, 2}), frozenset({0})])
def test_a_core_that_is_too_large_or_none_is_not_confirmed(core: Chosen) -> None:
    with pytest.raises(NotMinimalError):
        confirm(core, Family((frozenset({0, 1}),)))


# ------------------------------------------------------------------------ the demands


class ByHand:
    """The demands of clauses, read off their definition, with every way things can go."""

    def __init__(self, rulebook: Rulebook, seen: Pattern, order: Precedence) -> None:
        self.book = rulebook
        self.order = order
        self.over = seen.over
        self.every = seen.candidates
        self.possible = [one for one in self.every if one.possible]

    def norms(self, one: Candidate, *kinds: NormKind) -> list[int]:
        """The undefeated norms of these kinds on a candidate; of an "only" those that fail."""
        norms, name = self.book.norms, self.book.actions[one.action].name
        found = []
        for index, norm in enumerate(norms):
            beaten = self.order.stated and any(
                other != index and norm.origin.clause in norms[other].overrides
                for other in one.applies
            )
            wanted = (index in one.applies) != (norm.kind is NormKind.ONLY)
            if name in norm.actions and norm.kind in kinds and wanted and not beaten:
                found.append(index)
        return found

    def narrowed(self, one: Candidate, index: int) -> bool:
        stops = self.norms(one, NormKind.MUST_NOT)
        golden = self.order.stated and self.book.golden_rule and bool(stops)
        excepted = any((index, stop) in self.order.exceptions for stop in stops)
        return bool(self.norms(one, NormKind.ONLY)) or golden or excepted

    def demands(self, next_: frozenset[Candidate]) -> Iterator[tuple[str | None, bool]]:
        """Each demand, of a clause or of the game itself, and whether it is met."""
        owed = [one for one in self.possible if self.norms(one, NormKind.MUST)]
        yield None, bool(next_) or self.over
        for one in self.every:
            granted = self.norms(one, NormKind.MAY, NormKind.MUST)
            yield None, one not in next_ or (one.possible and bool(granted))
            for index in self.norms(one, NormKind.MUST_NOT, NormKind.ONLY):
                yield self.clause(index), one not in next_ or not one.possible
            for index in self.norms(one, NormKind.MAY):
                elsewhere = any(other in next_ for other in owed if other != one)
                free = not one.possible or self.narrowed(one, index)
                yield self.clause(index), one in next_ or elsewhere or free
            for index in self.norms(one, NormKind.MUST):
                if one.possible and not self.narrowed(one, index):
                    alone = all(other in owed for other in next_)
                    yield self.clause(index), one in next_ and alone
                else:
                    yield self.clause(index), self.over or any(other in next_ for other in owed)

    def clause(self, index: int) -> str:
        return self.book.norms[index].origin.clause

    def impossible(self) -> set[frozenset[str]]:
        """The minimal sets of clauses that no way for things to go meets."""
        clauses = {clause for clause, _ in self.demands(frozenset()) if clause is not None}
        broken = []
        for bits in product((False, True), repeat=len(self.possible)):
            pairs = zip(self.possible, bits, strict=True)
            next_ = frozenset(one for one, is_ in pairs if is_)
            missed = {clause for clause, met in self.demands(next_) if not met}
            if None not in missed:
                broken.append(missed)
        ranked = sorted(clauses)
        index = dict(enumerate(ranked))
        sets = [one for one in subsets(index) if all({index[i] for i in one} & b for b in broken)]
        return {frozenset(index[i] for i in one) for one in least(sets)}


def checked(book_: Rulebook, seen: Pattern, order: Precedence) -> None:
    demands = Demands(Norms(book_, order), seen)
    found = minimal_sets(len(demands.clauses), demands)
    cores = {frozenset(demands.clauses[i] for i in one) for one in found.cores}
    assert cores == ByHand(book_, seen, order).impossible()


def random_pair(random: Random) -> Pair:
    text = random_rulebook(random)
    return pair(parse_rulebook(text.encode(), file="random.md", name="random"), {})


@settings(max_examples=10, deadline=None, suppress_health_check=SLOW)
@given(st.randoms(use_true_random=False), st.data())
def test_cores_of_random_rulebooks_are_those_of_every_subset(
    random: Random, data: st.DataObject
) -> None:
    both = random_pair(random)
    for _ in range(3):
        state = both.game.thaw(data.draw(situations(both)))
        seen = pattern_of(both.game, both.rulebook, state)
        checked(both.rulebook, seen, NONE)
        checked(both.rulebook, seen, Precedence())


@settings(max_examples=12, deadline=None, suppress_health_check=SLOW)
@given(st.randoms(use_true_random=False), st.data())
def test_all_clauses_can_be_obeyed_just_where_the_norms_show_nothing_wrong(
    random: Random, data: st.DataObject
) -> None:
    both = random_pair(random)
    for _ in range(5):
        state = both.game.thaw(data.draw(situations(both)))
        if both.game.silent(state):
            continue
        seen = pattern_of(both.game, both.rulebook, state)
        wrong = both.game.conflicts(state) or both.game.impossible(state) or both.game.gap(state)
        assert Demands(Norms(both.rulebook, Precedence()), seen).can_all() == (not wrong)


# ------------------------------------------------------------- all situations of a rulebook


def together(name: str) -> list[tuple[tuple[str, ...], Meeting, int, int | None]]:
    """What is found in a seeded rulebook: clauses, what becomes of them, where, and how far."""
    return [
        (one.clauses, one.meeting, one.situations, None if one.path is None else len(one.path))
        for one in met(name)
    ]


def met(name: str) -> tuple[Together, ...]:
    rulebook, _, where = book(RULEBOOKS / f"{name}.md")
    plain = lower(rulebook, where)
    order = precedence(plain)
    system = lower(rulebook, where, Ruling(exceptions=order.exceptions))
    search = Explorer().search(system, (MeetingGoal("all"),), Budget())
    return search.answers[0].together


# The lamp that burns alone, in fog, and either player's turn: two situations. Two steps lead
# to the first of them.
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("conflict/faulty", [(("3.1", "3.2"), Meeting.SITUATIONAL, 2, 2)]),
        ("conflict/golden_rule", [(("3.1", "3.2"), Meeting.SETTLED, 2, None)]),
        ("conflict/overrides", [(("3.1", "3.2"), Meeting.SETTLED, 2, None)]),
        ("conflict/exception", [(("3.1", "3.2"), Meeting.EXCEPTION, 2, None)]),
        ("conflict/mended", [(("3.1", "3.2"), Meeting.VACUOUS, 0, None)]),
    ],
)
def test_two_clauses_that_meet_are_told_by_what_becomes_of_them(
    name: str, expected: list[tuple[tuple[str, ...], Meeting, int, int | None]]
) -> None:
    assert together(name) == expected


@pytest.mark.parametrize("name", ["conflict/faulty", "gap/faulty", "impossible-obligation/faulty"])
def test_the_explorer_sees_in_all_situations_what_the_executable_model_sees(name: str) -> None:
    rulebook, _, where = book(RULEBOOKS / f"{name}.md")
    both = pair(first_reading(rulebook), dict(where.scope))
    bench, count = Bench(both.rulebook, Precedence()), dict[tuple[str, ...], int]()
    for situation in reachable(both, 2_000):
        state = both.game.thaw(situation)
        if not both.game.silent(state):
            for one in bench.cores(pattern_of(both.game, both.rulebook, state)).met:
                if one.meeting is Meeting.SITUATIONAL:
                    count[one.clauses] = count.get(one.clauses, 0) + 1
    told = {one.clauses: one.situations for one in met(name) if one.path is not None}
    assert told == count
    assert count


def test_what_would_settle_two_clauses_is_that_either_of_them_counts() -> None:
    rulebook, _, where = book(RULEBOOKS / "conflict/faulty.md")
    both = pair(rulebook, dict(where.scope))
    (one,) = met("conflict/faulty")
    assert one.path is not None
    layout = both.system.layout
    end = layout.decode(one.path.steps[-1][2])
    seen = pattern_of(both.game, rulebook, both.game.thaw(end))
    pairs = Bench(rulebook, Precedence()).resolving(seen, ("3.1", "3.2"))
    assert pairs == ((("3.2", "3.1"),), (("3.1", "3.2"),))
