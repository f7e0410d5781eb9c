"""Plays are played again on the executable model before anybody sees them.

The model is built in memory from the checked syntax. A play that is not legal there, or
that does not show what it is said to show, is an error of headjudge and no verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from headjudge.evidence.judging import (
    CLOSURE,
    Answer,
    Played,
    ReplayError,
    Shown,
    cannot_return,
    judge,
    lets_deny,
    options,
    still_granted,
)
from headjudge.evidence.loops import kept_going
from headjudge.evidence.orders import Orders
from headjudge.evidence.parting import Hand, parts_as_told
from headjudge.evidence.precedence import precedence
from headjudge.evidence.pumps import Prover
from headjudge.evidence.results import Cause, Denial, Finding, Kind, Step, Trace
from headjudge.rulebook import questions, under_reading
from headjudge.rulebook.syntax import Claim, Property, Rulebook, Setting
from headjudge.rulebook.values import Ruling
from headjudge.semantics.executable import After, Clash, Game, Rules, Undefined, build
from headjudge.semantics.symbolic.lower import lower

__all__ = [
    "ReplayError",
    "Replayer",
    "Stopped",
    "play",
    "replay_trace",
    "replayer",
    "with_clauses",
]

# Where no clause is decisive, what is wrong is what the last action does.
BY_ITS_LAST_ACT = (
    Kind.VIOLATION,
    Kind.LOST_OPTION,
    Kind.LOOP,
    Kind.NEVER_USABLE,
    Kind.DENIED,
    Kind.DENIED_BY_CARDS,
    Kind.LEAK,
    Kind.SHORTCUT,
)


class Matters(Enum):
    """What a clause is to a play that shows something wrong."""

    NOT = "not"
    TO_GET_THERE = "without it the play is not legal, or does not get to what is in question"
    TO_BE_WRONG = "without it the same play shows nothing wrong"


@dataclass(frozen=True, slots=True)
class Stopped:
    """A play that is not legal: at which act (from 0), and why."""

    step: int
    why: str


def play(game: Game, trace: Trace) -> Played | Stopped:
    """Play the acts of a trace, whatever situations it records."""
    state = game.thaw(trace.start)
    states, clauses = [state], []
    acts = tuple(step.act for step in trace.steps)
    again = trace.loop if trace.growth else None
    for number, act in enumerate(acts):
        if game.silent(state):
            return Stopped(number, "the play has ended in silence")
        if not game.is_legal(state, act):
            stops = ", ".join(game.refusals(state, act))
            return Stopped(number, f"{act.action} is not legal ({stops or 'not permitted'})")
        outcome = game.apply(state, act)
        match outcome:
            case After():
                clauses.append(outcome.clauses)
                state = outcome.state
                states.append(state)
            case Clash() | Undefined() if number == len(acts) - 1:
                clauses.append(game.grants(state, act))
                return Played(tuple(states), acts, tuple(clauses), outcome, again)
            case _:
                return Stopped(number, f"{act.action} leads to {type(outcome).__name__}")
    return Played(tuple(states), acts, tuple(clauses), None, again)


@dataclass(frozen=True, slots=True)
class Replayer:
    """Replays findings of one rulebook in one setting."""

    rulebook: Rulebook
    setting: Setting
    rules: Rules
    claims: dict[str, Claim]
    exceptions: frozenset[tuple[int, int]]
    games: dict[tuple[bool, bool, str | None], Game]
    prover: Prover

    def game(self, trace: Trace, without: str | None = None) -> Game:
        """The game under the ruling of the trace, perhaps without a clause.

        Of a play in which something grows for ever, stocks and lists may outgrow the scope.
        """
        bounded = not trace.growth
        key = (trace.permission_wins, bounded, without)
        known = self.games.get(key)
        if known is not None:
            return known
        if without is None:
            ruling = Ruling(trace.permission_wins, self.exceptions)
            made = Game(self.rules, self.setting, ruling=ruling, bounded=bounded)
        else:
            made = self.game(trace).leaving_out(frozenset((without,)))
        self.games[key] = made
        return made

    def again(self, trace: Trace) -> Trace:
        """The same acts with the situations that the whole rulebook makes of them.

        Raises ReplayError if the acts are not legal there.
        """
        game = self.game(trace)
        played = play(game, trace)
        if isinstance(played, Stopped):
            raise ReplayError(f"step {played.step + 1}: {played.why}")
        afters = [game.freeze(state) for state in played.states[1:]]
        steps = tuple(
            Step(step.act, (), afters[number] if number < len(afters) else None)
            for number, step in enumerate(trace.steps)
        )
        return replace(trace, steps=steps)

    def replay(self, finding: Finding) -> Finding:
        """The finding with the clauses of each step. Raises ReplayError."""
        trace = finding.trace
        if trace is None:
            return finding
        if finding.cause.kind is Kind.ORDER:
            return self.two_plays(finding)
        claim = self.claims.get(finding.property)
        other = None if finding.other is None else self.played(finding.other)
        played, shown = self.check(trace, finding.cause, claim, finding.denial, other=other)
        loop = None
        if claim is not None and trace.loop is not None:
            game, label = self.game(trace), finding.cause.label
            loop = kept_going(game, self.rulebook, claim, label, trace)
        return replace(
            finding,
            trace=with_clauses(trace, played),
            other=None
            if finding.other is None or other is None
            else with_clauses(finding.other, other),
            act=shown.act,
            about=shown.about,
            options=self._options(finding, played, other),
            loop=loop,
            denial=shown.denial,
        )

    def _options(
        self, finding: Finding, played: Played, other: Played | None
    ) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        """What players could do, where that says something about the finding."""
        if finding.trace is None:
            return ()
        claim, game = self.claims.get(finding.property), self.game(finding.trace)
        match finding.cause.kind:
            case Kind.VIOLATION | Kind.SHORTCUT:
                return options(game, claim, played)
            case Kind.LEAK if other is not None and len(other.acts) < len(played.acts):
                return options(game, claim, other)
            case _:
                return ()

    def check(
        self,
        trace: Trace,
        cause: Cause,
        claim: Claim | None,
        denial: Denial | None = None,
        *,
        other: Played | None = None,
    ) -> tuple[Played, Shown]:
        """Play a trace and judge its end. Raises ReplayError."""
        played = self.played(trace)
        shown = judge(self.game(trace), claim, cause, played, denial, other=other)
        if shown is None:
            raise ReplayError(f"the play does not show: {cause.kind.value}")
        if shown.loop != trace.loop:
            raise ReplayError("the play begins to go round at another step")
        if shown.growth != trace.growth:
            raise ReplayError("there is more of something else in each round")
        if trace.growth and claim is not None:
            why = self.prover.objection(self.game(trace), claim, cause.label, trace)
            if why:
                raise ReplayError(f"it is not proved to go on for ever: {why}")
        return played, shown

    def played(self, trace: Trace) -> Played:
        """A trace on the executable model. Raises ReplayError if it goes differently there."""
        game = self.game(trace)
        played = play(game, trace)
        if isinstance(played, Stopped):
            raise ReplayError(f"step {played.step + 1}: {played.why}")
        for number, (step, state) in enumerate(
            zip(trace.steps, played.states[1:], strict=False), start=1
        ):
            if step.after is not None and game.freeze(state) != step.after:
                raise ReplayError(f"step {number}: {step.act.action} leads to another situation")
        return played

    def two_plays(self, finding: Finding) -> Finding:
        """A finding that is the difference of two plays, with its cause. Raises ReplayError."""
        trace, other = finding.trace, finding.other
        claim = self.claims.get(finding.property)
        if trace is None or other is None or claim is None:
            raise ReplayError("there are no two plays")
        if trace.permission_wins != other.permission_wins:
            raise ReplayError("the two plays are not under one ruling")
        one, two = self.played(trace), self.played(other)
        cause = Orders(self.game(trace), self.rulebook, claim).parting(one, two)
        if cause is None:
            raise ReplayError(f"the plays do not show: {finding.cause.kind.value}")
        return replace(
            finding,
            cause=cause,
            trace=with_clauses(trace, one),
            other=with_clauses(other, two),
        )

    def witnessed(self, trace: Trace, cause: Cause, claim: Claim) -> Trace:
        """A play that meets a claim, with the clauses of each step. Raises ReplayError."""
        played, _ = self.check(trace, cause, claim)
        return with_clauses(trace, played)

    def at_fault(self, finding: Finding) -> Finding:
        """The finding with the clauses without which the play is gone, or shows nothing.

        Where no clause is decisive, the last action itself is at fault: then those clauses
        of the last step count without which it is not legal.

        A finding whose cause names its clauses already has them.
        """
        trace = finding.trace
        if trace is None or finding.cause.clauses:
            return finding
        claim = self.claims.get(finding.property)
        decisive, enabling = [*self.denied_by(finding)], []
        for clause in self._involved(finding):
            if clause in decisive:
                continue
            match self._matters(finding, trace, claim, clause):
                case Matters.TO_GET_THERE:
                    enabling.append(clause)
                case Matters.TO_BE_WRONG:
                    decisive.append(clause)
                case Matters.NOT:
                    pass
        if not decisive and finding.cause.kind in BY_ITS_LAST_ACT:
            # What is wrong is what the last action does, or what is done in each round, and
            # without it there is no play.
            last = trace.steps[-1 if trace.loop is None else trace.loop :]
            wrong = {clause for step in last for clause in step.clauses}
            decisive = [clause for clause in enabling if clause in wrong] or enabling
            enabling = [clause for clause in enabling if clause not in decisive]
        return replace(finding, decisive=tuple(decisive), enabling=tuple(enabling))

    def denied_by(self, finding: Finding) -> tuple[str, ...]:
        """The clauses because of which an answer is denied once it is granted."""
        trace, answer = finding.trace, self.answer(finding)
        if trace is None or answer is None:
            return ()
        full = self.game(trace)
        ends = [trace.start, *(step.after for step in trace.steps if step.after is not None)]
        end = full.thaw(ends[-1])
        return tuple(
            clause
            for clause in self._involved(finding)
            if lets_deny(full, self.game(trace, clause), answer, end)
        )

    def answer(self, finding: Finding) -> Answer | None:
        """The answer that a finding says is denied; None if it is about something else."""
        claim, denial = self.claims.get(finding.property), finding.denial
        return None if claim is None or denial is None else Answer(claim, finding.about, denial)

    def _matters(self, finding: Finding, trace: Trace, claim: Claim | None, clause: str) -> Matters:
        """What a clause is to a play that has been replayed.

        Of a denied answer: whether it is to the granting.
        """
        game = self.game(trace, clause)
        played = play(game, trace)
        other = None if finding.other is None else play(game, finding.other)
        if isinstance(played, Stopped) or isinstance(other, Stopped):
            return Matters.TO_GET_THERE
        answer = self.answer(finding)
        if answer is not None:
            there = still_granted(game, answer, played.states[-1])
            return Matters.NOT if there else Matters.TO_GET_THERE
        wrong = judge(game, claim, finding.cause, played, other=other) is not None
        return Matters.NOT if wrong else Matters.TO_BE_WRONG

    def _involved(self, finding: Finding) -> list[str]:
        """Clauses that could matter: those of the plays' steps, and all with a norm.

        A consequence that wrote nothing in the play cannot; a norm that granted nothing can,
        since what it forbids or requires may be why something is or is not legal.
        """
        book = self.rulebook
        outside = {origin.clause for origin in book.origins() if origin.environment}
        speakers = {norm.origin.clause for norm in book.norms}
        plays = (trace for trace in (finding.trace, finding.other) if trace is not None)
        speakers.update(clause for one in plays for step in one.steps for clause in step.clauses)
        if finding.denial is not None:
            speakers.update(finding.denial.clauses)
        speakers -= outside
        return [clause.id for clause in book.clauses if clause.id in speakers]


def with_clauses(trace: Trace, played: Played) -> Trace:
    """The same play with the clauses of each step."""
    pairs = zip(trace.steps, played.clauses, strict=True)
    return replace(trace, steps=tuple(replace(step, clauses=found) for step, found in pairs))


def replayer(
    rulebook: Rulebook,
    properties: Sequence[Property],
    setting: Setting,
    exceptions: frozenset[tuple[int, int]],
) -> Replayer:
    """Build the executable model with the claims of the properties."""
    claims = {p.name: p.claim for p in properties if p.claim is not None}
    own = {f"{claim.origin.clause} {claim.name}": claim for claim in rulebook.claims}
    extra = tuple(claim for name, claim in claims.items() if name not in own)
    prover = Prover(rulebook, setting, exceptions)
    rules = build(rulebook, extra)
    return Replayer(rulebook, setting, rules, {**own, **claims}, exceptions, {}, prover)


def replay_trace(
    rulebook: Rulebook, properties: Sequence[Property], setting: Setting, finding: Finding
) -> tuple[bool, str]:
    """Whether the finding's play is legal and shows what it claims; else why not.

    The play comes from a stranger: whatever it holds, this returns.
    """
    if finding.trace is None:
        return False, "there is no play"
    answers = {question: given[0] for question, given in rulebook.readings()}
    for question, answer in (*finding.readings, *finding.against):
        if answer not in dict(rulebook.readings()).get(question, ()):
            return False, f"the rulebook does not ask “{question}”, or not with “{answer}”"
    answers |= dict(finding.readings)
    if finding.cause.kind is Kind.READING:
        return _as_parted(rulebook, setting, finding, answers)
    book = under_reading(rulebook, answers)
    order = precedence(lower(book, setting))
    judged = replayer(book, properties, setting, order.exceptions)
    needs_claim = finding.property not in judged.claims
    if needs_claim:
        return False, f"the rulebook has no property {finding.property}"
    try:
        return _as_claimed(judged, finding, finding.trace)
    except ReplayError as error:
        return False, str(error)
    except (IndexError, KeyError, TypeError, ValueError) as error:
        return False, f"the play does not fit the rulebook ({type(error).__name__})"


def _as_parted(
    rulebook: Rulebook, setting: Setting, finding: Finding, answers: dict[str, str]
) -> tuple[bool, str]:
    """Whether a stranger's play parts under two answers to the question it is about."""
    names = {one.name: one for one in questions(rulebook)}
    about = names.get(finding.property)
    asked = [question for question, _ in (*finding.readings, *finding.against)]
    if about is None or asked != [about.question] * 2 or finding.cause.clauses != about.clauses:
        return False, f"{finding.property} is no open question of the rulebook, or not this one"
    hands = []
    for given in (answers, {**answers, **dict(finding.against)}):
        book = under_reading(rulebook, given)
        order = precedence(lower(book, setting))
        hands.append(Hand(given[about.question], book, setting, order.exceptions))
    left, right = hands
    try:
        return parts_as_told(left, right, finding)
    except ReplayError as error:
        return False, str(error)
    except (IndexError, KeyError, TypeError, ValueError) as error:
        return False, f"the play does not fit the rulebook ({type(error).__name__})"


def _as_claimed(judged: Replayer, finding: Finding, trace: Trace) -> tuple[bool, str]:
    """Whether a stranger's finding is what a replay makes of it. Raises ReplayError."""
    if finding.cause.kind is Kind.NEVER_HAPPENS:
        return False, "a play cannot show that something never happens"
    if finding.cause.kind is Kind.ORDER:
        if judged.two_plays(finding) != finding:
            return False, "the cause, or the clauses of the steps, are others"
        return True, ""
    claim = judged.claims.get(finding.property)
    other = None if finding.other is None else judged.played(finding.other)
    played, shown = judged.check(trace, finding.cause, claim, finding.denial, other=other)
    if shown.denial is not None and not shown.denial.situations:
        return False, f"{CLOSURE} situations do not tell whether it can be used"
    if finding.cause.kind is Kind.STUCK and claim is not None:
        game = judged.game(trace)
        if cannot_return(game, claim, finding.cause.label, played.states[-1]) is None:
            return False, f"{CLOSURE} situations do not tell whether it can be left"
    blamed = judged.at_fault(judged.replay(finding))
    if blamed.trace != trace or blamed.other != finding.other:
        return False, "the clauses of its steps are others"
    if (blamed.decisive, blamed.enabling) != (finding.decisive, finding.enabling):
        return False, "the clauses at fault are others"
    if blamed.loop != finding.loop:
        return False, "who keeps the loop going is another"
    return True, ""
