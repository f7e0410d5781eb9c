"""What is wrong, in the words of a rules manager: a headline, and a sentence or two."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

from headjudge.engines.search import Orders
from headjudge.evidence.results import (
    STRENGTHS,
    Audit,
    Denial,
    Finding,
    Kind,
    Result,
    Verdict,
)
from headjudge.reports.rounds import goes_round
from headjudge.reports.two_plays import order_words
from headjudge.reports.words import Deed, Teller, listed, member, spoken
from headjudge.rulebook.speaking import Statement, statements
from headjudge.rulebook.syntax import (
    Claim,
    ClaimKind,
    MaybeType,
    Norm,
    NormKind,
    PlayerType,
)
from headjudge.rulebook.values import SEATS, Situation

MOST_OPTIONS = 6
# Of these kinds nothing is said about plays that end in another finding.
_EXCUSES = (Kind.STUCK, Kind.LOOP, Kind.DENIED)
_INSTEAD = re.compile(r"; (?=legal here: |nothing is legal here)")


@dataclass(frozen=True, slots=True)
class Said:
    """A finding in words: a line for a list, and what a page begins with.

    ``headline`` stands beside the property's name; ``heading`` stands alone. ``quotes``: the
    first sentence has the property's title in it.
    """

    headline: str
    sentences: tuple[str, ...]
    heading: str
    quotes: bool = False


def say(audit: Audit, result: Result, finding: Finding) -> Said:
    """A finding in words."""
    return _Case(Teller(audit.rulebook, audit.setting), result, finding).said()


def verdict(result: Result) -> str:
    """The verdict on a property that has no finding, with what it rests on."""
    words = result.verdict.value
    searched = result.searched
    if result.kind is Kind.READING and searched is not None and result.verdict in STRENGTHS:
        cut = f", {cut_off(searched.cutoffs)}" if searched.cutoffs else ""
        return f"{words}: no answer changes play ({searched.situations:,} situations{cut})"
    rests = []
    if searched is not None and searched.cutoffs and words in ("within scope", "bounded"):
        rests.append(cut_off(searched.cutoffs))
    if result.orders is not None and not result.why:
        rests.append(_settled(result.orders))
    if searched is not None and searched.ended and result.kind in _EXCUSES and not result.why:
        rests.append(ended(searched.ended))
    if rests:
        words += f" ({'; '.join(rests)})"
    elif searched is not None and words == "bounded":
        words += f" ({searched.depth} steps)"
    elif result.why:
        words += f": {result.why}"
    elif words == "witnessed" and result.witness is not None:
        words += f" ({steps(len(result.witness))})"
    elif any(part.by for part in result.parts):
        again = sum(1 for part in result.parts if part.by)
        words += f" ({again} {'clause says' if again == 1 else 'clauses say'} what others say)"
    return f"{words}; not proved: {result.unproved}" if result.unproved else words


def lacking(result: Result) -> str:
    """Why a result is not what is required, though it has no open finding."""
    if result.verdict is Verdict.REFUTED:
        said = "no verdict" if result.aside is None else result.aside.value
        return f"{said} but for what is accepted; {result.required} is required"
    said = verdict(result)
    if result.verdict in (Verdict.VACUOUS, Verdict.NOT_APPLICABLE, Verdict.NO_VERDICT):
        return said
    return f"{said}; {result.required} is required"


def _settled(orders: Orders) -> str:
    """``an order is open in 40 situations: 30 by a clause, 10 by a player``."""
    parts = [
        f"{count:,} {who}"
        for count, who in (
            (orders.by_clause, "by a clause"),
            (orders.by_player, "by a player"),
            (orders.by_nobody, "by nobody, with no difference"),
        )
        if count
    ]
    return f"orders settled: {', '.join(parts)}" if parts else "nothing is due at once"


def cut_off(cutoffs: tuple[tuple[str, int], ...]) -> str:
    """``212 plays cut off by cascade``."""
    total = sum(count for _, count in cutoffs)
    names = listed([name for name, count in cutoffs if count])
    return f"{total:,} {'play' if total == 1 else 'plays'} cut off by {names}"


def ended(count: int) -> str:
    """``12 plays end in another finding``."""
    return f"{count:,} {'play ends' if count == 1 else 'plays end'} in another finding"


def steps(count: int) -> str:
    """``1 step``, ``5 steps``."""
    return f"{count:,} {'step' if count == 1 else 'steps'}"


def could(options: tuple[tuple[str, str, tuple[str, ...]], ...]) -> str:
    """``There, A could cast event (12.1.1); B could pass (12.2.3).``; empty if nobody could.

    Of many, every player's first come before anybody's last.
    """
    grants: dict[tuple[str, str], dict[str, None]] = {}
    for player, action, clauses in options:
        grants.setdefault((player, action), {}).update(dict.fromkeys(clauses))
    each: dict[str, list[str]] = {}
    for (player, action), ids in grants.items():
        said = f"{spoken(action)} ({', '.join(ids)})" if ids else spoken(action)
        each.setdefault(player, []).append(said)
    places = sorted((at, player) for player, said in each.items() for at in range(len(said)))
    kept = places[:MOST_OPTIONS]
    parts = [
        f"{player} could {listed([said[at] for at, whose in kept if whose == player], 'or')}"
        for player, said in each.items()
        if any(whose == player for _, whose in kept)
    ]
    if len(places) > len(kept):
        parts.append(f"and {len(places) - len(kept)} more")
    return f"There, {'; '.join(parts)}." if parts else ""


def own_claim(result: Result, claims: tuple[Claim, ...]) -> Claim | None:
    """The rulebook's own claim that a result is about; None if it is a property's."""
    for claim in claims:
        if result.property == f"{claim.origin.clause} {claim.name}":
            return claim
    return None


class _Case:
    """One finding on its way to its words."""

    def __init__(self, teller: Teller, result: Result, finding: Finding) -> None:
        self.teller = teller
        self.book = teller.rulebook
        self.result = result
        self.finding = finding
        self.cause = finding.cause
        trace = finding.trace
        self.last: Deed | None = None
        self.end: Situation | None = None
        if trace is not None:
            self.end = trace.start
            for step in trace.steps:
                self.end = step.after or self.end
            self.last = teller.deed(trace.steps[-1].act) if trace.steps else None

    def said(self) -> Said:
        headline, *sentences = self.words()
        if self.finding.trace is not None and self.finding.trace.permission_wins:
            sentences.append(
                "It takes a play in which the permission has won a conflict that comes before it."
            )
        if self.finding.readings and self.cause.kind is not Kind.READING:
            taken = listed([f"“{question}” is answered “{a}”" for question, a in self.readings])
            sentences.append(f"That is so if {taken}.")
        match self.cause.kind:
            case Kind.NEVER_HAPPENS if self.cause.action is not None:
                return Said(headline, tuple(sentences), headline)
            case Kind.VIOLATION | Kind.STUCK | Kind.NEVER_HAPPENS if self.claim is None:
                when = "" if self.cause.kind is Kind.NEVER_HAPPENS else self.after_what
                return Said(headline, tuple(sentences), self.not_so(when), quotes=True)
            case _:
                return Said(headline, tuple(sentences), headline)

    @property
    def readings(self) -> tuple[tuple[str, str], ...]:
        return self.finding.readings

    def words(self) -> tuple[str, ...]:
        """The headline, then the sentences."""
        match self.cause.kind:
            case Kind.CONFLICT:
                return self.conflict()
            case Kind.CLASH:
                return self.clash()
            case Kind.IMPOSSIBLE:
                return self.impossible()
            case Kind.SILENCE:
                return self.silence()
            case Kind.UNDEFINED:
                return self.undefined()
            case Kind.GAP if self.finding.trace is None and self.cause.action:
                name = spoken(self.cause.action)
                where = f" ({self.clauses})" if self.clauses else ""
                return f"nothing follows from {name}{where}", f"Nothing follows from “{name}”."
            case Kind.GAP:
                return (
                    f"nothing can happen {self.at}",
                    f"{_upper(self.after)}{self.here_too} nothing can happen.",
                    "Nobody may act, nothing happens by itself, and the game is not over.",
                )
            case Kind.LOST_OPTION:
                return self.lost_option()
            case Kind.ORDER:
                return order_words(self.teller, self.finding, self.claim)
            case Kind.LEAK:
                return self.leak()
            case Kind.SHORTCUT:
                return self.shortcut()
            case Kind.STUCK:
                return (
                    f"fails {self.at}{self.whose()}: there is no way on",
                    f"{self.not_so(self.after)}.",
                    "It stays so, whatever anybody does from then on.",
                )
            case Kind.LOOP:
                return goes_round(self.finding)
            case Kind.NEVER_USABLE | Kind.DENIED | Kind.DENIED_BY_CARDS:
                return self.denied()
            case Kind.VIOLATION:
                return self.violation()
            case Kind.NEVER_HAPPENS:
                return self.never_happens()
            case Kind.READING:
                return self.reading()
            case Kind.FALSE_CLAIM:
                return self.false_claim()
            case Kind.DEAD:
                return self.dead()
            case Kind.IDLE:
                return self.idle()
            case Kind.UNMODELLED:
                return (
                    f"{self.clauses or 'a clause'} has no block, and no reason for having none",
                    f"{self.clauses or 'A clause'} has neither a block nor a reason to have none.",
                    "Nothing that it says has been checked.",
                )
            case Kind.APART:
                return self.apart()

    # ------------------------------------------------------------- by kind

    def conflict(self) -> tuple[str, ...]:
        grant, stop = (*self.cause.clauses, *("one clause", "another")[len(self.cause.clauses) :])[
            :2
        ]
        deed = self.question
        where = f"in {self.phase}, " if self.phase else ""
        tail = f", in {self.phase}" if self.phase else ""
        must = self.obliges(grant)
        headline = f"{grant} {'must' if must else 'may'} / {stop} must not: {deed.action}{tail}"
        if deed.player:
            verb = "has to" if must else "may"
            first = f"{where}{deed.who} {verb} “{deed.what}” by {grant} and must not by {stop}."
        elif must:
            first = f"{where}“{deed.what}” has to happen by {grant} and must not by {stop}."
        else:
            first = f"{where}{grant} allows “{deed.what}” and {stop} forbids it."
        return headline, _upper(first), "Nothing says which of the two counts."

    def clash(self) -> tuple[str, ...]:
        ids = self.cause.clauses
        thing = spoken(self.cause.field or "something")
        when = f" when {self.last.when}" if self.last else ""
        if len(ids) < 2:  # noqa: PLR2004 - one clause against itself
            one = listed(ids) or "one clause"
            sentence = f"{one} gives {thing} two values at once{when}."
        else:
            sentence = f"{listed(ids)} give {thing} different values{when}."
        at = f", at {self.last.action}" if self.last else ""
        return f"{' / '.join(ids)} on {thing}{at}", _upper(sentence), "It cannot have both."

    def dead(self) -> tuple[str, ...]:
        said = [
            one
            for one in statements(self.book)
            if (one.clause,) == self.cause.clauses and self.cause.label in ("", one.name)
        ]
        where = self.clauses or "a clause"
        if self.cause.label:
            where += f" ({listed([_rule(one) for one in said])})"
        reasons = dict.fromkeys(map(_reason, said))
        return f"{where} never applies", _upper(f"{where} never applies."), *reasons

    def idle(self) -> tuple[str, ...]:
        what = self.clauses or "a clause"
        behind = listed(self.finding.enabling, "or")
        return (
            f"{what} changes nothing" + (f", because of {behind}" if behind else ""),
            _upper(f"{what} applies, and play is the same without it."),
            "No other clause says the same.",
            *([f"Without {behind} it would make a difference."] if behind else []),
        )

    def impossible(self) -> tuple[str, ...]:
        deed = self.question
        by = f" by {self.clauses}" if self.clauses else ""
        return (
            f"{self.clauses or 'something'} must / cannot: {deed.action}",
            f"{_upper(self.after)} “{deed.what}” has to happen{by}, and cannot.",
            "Nothing else is due, so play stands still.",
        )

    def silence(self) -> tuple[str, ...]:
        name = self.cause.field or ""
        types = {field.name: field.type for field in self.book.fields}
        match types.get(name):
            case PlayerType() | MaybeType(PlayerType()):
                what = f"who has {spoken(name)}" if name else "who it is"
            case _:
                what = f"what becomes of {spoken(name)}"
        return (
            f"no clause says {what} {self.at}",
            f"{_upper(self.after)} no clause says {what}.",
            "It is a right that has to be given anew each time.",
        )

    def undefined(self) -> tuple[str, ...]:
        clauses = self.clauses or "a clause"
        if self.cause.field == "condition":
            name = spoken(self.cause.action or "an action")
            return (
                f"{clauses} asks about what is not there, on {name}",
                f"{_upper(self.after)} {clauses}, on “{name}”, asks about what is not there.",
                "It takes the top of what is empty, or means somebody when it is nobody.",
            )
        at = f", at {self.last.action}" if self.last else ""
        when = f"when {self.last.when}, " if self.last else ""
        return (
            f"{clauses} speaks of something that is not there{at}",
            _upper(f"{when}{clauses} speaks of something that is not there."),
            "It takes from what is empty, goes below zero, or means somebody when it is nobody.",
        )

    def lost_option(self) -> tuple[str, ...]:
        owner = self.owner
        whose = f"what {owner} was offered" if owner else "an offer"
        clauses = f" ({self.clauses})" if self.clauses else ""
        what = self.last.action if self.last else "a step"
        when = f"when {self.last.when}, " if self.last else ""
        return (
            f"{what} takes away {whose}{clauses}",
            _upper(f"{when}{whose} is gone."),
            f"{owner or 'Its owner'} neither used nor declined it.",
        )

    def denied(self) -> tuple[str, ...]:
        owner = self.owner or "a player"
        clauses = f" ({self.clauses})" if self.clauses else ""
        granted = f"{_upper(self.after)} {owner} is granted an answer"
        denial = self.finding.denial
        if denial is None or denial.denier is None:
            return (
                f"{owner} can never use what is granted {self.at}{clauses}",
                f"{granted} that can never be used.",
                "Whatever anybody does, no moment comes at which it can be.",
            )
        who = SEATS[denial.denier]
        said = f"{who} can deny {owner} what is granted {self.at}{clauses}"
        how = self.how(denial)
        if denial.cards:
            first = f"{granted}, and if the cards help {who} can see to it that it is never usable."
            last = "It is no contradiction, as the cards would have to do their part."
            return f"if the cards help, {said}", first, *how, last
        first = f"{granted}, and {who} can see to it that it is never usable."
        return said, first, *how, "That is so whatever the cards and everybody else do."

    def how(self, denial: Denial) -> tuple[str, ...]:
        """How it is denied, where that is said in a sentence."""
        first = denial.turns[0].branches if denial.turns else ()
        if first and all(one.chosen and one.to is None for one in first):
            return (f"{_upper(self.teller.deed(first[0].act).when)}, and it is gone.",)
        if denial.turns and not denial.ends:
            return ("It stays granted for all that, if the play goes on like this for ever.",)
        return ()

    def leak(self) -> tuple[str, ...]:
        finding = self.finding
        observer = next((value for _, value in finding.about), "somebody")
        clauses = f" ({self.clauses})" if self.clauses else ""
        what = self.last.action if self.last else "a step"
        when = f"when {self.last.when}" if self.last else "there"
        both = finding.other is not None and len(finding.other) == finding.steps
        differs = "it happens too, and shows something else" if both else "it does not happen"
        return (
            f"{what} tells {observer} what {observer} does not see{clauses}",
            _upper(f"{when}, {observer} learns something that {observer} does not see."),
            f"In another play all that {observer} sees up to there is the same, and {differs}.",
        )

    def shortcut(self) -> tuple[str, ...]:
        owner = self.owner or "a player"
        clauses = f" ({self.clauses})" if self.clauses else ""
        what = self.last.action if self.last else "a step"
        when = f"when {self.last.when}" if self.last else "there"
        return (
            f"{what} takes a choice from {owner}{clauses}",
            _upper(f"{when}, {owner} could have done something else."),
            f"Nobody asked {owner if self.owner else 'them'}.",
        )

    def never_happens(self) -> tuple[str, ...]:
        claim = self.claim
        if self.cause.action is not None:
            name, why = spoken(self.cause.action), self.finding.message or "no play comes to it"
            return f"{name} never happens: {why}", f"“{name}” never happens.", _upper(f"{why}.")
        if claim is None:
            headline = f"never happens{self.whose()}"
            return headline, f"{self.not_so()}.", "No play of this scope gets there."
        words = f"“{spoken(claim.name)}”"
        return (
            f"{words} never happens{self.whose()}, against {claim.origin.clause}",
            f"It never comes to {words}{self.whose()}.",
            f"By {claim.origin.clause} it can, and no play of this scope gets there.",
        )

    def violation(self) -> tuple[str, ...]:
        claim = self.claim
        if claim is None:
            clauses = f" ({self.clauses})" if self.clauses else ""
            return f"fails {self.at}{self.whose()}{clauses}", f"{self.not_so(self.after)}."
        words = spoken(claim.name)
        rules = f"By {claim.origin.clause} that "
        whose = self.whose()
        if claim.kind is ClaimKind.NEVER:
            return (
                f"“{words}” {self.at}{whose}, against {claim.origin.clause}",
                f"{_upper(self.after)} it comes to “{words}”{self.whose(told=True)}.",
                f"{rules}is never so.",
            )
        return (
            f"not “{words}” {self.at}{whose}, against {claim.origin.clause}",
            f"{_upper(self.after)} “{words}” does not hold{self.whose(told=True)}.",
            f"{rules}is always so.",
        )

    def reading(self) -> tuple[str, ...]:
        """Two answers to an open question, and the act at which they part."""
        parted, against = self.finding.parted, dict(self.finding.against)
        if not self.readings:
            return "its answers lead to different play", "The text can be taken in two ways."
        question, one = self.readings[0]
        two = against.get(question, "another")
        asked = f"The text leaves open: “{question}”."
        if parted is None:
            return f"the answers to “{question}” lead to different play", asked
        act = self.question if self.finding.act is not None else self.last
        what = act.action if act is not None else "the play's end"
        if parted.left.legal and parted.right.legal:
            headline = f"“{one}” / “{two}” part at {what}"
        elif parted.left.legal:
            headline = f"only “{one}” allows {what}, not “{two}”"
        else:
            headline = f"only “{two}” allows {what}, not “{one}”"
        when = f"When {act.when}" if act is not None else f"{_upper(self.after)}"
        return (
            headline,
            asked,
            f"{when}, play differs between the answers “{one}” and “{two}”.",
        )

    def false_claim(self) -> tuple[str, ...]:
        message = self.finding.message or "it does not hold"
        ids = self.cause.clauses
        what = f"The worked example of {ids[0]}" if ids else "A worked example"
        wrong, *instead = _INSTEAD.split(message, maxsplit=1)
        said = [_upper(one if one.endswith((".", "…")) else f"{one}.") for one in (wrong, *instead)]
        return wrong, f"{what} does not go as it is written.", *said

    def apart(self) -> tuple[str, ...]:
        clause = self.clauses or "a clause"
        message = self.finding.message or "the words or the block have changed"
        confirm = shlex.join(["headjudge", "confirm", self.book.name, *self.finding.clauses])
        return (
            f"{clause}: {message}",
            f"{_upper(clause)} was confirmed to say the same in its words and its block.",
            f"Since then {message}.",
            f"If they still agree: {confirm}.",
        )

    # ------------------------------------------------------- parts of sentences

    @property
    def title(self) -> str:
        return self.result.title.rstrip(".")

    @property
    def clauses(self) -> str:
        return listed(self.finding.clauses)

    @property
    def after(self) -> str:
        """``after A chooses “pass priority”``, or ``at the start``."""
        return f"after {self.last.when}" if self.last else "at the start"

    @property
    def at(self) -> str:
        """The same for a headline: ``after pass priority``."""
        return f"after {self.last.action}" if self.last else "at the start"

    @property
    def after_what(self) -> str:
        """The same with all that is said of the act: ``after auto pass (player A)``."""
        return f"after {self.last.what}" if self.last else "at the start"

    @property
    def phase(self) -> str | None:
        return self.teller.phase(self.end) if self.end else None

    @property
    def here_too(self) -> str:
        return f", in {self.phase}," if self.phase else ""

    @property
    def claim(self) -> Claim | None:
        """The rulebook's own claim that fails; None if it is a property of all rulebooks."""
        return own_claim(self.result, self.book.claims)

    def not_so(self, when: str = "") -> str:
        """The property's title, when it is not so, and in whose case."""
        whose = self.whose(told=True)
        return _upper(f"{self.title}: not so{f' {when}{whose}' if when else whose.lstrip(',')}")

    def whose(self, *, told: bool = False) -> str:
        """In whose case: ``, for A and B``. ``told``: but what the last act has said already."""
        pairs = [*self.finding.about]
        if not pairs and self.cause.label:
            pairs = [
                (name.strip(), value.strip())
                for name, _, value in (part.partition("=") for part in self.cause.label.split(","))
            ]
        known = self.last.details if told and self.last else ()
        said = [
            _case(name, value)
            for name, value in pairs
            if f"{spoken(name)} {_value(value)}" not in known
        ]
        return f", for {listed(said)}" if said else ""

    @property
    def owner(self) -> str | None:
        """The player whose offer is lost, if that is known."""
        values = [value for _, value in self.finding.about]
        if not values and "=" in self.cause.label:
            values = [self.cause.label.partition("=")[2].strip()]
        return next((value for value in values if value in tuple(SEATS)), None)

    @property
    def question(self) -> Deed:
        """The act in question, as far as it is known."""
        if self.finding.act is not None:
            return self.teller.deed(self.finding.act)
        name = spoken(self.cause.action or "something")
        return Deed("", name, name)

    def obliges(self, clause: str) -> bool:
        """Whether it is an obligation by which a clause wants the action."""
        kinds = {
            norm.kind
            for norm in self.book.norms
            if norm.origin.clause == clause and self.cause.action in norm.actions
        }
        return NormKind.MUST in kinds and NormKind.MAY not in kinds


def _rule(one: Statement) -> str:
    """A norm or a consequence in a list: ``must not: cast event, activate``."""
    return f"{one.word.replace('_', ' ')}: {', '.join(map(spoken, one.said.actions))}"


def _reason(one: Statement) -> str:
    """Why a norm or a consequence never applies."""
    what = listed([f"“{spoken(action)}”" for action in one.said.actions], "or")
    if not isinstance(one.said, Norm):
        return f"Nothing of what it says about {what} is ever carried out."
    verb = {
        NormKind.MAY: "allows",
        NormKind.MUST: "requires",
        NormKind.MUST_NOT: "forbids",
        NormKind.ONLY: "stops",
    }[one.said.kind]
    return f"Wherever {what} is possible, this is no place in which it {verb} that."


def _case(name: str, value: str) -> str:
    """``A`` or ``Combat`` where the name says no more, else ``giver A``, ``n 3``."""
    plain = value.isupper() and (len(name) == 1 or name == "player")
    return _value(value) if plain else f"{spoken(name)} {_value(value)}"


def _value(value: str) -> str:
    return member(value) if value.isupper() and len(value) > 1 else value


def _upper(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
