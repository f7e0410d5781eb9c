"""A rulebook's worked examples, played on its executable model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass

from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import (
    ActionKind,
    Example,
    Expect,
    FieldValue,
    Play,
    Refused,
    Rulebook,
    Setting,
)
from headjudge.rulebook.values import Act, show
from headjudge.semantics.executable import (
    UNDEFINED,
    After,
    Clash,
    CutOff,
    Evaluator,
    Game,
    Rules,
    Table,
    Undefined,
)

STEPS_BY_THEMSELVES = 200
SHOWN = 4


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """How an example went.

    ``place`` is the line that cannot be played, None if all can; ``message`` says what is
    wrong there, and ``clauses`` which clauses stop it, in document order.
    """

    place: Place | None = None
    message: str = ""
    clauses: tuple[str, ...] = ()

    @property
    def success(self) -> bool:
        """Whether every line can be played and every expectation holds."""
        return self.place is None


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a line cannot be played; ``for_good`` if no step of the game can mend it."""

    message: str
    clauses: tuple[str, ...] = ()
    for_good: bool = False


def play_examples(rulebook: Rulebook, rules: Rules) -> tuple[ExampleResult, ...]:
    """Play all examples of a rulebook, as :func:`playing` does."""
    return tuple(playing(rulebook, rules))


def playing(rulebook: Rulebook, rules: Rules) -> Iterator[ExampleResult]:
    """Play the examples of a rulebook one after the other, each line by line.

    Due steps that leave no choice run by themselves until the line can be played. The play
    is not bound by the scope. Where several clauses append to one list, they do so in the
    order of the document.
    """
    seats = {example.start.players for example in rulebook.examples}
    players = {number: _player(rulebook, rules, number) for number in seats}
    return (_play(players[one.start.players], one) for one in rulebook.examples)


def _player(rulebook: Rulebook, rules: Rules, players: int) -> Player:
    game = Game(rules, Setting(players, rulebook.scope), bounded=False)
    return Player(rulebook, game, Evaluator(rulebook, game))


def _play(player: Player, example: Example) -> ExampleResult:
    try:
        state = player.start(example)
    except UNDEFINED:
        return ExampleResult(example.start.place, "this start has no value")
    for number, line in enumerate(example.lines, start=1):
        reached = player.play(line, state)
        if isinstance(reached, Trouble):
            message = f"line {number}: {reached.message}"
            return ExampleResult(line.place, message, reached.clauses)
        state = reached
    return ExampleResult()


class Player:
    """Plays the lines of examples with one number of players."""

    def __init__(self, rulebook: Rulebook, game: Game, evaluator: Evaluator) -> None:
        """Play ``game``, whose rules are those of ``rulebook``."""
        self._rulebook = rulebook
        self._game = game
        self._evaluator = evaluator

    def start(self, example: Example) -> Table:
        """The first situation of an example; undefined if it has no value."""
        return self._evaluator.start(example.start)

    def play(self, line: Play | Refused | Expect, state: Table) -> Table | Trouble:
        """The situation after a line, or why it cannot be played."""
        for _ in range(STEPS_BY_THEMSELVES + 1):
            reached = self._try(line, state)
            if not isinstance(reached, Trouble) or reached.for_good:
                return reached
            forced = self._forced(state)
            if forced is None:
                return reached
            following = self._apply(state, forced)
            if isinstance(following, Trouble):
                return following
            state = following
        return Trouble(f"the game goes on by itself for more than {STEPS_BY_THEMSELVES} steps")

    def _try(self, line: Play | Refused | Expect, state: Table) -> Table | Trouble:
        try:
            match line:
                case Play(deed):
                    return self._happens(self._evaluator.act(deed, state), state)
                case Refused(deed, impossible):
                    act = self._evaluator.act(deed, state)
                    return self._refused(act, state, impossible=impossible)
                case Expect():
                    return self._expected(line, state)
        except UNDEFINED:
            return Trouble("this line has no value in the situation reached")

    def _happens(self, act: Act, state: Table) -> Table | Trouble:
        game = self._game
        silent = game.silent(state)
        if silent:
            named = ", ".join(f"`{name}`" for name in silent)
            return Trouble(f"no clause has said what becomes of {named}", (), for_good=True)
        if game.is_legal(state, act):
            return self._apply(state, act, for_good=True)
        stops = game.refusals(state, act)
        why = f"{self._words(act)} {self._why_not(act, state)}; {self._instead(state)}"
        return Trouble(why, stops)

    def _instead(self, state: Table) -> str:
        """What may happen at this point."""
        legal = list(dict.fromkeys(map(self._briefly, self._game.legal(state))))
        if not legal:
            return "nothing is legal here"
        more = ", …" if len(legal) > SHOWN else ""
        return f"legal here: {', '.join(legal[:SHOWN])}{more}"

    def _briefly(self, act: Act) -> str:
        """An act with its first argument only: who does it."""
        parameters = self._rulebook.action(act.action).parameters
        if not parameters:
            return f"{act.action}()"
        return f"{act.action}({show(act.arguments[0], parameters[0].type)})"

    def _why_not(self, act: Act, state: Table) -> str:
        game = self._game
        if not game.needs_hold(state, act):
            return "is not possible here: what it needs is not there"
        if not game.can(state, act):
            grants = game.grants(state, act)
            if not grants:
                return "is not permitted by any clause here"
            stops = ", ".join(game.refusals(state, act))
            return f"is permitted by {', '.join(grants)} and stopped by {stops}"
        # What is due can be held back as well: first comes what is not.
        due = ", ".join(dict.fromkeys(one.action for one in game.legal(state)))
        return f"has to wait: first comes {due}"

    def _refused(self, act: Act, state: Table, *, impossible: bool) -> Table | Trouble:
        game = self._game
        if game.is_legal(state, act):
            grants = game.grants(state, act)
            return Trouble(f"{self._words(act)} is legal here", grants, for_good=True)
        possible = game.needs_hold(state, act)
        if impossible and possible:
            return Trouble(
                f"{self._words(act)} is possible here; where it is refused, write illegal"
            )
        if not impossible and not possible:
            clause = self._rulebook.action(act.action).origin.clause
            return Trouble(
                f"what {self._words(act)} needs is not there; then write impossible", (clause,)
            )
        return state

    def _expected(self, line: Expect, state: Table) -> Table | Trouble:
        if self._evaluator.holds(line.condition, state):
            return state
        situation = self._game.freeze(state)
        named = mentioned(line.condition)
        values = [
            f"{field.name} is {show(value, field.type)}"
            for field, value in zip(self._rulebook.fields, situation.values, strict=True)
            if field.name in named
        ]
        return Trouble("this does not hold" + (": " + "; ".join(values) if values else ""))

    def _forced(self, state: Table) -> Act | None:
        """The due step that happens by itself: the one thing that may happen at all."""
        game = self._game
        if game.at_rest(state):
            return None
        legal = {(act.action, act.arguments): act for act in reversed(game.legal(state))}
        if len(legal) != 1:
            return None
        (act,) = legal.values()
        if self._rulebook.action(act.action).kind is not ActionKind.STEP:
            return None
        return act

    def _apply(self, state: Table, act: Act, *, for_good: bool = False) -> Table | Trouble:
        match self._game.apply(state, act):
            case After(state=after):
                return after
            case Undefined(clauses):
                return Trouble(f"{self._words(act)} leads to no value", clauses, for_good)
            case Clash(causes):
                giving = {clause for _, one, other in causes for clause in (one, other)}
                fields = ", ".join(sorted({f"`{name}`" for name, _, _ in causes}))
                return Trouble(
                    f"after {self._words(act)} there are two values for {fields}",
                    self._game.rules.in_order(giving),
                    for_good,
                )
            case CutOff(bound):
                return Trouble(f"{self._words(act)} outgrows {bound}", (), for_good)

    def _words(self, act: Act) -> str:
        parameters = self._rulebook.action(act.action).parameters
        shown = (
            show(value, parameter.type)
            for parameter, value in zip(parameters, act.arguments, strict=True)
        )
        return f"{act.action}({', '.join(shown)})"


def mentioned(node: object) -> frozenset[str]:
    """The fields that an expression names itself."""
    if isinstance(node, FieldValue):
        return frozenset((node.name,))
    if isinstance(node, tuple):
        return frozenset().union(*map(mentioned, node))
    if is_dataclass(node):
        return frozenset().union(*(mentioned(getattr(node, one.name)) for one in fields(node)))
    return frozenset()
