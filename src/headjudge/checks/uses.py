"""Dead and idle clauses: what is asked, and what the answers of all searches say together.

A norm or a consequence is dead if it never applies; a clause is idle if it applies and play
is the same without it. Both are said of the rulebook as a whole: what one reading, ruling or
setting does not use another may. So each search only notes what it has seen, the notes are
put together, and the verdict is made of the sum.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from headjudge.engines.decide import satisfiable
from headjudge.engines.search import Answer, PresenceGoal, Search, Spot, Strength
from headjudge.evidence.results import Audit, Cause, Finding, Kind, Part, Result, Seen, Verdict
from headjudge.rulebook.speaking import Statement, statements
from headjudge.rulebook.syntax import (
    ClaimKind,
    Consequence,
    Keeps,
    Norm,
    NormKind,
    Property,
    Rulebook,
)
from headjudge.semantics.symbolic.differing import Differing
from headjudge.semantics.symbolic.system import System, Transition
from headjudge.semantics.symbolic.terms import Term

_SPENT = "the search was broken off"
_CUT_OFF = "some plays were cut off"
_STOPPED = "some plays end in another finding"

_WITHOUT = "without"
_MEETS = "meets"

Place = tuple[str, str]


def of_all_settings(property_: Property) -> bool:
    """Whether a property is about the rulebook in all of its settings together."""
    kinds = (ClaimKind.NO_DEAD_CLAUSE, ClaimKind.NO_IDLE_CLAUSE)
    return property_.claim is not None and property_.claim.kind in kinds


# ------------------------------------------------------------------ what is asked


def dead_goal(system: System) -> PresenceGoal:
    """Where each norm and consequence applies, and where it could if its condition held."""
    spots = []
    for one in statements(system.rulebook):
        spots.append(_spot(system, _label("applies", one), one, _applies))
        spots.append(_spot(system, _label("could", one), one, _could))
    return PresenceGoal("dead clause", tuple(spots))


def idle_goal(system: System) -> PresenceGoal:
    """Where each clause applies, and where play differs without it.

    A clause that is marked as saying the same as others is not asked about, nor one that
    only says that something stays as it is: to change nothing is what they are there for.
    """
    differing = Differing(system)
    marked = _marked(system.rulebook)
    by_clause: dict[str, list[Statement]] = defaultdict(list)
    for one in statements(system.rulebook):
        by_clause[one.clause].append(one)
    spots = []
    for clause, several in by_clause.items():
        if all(one in marked or _keeps(one.said) for one in several):
            continue
        where = tuple(place for one in several for place in _spot(system, "", one, _applies).where)
        spots.append(Spot(f"applies {clause}", _together(system, where)))
        without = differing.between(frozenset(), frozenset((clause,)))
        spots.append(Spot(f"changes {clause}", without))
    return PresenceGoal("idle clause", tuple(spots))


def restated_goal(system: System, idle: Sequence[str]) -> PresenceGoal:
    """For each idle clause: by the lack of which others would it matter?

    A label is the clause and, behind ``without``, what is left out in both cases: another
    clause that says something about the same action, or all of those that are idle as well.
    With ``meets``: where it stops what some clause would grant.
    """
    differing = Differing(system, keep_actions=True)
    about = _about(system.rulebook)
    spots = []
    for clause in idle:
        spots.append(Spot(f"{clause} {_MEETS}", _meeting(system, clause)))
        actions = {action for _, action in about[clause]}
        others = [
            one
            for one, pairs in about.items()
            if one != clause and any(action in actions for _, action in pairs)
        ]
        several = frozenset(one for one in others if one in idle)
        single = [frozenset((one,)) for one in others]
        for gone in single if len(several) < 2 else [*single, several]:  # noqa: PLR2004 - a pair
            both = differing.between(gone, gone | {clause})
            label = " ".join((clause, _WITHOUT, *sorted(gone)))
            spots.append(Spot(label, both))
    return PresenceGoal("restated clause", tuple(spots))


def _meeting(system: System, clause: str) -> tuple[tuple[int, Term], ...]:
    """Where a clause stops what another clause would grant."""
    pool, norms = system.pool, system.rulebook.norms
    found = []
    for one in statements(system.rulebook):
        if one.clause != clause or _manner(one.said) != "stops":
            continue
        for index, term in _spot(system, "", one, _applies).where:
            applies = system.transitions[index].applies
            grants = (term for other, term in applies if _manner(norms[other]) == "grants")
            found.append((index, pool.and_(term, pool.or_(*grants))))
    return _together(system, found)


def _label(word: str, one: Statement) -> str:
    return f"{word} {one.clause} {one.name}"


def _spot(
    system: System,
    label: str,
    one: Statement,
    where: Callable[[System, Transition, Statement], Term | None],
) -> Spot:
    found = ((index, where(system, t, one)) for index, t in enumerate(system.transitions))
    return Spot(label, tuple((index, term) for index, term in found if term is not None))


def _applies(system: System, transition: Transition, one: Statement) -> Term | None:
    """Where a statement has its say.

    An ``@only`` has where it stops something, or where it holds and overrides another; a
    consequence, where it writes.
    """
    pool = system.pool
    if isinstance(one.said, Norm):
        term = dict(transition.applies).get(one.index)
        if term is None:
            return None
        if one.said.kind is NormKind.ONLY and not one.said.overrides:
            term = pool.not_(term)
        return pool.and_(transition.canonical, transition.possible, term)
    term = dict(transition.writes).get(one.index)
    return None if term is None else pool.and_(transition.legal, system.goes_on, term)


def _could(system: System, transition: Transition, one: Statement) -> Term | None:
    """Where an action of the statement is possible, or for a consequence legal."""
    pool = system.pool
    if transition.action.name not in one.said.actions:
        return None
    if isinstance(one.said, Norm):
        return pool.and_(transition.canonical, transition.possible)
    return pool.and_(transition.legal, system.goes_on)


def _together(system: System, where: Iterable[tuple[int, Term]]) -> tuple[tuple[int, Term], ...]:
    terms: dict[int, list[Term]] = defaultdict(list)
    for index, term in where:
        terms[index].append(term)
    return tuple((index, system.pool.or_(*several)) for index, several in terms.items())


def _about(rulebook: Rulebook) -> Mapping[str, frozenset[tuple[str, str]]]:
    """Of what each clause speaks, and how: grants it, stops it, or says what follows."""
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    every: tuple[Norm | Consequence, ...] = (*rulebook.norms, *rulebook.consequences)
    for said in every:
        found[said.origin.clause].update((_manner(said), action) for action in said.actions)
    return {clause: frozenset(pairs) for clause, pairs in found.items()}


def _manner(said: Norm | Consequence) -> str:
    match said:
        case Norm(kind=NormKind.MAY | NormKind.MUST):
            return "grants"
        case Norm():
            return "stops"
        case Consequence():
            return "follows"


def _keeps(said: Norm | Consequence) -> bool:
    """Whether it says no more than that something stays as it is."""
    return isinstance(said, Consequence) and all(isinstance(x, Keeps) for x in said.effects)


def _marked(rulebook: Rulebook) -> frozenset[Statement]:
    """What is marked as saying the same as another clause, on either side of the mark."""
    said = statements(rulebook)
    return frozenset(
        one
        for one in said
        if one.said.restates
        or any(
            one.clause in other.said.restates
            and _manner(one.said) == _manner(other.said)
            and set(one.said.actions) & set(other.said.actions)
            for other in said
        )
    )


# ------------------------------------------------------------------ what was seen


def parts_of(
    system: System, goal: PresenceGoal, answer: Answer, search: Search
) -> tuple[Part, ...]:
    """What a search has seen of each statement (``dead_goal``) or clause (``idle_goal``).

    What lacks an action is left out: that the action never happens is another finding.
    """
    why, in_reach = _hiding(answer, search)
    spots = {spot.label: spot for spot in goal.spots}
    dead = goal.name == "dead clause"
    asked, met = ("applies", "could") if dead else ("changes", "applies")
    parts = []
    for label, spot in spots.items():
        word, _, rest = label.partition(" ")
        if word != asked:
            continue
        clause, _, statement = rest.partition(" ")
        if label in answer.seen:
            parts.append(Part(clause, statement, Seen.YES))
        elif why or f"{met} {rest}" in answer.seen:
            hidden = bool(why) and not (in_reach and _impossible(system, spot))
            seen = Seen.OPEN if hidden else Seen.NO
            parts.append(Part(clause, statement, seen, why=why if hidden else ""))
    return tuple(parts)


def _hiding(answer: Answer, search: Search) -> tuple[str, bool]:
    """Why something may happen though it was not seen; empty if it cannot.

    Also whether it would happen in a situation of this setting: a play that is cut off goes
    on to others.
    """
    if search.strength is not Strength.COMPLETE:
        return search.why or _SPENT, False
    if answer.why:
        return answer.why, False
    if search.cutoffs:
        return _CUT_OFF, False
    return (_STOPPED, True) if answer.undecided else ("", True)


def _impossible(system: System, spot: Spot) -> bool:
    """Whether it holds in no situation at all, be it reached or not."""
    return all(satisfiable(system, term) is False for _, term in spot.where)


def explained(rulebook: Rulebook, parts: Sequence[Part], answer: Answer) -> tuple[Part, ...]:
    """Idle clauses with the clauses behind it, from the answer to a ``restated_goal``.

    Several clauses together count where none of them does alone. What no clause permits is
    not to be done: so a prohibition that no permission ever meets is said by the conditions
    of the permissions.
    """
    about = _about(rulebook)
    rank = {clause.id: number for number, clause in enumerate(rulebook.clauses)}
    needed: dict[str, list[frozenset[str]]] = defaultdict(list)
    for label in answer.seen:
        clause, word, *others = label.split(" ")
        if word == _WITHOUT:
            needed[clause].append(frozenset(others))

    def explain(part: Part) -> Part:
        if part.seen is not Seen.NO:
            return part
        clause, sets = part.clause, needed[part.clause]
        single = frozenset(one for others in sets if len(others) == 1 for one in others)
        behind = single or frozenset().union(*sets)
        alike = {one for one in behind if about[one] & about[clause]}
        by = alike - _overriding(rulebook, clause)
        if not behind and f"{clause} {_MEETS}" not in answer.seen:
            stopped = {("grants", action) for manner, action in about[clause] if manner == "stops"}
            by = {one for one in about if about[one] & stopped}
        return replace(
            part,
            by=tuple(sorted(by, key=rank.__getitem__)),
            behind=tuple(sorted(behind - by, key=rank.__getitem__)),
        )

    return tuple(map(explain, parts))


def _overriding(rulebook: Rulebook, clause: str) -> set[str]:
    every: tuple[Norm | Consequence, ...] = (*rulebook.norms, *rulebook.consequences)
    return {one.origin.clause for one in every if clause in one.overrides}


# ---------------------------------------------------------------- what it amounts to


def judged(rulebook: Rulebook, result: Result, parts: Sequence[Part]) -> Result:
    """The result for what was seen, whichever searches saw it."""
    dead = result.kind is Kind.DEAD
    bare = [part for part in parts if part.seen is Seen.NO and not part.by]
    findings = _dead(rulebook, result, bare, parts) if dead else _idle(rulebook, result, bare)
    open_ = [part for part in parts if part.seen is Seen.OPEN]
    if open_:
        names = ", ".join(dict.fromkeys(part.clause for part in open_))
        apart, why = Verdict.NO_VERDICT, open_[0].why
        if why in (_CUT_OFF, _STOPPED):
            why = f"{names}: not seen, but {why}"
    elif not parts:
        apart, why = Verdict.VACUOUS, "no clause has a norm or a consequence"
    else:
        apart, why = Verdict.WITNESSED, ""
    return replace(
        result,
        verdict=Verdict.REFUTED if findings else apart,
        findings=findings,
        why="" if findings else why,
        aside=apart if findings else None,
        premises=len(parts),
        parts=tuple(parts),
    )


def _dead(
    rulebook: Rulebook, result: Result, bare: Sequence[Part], parts: Sequence[Part]
) -> tuple[Finding, ...]:
    """One finding for a clause that is dead as a whole, else one for each dead statement."""
    alive = {part.clause for part in parts if part.seen is not Seen.NO}
    causes: dict[Cause, None] = {}
    for part in bare:
        label = part.statement if part.clause in alive else ""
        causes[Cause(Kind.DEAD, None, (part.clause,), label=label)] = None
    return tuple(_finding(rulebook, result, cause) for cause in causes)


def _idle(rulebook: Rulebook, result: Result, bare: Sequence[Part]) -> tuple[Finding, ...]:
    return tuple(
        replace(
            _finding(rulebook, result, Cause(Kind.IDLE, None, (part.clause,))),
            enabling=part.behind,
        )
        for part in bare
    )


def _finding(rulebook: Rulebook, result: Result, cause: Cause) -> Finding:
    return Finding(result.property, cause, None, place=rulebook.clause(cause.clauses[0]).place)


def merged(rulebook: Rulebook, results: Sequence[Result]) -> Result:
    """Results for one property of one rulebook from several searches, as one.

    What is seen once is seen; what no search sees is absent only if none leaves it open.
    """
    found: dict[Place, Part] = {}
    for part in (part for result in results for part in result.parts):
        key = (part.clause, part.statement)
        known = found.get(key)
        found[key] = part if known is None else _either(known, part)
    order = {clause.id: rank for rank, clause in enumerate(rulebook.clauses)}
    parts = sorted(found.values(), key=lambda part: order[part.clause])
    return judged(rulebook, results[0], parts)


def _either(one: Part, other: Part) -> Part:
    strongest = min(one, other, key=lambda part: (Seen.YES, Seen.OPEN, Seen.NO).index(part.seen))
    by = tuple(dict.fromkeys((*one.by, *other.by)))
    behind = tuple(dict.fromkeys((*one.behind, *other.behind)))
    return replace(strongest, by=by, behind=behind)


def across(audits: Sequence[Audit]) -> tuple[Audit, ...]:
    """The audits of one rulebook in several settings: what one does not use another may."""
    by_name: dict[str, list[Result]] = defaultdict(list)
    for result in (result for audit in audits for result in audit.results if result.parts):
        by_name[result.property].append(result)
    together = {name: merged(audits[0].rulebook, found) for name, found in by_name.items()}
    return tuple(
        replace(
            audit,
            results=tuple(
                judged(audit.rulebook, result, together[result.property].parts)
                if result.property in together
                else result
                for result in audit.results
            ),
        )
        for audit in audits
    )
