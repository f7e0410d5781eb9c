"""What a certificate proves: in which readings, and under which ruling of conflicts.

A certificate is a document that anybody may have written. Each of its cases is checked by
itself; what they prove together is counted here, and nothing is taken over from the document.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod

from headjudge.checks.proofs import PROVABLE, Ground, Stance, goals, ground
from headjudge.checks.rankings import leavings
from headjudge.checks.readings import combinations
from headjudge.engines.induction.checker import objection
from headjudge.engines.induction.longer_checker import longer_objection
from headjudge.engines.induction.ranking_checker import ranking_objection
from headjudge.engines.search import StateGoal, StepGoal
from headjudge.evidence.certificates import Case, Certificate
from headjudge.evidence.precedence import precedence
from headjudge.rulebook import under_reading
from headjudge.rulebook.syntax import Property, Rulebook, Setting
from headjudge.rulebook.values import Ruling
from headjudge.semantics.symbolic.layout import EndlessError
from headjudge.semantics.symbolic.lower import lower
from headjudge.semantics.symbolic.quantify import exists
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import TooManyError

Reading = frozenset[tuple[str, str]]
Properties = Callable[[Rulebook], tuple[Property, ...]]


@dataclass(frozen=True, slots=True)
class Proof:
    """In how many readings a property is proved, of how many that have it.

    ``one_ruling``: in how many more it is proved under one ruling only, though a conflict is
    not ruled out there.
    """

    name: str
    readings: int
    of: int
    one_ruling: int

    @property
    def whole(self) -> bool:
        """Whether it is proved wherever it applies."""
        return self.readings == self.of


@dataclass(frozen=True, slots=True)
class Certified:
    """What was checked: ``against`` says why that is not what the certificate claims.

    ``both``: in how many of the ``readings`` proofs are asked for under both rulings, because
    a conflict is not ruled out.
    """

    against: str
    proofs: tuple[Proof, ...] = ()
    readings: int = 0
    both: int = 0

    @property
    def holds(self) -> bool:
        """Whether something is proved, and all of it in every reading."""
        return not self.against and bool(self.proofs) and all(one.whole for one in self.proofs)


@dataclass(slots=True)
class _Covered:
    """What the cases of one reading prove, by whether permissions win.

    ``has``: the names of the properties that apply. ``quiet``: no conflict can arise.
    """

    has: frozenset[str]
    quiet: bool = False
    by_ruling: dict[bool, set[str]] = field(default_factory=dict)

    def proves(self, name: str) -> bool:
        """Prohibitions win, and where it makes a difference so do permissions."""
        rulings = (False,) if self.quiet else (False, True)
        return all(name in self.by_ruling.get(wins, ()) for wins in rulings)

    def speaks_of(self, name: str) -> bool:
        """Under one ruling at least it is proved."""
        return any(name in names for names in self.by_ruling.values())


def certify(
    rulebook: Rulebook, properties: Properties, certificate: Certificate, made: Setting
) -> Certified:
    """Check every case, and count in which readings each property is proved.

    ``properties`` gives those of a rulebook whose readings are settled.
    """
    covered: dict[Reading, _Covered] = {}
    known = dict(rulebook.readings())
    for case in certificate.cases:
        given = dict(case.readings)
        if set(given) != set(known) or any(given[q] not in known[q] for q in given):
            return Certified("its readings are not the rulebook's")
        book = under_reading(rulebook, given)
        stance = Stance(book, properties(book), made, Ruling(case.permission_wins))
        why = _check(stance, certificate, case, covered)
        if why:
            return Certified(why)
    for answers in combinations(rulebook):
        if frozenset(answers.items()) not in covered:
            book = under_reading(rulebook, answers)
            asked = frozenset(one.name for one in properties(book))
            covered[frozenset(answers.items())] = _Covered(asked)
    # Where there are too many combinations to list, the others have every property.
    count = prod(len(answers) for answers in known.values())
    unseen = count - len(covered)
    names = sorted({n for one in covered.values() for mine in one.by_ruling.values() for n in mine})
    proofs = tuple(_proof(name, tuple(covered.values()), unseen) for name in names)
    both = sum(bool(one.by_ruling) and not one.quiet for one in covered.values())
    return Certified("", proofs, count, both)


def _proof(name: str, covered: Sequence[_Covered], unseen: int) -> Proof:
    where = [one for one in covered if name in one.has]
    whole = sum(one.proves(name) for one in where)
    partly = sum(one.speaks_of(name) for one in where) - whole
    return Proof(name, whole, len(where) + unseen, partly)


def _check(
    stance: Stance, certificate: Certificate, case: Case, covered: dict[Reading, _Covered]
) -> str:
    """Why a case is wrong; empty if it is not, and then what it proves is counted."""
    properties = stance.properties
    try:
        exceptions = precedence(lower(stance.rulebook, stance.setting)).exceptions
        ruling = Ruling(case.permission_wins, exceptions)
        there = ground(replace(stance, ruling=ruling))
    except (EndlessError, TooManyError) as error:
        return str(error)
    if there.unbounded.fixed != certificate.assumes:
        return "it does not name what it assumes of cards"
    try:
        why = _invariant(there, case) or _longer(there, case) or _rankings(there, case)
        if why:
            return why
        calm = not objection(there.unbounded, case.invariant, _conflicts(there.unbounded.system))
    except KeyError as error:
        return f"it speaks of {str(error)[:60]}, which the rulebook does not have"
    applies = frozenset(one.name for one in properties if _applies(one, there.tasks))
    mine = covered.setdefault(frozenset(case.readings), _Covered(applies))
    # Plays without a conflict are the same under both rulings.
    mine.quiet = mine.quiet or (calm and not case.permission_wins)
    names = mine.by_ruling.setdefault(case.permission_wins, set())
    names.update(case.properties, (name for name, _ in (*case.rankings, *case.longer)))
    return ""


def _applies(one: Property, tasks: Mapping[str, object]) -> bool:
    """Whether there is something to prove: the rulebook has what the property speaks of."""
    return one.name in tasks or one.claim is None or one.claim.kind not in PROVABLE


def _conflicts(system: System) -> tuple[StateGoal, ...]:
    """Where a norm grants what another one forbids, and nothing settles it."""
    pool = system.pool
    return tuple(
        StateGoal(
            "conflict",
            exists(pool, pool.and_(transition.canonical, term), transition.groups),
            pool.true,
        )
        for transition in system.transitions
        for _, term in transition.conflicts
    )


def _invariant(there: Ground, case: Case) -> str:
    """Why the invariant of a case does not show what it should. Raises KeyError."""
    asked: list[StateGoal | StepGoal] = []
    for name in case.properties:
        task = there.tasks.get(name)
        mine = None if task is None else goals(task)
        if mine is None:
            return f"there is no property {name[:60]} that an invariant can prove"
        asked.extend(mine)
    return objection(there.unbounded, case.invariant, asked)


def _longer(there: Ground, case: Case) -> str:
    """Why its inductions over several steps do not show what they should. Raises KeyError."""
    for name, steps in case.longer:
        task = there.tasks.get(name)
        mine = None if task is None else goals(task)
        if mine is None:
            return f"there is no property {name[:60]} that an induction can prove"
        why = longer_objection(there.unbounded, case.invariant, steps, mine)
        if why:
            return why
    return ""


def _rankings(there: Ground, case: Case) -> str:
    """Why the rankings of a case do not show what they should. Raises KeyError."""
    for name, rankings in case.rankings:
        task = there.tasks.get(name)
        asked = () if task is None else leavings(task)
        if not asked or len(asked) != len(rankings):
            return f"there is no property {name[:60]} that such rankings can prove"
        for leaving, ranking in zip(asked, rankings, strict=True):
            why = ranking_objection(there.unbounded, ranking, leaving)
            if why:
                return why
    return ""
