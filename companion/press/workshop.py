"""The typesetter kept warm: one process that waits for the next job, safe to ask from any thread.

It is started fresh, never forked from a server that runs threads; replaced after some jobs, so that no
leak grows; ended when a job takes too long or is no longer wanted; and never shared with a process that
was forked later. A second one is started when the first is busy, and waits too; who finds both busy gets a
typesetter of one's own for that one job.
"""

import os
import selectors
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import NamedTuple

from companion.press.typesetter import LENGTH, STOPPED

HOUSE = Path(__file__).resolve().parent.parent.parent
MOST_JOBS = 50
"""After so many jobs a new typesetter takes over."""


LOOK = 0.2
"""Seconds between two looks at whether a job is still wanted."""

WATCH: ContextVar[Callable[[], None]] = ContextVar("WATCH", default=lambda: None)


@contextmanager
def watching(look: Callable[[], None]) -> Iterator[None]:
    """Have a look several times a second while text is set within; what `look` raises ends that job."""
    token = WATCH.set(look)
    try:
        yield
    finally:
        WATCH.reset(token)


class TooLong(Exception):
    """A job was given up."""


class Answer(NamedTuple):
    """How a job ended, and the PDF or the reason."""

    ended: int
    output: bytes


class Typesetter:
    """One process, and how many jobs it has had."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion.press.typesetter"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=HOUSE,
        )
        self.jobs, self.owner = 0, os.getpid()

    @property
    def is_fit(self) -> bool:
        """Whether it may take another job from this process."""
        return self.owner == os.getpid() and self.jobs < MOST_JOBS and self.process.poll() is None

    def set(self, job: bytes, patience: float) -> Answer:
        """The answer to a job; `TooLong`, and the process is ended, where it takes more seconds than this."""
        self.jobs += 1
        assert self.process.stdin
        try:
            self.process.stdin.write(LENGTH.pack(0, len(job)) + job)
            self.process.stdin.flush()
            until = monotonic() + patience
            ended, size = LENGTH.unpack(self._read(LENGTH.size, until))
            return Answer(ended, self._read(size, until))
        except (BrokenPipeError, EOFError):
            self.end()
            return Answer(STOPPED, b"its process ended")
        except BaseException:
            self.end()
            raise

    def _read(self, size: int, until: float) -> bytes:
        assert self.process.stdout
        parts = bytearray()
        while len(parts) < size:
            self._await(until)
            part = os.read(self.process.stdout.fileno(), size - len(parts))
            if not part:
                raise EOFError
            parts += part
        return bytes(parts)

    def _await(self, until: float) -> None:
        """Wait for a word of the process, looking meanwhile whether it is still wanted."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)  # type: ignore[arg-type]  # a pipe
            while not selector.select(max(0.0, min(LOOK, until - monotonic()))):
                WATCH.get()()
                if monotonic() >= until:
                    raise TooLong

    def end(self) -> None:
        if self.owner == os.getpid():
            self.process.kill()
            self.process.communicate()


class Workshop:
    """The typesetter that waits, and the lock in front of it; who finds it busy goes to the one `beside`."""

    def __init__(self, beside: "Workshop | None" = None) -> None:
        self.door, self.owner, self.beside = Lock(), os.getpid(), beside
        self.warm: Typesetter | None = None

    def set(self, job: bytes, patience: float) -> Answer:
        """The answer to a job, from a warm typesetter or, while all are busy, from one of its own."""
        if self.owner != os.getpid():  # forked since: neither the lock nor the process is ours
            self.door, self.warm, self.owner = Lock(), None, os.getpid()
        if not self.door.acquire(blocking=False):
            return self.beside.set(job, patience) if self.beside else _alone(job, patience)
        try:
            if self.warm is None or not self.warm.is_fit:
                self._retire()
                self.warm = Typesetter()
            return self.warm.set(job, patience)
        finally:
            self.door.release()

    def close(self) -> None:
        """End the warm typesetters; the next job starts another."""
        with self.door:
            self._retire()
        if self.beside:
            self.beside.close()

    def _retire(self) -> None:
        if self.warm:
            self.warm.end()
        self.warm = None


def _alone(job: bytes, patience: float) -> Answer:
    single = Typesetter()
    try:
        return single.set(job, patience)
    finally:
        single.end()


WORKSHOP = Workshop(beside=Workshop())
