"""The versions of a rulebook whose text is open: one for each way to take it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from headjudge.checks.readings import combinations
from headjudge.evidence.precedence import precedence
from headjudge.rulebook import under_reading
from headjudge.rulebook.syntax import Claim, Property, Rulebook, Setting
from headjudge.rulebook.values import Ruling
from headjudge.semantics.executable import Game, build
from headjudge.semantics.symbolic.lower import lower
from headjudge.semantics.symbolic.system import System
from headjudge.vectors.cases import Version


@dataclass(frozen=True)
class Ruled:
    """The rulebook in one version, for search and for play. Each is made when it is needed."""

    version: Version
    rulebook: Rulebook
    setting: Setting
    ruling: Ruling
    claims: tuple[Claim, ...]

    @cached_property
    def system(self) -> System:
        """The rules as terms."""
        return lower(self.rulebook, self.setting, self.ruling)

    @cached_property
    def game(self) -> Game:
        """The rules as a game."""
        return Game(build(self.rulebook, self.claims), self.setting, ruling=self.ruling)


def versions(
    rulebook: Rulebook, setting: Setting, properties: Sequence[Property] = ()
) -> tuple[Ruled, ...]:
    """Every combination of answers; where a conflict may be left, under both rulings.

    ``properties``: what the games can be asked about, beside the rulebook's own claims.
    """
    found: list[Ruled] = []
    claims = tuple(one.claim for one in properties if one.claim is not None)
    for answers in combinations(rulebook):
        book = under_reading(rulebook, answers)
        system = lower(book, setting)
        exceptions = precedence(system).exceptions
        undecided = any(
            pair not in exceptions
            for transition in system.transitions
            for pair, _ in transition.conflicts
        )
        for wins in (False, True) if undecided else (False,):
            version = Version(len(found) + 1, tuple(answers.items()), wins)
            found.append(Ruled(version, book, setting, Ruling(wins, exceptions), claims))
    return tuple(found)


def by_number(every: tuple[Ruled, ...]) -> Mapping[int, Ruled]:
    """The versions by their numbers."""
    return {one.version.number: one for one in every}
