"""What pins the clauses of a rulebook down, as blocks for a terminal and a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from headjudge.edits.mutation import Matrix, Survivor
from headjudge.edits.play import Side
from headjudge.edits.trials import AS_IT_IS, CHANGED, Fate, Outcome
from headjudge.reports.editions import Block, Code, Heading, Paragraph, Table, shown
from headjudge.reports.escape import shortened
from headjudge.reports.variants import block, sentence
from headjudge.reports.verdicts import cut_off
from headjudge.reports.words import listed
from headjudge.rulebook import under_reading
from headjudge.rulebook.syntax import Rulebook, Setting
from headjudge.rulebook.written import written_example

LONGEST_WORDS = 300
MOST_NAMES = 4
EXAMPLES = "examples"


def blocks(found: Matrix, *, brief: bool = False) -> tuple[Block, ...]:
    """All that there is to say, what matters most first.

    ``brief``: without the play of what is explained, and without what plays the same.
    """
    return (
        *_head(found),
        *_survivors(found, brief=brief),
        *_undecided(found),
        *_matrix(found),
        *(() if brief else _same(found)),
    )


def _head(found: Matrix) -> Iterator[Block]:
    yield Heading(f"{found.rulebook.title}: what pins its clauses down", 1)
    yield Paragraph(summary(found), bad=bool(found.exit_code))
    said = [scope(one) for one in found.settings]
    yield Paragraph(f"Tried with {said[0]}" + (f"; then {said[1]}." if said[1:] else "."))
    if found.untried:
        yield Paragraph(f"Broken off: {_count(found.untried, 'change')} not tried.", bad=True)
    if found.unmet:
        names = listed(found.unmet)
        yield Paragraph(f"Explained, but no survivor: {names}. Take it out.", bad=True)


def summary(found: Matrix) -> str:
    """What has come of the changes: ``781 changes of 47 clauses: 700 noticed, …``."""
    clauses = {one.variant.clause for one in found.outcomes}
    parts = []
    for fate, word in (
        (Fate.NOTICED, "noticed"),
        (Fate.SAME, "play the same"),
        (Fate.STILLBORN, "stillborn"),
        (Fate.SURVIVES, "survive"),
        (Fate.UNDECIDED, "not decided"),
    ):
        count = len(found.of(fate))
        if count:
            parts.append(f"{count} {word}")
    explained = len(found.survivors) - len(found.open)
    more = f" ({explained} explained)" if explained else ""
    head = f"{_count(len(found.outcomes), 'change')} of {_count(len(clauses), 'clause')}"
    return f"{head}: {listed(parts)}{more}."


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def scope(made: Setting) -> str:
    """``2 players, cascade 4``."""
    parts = [f"{made.players} players", *(f"{name} {value}" for name, value in made.scope)]
    return ", ".join(parts)


# ------------------------------------------------------------------------ survivors


def _survivors(found: Matrix, *, brief: bool) -> Iterator[Block]:
    for one in found.open:
        yield from _survivor(found, one)
    explained = [one for one in found.survivors if one.reason is not None]
    if explained:
        yield Heading("Explained")
        rows = tuple(
            (
                (sentence(one.outcome.variant, found.rulebook),),
                (one.reason or "",),
                (one.outcome.variant.name,),
            )
            for one in explained
        )
        yield Table(("change that nothing notices", "why that is well", "its name"), rows)
        if not brief:
            for one in explained:
                yield from _survivor(found, one)


def _survivor(found: Matrix, one: Survivor) -> Iterator[Block]:
    book, outcome = found.rulebook, one.outcome
    variant = outcome.variant
    yield Heading(sentence(variant, book))
    clause = book.clause(variant.clause)
    words = shortened(clause.words or clause.title, LONGEST_WORDS)
    yield Paragraph(f"Nothing notices this change. {clause.id} says: {words}")
    changed = block(variant, book)
    if changed:
        yield Code(changed, "python rule")
    if outcome.shown is not None and outcome.setting is not None:
        old, new = sides(found, outcome)
        yield from shown(old, new, outcome.shown)
    if outcome.example is not None:
        yield Paragraph(f"An example that would notice it, for {clause.id}:")
        yield Code(written_example(outcome.example, book), "python example")
    yield Paragraph(f"Its name: {variant.name}")


def sides(found: Matrix, outcome: Outcome) -> tuple[Side, Side]:
    """The rulebook as it is and as it is changed, in the setting in which they part."""
    made = found.settings[0] if outcome.setting is None else outcome.setting
    return (
        Side(AS_IT_IS, _read(found.rulebook, outcome), made),
        Side(CHANGED, _read(outcome.variant.applied(found.rulebook), outcome), made),
    )


def _read(book: Rulebook, outcome: Outcome) -> Rulebook:
    answers = {question: given[0] for question, given in book.readings()}
    reading = outcome.variant.reading
    if reading is not None and reading.answer in dict(book.readings()).get(reading.question, ()):
        answers[reading.question] = reading.answer
    return under_reading(book, answers)


def _undecided(found: Matrix) -> Iterator[Block]:
    rows = tuple(
        ((sentence(one.variant, found.rulebook),), (one.why or "the budget is spent",))
        for one in found.of(Fate.UNDECIDED)
    )
    if rows:
        yield Heading("Not decided")
        yield Table(("change", "why"), rows)


# --------------------------------------------------------------------------- matrix


def _matrix(found: Matrix) -> Iterator[Block]:
    yield Heading("Clause by clause")
    order = {clause.id: number for number, clause in enumerate(found.rulebook.clauses)}
    by_clause: dict[str, list[Outcome]] = {}
    for one in found.outcomes:
        by_clause.setdefault(one.variant.clause, []).append(one)
    rows = tuple(
        (
            (clause,),
            (str(len(mine)),),
            (_number(sum(any(map(is_example, one.by)) for one in mine)),),
            _noticing(mine),
            (_number(sum(one.fate is Fate.SAME for one in mine)),),
            (_number(sum(one.fate is Fate.SURVIVES for one in mine)),),
        )
        for clause, mine in sorted(by_clause.items(), key=lambda pair: order[pair[0]])
    )
    head = ("clause", "changes", EXAMPLES, "properties that notice it", "the same", "survive")
    yield Table(head, rows)


def is_example(name: str) -> bool:
    """Whether what notices a change is a worked example."""
    return " example " in name


def _noticing(mine: Sequence[Outcome]) -> tuple[str, ...]:
    counted = Counter(name for one in mine for name in one.by if not is_example(name))
    ordered = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    said = [f"{name} {count}" for name, count in ordered[:MOST_NAMES]]
    more = len(ordered) - len(said)
    return (", ".join([*said, *([f"{more} more"] if more else [])]),)


def _number(count: int) -> str:
    return str(count) if count else ""


def _same(found: Matrix) -> Iterator[Block]:
    same = found.of(Fate.SAME)
    if not same:
        return
    yield Heading("Changes that play the same")
    yield Paragraph(
        "Both rulebooks were explored side by side: in every situation that they come to, the same "
        "may happen and the same follows. That holds in this scope, as far as no play is cut off."
    )
    rows = tuple(
        (
            (sentence(one.variant, found.rulebook),),
            (f"{one.compared:,} situations", *((cut_off(one.cutoffs),) if one.cutoffs else ())),
        )
        for one in same
    )
    yield Table(("change", "compared"), rows)
