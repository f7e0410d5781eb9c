"""Verdicts, findings and results: what a check says and what it rests on."""

from __future__ import annotations

from builtins import property as derived  # a finding has a field of this name
from dataclasses import dataclass
from enum import Enum

from headjudge.engines.search import Meeting, Orders
from headjudge.evidence.certificates import Certificate
from headjudge.evidence.reasons import Why
from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import Rulebook, Setting
from headjudge.rulebook.values import Act, Situation


class Verdict(Enum):
    """The only words for an outcome; none claims more than was done."""

    PROVED = "proved"
    EXHAUSTIVE = "exhaustive"
    WITHIN_SCOPE = "within scope"
    BOUNDED = "bounded"
    REFUTED = "refuted"
    WITNESSED = "witnessed"
    VACUOUS = "vacuous"
    NOT_APPLICABLE = "not applicable"
    NO_VERDICT = "no verdict"


# Strengths of a property that holds, the strongest first.
STRENGTHS = (Verdict.PROVED, Verdict.EXHAUSTIVE, Verdict.WITHIN_SCOPE, Verdict.BOUNDED)


class Kind(Enum):
    """The kinds of contradiction; the value is the name in reports."""

    CONFLICT = "conflict"
    CLASH = "clash"
    IMPOSSIBLE = "impossible obligation"
    SILENCE = "silence"
    UNDEFINED = "undefined"
    GAP = "gap"
    ORDER = "order ambiguity"
    LOST_OPTION = "lost option"
    LEAK = "leak"
    SHORTCUT = "unsound shortcut"
    STUCK = "window that never closes"
    LOOP = "endless loop"
    NEVER_USABLE = "answer never usable"
    DENIED = "denied answer"
    DENIED_BY_CARDS = "answer denied if the cards help"
    VIOLATION = "violated property"
    NEVER_HAPPENS = "never happens"
    DEAD = "dead clause"
    IDLE = "idle clause"
    READING = "open reading"
    FALSE_CLAIM = "false claim"
    UNMODELLED = "clause without a model"
    APART = "words and block apart"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a play: the act, the clauses that grant it and write, what is then.

    ``after`` is None for a last step that stands in its own way: a clash, something
    undefined.
    """

    act: Act
    clauses: tuple[str, ...]
    after: Situation | None


@dataclass(frozen=True, slots=True)
class Trace:
    """A play from an initial situation. ``permission_wins``: under that ruling of conflicts.

    ``loop``: it ends in the situation in which it was after so many steps, and goes round
    for ever. ``growth``: it ends there but for so much more of these stocks and list lengths,
    by the names of their slots, and does so in every round.
    """

    start: Situation
    steps: tuple[Step, ...]
    permission_wins: bool = False
    loop: int | None = None
    growth: tuple[tuple[str, int], ...] = ()

    def __len__(self) -> int:
        return len(self.steps)


class Keeper(Enum):
    """Who keeps a loop going."""

    RULES = "rules"
    CARDS = "cards"
    PLAYERS = "players"


@dataclass(frozen=True, slots=True)
class WayOut:
    """What a player could do instead of a step (from 1) of a play, to break its loop."""

    step: int
    player: str
    act: Act


@dataclass(frozen=True, slots=True)
class Loop:
    """Who keeps the loop of a play going.

    PLAYERS: with ``ways_out``, one for each step, player and action. CARDS: nobody could
    break it, but the cards have to do what ``cards`` says each time. RULES: neither.
    """

    keeper: Keeper
    ways_out: tuple[WayOut, ...] = ()
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cause:
    """What is wrong, as far as it is known without the play.

    ``clauses``: for a conflict (permission, prohibition), for a clash the two that write;
    ``action`` the action in question, or the last one; ``field`` for clash and silence;
    ``label`` tells apart the parts of one property (``x = COMBAT``).
    """

    kind: Kind
    action: str | None = None
    clauses: tuple[str, ...] = ()
    field: str | None = None
    label: str = ""


Option = tuple[str, str, tuple[str, ...]]

# Why a finding that rests on the cards fails no check, unless somebody has more to say of it.
BY_ITSELF = "no contradiction by itself, as the cards would have to help"


@dataclass(frozen=True, slots=True)
class Branch:
    """A step that a strategy reckons with.

    ``chosen``: it is the denying side's own. ``to``: the turn to which it leads; None if the
    grant has ended by it. ``clauses``: as in :class:`Step`.
    """

    act: Act
    chosen: bool
    to: int | None
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """A situation that a strategy reckons with: what the denying side does, and all replies."""

    situation: Situation
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Denial:
    """How an answer is denied from the end of a play on.

    ``denier``: the seat of the player who sees to it; None if nobody has to. ``cards``: the
    cards help. ``situations``: in how many the answer may be pending and cannot be used; 0 if
    there are too many to look at. ``turns``: these situations, the first one first, if
    somebody has to do something there. ``clauses``: those by which anything happens in them.
    """

    denier: int | None
    cards: bool
    situations: int
    turns: tuple[Turn, ...]
    clauses: tuple[str, ...] = ()

    @derived
    def ends(self) -> bool:
        """Whether the grant has come to its end after so many steps, whatever the others do."""
        ended: set[int | None] = {None}
        before = 0
        while len(ended) > before:
            before = len(ended)
            for number, turn in enumerate(self.turns):
                if turn.branches and all(branch.to in ended for branch in turn.branches):
                    ended.add(number)
        return 0 in ended

    @derived
    def choices(self) -> dict[Situation, Act]:
        """What the denying side does where it can act."""
        return {
            turn.situation: branch.act
            for turn in self.turns
            for branch in turn.branches
            if branch.chosen
        }


@dataclass(frozen=True, slots=True)
class Side:
    """What becomes of the last act of a play under one of two rulebooks.

    ``name``: the answer to the open question, or the edition. ``act`` as this rulebook has
    it; None if it has no such act, or if the two part without one. ``legal``: it may happen
    next. ``clauses``: those that grant it and write, or those that stop it. ``grants``:
    those that permit or require it anywhere. ``before`` and ``after``: the situations
    around it; ``after`` is None if it leads to none, and then ``outcome`` says why.
    ``ends``: why the play ends there, empty if it goes on. ``options``: what may happen
    next, as (player, action, clauses).
    """

    name: str
    act: Act | None
    legal: bool
    clauses: tuple[str, ...]
    grants: tuple[str, ...]
    before: Situation | None
    after: Situation | None
    outcome: str
    ends: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Parted:
    """The end of a play that is the same under two rulebooks as far as its last act."""

    left: Side
    right: Side


@dataclass(frozen=True, slots=True)
class Mend:
    """A suggestion: a change of one clause after which a finding is gone.

    ``said``: the change in a sentence; ``block``: the statement as it would then stand, empty
    if it is struck; ``changes``: what else changes in play.
    """

    said: str
    block: str
    changes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One contradiction, one cause, one file.

    ``decisive``: clauses without which the same play is legal and breaks nothing;
    ``enabling``: clauses without which it is not legal. ``assumes``: which environment
    actions with what parameters the play needs (what cards have to do). ``readings``: under
    which answers to open questions it was found, empty if there are none or under all.
    ``message`` says more where there is no play (an example that cannot be played).
    ``act``: the act in question where the play stops before it (a conflict, an impossible
    obligation). ``other``: a second play, where a finding is the difference of two.
    ``about``: the claim's parameters for which it fails, as (name, value) in the words of
    :func:`~headjudge.rulebook.values.show`. ``options``: what players could do there, as
    (player, action, clauses that grant it). ``loop``: who keeps the loop going in which the
    play ends. ``denial``: of a denied answer, how. ``parted``: for an open reading, what each
    of two answers makes of the last act; ``against`` is the question with the second,
    ``readings`` has the first. ``why``: the reasons, if there is a play. ``mends``: what would
    remove it, as far as somebody has looked for that.
    """

    property: str
    cause: Cause
    trace: Trace | None
    decisive: tuple[str, ...] = ()
    enabling: tuple[str, ...] = ()
    assumes: tuple[str, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    message: str = ""
    place: Place | None = None
    accepted: str | None = None
    act: Act | None = None
    other: Trace | None = None
    about: tuple[tuple[str, str], ...] = ()
    options: tuple[Option, ...] = ()
    loop: Loop | None = None
    denial: Denial | None = None
    against: tuple[tuple[str, str], ...] = ()
    parted: Parted | None = None
    why: Why | None = None
    mends: tuple[Mend, ...] = ()

    @derived
    def weak(self) -> bool:
        """Whether it rests on what cards would have to do; then it counts as accepted."""
        return self.cause.kind is Kind.DENIED_BY_CARDS

    @derived
    def clauses(self) -> tuple[str, ...]:
        """The clauses at fault: those known from the cause, else the decisive ones."""
        return self.cause.clauses or self.decisive

    @derived
    def steps(self) -> int:
        """The length of the play, of two that of the longer; 0 without one."""
        return max((len(play) for play in (self.trace, self.other) if play is not None), default=0)

    @derived
    def fingerprint(self) -> str:
        """Property, label, action, field, keeper, clauses: one name per cause, fit for a file."""
        parts = [
            self.property,
            self.cause.label.replace(" ", ""),
            self.cause.action or "",
            self.cause.field or "",
            self.loop.keeper.value if self.loop else "",
            "+".join(self.clauses),
        ]
        return "--".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Core:
    """A minimal set of clauses that cannot all be obeyed, over all situations.

    ``situations``: in how many they meet; of several readings, in the one with the most.
    ``trace``: a shortest play to one of these, if nothing settles it.
    """

    clauses: tuple[str, ...]
    meeting: Meeting
    situations: int
    trace: Trace | None = None


class Seen(Enum):
    """Whether something was seen to happen; ``open``: not, and plays that stop may hide it."""

    YES = "yes"
    NO = "no"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Part:
    """What was seen of a clause, or of one norm or consequence in it (``statement``).

    ``by``: clauses that say the same. ``behind``: clauses without which it would matter,
    though they say something else. ``why``: the reason if it is open.
    """

    clause: str
    statement: str
    seen: Seen
    by: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Searched:
    """What was searched for a result.

    ``cutoffs``: steps not taken because of a bound, by its name. ``ended``: how many plays
    end in another finding.
    """

    engine: str
    situations: int
    steps: int
    depth: int
    cutoffs: tuple[tuple[str, int], ...]
    ended: int = 0

    @derived
    def cut(self) -> int:
        """How many steps were cut off in all."""
        return sum(count for _, count in self.cutoffs)


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict on one property of one rulebook.

    ``premises``: in how many situations (or steps) the property says something, of a property
    about clauses how many parts were looked at; None if unknown. ``required``: what the header
    asks for (a verdict's value). ``why``: the reason of a verdict that is none. ``witness``:
    the play of ``witnessed``. ``aside``: what the verdict would be but for the findings; None
    if nothing was searched. ``place``: where the reason of a verdict that is none stands, if
    it is a line. ``unproved``: why what holds is not proved; empty if it is, or nobody tried.
    ``orders``: of a property about orders, who settles them. ``parts``: of a property about
    clauses, what was seen of each. ``idle``: parts of the property without which it holds as
    well. ``cores``: of the property about conflicts, all minimal sets of clauses that cannot
    be obeyed together.
    """

    property: str
    title: str
    words: str
    kind: Kind
    verdict: Verdict
    required: str
    findings: tuple[Finding, ...] = ()
    searched: Searched | None = None
    premises: int | None = None
    why: str = ""
    witness: Trace | None = None
    aside: Verdict | None = None
    place: Place | None = None
    unproved: str = ""
    orders: Orders | None = None
    parts: tuple[Part, ...] = ()
    idle: tuple[str, ...] = ()
    cores: tuple[Core, ...] = ()

    @derived
    def open_findings(self) -> tuple[Finding, ...]:
        """Findings that nobody has accepted."""
        return tuple(finding for finding in self.findings if finding.accepted is None)

    @derived
    def satisfied(self) -> bool:
        """Whether the required strength is reached, or every finding is accepted."""
        match self.verdict:
            case Verdict.REFUTED:
                # Findings that are all accepted excuse no search that was broken off.
                return not self.open_findings and self._reaches(self.aside)
            case _:
                return self._reaches(self.verdict)

    def _reaches(self, verdict: Verdict | None) -> bool:
        """Whether a verdict is as strong as required."""
        match verdict:
            case None | Verdict.WITNESSED:
                return True
            case Verdict.REFUTED:
                return False
            case Verdict.VACUOUS | Verdict.NOT_APPLICABLE | Verdict.NO_VERDICT:
                return self.required == str(verdict.value)
            case _:
                reached = STRENGTHS.index(verdict)
                wanted = [s.value for s in STRENGTHS]
                if self.required not in wanted:
                    return False
                return reached <= wanted.index(self.required)


@dataclass(frozen=True, slots=True)
class Audit:
    """All results for one rulebook in one setting.

    ``vanished``: accepted findings that are no longer found. ``settled`` and
    ``exceptions``: pairs of (permission, prohibition) clauses that precedence or
    narrowness settles. ``searches``: what each search went through. ``complete``: every
    search came to its end, no budget was spent and no depth was set; only then does a
    finding that is missing no longer exist. ``certificate``: of what is proved;
    ``kept``: it is written to its place.
    """

    rulebook: Rulebook
    setting: Setting
    results: tuple[Result, ...]
    searches: tuple[Searched, ...] = ()
    levels: tuple[int, ...] = ()
    vanished: tuple[str, ...] = ()
    settled: tuple[tuple[str, str, str], ...] = ()
    exceptions: tuple[tuple[str, str, str], ...] = ()
    faults: tuple[str, ...] = ()
    complete: bool = False
    certificate: Certificate | None = None
    kept: bool = True

    @derived
    def findings(self) -> tuple[Finding, ...]:
        """All findings, in the order of the results."""
        return tuple(finding for result in self.results for finding in result.findings)

    @derived
    def exit_code(self) -> int:
        """0 all satisfied; 1 an open or vanished finding; 3 something is not decided."""
        if self.vanished or any(result.open_findings for result in self.results):
            return 1
        return 0 if all(result.satisfied for result in self.results) else 3
