"""Work shared out among processes.

Every piece is worked on by itself, so how many processes there are changes no result.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import select
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Protocol, Self, TypeVar

from headjudge.engines.search import Progress, Report

# A screen shows no more than this, and the pipe between the processes stays empty.
_BETWEEN_REPORTS = 0.2
_BETWEEN_LOOKS = 1.0

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)
Tell = Callable[[str, Progress], None]


class LostError(Exception):
    """A process that worked for this one has gone."""


class Job(Protocol[Result_co]):
    """A piece of work; what it is made of and its result can be pickled."""

    @property
    def title(self) -> str:
        """What a person is told is being worked on."""
        ...

    def work(self, report: Report) -> Result_co:
        """Do it."""
        ...


class Sharing(Protocol):
    """Who does the work."""

    def begin(self, job: Job[Result]) -> Callable[[], Result]:
        """Give a piece away; the call that waits for its result, or raises what it raised."""
        ...


class Alone:
    """Everything in this process, when the result is asked for."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def begin(self, job: Job[Result]) -> Callable[[], Result]:
        """Do it later."""
        return lambda: job.work(lambda progress: self._tell(job.title, progress))


class Crew:
    """Several processes, made by forking.

    A new interpreter would look for modules where it is started, which may be a stranger's
    folder; a fork has loaded what it needs. They are made at once, before this process has
    a second thread.
    """

    def __init__(self, size: int, tell: Tell) -> None:
        context = multiprocessing.get_context("fork")
        reader, self._messages = os.pipe()
        os.set_blocking(self._messages, False)
        self._pool = ProcessPoolExecutor(
            size, context, initializer=_begin, initargs=(self._messages, os.getpid())
        )
        self._pool.submit(os.getpid).result()
        self._listener = threading.Thread(target=_listen, args=(reader, tell), daemon=True)
        self._listener.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if kind is not None:
            # Whoever interrupts does not want to wait for a solver.
            for child in multiprocessing.active_children():
                child.terminate()
        self._pool.shutdown(cancel_futures=True)
        os.close(self._messages)  # the last end to write to, so that the listener ends
        self._listener.join()

    def begin(self, job: Job[Result]) -> Callable[[], Result]:
        """Give it to the next process that is free."""
        future = self._pool.submit(_work, job)
        return lambda: _result(future)


@contextmanager
def workers(size: int, tell: Tell) -> Iterator[Sharing]:
    """So many processes, or this one where one is enough."""
    if size > 1:
        with Crew(size, tell) as crew:
            yield crew
    else:
        yield Alone(tell)


def cores() -> int:
    """How many processes can work at the same time here; 1 where a fork is not safe."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


def _listen(reader: int, tell: Tell) -> None:
    """Tell of every report, until no process is left that could write one."""
    with os.fdopen(reader, encoding="utf-8") as lines:
        for line in lines:
            title, engine, depth, situations = json.loads(line)
            tell(title, Progress(engine, depth, situations))


def _result(future: Future[Result]) -> Result:
    try:
        return future.result()
    except BrokenExecutor as error:
        raise LostError("a process was killed, perhaps for want of memory") from error


# ---------------------------------------------------------------- in the other process


class _Reporter:
    """Sends how far the work has come, now and then, a line at a time.

    A pipe takes a short line whole or not at all, so no process has to wait for another,
    were it killed in the middle, and none waits for whoever reads. A pipe can only be handed
    on by a fork, so it is kept where the work finds it.
    """

    messages: int | None = None

    def __init__(self, title: str) -> None:
        self._title = title
        self._next = 0.0

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if self.messages is not None and now >= self._next:
            self._next = now + _BETWEEN_REPORTS
            told = (self._title, progress.engine, progress.depth, progress.situations)
            line = json.dumps(told).encode() + b"\n"
            with suppress(BlockingIOError):
                if len(line) <= select.PIPE_BUF:
                    os.write(self.messages, line)


def _begin(messages: int, parent: int) -> None:
    """Ready a process: Ctrl-C ends it at once, and so does the end of its parent."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        # Whoever runs in the background does not want to be interrupted, and so its processes.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    _Reporter.messages = messages

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_BETWEEN_LOOKS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _work(job: Job[Result]) -> Result:
    return job.work(_Reporter(job.title))
