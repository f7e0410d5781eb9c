"""Settings of a rulebook, and the rulebooks that lie within one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from headjudge.rulebook.faults import Faults
from headjudge.rulebook.header import MAX_SCOPE
from headjudge.rulebook.nodes import nodes
from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import (
    Ask,
    Call,
    Claim,
    Consequence,
    Deed,
    Do,
    EachType,
    Example,
    FieldValue,
    Keeps,
    ListType,
    Location,
    MaybeType,
    Norm,
    RangeType,
    RecordType,
    Role,
    RoleKind,
    Rulebook,
    Setting,
    StockType,
    Type,
)

MAX_ITEMS = 64
COMMAND_LINE = Place("command line", 1, 1)


def setting(rulebook: Rulebook, *, players: int | None, scope: Mapping[str, int]) -> Setting:
    """The players and the scope of a run; what is not given is the header's default.

    Without ``players``: the fewest. Raises UnreadableError for a name that is not in the
    scope and for a value out of range; the place of such a fault is ``command line:1:1``.
    """
    faults = Faults()
    low, high = rulebook.players
    seats = low if players is None else players
    if not low <= seats <= high:
        faults.add(
            COMMAND_LINE,
            "players-out-of-range",
            f"this rulebook is not for {seats} players",
            f"take {low}" if low == high else f"take {low} to {high}",
        )
    known = dict(rulebook.scope)
    for name, value in scope.items():
        if name not in known:
            faults.add(
                COMMAND_LINE,
                "unknown-scope",
                f"there is no scope `{name[:60]}`",
                "take one of " + ", ".join(f"`{one}`" for one in known)
                if known
                else "this rulebook has none",
            )
        elif not 0 <= value <= MAX_SCOPE:
            faults.add(
                COMMAND_LINE,
                "scope-out-of-range",
                f"the scope `{name}` is no number from 0 to {MAX_SCOPE}",
                "take a smaller bound",
            )
        else:
            known[name] = value
    faults.check()
    made = Setting(seats, tuple(known.items()))
    check_sizes(rulebook, made, faults)
    faults.check()
    return made


def check_sizes(rulebook: Rulebook, made: Setting, faults: Faults) -> None:
    """Every list has room for 1 to 64 items in this setting, and every range some value."""
    sizes = _Sizes(made, faults)
    for one in rulebook.fields:
        sizes.check(one.name, one.type, 1, one.origin.place)
    parameters = (
        *(helper.parameters for helper in rulebook.helpers),
        *(action.parameters for action in rulebook.actions),
        *(claim.parameters for claim in rulebook.claims),
    )
    for parameter in (one for several in parameters for one in several):
        sizes.check(parameter.name, parameter.type, 0, parameter.place)


@dataclass(frozen=True, slots=True)
class _Sizes:
    """The sizes of types in a setting."""

    made: Setting
    faults: Faults

    def check(self, name: str, type_: Type, least: int, place: Place) -> None:
        made = self.made
        match type_:
            case ListType(of, capacity):
                if not least <= made.value(capacity) <= MAX_ITEMS:
                    self.faults.add(
                        place,
                        "list-out-of-range",
                        f"the list `{name}` has room for {made.value(capacity)} items",
                        f"give it room for {least} to {MAX_ITEMS}",
                    )
                self.check(name, of, least, place)
            case RangeType(low, high) if made.value(low) > made.value(high):
                self.faults.add(
                    place,
                    "empty-range",
                    f"`{name}` has no value: it runs from {made.value(low)} to {made.value(high)}",
                    "take a larger scope",
                )
            case StockType(capacity) if made.value(capacity) < 0:
                self.faults.add(
                    place,
                    "empty-range",
                    f"the stock `{name}` has room for {made.value(capacity)}",
                    "take a larger scope",
                )
            case MaybeType(of) | EachType(_, of):
                self.check(name, of, least, place)
            case RecordType(_, parts):
                for part, inside in parts:
                    self.check(f"{name}.{part}", inside, least, place)
            case _:
                pass


# ------------------------------------------------------- parts of a rulebook


def under_reading(rulebook: Rulebook, answers: Mapping[str, str]) -> Rulebook:
    """The rulebook with open questions answered: statements with another answer go.

    Raises UnreadableError for a question or an answer that is not in the rulebook.
    """
    faults = Faults()
    known = dict(rulebook.readings())
    for question, answer in answers.items():
        if answer not in known.get(question, ()):
            choices = known.get(question, tuple(known))
            faults.add(
                COMMAND_LINE,
                "unknown-reading",
                f"there is no answer `{answer[:60]}` to a question `{question[:60]}`",
                "take one of " + ", ".join(f"`{one}`" for one in choices)
                if choices
                else "this rulebook leaves nothing open",
            )
    faults.check()

    def stays(one: Norm | Consequence | Claim) -> bool:
        return one.reading is None or answers.get(one.reading.question, one.reading.answer) == (
            one.reading.answer
        )

    return replace(
        rulebook,
        norms=tuple(one for one in rulebook.norms if stays(one)),
        consequences=tuple(one for one in rulebook.consequences if stays(one)),
        claims=tuple(one for one in rulebook.claims if stays(one)),
    )


def without_supplements(rulebook: Rulebook) -> Rulebook:
    """The rulebook without what its supplements say.

    Their norms, consequences, claims and examples go; so do their fields, helpers and
    actions, as far as nothing that stays speaks of them. Norms that named an action that
    goes name the others.
    """
    book = replace(
        rulebook,
        norms=tuple(one for one in rulebook.norms if not one.origin.supplement),
        consequences=tuple(one for one in rulebook.consequences if not one.origin.supplement),
        claims=tuple(one for one in rulebook.claims if not one.origin.supplement),
        examples=tuple(one for one in rulebook.examples if not one.origin.supplement),
    )
    book = _without_actions(book)
    book = _without_declarations(book)
    return replace(book, roles=tuple(role for role in book.roles if _stands(role, book)))


def _without_actions(book: Rulebook) -> Rulebook:
    asked = {
        name
        for node in nodes((book.claims, book.examples))
        for name in (
            node.actions
            if isinstance(node, Ask)
            else (node.action,)
            if isinstance(node, Deed)
            else ()
        )
    }
    actions = tuple(one for one in book.actions if not one.origin.supplement or one.name in asked)
    kept = {one.name for one in actions}
    norms = tuple(
        replace(
            one,
            actions=tuple(name for name in one.actions if name in kept),
            before=tuple(name for name in one.before if name in kept),
        )
        for one in book.norms
    )
    consequences = tuple(
        replace(one, actions=tuple(name for name in one.actions if name in kept))
        for one in book.consequences
    )
    return replace(
        book,
        actions=actions,
        norms=tuple(one for one in norms if one.actions),
        consequences=tuple(one for one in consequences if one.actions),
    )


def _without_declarations(book: Rulebook) -> Rulebook:
    helpers = {helper.name: helper for helper in book.helpers}
    needed = [
        *(helper for helper in book.helpers if not helper.origin.supplement),
        *book.actions,
        *book.norms,
        *book.consequences,
        *book.claims,
        *book.examples,
    ]
    called: set[str] = set()
    spoken: set[str] = set()
    for piece in needed:
        for node in nodes(piece):
            match node:
                case Call(helper=name) | Do(helper=name) if name not in called:
                    called.add(name)
                    needed.append(helpers[name])
                case FieldValue(name=name) | Location(field=name) | Keeps(field=name):
                    spoken.add(name)
                case _:
                    pass
        if isinstance(piece, Example):
            spoken.update(name for name, _ in piece.start.fields)
    return replace(
        book,
        helpers=tuple(
            one for one in book.helpers if not one.origin.supplement or one.name in called
        ),
        fields=tuple(one for one in book.fields if not one.origin.supplement or one.name in spoken),
    )


def _stands(role: Role, book: Rulebook) -> bool:
    match role.kind:
        case RoleKind.FIELD:
            return any(one.name == role.target for one in book.fields)
        case RoleKind.HELPER:
            return any(one.name == role.target for one in book.helpers)
        case RoleKind.ACTION:
            return any(one.name == role.target for one in book.actions)
        case RoleKind.TAG:
            return any(role.target in one.tags for one in book.actions)
        case RoleKind.TYPE:
            return True
