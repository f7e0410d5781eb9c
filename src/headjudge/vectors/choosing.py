"""The cases for a rulebook: few and short plays that show what an engine may get wrong."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from headjudge.engines.explore.covering import Cover, Limits, Shown, cover
from headjudge.engines.explore.engine import explored
from headjudge.engines.explore.graph import graph
from headjudge.engines.explore.marks import marks
from headjudge.engines.explore.nearness import miss_label, near_misses
from headjudge.engines.search import Budget, Clock, Report
from headjudge.evidence.files import safe_name
from headjudge.evidence.results import Finding
from headjudge.evidence.traces import trace
from headjudge.rulebook.syntax import (
    ActionKind,
    EachType,
    Property,
    RoleKind,
    Rulebook,
    Setting,
    StockType,
    Type,
)
from headjudge.semantics.symbolic.system import System
from headjudge.vectors.cases import Case, Coverage, Missing, Suite
from headjudge.vectors.contradictions import Found, contradiction_plays
from headjudge.vectors.goals import Goal, GoalKind, boundaries, goals, misses, successions
from headjudge.vectors.telling import Label, Near, Play, Teller, form
from headjudge.vectors.versions import Ruled, versions

SECONDS = 600.0
SITUATIONS = 1_000_000
# What a case is named after, if it shows several things.
_BY_NAME = (
    GoalKind.CLAUSE,
    GoalKind.NEAR_MISS,
    GoalKind.PAIR,
    GoalKind.BOUNDARY,
    GoalKind.ACTION,
    GoalKind.CONDITION,
    GoalKind.SUCCESSION,
)
# Of what is never so, this is told; two clauses that never meet are nothing to be missed.
_TOLD = (GoalKind.ACTION, GoalKind.CLAUSE, GoalKind.BOUNDARY)
_NEVER = "never so in this setting"
_SLUG = re.compile(r"[^A-Za-z0-9.]+")
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class Question:
    """For what cases are wanted, and how much may be spent on it.

    ``findings``: known contradictions whose plays are to be cases; ``unfit``: those that
    cannot be, and why.
    """

    rulebook: Rulebook
    properties: tuple[Property, ...]
    setting: Setting
    findings: tuple[Finding, ...] = ()
    unfit: tuple[Missing, ...] = ()
    limits: Limits = field(default_factory=Limits)
    budget: Budget = field(default_factory=lambda: Budget(seconds=SECONDS, situations=SITUATIONS))


@dataclass(slots=True)
class _Told:
    """What is known so far."""

    goals: dict[str, Goal] = field(default_factory=dict)
    near: dict[str, Near] = field(default_factory=dict)
    found: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)
    plays: list[tuple[Ruled, Shown]] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)
    cutoffs: set[str] = field(default_factory=set)
    spent: str = ""


@dataclass(slots=True)
class _Chosen:
    """A play that becomes a case."""

    of: Ruled
    play: Play
    finding: str | None = None
    covers: list[str] = field(default_factory=list)
    near: list[Near] = field(default_factory=list)


def suite(question: Question, report: Report, now: Callable[[], float] = time.monotonic) -> Suite:
    """Choose the cases and tell them. Raises MismatchError for an error of headjudge."""
    clock = Clock(question.budget.seconds, now)
    every = versions(question.rulebook, question.setting, question.properties)
    told = _Told()
    for ruled in every:
        _look(question, ruled, told, report, clock)
        if told.spent:
            break
    return _suite(question, every, told)


def _look(question: Question, ruled: Ruled, told: _Told, report: Report, clock: Clock) -> None:
    """Choose plays of one version, for what no play of a version before shows."""
    left = clock.seconds - (clock.now() - clock.start)
    budget = Budget(seconds=max(left, 0.0), situations=question.budget.situations)
    system = ruled.system
    record, why = explored(system, budget, report)
    if why:
        told.spent = why
        return
    whole = graph(record)
    first = ruled.version.number == 1
    asked = [(goal, aim) for goal, aim in (*goals(system), *boundaries(system))]
    told.goals.update({goal.said: goal for goal, _ in asked})
    wanted = [aim for goal, aim in asked if goal.said not in told.shown]
    near = {}
    if first:
        named = misses(system, question.properties)
        near = near_misses(whole, [(one.name, one.goal) for one in named], clock)
        for one in named:
            for transition in system.transitions:
                action = transition.action.name
                said = miss_label(one.name, action)
                if said in near:
                    told.near[said] = Near(one.property, action)
                    told.goals[said] = Goal(GoalKind.NEAR_MISS, said, (), action)
    pairs = {said: pair for said, pair in successions(system).items() if said not in told.shown}
    told.goals.update({said: Goal(GoalKind.SUCCESSION, said, ()) for said in pairs})
    marked = marks(whole, wanted, near, pairs, clock)
    if marked is None:
        told.spent = f"{question.budget.seconds:g} seconds are over"
        return
    seen = [said for said, count in zip(marked.labels, marked.counts, strict=True) if count]
    told.found.update(seen)
    (rest,) = whole.where([system.at_rest])
    room = Limits(
        question.limits.plays - len(told.plays), question.limits.steps, question.limits.lead
    )
    chosen = cover(marked, seen, rest, room, clock, _onward(system))
    _note(chosen, ruled, told, question)


def _onward(system: System) -> tuple[int, ...]:
    """How a play goes on to its end: what the game does, then what players pass with."""
    passing = {one.target for one in system.rulebook.roles if one.name == "pass"}
    actions = [one.action for one in system.transitions]
    steps = [i for i, one in enumerate(actions) if one.kind is ActionKind.STEP]
    passes = [i for i, one in enumerate(actions) if passing & {one.name, *one.tags}]
    return (*steps, *passes)


def _note(chosen: Cover, ruled: Ruled, told: _Told, question: Question) -> None:
    """Take over what was chosen for one version, and why something was not."""
    told.plays.extend((ruled, one) for one in chosen.plays)
    told.shown.update(said for one in chosen.plays for said in one.aims)
    for said in chosen.far:
        told.missing.setdefault(said, f"it takes more than {question.limits.steps} steps")
    for said in chosen.left:
        why = "the time was over" if chosen.spent else f"{question.limits.plays} cases are enough"
        told.missing.setdefault(said, why)
    if chosen.spent:
        told.spent = f"{question.budget.seconds:g} seconds are over"


def _suite(question: Question, every: Sequence[Ruled], told: _Told) -> Suite:
    book = question.rulebook
    contradictions, unplayed = contradiction_plays(question.findings, every, question.limits.steps)
    cases = _cases(question, every, told, contradictions)
    found = Counter(told.goals[said].kind for said in told.found)
    shown = Counter(told.goals[said].kind for said in told.shown)
    found[GoalKind.CONTRADICTION] = len(question.findings) + len(question.unfit)
    shown[GoalKind.CONTRADICTION] = len(contradictions)
    missing = [
        Missing(said, told.missing.get(said, _NEVER))
        for said, goal in told.goals.items()
        if said not in told.shown and (said in told.missing or goal.kind in _TOLD)
    ]
    return Suite(
        book.name,
        book.title,
        book.edition,
        question.setting.players,
        question.setting.scope,
        tuple(one.version for one in every),
        tuple((one.name, one.target if one.kind is RoleKind.FIELD else None) for one in book.roles),
        tuple(one.name for one in book.fields if one.initial is None and _is_stock(one.type)),
        tuple(one.name for one in book.fields if one.hidden),
        tuple(form(action, question.setting) for action in book.actions),
        cases,
        tuple(Coverage(kind.value, found[kind], shown[kind]) for kind in GoalKind),
        (*question.unfit, *unplayed, *missing),
        told.spent,
    )


def _is_stock(type_: Type) -> bool:
    return isinstance(type_, StockType) or (isinstance(type_, EachType) and _is_stock(type_.of))


def _cases(
    question: Question, every: Sequence[Ruled], told: _Told, contradictions: Sequence[Found]
) -> tuple[Case, ...]:
    """All cases, each with a name of its own; one play is one case."""
    teller = Teller(question.rulebook, every)
    rank = {said: number for number, said in enumerate(told.goals)}
    plays: dict[object, _Chosen] = {}
    for ruled, play, finding in contradictions:
        plays[finding.fingerprint] = _Chosen(ruled, play, finding.fingerprint)
    listed: set[str] = set()
    for ruled, one in told.plays:
        play = _play(ruled, one)
        chosen = plays.setdefault((play.start, play.acts), _Chosen(ruled, play))
        # The first of them names the case: a clause, if there is one.
        new = sorted(
            (said for said in one.aims if said not in listed),
            key=lambda said: (_BY_NAME.index(told.goals[said].kind), rank[said]),
        )
        listed.update(new)
        chosen.covers.extend(new)
        chosen.near.extend(told.near[said] for said in one.aims if said in told.near)
    found = []
    taken: Counter[str] = Counter()
    for chosen in plays.values():
        title = chosen.finding or chosen.covers[0]
        stem = _stem(question.rulebook, chosen, told.goals)
        taken[stem.casefold()] += 1
        number = taken[stem.casefold()]
        name = stem if number == 1 else f"{stem}-{number}"
        label = Label(name, title, tuple(chosen.covers), chosen.finding)
        found.append(teller.case(chosen.play, chosen.of, label, chosen.near))
    return tuple(found)


def _stem(rulebook: Rulebook, chosen: _Chosen, every: Mapping[str, Goal]) -> str:
    """A name for a file and a test, which begins with a clause where there is one."""
    title = chosen.finding or chosen.covers[0]
    acts = chosen.play.acts
    if acts and chosen.finding is None and not any(map(title.startswith, every[title].clauses)):
        title = f"{rulebook.action(acts[-1].action).origin.clause} {title}"
    return safe_name(_SLUG.sub("-", title).strip("-")[:_LONGEST].rstrip("-"))


def _play(ruled: Ruled, shown: Shown) -> Play:
    """A chosen play as values."""
    lead, play = trace(ruled.system, shown.lead), trace(ruled.system, shown.path)
    before = tuple(step.act for step in lead.steps)
    return Play(
        (lead.start, before) if before else None,
        play.start,
        tuple(step.act for step in play.steps),
    )
