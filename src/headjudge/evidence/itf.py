"""Plays in Apalache's Informal Trace Format, to be replayed and to be read by other tools.

A play becomes one JSON object: ``#meta`` says what it shows, ``vars`` names the fields,
``states`` holds the situations. A seat is ``"A"``, a member of an enum its name, nobody
``"nobody"``, a record or an ``Each`` a record, a list a list. A play that goes round for
ever is a lasso: ``loop`` is the state that follows the last one. The format is described at
https://apalache-mc.org/docs/adr/015adr-trace.html.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from headjudge.evidence.results import (
    Branch,
    Cause,
    Denial,
    Finding,
    Keeper,
    Kind,
    Loop,
    Step,
    Trace,
    Turn,
    WayOut,
)
from headjudge.evidence.strict import Node, parse_json
from headjudge.rulebook.syntax import (
    BoolType,
    EachType,
    EnumType,
    ListType,
    MaybeType,
    NumberType,
    PlayerType,
    RangeType,
    RecordType,
    Rulebook,
    Setting,
    StockType,
    Type,
)
from headjudge.rulebook.values import SEATS, Act, Situation, Value

FORMAT = "trace/1"
NOBODY = "nobody"
LAST = "lastAction"
START = "start"
MAX_STEPS = 10_000
MAX_NAMES = 1_000
MAX_SCOPE = 1_000

Json = bool | int | str | list["Json"] | dict[str, "Json"]

# The name of a file, which leads nowhere else.
_RULEBOOK = re.compile(r"(?!\.\.?\Z)[^/\\\x00-\x1f\x7f\ud800-\udfff]{1,255}")
_IDENTIFIER = re.compile(r"[^\W\d]\w{0,199}")


# ------------------------------------------------------------------------- writing


def write_trace(rulebook: Rulebook, setting: Setting, finding: Finding) -> str:
    """The play of a finding as a document, always the same for the same finding.

    Raises ValueError if the finding has no play.
    """
    trace = finding.trace
    if trace is None:
        raise ValueError(f"{finding.fingerprint} has no play")
    meta = _meta(rulebook, setting, finding, trace)
    names: list[Json] = [LAST, *(_variable(field.name) for field in rulebook.fields)]
    entries = [f"    {_line(key)}: {_line(value)}" for key, value in meta.items()]
    states = [f"    {_line(state)}" for state in _states(rulebook, trace)]
    # The last state is the one in which the loop began: what follows it is the state after.
    # Where something grows there is no such state, and a reader of the format must not think so.
    loop = "" if trace.loop is None or trace.growth else f',\n  "loop": {trace.loop + 1}'
    return (
        f'{{\n  "#meta": {{\n{_lines(entries)}\n  }},\n'
        f'  "vars": {_line(names)},\n'
        f'  "states": [\n{_lines(states)}\n  ]{loop}\n}}\n'
    )


def _line(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _lines(entries: list[str]) -> str:
    return ",\n".join(entries)


def encode(value: Value, type_: Type) -> Json:
    """A value of a type as it stands in a document."""
    match type_, value:
        case MaybeType(), None:
            return NOBODY
        case MaybeType(of), _:
            return encode(value, of)
        case BoolType(), _:
            return bool(value)
        case PlayerType(), int(seat):
            return SEATS[seat]
        case EnumType(_, members), int(index):
            return members[index]
        case RecordType(_, fields), tuple(parts):
            pairs = zip(fields, parts, strict=True)
            return {name: encode(part, of) for (name, of), part in pairs}
        case EachType(key, of), tuple(entries):
            names = SEATS if isinstance(key, PlayerType) else key.members
            pairs_ = zip(names, entries, strict=False)
            return {name: encode(entry, of) for name, entry in pairs_}
        case ListType(of), tuple(items):
            return [encode(item, of) for item in items]
        case _, int(number):
            return number
        case _:
            raise TypeError(f"{value!r} is no value of {type_!r}")


def encode_situation(rulebook: Rulebook, situation: Situation) -> dict[str, Json]:
    """A situation as a record of the rulebook's fields."""
    pairs = zip(rulebook.fields, situation.values, strict=True)
    return {field.name: encode(value, field.type) for field, value in pairs}


def encode_arguments(rulebook: Rulebook, act: Act) -> dict[str, Json]:
    """The parameters of an act as a record."""
    parameters = rulebook.action(act.action).parameters
    pairs = zip(parameters, act.arguments, strict=True)
    return {parameter.name: encode(value, parameter.type) for parameter, value in pairs}


def _meta(rulebook: Rulebook, setting: Setting, finding: Finding, trace: Trace) -> dict[str, Json]:
    cause = finding.cause
    parts: dict[str, Json | None] = {
        "headjudge": FORMAT,
        "format": "ITF",
        "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
        "rulebook": rulebook.name,
        "edition": rulebook.edition,
        "property": finding.property,
        "kind": cause.kind.value,
        "cause": _present(
            {
                "action": cause.action,
                "clauses": [*cause.clauses],
                "field": cause.field,
                "label": cause.label,
            }
        ),
        "about": [[name, value] for name, value in finding.about],
        "act": None if finding.act is None else _act(rulebook, finding.act),
        "denial": None if finding.denial is None else _denial(rulebook, finding.denial),
        "decisive": [*finding.decisive],
        "enabling": [*finding.enabling],
        "pump": None if trace.loop is None or not trace.growth else _pump(trace.loop, trace),
        "kept_going": None if finding.loop is None else _kept_going(rulebook, finding.loop),
        "assumes": [*finding.assumes],
        "message": finding.message,
        "players": setting.players,
        "scope": dict(setting.scope),
        "permission_wins": trace.permission_wins,
        "readings": [[question, answer] for question, answer in finding.readings],
        "against": [[question, answer] for question, answer in finding.against] or None,
        "clauses": [[*step.clauses] for step in trace.steps],
        "last": _last(rulebook, trace),
        "other": None if finding.other is None else _other(rulebook, finding.other),
    }
    return _present(parts)


def _pump(after: int, trace: Trace) -> Json:
    """After how many steps the round begins, and what there is more of after it."""
    return {"after": after, "growth": dict(trace.growth)}


def _kept_going(rulebook: Rulebook, loop: Loop) -> Json:
    ways: list[Json] = [
        {"step": way.step, "player": way.player, "act": _act(rulebook, way.act)}
        for way in loop.ways_out
    ]
    return {"by": loop.keeper.value, "ways_out": ways, "cards": [*loop.cards]}


def _other(rulebook: Rulebook, trace: Trace) -> Json:
    """The second play, of a finding that is the difference of two."""
    return {
        "clauses": [[*step.clauses] for step in trace.steps],
        "states": _states(rulebook, trace),
    }


def _last(rulebook: Rulebook, trace: Trace) -> Json | None:
    """The last act, if it stands in its own way and leads to no situation."""
    if trace.steps and trace.steps[-1].after is None:
        return _act(rulebook, trace.steps[-1].act)
    return None


def _present(parts: Mapping[str, Json | None]) -> dict[str, Json]:
    return {name: value for name, value in parts.items() if value is not None}


def _act(rulebook: Rulebook, act: Act) -> dict[str, Json]:
    return {
        "name": act.action,
        "arguments": encode_arguments(rulebook, act),
        "orders": [*act.orders],
    }


def _denial(rulebook: Rulebook, denial: Denial) -> dict[str, Json]:
    turns: list[Json] = [
        {
            "spoken": _spoken(rulebook, turn.situation),
            "fields": encode_situation(rulebook, turn.situation),
            "branches": [
                _present(
                    {
                        "act": _act(rulebook, branch.act),
                        "chosen": branch.chosen,
                        "to": branch.to,
                        "clauses": [*branch.clauses],
                    }
                )
                for branch in turn.branches
            ],
        }
        for turn in denial.turns
    ]
    denier = None if denial.denier is None else SEATS[denial.denier]
    parts: dict[str, Json | None] = {
        "denier": denier,
        "cards": denial.cards,
        "situations": denial.situations,
        "turns": turns,
        "clauses": [*denial.clauses],
    }
    return _present(parts)


def _spoken(rulebook: Rulebook, situation: Situation) -> list[Json]:
    told = [field.name for field in rulebook.fields if field.told]
    return [name for name, said in zip(told, situation.spoken, strict=True) if said]


def _states(rulebook: Rulebook, trace: Trace) -> list[Json]:
    start: dict[str, Json] = {"name": START, "arguments": {}, "orders": []}
    states = [_state(rulebook, 0, start, trace.start)]
    for index, step in enumerate(trace.steps, start=1):
        if step.after is not None:
            states.append(_state(rulebook, index, _act(rulebook, step.act), step.after))
    return states


def _state(rulebook: Rulebook, index: int, last: dict[str, Json], situation: Situation) -> Json:
    fields = encode_situation(rulebook, situation)
    return {
        "#meta": {"index": index, "spoken": _spoken(rulebook, situation)},
        LAST: last,
        **{_variable(name): value for name, value in fields.items()},
    }


def _variable(name: str) -> str:
    """A field's name in a document: not the one that holds the action."""
    return f"{name}_" if name.rstrip("_") == LAST else name


# ------------------------------------------------------------------------- reading


@dataclass(frozen=True, slots=True)
class Document:
    """A trace whose play is not looked at yet: what it is a trace of."""

    file: str
    rulebook: str
    edition: str
    players: int
    scope: tuple[tuple[str, int], ...]
    whole: Node


def read_trace(data: bytes, file: str) -> Document:
    """Take a document apart as far as it goes without the rulebook.

    Raises UnreadableError; whatever the bytes are, nothing else.
    """
    whole = parse_json(data, file)
    meta = whole.part("#meta")
    if meta.part("headjudge").value != FORMAT:
        meta.part("headjudge").refuse(f"is not {FORMAT}")
    name = meta.part("rulebook")
    if not _RULEBOOK.fullmatch(name.text()):
        name.refuse("is no name of a rulebook")
    scope = meta.part("scope").parts()
    return Document(
        file,
        name.text(),
        meta.part("edition").text(),
        meta.part("players").number(1, len(SEATS)),
        tuple((key, value.number(0, MAX_SCOPE)) for key, value in scope.items()),
        whole,
    )


def finding_of(document: Document, rulebook: Rulebook, setting: Setting) -> Finding:
    """The finding of a document. Raises UnreadableError if it does not fit the rulebook."""
    return _Reader(rulebook, setting, document.whole.part("#meta")).finding(document.whole)


class _Reader:
    """One document on its way to a finding."""

    def __init__(self, rulebook: Rulebook, setting: Setting, meta: Node) -> None:
        self.rulebook = rulebook
        self.setting = setting
        self.meta = meta
        self.known = {clause.id for clause in rulebook.clauses}
        self.told = tuple(field.name for field in rulebook.fields if field.told)

    def finding(self, whole: Node) -> Finding:
        meta = self.meta
        act, other, denial = meta.maybe("act"), meta.maybe("other"), meta.maybe("denial")
        against = meta.maybe("against")
        return Finding(
            property=meta.part("property").text(),
            cause=self.cause(meta.part("cause"), meta.part("kind")),
            trace=self.trace(whole),
            decisive=self.clauses(meta.part("decisive")),
            enabling=self.clauses(meta.part("enabling")),
            assumes=tuple(one.text() for one in meta.part("assumes").items(MAX_NAMES)),
            readings=self.pairs(meta.part("readings")),
            message=meta.part("message").text(),
            act=None if act is None else self.act(act),
            about=self.pairs(meta.part("about")),
            loop=self.loop(meta.maybe("kept_going")),
            other=None if other is None else self.other(other),
            against=() if against is None else self.pairs(against),
            denial=None if denial is None else self.denial(denial),
        )

    def denial(self, node: Node) -> Denial:
        denier = node.maybe("denier")
        return Denial(
            None if denier is None else self.seat(denier),
            node.part("cards").truth(),
            node.part("situations").number(0, MAX_STEPS),
            tuple(self.turn(one) for one in node.part("turns").items(MAX_STEPS)),
            self.clauses(node.part("clauses")),
        )

    def turn(self, node: Node) -> Turn:
        spoken, fields, branches = node.exactly("spoken", "fields", "branches")
        values = fields.exactly(*(field.name for field in self.rulebook.fields))
        return Turn(
            self.told_of([*values], spoken),
            tuple(self.branch(one) for one in branches.items(MAX_STEPS)),
        )

    def branch(self, node: Node) -> Branch:
        to = node.maybe("to")
        return Branch(
            self.act(node.part("act")),
            node.part("chosen").truth(),
            None if to is None else to.number(0, MAX_STEPS),
            self.clauses(node.part("clauses")),
        )

    def loop(self, node: Node | None) -> Loop | None:
        if node is None:
            return None
        by = node.part("by")
        if by.text() not in {one.value for one in Keeper}:
            by.refuse("names nobody who keeps a loop going")
        ways = []
        for way in node.part("ways_out").items(MAX_NAMES):
            step, player, act = way.exactly("step", "player", "act")
            who = self.seat(player)
            ways.append(WayOut(step.number(1, MAX_STEPS), SEATS[who], self.act(act)))
        cards = tuple(one.text() for one in node.part("cards").items(MAX_NAMES))
        return Loop(Keeper(by.text()), tuple(ways), cards)

    def cause(self, node: Node, kind: Node) -> Cause:
        kinds = {one.value: one for one in Kind}
        if kind.text() not in kinds:
            kind.refuse("is no kind of finding")
        action, field = node.maybe("action"), node.maybe("field")
        if action is not None:
            self.action(action)
        return Cause(
            kinds[kind.text()],
            None if action is None else action.text(),
            self.clauses(node.part("clauses")),
            None if field is None else self.identifier(field),
            node.part("label").text(),
        )

    def trace(self, whole: Node) -> Trace:
        last = self.meta.maybe("last")
        played = self.play(whole.part("states"), self.meta.part("clauses"), last)
        pump = self.meta.maybe("pump")
        if pump is not None:
            after, more = pump.exactly("after", "growth")
            begin = after.number(0, len(played) - 1)
            amounts = more.parts()
            growth = tuple((name, one.number(1, MAX_SCOPE)) for name, one in amounts.items())
            if not growth:
                more.refuse("is empty")
            return replace(played, loop=begin, growth=growth)
        loop = whole.maybe("loop")
        start = None if loop is None else loop.number(1, len(played)) - 1
        return replace(played, loop=start)

    def other(self, node: Node) -> Trace:
        """The second play."""
        clauses, states = node.exactly("clauses", "states")
        return self.play(states, clauses, None)

    def play(self, whole: Node, ids: Node, last: Node | None) -> Trace:
        states = whole.items(MAX_STEPS)
        if not states:
            whole.refuse("is empty")
        acts = [self.act(state.part(LAST)) for state in states[1:]]
        after: list[Situation | None] = [self.situation(state) for state in states[1:]]
        if last is not None:
            acts.append(self.act(last))
            after.append(None)
        clauses = ids.items(MAX_STEPS)
        if len(clauses) != len(acts):
            ids.refuse("has not one entry for each step")
        steps = tuple(
            Step(act, self.clauses(named), then)
            for act, named, then in zip(acts, clauses, after, strict=True)
        )
        wins = self.meta.part("permission_wins").truth()
        return Trace(self.situation(states[0]), steps, wins)

    def act(self, node: Node) -> Act:
        name, arguments, orders = node.exactly("name", "arguments", "orders")
        parameters = self.rulebook.action(self.action(name)).parameters
        given = arguments.exactly(*(parameter.name for parameter in parameters))
        values = tuple(
            self.value(one, parameter.type)
            for one, parameter in zip(given, parameters, strict=True)
        )
        numbers = tuple(one.number(0, MAX_NAMES) for one in orders.items(MAX_NAMES))
        return Act(name.text(), values, numbers)

    def action(self, node: Node) -> str:
        if node.text() not in {action.name for action in self.rulebook.actions}:
            node.refuse("is no action of the rulebook")
        return node.text()

    def situation(self, node: Node) -> Situation:
        names = [_variable(field.name) for field in self.rulebook.fields]
        meta, _, *values = node.exactly("#meta", LAST, *names)
        return self.told_of(values, meta.part("spoken"))

    def told_of(self, values: list[Node], names: Node) -> Situation:
        """A situation of these values, in which clauses have spoken of these fields."""
        pairs = zip(values, self.rulebook.fields, strict=True)
        spoken = {self.identifier(one) for one in names.items(MAX_NAMES)}
        if not spoken <= set(self.told):
            names.refuse("names a field that is not told")
        return Situation(
            tuple(self.value(value, field.type) for value, field in pairs),
            tuple(name in spoken for name in self.told),
        )

    def clauses(self, node: Node) -> tuple[str, ...]:
        ids = node.items(MAX_NAMES)
        for one in ids:
            if one.text() not in self.known:
                one.refuse("is no clause of the rulebook")
        return tuple(one.text() for one in ids)

    def pairs(self, node: Node) -> tuple[tuple[str, str], ...]:
        found = []
        for pair in node.items(MAX_NAMES):
            texts = pair.items(2)
            if len(texts) < 2:  # noqa: PLR2004 - a pair
                pair.refuse("is no pair")
            found.append((texts[0].text(), texts[1].text()))
        return tuple(found)

    def identifier(self, node: Node) -> str:
        if not _IDENTIFIER.fullmatch(node.text()):
            node.refuse("is no name")
        return node.text()

    def value(self, node: Node, type_: Type) -> Value:
        """A value of a type, in this setting."""
        setting = self.setting
        match type_:
            case BoolType():
                return node.truth()
            case RangeType(low, high):
                return node.number(setting.value(low), setting.value(high))
            case StockType(capacity):
                return node.number(0, setting.value(capacity))
            case PlayerType():
                return self.seat(node)
            case EnumType(name, members):
                return self.member(node, members, name)
            case RecordType(_, fields):
                parts = node.exactly(*(name for name, _ in fields))
                pairs = zip(parts, fields, strict=True)
                return tuple(self.value(part, of) for part, (_, of) in pairs)
            case MaybeType(of):
                return None if node.value == NOBODY else self.value(node, of)
            case EachType(key, of):
                seats = tuple(SEATS[: setting.players])
                names = seats if isinstance(key, PlayerType) else key.members
                return tuple(self.value(entry, of) for entry in node.exactly(*names))
            case ListType(of, capacity):
                items = node.items(setting.value(capacity))
                return tuple(self.value(item, of) for item in items)
            case NumberType():
                return node.refuse("has no type that is stored")

    def seat(self, node: Node) -> int:
        return self.member(node, tuple(SEATS[: self.setting.players]), "seat")

    @staticmethod
    def member(node: Node, names: tuple[str, ...], what: str) -> int:
        if node.text() not in names:
            node.refuse(f"is no {what}")
        return names.index(node.text())
