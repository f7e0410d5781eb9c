"""The expressions of examples, worked out in a game."""

from __future__ import annotations

import ast

from headjudge.rulebook.syntax import Deed, Expr, Rulebook, Start
from headjudge.rulebook.values import Act, Value
from headjudge.semantics.executable import runtime
from headjudge.semantics.executable.expressions import Speaker, vocabulary
from headjudge.semantics.executable.game import Game
from headjudge.semantics.executable.layout import Native
from headjudge.semantics.executable.operators import Table


class Evaluator:
    """Works out what the lines of an example say, in one game of the same rulebook.

    Every method raises :class:`~headjudge.semantics.executable.UndefinedValue` or
    ``IndexError`` where an expression is undefined.
    """

    def __init__(self, rulebook: Rulebook, game: Game) -> None:
        """Speak of ``game``, whose rules are those of ``rulebook``."""
        self._rulebook = rulebook
        self._game = game
        self._words = vocabulary(rulebook)
        module, rules = self._words.module, game.rules
        self._known: dict[str, object] = {one: getattr(runtime, one) for one in runtime.__all__}
        self._known |= {module[type_.name]: class_ for type_, class_ in rules.enums}
        self._known |= {module[type_.name]: class_ for type_, class_ in rules.records}
        self._known |= {module[name]: helper for name, helper in rules.helpers.items()}

    def start(self, start: Start) -> Table:
        """The first situation of an example."""
        scope = dict(self._game.setting.scope)
        nowhere = Table(players=self._game.setting.players, scope=scope, spoken=())
        layout = self._game.layout
        types = {field.name: field.type for field in self._game.rules.fields}
        values: dict[str, Value] = {}
        for name, expr in start.fields:
            whole = layout.spread(types[name], self._native(expr, nowhere))
            values[name] = layout.plain(types[name], whole)
        return self._game.start(values)

    def act(self, deed: Deed, state: Table) -> Act:
        """What a line does, its arguments worked out in the situation reached."""
        parameters = self._rulebook.action(deed.action).parameters
        written = [*deed.arguments, *(one.default for one in parameters[len(deed.arguments) :])]
        arguments = []
        for parameter, expr in zip(parameters, written, strict=True):
            if expr is None:
                raise TypeError(f"{parameter.name} of {deed.action} has no value")
            native = self._native(expr, state)
            arguments.append(self._game.layout.plain(parameter.type, native))
        return Act(deed.action, tuple(arguments))

    def holds(self, condition: Expr, state: Table) -> bool:
        """Whether a condition is true in a situation."""
        return bool(self._native(condition, state))

    def _native(self, expr: Expr, now: Table) -> Native:
        made = Speaker(self._words, self._words.locals()).expression(expr)
        tree = ast.fix_missing_locations(ast.Expression(made))
        code = compile(tree, "<example>", "eval", dont_inherit=True)
        # Checked syntax only; the same way in which a model is made.
        return eval(code, {**self._known, "now": now})  # noqa: S307
