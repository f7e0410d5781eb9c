"""What an engine is asked and what it answers.

An engine is given a system and goals, and finds for each goal the shortest plays that
reach it. It holds no state between calls.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Term
from headjudge.semantics.symbolic.views import Sign, View


@dataclass(frozen=True, slots=True)
class Budget:
    """What a search may use.

    ``steps``: the depth of a bounded search. ``seconds`` and ``situations`` end it without
    a verdict, and so do ``nodes``: the size of one decision diagram. ``seed`` goes to solvers.
    """

    steps: int = 20
    seconds: float = 600.0
    situations: int = 50_000_000
    nodes: int = 2_000_000
    seed: int = 0


@dataclass(frozen=True, slots=True)
class StateGoal:
    """Situations to be found: where ``hit`` holds, over the slots.

    ``premise``: where the goal's claim says something; these situations are counted.
    ``by_action``: one play per last action that enters such a situation from one that is
    not; else one play in all.
    """

    name: str
    hit: Term
    premise: Term
    by_action: bool = True


@dataclass(frozen=True, slots=True)
class StepGoal:
    """Steps to be found: per transition, over slots and parameters.

    ``taken``: only steps that are really taken; else also steps that are in the way of
    themselves (a clash). One play per action.
    """

    name: str
    hit: tuple[Term, ...]
    premise: tuple[Term, ...]
    taken: bool = True


@dataclass(frozen=True, slots=True)
class ReturnGoal:
    """From everywhere a situation in which ``target`` holds can be reached (AG EF)."""

    name: str
    target: Term


@dataclass(frozen=True, slots=True)
class LoopGoal:
    """Plays that go on for ever without a situation in which ``target`` holds (against AF).

    ``passing``: only plays in which every player makes these moves where that is possible;
    empty: all plays. One play per way of being kept up: by anybody, without a choice of any
    player, without any choice at all.
    """

    name: str
    target: Term
    passing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A list among the slots: its length, then ``room`` items of ``width`` slots each."""

    offset: int
    room: int
    width: int


@dataclass(frozen=True, slots=True)
class Free:
    """What nobody chooses in an action: these places of the row of its parameters.

    ``clauses``: how many clauses append to a list, if it is their order.
    """

    places: tuple[int, ...]
    clauses: int = 0


@dataclass(frozen=True, slots=True)
class Doing:
    """What is said of one action where the question is its order.

    ``duty``: the places of the row of its parameters that say what is due. ``player``: the
    first of them is the player who does it. ``resolves``: that it happens is part of what a
    play comes to.
    """

    duty: tuple[int, ...]
    player: bool
    free: tuple[Free, ...]
    resolves: bool


@dataclass(frozen=True, slots=True)
class OrderGoal:
    """Two plays that part by an order that nobody chose, and come to different ends.

    ``doings``: one per transition. ``asked``: the pairs of transitions whose order is in
    question. ``waiting``: per thing that may be due, where it waits. ``stack``: whence things
    resolve. ``by_players``: an order that a player chooses is in question too.
    """

    name: str
    doings: tuple[Doing, ...]
    asked: frozenset[tuple[int, int]]
    waiting: tuple[Term, ...]
    at_rest: Term
    goes_on: Term
    stack: Place | None = None
    by_players: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """Something that may happen: per action's index, where; over slots and parameters."""

    label: str
    where: tuple[tuple[int, Term], ...]


@dataclass(frozen=True, slots=True)
class PresenceGoal:
    """Which of these happen in any reachable situation, with any parameters.

    No play is rebuilt: the answer is what was seen.
    """

    name: str
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Grant:
    """An answer of one player, for one filling of a claim's parameters.

    ``granted``: it is granted and still pending. ``usable``: it can be used now.
    """

    player: int
    granted: Term
    usable: Term


@dataclass(frozen=True, slots=True)
class DenialGoal:
    """Situations in which an answer has just been granted and can be denied.

    One play per last action and per :class:`Side` that can deny it, except where a weaker
    one can as well.
    """

    name: str
    grants: tuple[Grant, ...]


@dataclass(frozen=True, slots=True)
class LeakGoal:
    """Two plays that look alike to a player, after which not the same actions may come next.

    ``view``: what the player sees. ``signs``: the actions, as they look to the player.
    """

    name: str
    view: View
    signs: tuple[Sign, ...]


@dataclass(frozen=True, slots=True)
class MeetingGoal:
    """All minimal sets of clauses that cannot all be obeyed, and where they meet."""

    name: str


Goal = (
    StateGoal
    | StepGoal
    | ReturnGoal
    | LoopGoal
    | DenialGoal
    | OrderGoal
    | PresenceGoal
    | LeakGoal
    | MeetingGoal
)


class Meeting(Enum):
    """What becomes of clauses that cannot all be obeyed.

    SITUATIONAL: they meet in a situation that is reached. SETTLED: they do, and a named
    precedence says which counts. EXCEPTION: they do, and one lies wholly inside the other.
    MOOT: they meet only where nothing hangs on it. VACUOUS: they never meet.
    """

    SITUATIONAL = "situational"
    SETTLED = "settled"
    EXCEPTION = "exception"
    MOOT = "moot"
    VACUOUS = "vacuous"


class Side(Enum):
    """Who sees to it that an answer is never usable, the weakest first."""

    NOBODY = "nobody"
    PLAYER = "player"
    CARDS = "cards"


@dataclass(frozen=True, slots=True)
class Path:
    """A play as rows: the first situation, then (transition's index, parameters' row, row).

    The row after the last step of a :class:`StepGoal` that is not taken is missing: then
    ``last`` holds that step. ``loop``: after so many steps the play is where it ends again,
    and so goes round for ever.
    """

    start: tuple[int, ...]
    steps: tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]
    last: tuple[int, tuple[int, ...]] | None = None
    loop: int | None = None

    def __len__(self) -> int:
        return len(self.steps) + (self.last is not None)


@dataclass(frozen=True, slots=True)
class Together:
    """A minimal set of clauses that cannot all be obeyed; none: nothing is permitted there.

    ``situations``: in how many they meet. ``path``: a shortest play to one of those, if
    nothing settles it.
    """

    clauses: tuple[str, ...]
    meeting: Meeting
    situations: int
    path: Path | None


@dataclass(frozen=True, slots=True)
class Strategy:
    """How an answer is denied from the end of a play on.

    ``grant`` indexes the goal's grants. ``denier``: the seat that denies it, alone or with
    the cards (CARDS); nobody has to (NOBODY): it is -1. ``choices``: of each situation in
    which the denying side acts, as a row, the transition's index and its parameters' row.
    """

    side: Side
    grant: int
    denier: int
    choices: tuple[tuple[tuple[int, ...], int, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """A shortest play that reaches a goal; ``action``: the cause's last action, if it has one.

    ``other``: the second play, of a goal that compares two.
    ``strategy``: of a :class:`DenialGoal`, how the answer is denied from there on.
    """

    action: str | None
    path: Path
    other: Path | None = None
    strategy: Strategy | None = None


class Strength(Enum):
    """How much was searched."""

    COMPLETE = "complete"
    BOUNDED = "bounded"
    SPENT = "spent"


@dataclass(frozen=True, slots=True)
class Orders:
    """In how many situations several things are to be done, by who settles their order."""

    by_clause: int
    by_player: int
    by_nobody: int


# For each way of being kept up the candidates, the shortest first; ``loop`` of each says after
# how many steps its round begins.
Pumps = tuple[tuple[Path, ...], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found for one goal.

    ``premises`` counts situations or steps in which the goal's claim says something; None
    if the engine does not count. ``undecided``: for goals that are answered on the
    finished graph, how many situations (for a :class:`OrderGoal`, partings) hang on plays
    that were cut off. ``why``: what spent the budget of this goal alone. ``seen``: for a
    :class:`PresenceGoal`, the labels of what happens. ``pumps``: for a :class:`LoopGoal`
    without a hit, plays that may go on for ever with more in each round, to be proved.
    ``together``: for a :class:`MeetingGoal`.
    """

    goal: str
    hits: tuple[Hit, ...]
    premises: int | None
    undecided: int = 0
    why: str = ""
    orders: Orders | None = None
    seen: frozenset[str] = frozenset()
    pumps: Pumps = ()
    together: tuple[Together, ...] = ()


@dataclass(frozen=True, slots=True)
class Search:
    """What was searched, and the answers in the order of the goals.

    ``cutoffs``: steps not taken because of a bound, by its name. ``ended``: how many plays
    end where something is wrong: in a clash, at something undefined, in silence. ``why``
    says what spent the budget.
    """

    engine: str
    strength: Strength
    situations: int
    steps: int
    depth: int
    cutoffs: tuple[tuple[str, int], ...]
    answers: tuple[Answer, ...]
    levels: tuple[int, ...] = ()
    why: str = ""
    ended: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come."""

    engine: str
    depth: int
    situations: int


Report = Callable[[Progress], None]


def silent(_: Progress) -> None:
    """Tell nobody."""


class Engine(Protocol):
    """Searches a system for goals."""

    name: str

    def serves(self, goal: Goal) -> bool:
        """Whether this engine can answer such a goal."""
        ...

    def search(
        self, system: System, goals: tuple[Goal, ...], budget: Budget, report: Report = silent
    ) -> Search:
        """Search; at most the budget is used."""
        ...


@dataclass(slots=True)
class Clock:
    """Counts the seconds of a budget."""

    seconds: float
    now: Callable[[], float]
    start: float = field(init=False)

    def __post_init__(self) -> None:
        self.start = self.now()

    @property
    def spent(self) -> bool:
        """Whether the time is over."""
        return self.now() - self.start > self.seconds
