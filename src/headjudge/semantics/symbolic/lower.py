"""From a rulebook's syntax to a transition system of terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import factorial, prod

from headjudge.rulebook.syntax import (
    Action,
    Append,
    Consequence,
    Do,
    EachType,
    For,
    Helper,
    If,
    Let,
    ListType,
    MaybeType,
    NormKind,
    Parameter,
    RecordType,
    RoleKind,
    Rulebook,
    Setting,
    Stage,
    Statement,
    Type,
)
from headjudge.rulebook.values import Ruling
from headjudge.semantics.symbolic import shapes
from headjudge.semantics.symbolic.expressions import Expressions, Scene, Valued
from headjudge.semantics.symbolic.layout import Layout, layout, rows_of, slots_of, width
from headjudge.semantics.symbolic.norms import Norms
from headjudge.semantics.symbolic.quantify import LIMIT, Group, at_most, cardinality, exists
from headjudge.semantics.symbolic.shapes import Optional, Parts, Row, Scalar, Shape
from headjudge.semantics.symbolic.system import System, Transition, slot_variables
from headjudge.semantics.symbolic.terms import Kind, Pool, Term
from headjudge.semantics.symbolic.updates import Updates
from headjudge.semantics.symbolic.writes import Merged, Pen, Voice, Written

STARTS = 1_000_000
SLOTS = 4_096


@dataclass(frozen=True, slots=True)
class Template:
    """What is said of one action, before anything is known of the other actions."""

    action: Action
    groups: tuple[Group, ...]
    orders: tuple[Group, ...]
    names: Mapping[str, Valued]
    canonical: Term
    possible: Term
    preamble: Scene
    unknown: tuple[tuple[str, Term], ...]
    applies: Mapping[int, Term]
    standing: Mapping[int, Term]
    can: Term
    allowed: Term
    due: Term
    conflict: Mapping[tuple[int, int], Term]
    claim: Mapping[int, Term]


def lower(  # noqa: PLR0913 - the rulebook, and how to take it
    rulebook: Rulebook,
    setting: Setting,
    ruling: Ruling = Ruling(),  # noqa: B008 - frozen
    *,
    switches: bool = False,
    without: frozenset[str] = frozenset(),
    keep_actions: bool = False,
    pool: Pool | None = None,
) -> System:
    """Make the transition system of a rulebook whose readings are settled.

    With ``switches`` every clause gets a variable that switches off its norms, its
    consequences and its actions; without, all clauses are on but those in ``without``.
    With ``keep_actions`` what is switched off or left out keeps its actions.
    In the ``pool`` of another system of this rulebook and setting the two share their
    variables, so that their terms can be compared; by default the pool is a new one.

    Raises TooManyError if parameters have too many values to be looked at one by one.
    """
    pool = Pool() if pool is None else pool
    lowering = Lowering(
        rulebook,
        setting,
        ruling,
        pool,
        switches=switches,
        without=without,
        keep_actions=keep_actions,
    )
    return lowering.system()


class Lowering:
    """The work of :func:`lower`, step by step."""

    def __init__(  # noqa: PLR0913 - the same
        self,
        rulebook: Rulebook,
        setting: Setting,
        ruling: Ruling,
        pool: Pool,
        *,
        switches: bool,
        without: frozenset[str],
        keep_actions: bool,
    ) -> None:
        self.rulebook = rulebook
        self.setting = setting
        self.ruling = ruling
        self.pool = pool
        self.layout: Layout = layout(rulebook, setting)
        self.slots = slot_variables(self.pool, self.layout)
        self.helpers: dict[str, Helper] = {helper.name: helper for helper in rulebook.helpers}
        self.expressions = Expressions(self.pool, setting, self.helpers)
        names = tuple(field.name for field in rulebook.fields)
        self.updates = Updates(self.expressions, self.layout, names)
        self.fields = self.updates.fields(self.slots)
        self.rank = {clause.id: rank for rank, clause in enumerate(rulebook.clauses)}
        self.switch = {
            clause.id: self._switch(rank) if switches else self.pool.truth(clause.id not in without)
            for rank, clause in enumerate(rulebook.clauses)
        }
        self.keep_actions = keep_actions
        self.norms = Norms(rulebook, self.pool, ruling, self.switch)
        self.next_parameter = 0

    def _switch(self, rank: int) -> Term:
        return self.pool.variable(Kind.SWITCH, rank, 0, 1, boolean=True)

    # -------------------------------------------------------------- the whole

    def system(self) -> System:
        """Put everything together."""
        self._count()
        pool = self.pool
        templates = [self._template(action) for action in self.rulebook.actions]
        any_due = pool.or_(*(exists(pool, t.due, t.groups) for t in templates))
        any_can = pool.or_(*(exists(pool, t.can, t.groups) for t in templates))
        at_rest = pool.not_(any_due)
        held = self._held_back(templates)
        silent = self._silent(at_rest)
        over = self._over()
        impossible = self._impossible(templates, at_rest, over)
        goes_on = pool.not_(pool.or_(*(term for _, term in silent)))
        gap = pool.and_(
            at_rest,
            pool.not_(any_can),
            pool.not_(over),
            goes_on,
            *(pool.not_(term) for _, term in impossible),
        )
        transitions = tuple(
            self._transition(template, at_rest, held[template.action.name])
            for template in templates
        )
        return System(
            rulebook=self.rulebook,
            setting=self.setting,
            ruling=self.ruling,
            pool=pool,
            layout=self.layout,
            slots=self.slots,
            initial=self._initial(),
            transitions=transitions,
            at_rest=at_rest,
            goes_on=goes_on,
            over=over,
            silent=silent,
            impossible=impossible,
            gap=gap,
            switches=tuple(self.switch.items()),
        )

    def _count(self) -> None:
        """Refuse what has too many cases, before any of them is made."""
        setting = self.setting
        for action in self.rulebook.actions:
            cases = prod(cardinality(p.type, setting) for p in action.parameters)
            cases *= prod(factorial(len(clauses)) for _, _, clauses in self._contested(action))
            at_most(cases, LIMIT, f"{action.name}: combinations of parameters")
        at_most(len(self.slots), SLOTS, "numbers that make a situation")
        self._count_starts()

    def _count_starts(self) -> None:
        setting = self.setting
        free = [
            field.type
            for field in self.rulebook.fields
            if field.initial is None and not isinstance(field.type, ListType)
        ]
        at_most(prod(cardinality(of, setting) for of in free), STARTS, "initial situations")

    def _initial(self) -> tuple[tuple[int, ...], ...]:
        choices: list[list[tuple[int, ...]]] = []
        for field in self.rulebook.fields:
            if field.initial is not None:
                valued = self.expressions.value(field.initial, Scene({}, {}))
                row = tuple(term.low for term in shapes.leaves(valued.shape))
                room = width(field.type, self.setting)
                choices.append([row * (room // len(row))])
            elif isinstance(field.type, ListType):
                empty = shapes.absent(self.pool, field.type, self.setting)
                choices.append([tuple(term.low for term in shapes.leaves(empty))])
            else:
                choices.append(list(rows_of(field.type, self.setting)))
        told = (1,) * len(self.layout.told)
        rows = (sum(combination, ()) + told for combination in product(*choices))
        return tuple(rows)

    def _silent(self, at_rest: Term) -> tuple[tuple[str, Term], ...]:
        told = self.layout.told
        spoken = self.slots[len(self.slots) - len(told) :] if told else ()
        pairs = zip(told, spoken, strict=True)
        return tuple((name, self.pool.and_(at_rest, self.pool.not_(flag))) for name, flag in pairs)

    def _over(self) -> Term:
        for role in self.rulebook.roles:
            if role.name == "over":
                return self._condition(role.kind, role.target)
        return self.pool.false

    def _condition(self, kind: RoleKind, target: str) -> Term:
        scene = Scene(self.fields, {})
        if kind is RoleKind.HELPER:
            valued = self.expressions.call(self.helpers[target], [], scene)
            return self.pool.and_(valued.term, valued.defined)
        shape = self.fields[target]
        if not isinstance(shape, Scalar):
            raise TypeError(f"{target} is no condition")
        return shape.term

    # ----------------------------------------------------------- each action

    def _parameters(self, action: Action) -> tuple[tuple[Group, ...], dict[str, Valued], Term]:
        pool = self.pool
        groups, names, canonical = [], {}, []
        for parameter in action.parameters:
            variables = []
            for slot in slots_of(parameter.name, parameter.type, self.setting):
                index = self.next_parameter
                self.next_parameter += 1
                variables.append(
                    pool.variable(Kind.PARAMETER, index, slot.low, slot.high, boolean=slot.boolean)
                )
            shape = shapes.shape_of(parameter.type, self.setting, iter(variables))
            canonical.append(self._canonical(shape, parameter.type))
            names[parameter.name] = Valued(shape, pool.true)
            rows = tuple(rows_of(parameter.type, self.setting))
            groups.append(Group(tuple(variables), rows))
        return tuple(groups), names, pool.and_(*canonical)

    def _canonical(self, shape: Shape, type_: Type) -> Term:
        """The row stands for a value: what is not there holds the lowest numbers."""
        pool = self.pool
        match shape, type_:
            case Optional(present, value), MaybeType(of):
                empty = shapes.same(pool, value, shapes.absent(pool, of, self.setting))
                return pool.and_(pool.or_(present, empty), self._canonical(value, of))
            case Row(length, places), ListType(of):
                gap = shapes.absent(pool, of, self.setting)
                tests = []
                for index, place in enumerate(places):
                    there = pool.less(pool.number(index), length)
                    tests.append(pool.or_(there, shapes.same(pool, place, gap)))
                    tests.append(self._canonical(place, of))
                return pool.and_(*tests)
            case Parts(parts), _:
                pairs = zip(parts, _types(type_, len(parts)), strict=True)
                return pool.and_(*(self._canonical(part, of) for part, of in pairs))
            case _:
                return pool.true

    def _template(self, action: Action) -> Template:
        pool = self.pool
        groups, names, canonical = self._parameters(action)
        scene = Scene(self.fields, names)
        possible, preamble, unknown = self._preamble(action, scene)
        there = pool.true if self.keep_actions else self.switch[action.origin.clause]
        possible = pool.and_(possible, canonical, there)
        applies: dict[int, Term] = {}
        for index, norm in enumerate(self.rulebook.norms):
            if action.name not in norm.actions:
                continue
            valued = self.expressions.body(norm.body, self._named(scene, norm.parameters))
            on = self.switch[norm.origin.clause]
            applies[index] = pool.and_(on, valued.term, valued.defined)
            where = pool.and_(on, possible, pool.not_(valued.defined))
            if where is not pool.false:
                unknown.append((norm.origin.clause, where))
        standing = {index: self.norms.undefeated(index, applies) for index in applies}
        said = self.norms.verdicts(possible, applies, standing)
        orders = self._orders(action)
        return Template(
            action,
            groups,
            orders,
            names,
            canonical,
            possible,
            preamble,
            tuple(unknown),
            applies,
            standing,
            pool.or_(said.allowed, said.due),
            said.allowed,
            said.due,
            said.conflicts,
            said.duties,
        )

    def _named(self, scene: Scene, parameters: tuple[Parameter, ...]) -> Scene:
        return Scene(scene.fields, {p.name: scene.names[p.name] for p in parameters})

    def _preamble(self, action: Action, scene: Scene) -> tuple[Term, Scene, list[tuple[str, Term]]]:
        pool = self.pool
        clause = action.origin.clause
        reach: Term = pool.true
        doubts: list[Term] = []
        for line in action.preamble:
            match line:
                case Let(name, value):
                    bound = self.expressions.value(value, scene)
                    doubts.append(pool.and_(reach, pool.not_(bound.defined)))
                    reach = pool.and_(reach, bound.defined)
                    scene = scene.with_name(name, Valued(bound.shape, pool.true))
                case _:
                    truth, defined = self.expressions.condition(line.condition, scene)
                    doubts.append(pool.and_(reach, pool.not_(defined)))
                    reach = pool.and_(reach, defined, truth)
        doubt = pool.and_(self.switch[clause], pool.or_(*doubts))
        unknown = [(clause, doubt)] if doubt is not pool.false else []
        return reach, scene, unknown

    def _held_back(self, templates: list[Template]) -> dict[str, Term]:
        """Per action: something due goes before it."""
        pool, norms = self.pool, self.rulebook.norms
        held: dict[str, list[Term]] = {action.name: [] for action in self.rulebook.actions}
        for template in templates:
            for index, term in template.claim.items():
                for later in norms[index].before:
                    held[later].append(exists(pool, term, template.groups))
        return {name: pool.or_(*terms) for name, terms in held.items()}

    def _impossible(
        self, templates: list[Template], at_rest: Term, over: Term
    ) -> tuple[tuple[tuple[str, str], Term], ...]:
        pool, norms = self.pool, self.rulebook.norms
        found = []
        for template in templates:
            for index, term in template.standing.items():
                if norms[index].kind is not NormKind.MUST:
                    continue
                some = exists(pool, pool.and_(term, template.canonical), template.groups)
                where = pool.and_(some, at_rest, pool.not_(over))
                if where is not pool.false:
                    key = (template.action.name, norms[index].origin.clause)
                    found.append((key, where))
        return tuple(found)

    # --------------------------------------------------------------- the step

    def _orders(self, action: Action) -> tuple[Group, ...]:
        groups = []
        for _, _, clauses in self._contested(action):
            index = self.next_parameter
            self.next_parameter += 1
            count = factorial(len(clauses))
            variable = self.pool.variable(Kind.PARAMETER, index, 0, count - 1, boolean=False)
            groups.append(Group((variable,), tuple((number,) for number in range(count))))
        return tuple(groups)

    def _contested(self, action: Action) -> list[tuple[Stage, str, tuple[str, ...]]]:
        """Lists to which several clauses append: stage, field, clauses in document order."""
        found = []
        for stage in (Stage.WHEN, Stage.THEN):
            writers: dict[str, set[str]] = {}
            bodies = [(c.origin.clause, c.effects) for _, c in self._consequences(action, stage)]
            if stage is Stage.WHEN:
                bodies.insert(0, (action.origin.clause, action.effects))
            for clause, effects in bodies:
                for name in self._appended(effects):
                    writers.setdefault(name, set()).add(clause)
            for field in self.rulebook.fields:
                clauses = writers.get(field.name, set())
                if len(clauses) > 1:
                    ranked = sorted(clauses, key=lambda clause: self.rank[clause])
                    found.append((stage, field.name, tuple(ranked)))
        return found

    def _appended(self, statements: tuple[Statement, ...]) -> set[str]:
        found: set[str] = set()
        for statement in statements:
            match statement:
                case Append(location):
                    found.add(location.field)
                case If(_, then, orelse):
                    found |= self._appended(then) | self._appended(orelse)
                case For(body=body):
                    found |= self._appended(body)
                case Do(helper):
                    found |= self._appended(self.helpers[helper].effects)
                case _:
                    pass
        return found

    def _consequences(self, action: Action, stage: Stage) -> list[tuple[int, Consequence]]:
        return [
            (index, consequence)
            for index, consequence in enumerate(self.rulebook.consequences)
            if consequence.stage is stage and action.name in consequence.actions
        ]

    def _voice(self, clause: str, overrides: tuple[str, ...] = ()) -> Voice:
        return Voice(clause, self.rank[clause], frozenset(overrides))

    def _consequence(
        self, index: int, scene: Scene, written: Written, writes: dict[int, Term]
    ) -> None:
        """Run one consequence, and note in ``writes`` where it writes anything."""
        consequence = self.rulebook.consequences[index]
        clause = consequence.origin.clause
        inner = self._named(scene, consequence.parameters)
        voice = self._voice(clause, consequence.overrides)
        pen = Pen(self.switch[clause], voice, written)
        self.updates.run(consequence.effects, inner, pen)
        writes[index] = self.pool.or_(*pen.used)

    def _first_part(self, template: Template, written: Written, writes: dict[int, Term]) -> None:
        """The body and its ``@when`` clauses, in the order of the document."""
        action = template.action
        voice = self._voice(action.origin.clause)
        start = Scene(self.fields, template.names)
        consequences = self._consequences(action, Stage.WHEN)
        above = [i for i, one in consequences if one.origin.order < action.origin.order]
        for index in above:
            self._consequence(index, start, written, writes)
        pen = Pen(self.pool.true, voice, written)
        self.updates.run(action.effects, template.preamble, pen)
        for index, _ in consequences[len(above) :]:
            self._consequence(index, start, written, writes)

    def _transition(self, template: Template, at_rest: Term, held: Term) -> Transition:
        pool, action = self.pool, template.action
        contested = self._contested(action)
        orders: dict[Stage, dict[str, tuple[tuple[str, ...], Term]]] = {
            Stage.WHEN: {},
            Stage.THEN: {},
        }
        for (stage, field, clauses), group in zip(contested, template.orders, strict=True):
            orders[stage][field] = (clauses, group.variables[0])
        writes: dict[int, Term] = {}
        first = Written()
        self._first_part(template, first, writes)
        one = self.updates.merge(self.slots, first, orders[Stage.WHEN])
        second = Written()
        middle = Scene(self.updates.fields(one.slots), template.names)
        for index, _ in self._consequences(action, Stage.THEN):
            self._consequence(index, middle, second, writes)
        two = self.updates.merge(one.slots, second, orders[Stage.THEN], first)
        undefined, clashes, cutoffs, goes = self._obstacles(one, two)
        # At rest only permissions count: where an obligation applies, something is due.
        free = pool.and_(at_rest, template.allowed)
        legal = pool.or_(free, pool.and_(template.due, pool.not_(held)))
        conflicts = tuple(
            (pair, self._conflict(pair, term, at_rest)) for pair, term in template.conflict.items()
        )
        return Transition(
            action=action,
            groups=template.groups,
            orders=template.orders,
            canonical=template.canonical,
            possible=template.possible,
            can=template.can,
            due=template.due,
            legal=legal,
            undefined=undefined,
            clashes=clashes,
            cutoffs=cutoffs,
            goes=goes,
            after=self._after(two.slots, first, second, at_rest),
            conflicts=tuple((pair, term) for pair, term in conflicts if term is not pool.false),
            unknown=template.unknown,
            standing=tuple(template.standing.items()),
            applies=tuple(template.applies.items()),
            writes=tuple(writes.items()),
        )

    def _conflict(self, pair: tuple[int, int], term: Term, at_rest: Term) -> Term:
        must = self.rulebook.norms[pair[0]].kind is NormKind.MUST
        return term if must else self.pool.and_(term, at_rest)

    def _after(
        self, slots: tuple[Term, ...], first: Written, second: Written, at_rest: Term
    ) -> tuple[Term, ...]:
        pool, told = self.pool, self.layout.told
        result = list(slots)
        start = len(slots) - len(told)
        for index, name in enumerate(told):
            now = pool.or_(*first.spoken.get(name, []), *second.spoken.get(name, []))
            before = pool.and_(pool.not_(at_rest), self.slots[start + index])
            result[start + index] = pool.or_(now, before)
        return tuple(result)

    def _obstacles(
        self, one: Merged, two: Merged
    ) -> tuple[
        tuple[tuple[str, Term], ...],
        tuple[tuple[tuple[str, str, str], Term], ...],
        tuple[tuple[str, Term], ...],
        Term,
    ]:
        """What is in the way, each only where nothing before it in rank is."""
        pool = self.pool
        free: Term = pool.true
        undefined: dict[str, Term] = {}
        clashes: dict[tuple[str, str, str], Term] = {}
        cutoffs: dict[str, Term] = {}
        for part in (one, two):
            for clause, term in part.undefined:
                undefined[clause] = pool.or_(
                    undefined.get(clause, pool.false), pool.and_(free, term)
                )
            free = pool.and_(free, *(pool.not_(term) for _, term in part.undefined))
            for pair, term in part.clashes:
                clashes[pair] = pool.or_(clashes.get(pair, pool.false), pool.and_(free, term))
            free = pool.and_(free, *(pool.not_(term) for _, term in part.clashes))
            for bound, term in part.cutoffs:
                cutoffs[bound] = pool.or_(cutoffs.get(bound, pool.false), pool.and_(free, term))
                free = pool.and_(free, pool.not_(term))
        return (
            tuple((key, term) for key, term in undefined.items() if term is not pool.false),
            tuple((pair, term) for pair, term in clashes.items() if term is not pool.false),
            tuple((key, term) for key, term in cutoffs.items() if term is not pool.false),
            free,
        )


def _types(type_: Type, count: int) -> tuple[Type, ...]:
    match type_:
        case RecordType(_, fields):
            return tuple(of for _, of in fields)
        case EachType(_, of):
            return (of,) * count
        case _:
            raise TypeError("no parts")
