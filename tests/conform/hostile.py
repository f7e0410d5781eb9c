"""An engine that goes along for some messages and then does what its argument says."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

HARMLESS = 4  # so many messages are answered: hello, reset, legal, and what A sees


def answer(message: dict[str, Any]) -> dict[str, Any]:
    match message["do"]:
        case "hello":
            return {"protocol": "engine/1", "by_itself": [], "lacks": []}
        case "legal":
            return {
                "legal": [{"actor": "A", "action": "end_turn"}, {"actor": "A", "action": "play"}]
            }
        case "observe":
            return {"sees": {}}
        case _:
            return {"ok": True}


def say(data: bytes) -> None:
    sys.stdout.buffer.write(data + b"\n")
    sys.stdout.buffer.flush()


def hang_with_children() -> None:
    """Leave a child behind that holds the pipes; its number goes to the file that is named."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    with open(sys.argv[2], "w", encoding="ascii") as file:  # noqa: PTH123 - starts faster
        file.write(str(child.pid))
    os._exit(0)


def crash() -> None:
    sys.stderr.write("first line\nthe last words\n")
    sys.exit(3)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def close() -> None:
    os.close(1)
    time.sleep(60)


def flood() -> None:
    say(b'{"id": 5, "sees": {}}')
    while True:
        say(b'{"id": 0, "ok": true}')


def flood_a_line() -> None:
    while True:
        sys.stdout.buffer.write(b"x" * 65536)


def shout() -> None:
    for _ in range(256):
        sys.stderr.write("x" * 4096 + "\n")
    sys.exit(4)


def deep() -> None:
    say(b"[" * 100_000 + b"]" * 100_000)


def code() -> None:
    say(b"__import__('os').system('touch owned')")


HOSTILE: dict[str, Callable[[], None]] = {
    "hang_with_children": hang_with_children,
    "crash": crash,
    "die": die,
    "close": close,
    "flood": flood,
    "flood_a_line": flood_a_line,
    "shout": shout,
    "deep": deep,
    "code": code,
    "twice": lambda: say(b'{"id": 5, "sees": {}}\n{"id": 5, "sees": {}}'),
    "another": lambda: say(b'{"id": 99, "sees": {}}'),
    "true": lambda: say(b'{"id": true, "sees": {}}'),
    "nothing": lambda: say(b""),
    "latin": lambda: say('{"id": 5, "sees": {"turn": "é"}}'.encode("latin-1")),
    "nan": lambda: say(b'{"id": 5, "sees": {"turn": NaN}}'),
    "big": lambda: say(b'{"id": 5, "sees": {"turn": ' + b"9" * 5000 + b"}}"),
    "list": lambda: say(b"[]"),
    "shape": lambda: say(b'{"id": 5, "sees": []}'),
    "error": lambda: say(b'{"id": 5, "error": "out of cards"}'),
}


def main() -> None:
    for number, line in enumerate(sys.stdin, 1):
        if number > HARMLESS:
            HOSTILE[sys.argv[1]]()
        else:
            message = json.loads(line)
            say(json.dumps({"id": message["id"], **answer(message)}).encode())


if __name__ == "__main__":
    main()
