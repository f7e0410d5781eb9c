"""Two rulebooks explored side by side: where play parts, and in which situations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from headjudge.engines.compare import Comparison, Parting, Relation, Tally
from headjudge.engines.explore.product import compare
from headjudge.engines.search import Budget, Report, Strength
from headjudge.evidence.parting import Hand, Tandem, course
from headjudge.evidence.precedence import precedence
from headjudge.evidence.relating import Names, relate
from headjudge.evidence.results import Parted, Trace, Verdict
from headjudge.rulebook import setting, under_reading
from headjudge.rulebook.syntax import Rulebook, Setting
from headjudge.rulebook.values import SEATS, Ruling
from headjudge.semantics.symbolic.claims import role_term
from headjudge.semantics.symbolic.lower import lower
from headjudge.semantics.symbolic.system import System
from headjudge.semantics.symbolic.terms import Term

ROLES = ("phase", "window", "turn")


class Width(Enum):
    """How much of an action the new rulebook allows, beside the old one."""

    SAME = "same"
    LOOSER = "looser"
    TIGHTER = "tighter"
    INCOMPARABLE = "incomparable"


@dataclass(frozen=True, slots=True)
class Shown:
    """A play that both take up to its last act, as each tells it, and how they part."""

    traces: tuple[Trace, Trace]
    parted: Parted

    @property
    def steps(self) -> int:
        """The length of the play, its last act included."""
        acted = self.parted.left.act is not None or self.parted.right.act is not None
        return len(self.traces[0]) + acted


@dataclass(frozen=True, slots=True)
class Row:
    """Who may do what in which situations, and whether that is as before.

    ``where``: the values of the roles ``phase``, ``window`` and ``turn``, as far as the old
    rulebook has them. ``actor``: a seat, or None for the game. ``effect``: so often it is
    allowed by both and something else follows.
    """

    where: tuple[tuple[str, int], ...]
    actor: int | None
    action: str
    width: Width
    same: int
    old_only: int
    new_only: int
    effect: int
    play: Shown | None


@dataclass(frozen=True, slots=True)
class Side:
    """A rulebook in the setting in which the two are compared, and what reports call it."""

    label: str
    rulebook: Rulebook
    setting: Setting


@dataclass(frozen=True, slots=True)
class Unrelated:
    """What one of the two has and the other lacks; ``kind``: field, action, parameters."""

    kind: str
    name: str
    on_right: bool


@dataclass(frozen=True, slots=True)
class Play:
    """What the comparison of play comes to.

    ``verdict``: how much was searched; REFUTED if play parts. ``aside``: the verdict but
    for that.
    """

    old: Side
    new: Side
    verdict: Verdict
    aside: Verdict
    why: str
    comparison: Comparison
    first: Shown | None
    rows: tuple[Row, ...]
    unrelated: tuple[Unrelated, ...]


def common_setting(
    old: Rulebook, new: Rulebook, players: int | None, scope: dict[str, int]
) -> tuple[Setting, Setting]:
    """The settings in which two rulebooks are compared: of every bound the smaller one.

    Raises UnreadableError for players or a scope that one of them does not have.
    """
    low = max(old.players[0], new.players[0]) if players is None else players
    names = dict(old.scope).keys() & dict(new.scope).keys()
    least = {name: min(dict(old.scope)[name], dict(new.scope)[name]) for name in names}
    made = []
    for book in (old, new):
        own = {name: value for name, value in least.items() if name in dict(book.scope)}
        asked = {
            name: value
            for name, value in scope.items()
            if name in dict(book.scope) or name not in (dict(old.scope) | dict(new.scope))
        }
        made.append(setting(book, players=low, scope={**own, **asked}))
    return made[0], made[1]


def common_runs(old: Rulebook, new: Rulebook) -> tuple[tuple[Setting, Setting], ...]:
    """The headers' further settings in which two rulebooks are compared.

    Those with as many players in both, and of every bound the smaller one.
    """
    pairs = []
    for run in new.runs:
        known = next((one for one in old.runs if one.players == run.players), None)
        if known is None:
            continue
        least = [
            tuple(
                (name, min(value, dict(other.scope).get(name, value))) for name, value in mine.scope
            )
            for mine, other in ((known, run), (run, known))
        ]
        pairs.append((replace(known, scope=least[0]), replace(run, scope=least[1])))
    return tuple(pairs)


def compare_play(old: Side, new: Side, names: Names, budget: Budget, report: Report) -> Play:
    """Explore both side by side. Raises ReplayError, TooManyError.

    Where a text is open, both sides take the first answer.
    """
    left, left_hand = _made(old, Names())
    right, right_hand = _made(new, names)
    relation = relate(left, right, names)
    terms = [(role, role_term(left, role)) for role in ROLES]
    groups: list[tuple[str, Term]] = [(role, term) for role, term in terms if term is not None]
    found = compare(left, right, relation, tuple(term for _, term in groups), budget, report)
    tandem = Tandem(left_hand, right_hand)

    def shown(parting: Parting) -> Shown:
        made, rights = course(left, right, relation, parting)
        return Shown(*tandem.part(made, rights))

    first = shown(found.partings[0]) if found.partings else None
    roles = [role for role, _ in groups]
    rows = []
    for tally in found.tallies:
        mine = [one for one in found.partings if _of(one, tally)]
        play = shown(mine[0]) if mine else None
        rows.append(_row(left, right, relation, tally, roles, play))
    aside = _strength(found)
    return Play(
        old,
        new,
        Verdict.REFUTED if found.partings else aside,
        aside,
        found.why,
        found,
        first,
        tuple(rows),
        tuple(_unrelated(left, right, relation, names)),
    )


def _made(side: Side, names: Names) -> tuple[System, Hand]:
    book = under_reading(side.rulebook, {q: given[0] for q, given in side.rulebook.readings()})
    plain = lower(book, side.setting)
    exceptions = precedence(plain).exceptions
    system = lower(book, side.setting, Ruling(exceptions=exceptions)) if exceptions else plain
    return system, Hand(side.label, book, side.setting, exceptions, names)


def _strength(found: Comparison) -> Verdict:
    if found.strength is Strength.SPENT:
        return Verdict.NO_VERDICT
    return Verdict.WITHIN_SCOPE if found.cutoffs else Verdict.EXHAUSTIVE


def _of(parting: Parting, tally: Tally) -> bool:
    mine = (parting.group, parting.action, parting.actor)
    return mine == (tally.group, tally.action, tally.actor)


def _row(  # noqa: PLR0913, PLR0917 - a tally, in the words of both
    left: System,
    right: System,
    relation: Relation,
    tally: Tally,
    roles: Sequence[str],
    play: Shown | None,
) -> Row:
    pair = relation.actions[tally.action]
    system, index = (right, pair.right) if pair.left is None else (left, pair.left)
    if index is None:
        raise ValueError("an action of neither side")
    match bool(tally.left), bool(tally.right):
        case False, False:
            width = Width.SAME
        case False, True:
            width = Width.LOOSER
        case True, False:
            width = Width.TIGHTER
        case _:
            width = Width.INCOMPARABLE
    return Row(
        tuple(zip(roles, tally.group, strict=True)),
        tally.actor,
        system.transitions[index].action.name,
        width,
        tally.same + tally.cut,
        tally.left,
        tally.right,
        tally.effect,
        play,
    )


def _unrelated(
    left: System, right: System, relation: Relation, names: Names
) -> Iterator[Unrelated]:
    """What has no like on the other side; a field of which nothing has."""
    olds = {field.name: field.type for field in left.rulebook.fields}
    news = {names.fields.get(field.name, field.name): field for field in right.rulebook.fields}
    yield from (Unrelated("field", name, on_right=False) for name in olds if name not in news)
    for name, field in news.items():
        if name not in olds:
            yield Unrelated("field", field.name, on_right=True)
    lefts = {pair.left for pair in relation.actions if pair.right is None}
    rights = {pair.right for pair in relation.actions if pair.left is None}
    for index, transition in enumerate(left.transitions):
        if index in lefts:
            yield Unrelated("action", transition.action.name, on_right=False)
    for index, transition in enumerate(right.transitions):
        if index in rights:
            yield Unrelated("action", transition.action.name, on_right=True)
    matched = {one.left for one in relation.slots if one is not None}
    for index, slot in enumerate(left.layout.slots[: len(left.slots) - len(left.layout.told)]):
        root = slot.name.removeprefix("len(").split("[")[0].split(".")[0].rstrip("?)")
        if index not in matched and root in news:
            yield Unrelated("part of the state", slot.name, on_right=False)
    for slot, one in zip(right.layout.slots, relation.slots, strict=True):
        root = slot.name.removeprefix("len(").split("[")[0].split(".")[0].rstrip("?)")
        if one is None and names.fields.get(root, root) in olds:
            yield Unrelated("part of the state", slot.name, on_right=True)


def seat(actor: int | None) -> str:
    """Who acts, in a word."""
    return "game" if actor is None else SEATS[actor]
