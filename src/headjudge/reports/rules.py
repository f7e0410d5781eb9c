"""What platforms call a rule: one for each kind of finding, and three for what is no finding."""

from __future__ import annotations

from dataclasses import dataclass

from headjudge.evidence.results import Kind


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its id, what it is called, what it says in a sentence, and what to do about it."""

    id: str
    name: str
    short: str
    cure: str


UNREADABLE = Rule(
    "unreadable",
    "Unreadable",
    "The document cannot be read.",
    "Write what the message says instead. Until then nothing of this rulebook is checked.",
)
UNDECIDED = Rule(
    "undecided",
    "No verdict",
    "Less is known than the rulebook's header requires.",
    "Take a smaller scope or a larger budget, or accept the verdict by name in [required].",
)
VANISHED = Rule(
    "vanished",
    "Vanished",
    "A finding that was accepted is no longer found.",
    "Take its entry out of accepted.toml.",
)


def rule(kind: Kind) -> Rule:
    """The rule of a kind of finding."""
    name = kind.value
    return Rule(name.replace(" ", "-"), name.capitalize(), *_said(kind))


def rules() -> tuple[Rule, ...]:
    """All rules, always in this order."""
    return (*map(rule, Kind), UNREADABLE, UNDECIDED, VANISHED)


def _said(kind: Kind) -> tuple[str, str]:
    """What a kind of finding is, and what to do about it."""
    match kind:
        case Kind.CONFLICT:
            return (
                "What one clause permits or requires another forbids; nothing says which counts.",
                "Say in the text which of the two counts.",
            )
        case Kind.CLASH:
            return (
                "Two clauses give one thing two values in one step.",
                "Say which counts, or give each clause a condition.",
            )
        case Kind.IMPOSSIBLE:
            return (
                "Something must happen now, cannot, and nothing else is due.",
                "Say what happens instead.",
            )
        case Kind.SILENCE:
            return (
                "A right has to be given anew, and no clause says to whom.",
                "Add the sentence that says who has it.",
            )
        case Kind.UNDEFINED:
            return (
                "A clause speaks of something that is not there.",
                "Add the condition under which it is there.",
            )
        case Kind.GAP:
            return (
                "Nothing can happen, and the game is not over.",
                "Say what may happen there, or that the game is over.",
            )
        case Kind.ORDER:
            return (
                "Things are due at once in an order that nobody chooses and that matters.",
                "Say which comes first, or which player chooses.",
            )
        case Kind.LOST_OPTION:
            return (
                "An offered option is gone, and its owner neither used nor declined it.",
                "Say when the offer ends, and let that come after its owner's last chance.",
            )
        case Kind.LEAK:
            return (
                "An automatic action tells a player what that player does not see.",
                "Let it depend only on what lies open.",
            )
        case Kind.SHORTCUT:
            return (
                "The game does something for a player who could have done something else.",
                "Let it happen only where the player has no choice left.",
            )
        case Kind.STUCK:
            return (
                "From some situation on there is no way out, whatever anybody does.",
                "Say what leads out of it.",
            )
        case Kind.LOOP:
            return (
                "Play can go round for ever, back to where it was.",
                "Let a round use something up, or say who has to break it.",
            )
        case Kind.NEVER_USABLE:
            return (
                "An answer is granted, and no moment comes at which it can be used.",
                "One clause promises what another makes impossible: say which of them counts.",
            )
        case Kind.DENIED:
            return (
                "An answer is granted, and one other player can keep it from ever being usable.",
                "Let its owner have their say first, or say openly that it can be prevented.",
            )
        case Kind.DENIED_BY_CARDS:
            return (
                "If the cards help, a player can keep another from an answer that is granted.",
                "Nothing, unless there are such cards: it is no contradiction by itself.",
            )
        case Kind.VIOLATION:
            return (
                "What ought to hold of any rulebook, or what this one says of itself, does not.",
                "Read the property's own words, and mend the clauses named or the claim.",
            )
        case Kind.NEVER_HAPPENS:
            return (
                "Something that the rulebook provides for never comes about.",
                "Add the clause that leads there, or take out what is said about it.",
            )
        case Kind.READING:
            return (
                "A sentence can be taken in two ways, and they lead to different play.",
                "Settle it in the text, and take the other answer out of the rulebook.",
            )
        case Kind.FALSE_CLAIM:
            return (
                "A worked example cannot be played as it is written.",
                "Correct the example or the rules.",
            )
        case Kind.DEAD:
            return (
                "A clause, or a sentence of it, never applies.",
                "Take it out, or mend the clause that keeps it from applying.",
            )
        case Kind.IDLE:
            return (
                "A clause applies and changes nothing, and no other says the same.",
                "Mark what it repeats, or mend what leaves it nothing to do.",
            )
        case Kind.UNMODELLED:
            return (
                "A clause has words, and neither a block nor a reason for having none.",
                "Write a block, the reason, or which clauses it restates.",
            )
        case Kind.APART:
            return (
                "A clause's words have changed and its block has not, or the other way round.",
                "Read both again, mend one of them if they differ, and confirm the clause.",
            )
