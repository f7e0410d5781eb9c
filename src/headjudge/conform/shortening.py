"""A play at whose end an engine and the rules differ, made as short as goes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush

from headjudge.conform.deeds import Deed
from headjudge.conform.disagreements import Disagreement, How
from headjudge.conform.engines import Complaint, Engine, EngineError, Habits, Start
from headjudge.conform.match import MAX_BY_ITSELF, Match
from headjudge.conform.moments import Moment, Moments, follow, unasked

MOST_TRIES = 400
MOST_WAYS = 12
MOST_MOMENTS = 3_000
DEAR = 6  # steps that are gone rather than spend one of a stock
ENDS = (3, 2, 1)

_SEAT = re.compile('"[A-D]"')

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
        best = self._without_refusals(best)
        for end in ENDS:
            best = self._another_way(self._fewer(best), end)
        return self._fewer(best)

    def _fewer(self, found: Disagreement) -> Disagreement:
        """With as few deeds as can be reached by leaving some out."""
        best = found
        length = len(best.entries)
        while length > 0 and self._left > 0:
            shorter = self._without_stretches(best, length)
            length = length // 2 if shorter is best else min(length, len(shorter.entries))
            best = shorter
        return best

    def _another_way(self, found: Disagreement, end: int) -> Disagreement:
        """By a shorter way to the same last deeds, perhaps those of another player."""
        played = [one.deed for one in found.entries if one.how is not How.UNASKED]
        wanted = [_masked(deed) for deed in played[-end:]]
        if len(played) <= end:
            return found
        tries = MOST_WAYS
        moments = self._settled(self._moments(found.start))
        for way in _ways(moments[0], len(played) - 1):
            if [_masked(deed) for deed in way[-end:]] == wanted:
                again = self._again(found, way)
                tries -= 1
                if again is not None and len(again.entries) < len(found.entries):
                    return again
                if tries == 0:
                    break
        return found

    def _without_refusals(self, found: Disagreement) -> Disagreement:
        """Without what was refused, as it should be, on the way."""
        played = [one.deed for one in found.entries[:-1] if one.how is How.PLAYED]
        last = [one.deed for one in found.entries[-1:]]
        return self._again(found, played + last) or found

    def _without_stretches(self, found: Disagreement, length: int) -> Disagreement:
        """Without as many stretches of so many deeds as can go, one after the other."""
        start = 0
        best = found
        while self._left > 0:
            deeds = [one.deed for one in best.entries if one.how is not How.UNASKED]
            if start + length > len(deeds):
                break
            fewer = self._possible(best, deeds[:start] + deeds[start + length :])
            again = self._again(best, fewer) if len(fewer) < len(deeds) else None
            if again is not None and len(again.entries) < len(best.entries):
                best = again
            else:
                start += 1
        return best

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


def _ways(first: Moment, longest: int) -> Iterator[list[Deed]]:
    """Plays of the rules from a moment on, first those that are short and spend little."""
    ways: dict[int, list[Deed]] = {first.number: []}
    queue = [(0, first.number, first)]
    while queue and len(ways) < MOST_MOMENTS:
        *_, here = heappop(queue)
        way = ways[here.number]
        if len(way) >= longest:
            continue
        for deed in here.legal:
            yield [*way, deed]
            after = here.after(here.acts(deed)[0])
            if after is not None and after.number not in ways:
                ways[after.number] = [*way, deed]
                cost = len(way) + DEAR * (first.stock - after.stock)
                heappush(queue, (cost, after.number, after))


def _masked(deed: Deed) -> tuple[str, str]:
    """A deed, whoever does it."""
    return deed.action, _SEAT.sub('"?"', deed.arguments)
