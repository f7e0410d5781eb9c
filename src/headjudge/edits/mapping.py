"""A small file that says what an old rulebook calls what a new one calls otherwise.

It is TOML: a table for each kind of name, each line ``old = "new"``::

    [actions]
    use_fast = "play_fast"

    [parameters]
    "use_fast.player" = "who"

    [members]
    "Phase.COMBAT" = "BATTLE"

    [fields]
    priority = "holder"

    [clauses]
    "12.2.5" = "12.3.1"

    allow = ["scope cards"]
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from headjudge.evidence.relating import Names
from headjudge.rulebook.faults import Faults
from headjudge.rulebook.places import Place
from headjudge.rulebook.syntax import Rulebook

MAX_FILE = 64 * 1024
_KEYS = ("actions", "fields", "parameters", "members", "clauses")
_WHERE = re.compile(r"\(at line (\d+), column (\d+)\)")


@dataclass(frozen=True, slots=True)
class Correspondence:
    """What the two sides call the same.

    ``clauses``: old number to new. ``allowed``: what may be checked less, by name.
    """

    names: Names = field(default_factory=Names)
    clauses: Mapping[str, str] = field(default_factory=dict)
    allowed: tuple[str, ...] = ()

    @property
    def words(self) -> dict[str, str]:
        """All names of the new rulebook that the old one has otherwise."""
        names = self.names
        inner = {new: old for (_, new), old in (*names.parameters.items(), *names.members.items())}
        return {**inner, **names.fields, **names.actions}


def read_mapping(data: bytes, file: str, old: Rulebook, new: Rulebook) -> Correspondence:
    """Read a mapping. Raises UnreadableError for whatever names nothing."""
    faults = Faults()
    made = _Reader(data, file, old, new, faults).read()
    faults.check()
    return made


class _Reader:
    """One file on its way to a mapping."""

    def __init__(
        self, data: bytes, file: str, old: Rulebook, new: Rulebook, faults: Faults
    ) -> None:
        self.file = file
        self.faults = faults
        self.old = old
        self.new = new
        self.text = self._text(data)

    def _text(self, data: bytes) -> str:
        start = Place(self.file, 1, 1)
        if len(data) > MAX_FILE:
            self.faults.add(
                start, "file-too-large", "this file is larger than 64 KiB", "shorten it"
            )
            return ""
        try:
            return data.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            place = Place(self.file, data[: error.start].count(b"\n") + 1, 1)
            self.faults.add(place, "not-utf-8", "this byte is no UTF-8", "save the file as UTF-8")
            return ""

    def read(self) -> Correspondence:
        values = self.parsed()
        for key in values:
            if key not in (*_KEYS, "allow"):
                cure = "write one of " + ", ".join(f"`[{one}]`" for one in _KEYS) + ", `allow`"
                self.fault(key, "unknown-key", f"`{key[:60]}` is no key here", cure)
        tables = {key: self.table(key, values.get(key, {})) for key in _KEYS}
        actions = self.named(
            tables["actions"],
            "action",
            [one.name for one in self.old.actions],
            [one.name for one in self.new.actions],
        )
        fields = self.named(
            tables["fields"],
            "field",
            [one.name for one in self.old.fields],
            [one.name for one in self.new.fields],
        )
        clauses = self.named(
            tables["clauses"],
            "clause",
            [one.id for one in self.old.clauses],
            [one.id for one in self.new.clauses],
        )
        names = Names(
            {new: old for old, new in fields.items()},
            {new: old for old, new in actions.items()},
            self.parameters(tables["parameters"], actions),
            self.members(tables["members"]),
        )
        return Correspondence(names, clauses, self.allowed(values.get("allow", [])))

    def parsed(self) -> dict[str, object]:
        try:
            return dict(tomllib.loads(self.text))
        except tomllib.TOMLDecodeError as error:
            where = _WHERE.search(str(error))
            line, column = (int(where[1]), int(where[2])) if where else (1, 1)
            reason = _WHERE.sub("", str(error)).strip().rstrip(".")[:200]
            place = Place(self.file, line, column)
            cure = 'write lines such as `old_name = "new_name"`'
            self.faults.add(place, "bad-toml", f"this is no TOML: {reason}", cure)
        except (ValueError, RecursionError, OverflowError):
            place = Place(self.file, 1, 1)
            self.faults.add(place, "bad-toml", "this is no TOML for people", "write it more simply")
        return {}

    def table(self, key: str, value: object) -> dict[str, str]:
        found: dict[str, str] = {}
        pairs = value.items() if isinstance(value, dict) else ()
        if not isinstance(value, dict):
            self.fault(key, "bad-mapping", f"`{key}` is no table", f"write `[{key}]`")
        for old, new in pairs:
            if isinstance(new, str):
                found[str(old)] = new
            else:
                cure = 'write `old_name = "new_name"`'
                self.fault(str(old), "bad-mapping", f"`{str(old)[:60]}` maps to no name", cure)
        return found

    def named(
        self, table: Mapping[str, str], what: str, olds: Iterable[str], news: Iterable[str]
    ) -> dict[str, str]:
        """The pairs of which both sides have the name."""
        there, here = set(news), set(olds)
        found: dict[str, str] = {}
        for old, new in table.items():
            if old not in here:
                self.nothing(old, f"there is no {what} `{old[:60]}` in the old rulebook")
            elif new not in there:
                self.nothing(old, f"there is no {what} `{new[:60]}` in the new rulebook")
            elif new in found.values():
                self.nothing(old, f"the {what} `{new[:60]}` of the new rulebook has two old names")
            elif new in here and new != old and new not in table:
                self.nothing(old, f"the old rulebook has a {what} `{new[:60]}` of its own")
            else:
                found[old] = new
        return found

    def parameters(
        self, table: Mapping[str, str], actions: Mapping[str, str]
    ) -> dict[tuple[str, str], str]:
        found = {}
        olds = {action.name: [p.name for p in action.parameters] for action in self.old.actions}
        news = {action.name: [p.name for p in action.parameters] for action in self.new.actions}
        for key, new in table.items():
            action, _, parameter = key.partition(".")
            there = actions.get(action, action)
            if parameter not in olds.get(action, ()):
                self.nothing(key, f"there is no parameter `{key[:60]}` in the old rulebook")
            elif new not in news.get(there, ()):
                wrong = f"`{there[:60]}` has no parameter `{new[:60]}` in the new rulebook"
                self.nothing(key, wrong)
            else:
                found[there, new] = parameter
        return found

    def members(self, table: Mapping[str, str]) -> dict[tuple[str, str], str]:
        found = {}
        olds = {one.name: one.members for one in self.old.enums}
        news = {one.name: one.members for one in self.new.enums}
        for key, value in table.items():
            enum, _, member = key.partition(".")
            there, _, new = value.partition(".") if "." in value else (enum, "", value)
            if member not in olds.get(enum, ()):
                self.nothing(key, f"there is no member `{key[:60]}` in the old rulebook")
            elif new not in news.get(there, ()):
                wrong = f"there is no member `{there[:60]}.{new[:60]}` in the new rulebook"
                self.nothing(key, wrong)
            else:
                found[there, new] = member
        return found

    def allowed(self, value: object) -> tuple[str, ...]:
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return tuple(str(one) for one in value)
        self.fault("allow", "bad-mapping", "`allow` is no list of names", 'write `allow = ["…"]`')
        return ()

    def nothing(self, key: str, wrong: str) -> None:
        self.fault(key, "bad-mapping", wrong, "correct the name, or leave the line out")

    def fault(self, key: str, code: str, wrong: str, cure: str) -> None:
        pattern = re.compile(rf"""\s*\[?\s*(["']?){re.escape(key)}\1\s*[=\]]""")
        for number, line in enumerate(self.text.split("\n"), start=1):
            if pattern.match(line):
                column = len(line) - len(line.lstrip()) + 1
                self.faults.add(Place(self.file, number, column), code, wrong, cure)
                return
        self.faults.add(Place(self.file, 1, 1), code, wrong, cure)
