"""Several readings of one rulebook: which combinations are checked, and what they say together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod

from headjudge.evidence.results import Audit, Finding, Result, Verdict
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
    return Audit(
        rulebook,
        first.setting,
        tuple(_weakest(found, len(runs)) for found in names.values()),
        tuple(search for _, one in runs for search in one.searches),
        first.levels,
        settled=tuple(sorted({pair for _, one in runs for pair in one.settled})),
        exceptions=tuple(sorted({pair for _, one in runs for pair in one.exceptions})),
        complete=all(one.complete for _, one in runs),
    )


def _weakest(found: Sequence[tuple[Answers, Result]], count: int) -> Result:
    weakest = min((result for _, result in found), key=lambda r: _ORDER.index(r.verdict))
    by_print: dict[str, list[tuple[Answers, Finding]]] = {}
    for answers, result in found:
        for finding in result.findings:
            by_print.setdefault(finding.fingerprint, []).append((answers, finding))
    findings = []
    for group in by_print.values():
        shortest = min((finding for _, finding in group), key=lambda f: f.steps)
        if len(group) < count:
            common = set.intersection(*(set(answers.items()) for answers, _ in group))
            shortest = replace(shortest, readings=tuple(sorted(common)))
        findings.append(shortest)
    return replace(
        weakest, findings=tuple(sorted(findings, key=lambda f: (f.steps, f.fingerprint)))
    )
