"""Every clause of the Cascade has its say: it applies somewhere, and without it play differs.

Looked at are the norms and consequences of the text, one by one. What a clause restates is
the exception: it changes nothing by itself, and play differs once it is left out together
with what it restates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest

from headjudge.engines.explore.expand import Expander, chunks, instances
from headjudge.engines.explore.known import Known, distinct
from headjudge.rulebook import read_rulebook, setting, under_reading
from headjudge.rulebook.syntax import Consequence, Keeps, Norm, NormKind, Rulebook
from headjudge.semantics.symbolic.columns import Array, Program
from headjudge.semantics.symbolic.lower import lower
from headjudge.semantics.symbolic.system import System, Transition
from headjudge.semantics.symbolic.terms import Kind, Term, Variable
from tests.checks.seeded import FAULTY, ROOT, book, name
from tests.parity.support import compare, first_reading, pair
from tests.parity.support import reachable as reachable_in

Statement = Norm | Consequence
K = TypeVar("K")

# Small scopes, each with what the ones before lack: all texts of cards; all cards in hands;
# both, as far as needed for windows in Emplacement and for a Cascade of two effects.
SCOPES: tuple[Mapping[str, int], ...] = (
    {"hand": 0, "texts": 1},
    {"texts": 0},
    {
        "texts": 1,
        "battles": 0,
        "lasting": 0,
        "captures": 0,
        "instants": 0,
        "parts": 0,
        "fast_events": 0,
        "optional": 0,
    },
)

# Statements that follow from others of their clause: while the Cascade resolves, its top is
# due, so that nobody could add to it even if this were not said.
FOLLOWS = frozenset({("12.3.2", "nobody_adds")})


@cache
def cascade(answer: int) -> Rulebook:
    """The rulebook in one of its readings."""
    written = read_rulebook(ROOT / "model" / "cascade.md")
    return under_reading(
        written, {question: given[answer] for question, given in written.readings()}
    )


def statements(rulebook: Rulebook) -> list[Statement]:
    """The norms and consequences of the text."""
    everything: list[Statement] = [*rulebook.norms, *rulebook.consequences]
    return [one for one in everything if not one.origin.environment]


def key(one: Statement) -> tuple[str, str]:
    return one.origin.clause, one.name


def keeping(one: Consequence) -> bool:
    """It says no more than that something stays as it is."""
    return all(isinstance(line, Keeps) for line in one.effects)


def named(one: Statement) -> str:
    return (
        f"{one.origin.clause} {one.name} ({'norm' if isinstance(one, Norm) else one.stage.value})"
    )


def without(rulebook: Rulebook, gone: list[Statement]) -> Rulebook:
    """The rulebook without some norms and consequences."""
    left_out = {id(one) for one in gone}
    return replace(
        rulebook,
        norms=tuple(one for one in rulebook.norms if id(one) not in left_out),
        consequences=tuple(one for one in rulebook.consequences if id(one) not in left_out),
    )


def family(rulebook: Rulebook, one: Statement, *, any_kind: bool = False) -> list[Statement]:
    """A norm with all norms on the same actions that it restates or that restate it.

    With ``any_kind`` also where a permission is said again as a prohibition of the rest.
    """
    if not isinstance(one, Norm):
        return [one]
    norms, waiting = [one], [one]
    while waiting:
        known = waiting.pop()
        for other in rulebook.norms:
            again = known.origin.clause in other.restates or other.origin.clause in known.restates
            same = bool(set(other.actions) & set(known.actions))
            if again and same and (any_kind or other.kind is one.kind) and other not in norms:
                norms.append(other)
                waiting.append(other)
    return [*norms]


# ------------------------------------------------------------- all situations, as columns


def reachable(system: System) -> Array:
    """The keys of all reachable situations."""
    expander, known = Expander(system), Known()
    frontier = distinct([expander.codec.keys(system.initial)])
    while len(frontier):
        known.add(frontier)
        parts = [batch.keys for _, part in chunks(frontier) for batch in expander.batches(part)]
        frontier = known.new(distinct(parts)) if parts else frontier[:0]
    return known.all()


@dataclass(frozen=True)
class Steps:
    """All situations times all parameters of one action."""

    source: Array
    instance: Array
    table: Array


class Ground:
    """All reachable situations of a rulebook in a scope, and what may happen in each."""

    def __init__(self, rulebook: Rulebook, scope: Mapping[str, int]) -> None:
        self.rulebook = rulebook
        self.setting = setting(rulebook, players=None, scope=scope)
        self.system = lower(rulebook, self.setting)
        keys = reachable(self.system)
        self.count = len(keys)
        columns = Expander(self.system).columns(keys)
        self.slots = {slot.index: column for slot, column in columns.items()}
        self.steps = [self._steps(transition) for transition in self.system.transitions]

    def _steps(self, transition: Transition) -> Steps:
        rows = instances(transition)
        return Steps(
            np.repeat(np.arange(self.count), len(rows)),
            np.tile(np.arange(len(rows)), self.count),
            np.array(rows, dtype=np.int64).reshape(len(rows), -1),
        )

    def values(self, system: System, number: int, terms: list[Term]) -> list[Array]:
        """Terms of a system's transition, for all situations and parameters."""
        transition, steps = system.transitions[number], self.steps[number]
        groups = (*transition.groups, *transition.orders)
        variables = [variable for group in groups for variable in group.variables]
        places = {v: place for place, v in enumerate(variables) if isinstance(v, Variable)}
        program = Program(terms)
        columns = {}
        for variable in program.variables:
            if variable.kind is Kind.SLOT:
                columns[variable] = self.slots[variable.index][steps.source]
            else:
                column = steps.table[:, places[variable]][steps.instance]
                columns[variable] = column.astype(bool if variable.boolean else np.int32)
        return program(columns, len(steps.source))

    def outcomes(self, system: System, number: int) -> list[Array]:
        """Whether a step is legal, what stands in its way, and where it leads."""
        pool, transition = system.pool, system.transitions[number]
        legal = pool.and_(system.goes_on, transition.legal)
        undefined = pool.or_(*(term for _, term in transition.undefined))
        clash = pool.or_(*(term for _, term in transition.clashes))
        may, goes, *rest = self.values(
            system, number, [legal, transition.goes, undefined, clash, *transition.after]
        )
        stops, after = rest[:2], rest[2:]
        goes = may & goes
        return [may, goes, *(stop & may for stop in stops), *(np.where(goes, a, 0) for a in after)]

    @cached_property
    def usual(self) -> list[list[Array]]:
        return [self.outcomes(self.system, n) for n in range(len(self.system.transitions))]

    def differing(self, gone: list[Statement]) -> int:
        """In how many situations play differs without some statements."""
        other = lower(without(self.rulebook, gone), self.setting)
        differs = np.zeros(self.count, dtype=bool)
        for number, usual in enumerate(self.usual):
            source = self.steps[number].source
            for here, there in zip(usual, self.outcomes(other, number), strict=True):
                differs[source[here != there]] = True
        return int(differs.sum())

    def applying(self, norm: Norm) -> int:
        """In how many situations a norm applies to something possible; a narrowing, forbids."""
        index = next(n for n, one in enumerate(self.rulebook.norms) if one is norm)
        pool, applies = self.system.pool, np.zeros(self.count, dtype=bool)
        for number, transition in enumerate(self.system.transitions):
            if index not in dict(transition.standing):
                continue
            term = dict(transition.standing)[index]
            if norm.kind is NormKind.ONLY:
                term = pool.not_(term)
            (here,) = self.values(self.system, number, [pool.and_(transition.possible, term)])
            applies[self.steps[number].source[here]] = True
        return int(applies.sum())

    def happening(self, one: Consequence) -> int:
        """In how many situations something legal has this consequence."""
        happens = np.zeros(self.count, dtype=bool)
        for number, transition in enumerate(self.system.transitions):
            if transition.action.name in one.actions:
                happens[self.steps[number].source[self.usual[number][0]]] = True
        return int(happens.sum())


@cache
def ground(answer: int, scope: int) -> Ground:
    return Ground(cascade(answer), SCOPES[scope])


def grounds(answer: int) -> Iterator[Ground]:
    return (ground(answer, scope) for scope in range(len(SCOPES)))


def first(numbers: Iterator[int]) -> int:
    """The first number that is not 0; the scopes after it are not looked at."""
    return next((number for number in numbers if number), 0)


# -------------------------------------------------------------------------------- the laws

FIRST = statements(cascade(0))
# Of the other reading: what only it says.
SECOND = [one for one in statements(cascade(1)) if key(one) not in {key(o) for o in FIRST}]
CASES = [(0, one) for one in FIRST] + [(1, one) for one in SECOND]
SINGLE = [
    (answer, one)
    for answer, one in CASES
    if not (isinstance(one, Norm) and one.restates)
    and not (isinstance(one, Consequence) and keeping(one))
]
AGAIN = [case for case in CASES if isinstance(case[1], Norm) and case[1].restates]


def ids(cases: list[tuple[int, Statement]]) -> list[str]:
    return [named(one) for _, one in cases]


@pytest.mark.parametrize(("answer", "one"), CASES, ids=ids(CASES))
def test_every_statement_of_the_text_applies_somewhere(answer: int, one: Statement) -> None:
    if isinstance(one, Norm):
        assert first(where.applying(one) for where in grounds(answer))
    else:
        assert first(where.happening(one) for where in grounds(answer))


def changes(answer: int, gone: list[Statement]) -> int:
    """In how many situations of the first scope that shows it play differs without these."""
    return first(where.differing(gone) for where in grounds(answer))


@pytest.mark.parametrize(("answer", "one"), SINGLE, ids=ids(SINGLE))
def test_without_a_statement_and_its_restatements_play_differs(
    answer: int, one: Statement, record_property: Callable[[str, object], None]
) -> None:
    found = changes(answer, family(cascade(answer), one))
    record_property(named(one), found)
    assert (found == 0) == (key(one) in FOLLOWS)


@pytest.mark.parametrize(("answer", "one"), AGAIN, ids=ids(AGAIN))
def test_a_restatement_changes_nothing_by_itself(answer: int, one: Statement) -> None:
    for where in grounds(answer):
        assert where.differing([one]) == 0


@pytest.mark.parametrize(("answer", "one"), AGAIN, ids=ids(AGAIN))
def test_without_a_restatement_and_what_it_restates_play_differs(
    answer: int, one: Statement
) -> None:
    together = family(cascade(answer), one, any_kind=True)
    assert len(together) > 1
    assert changes(answer, together)


def test_every_clause_with_a_block_is_looked_at() -> None:
    text = read_rulebook(ROOT / "model" / "cascade.md")
    looked_at = {one.origin.clause for _, one in CASES}
    outside = {origin.clause for origin in text.origins() if origin.environment}
    claimed = {claim.origin.clause for claim in text.claims}
    played = {example.origin.clause for example in text.examples}
    formal = {clause.id for clause in text.clauses if clause.formal}
    assert formal <= looked_at | outside | claimed | played


# ------------------------------------------------------- switches say what leaving out says


def switched_off(system: System, clause: str) -> System:
    """A system with switches, one of them off."""
    pool = system.pool
    values = {
        switch: pool.truth(name != clause)
        for name, switch in system.switches
        if isinstance(switch, Variable)
    }

    def settle(term: Term) -> Term:
        return pool.substitute(term, values)

    def settle_all(terms: tuple[tuple[K, Term], ...]) -> tuple[tuple[K, Term], ...]:
        return tuple((name, settle(term)) for name, term in terms)

    transitions = tuple(
        replace(
            one,
            canonical=settle(one.canonical),
            possible=settle(one.possible),
            can=settle(one.can),
            due=settle(one.due),
            legal=settle(one.legal),
            undefined=settle_all(one.undefined),
            clashes=settle_all(one.clashes),
            cutoffs=settle_all(one.cutoffs),
            goes=settle(one.goes),
            after=tuple(settle(term) for term in one.after),
            conflicts=settle_all(one.conflicts),
            unknown=settle_all(one.unknown),
            standing=settle_all(one.standing),
        )
        for one in system.transitions
    )
    return replace(
        system,
        transitions=transitions,
        at_rest=settle(system.at_rest),
        goes_on=settle(system.goes_on),
        over=settle(system.over),
        silent=settle_all(system.silent),
        impossible=settle_all(system.impossible),
        gap=settle(system.gap),
    )


@pytest.mark.parametrize("path", FAULTY, ids=name)
def test_a_clause_that_is_switched_off_is_as_good_as_left_out(path: Path) -> None:
    rulebook = first_reading(book(path)[0])
    usual = pair(rulebook, {})
    system = lower(rulebook, usual.setting, switches=True)
    for clause, _ in system.switches:
        game = usual.game.leaving_out(frozenset((clause,)))
        both = replace(usual, game=game, system=switched_off(system, clause))
        for situation in reachable_in(usual, 200):
            compare(both, situation)
