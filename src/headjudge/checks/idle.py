"""Parts of a claim that never matter.

A claim that something is never so, or always under some condition, is broken where several
parts come together. Of each part it is asked whether it is ever met, and whether the claim
would hold as well without it, for a part without which it holds has not been tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from headjudge.engines.search import Goal, StateGoal, StepGoal
from headjudge.rulebook.spelling import spell
from headjudge.rulebook.syntax import (
    And,
    Ask,
    Body,
    Claim,
    ClaimKind,
    Expr,
    Let,
    Needs,
    Return,
)
from headjudge.semantics.symbolic.claims import Claims


@dataclass(frozen=True, slots=True)
class Probe:
    """A question about a part of a claim: the goal's premise is counted, and is to be met.

    ``alone``: whether the part is ever met; else whether the claim fails without it.
    ``speaks``: it is about an action, or a condition of the claim: where it is never met the
    claim says nothing.
    """

    goal: Goal
    part: str
    alone: bool
    speaks: bool


def probes(claims: Claims, claim: Claim) -> tuple[Probe, ...]:
    """The questions about the parts of a claim; none if it has one part alone."""
    if claim.kind not in (ClaimKind.ALWAYS, ClaimKind.NEVER):
        return ()
    parts = list(_parts(claim))
    if len(parts) + (claim.kind is ClaimKind.ALWAYS) < 2:  # noqa: PLR2004 - parts meet
        return ()
    found = []
    lets = tuple(line for line in claim.premise if isinstance(line, Let))
    for part, without, premised in parts:
        only = replace(
            claim, kind=ClaimKind.SOMETIMES, premise=lets, body=_returning(claim.body, part)
        )
        words = spell(part)
        speaks = isinstance(part, Ask) or premised
        found.append(Probe(_counting(claims, only), words, alone=True, speaks=speaks))
        found.append(Probe(_counting(claims, without), words, alone=False, speaks=speaks))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Idle:
    """What the answers say: the parts never met, and those without which the claim holds.

    ``never``: parts that say of what the claim speaks; where one is never met it says nothing.
    """

    never: tuple[str, ...]
    needless: tuple[str, ...]


def idle(asked: Sequence[Probe], counts: Sequence[int | None]) -> Idle:
    """Read the answers: how often the premise of each probe was met."""
    missed = [probe for probe, count in zip(asked, counts, strict=True) if count == 0]
    never = tuple(probe.part for probe in missed if probe.alone and probe.speaks)
    needless = dict.fromkeys(probe.part for probe in missed if probe.part not in never)
    return Idle(never, tuple(needless))


def _counting(claims: Claims, claim: Claim) -> Goal:
    """A goal that is never reached and counts where a claim is broken, or met."""
    pool = claims.pool
    if claim.of_steps:
        hits = [step.hit for step in claims.of_steps(claim)]
        together = tuple(pool.or_(*terms) for terms in zip(*hits, strict=True))
        return StepGoal(claim.name, tuple(pool.false for _ in together), together)
    found = pool.or_(*(state.hit for state in claims.of_situations(claim)))
    return StateGoal(claim.name, pool.false, found, by_action=False)


def _parts(claim: Claim) -> Iterator[tuple[Expr, Claim, bool]]:
    """The parts that come together where a claim is broken, each with the claim without it.

    Also whether it is a part of the claim's premise.
    """
    for index, line in enumerate(claim.premise):
        if isinstance(line, Needs):
            for part, rest in _each(line.condition):
                kept = () if rest is None else (replace(line, condition=rest),)
                lines = (*claim.premise[:index], *kept, *claim.premise[index + 1 :])
                yield part, replace(claim, premise=lines), True
    last = claim.body[-1] if claim.body else None
    if not isinstance(last, Return) or any(not isinstance(one, Let) for one in claim.body[:-1]):
        return
    if claim.kind is ClaimKind.NEVER and isinstance(last.value, And):
        for part, rest in _each(last.value):
            if rest is not None:
                yield part, replace(claim, body=_returning(claim.body, rest)), False


def _each(condition: Expr) -> Iterator[tuple[Expr, Expr | None]]:
    """The conjuncts of a condition, each with what is left without it."""
    if not isinstance(condition, And):
        yield condition, None
        return
    operands = condition.operands
    for index, one in enumerate(operands):
        rest = (*operands[:index], *operands[index + 1 :])
        yield one, rest[0] if len(rest) == 1 else replace(condition, operands=rest)


def _returning(body: Body, value: Expr) -> Body:
    """The body with another value at its end."""
    return (*body[:-1], Return(value, body[-1].place))
