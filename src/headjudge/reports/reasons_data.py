"""The reasons of findings, for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from headjudge.evidence.itf import Json, encode_arguments, encode_situation
from headjudge.evidence.lacking import conditions
from headjudge.evidence.reasons import Choice, Lack, Why, Without
from headjudge.reports import english
from headjudge.reports.words import Teller

Data = None | bool | int | str | Sequence["Data"] | Mapping[str, "Data"]


def why_data(teller: Teller, why: Why) -> Data:
    """The reasons of a finding."""
    return {
        "cores": [[*core] for core in why.cores],
        "preferences": [
            [{"counts": winner, "yields": loser} for winner, loser in pairs]
            for pairs in why.preferences
        ],
        "lacks": [_lack(teller, lack) for lack in why.lacks],
        "without": [_without(teller, one) for one in why.without],
    }


def _without(teller: Teller, one: Without) -> Data:
    elsewhere = one.elsewhere
    return {
        "clause": one.clause,
        "apart": one.apart or None,
        "elsewhere": None if elsewhere is None else encode_situation(teller.rulebook, elsewhere),
        "ending": one.ending.value,
        "stopped": one.stopped or None,
        "stops": [*one.stops],
        "instead": [_choice(teller, choice) for choice in one.instead],
        "usable": None if one.usable is None else [_choice(teller, c) for c in one.usable],
    }


def _choice(teller: Teller, choice: Choice) -> Data:
    deed = teller.deed(choice.act)
    arguments: Json = encode_arguments(teller.rulebook, choice.act)
    return {
        "action": choice.act.action,
        "arguments": arguments,
        "orders": [*choice.act.orders],
        "who": deed.who,
        "what": deed.what,
        "clauses": [*choice.clauses],
    }


def _lack(teller: Teller, lack: Lack) -> Data:
    book = teller.rulebook
    norm = book.norms[lack.norm]
    asked = conditions(book.action(lack.act.action), norm)
    return {
        "clause": norm.origin.clause,
        "who": teller.deed(lack.act).who,
        "what": teller.deed(lack.act).what,
        "missing": [english.body(asked[index]) for index in lack.missing],
    }
