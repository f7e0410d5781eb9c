"""What a piece of syntax says, without where it stands and without the numbering of enums."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum

from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import (
    Action,
    Claim,
    Consequence,
    EnumType,
    Example,
    Helper,
    Literal,
    Norm,
    Origin,
    RecordType,
    Rulebook,
    StateField,
)

Essence = tuple[object, ...] | str | int | bool | None


NOTHING: Mapping[str, str] = {}


def essence(node: object, renamed: Mapping[str, str] = NOTHING) -> Essence:
    """A value that is equal for two pieces of syntax that say the same.

    Types are named; what a type consists of is compared where it is declared. ``renamed``:
    names that are to be taken for others.
    """
    match node:
        case Literal(value, EnumType(name, members)):
            member = members[int(value)]
            return ("member", name, renamed.get(member, member))
        case EnumType(name) | RecordType(name):
            return ("type", name)
        case Origin(_, _, environment, supplement):
            return ("origin", environment, supplement)
        case Place() | None:
            return None
        case Enum():
            return (type(node).__name__, node.name)
        case tuple():
            return tuple(essence(one, renamed) for one in node)
        case str():
            return renamed.get(node, node)
        case int():
            return node
        case _ if is_dataclass(node):
            parts = (
                (part.name, essence(getattr(node, part.name), renamed)) for part in fields(node)
            )
            return (type(node).__name__, *parts)
        case _:
            raise TypeError(f"{type(node).__name__} is no syntax")


def rules_of(
    rulebook: Rulebook, clause: str, renamed: Mapping[str, str] = NOTHING
) -> tuple[Essence, ...]:
    """What a clause says that bears on play: fields, helpers, actions, norms, consequences."""
    declared: tuple[StateField | Helper | Action | Norm | Consequence, ...] = (
        *rulebook.fields,
        *rulebook.helpers,
        *rulebook.actions,
        *rulebook.norms,
        *rulebook.consequences,
    )
    return tuple(essence(one, renamed) for one in declared if one.origin.clause == clause)


def claims_of(
    rulebook: Rulebook, clause: str, renamed: Mapping[str, str] = NOTHING
) -> tuple[Essence, ...]:
    """What a clause claims and shows: claims, examples."""
    said: tuple[Claim | Example, ...] = (*rulebook.claims, *rulebook.examples)
    return tuple(essence(one, renamed) for one in said if one.origin.clause == clause)
