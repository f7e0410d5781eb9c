"""The quiet ways to make a red check green: what is looked at no more, or excused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from headjudge.checks.documents import modelled
from headjudge.edits.mapping import Correspondence
from headjudge.edits.sayings import Hearing, hearing
from headjudge.evidence.results import STRENGTHS
from headjudge.rulebook.nodes import nodes
from headjudge.rulebook.syntax import (
    Call,
    Consequence,
    Do,
    Norm,
    Property,
    RoleKind,
    Rulebook,
)

PLAIN = Correspondence()


@dataclass(frozen=True, slots=True)
class Version:
    """A rulebook with what is asked of it and what is accepted.

    ``locks``: the rulebooks of which a lock says what is confirmed, itself and its bases.
    """

    rulebook: Rulebook
    properties: tuple[Property, ...]
    accepted: tuple[tuple[str, str], ...]
    locks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Quiet:
    """Something that is checked less. ``name`` is what allows it; ``allowed``: it is."""

    name: str
    what: str
    allowed: bool = False


def quiet_changes(old: Version, new: Version, mapping: Correspondence = PLAIN) -> tuple[Quiet, ...]:
    """All that the new version checks less than the old one, in a fixed order.

    ``mapping``: what the new one calls otherwise; that alone makes nothing say something else.
    """
    books = old.rulebook, new.rulebook
    heard = hearing(*books, mapping)
    return (
        *_scope(*books),
        *_roles(*books, mapping),
        *_tags(*books, mapping),
        *_told(*books, mapping),
        *_hidden(*books, mapping),
        *_properties(old, new, heard),
        *_claims(*books, mapping, heard),
        *_examples(*books, mapping, heard),
        *_helpers(old, new, mapping, heard),
        *_required(*books),
        *_unmodelled(*books),
        *_accepted(old, new),
        *_locks(old, new),
        *_excused(*books),
    )


def _scope(old: Rulebook, new: Rulebook) -> Iterator[Quiet]:
    now = dict(new.scope)
    for name, value in old.scope:
        if name not in now:
            yield Quiet(f"scope {name}", f"the bound {name} is gone (it was {value})")
        elif now[name] < value:
            yield Quiet(f"scope {name}", f"the bound {name} goes from {value} to {now[name]}")
    if new.players[0] > old.players[0] or new.players[1] < old.players[1]:
        said = " to ".join(map(str, dict.fromkeys(new.players)))
        was = " to ".join(map(str, dict.fromkeys(old.players)))
        yield Quiet("players", f"it is for {said} players, and was for {was}")
    usual = old.players[0]
    if usual not in (new.players[0], *(run.players for run in new.runs)):
        yield Quiet(f"run {usual}", f"{usual} players, the usual setting, are looked at no more")
    for run in old.runs:
        same = [one for one in new.runs if one.players == run.players]
        there = [dict(one.scope) for one in same]
        covered = any(all(one.get(k, -1) >= v for k, v in run.scope) for one in there)
        if not covered:
            what = "looks at less" if same else "is gone"
            yield Quiet(f"run {run.players}", f"the run with {run.players} players {what}")


def _roles(old: Rulebook, new: Rulebook, mapping: Correspondence) -> Iterator[Quiet]:
    there = {role.name: role for role in new.roles}
    for role in old.roles:
        name, now = f"role {role.name}", there.get(role.name)
        if now is None:
            yield Quiet(name, f"the role {role.name} is gone")
        elif (now.kind, _before(now.kind, now.target, mapping)) != (role.kind, role.target):
            what = f"the role {role.name} stands for {now.target}, and stood for {role.target}"
            yield Quiet(name, what)
    over = there.get("over")
    if over is not None and all(role.name != "over" for role in old.roles):
        what = f"the role over is new: where {over.target} holds, that nothing can happen is no gap"
        yield Quiet("role over", what)


def _before(kind: RoleKind, target: str, mapping: Correspondence) -> str:
    """What the old rulebook calls what a role of the new one stands for."""
    match kind:
        case RoleKind.FIELD:
            return mapping.names.fields.get(target, target)
        case RoleKind.ACTION:
            return mapping.names.actions.get(target, target)
        case RoleKind.TAG | RoleKind.HELPER | RoleKind.TYPE:
            return target


def _tags(old: Rulebook, new: Rulebook, mapping: Correspondence) -> Iterator[Quiet]:
    """Actions that are still there and are meant no more where a tag is asked for."""
    called = mapping.names.actions
    there = {called.get(one.name, one.name): one for one in new.actions}
    asked = {tag for action in (*old.actions, *new.actions) for tag in action.tags}
    for action in old.actions:
        for tag in action.tags:
            now = there.get(action.name)
            if now is not None and tag in asked and tag not in now.tags:
                yield Quiet(f"tag {tag} {now.name}", f"{now.name} has the tag {tag} no more")


def _told(old: Rulebook, new: Rulebook, mapping: Correspondence) -> Iterator[Quiet]:
    called = mapping.names.fields
    there = {called.get(one.name, one.name): one for one in new.fields}
    for field in old.fields:
        now = there.get(field.name)
        if field.told and (now is None or not now.told):
            what = f"nobody has to say anew who has {field.name}: it is Told no more"
            yield Quiet(f"told {field.name}", what)


def _hidden(old: Rulebook, new: Rulebook, mapping: Correspondence) -> Iterator[Quiet]:
    """What everybody sees now, so that nothing can give it away."""
    names = mapping.names
    fields = {names.fields.get(one.name, one.name): one for one in new.fields}
    for field in old.fields:
        now = fields.get(field.name)
        if field.hidden and now is not None and not now.hidden:
            yield Quiet(f"hidden {field.name}", f"everybody sees {now.name}: it is Hidden no more")
    actions = {names.actions.get(one.name, one.name): one for one in new.actions}
    for action in old.actions:
        other = actions.get(action.name)
        shown = {} if other is None else {one.name: one for one in other.parameters}
        for parameter in action.parameters:
            then = shown.get(parameter.name)
            if parameter.hidden and then is not None and not then.hidden:
                name = f"{action.name}.{parameter.name}"
                yield Quiet(f"hidden {name}", f"everybody sees {name}: it is Hidden no more")


def _properties(old: Version, new: Version, heard: Hearing) -> Iterator[Quiet]:
    there = {one.name: one for one in new.properties}
    for one in old.properties:
        name, now = f"property {one.name}", there.get(one.name)
        if now is None:
            yield Quiet(name, f"the {name} is gone")
        elif one.claim is None:
            continue
        elif now.claim is None:
            missing = ", ".join(now.missing)
            yield Quiet(name, f"the {name} applies no more: the role {missing} is missing")
        elif not heard.same_property(one.claim, now.claim):
            yield Quiet(name, f"the {name} says something else")


def _claims(
    old: Rulebook, new: Rulebook, mapping: Correspondence, heard: Hearing
) -> Iterator[Quiet]:
    there = {(one.origin.clause, one.name): one for one in new.claims}
    for one in old.claims:
        clause = one.origin.clause
        name = f"claim {clause} {one.name}"
        now = there.get((mapping.clauses.get(clause, clause), one.name))
        if now is None:
            yield Quiet(name, f"the {name} is gone")
        elif not heard.same_claim(one, now):
            yield Quiet(name, f"the {name} says something else")


def _examples(
    old: Rulebook, new: Rulebook, mapping: Correspondence, heard: Hearing
) -> Iterator[Quiet]:
    there = {(one.origin.clause, one.number): one for one in new.examples}
    for one in old.examples:
        if heard.among(one, new.examples):
            continue
        clause = one.origin.clause
        name = f"{clause} example {one.number}"
        now = there.get((mapping.clauses.get(clause, clause), one.number))
        if now is None:
            what = "is gone"
        else:
            what = "is shorter" if len(now.lines) < len(one.lines) else "says something else"
        yield Quiet(f"example {name}", f"the worked example {name} {what}")


def _helpers(
    old: Version, new: Version, mapping: Correspondence, heard: Hearing
) -> Iterator[Quiet]:
    """What only claims, properties and examples call, and so no difference in play shows.

    What rules call in both versions shows in play.
    """
    called = {one: mapping.words.get(one, one) for one in (h.name for h in old.rulebook.helpers)}
    there = {one.name: one for one in new.rulebook.helpers}
    spoken, ruling = _called(old.rulebook, _claimed(old)), _called(new.rulebook, _rules(new))
    ruled = _called(old.rulebook, _rules(old))
    for one in old.rulebook.helpers:
        now = there.get(called[one.name])
        if one.name not in spoken or (one.name in ruled and called[one.name] in ruling):
            continue
        if now is not None and not heard.same_helper(one, now):
            what = f"{one.name}, on which claims or examples rest, says something else"
            yield Quiet(f"helper {one.name}", what)


def _claimed(version: Version) -> tuple[object, ...]:
    asked = tuple(one.claim for one in version.properties if one.claim is not None)
    return (asked, version.rulebook.claims, version.rulebook.examples)


def _rules(version: Version) -> tuple[object, ...]:
    book = version.rulebook
    return (book.fields, book.actions, book.norms, book.consequences)


def _called(book: Rulebook, pieces: object) -> set[str]:
    """The helpers that some syntax calls, by others too."""
    helpers = {one.name: one for one in book.helpers}
    found: set[str] = set()
    waiting: list[object] = [pieces]
    while waiting:
        for node in nodes(waiting.pop()):
            if isinstance(node, Call | Do) and node.helper not in found:
                found.add(node.helper)
                if node.helper in helpers:
                    waiting.append(helpers[node.helper])
    return found


def _required(old: Rulebook, new: Rulebook) -> Iterator[Quiet]:
    """A weaker strength; what is not named has to hold within scope."""
    order = [strength.value for strength in STRENGTHS]
    usual = "within scope"
    now = {one.name: one.strength for one in new.required}
    was = {one.name: one.strength for one in old.required}
    for name in dict.fromkeys((*was, *now)):
        before, after = was.get(name, usual), now.get(name, usual)
        rank = [order.index(one) if one in order else len(order) for one in (before, after)]
        if rank[1] > rank[0]:
            yield Quiet(f"required {name}", f"{name} has to be {after}, and had to be {before}")


def _unmodelled(old: Rulebook, new: Rulebook) -> Iterator[Quiet]:
    was = {clause.id: clause for clause in old.clauses}
    for clause in new.clauses:
        before = was.get(clause.id)
        if clause.formal:
            continue
        if before is not None and not before.formal:
            if modelled(new, clause) and not modelled(old, before):
                what = f"{clause.id} has no block, and is excused from having one now"
                yield Quiet(f"unmodelled {clause.id}", what)
            continue
        if before is not None:
            yield Quiet(f"unmodelled {clause.id}", f"{clause.id} has no block any more")
        elif clause.unmodelled is not None or not modelled(new, clause):
            yield Quiet(f"unmodelled {clause.id}", f"{clause.id} is new and has no block")
    rules = {origin.clause for origin in old.origins() if not origin.environment}
    outside = {origin.clause for origin in new.origins() if origin.environment}
    outside -= {origin.clause for origin in old.origins() if origin.environment}
    for clause in new.clauses:
        if clause.id in outside & rules:
            what = f"{clause.id} counts as what cards do, and no finding blames it any more"
            yield Quiet(f"environment {clause.id}", what)


def _accepted(old: Version, new: Version) -> Iterator[Quiet]:
    before = dict(old.accepted)
    for name, _ in new.accepted:
        if name not in before:
            yield Quiet(f"accepted {name}", f"{name} is accepted, and was not")


def _locks(old: Version, new: Version) -> Iterator[Quiet]:
    """Locks that are gone; the rulebook's own also if it has another name now."""
    own = old.rulebook.name
    if own in old.locks and new.rulebook.name not in new.locks:
        yield Quiet("lock", "the lock is gone: nothing says any more what has been confirmed")
    for base in sorted(old.locks - new.locks - {own}):
        yield Quiet(f"lock {base}", f"the lock of {base} is gone")


def _excused(old: Rulebook, new: Rulebook) -> Iterator[Quiet]:
    """Conflicts that a stated precedence settles now."""
    if new.golden_rule and not old.golden_rule:
        yield Quiet("golden_rule", "prohibitions win throughout (golden_rule), and did not")
    before = set(_overriding(old))
    for name in dict.fromkeys(_overriding(new)):
        if name not in before:
            action, winner, loser = name
            what = f"{winner} takes precedence over {loser} on {action}, and did not"
            yield Quiet(f"overridden {winner} {loser} {action}", what)


def _overriding(book: Rulebook) -> Iterator[tuple[str, str, str]]:
    speakers: tuple[Norm | Consequence, ...] = (*book.norms, *book.consequences)
    for one in speakers:
        for loser in one.overrides:
            for action in one.actions:
                yield action, one.origin.clause, loser


def allow(found: Sequence[Quiet], allowed: frozenset[str]) -> tuple[Quiet, ...]:
    """Mark what is allowed by name."""
    return tuple(Quiet(one.name, one.what, one.name in allowed) for one in found)
