"""What the norms say of one action: who grants it, who stops it, who wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from headjudge.rulebook.syntax import NormKind, Rulebook
from headjudge.rulebook.values import Ruling
from headjudge.semantics.symbolic.terms import Pool, Term


@dataclass(frozen=True, slots=True)
class Said:
    """The verdicts on one action, over slots and parameters.

    ``allowed``: a permission grants it. ``due``: an obligation requires it; ``duties`` says
    so per obligation, by its index. ``conflicts``: per pair of norms, both apply unsettled.
    """

    allowed: Term
    due: Term
    duties: Mapping[int, Term]
    conflicts: Mapping[tuple[int, int], Term]


class Norms:
    """The norms of a rulebook under a ruling.

    ``applies`` maps the indices of the norms on one action to where their conditions hold.
    """

    def __init__(
        self, rulebook: Rulebook, pool: Pool, ruling: Ruling, switch: Mapping[str, Term]
    ) -> None:
        self.rulebook = rulebook
        self.pool = pool
        self.ruling = ruling
        self.switch = switch

    def undefeated(self, index: int, applies: Mapping[int, Term]) -> Term:
        """The norm applies and nothing that overrides its clause does."""
        norms, pool = self.rulebook.norms, self.pool
        clause = norms[index].origin.clause
        over = [term for other, term in applies.items() if clause in norms[other].overrides]
        return pool.and_(applies[index], pool.not_(pool.or_(*over)))

    def _narrowed(self, applies: Mapping[int, Term]) -> Term:
        """Every ``only`` holds, or is defeated."""
        norms, pool = self.rulebook.norms, self.pool
        holds = []
        for index, term in applies.items():
            norm = norms[index]
            if norm.kind is not NormKind.ONLY:
                continue
            over = [t for o, t in applies.items() if norm.origin.clause in norms[o].overrides]
            off = pool.not_(self.switch[norm.origin.clause])
            holds.append(pool.or_(term, off, *over))
        return pool.and_(*holds)

    def verdicts(
        self, possible: Term, applies: Mapping[int, Term], standing: Mapping[int, Term]
    ) -> Said:
        """Who grants and who stops the action where it is possible."""
        norms, pool = self.rulebook.norms, self.pool

        def of(*kinds: NormKind) -> list[int]:
            return [index for index in standing if norms[index].kind in kinds]

        base = pool.and_(possible, self._narrowed(applies))
        against = of(NormKind.MUST_NOT)

        def granted(index: int) -> Term:
            """The norm grants the action, whatever prohibitions there are left."""
            if not self.ruling.permission_wins or self.rulebook.golden_rule:
                stops = [standing[other] for other in against]
            else:
                pairs = self.ruling.exceptions
                stops = [standing[other] for other in against if (index, other) in pairs]
            return pool.and_(standing[index], pool.not_(pool.or_(*stops)))

        allowed = pool.and_(base, pool.or_(*(granted(i) for i in of(NormKind.MAY))))
        duties = {i: pool.and_(base, granted(i)) for i in of(NormKind.MUST)}
        due = pool.or_(*duties.values())
        conflicts = {
            (index, other): pool.and_(base, standing[index], standing[other])
            for index in of(NormKind.MAY, NormKind.MUST)
            for other in against
            if not self.rulebook.golden_rule and (index, other) not in self.ruling.exceptions
        }
        return Said(allowed, due, duties, conflicts)
