"""Plays that go on for ever with more in each round: unrolled, and proved for every round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from headjudge.engines.induction.pump import Pump, refuted
from headjudge.evidence.labels import met
from headjudge.evidence.loops import passes
from headjudge.evidence.results import Trace
from headjudge.rulebook.syntax import ActionKind, Claim, Rulebook, Setting
from headjudge.rulebook.values import Act, Ruling
from headjudge.semantics.executable import After, Game, Table
from headjudge.semantics.symbolic.claims import Claims
from headjudge.semantics.symbolic.growth import Growth, growth
from headjudge.semantics.symbolic.layout import TOPS, EndlessError, encode
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Term, TooManyError
from headjudge.semantics.symbolic.unbounded import Unbounded, lower_unbounded

# How often a round is played before anybody sees it.
ROUNDS = 3


def growth_of(
    game: Game, claim: Claim, label: str, states: Sequence[Table], acts: Sequence[Act]
) -> Growth | None:
    """What a round leaves more of each time, if it can be played so often, away from the claim.

    ``game`` lets stocks and lists outgrow the scope. ``states`` and ``acts``: the first round.
    None if the round ends in something else than its beginning with more, comes to what the
    claim says, or takes a step that the claim does not speak of, in any of these rounds.
    """
    fields = [(field.name, field.type) for field in game.rules.fields]
    more: Growth | None = None
    here, begin = states[0], game.freeze(states[0])
    for number in range(ROUNDS):
        for at, act in enumerate(acts):
            if met(game, claim, label, here) or game.silent(here) or not game.is_legal(here, act):
                return None
            if claim.passing and not passes(game, claim, here, act):
                return None
            outcome = game.apply(here, act)
            if not isinstance(outcome, After):
                return None
            here = outcome.state
            if number == 0 and game.freeze(here) != game.freeze(states[at + 1]):
                return None
        end = game.freeze(here)
        grown = growth(fields, begin, end)
        if not grown or more not in (None, grown):
            return None
        more, begin = grown, end
    return None if met(game, claim, label, here) else more


@dataclass(slots=True)
class Prover:
    """Proves of plays of one rulebook that their round can be repeated without end."""

    rulebook: Rulebook
    setting: Setting
    exceptions: frozenset[tuple[int, int]]
    made: dict[bool, Unbounded | str] = field(default_factory=dict)

    def objection(self, game: Game, claim: Claim, label: str, trace: Trace) -> str:
        """Why the round of a play is not proved to go on for ever; empty if it is.

        ``game`` lets stocks and lists outgrow the scope. The rounds before every list that
        grows is long enough to be known by its newest items alone are played.
        """
        unbounded = self._unbounded(trace.permission_wins)
        if isinstance(unbounded, str):
            return unbounded
        system = unbounded.system
        target = _target(system, claim, label)
        if target is None or trace.loop is None:
            return "there is nothing that it should come to"
        acts = [step.act for step in trace.steps[trace.loop :]]
        steps = []
        for act in acts:
            found = _instance(system, act)
            if found is None:
                return f"{act.action} has other parameters without bounds"
            steps.append(found)
        try:
            start = _long_enough(game, trace, acts, system)
        except ValueError as error:
            return str(error)
        scope = {**dict(self.setting.scope), **dict(unbounded.fixed)}
        held = tuple(_held(system, claim, target, act) for act in acts)
        return refuted(unbounded, Pump(start, tuple(steps), dict(trace.growth), scope, held))

    def _unbounded(self, permission_wins: bool) -> Unbounded | str:
        """The system without bounds, or why there is none."""
        known = self.made.get(permission_wins)
        if known is None:
            ruling = Ruling(permission_wins, self.exceptions)
            try:
                known = lower_unbounded(self.rulebook, self.setting, ruling)
            except (EndlessError, TooManyError) as error:
                known = str(error)
            self.made[permission_wins] = known
        return known


def _target(system: System, claim: Claim, label: str) -> Term | None:
    """Where the part of a claim holds."""
    states = Claims(system).of_situations(claim)
    return next((state.hit for state in states if state.label == label), None)


def _held(system: System, claim: Claim, target: Term, act: Act) -> Term:
    """What has to hold before an act: not what is claimed; and that it counts as passing."""
    pool = system.pool
    kind = system.transition(act.action).action.kind
    plain = not claim.passing or kind is ActionKind.STEP or act.action in claim.passing
    there = pool.true if plain else pool.not_(system.at_rest)
    return pool.and_(pool.not_(target), there)


def _instance(system: System, act: Act) -> tuple[int, tuple[int, ...]] | None:
    """The transition of an act and the row of its parameters; None if it has no such row."""
    for index, transition in enumerate(system.transitions):
        if transition.action.name == act.action:
            row = [
                number
                for parameter, value in zip(
                    transition.action.parameters, act.arguments, strict=True
                )
                for number in encode(value, parameter.type, system.setting)
            ]
            whole = (*row, *act.orders)
            groups = (*transition.groups, *transition.orders)
            fits = len(whole) == sum(len(group.variables) for group in groups)
            return (index, whole) if fits else None
    return None


def _long_enough(game: Game, trace: Trace, acts: Sequence[Act], system: System) -> tuple[int, ...]:
    """The first row of a round from which on every growing list shows its newest items only.

    Raises ValueError if none of the first rounds begins so.
    """
    names = [slot.name for slot in system.layout.slots]
    lengths = [names.index(name) for name, _ in trace.growth if name.startswith("len(")]
    for state in _beginnings(game, trace, acts):
        row = system.layout.encode(game.freeze(state))
        if all(row[index] >= TOPS for index in lengths):
            return row
    raise ValueError("a list is too short for its newest items to be told apart")


def _beginnings(game: Game, trace: Trace, acts: Sequence[Act]) -> Iterator[Table]:
    """The situations in which the first rounds begin."""
    start = [trace.start, *(step.after for step in trace.steps)][trace.loop or 0]
    if start is None:
        return
    here = game.thaw(start)
    for _ in range(ROUNDS):
        yield here
        for act in acts:
            outcome = game.apply(here, act)
            if not isinstance(outcome, After):
                return
            here = outcome.state
