"""A play as a Mermaid sequence diagram: the players and the game, and what passes between."""

from __future__ import annotations

from headjudge.evidence.results import Finding, Step
from headjudge.reports.escape import diagram
from headjudge.reports.two_plays import parted
from headjudge.reports.words import Deed, Teller
from headjudge.rulebook.values import SEATS

_GAME = "G"


def sequence(teller: Teller, finding: Finding, note: str) -> str:
    """The diagram of a finding's play, without the fence. ``note``: what it comes to.

    What does not happen ends in a cross: an act that stands in its own way, or the one that
    a clause wants and another forbids. Raises ValueError if the finding has no play.
    """
    trace = finding.trace
    if trace is None:
        raise ValueError(f"{finding.fingerprint} has no play")
    seats = SEATS[: teller.setting.players]
    lines = ["sequenceDiagram", "    autonumber"]
    lines += [f"    participant {seat}" for seat in seats]
    lines.append(f"    participant {_GAME} as the game")
    at = len(trace.steps) if finding.other is None else parted(finding)
    for number, step in enumerate(trace.steps[:at]):
        if number == trace.loop:
            more = ", with more each round" if trace.growth else ""
            lines.append(f"    loop for ever{more}")
        lines.append(_step(teller, step))
    if finding.other is not None:
        lines.append("    alt one way")
        lines += [_step(teller, step) for step in trace.steps[at:]]
        lines.append("    else the other way")
        lines += [_step(teller, step) for step in finding.other.steps[at:]]
    if finding.other is not None or trace.loop is not None:
        lines.append("    end")
    if finding.act is not None:
        lines.append(_message(teller.deed(finding.act), happens=False))
    lines.append(f"    Note over {seats[0]},{_GAME}: {diagram(note)}")
    return "\n".join(lines)


def _step(teller: Teller, step: Step) -> str:
    return _message(teller.deed(step.act), happens=step.after is not None)


def _message(deed: Deed, *, happens: bool) -> str:
    who = deed.who if deed.player else _GAME
    return f"    {who}{'->>' if happens else '-x'}{_GAME}: {diagram(deed.what)}"
