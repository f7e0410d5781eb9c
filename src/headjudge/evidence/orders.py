"""Two plays that part by an order which nobody chose, judged on the executable model.

Independent of the search: whether nobody chose, whether both plays are the same story, and
whether they come to different ends is all worked out anew from the two plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TypeVar

from headjudge.evidence.judging import Played
from headjudge.evidence.results import Cause, Kind
from headjudge.rulebook.due import duty_parameters, nobodys_parameters, role_actions
from headjudge.rulebook.syntax import ActionKind, Claim, ClaimKind, NormKind, Rulebook
from headjudge.rulebook.values import Act, Value
from headjudge.semantics.executable import Game, Table, contests

Named = tuple[str, tuple[Value, ...]]
Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class _Deed:
    """An act as part of a story: what it is about, how it comes out, and who does it."""

    duty: Named
    decision: Named
    owner: Value


@dataclass(frozen=True, slots=True)
class _Tail:
    """One play from where the two part: its situations, acts, deeds and what it resolves."""

    states: tuple[Table, ...]
    acts: tuple[Act, ...]
    deeds: tuple[_Deed, ...]
    words: tuple[tuple[Named, Value], ...]


@dataclass(frozen=True, slots=True)
class Orders:
    """Judges pairs of plays of one game for one property or claim."""

    game: Game
    book: Rulebook
    claim: Claim

    def parting(self, one: Played, two: Played) -> Cause | None:
        """What the two plays show: which order is open, by which clauses; None if nothing."""
        if one.outcome is not None or two.outcome is not None:
            return None
        at = parts_at(one.acts, two.acts)
        if at >= min(len(one.acts), len(two.acts)):
            return None
        if self.game.freeze(one.states[0]) != self.game.freeze(two.states[0]):
            return None
        first, second = self._tail(one, at), self._tail(two, at)
        cause = self._open(first, second)
        if cause is None or not self._one_story(first, second):
            return None
        return cause if self._apart(first, second) else None

    def _tail(self, played: Played, at: int) -> _Tail:
        acts, states = played.acts[at:], played.states[at:]
        deeds = tuple(self._deed(act) for act in acts)
        resolving = role_actions(self.book, "resolves")
        words = tuple(
            (deed.decision, self._gone(before, after))
            for act, deed, before, after in zip(acts, deeds, states, states[1:], strict=False)
            if act.action in resolving
        )
        return _Tail(states, acts, deeds, words)

    def _deed(self, act: Act) -> _Deed:
        action = self.book.action(act.action)
        duties, which = duty_parameters(self.book, action), nobodys_parameters(action)
        arguments = list(enumerate(act.arguments))
        return _Deed(
            (act.action, tuple(value for index, value in arguments if index in duties)),
            (
                act.action,
                tuple(value for index, value in arguments if index in duties or index not in which),
            ),
            act.arguments[0] if action.kind is ActionKind.MOVE else None,
        )

    # ------------------------------------------------------------- nobody chose

    def _open(self, one: _Tail, two: _Tail) -> Cause | None:
        """Whether nobody chose between the first acts, and what left it open."""
        left, right = one.deeds[0], two.deeds[0]
        if left.decision == right.decision:
            return self._free(one.acts[0], two.acts[0])
        own = left.owner is not None and left.owner == right.owner
        of_claim = self.claim.kind is ClaimKind.ANY_ORDER
        if left.duty == right.duty or (own and not of_claim) or self.game.at_rest(one.states[0]):
            return None
        names = (one.acts[0].action, two.acts[0].action)
        if not self._asked(*names):
            return None
        first, second = sorted(names, key=self._rank)
        clauses = {
            clause
            for act in (one.acts[0], two.acts[0])
            for clause in self._obliging(one.states[0], act)
        }
        other = second if second != first else ""
        return Cause(Kind.ORDER, first, self._blamed(clauses), label=other)

    def _asked(self, *actions: str) -> bool:
        """Whether the order of these is this property's business, or this claim's."""
        named = set(actions)
        if self.claim.kind is ClaimKind.ANY_ORDER:
            return named <= set(self.claim.option)
        claims = [one for one in self.book.claims if one.kind is ClaimKind.ANY_ORDER]
        return not any(named <= set(one.option) for one in claims)

    def _rank(self, action: str) -> int:
        return [one.name for one in self.book.actions].index(action)

    def _obliging(self, state: Table, act: Act) -> Iterator[str]:
        """The clauses because of which an act is due."""
        duties = {
            norm.origin.clause
            for norm in self.book.norms
            if norm.kind is NormKind.MUST and act.action in norm.actions
        }
        yield from (clause for clause in self.game.grants(state, act) if clause in duties)

    def _blamed(self, clauses: set[str]) -> tuple[str, ...]:
        """Without what the cards may do, unless there is nothing else."""
        outside = {one.clause for one in self.book.origins() if one.environment}
        known = {one.clause for one in self.book.origins() if not one.environment}
        blamed = clauses - (outside - known) or clauses
        return self.game.rules.in_order(blamed)

    def _free(self, one: Act, two: Act) -> Cause | None:
        """The parameter, or the list, by which two acts differ that nobody chose between."""
        action = self.book.action(one.action)
        if not self._asked(one.action):
            return None
        for index, parameter in enumerate(action.parameters):
            if one.arguments[index] != two.arguments[index]:
                clauses = self._blamed({action.origin.clause})
                return Cause(Kind.ORDER, one.action, clauses, parameter.name)
        found = contests(self.game.rules, one.action)
        orders = [act.orders or (0,) * len(found) for act in (one, two)]
        for contest, left, right in zip(found, *orders, strict=True):
            if left != right:
                every = list(permutations(contest.clauses))
                swapped = {
                    clause
                    for a, b in zip(every[left], every[right], strict=True)
                    if a != b
                    for clause in (a, b)
                }
                return Cause(Kind.ORDER, one.action, self._blamed(swapped), contest.field)
        return None

    # ---------------------------------------------------------------- one story

    @staticmethod
    def _one_story(one: _Tail, two: _Tail) -> bool:
        """What both have done came out in the same way, and players chose in the same order.

        Of a claim that this player's order makes no difference, only the former.
        """
        left, right = one.deeds[0], two.deeds[0]
        own = left.owner is not None and left.owner == right.owner and left.duty != right.duty
        alike = _alike(_by_duty(one.deeds), _by_duty(two.deeds))
        return alike and (own or _alike(_by_owner(one.deeds), _by_owner(two.deeds)))

    # -------------------------------------------------------------- the outcome

    def _apart(self, one: _Tail, two: _Tail) -> bool:
        """Whether they come to different ends."""
        if any(a != b for a, b in zip(one.words, two.words, strict=False)):
            return True
        if self._refused(one, two) or self._refused(two, one):
            return True
        if not (self._settled(one) and self._settled(two)):
            return False
        ends = [self.game.freeze(tail.states[-1]).values for tail in (one, two)]
        return one.words != two.words or ends[0] != ends[1]

    def _settled(self, tail: _Tail) -> bool:
        """It has come to rest for the first time, and not in silence."""
        game = self.game
        *before, last = tail.states[1:]
        return (
            game.at_rest(last)
            and not game.silent(last)
            and not any(game.at_rest(state) for state in before)
        )

    def _refused(self, here: _Tail, there: _Tail) -> bool:
        """What the other play has done is due here, and cannot come out in that way."""
        game, last = self.game, here.states[-1]
        done, owed = _by_duty(here.deeds), _by_duty(there.deeds)
        if game.at_rest(last):
            return False
        possible = [self._deed(act) for act in game.legal(last)]
        for duty, decisions in owed.items():
            before = len(done.get(duty, ()))
            due = {deed.decision for deed in possible if deed.duty == duty}
            if len(decisions) <= before or not due or decisions[before] in due:
                continue
            at = [index for index, deed in enumerate(there.deeds) if deed.duty == duty][before]
            if there.deeds[at].owner is not None:
                return True
            then = {
                deed.decision
                for deed in map(self._deed, game.legal(there.states[at]))
                if deed.duty == duty
            }
            if not then & due:
                return True
        return False

    def _gone(self, before: Table, after: Table) -> Value:
        """The first item that has gone from its place on the stack; None if none has."""
        names = {role.target for role in self.book.roles if role.name == "stack"}
        for index, field in enumerate(self.book.fields):
            if field.name not in names:
                continue
            old = self.game.freeze(before).values[index]
            new = self.game.freeze(after).values[index]
            if isinstance(old, tuple) and isinstance(new, tuple):
                pairs = enumerate(old)
                return next((item for at, item in pairs if at >= len(new) or new[at] != item), None)
        return None


def parts_at(one: Sequence[Act], two: Sequence[Act]) -> int:
    """How many acts two plays have in common at their beginning."""
    pairs = zip(one, two, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(two)))


def _alike(one: Mapping[Key, list[Named]], two: Mapping[Key, list[Named]]) -> bool:
    """Whether what both have is the same, as far as both have it."""
    return all(
        a == b for key in one.keys() & two.keys() for a, b in zip(one[key], two[key], strict=False)
    )


def _by_duty(deeds: Sequence[_Deed]) -> dict[Named, list[Named]]:
    found: dict[Named, list[Named]] = {}
    for deed in deeds:
        found.setdefault(deed.duty, []).append(deed.decision)
    return found


def _by_owner(deeds: Sequence[_Deed]) -> dict[Value, list[Named]]:
    found: dict[Value, list[Named]] = {}
    for deed in deeds:
        if deed.owner is not None:
            found.setdefault(deed.owner, []).append(deed.decision)
    return found
