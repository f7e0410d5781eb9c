"""A rulebook as a Python model: classes, functions, and the table of its rules.

Code is built as a syntax tree. Prose enters it as constants only, and names only through
:mod:`names`; so nothing that a rulebook says can become code of its own.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Sequence

from headjudge.rulebook.syntax import (
    Action,
    Claim,
    Clause,
    Consequence,
    Helper,
    Let,
    Needs,
    Norm,
    Parameter,
    RoleKind,
    Rulebook,
    Stage,
    StateField,
    Statement,
)
from headjudge.semantics.executable import runtime
from headjudge.semantics.executable.building import (
    attribute,
    call,
    class_,
    constant,
    declare,
    function,
    name,
)
from headjudge.semantics.executable.expressions import Speaker, vocabulary
from headjudge.semantics.executable.printing import text
from headjudge.semantics.executable.reading import needed_names
from headjudge.semantics.executable.statements import conditions, known_names, statements
from headjudge.semantics.executable.tabulating import Functions, Table, qualified

WIDTH = 90


def generate(rulebook: Rulebook) -> str:
    """The text of the model's file; the same rulebook always gives the same text."""
    tree = Model(rulebook, ()).tree()
    written = text(tree)
    if ast.dump(ast.parse(written)) != ast.dump(tree):
        raise AssertionError("the model's text does not say what its tree says")
    return written


def build(rulebook: Rulebook, claims: Sequence[Claim] = ()) -> runtime.Rules:
    """The model, compiled in memory; ``claims`` are properties read against the rulebook."""
    tree = Model(rulebook, tuple(claims)).tree()
    tree.body = [one for one in tree.body if not isinstance(one, ast.ImportFrom)]
    namespace: dict[str, object] = {one: getattr(runtime, one) for one in runtime.__all__}
    namespace["__name__"] = runtime.__name__
    code = compile(ast.fix_missing_locations(tree), "<model>", "exec", dont_inherit=True)
    exec(code, namespace)  # noqa: S102 - built from checked syntax, prose as constants
    rules = namespace["MODEL"]
    if not isinstance(rules, runtime.Rules):
        raise TypeError("the model has no rules")
    return rules


class Model:
    """Builds the module of one rulebook."""

    def __init__(self, rulebook: Rulebook, claims: tuple[Claim, ...]) -> None:
        """Give everything its identifier."""
        self._book = rulebook
        self._claims = (*rulebook.claims, *claims)
        if len({qualified(claim) for claim in self._claims}) != len(self._claims):
            raise ValueError("two claims of one clause have one name")
        self._clauses = {clause.id: clause for clause in rulebook.clauses}
        self._words = vocabulary(rulebook)
        self._module = self._words.module
        self._functions = Functions()

    def tree(self) -> ast.Module:
        """The whole module."""
        body = [
            *self._enums(),
            *self._records(),
            self._state(),
            *(self._helper(helper) for helper in self._book.helpers),
            *(made for action in self._book.actions for made in self._action(action)),
            *(self._norm(index, norm) for index, norm in enumerate(self._book.norms)),
            *(self._consequence(index, one) for index, one in enumerate(self._book.consequences)),
            *(made for claim in self._claims for made in self._claim(claim)),
            *self._over(),
            *Table(self._book, self._claims, self._words, self._functions).statements(),
        ]
        imported = sorted(used_names(body) & set(runtime.__all__))
        head: list[ast.stmt] = [
            ast.Expr(ast.Constant(self._introduction())),
            ast.ImportFrom("headjudge.play", [ast.alias(one) for one in imported], 0),
        ]
        return ast.Module([*head, *body], [])

    def _introduction(self) -> str:
        title = f"{self._book.title}, edition {self._book.edition}." if self._book.edition else ""
        return words(
            title or self._book.title,
            "The executable model of the rulebook, generated from it by headjudge. A function "
            "reads the situation `now`; what it writes goes into `to` and takes effect together "
            "with what the other clauses of the same action write.",
            indent=0,
        )

    # --------------------------------------------------------------------- types

    def _enums(self) -> list[ast.stmt]:
        return [
            class_(
                self._module[enum.name],
                ["IntEnum"],
                f"{enum.name}.",
                [
                    ast.Assign([ast.Name(member, ast.Store())], constant(index))
                    for index, member in enumerate(self._words.members[enum.name])
                ],
            )
            for enum in self._book.enums
        ]

    def _records(self) -> list[ast.stmt]:
        decorator = call(
            "dataclass", (), {"frozen": constant(value=True), "slots": constant(value=True)}
        )
        return [
            class_(
                self._module[record.name],
                [],
                f"{record.name}.",
                [
                    declare(self._words.parts[record.name][part], self._words.annotation(type_))
                    for part, type_ in record.fields
                ],
                decorator,
            )
            for record in self._book.records
        ]

    def _state(self) -> ast.stmt:
        decorator = call(
            "dataclass", (), {"slots": constant(value=True), "kw_only": constant(value=True)}
        )
        return class_(
            "State",
            ["Table"],
            "One situation of the game.",
            [self._field(field) for field in self._book.fields],
            decorator,
        )

    def _field(self, field: StateField) -> ast.stmt:
        return declare(self._words.fields[field.name], self._words.annotation(field.type))

    # ----------------------------------------------------------------- functions

    def _speaker(self) -> Speaker:
        return Speaker(self._words, self._words.locals())

    def _helper(self, helper: Helper) -> ast.stmt:
        speaker = self._speaker()
        parameters = self._parameters(speaker, helper.parameters)
        state = [("now", name("State"))]
        if helper.type is None:
            state.append(("to", name("Updates")))
        body = (
            statements(speaker, helper.effects)
            if helper.type is None
            else speaker.body(helper.body)
        )
        returns = constant(None) if helper.type is None else self._words.annotation(helper.type)
        return function(
            self._module[helper.name],
            [*state, *parameters],
            returns,
            self._words_of(helper.origin.clause),
            body,
        )

    def _action(self, action: Action) -> list[ast.stmt]:
        made = []
        if any(isinstance(line, Needs) for line in action.preamble):
            made.append(self._needs(action))
        if action.effects:
            made.append(self._body(action))
        return made

    def _needs(self, action: Action) -> ast.stmt:
        identifier = self._name(action.origin.clause, f"{action.name}_needs")
        self._functions.needs[action.name] = identifier
        speaker = self._speaker()
        parameters = self._parameters(speaker, action.parameters)
        return function(
            identifier,
            [("now", name("State")), *parameters],
            name("bool"),
            f"Where {action.name} is physically possible ({action.origin.clause}).",
            conditions(speaker, action.preamble),
        )

    def _body(self, action: Action) -> ast.stmt:
        identifier = self._name(action.origin.clause, action.name)
        self._functions.bodies[action.name] = identifier
        return self._writing(
            identifier, action.origin.clause, action.parameters, action.effects, action.preamble
        )

    def _writing(
        self,
        identifier: str,
        clause: str,
        parameters: tuple[Parameter, ...],
        effects: tuple[Statement, ...],
        before: tuple[Let | Needs, ...] = (),
    ) -> ast.stmt:
        speaker = self._speaker()
        typed = self._parameters(speaker, parameters)
        names = known_names(speaker, before, needed_names(before, effects))
        return function(
            identifier,
            [("now", name("State")), ("to", name("Updates")), *typed],
            constant(None),
            self._words_of(clause),
            [*names, *statements(speaker, effects)],
        )

    def _norm(self, index: int, norm: Norm) -> ast.stmt:
        identifier = self._name(norm.origin.clause, f"{norm.kind.value}_{norm.name}")
        self._functions.norms[index] = identifier
        speaker = self._speaker()
        return function(
            identifier,
            [("now", name("State")), *self._parameters(speaker, norm.parameters)],
            name("bool"),
            self._words_of(norm.origin.clause),
            speaker.body(norm.body),
        )

    def _consequence(self, index: int, one: Consequence) -> ast.stmt:
        prefix = "then_" if one.stage is Stage.THEN else ""
        identifier = self._name(one.origin.clause, f"{prefix}{one.name}")
        self._functions.consequences[index] = identifier
        return self._writing(identifier, one.origin.clause, one.parameters, one.effects)

    def _claim(self, claim: Claim) -> list[ast.stmt]:
        if not claim.body:
            return []
        made = []
        name_ = claim_name(claim)
        if any(isinstance(line, Needs) for line in claim.premise):
            identifier = self._module.fresh(f"claim_{name_}_premise")
            self._functions.premises[qualified(claim)] = identifier
            speaker = self._speaker()
            made.append(
                self._asking(identifier, claim, speaker, conditions(speaker, claim.premise))
            )
        identifier = self._module.fresh(f"claim_{name_}")
        self._functions.claims[qualified(claim)] = identifier
        speaker = self._speaker()
        names = known_names(speaker, claim.premise, needed_names(claim.premise, claim.body))
        made.append(self._asking(identifier, claim, speaker, [*names, *speaker.body(claim.body)]))
        return made

    def _asking(
        self, identifier: str, claim: Claim, speaker: Speaker, body: list[ast.stmt]
    ) -> ast.stmt:
        returns = name("int" if claim.kind.value == "no_lost_option" else "bool")
        state = [("game", name("Questions")), ("now", name("State")), ("after", name("State"))]
        return function(
            identifier,
            [*state, *self._parameters(speaker, claim.parameters)],
            returns,
            self._words_of(claim.origin.clause),
            body,
        )

    def _over(self) -> list[ast.stmt]:
        for role in self._book.roles:
            if role.name != "over":
                continue
            if role.kind is RoleKind.FIELD:
                value = attribute(name("now"), self._words.fields[role.target])
            elif role.kind is RoleKind.HELPER:
                value = call(self._module[role.target], [name("now")])
            else:
                continue
            self._functions.over = self._module.fresh("game_is_over")
            return [
                function(
                    self._functions.over,
                    [("now", name("State"))],
                    name("bool"),
                    "Whether nothing more need happen.",
                    [ast.Return(value)],
                )
            ]
        return []

    # --------------------------------------------------------------------- words

    def _parameters(
        self, speaker: Speaker, parameters: tuple[Parameter, ...]
    ) -> list[tuple[str, ast.expr]]:
        return [(speaker.locals[one.name], self._words.annotation(one.type)) for one in parameters]

    def _name(self, clause: str, suffix: str) -> str:
        return self._module.fresh(f"c{clause.replace('.', '_')}_{suffix}")

    def _words_of(self, id_: str) -> str:
        clause: Clause | None = self._clauses.get(id_)
        if clause is None:
            return f"{id_}."
        return words(f"{id_}: {clause.words or clause.title}")


def claim_name(claim: Claim) -> str:
    """A claim's name as part of an identifier; a property's may hold dashes."""
    return "".join(one if one.isascii() and one.isalnum() else "_" for one in claim.name)


def words(*paragraphs: str, indent: int = 4) -> str:
    """Prose as a docstring: wrapped, paragraphs apart."""
    pad = "\n" + " " * indent
    wrapped = [
        pad.join(
            textwrap.wrap(
                " ".join(one.split()), WIDTH, break_long_words=False, break_on_hyphens=False
            )
        )
        for paragraph in paragraphs
        for one in paragraph.split("\n\n")
    ]
    written = f"\n{pad}".join(wrapped)
    return written + pad if pad in written else written


def used_names(body: Sequence[ast.stmt]) -> set[str]:
    """All names that these statements read."""
    return {node.id for one in body for node in ast.walk(one) if isinstance(node, ast.Name)}
