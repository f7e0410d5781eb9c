"""All that an edit changes, put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from headjudge.checks.audit import Question, begin
from headjudge.checks.sharing import Sharing
from headjudge.edits.alone import effect_of, with_change
from headjudge.edits.clauses import Change, ClauseChange, Effect, clause_changes
from headjudge.edits.mapping import Correspondence
from headjudge.edits.play import Play, Side, compare_play
from headjudge.edits.quiet import Quiet, Version, allow, quiet_changes
from headjudge.engines.search import Budget, Report
from headjudge.evidence.accepted import Accepted, accept
from headjudge.evidence.results import Audit, Finding, Result, Verdict
from headjudge.rulebook.syntax import Setting


@dataclass(frozen=True, slots=True)
class Found:
    """A finding of one side, with the audit and the result that it belongs to."""

    audit: Audit
    result: Result
    finding: Finding


@dataclass(frozen=True, slots=True)
class Findings:
    """Contradictions that appear with an edit, that disappear, and that remain."""

    appeared: tuple[Found, ...]
    disappeared: tuple[Found, ...]
    remained: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class Edit:
    """What an edit changes.

    ``elsewhere``: the comparison of play in the other settings that both headers have.
    ``unused``: what is allowed by name and does not happen. ``undecided``: pairs of results
    of which the old one is as strong as required and the new one is not.
    """

    old: Version
    new: Version
    play: Play
    clauses: tuple[ClauseChange, ...]
    quiet: tuple[Quiet, ...]
    unused: tuple[str, ...]
    findings: Findings
    undecided: tuple[tuple[Result, Result], ...]
    elsewhere: tuple[Play, ...] = ()

    @property
    def parts(self) -> bool:
        """Whether play parts in any setting."""
        return any(one.first is not None for one in (self.play, *self.elsewhere))

    @property
    def red(self) -> tuple[Quiet, ...]:
        """What is checked less and not allowed."""
        return tuple(one for one in self.quiet if not one.allowed)

    @property
    def opened(self) -> tuple[Found, ...]:
        """Contradictions that appear and nobody has accepted."""
        return tuple(one for one in self.findings.appeared if one.finding.accepted is None)

    @property
    def exit_code(self) -> int:
        """1: something red, or a contradiction that appears; 3: no verdict; else 0."""
        if self.red or self.opened or self.unused:
            return 1
        plays = (self.play, *self.elsewhere)
        if self.undecided or any(one.aside is Verdict.NO_VERDICT for one in plays):
            return 3
        return 0


@dataclass(frozen=True, slots=True)
class Compared:
    """The comparison of play, as a piece of work."""

    old: Side
    new: Side
    mapping: Correspondence
    budget: Budget
    title: str

    def work(self, report: Report) -> Play:
        """Explore both."""
        return compare_play(self.old, self.new, self.mapping.names, self.budget, report)


@dataclass(frozen=True, slots=True)
class Tried:
    """One change of a clause by itself, as a piece of work."""

    change: ClauseChange
    old: Side
    new: Side
    budget: Budget
    title: str

    def work(self, report: Report) -> Effect:
        """Try it."""
        mixed = with_change(self.change, self.old.rulebook, self.new.rulebook)
        if mixed is None:
            return Effect.UNKNOWN
        return effect_of(self.old.rulebook, mixed, self.old.setting, self.budget, report)


@dataclass(frozen=True, slots=True)
class Asked:
    """Two versions to be compared, and how.

    ``runs``: further settings in which play is compared.
    """

    old: Version
    new: Version
    settings: tuple[Setting, Setting]
    labels: tuple[str, str]
    mapping: Correspondence
    budget: Budget
    accepted: tuple[Sequence[Accepted], Sequence[Accepted]]
    allowed: frozenset[str]
    runs: tuple[tuple[Setting, Setting], ...] = ()


def difference(asked: Asked, sharing: Sharing) -> Edit:
    """Compare two versions. Raises ReplayError, TooManyError, LostError."""
    old = Side(asked.labels[0], asked.old.rulebook, asked.settings[0])
    new = Side(asked.labels[1], asked.new.rulebook, asked.settings[1])
    audits = [
        begin(
            Question(side.rulebook, version.properties, side.setting, "auto", asked.budget), sharing
        )
        for side, version in ((old, asked.old), (new, asked.new))
    ]
    job = Compared(old, new, asked.mapping, asked.budget, f"{new.rulebook.title}, both")
    play = sharing.begin(job)
    others = [sharing.begin(_in(job, *settings)) for settings in asked.runs]
    changes = clause_changes(old.rulebook, new.rulebook, asked.mapping.clauses, asked.mapping.words)
    tried = [_begin(change, changes, old, new, asked.budget, sharing) for change in changes]
    found = tuple(
        accept(audit(), known, whole=False)
        for audit, known in zip(audits, asked.accepted, strict=True)
    )
    compared = play()
    effects = [effect(compared) for effect in tried]
    quiet = allow(quiet_changes(asked.old, asked.new, asked.mapping), asked.allowed)
    names = {one.name for one in quiet}
    return Edit(
        asked.old,
        asked.new,
        compared,
        tuple(
            replace(change, effect=effect) for change, effect in zip(changes, effects, strict=True)
        ),
        quiet,
        tuple(sorted(asked.allowed - names)),
        _findings(found[0], found[1], asked.mapping),
        _undecided(found[0], found[1]),
        tuple(other() for other in others),
    )


def _in(job: Compared, old: Setting, new: Setting) -> Compared:
    """The same comparison in another setting."""
    return replace(
        job,
        old=replace(job.old, setting=old),
        new=replace(job.new, setting=new),
        title=f"{job.title}, {new.players} players",
    )


def _begin(  # noqa: PLR0913, PLR0917 - a change, and the means to try it
    change: ClauseChange,
    changes: Sequence[ClauseChange],
    old: Side,
    new: Side,
    budget: Budget,
    sharing: Sharing,
) -> Callable[[Play], Effect]:
    """What a change of a clause does; only where it is not plain it is tried by itself."""
    if change.change in (Change.REWORDED, Change.MOVED) and not change.rules:
        return lambda _: Effect.NONE
    if not change.rules:
        said = change.change in (Change.ADDED, Change.STRUCK)
        return lambda _: Effect.NONE if said else Effect.CLAIMS
    if sum(one.rules for one in changes) == 1 and _alike(old, new):
        return _as_a_whole
    waits = sharing.begin(Tried(change, old, new, budget, f"clause {change.new or change.old}"))
    return lambda _: waits()


def _alike(old: Side, new: Side) -> bool:
    """Whether nothing but clauses bears on play: scope, roles and types are the same."""
    one, two = old.rulebook, new.rulebook
    return (one.enums, one.records, one.golden_rule) == (two.enums, two.records, two.golden_rule)


def _as_a_whole(play: Play) -> Effect:
    if play.verdict is Verdict.REFUTED:
        return Effect.PLAY
    return Effect.UNKNOWN if play.verdict is Verdict.NO_VERDICT else Effect.NONE


def _findings(old: Audit, new: Audit, mapping: Correspondence) -> Findings:
    actions = {before: after for after, before in mapping.names.actions.items()}
    fields = {before: after for after, before in mapping.names.fields.items()}

    def key(finding: Finding) -> tuple[object, ...]:
        """The fingerprint as the new side would write it."""
        cause = finding.cause
        return (
            finding.property,
            cause.label,
            actions.get(cause.action or "", cause.action),
            fields.get(cause.field or "", cause.field),
            tuple(mapping.clauses.get(one, one) for one in finding.clauses),
        )

    def plain(finding: Finding) -> tuple[object, ...]:
        cause = finding.cause
        return (finding.property, cause.label, cause.action, cause.field, finding.clauses)

    olds = {key(one.finding): one for one in _all(old)}
    news = {plain(one.finding): one for one in _all(new)}
    return Findings(
        tuple(one for name, one in news.items() if name not in olds),
        tuple(one for name, one in olds.items() if name not in news),
        tuple(one for name, one in news.items() if name in olds),
    )


def _all(audit: Audit) -> list[Found]:
    return [
        Found(audit, result, finding) for result in audit.results for finding in result.findings
    ]


def _undecided(old: Audit, new: Audit) -> tuple[tuple[Result, Result], ...]:
    """What had a verdict that was required, and has none any more."""
    before = {result.property: result for result in old.results}
    return tuple(
        (before[result.property], result)
        for result in new.results
        if not result.findings
        and not result.satisfied
        and result.property in before
        and before[result.property].satisfied
    )
