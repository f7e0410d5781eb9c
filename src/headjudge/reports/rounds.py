"""A play that goes round for ever, in words: where its loop is, and who keeps it going.

Of a play with more in each round also: what there is more of.
"""

from __future__ import annotations

from headjudge.evidence.results import Finding, Keeper, Loop, Trace
from headjudge.reports.words import listed, spoken
from headjudge.rulebook.values import SEATS

MOST_WAYS_OUT = 4


def goes_round(finding: Finding) -> tuple[str, ...]:
    """A headline, where the loop is, and who keeps it going, as far as it is known."""
    trace, loop = finding.trace, finding.loop
    if trace is None or trace.loop is None or loop is None:
        return "some steps that repeat for ever", "Play can go round for ever."
    start, end = trace.loop, len(trace)
    brief, who = _keeper(loop)
    begin = f"After step {start}" if start else "From the start"
    one = end == start + 1
    join = "and" if end == start + 2 else "to"
    lead = f"step {end} leads" if one else f"steps {start + 1} {join} {end} lead"
    if trace.growth:
        more = more_each_round(trace)
        repeat = f"step {end} repeats" if one else f"steps {start + 1} {join} {end} repeat"
        what = "a step that repeats" if one else f"{end - start} steps that repeat"
        return (
            f"{what} for ever with {more} each round, {brief}",
            f"{begin} play goes on for ever with {more} each round: {repeat}.",
            "It is proved for any number of rounds, and played for three.",
            who,
        )
    return (
        f"{'a step that repeats' if one else f'{end - start} steps that repeat'} for ever, {brief}",
        f"{begin} play goes round for ever: {lead} back to where it was.",
        who,
    )


def more_each_round(trace: Trace) -> str:
    """What there is more of after each round: ``one more in “stack”``."""
    return listed([_more(name, amount) for name, amount in trace.growth])


def _more(slot: str, amount: int) -> str:
    """What a slot that grows is called."""
    name, _, keys = slot.removeprefix("len(").removesuffix(")").partition("[")
    seat = keys.partition("]")[0]
    whose = f" of {SEATS[int(seat)]}" if seat.isdecimal() and int(seat) < len(SEATS) else ""
    many = "one" if amount == 1 else str(amount)
    return f"{many} more in “{spoken(name)}”{whose}"


def _keeper(loop: Loop) -> tuple[str, str]:
    """Who keeps it going, for a headline and in a sentence."""
    match loop.keeper:
        case Keeper.RULES:
            return (
                "and nobody can stop it",
                "The rules alone keep it going: nothing that anybody could do leads out of it.",
            )
        case Keeper.CARDS:
            each_time = f"as long as the cards do this each time: {listed(loop.cards)}"
            return (
                "as long as the cards keep it up",
                f"No player can stop it. It goes on {each_time}.",
            )
        case Keeper.PLAYERS:
            ways = [(way.player, spoken(way.act.action), way.step) for way in loop.ways_out]
            first, deed, _ = ways[0]
            other = " or another" if any(player != first for player, _, _ in ways) else ""
            said = [f"{player} by “{deed}” instead of step {at}" for player, deed, at in ways]
            kept, more = said[:MOST_WAYS_OUT], len(said) - MOST_WAYS_OUT
            rest = f", or in {more} more ways" if more > 0 else ""
            return (
                f"unless {first}{other} chooses “{deed}”",
                f"It can be stopped: {listed(kept, 'or')}{rest}.",
            )
