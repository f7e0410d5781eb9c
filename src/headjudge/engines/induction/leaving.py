"""What it means that something is always left at last, on a system without bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from headjudge.engines.induction.atoms import Clause
from headjudge.engines.induction.measures import Measure
from headjudge.rulebook.syntax import ActionKind
from headjudge.semantics.symbolic.claims import Claims
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Term


@dataclass(frozen=True, slots=True)
class Leaving:
    """What is to be left: where ``target`` fails. ``passing``: by plays of these moves alone.

    Such plays take what the game does, what is due, and these moves; and anything where none
    of these is legal.
    """

    target: Term
    passing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranking:
    """Measures, the one that counts most first, under an invariant."""

    measures: tuple[Measure, ...]
    invariant: tuple[Clause, ...] = ()


def allowed(system: System, passing: Sequence[str]) -> tuple[Term, ...]:
    """Per transition: where a play in which everybody only passes may take it."""
    pool = system.pool
    names = {*passing}
    plain = [
        transition.action.kind is ActionKind.STEP or transition.action.name in names
        for transition in system.transitions
    ]
    if not passing:
        return tuple(pool.true for _ in plain)
    claims = Claims(system)
    some = pool.or_(
        *(
            claims.filled(transition, transition.legal, {})
            for transition, is_plain in zip(system.transitions, plain, strict=True)
            if is_plain
        )
    )
    otherwise = pool.or_(pool.not_(system.at_rest), pool.not_(some))
    return tuple(pool.true if is_plain else otherwise for is_plain in plain)
