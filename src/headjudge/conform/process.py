"""A stranger's program on the other end of two pipes: lines to it, lines from it, within limits.

It is started in a process group of its own, which is killed as a whole at the end, whatever
is left of it. What it writes is only ever bytes here.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass

from headjudge.conform.engines import Complaint, EngineError

MAX_LINE = 1024 * 1024
MAX_UNASKED = 16 * 1024
MAX_COMPLAINTS = 4 * 1024
GRACE = 0.5  # seconds in which an engine may end when its input does
MOST_READS = 64
GLANCE = 200  # milliseconds after which it is looked whether it is still there
PATIENCE = 250  # milliseconds of quiet after which somebody has said all
_CHUNK = 64 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds that an engine may take for all that it is asked at one time."""

    seconds: float = 10.0


class Process:
    """A program that is asked in lines and answers in lines, one for one."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        """Start it. Raises OSError if there is no such program."""
        self._limits = limits
        self._grace = GRACE
        self._pending = b""
        self._said = b""
        self._child = subprocess.Popen(  # noqa: S603 - the user's own program, without a shell
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            bufsize=0,
        )
        self._in, self._out, self._err = (
            stream.fileno()
            for stream in (self._child.stdin, self._child.stdout, self._child.stderr)
            if stream is not None
        )
        for descriptor in (self._in, self._out, self._err):
            os.set_blocking(descriptor, False)
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)

    def ask(self, lines: Sequence[bytes]) -> tuple[bytes, ...]:
        """Send lines, and wait for as many. Raises EngineError."""
        try:
            self._nothing_unasked()
            return self._exchange(lines)
        except EngineError:
            self._grace = 0.0
            raise

    def _exchange(self, lines: Sequence[bytes]) -> tuple[bytes, ...]:
        deadline = time.monotonic() + self._limits.seconds
        left = b"".join(line + b"\n" for line in lines)
        answers: list[bytes] = []
        self._poll.register(self._in, select.POLLOUT)
        try:
            while left or len(answers) < len(lines):
                rest = deadline - time.monotonic()
                if rest <= 0:
                    raise self._late(read=not left)
                events = self._poll.poll(min(rest * 1000, GLANCE))
                if not events and self._status() is not None:
                    raise self._ended("it is gone, and something of it holds its output")
                for descriptor, event in events:
                    if descriptor == self._in:
                        left = self._write(left)
                        if not left:
                            self._poll.unregister(self._in)
                    elif descriptor == self._err:
                        self._listen()
                    elif event:
                        self._read()
                        self._take(answers, len(lines))
        finally:
            with contextlib.suppress(KeyError):
                self._poll.unregister(self._in)
        return tuple(answers)

    def close(self) -> None:
        """End it and all that it has started; nothing of it is left."""
        child = self._child
        if child.stdin is not None:
            with contextlib.suppress(OSError):
                child.stdin.close()
        self._gone(self._grace)
        # Killed before it is reaped, so that the number of the group is still its own.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        for stream in (child.stdout, child.stderr):
            if stream is not None:
                stream.close()

    def _gone(self, seconds: float) -> bool:
        """Whether it has ended, after waiting so long for it; it is not reaped."""
        end = time.monotonic() + seconds
        while self._status() is None:
            if time.monotonic() >= end:
                return False
            time.sleep(0.002)
        return True

    def _status(self) -> int | None:
        """How it has ended: an exit code, or a signal below zero; None if it runs.

        It is not reaped, where a system has such a question.
        """
        if not hasattr(os, "waitid"):
            return self._child.poll()
        how = os.WEXITED | os.WNOHANG | os.WNOWAIT
        result = os.waitid(os.P_PID, self._child.pid, how)
        if result is None:
            return None
        return result.si_status if result.si_code == os.CLD_EXITED else -result.si_status

    def _write(self, data: bytes) -> bytes:
        """Write what goes; what is left of it."""
        try:
            return data[os.write(self._in, data) :]
        except BlockingIOError:
            return data
        except OSError as error:
            raise self._ended("it no longer reads") from error

    def _read(self) -> None:
        try:
            data = os.read(self._out, _CHUNK)
        except BlockingIOError:
            return
        if not data:
            raise self._ended("it has closed its standard output")
        self._pending += data

    def _take(self, answers: list[bytes], wanted: int) -> None:
        """Take the lines that have come; at most so many are wanted."""
        while len(answers) < wanted and b"\n" in self._pending:
            line, _, self._pending = self._pending.partition(b"\n")
            if len(line) > MAX_LINE:
                break
            answers.append(line)
        if len(self._pending) <= MAX_LINE:
            return
        if len(answers) < wanted:
            size = MAX_LINE // 1024 // 1024
            raise EngineError(Complaint.LONG, f"a line has more than {size} MiB")
        raise EngineError(Complaint.FLOODED, "it goes on after it has answered")

    def out_of_turn(self, detail: str) -> EngineError:
        """An answer to nothing that was asked: whether there is no end to them."""
        if len(self._pending) > MAX_UNASKED or self._goes_on():
            return EngineError(Complaint.FLOODED, "it writes without being asked")
        return EngineError(Complaint.UNASKED, detail)

    def _nothing_unasked(self) -> None:
        """Nothing may have come before anything is asked."""
        if self._out in dict(self._poll.poll(0)):
            self._read()
        if self._pending:
            start = self._pending[:60].decode("ascii", "replace").partition("\n")[0]
            raise self.out_of_turn(f"nothing was asked, and it says: {start}")

    def _goes_on(self) -> bool:
        """Whether it writes and writes, and is not quiet for a moment."""
        end = time.monotonic() + GRACE
        while len(self._pending) <= MAX_UNASKED and time.monotonic() < end:
            events = dict(self._poll.poll(PATIENCE))
            if self._err in events:
                self._listen()
            if self._out in events:
                self._read()
            elif self._err not in events:
                return False
        return True

    def _listen(self) -> None:
        """Hear what it writes on standard error, so that it never waits; keep the end of it."""
        try:
            data = os.read(self._err, _CHUNK)
        except BlockingIOError:
            return
        if data:
            self._said = (self._said + data)[-MAX_COMPLAINTS:]
        else:
            self._poll.unregister(self._err)

    def _late(self, *, read: bool) -> EngineError:
        seconds = f"{self._limits.seconds:g} seconds"
        what = f"no answer within {seconds}" if read else f"it does not read, for {seconds}"
        return EngineError(Complaint.HUNG, what + self._last_words())

    def _ended(self, what: str) -> EngineError:
        """Why there is nothing more to come."""
        if not self._gone(GRACE):
            return EngineError(Complaint.CLOSED, f"{what}, and still runs{self._last_words()}")
        status = self._status() or 0
        how = f"exit code {status}" if status >= 0 else f"killed by {_signal(-status)}"
        return EngineError(Complaint.CRASHED, how + self._last_words())

    def _last_words(self) -> str:
        """The last line that it wrote on standard error."""
        for _ in range(MOST_READS):
            if self._err not in dict(self._poll.poll(0)):
                break
            self._listen()
        lines = self._said.decode("utf-8", "replace").split("\n")
        said = [line.strip() for line in lines if line.strip()]
        return f"; it said: {said[-1][-200:]}" if said else ""


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
