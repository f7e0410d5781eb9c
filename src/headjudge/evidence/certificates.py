"""Certificates: what was proved, of which rulebook, under which assumptions, by which invariant."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from headjudge.engines.induction.atoms import Atom, Clause
from headjudge.engines.induction.leaving import Ranking
from headjudge.engines.induction.measures import Flag, Measure, Total
from headjudge.evidence.strict import Node, parse_json

FORMAT = "certificate/1"
MAX_CASES = 64
MAX_CLAUSES = 20_000
MAX_LITERALS = 16
MAX_NAMES = 8
MAX_MEASURED = 1_000
MAX_PROPERTIES = 2_000
MAX_STEPS = 8


@dataclass(frozen=True, slots=True)
class Case:
    """One invariant and what it proves: in one reading, under one ruling of conflicts.

    ``rankings``: for each property of what is left at last, by name, a ranking for each part
    of it. One that rests on an invariant rests on that of the case. ``longer``: properties
    that hold by the invariant and induction over so many steps.
    """

    readings: tuple[tuple[str, str], ...]
    permission_wins: bool
    properties: tuple[str, ...]
    invariant: tuple[Clause, ...]
    rankings: tuple[tuple[str, tuple[Ranking, ...]], ...] = ()
    longer: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Certificate:
    """What holds of a rulebook for all capacities and all initial stocks.

    ``scope``: the setting whose exceptions among norms are taken over, and which bounds what
    a card may do at once (``assumes``).
    """

    rulebook: str
    edition: str
    players: int
    scope: tuple[tuple[str, int], ...]
    assumes: tuple[tuple[str, int], ...]
    cases: tuple[Case, ...]


def restricted(certificate: Certificate, names: Collection[str]) -> Certificate | None:
    """What a certificate proves of these properties alone; None if that is nothing.

    The invariants stay, and so do cases that prove nothing else: an invariant may still rule
    out conflicts.
    """
    cases = tuple(
        replace(
            case,
            properties=tuple(name for name in case.properties if name in names),
            rankings=tuple((name, mine) for name, mine in case.rankings if name in names),
            longer=tuple((name, steps) for name, steps in case.longer if name in names),
        )
        for case in certificate.cases
    )
    if not any(case.properties or case.rankings or case.longer for case in cases):
        return None
    return replace(certificate, cases=cases)


def certificate_of(certificate: Certificate) -> Path:
    """Where a certificate is kept, seen from the repository: one for each number of players."""
    return Path("proofs", certificate.rulebook, f"{certificate.players}-players.json")


def write_certificate(certificate: Certificate) -> str:
    """The document of a certificate: one line for each clause."""
    head = {
        "headjudge": FORMAT,
        "rulebook": certificate.rulebook,
        "edition": certificate.edition,
        "players": certificate.players,
        "scope": dict(certificate.scope),
        "assumes": dict(certificate.assumes),
    }
    lines = [f"  {_line(key)}: {_line(value)}" for key, value in head.items()]
    cases = ",\n".join(_case(case) for case in certificate.cases)
    return "{\n" + ",\n".join(lines) + f',\n  "cases": [\n{cases}\n  ]\n}}\n'


def _case(case: Case) -> str:
    clauses = ",\n".join(f"        {_line(_clause(clause))}" for clause in case.invariant)
    rankings = {name: [_ranking(one) for one in mine] for name, mine in case.rankings}
    return (
        "    {\n"
        f'      "readings": {_line(dict(case.readings))},\n'
        f'      "permission_wins": {_line(case.permission_wins)},\n'
        f'      "properties": {_line(list(case.properties))},\n'
        f'      "invariant": [\n{clauses}\n      ],\n'
        f'      "rankings": {_line(rankings)},\n'
        f'      "longer": {_line(dict(case.longer))}\n'
        "    }"
    )


def _ranking(ranking: Ranking) -> dict[str, object]:
    return {
        "measures": [_measure(measure) for measure in ranking.measures],
        "by_invariant": bool(ranking.invariant),
    }


def _measure(measure: Measure) -> list[object]:
    match measure:
        case Total(names, rising):
            return ["rising" if rising else "total", list(names)]
        case Flag(atom, truth):
            return ["flag", _literal(atom, truth)]


def _clause(clause: Clause) -> list[list[object]]:
    return [_literal(atom, truth) for atom, truth in clause.literals]


def _literal(atom: Atom, truth: bool) -> list[object]:
    return [list(atom.left), "=" if atom.equal else "<=", list(atom.right), atom.more, truth]


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def read_certificate(data: bytes, file: str) -> Certificate:
    """Read a certificate. Raises UnreadableError for whatever is none."""
    whole = parse_json(data, file)
    names = ("headjudge", "rulebook", "edition", "players", "scope", "assumes", "cases")
    format_, rulebook, edition, players, scope, assumes, cases = whole.exactly(*names)
    if format_.text() != FORMAT:
        format_.refuse(f"is not {FORMAT}")
    return Certificate(
        rulebook.text(),
        edition.text(),
        players.number(2, 4),
        _scope(scope),
        _scope(assumes),
        tuple(_read_case(case) for case in cases.items(MAX_CASES)),
    )


def _scope(node: Node) -> tuple[tuple[str, int], ...]:
    return tuple((name, part.number(0, 1_000)) for name, part in node.parts().items())


def _read_case(node: Node) -> Case:
    names = ("readings", "permission_wins", "properties", "invariant", "rankings", "longer")
    readings, wins, properties, invariant, rankings, longer = node.exactly(*names)
    clauses = tuple(_read_clause(one) for one in invariant.items(MAX_CLAUSES))
    return Case(
        tuple((question, answer.text()) for question, answer in readings.parts().items()),
        wins.truth(),
        tuple(one.text() for one in properties.items(MAX_PROPERTIES)),
        clauses,
        tuple(
            (name, tuple(_read_ranking(one, clauses) for one in mine.items(MAX_PROPERTIES)))
            for name, mine in rankings.parts().items()
        ),
        tuple((name, steps.number(1, MAX_STEPS)) for name, steps in longer.parts().items()),
    )


def _read_ranking(node: Node, invariant: tuple[Clause, ...]) -> Ranking:
    measures, by_invariant = node.exactly("measures", "by_invariant")
    read = tuple(_read_measure(one) for one in measures.items(MAX_CLAUSES))
    return Ranking(read, invariant if by_invariant.truth() else ())


def _read_measure(node: Node) -> Measure:
    parts = node.items(2)
    if len(parts) != 2:  # noqa: PLR2004 - what kind, of what
        node.refuse("has not two parts")
    kind, of = parts
    match kind.text():
        case "total" | "rising" as how:
            names = tuple(name.text() for name in of.items(MAX_MEASURED))
            return Total(names, rising=how == "rising")
        case "flag":
            return Flag(*_read_literal(of))
        case _:
            return kind.refuse("is no kind of measure")


def _read_clause(node: Node) -> Clause:
    return Clause(tuple(_read_literal(one) for one in node.items(MAX_LITERALS)))


def _read_literal(node: Node) -> tuple[Atom, bool]:
    parts = node.items(5)
    if len(parts) != 5:  # noqa: PLR2004 - left, comparison, right, constant, truth
        node.refuse("has not five parts")
    left, comparison, right, more, truth = parts
    if comparison.text() not in ("=", "<="):
        comparison.refuse("is neither = nor <=")
    atom = Atom(
        tuple(name.text() for name in left.items(MAX_NAMES)),
        tuple(name.text() for name in right.items(MAX_NAMES)),
        more.number(-1_000_000, 1_000_000),
        equal=comparison.text() == "=",
    )
    return atom, truth.truth()
