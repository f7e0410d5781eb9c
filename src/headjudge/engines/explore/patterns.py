"""The explored situations as the norms see them, and which clauses cannot all be obeyed.

Situations in which the same norms apply to the same actions put the same question, which is
answered once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from headjudge.engines.cores.demands import Candidate, Pattern, Precedence, candidate, pattern
from headjudge.engines.cores.meetings import Bench
from headjudge.engines.explore.expand import CROSS, Expander, Mover, chunks
from headjudge.engines.explore.graph import Graph
from headjudge.engines.explore.paths import Cause
from headjudge.engines.search import Clock, Meeting
from headjudge.rulebook.syntax import NormKind, Rulebook
from headjudge.semantics.symbolic.columns import Array, Program
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Term, Variable, conjuncts

Clauses = tuple[str, ...]
# So many truth values beside the number of a row fit into a word.
_BITS = 31


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Where there is something: in how many situations, and which of them come first."""

    count: int
    level: int
    keys: Array

    def also(self, other: Occurrence) -> Occurrence:
        """Here and there."""
        first = [one.keys for one in (self, other) if one.level == min(self.level, other.level)]
        level = min(self.level, other.level)
        return Occurrence(self.count + other.count, level, np.concatenate(first))


@dataclass(frozen=True, slots=True)
class Found:
    """Clauses that cannot all be obeyed, and where they meet; never, without a ``where``."""

    clauses: Clauses
    meeting: Meeting
    where: Occurrence | None

    @property
    def ends(self) -> Cause | None:
        """Where plays end that show it."""
        if self.where is None:
            return None
        return Cause.of_situations(self.where.level, np.unique(self.where.keys))


def meetings(explored: Graph, time: Clock) -> tuple[Found, ...] | None:
    """All minimal sets of clauses that cannot be obeyed, united over the situations.

    Pairs of a grant and a prohibition of one action that are in none of these are added: moot
    or vacuous. None if the time is over.
    """
    system = explored.expander.system
    bench = Bench(system.rulebook, Precedence(exceptions=system.ruling.exceptions))
    found: dict[tuple[Meeting, Clauses], Occurrence] = {}
    together: dict[Clauses, Occurrence] = {}
    seen = patterns(explored, time)
    if seen is None:
        return None
    for one, where in seen.items():
        if time.spent:
            return None
        for met in bench.cores(one).met:
            key = (met.meeting, met.clauses)
            found[key] = found[key].also(where) if key in found else where
        for pair in _together(system.rulebook, one):
            together[pair] = together[pair].also(where) if pair in together else where
    ranked = {clause.id: rank for rank, clause in enumerate(system.rulebook.clauses)}

    def place(one: Found) -> tuple[int, list[int]]:
        return [*Meeting].index(one.meeting), [ranked[clause] for clause in one.clauses]

    told = [Found(clauses, meeting, where) for (meeting, clauses), where in found.items()]
    known = {frozenset(clauses) for _, clauses in found}
    for pair in _opposed(system.rulebook):
        if frozenset(pair) not in known:
            where_ = together.get(pair)
            told.append(Found(pair, Meeting.MOOT if where_ else Meeting.VACUOUS, where_))
    return tuple(sorted(told, key=place))


def _opposed(rulebook: Rulebook) -> list[Clauses]:
    """Pairs of clauses of which one grants what the other forbids."""
    found: dict[Clauses, None] = {}
    for grant in rulebook.norms:
        for stop in rulebook.norms:
            grants = grant.kind in (NormKind.MAY, NormKind.MUST)
            common = not set(grant.actions).isdisjoint(stop.actions)
            if grants and stop.kind is NormKind.MUST_NOT and common:
                found[grant.origin.clause, stop.origin.clause] = None
    return list(found)


def _together(rulebook: Rulebook, seen: Pattern) -> set[Clauses]:
    """The pairs of a grant and a prohibition that apply to one possible action."""
    norms = rulebook.norms
    found: set[Clauses] = set()
    for one in seen.candidates:
        if one.possible:
            said = [norms[index] for index in one.applies]
            stops = [norm for norm in said if norm.kind is NormKind.MUST_NOT]
            grants = [norm for norm in said if norm.kind in (NormKind.MAY, NormKind.MUST)]
            found.update((a.origin.clause, b.origin.clause) for a in grants for b in stops)
    return found


def patterns(explored: Graph, time: Clock) -> dict[Pattern, Occurrence] | None:
    """The patterns of all situations in which play goes on; None if the time is over."""
    expander = explored.expander
    system = expander.system
    views = [_View(system, index, expander) for index in range(len(system.transitions))]
    judge = Program((system.over, system.goes_on))
    found: dict[Pattern, Occurrence] = {}
    for start, keys in chunks(explored.keys):
        if time.spent:
            return None
        columns = expander.columns(keys)
        over, goes_on = judge(columns, len(keys))
        table = _Table(len(keys))
        table.mark(None, np.flatnonzero(over))
        for view in views:
            for one, sources in view.candidates(columns, len(keys)):
                table.mark(one, sources)
        level = explored.level[start : start + len(keys)]
        for members, rows in table.groups(goes_on):
            first = int(level[rows].min())
            nearest = rows[level[rows] == first]
            whole = pattern((one for one in members if one is not None), None in members)
            where = Occurrence(len(rows), first, keys[nearest])
            found[whole] = found[whole].also(where) if whole in found else where
    return found


class _Table:
    """Which of some things there are in each situation of a chunk."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._marks: dict[Candidate | None, Array] = {}

    def mark(self, one: Candidate | None, sources: Array) -> None:
        """It is there in these situations; None stands for the end of the game."""
        column = self._marks.setdefault(one, np.zeros(self._count, dtype=bool))
        column[sources] = True

    def groups(self, chosen: Array) -> Iterator[tuple[list[Candidate | None], Array]]:
        """The situations, of those chosen, in which the same things are there."""
        rows = np.flatnonzero(chosen)
        names = list(self._marks)
        if not len(rows):
            return
        for there, part in _alike([self._marks[one][rows] for one in names]):
            yield [one for one, is_ in zip(names, there, strict=True) if is_], rows[part]


class _View:
    """One action as its norms see it, compiled."""

    def __init__(self, system: System, index: int, expander: Expander) -> None:
        self._book, self._index = system.rulebook, index
        transition, pool = system.transitions[index], system.pool
        self._mover = expander.movers[index]
        possible = pool.and_(transition.canonical, transition.possible)
        self._norms = [norm for norm, _ in transition.applies]
        said = dict(transition.applies)
        kinds = {norm: system.rulebook.norms[norm].kind for norm in self._norms}
        musts = [said[norm] for norm in self._norms if kinds[norm] is NormKind.MUST]
        mays = [said[norm] for norm in self._norms if kinds[norm] is NormKind.MAY]
        owed = pool.and_(transition.canonical, pool.or_(*musts))
        matters = pool.or_(pool.and_(possible, pool.or_(*mays)), owed)
        self._ways = [
            self._way(way, system) for way in (pool.and_(possible, pool.or_(*mays, *musts)), owed)
        ]
        self._program = Program((matters, possible, *(said[norm] for norm in self._norms)))
        self._rows = _distinct_rows(self._mover, self._program.variables)

    def _way(self, way: Term, system: System) -> Program:
        """What of a condition is known without the parameters."""
        pool, own = system.pool, frozenset(self._mover.columns)
        free = (one for one in conjuncts(way) if pool.variables(one).isdisjoint(own))
        return Program((pool.and_(*free),))

    def candidates(
        self, columns: Mapping[Variable, Array], count: int
    ) -> Iterator[tuple[Candidate, Array]]:
        """What there is of this action, and in which situations."""
        open_ = np.zeros(count, dtype=bool)
        for way in self._ways:
            open_ |= way(columns, count)[0]
        sources = np.flatnonzero(open_)
        per_round = max(1, CROSS // len(self._rows))
        for start in range(0, len(sources), per_round):
            yield from self._round(columns, sources[start : start + per_round])

    def _round(
        self, columns: Mapping[Variable, Array], sources: Array
    ) -> Iterator[tuple[Candidate, Array]]:
        source = np.repeat(sources, len(self._rows))
        instance = np.tile(self._rows, len(sources))
        picked = self._mover.picked(self._program, columns, source, instance)
        matters, *bits = self._program(picked, len(source))
        chosen = np.flatnonzero(matters)
        if not len(chosen):
            return
        for (possible, *applies), part in _alike([bit[chosen] for bit in bits]):
            norms = [n for n, is_ in zip(self._norms, applies, strict=True) if is_]
            one = candidate(self._book, self._index, possible, norms)
            if one is not None:
                yield one, source[chosen[part]]


def _alike(columns: Sequence[Array]) -> Iterator[tuple[list[bool], Array]]:
    """Each combination of truth values that rows have, and the numbers of these rows."""
    codes = np.zeros(len(columns[0]), dtype=np.int64)
    for place, column in enumerate(columns):
        if place and place % _BITS == 0:
            # The combinations so far are numbered, so that there is room for more.
            _, numbers = np.unique(codes, return_inverse=True)
            codes = numbers.astype(np.int64) << _BITS
        codes |= column.astype(np.int64) << (place % _BITS)
    order = np.argsort(codes, kind="stable")
    ranked = codes[order]
    begins = np.flatnonzero(ranked[1:] != ranked[:-1]) + 1
    for part in np.split(order, begins):
        yield [bool(column[part[0]]) for column in columns], part


def _distinct_rows(mover: Mover, variables: frozenset[Variable]) -> Array:
    """Rows of parameters, one of each that differ in what these variables are."""
    columns = [column for variable, column in mover.columns.items() if variable in variables]
    if not columns:
        return np.zeros(1, dtype=np.int32)
    _, first = np.unique(np.stack(columns, axis=1), axis=0, return_index=True)
    return np.sort(first).astype(np.int32)


def told(found: Sequence[Found]) -> list[Cause]:
    """The ends of the plays that show what is open, in order."""
    ends = (one.ends for one in found if one.meeting is Meeting.SITUATIONAL)
    return [one for one in ends if one is not None]
