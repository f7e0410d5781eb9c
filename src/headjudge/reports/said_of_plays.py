"""What goes wrong in a play for its players, in words."""

from __future__ import annotations

import re

from headjudge.evidence.results import Denial
from headjudge.reports.cases import Case, upper
from headjudge.reports.words import listed, spoken
from headjudge.rulebook.syntax import ClaimKind
from headjudge.rulebook.values import SEATS

_INSTEAD = re.compile(r"; (?=legal here: |nothing is legal here)")


def lost_option(case: Case) -> tuple[str, ...]:
    """An offer is gone that nobody used or declined."""
    owner = case.owner
    whose = f"what {owner} was offered" if owner else "an offer"
    clauses = f" ({case.clauses})" if case.clauses else ""
    what = case.last.named if case.last else "a step"
    when = f"when {case.last.when}, " if case.last else ""
    return (
        f"{what} takes away {whose}{clauses}",
        upper(f"{when}{whose} is gone."),
        f"{owner or 'Its owner'} neither used nor declined it.",
    )


def denied(case: Case) -> tuple[str, ...]:
    """An answer is granted and can be kept from being usable."""
    owner = case.owner or "a player"
    clauses = f" ({case.clauses})" if case.clauses else ""
    use = listed([f"“{spoken(name)}”" for name in _answer(case)], "or")
    after = upper(case.after)
    given = f"{after} {owner} is granted an answer" + (f", to {use}" if use else "")
    denial = case.finding.denial
    if denial is None or denial.denier is None:
        return (
            f"{owner} can never {use or 'use what is granted'} {case.at}{clauses}",
            f"{given}, and can never use it.",
            "Whatever anybody does, no moment comes at which it can be used.",
        )
    who = SEATS[denial.denier]
    by = _at_once(case, denial)
    kept = f"keep {owner} from {use}" if use else f"deny {owner} what is granted"
    said = f"{who} can {kept} {case.at}{f', by {by}' if by else ''}{clauses}"
    told = how(case, denial)
    if denial.cards:
        first = f"{given}, and if the cards help {who} can see to it that it is never usable."
        last = "It is no contradiction, as the cards would have to do their part."
        return f"if the cards help, {said}", first, *told, last
    first = f"{given}, and {who} can see to it that it is never usable."
    return said, first, *told, "That is so whatever the cards and everybody else do."


def _answer(case: Case) -> tuple[str, ...]:
    why = case.finding.why
    return () if why is None else why.answer


def _at_once(case: Case, denial: Denial) -> str:
    """By which single act an answer is denied, if it is one: ``“use fast”``."""
    first = denial.turns[0].branches if denial.turns else ()
    if first and all(one.chosen and one.to is None for one in first):
        return f"“{case.teller.deed(first[0].act).action}”"
    return ""


def how(case: Case, denial: Denial) -> tuple[str, ...]:
    """How it is denied, where that is said in a sentence."""
    first = denial.turns[0].branches if denial.turns else ()
    if first and all(one.chosen and one.to is None for one in first):
        return (f"{upper(case.teller.deed(first[0].act).when)}, and it is gone.",)
    if denial.turns and not denial.ends:
        return ("It stays granted for all that, if the play goes on like this for ever.",)
    return ()


def leak(case: Case) -> tuple[str, ...]:
    """An automatic action tells what is hidden."""
    finding = case.finding
    observer = next((value for _, value in finding.about), "somebody")
    clauses = f" ({case.clauses})" if case.clauses else ""
    what = case.last.named if case.last else "a step"
    when = f"when {case.last.when}" if case.last else "there"
    both = finding.other is not None and len(finding.other) == finding.steps
    differs = "it happens too, and shows something else" if both else "it does not happen"
    return (
        f"{what} tells {observer} what {observer} does not see{clauses}",
        upper(f"{when}, {observer} learns something that {observer} does not see."),
        f"In another play all that {observer} sees up to there is the same, and {differs}.",
    )


def shortcut(case: Case) -> tuple[str, ...]:
    """An automatic action takes away a choice."""
    owner = case.owner or "a player"
    clauses = f" ({case.clauses})" if case.clauses else ""
    what = case.last.named if case.last else "a step"
    when = f"when {case.last.when}" if case.last else "there"
    return (
        f"{what} takes a choice from {owner}{clauses}",
        upper(f"{when}, {owner} could have done something else."),
        f"Nobody asked {owner if case.owner else 'them'}.",
    )


def never_happens(case: Case) -> tuple[str, ...]:
    """What has to be possible never happens."""
    claim = case.claim
    if case.cause.action is not None:
        name, why = spoken(case.cause.action), case.finding.message or "no play comes to it"
        return f"{name} never happens: {why}", f"“{name}” never happens.", upper(f"{why}.")
    if claim is None:
        headline = f"never happens{case.whose()}"
        return headline, f"{case.not_so()}.", "No play of this scope gets there."
    words = f"“{spoken(claim.name)}”"
    return (
        f"{words} never happens{case.whose()}, against {claim.origin.clause}",
        f"It never comes to {words}{case.whose()}.",
        f"By {claim.origin.clause} it can, and no play of this scope gets there.",
    )


def violation(case: Case) -> tuple[str, ...]:
    """A property does not hold."""
    claim = case.claim
    if claim is None:
        clauses = f" ({case.clauses})" if case.clauses else ""
        return f"fails {case.at}{case.whose()}{clauses}", f"{case.not_so(case.after)}."
    words = spoken(claim.name)
    rules = f"By {claim.origin.clause} that "
    whose = case.whose()
    if claim.kind is ClaimKind.NEVER:
        return (
            f"“{words}” {case.at}{whose}, against {claim.origin.clause}",
            f"{upper(case.after)} it comes to “{words}”{case.whose(told=True)}.",
            f"{rules}is never so.",
        )
    return (
        f"not “{words}” {case.at}{whose}, against {claim.origin.clause}",
        f"{upper(case.after)} “{words}” does not hold{case.whose(told=True)}.",
        f"{rules}is always so.",
    )


def reading(case: Case) -> tuple[str, ...]:
    """Two answers to an open question, and the act at which they part."""
    parted, against = case.finding.parted, dict(case.finding.against)
    if not case.readings:
        return "its answers lead to different play", "The text can be taken in two ways."
    question, one = case.readings[0]
    two = against.get(question, "another")
    asked = f"The text leaves open: “{question}”."
    if parted is None:
        return f"the answers to “{question}” lead to different play", asked
    act = case.question if case.finding.act is not None else case.last
    what = act.named if act is not None else "the play's end"
    differs = _differs(case)
    if parted.left.legal and parted.right.legal:
        headline = f"after {what}, {differs}" if differs else f"“{one}” / “{two}” part at {what}"
    elif parted.left.legal:
        headline = f"only “{one}” allows {what}, not “{two}”"
    else:
        headline = f"only “{two}” allows {what}, not “{one}”"
    when = f"When {act.when}" if act is not None else f"{upper(case.after)}"
    return (
        headline,
        asked,
        f"{when}, play differs between the answers “{one}” and “{two}”.",
    )


def _differs(case: Case) -> str:
    """The first thing that two answers make something else of: ``opportunity is A or B``."""
    parted = case.finding.parted
    if parted is None or parted.left.after is None or parted.right.after is None:
        return ""
    for change in case.teller.changes(parted.left.after, parted.right.after):
        what, colon, values = change.partition(": ")
        one, arrow, two = values.partition(" → ")
        if colon and arrow:
            return f"{what} is {one} or {two}"
    return ""


def false_claim(case: Case) -> tuple[str, ...]:
    """A worked example cannot be played as it is written."""
    message = case.finding.message or "it does not hold"
    ids = case.cause.clauses
    what = f"The worked example of {ids[0]}" if ids else "A worked example"
    wrong, *instead = _INSTEAD.split(message, maxsplit=1)
    said = [upper(one if one.endswith((".", "…")) else f"{one}.") for one in (wrong, *instead)]
    return wrong, f"{what} does not go as it is written.", *said
