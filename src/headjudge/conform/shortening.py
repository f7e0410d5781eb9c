"""A play at whose end an engine and the rules differ, made as short as goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from headjudge.conform.deeds import Deed
from headjudge.conform.disagreements import Disagreement, How
from headjudge.conform.engines import Complaint, Engine, EngineError, Habits, Start
from headjudge.conform.match import MAX_BY_ITSELF, Match
from headjudge.conform.moments import Moments, follow, unasked

MOST_TRIES = 400

Fresh = Callable[[], Engine]


class Shortener:
    """Plays the same again with less in it, as long as it comes to the same."""

    def __init__(self, fresh: Fresh, habits: Habits, moments: Callable[[Start], Moments]) -> None:
        """``fresh`` gives an engine to begin with; ``moments`` where the rules begin."""
        self._fresh = fresh
        self._by_itself = habits.by_itself
        self._moments = moments
        self._left = MOST_TRIES

    def shorten(self, found: Disagreement) -> Disagreement:
        """A disagreement after fewer deeds; as it is, if it does not come again."""
        if found.complaint is Complaint.HUNG:
            return found  # each try would take as long again
        deeds = [one.deed for one in found.entries if one.how is not How.UNASKED]
        best = self._again(found, deeds)
        if best is None:
            return replace(found, again=False)
        better: Disagreement | None = best
        while better is not None and self._left > 0:
            best, better = better, self._better(better)
        return best if better is None else better

    def _better(self, found: Disagreement) -> Disagreement | None:
        """A play with fewer deeds, or with a plainer one."""
        deeds = [one.deed for one in found.entries if one.how is not How.UNASKED]
        for fewer in _fewer(deeds):
            legal = self._possible(found, fewer)
            if len(legal) < len(deeds):
                again = self._again(found, legal)
                if again is not None and len(again.entries) < len(found.entries):
                    return again
        return None

    def _possible(self, found: Disagreement, deeds: Sequence[Deed]) -> list[Deed]:
        """Without what has become illegal: it would be another play."""
        was = {one.deed for one in found.entries if one.how is How.PLAYED}
        moments = self._settled(self._moments(found.start))
        kept = []
        for number, deed in enumerate(deeds, 1):
            after = follow(moments, deed)
            if after:
                moments = self._settled(after)
            elif deed in was and number < len(deeds):
                continue
            kept.append(deed)
        return kept

    def _settled(self, moments: Moments) -> Moments:
        """After what the engine does unasked."""
        for _ in range(MAX_BY_ITSELF):
            deed = unasked(moments, self._by_itself)
            if deed is None:
                break
            moments = follow(moments, deed) or moments
        return moments

    def _again(self, found: Disagreement, deeds: Sequence[Deed]) -> Disagreement | None:
        """Play these deeds; the disagreement, if there is one of this sort."""
        self._left -= 1
        if self._left < 0:
            return None
        try:
            engine = self._fresh()
        except EngineError:
            return None
        match = Match(engine, found.start, self._moments(found.start))
        again = match.begin()
        for deed in deeds:
            if again is not None or match.over:
                break
            again = match.offer(deed)
        if isinstance(again, str) or again is None or not again.like(found):
            return None
        return again


def _fewer(deeds: list[Deed]) -> Iterator[list[Deed]]:
    """The deeds without a stretch of them, the longest stretches first."""
    length = len(deeds)
    while length > 0:
        for start in range(len(deeds) - length + 1):
            yield deeds[:start] + deeds[start + length :]
        length //= 2
