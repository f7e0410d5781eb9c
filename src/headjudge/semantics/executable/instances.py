"""Actions with their parameters filled in, worked out once per game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations, product
from math import factorial

from headjudge.rulebook.syntax import NormKind, Setting, Stage
from headjudge.rulebook.values import Act, Value, domain
from headjudge.semantics.executable.layout import Layout, Native
from headjudge.semantics.executable.tables import (
    ActionRule,
    ConsequenceRule,
    NormRule,
    Rules,
)


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A condition with its arguments; equal questions of one game are one object."""

    function: Callable[..., bool]
    arguments: tuple[Native, ...]


@dataclass(frozen=True, slots=True, eq=False)
class NormQuestion:
    """Whether one norm applies to an act, and which norms would defeat it there.

    ``defeaters`` holds the clause of each norm that overrides this one, and its condition.
    """

    index: int
    norm: NormRule
    question: Question
    defeaters: tuple[tuple[str, Question], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Bearing:
    """All that the norms ask about an act; acts about which they ask the same share it."""

    norms: tuple[NormQuestion, ...]
    may: tuple[NormQuestion, ...]
    must: tuple[NormQuestion, ...]
    must_not: tuple[NormQuestion, ...]
    only: tuple[NormQuestion, ...]

    @classmethod
    def of(cls, norms: Iterable[NormQuestion]) -> Bearing:
        """Sort norms by their kind."""
        every = tuple(norms)

        def kind(wanted: NormKind) -> tuple[NormQuestion, ...]:
            return tuple(one for one in every if one.norm.kind is wanted)

        return cls(
            every,
            kind(NormKind.MAY),
            kind(NormKind.MUST),
            kind(NormKind.MUST_NOT),
            kind(NormKind.ONLY),
        )

    def without(self, clauses: frozenset[str]) -> Bearing:
        """What is left if these clauses say nothing."""
        return Bearing.of(
            replace(
                one,
                defeaters=tuple(entry for entry in one.defeaters if entry[0] not in clauses),
            )
            for one in self.norms
            if one.norm.clause not in clauses
        )


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """An action with its arguments, plain and as the model holds them."""

    action: ActionRule
    natives: tuple[Native, ...]
    acts: tuple[Act, ...]
    needs: Question | None
    bearing: Bearing


@dataclass(frozen=True, slots=True)
class Contest:
    """A list to which several clauses append in one part of an action."""

    stage: Stage
    field: str
    clauses: tuple[str, ...]


class Instances:
    """The instances of all actions of a model in one setting."""

    def __init__(self, rules: Rules, layout: Layout, setting: Setting) -> None:
        """Fill in all parameters."""
        self._layout = layout
        self._norms = {
            action.name: tuple(
                (index, norm)
                for index, norm in enumerate(rules.norms)
                if action.name in norm.actions
            )
            for action in rules.actions
        }
        self._actions = {action.name: action for action in rules.actions}
        self._questions: dict[tuple[object, ...], Question] = {}
        self._bearings: dict[tuple[str, tuple[Question, ...]], Bearing] = {}
        self._found: dict[tuple[str, tuple[Value, ...]], Instance] = {}
        self.contests = {action.name: contests(rules, action.name) for action in rules.actions}
        self.by_action: Mapping[str, tuple[Instance, ...]] = {
            action.name: tuple(self._all(action, setting)) for action in rules.actions
        }
        self.every = tuple(one for all_ in self.by_action.values() for one in all_)
        self.obliged = tuple(one for one in self.every if one.bearing.must)
        self.forbidden = tuple(one for one in self.every if one.bearing.must_not)

    def find(self, act: Act) -> Instance:
        """The instance of an act, whose arguments may lie outside the setting."""
        key = (act.action, act.arguments)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._make(self._actions[act.action], act.arguments)
        return found

    def _all(self, action: ActionRule, setting: Setting) -> Iterator[Instance]:
        domains = (tuple(domain(one.type, setting)) for one in action.parameters)
        for arguments in product(*domains):
            yield self.find(Act(action.name, arguments))

    def _make(self, action: ActionRule, arguments: tuple[Value, ...]) -> Instance:
        types = [one.type for one in action.parameters]
        natives = tuple(map(self._layout.native, types, arguments))
        plain = {one.name: value for one, value in zip(action.parameters, arguments, strict=True)}
        native = {one.name: value for one, value in zip(action.parameters, natives, strict=True)}
        asked = tuple(
            self._question(
                (index, *(plain[name] for name in norm.parameters)),
                norm.condition,
                tuple(native[name] for name in norm.parameters),
            )
            for index, norm in self._norms[action.name]
        )
        key = (action.name, asked)
        bearing = self._bearings.get(key)
        if bearing is None:
            bearing = self._bearings[key] = self._bearing(action, asked)
        orders = all_orders(self.contests[action.name])
        return Instance(
            action,
            natives,
            tuple(Act(action.name, arguments, order) for order in orders),
            None if action.needs is None else Question(action.needs, natives),
            bearing,
        )

    def _bearing(self, action: ActionRule, asked: tuple[Question, ...]) -> Bearing:
        norms = self._norms[action.name]
        return Bearing.of(
            NormQuestion(
                index,
                norm,
                question,
                tuple(
                    (overriding.clause, other)
                    for other, (against, overriding) in zip(asked, norms, strict=True)
                    if against != index and norm.clause in overriding.overrides
                ),
            )
            for question, (index, norm) in zip(asked, norms, strict=True)
        )

    def _question(
        self,
        key: tuple[object, ...],
        function: Callable[..., bool],
        arguments: tuple[Native, ...],
    ) -> Question:
        found = self._questions.get(key)
        if found is None:
            found = self._questions[key] = Question(function, arguments)
        return found


def consequences(rules: Rules, action: str, stage: Stage) -> tuple[ConsequenceRule, ...]:
    """What happens with an action in one part of the step, in document order."""
    return tuple(
        rule for rule in rules.consequences if rule.stage is stage and action in rule.actions
    )


def contests(rules: Rules, action: str) -> tuple[Contest, ...]:
    """The lists of an action to which several clauses can append."""
    found: list[Contest] = []
    for stage in (Stage.WHEN, Stage.THEN):
        of_stage = consequences(rules, action, stage)
        for field in rules.fields:
            clauses = {rule.clause for rule in of_stage if field.name in rule.appends}
            if len(clauses) > 1:
                found.append(Contest(stage, field.name, rules.in_order(clauses)))
    return tuple(found)


def all_orders(contested: tuple[Contest, ...]) -> Iterator[tuple[int, ...]]:
    """Every choice of a permutation for each contested list, as indices."""
    return product(*(range(factorial(len(contest.clauses))) for contest in contested))


def chosen_orders(
    contested: tuple[Contest, ...], orders: tuple[int, ...]
) -> Mapping[Stage, Mapping[str, tuple[str, ...]]]:
    """Per part and list the order of the clauses; that of the document by default."""
    found: dict[Stage, dict[str, tuple[str, ...]]] = {Stage.WHEN: {}, Stage.THEN: {}}
    chosen = orders or (0,) * len(contested)
    for contest, index in zip(contested, chosen, strict=True):
        found[contest.stage][contest.field] = list(permutations(contest.clauses))[index]
    return found
