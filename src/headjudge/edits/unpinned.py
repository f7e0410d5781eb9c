"""A worked example that notices a change of a rulebook which nothing has noticed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from headjudge.edits.play import Shown
from headjudge.evidence.examples import play_examples
from headjudge.evidence.results import Side, Trace
from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import (
    BoolType,
    Compare,
    Comparison,
    Deed,
    EachType,
    EnumType,
    Example,
    Expect,
    Expr,
    FieldValue,
    Item,
    Length,
    ListType,
    Literal,
    MakeRecord,
    MakeTuple,
    MaybeType,
    Nobody,
    Not,
    NumberType,
    Origin,
    Play,
    PlayerType,
    RecordType,
    Refused,
    Rulebook,
    Setting,
    Some,
    Start,
    Type,
)
from headjudge.rulebook.values import Act, Situation, Value
from headjudge.semantics.executable import Game, build

_NOWHERE = Place("", 1, 1)
Line = Play | Refused | Expect


def pinning(
    whole: Rulebook, changed: Rulebook, clause: str, shown: Shown, made: Setting
) -> Example | None:
    """An example that can be played with the rulebook as it is, and not with the change.

    It begins right before the act at which the two part, or with the whole play if it has to.
    None if neither tells the two apart: each is tried on both before it is handed out.
    """
    for example in _candidates(whole, clause, shown, made):
        if _plays(whole, example) and not _plays(changed, example):
            return example
    return None


def _plays(book: Rulebook, example: Example) -> bool:
    alone = replace(book, examples=(example,))
    return play_examples(alone, build(alone))[0].success


def _candidates(book: Rulebook, clause: str, shown: Shown, made: Setting) -> Iterator[Example]:
    trace = shown.traces[0]
    number = 1 + sum(one.origin.clause == clause for one in book.examples)
    left, right = shown.parted.left, shown.parted.right
    if not (left.legal and right.legal) and left.act is right.act is None:
        # Only one of the two can begin so: an example that begins as it is usual tells.
        start = Start(made.players, (), _NOWHERE)
        for told in _told(book, _begins(book, made), None):
            yield Example(number, start, (told,), Origin(clause, _NOWHERE))
        return
    last = trace.steps[-1].after if trace.steps else trace.start
    starts: list[tuple[Situation, Trace]] = []
    if last is not None:
        starts.append((last, Trace(last, ())))
    starts.append((trace.start, trace))
    for begin, play in starts:
        start = _start(book, begin, made)
        before = [Play(_deed(book, step.act), _NOWHERE) for step in play.steps]
        for lines in _ends(book, left, right, made):
            whole = (*before, *lines)
            if whole:
                yield Example(number, start, whole, Origin(clause, _NOWHERE))


def _ends(book: Rulebook, left: Side, right: Side, made: Setting) -> Iterator[tuple[Line, ...]]:
    """The lines that tell the two apart, from what each makes of the last act."""
    act = left.act or right.act
    if act is None:
        # The two part without an act, and the one goes on where the other ends.
        yield from _goes_on(book, left, made)
        return
    deed = _deed(book, act)
    if not left.legal:
        yield (Refused(deed, False, _NOWHERE),)
        yield (Refused(deed, True, _NOWHERE),)
        return
    if not right.legal:
        yield (Play(deed, _NOWHERE),)
        return
    if left.after is None:
        return
    for told in _told(book, left.after, right.after):
        yield (Play(deed, _NOWHERE), told)
    yield (Play(deed, _NOWHERE),)


def _told(book: Rulebook, here: Situation, there: Situation | None) -> Iterator[Expect]:
    """What is expected of each field that is not the same there."""
    for number, field in enumerate(book.fields):
        value = here.values[number]
        if there is None or there.values[number] != value:
            what = FieldValue(field.name, field.type, _NOWHERE)
            yield from (Expect(one, _NOWHERE) for one in _equal(what, value))


def _begins(book: Rulebook, made: Setting) -> Situation:
    """How an example begins that says nothing else."""
    game = Game(build(book), Setting(made.players, book.scope))
    return game.freeze(game.start({}))


def _goes_on(book: Rulebook, left: Side, made: Setting) -> Iterator[tuple[Line, ...]]:
    if left.after is None:
        return
    game = Game(build(book), made)
    for act in game.legal(game.thaw(left.after)):
        yield (Play(_deed(book, act), _NOWHERE),)


# ------------------------------------------------------------------ values as written


def _start(book: Rulebook, begin: Situation, made: Setting) -> Start:
    """The fields that are not as an example begins anyway."""
    usual = _begins(book, made)
    fields = tuple(
        (field.name, constant(value, field.type))
        for field, value, plain in zip(book.fields, begin.values, usual.values, strict=True)
        if value != plain
    )
    return Start(made.players, fields, _NOWHERE)


def _deed(book: Rulebook, act: Act) -> Deed:
    parameters = book.action(act.action).parameters
    pairs = zip(act.arguments, parameters, strict=True)
    given = tuple(constant(value, parameter.type) for value, parameter in pairs)
    return Deed(act.action, given, _NOWHERE)


def constant(value: Value, type_: Type) -> Expr:
    """A value as it is written in an example."""
    match type_, value:
        case MaybeType(), None:
            return Nobody(type_, _NOWHERE)
        case MaybeType(of), _:
            return Some(constant(value, of), type_, _NOWHERE)
        case RecordType(_, parts), tuple(values):
            pairs = zip(values, parts, strict=True)
            given = tuple(constant(one, of) for one, (_, of) in pairs)
            return MakeRecord(type_, given, type_, _NOWHERE)
        case EachType(_, of) | ListType(of), tuple(values):
            return MakeTuple(tuple(constant(one, of) for one in values), type_, _NOWHERE)
        case ((BoolType() | PlayerType() | EnumType()), bool() | int()):
            return Literal(value, type_, _NOWHERE)
        case _, bool() | int():
            return Literal(value, NumberType(), _NOWHERE)
        case _:
            raise TypeError(f"{value!r} is no value of {type_}")


def _equal(what: Expr, value: Value) -> Iterator[Expr]:
    """Conditions that say what a place holds, as plainly as they can be written."""
    match what.type, value:
        case BoolType(), bool():
            yield what if value else Not(what, BoolType(), _NOWHERE)
        case EachType(key, of), tuple(values):
            for index, one in enumerate(values):
                at = Literal(index, key, _NOWHERE)
                yield from _equal(Item(what, at, of, _NOWHERE), one)
        case ListType(of), tuple(values):
            length = Length(what, NumberType(), _NOWHERE)
            yield _compared(length, len(values))
            for index, one in enumerate(values):
                at = Literal(index, NumberType(), _NOWHERE)
                yield _compared(Item(what, at, of, _NOWHERE), one)
        case _:
            yield _compared(what, value)


def _compared(what: Expr, value: Value) -> Expr:
    return Compare(Comparison.EQ, what, constant(value, what.type), BoolType(), _NOWHERE)
