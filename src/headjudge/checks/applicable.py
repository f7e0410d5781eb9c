"""Whether a rulebook has what a property speaks of."""

from __future__ import annotations

from headjudge.rulebook.syntax import Claim, ClaimKind, Property, Rulebook


def lacking(property_: Property, rulebook: Rulebook) -> str:
    """What a rulebook has not got without which a property says nothing of it; else empty."""
    if property_.claim is None:
        return f"the rulebook has no role {', '.join(property_.missing)}"
    return _lacking(property_.claim, rulebook)


def _lacking(claim: Claim, rulebook: Rulebook) -> str:
    match claim.kind:
        case ClaimKind.REVEALS_NOTHING if not _hides(rulebook):
            return "nothing in the rulebook is hidden from a player"
        case _:
            return ""


def _hides(rulebook: Rulebook) -> bool:
    parameters = (one for action in rulebook.actions for one in action.parameters)
    return any(one.hidden for one in rulebook.fields) or any(one.hidden for one in parameters)
