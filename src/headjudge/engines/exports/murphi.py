"""Murphi, for rumur: one rule per action, with its parameters as a ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from headjudge.engines.exports.machine import Deed, Field, Machine, Question
from headjudge.engines.exports.sheet import Named, Sheet, Tongue, sheet
from headjudge.engines.exports.words import comment
from headjudge.semantics.symbolic.terms import Term, Variable


class _Murphi(Tongue):
    """How Murphi writes terms."""


def murphi(machine: Machine) -> str:
    """The model, with one invariant per question."""
    return "\n".join(_lines(machine)) + "\n"


def _lines(machine: Machine) -> Iterator[str]:
    for line in machine.head:
        yield f"-- {comment(line)}"
    yield ""
    yield "var"
    for field in machine.fields:
        yield f"  {field.name}: {_type(field.variable)};  -- {comment(field.slot.name)}"
    yield ""
    for number, row in enumerate(machine.initial):
        yield f'startstate "{number}"'
        for field, value in zip(machine.fields, row, strict=True):
            yield f"  {field.name} := {_value(field, value)};"
        yield "end;"
        yield ""
    names = machine.names()
    for deed in machine.deeds:
        yield from _rule(deed, names)
    for question in machine.questions:
        yield from _invariant(question, names)


def _rule(deed: Deed, names: Mapping[Variable, str]) -> Iterator[str]:
    own = {**names, **{one.variable: one.name for one in deed.parameters}}
    yield f"-- {comment(deed.name)}: {comment(', '.join(deed.clauses))}"
    guard = sheet((deed.guard,), own, _Murphi())
    head = "; ".join(f"{one.name}: {_type(one.variable)}" for one in deed.parameters)
    yield f"function may_{deed.name}({head}): boolean;"
    yield from _body(guard)
    yield f"  return {guard.roots[0]};"
    yield "end;"
    if deed.parameters:
        yield f"ruleset {head} do"
    given = ", ".join(one.name for one in deed.parameters)
    yield f'rule "{deed.name}" may_{deed.name}({given}) ==>'
    effect = sheet([new for _, new in deed.updates], own, _Murphi())
    # All updates read the situation before: what is written later must not see what was.
    kept = tuple(
        Named(f"n_{field.name}", root, new)
        for (field, new), root in zip(deed.updates, effect.roots, strict=True)
    )
    yield from _body(Sheet((*effect.named, *kept), ()))
    for (field, _), one in zip(deed.updates, kept, strict=True):
        yield f"  {field.name} := {one.name};"
    yield "end;"
    if deed.parameters:
        yield "end;"
    yield ""


def _body(made: Sheet) -> Iterator[str]:
    if made.named:
        yield "var"
        for one in made.named:
            yield f"  {one.name}: {_type(one.term)};"
    yield "begin"
    for one in made.named:
        yield f"  {one.name} := {one.text};"


def _invariant(question: Question, names: Mapping[Variable, str]) -> Iterator[str]:
    bad = sheet((question.bad,), names, _Murphi())
    yield f"-- {comment(question.title)}"
    yield f"function bad_{question.name}(): boolean;"
    yield from _body(bad)
    yield f"  return {bad.roots[0]};"
    yield "end;"
    yield f'invariant "{question.name}" !bad_{question.name}();'
    yield ""


def _type(term: Term) -> str:
    return "boolean" if term.boolean else f"{term.low}..{term.high}"


def _value(field: Field, value: int) -> str:
    return _Murphi().constant(value, boolean=field.variable.boolean)
