"""Outcomes with one of everything, and with the words of a stranger who means harm."""

from __future__ import annotations

from dataclasses import replace

from headjudge.evidence.results import Audit, Cause, Finding, Kind, Verdict
from headjudge.reports.data import Checked, Failed, Outcome, Unread
from headjudge.reports.repository import Repository
from headjudge.rulebook import parse_rulebook
from headjudge.rulebook.places import Fault, Place
from headjudge.rulebook.syntax import Rulebook, Setting
from tests.reports.books import BOOK, CONFLICT, SETTING, STRIKE, TEXT, TRACE, audit, result

WHERE = Repository("/r/game", "/r/game")
EVIL = (
    "::set-output name=x::y\r\n::error file=a,line=1::z %0A ##[add-path]/evil ]]> <b>&amp; "
    "{0} [l](javascript:x) \x1b[31m \x00 \ufffe \u202e ```\n</details>"
)

LOST = Finding(
    "lost-option", Cause(Kind.LOST_OPTION, "hang_lamp"), TRACE, ("1.1",), about=(("player", "B"),)
)
KNOWN = replace(
    CONFLICT,
    cause=Cause(Kind.CONFLICT, "strike_clock", ("1.3", "1.2")),
    act=STRIKE,
    accepted="Reworded in the next edition.",
)
UNMODELLED = Finding(
    "every-clause-modelled",
    Cause(Kind.UNMODELLED, None, ("1.2",)),
    None,
    place=Place("model/lamps.md", 42, 3),
)
OPEN = result("defined", Kind.UNDEFINED, Verdict.NO_VERDICT, (), why="600 seconds are spent")
SHORT = result("no-gap", Kind.GAP, Verdict.WITHIN_SCOPE, (), required="proved")
NAMED = result(
    "automatic-pass-takes-no-choice",
    Kind.VIOLATION,
    Verdict.NOT_APPLICABLE,
    (),
    required="not applicable",
    why="the rulebook has no role automatic",
)
GOOD = result("one-holder", Kind.VIOLATION, Verdict.EXHAUSTIVE, ())
FAULT = Fault(Place("model/other.md", 7, 2), "unknown-name", "there is no `lampz`", "write `lamps`")


def whole() -> Audit:
    """One of everything that an audit can show."""
    return audit(
        GOOD,
        result(findings=(CONFLICT, KNOWN)),
        result("lost-option", Kind.LOST_OPTION, findings=(LOST,)),
        result("every-clause-modelled", Kind.UNMODELLED, findings=(UNMODELLED,)),
        OPEN,
        SHORT,
        NAMED,
        vanished=("no-gap--pass",),
    )


def outcomes() -> tuple[Outcome, ...]:
    """A rulebook in two settings, one that cannot be read, and one on which we failed."""
    first = whole()
    more = Setting(3, SETTING.scope)
    second = replace(first, setting=more, vanished=(), faults=("a play went astray",))
    return (
        Checked(first, 1),
        Checked(second, 1),
        Unread("other", (FAULT,)),
        Failed("third", "a play does not do what an engine says"),
    )


def lower_down(lines: int) -> Audit:
    """The same audit of the same rulebook, with so many more lines at its top."""
    text = "\n" * lines + TEXT
    book = parse_rulebook(text.encode(), file="model/lamps.md", name="lamps")
    return replace(whole(), rulebook=book)


def evil() -> tuple[Outcome, ...]:
    """Every word that a rulebook brings along means harm."""
    clauses = tuple(replace(one, title=EVIL, words=EVIL) for one in BOOK.clauses)
    book: Rulebook = replace(BOOK, title=EVIL, edition=EVIL, name=EVIL, clauses=clauses)
    finding = replace(
        CONFLICT, message=EVIL, accepted=EVIL, assumes=(EVIL,), readings=((EVIL, EVIL),)
    )
    claim = Finding(EVIL, Cause(Kind.FALSE_CLAIM, None, ("1.1",)), None, message=EVIL)
    results = (
        replace(
            result(findings=(finding, replace(finding, cause=KNOWN.cause, accepted=None))),
            title=EVIL,
        ),
        replace(result(EVIL, Kind.FALSE_CLAIM, findings=(claim,)), title=EVIL, words=EVIL),
        replace(OPEN, why=EVIL, property=EVIL),
        replace(NAMED, why=EVIL),
    )
    made = replace(audit(*results, vanished=(EVIL,), faults=(EVIL,)), rulebook=book)
    fault = Fault(Place(EVIL, 7, 2), "unknown-name", EVIL, EVIL)
    return (Checked(made, 1), Unread(EVIL, (fault,)), Failed(EVIL, EVIL))
