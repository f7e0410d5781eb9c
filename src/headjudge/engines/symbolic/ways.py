"""Where plays can still go (AG EF), and whether they may go on for ever (against AF)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from headjudge.engines.search import LoopGoal
from headjudge.engines.symbolic.moves import Move
from headjudge.engines.symbolic.reach import Reach
from headjudge.rulebook.syntax import ActionKind
from headjudge.semantics.symbolic.terms import Term

if TYPE_CHECKING:
    from dd.cudd import Function


@dataclass(frozen=True, slots=True)
class Back:
    """From where a target cannot be reached.

    ``lost``: no play whatever reaches it. ``asked``: in how many situations it is known
    whether one does; ``undecided``: how many hang on plays that were cut off.
    """

    lost: Function
    asked: int
    undecided: int


def ways_back(reach: Reach, target: Term) -> Back:
    """From where a target can be reached. Raises SpentError.

    A play that ends in another finding excuses the situations on its way from which no play
    reaches the target: that finding says what is wrong there.
    """
    good = reach.diagrams.truth(target)
    able = reach.leading_to(good)
    excused = reach.leading_to(reach.open() & ~able) & ~able
    hanging = reach.leading_to(reach.cut() & ~able)
    asked = reach.whole & ~good & ~excused
    return Back(
        reach.whole & ~able & ~excused,
        reach.diagrams.count_present(reach.diagrams.present(asked)),
        reach.diagrams.count(hanging),
    )


class Staying:
    """The steps that a play may take which never comes to a target.

    What properties remember is forgotten: it has no influence on what happens next.
    """

    def __init__(self, reach: Reach, goal: LoopGoal) -> None:
        self.reach = reach
        self.diagrams = reach.diagrams
        target = self.diagrams.truth(goal.target)
        self.outside = self.diagrams.present(reach.counted & ~target)
        self._from = self._sources(goal.passing)

    def _sources(self, passing: tuple[str, ...]) -> tuple[Function, ...]:
        """Per action, where a play may take it.

        With ``passing``: what the game does, what is due, and these moves. Where none of
        that is possible, anything: somebody has to do something.
        """
        diagrams, moves = self.diagrams, self.reach.moves
        if not passing:
            return tuple(diagrams.true for _ in moves)
        busy = ~diagrams.truth(diagrams.system.at_rest)
        plain = []
        for move in moves:
            action = move.transition.action
            easy = action.kind is not ActionKind.MOVE or action.name in passing
            plain.append(diagrams.true if easy else busy)
        some = diagrams.any(
            where & move.sources(move.legal) for move, where in zip(moves, plain, strict=True)
        )
        return tuple(where | ~some for where in plain)

    def before(self, situations: Function) -> Function:
        """The situations outside the target with a step to these, which lie outside too."""
        found = self.diagrams.false
        for move, where in zip(self.reach.moves, self._from, strict=True):
            self.reach.look_at_the_clock()
            found = found | self._before(move, situations & self.outside) & where
        return found & self.outside

    def _before(self, move: Move, situations: Function) -> Function:
        if not self.diagrams.past:
            return move.before(situations)
        return self.diagrams.present(move.before(situations) & self.reach.counted)

    def hanging(self) -> Function:
        """From where a play that stays outside comes to a step that a bound stops."""
        cut = self.diagrams.false
        for move, where in zip(self.reach.moves, self._from, strict=True):
            cut = cut | self.diagrams.present(self.reach.counted & move.sources(move.cut) & where)
        found = fresh = cut & self.outside
        while fresh != self.diagrams.false:
            fresh = self.before(fresh) & ~found
            found = found | fresh
        return found

    def for_ever(self) -> Function:
        """From where a play can go on for ever outside: the greatest set that it never leaves."""
        kept = self.outside
        while True:
            smaller = kept & self.before(kept)
            if smaller == kept:
                return kept
            kept = smaller
