"""Statements run symbolically: what the clauses write, and under which condition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from headjudge.rulebook.syntax import (
    Add,
    Append,
    Assign,
    Do,
    EachType,
    For,
    If,
    Keeps,
    Let,
    ListType,
    Location,
    MaybeType,
    Pop,
    RecordType,
    Statement,
    Type,
)
from headjudge.rulebook.values import size
from headjudge.semantics.symbolic import shapes
from headjudge.semantics.symbolic.expressions import Expressions, Scene, Valued
from headjudge.semantics.symbolic.layout import (
    TOPS,
    EndlessError,
    Layout,
    bound_name,
    endless,
    slots_of,
    width,
)
from headjudge.semantics.symbolic.merging import Merger
from headjudge.semantics.symbolic.piles import depth
from headjudge.semantics.symbolic.shapes import Pile, Row, leaves
from headjudge.semantics.symbolic.terms import UNBOUNDED, Pool, Term
from headjudge.semantics.symbolic.writes import (
    Appended,
    Extra,
    Kept,
    ListPlace,
    Merged,
    Pen,
    Put,
    Removal,
    Target,
    Written,
)


class Updates:
    """Runs statements, and has what they write merged."""

    def __init__(self, expressions: Expressions, layout: Layout, fields: tuple[str, ...]) -> None:
        self.expressions = expressions
        self.pool: Pool = expressions.pool
        self.setting = expressions.setting
        self.layout = layout
        self.offset = dict(zip(fields, layout.offsets, strict=True))
        self.type = dict(zip(fields, layout.types, strict=True))
        self.field_of: list[str] = []
        for name, type_ in zip(fields, layout.types, strict=True):
            self.field_of.extend([name] * width(type_, self.setting))
        self.lists = tuple(
            place
            for name, type_ in zip(fields, layout.types, strict=True)
            for place in self._lists(name, type_, self.offset[name])
        )
        self._merger = Merger(expressions, layout, self.field_of, self.lists)

    def merge(
        self,
        before: tuple[Term, ...],
        written: Written,
        orders: Mapping[str, tuple[tuple[str, ...], Term]],
        earlier: Written | None = None,
    ) -> Merged:
        """One situation out of what was written; see :meth:`Merger.merge`."""
        return self._merger.merge(before, written, orders, earlier)

    def _lists(self, name: str, type_: Type, offset: int) -> Iterator[ListPlace]:
        match type_:
            case ListType(of, capacity) if endless(capacity, self.setting):
                yield ListPlace(offset, name, of, TOPS, "", endless=True)
            case ListType(of, capacity):
                room = self.setting.value(capacity)
                yield ListPlace(offset, name, of, room, bound_name(capacity))
            case EachType(key, of):
                step = width(of, self.setting)
                for index in range(size(key, self.setting)):
                    yield from self._lists(name, of, offset + index * step)
            case _:
                return

    def fields(self, slots: tuple[Term, ...]) -> dict[str, shapes.Shape]:
        """The fields' shapes over the terms of the slots."""
        terms = iter(slots)
        return {
            name: shapes.shape_of(type_, self.setting, terms) for name, type_ in self.type.items()
        }

    # -------------------------------------------------------------- statements

    def run(
        self,
        statements: tuple[Statement, ...],
        scene: Scene,
        pen: Pen,
    ) -> None:
        """Record what the statements write where the pen's condition holds."""
        pool = self.pool
        for statement in statements:
            match statement:
                case Let(name, value):
                    bound = self._value(self.expressions.value(value, scene), pen)
                    scene = scene.with_name(name, bound)
                case If(test, then, orelse):
                    valued = self.expressions.value(test, scene)
                    truth = self._value(valued, pen).term
                    self.run(then, scene, pen.where(pool.and_(pen.when, truth)))
                    self.run(orelse, scene, pen.where(pool.and_(pen.when, pool.not_(truth))))
                case For(name, domain, type_, body):
                    rounds, known = self.expressions.cases(domain, type_, scene, statement)
                    self._suspect(known, pen)
                    for one in rounds:
                        inner = scene.with_name(name, one.value)
                        here = pen.where(pool.and_(pen.when, one.present))
                        if one.each is not None:
                            here = replace(here, each=one.each)
                        self.run(body, inner, here)
                case Do(helper, arguments):
                    called = self.expressions.helpers[helper]
                    values = [self._value(self.expressions.value(a, scene), pen) for a in arguments]
                    names = {p.name: v for p, v in zip(called.parameters, values, strict=True)}
                    inner = Scene(scene.fields, names)
                    self.run(called.effects, inner, pen)
                case _:
                    self._write(statement, scene, pen)

    def _value(self, valued: Valued, pen: Pen) -> Valued:
        self._suspect(valued.defined, pen)
        return Valued(valued.shape, self.pool.true)

    def _suspect(self, known: Term, pen: Pen) -> None:
        unknown = self.pool.and_(pen.when, self.pool.not_(known))
        if unknown is not self.pool.false:
            pen.written.undefined.append((pen.voice.clause, unknown))

    def _write(
        self,
        statement: Assign | Add | Append | Pop | Keeps,
        scene: Scene,
        pen: Pen,
    ) -> None:
        pool = self.pool
        written, when = pen.written, pen.when
        if when is pool.false:
            return
        if pen.each is not None and not isinstance(statement, Pop):
            raise EndlessError(f"{pen.voice.clause} does something for every item of a list")
        pen.used.append(when)
        if isinstance(statement, Keeps):
            written.spoken[statement.field].append(when)
            self._keep(statement.field, scene, pen)
            return
        targets, known = self._targets(statement.location, scene)
        self._suspect(known, pen)
        written.spoken[statement.location.field].append(when)
        match statement:
            case Assign(_, value):
                valued = self.expressions.value(value, scene)
                new = tuple(leaves(self._value(valued, pen).shape))
                for target in targets:
                    self._put(target, new, pen.where(pool.and_(when, target.when)))
            case Add(_, value, minus):
                valued = self.expressions.value(value, scene)
                amount = self._value(valued, pen).term
                signed = pool.minus(pool.number(0), amount) if minus else amount
                for target in targets:
                    if target.deep:
                        self._tamper(target, pen)
                        self._suspect(pool.something((when, amount), 1, boolean=True), pen)
                        continue
                    extra = Extra(pen.voice, pool.and_(when, target.when), signed)
                    written.extras[target.offset].append(extra)
                    if target.in_list:
                        written.listed.add(target.offset)
            case Append(_, value):
                valued = self.expressions.value(value, scene)
                item = tuple(leaves(self._value(valued, pen).shape))
                self._check_item(statement.location.type, item, pen)
                for target in targets:
                    appended = Appended(pen.voice, pool.and_(when, target.when), item)
                    written.appends[target.offset].append(appended)
            case Pop():
                self._pop(statement, targets, scene, pen)

    def _check_item(self, type_: Type, item: tuple[Term, ...], pen: Pen) -> None:
        """An item with a part outside its type is undefined."""
        if not isinstance(type_, ListType):
            raise TypeError("not a list")
        self._check_range(type_.of, item, pen)

    def _check_range(self, type_: Type, item: tuple[Term, ...], pen: Pen) -> None:
        pool = self.pool
        for slot, value in zip(slots_of("", type_, self.setting), item, strict=True):
            if not slot.boolean:
                low = pool.at_most(pool.number(slot.low), value)
                high = pool.not_(self.expressions.above(slot, value))
                self._suspect(pool.and_(low, high), pen)

    def _tamper(self, target: Target, pen: Pen) -> None:
        """Something is written to an item that is not known."""
        pool = self.pool
        when = pool.and_(pen.when, target.when)
        fresh = pool.something((when,), UNBOUNDED)
        pen.written.puts[target.offset].append(Put(pen.voice, when, fresh))
        pen.written.listed.add(target.offset)

    def _pop(self, statement: Pop, targets: list[Target], scene: Scene, pen: Pen) -> None:
        location, index = statement.location, statement.index
        pool = self.pool
        wanted: Term | None = None
        if index is not None:
            valued = self.expressions.value(index, scene)
            wanted = self._value(valued, pen).term
        for target in targets:
            here = pool.and_(pen.when, target.when)
            row = self._row(target, scene, location)
            last = pool.plus(row.length, pool.number(-1))
            place = last if wanted is None else self.expressions.place(row, wanted)
            self._suspect(self.expressions.inside(row, place), pen.where(here))
            top = wanted is None or place is last
            many = self._many(row, place, pen)
            removal = Removal(pen.voice, here, None if top else place, many)
            pen.written.removals[target.offset].append(removal)

    def _many(self, row: Row | Pile, place: Term, pen: Pen) -> Term | None:
        """How many items a removal stands for that is made for each of many."""
        if pen.each is None:
            return None
        if isinstance(row, Pile) and row.below is pen.each.below and place is pen.each.index:
            return pen.each.many
        raise EndlessError(f"{pen.voice.clause} removes something for every item of a list")

    def _row(self, target: Target, scene: Scene, location: Location) -> Row | Pile:
        terms = tuple(leaves(scene.fields[location.field]))
        start = target.offset - self.offset[location.field]
        shape = shapes.shape_of(target.type, self.setting, iter(terms[start:]))
        if not isinstance(shape, Row | Pile):
            raise TypeError("not a list")
        return shape

    def _put(self, target: Target, new: tuple[Term, ...], pen: Pen) -> None:
        if target.deep:
            self._tamper(target, pen)
            self._check_range(target.type, new, pen)
            return
        room = width(target.type, self.setting)
        # One entry's value given to a whole Each is repeated for every entry.
        values = new * (room // len(new)) if new else ()
        for index, value in enumerate(values):
            slot = target.offset + index
            pen.written.puts[slot].append(Put(pen.voice, pen.when, value))
            if target.in_list:
                pen.written.listed.add(slot)

    def _keep(self, name: str, scene: Scene, pen: Pen) -> None:
        start = self.offset[name]
        for index, old in enumerate(leaves(scene.fields[name])):
            pen.written.puts[start + index].append(Put(pen.voice, pen.when, old))
        for place in self.lists:
            if place.field == name:
                pen.written.kept[place.offset].append(Kept(pen.voice, pen.when))

    def _targets(self, location: Location, scene: Scene) -> tuple[list[Target], Term]:
        """All places that a location may mean, and whether it means one."""
        pool = self.pool
        start = self.offset[location.field]
        targets = [Target(pool.true, start, self.type[location.field], in_list=False)]
        known = pool.true
        for step in location.path:
            if isinstance(step, str):
                targets = [self._part(target, step) for target in targets]
                continue
            index = self.expressions.value(step, scene)
            known = pool.and_(known, index.defined)
            wider: list[Target] = []
            for target in targets:
                more, inside = self._entries(target, index.term, scene, location)
                wider.extend(more)
                known = pool.and_(known, pool.implies(target.when, inside))
            targets = wider
        return targets, known

    def _part(self, target: Target, name: str) -> Target:
        type_ = target.type.of if isinstance(target.type, MaybeType) else target.type
        if not isinstance(type_, RecordType):
            raise TypeError("not a record")
        offset = target.offset
        for part, of in type_.fields:
            if part == name:
                return replace(target, offset=target.offset if target.deep else offset, type=of)
            offset += width(of, self.setting)
        raise KeyError(name)

    def _entries(
        self, target: Target, index: Term, scene: Scene, location: Location
    ) -> tuple[list[Target], Term]:
        pool = self.pool
        match target.type:
            case EachType(key, of):
                step, first = width(of, self.setting), target.offset
                count, inside, in_list = size(key, self.setting), pool.true, target.in_list
            case ListType(of):
                row = self._row(target, scene, location)
                index = self.expressions.place(row, index)
                if isinstance(row, Pile):
                    return self._piled(target, row, index)
                step, first, in_list = width(of, self.setting), target.offset + 1, True
                count, inside = len(row.places), self.expressions.inside(row, index)
            case _:
                raise TypeError("nothing to index")
        entries = [
            Target(
                pool.and_(target.when, pool.equal(index, pool.number(number))),
                first + number * step,
                of,
                in_list,
            )
            for number in range(count)
        ]
        return [entry for entry in entries if entry.when is not pool.false], inside

    def _piled(self, target: Target, pile: Pile, index: Term) -> tuple[list[Target], Term]:
        """The known items of a list without a bound, and all others."""
        pool = self.pool
        if not isinstance(target.type, ListType):
            raise TypeError("not a list")
        of, level = target.type.of, depth(pool, pile.length, index)
        step = width(of, self.setting)
        deep = pool.and_(target.when, pool.at_most(pool.number(TOPS), level))
        entries = [Target(deep, target.offset + 1, of, in_list=True, deep=True)]
        for number in range(TOPS):
            here = pool.and_(target.when, pool.equal(level, pool.number(number)))
            entries.append(Target(here, target.offset + 2 + number * step, of, in_list=True))
        inside = self.expressions.inside(pile, index)
        return [entry for entry in entries if entry.when is not pool.false], inside
