"""Plays that two rulebooks share up to their last act, played on both executable models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from headjudge.engines.compare import Difference, Parting, Relation
from headjudge.evidence.judging import ReplayError
from headjudge.evidence.relating import SAME, Names, alike, fields_of, leaves, said
from headjudge.evidence.results import Finding, Option, Parted, Side, Step, Trace
from headjudge.rulebook.syntax import ActionKind, NormKind, PlayerType, Rulebook, Setting
from headjudge.rulebook.values import Act, Ruling, Situation, show
from headjudge.semantics.executable import After, Clash, Game, Table, Undefined, build
from headjudge.semantics.symbolic.system import System

GAME = "game"
SILENCE = "silence"
OVER = "over"
_STARTS = 100_000
Leaves = dict[str, str]


@dataclass(frozen=True, slots=True)
class Course:
    """A play to be played on both sides, and how it is said to part.

    ``starts``: its first situation on the left and on the right. ``acts``: those of the left
    that both take. ``last``: the act at which they part, ``on_right`` if it is the right's;
    None if they part before one.
    """

    difference: Difference
    starts: tuple[Situation | None, Situation | None]
    acts: tuple[Act, ...]
    last: Act | None
    on_right: bool = False


class Hand:
    """One of the two executable models."""

    def __init__(
        self,
        name: str,
        rulebook: Rulebook,
        setting: Setting,
        exceptions: frozenset[tuple[int, int]],
        names: Names = SAME,
    ) -> None:
        self.name = name
        self.rulebook = rulebook
        self.setting = setting
        self.names = names
        self.game = Game(build(rulebook), setting, ruling=Ruling(exceptions=exceptions))
        self._known: dict[str, dict[frozenset[tuple[str, str]], tuple[Act, ...]]] = {}

    def common_name(self, action: str) -> str:
        """What the left calls an action."""
        return self.names.actions.get(action, action)

    def leaves(self, act: Act) -> frozenset[tuple[str, str]]:
        """An act's arguments in the left's words."""
        parameters = self.rulebook.action(act.action).parameters
        names = self.names
        return frozenset(
            leaf
            for parameter, value in zip(parameters, act.arguments, strict=True)
            for leaf in leaves(
                names.parameters.get((act.action, parameter.name), parameter.name),
                value,
                parameter.type,
                self.setting,
                names,
            )
        )

    def acts(self, name: str, arguments: frozenset[tuple[str, str]]) -> tuple[Act, ...]:
        """The acts of an action, by its name on the left, in every order of appends."""
        for action in self.rulebook.actions:
            if self.common_name(action.name) == name:
                known = self._known.get(action.name)
                if known is None:
                    known = {self.leaves(act): (act,) for act in self.game.acts(action.name)}
                    self._known[action.name] = known
                found = known.get(arguments, ())
                return tuple(order for act in found for order in self.game.in_every_order(act))
        return ()

    def grants(self, act: Act) -> tuple[str, ...]:
        """The clauses that permit or require the act's action anywhere."""
        kinds = (NormKind.MAY, NormKind.MUST)
        found = (
            norm.origin.clause
            for norm in self.rulebook.norms
            if norm.kind in kinds and act.action in norm.actions
        )
        return tuple(dict.fromkeys(found))

    def ends(self, state: Table) -> str:
        """Why a play ends in a situation; empty if it goes on."""
        if self.game.silent(state):
            return SILENCE
        return OVER if self.game.is_over(state) else ""

    def options(self, state: Table) -> tuple[Option, ...]:
        """What may happen next: who, what, and the clauses that grant it."""
        if self.game.silent(state):
            return ()
        found: dict[tuple[str, str], set[str]] = {}
        for act in self.game.legal(state):
            action = self.rulebook.action(act.action)
            who = GAME
            if action.kind is ActionKind.MOVE:
                who = show(act.arguments[0], PlayerType())
            found.setdefault((who, act.action), set()).update(self.game.grants(state, act))
        rank = [clause.id for clause in self.rulebook.clauses]
        return tuple(
            (who, action, tuple(sorted(clauses, key=rank.index)))
            for (who, action), clauses in found.items()
        )


@dataclass(frozen=True, slots=True)
class Shared:
    """A play as far as both take it: the steps of each, and where each is."""

    traces: tuple[Trace, Trace]
    states: tuple[Table, Table]


class Tandem:
    """Two executable models that play the same play."""

    def __init__(self, left: Hand, right: Hand) -> None:
        self.left = left
        self.right = right

    @cached_property
    def common(self) -> frozenset[str]:
        """The ways to all that the two have in common."""
        lefts, rights = (
            dict(fields_of(hand.rulebook, hand.setting, hand.names))
            for hand in (self.left, self.right)
        )
        return frozenset(
            way for way, leaf in rights.items() if way in lefts and alike(lefts[way], leaf)
        )

    def seen(self, hand: Hand, situation: Situation) -> Leaves:
        """What a situation has of what is common."""
        whole = said(hand.rulebook, situation, hand.setting, hand.names)
        return {way: leaf for way, leaf in whole.items() if way in self.common}

    def same(self, left: Table, right: Table) -> bool:
        """Whether two situations have all in common."""
        one = self.seen(self.left, self.left.game.freeze(left))
        return one == self.seen(self.right, self.right.game.freeze(right))

    def over_there(self, act: Act, *, on_right: bool) -> tuple[Act, ...]:
        """The acts of the other side that mean the same, in every order of appends."""
        mine, other = (self.right, self.left) if on_right else (self.left, self.right)
        return other.acts(mine.common_name(act.action), mine.leaves(act))

    # --------------------------------------------------------------- the play

    def together(self, course: Course, rights: Sequence[Situation] | None = None) -> Shared:
        """Play what both take. Raises ReplayError if one of them does not.

        ``rights``: the right's situations, where that has more of its own to choose from.
        """
        one, two = course.starts
        if one is None or two is None:
            raise ReplayError("one of the two has no such first situation")
        left, right = self.left.game.thaw(one), self.right.game.thaw(two)
        if not self.same(left, right):
            raise ReplayError("the two begin in different situations")
        mine: list[Step] = []
        theirs: list[Step] = []
        for number, act in enumerate(course.acts):
            wanted = None if rights is None else rights[number]
            first = _after(self.left, left, act)
            if first is None:
                raise ReplayError(f"step {number + 1}: {act.action} does not go on the left")
            for other in self.over_there(act, on_right=False):
                second = _after(self.right, right, other)
                if second is None or not self.same(first.state, second.state):
                    continue
                frozen = self.right.game.freeze(second.state)
                if wanted is None or frozen == wanted:
                    left, right = first.state, second.state
                    mine.append(Step(act, first.clauses, self.left.game.freeze(left)))
                    theirs.append(Step(other, second.clauses, frozen))
                    break
            else:
                raise ReplayError(f"step {number + 1}: {act.action} does not go on the right")
        traces = (Trace(one, tuple(mine)), Trace(two, tuple(theirs)))
        return Shared(traces, (left, right))

    def part(
        self, course: Course, rights: Sequence[Situation] | None = None
    ) -> tuple[tuple[Trace, Trace], Parted]:
        """Play to the end and say how the two part. Raises ReplayError if they do not so."""
        if course.difference is Difference.START:
            return self._start(course)
        shared = self.together(course, rights)
        left, right = shared.states
        if course.last is None:
            sides = self._resting(self.left, left), self._resting(self.right, right)
            if course.difference is not Difference.END or sides[0].ends == sides[1].ends:
                raise ReplayError("the play ends in both or in neither")
            return shared.traces, Parted(*sides)
        last = course.last
        others = self.over_there(last, on_right=course.on_right)
        mine = (last,) if course.on_right else self.left.game.in_every_order(last)
        if course.on_right:
            theirs, mine = self.right.game.in_every_order(last), others
        else:
            theirs = others
        may_left = any(self.left.game.is_legal(left, act) for act in mine)
        may_right = any(self.right.game.is_legal(right, act) for act in theirs)
        expected = {
            Difference.LEFT: (True, False),
            Difference.RIGHT: (False, True),
            Difference.EFFECT: (True, True),
        }
        if expected.get(course.difference) != (may_left, may_right):
            raise ReplayError(f"{last.action} is not legal in just those of the two")
        if course.difference is Difference.EFFECT:
            mine, theirs = self._effects(left, mine, right, theirs)
        sides = _side(self.left, left, mine), _side(self.right, right, theirs)
        return shared.traces, Parted(*sides)

    def _effects(
        self, left: Table, mine: tuple[Act, ...], right: Table, theirs: tuple[Act, ...]
    ) -> tuple[tuple[Act, ...], tuple[Act, ...]]:
        """One act per side of which the other has no like. Raises ReplayError."""
        ones = {act: self._outcome(self.left, left, act) for act in mine}
        twos = {act: self._outcome(self.right, right, act) for act in theirs}
        if None in (*ones.values(), *twos.values()):
            raise ReplayError("what follows is beyond a bound")
        if set(ones.values()) == set(twos.values()):
            raise ReplayError("what follows is the same")
        odd = [act for act, outcome in ones.items() if outcome not in twos.values()]
        other = [act for act, outcome in twos.items() if outcome not in ones.values()]
        return tuple(odd or mine)[:1], tuple(other or theirs)[:1]

    def _outcome(self, hand: Hand, state: Table, act: Act) -> frozenset[tuple[str, str]] | None:
        """What comes of an act, of what is common; None beyond a bound."""
        match hand.game.apply(state, act):
            case After(state=after):
                return frozenset(self.seen(hand, hand.game.freeze(after)).items())
            case Clash():
                return frozenset({("clash", "")})
            case Undefined():
                return frozenset({("undefined", "")})
            case _:
                return None

    def _resting(self, hand: Hand, state: Table) -> Side:
        frozen = hand.game.freeze(state)
        ends, options = hand.ends(state), hand.options(state)
        return Side(hand.name, None, True, (), (), frozen, frozen, "", ends, options)

    def _start(self, course: Course) -> tuple[tuple[Trace, Trace], Parted]:
        """A first situation that only one side has. Raises ReplayError."""
        one, two = course.starts
        mine, other = (self.right, self.left) if course.on_right else (self.left, self.right)
        situation = two if course.on_right else one
        if situation is None:
            raise ReplayError("there is no first situation")
        wanted = self.seen(mine, situation)
        for number, state in enumerate(other.game.initial()):
            if number > _STARTS:
                raise ReplayError("too many first situations to look through")
            if self.seen(other, other.game.freeze(state)) == wanted:
                raise ReplayError("both can start so")
        here = Side(mine.name, None, True, (), (), None, situation, "", "", ())
        there = Side(other.name, None, False, (), (), None, None, "", "", ())
        trace = Trace(situation, ())
        return (trace, trace), Parted(*((there, here) if course.on_right else (here, there)))


def _after(hand: Hand, state: Table, act: Act) -> After | None:
    """What comes of a legal act that goes."""
    game = hand.game
    if game.silent(state) or not game.is_legal(state, act):
        return None
    outcome = game.apply(state, act)
    return outcome if isinstance(outcome, After) else None


def _side(hand: Hand, state: Table, acts: tuple[Act, ...]) -> Side:
    """What one side makes of the last act."""
    game = hand.game
    before = game.freeze(state)
    if not acts:
        return Side(hand.name, None, False, (), (), before, None, "", "", hand.options(state))
    act = acts[0]
    plain = Side(
        hand.name, act, game.is_legal(state, act), (), hand.grants(act), before, None, "", "", ()
    )
    if not plain.legal:
        return replace(plain, clauses=game.refusals(state, act), options=hand.options(state))
    match game.apply(state, act):
        case After(state=after, clauses=clauses):
            return replace(
                plain,
                clauses=clauses,
                after=game.freeze(after),
                ends=hand.ends(after),
                options=hand.options(after),
            )
        case Clash(causes=causes):
            field, one, two = min(causes)
            clauses = tuple(dict.fromkeys((one, two)))
            return replace(plain, clauses=clauses, outcome=f"a clash on {field}")
        case Undefined(clauses=clauses):
            return replace(plain, clauses=clauses, outcome="something undefined")
        case _:
            return replace(plain, clauses=game.grants(state, act), outcome="a play that is cut off")


# --------------------------------------------------------------------- as findings


def told(finding: Finding, course: Course, traces: tuple[Trace, Trace], parted: Parted) -> Finding:
    """The finding with its play as the left has it, up to the act in question.

    If the left has no such act, ``act`` names it.
    """
    trace, _ = traces
    if course.last is not None and not course.on_right:
        step = Step(course.last, parted.left.clauses, parted.left.after)
        trace = replace(trace, steps=(*trace.steps, step))
    return replace(
        finding, trace=trace, act=course.last if course.on_right else None, parted=parted
    )


def parts_as_told(left: Hand, right: Hand, finding: Finding) -> tuple[bool, str]:
    """Whether a stranger's play is one that both take up to its last act, and no further.

    Raises ReplayError and whatever comes of values that do not fit.
    """
    trace = finding.trace
    if trace is None:
        return False, "there is no play"
    tandem = Tandem(left, right)
    why = "the two do not part there"
    for course in _courses(trace, finding.act):
        try:
            made = told(finding, course, *tandem.part(course))
        except ReplayError as error:
            why = str(error)
            continue
        same = made.trace == trace
        return same, "" if same else "the clauses or situations of its steps are others"
    return False, why


def _courses(trace: Trace, act: Act | None) -> list[Course]:
    """The ways in which a play may be meant to part."""
    starts = (trace.start, trace.start)
    acts = tuple(step.act for step in trace.steps)
    if act is not None:
        kinds = (Difference.RIGHT, Difference.EFFECT)
        return [Course(kind, starts, acts, act, on_right=True) for kind in kinds]
    whole = [Course(Difference.END, starts, acts, None)]
    if acts:
        kinds = (Difference.LEFT, Difference.EFFECT)
        whole.extend(Course(kind, starts, acts[:-1], acts[-1]) for kind in kinds)
    return whole


# ------------------------------------------------------------------ from an engine


def course(
    left: System, right: System, relation: Relation, parting: Parting
) -> tuple[Course, tuple[Situation, ...]]:
    """A parting as a play, and the right's situations after each step of it."""
    path = parting.path
    acts = tuple(_act(left, relation, number, row, on_right=False) for number, row, _ in path.steps)
    last = None
    if path.last is not None:
        number, row = path.last
        on_right = parting.on_right
        number -= len(relation.actions) * on_right
        system = right if on_right else left
        last = _act(system, relation, number, row, on_right=on_right)
    if parting.difference is Difference.START:
        only = (right if parting.on_right else left).layout.decode(path.start)
        starts = (None, only) if parting.on_right else (only, None)
        return Course(parting.difference, starts, (), None, parting.on_right), ()
    rows = [path.start, *(after for _, _, after in path.steps)]
    rights = [_right(left, right, relation, row) for row in rows]
    start = left.layout.decode(path.start[: len(left.slots)])
    made = Course(parting.difference, (start, rights[0]), acts, last, parting.on_right)
    return made, tuple(rights[1:])


def _act(
    system: System, relation: Relation, number: int, row: tuple[int, ...], *, on_right: bool
) -> Act:
    pair = relation.actions[number]
    index = pair.right if on_right else pair.left
    if index is None:
        raise ReplayError("the act is of a side that has no such action")
    return system.transitions[index].act(row, system.setting)


def _right(left: System, right: System, relation: Relation, row: tuple[int, ...]) -> Situation:
    """The right's part of a joint situation."""
    own = iter(row[len(left.slots) :])
    numbers = []
    for slot, matched in zip(right.layout.slots, relation.slots, strict=True):
        if matched is None:
            numbers.append(next(own))
        elif matched.values is None:
            numbers.append(row[matched.left])
        else:
            numbers.append(slot.low + matched.values.index(row[matched.left]))
    return right.layout.decode(tuple(numbers))
