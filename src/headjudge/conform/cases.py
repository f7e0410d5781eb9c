"""The cases that ``headjudge tests`` writes, as plays of an engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from headjudge.conform.deeds import Deed, Deeds
from headjudge.evidence.itf import Json
from headjudge.evidence.strict import Node, refuse
from headjudge.rulebook.syntax import Rulebook
from headjudge.vectors.cases import Case, Manifest
from headjudge.vectors.cases import Deed as Written
from headjudge.vectors.reading import read_case, read_manifest


@dataclass(frozen=True, slots=True)
class Script:
    """A case as what is tried from a first situation, one after the other.

    ``situation``: the first one; ``deeds``: each with whether it is done, or to be refused.
    """

    name: str
    title: str
    situation: Mapping[str, Json]
    deeds: tuple[tuple[Deed, bool], ...]


def read_about(data: bytes, file: str, rulebook: Rulebook) -> Manifest:
    """What cases are of. Raises UnreadableError, also if that is another rulebook."""
    manifest = read_manifest(data, file)
    for part, wanted, own in (
        ("rulebook", manifest.rulebook, rulebook.name),
        ("edition", manifest.edition, rulebook.edition),
    ):
        if wanted != own:
            wrong = f"the cases are of the {part} {wanted}, and {own} is played"
            refuse(file, wrong, cure="write them anew with `headjudge tests`")
    return manifest


def read_script(data: bytes, file: str, deeds: Deeds) -> Script:
    """A case as a script. Raises UnreadableError."""
    return script(read_case(data, file), file, deeds)


def script(case: Case, file: str, deeds: Deeds) -> Script:
    """What a case tries. Raises UnreadableError if an act of it is none of the rulebook."""
    found: list[tuple[Deed, bool]] = []

    def add(written: Sequence[Written], *, done: bool) -> None:
        found.extend((_deed(one, file, deeds), done) for one in written)

    if case.lead is not None:
        add(case.lead.deeds, done=True)
    position = case.start
    for move in case.moves:
        add([one.deed for one in position.refused], done=False)
        if move.after is None:
            break
        add([move.deed], done=True)
        position = move.after
    else:
        add([one.deed for one in position.refused], done=False)
    first = case.start.situation if case.lead is None else case.lead.situation
    return Script(case.name, case.title, first, tuple(found))


def _deed(written: Written, file: str, deeds: Deeds) -> Deed:
    act = {
        "actor": written.actor,
        "action": written.action,
        "arguments": dict(written.arguments),
    }
    return deeds.read(Node(act, file))
