"""Nothing that stands in a document crashes the reader, keeps it busy or fills the memory."""

from __future__ import annotations

import random
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from headjudge.rulebook import Fault, UnreadableError, parse_properties, parse_rulebook
from tests.reader.documents import HEADER, LANTERN, ONE_HOLDER, block, faults_of, read

ROOT = Path(__file__).parents[2]
TOML = "```toml rulebook\n"
MAY = "@may\ndef lay(player):\n    return "

BLOCKS = {
    "brackets that are never closed": "(" * 38 + "a b",
    "brackets 1000 deep": "(" * 1000 + ")" * 1000,
    "mixed brackets": "([{" * 12 + "x y",
    "lambdas": "lambda: " * 38 + "1 2",
    "nested generators": "(x for x in " * 38 + "a b" + ")" * 38,
    "nested dicts": "{a:b for a in " * 38,
    "nested calls": "f(a=" * 38 + "b c" + ")" * 38,
    "nested choices": "(a if b else " * 38 + "a b",
    "nested patterns": "match x:\n case " + "[" * 38 + "a b",
    "nested blocks": "".join(" " * level + "if a:\n" for level in range(1000))[:60_000],
    "a long chain of attributes": "a" + ".a" * 900,
    "a long chain of indices": MAY + "turn" + "[0]" * 600,
    "a long sum": MAY + "+".join(["passes"] * 900),
    "a long comparison": MAY + "<".join(["passes"] * 900),
    "a long line": MAY + "passes in (" + "1, " * 3000 + ")",
    "many tries": "try:\n pass\n" * 3000,
    "many wrong lines": "a b\n" * 15_000,
    "many assignments": "a = " * 600 + "1",
    "many lines": "@when\ndef lay():\n" + "".join(f"    a{i} = 1\n" for i in range(4000)),
    "null characters": "\0" * 100,
    "continued lines": "\\\n" * 30_000,
    "form feeds": "\f" * 60_000,
    "tabs and spaces": "if a:\n\tb\n        c\n",
    "quotes": "'" * 60_000,
    "triple quotes": '"""' * 20_001,
    "odd quotes": "'''\"\"\"" * 9000,
    "an odd escape": MAY + r"'\d'",
    "an f-string": MAY + "f'" + "{(" * 1000 + "'",
    "long digits": MAY + "9" * 10_000,
    "odd digits": MAY + "0x" + "f" * 10_000 + " + 1e999999 + 1_000_000_000_000",
    "a long name": MAY + "a" * 50_000,
    "letters that look alike": "\uff41 = 1\n\xb5 = 2\nx\u0663 = 1",
    "a number that is a word": MAY + "0in stack",
    "many unknown names": MAY + " or ".join(f"x{i}" for i in range(900)),
    "many unknown names in many places": "\n".join(
        f"@may\ndef lay(player):\n    return name{i}" for i in range(900)
    ),
    "many helpers that call themselves": "\n".join(
        f"def a{i}():\n    return a{i}()" for i in range(1500)
    ),
    "a comparison inside a comparison": MAY + "0 < (" * 30 + "passes" + ") < 9" * 30,
    "a long enum": "class E(Enum):\n" + "".join(f"  M{i}\n" for i in range(6000)),
}
DOCUMENTS = {
    "deep TOML": TOML + "a = " + "[" * 5000 + "\n```\n",
    "deep tables": TOML + "a = " + "{b = " * 5000 + "\n```\n",
    "long keys": TOML + ".".join("a" * 20_000) + " = 1\n```\n",
    "many keys": TOML + "\n".join(f"k{i} = 1" for i in range(7000)) + "\n```\n",
    "a long number": TOML + "a = " + "9" * 10_000 + "\n```\n",
    "odd values": TOML + "title = 1\nedition = nan\nplayers = inf\nscope = 1\nroles = []\n```\n",
    "brackets": HEADER + "[" * 20_000,
    "stars": HEADER + "*a" * 30_000,
    "quotes": HEADER + ">" * 60_000,
    "lists": HEADER + "- " * 30_000,
    "tables": HEADER + "a|b\n-|-\n" + "|\n" * 5000,
    "many clauses": HEADER + "".join(f"**2.{i}** x\n\n" for i in range(2000)),
    "many blocks": HEADER + block("class A") * 2000,
    "many odd blocks": HEADER + block("", "toml x") * 5000,
}


# Run on its own, within one GiB and with every warning an error.
LIMITED = """
import sys
from tests.reader import test_hostile_documents as hostile
from tests.reader.documents import faults, faults_of

for name, text in hostile.BLOCKS.items():
    print(name)
    faults_of(text)
    faults_of(text, "python example")
for name, text in hostile.DOCUMENTS.items():
    print(name)
    faults(text)
faults(b"a" * 5 * 2**20)
"""


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))


def test_hostile_documents_are_read_or_refused_within_one_gibibyte() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", LIMITED],
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT}:{ROOT / 'src'}"},
        capture_output=True,
        preexec_fn=_limit,
        timeout=300,
        check=False,
    )
    names = [*BLOCKS, *DOCUMENTS]
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().splitlines() == names


def test_nothing_in_a_block_is_ever_run(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    touch = f"open({str(mark)!r}, 'w')"
    for text in (
        touch,
        f"@{touch}\ndef f(): pass",
        f"def f(x={touch}): pass",
        f"def f(x: {touch}): pass",
        f"class A({touch}): pass",
        f"class State:\n    a: bool = {touch}",
        f"class E(Enum): X = {touch}",
        f"import os\nos.system('touch {mark}')",
    ):
        assert faults_of(text) != []
        assert faults_of(text, "python example") != []
    assert not mark.exists()


# ------------------------------------------------------------------- fuzzing

_PIECES = (
    *"()[]{}:,.=<>+-*@#'\"\\`|_ \n\t",
    *("    ", "```\n", "```python rule\n", "\n\n**9.9** x\n", "def ", "return ", "if ", "else:"),
    *("needs(", "can(", "next(", "for x in ", "players", "nobody", "lambda: ", "scope.stack"),
    *("99999999", "-1", "0", "True", "None", "player", "stack", "hand", "EARLY", "Each[", "ä"),
)


def _mutated(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(1, 4)):
        start = chance.randint(0, len(text))
        end = start + chance.choice((0, 0, 1, 1, 2, 5, 20))
        if chance.random() < 0.2:  # a piece of the same text
            other = chance.randint(0, len(text))
            piece = text[other : other + chance.randint(1, 40)]
        else:
            piece = chance.choice(_PIECES)
        text = text[:start] + piece + text[end:]
    return text[: chance.randint(0, len(text))] if chance.random() < 0.1 else text


def _reads_or_refuses(data: bytes) -> None:
    found = _faults(lambda: parse_rulebook(data, file="game.md", name="game"))
    assert list(found) == sorted(found)
    lines = data.count(b"\n") + data.count(b"\r") + 2
    assert all(1 <= fault.place.line <= lines for fault in found)


def _faults(parse: Callable[[], object]) -> tuple[Fault, ...]:
    try:
        parse()
    except UnreadableError as error:
        return error.faults
    return ()


@given(st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_a_mutated_rulebook_is_read_or_refused(chance: random.Random) -> None:
    _reads_or_refuses(_mutated(LANTERN, chance).encode())


@given(st.integers(0, len(LANTERN)))
@settings(max_examples=60, deadline=None)
def test_a_truncated_rulebook_is_read_or_refused(length: int) -> None:
    _reads_or_refuses(LANTERN[:length].encode())


@given(st.binary(max_size=200))
@settings(max_examples=100, deadline=None)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    _reads_or_refuses(data)
    _reads_or_refuses(LANTERN.encode() + data)


LANTERN_READ = read(LANTERN)


@given(st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_a_mutated_property_is_read_or_refused(chance: random.Random) -> None:
    rulebook = LANTERN_READ
    data = _mutated(ONE_HOLDER, chance).encode()
    found = _faults(lambda: parse_properties(data, file="properties.md", rulebook=rulebook))
    assert list(found) == sorted(found)
