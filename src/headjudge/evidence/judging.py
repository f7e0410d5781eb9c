"""What the end of a play shows, judged on the executable model."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from headjudge.evidence.denying import Against, TooMany, denied
from headjudge.evidence.labels import labelled, met, shown
from headjudge.evidence.looks import alike, sign, tells
from headjudge.evidence.loops import loop_of
from headjudge.evidence.pumps import growth_of
from headjudge.evidence.results import Cause, Denial, Kind
from headjudge.rulebook.syntax import ActionKind, Claim, PlayerType
from headjudge.rulebook.values import SEATS, Act, Value, show
from headjudge.semantics.executable import After, Clash, Game, Table, Undefined
from headjudge.semantics.symbolic.growth import Growth

CLOSURE = 2_000


class ReplayError(Exception):
    """A play does not do on the executable model what it is said to do."""


@dataclass(frozen=True, slots=True)
class Played:
    """A play on the executable model: all states, and what came of the last act.

    ``outcome`` is None if every act went; else the clash or whatever ended the play.
    ``round``: after so many acts there begins what is said to go on for ever with more in each
    round; None if that is not said.
    """

    states: tuple[Table, ...]
    acts: tuple[Act, ...]
    clauses: tuple[tuple[str, ...], ...]
    outcome: Clash | Undefined | None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """A cause that shows: the act in question, and for which of the claim's parameters.

    ``loop``: after how many steps the loop begins in which the play ends. ``growth``: what
    there is more of after it. ``denial``: how an answer is denied.
    """

    act: Act | None = None
    about: tuple[tuple[str, str], ...] = ()
    loop: int | None = None
    growth: Growth = ()
    denial: Denial | None = None


def judge(  # noqa: PLR0913 - the play, and all by which it may show something
    game: Game,
    claim: Claim | None,
    cause: Cause,
    played: Played,
    denial: Denial | None = None,
    *,
    other: Played | None = None,
) -> Shown | None:
    """What the end of a play shows of a cause; None if it does not.

    ``denial``: how an answer is said to be denied, which is what is tried first. ``other``:
    the second play, of a cause that is the difference of two.
    """
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
        case Kind.LEAK:
            return None if claim is None or other is None else _leak(game, claim, played, other)
        case Kind.SHORTCUT:
            return None if claim is None else _shortcut(game, claim, played)
        case Kind.STUCK:
            lost = claim is not None and cannot_return(game, claim, cause.label, last) is not False
            return _if(lost)
        case Kind.LOOP:
            return None if claim is None else _endless(game, claim, cause, played)
        case Kind.NEVER_USABLE | Kind.DENIED | Kind.DENIED_BY_CARDS:
            return None if claim is None else _denied(game, claim, cause, played, denial)
        case Kind.NEVER_HAPPENS if cause.action is not None:
            taken = played.outcome is None and bool(played.acts)
            return _if(taken and played.acts[-1].action == cause.action)
        case Kind.VIOLATION | Kind.NEVER_HAPPENS:
            return None if claim is None else _claim(game, claim, cause, played)
        case Kind.DEAD | Kind.IDLE | Kind.FALSE_CLAIM | Kind.UNMODELLED | Kind.APART:
            return None
        case Kind.ORDER | Kind.READING:
            # These take two plays: evidence.orders and evidence.parting look at them.
            return None


def _endless(game: Game, claim: Claim, cause: Cause, played: Played) -> Shown | None:
    """The play goes round for ever, in the same situations or with more each time."""
    if played.outcome is not None:
        return None
    begin = played.round
    if begin is None:
        start = loop_of(game, claim, cause.label, played.states, played.acts)
        return None if start is None else Shown(loop=start)
    states, acts = played.states[begin:], played.acts[begin:]
    more = growth_of(game, claim, cause.label, states, acts)
    return None if more is None else Shown(loop=begin, growth=more)


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
            return Shown(about=about(claim, values))
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


def _denied(
    game: Game, claim: Claim, cause: Cause, played: Played, known: Denial | None
) -> Shown | None:
    """The last act grants an answer that is denied from there on.

    Where that leads to too many situations, it is taken to be so and not told how.
    """
    last = played.states[-1]
    before = game.speaking(claim, played.states[-2]) if len(played.states) > 1 else ()
    tried_first = {} if known is None else known.choices
    open_: Shown | None = None
    for values in game.speaking(claim, last):
        if values in before:
            continue
        owner = values[claim.parameters[0].name]
        whose = about(claim, values)
        cards = cause.kind is Kind.DENIED_BY_CARDS
        seats = [seat for seat in range(game.setting.players) if seat != owner]
        for denier in [None] if cause.kind is Kind.NEVER_USABLE else seats:
            against = Against(claim, values, denier, cards)
            match denied(game, against, last, tried_first, CLOSURE):
                case TooMany():
                    open_ = open_ or Shown(about=whose, denial=Denial(denier, cards, 0, ()))
                case None:
                    pass
                case turns:
                    told = () if denier is None else turns
                    by = {
                        clause for turn in turns for one in turn.branches for clause in one.clauses
                    }
                    clauses = game.rules.in_order(by)
                    denial = Denial(denier, cards, len(turns), told, clauses)
                    return Shown(about=whose, denial=denial)
    return open_


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a finding: for which of its claim's parameters, and how it is denied."""

    claim: Claim
    about: tuple[tuple[str, str], ...]
    denial: Denial

    def granted(self, game: Game, state: Table) -> dict[str, Value] | None:
        """The parameters' values, if it is granted there."""
        found = game.speaking(self.claim, state)
        return next((one for one in found if about(self.claim, one) == self.about), None)


def lets_deny(full: Game, without: Game, answer: Answer, end: Table) -> bool:
    """Whether an answer is denied because of a clause.

    That is so if the answer comes to be usable for certain when from the end of the play on
    the clause is not there.
    """
    values = answer.granted(full, end)
    if values is None:
        return False
    denial = answer.denial
    against = Against(answer.claim, values, denial.denier, denial.cards, hopeful=False)
    return denied(without, against, end, denial.choices, CLOSURE) is None


def still_granted(game: Game, answer: Answer, end: Table) -> bool:
    """Whether an answer is granted."""
    return answer.granted(game, end) is not None


def about(claim: Claim, values: Mapping[str, Value]) -> tuple[tuple[str, str], ...]:
    """The values of a claim's parameters, as a finding has them."""
    return tuple((one.name, shown(one, values)) for one in claim.parameters)


def _leak(game: Game, claim: Claim, played: Played, other: Played) -> Shown | None:
    """The last act shows somebody that the other play, alike so far, is not the one played."""
    if not played.acts or played.outcome is not None or other.outcome is not None:
        return None
    act, length = played.acts[-1], len(played.acts) - 1
    if act.action not in claim.option or not length <= len(other.acts) <= length + 1:
        return None
    ours = (played.states[:-1], played.acts[:-1])
    theirs = (other.states[: length + 1], other.acts[:length])
    elsewhere = other.states[length]
    (parameter,) = claim.parameters
    for seat in range(game.setting.players):
        if (
            all(sign(game, more, seat) == sign(game, act, seat) for more in other.acts[length:])
            and alike(game, seat, ours, theirs)
            and tells(game, seat, act, played.states[-1], elsewhere)
        ):
            return Shown(about=((parameter.name, SEATS[seat]),))
    return None


def _shortcut(game: Game, claim: Claim, played: Played) -> Shown | None:
    """The last act is done for a player who could have done one of the claim's choices."""
    if len(played.states) < 2 or played.acts[-1].action not in claim.option:  # noqa: PLR2004
        return None
    seat, before = played.acts[-1].arguments[0], played.states[-2]
    (parameter,) = claim.parameters
    for name in claim.decline:
        for act in game.acts(name):
            if act.arguments[0] == seat and game.can(before, act):
                return Shown(about=((parameter.name, show(seat, PlayerType())),))
    return None


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
    """Whether no play from here meets the claim; None if ``CLOSURE`` situations do not tell.

    A play that stops before, in another finding or at a bound, might have.
    """
    seen = {game.freeze(state)}
    queue = deque([state])
    while queue and len(seen) < CLOSURE:
        here = queue.popleft()
        if met(game, claim, label, here) or game.silent(here):
            return False
        for act in game.legal(here):
            outcome = game.apply(here, act)
            if not isinstance(outcome, After):
                return False
            frozen = game.freeze(outcome.state)
            if frozen not in seen:
                seen.add(frozen)
                queue.append(outcome.state)
    return None if queue else True
