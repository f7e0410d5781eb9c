"""From answers to verdicts: the strongest word that what was done allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from headjudge.checks.applicable import lacking
from headjudge.checks.idle import Idle
from headjudge.checks.tasks import Asked, Task, Wanted
from headjudge.checks.uses import judged, parts_of
from headjudge.engines.search import Answer, Hit, Path, PresenceGoal, Search, Side, Strength
from headjudge.evidence.assumptions import assumptions
from headjudge.evidence.explaining import shows
from headjudge.evidence.replay import Replayer, ReplayError
from headjudge.evidence.results import (
    BY_ITSELF,
    STRENGTHS,
    Core,
    Finding,
    Kind,
    Result,
    Searched,
    Trace,
    Verdict,
)
from headjudge.evidence.traces import strategy, trace
from headjudge.rulebook.syntax import ClaimKind, Property, Rulebook
from headjudge.semantics.symbolic.growth import fields_of, growth
from headjudge.semantics.symbolic.system import System

# What a finding is, by who denies the answer, and what tells it from the plain case.
_DENIED = {
    Side.NOBODY: (Kind.NEVER_USABLE, "unusable"),
    Side.PLAYER: (Kind.DENIED, None),
    Side.CARDS: (Kind.DENIED_BY_CARDS, "cards"),
}


@dataclass(frozen=True, slots=True)
class Answered:
    """A goal's answer, with the search it comes from."""

    asked: Asked
    answer: Answer
    search: Search


def searched(search: Search) -> Searched:
    """What a report says of a search."""
    return Searched(
        search.engine, search.situations, search.steps, search.depth, search.cutoffs, search.ended
    )


def required(rulebook: Rulebook, name: str) -> str:
    """The strength that the header asks of a property."""
    asked = {one.name: one.strength for one in rulebook.required}
    return asked.get(name, Verdict.WITHIN_SCOPE.value)


def not_applicable(property_: Property, system: System) -> Result:
    """The rulebook has not got what the property speaks of.

    Where no role is missing nothing has to be accepted: as soon as a clause brings along what
    the property speaks of, it applies.
    """
    asked = {one.name for one in system.rulebook.required}
    plain = not property_.missing and property_.name not in asked
    wanted = Verdict.NOT_APPLICABLE.value if plain else required(system.rulebook, property_.name)
    return Result(
        property_.name,
        property_.title,
        property_.words,
        Kind.VIOLATION,
        Verdict.NOT_APPLICABLE,
        wanted,
        why=lacking(property_, system),
    )


@dataclass(frozen=True, slots=True)
class Bench:
    """What is needed to judge answers: the system searched, and who replays."""

    system: System
    replayer: Replayer

    def result(
        self, mine: Task, answered: list[Answered], parts: Idle, counted: int | None = None
    ) -> Result:
        """The result for one property; ``parts``: which of its parts never mattered.

        ``counted``: how often its premise holds, if that was counted apart. Raises ReplayError.
        """
        if mine.kind in (Kind.DEAD, Kind.IDLE):
            return self._of_clauses(mine, answered)
        findings = self._findings(mine, answered)
        # Where two engines were asked the later one answered what the first left open.
        best = list({id(one.asked): one for one in answered}.values())
        # What rests on the cards is told beside the verdict.
        strong = any(not finding.weak for finding in findings)
        premises = _premises(mine, best) if mine.premise is None else counted
        verdict, why = decide(mine, best, premises, found=strong)
        if parts.never and verdict in (*STRENGTHS, Verdict.VACUOUS):
            verdict, why = Verdict.VACUOUS, f"{', '.join(parts.never)}: never so"
        witness = self._witness(mine, best)
        if verdict is Verdict.REFUTED and mine.wanted is Wanted.SOMETHING:
            findings = tuple(
                Finding(mine.property.name, one.asked.cause, None, place=mine.property.place)
                for one in best
                if not one.answer.hits
            )
        search = next((one.search for one in best), None)
        orders = next((one.answer.orders for one in best if one.answer.orders), None)
        return Result(
            mine.property.name,
            mine.property.title,
            mine.property.words,
            mine.kind,
            verdict,
            _wanted(self.system.rulebook, mine, verdict),
            findings=findings,
            searched=None if search is None else searched(search),
            premises=premises,
            why=why,
            witness=witness if verdict is Verdict.WITNESSED else None,
            aside=_aside(mine, best, premises) if strong else None,
            orders=orders,
            idle=() if findings else parts.needless,
            cores=tuple(core for one in best for core in self._cores(one.answer)),
        )

    def _cores(self, answer: Answer) -> Iterator[Core]:
        """What cannot be obeyed together; each that is open shows in its play."""
        for one in answer.together:
            play = None
            if one.path is not None:
                play = shows(self.replayer, trace(self.system, one.path), one.clauses)
            yield Core(one.clauses, one.meeting, one.situations, play)

    def _of_clauses(self, mine: Task, answered: list[Answered]) -> Result:
        """The result for a property about clauses: what a search has seen of each."""
        verdict, why = decide(mine, answered, None, found=False)
        result = Result(
            mine.property.name,
            mine.property.title,
            mine.property.words,
            mine.kind,
            verdict,
            required(self.system.rulebook, mine.property.name),
            why=why,
        )
        for one in answered:
            if isinstance(one.asked.goal, PresenceGoal):
                parts = parts_of(self.system, one.asked.goal, one.answer, one.search)
                whole = replace(result, searched=searched(one.search))
                return judged(self.system.rulebook, whole, parts)
        return result

    def _findings(self, mine: Task, answered: list[Answered]) -> tuple[Finding, ...]:
        if mine.wanted is Wanted.SOMETHING:
            return ()
        found: dict[str, Finding] = {}
        denied: set[tuple[Kind, tuple[str, ...]]] = set()
        for one in answered:
            plays = [(hit, self._plays(hit)) for hit in one.answer.hits]
            for hit, both in (*plays, *self._endless(mine, one)):
                replayed = self._replayed(mine, one.asked, hit, both)
                if replayed.denial is not None:
                    # Many an action grants what is denied by the same clauses; the shortest
                    # play comes first, and what else it takes to get there takes long to say.
                    why = (replayed.cause.kind, self.replayer.denied_by(replayed))
                    if why[1] and why in denied:
                        continue
                    denied.add(why)
                finding = self._blamed(replayed)
                known = found.get(finding.fingerprint)
                if known is None or finding.steps < known.steps:
                    found[finding.fingerprint] = finding
        found = without_weaker(found)
        if mine.kind is Kind.CONFLICT:
            found = without_restatements(self.system.rulebook, found)
        return tuple(sorted(found.values(), key=lambda f: (f.steps, f.fingerprint)))

    def _endless(
        self, mine: Task, one: Answered
    ) -> Iterator[tuple[Hit, tuple[Trace, Trace | None]]]:
        """Plays that are proved to go on for ever with more in each round.

        For each way of being kept up the first of which that is so.
        """
        fields = fields_of(self.system.rulebook)
        refused: set[Path] = set()
        for candidates in one.answer.pumps:
            for path in candidates:
                play = trace(self.system, path)
                states = [play.start, *(step.after for step in play.steps)]
                begin, end = states[path.loop or 0], states[-1]
                more = growth(fields, begin, end) if begin and end else None
                if not more or path in refused:
                    continue
                hit, whole = Hit(None, path), (replace(play, growth=more), None)
                # What the graph has is a play all the same; only that it goes on may fail.
                self.replayer.played(whole[0])
                try:
                    self._replayed(mine, one.asked, hit, whole)
                except ReplayError:
                    refused.add(path)
                    continue
                yield hit, whole
                break

    def further(self, mine: Task, answered: list[Answered]) -> tuple[Finding, ...]:
        """Findings of a system that lacks some clauses, as far as the whole rulebook has them."""
        found: dict[str, Finding] = {}
        for one in answered:
            for hit in one.answer.hits:
                play, other = self._plays(hit)
                # A play that only the missing clauses made possible is no finding.
                with suppress(ReplayError):
                    second = None if other is None else self.replayer.again(other)
                    whole = (self.replayer.again(play), second)
                    finding = self._blamed(self._replayed(mine, one.asked, hit, whole))
                    found[finding.fingerprint] = finding
        return tuple(found.values())

    def _plays(self, hit: Hit) -> tuple[Trace, Trace | None]:
        """The play of a hit, and the second one."""
        other = None if hit.other is None else trace(self.system, hit.other)
        return trace(self.system, hit.path), other

    def _replayed(
        self, mine: Task, asked: Asked, hit: Hit, plays: tuple[Trace, Trace | None]
    ) -> Finding:
        """A hit as a finding. Raises ReplayError."""
        cause, denial, accepted = asked.cause, None, None
        if hit.strategy is not None:
            # By which action an answer comes to be granted is not why it is denied.
            kind, field = _DENIED[hit.strategy.side]
            cause = replace(cause, kind=kind, field=field)
            denial = strategy(self.system, hit.strategy)
            accepted = BY_ITSELF if kind is Kind.DENIED_BY_CARDS else None
        elif cause.action is None:
            cause = replace(cause, action=hit.action)
        play, other = plays
        name = mine.property.name
        found = Finding(name, cause, play, other=other, denial=denial, accepted=accepted)
        return self.replayer.replay(found)

    def _blamed(self, replayed: Finding) -> Finding:
        """The finding with the clauses at fault, and what the cards have to do."""
        blamed = self.replayer.at_fault(replayed)
        if blamed.trace is None:
            return blamed
        book, setting = self.system.rulebook, self.system.setting
        return replace(blamed, assumes=assumptions(book, setting, blamed.trace))

    def _witness(self, mine: Task, answered: list[Answered]) -> Trace | None:
        """Replay what was met; the longest of the shortest plays shows the hardest part."""
        if mine.wanted is not Wanted.SOMETHING:
            return None
        met = [one for one in answered if one.answer.hits]
        plays = [
            self.replayer.witnessed(
                trace(self.system, one.answer.hits[0].path), one.asked.cause, mine.claim
            )
            for one in met
        ]
        return max(plays, key=len, default=None)


def _premises(mine: Task, answered: list[Answered]) -> int | None:
    """How often the premise holds by which the goals of a property are premised."""
    counted = [one.answer.premises for one in answered if one.answer.premises is not None]
    return sum(counted) if counted and mine.premised else None


def _wanted(rulebook: Rulebook, mine: Task, verdict: Verdict) -> str:
    """The strength that is asked of a property.

    Where nothing is ever due at once there is no order to settle, and all is well: unless the
    header says otherwise nobody has to accept that.
    """
    name = mine.property.name
    plain = mine.claim.kind is ClaimKind.NO_ORDER_AMBIGUITY and verdict is Verdict.VACUOUS
    if plain and name not in {one.name for one in rulebook.required}:
        return Verdict.VACUOUS.value
    return required(rulebook, name)


def _aside(mine: Task, answered: list[Answered], premises: int | None) -> Verdict | None:
    """The verdict but for the findings, where these say what is forbidden."""
    if mine.wanted is Wanted.SOMETHING or not answered:
        return None
    verdict, _ = decide(mine, answered, premises, found=False)
    # Where plays end in another finding, that one says so.
    return None if verdict is Verdict.VACUOUS else verdict


def decide(
    mine: Task, answered: list[Answered], premises: int | None, *, found: bool
) -> tuple[Verdict, str]:
    """The verdict, and why there is none; ``premises``: how often its premise holds."""
    if not answered and mine.asked:
        return Verdict.NO_VERDICT, "the engine cannot decide this kind of property"
    if found:
        return Verdict.REFUTED, ""
    spent = [one.search for one in answered if one.search.strength is Strength.SPENT]
    bounded = any(one.search.strength is Strength.BOUNDED for one in answered)
    cut = any(one.search.cutoffs for one in answered)
    if mine.wanted is Wanted.SOMETHING:
        return _presence(answered, spent, bounded=bounded, cut=cut)
    why = next((one.answer.why for one in answered if one.answer.why), "")
    if spent or why:
        return Verdict.NO_VERDICT, spent[0].why if spent else why
    if any(one.search.situations and not one.search.steps for one in answered):
        return Verdict.VACUOUS, "nothing can happen: no step is taken in this scope"
    undecided = sum(one.answer.undecided for one in answered)
    if undecided and mine.kind is Kind.ORDER:
        return Verdict.NO_VERDICT, f"{undecided} orders hang on plays that stop on the way"
    if undecided:
        return Verdict.NO_VERDICT, f"{undecided} situations hang on plays that were cut off"
    if premises == 0:
        return Verdict.VACUOUS, _never(mine, answered)
    if bounded:
        return Verdict.BOUNDED, ""
    return (Verdict.WITHIN_SCOPE if cut else Verdict.EXHAUSTIVE), ""


def _never(mine: Task, answered: list[Answered]) -> str:
    """What there is to say where the premise of a property never holds."""
    if mine.premise is not None:
        return mine.premise.never
    if mine.claim.kind is ClaimKind.NO_ORDER_AMBIGUITY:
        return "nothing is ever due at once"
    if mine.kind is Kind.STUCK and any(one.search.ended for one in answered):
        return "wherever it says something, plays end in another finding"
    return "what it speaks of never happens"


def _presence(
    answered: list[Answered], spent: list[Search], *, bounded: bool, cut: bool
) -> tuple[Verdict, str]:
    """The verdict on something that has to happen."""
    missing = [one for one in answered if not one.answer.hits]
    if not missing:
        return Verdict.WITNESSED, ""
    causes = [one.asked.cause for one in missing]
    names = ", ".join(one.label or one.action or "it" for one in causes)
    if spent:
        return Verdict.NO_VERDICT, spent[0].why
    if bounded:
        return Verdict.NO_VERDICT, f"{names}: not within {answered[0].search.depth} steps"
    if cut:
        return Verdict.NO_VERDICT, f"{names}: not found, but some plays were cut off"
    return Verdict.REFUTED, f"{names}: never happens"


def without_weaker(findings: Mapping[str, Finding]) -> dict[str, Finding]:
    """What the cards can help with is not told of clauses that need no help."""
    known = {finding.clauses for finding in findings.values() if not finding.weak}
    return {
        name: finding
        for name, finding in findings.items()
        if not finding.weak or finding.clauses not in known
    }


def without_restatements(rulebook: Rulebook, findings: Mapping[str, Finding]) -> dict[str, Finding]:
    """A conflict between clauses that only say again what others say is no second finding."""
    spoken = {(action, norm.origin.clause) for norm in rulebook.norms for action in norm.actions}
    origin = {
        (action, norm.origin.clause): clause
        for norm in rulebook.norms
        for action in norm.actions
        for clause in reversed(norm.restates)
        if (action, clause) in spoken
    }

    def first(action: str | None, clause: str) -> str:
        seen: set[str] = set()
        while action is not None and (action, clause) in origin and clause not in seen:
            seen.add(clause)
            clause = origin[action, clause]
        return clause

    def root(finding: Finding) -> tuple[str, ...]:
        return tuple(first(finding.cause.action, clause) for clause in finding.cause.clauses)

    known = {(f.cause.action, f.cause.clauses) for f in findings.values()}
    return {
        name: finding
        for name, finding in findings.items()
        if root(finding) == finding.cause.clauses
        or (finding.cause.action, root(finding)) not in known
    }
