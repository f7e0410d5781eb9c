"""What the end of a play shows, judged on the executable model."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from headjudge.evidence.labels import labelled, met, shown
from headjudge.evidence.loops import loop_of
from headjudge.evidence.results import Cause, Kind
from headjudge.rulebook.syntax import ActionKind, Claim, PlayerType
from headjudge.rulebook.values import SEATS, Act, show
from headjudge.semantics.executable import After, Clash, Game, Table, Undefined

CLOSURE = 2_000


@dataclass(frozen=True, slots=True)
class Played:
    """A play on the executable model: all states, and what came of the last act.

    ``outcome`` is None if every act went; else the clash or whatever ended the play.
    """

    states: tuple[Table, ...]
    acts: tuple[Act, ...]
    clauses: tuple[tuple[str, ...], ...]
    outcome: Clash | Undefined | None


@dataclass(frozen=True, slots=True)
class Shown:
    """A cause that shows: the act in question, and for which of the claim's parameters.

    ``loop``: after how many steps the loop begins in which the play ends.
    """

    act: Act | None = None
    about: tuple[tuple[str, str], ...] = ()
    loop: int | None = None


def judge(game: Game, claim: Claim | None, cause: Cause, played: Played) -> Shown | None:
    """What the end of a play shows of a cause; None if it does not."""
    last = played.states[-1]
    match cause.kind:
        case Kind.CONFLICT:
            return _conflict(game, cause, last)
        case Kind.CLASH:
            return _if(_clashes(cause, played.outcome))
        case Kind.UNDEFINED:
            return _if(_undefined(game, cause, played))
        case Kind.SILENCE:
            return _if(cause.field in game.silent(last))
        case Kind.IMPOSSIBLE:
            return _if((cause.action, cause.clauses[0]) in game.impossible(last))
        case Kind.GAP:
            return _if(game.gap(last))
        case Kind.LOST_OPTION:
            return None if claim is None else _lost(game, claim, played)
        case Kind.STUCK:
            lost = claim is not None and cannot_return(game, claim, cause.label, last) is not False
            return _if(lost)
        case Kind.LOOP:
            start = None
            if claim is not None and played.outcome is None:
                start = loop_of(game, claim, cause.label, played.states, played.acts)
            return None if start is None else Shown(loop=start)
        case Kind.VIOLATION | Kind.NEVER_HAPPENS:
            return None if claim is None else _claim(game, claim, cause, played)
        case Kind.DEAD | Kind.IDLE | Kind.FALSE_CLAIM | Kind.UNMODELLED | Kind.APART | Kind.ORDER:
            # An order takes two plays: evidence.orders looks at them.
            return None


def _if(shows: bool) -> Shown | None:
    return Shown() if shows else None


def _conflict(game: Game, cause: Cause, last: Table) -> Shown | None:
    for act, grant, stop in game.conflicts(last):
        if (act.action, grant, stop) == (cause.action, *cause.clauses):
            return Shown(act)
    return None


def _clashes(cause: Cause, outcome: Clash | Undefined | None) -> bool:
    return isinstance(outcome, Clash) and any(
        field == cause.field and cause.clauses == ((one,) if one == two else (one, two))
        for field, one, two in outcome.causes
    )


def _undefined(game: Game, cause: Cause, played: Played) -> bool:
    if cause.field == "condition":
        pairs = game.undefined_conditions(played.states[-1])
        return (cause.action, cause.clauses[0]) in pairs
    return isinstance(played.outcome, Undefined) and cause.clauses[0] in played.outcome.clauses


def _claim(game: Game, claim: Claim, cause: Cause, played: Played) -> Shown | None:
    ask = game.witnesses if cause.kind is Kind.NEVER_HAPPENS else game.violations
    if not claim.of_steps:
        found = ask(claim, played.states[-1])
    elif len(played.states) > 1:
        before, after = played.states[-2:]
        found = ask(claim, before, played.acts[-1], after)
    else:
        found = ()
    for values in found:
        if labelled(claim, cause.label, values):
            return Shown(about=tuple((p.name, shown(p, values)) for p in claim.parameters))
    return None


def _lost(game: Game, claim: Claim, played: Played) -> Shown | None:
    """The last act takes away an option that its owner neither used nor declined."""
    lost: int | None = None
    declined = [False] * game.setting.players
    for before, act, after in zip(played.states, played.acts, played.states[1:], strict=False):
        lost = None
        usable = {
            legal.arguments[0] for legal in game.legal(before) if legal.action in claim.option
        }
        for player in range(game.setting.players):
            own = bool(act.arguments) and act.arguments[0] == player
            if player in usable:
                declined[player] = own and act.action in claim.decline
            less = game.offered(claim, after, player) < game.offered(claim, before, player)
            used = own and act.action in claim.option
            if less and not used and not declined[player] and lost is None:
                lost = player
    (parameter,) = claim.parameters
    return None if lost is None else Shown(about=((parameter.name, SEATS[lost]),))


def options(
    game: Game, claim: Claim | None, played: Played
) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """What players could do where a claim is broken; of a step, just before it.

    Each as (player, action, clauses that grant it), whatever else is due.
    """
    if claim is None or not played.states:
        return ()
    at_end = not claim.of_steps or len(played.states) < 2  # noqa: PLR2004 - before and after
    state = played.states[-1 if at_end else -2]
    found: dict[tuple[str, str, tuple[str, ...]], None] = {}
    for action in game.rules.actions:
        if action.kind is not ActionKind.MOVE:
            continue
        for act in game.acts(action.name):
            if game.can(state, act):
                player = show(act.arguments[0], PlayerType())
                found[player, act.action, game.grants(state, act)] = None
    return tuple(sorted(found))


def cannot_return(game: Game, claim: Claim, label: str, state: Table) -> bool | None:
    """Whether no play from here meets the claim; None if ``CLOSURE`` situations do not tell."""
    seen = {game.freeze(state)}
    queue = deque([state])
    while queue and len(seen) < CLOSURE:
        here = queue.popleft()
        if met(game, claim, label, here):
            return False
        for act in game.legal(here):
            outcome = game.apply(here, act)
            if isinstance(outcome, After):
                frozen = game.freeze(outcome.state)
                if frozen not in seen:
                    seen.add(frozen)
                    queue.append(outcome.state)
    return None if queue else True
