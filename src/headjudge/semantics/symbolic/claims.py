"""Claims and properties as terms over a system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from headjudge.rulebook.syntax import About, Ask, Claim, ClaimKind, Let, Parameter, RoleKind
from headjudge.rulebook.values import domain, show
from headjudge.semantics.symbolic import shapes
from headjudge.semantics.symbolic.expressions import Expressions, Scene, Valued
from headjudge.semantics.symbolic.layout import Slot, encode
from headjudge.semantics.symbolic.quantify import LIMIT, at_most, cardinality, exists
from headjudge.semantics.symbolic.shapes import Scalar, Shape, leaves
from headjudge.semantics.symbolic.system import System, Transition
from headjudge.semantics.symbolic.terms import Kind, Pool, Term, Variable
from headjudge.semantics.symbolic.updates import Updates

# What is claimed of every value of the parameters by itself.
_OF_EACH_VALUE = (ClaimKind.ALWAYS_POSSIBLE, ClaimKind.INEVITABLE, ClaimKind.NEVER_DENIED)


@dataclass(frozen=True, slots=True)
class StateClaim:
    """A claim about situations, as terms over the slots.

    ``label`` tells apart the claims made of one (``x = COMBAT``). ``premise``: it says
    something here. ``hit``: it is broken here, or met, if it has to happen.
    """

    claim: Claim
    label: str
    premise: Term
    hit: Term


@dataclass(frozen=True, slots=True)
class StepClaim:
    """A claim about steps: one premise and one hit per transition of the system.

    These terms are over the slots and the transition's parameters.
    """

    claim: Claim
    label: str
    premise: tuple[Term, ...]
    hit: tuple[Term, ...]


class Claims:
    """Lowers claims over one system."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.pool: Pool = system.pool
        book = system.rulebook
        helpers = {helper.name: helper for helper in book.helpers}
        self.expressions = Expressions(self.pool, system.setting, helpers)
        names = tuple(field.name for field in book.fields)
        self.updates = Updates(self.expressions, system.layout, names)
        self.fields = self.updates.fields(system.slots)
        self._asked: dict[tuple[object, ...], Term] = {}

    # ------------------------------------------------------------- situations

    def of_situations(self, claim: Claim) -> tuple[StateClaim, ...]:
        """A claim without ``doing`` and ``next``; several if it has labels."""
        pool = self.pool
        spoken = pool.true
        if claim.kind in (ClaimKind.ALWAYS, ClaimKind.NEVER) and not claim.every:
            spoken = self.system.at_rest
        answer = _Answers(self, self.system.slots, None)
        found = []
        for label, group in self._labelled(claim):
            premises, hits = [], []
            for names in group:
                scene = Scene(self.fields, names, answer=answer)
                premise, hit = self._judge(claim, scene)
                premises.append(premise)
                hits.append(hit)
            premise = pool.and_(spoken, pool.or_(*premises))
            found.append(StateClaim(claim, label, premise, pool.and_(spoken, pool.or_(*hits))))
        return tuple(found)

    def of_steps(self, claim: Claim) -> tuple[StepClaim, ...]:
        """A claim with ``doing`` or ``next``."""
        pool = self.pool
        found = []
        for label, group in self._labelled(claim):
            valuations = list(group)
            premises, hits = [], []
            for transition in self.system.transitions:
                after = self.updates.fields(transition.after)
                answer = _Answers(self, self.system.slots, transition)
                later = _Answers(self, transition.after, None)
                judged = [
                    self._judge(claim, Scene(self.fields, names, after, answer, later))
                    for names in valuations
                ]
                premises.append(pool.or_(*(premise for premise, _ in judged)))
                hits.append(pool.or_(*(hit for _, hit in judged)))
            found.append(StepClaim(claim, label, tuple(premises), tuple(hits)))
        return tuple(found)

    def of_choices(self, claim: Claim) -> StepClaim:
        """Steps of ``claim.option`` whose player could do one of ``claim.decline``."""
        pool, system = self.pool, self.system
        premises, hits = [], []
        for taken in system.transitions:
            if taken.action.name not in claim.option:
                premises.append(pool.false)
                hits.append(pool.false)
                continue
            player = Valued(Scalar(taken.groups[0].variables[0]), pool.true)
            could = []
            for name in claim.decline:
                choice = system.transition(name)
                first = choice.action.parameters[0].name
                could.append(self.filled(choice, choice.can, {first: player}))
            premises.append(pool.true)
            hits.append(pool.or_(*could))
        return StepClaim(claim, "", tuple(premises), tuple(hits))

    def _labelled(self, claim: Claim) -> Iterator[tuple[str, list[dict[str, Valued]]]]:
        """The claim's labels, each with the values of its parameters."""
        each = claim.each
        if claim.kind in _OF_EACH_VALUE:
            each = tuple(parameter.name for parameter in claim.parameters)
        outer = [p for p in claim.parameters if p.name in each]
        inner = [p for p in claim.parameters if p.name not in each]
        for label, fixed in self._valuations(outer):
            yield label, [{**fixed, **names} for _, names in self._valuations(inner)]

    def _valuations(self, parameters: list[Parameter]) -> Iterator[tuple[str, dict[str, Valued]]]:
        setting = self.system.setting
        cases = prod(cardinality(p.type, setting) for p in parameters)
        at_most(cases, LIMIT, "values of a claim's parameters")
        for values in product(*(tuple(domain(p.type, setting)) for p in parameters)):
            names, said = {}, []
            for parameter, value in zip(parameters, values, strict=True):
                row = tuple(encode(value, parameter.type, setting))
                names[parameter.name] = self.expressions.known(parameter.type, row)
                said.append(f"{parameter.name} = {show(value, parameter.type)}")
            yield ", ".join(said), names

    def _judge(self, claim: Claim, scene: Scene) -> tuple[Term, Term]:
        """Where the claim says something; where it is broken (or met).

        A premise without a value does not hold: there the claim says nothing.
        """
        pool = self.pool
        reach = pool.true
        for line in claim.premise:
            if isinstance(line, Let):
                bound = self.expressions.value(line.value, scene)
                reach = pool.and_(reach, bound.defined)
                scene = scene.with_name(line.name, Valued(bound.shape, pool.true))
            else:
                truth, known = self.expressions.condition(line.condition, scene)
                reach = pool.and_(reach, known, truth)
        verdict = self.expressions.body(claim.body, scene)
        unknown = pool.not_(verdict.defined)
        match claim.kind:
            case ClaimKind.ALWAYS:
                broken = pool.or_(pool.not_(verdict.term), unknown)
            case ClaimKind.NEVER:
                broken = pool.or_(verdict.term, unknown)
            case _:
                return reach, pool.and_(reach, verdict.term, verdict.defined)
        return reach, pool.and_(reach, broken)

    # ----------------------------------------------------------------- answers

    def can(self, transition: Transition, ask: Ask, arguments: Mapping[str, Valued]) -> Term:
        """There are values of the other parameters for which it can happen (or may)."""
        bound = tuple(
            (name, value.defined.serial, *(leaf.serial for leaf in leaves(value.shape)))
            for name, value in sorted(arguments.items())
        )
        key = (transition.action.name, ask.about, bound)
        known = self._asked.get(key)
        if known is None:
            term = transition.can if ask.about is About.CAN else transition.legal
            known = self._asked[key] = self.filled(transition, term, arguments)
        return known

    def filled(self, transition: Transition, term: Term, arguments: Mapping[str, Valued]) -> Term:
        """A term of a transition with some parameters given and the others quantified."""
        pool = self.pool
        values: dict[Variable, Term] = {}
        tests, rest = [], []
        for parameter, group in zip(transition.action.parameters, transition.groups, strict=True):
            if parameter.name not in arguments:
                rest.append(group)
                continue
            given = arguments[parameter.name]
            tests.append(given.defined)
            for variable, leaf in zip(group.variables, leaves(given.shape), strict=True):
                if isinstance(variable, Variable):
                    values[variable] = leaf
                else:
                    tests.append(pool.equal(variable, leaf))
        return pool.and_(*tests, exists(pool, pool.substitute(term, values), rest))

    def doing(self, taken: Transition, ask: Ask, arguments: Mapping[str, Valued]) -> Term:
        """The action being taken is the one asked about."""
        pool = self.pool
        if taken.action.name not in ask.actions:
            return pool.false
        tests = []
        for parameter, group in zip(taken.action.parameters, taken.groups, strict=True):
            if parameter.name in arguments:
                given = arguments[parameter.name]
                tests.append(given.defined)
                pairs = zip(group.variables, leaves(given.shape), strict=True)
                tests.extend(pool.equal(variable, leaf) for variable, leaf in pairs)
        return pool.and_(*tests)


@dataclass(frozen=True, slots=True)
class _Answers:
    """Answers ``can``, ``legal`` and ``doing`` in a situation given by its slots' terms."""

    claims: Claims
    slots: tuple[Term, ...]
    taken: Transition | None

    def __call__(self, ask: Ask, arguments: Mapping[str, Valued]) -> Valued:
        claims, pool = self.claims, self.claims.pool
        if ask.about is About.DOING:
            if self.taken is None:
                raise TypeError("doing speaks of a step")
            return Valued(Scalar(claims.doing(self.taken, ask, arguments)), pool.true)
        system = claims.system
        terms = [claims.can(system.transition(name), ask, arguments) for name in ask.actions]
        asked = pool.or_(*terms)
        if self.slots is not system.slots:
            pairs = zip(system.slots, self.slots, strict=True)
            moved = {old: new for old, new in pairs if isinstance(old, Variable)}
            asked = pool.substitute(asked, moved)
        return Valued(Scalar(asked), pool.true)


@dataclass(frozen=True, slots=True)
class Watched:
    """A system with one more slot per player, and the claim that the slots make sayable."""

    system: System
    claim: StepClaim


def watch_options(system: System, claim: Claim) -> Watched:
    """Add what is needed to see that an offered option is lost.

    One slot per player records whether, when using the option was last legal, the player
    declined it.
    """
    claims = Claims(system)
    pool, setting = system.pool, system.setting
    (player,) = claim.parameters
    seats = range(setting.players)
    start = len(system.layout.slots)
    extra = tuple(Slot(f"{claim.name}: declined[{seat}]", 0, 1, boolean=True) for seat in seats)
    flags = [pool.variable(Kind.SLOT, start + seat, 0, 1, boolean=True) for seat in seats]
    layout = replace(system.layout, slots=(*system.layout.slots, *extra))

    def offered(fields: Mapping[str, Shape], seat: int) -> Term:
        names = {player.name: claims.expressions.known(player.type, (seat,))}
        verdict = claims.expressions.body(claim.body, Scene(fields, names))
        amount = verdict.term
        if amount.boolean:
            amount = pool.ite(amount, pool.number(1), pool.number(0))
        return pool.ite(verdict.defined, amount, pool.number(0))

    def by(transition: Transition, names: tuple[str, ...], seat: int) -> Term:
        if transition.action.name not in names:
            return pool.false
        return shapes.same(
            pool,
            shapes.Parts((Scalar(transition.groups[0].variables[0]),)),
            shapes.Parts((Scalar(pool.number(seat)),)),
        )

    usable = []
    for seat in seats:
        arguments = {
            name: claims.expressions.known(
                system.transition(name).action.parameters[0].type, (seat,)
            )
            for name in claim.option
        }
        usable.append(
            pool.or_(
                *(
                    claims.filled(
                        system.transition(name),
                        system.transition(name).legal,
                        {system.transition(name).action.parameters[0].name: arguments[name]},
                    )
                    for name in claim.option
                )
            )
        )
    transitions, hits, premises = [], [], []
    for transition in system.transitions:
        fields = claims.updates.fields(transition.after)
        declined = [
            pool.ite(usable[seat], by(transition, claim.decline, seat), flags[seat])
            for seat in seats
        ]
        lost, gone = [], []
        for seat in seats:
            less = pool.less(offered(fields, seat), offered(claims.fields, seat))
            gone.append(less)
            used = by(transition, claim.option, seat)
            lost.append(pool.and_(less, pool.not_(used), pool.not_(declined[seat])))
        transitions.append(replace(transition, after=(*transition.after, *declined)))
        hits.append(pool.or_(*lost))
        premises.append(pool.or_(*gone))
    watched = replace(
        system,
        layout=layout,
        slots=(*system.slots, *flags),
        initial=tuple((*row, *(0 for _ in seats)) for row in system.initial),
        transitions=tuple(transitions),
        history=system.history + setting.players,
    )
    return Watched(watched, StepClaim(claim, "", tuple(premises), tuple(hits)))


def role_term(system: System, name: str) -> Term | None:
    """A role as one number: a truth value, a member's, a seat's; None if there is no such.

    Of a value that may be nobody the number is one higher, and 0 is nobody.
    """
    role = next((one for one in system.rulebook.roles if one.name == name), None)
    if role is None:
        return None
    claims, pool = Claims(system), system.pool
    defined: Term = pool.true
    match role.kind:
        case RoleKind.FIELD:
            shape = claims.fields[role.target]
        case RoleKind.HELPER:
            helper = next(one for one in system.rulebook.helpers if one.name == role.target)
            if helper.parameters:
                return None
            valued = claims.expressions.call(helper, [], Scene(claims.fields, {}))
            shape, defined = valued.shape, valued.defined
        case _:
            return None
    match shape:
        case Scalar(term) if term.boolean:
            return pool.and_(defined, term)
        case Scalar(term):
            return pool.ite(defined, term, pool.number(term.low))
        case shapes.Optional(present, Scalar(term)):
            counted = pool.plus(term, pool.number(1 - term.low))
            return pool.ite(pool.and_(defined, present), counted, pool.number(0))
        case _:
            return None
