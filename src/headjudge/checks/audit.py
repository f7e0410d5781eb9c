"""The whole audit of one rulebook in one setting, reading by reading."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from headjudge.checks import certified
from headjudge.checks.actions import Hurdle, hurdles
from headjudge.checks.answers import compare_answers, uncompared
from headjudge.checks.asking import Means, ask
from headjudge.checks.documents import document_results
from headjudge.checks.proofs import Stance, prove
from headjudge.checks.readings import aside, combinations, together, weaker
from headjudge.checks.sharing import Alone, Sharing
from headjudge.checks.tasks import Plan, plan
from headjudge.checks.uses import explained, judged, merged, restated_goal
from headjudge.checks.verdicts import Bench, not_applicable, searched
from headjudge.engines.bmc import Bounded
from headjudge.engines.explore import Explorer
from headjudge.engines.induction.search import Effort
from headjudge.engines.sat.bounded import SatBounded
from headjudge.engines.sat.pdr import Directed
from headjudge.engines.search import Budget, Engine, Report, Search, StateGoal
from headjudge.engines.symbolic import Symbolic
from headjudge.evidence.certificates import Case, Certificate
from headjudge.evidence.explaining import reasoned
from headjudge.evidence.precedence import Precedence, named, precedence
from headjudge.evidence.replay import Replayer, replayer
from headjudge.evidence.results import Audit, Finding, Kind, Result, Seen, Verdict
from headjudge.rulebook import questions, under_reading
from headjudge.rulebook.syntax import Property, Rulebook, Setting
from headjudge.rulebook.values import Ruling
from headjudge.semantics.symbolic.lower import lower
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.unbounded import assumed

# How often a property is searched again, and for which kinds: a conflict and a clash name
# their clauses, and every pair is asked for by itself.
ROUNDS = 3
GOES_ON = (
    Kind.VIOLATION,
    Kind.GAP,
    Kind.LOST_OPTION,
    Kind.LOOP,
    Kind.LEAK,
    Kind.SHORTCUT,
)


@dataclass(frozen=True, slots=True)
class Question:
    """A rulebook to be audited in a setting.

    ``engine`` is ``auto``, ``explore``, ``symbolic``, ``bmc``, ``sat`` or ``pdr``. With
    ``effort`` what holds is proved for all capacities where it can be, and the audit has the
    certificate.
    """

    rulebook: Rulebook
    properties: tuple[Property, ...]
    setting: Setting
    engine: str
    budget: Budget
    effort: Effort | None = None


@dataclass(frozen=True, slots=True)
class ReadingAudit:
    """The audit of one combination of readings, as a piece of work."""

    question: Question
    answers: tuple[tuple[str, str], ...]
    title: str

    def work(self, report: Report) -> Audit:
        """Check everything in this reading."""
        asked = self.question
        answers = dict(self.answers)
        book = under_reading(asked.rulebook, answers)
        means = Means(engines(asked.engine), asked.budget, report, asked.effort)
        return _Run(book, answers, asked.properties, asked.setting, means).audit()


@dataclass(frozen=True, slots=True)
class AnswersAudit:
    """Whether the answer to one open question matters, as a piece of work."""

    question: Question
    name: str
    title: str

    def work(self, report: Report) -> Result:
        """Compare the answers two by two."""
        asked = self.question
        (mine,) = (one for one in questions(asked.rulebook) if one.name == self.name)
        if not any(isinstance(engine, Explorer) for engine in engines(asked.engine)):
            return uncompared(asked.rulebook, mine)
        return compare_answers(asked.rulebook, mine, asked.setting, asked.budget, report)


def audit(  # noqa: PLR0913 - the question, and the means to answer it
    rulebook: Rulebook,
    properties: Sequence[Property],
    setting: Setting,
    *,
    engine: str,
    budget: Budget,
    report: Report,
    effort: Effort | None = None,
) -> Audit:
    """Check everything, as :func:`begin` does, in this process."""
    question = Question(rulebook, tuple(properties), setting, engine, budget, effort)
    return begin(question, Alone(lambda _, progress: report(progress)))()


def begin(question: Question, sharing: Sharing) -> Callable[[], Audit]:
    """Begin to check everything: properties, the rulebook's own claims, examples, the document.

    The call that is returned waits for the end. It raises ReplayError if a play found by an
    engine does not do on the executable model what it is said to do, TooManyError if the
    rulebook is too large, and LostError.
    """
    begun = []
    every = combinations(question.rulebook)
    if question.effort is not None:
        # However many readings there are, proofs come to an end.
        question = replace(question, effort=question.effort.among(len(every)))
    for number, answers in enumerate(every, start=1):
        which = f", reading {number} of {len(every)}" if len(every) > 1 else ""
        title = f"{question.rulebook.title}, {question.setting.players} players{which}"
        job = ReadingAudit(question, tuple(answers.items()), title)
        begun.append((answers, sharing.begin(job)))
    name = question.rulebook.title
    asked = [
        sharing.begin(AnswersAudit(question, one.name, f"{name}, {one.name}"))
        for one in questions(question.rulebook)
    ]

    def end() -> Audit:
        whole = together(question.rulebook, [(answers, result()) for answers, result in begun])
        return _with_answers(whole, tuple(result() for result in asked))

    return end


def _with_answers(whole: Audit, asked: tuple[Result, ...]) -> Audit:
    """The audit with what was found of the open questions."""
    decided = all(Verdict.NO_VERDICT not in (one.verdict, one.aside) for one in asked)
    return replace(whole, results=(*whole.results, *asked), complete=whole.complete and decided)


def engines(name: str) -> tuple[Engine, ...]:
    """The engines of that name, to be asked one after the other."""
    match name:
        case "explore":
            return (Explorer(),)
        case "symbolic":
            return (Symbolic(),)
        case "bmc":
            return (Bounded(),)
        case "sat":
            return (SatBounded(),)
        case "pdr":
            return (Directed(),)
        case "auto":
            # In this order, whichever of them would be done first.
            return (Explorer(), Symbolic(), Bounded())
        case _:
            raise ValueError(f"no engine is called {name}")


def own_properties(rulebook: Rulebook) -> tuple[Property, ...]:
    """The rulebook's own claims as properties, named after clause and claim."""
    found = []
    for claim in rulebook.claims:
        clause = rulebook.clause(claim.origin.clause)
        name = f"{clause.id} {claim.name}"
        title = claim.name.replace("_", " ")
        found.append(Property(name, title, clause.words, claim.origin.place, (), claim))
    return tuple(found)


class _Run:
    """One combination of readings."""

    def __init__(
        self,
        rulebook: Rulebook,
        answers: Mapping[str, str],
        properties: Sequence[Property],
        setting: Setting,
        means: Means,
    ) -> None:
        self.rulebook = rulebook
        self.answers = answers
        self.cases: list[Case] = []
        self.properties = (*properties, *own_properties(rulebook))
        self.setting = setting
        self.means = means
        self.searches: list[Search] = []
        self.closed = True

    def audit(self) -> Audit:
        """Check everything in this reading."""
        plain = lower(self.rulebook, self.setting)
        order = precedence(plain)
        system = self._lowered(plain, order, permission_wins=False)
        judge = replayer(self.rulebook, self.properties, self.setting, order.exceptions)
        results = tuple(self._past(result, order, judge) for result in self._results(system, judge))
        if any(result.findings and result.kind is Kind.CONFLICT for result in results):
            other = self._lowered(plain, order, permission_wins=True)
            results = _add_new(self.rulebook, results, self._results(other, judge))
        results = tuple(
            replace(result, findings=tuple(reasoned(judge, one) for one in result.findings))
            for result in results
        )
        documents = document_results(self.rulebook, judge.rules)
        first = next((search for search in self.searches if search.levels), None)
        return Audit(
            self.rulebook,
            self.setting,
            (*results, *documents),
            tuple(searched(search) for search in self.searches),
            () if first is None else first.levels,
            settled=named(self.rulebook, order.settled),
            exceptions=named(self.rulebook, order.exceptions),
            complete=self.closed,
            certificate=self._certificate(),
        )

    def _certificate(self) -> Certificate | None:
        """What was proved; None if that is nothing."""
        if not self.cases:
            return None
        claims = [one.claim for one in self.properties if one.claim is not None]
        assumes = assumed(self.rulebook, self.setting, claims)
        book, where = self.rulebook, self.setting
        cases = tuple(self.cases)
        return Certificate(book.name, book.edition, where.players, where.scope, assumes, cases)

    def _lowered(self, plain: System, order: Precedence, *, permission_wins: bool) -> System:
        if not permission_wins and not order.exceptions:
            return plain
        ruling = Ruling(permission_wins, order.exceptions)
        return lower(self.rulebook, self.setting, ruling)

    def _results(self, system: System, judge: Replayer) -> tuple[Result, ...]:
        made = plan(self.properties, system)
        heard = ask(made, self.means)
        self.searches.extend(heard.searches)
        self.closed &= heard.closed
        tasks = {mine.property.name: mine for mine in made.tasks}
        bench = Bench(made.system, judge)
        results = tuple(
            self._explained(
                bench.result(
                    tasks[one.name],
                    heard.answered[one.name],
                    heard.parts[one.name],
                    heard.premises.get(one.name),
                ),
                made.system,
            )
            if one.name in tasks
            else not_applicable(one, made.system)
            for one in self.properties
        )
        return self._proved(results, made)

    def _proved(self, results: tuple[Result, ...], made: Plan) -> tuple[Result, ...]:
        """What holds within the scope is proved for any, where it can be."""
        if self.means.effort is None:
            return results
        stance = Stance(self.rulebook, self.properties, self.setting, made.system.ruling)
        results, case = prove(stance, results, made, self.answers, self.means.effort)
        if case is not None:
            self.cases.append(case)
        return results

    def _explained(self, result: Result, system: System) -> Result:
        """A result with what only shows by a further search."""
        return self._why(self._restated(result, system), system)

    def _restated(self, result: Result, system: System) -> Result:
        """A result about idle clauses with the names of the clauses behind it."""
        idle = [part.clause for part in result.parts if part.seen is Seen.NO]
        if result.kind is not Kind.IDLE or not idle:
            return result
        for engine in self.means.engines:
            goal = restated_goal(system, idle)
            if engine.serves(goal):
                search = engine.search(system, (goal,), self.means.budget, self.means.report)
                parts = explained(self.rulebook, result.parts, search.answers[0])
                return judged(self.rulebook, result, parts)
        return result

    def _why(self, result: Result, system: System) -> Result:
        """Say of actions that never happen what is in their way."""
        over = {
            finding.cause.action: hurdles(system, finding.cause.action)
            for finding in result.findings
            if finding.cause.kind is Kind.NEVER_HAPPENS and finding.cause.action is not None
        }
        if not over:
            return result
        goals = tuple(one.goal for several in over.values() for one in several)
        search = self.means.engines[0].search(system, goals, self.means.budget, self.means.report)
        met = {goal: bool(answer.hits) for goal, answer in zip(goals, search.answers, strict=True)}
        return replace(result, findings=tuple(_hindered(f, over, met) for f in result.findings))

    def _past(self, result: Result, order: Precedence, judge: Replayer) -> Result:
        """Go on past what was found: what else breaks the property without these clauses?

        The clauses that are decisive for the findings so far are left out, so that another
        cause shows even if it ends in the same action later.
        """
        asked = tuple(one for one in self.properties if one.name == result.property)
        left_out: set[str] = set()
        for _ in range(ROUNDS):
            decisive = {clause for finding in result.findings for clause in finding.decisive}
            if result.kind not in GOES_ON or decisive <= left_out:
                break
            left_out |= decisive
            ruling = Ruling(exceptions=order.exceptions)
            whole = frozenset(left_out)
            made = plan(asked, lower(self.rulebook, self.setting, ruling, without=whole))
            # These searches are of another rulebook: no report counts them.
            answered = ask(made, self.means).answered
            known = {finding.fingerprint for finding in result.findings}
            new = tuple(
                finding
                for mine in made.tasks
                for finding in Bench(made.system, judge).further(mine, answered[mine.property.name])
                if finding.fingerprint not in known
            )
            result = replace(result, findings=(*result.findings, *new))
        return result


def _hindered(
    finding: Finding, over: Mapping[str, tuple[Hurdle, ...]], met: Mapping[StateGoal, bool]
) -> Finding:
    """An action that never happens, with the first thing that it never gets over."""
    for one in over.get(finding.cause.action or "", ()):
        if not met[one.goal]:
            cause = replace(finding.cause, clauses=one.clauses)
            return replace(finding, cause=cause, message=one.said, place=one.place)
    return finding


def _add_new(
    rulebook: Rulebook, first: tuple[Result, ...], second: tuple[Result, ...]
) -> tuple[Result, ...]:
    """What arises only if permissions win is added, and says so by its play.

    What holds, holds under both rulings: the weaker verdict counts. What is said of clauses
    is said of both rulings together.
    """
    both = []
    for one, two in zip(first, second, strict=True):
        if one.kind in (Kind.DEAD, Kind.IDLE):
            both.append(merged(rulebook, (one, two)))
            continue
        known = {finding.fingerprint for finding in one.findings}
        new = tuple(f for f in two.findings if f.fingerprint not in known and f.trace is not None)
        whole = weaker(one, two)
        if any(not finding.weak for finding in new):
            whole = replace(whole, verdict=Verdict.REFUTED, aside=aside((one, two)))
        both.append(replace(whole, findings=(*one.findings, *new), cores=one.cores))
    return tuple(both)


def certify(
    rulebook: Rulebook, properties: Sequence[Property], document: Certificate, setting: Setting
) -> certified.Certified:
    """What a certificate proves of a rulebook, or why it does not prove what it says."""

    def everything(book: Rulebook) -> tuple[Property, ...]:
        return (*properties, *own_properties(book))

    return certified.certify(rulebook, everything, document, setting)
