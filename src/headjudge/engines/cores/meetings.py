"""Which clauses cannot all be obeyed in one situation, what settles it, and what would."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from headjudge.engines.cores.demands import NONE, Demands, Norms, Pattern, Precedence
from headjudge.engines.cores.marco import Chosen, Sets, minimal_sets
from headjudge.engines.search import Meeting
from headjudge.rulebook.syntax import Rulebook

Clauses = tuple[str, ...]
Preference = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Met:
    """Clauses that cannot all be obeyed in one situation; none: nothing is permitted there."""

    clauses: Clauses
    meeting: Meeting


@dataclass(frozen=True, slots=True)
class Cores:
    """All minimal sets of clauses that cannot be obeyed in a situation.

    ``corrections``: minimal sets without which the others can be, as precedence stands.
    """

    met: tuple[Met, ...]
    corrections: tuple[Clauses, ...]
    complete: bool = True


class Bench:
    """Looks at one situation after another of a rulebook, as precedence stands there."""

    def __init__(self, rulebook: Rulebook, order: Precedence) -> None:
        self.rulebook = rulebook
        self.order = order
        self._plain = Norms(rulebook, NONE)
        self._stated = Norms(rulebook, order)
        self._over = Norms(rulebook, replace(order, exceptions=frozenset()))

    def cores(self, seen: Pattern) -> Cores:
        """What cannot be obeyed in a situation, and what of that is settled."""
        plain, stated = Demands(self._plain, seen), Demands(self._stated, seen)
        open_, raw = _sets(stated), _sets(plain)
        found = [Met(one, Meeting.SITUATIONAL) for one in _named(stated, open_.cores)]
        for one in _named(plain, raw.cores):
            if stated.can_all(one):
                settled = Demands(self._over, seen).can_all(one)
                found.append(Met(one, Meeting.SETTLED if settled else Meeting.EXCEPTION))
        corrections = tuple(_named(stated, open_.corrections)) if open_.cores else ()
        return Cores(tuple(found), corrections, open_.complete and raw.complete)

    def resolving(self, seen: Pattern, among: Clauses) -> tuple[tuple[Preference, ...], ...]:
        """What could be stated so that these clauses do not stand against one another there.

        Each is a minimal set of pairs (winner, loser): one for each correction of what these
        clauses demand, where such pairs bring it about.
        """
        demands = Demands(self._stated, seen)
        index = {clause: number for number, clause in enumerate(demands.clauses)}
        asked = tuple(one for one in among if one in index)
        found: dict[tuple[Preference, ...], None] = {}
        part = _Part(demands, [index[one] for one in asked])
        for correction in minimal_sets(len(asked), part).corrections:
            losers = {asked[number] for number in correction}
            pairs = self._against(seen, losers)
            # If it takes no other clause, no other clause is asked.
            near = [pair for pair in pairs if pair[0] in asked]
            enough = self._fewest(seen, asked, near) or self._fewest(seen, asked, pairs)
            if enough:
                found[enough] = None
        return tuple(found)

    def _against(self, seen: Pattern, losers: set[str]) -> list[Preference]:
        """Pairs (winner, loser) of clauses that say the opposite of one action.

        What the cards do is no clause that could be told to count.
        """
        norms, rank = self.rulebook.norms, self._stated.rank
        found: set[Preference] = set()
        for one in seen.candidates:
            here = self._stated.standing(one)
            for grant in (*here.grants, *here.musts):
                for stop in (*here.stops, *here.failing):
                    two = norms[grant].origin, norms[stop].origin
                    for winner, loser in (two, two[::-1]):
                        outside = winner.environment or winner.clause in losers
                        if loser.clause in losers and not outside:
                            found.add((winner.clause, loser.clause))
        return sorted(found, key=lambda pair: (rank[pair[0]], rank[pair[1]]))

    def _fewest(
        self, seen: Pattern, asked: Clauses, pairs: Sequence[Preference]
    ) -> tuple[Preference, ...]:
        """As few of these pairs as do; none if not even all do."""

        def do(some: Sequence[Preference]) -> bool:
            stated = Norms(self.rulebook, replace(self.order, more=frozenset(some)))
            return Demands(stated, seen).can_all(asked)

        kept = list(pairs)
        if not do(kept):
            return ()
        for pair in pairs:
            others = [one for one in kept if one != pair]
            if do(others):
                kept = others
        return tuple(kept)


def _sets(demands: Demands) -> Sets:
    if demands.can_all():
        return Sets((), ())
    return minimal_sets(len(demands.clauses), demands)


def _named(demands: Demands, sets: Sequence[frozenset[int]]) -> Iterator[Clauses]:
    for one in sets:
        yield tuple(demands.clauses[index] for index in sorted(one))


class _Part:
    """An oracle for some of the clauses of another."""

    def __init__(self, whole: Demands, numbers: list[int]) -> None:
        self._whole = whole
        self._numbers = numbers

    def core(self, chosen: Chosen) -> Chosen | None:
        """As :meth:`Demands.core`."""
        found = self._whole.core(frozenset(self._numbers[one] for one in chosen))
        if found is None:
            return None
        return frozenset(n for n, one in enumerate(self._numbers) if one in found)
