"""What every sentence about a finding is made of: who, what, when, and by which clauses."""

from __future__ import annotations

from headjudge.evidence.results import Finding, Result
from headjudge.reports.words import Deed, Teller, listed, member, spoken
from headjudge.rulebook.syntax import Claim
from headjudge.rulebook.values import SEATS, Situation


class Case:
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

    @property
    def title(self) -> str:
        """What the property says, without a full stop."""
        return self.result.title.rstrip(".")

    @property
    def clauses(self) -> str:
        """The clauses at fault: ``1.1 and 1.2``."""
        return listed(self.finding.clauses)

    @property
    def after(self) -> str:
        """``after A chooses “pass priority”``, or ``at the start``."""
        return f"after {self.last.when}" if self.last else "at the start"

    @property
    def at(self) -> str:
        """The same for a headline: ``after A's “pass priority”``."""
        return f"after {self.last.named}" if self.last else "at the start"

    @property
    def after_what(self) -> str:
        """The same with all that is said of the act: ``after auto pass (player A)``."""
        return f"after {self.last.what}" if self.last else "at the start"

    @property
    def phase(self) -> str | None:
        """The phase in which the play ends, if the rulebook says what its phase is."""
        return self.teller.phase(self.end) if self.end else None

    @property
    def here_too(self) -> str:
        """The same as part of a sentence: ``, in Combat,``."""
        return f", in {self.phase}," if self.phase else ""

    @property
    def claim(self) -> Claim | None:
        """The rulebook's own claim that fails; None if it is a property of all rulebooks."""
        return own_claim(self.result, self.book.claims)

    def not_so(self, when: str = "") -> str:
        """The property's title, when it is not so, and in whose case."""
        whose = self.whose(told=True)
        return upper(f"{self.title}: not so{f' {when}{whose}' if when else whose.lstrip(',')}")

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

    @property
    def readings(self) -> tuple[tuple[str, str], ...]:
        """The answers to open questions under which it is found."""
        return self.finding.readings


def own_claim(result: Result, claims: tuple[Claim, ...]) -> Claim | None:
    """The rulebook's own claim that a result is about; None if it is a property's."""
    for claim in claims:
        if result.property == f"{claim.origin.clause} {claim.name}":
            return claim
    return None


def _case(name: str, value: str) -> str:
    """``A`` or ``Combat`` where the name says no more, else ``giver A``, ``n 3``."""
    plain = value.isupper() and (len(name) == 1 or name == "player")
    return _value(value) if plain else f"{spoken(name)} {_value(value)}"


def _value(value: str) -> str:
    return member(value) if value.isupper() and len(value) > 1 else value


def upper(sentence: str) -> str:
    """A sentence with a capital."""
    return sentence[:1].upper() + sentence[1:]
