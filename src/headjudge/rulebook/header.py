"""The TOML blocks: the header, reasons and restatements."""

from __future__ import annotations

import keyword
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from headjudge.rulebook.document import Block
from headjudge.rulebook.faults import Faults
from headjudge.rulebook.places import Place
from headjudge.rulebook.source import MAX_NESTING
from headjudge.rulebook.syntax import Requirement

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
MAX_SCOPE = 1000
STRENGTHS = (
    "proved",
    "exhaustive",
    "within scope",
    "bounded",
    "vacuous",
    "not applicable",
    "no verdict",
)

_KEYS = (
    *("title", "edition", "players", "golden_rule", "scope", "roles", "required", "run"),
    *("based_on", "adds", "strike"),
)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_FILE = re.compile(r"\w[\w .-]{0,95}\.md")
_TABLE = re.compile(r"\s*\[([^\[\]]+)\]\s*(?:#.*)?")
_ENTRY = re.compile(r"\s*(?:\"([^\"]*)\"|'([^']*)'|([A-Za-z0-9_-]+))\s*(?:\.[^=]*)?=")
_KEY_PART = re.compile(r"\s*(?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')\s*")
_WHERE = re.compile(r"\(at line (\d+), column (\d+)\)")


@dataclass(frozen=True, slots=True)
class RoleEntry:
    """A line of the header's roles, not yet looked up."""

    name: str
    target: str
    place: Place


@dataclass(frozen=True, slots=True)
class BaseEntry:
    """Which rulebook this one is based on, and what becomes of its clauses.

    ``file`` is a plain name. ``adds``: clauses that are added to the base's of that number;
    ``strike``: clauses of the base that are left out.
    """

    file: str
    place: Place
    adds: tuple[tuple[str, Place], ...]
    strike: tuple[tuple[str, Place], ...]


@dataclass(frozen=True, slots=True)
class RunEntry:
    """One ``[[run]]``: the players, and the bounds that differ from the header's scope."""

    players: int
    scope: tuple[tuple[str, int], ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Header:
    """What the first block of a rulebook says; ``players`` is None if it says nothing of them."""

    place: Place
    title: str
    edition: str
    players: tuple[int, int] | None
    scope: tuple[tuple[str, int], ...]
    roles: tuple[RoleEntry, ...]
    required: tuple[Requirement, ...]
    golden_rule: bool
    base: BaseEntry | None = None
    runs: tuple[RunEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class _Table:
    """One TOML table and where its keys stand."""

    block: Block
    faults: Faults
    places: Mapping[tuple[str, str], Place]
    path: str
    values: dict[str, object]

    def place(self, key: str) -> Place:
        for where in ((self.path, key), ("", self.path)):
            if where in self.places:
                return self.places[where]
        return self.block.at(1, 1)

    def fault(self, key: str, code: str, wrong: str, cure: str) -> None:
        self.faults.add(self.place(key), code, wrong, cure)

    def only(self, keys: Iterable[str]) -> None:
        """Every other key is a fault."""
        known = tuple(keys)
        for key in self.values:
            if key not in known:
                where = f" in [{self.path}]" if self.path else ""
                self.fault(
                    key,
                    "unknown-key",
                    f"`{key[:60]}` is no key{where}",
                    "write one of " + ", ".join(f"`{name}`" for name in known),
                )

    def text(self, key: str, example: str) -> str:
        """A text that has to be there and is not empty."""
        value = self.values.get(key)
        if isinstance(value, str) and value.strip():
            return value
        wrong = f"`{key}` is no text" if key in self.values else f"`{key}` is missing"
        self.fault(key, "bad-header", wrong, f'write `{key} = "{example}"`')
        return ""

    def table(self, key: str) -> _Table:
        value = self.values.get(key, {})
        if isinstance(value, dict):
            return _Table(self.block, self.faults, self.places, key, value)
        self.fault(key, "bad-header", f"`{key}` is no table", f"write `[{key}]` and lines below it")
        return _Table(self.block, self.faults, self.places, key, {})


def read_header(blocks: tuple[Block, ...], file: str, faults: Faults) -> Header | None:
    """The header, from the header blocks of a document; None if it cannot be used."""
    if not blocks:
        faults.add(
            Place(file, 1, 1),
            "no-header",
            "this rulebook has no header",
            "begin with a `toml rulebook` block",
        )
        return None
    for block in blocks[1:]:
        faults.add(
            block.place,
            "header-used-twice",
            "this is a second header",
            f"put its lines into the first one, in line {blocks[0].place.line}",
        )
    top = _toml(blocks[0], faults)
    if top is None:
        return None
    top.only(_KEYS)
    return Header(
        blocks[0].place,
        top.text("title", "The Cascade"),
        top.text("edition", "2026-10"),
        _players(top),
        _scope(top.table("scope")),
        _roles(top.table("roles")),
        _required(top.table("required")),
        _golden_rule(top),
        _base(top),
        _runs(top),
    )


def read_reason(block: Block, faults: Faults) -> str | None:
    """The reason of a ``toml unmodelled`` block."""
    top = _toml(block, faults)
    if top is None:
        return None
    top.only(("reason",))
    return top.text("reason", "about losing the game, not about order") or None


def read_restated(block: Block, faults: Faults) -> tuple[tuple[str, Place], ...]:
    """The clauses that a ``toml restated`` block names."""
    top = _toml(block, faults)
    if top is None:
        return ()
    top.only(("by",))
    value = top.values.get("by")
    if not isinstance(value, list) or not value or not all(isinstance(id_, str) for id_ in value):
        wrong = "`by` is no list of clauses" if "by" in top.values else "`by` is missing"
        top.fault("by", "bad-header", wrong, 'write `by = ["7.4.2"]`')
        return ()
    return tuple((id_, top.place("by")) for id_ in value)


def _toml(block: Block, faults: Faults) -> _Table | None:
    if _dotted(block.text):
        faults.add(
            block.at(1, 1),
            "bad-toml",
            "this TOML has a key of too many parts",
            "write plain lines such as `cascade = 4`",
        )
        return None
    try:
        return _Table(block, faults, _places(block), "", tomllib.loads(block.text))
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        where = _WHERE.search(message)
        end = block.text.rstrip("\n").count("\n") + 1
        place = block.at(int(where[1]), int(where[2])) if where else block.at(end, 1)
        reason = message.partition(" (at ")[0]
        faults.add(place, "bad-toml", f"this is no TOML: {reason[:200]}", 'write `key = "value"`')
    except (ValueError, RecursionError):
        faults.add(
            block.at(1, 1),
            "bad-toml",
            "this TOML has a number that is too long or too many levels of brackets",
            "write plain lines such as `cascade = 4`",
        )
    return None


def _dotted(text: str) -> bool:
    """Whether there may be a key of so many parts that the parser would choke on it."""
    run = 0
    for part in text.split("."):
        run = run + 1 if _KEY_PART.fullmatch(part) else 0
        if run > MAX_NESTING:
            return True
    return False


def _places(block: Block) -> dict[tuple[str, str], Place]:
    """Where the tables and keys stand, by (table, key)."""
    found: dict[tuple[str, str], Place] = {}
    path = ""
    for row, line in enumerate(block.text.split("\n"), start=1):
        table = _TABLE.fullmatch(line)
        entry = _ENTRY.match(line)
        if table is not None:
            path = table[1].strip().strip("\"'")
            found.setdefault(("", path), block.at(row, line.index("[") + 1))
        elif entry is not None:
            group = entry.lastindex or 1
            found.setdefault(
                (path, entry[group]), block.at(row, len(line) - len(line.lstrip()) + 1)
            )
    return found


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _players(top: _Table) -> tuple[int, int] | None:
    if "players" not in top.values:
        return None
    value = top.values["players"]
    if isinstance(value, dict):
        _Table(top.block, top.faults, top.places, "players", value).only(("min", "max"))
        low = _whole(value.get("min", FEWEST_PLAYERS))
        high = _whole(value.get("max", low))
        if low is not None and high is not None and FEWEST_PLAYERS <= low <= high <= MOST_PLAYERS:
            return (low, high)
    top.fault(
        "players",
        "bad-header",
        f"`players` is no range from {FEWEST_PLAYERS} to {MOST_PLAYERS}",
        "write `players = { min = 2, max = 4 }`",
    )
    return None


def _scope(table: _Table) -> tuple[tuple[str, int], ...]:
    found: list[tuple[str, int]] = []
    for key, value in table.values.items():
        number = _whole(value)
        if not is_name(key):
            table.fault(
                key,
                "bad-name",
                f"`{key[:60]}` is no name",
                "write a letter, then letters, digits and single underscores",
            )
        elif number is not None and 0 <= number <= MAX_SCOPE:
            found.append((key, number))
        else:
            table.fault(
                key,
                "scope-out-of-range",
                f"the scope `{key}` is no number from 0 to {MAX_SCOPE}",
                f"write a smaller bound, such as `{key} = 4`",
            )
            found.append((key, 1))
    return tuple(found)


def _roles(table: _Table) -> tuple[RoleEntry, ...]:
    found: list[RoleEntry] = []
    for key, value in table.values.items():
        if isinstance(value, str):
            found.append(RoleEntry(key, value, table.place(key)))
        else:
            table.fault(
                key,
                "bad-header",
                f"the role `{key[:60]}` is no text",
                f'write what it stands for in quotes: `{key[:60]} = "priority"`',
            )
    return tuple(found)


def _required(table: _Table) -> tuple[Requirement, ...]:
    found: list[Requirement] = []
    for key, value in table.values.items():
        if isinstance(value, str) and value in STRENGTHS:
            found.append(Requirement(key, value, table.place(key)))
        else:
            table.fault(
                key,
                "bad-header",
                f"what `{key[:60]}` has to reach is no strength",
                "write one of " + ", ".join(f'"{strength}"' for strength in STRENGTHS),
            )
    return tuple(found)


def _runs(top: _Table) -> tuple[RunEntry, ...]:
    value = top.values.get("run", [])
    entries = value if isinstance(value, list) else [value]
    found: list[RunEntry] = []
    for said in entries:
        entry: dict[str, object] = said if isinstance(said, dict) else {}
        players = _whole(entry.get("players"))
        if players is None or not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
            top.fault(
                "run",
                "bad-header",
                f"a run does not say for how many players, {FEWEST_PLAYERS} to {MOST_PLAYERS}",
                "write `[[run]]`, below it `players = 3` and the bounds that differ",
            )
            continue
        bounds = {key: number for key, number in entry.items() if key != "players"}
        scope = _scope(_Table(top.block, top.faults, top.places, "run", bounds))
        found.append(RunEntry(players, scope, top.place("run")))
    return tuple(found)


def _golden_rule(top: _Table) -> bool:
    value = top.values.get("golden_rule")
    if value not in (None, "must_not"):
        top.fault(
            "golden_rule",
            "bad-header",
            "this is no golden rule",
            'write `golden_rule = "must_not"` or leave it out',
        )
    return value == "must_not"


def _base(top: _Table) -> BaseEntry | None:
    adds, strike = _numbers(top, "adds"), _numbers(top, "strike")
    if "based_on" not in top.values:
        for key in ("adds", "strike"):
            if key in top.values:
                top.fault(
                    key,
                    "bad-header",
                    f"`{key}` is about the clauses of a base, and there is none",
                    'write `based_on = "chain.md"`, or leave it out',
                )
        return None
    file = top.text("based_on", "chain.md")
    if file and _FILE.fullmatch(file) is None:
        top.fault(
            "based_on",
            "bad-base",
            f"`{file[:60]}` is no name of a rulebook beside this one",
            'write its file\'s plain name: `based_on = "chain.md"`',
        )
        return None
    return BaseEntry(file, top.place("based_on"), adds, strike) if file else None


def _numbers(top: _Table, key: str) -> tuple[tuple[str, Place], ...]:
    """A list of numbers of clauses, which may be missing."""
    value = top.values.get(key, [])
    if isinstance(value, list) and all(isinstance(id_, str) for id_ in value):
        return tuple((id_, top.place(key)) for id_ in value)
    top.fault(key, "bad-header", f"`{key}` is no list of clauses", f'write `{key} = ["7.4.2"]`')
    return ()


def is_name(text: str) -> bool:
    """Whether a text may be a name in a rulebook."""
    return _NAME.fullmatch(text) is not None and "__" not in text and not keyword.iskeyword(text)
