"""What each permission lacks where no clause permits anything.

Each condition of a permission is put to the executable model by itself, as the only
condition of a norm of its own.
"""

from __future__ import annotations

from dataclasses import replace

from headjudge.evidence.reasons import Lack
from headjudge.rulebook.syntax import (
    Action,
    And,
    Body,
    Let,
    Norm,
    NormKind,
    Return,
    Rulebook,
    Setting,
)
from headjudge.rulebook.values import Act, Situation
from headjudge.semantics.executable import Game, build


def conditions(action: Action, norm: Norm) -> tuple[Body, ...]:
    """What has to hold for a norm to grant an action: its needs, then the norm's own."""
    found: list[Body] = []
    names: tuple[Let, ...] = ()
    for part in action.preamble:
        match part:
            case Let():
                names = (*names, part)
            case _:
                found.append((*names, Return(part.condition, part.place)))
    match norm.body:
        case (*before, Return(And(operands), place)) if all(isinstance(b, Let) for b in before):
            found.extend((*before, Return(one, place)) for one in operands)
        case body:
            found.append(body)
    return tuple(found)


def lacking(rulebook: Rulebook, setting: Setting, situation: Situation) -> tuple[Lack, ...]:
    """For each norm that could grant an action, the act that lacks least, and what it lacks.

    In the order of the document; a norm that lacks nothing is left out.
    """
    probes: list[Norm] = []
    owners: dict[tuple[str, int], tuple[int, ...]] = {}
    for index, norm in enumerate(rulebook.norms):
        if norm.kind not in (NormKind.MAY, NormKind.MUST):
            continue
        for name in norm.actions:
            action = rulebook.action(name)
            asked = conditions(action, norm)
            start = len(probes)
            probes.extend(_probe(action, norm, body) for body in asked)
            owners[name, index] = tuple(range(start, len(probes)))
    bare = replace(rulebook, norms=tuple(probes), claims=(), examples=(), golden_rule=False)
    game = Game(build(bare), setting)
    best: dict[int, tuple[int, Act, tuple[int, ...]]] = {}
    for act, _, applies in game.said(game.thaw(situation)):
        for (name, index), mine in owners.items():
            if name != act.action:
                continue
            missing = tuple(n for n, probe in enumerate(mine) if probe not in applies)
            if index not in best or len(missing) < best[index][0]:
                best[index] = (len(missing), act, missing)
    return tuple(
        Lack(index, act, missing) for index, (count, act, missing) in sorted(best.items()) if count
    )


def _probe(action: Action, norm: Norm, body: Body) -> Norm:
    """A norm that applies just where a condition holds."""
    return replace(
        norm,
        kind=NormKind.MAY,
        actions=(action.name,),
        parameters=action.parameters,
        body=body,
        overrides=(),
        before=(),
        restates=(),
        reading=None,
    )
