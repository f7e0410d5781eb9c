"""Expressions of the syntax as terms: a value, and whether it is defined."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from headjudge.rulebook.syntax import (
    And,
    Ask,
    Body,
    Branch,
    Call,
    Choose,
    Compare,
    Comparison,
    Distance,
    Domain,
    EachType,
    Expr,
    FieldValue,
    Fold,
    Folded,
    Generator,
    Given,
    Helper,
    Item,
    Length,
    Let,
    ListType,
    Literal,
    MakeRecord,
    MakeTuple,
    Next,
    NextPlayer,
    Nobody,
    Not,
    Number,
    OneOf,
    Or,
    OverEnum,
    OverIndices,
    OverItems,
    OverPlayers,
    Part,
    PlayerCount,
    RecordType,
    Return,
    ScopeName,
    ScopeValue,
    Setting,
    Size,
    SizeSum,
    Some,
    Sum,
    Type,
    Variable,
)
from headjudge.rulebook.syntax import BoolType as Bool
from headjudge.semantics.symbolic import piles, shapes
from headjudge.semantics.symbolic.layout import TOPS, Slot, endless
from headjudge.semantics.symbolic.shapes import Optional, Parts, Pile, Row, Scalar, Shape
from headjudge.semantics.symbolic.terms import UNBOUNDED, Constant, Pool, Term
from headjudge.semantics.symbolic.writes import Each


@dataclass(frozen=True, slots=True)
class Valued:
    """A value and the condition under which it is defined."""

    shape: Shape
    defined: Term

    @property
    def term(self) -> Term:
        """The term of a scalar."""
        if not isinstance(self.shape, Scalar):
            raise TypeError("not a scalar")
        return self.shape.term


Answer = Callable[[Ask, Mapping[str, Valued]], Valued]


@dataclass(frozen=True, slots=True)
class Scene:
    """What the names of an expression mean.

    ``fields`` is the situation read; ``after`` the one after the step, for ``next``;
    ``answer`` works out what a claim asks about an action in the situation read, and
    ``answer_after`` in the one after.
    """

    fields: Mapping[str, Shape]
    names: Mapping[str, Valued]
    after: Mapping[str, Shape] | None = None
    answer: Answer | None = None
    answer_after: Answer | None = None

    def with_name(self, name: str, value: Valued) -> Scene:
        """The same scene with one more name."""
        return replace(self, names={**self.names, name: value})


@dataclass(frozen=True, slots=True)
class Case:
    """One round of a generator: the names bound, whether it is there, whether that is known.

    ``each``: it stands for many unknown items of a list.
    """

    scene: Scene
    present: Term
    defined: Term
    each: Each | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """One value that a domain runs over, and whether it is there.

    ``each``: it is one of many unknown items, and might be any of them: one that matters.
    """

    value: Valued
    present: Term
    each: Each | None = None


class Expressions:
    """Lowers expressions over one pool, setting and set of helpers."""

    def __init__(self, pool: Pool, setting: Setting, helpers: Mapping[str, Helper]) -> None:
        self.pool = pool
        self.setting = setting
        self.helpers = helpers

    # ------------------------------------------------------------------ values

    def sure(self, shape: Shape) -> Valued:
        """A value that is always defined."""
        return Valued(shape, self.pool.true)

    def known(self, type_: Type, row: tuple[int, ...]) -> Valued:
        """A constant of a type."""
        return self.sure(shapes.constant(self.pool, type_, self.setting, row))

    def size(self, size: Size) -> Term:
        """A size as a number; without bounds a value of the scope may be any."""
        pool = self.pool
        if not endless(size, self.setting):
            return pool.number(self.setting.value(size))
        match size:
            case ScopeName(name):
                return pool.bound(name)
            case SizeSum(left, right, minus):
                add = pool.minus if minus else pool.plus
                return add(self.size(left), self.size(right))
            case Number() | PlayerCount():
                raise TypeError("a number has a value")

    def above(self, slot: Slot, value: Term) -> Term:
        """Whether a number is too large for its slot."""
        pool = self.pool
        if slot.ceiling is not None:
            return pool.less(self.size(slot.ceiling), value)
        return pool.false if slot.high == UNBOUNDED else pool.less(pool.number(slot.high), value)

    def condition(self, expr: Expr, scene: Scene) -> tuple[Term, Term]:
        """A condition: its truth and whether it is defined."""
        valued = self.value(expr, scene)
        return valued.term, valued.defined

    def value(self, expr: Expr, scene: Scene) -> Valued:
        """The value of an expression in a scene."""
        pool = self.pool
        match expr:
            case Literal(value, type_):
                if isinstance(type_, Bool):
                    return self.sure(Scalar(pool.truth(bool(value))))
                return self.sure(Scalar(pool.number(int(value))))
            case Nobody(type_):
                return self.sure(shapes.absent(pool, type_, self.setting))
            case ScopeValue(size):
                return self.sure(Scalar(self.size(size)))
            case FieldValue(name):
                return self.sure(scene.fields[name])
            case Variable(name):
                return scene.names[name]
            case Item():
                return self._item(expr, scene)
            case Part(base, name):
                return self._part(base, name, scene)
            case Given(base):
                inner = self.value(base, scene)
                if not isinstance(inner.shape, Optional):
                    raise TypeError("not a Maybe")
                return Valued(inner.shape.value, pool.and_(inner.defined, inner.shape.present))
            case Some(base):
                inner = self.value(base, scene)
                return Valued(Optional(pool.true, inner.shape), inner.defined)
            case Compare():
                return self._compare(expr, scene)
            case OneOf(value, choices):
                return self._one_of(value, choices, scene)
            case And(operands):
                return self._in_turn([self.value(o, scene) for o in operands], stop=False)
            case Or(operands):
                return self._in_turn([self.value(o, scene) for o in operands], stop=True)
            case Not(operand):
                inner = self.value(operand, scene)
                return Valued(Scalar(pool.not_(inner.term)), inner.defined)
            case Choose(test, then, orelse):
                return self.branch(
                    self.value(test, scene), self.value(then, scene), self.value(orelse, scene)
                )
            case Sum(left, right, minus):
                a, b = self.value(left, scene), self.value(right, scene)
                total = (pool.minus if minus else pool.plus)(a.term, b.term)
                return Valued(Scalar(total), pool.and_(a.defined, b.defined))
            case Length(base):
                inner = self.value(base, scene)
                return Valued(Scalar(_list(inner.shape).length), inner.defined)
            case Folded():
                return self._folded(expr, scene)
            case NextPlayer(player):
                inner = self.value(player, scene)
                return Valued(Scalar(self._next_player(inner.term)), inner.defined)
            case Distance(start, end):
                a, b = self.value(start, scene), self.value(end, scene)
                return Valued(
                    Scalar(self._distance(a.term, b.term)), pool.and_(a.defined, b.defined)
                )
            case Call(helper, arguments):
                values = [self.value(argument, scene) for argument in arguments]
                return self.call(self.helpers[helper], values, scene)
            case MakeRecord(_, arguments) | MakeTuple(arguments):
                return self._make(expr.type, [self.value(a, scene) for a in arguments])
            case Ask():
                if scene.answer is None:
                    raise TypeError("only a claim asks about actions")
                bound = {name: self.value(argument, scene) for name, argument in expr.arguments}
                return scene.answer(expr, bound)
            case Next(base):
                if scene.after is None:
                    raise TypeError("only a claim about steps says next")
                later = replace(scene, fields=scene.after, after=None, answer=scene.answer_after)
                return self.value(base, later)

    def branch(self, test: Valued, then: Valued, orelse: Valued) -> Valued:
        """``then`` where ``test`` holds; only the branch taken has to be defined."""
        pool = self.pool
        defined = pool.and_(test.defined, pool.ite(test.term, then.defined, orelse.defined))
        return Valued(shapes.choose(pool, test.term, then.shape, orelse.shape), defined)

    def _in_turn(self, operands: list[Valued], *, stop: bool) -> Valued:
        """``and`` (stop at false) or ``or`` (stop at true), left to right."""
        pool = self.pool
        defined, stopped = pool.true, pool.false
        for operand in operands:
            defined = pool.and_(defined, pool.or_(stopped, operand.defined))
            stopped = pool.or_(stopped, operand.term if stop else pool.not_(operand.term))
        return Valued(Scalar(stopped if stop else pool.not_(stopped)), defined)

    def _compare(self, expr: Compare, scene: Scene) -> Valued:
        pool = self.pool
        left, right = self.value(expr.left, scene), self.value(expr.right, scene)
        defined = pool.and_(left.defined, right.defined)
        match expr.op:
            case Comparison.EQ:
                truth = shapes.same(pool, left.shape, right.shape)
            case Comparison.NE:
                truth = pool.not_(shapes.same(pool, left.shape, right.shape))
            case Comparison.LT:
                truth = pool.less(left.term, right.term)
            case Comparison.LE:
                truth = pool.at_most(left.term, right.term)
            case Comparison.GT:
                truth = pool.less(right.term, left.term)
            case Comparison.GE:
                truth = pool.at_most(right.term, left.term)
        return Valued(Scalar(truth), defined)

    def _one_of(self, value: Expr, choices: tuple[Expr, ...], scene: Scene) -> Valued:
        pool = self.pool
        wanted = self.value(value, scene)
        tests = []
        for choice in choices:
            offered = self.value(choice, scene)
            truth = shapes.same(pool, wanted.shape, offered.shape)
            tests.append(Valued(Scalar(truth), offered.defined))
        found = self._in_turn(tests, stop=True)
        return Valued(found.shape, pool.and_(wanted.defined, found.defined))

    def _make(self, type_: Type, values: list[Valued]) -> Valued:
        defined = self.pool.and_(*(value.defined for value in values))
        parts = [value.shape for value in values]
        if isinstance(type_, ListType):
            room = self.setting.value(type_.capacity)
            gap = shapes.absent(self.pool, type_.of, self.setting)
            places = (*parts, *([gap] * (room - len(parts))))
            return Valued(Row(self.pool.number(len(parts)), places), defined)
        return Valued(Parts(tuple(parts)), defined)

    # ------------------------------------------------------------------ access

    def _part(self, base: Expr, name: str, scene: Scene) -> Valued:
        inner = self.value(base, scene)
        if not isinstance(base.type, RecordType) or not isinstance(inner.shape, Parts):
            raise TypeError("not a record")
        index = [part for part, _ in base.type.fields].index(name)
        return Valued(inner.shape.parts[index], inner.defined)

    def _item(self, expr: Item, scene: Scene) -> Valued:
        pool = self.pool
        base, index = self.value(expr.base, scene), self.value(expr.index, scene)
        defined = pool.and_(base.defined, index.defined)
        if isinstance(base.shape, Parts):
            return Valued(self.select(base.shape.parts, index.term), defined)
        row = _list(base.shape)
        place = self.place(row, index.term)
        inside = self.inside(row, place)
        if isinstance(row, Pile):
            item = piles.read(pool, self.setting, row, place, expr.type)
            return Valued(item, pool.and_(defined, inside))
        if not row.places:
            gap = shapes.absent(pool, expr.type, self.setting)
            return Valued(gap, pool.false)
        return Valued(self.select(row.places, place), pool.and_(defined, inside))

    def place(self, row: Row | Pile, index: Term) -> Term:
        """The place an index means; a literal below zero counts from the end."""
        if isinstance(index, Constant) and index.value < 0:
            return self.pool.plus(row.length, index)
        return index

    def inside(self, row: Row | Pile, place: Term) -> Term:
        """Whether a place is one of a list's items."""
        pool = self.pool
        return pool.and_(pool.at_most(pool.number(0), place), pool.less(place, row.length))

    def select(self, choices: tuple[Shape, ...], index: Term) -> Shape:
        """The choice at an index; any choice if the index is none of them."""
        chosen = choices[-1]
        for number in range(len(choices) - 2, -1, -1):
            test = self.pool.equal(index, self.pool.number(number))
            chosen = shapes.choose(self.pool, test, choices[number], chosen)
        return chosen

    def _next_player(self, player: Term) -> Term:
        pool = self.pool
        last = pool.number(self.setting.players - 1)
        one_on = pool.plus(player, pool.number(1))
        return self.within(
            pool.ite(pool.equal(player, last), pool.number(0), one_on), self.setting.players
        )

    def _distance(self, start: Term, end: Term) -> Term:
        pool = self.pool
        apart = pool.minus(end, start)
        behind = pool.less(end, start)
        around = pool.plus(apart, pool.number(self.setting.players))
        return self.within(pool.ite(behind, around, apart), self.setting.players)

    def within(self, term: Term, count: int) -> Term:
        """The same number, with the interval 0 … count - 1 made known by its cases."""
        if 0 <= term.low and term.high < count:
            return term
        pool = self.pool
        result = pool.number(count - 1)
        for number in range(count - 2, -1, -1):
            result = pool.ite(pool.equal(term, pool.number(number)), pool.number(number), result)
        return result

    # -------------------------------------------------------------- generators

    def cases(
        self, domain: Domain, type_: Type, scene: Scene, asker: object
    ) -> tuple[list[Round], Term]:
        """What a domain runs over, and whether that is defined.

        ``asker`` is the expression or statement that runs over it: every one may mean
        another of the items that nobody knows.
        """
        pool = self.pool
        match domain:
            case OverPlayers():
                seats = range(self.setting.players)
                return [Round(self.known(type_, (seat,)), pool.true) for seat in seats], pool.true
            case OverEnum(enum):
                indices = range(len(enum.members))
                return [Round(self.known(enum, (i,)), pool.true) for i in indices], pool.true
            case OverItems(base):
                inner = self.value(base, scene)
                if isinstance(base.type, EachType) and isinstance(inner.shape, Parts):
                    parts = inner.shape.parts
                    return [Round(self.sure(part), pool.true) for part in parts], inner.defined
            case OverIndices(base):
                inner = self.value(base, scene)
        row = _list(inner.shape)
        if isinstance(row, Pile):
            places = self._piled(row, scene, (asker, domain))
        else:
            numbers = [pool.number(number) for number in range(len(row.places))]
            places = [(number, pool.less(number, row.length), None) for number in numbers]
        return [
            Round(self.sure(self._at(row, place, domain, type_)), there, each)
            for place, there, each in places
        ], inner.defined

    def _at(self, row: Row | Pile, index: Term, domain: Domain, type_: Type) -> Shape:
        """What a domain gives for a place of its list."""
        if isinstance(domain, OverIndices):
            return Scalar(index)
        if isinstance(row, Pile):
            return piles.read(self.pool, self.setting, row, index, type_)
        return row.places[index.low]

    def _piled(
        self, pile: Pile, scene: Scene, asker: object
    ) -> list[tuple[Term, Term, Each | None]]:
        """The places of a list without a bound, lowest first.

        The first stands for all places deeper than the known ones: it is one that matters
        (that is found, that stops the search, that is undefined), or there is none of them.
        So every outcome that some list can have can be had.
        """
        pool = self.pool
        on = _hangs_on(scene)
        some = pool.unknown(("some", asker), on, 0, 1, boolean=True)
        index = pool.unknown(("which", asker), on, 0, UNBOUNDED, boolean=False)
        many = pool.unknown(("how many", asker), on, 1, UNBOUNDED, boolean=False)
        room = piles.deeper(pool, pile.length)
        count = pool.ite(pool.at_most(many, room), many, pool.number(1))
        each = Each(index, pile.below, count)
        found: list[tuple[Term, Term, Each | None]] = [
            (index, pool.and_(some, pool.less(index, room)), each)
        ]
        for number in range(TOPS - 1, -1, -1):
            there = pool.less(pool.number(number), pile.length)
            found.append((pool.plus(pile.length, pool.number(-1 - number)), there, None))
        return found

    def _rounds(self, generators: tuple[Generator, ...], start: Case, asker: object) -> list[Case]:
        """All rounds of nested generators, in order."""
        if not generators:
            return [start]
        first, *others = generators
        pool = self.pool
        values, known = self.cases(first.domain, first.type, start.scene, (asker, first.name))
        rounds: list[Case] = []
        if not values and known is not pool.true:
            rounds.append(Case(start.scene, pool.false, pool.or_(pool.not_(start.present), known)))
        for one in values:
            scene = start.scene.with_name(first.name, one.value)
            present = pool.and_(start.present, one.present)
            defined = pool.and_(start.defined, pool.or_(pool.not_(start.present), known))
            for condition in first.conditions:
                truth, sure = self.condition(condition, scene)
                defined = pool.and_(defined, pool.or_(pool.not_(present), sure))
                present = pool.and_(present, truth)
            case = Case(scene, present, defined, one.each or start.each)
            rounds.extend(self._rounds(tuple(others), case, asker))
        return rounds

    def _folded(self, expr: Folded, scene: Scene) -> Valued:
        pool = self.pool
        rounds = self._rounds(expr.generators, Case(scene, pool.true, pool.true), expr)
        elements = [self.value(expr.element, case.scene) for case in rounds]
        sure = [
            pool.and_(case.defined, pool.implies(case.present, element.defined))
            for case, element in zip(rounds, elements, strict=True)
        ]
        pairs = list(zip(rounds, elements, sure, strict=True))
        match expr.fold:
            case Fold.ANY:
                hits = [
                    Valued(Scalar(pool.and_(case.present, element.term)), known)
                    for case, element, known in pairs
                ]
                return self._in_turn(hits, stop=True)
            case Fold.ALL:
                holds = [
                    Valued(Scalar(pool.implies(case.present, element.term)), known)
                    for case, element, known in pairs
                ]
                return self._in_turn(holds, stop=False)
            case Fold.SUM | Fold.COUNT:
                total = pool.number(0)
                if len(expr.generators) > 1 and any(case.each for case in rounds):
                    # Two items that count need not count by the same one of the others.
                    total = self._any_number(("total", expr), scene)
                    return Valued(Scalar(total), pool.and_(*sure))
                for case, element, _ in pairs:
                    total = pool.plus(total, self._amount(expr, case, element.term))
                return Valued(Scalar(total), pool.and_(*sure))
            case Fold.FIRST:
                return self._first(expr, pairs, in_turn=True)
            case Fold.LAST:
                return self._first(expr, pairs[::-1], in_turn=False)

    def _any_number(self, name: object, scene: Scene) -> Term:
        on = _hangs_on(scene)
        return self.pool.unknown(name, on, -UNBOUNDED, UNBOUNDED, boolean=False)

    def _amount(self, expr: Folded, case: Case, element: Term) -> Term:
        """What a round adds to a sum."""
        pool = self.pool
        zero = pool.number(0)
        if element.boolean:
            one = pool.number(1) if case.each is None else case.each.many
            return pool.ite(pool.and_(case.present, element), one, zero)
        if case.each is not None:
            element = self._any_number(("sum", expr), case.scene)
        return pool.ite(case.present, element, zero)

    def _first(
        self, expr: Folded, pairs: list[tuple[Case, Valued, Term]], *, in_turn: bool
    ) -> Valued:
        """The first element there is; with ``in_turn`` later ones are not looked at."""
        pool = self.pool
        if not pairs:
            return Valued(shapes.absent(pool, expr.type, self.setting), pool.false)
        shape = pairs[-1][1].shape
        for case, element, _ in reversed(pairs[:-1]):
            shape = shapes.choose(pool, case.present, element.shape, shape)
        found, defined = pool.false, pool.true
        for case, _, known in pairs:
            defined = pool.and_(defined, pool.or_(found, known) if in_turn else known)
            found = pool.or_(found, case.present)
        return Valued(shape, pool.and_(defined, found))

    # ----------------------------------------------------------------- helpers

    def call(self, helper: Helper, values: list[Valued], scene: Scene) -> Valued:
        """The value of a helper: its body with the parameters' values in place."""
        names = {p.name: v for p, v in zip(helper.parameters, values, strict=True)}
        strict = self.pool.and_(*(value.defined for value in values))
        result = self.body(helper.body, replace(scene, names=names))
        return Valued(result.shape, self.pool.and_(strict, result.defined))

    def body(self, body: Body, scene: Scene) -> Valued:
        """The value of a body that returns on every path."""
        first, *others = body
        match first:
            case Return(value):
                return self.value(value, scene)
            case Let(name, value):
                bound = self.value(value, scene)
                after = self.body(tuple(others), scene.with_name(name, self.sure(bound.shape)))
                return Valued(after.shape, self.pool.and_(bound.defined, after.defined))
            case Branch(test, then, orelse):
                rest = tuple(others)
                return self.branch(
                    self.value(test, scene),
                    self.body((*then, *rest), scene),
                    self.body((*orelse, *rest), scene),
                )


def _list(shape: Shape) -> Row | Pile:
    if not isinstance(shape, Row | Pile):
        raise TypeError("not a list")
    return shape


def _hangs_on(scene: Scene) -> tuple[Term, ...]:
    """Everything that an expression in a scene can depend on."""
    fields = [*scene.fields.values(), *(scene.after or {}).values()]
    names = [scene.names[name].shape for name in sorted(scene.names)]
    return tuple(leaf for shape in (*fields, *names) for leaf in shapes.leaves(shape))
