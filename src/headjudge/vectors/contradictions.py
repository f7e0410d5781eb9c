"""The plays of known contradictions as cases: what an engine does there is to be known."""

from __future__ import annotations

from collections.abc import Sequence

from headjudge.evidence import replay
from headjudge.evidence.results import Finding, Trace
from headjudge.semantics.executable import Game
from headjudge.vectors.cases import Missing
from headjudge.vectors.telling import Play
from headjudge.vectors.versions import Ruled

Found = tuple[Ruled, Play, Finding]


def contradiction_plays(
    findings: Sequence[Finding], every: Sequence[Ruled], most: int
) -> tuple[list[Found], list[Missing]]:
    """The play of each finding, at most so many steps of its end; and what cannot be shown."""
    found: list[Found] = []
    missing: list[Missing] = []
    for finding in findings:
        if finding.trace is None:
            missing.append(Missing(finding.fingerprint, "it has no play"))
            continue
        ruled = next((one for one in every if _of(finding, finding.trace, one)), None)
        if ruled is None:
            missing.append(Missing(finding.fingerprint, "its play is of none of the versions"))
            continue
        stopped = replay.play(ruled.game, finding.trace)
        play = _cut(ruled.game, finding.trace, most)
        if isinstance(stopped, replay.Stopped):
            missing.append(Missing(finding.fingerprint, f"its play is not legal: {stopped.why}"))
        elif play is None:
            why = f"no situation at rest lies within {most} steps of its end"
            missing.append(Missing(finding.fingerprint, why))
        else:
            found.append((ruled, play, finding))
    return found, missing


def _of(finding: Finding, trace: Trace, ruled: Ruled) -> bool:
    """Whether a finding's play is one of this version."""
    return (
        set(finding.readings) <= set(ruled.version.readings)
        and trace.permission_wins == ruled.version.permission_wins
    )


def _cut(game: Game, trace: Trace, most: int) -> Play | None:
    """The end of a play, from its beginning or from a situation at rest."""
    acts = tuple(step.act for step in trace.steps)
    afters = [step.after for step in trace.steps]
    ends_badly = bool(afters) and afters[-1] is None
    if len(acts) <= most:
        return Play(None, trace.start, acts, ends_badly)
    for number in range(len(acts) - most, len(acts) + 1):
        here = afters[number - 1]
        if here is None:
            return None
        state = game.thaw(here)
        if game.at_rest(state) and not game.silent(state):
            return Play((trace.start, acts[:number]), here, acts[number:], ends_badly)
    return None
