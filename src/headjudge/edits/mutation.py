"""Which clauses of a rulebook an example or a property pins down: every change is tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from headjudge.checks.sharing import Sharing
from headjudge.edits.looks import Answers, Court
from headjudge.edits.trials import Fate, Ground, Grounding, Outcome, Trial
from headjudge.edits.variants import Variant
from headjudge.evidence.accepted import Accepted
from headjudge.rulebook.syntax import Rulebook, Setting

_TOGETHER = 6  # a piece of work: long enough to be worth sending away
TRYING = "trying changes"


@dataclass(frozen=True, slots=True)
class Survivor:
    """A change that nothing notices; ``reason``: why that is well, if somebody has said so."""

    outcome: Outcome
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Matrix:
    """What has come of the changes of one rulebook.

    ``untried``: how many were not come to. ``unmet``: what is explained and does not survive.
    """

    rulebook: Rulebook
    settings: tuple[Setting, ...]
    properties: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    survivors: tuple[Survivor, ...]
    untried: int = 0
    unmet: tuple[str, ...] = ()

    def of(self, *fates: Fate) -> tuple[Outcome, ...]:
        """The changes of which this has come."""
        return tuple(one for one in self.outcomes if one.fate in fates)

    @property
    def open(self) -> tuple[Survivor, ...]:
        """The survivors that nobody has explained."""
        return tuple(one for one in self.survivors if one.reason is None)

    @property
    def exit_code(self) -> int:
        """1: an unexplained survivor, or an explanation of none; 3: something is not decided."""
        if self.open or self.unmet:
            return 1
        return 3 if self.untried or self.of(Fate.UNDECIDED) else 0


def tiers(usual: Setting) -> tuple[Setting, ...]:
    """The settings in which changes are tried: with bounds of at most 1, then the usual one."""
    small = Setting(usual.players, tuple((name, min(value, 1)) for name, value in usual.scope))
    return (usual,) if small == usual else (small, usual)


def trials(court: Court, variants: Sequence[Variant], sharing: Sharing) -> Iterator[Outcome]:
    """Try every change, a few at a time; what comes of them, in their order.

    Raises ReplayError, if the rulebook as it is cannot be replayed, TooManyError and LostError.
    """
    usual = {question: answers[0] for question, answers in court.rulebook.readings()}

    def answers(one: Variant) -> Answers:
        reading = one.reading
        mine = {} if reading is None else {reading.question: reading.answer}
        return tuple({**usual, **mine}.items())

    begun = {
        key: sharing.begin(Grounding(court, key, TRYING))
        for key in dict.fromkeys(map(answers, variants))
    }
    grounds: dict[Answers, Ground] = {key: ends() for key, ends in begun.items()}
    waiting: list[Callable[[], tuple[Outcome, ...]]] = []
    for start in range(0, len(variants), _TOGETHER):
        together = variants[start : start + _TOGETHER]
        for key in dict.fromkeys(map(answers, together)):
            mine = tuple(one for one in together if answers(one) == key)
            waiting.append(sharing.begin(Trial(court, grounds[key], mine, TRYING)))
    for ends in waiting:
        yield from ends()


def matrix(
    court: Court, found: Sequence[Outcome], total: int, explained: Sequence[Accepted]
) -> Matrix:
    """What has come of the changes, with the reasons that somebody has given."""
    reasons = {one.finding: one.reason for one in explained}
    survivors = tuple(
        Survivor(one, reasons.get(one.variant.name)) for one in found if one.fate is Fate.SURVIVES
    )
    names = {one.outcome.variant.name for one in survivors}
    whole = len(found) == total
    return Matrix(
        court.rulebook,
        court.settings,
        tuple(one.name for one in court.asked()),
        tuple(found),
        survivors,
        total - len(found),
        tuple(name for name in reasons if name not in names) if whole else (),
    )
