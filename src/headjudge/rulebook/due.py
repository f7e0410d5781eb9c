"""What tells one thing that is due from another, and what is chosen by nobody.

An obligation names parameters of its action: these say what is due. The others say how it
comes out: the cards decide that of a step, the player that of a move.
"""

from __future__ import annotations

from headjudge.rulebook.syntax import Action, ActionKind, NormKind, Rulebook


def duty_parameters(rulebook: Rulebook, action: Action) -> tuple[int, ...]:
    """Which parameters of an action, by index, say what is due."""
    named = {
        parameter.name
        for norm in rulebook.norms
        if norm.kind is NormKind.MUST and action.name in norm.actions
        for parameter in norm.parameters
    }
    if action.kind is ActionKind.MOVE:
        named.add(action.parameters[0].name)
    return tuple(index for index, one in enumerate(action.parameters) if one.name in named)


def nobodys_parameters(action: Action) -> tuple[int, ...]:
    """Which parameters of an action, by index, nobody chooses (``Which``)."""
    return tuple(index for index, one in enumerate(action.parameters) if one.which)


def role_actions(rulebook: Rulebook, name: str) -> frozenset[str]:
    """The actions that a role stands for; none without the role."""
    targets = {role.target for role in rulebook.roles if role.name == name}
    return frozenset(
        action.name for action in rulebook.actions if targets & {action.name, *action.tags}
    )


def left_to_cards(rulebook: Rulebook, action: Action) -> bool:
    """Whether the cards decide that a step of the environment happens, or how.

    One that has to happen and has no parameters leaves nothing to decide: the game does it.
    """
    if not action.origin.environment or action.kind is ActionKind.MOVE:
        return False
    allowed = any(
        norm.kind is NormKind.MAY and action.name in norm.actions for norm in rulebook.norms
    )
    return bool(action.parameters) or allowed
