"""What clauses say against one another, or do not say at all, in words."""

from __future__ import annotations

import shlex

from headjudge.reports.cases import Case, upper
from headjudge.reports.words import listed, spoken
from headjudge.rulebook.speaking import Statement, statements
from headjudge.rulebook.syntax import MaybeType, Norm, NormKind, PlayerType


def conflict(case: Case) -> tuple[str, ...]:
    """One clause permits or requires what another forbids."""
    grant, stop = (*case.cause.clauses, *("one clause", "another")[len(case.cause.clauses) :])[:2]
    deed = case.question
    where = f"in {case.phase}, " if case.phase else ""
    tail = f", in {case.phase}" if case.phase else ""
    must = obliges(case, grant)
    headline = f"{grant} {'must' if must else 'may'} / {stop} must not: {deed.action}{tail}"
    if deed.player:
        verb = "has to" if must else "may"
        first = f"{where}{deed.who} {verb} “{deed.what}” by {grant} and must not by {stop}."
    elif must:
        first = f"{where}“{deed.what}” has to happen by {grant} and must not by {stop}."
    else:
        first = f"{where}{grant} allows “{deed.what}” and {stop} forbids it."
    return headline, upper(first), "Nothing says which of the two counts.", *_how_often(case)


def _how_often(case: Case) -> tuple[str, ...]:
    """In how many situations the two clauses of a conflict meet, if that was counted."""
    for core in case.result.cores:
        if set(core.clauses) == set(case.cause.clauses) and core.situations:
            many = core.situations > 1
            where = f"{core.situations:,} situations" if many else "one situation"
            return (f"They meet like this in {where}.",)
    return ()


def clash(case: Case) -> tuple[str, ...]:
    """Two clauses give one thing two values."""
    ids = case.cause.clauses
    thing = spoken(case.cause.field or "something")
    when = f" when {case.last.when}" if case.last else ""
    if len(ids) < 2:  # noqa: PLR2004 - one clause against itself
        one = listed(ids) or "one clause"
        sentence = f"{one} gives {thing} two values at once{when}."
    else:
        sentence = f"{listed(ids)} give {thing} different values{when}."
    at = f", at {case.last.action}" if case.last else ""
    return f"{' / '.join(ids)} on {thing}{at}", upper(sentence), "It cannot have both."


def dead(case: Case) -> tuple[str, ...]:
    """A clause never applies."""
    said = [
        one
        for one in statements(case.book)
        if (one.clause,) == case.cause.clauses and case.cause.label in ("", one.name)
    ]
    where = case.clauses or "a clause"
    if case.cause.label:
        where += f" ({listed([_rule(one) for one in said])})"
    reasons = dict.fromkeys(map(_reason, said))
    return f"{where} never applies", upper(f"{where} never applies."), *reasons


def idle(case: Case) -> tuple[str, ...]:
    """A clause applies and changes nothing."""
    what = case.clauses or "a clause"
    behind = listed(case.finding.enabling, "or")
    return (
        f"{what} changes nothing" + (f", because of {behind}" if behind else ""),
        upper(f"{what} applies, and play is the same without it."),
        "No other clause says the same.",
        *([f"Without {behind} it would make a difference."] if behind else []),
    )


def impossible(case: Case) -> tuple[str, ...]:
    """Something has to happen and cannot."""
    deed = case.question
    by = f" by {case.clauses}" if case.clauses else ""
    return (
        f"{case.clauses or 'something'} must / cannot: {deed.action}",
        f"{upper(case.after)} “{deed.what}” has to happen{by}, and cannot.",
        "Nothing else is due, so play stands still.",
    )


def silence(case: Case) -> tuple[str, ...]:
    """No clause says who has a right."""
    name = case.cause.field or ""
    types = {field.name: field.type for field in case.book.fields}
    match types.get(name):
        case PlayerType() | MaybeType(PlayerType()):
            what = f"who has {spoken(name)}" if name else "who it is"
        case _:
            what = f"what becomes of {spoken(name)}"
    return (
        f"no clause says {what} {case.at}",
        f"{upper(case.after)} no clause says {what}.",
        "It is a right that has to be given anew each time.",
    )


def undefined(case: Case) -> tuple[str, ...]:
    """A clause speaks of what is not there."""
    clauses = case.clauses or "a clause"
    if case.cause.field == "condition":
        name = spoken(case.cause.action or "an action")
        return (
            f"{clauses} asks about what is not there, on {name}",
            f"{upper(case.after)} {clauses}, on “{name}”, asks about what is not there.",
            "It takes the top of what is empty, or means somebody when it is nobody.",
        )
    at = f", at {case.last.action}" if case.last else ""
    when = f"when {case.last.when}, " if case.last else ""
    return (
        f"{clauses} speaks of something that is not there{at}",
        upper(f"{when}{clauses} speaks of something that is not there."),
        "It takes from what is empty, goes below zero, or means somebody when it is nobody.",
    )


def apart(case: Case) -> tuple[str, ...]:
    """The words of a clause and its block no longer agree."""
    clause = case.clauses or "a clause"
    message = case.finding.message or "the words or the block have changed"
    confirm = shlex.join(["headjudge", "confirm", case.book.name, *case.finding.clauses])
    return (
        f"{clause}: {message}",
        f"{upper(clause)} was confirmed to say the same in its words and its block.",
        f"Since then {message}.",
        f"If they still agree: {confirm}.",
    )


def obliges(case: Case, clause: str) -> bool:
    """Whether it is an obligation by which a clause wants the action."""
    kinds = {
        norm.kind
        for norm in case.book.norms
        if norm.origin.clause == clause and case.cause.action in norm.actions
    }
    return NormKind.MUST in kinds and NormKind.MAY not in kinds


def _rule(one: Statement) -> str:
    """A norm or a consequence in a list: ``must not: cast event, activate``."""
    return f"{one.word.replace('_', ' ')}: {', '.join(map(spoken, one.said.actions))}"


def _reason(one: Statement) -> str:
    """Why a norm or a consequence never applies."""
    what = listed([f"“{spoken(action)}”" for action in one.said.actions], "or")
    if not isinstance(one.said, Norm):
        return f"Nothing of what it says about {what} is ever carried out."
    verb = {
        NormKind.MAY: "allows",
        NormKind.MUST: "requires",
        NormKind.MUST_NOT: "forbids",
        NormKind.ONLY: "stops",
    }[one.said.kind]
    return f"Wherever {what} is possible, this is no place in which it {verb} that."
