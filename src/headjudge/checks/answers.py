"""Open readings: whether the answer to a question that the text leaves open changes play.

Every two answers to one question are compared, the other questions at their first answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from headjudge.engines.compare import Comparison, Parting, Relation
from headjudge.engines.explore.product import compare
from headjudge.engines.search import Budget, Report, Strength
from headjudge.evidence.assumptions import assumptions
from headjudge.evidence.parting import Hand, Tandem, course, told
from headjudge.evidence.precedence import precedence
from headjudge.evidence.relating import SAME, relate
from headjudge.evidence.results import Cause, Finding, Kind, Result, Searched, Verdict
from headjudge.rulebook import Question, under_reading
from headjudge.rulebook.syntax import Rulebook, Setting
from headjudge.rulebook.values import Ruling
from headjudge.semantics.symbolic.lower import lower
from headjudge.semantics.symbolic.system import System


@dataclass(frozen=True, slots=True)
class _Reading:
    """A rulebook with its questions answered, lowered; ``exceptions`` as it was lowered."""

    answer: str
    system: System
    exceptions: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class _Compared:
    """Two answers to a question, and what comes of comparing them."""

    left: _Reading
    right: _Reading
    relation: Relation
    found: Comparison


def uncompared(rulebook: Rulebook, question: Question) -> Result:
    """What there is to say where no engine is asked that can compare."""
    return _open(rulebook, question)


def compare_answers(
    rulebook: Rulebook, question: Question, setting: Setting, budget: Budget, report: Report
) -> Result:
    """Whether the answer to a question changes play. Raises ReplayError."""
    usual = {name: answers[0] for name, answers in rulebook.readings()}
    readings = [
        _reading(under_reading(rulebook, {**usual, question.question: answer}), setting, answer)
        for answer in question.answers
    ]
    compared = []
    for left, right in combinations(readings, 2):
        relation = relate(left.system, right.system, SAME)
        found = compare(left.system, right.system, relation, (), budget, report)
        compared.append(_Compared(left, right, relation, found))
    return _result(_open(rulebook, question), question, compared)


def _reading(rulebook: Rulebook, setting: Setting, answer: str) -> _Reading:
    plain = lower(rulebook, setting)
    exceptions = precedence(plain).exceptions
    ruling = Ruling(exceptions=exceptions)
    system = lower(rulebook, setting, ruling) if exceptions else plain
    return _Reading(answer, system, exceptions)


def _open(rulebook: Rulebook, question: Question) -> Result:
    """What is said of a question before anything is compared."""
    required = {one.name: one.strength for one in rulebook.required}
    answers = ", ".join(f"“{answer}”" for answer in question.answers)
    return Result(
        question.name,
        f"The answer to “{question.question}” makes no difference to play",
        f"The text can be taken in {len(question.answers)} ways: {answers}.",
        Kind.READING,
        Verdict.NO_VERDICT,
        required.get(question.name, Verdict.WITHIN_SCOPE.value),
        why="the engine cannot decide this kind of property",
    )


def _result(result: Result, question: Question, compared: Sequence[_Compared]) -> Result:
    """What was found of a question, about which ``result`` says nothing yet."""
    parted = [(pair, pair.found.partings[0]) for pair in compared if pair.found.partings]
    found = [pair.found for pair in compared]
    verdict, why = _verdict(found)
    result = replace(result, searched=_searched(found), why="")
    if not parted:
        return replace(result, verdict=verdict, why=why)
    pair, shortest = min(parted, key=lambda one: len(one[1].path))
    finding = _finding(question, pair, shortest)
    return replace(result, verdict=Verdict.REFUTED, findings=(finding,), aside=verdict)


def _verdict(found: Sequence[Comparison]) -> tuple[Verdict, str]:
    """What holds but for the plays that part."""
    spent = [one for one in found if one.strength is Strength.SPENT]
    if spent:
        return Verdict.NO_VERDICT, spent[0].why
    cut = any(one.cutoffs for one in found)
    return (Verdict.WITHIN_SCOPE if cut else Verdict.EXHAUSTIVE), ""


def _searched(found: Sequence[Comparison]) -> Searched:
    cutoffs: dict[str, int] = {}
    for one in found:
        for name, count in one.cutoffs:
            cutoffs[name] = max(cutoffs.get(name, 0), count)
    return Searched(
        "explore",
        max(one.situations for one in found),
        max(one.steps for one in found),
        max(one.depth for one in found),
        tuple(sorted(cutoffs.items())),
    )


def _finding(question: Question, pair: _Compared, parting: Parting) -> Finding:
    left, right = pair.left, pair.right
    play, rights = course(left.system, right.system, pair.relation, parting)
    hands = [
        Hand(one.answer, one.system.rulebook, one.system.setting, one.exceptions)
        for one in (left, right)
    ]
    traces, parted = Tandem(*hands).part(play, rights)
    finding = Finding(
        question.name,
        Cause(Kind.READING, None, question.clauses),
        traces[0],
        readings=((question.question, hands[0].name),),
        place=question.place,
        against=((question.question, hands[1].name),),
    )
    whole = told(finding, play, traces, parted)
    if whole.trace is None:
        return whole
    book, setting = left.system.rulebook, left.system.setting
    return replace(whole, assumes=assumptions(book, setting, whole.trace))
