"""What several rulebooks and settings say together: each finding once, and where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from headjudge.evidence.results import Audit, Finding, Result, Step
from headjudge.reports.data import Checked, Outcome
from headjudge.reports.escape import plain
from headjudge.reports.sentences import say
from headjudge.reports.words import Teller
from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import Clause, Rulebook


@dataclass(frozen=True, slots=True)
class Found:
    """A finding, in the first setting that shows it."""

    checked: Checked
    result: Result
    finding: Finding

    @property
    def audit(self) -> Audit:
        """The audit that it belongs to."""
        return self.checked.audit

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """All clauses that have a part in it, those at fault first."""
        finding = self.finding
        ids = dict.fromkeys((*finding.clauses, *finding.decisive, *finding.enabling))
        return _clauses(self.audit.rulebook, ids)

    @property
    def place(self) -> Place:
        """The line to look at: of the first clause at fault, or what comes nearest to that."""
        book, finding = self.audit.rulebook, self.finding
        if finding.place is not None and finding.place.file in files(book):
            return finding.place
        if self.clauses:
            return self.clauses[0].place
        steps = () if finding.trace is None else finding.trace.steps
        last = (clause for step in reversed(steps) for clause in step.clauses)
        return next((one.place for one in _clauses(book, last)), top(book))

    def step_place(self, step: Step) -> Place:
        """The first clause that a step of the play rests on; else that of its action."""
        book = self.audit.rulebook
        ids = (*step.clauses, book.action(step.act.action).origin.clause)
        return next((one.place for one in _clauses(book, ids)), top(book))

    def told(self) -> tuple[str, ...]:
        """It in lines of plain text: what is wrong, then the play."""
        said = say(self.audit, self.result, self.finding)
        lines = [said.heading, *said.sentences]
        teller = Teller(self.audit.rulebook, self.audit.setting)
        steps = () if self.finding.trace is None else self.finding.trace.steps
        for number, step in enumerate(steps, 1):
            deed = teller.deed(step.act)
            lines.append(f"{number}. {deed.who}: {deed.what} ({', '.join(step.clauses)})")
        return tuple(map(plain, lines))


def found(outcomes: Iterable[Outcome]) -> tuple[Found, ...]:
    """Every finding of every rulebook: the open ones first, each once."""
    known: dict[tuple[str, str], Found] = {}
    for outcome in outcomes:
        if not isinstance(outcome, Checked):
            continue
        for result in outcome.audit.results:
            for finding in result.findings:
                name = (outcome.audit.rulebook.name, finding.fingerprint)
                known.setdefault(name, Found(outcome, result, finding))
    return tuple(sorted(known.values(), key=lambda one: one.finding.accepted is not None))


def undecided(audit: Audit) -> tuple[Result, ...]:
    """The results that reach less than is required, and not because of an open finding."""
    return tuple(
        result for result in audit.results if not result.satisfied and not result.open_findings
    )


def result_place(audit: Audit, result: Result) -> Place:
    """What a result is about: the claim or the example of the rulebook, else its first line."""
    return result.place or place_named(audit.rulebook, result.property)


def place_named(book: Rulebook, name: str) -> Place:
    """What the result of that name is about, as :func:`result_place` has it."""
    places = {asked.name: asked.place for asked in book.required}
    for claim in book.claims:
        places[f"{claim.origin.clause} {claim.name}"] = claim.origin.place
    for example in book.examples:
        places[f"{example.origin.clause} example {example.number}"] = example.origin.place
    return places.get(name) or top(book)


def top(book: Rulebook) -> Place:
    """The first line of a rulebook."""
    return Place(book.file, 1, 1)


def files(book: Rulebook) -> frozenset[str]:
    """The documents that a rulebook is made of."""
    return frozenset((book.file, *(clause.place.file for clause in book.clauses)))


def _clauses(book: Rulebook, ids: Iterable[str]) -> tuple[Clause, ...]:
    known = {clause.id: clause for clause in book.clauses}
    return tuple(_known(known, ids))


def _known(known: dict[str, Clause], ids: Iterable[str]) -> Iterator[Clause]:
    for id_ in ids:
        if id_ in known:
            yield known[id_]
