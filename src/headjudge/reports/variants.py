"""A change of one clause as a sentence, and as the block that it would be."""

from __future__ import annotations

from headjudge.edits.pieces import Manner, Piece
from headjudge.edits.variants import Said, Variant
from headjudge.reports import english
from headjudge.reports.reading import effect
from headjudge.reports.words import listed, spoken
from headjudge.rulebook.syntax import (
    Action,
    And,
    BoolType,
    Consequence,
    Helper,
    Norm,
    NormKind,
    Or,
    Rulebook,
    Stage,
    StateField,
    Statement,
)
from headjudge.rulebook.written import written

MOST_ACTIONS = 2
_KINDS = {
    NormKind.MAY: "permission of",
    NormKind.MUST_NOT: "prohibition of",
    NormKind.ONLY: "limit on",
    NormKind.MUST: "duty to do",
}


def sentence(variant: Variant, rulebook: Rulebook) -> str:
    """``12.3.1, on “pass priority”: without “window”``."""
    said = variant.said
    about = "" if said is None or _alone(variant, rulebook) else f", {_about(said)}"
    return f"{variant.clause}{about}: {_what(variant)}"


def block(variant: Variant, rulebook: Rulebook) -> str:
    """The statement as it would stand in the clause; empty if it is only struck."""
    return "\n\n".join(written(one, rulebook) for one in variant.changed)


def _alone(variant: Variant, rulebook: Rulebook) -> bool:
    """Whether the clause says nothing else."""
    rows: tuple[tuple[Said, ...], ...] = (
        rulebook.fields,
        rulebook.helpers,
        rulebook.actions,
        rulebook.norms,
        rulebook.consequences,
    )
    mine = [one for row in rows for one in row if one.origin.clause == variant.clause]
    return len(mine) <= 1


def _about(said: Said) -> str:
    match said:
        case StateField(name):
            return f"“{spoken(name)}” at first"
        case Helper(name):
            return f"“{spoken(name)}”"
        case Action(name):
            return f"“{spoken(name)}” itself"
        case Norm(kind=kind):
            return f"{_KINDS[kind]} {_deeds(said)}"
        case Consequence(stage=stage):
            when = "when" if stage is Stage.WHEN else "after"
            return f"{when} {_deeds(said)}"


def _deeds(said: Norm | Consequence) -> str:
    names = [f"“{spoken(name)}”" for name in said.actions[:MOST_ACTIONS]]
    more = len(said.actions) - len(names)
    return listed([*names, f"{more} more"] if more else names, "or")


def _what(variant: Variant) -> str:
    was, now = variant.was, variant.now
    match variant.manner:
        case Manner.STRUCK if variant.said is None:
            return "struck, all of it"
        case Manner.STRUCK:
            return "struck"
        case Manner.WITHOUT:
            return f"without {_quoted(was)}"
        case Manner.JOINED if isinstance(was, And | Or):
            words = ("and", "or") if isinstance(was, And) else ("or", "and")
            return f"“{words[1]}” instead of “{words[0]}” in {_quoted(was)}"
        case Manner.ORDER if isinstance(was, str) and now is None:
            return f"“{spoken(was)}” need not wait for it"
        case Manner.ORDER if isinstance(was, str):
            first = now == Stage.WHEN.value
            return f"read {'before' if first else 'after'} all else that happens with it"
        case Manner.PRECEDENCE if now is not None:
            return f"it counts before {_said(now)}"
        case Manner.PRECEDENCE:
            return f"it counts before {_said(was)} no more"
        case Manner.FORCE:
            return "“may” instead of “must”"
        case _:
            return f"{_quoted(now)} instead of {_quoted(was)}"


def _quoted(piece: Piece | None) -> str:
    """A piece in quotes; the name of a helper has its own."""
    said = _said(piece)
    own = said.startswith("“") and said.endswith("”") and said.count("“") == 1
    return said if own else f"“{said}”"


def _said(piece: Piece | None) -> str:
    if piece is None:
        return "nothing"
    if isinstance(piece, str):
        return piece
    if isinstance(piece, Statement):
        return effect(piece)
    return english.condition(piece) if piece.type == BoolType() else english.value(piece)
