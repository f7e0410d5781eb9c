"""What notices that a rulebook has been changed: an example, a property, or nothing.

What is cheap is asked first. A property notices a change if it comes to another verdict, or
to other findings, than with the rulebook as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice

from headjudge.edits.looks import Answers, Court, Known, Look, lowered
from headjudge.edits.play import Shown
from headjudge.edits.unpinned import pinning
from headjudge.edits.variants import Variant
from headjudge.engines.compare import Comparison
from headjudge.engines.explore.product import compare
from headjudge.engines.search import Report, Strength
from headjudge.evidence.examples import play_examples, playing
from headjudge.evidence.judging import ReplayError
from headjudge.evidence.parting import Hand, Tandem, course
from headjudge.evidence.relating import SAME, relate
from headjudge.rulebook import UnreadableError, under_reading
from headjudge.rulebook.faults import Faults
from headjudge.rulebook.settings import check_sizes
from headjudge.rulebook.syntax import Example, Rulebook, Setting
from headjudge.semantics.executable import build
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import TooManyError

AS_IT_IS = "as it is"
CHANGED = "changed"


class Fate(Enum):
    """What comes of a change; the value is the word in reports."""

    STILLBORN = "stillborn"
    NOTICED = "noticed"
    SAME = "plays the same"
    SURVIVES = "survives"
    UNDECIDED = "not decided"


@dataclass(frozen=True, slots=True)
class Ground:
    """All that is known of the rulebook as it is, with some answers to its open questions."""

    answers: Answers
    examples: tuple[bool, ...]
    known: tuple[Known, ...]

    def broken(self, book: Rulebook) -> bool:
        """Whether an example that could be played can be played no more."""
        pairs = zip(self.examples, _examples(book), strict=True)
        return any(before and not now for before, now in pairs)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of one change.

    ``by``: what notices it, all of one kind. ``compared``: how many situations were compared,
    and ``setting`` where. ``cutoffs``: plays that a bound keeps from being compared.
    ``shown``: of a change that nothing notices, the shortest play that shows it, and
    ``example`` one that would notice it.
    """

    variant: Variant
    fate: Fate
    by: tuple[str, ...] = ()
    why: str = ""
    setting: Setting | None = None
    compared: int = 0
    cutoffs: tuple[tuple[str, int], ...] = ()
    shown: Shown | None = None
    example: Example | None = None


@dataclass(frozen=True, slots=True)
class Grounding:
    """Finding out what is known of the rulebook as it is, as a piece of work."""

    court: Court
    answers: Answers
    title: str

    def work(self, report: Report) -> Ground:
        """Play the examples, and search once in each setting. Raises ReplayError."""
        book = under_reading(self.court.rulebook, dict(self.answers))
        examples = _examples(book)
        known = []
        for made in self.court.settings:
            look = Look.at(book, self.court, made, self.court.budget, report)
            marks = {name: look.mark(name) for name in look.names}
            known.append(Known(made, look.search.situations, look.signs(), marks))
        return Ground(self.answers, examples, tuple(known))


@dataclass(frozen=True, slots=True)
class Trial:
    """Changes to be tried, as a piece of work; each by itself."""

    court: Court
    ground: Ground
    variants: tuple[Variant, ...]
    title: str

    def work(self, report: Report) -> tuple[Outcome, ...]:
        """What comes of each."""
        rulebook = under_reading(self.court.rulebook, dict(self.ground.answers))
        whole = _Whole(rulebook, self.court, {})
        return tuple(self._one(one, whole, report) for one in self.variants)

    def _one(self, variant: Variant, whole: _Whole, report: Report) -> Outcome:
        changed = variant.applied(self.court.rulebook)
        known = dict(changed.readings())
        answers = {q: a for q, a in self.ground.answers if a in known.get(q, ())}
        book = under_reading(changed, answers)
        case = _Case(self.court, self.ground, variant, book)
        try:
            return case.tried(whole, report)
        except (UnreadableError, TooManyError, MemoryError, RecursionError) as error:
            return Outcome(variant, Fate.STILLBORN, why=f"{type(error).__name__}: {error}")
        except ReplayError as error:
            return Outcome(variant, Fate.UNDECIDED, why=f"an error of headjudge: {error}")


@dataclass(frozen=True, slots=True)
class _Whole:
    """The rulebook as it is, lowered once for each setting."""

    rulebook: Rulebook
    court: Court
    systems: dict[Setting, tuple[System, frozenset[tuple[int, int]]]]

    def lowered(self, made: Setting) -> tuple[System, frozenset[tuple[int, int]]]:
        """The system, and the pairs of norms of which the one is an exception."""
        if made not in self.systems:
            self.systems[made] = lowered(self.rulebook, made)
        return self.systems[made]


@dataclass(frozen=True, slots=True)
class _Case:
    """One change on trial: the rulebook with it, and what is known of that without it."""

    court: Court
    ground: Ground
    variant: Variant
    book: Rulebook

    def tried(self, whole: _Whole, report: Report) -> Outcome:
        """Ask what is cheap first.

        The properties are asked in the smallest setting; then play is compared in the usual
        one. If it parts there, the properties are asked there too.
        """
        for made in self.court.settings:
            faults = Faults()
            check_sizes(self.book, made, faults)
            faults.check()
        by = self._by_examples()
        if by and not self.court.whole:
            return Outcome(self.variant, Fate.NOTICED, by)
        small, *larger = self.ground.known
        more, why = self._by_properties(small, report)
        by = (*by, *more)
        if not by and not why:
            found = self._compared(whole, self.ground.known[-1], report)
            if found.fate is not Fate.SURVIVES:
                return found
        for known in larger:
            if (by and not self.court.whole) or why:
                break
            more, why = self._by_properties(known, report)
            by = tuple(dict.fromkeys((*by, *more)))
        if by:
            return Outcome(self.variant, Fate.NOTICED, by)
        return Outcome(self.variant, Fate.UNDECIDED, why=why) if why else found

    def _by_examples(self) -> tuple[str, ...]:
        """The examples that notice it, those of its clause first: they are the likeliest."""
        clause = self.variant.clause
        pairs = list(zip(self.book.examples, self.ground.examples, strict=True))
        pairs.sort(key=lambda pair: pair[0].origin.clause != clause)
        ordered = replace(self.book, examples=tuple(one for one, _ in pairs))
        now = playing(ordered, build(ordered))
        names = (
            f"{one.origin.clause} example {one.number}"
            for (one, before), after in zip(pairs, now, strict=True)
            if before != after.success
        )
        return tuple(names if self.court.whole else islice(names, 1))

    def _by_properties(self, known: Known, report: Report) -> tuple[tuple[str, ...], str]:
        """The properties that notice it; why it is not known whether any does."""
        # A rulebook with a slip in it may have many more situations.
        budget = replace(self.court.budget, situations=10 * known.situations + 100_000)
        look = Look.at(self.book, self.court, known.setting, budget, report)
        signs = look.signs()
        other = [name for name in look.names if signs.get(name) != known.signs.get(name)]
        by = []
        for name in sorted(other, key=look.slow):
            if look.mark(name) != known.marks[name]:
                by.append(name)
                if not self.court.whole:
                    break
        return tuple(by), "" if by else look.search.why

    def _compared(self, whole: _Whole, known: Known, report: Report) -> Outcome:
        made = known.setting
        left, exceptions = whole.lowered(made)
        right, others = lowered(self.book, made)
        relation = relate(left, right, SAME)
        found = compare(left, right, relation, (), self.court.budget, report, first=True)
        told = Outcome(
            self.variant,
            _fate(found),
            why=found.why,
            setting=made,
            compared=found.situations,
            cutoffs=found.cutoffs,
        )
        if not found.partings:
            return told
        play, rights = course(left, right, relation, found.partings[0])
        tandem = Tandem(
            Hand(AS_IT_IS, whole.rulebook, made, exceptions), Hand(CHANGED, self.book, made, others)
        )
        shown = Shown(*tandem.part(play, rights))
        example = pinning(whole.rulebook, self.book, self.variant.clause, shown, made)
        return replace(told, shown=shown, example=example)


def _fate(found: Comparison) -> Fate:
    if found.partings:
        return Fate.SURVIVES
    return Fate.UNDECIDED if found.strength is Strength.SPENT else Fate.SAME


def _examples(book: Rulebook) -> tuple[bool, ...]:
    return tuple(one.success for one in play_examples(book, build(book)))
