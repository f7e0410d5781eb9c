"""A finding as a page of Markdown, to be kept beside the rulebook and read by people."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import PurePath

from headjudge.evidence.files import safe_name
from headjudge.evidence.results import BY_ITSELF, Audit, Finding, Kind, Result, Trace
from headjudge.reports.cases import own_claim
from headjudge.reports.columns import Line, lines
from headjudge.reports.escape import code, harmless, markdown, plain, shortened
from headjudge.reports.examples import Written, written
from headjudge.reports.filling import Ready, template
from headjudge.reports.mermaid import sequence
from headjudge.reports.reading import about
from headjudge.reports.reasons import at_which_step, lacks, why_sentences, without
from headjudge.reports.rounds import more_each_round
from headjudge.reports.sentences import could, say
from headjudge.reports.strategies import Reply, replies, untold
from headjudge.reports.two_plays import Pair, parted, side_by_side
from headjudge.reports.words import Teller, listed
from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import Rulebook
from headjudge.rulebook.values import SEATS

# Where the clauses at fault speak of one action, and say whether it may happen.
OF_NORMS = (Kind.CONFLICT, Kind.IMPOSSIBLE)
LONGEST_QUOTE = 1_500
MOST_QUOTES = 8
FOLDER = "counterexamples"
_FIT_FOR_A_LINK = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./-]*")


@dataclass(frozen=True, slots=True)
class Quote:
    """A clause at fault, its words, and where it stands.

    ``block``: what it says of the action in question, in plain sentences; ``without``: what
    the play would be without it. Both may be empty.
    """

    clause: str
    words: str
    where: Ready
    block: str = ""
    without: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table of a play; ``other``: what there is in the second play."""

    number: str
    who: str = ""
    what: str = ""
    clauses: str = ""
    changes: tuple[str, ...] = ()
    other: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mended:
    """A suggestion, the block that it comes to, and what else changes in play."""

    said: str
    block: Ready
    changes: str


@dataclass(frozen=True, slots=True)
class Page:
    """What the template is filled with."""

    kind: str
    headline: str
    sentences: tuple[str, ...]
    options: str
    rulebook: str
    edition: str
    property: str
    title: str
    words: str
    accepted: str | None
    example: tuple[Ready, ...]
    heads: tuple[str, ...]
    other_questions: bool
    columns: tuple[Line, ...]
    quotes: tuple[Quote, ...]
    others: str
    needed: tuple[tuple[str, str], ...]
    settles: tuple[str, ...]
    lacks: tuple[str, ...]
    place: str
    rows: tuple[Row, ...]
    pairs: tuple[Pair, ...]
    two: bool
    diagram: str
    denier: str
    replies: tuple[Reply, ...]
    untold: int
    closed: int
    weak: bool
    players: int
    scope: str
    assumes: tuple[str, ...]
    readings: tuple[tuple[str, str], ...]
    permission_wins: bool
    replay: str
    acceptances: str
    quoted: str
    mends: tuple[Mended, ...] = ()


def counterexample(audit: Audit, result: Result, finding: Finding, file: str) -> str:
    """The page of a finding.

    ``file``: the name of its files, without their endings.
    """
    whole = page(audit, result, finding, file)
    return template("counterexample.md.jinja").render(page=whole)


def folder_of(rulebook: Rulebook) -> str:
    """Where the counterexamples of a rulebook are kept."""
    return f"{FOLDER}/{safe_name(rulebook.name)}"


def page(audit: Audit, result: Result, finding: Finding, file: str) -> Page:
    """What a page says of a finding; the arguments are those of :func:`counterexample`."""
    book, setting = audit.rulebook, audit.setting
    teller = Teller(book, setting)
    said = say(audit, result, finding)
    trace = finding.trace
    denial = finding.denial
    told = () if denial is None else replies(teller, denial)
    own = own_claim(result, book.claims) is not None
    quoted = list(dict.fromkeys(finding.clauses))
    if finding.cause.kind is Kind.IDLE:
        # What leaves the clause nothing to do is half of the explanation.
        quoted += [id_ for id_ in finding.enabling if id_ not in quoted]
    involved = dict.fromkeys((*finding.clauses, *finding.decisive, *finding.enabling))
    ids = [clause.id for clause in book.clauses if clause.id in involved]
    scope = ", ".join(f"{name} {value}" for name, value in setting.scope)
    return Page(
        kind=finding.cause.kind.value.capitalize(),
        headline=said.heading,
        sentences=said.sentences,
        options=could(finding.options),
        rulebook=book.title,
        edition=book.edition,
        property=finding.property,
        title="" if said.quotes else result.title.rstrip("."),
        words="" if own or finding.cause.kind is Kind.FALSE_CLAIM else result.words,
        accepted=None if finding.accepted == BY_ITSELF else finding.accepted,
        heads=()
        if finding.parted is None
        else (finding.parted.left.name, finding.parted.right.name),
        columns=() if finding.parted is None else lines(teller, teller, finding.parted),
        other_questions=len(book.readings()) > 1,
        example=tuple(_marked(line) for line in written(book, finding)),
        quotes=_quotes(teller, finding, quoted[:MOST_QUOTES]),
        others=listed([id_ for id_ in ids if id_ not in quoted[:MOST_QUOTES]]),
        needed=_needed(teller, finding, quoted[:MOST_QUOTES]),
        settles=() if finding.why is None else why_sentences(finding.why),
        lacks=() if finding.why is None else lacks(teller, finding.why),
        place=_place(book, finding),
        rows=() if trace is None else _rows(teller, finding, trace),
        pairs=side_by_side(teller, finding) if finding.cause.kind is Kind.ORDER else (),
        two=finding.cause.kind is Kind.LEAK and finding.other is not None,
        diagram="" if trace is None else sequence(teller, finding, said.headline),
        denier="" if denial is None or denial.denier is None else SEATS[denial.denier],
        replies=told,
        untold=0 if denial is None else untold(denial, told),
        closed=0 if denial is None else denial.situations,
        weak=finding.weak,
        players=setting.players,
        scope=scope or "none",
        assumes=finding.assumes,
        readings=() if finding.against else finding.readings,
        permission_wins=trace is not None and trace.permission_wins,
        replay="" if trace is None else _replay(book, f"{folder_of(book)}/{file}.itf.json"),
        acceptances=f"{folder_of(book)}/accepted.toml",
        quoted=json.dumps(finding.fingerprint, ensure_ascii=False),
        mends=tuple(
            Mended(one.said, Ready(harmless(one.block)), "; ".join(one.changes))
            for one in finding.mends
        ),
    )


def _replay(book: Rulebook, file: str) -> str:
    """The command that replays a trace; it names a rulebook that its name does not lead to."""
    words = ["headjudge", "replay", file]
    if book.file not in (f"model/{book.name}.md", f"headjudge:model/{book.name}.md"):
        words += ["--rulebook", plain(book.file)]
    return shlex.join(words)


def _marked(line: Written) -> Ready:
    """A line of an example with its number, and a mark if it is the one that fails."""
    return Ready(f"{'✗' if line.fails else ' '}{line.number:4}  {line.text}")


def _quotes(teller: Teller, finding: Finding, ids: Sequence[str]) -> tuple[Quote, ...]:
    book = teller.rulebook
    clauses = {clause.id: clause for clause in book.clauses}
    told = {} if finding.why is None else {one.clause: one for one in finding.why.without}
    action = finding.cause.action if finding.cause.kind in OF_NORMS else None
    found = []
    for id_ in ids:
        if id_ in clauses:
            clause = clauses[id_]
            words = shortened(clause.words or clause.title, LONGEST_QUOTE)
            block = about(book, id_, action) if action is not None else ""
            said = without(teller, finding, told[id_]) if id_ in told else ""
            found.append(Quote(id_, words, _link(clause.place), block, said))
    return tuple(found)


def _needed(teller: Teller, finding: Finding, quoted: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """What becomes of the play without each clause that it takes to get there."""
    if finding.why is None:
        return ()
    return tuple(
        (one.clause, at_which_step(teller, finding, one))
        for one in finding.why.without
        if one.clause not in quoted
    )


def _link(place: Place) -> Ready:
    """The file and a line; a link, if the file lies in the folder that is checked."""
    shown = f"{_file(place.file)}:{place.line}"
    if _FIT_FOR_A_LINK.fullmatch(place.file) and ".." not in place.file:
        return Ready(f"[{markdown(shown)}](../../{place.file})")
    return Ready(code(shown))


def _place(book: Rulebook, finding: Finding) -> str:
    place = finding.place
    if place is None or place.file not in {book.file, *(one.place.file for one in book.clauses)}:
        return ""
    return f"{_file(place.file)}, line {place.line}"


def _file(file: str) -> str:
    """A rulebook's file, without the way to it if that is one machine's own."""
    return PurePath(file).name if PurePath(file).is_absolute() else file


def _rows(teller: Teller, finding: Finding, trace: Trace) -> tuple[Row, ...]:
    if finding.cause.kind is Kind.ORDER:
        # From where the two plays part they stand side by side.
        return _play(teller, replace(trace, steps=trace.steps[: parted(finding)]))
    rows = _play(teller, trace)
    if finding.other is not None:
        pairs = zip_longest(rows, _play(teller, finding.other))
        rows = tuple(
            replace(row, other=_beside(row, second)) for row, second in pairs if row is not None
        )
    return (*rows, _verdict(teller, finding))


def _play(teller: Teller, trace: Trace) -> tuple[Row, ...]:
    start = teller.start(trace.start)
    rows = [Row("0", "", "start", "", start)]
    before = trace.start
    for number, step in enumerate(trace.steps, start=1):
        if trace.loop == number - 1:
            how = "on for ever, with more each round" if trace.growth else "round for ever"
            rows.append(Row("↻", "", f"from here on it goes {how}"))
        deed = teller.deed(step.act)
        changes = () if step.after is None else teller.changes(before, step.after)
        rows.append(Row(str(number), deed.who, deed.what, ", ".join(step.clauses), changes))
        before = step.after or before
    return tuple(rows)


def _beside(row: Row, second: Row | None) -> tuple[str, ...]:
    """What the second play has in the same place: only what is different there."""
    if second is None:
        return ("does not happen",)
    if (row.who, row.what) != (second.who, second.what):
        return (f"{second.who}: {second.what}" if second.who else second.what, *second.changes)
    return ("the same",) if row.changes == second.changes else second.changes or ("nothing",)


def _verdict(teller: Teller, finding: Finding) -> Row:
    """The last line: what is wrong there."""
    who = what = ""
    kind = finding.cause.kind.value
    if (
        finding.cause.kind in (Kind.CONFLICT, Kind.IMPOSSIBLE, Kind.READING)
        and finding.act is not None
    ):
        deed = teller.deed(finding.act)
        who, what = deed.who, deed.what
    clauses = ", ".join(finding.clauses)
    if finding.trace is not None and finding.trace.loop is not None:
        start = finding.trace.loop
        if finding.trace.growth:
            with_more = f"with {more_each_round(finding.trace)}: the same steps again, and again"
            return Row("↻", "", with_more, clauses, (kind,))
        back = f"as after step {start}" if start else "as at the start"
        return Row("↻", "", f"{back}: the same steps again, and again", clauses, (kind,))
    return Row("✗", who, what, clauses, (kind,))
