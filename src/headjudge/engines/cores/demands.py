"""What the clauses demand of one situation, as constraints with a switch for each clause.

For each action that is possible there is a truth value: it may come next. Some action has to
(unless the game is over), and none that no clause permits or requires. Of the rest each
clause demands its part:

- a permission: the action may come next, or something else that has to happen does;
- a prohibition, and an "only while" that is not so: it may not;
- an obligation: it does, and nothing comes next that does not have to happen.

What narrows a permission takes its demand away: an "only while", an exception, and a
prohibition by the golden rule. An obligation that is narrowed, or whose action is not
possible, demands that something else which has to happen does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from headjudge.engines.cores.marco import Chosen
from headjudge.rulebook.syntax import Norm, NormKind, Rulebook


@dataclass(frozen=True, slots=True, order=True)
class Candidate:
    """An action with its parameters, as the norms see it: which of them apply.

    ``action`` and ``applies`` are indices into the rulebook's. Of an "only while" it applies
    where its condition holds.
    """

    action: int
    possible: bool
    applies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A situation as the norms see it; many a situation has the same pattern."""

    candidates: tuple[Candidate, ...]
    over: bool = False


@dataclass(frozen=True, slots=True)
class Precedence:
    """Which demands yield to others.

    ``stated``: what overrides another clause wins, and the golden rule holds. ``exceptions``:
    pairs of norms (granting, forbidding) of which the second is an exception to the first.
    ``more``: pairs of clauses of which the first overrides the second, although the text does
    not say so.
    """

    stated: bool = True
    exceptions: frozenset[tuple[int, int]] = frozenset()
    more: frozenset[tuple[str, str]] = frozenset()


# As if nothing were said about what takes precedence.
NONE = Precedence(stated=False)


def candidate(
    rulebook: Rulebook, action: int, possible: bool, applies: Iterable[int]
) -> Candidate | None:
    """What matters of an action; None if nothing does.

    Of what is not possible only obligations matter, and what overrides them; of what no
    clause permits or requires, nothing.
    """
    norms = rulebook.norms
    found = sorted(applies)
    wanted = (NormKind.MAY, NormKind.MUST) if possible else (NormKind.MUST,)
    grants = {norms[index].origin.clause for index in found if norms[index].kind in wanted}
    if not grants:
        return None
    if not possible:
        kept = (
            norms[index].kind is NormKind.MUST or not grants.isdisjoint(norms[index].overrides)
            for index in found
        )
        found = [index for index, keep in zip(found, kept, strict=True) if keep]
    return Candidate(action, possible, tuple(found))


def pattern(candidates: Iterable[Candidate | None], over: bool) -> Pattern:
    """The pattern of a situation from what its actions are to the norms."""
    return Pattern(tuple(sorted({one for one in candidates if one is not None})), over)


@dataclass(frozen=True, slots=True)
class Standing:
    """What is left of a candidate's norms, by index, once precedence has been settled."""

    candidate: Candidate
    grants: tuple[int, ...]
    musts: tuple[int, ...]
    stops: tuple[int, ...]
    failing: tuple[int, ...]


class Norms:
    """The norms of a rulebook, by what takes precedence over what."""

    def __init__(self, rulebook: Rulebook, order: Precedence) -> None:
        self.rulebook = rulebook
        self.order = order
        self.golden = order.stated and rulebook.golden_rule
        self.rank = {clause.id: index for index, clause in enumerate(rulebook.clauses)}
        self._known: dict[Candidate, Standing] = {}
        norms = rulebook.norms
        self._on = [
            [index for index, norm in enumerate(norms) if action.name in norm.actions]
            for action in rulebook.actions
        ]
        self._beats = {
            (winner, loser)
            for some in self._on
            for winner in some
            for loser in some
            if self._overrides(norms[winner], norms[loser])
        }

    def _overrides(self, winner: Norm, loser: Norm) -> bool:
        if winner is loser:
            return False
        clause = loser.origin.clause
        said = self.order.stated and clause in winner.overrides
        return said or (winner.origin.clause, clause) in self.order.more

    def standing(self, one: Candidate) -> Standing:
        """Settle precedence among the norms on a candidate."""
        found = self._known.get(one)
        if found is None:
            found = self._known[one] = self._stand(one)
        return found

    def _stand(self, one: Candidate) -> Standing:
        norms = self.rulebook.norms
        left = [
            loser
            for loser in self._on[one.action]
            if not any((winner, loser) in self._beats for winner in one.applies)
        ]

        def of(kind: NormKind) -> tuple[int, ...]:
            return tuple(i for i in left if norms[i].kind is kind and i in one.applies)

        failing = tuple(i for i in left if norms[i].kind is NormKind.ONLY and i not in one.applies)
        return Standing(one, of(NormKind.MAY), of(NormKind.MUST), of(NormKind.MUST_NOT), failing)


class Demands:
    """An oracle: which clauses' demands on one situation can be met together.

    Every demand is that one of some actions may come next, or that a single one may not. So
    the demands of some clauses can be met just if they are where all comes next that none of
    them is against.
    """

    def __init__(self, norms: Norms, seen: Pattern) -> None:
        self._norms = norms
        self._over = seen.over
        self._standing = [norms.standing(one) for one in seen.candidates]
        self._owed = frozenset(
            number
            for number, one in enumerate(self._standing)
            if one.candidate.possible and one.musts
        )
        granted = frozenset(
            number
            for number, one in enumerate(self._standing)
            if one.candidate.possible and (one.grants or one.musts)
        )
        self._granted = granted
        wanted: dict[str, set[frozenset[int]]] = {}
        unwanted: dict[str, set[int]] = {}
        for number, one in enumerate(self._standing):
            for index in (*one.stops, *one.failing) if one.candidate.possible else ():
                unwanted.setdefault(self._clause(index), set()).add(number)
            for index, some in self._wanted(number, one):
                wanted.setdefault(self._clause(index), set()).add(some)
            for index in self._unnarrowed(one.musts, one) if one.candidate.possible else ():
                # Nothing comes next that does not have to happen.
                others = set(range(len(self._standing))) - self._owed
                unwanted.setdefault(self._clause(index), set()).update(others)
        clauses = sorted({*wanted, *unwanted}, key=norms.rank.__getitem__)
        self.clauses: tuple[str, ...] = tuple(clauses)
        self._some = [tuple(wanted.get(clause, ())) for clause in clauses]
        self._none = [frozenset(unwanted.get(clause, ())) for clause in clauses]

    def core(self, chosen: Chosen) -> Chosen | None:
        """Some of the chosen clauses whose demands cannot be met; None if all can be.

        The numbers index ``clauses``.
        """
        free = self._granted.difference(*(self._none[index] for index in chosen))
        if not free and not self._over:
            return self._against(self._granted, chosen)
        for index in sorted(chosen):
            for some in self._some[index]:
                if free.isdisjoint(some):
                    return self._against(some & self._granted, chosen) | {index}
        return None

    def can_all(self, clauses: Iterable[str] | None = None) -> bool:
        """Whether the demands of these clauses can be met; without any, those of all."""
        wanted = self.clauses if clauses is None else clauses
        index = {clause: number for number, clause in enumerate(self.clauses)}
        return self.core(frozenset(index[one] for one in wanted if one in index)) is None

    def _against(self, some: frozenset[int], chosen: Chosen) -> Chosen:
        """For each of some actions one of the chosen clauses that is against it."""
        return frozenset(
            next(index for index in sorted(chosen) if number in self._none[index])
            for number in some
        )

    def _clause(self, index: int) -> str:
        return self._norms.rulebook.norms[index].origin.clause

    def _wanted(self, number: int, one: Standing) -> Iterator[tuple[int, frozenset[int]]]:
        """For each norm, by index, of which actions it wants one to come next."""
        if one.candidate.possible:
            for index in self._unnarrowed(one.grants, one):
                yield index, self._owed | {number}
        for index in one.musts:
            if one.candidate.possible and index in self._unnarrowed(one.musts, one):
                yield index, frozenset({number})
            elif not self._over:
                yield index, self._owed

    def _unnarrowed(self, some: Iterable[int], one: Standing) -> list[int]:
        """Those of some norms that mean to grant an action as things stand."""
        order = self._norms.order
        if one.failing or (self._norms.golden and one.stops):
            return []
        return [i for i in some if not any((i, stop) in order.exceptions for stop in one.stops)]
