"""What would mend a finding: a change of one of its clauses that removes it and brings no other.

A mend is a suggestion. It was searched again as the finding was, in its scope and with its
answers to open questions: the finding is not there, no other one has come, no property has
become empty, and every example that could be played still can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from headjudge.checks.sharing import Sharing
from headjudge.edits.looks import Answers, Court, Look, Mark
from headjudge.edits.pieces import Manner
from headjudge.edits.play import Play, Side, compare_play
from headjudge.edits.trials import AS_IT_IS, CHANGED, Ground, Grounding
from headjudge.edits.variants import Part, Variant, variants
from headjudge.engines.search import Budget, Report
from headjudge.evidence.judging import ReplayError
from headjudge.evidence.relating import Names
from headjudge.evidence.results import Audit, Finding, Kind, Verdict
from headjudge.rulebook import UnreadableError, under_reading
from headjudge.rulebook.syntax import Rulebook, Setting
from headjudge.semantics.symbolic.terms import TooManyError

MOST = 3  # mends of one finding
TRIES = 60  # changes that are tried for one finding
# Of changes of one size those come first that an author would think of first.
_PARTS = (Part.NORM, Part.CONSEQUENCE, Part.HELPER, Part.ACTION, Part.FIELD)
_MANNERS = (
    Manner.PRECEDENCE,
    Manner.ORDER,
    Manner.WITHOUT,
    Manner.BOUNDARY,
    Manner.JOINED,
    Manner.FORCE,
    Manner.PLAYER,
    Manner.NUMBER,
    Manner.NEGATED,
    Manner.VALUE,
    Manner.STRUCK,
)
_EMPTY = (Verdict.VACUOUS.value, Verdict.NOT_APPLICABLE.value)
# What is no play of one rulebook, or is about the document, is mended by other means.
_OTHER = (Kind.READING, Kind.UNMODELLED, Kind.APART, Kind.DEAD, Kind.IDLE, Kind.FALSE_CLAIM)
SEEKING = "seeking mends"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A finding that is to be mended: its name, its property, its clauses, its answers."""

    fingerprint: str
    property: str
    clauses: tuple[str, ...]
    answers: Answers


@dataclass(frozen=True, slots=True)
class Mending:
    """A change that removes findings. ``play``: what else changes in play."""

    variant: Variant
    removes: tuple[str, ...]
    play: Play


@dataclass(frozen=True, slots=True)
class Sought:
    """What was found for one finding.

    ``tried``: how many changes of its clauses were looked at. ``left``: how many were not,
    since enough had been found. ``unknown``: of how many it is not known whether they help.
    ``why``: why nothing was tried at all.
    """

    wanted: str
    mends: tuple[Mending, ...] = ()
    tried: int = 0
    left: int = 0
    unknown: int = 0
    why: str = ""


def wanted(audit: Audit) -> tuple[Wanted, ...]:
    """The findings of an audit that a change of a clause may mend."""
    book = audit.rulebook
    usual = {question: answers[0] for question, answers in book.readings()}
    return tuple(
        Wanted(
            one.fingerprint,
            one.property,
            tuple(dict.fromkeys((*one.decisive, *one.clauses))),
            tuple({**usual, **dict(one.readings)}.items()),
        )
        for result in audit.results
        for one in result.findings
        if mendable(one)
    )


def mendable(finding: Finding) -> bool:
    """Whether a change of a clause may mend it."""
    return finding.cause.kind not in _OTHER and not finding.weak


@dataclass(frozen=True, slots=True)
class Attempt:
    """What comes of a change: which findings it removes, or that this is not known."""

    removes: tuple[str, ...] = ()
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class Attempting:
    """One change to be tried, as a piece of work.

    ``known``: the names of all findings of the rulebook as it is.
    """

    court: Court
    ground: Ground
    known: frozenset[str]
    asked: tuple[Wanted, ...]
    variant: Variant
    title: str

    def work(self, report: Report) -> Attempt:
        """Whether it helps."""
        changed = self.variant.applied(self.court.rulebook)
        there = dict(changed.readings())
        answers = {q: a for q, a in self.ground.answers if a in there.get(q, ())}
        book = under_reading(changed, answers)
        try:
            return self._tried(book, report)
        except (UnreadableError, TooManyError, MemoryError, RecursionError):
            return Attempt()
        except ReplayError:
            return Attempt(unknown=True)

    def _tried(self, book: Rulebook, report: Report) -> Attempt:
        if self.ground.broken(book):
            return Attempt()
        (known,) = self.ground.known
        budget = replace(self.court.budget, situations=10 * known.situations + 100_000)
        look = Look.at(book, self.court, known.setting, budget, report)
        other = [name for name in look.names if look.signs().get(name) != known.signs.get(name)]
        first = [one for one in self.asked if one.property in other]
        if not first or look.search.why:
            return Attempt(unknown=bool(look.search.why))
        marks: dict[str, Mark] = {}
        ordered = dict.fromkeys((*(one.property for one in first), *sorted(other, key=look.slow)))
        removed = [one.fingerprint for one in first]
        for name in ordered:
            mark = look.mark(name)
            was = known.marks[name]
            if mark.findings - was.findings - self.known:
                return Attempt()
            if mark.verdict in _EMPTY and was.verdict not in _EMPTY:
                return Attempt()
            marks[name] = mark
            removed = [one for one in removed if one not in mark.findings]
            if not removed:
                return Attempt()
        return Attempt(tuple(removed))


@dataclass(frozen=True, slots=True)
class Beside:
    """The rulebook as it is and with a change, side by side, as a piece of work."""

    rulebook: Rulebook
    variant: Variant
    setting: Setting
    answers: Answers
    budget: Budget
    title: str

    def work(self, report: Report) -> Play:
        """Explore both. Raises ReplayError, TooManyError."""
        old = under_reading(self.rulebook, dict(self.answers))
        changed = self.variant.applied(self.rulebook)
        there = dict(changed.readings())
        new = under_reading(changed, {q: a for q, a in self.answers if a in there.get(q, ())})
        sides = Side(AS_IT_IS, old, self.setting), Side(CHANGED, new, self.setting)
        return compare_play(*sides, Names(), self.budget, report)


def mends(
    court: Court, asked: Sequence[Wanted], known: frozenset[str], sharing: Sharing
) -> tuple[Sought, ...]:
    """What would mend each finding, the smallest change first.

    A change that removes several findings is tried once. Raises ReplayError, TooManyError,
    LostError.
    """
    found: dict[str, list[tuple[Variant, tuple[str, ...]]]] = {one.fingerprint: [] for one in asked}
    counts = {one.fingerprint: _Count() for one in asked}
    candidates = sorted(variants(court.rulebook), key=_likely)
    skipped: dict[str, str] = {}
    for answers in dict.fromkeys(one.answers for one in asked):
        mine = [one for one in asked if one.answers == answers]
        ground = sharing.begin(Grounding(court, answers, SEEKING))()
        (there,) = ground.known
        hidden = {name for mark in there.marks.values() for name in mark.findings}
        for one in mine:
            if one.fingerprint not in hidden:
                skipped[one.fingerprint] = "it shows only past another finding; mend that one first"
        mine = [one for one in mine if one.fingerprint in hidden]
        for batch in _batches(candidates):
            begun: list[tuple[Variant, tuple[Wanted, ...], Callable[[], Attempt]]] = []
            for variant in batch:
                about = _about(variant, mine)
                open_ = tuple(
                    one
                    for one in about
                    if len(found[one.fingerprint]) < MOST and counts[one.fingerprint].tried < TRIES
                )
                for one in about:
                    counts[one.fingerprint].add(tried=one in open_)
                if open_:
                    job = Attempting(court, ground, known, open_, variant, SEEKING)
                    begun.append((variant, open_, sharing.begin(job)))
            for variant, open_, ends in begun:
                attempt = ends()
                for one in open_:
                    counts[one.fingerprint].unknown += attempt.unknown
                    if one.fingerprint in attempt.removes:
                        found[one.fingerprint].append((variant, attempt.removes))
    plays = _plays(court, asked, found, sharing)
    return tuple(_sought(one, found, counts, plays, skipped) for one in asked)


def _likely(variant: Variant) -> tuple[int, int, int]:
    part = _PARTS.index(variant.swaps[0].part)
    return variant.size, part, _MANNERS.index(variant.manner)


def _about(variant: Variant, asked: Sequence[Wanted]) -> tuple[Wanted, ...]:
    """The findings that a change may mend: those of its clause, in its reading."""
    return tuple(
        one
        for one in asked
        if variant.clause in one.clauses
        and (
            variant.reading is None
            or dict(one.answers).get(variant.reading.question) == variant.reading.answer
        )
    )


@dataclass(slots=True)
class _Count:
    tried: int = 0
    left: int = 0
    unknown: int = 0

    def add(self, *, tried: bool) -> None:
        self.tried += tried
        self.left += not tried


def _batches(candidates: Sequence[Variant], size: int = 16) -> Iterator[Sequence[Variant]]:
    """A few changes at a time: what has been found spares the later ones."""
    for start in range(0, len(candidates), size):
        yield candidates[start : start + size]


def _plays(
    court: Court,
    asked: Sequence[Wanted],
    found: Mapping[str, Sequence[tuple[Variant, tuple[str, ...]]]],
    sharing: Sharing,
) -> dict[tuple[str, Answers], Play]:
    """What else changes in play, once for each change and its answers."""
    begun: dict[tuple[str, Answers], Callable[[], Play]] = {}
    (made,) = court.settings
    for one in asked:
        for variant, _ in found[one.fingerprint][:MOST]:
            key = variant.name, one.answers
            if key not in begun:
                job = Beside(court.rulebook, variant, made, one.answers, court.budget, SEEKING)
                begun[key] = sharing.begin(job)
    return {key: ends() for key, ends in begun.items()}


def _sought(
    one: Wanted,
    found: Mapping[str, Sequence[tuple[Variant, tuple[str, ...]]]],
    counts: Mapping[str, _Count],
    plays: Mapping[tuple[str, Answers], Play],
    skipped: Mapping[str, str],
) -> Sought:
    count = counts[one.fingerprint]
    mendings = tuple(
        Mending(variant, removes, plays[variant.name, one.answers])
        for variant, removes in found[one.fingerprint][:MOST]
    )
    why = skipped.get(one.fingerprint, "")
    return Sought(one.fingerprint, mendings, count.tried, count.left, count.unknown, why)
