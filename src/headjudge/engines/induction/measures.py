"""What a ranking is made of: numbers that a step may lower and that cannot fall for ever."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from headjudge.engines.induction.atoms import FEW, Atom, Names
from headjudge.semantics.symbolic.layout import Slot
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import UNBOUNDED, Term


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of some slots, by name. ``rising``: what is left until it cannot rise further."""

    names: tuple[str, ...]
    rising: bool = False


@dataclass(frozen=True, slots=True)
class Flag:
    """1 where an atom has this truth, else 0."""

    atom: Atom
    truth: bool = True


Measure = Total | Flag


def term(names: Names, measure: Measure) -> Term:
    """A measure as a term: a number that never falls below its interval.

    Raises KeyError for a name that is not there, ValueError if it could fall for ever.
    """
    pool = names.pool
    match measure:
        case Flag(atom, truth):
            one, other = pool.number(int(truth)), pool.number(int(not truth))
            found = pool.ite(names.atom(atom), one, other)
        case Total(slots, rising):
            total: Term = pool.number(0)
            for name in slots:
                part = names.terms[name]
                if part.boolean:
                    part = pool.ite(part, pool.number(1), pool.number(0))
                total = pool.plus(total, part)
            found = pool.minus(pool.number(0), total) if rising else total
    if found.low <= -UNBOUNDED:
        raise ValueError(f"{measure} could fall for ever")
    return found


def measures(system: System) -> list[Measure]:
    """The measures that are worth a try, plain ones first."""
    slots = [
        slot
        for slot, variable in zip(system.layout.slots, system.slots, strict=True)
        if not slot.ghost and variable.low != variable.high
    ]
    endless = [slot for slot in slots if slot.high == UNBOUNDED and slot.low > -UNBOUNDED]
    stocks = [slot for slot in endless if slot.ceiling is None]
    together: dict[str, list[str]] = {}
    for slot in endless:
        together.setdefault(slot.name.partition("[")[0], []).append(slot.name)
    found: dict[Measure, None] = {}
    for names in together.values():
        found[Total(tuple(names))] = None
    found[Total(tuple(slot.name for slot in stocks))] = None
    found[Total(tuple(slot.name for slot in endless))] = None
    for slot in endless:
        found[Total((slot.name,))] = None
    for slot in slots:
        if slot not in endless and "[-" not in slot.name:
            found.update(dict.fromkeys(_of_few(slot)))
    found.pop(Total(()), None)
    return list(found)


def _of_few(slot: Slot) -> Iterator[Measure]:
    """Measures of a slot that has few values."""
    if slot.boolean:
        yield Flag(Atom((slot.name,), (), 1), truth=False)
        yield Flag(Atom((slot.name,), (), 1))
        return
    if slot.high == UNBOUNDED:
        return
    yield Total((slot.name,))
    yield Total((slot.name,), rising=True)
    if slot.high - slot.low < FEW:
        for value in range(slot.low, slot.high + 1):
            yield Flag(Atom((slot.name,), (), value))
            yield Flag(Atom((slot.name,), (), value), truth=False)
