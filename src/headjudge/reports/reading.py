"""Each block of a rulebook as sentences beside its clause's words, for whoever compares them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from headjudge.reports import english
from headjudge.reports.words import listed, member, spoken
from headjudge.rulebook.due import left_to_cards
from headjudge.rulebook.syntax import (
    Action,
    ActionKind,
    Add,
    Append,
    Assign,
    BoolType,
    Claim,
    ClaimKind,
    Clause,
    Consequence,
    Do,
    EachType,
    EnumType,
    Example,
    For,
    Helper,
    If,
    Keeps,
    Let,
    ListType,
    Location,
    MaybeType,
    Norm,
    NormKind,
    NumberType,
    Parameter,
    PlayerType,
    Pop,
    RangeType,
    Reading,
    RecordType,
    Rulebook,
    Stage,
    StateField,
    Statement,
    StockType,
    Type,
)

_Said = StateField | Helper | Action | Norm | Consequence | Claim | Example


@dataclass(frozen=True, slots=True)
class Read:
    """A clause: its words, and what its block says, a sentence for each statement."""

    clause: Clause
    sentences: tuple[str, ...]


def read(rulebook: Rulebook) -> tuple[Read, ...]:
    """Every clause that is no bare section, in the order of the document."""
    by_clause: dict[str, list[_Said]] = {}
    everything: tuple[_Said, ...] = (
        *rulebook.fields,
        *rulebook.helpers,
        *rulebook.actions,
        *rulebook.norms,
        *rulebook.consequences,
        *rulebook.claims,
        *rulebook.examples,
    )
    for one in sorted(everything, key=lambda said: said.origin.order):
        by_clause.setdefault(one.origin.clause, []).append(one)
    return tuple(
        Read(clause, tuple(_clause(rulebook, clause, by_clause.get(clause.id, ()))))
        for clause in rulebook.clauses
        if clause.words or clause.blocks or not clause.section
    )


def _clause(rulebook: Rulebook, clause: Clause, said: Sequence[_Said]) -> Iterator[str]:
    for one in said:
        sentence = _sentence(rulebook, one)
        yield f"{sentence[:1].upper()}{sentence[1:]}."
    if clause.restated:
        yield f"It says again what {listed(clause.restated)} says."
    if clause.unmodelled is not None:
        yield f"It is not modelled: {clause.unmodelled}"
    if not said and not clause.blocks:
        yield "It has no block."
    elif not said and not clause.restated and clause.unmodelled is None:
        yield "It names kinds of things and says nothing else."


def _sentence(rulebook: Rulebook, one: _Said) -> str:
    match one:
        case StateField():
            return _field(one)
        case Helper():
            return _helper(one)
        case Action():
            return _action(rulebook, one)
        case Norm():
            return _read_as(one.reading, _norm(rulebook, one))
        case Consequence():
            return _read_as(one.reading, _consequence(rulebook, one))
        case Claim():
            return _read_as(one.reading, _claim(one))
        case Example():
            count = len(one.lines)
            return f"a worked example of {count} line{'' if count == 1 else 's'} shows it"


def _read_as(reading: Reading | None, said: str) -> str:
    if reading is None:
        return said
    return f"if “{reading.question}” is answered “{reading.answer}”: {said}"


# ----------------------------------------------------------------------- declarations


def _field(field: StateField) -> str:
    said = f"“{spoken(field.name)}” is {_type(field.type)}"
    if field.initial is not None:
        said += f", at first {english.value(field.initial)}"
    if field.hidden:
        said += "; every player sees only their own"
    if field.told:
        said += "; it does not stay by itself and has to be given anew"
    return said


def _type(type_: Type) -> str:
    match type_:
        case BoolType():
            return "yes or no"
        case NumberType():
            return "a number"
        case RangeType(low, high):
            return f"a number from {english.size(low)} to {english.size(high)}"
        case StockType(capacity):
            return f"a stock of at most {english.size(capacity)}"
        case PlayerType():
            return "a player"
        case EnumType(_, members):
            return listed([member(name) for name in members], "or")
        case RecordType(name, fields):
            return f"{name} ({', '.join(spoken(part) for part, _ in fields)})"
        case MaybeType(of):
            return f"{_type(of)} or nobody"
        case EachType(key, of):
            whose = "player" if isinstance(key, PlayerType) else key.name
            return f"for each {whose} {_type(of)}"
        case ListType(of, capacity):
            return f"a list of at most {english.size(capacity)}, each {_type(of)}"


def _helper(helper: Helper) -> str:
    name = f"“{spoken(helper.name)}”{_given(helper.parameters)}"
    if helper.type is not None:
        return f"{name} means: {english.body(helper.body)}"
    return f"{name} means that {effects(helper.effects)}"


def _given(parameters: Sequence[Parameter]) -> str:
    names = ", ".join(spoken(one.name) for one in parameters)
    return f" ({names})" if names else ""


def _action(rulebook: Rulebook, action: Action) -> str:
    move = action.kind is ActionKind.MOVE
    parameters = action.parameters[1:] if move else action.parameters
    if move:
        who = spoken(action.parameters[0].name)
    else:
        who = "the cards" if left_to_cards(rulebook, action) else "the game"
    said = f"{who} can “{spoken(action.name)}”"
    if parameters:
        given = "; ".join(f"{spoken(one.name)}: {_type(one.type)}" for one in parameters)
        said += f" [{given}]"
    needs = english.premise(action.preamble)
    said += f" where {' and '.join(needs)}" if needs else " in any situation"
    return f"{said}; then {effects(action.effects)}"


# -------------------------------------------------------------------------- what is said


def _who(rulebook: Rulebook, one: Norm | Consequence) -> tuple[str, str]:
    """Who does what a norm is about, empty if it is the game; and the actions, in quotes."""
    actions = [rulebook.action(name) for name in one.actions]
    deeds = listed([f"“{spoken(action.name)}”" for action in actions], "or")
    if not all(action.kind is ActionKind.MOVE for action in actions):
        return "", deeds
    names = {parameter.name for parameter in one.parameters}
    first = {action.parameters[0].name for action in actions}
    (name,) = first if len(first) == 1 else ("",)
    return (spoken(name) if name in names else "a player"), deeds


def about(rulebook: Rulebook, clause: str, action: str) -> str:
    """What a clause says of an action, a sentence for each of its norms; empty if it says none."""
    return " ".join(
        f"{sentence[:1].upper()}{sentence[1:]}."
        for norm in rulebook.norms
        if norm.origin.clause == clause and action in norm.actions
        for sentence in (_norm(rulebook, norm),)
    )


def _norm(rulebook: Rulebook, norm: Norm) -> str:
    who, deeds = _who(rulebook, norm)
    always = english.always(norm.body)
    when = "" if always else f" {english.body(norm.body)}"
    if when.startswith(" if "):
        when = f" this holds: {when.strip()}"
    match norm.kind:
        case NormKind.MAY:
            said = f"{who} may {deeds}" if who else f"{deeds} may happen"
            said += f" if{when}" if when else ""
        case NormKind.MUST_NOT:
            said = f"{who} must not {deeds}" if who else f"{deeds} must not happen"
            said += f" if{when}" if when else ""
        case NormKind.ONLY:
            said = f"{who} may {deeds} only" if who else f"{deeds} may happen only"
            said += f" while{when}" if when else " as it is"
        case NormKind.MUST:
            said = f"{who} must {deeds}" if who else f"{deeds} must happen"
            said += f" while{when}" if when else ""
            if norm.before:
                held = listed([f"“{spoken(name)}”" for name in norm.before])
                said += f", and {held} has to wait for it"
    return said + _standing(norm.overrides, norm.restates)


def _consequence(rulebook: Rulebook, one: Consequence) -> str:
    who, deeds = _who(rulebook, one)
    happens = f"{who} does {deeds}" if who else f"{deeds} happens"
    when = f"when {happens}" if one.stage is Stage.WHEN else f"after {happens}, as things then are"
    return f"{when}: {effects(one.effects)}{_standing(one.overrides, one.restates)}"


def _standing(overrides: Sequence[str], restates: Sequence[str]) -> str:
    said = f"; this counts before {listed(overrides)}" if overrides else ""
    return said + (f"; {listed(restates)} says so too" if restates else "")


def _claim(claim: Claim) -> str:
    if claim.kind is ClaimKind.ANY_ORDER:
        named = listed([f"“{spoken(name)}”" for name in claim.option])
        return f"“{spoken(claim.name)}”: in what order {named} happens makes no difference"
    every = claim.every or claim.kind is ClaimKind.SOMETIMES
    where = "step" if claim.of_steps else "situation" if every else "situation at rest"
    names = listed([spoken(one.name) for one in claim.parameters])
    told = english.body(claim.body)
    if claim.premise:
        told = f"{told} — provided that {' and '.join(english.premise(claim.premise))}"
    match claim.kind:
        case ClaimKind.ALWAYS:
            said = f"in every {where}{f', for all {names}' if names else ''}: {told}"
        case ClaimKind.NEVER:
            said = f"in no {where}{f', for any {names}' if names else ''}: {told}"
        case ClaimKind.SOMETIMES:
            each = listed([spoken(name) for name in claim.each])
            rest = [spoken(one.name) for one in claim.parameters if one.name not in claim.each]
            whose = f", for every {each}" if each else ""
            whose += f", for some {listed(rest)}" if rest else ""
            said = f"in some {where}{whose}: {told}"
        case _:
            said = told
    return f"“{spoken(claim.name)}”: {said}"


# --------------------------------------------------------------------------- effects


def effects(several: Sequence[Statement]) -> str:
    """What statements change, as one phrase."""
    return "; ".join(effect(one) for one in several) or "nothing changes by it alone"


def effect(one: Statement) -> str:
    """What a statement changes: ``window becomes yes``."""
    match one:
        case Assign(location, value):
            return f"{_location(location)} becomes {english.value(value)}"
        case Add(location, value, minus):
            return (
                f"{_location(location)} {'falls' if minus else 'grows'} by {english.value(value)}"
            )
        case Append(location, value):
            return f"{english.value(value)} is added to {_location(location)}"
        case Pop(location, index):
            which = "the last item" if index is None else f"item {english.value(index)}"
            return f"{which} leaves {_location(location)}"
        case Keeps(field):
            return f"{spoken(field)} stays as it is"
        case If(test, then, orelse):
            other = f"; otherwise {effects(orelse)}" if orelse else ""
            return f"(if {english.condition(test)}: {effects(then)}{other})"
        case For(name, domain, _, body):
            return f"(for each {spoken(name)} among {english.one_of(domain)}: {effects(body)})"
        case Let():
            return english.named(one)
        case Do(helper, arguments):
            given = f" ({english.arguments(arguments)})" if arguments else ""
            return f"“{spoken(helper)}”{given}"


def _location(location: Location) -> str:
    """``fast of player``, ``the controller of item 0 of cascade``."""
    said = spoken(location.field)
    for step in location.path:
        if isinstance(step, str):
            said = f"the {spoken(step)} of {said}"
        else:
            said = f"{said} of {english.value(step)}"
    return said
