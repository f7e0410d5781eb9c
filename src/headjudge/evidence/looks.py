"""What one player sees of a play on the executable model, and what tells two plays apart.

Independent of the engine: it looks at situations and acts as values.
"""

from __future__ import annotations

from headjudge.rulebook.syntax import ActionKind, EachType, PlayerType
from headjudge.rulebook.values import Act, Value
from headjudge.semantics.executable import After, Game, Table


def look(game: Game, state: Table, seat: int) -> tuple[object, ...]:
    """What a player sees of a situation.

    That is every field, of a hidden one their own entry, and which of their own moves can
    happen.
    """
    seen: list[object] = []
    for field, value in zip(game.rules.fields, game.freeze(state).values, strict=True):
        seen.append(value[seat] if field.hidden and isinstance(value, tuple) else value)
    moves = (action.name for action in game.rules.actions if action.kind is ActionKind.MOVE)
    acts = (act for name in moves for act in game.acts(name) if act.arguments[0] == seat)
    return (*seen, tuple(act for act in acts if game.can(state, act)))


def sign(game: Game, act: Act, seat: int) -> tuple[object, ...]:
    """What a player sees of an act: the action, and what is not hidden of its parameters."""
    (rule,) = (one for one in game.rules.actions if one.name == act.action)
    seen: list[object] = [act.action]
    for index, (parameter, value) in enumerate(zip(rule.parameters, act.arguments, strict=True)):
        if not parameter.hidden:
            seen.append(value)
        elif isinstance(parameter.type, EachType) and isinstance(parameter.type.key, PlayerType):
            seen.append(_entry(value, seat))
        else:
            first = rule.parameters[0]
            named = index > 0 and first.type == PlayerType() and not first.hidden
            seen.append(value if named and act.arguments[0] == seat else None)
    return tuple(seen)


def _entry(value: Value, seat: int) -> Value:
    return value[seat] if isinstance(value, tuple) else value


def alike(
    game: Game,
    seat: int,
    one: tuple[tuple[Table, ...], tuple[Act, ...]],
    two: tuple[tuple[Table, ...], tuple[Act, ...]],
) -> bool:
    """Whether two plays, each as states and acts, look the same to a player all the way."""
    (ours, our_acts), (theirs, their_acts) = one, two
    return (
        len(ours) == len(theirs)
        and all(
            sign(game, mine, seat) == sign(game, yours, seat)
            for mine, yours in zip(our_acts, their_acts, strict=True)
        )
        and all(
            look(game, mine, seat) == look(game, yours, seat)
            for mine, yours in zip(ours, theirs, strict=True)
        )
    )


def tells(game: Game, seat: int, act: Act, after: Table, elsewhere: Table) -> bool:
    """Whether an act shows a player that the situation was not the other one.

    Nothing that looks like the act may come there, or nothing that comes to a situation that
    looks like the one after it. Where what may come ends the play it is not known.
    """
    wanted, shown = sign(game, act, seat), look(game, after, seat)
    for candidate in game.legal(elsewhere):
        if sign(game, candidate, seat) != wanted:
            continue
        outcome = game.apply(elsewhere, candidate)
        if not isinstance(outcome, After) or look(game, outcome.state, seat) == shown:
            return False
    return True
