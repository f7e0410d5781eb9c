"""The table at the end of a model, which says what its functions are."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from headjudge.rulebook.syntax import (
    Action,
    BoolType,
    Claim,
    Consequence,
    EachType,
    EnumType,
    ListType,
    MaybeType,
    Norm,
    NumberType,
    Parameter,
    PlayerType,
    RangeType,
    RecordType,
    Rulebook,
    ScopeValue,
    Stage,
    StateField,
    StockType,
    Type,
)
from headjudge.semantics.executable.building import (
    assign,
    attribute,
    call,
    constant,
    name,
    size_rule,
    strings,
    tuple_of,
)
from headjudge.semantics.executable.expressions import Speaker, Vocabulary
from headjudge.semantics.executable.reading import appended_fields


@dataclass(slots=True)
class Functions:
    """The identifiers of a model's functions, by what they stand for."""

    needs: dict[str, str] = field(default_factory=dict)
    bodies: dict[str, str] = field(default_factory=dict)
    norms: dict[int, str] = field(default_factory=dict)
    consequences: dict[int, str] = field(default_factory=dict)
    premises: dict[str, str] = field(default_factory=dict)
    claims: dict[str, str] = field(default_factory=dict)
    over: str | None = None


class Table:
    """Writes the table of one rulebook."""

    def __init__(
        self,
        rulebook: Rulebook,
        claims: tuple[Claim, ...],
        words: Vocabulary,
        functions: Functions,
    ) -> None:
        """Tabulate ``rulebook`` with these claims."""
        self._book = rulebook
        self._claims = claims
        self._words = words
        self._functions = functions
        self._order = {clause.id: index for index, clause in enumerate(rulebook.clauses)}
        self._types = {
            called: words.module.fresh(f"TYPE_{called.upper()}")
            for called in (
                *(enum.name for enum in rulebook.enums),
                *(record.name for record in rulebook.records),
            )
        }

    def statements(self) -> list[ast.stmt]:
        """The named types, then the rules."""
        return [
            *(assign(self._types[enum.name], self._enum(enum)) for enum in self._book.enums),
            *(
                assign(self._types[record.name], self._record(record))
                for record in self._book.records
            ),
            assign("MODEL", self._rules()),
        ]

    def _rules(self) -> ast.expr:
        book = self._book
        low, high = book.players
        keywords = {
            "name": constant(book.name),
            "title": constant(book.title),
            "edition": constant(book.edition),
            "players": tuple_of([constant(low), constant(high)]),
            "scope": tuple_of(
                [tuple_of([constant(key), constant(value)]) for key, value in book.scope]
            ),
            "golden_rule": constant(book.golden_rule),
            "clauses": strings([clause.id for clause in book.clauses]),
            "state": name("State"),
            "enums": tuple_of([self._class(enum) for enum in book.enums]),
            "records": tuple_of([self._class(record) for record in book.records]),
            "fields": tuple_of([self._field(one) for one in book.fields]),
            "helpers": ast.Dict(
                [constant(helper.name) for helper in book.helpers],
                [name(self._words.module[helper.name]) for helper in book.helpers],
            ),
            "actions": tuple_of([self._action(action) for action in book.actions]),
            "norms": tuple_of([self._norm(i, norm) for i, norm in enumerate(book.norms)]),
            "consequences": tuple_of(self._consequences()),
            "claims": tuple_of([self._claim(claim) for claim in self._claims if claim.body]),
        }
        if self._functions.over is not None:
            keywords["over"] = name(self._functions.over)
        return call("Rules", (), keywords)

    # --------------------------------------------------------------------- types

    def _type(self, type_: Type) -> ast.expr:
        match type_:
            case BoolType() | NumberType() | PlayerType():
                return call(type(type_).__name__)
            case RangeType(low, high):
                return call("RangeType", [size_rule(low), size_rule(high)])
            case StockType(capacity):
                return call("StockType", [size_rule(capacity)])
            case EnumType(called) | RecordType(called):
                return name(self._types[called])
            case MaybeType(of):
                return call("MaybeType", [self._type(of)])
            case EachType(key, of):
                return call("EachType", [self._type(key), self._type(of)])
            case ListType(of, capacity):
                return call("ListType", [self._type(of), size_rule(capacity)])

    def _enum(self, enum: EnumType) -> ast.expr:
        return call("EnumType", [constant(enum.name), strings(enum.members)])

    def _record(self, record: RecordType) -> ast.expr:
        parts = [tuple_of([constant(part), self._type(type_)]) for part, type_ in record.fields]
        return call("RecordType", [constant(record.name), tuple_of(parts)])

    def _class(self, type_: EnumType | RecordType) -> ast.expr:
        return tuple_of([name(self._types[type_.name]), name(self._words.module[type_.name])])

    # --------------------------------------------------------------------- rules

    def _field(self, one: StateField) -> ast.expr:
        keywords: dict[str, ast.expr] = {}
        if isinstance(one.initial, ScopeValue):
            keywords["start"] = size_rule(one.initial.size)
        elif one.initial is not None:
            speaker = Speaker(self._words, self._words.locals())
            keywords["start"] = speaker.expression(one.initial)
        keywords |= flags(hidden=one.hidden, told=one.told)
        arguments = [constant(one.name), self._type(one.type), constant(one.origin.clause)]
        return call("FieldRule", arguments, keywords)

    def _parameters(self, parameters: tuple[Parameter, ...]) -> ast.expr:
        return tuple_of(
            [
                call(
                    "ParameterRule",
                    [constant(one.name), self._type(one.type)],
                    flags(which=one.which, hidden=one.hidden),
                )
                for one in parameters
            ]
        )

    def _action(self, action: Action) -> ast.expr:
        keywords: dict[str, ast.expr] = {}
        if action.tags:
            keywords["tags"] = strings(action.tags)
        if action.parameters:
            keywords["parameters"] = self._parameters(action.parameters)
        if action.name in self._functions.needs:
            keywords["needs"] = name(self._functions.needs[action.name])
        arguments = [constant(action.name), constant(action.origin.clause), choice(action.kind)]
        return call("ActionRule", arguments, keywords)

    def _norm(self, index: int, norm: Norm) -> ast.expr:
        arguments = [
            choice(norm.kind),
            constant(norm.origin.clause),
            strings(norm.actions),
            strings([one.name for one in norm.parameters]),
            name(self._functions.norms[index]),
        ]
        return call("NormRule", arguments, listed(overrides=norm.overrides, before=norm.before))

    def _consequences(self) -> list[ast.expr]:
        """The bodies of actions and the consequences, in the order of the document."""
        found = [
            (self._where(action), self._body(action))
            for action in self._book.actions
            if action.effects
        ]
        found += [
            (self._where(one), self._consequence(index, one))
            for index, one in enumerate(self._book.consequences)
        ]
        found.sort(key=lambda pair: pair[0])
        return [made for _, made in found]

    def _where(self, one: Action | Consequence) -> tuple[int, tuple[int, int, int]]:
        return self._order[one.origin.clause], one.origin.order

    def _body(self, action: Action) -> ast.expr:
        arguments = [
            choice(Stage.WHEN),
            constant(action.origin.clause),
            strings([action.name]),
            strings([one.name for one in action.parameters]),
            name(self._functions.bodies[action.name]),
        ]
        return call("ConsequenceRule", arguments, listed(appends=self._appends(action)))

    def _consequence(self, index: int, one: Consequence) -> ast.expr:
        arguments = [
            choice(one.stage),
            constant(one.origin.clause),
            strings(one.actions),
            strings([parameter.name for parameter in one.parameters]),
            name(self._functions.consequences[index]),
        ]
        keywords = listed(overrides=one.overrides, appends=self._appends(one))
        return call("ConsequenceRule", arguments, keywords)

    def _appends(self, one: Action | Consequence) -> tuple[str, ...]:
        helpers = {helper.name: helper for helper in self._book.helpers}
        found = appended_fields(one.effects, helpers)
        return tuple(field.name for field in self._book.fields if field.name in found)

    def _claim(self, claim: Claim) -> ast.expr:
        arguments = [
            constant(claim.name),
            choice(claim.kind),
            constant(claim.origin.clause),
            self._parameters(claim.parameters),
            name(self._functions.claims[qualified(claim)]),
        ]
        keywords: dict[str, ast.expr] = {}
        if qualified(claim) in self._functions.premises:
            keywords["premise"] = name(self._functions.premises[qualified(claim)])
        keywords |= flags(every=claim.every, of_steps=claim.of_steps)
        return call("ClaimRule", arguments, keywords)


def qualified(claim: Claim) -> str:
    """What tells a claim from those of the same name in other clauses."""
    return f"{claim.origin.clause} {claim.name}"


def choice(member: Enum) -> ast.expr:
    """A member of one of the syntax's enums."""
    return attribute(name(type(member).__name__), member.name)


def flags(**values: bool) -> dict[str, ast.expr]:
    """Keywords for what is true."""
    return {key: constant(value=True) for key, value in values.items() if value}


def listed(**values: tuple[str, ...]) -> Mapping[str, ast.expr]:
    """Keywords for what is not empty."""
    return {key: strings(value) for key, value in values.items() if value}
