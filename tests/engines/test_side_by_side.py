"""Two rulebooks explored side by side, against their executable models played by hand."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from headjudge.engines.compare import Comparison, Difference, Parting
from headjudge.engines.explore import Explorer
from headjudge.engines.explore.product import compare
from headjudge.engines.search import Budget, Strength
from headjudge.evidence.judging import ReplayError
from headjudge.evidence.parting import Hand, Tandem, course
from headjudge.evidence.relating import SAME, relate
from headjudge.rulebook import read_rulebook, setting
from headjudge.rulebook.syntax import Setting
from headjudge.semantics.executable import After, Table
from headjudge.semantics.symbolic.lower import lower
from headjudge.semantics.symbolic.system import System
from tests.checks.seeded import FAULTY, PATHS, ROOT, name
from tests.parity.support import first_reading

DEEPEST = 4


@cache
def lowered(path: Path) -> System:
    rulebook = first_reading(read_rulebook(path))
    return lower(rulebook, setting(rulebook, players=None, scope={}))


@cache
def hand(path: Path) -> Hand:
    system = lowered(path)
    return Hand(name(path), system.rulebook, system.setting, frozenset())


def side_by_side(left: System, right: System, budget: Budget = Budget()) -> Comparison:  # noqa: B008
    return compare(left, right, relate(left, right, SAME), (), budget)


def chain(**scope: int) -> System:
    rulebook = first_reading(read_rulebook(ROOT / "model" / "chain.md"))
    return lower(rulebook, Setting(2, tuple({**dict(rulebook.scope), **scope}.items())))


# ------------------------------------------------------------------------ no difference


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_a_rulebook_never_parts_from_itself(path: Path) -> None:
    system = lowered(path)
    found = side_by_side(system, system)
    alone = Explorer().search(system, (), Budget())
    assert found.partings == ()
    assert found.strength is Strength.COMPLETE
    assert (found.situations, found.steps, found.depth) == (
        alone.situations,
        alone.steps,
        alone.depth,
    )


def test_a_large_rulebook_has_as_many_situations_beside_itself_as_alone() -> None:
    system = chain(cards=1, texts=1, queued=0)
    found = side_by_side(system, system)
    alone = Explorer().search(system, (), Budget())
    assert found.partings == ()
    assert (found.situations, found.steps) == (alone.situations, alone.steps)


# ---------------------------------------------------------- the same as played by hand


def parts_after(tandem: Tandem, limit: int) -> int | None:
    """In how many steps the two part, tried out on the executable models; None if not so far."""
    one, two = tandem.left.game, tandem.right.game
    pairs = [(a, b) for a in one.initial() for b in two.initial() if tandem.same(a, b)]
    for depth in range(limit + 1):
        if any(tandem.left.ends(a) != tandem.right.ends(b) for a, b in pairs):
            return depth
        following: list[tuple[Table, Table]] = []
        for a, b in pairs:
            after = together(tandem, a, b)
            if after is None:
                return depth + 1
            following.extend(after)
        pairs = distinct(tandem, following)
    return None


def together(tandem: Tandem, a: Table, b: Table) -> list[tuple[Table, Table]] | None:
    """The situations after one step that both take to the same end; None if they part."""
    one, two = tandem.left.game, tandem.right.game
    if one.silent(a):
        return []
    mine = {(act.action, tandem.left.leaves(act)) for act in one.legal(a)}
    theirs = {(act.action, tandem.right.leaves(act)) for act in two.legal(b)}
    if mine != theirs:
        return None
    found: list[tuple[Table, Table]] = []
    for act in one.legal(a):
        outcomes = [two.apply(b, other) for other in tandem.over_there(act, on_right=False)]
        here = one.apply(a, act)
        if not isinstance(here, After):
            if all(type(outcome) is not type(here) for outcome in outcomes):
                return None
            continue
        there = [outcome for outcome in outcomes if isinstance(outcome, After)]
        same = [outcome for outcome in there if tandem.same(here.state, outcome.state)]
        if not same:
            return None
        found.extend((here.state, outcome.state) for outcome in same)
    return found


def distinct(tandem: Tandem, pairs: list[tuple[Table, Table]]) -> list[tuple[Table, Table]]:
    one, two = tandem.left.game, tandem.right.game
    return list({(one.freeze(a), two.freeze(b)): (a, b) for a, b in pairs}.values())


@pytest.mark.parametrize("path", FAULTY, ids=name)
def test_two_rulebooks_part_exactly_when_their_models_do(path: Path) -> None:
    mended = path.with_name("mended.md")
    found = side_by_side(lowered(path), lowered(mended))
    tandem = Tandem(hand(path), hand(mended))
    by_hand = parts_after(tandem, DEEPEST)
    least = min((len(one.path) for one in found.partings), default=None)
    if least is not None and least <= DEEPEST:
        assert by_hand == least
    else:
        assert by_hand is None


def pairs_that_part() -> list[tuple[Path, Parting]]:
    found: list[tuple[Path, Parting]] = []
    for path in FAULTY:
        compared = side_by_side(lowered(path), lowered(path.with_name("mended.md")))
        found.extend((path, one) for one in compared.partings)
    return found


def test_every_parting_replays_on_both_models_and_no_other_way() -> None:
    tried = pairs_that_part()
    kinds = set()
    for path, parting in tried:
        left, right = lowered(path), lowered(path.with_name("mended.md"))
        made, rights = course(left, right, relate(left, right, SAME), parting)
        tandem = Tandem(hand(path), hand(path.with_name("mended.md")))
        tandem.part(made, rights)
        kinds.add(made.difference)
        for other in Difference:
            if other is not made.difference and made.last is not None:
                with pytest.raises(ReplayError):
                    tandem.part(replace(made, difference=other), rights)
    assert {Difference.LEFT, Difference.RIGHT, Difference.EFFECT} <= kinds


# --------------------------------------------------------------------------- the budget


def test_a_comparison_that_is_broken_off_says_so() -> None:
    system = chain(cards=1, texts=1, queued=0)
    found = side_by_side(system, system, Budget(situations=100))
    assert found.strength is Strength.SPENT
    assert found.why == "more than 100 situations"


# ---------------------------------------------------------------------------- the scope


def test_what_only_a_bound_keeps_apart_is_no_difference() -> None:
    small, large = (
        chain(cards=1, texts=0, queued=0, adds=0),
        chain(cards=2, texts=0, queued=0, adds=0),
    )
    found = side_by_side(small, large)
    assert {one.difference for one in found.partings} == set()
    assert found.situations == side_by_side(small, small).situations
