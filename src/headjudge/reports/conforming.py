"""What came of playing an engine against a rulebook, as blocks of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from headjudge.conform.cases import Script
from headjudge.conform.deeds import Deed, spelled
from headjudge.conform.disagreements import Disagreement, Discord, Entry, How
from headjudge.conform.trials import Trial
from headjudge.evidence.itf import Json
from headjudge.reports.editions import Block, Heading, Paragraph, Table
from headjudge.reports.escape import shortened
from headjudge.reports.words import Teller, listed, spoken
from headjudge.rulebook import under_reading
from headjudge.rulebook.syntax import Rulebook, Setting
from headjudge.rulebook.values import SEATS

NAMED = 2
MOST = 12
LONGEST = 160
HERE = "←"


def blocks(trial: Trial) -> tuple[Block, ...]:
    """All that there is to say, what matters most first."""
    book = trial.rulebook
    players = f"{trial.setting.players} players"
    head = Heading(f"{book.title} {book.edition} · {players}: {trial.habits.name}", 1)
    if trial.found is not None:
        case = [] if trial.case is None else [Paragraph(f"Found by {_case(trial.case)}.")]
        return (head, *difference(book, trial.setting, trial.found), *case)
    return (head, *_agreement(trial))


def difference(book: Rulebook, setting: Setting, found: Disagreement) -> tuple[Block, ...]:
    """A disagreement, and the play that leads to it."""
    return tuple(_Difference(Teller(book, setting), found).blocks())


# ------------------------------------------------------------------ nothing found


def _agreement(trial: Trial) -> Iterator[Block]:
    coverage = trial.coverage
    done = (
        f"{coverage.deeds:,} deeds in {_count(coverage.plays, 'play', 'plays')}, "
        f"{coverage.refusals:,} of them something that has to be refused"
    )
    if trial.cases:
        done += f"; {_count(trial.cases, 'case', 'cases')} among the plays"
    if trial.why:
        yield Paragraph(f"No verdict: {trial.why}.", bad=True)
        yield Paragraph(f"No disagreement in {done}.")
    else:
        yield Paragraph(f"No disagreement in {done}.")
    yield from _reached(trial)
    yield from _left_out(trial)
    yield from _readings(trial)


def _reached(trial: Trial) -> Iterator[Block]:
    """Which clauses have come up, and which have not."""
    # What only another answer to an open reading says cannot come up any more.
    book = trial.rulebook
    ids = speaking(under_reading(book, dict(trial.readings[0])) if trial.readings else book)
    reached = {clause for _, clause, _ in trial.coverage.clauses}
    missing = [clause for clause in ids if clause not in reached]
    yield Paragraph(f"{len(ids) - len(missing)} of {len(ids)} clauses have come up.")
    if missing:
        yield Paragraph(f"Not come up: {', '.join(missing)}.")


def speaking(book: Rulebook) -> tuple[str, ...]:
    """The clauses that say what may happen, or what follows, in the order of the document."""
    found = {one.origin.clause for one in book.norms} | {
        one.origin.clause for one in book.consequences
    }
    return tuple(clause.id for clause in book.clauses if clause.id in found)


def _left_out(trial: Trial) -> Iterator[Block]:
    """What an engine has asked not to be asked, and what it has not shown."""
    habits = trial.habits
    for names, what in (
        (habits.lacks, "Not played, since the engine has not got it"),
        (habits.by_itself, "Taken as done, since the engine does it by itself"),
        (habits.by_name, "Compared by name, whatever the arguments"),
    ):
        if names:
            yield Paragraph(f"{what}: {listed([spoken(name) for name in sorted(names)])}.")
    shown = trial.coverage.names
    if shown:
        yield Paragraph(f"Compared of what players see: {', '.join(sorted(shown))}.")
    else:
        yield Paragraph("Of what players see the engine has shown nothing.")


def _readings(trial: Trial) -> Iterator[Block]:
    """How the engine takes what the text leaves open."""
    for question, answers in trial.rulebook.readings():
        given = [dict(way)[question] for way in trial.readings]
        left = [answer for answer in answers if answer in given]
        if len(left) == len(answers):
            yield Paragraph(f"{question} The engine's play does not tell.")
        else:
            yield Paragraph(f"{question} The engine plays: {listed(left, 'or')}.")


# ----------------------------------------------------------------- a disagreement


class _Difference:
    """A disagreement on its way to its words."""

    def __init__(self, teller: Teller, found: Disagreement) -> None:
        self.teller = teller
        self.found = found
        self.moment = found.moment

    def blocks(self) -> Iterator[Block]:
        for number, sentence in enumerate(self.sentences()):
            yield Paragraph(sentence, bad=number == 0)
        if self.found.entries:
            yield self.play()
        if self.found.discord in (Discord.LACKS, Discord.OFFERS, Discord.REFUSES, Discord.TAKES):
            yield Heading("What is legal there")
            yield self.both()

    def sentences(self) -> Iterator[str]:
        """The difference, why the rules have it so, and how the play begins."""
        deeds = sum(1 for entry in self.found.entries if entry.how is How.PLAYED)
        yield f"{self.headline()} ({_count(deeds, 'deed', 'deeds')})."
        yield from self.reasons()
        if self.found.after_refusal:
            last = self.words(self.found.entries[-1].deed)
            yield f"Before that it has refused “{last}”, which should have changed nothing."
        start = [*_given(self.found.start.given)]
        if start:
            yield f"The play begins with {', '.join(start)}."
        if not self.found.again:
            yield (
                "The same play, played anew, did not show it again: the engine keeps something "
                "when it is reset, or does not do the same each time."
            )

    def headline(self) -> str:
        """What differs, in a line."""
        found = self.found
        about = "; ".join(self.named(deed) for deed in found.about[:NAMED])
        more = f"; and {len(found.about) - NAMED} more" if len(found.about) > NAMED else ""
        match found.discord:
            case Discord.LACKS:
                return f"The engine does not offer what is legal: {about}{more}"
            case Discord.OFFERS:
                return f"The engine offers what has to be refused: {about}{more}"
            case Discord.REFUSES:
                return f"The engine refuses what is legal: {about}"
            case Discord.TAKES:
                return f"The engine does what has to be refused: {about}"
            case Discord.SHOWS | Discord.REVEALS | Discord.UNKNOWN:
                return self.sight()
            case Discord.FAILS:
                complaint = "" if found.complaint is None else found.complaint.value
                return f"The engine cannot be played on with: {complaint} ({found.detail})"

    def sight(self) -> str:
        """What a player is shown."""
        shown = self.found.shown
        if shown is None:
            return "The engine shows something else"
        who, name = SEATS[shown.seat], spoken(shown.name)
        given = shortened(_said(shown.given), LONGEST)
        if self.found.discord is Discord.UNKNOWN:
            return f"The engine shows {who} something the rulebook does not know: {name}"
        if self.found.discord is Discord.REVEALS:
            return f"The engine shows {who} what is hidden from them, {name}: {given}"
        expected = shortened(_said(shown.expected), LONGEST)
        return f"The engine shows {who} {name} {given}, and by the rules it is {expected}"

    def reasons(self) -> Iterator[str]:
        """The clauses because of which the rules have it so."""
        for deed in self.found.about[:1]:
            if self.found.discord in (Discord.LACKS, Discord.REFUSES):
                ids = listed(self.moment.grants(deed))
                yield f"“{self.words(deed)}” is legal by {ids}."
            elif not self.moment.way.deeds.acts(deed):
                yield f"With such arguments there is no “{self.words(deed)}” here."
            else:
                yield f"“{self.words(deed)}”: {self.why_not(deed)}."

    def play(self) -> Table:
        """What was done, and by which clauses."""
        rows = [self.row(number, entry) for number, entry in enumerate(self.found.entries, 1)]
        return Table(("", "who", "what", "clauses"), tuple(rows))

    def row(self, number: int, entry: Entry) -> tuple[tuple[str, ...], ...]:
        """A line of the play."""
        what = self.words(entry.deed)
        if entry.how is How.REFUSED:
            what += " (to be refused)"
        elif entry.how is How.UNASKED:
            what += " (by itself)"
        return (str(number),), (self.who(entry.deed),), (what,), (", ".join(entry.clauses),)

    def both(self) -> Table:
        """What is legal, by the rules and by the engine; what differs comes first."""
        offered = set(self.found.offered)
        every = dict.fromkeys((*self.found.about, *self.moment.allowed_in_order, *offered))
        rows = []
        for deed in [*every][:MOST]:
            mark = HERE if deed in self.found.about else ""
            engine = "yes" if deed in offered else "no"
            if deed in self.found.about and self.found.discord is Discord.TAKES:
                engine = "does it"
            elif deed in self.found.about and self.found.discord is Discord.REFUSES:
                engine = "refuses it"
            cells = self.who(deed), self.words(deed), self.rules(deed), engine, mark
            rows.append(tuple((cell,) for cell in cells))
        if len(every) > MOST:
            rows.append(
                tuple((cell,) for cell in ("", f"and {len(every) - MOST} more", "", "", ""))
            )
        return Table(("who", "what", "by the rules", "by the engine", ""), tuple(rows))

    def rules(self, deed: Deed) -> str:
        """Whether the rules allow a deed, and by which clauses."""
        if deed in self.moment.required:
            return f"yes, by {listed(self.moment.grants(deed))}"
        if deed in self.moment.allowed:
            return "left open: two clauses contradict one another"
        if not self.moment.way.deeds.acts(deed):
            return "no: there is no such deed"
        return self.why_not(deed)

    def why_not(self, deed: Deed) -> str:
        """Why a deed is not legal."""
        ids = self.moment.refusals(deed)
        return f"no, by {listed(ids)}" if ids else "no: no clause permits it here"

    def named(self, deed: Deed) -> str:
        """A deed with who does it."""
        return f"{self.who(deed)}: {self.words(deed)}"

    def who(self, deed: Deed) -> str:
        """Who does a deed."""
        acts = self.moment.way.deeds.acts(deed)
        return self.teller.deed(acts[0]).who if acts else shortened(deed.actor, LONGEST)

    def words(self, deed: Deed) -> str:
        """A deed in words."""
        acts = self.moment.way.deeds.acts(deed)
        return self.teller.deed(acts[0]).what if acts else shortened(repr(deed), LONGEST)


def _case(case: Script) -> str:
    return f"the case {case.name}: {case.title}"


def _given(given: Mapping[str, Json]) -> Iterator[str]:
    """What a play begins with, where that is not nothing."""
    for name, value in given.items():
        if isinstance(value, dict):
            yield from _given({f"{spoken(name)} of {key}": one for key, one in value.items()})
        elif value:
            yield f"{spoken(name)} {_said(value)}"


def _said(value: Json | None) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case str():
            return value
        case None:
            return "nothing"
        case _:
            return spelled(value)


def _count(number: int, one: str, several: str) -> str:
    return f"{number:,} {one if number == 1 else several}"
