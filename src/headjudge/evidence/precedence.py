"""Which prohibitions are exceptions to which permissions, before anything is searched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from headjudge.engines.decide import satisfiable
from headjudge.rulebook.syntax import NormKind, Rulebook
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Term

Pair = tuple[int, int]


Named = tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Precedence:
    """Pairs of norms, by index, of which it is known who wins before anything is searched.

    ``exceptions``: a prohibition wholly inside a permission, and narrower. ``settled``:
    one overrides the other's clause, or the golden rule decides.
    """

    exceptions: frozenset[Pair]
    settled: frozenset[Pair]


def named(rulebook: Rulebook, pairs: frozenset[Pair]) -> Named:
    """Pairs of norms as (action, permitting clause, forbidding clause), sorted."""
    norms = rulebook.norms
    return tuple(
        sorted(
            {
                (action, norms[grant].origin.clause, norms[stop].origin.clause)
                for grant, stop in pairs
                for action in norms[grant].actions
                if action in norms[stop].actions
            }
        )
    )


def precedence(system: System) -> Precedence:
    """Compare the conditions of every unsettled pair, in all situations of the setting.

    A pair is an exception if, on every action that both speak of, the prohibition applies
    only where the permission does, and somewhere the permission applies without it. If the
    solver does not know, the pair is no exception.
    """
    pool = system.pool
    pairs = {pair: None for transition in system.transitions for pair, _ in transition.conflicts}
    found = set()
    for grant, stop in pairs:
        inside, narrower = True, False
        for transition in system.transitions:
            standing = dict(transition.standing)
            if grant not in standing or stop not in standing:
                continue
            possible = pool.and_(transition.canonical, transition.possible)
            outside = pool.and_(possible, standing[stop], pool.not_(standing[grant]))
            if satisfiable(system, outside) is not False:
                inside = False
                break
            rest = pool.and_(possible, standing[grant], pool.not_(standing[stop]))
            narrower = narrower or satisfiable(system, rest) is True
        if inside and narrower:
            found.add((grant, stop))
    return Precedence(frozenset(found), _settled(system))


def _settled(system: System) -> frozenset[Pair]:
    """Pairs that could meet but for a stated precedence."""
    norms, pool = system.rulebook.norms, system.pool
    found = set()
    for transition in system.transitions:
        standing = dict(transition.standing)
        for grant, stop in _pairs(system, standing):
            one, two = norms[grant], norms[stop]
            if one.origin.clause in two.overrides or two.origin.clause in one.overrides:
                found.add((grant, stop))
            elif system.rulebook.golden_rule:
                both = pool.and_(
                    transition.canonical, transition.possible, standing[grant], standing[stop]
                )
                if satisfiable(system, both) is True:
                    found.add((grant, stop))
    return frozenset(found)


def _pairs(system: System, standing: Mapping[int, Term]) -> list[Pair]:
    norms = system.rulebook.norms
    grants = [i for i in standing if norms[i].kind in (NormKind.MAY, NormKind.MUST)]
    stops = [i for i in standing if norms[i].kind is NormKind.MUST_NOT]
    return [(grant, stop) for grant in grants for stop in stops]
