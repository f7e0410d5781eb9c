"""What the document itself owes: every clause modelled, every example playable."""

from __future__ import annotations

from headjudge.checks.actions import without_consequence
from headjudge.evidence.examples import ExampleResult, play_examples
from headjudge.evidence.results import Cause, Finding, Kind, Result, Verdict
from headjudge.rulebook.syntax import Clause, Example, Rulebook
from headjudge.semantics.executable import Rules


def document_results(rulebook: Rulebook, rules: Rules) -> tuple[Result, ...]:
    """One result for the clauses, one for the actions, and one per example."""
    own = (_modelled(rulebook), without_consequence(rulebook))
    return (*own, *example_results(rulebook, rules))


def example_results(rulebook: Rulebook, rules: Rules) -> tuple[Result, ...]:
    """One result per example."""
    played = zip(rulebook.examples, play_examples(rulebook, rules), strict=True)
    return tuple(_example(rulebook, *one) for one in played)


def _modelled(rulebook: Rulebook) -> Result:
    name = "every-clause-modelled"
    findings = tuple(
        Finding(
            name,
            Cause(Kind.UNMODELLED, None, (clause.id,)),
            None,
            message="The clause has neither a block nor a reason for having none.",
            place=clause.place,
        )
        for clause in rulebook.clauses
        if not modelled(rulebook, clause)
    )
    return Result(
        name,
        "Every clause is modelled, or says why not",
        "A clause without a model is checked by nobody: whatever it says, no finding names it.",
        Kind.UNMODELLED,
        Verdict.REFUTED if findings else Verdict.EXHAUSTIVE,
        Verdict.WITHIN_SCOPE.value,
        findings,
    )


def modelled(rulebook: Rulebook, clause: Clause) -> bool:
    """Whether a clause has a block, a reason, or restates one that has; or needs none.

    A heading needs none if clauses of its own number stand below it.
    """
    seen: set[str] = set()
    pending = [clause]
    while pending:
        one = pending.pop()
        if one.id in seen:
            continue
        seen.add(one.id)
        if one.formal or one.unmodelled is not None:
            return True
        pending.extend(rulebook.clause(id_) for id_ in one.restated)
    below = any(other.id.startswith(f"{clause.id}.") for other in rulebook.clauses)
    return clause.section and below


def _example(rulebook: Rulebook, example: Example, played: ExampleResult) -> Result:
    clause = rulebook.clause(example.origin.clause)
    name = f"{clause.id} example {example.number}"
    findings: tuple[Finding, ...] = ()
    if not played.success:
        cause = Cause(Kind.FALSE_CLAIM, None, tuple(dict.fromkeys((clause.id, *played.clauses))))
        findings = (Finding(name, cause, None, message=played.message, place=played.place),)
    return Result(
        name,
        f"The worked example of {clause.id} can be played",
        clause.words,
        Kind.FALSE_CLAIM,
        Verdict.REFUTED if findings else Verdict.WITNESSED,
        Verdict.WITHIN_SCOPE.value,
        findings,
    )
