"""How every act stands in one situation: what the norms say, and what may happen next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from headjudge.rulebook.values import Act, Ruling
from headjudge.semantics.executable.instances import (
    Bearing,
    Instance,
    Instances,
    NormQuestion,
    Question,
)
from headjudge.semantics.executable.operators import UNDEFINED, Table
from headjudge.semantics.executable.tables import Rules


@dataclass(frozen=True, slots=True)
class Regime:
    """What a game fixes besides its rules: how conflicts are decided, what is left out."""

    rules: Rules
    instances: Instances
    ruling: Ruling
    without: frozenset[str]
    _left: dict[Bearing, Bearing] = field(default_factory=dict)

    def bearing(self, one: Instance) -> Bearing:
        """What the norms that are not left out ask about an act."""
        if not self.without:
            return one.bearing
        found = self._left.get(one.bearing)
        if found is None:
            found = self._left[one.bearing] = one.bearing.without(self.without)
        return found

    def wins(self, permission: NormQuestion, prohibition: NormQuestion) -> bool:
        """Whether a permission or obligation prevails against a prohibition."""
        pair = (permission.index, prohibition.index)
        return self.ruling.permission_wins and not self.settled(pair)

    def settled(self, pair: tuple[int, int]) -> bool:
        """Whether the prohibition is known to win."""
        return self.rules.golden_rule or pair in self.ruling.exceptions


class Standing:
    """One situation, judged. Every condition is worked out once, and only if asked."""

    def __init__(self, regime: Regime, state: Table) -> None:
        """Judge ``state``, which must not change any more."""
        self.state = state
        self._regime = regime
        self._answers: dict[Question, bool | None] = {}
        self._permitted: dict[Bearing, bool] = {}
        self._duties: dict[Bearing, list[NormQuestion]] = {}

    def answer(self, question: Question) -> bool | None:
        """Whether a condition holds; None if it is undefined."""
        answers = self._answers
        if question in answers:
            return answers[question]
        answer: bool | None
        try:
            answer = question.function(self.state, *question.arguments)
        except UNDEFINED:
            answer = None
        answers[question] = answer
        return answer

    def defeated(self, norm: NormQuestion) -> bool:
        """Whether a norm that overrides this one's clause applies."""
        return any(self.answer(other) for _, other in norm.defeaters)

    def applying(self, norms: tuple[NormQuestion, ...]) -> list[NormQuestion]:
        """Those that apply and are not defeated."""
        return [one for one in norms if self.answer(one.question) and not self.defeated(one)]

    def needs_hold(self, one: Instance) -> bool:
        """Whether it is physically possible."""
        if one.action.clause in self._regime.without:
            return False
        return one.needs is None or bool(self.answer(one.needs))

    def only_hold(self, bearing: Bearing) -> bool:
        """Whether every narrowing holds or is defeated."""
        return all(self.answer(norm.question) or self.defeated(norm) for norm in bearing.only)

    def prevailing(
        self, bearing: Bearing, permissions: tuple[NormQuestion, ...]
    ) -> list[NormQuestion]:
        """The applying permissions, or obligations, that no prohibition stops."""
        found = self.applying(permissions)
        if not found or not bearing.must_not:
            return found
        against = self.applying(bearing.must_not)
        wins = self._regime.wins
        return [norm for norm in found if all(wins(norm, other) for other in against)]

    def permitted(self, bearing: Bearing) -> bool:
        """Whether the norms let it happen, be something else due or not."""
        found = self._permitted.get(bearing)
        if found is None:
            granted = self.prevailing(bearing, bearing.may) or self.duties(bearing)
            found = self._permitted[bearing] = bool(granted) and self.only_hold(bearing)
        return found

    def duties(self, bearing: Bearing) -> list[NormQuestion]:
        """The obligations because of which it is due, if it is possible."""
        found = self._duties.get(bearing)
        if found is None:
            found = self.prevailing(bearing, bearing.must)
            if found and not self.only_hold(bearing):
                found = []
            self._duties[bearing] = found
        return found

    def can(self, one: Instance) -> bool:
        """Whether it can happen, be something else due or not."""
        return self.permitted(self._regime.bearing(one)) and self.needs_hold(one)

    def is_due(self, one: Instance) -> bool:
        """Whether it has to happen before anything that is not due."""
        return bool(self.duties(self._regime.bearing(one))) and self.needs_hold(one)

    @cached_property
    def due(self) -> tuple[Instance, ...]:
        """What is due."""
        return tuple(one for one in self._regime.instances.obliged if self.is_due(one))

    @cached_property
    def due_because(self) -> set[str]:
        """The clauses because of which something is due."""
        return {
            norm.norm.clause for one in self.due for norm in self.duties(self._regime.bearing(one))
        }

    @cached_property
    def held_back(self) -> dict[str, set[str]]:
        """The actions that have to wait, with the clauses that say so."""
        found: dict[str, set[str]] = {}
        for bearing in {self._regime.bearing(one) for one in self.due}:
            for duty in self.duties(bearing):
                for action in duty.norm.before:
                    found.setdefault(action, set()).add(duty.norm.clause)
        return found

    def legal(self, one: Instance) -> bool:
        """Whether it may happen next."""
        if not self.due:
            return self.can(one)
        return one.action.name not in self.held_back and self.is_due(one)

    @cached_property
    def legal_instances(self) -> tuple[Instance, ...]:
        """All that may happen next."""
        if self.due:
            return tuple(one for one in self.due if one.action.name not in self.held_back)
        return tuple(one for one in self._regime.instances.every if self.can(one))

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        """All that may happen next, in every order of appends."""
        return tuple(act for one in self.legal_instances for act in one.acts)

    def grants(self, one: Instance) -> set[str]:
        """The clauses that permit or require it."""
        found = {norm.norm.clause for norm in self.applying(self._regime.bearing(one).may)}
        found.update(norm.norm.clause for norm in self.applying(self._regime.bearing(one).must))
        return found

    def refusals(self, one: Instance) -> set[str]:
        """The clauses that stop it: its needs, prohibitions, narrowings, other duties."""
        if self.legal(one):
            return set()
        bearing = self._regime.bearing(one)
        found: set[str] = set()
        if not self.needs_hold(one):
            found.add(one.action.clause)
        for norm in bearing.only:
            if not self.answer(norm.question) and not self.defeated(norm):
                found.add(norm.norm.clause)
        permissions = self.applying((*bearing.may, *bearing.must))
        for norm in self.applying(bearing.must_not):
            if not any(self._regime.wins(other, norm) for other in permissions):
                found.add(norm.norm.clause)
        found |= self.held_back.get(one.action.name, set())
        if not self.is_due(one):
            found |= self.due_because
        return found

    def conflicts(self) -> list[tuple[Act, str, str]]:
        """Unsettled pairs of a permission or obligation and a prohibition."""
        found: dict[tuple[Act, str, str], None] = {}
        pairs: dict[Bearing, list[tuple[str, str]]] = {}
        for one in self._regime.instances.forbidden:
            bearing = self._regime.bearing(one)
            if bearing not in pairs:
                pairs[bearing] = self._unsettled(bearing)
            if pairs[bearing] and self.needs_hold(one):
                found.update(((one.acts[0], *pair), None) for pair in pairs[bearing])
        return list(found)

    def _unsettled(self, bearing: Bearing) -> list[tuple[str, str]]:
        against = self.applying(bearing.must_not)
        if not against or not self.only_hold(bearing):
            return []
        granting = bearing.must if self.due else (*bearing.may, *bearing.must)
        return [
            (norm.norm.clause, other.norm.clause)
            for norm in sorted(self.applying(granting), key=lambda norm: norm.index)
            for other in against
            if not self._regime.settled((norm.index, other.index))
        ]

    def said(self) -> Iterator[tuple[Act, bool, tuple[int, ...]]]:
        """Each act, whether it is possible, and which norms apply to it, by index."""
        for one in self._regime.instances.every:
            bearing = self._regime.bearing(one)
            applies = tuple(norm.index for norm in bearing.norms if self.answer(norm.question))
            yield one.acts[0], self.needs_hold(one), applies

    def impossible(self) -> list[tuple[str, str]]:
        """Obligations that apply while nothing is due."""
        if self.due:
            return []
        bearings = {
            self._regime.bearing(one): one.action.name for one in self._regime.instances.obliged
        }
        found = {
            (action, norm.norm.clause): None
            for bearing, action in bearings.items()
            for norm in self.applying(bearing.must)
        }
        return list(found)

    def undefined(self) -> list[tuple[str, str]]:
        """Conditions without a value: needs, and norms of what is physically possible."""
        found: dict[tuple[str, str], None] = {}
        seen: set[Bearing] = set()
        for one in self._regime.instances.every:
            if one.action.clause in self._regime.without:
                continue
            name = one.action.name
            if one.needs is not None and self.answer(one.needs) is None:
                found[name, one.action.clause] = None
            elif self._regime.bearing(one) not in seen and self.needs_hold(one):
                seen.add(self._regime.bearing(one))
                for norm in self._regime.bearing(one).norms:
                    if self.answer(norm.question) is None:
                        found[name, norm.norm.clause] = None
        return list(found)
