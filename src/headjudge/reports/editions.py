"""What an edit changes, as blocks of text that a terminal and a page can show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from headjudge.edits.clauses import Change, ClauseChange, Effect
from headjudge.edits.difference import Edit, Found
from headjudge.edits.play import Play, Row, Shown, Side, Unrelated, Width, seat
from headjudge.evidence.results import Verdict
from headjudge.reports.columns import lines
from headjudge.reports.escape import shortened
from headjudge.reports.sentences import say
from headjudge.reports.verdicts import cut_off, steps
from headjudge.reports.words import Teller, listed, member, spoken
from headjudge.rulebook.syntax import EnumType, MaybeType, Rulebook, Type
from headjudge.rulebook.values import SEATS

LONGEST_WORDS = 160
MOST_ROWS = 60


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; ``level`` 1 is the whole."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; ``bad``: something is wrong."""

    text: str
    bad: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table; a cell is one or more lines."""

    head: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class Code:
    """Lines as they stand in a block of a rulebook; ``info``: the block's info string."""

    text: str
    info: str


Block = Heading | Paragraph | Table | Code


def blocks(edit: Edit, *, brief: bool = False) -> tuple[Block, ...]:
    """All that there is to say of an edit, what matters most first.

    ``brief``: rows about the same act that come to the same are one.
    """
    return (
        *_head(edit.play),
        *_red(edit),
        *_parting(edit.play),
        *_elsewhere(edit),
        *_situations(edit.play, brief=brief),
        *_clauses(edit),
        *_findings(edit),
        *_unrelated(edit.play),
    )


def _head(play: Play) -> Iterator[Block]:
    old, new = play.old, play.new
    title = new.rulebook.title
    if old.rulebook.title != title:
        title = f"{old.rulebook.title} / {title}"
    yield Heading(f"{title}: {old.label} → {new.label}", 1)
    yield Paragraph(_scope(play))


def _scope(play: Play) -> str:
    scope = ", ".join(f"{name} {value}" for name, value in play.old.setting.scope)
    other = play.new.setting.scope
    if other != play.old.setting.scope:
        scope += " / " + ", ".join(f"{name} {value}" for name, value in other)
    found = play.comparison
    said = f"{play.old.setting.players} players" + (f", {scope}" if scope else "")
    return f"{said}; {found.situations:,} situations compared."


def verdict(play: Play) -> str:
    """Whether play is the same, and how far that was looked at."""
    found = play.comparison
    limit = f" ({cut_off(found.cutoffs)})" if found.cutoffs else ""
    if play.verdict is Verdict.REFUTED:
        count = play.first.steps if play.first is not None else 0
        searched = f" The search was broken off: {play.why}." if play.why else ""
        if count == 0:
            return f"Play is not the same: it begins otherwise.{searched}"
        return f"Play is not the same: it parts with step {count}.{searched}"
    if play.verdict is Verdict.NO_VERDICT:
        return f"No verdict on whether play is the same: {play.why}."
    return f"Play is the same: {play.verdict.value}{limit}."


def _red(edit: Edit) -> Iterator[Block]:
    if edit.quiet or edit.unused:
        yield Heading("Checked less than before")
        rows = [
            ((("allowed" if one.allowed else "not allowed"),), (one.what,), (one.name,))
            for one in edit.quiet
        ]
        rows += [
            (("allowed in vain",), ("nothing of that name happens",), (name,))
            for name in edit.unused
        ]
        yield Table(("", "what", "its name"), tuple(rows))
        if edit.red:
            first = edit.red[0].name
            yield Paragraph(f'If that is meant, allow it: --allow "{first}"', bad=True)


def _parting(play: Play) -> Iterator[Block]:
    yield Heading("Play")
    yield Paragraph(verdict(play), bad=play.verdict is Verdict.NO_VERDICT)
    if any(side.rulebook.readings() for side in (play.old, play.new)):
        yield Paragraph("Open questions have their first answers on both sides.")
    if play.first is not None:
        yield from shown(play.old, play.new, play.first)


def _elsewhere(edit: Edit) -> Iterator[Block]:
    """Play in the other settings; the first of its own only where it has none before."""
    silent = edit.play.first is None
    for play in edit.elsewhere:
        yield Paragraph(f"{_scope(play)} {verdict(play)}", bad=play.verdict is Verdict.NO_VERDICT)
        if silent and play.first is not None:
            yield from shown(play.old, play.new, play.first)
            silent = False


def shown(old: Side, new: Side, one: Shown) -> Iterator[Block]:
    """A play as far as both take it, and the two columns."""
    left, right = _teller(old), _teller(new)
    trace = one.traces[0]
    if trace.steps:
        rows = []
        before = trace.start
        for number, step in enumerate(trace.steps, start=1):
            deed = left.deed(step.act)
            changes = () if step.after is None else left.changes(before, step.after)
            rows.append(((str(number),), (deed.who,), (deed.what,), changes))
            before = step.after or before
        yield Table(("step", "who", "what", "what changes"), tuple(rows))
    act = one.parted.left.act or one.parted.right.act
    head = "then"
    if act is not None:
        teller = left if one.parted.left.act is not None else right
        deed = teller.deed(act)
        head = f"{one.steps}: {deed.who}: {deed.what}"
    table = [((line.label,), line.left, line.right) for line in lines(left, right, one.parted)]
    yield Table((head, old.label, new.label), tuple(table))
    yield from _quotes(old, new, one)


def _quotes(one_side: Side, other_side: Side, one: Shown) -> Iterator[Block]:
    """The words of the clauses that allow or forbid the last act, as each side has them."""
    sides = (one.parted.left, one.parted.right)
    ids = [id_ for side in sides for id_ in (side.clauses or side.grants)]
    rows = []
    for id_ in dict.fromkeys(ids):
        old, new = (_words(side.rulebook, id_) for side in (one_side, other_side))
        rows.append(((id_,), (old,), ("the same",) if old == new else (new,)))
    if rows:
        yield Table(("clause", one_side.label, other_side.label), tuple(rows))


def _words(book: Rulebook, clause: str) -> str:
    for one in book.clauses:
        if one.id == clause:
            return shortened(one.words or one.title, LONGEST_WORDS)
    return "—"


def _teller(side: Side) -> Teller:
    return Teller(side.rulebook, side.setting)


# ---------------------------------------------------------------------- situations


def _situations(play: Play, *, brief: bool) -> Iterator[Block]:
    rows = [row for row in play.rows if row.width is not Width.SAME or row.effect]
    if not rows:
        return
    yield Heading("By situation")
    ordered = sorted(rows, key=lambda row: row.play.steps if row.play is not None else 0)
    groups: dict[object, list[Row]] = {}
    for row in ordered[:MOST_ROWS]:
        alike = (row.actor is None, row.action, row.width, bool(row.effect))
        groups.setdefault(alike if brief else row, []).append(row)
    table = tuple(
        (
            (_everywhere(play, group),),
            (f"{_whoever(group)}: {spoken(group[0].action)}",),
            (group[0].width.value,),
            ("something else" if group[0].effect else "the same",),
            (course_of(play, group[0]),),
        )
        for group in groups.values()
    )
    head = ("situation", "who and what", "may", "what follows", "shortest play up to it")
    yield Table(head, table)
    rest = len(play.rows) - len(rows)
    more = f" {len(rows) - MOST_ROWS} more rows are not shown." if len(rows) > MOST_ROWS else ""
    yield Paragraph(
        f"{rest} other kinds of acts are as before, in every situation that both sides have come "
        f"to by the same play. Where play has parted, what comes after is not compared.{more}"
    )


def _everywhere(play: Play, rows: list[Row]) -> str:
    """The situations of rows: the first's words, and what others have instead."""
    parts = [where(play, row).split(", ") for row in rows]
    columns = [list(dict.fromkeys(one)) for one in zip(*parts, strict=True)]
    return ", ".join(" or ".join(column) for column in columns)


def _whoever(rows: list[Row]) -> str:
    return " or ".join(sorted({seat(row.actor) for row in rows}))


def where(play: Play, row: Row) -> str:
    """The situation of a row: ``Combat, window open, A's turn``."""
    said = []
    for role, value in row.where:
        type_ = _type(play.old.rulebook, role)
        match role:
            case "phase":
                said.append(_member(type_, value))
            case "window":
                said.append("window open" if value else "no window")
            case _:
                if isinstance(type_, MaybeType):
                    said.append(f"{SEATS[value - 1]}'s turn" if value else "nobody's turn")
                else:
                    said.append(f"{SEATS[value]}'s turn")
    return ", ".join(said) or "anywhere"


def _type(book: Rulebook, role: str) -> Type | None:
    for one in book.roles:
        if one.name == role:
            types = {field.name: field.type for field in book.fields}
            helpers = {helper.name: helper.type for helper in book.helpers}
            return types.get(one.target, helpers.get(one.target))
    return None


def _member(type_: Type | None, value: int) -> str:
    if isinstance(type_, MaybeType):
        return _member(type_.of, value - 1) if value else "no phase"
    return member(type_.members[value]) if isinstance(type_, EnumType) else str(value)


def course_of(play: Play, row: Row) -> str:
    """The steps of a row's play in a line."""
    if row.play is None:
        return ""
    teller = _teller(play.old)
    deeds = [teller.deed(step.act) for step in row.play.traces[0].steps]
    said = [f"{deed.who}: {deed.what}" if deed.player else deed.what for deed in deeds]
    return ", ".join(said) or "at once"


# ------------------------------------------------------------------------- clauses


def _clauses(edit: Edit) -> Iterator[Block]:
    yield Heading("Clauses")
    if not edit.clauses:
        yield Paragraph("Every clause is as it was.")
        return
    rows = tuple(
        (
            (number(one),),
            (one.change.value,),
            ((one.effect or Effect.UNKNOWN).value,),
            (called(one),),
        )
        for one in edit.clauses
    )
    yield Table(("clause", "what has become of it", "by itself it", ""), rows)


def number(one: ClauseChange) -> str:
    """``12.2.5``, or ``12.2.5 → 12.3`` if it has another number."""
    if one.old is not None and one.new is not None and one.old != one.new:
        return f"{one.old} → {one.new}"
    return one.new or one.old or ""


def called(one: ClauseChange) -> str:
    """What to look at: a change in play that the words hide, or words that change nothing."""
    if one.change is Change.BLOCK and one.rules:
        if one.effect is Effect.PLAY:
            return "The words are unchanged, and play is not."
        return "The words are unchanged: do they still say what the block says?"
    if one.change is Change.BOTH and one.effect is Effect.PLAY:
        return "The new words play otherwise."
    if one.change is Change.REWORDED:
        return "The block is unchanged: do the new words still say it?"
    return ""


# ------------------------------------------------------------------------ findings


def _findings(edit: Edit) -> Iterator[Block]:
    found = edit.findings
    yield Heading("Contradictions")
    rows = [
        *(_finding("appears", one) for one in found.appeared),
        *(_finding("disappears", one) for one in found.disappeared),
        *(_finding("remains", one) for one in found.remained),
    ]
    if rows:
        yield Table(("", "property", "what", "steps"), tuple(rows))
    else:
        yield Paragraph("There is none on either side.")
    for before, after in edit.undecided:
        yield Paragraph(
            f"{after.property}: {after.verdict.value}, and was {before.verdict.value}.", bad=True
        )


def _finding(what: str, one: Found) -> tuple[tuple[str, ...], ...]:
    said = say(one.audit, one.result, one.finding)
    note = ("accepted",) if one.finding.accepted is not None else ()
    count = steps(one.finding.steps) if one.finding.trace is not None else ""
    return ((what, *note), (one.finding.property,), (said.headline,), (count,))


def _unrelated(play: Play) -> Iterator[Block]:
    if not play.unrelated:
        return
    yield Heading("What cannot be related")
    for label, on_right in ((play.old.label, False), (play.new.label, True)):
        mine = [one for one in play.unrelated if one.on_right is on_right]
        if mine:
            yield Paragraph(f"Only {label} has {listed([_name(one) for one in mine])}.")
    yield Paragraph(
        "What only one side has is not compared: an action that only one side has parts play where "
        "it is legal. If it only has another name, say so in a file for --map."
    )


def _name(one: Unrelated) -> str:
    return f"the {one.kind} {one.name}"
