"""A game of a model in one setting: what may happen, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from itertools import product
from operator import itemgetter

from headjudge.rulebook.syntax import (
    Claim,
    EachType,
    Number,
    PlayerCount,
    ScopeName,
    Setting,
    SizeSum,
    Stage,
    StockType,
    Type,
)
from headjudge.rulebook.values import Act, Ruling, Situation, Value, domain
from headjudge.semantics.executable.claims import Claims
from headjudge.semantics.executable.instances import (
    Instance,
    Instances,
    chosen_orders,
    consequences,
)
from headjudge.semantics.executable.layout import Layout, Native
from headjudge.semantics.executable.merging import Ground, Merge, Merged, Places, Said
from headjudge.semantics.executable.operators import UNDEFINED, Table
from headjudge.semantics.executable.outcomes import After, Change, Clash, CutOff, Outcome, Undefined
from headjudge.semantics.executable.standing import Regime, Standing
from headjudge.semantics.executable.tables import ANYTHING, ConsequenceRule, FieldRule, Rules
from headjudge.semantics.executable.updates import Updates

REMEMBERED = 256

Part = tuple[tuple[ConsequenceRule, "Callable[[tuple[Native, ...]], tuple[Native, ...]]"], ...]


class Game:
    """The rules of a model in a setting, under a ruling of its conflicts.

    ``without`` names clauses whose norms and consequences are left out and whose actions
    cannot happen. With ``bounded=False`` lists and stocks may outgrow the scope.
    """

    def __init__(
        self,
        rules: Rules,
        setting: Setting,
        *,
        ruling: Ruling = Ruling(),  # noqa: B008 - frozen
        without: frozenset[str] = frozenset(),
        bounded: bool = True,
    ) -> None:
        """Fill in the parameters of all actions for this setting."""
        self.rules = rules
        self.setting = setting
        self.layout = Layout(rules, setting)
        self._ground = Ground(rules, self.layout, bounded)
        self._instances = Instances(rules, self.layout, setting)
        self._ruling = ruling
        self._told = tuple(field.name for field in rules.fields if field.told)
        self._rule(without)

    def leaving_out(self, clauses: frozenset[str]) -> Game:
        """The same game with exactly these clauses left out; cheap, much is shared."""
        other = copy(self)
        other._rule(clauses)  # noqa: SLF001 - another game, the same class
        return other

    def _rule(self, without: frozenset[str]) -> None:
        """Settle what depends on the clauses that are left out."""
        rules = self.rules
        self._regime = Regime(rules, self._instances, self._ruling, without)
        self._parts = {
            (action.name, stage): parts(rules, action.name, stage, without)
            for action in rules.actions
            for stage in Stage
        }
        self._standings: dict[Situation, Standing] = {}
        self._claims = Claims(rules, self.layout, self.setting, self._instances, self._standing)

    # ---------------------------------------------------------------- situations

    def initial(self) -> Iterator[Table]:
        """All first situations: every value of the stocks that have no initial value."""
        fields = self.rules.fields
        choices = [tuple(self._starts(field)) for field in fields]
        for values in product(*choices):
            yield self._begin(dict(zip((field.name for field in fields), values, strict=True)))

    def start(self, values: Mapping[str, Value]) -> Table:
        """A first situation in which these fields have these values.

        A stock that is not named and has no initial value holds what the default scope
        says.
        """
        unknown = values.keys() - {field.name for field in self.rules.fields}
        if unknown:
            raise KeyError(", ".join(sorted(unknown)))
        usual = Setting(self.setting.players, self.rules.scope)
        found = {}
        for field in self.rules.fields:
            if field.name in values:
                found[field.name] = self.layout.widen(field.type, values[field.name])
            elif field.start is ANYTHING:
                found[field.name] = self.layout.fill(field.type, usual)
            else:
                found[field.name] = self._declared(field)
        return self._begin(found)

    def freeze(self, state: Table) -> Situation:
        """A state as a plain value."""
        return self.layout.freeze(state)

    def thaw(self, situation: Situation) -> Table:
        """A plain situation as a state of the model."""
        return self.layout.thaw(situation)

    def _starts(self, field: FieldRule) -> Iterator[Native]:
        if field.start is not ANYTHING:
            yield self._declared(field)
        elif has_stock(field.type):
            for value in domain(field.type, self.setting):
                yield self.layout.native(field.type, value)
        else:
            yield self.layout.fill(field.type, self.setting)

    def _declared(self, field: FieldRule) -> Native:
        start = field.start
        if isinstance(start, Number | ScopeName | PlayerCount | SizeSum):
            start = self.setting.value(start)
        return self.layout.spread(field.type, start)

    def _begin(self, values: Mapping[str, Native]) -> Table:
        return self.layout.copy(
            self.layout.make(
                {self.layout.attributes[name]: value for name, value in values.items()},
                (True,) * len(self._told),
            )
        )

    def _standing(self, state: Table) -> Standing:
        situation = self.layout.freeze(state)
        found = self._standings.get(situation)
        if found is None:
            if len(self._standings) >= REMEMBERED:
                self._standings.clear()
            found = Standing(self._regime, self.layout.copy(state))
            self._standings[situation] = found
        return found

    # ---------------------------------------------------------------------- acts

    def legal(self, state: Table) -> tuple[Act, ...]:
        """What may happen next, in the order of declaration and of parameter values."""
        return self._standing(state).acts

    def is_legal(self, state: Table, act: Act) -> bool:
        """Whether an act may happen next; its arguments may lie outside the setting."""
        return self._standing(state).legal(self._instances.find(act))

    def acts(self, action: str) -> tuple[Act, ...]:
        """All acts of an action in this setting, in the order of parameter values."""
        return tuple(one.acts[0] for one in self._instances.by_action[action])

    def in_every_order(self, act: Act) -> tuple[Act, ...]:
        """The same act with every order of its appends."""
        return self._instances.find(act).acts

    def due(self, state: Table) -> tuple[Act, ...]:
        """What is due, held back or not."""
        return tuple(act for one in self._standing(state).due for act in one.acts)

    def can(self, state: Table, act: Act) -> bool:
        """Whether an act can happen, whatever else is due."""
        return self._standing(state).can(self._instances.find(act))

    def at_rest(self, state: Table) -> bool:
        """Whether nothing is due."""
        return not self._standing(state).due

    def needs_hold(self, state: Table, act: Act) -> bool:
        """Whether an act is physically possible."""
        return self._standing(state).needs_hold(self._instances.find(act))

    def refusals(self, state: Table, act: Act) -> tuple[str, ...]:
        """The clauses that stop an act, in document order; none if it is legal."""
        found = self._standing(state).refusals(self._instances.find(act))
        return self.rules.in_order(found)

    def refused(self, state: Table) -> Iterator[tuple[Act, tuple[str, ...], bool]]:
        """All acts of this setting that are not legal, in the order of declaration.

        Each with the clauses that stop it, and whether it is physically possible.
        """
        standing = self._standing(state)
        for one in self._instances.every:
            if not standing.legal(one):
                clauses = self.rules.in_order(standing.refusals(one))
                yield one.acts[0], clauses, standing.needs_hold(one)

    def grants(self, state: Table, act: Act) -> tuple[str, ...]:
        """The clauses that permit or require an act, in document order."""
        return self.rules.in_order(self._standing(state).grants(self._instances.find(act)))

    def apply(self, state: Table, act: Act) -> Outcome:
        """What comes of an act, legal or not."""
        one = self._instances.find(act)
        orders = chosen_orders(self._instances.contests[act.action], act.orders)
        before = self._part(state, one, Stage.WHEN, {}, orders[Stage.WHEN])
        if not isinstance(before, Merged):
            return before
        after = self._part(before.state, one, Stage.THEN, before.assigned, orders[Stage.THEN])
        if not isinstance(after, Merged):
            return after
        wrote: dict[str, set[str]] = {}
        for part in (before.wrote, after.wrote):
            for field, clauses in part.items():
                wrote.setdefault(field, set()).update(clauses)
        if self._told:
            after.state.spoken = self._spoken(state, before.spoke | after.spoke)
        clauses = self._standing(state).grants(one).union(*wrote.values())
        return After(
            after.state, self.rules.in_order(clauses), self._changes(state, after.state, wrote)
        )

    def _part(
        self,
        state: Table,
        one: Instance,
        stage: Stage,
        earlier: Places,
        orders: Mapping[str, tuple[str, ...]],
    ) -> Merged | Undefined | Clash | CutOff:
        said: list[Said] = []
        unknown: set[str] = set()
        for rule, pick in self._parts[one.action.name, stage]:
            to = Updates(self.layout, state)
            try:
                rule.effects(state, to, *pick(one.natives))
            except UNDEFINED:
                unknown.add(rule.clause)
            if to:
                said.append(Said(rule, to))
        if not said and not unknown:
            return Merged(state if stage is Stage.THEN else self.layout.copy(state), {}, {}, set())
        return Merge(self._ground, state, said, earlier, orders).result(unknown)

    def _spoken(self, state: Table, spoke: set[str]) -> tuple[bool, ...]:
        if spoke.issuperset(self._told):
            return (True,) * len(self._told)
        moving = not self.at_rest(state)
        return tuple(
            name in spoke or (moving and spoken)
            for name, spoken in zip(self._told, state.spoken, strict=True)
        )

    def _changes(
        self, state: Table, after: Table, wrote: Mapping[str, set[str]]
    ) -> tuple[Change, ...]:
        found = []
        for field in self.rules.fields:
            if field.name not in wrote:
                continue
            clauses = wrote[field.name]
            attribute = self.layout.attributes[field.name]
            old, new = getattr(state, attribute), getattr(after, attribute)
            if old != new:
                plain = self.layout.plain
                found.append(
                    Change(
                        field.name,
                        plain(field.type, old),
                        plain(field.type, new),
                        self.rules.in_order(clauses),
                    )
                )
        return tuple(found)

    # ----------------------------------------------------------------- findings

    def silent(self, state: Table) -> tuple[str, ...]:
        """The told fields of which no clause has spoken, if the situation is at rest."""
        if all(state.spoken) or not self.at_rest(state):
            return ()
        return tuple(
            name for name, spoken in zip(self._told, state.spoken, strict=True) if not spoken
        )

    def impossible(self, state: Table) -> tuple[tuple[str, str], ...]:
        """Obligations that cannot be met: (action, clause)."""
        if self.is_over(state):
            return ()
        return tuple(self._standing(state).impossible())

    def conflicts(self, state: Table) -> tuple[tuple[Act, str, str], ...]:
        """Unsettled conflicts: (act, permitting clause, forbidding clause)."""
        return tuple(self._standing(state).conflicts())

    def said(self, state: Table) -> Iterator[tuple[Act, bool, tuple[int, ...]]]:
        """What the norms say: each act, whether it is possible, and which norms apply.

        Norms are indices into the rulebook's; those that are defeated are among them.
        """
        return self._standing(state).said()

    def undefined_conditions(self, state: Table) -> tuple[tuple[str, str], ...]:
        """Conditions without a value: (action, clause)."""
        return tuple(self._standing(state).undefined())

    def is_over(self, state: Table) -> bool:
        """Whether the game is over, as the role ``over`` says."""
        if self.rules.over is None:
            return False
        try:
            return self.rules.over(state)
        except UNDEFINED:
            return False

    def gap(self, state: Table) -> bool:
        """Whether nothing may happen although the game is not over."""
        standing = self._standing(state)
        return not (
            standing.legal_instances
            or standing.due
            or self.is_over(state)
            or self.silent(state)
            or self.impossible(state)
        )

    # ------------------------------------------------------------------- claims

    def violations(
        self, claim: str | Claim, state: Table, act: Act | None = None, after: Table | None = None
    ) -> tuple[dict[str, Value], ...]:
        """The values of the parameters for which an always or never does not hold.

        A claim about steps needs the act and the state after it. A claim says nothing of a
        situation that it does not speak of.
        """
        return self._claims.violations(claim, state, act, after)

    def witnesses(
        self, claim: str | Claim, state: Table, act: Act | None = None, after: Table | None = None
    ) -> tuple[dict[str, Value], ...]:
        """The values of the parameters for which a claim's condition holds."""
        return self._claims.witnesses(claim, state, act, after)

    def premise_holds(
        self, claim: str | Claim, state: Table, act: Act | None = None, after: Table | None = None
    ) -> bool:
        """Whether the claim speaks of this situation, for some parameters."""
        return self._claims.premise_holds(claim, state, act, after)

    def speaking(self, claim: str | Claim, state: Table) -> tuple[dict[str, Value], ...]:
        """The values of the parameters for which a claim says something of a situation."""
        return self._claims.speaking(claim, state)

    def offered(self, claim: str | Claim, state: Table, player: int) -> int:
        """What ``player`` is offered, a condition counting as 0 or 1."""
        return self._claims.offered(claim, state, player)


def parts(rules: Rules, action: str, stage: Stage, without: frozenset[str]) -> Part:
    """The consequences of one part of an action, each with how to pick its arguments."""
    names = next(
        tuple(one.name for one in rule.parameters) for rule in rules.actions if rule.name == action
    )
    return tuple(
        (rule, picker(tuple(names.index(name) for name in rule.parameters)))
        for rule in consequences(rules, action, stage)
        if rule.clause not in without
    )


def picker(indices: tuple[int, ...]) -> Callable[[tuple[Native, ...]], tuple[Native, ...]]:
    """A function that picks the items with these indices."""
    match indices:
        case ():
            return lambda _: ()
        case (index,):
            return lambda arguments: (arguments[index],)
        case _:
            return itemgetter(*indices)


def has_stock(type_: Type) -> bool:
    """Whether a field's type is a stock, or an ``Each`` of stocks."""
    match type_:
        case StockType():
            return True
        case EachType(_, of):
            return has_stock(of)
        case _:
            return False
