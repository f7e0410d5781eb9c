"""Which part of a claim a finding is about: a claim may be made of each value of a parameter."""

from __future__ import annotations

from collections.abc import Mapping

from headjudge.rulebook.syntax import Claim, ClaimKind, Parameter
from headjudge.rulebook.values import Value, show
from headjudge.semantics.executable import Game, Table


def labelled(claim: Claim, label: str, values: Mapping[str, Value]) -> bool:
    """Whether these values of the claim's parameters belong to the part with this label."""
    each = claim.each
    if claim.kind in (ClaimKind.ALWAYS_POSSIBLE, ClaimKind.INEVITABLE):
        each = tuple(parameter.name for parameter in claim.parameters)
    said = ", ".join(f"{p.name} = {shown(p, values)}" for p in claim.parameters if p.name in each)
    return said == label


def shown(parameter: Parameter, values: Mapping[str, Value]) -> str:
    """The value of a parameter in words."""
    return show(values[parameter.name], parameter.type)


def met(game: Game, claim: Claim, label: str, state: Table) -> bool:
    """Whether the part's condition holds in a situation."""
    return any(labelled(claim, label, values) for values in game.witnesses(claim, state))
