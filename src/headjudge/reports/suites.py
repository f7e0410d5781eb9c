"""What the tests of an engine cover, to be read at a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from headjudge.reports.escape import plain
from headjudge.reports.text import Line, Look, Span, Style
from headjudge.vectors.cases import Coverage, Suite

# So many of the things that no case shows are named; the manifest has them all.
_NAMED = 8
_DEEP = "      "

_WORDS = {
    "actions": "actions happen, are refused and are impossible",
    "clauses": "statements of clauses have their say, and have not",
    "pairs": "pairs of clauses meet over one act",
    "boundaries": "boundaries are reached",
    "near misses": "refused acts would break a property",
    "conditions": "conditions decide whether an action is legal, or what comes of it",
    "successions": "actions come right after another",
    "contradictions": "known contradictions are played",
}


def report(suite: Suite, look: Look, folder: str) -> tuple[Line, ...]:
    """The lines for one suite. ``folder``: where it was written."""
    return tuple(_lines(suite, look, folder))


def _lines(suite: Suite, look: Look, folder: str) -> Iterator[Line]:
    dot = f" {look.marks.dot} "
    required = sum(case.required for case in suite.cases)
    longest = max((len(case.moves) for case in suite.cases), default=0)
    parts = [f"{suite.title} {suite.edition}", f"{suite.players} players"]
    yield (Span(plain(dot.join(parts)), Style.TITLE),)
    said = f"{len(suite.cases)} cases of at most {longest} steps"
    if required < len(suite.cases):
        said += f"; {len(suite.cases) - required} rest on what the text leaves open"
    yield _in(said, Style.QUIET)
    yield ()
    width = max(len(_counted(one)) for one in suite.coverage)
    for one in suite.coverage:
        if one.found:
            yield _row(one, look, width)
    yield ()
    yield from _missing(suite)
    if suite.spent:
        yield _in(f"not everything was looked at: {suite.spent}", Style.UNKNOWN)
    yield _in(f"{folder}/manifest.json, a case each in {folder}/cases/")


def _in(said: str, style: Style = Style.PLAIN, margin: str = "  ") -> Line:
    return Span(margin), Span(plain(said), style)


def _counted(one: Coverage) -> str:
    if one.covered == one.found:
        return f"{one.found}"
    return f"{one.covered} of {one.found}"


def _row(one: Coverage, look: Look, width: int) -> Line:
    whole = one.covered == one.found
    mark = look.marks.good if whole else look.marks.limited
    return (
        Span(f"  {mark} ", Style.GOOD if whole else Style.LIMITED),
        Span(f"{_counted(one):>{width}} {_WORDS.get(one.goals, one.goals)}"),
    )


def _missing(suite: Suite) -> Iterator[Line]:
    """What no case shows, by reason; what is never so comes last and is only counted."""
    by_reason: dict[str, list[str]] = {}
    for one in suite.missing:
        by_reason.setdefault(one.why, []).append(one.goal)
    for why, goals in by_reason.items():
        yield _in(f"not shown: {why}", Style.LIMITED)
        for goal in goals[:_NAMED]:
            yield _in(goal, Style.QUIET, _DEEP)
        if len(goals) > _NAMED:
            more = len(goals) - _NAMED
            yield _in(f"and {more} more, all in the manifest", Style.QUIET, _DEEP)
    if by_reason:
        yield ()
