"""One change of a clause by itself: does it change play?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from headjudge.edits.clauses import ClauseChange, Effect
from headjudge.edits.essence import essence
from headjudge.engines.explore.product import compare
from headjudge.engines.search import Budget, Report, Strength
from headjudge.evidence.precedence import precedence
from headjudge.evidence.relating import SAME, relate
from headjudge.rulebook import under_reading
from headjudge.rulebook.nodes import nodes
from headjudge.rulebook.syntax import (
    Action,
    Ask,
    Call,
    Clause,
    Consequence,
    Do,
    FieldValue,
    Helper,
    Keeps,
    Location,
    Norm,
    Origin,
    RoleKind,
    Rulebook,
    Setting,
    StateField,
)
from headjudge.rulebook.values import Ruling
from headjudge.semantics.symbolic.lower import lower
from headjudge.semantics.symbolic.system import System

Said = TypeVar("Said", StateField, Helper, Action, Norm, Consequence)


def effect_of(
    old: Rulebook, mixed: Rulebook, setting: Setting, budget: Budget, report: Report
) -> Effect:
    """Whether the old rulebook with one change plays as before."""
    left, right = _lowered(old, setting), _lowered(mixed, setting)
    found = compare(left, right, relate(left, right, SAME), (), budget, report, first=True)
    if found.partings:
        return Effect.PLAY
    return Effect.UNKNOWN if found.strength is Strength.SPENT else Effect.NONE


def _lowered(rulebook: Rulebook, setting: Setting) -> System:
    book = under_reading(rulebook, {q: given[0] for q, given in rulebook.readings()})
    plain = lower(book, setting)
    exceptions = precedence(plain).exceptions
    return lower(book, setting, Ruling(exceptions=exceptions)) if exceptions else plain


def with_change(change: ClauseChange, old: Rulebook, new: Rulebook) -> Rulebook | None:
    """The old rulebook with one clause as the new one has it.

    None if the change does not stand alone: it speaks of what only other changes bring.
    """
    if essence((old.enums, old.records)) != essence((new.enums, new.records)):
        return None
    if [one.members for one in old.enums] != [one.members for one in new.enums]:
        return None
    mixed = replace(
        old,
        clauses=_clauses(change, old, new),
        fields=_put(old.fields, new.fields, change),
        helpers=_put(old.helpers, new.helpers, change),
        actions=_put(old.actions, new.actions, change),
        norms=_put(old.norms, new.norms, change),
        consequences=_put(old.consequences, new.consequences, change),
        claims=(),
        examples=(),
    )
    return mixed if _closed(mixed) else None


def _clauses(change: ClauseChange, old: Rulebook, new: Rulebook) -> tuple[Clause, ...]:
    """The clauses: a struck one leaves its place, an added one stands below its neighbour."""
    if change.old is not None or change.new is None:
        return old.clauses
    added = new.clause(change.new)
    order = [clause.id for clause in new.clauses]
    above = order[: order.index(added.id)]
    at = max((n for n, clause in enumerate(old.clauses, start=1) if clause.id in above), default=0)
    return (*old.clauses[:at], added, *old.clauses[at:])


def _put(olds: Sequence[Said], news: Sequence[Said], change: ClauseChange) -> tuple[Said, ...]:
    """The old statements with those of one clause exchanged, where they stood."""
    mine: list[Said] = [_renumbered(one, change) for one in news if change.new == one.origin.clause]
    places = [n for n, one in enumerate(olds) if one.origin.clause == change.old]
    at = places[0] if places else len(olds)
    before: list[Said] = [one for n, one in enumerate(olds) if n < at]
    after: list[Said] = [one for n, one in enumerate(olds) if n > at and n not in places]
    return tuple(chain(before, mine, after))


def _renumbered(one: Said, change: ClauseChange) -> Said:
    if change.old is None:
        return one
    origin: Origin = replace(one.origin, clause=change.old)
    return replace(one, origin=origin)


def _closed(book: Rulebook) -> bool:
    """Whether all that is spoken of is there, once."""
    for named in (book.fields, book.helpers, book.actions):
        names = [one.name for one in named]
        if len(set(names)) != len(names):
            return False
    known_fields = {one.name for one in book.fields}
    helpers = {one.name: one for one in book.helpers}
    actions = {one.name: one for one in book.actions}
    for node in nodes((book.fields, book.helpers, book.actions, book.norms, book.consequences)):
        match node:
            case FieldValue(name=name) | Location(field=name) | Keeps(field=name):
                if name not in known_fields:
                    return False
            case Call(helper=name, arguments=arguments):
                if name not in helpers or len(helpers[name].parameters) != len(arguments):
                    return False
            case Do(helper=name):
                if name not in helpers:
                    return False
            case Ask(actions=asked):
                if not actions.keys() >= set(asked):
                    return False
            case Norm() | Consequence():
                if not all(_fits(node, actions.get(name)) for name in node.actions):
                    return False
            case _:
                pass
    return all(
        role.target in (known_fields if role.kind is RoleKind.FIELD else helpers)
        for role in book.roles
        if role.kind in (RoleKind.FIELD, RoleKind.HELPER)
    )


def _fits(said: Norm | Consequence, action: Action | None) -> bool:
    """Whether an action is there, with the parameters of what is said of it."""
    known = {} if action is None else {p.name: p.type for p in action.parameters}
    return action is not None and all(known.get(p.name) == p.type for p in said.parameters)
