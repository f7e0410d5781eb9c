"""Several readings of one rulebook: which combinations are checked, and what they say together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod

from headjudge.checks.uses import merged
from headjudge.engines.search import Meeting
from headjudge.evidence.certificates import Certificate
from headjudge.evidence.results import Audit, Core, Finding, Kind, Result, Verdict
from headjudge.rulebook.syntax import Rulebook

COMBINATIONS = 16
Answers = Mapping[str, str]

# From the weakest to the strongest: what holds of all readings is what holds of the weakest.
_ORDER = (
    Verdict.REFUTED,
    Verdict.NO_VERDICT,
    Verdict.VACUOUS,
    Verdict.NOT_APPLICABLE,
    Verdict.BOUNDED,
    Verdict.WITHIN_SCOPE,
    Verdict.EXHAUSTIVE,
    Verdict.PROVED,
    Verdict.WITNESSED,
)


def weaker(one: Result, two: Result) -> Result:
    """Of two results for one property the weaker verdict; the first one's findings stay."""
    if Verdict.REFUTED in (one.verdict, two.verdict):
        return replace(one, aside=aside((one, two)))
    return replace(_weakest_of((one, two)), findings=one.findings)


def _weakest_of(results: Sequence[Result]) -> Result:
    """The weakest verdict; where only some have what it speaks of, of these."""
    some = [one for one in results if one.verdict is not Verdict.NOT_APPLICABLE]
    return min(some or results, key=lambda result: _ORDER.index(result.verdict))


def aside(results: Sequence[Result]) -> Verdict | None:
    """The weakest verdict but for the findings: no search hides behind another's findings."""
    verdicts = (
        result.aside if result.verdict is Verdict.REFUTED else result.verdict for result in results
    )
    silent = (Verdict.VACUOUS, Verdict.NOT_APPLICABLE)
    told = [verdict for verdict in verdicts if verdict is not None and verdict not in silent]
    return min(told, key=_ORDER.index, default=None)


def united(results: Sequence[Result], rulebook: Rulebook) -> tuple[Core, ...]:
    """What cannot be obeyed together in any of some results; what is open counts most."""
    meetings = [*Meeting]
    rank = {clause.id: index for index, clause in enumerate(rulebook.clauses)}
    best: dict[tuple[str, ...], Core] = {}
    for core in (core for result in results for core in result.cores):
        known = best.get(core.clauses)

        def weight(one: Core) -> tuple[int, int]:
            return -meetings.index(one.meeting), one.situations

        if known is None or weight(core) > weight(known):
            best[core.clauses] = core

    def place(one: Core) -> tuple[int, list[int]]:
        return meetings.index(one.meeting), [rank[clause] for clause in one.clauses]

    return tuple(sorted(best.values(), key=place))


def combinations(rulebook: Rulebook) -> list[Answers]:
    """Every combination of answers to the open questions.

    Beyond 16 combinations one question at a time leaves its first answer.
    """
    questions = rulebook.readings()
    if prod(len(answers) for _, answers in questions) <= COMBINATIONS:
        names = [question for question, _ in questions]
        choices = product(*(answers for _, answers in questions))
        return [dict(zip(names, choice, strict=True)) for choice in choices]
    usual = {question: answers[0] for question, answers in questions}
    others = [
        {**usual, question: answer} for question, answers in questions for answer in answers[1:]
    ]
    return [usual, *others]


def together(rulebook: Rulebook, runs: Sequence[tuple[Answers, Audit]]) -> Audit:
    """The audits of all readings as one: the weakest verdict, every finding."""
    first = runs[0][1]
    if len(runs) == 1:
        return replace(first, rulebook=rulebook)
    names: dict[str, list[tuple[Answers, Result]]] = {}
    for answers, one in runs:
        for result in one.results:
            names.setdefault(result.property, []).append((answers, result))
    count = prod(len(answers) for _, answers in rulebook.readings())
    results = tuple(_weakest(rulebook, found, runs) for found in names.values())
    if count > len(runs):
        results = tuple(_partly(result, len(runs), count) for result in results)
    return Audit(
        rulebook,
        first.setting,
        results,
        tuple(search for _, one in runs for search in one.searches),
        first.levels,
        settled=tuple(sorted({pair for _, one in runs for pair in one.settled})),
        exceptions=tuple(sorted({pair for _, one in runs for pair in one.exceptions})),
        complete=count <= len(runs) and all(one.complete for _, one in runs),
        certificate=_certificate(runs),
    )


def _certificate(runs: Sequence[tuple[Answers, Audit]]) -> Certificate | None:
    """The certificates of all readings as one."""
    found = [one.certificate for _, one in runs if one.certificate is not None]
    if not found:
        return None
    return replace(found[0], cases=tuple(case for one in found for case in one.cases))


def _partly(result: Result, done: int, count: int) -> Result:
    """A result that some readings were not asked for: what holds is no verdict."""
    if result.verdict in (Verdict.REFUTED, Verdict.NOT_APPLICABLE) or result.searched is None:
        return result
    why = f"{done} of {count} combinations of readings were checked"
    return replace(result, verdict=Verdict.NO_VERDICT, why=why)


def _weakest(
    rulebook: Rulebook,
    found: Sequence[tuple[Answers, Result]],
    runs: Sequence[tuple[Answers, Audit]],
) -> Result:
    weakest = _weakest_of([result for _, result in found])
    if weakest.kind in (Kind.DEAD, Kind.IDLE):
        return merged(rulebook, [result for _, result in found])
    by_print: dict[str, list[tuple[Answers, Finding]]] = {}
    for answers, result in found:
        for finding in result.findings:
            by_print.setdefault(finding.fingerprint, []).append((answers, finding))
    findings = []
    for group in by_print.values():
        given, shortest = min(group, key=lambda pair: pair[1].steps)
        if len(group) < len(runs):
            common = set.intersection(*(set(answers.items()) for answers, _ in group))
            alike = [answers for answers, _ in runs if common <= set(answers.items())]
            # The common answers say when it is found, if it is found whenever they are given.
            said = common if len(alike) == len(group) else set(given.items())
            shortest = replace(shortest, readings=tuple(sorted(said)))
        findings.append(shortest)
    ordered = tuple(sorted(findings, key=lambda f: (f.steps, f.fingerprint)))
    apart = aside([r for _, r in found]) if weakest.verdict is Verdict.REFUTED else weakest.aside
    cores = united([result for _, result in found], rulebook)
    return replace(weakest, findings=ordered, aside=apart, cores=cores)
