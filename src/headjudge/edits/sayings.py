"""Whether a claim, a property or an example says the same on both sides.

Types are left out where they follow from what is spoken of: a wider field changes no claim
on it. An action that is one more of a tag makes no other claim of one that asks for the tag;
one that has lost its tag is named by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass

from headjudge.edits.essence import Essence, essence
from headjudge.edits.mapping import Correspondence
from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import (
    Ask,
    Call,
    Claim,
    EnumType,
    Example,
    FieldValue,
    Helper,
    Literal,
    Origin,
    Parameter,
    RecordType,
    RoleKind,
    Rulebook,
)


@dataclass(frozen=True, slots=True)
class _Tongue:
    """How one side's words are written.

    ``groups``: actions that have a name together. ``never``: what the other side has no role
    for, and so takes to be false.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[frozenset[str], str] = field(default_factory=dict)
    never: frozenset[str] = frozenset()

    def deeds(self, actions: Iterable[str]) -> Essence:
        """Actions, by the name that they have together if there is one."""
        mine = tuple(actions)
        together = self.groups.get(frozenset(mine))
        return tuple(self.names.get(one, one) for one in mine) if together is None else together

    def said(self, node: object) -> Essence:
        """What a piece of a claim or an example says."""
        match node:
            case Ask(about, actions, arguments):
                return ("ask", about.name, self.deeds(actions), self.said(arguments))
            case Call(name, ()) | FieldValue(name) if name in self.never:
                return ("literal", False)
            case Claim():
                groups = (node.option, node.decline, node.passing)
                said = (node.parameters, node.premise, node.body, node.each, node.reading)
                head = (node.kind.name, node.every, node.of_steps)
                return (*head, *map(self.said, said), *map(self.deeds, groups))
            case Parameter(name, type_, _, which, default, hidden):
                kind = essence(type_, self.names)
                return ("parameter", self.said(name), kind, which, self.said(default), hidden)
            case tuple():
                return tuple(self.said(one) for one in node)
            case Literal(value, type_) if not isinstance(type_, EnumType):
                return ("literal", value)
            case Literal() | EnumType() | RecordType() | Origin() | Place():
                return essence(node, self.names)
            case _ if is_dataclass(node):
                parts = tuple(
                    (part.name, self.said(getattr(node, part.name)))
                    for part in fields(node)
                    if part.name not in ("type", "place")
                )
                return (type(node).__name__, *parts)
            case _:
                return essence(node, self.names)


@dataclass(frozen=True, slots=True)
class Hearing:
    """Two rulebooks of which the claims are compared; a pair of tongues for each way to read."""

    claims: tuple[tuple[_Tongue, _Tongue], ...]
    properties: tuple[tuple[_Tongue, _Tongue], ...]

    def same_claim(self, old: Claim, new: Claim) -> bool:
        """Whether a claim of the rulebook says the same."""
        return any(one.said(old) == two.said(new) for one, two in self.claims)

    def same_helper(self, old: Helper, new: Helper) -> bool:
        """Whether a helper says the same."""
        return any(one.said(old) == two.said(new) for one, two in self.claims)

    def same_property(self, old: Claim, new: Claim) -> bool:
        """Whether a property says the same of the roles, whatever they stand for."""
        return any(one.said(old) == two.said(new) for one, two in self.properties)

    def among(self, old: Example, news: Iterable[Example]) -> bool:
        """Whether one of these examples shows all that an old one shows, and maybe goes on."""
        ((one, two), *_) = self.claims
        wanted = [one.said(line) for line in (old.start, *old.lines)]
        shown = ([two.said(line) for line in (new.start, *new.lines)] for new in news)
        return any(lines[: len(wanted)] == wanted for lines in shown)


def hearing(old: Rulebook, new: Rulebook, mapping: Correspondence) -> Hearing:
    """How to compare what two rulebooks claim."""
    words = mapping.words
    plain = _Tongue(), _Tongue(words)
    shared = {role.name for role in old.roles} & {role.name for role in new.roles}
    return Hearing(
        (plain, (_Tongue(groups=_tags(old)), _Tongue(words, _tags(new)))),
        (plain, (_by_role(old, shared, {}), _by_role(new, shared, words))),
    )


def _tags(book: Rulebook) -> dict[frozenset[str], str]:
    """The tags, by the actions that have them."""
    found: dict[frozenset[str], str] = {}
    for tag in sorted({tag for action in book.actions for tag in action.tags}):
        mine = _tagged(book, tag)
        found[mine] = f"{found[mine]}, {tag}" if mine in found else f"tag {tag}"
    return found


def _tagged(book: Rulebook, tag: str) -> frozenset[str]:
    return frozenset(action.name for action in book.actions if tag in action.tags)


def _by_role(book: Rulebook, shared: set[str], words: Mapping[str, str]) -> _Tongue:
    """What roles stand for, called by all roles that stand for it."""
    names: dict[str, str] = {}
    groups: dict[frozenset[str], str] = {}
    for role in sorted(book.roles, key=lambda one: one.name):
        if role.name not in shared:
            continue
        match role.kind:
            case RoleKind.TAG | RoleKind.ACTION:
                tag = role.kind is RoleKind.TAG
                mine = _tagged(book, role.target) if tag else frozenset((role.target,))
                groups[mine] = f"{groups[mine]}, {role.name}" if mine in groups else role.name
            case RoleKind.FIELD | RoleKind.HELPER | RoleKind.TYPE:
                known = names.get(role.target)
                names[role.target] = (
                    f"role {role.name}" if known is None else f"{known}, {role.name}"
                )
    over = (role.target for role in book.roles if role.name == "over" and "over" not in shared)
    return _Tongue({**words, **names}, groups, frozenset(over))
