"""Promela, for SPIN: one process, and each action's guard and updates as C.

The terms are shared graphs. Promela has no place for shared parts inside a guard; C has,
and SPIN compiles it as it stands. The state is Promela's: SPIN stores nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from headjudge.engines.exports.machine import Deed, Field, Machine
from headjudge.engines.exports.sheet import Sheet, Tongue, sheet
from headjudge.engines.exports.words import comment
from headjudge.semantics.symbolic.terms import Variable

_BYTE = 255
_SHORT = 1 << 15


class _C(Tongue):
    """How C writes terms: truth values are numbers, and any but 0 is true."""

    true = "1"
    false = "0"
    conjunct = "&&"
    disjunct = "||"
    equals = "=="

    def equality(self, left: str, right: str, *, boolean: bool) -> str:
        return f"(!{left} == !{right})" if boolean else super().equality(left, right, boolean=False)


def promela(machine: Machine) -> str:
    """The model. An assertion fails where a question's ``bad`` holds, in a step of its own.

    SPIN stores one situation more than there are if several are the first ones: the moment
    before the choice among them.
    """
    return "\n".join(_lines(machine)) + "\n"


def _lines(machine: Machine) -> Iterator[str]:
    yield "/*"
    for line in machine.head:
        yield f" * {comment(line)}"
    yield " */"
    (row, *others) = machine.initial
    for field, value in zip(machine.fields, row, strict=True):
        yield f"{_type(field)} {field.name} = {value};  /* {comment(field.slot.name)} */"
    yield ""
    names = {field.variable: f"now.{field.name}" for field in machine.fields}
    # SPIN reads no piece of C longer than 64 KiB: one piece for each action.
    for deed in machine.deeds:
        yield "c_code {"
        yield from _functions(deed, names)
        yield "}"
    for number, question in enumerate(machine.questions, start=1):
        bad = sheet((question.bad,), names, _C())
        yield "c_code {"
        yield f"/* {number}: {comment(question.title)} */"
        yield f"static int bad_{number}(void)"
        yield from _body(bad, f"  return {bad.roots[0]};")
        yield "}"
    yield ""
    yield "active proctype play()"
    yield "{"
    if others:
        yield "  if"
        for one in machine.initial:
            changed = [
                f"{field.name} = {value};"
                for field, value, usual in zip(machine.fields, one, row, strict=True)
                if value != usual
            ]
            yield f"  :: d_step {{ true -> {' '.join(changed) or 'skip'} }}"
        yield "  fi;"
    yield "  do"
    for number, _ in enumerate(machine.questions, start=1):
        yield f"  :: c_expr {{ bad_{number} () }} -> assert(false)"
    # SPIN refuses a call as a side effect, unless there is a space before its bracket.
    for deed in machine.deeds:
        yield f"  /* {comment(deed.name)}: {comment(', '.join(deed.clauses))} */"
        for values in deed.rows:
            given = ", ".join(map(str, values))
            yield (
                f"  :: d_step {{ c_expr {{ may_{deed.name} ({given}) }} -> "
                f"c_code {{ do_{deed.name}({given}); }} }}"
            )
    yield "  od"
    yield "}"


def _functions(deed: Deed, names: Mapping[Variable, str]) -> Iterator[str]:
    own = {**names, **{one.variable: one.name for one in deed.parameters}}
    head = ", ".join(f"int {one.name}" for one in deed.parameters) or "void"
    guard = sheet((deed.guard,), own, _C())
    yield f"/* {comment(deed.name)}: {comment(', '.join(deed.clauses))} */"
    yield f"static int may_{deed.name}({head})"
    yield from _body(guard, f"  return {guard.roots[0]};")
    effect = sheet([new for _, new in deed.updates], own, _C())
    # All updates read the situation before: what is written later must not see what was.
    kept = [
        f"  const int n_{field.name} = {root};"
        for (field, _), root in zip(deed.updates, effect.roots, strict=True)
    ]
    written = [f"  now.{field.name} = n_{field.name};" for field, _ in deed.updates]
    yield f"static void do_{deed.name}({head})"
    yield from _body(effect, *kept, *written)


def _body(made: Sheet, *lines: str) -> Iterator[str]:
    yield "{"
    for one in made.named:
        yield f"  const int {one.name} = {one.text};"
    yield from lines
    yield "}"


def _type(field: Field) -> str:
    variable = field.variable
    if variable.boolean:
        return "bit"
    if 0 <= variable.low and variable.high <= _BYTE:
        return "byte"
    return "short" if -_SHORT <= variable.low and variable.high < _SHORT else "int"
