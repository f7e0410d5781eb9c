"""What a header requires has to be something that is checked."""

from __future__ import annotations

from collections.abc import Sequence

from headjudge.rulebook.faults import Faults
from headjudge.rulebook.names import Names
from headjudge.rulebook.places import Fault
from headjudge.rulebook.questions import questions
from headjudge.rulebook.syntax import Property, Rulebook

_BUILT_IN = ("every-clause-modelled", "every-clause-confirmed", "every-action-does-something")


def unknown_requirements(rulebook: Rulebook, properties: Sequence[Property]) -> tuple[Fault, ...]:
    """The requirements that name nothing that a report on the rulebook would have.

    What is taken over from a base and concerns one of its clauses may have gone with it.
    """
    known = {
        *_BUILT_IN,
        *(one.name for one in properties),
        *(f"{claim.origin.clause} {claim.name}" for claim in rulebook.claims),
        *(one.name for one in questions(rulebook)),
        *(f"{one.origin.clause} example {one.number}" for one in rulebook.examples),
    }
    names, faults = Names(), Faults()
    for one in rulebook.required:
        taken_over = one.place.file != rulebook.file
        if one.name not in known and not (taken_over and " " in one.name):
            faults.add(
                one.place,
                "unknown-requirement",
                f"`{one.name[:60]}` in [required] is no property, claim or example",
                names.guess(one.name, known)
                or "write a name that `headjudge check` shows, or leave the line out",
            )
    return faults.in_order()
