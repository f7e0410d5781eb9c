"""SMV, for NuSMV and nuXmv: actions and parameters are inputs, shared parts are defined."""

from __future__ import annotations

from collections.abc import Iterator

from headjudge.engines.exports.machine import Field, Machine
from headjudge.engines.exports.sheet import Tongue, sheet
from headjudge.engines.exports.words import comment
from headjudge.semantics.symbolic.terms import Term

_REST = "nothing"


class _Smv(Tongue):
    """How SMV writes terms."""

    true = "TRUE"
    false = "FALSE"

    def equality(self, left: str, right: str, *, boolean: bool) -> str:
        return f"({left} <-> {right})" if boolean else super().equality(left, right, boolean=False)


def smv(machine: Machine) -> str:
    """The model, with one invariant per question.

    The action "nothing" keeps every field, and may be taken anywhere: what is reachable and
    how soon stays the same.
    """
    return "\n".join(_lines(machine)) + "\n"


def _lines(machine: Machine) -> Iterator[str]:
    for line in machine.head:
        yield f"-- {comment(line)}"
    yield ""
    yield "MODULE main"
    yield "VAR"
    for field in machine.fields:
        yield f"  {field.name} : {_type(field.variable)};  -- {comment(field.slot.name)}"
    yield "IVAR"
    deeds = machine.deeds
    yield f"  action : {{{', '.join((_REST, *(f'do_{deed.name}' for deed in deeds)))}}};"
    names = dict(machine.names())
    for deed in deeds:
        for one in deed.parameters:
            name = f"{deed.name}_{one.name}"
            names[one.variable] = name
            yield f"  {name} : {_type(one.variable)};"
    updates = [(deed, field, new) for deed in deeds for field, new in deed.updates]
    roots = [deed.guard for deed in deeds]
    roots += [new for _, _, new in updates]
    roots += [question.bad for question in machine.questions]
    made = sheet(roots, names, _Smv(), prefix="t_")
    if made.named:
        yield "DEFINE"
        for part in made.named:
            yield f"  {part.name} := {part.text};"
    yield "INIT"
    rows = [
        " & ".join(
            f"{field.name} = {_value(field, value)}"
            for field, value in zip(machine.fields, row, strict=True)
        )
        for row in machine.initial
    ]
    yield "  " + " |\n  ".join(f"({row})" for row in rows)
    guards = made.roots[: len(deeds)]
    for deed, guard in zip(deeds, guards, strict=True):
        yield f"-- {comment(deed.name)}: {comment(', '.join(deed.clauses))}"
        yield f"TRANS action = do_{deed.name} -> {guard}"
    news = made.roots[len(deeds) : len(deeds) + len(updates)]
    for field in machine.fields:
        mine = [
            (deed, text)
            for (deed, changed, _), text in zip(updates, news, strict=True)
            if changed is field
        ]
        yield f"TRANS next({field.name}) = case"
        for deed, text in mine:
            yield f"    action = do_{deed.name} : {text};"
        yield f"    TRUE : {field.name};"
        yield "  esac"
    bads = made.roots[len(deeds) + len(updates) :]
    for question, text in zip(machine.questions, bads, strict=True):
        yield f"-- {comment(question.title)}"
        yield f"INVARSPEC NAME {question.name} := !{text};"


def _type(term: Term) -> str:
    return "boolean" if term.boolean else f"{term.low}..{term.high}"


def _value(field: Field, value: int) -> str:
    return _Smv().constant(value, boolean=field.variable.boolean)
