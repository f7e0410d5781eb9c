"""What the claims say of situations and steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from headjudge.rulebook.syntax import Claim, ClaimKind, Setting
from headjudge.rulebook.values import Act, Value, domain
from headjudge.semantics.executable.instances import Instance, Instances
from headjudge.semantics.executable.layout import Layout, Native
from headjudge.semantics.executable.operators import UNDEFINED, Table
from headjudge.semantics.executable.standing import Standing
from headjudge.semantics.executable.tables import ClaimRule, ParameterRule, Rules


@dataclass(frozen=True, slots=True)
class Filling:
    """Values for the parameters of a claim, plain and as the model holds them."""

    values: dict[str, Value]
    natives: tuple[Native, ...]


class Questions:
    """What a claim can ask about actions; the ``game`` of a claim's function.

    Actions are one name or several; arguments that are left out may have any value.
    """

    def __init__(
        self,
        instances: Instances,
        standing: Callable[[Table], Standing],
        act: Act | None,
    ) -> None:
        """Answer about the step ``act``, if the claim is about a step."""
        self._instances = instances
        self._standing = standing
        self._act = act

    def can(self, now: Table, actions: str | tuple[str, ...], /, **arguments: object) -> bool:
        """Whether one of them can happen, whatever else is due."""
        return any(map(self._standing(now).can, self._matching(actions, arguments)))

    def legal(self, now: Table, actions: str | tuple[str, ...], /, **arguments: object) -> bool:
        """Whether one of them may happen next."""
        return any(map(self._standing(now).legal, self._matching(actions, arguments)))

    def doing(self, actions: str | tuple[str, ...], /, **arguments: object) -> bool:
        """Whether one of them is the action being taken."""
        if self._act is None:
            raise TypeError("this claim speaks of steps")
        taken = self._instances.find(self._act)
        return taken.action.name in named(actions) and matches(taken, arguments)

    def _matching(
        self, actions: str | tuple[str, ...], arguments: dict[str, object]
    ) -> Iterator[Instance]:
        for name in named(actions):
            for one in self._instances.by_action[name]:
                if matches(one, arguments):
                    yield one


class Claims:
    """The claims of a model in one game."""

    def __init__(
        self,
        rules: Rules,
        layout: Layout,
        setting: Setting,
        instances: Instances,
        standing: Callable[[Table], Standing],
    ) -> None:
        """Prepare the claims of ``rules``."""
        self._rules = rules
        self._layout = layout
        self._setting = setting
        self._instances = instances
        self._standing = standing
        self._fillings: dict[tuple[str, str], tuple[Filling, ...]] = {}

    def violations(
        self, claim: str | Claim, state: Table, act: Act | None, after: Table | None
    ) -> tuple[dict[str, Value], ...]:
        """Where an always or never does not hold; undefined does not hold either."""
        rule = self._rule(claim)
        wanted = rule.kind is not ClaimKind.NEVER
        return tuple(
            filling.values
            for filling, found in self._answers(rule, state, act, after)
            if found is None or bool(found) is not wanted
        )

    def witnesses(
        self, claim: str | Claim, state: Table, act: Act | None, after: Table | None
    ) -> tuple[dict[str, Value], ...]:
        """Where the condition holds."""
        return tuple(
            filling.values
            for filling, found in self._answers(self._rule(claim), state, act, after)
            if found
        )

    def premise_holds(
        self, claim: str | Claim, state: Table, act: Act | None, after: Table | None
    ) -> bool:
        """Whether the claim says anything here."""
        rule = self._rule(claim)
        return any(True for _ in self._speaking(rule, state, act, after))

    def speaking(self, claim: str | Claim, state: Table) -> tuple[dict[str, Value], ...]:
        """The values of the parameters for which a claim about situations says something."""
        rule = self._rule(claim)
        return tuple(filling.values for filling, _ in self._speaking(rule, state, None, None))

    def offered(self, claim: str | Claim, state: Table, player: int) -> int:
        """What a player is offered."""
        for filling, found in self._answers(self._rule(claim), state, None, None):
            if filling.values.get("player", player) == player and found is not None:
                return int(found)
        return 0

    def _rule(self, claim: str | Claim) -> ClaimRule:
        if isinstance(claim, Claim):
            return self._rules.claim(f"{claim.origin.clause} {claim.name}")
        return self._rules.claim(claim)

    def _answers(
        self, rule: ClaimRule, state: Table, act: Act | None, after: Table | None
    ) -> Iterator[tuple[Filling, int | None]]:
        for filling, arguments in self._speaking(rule, state, act, after):
            yield filling, defined(rule.holds, arguments)

    def _speaking(
        self, rule: ClaimRule, state: Table, act: Act | None, after: Table | None
    ) -> Iterator[tuple[Filling, tuple[Native, ...]]]:
        """The parameters for which a claim says something here."""
        if rule.of_steps and (act is None or after is None):
            raise TypeError(f"{rule.name} speaks of steps: it needs an act and what is after it")
        if only_at_rest(rule) and self._standing(state).due:
            return
        game = Questions(self._instances, self._standing, act)
        for filling in self._filled(rule):
            arguments = (game, state, state if after is None else after, *filling.natives)
            if rule.premise is None or defined(rule.premise, arguments):
                yield filling, arguments

    def _filled(self, rule: ClaimRule) -> tuple[Filling, ...]:
        key = (rule.clause, rule.name)
        found = self._fillings.get(key)
        if found is None:
            found = self._fillings[key] = tuple(self._fill(rule.parameters))
        return found

    def _fill(self, parameters: tuple[ParameterRule, ...]) -> Iterator[Filling]:
        names = [one.name for one in parameters]
        types = [one.type for one in parameters]
        for values in product(*(tuple(domain(type_, self._setting)) for type_ in types)):
            natives = tuple(map(self._layout.native, types, values))
            yield Filling(dict(zip(names, values, strict=True)), natives)


def only_at_rest(rule: ClaimRule) -> bool:
    """Whether a claim speaks of situations at rest alone."""
    of_rest = rule.kind in (ClaimKind.ALWAYS, ClaimKind.NEVER)
    return of_rest and not rule.every and not rule.of_steps


def defined(function: Callable[..., int], arguments: tuple[Native, ...]) -> int | None:
    """The value of a function; None if it is undefined."""
    try:
        return function(*arguments)
    except UNDEFINED:
        return None


def named(actions: str | tuple[str, ...]) -> tuple[str, ...]:
    """One name or several as several."""
    return (actions,) if isinstance(actions, str) else actions


def matches(one: Instance, arguments: dict[str, object]) -> bool:
    """Whether an instance has these arguments."""
    natives = dict(zip((rule.name for rule in one.action.parameters), one.natives, strict=True))
    return all(
        natives[name if name in natives else name.removesuffix("_")] == value
        for name, value in arguments.items()
    )
