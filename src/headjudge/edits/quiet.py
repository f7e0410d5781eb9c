"""The quiet ways to make a red check green: what is looked at no more, or excused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from headjudge.checks.documents import modelled
from headjudge.edits.essence import essence
from headjudge.evidence.results import STRENGTHS
from headjudge.rulebook.syntax import Consequence, Norm, Property, Rulebook


@dataclass(frozen=True, slots=True)
class Version:
    """A rulebook with what is asked of it and what is accepted."""

    rulebook: Rulebook
    properties: tuple[Property, ...]
    accepted: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Quiet:
    """Something that is checked less. ``name`` is what allows it; ``allowed``: it is."""

    name: str
    what: str
    allowed: bool = False


def quiet_changes(old: Version, new: Version) -> tuple[Quiet, ...]:
    """All that the new version checks less than the old one, in a fixed order."""
    books = old.rulebook, new.rulebook
    return (
        *_scope(*books),
        *_roles(*books),
        *_properties(old, new),
        *_examples(*books),
        *_required(*books),
        *_unmodelled(*books),
        *_accepted(old, new),
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
    for run in old.runs:
        same = [one for one in new.runs if one.players == run.players]
        there = [dict(one.scope) for one in same]
        covered = any(all(one.get(k, -1) >= v for k, v in run.scope) for one in there)
        if not covered:
            what = "looks at less" if same else "is gone"
            yield Quiet(f"run {run.players}", f"the run with {run.players} players {what}")


def _roles(old: Rulebook, new: Rulebook) -> Iterator[Quiet]:
    there = {role.name for role in new.roles}
    for role in old.roles:
        if role.name not in there:
            yield Quiet(f"role {role.name}", f"the role {role.name} is gone")


def _properties(old: Version, new: Version) -> Iterator[Quiet]:
    there = {one.name: one for one in new.properties}
    for one in old.properties:
        if one.name not in there:
            yield Quiet(f"property {one.name}", f"the property {one.name} is gone")
        elif one.claim is not None and there[one.name].claim is None:
            missing = ", ".join(there[one.name].missing)
            what = f"the property {one.name} applies no more: the role {missing} is missing"
            yield Quiet(f"property {one.name}", what)
        elif _other_claim(one, there[one.name]):
            yield Quiet(f"property {one.name}", f"the property {one.name} says something else")
    claims = {f"{one.origin.clause} {one.name}" for one in new.rulebook.claims}
    for claim in old.rulebook.claims:
        name = f"{claim.origin.clause} {claim.name}"
        if name not in claims:
            yield Quiet(f"claim {name}", f"the claim {name} is gone")


def _other_claim(one: Property, two: Property) -> bool:
    """Whether a property of the repository has been rewritten, not just its roles."""
    if one.claim is None or two.claim is None:
        return False
    mine, other = one.claim, two.claim
    if (mine.kind, mine.every, mine.of_steps) != (other.kind, other.every, other.of_steps):
        return True
    names = [[parameter.name for parameter in claim.parameters] for claim in (mine, other)]
    return names[0] != names[1] or len(mine.premise) < len(other.premise)


def _examples(old: Rulebook, new: Rulebook) -> Iterator[Quiet]:
    there = {(one.origin.clause, one.number): one for one in new.examples}
    said = {essence((one.start, one.lines)) for one in new.examples}
    for one in old.examples:
        name = f"{one.origin.clause} example {one.number}"
        other = there.get((one.origin.clause, one.number))
        if essence((one.start, one.lines)) in said:
            continue
        if other is None:
            yield Quiet(f"example {name}", f"the worked example {name} is gone")
        elif len(other.lines) < len(one.lines):
            yield Quiet(f"example {name}", f"the worked example {name} is shorter")


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
        if clause.formal or (before is not None and not before.formal):
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
