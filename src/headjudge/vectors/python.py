"""Cases as tests for pytest: each play to be read, its expectations in the case beside it.

Whatever comes from the rulebook and is no name is written as a string of Python: a rulebook
may come from anywhere, and its words are never code.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping

from headjudge.evidence.itf import Json
from headjudge.vectors.cases import Case, Move, Suite

ADAPTER = "conftest.py"
_WIDE = 99
_OTHER = re.compile(r"[^A-Za-z0-9]+")

_HEAD = '''"""Written by headjudge: {title}.

Each test plays the case of its name, from the folder beside it. After every act the engine is
asked what is legal, offered what has to be refused, and asked what each player sees.
"""

from pathlib import Path

from headjudge.testing import Cases

CASES = Cases(Path(__file__).parent)
'''

_SKELETON = '''"""How these tests play an engine. Fill this in; it is not written again."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from headjudge.testing import Adapter


class Engine(Adapter):
    # Which version of the text the engine plays, by its number in manifest.json. Without one,
    # cases that rest on what the text leaves open are skipped.
    version = None
    # Steps that the engine takes unasked; actions that are told apart by name and player only;
    # actions that the engine has not got.
    by_itself = ()
    by_name = ()
    lacks = ()

    def reset(self, players: int, scope: Mapping[str, int], start: Mapping[str, Any]) -> None:
        # A new game; start has {given}.
        raise NotImplementedError

    def legal(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        # All that may happen next: {example}.
        raise NotImplementedError

    def apply(self, action: str, arguments: Mapping[str, Any]) -> bool:
        # Do it; or refuse it, change nothing, and return False. The actions are
{actions}
        raise NotImplementedError

    def observe(self, player: str) -> Mapping[str, Any]:
        # What the player sees, under these names or a part of them:
{fields}
        return {{}}


@pytest.fixture
def engine() -> Engine:
    return Engine()
'''


def module(suite: Suite) -> tuple[str, str]:
    """The name of the file of tests, and what it holds."""
    name = f"test_{_OTHER.sub('_', suite.rulebook).strip('_').lower() or 'rulebook'}.py"
    title = _OTHER.sub(" ", f"{suite.title} {suite.edition}").strip()
    parts = [_HEAD.format(title=title)]
    taken: Counter[str] = Counter()
    parts.extend("\n".join(_test(case, taken)) for case in suite.cases)
    return name, "\n\n".join(parts)


def adapter(suite: Suite) -> str:
    """What an engine's author begins with."""
    actions = (_call("        # ", one.name, one.plainest, one.parameters) for one in suite.actions)
    first = suite.cases[0].start.situation if suite.cases else {}
    plain = suite.actions[0]
    return _SKELETON.format(
        given=", ".join(suite.given) or "nothing",
        example=f"{literal(plain.name)}, {literal(dict(plain.plainest))}",
        actions="\n".join(actions),
        fields="\n".join(
            f"        # {literal(name)}: {literal(value)}" for name, value in first.items()
        ),
    )


def literal(value: Json) -> str:
    """A value as Python reads it. A string of JSON is one of Python's."""
    match value:
        case bool() | int():
            return repr(value)
        case str():
            return json.dumps(value, ensure_ascii=False)
        case list():
            return f"[{', '.join(map(literal, value))}]"
        case dict():
            inside = (f"{literal(name)}: {literal(one)}" for name, one in value.items())
            return "{" + ", ".join(inside) + "}"


def _call(start: str, name: str, values: Mapping[str, Json], names: tuple[str, ...]) -> str:
    return f"{start}{name}({', '.join(f'{one}={literal(values[one])}' for one in names)})"


def _test(case: Case, taken: Counter[str]) -> Iterator[str]:
    stem = f"test_{_OTHER.sub('_', case.name).strip('_').lower()}"
    taken[stem] += 1
    name = stem if taken[stem] == 1 else f"{stem}_{taken[stem]}"
    yield f"def {name}(engine):"
    more = len(case.covers) - 1
    title = f"{case.title}, and {more} more." if more > 0 else f"{case.title}."
    yield f"    {literal(title)}"
    if case.lead is not None:
        yield f"    # It begins after {len(case.lead.deeds)} acts of the case's `lead`."
    begin = f"CASES.begin({literal(case.name)}, engine)"
    yield f"    play = {begin}" if case.moves else f"    {begin}"
    for move in case.moves:
        yield from _does(move)
    yield ""


def _does(move: Move) -> Iterator[str]:
    """One act, with the clauses that allow it and bring about what changes."""
    deed = move.deed
    given = [f"{name}={literal(value)}" for name, value in deed.arguments.items()]
    clauses = f"  # {', '.join(move.clauses)}" if move.clauses else ""
    line = f"    play.does({', '.join([literal(deed.action), *given])})"
    if len(line) + len(clauses) <= _WIDE:
        yield line + clauses
        return
    yield f"    play.does({clauses}"
    yield f"        {literal(deed.action)},"
    yield from (f"        {one}," for one in given)
    yield "    )"
