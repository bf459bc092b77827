"""Where the house thinks: in processes of its own, which are handed a seat's view and nothing of the table.

`python -m companion.thinking` reads one job a line and writes one answer a line, and ends with the
process that started it. A server's own threads never think: pages would wait for them.
"""

import json
import os
import selectors
import subprocess
import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock, Thread
from time import monotonic, sleep
from typing import NamedTuple

from companion import shelf
from companion.engine.errors import GameError
from companion.engine.player import NoMove, Thought, Weighed, think
from companion.engine.playing import View
from companion.engine.wire import Json

PATIENCE = 60.0
"""Seconds after which a thought is given up: four times what the longest may take."""
MINDS = 2
"""So many think at once in one server."""


class Job(NamedTuple):
    """What is to be thought about: the game, what the seat sees, the luck, how strongly; what was done."""

    system: str
    view: View
    seed: str
    strength: str
    done: Json = None


class Lost(Exception):
    """No thought came of it; the words say why."""


def thought_of(job: Job) -> Thought:
    """The thought itself, wherever it is asked for; `Lost` where there is none."""
    try:
        return think(shelf.game(job.system), job.view, job.seed, job.strength, job.done)
    except (GameError, NoMove, LookupError, ValueError, TypeError, AttributeError) as error:
        raise Lost(str(error) or type(error).__name__) from error


@cache
def mind_of(system: str) -> str:
    """How this edition thinks at a game, as a mark: another after a change of its rules, cards or player."""
    files = [
        each for name in ("engine", f"games/{system}") for each in (Path(__file__).parent / name).rglob("*.*")
    ]
    sources = (each.read_bytes() for each in sorted(files) if each.suffix in {".py", ".json", ".toml"})
    return sha256(b"".join(sources)).hexdigest()[:8]


def read_job(line: str) -> Job:
    system, view, *rest = json.loads(line)
    return Job(system, View(*view), *rest)


def answered(line: str) -> str:
    """One answer of the process: what was weighed, or why nothing was."""
    try:
        return json.dumps({"weighed": thought_of(read_job(line)).weighed})
    except Lost as error:
        return json.dumps({"lost": str(error)})


def read_thought(answer: Json) -> Thought:
    return Thought(tuple(Weighed(*each) for each in answer))


def main() -> None:
    parent = os.getppid()

    def end_with_it() -> None:
        while os.getppid() == parent:
            sleep(1)
        os._exit(0)

    Thread(target=end_with_it, daemon=True).start()
    with suppress(AttributeError, OSError):
        os.nice(5)  # Whoever taps is served first.
    for line in sys.stdin:
        sys.stdout.write(answered(line) + "\n")
        sys.stdout.flush()


class Mind:
    """One such process, begun with the first job, and anew after one that was lost."""

    def __init__(self) -> None:
        self.lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def think(self, job: Job, patience: float = PATIENCE) -> Thought:
        """The thought; `Lost` where none comes in time, or the process has ended."""
        process = self._process
        if process is None or process.poll() is not None:
            command = [sys.executable, "-m", "companion.thinking"]
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self._process = process
        try:
            answer = json.loads(_answer(process, json.dumps(job).encode() + b"\n", patience))
        except (OSError, ValueError, Lost) as error:
            self.end()
            raise Lost(f"It had no thought: {error or 'its process ended'}") from error
        if "lost" in answer:
            raise Lost(answer["lost"])
        return read_thought(answer["weighed"])

    def end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()


ADVISER = Mind()
"""Who thinks for people that ask what the house would do: one question at a time."""


def advised(job: Job) -> Thought:
    """A thought for somebody who asks; `Lost` where somebody else's question is thought about."""
    if not ADVISER.lock.acquire(timeout=5):
        raise Lost("The house thinks about somebody else’s question; ask again in a moment.")
    try:
        return ADVISER.think(job)
    finally:
        ADVISER.lock.release()


def _answer(process: subprocess.Popen[bytes], job: bytes, patience: float) -> bytes:
    assert process.stdin
    assert process.stdout
    process.stdin.write(job)
    process.stdin.flush()
    until, answer = monotonic() + patience, b""
    with selectors.DefaultSelector() as waiting:
        waiting.register(process.stdout, selectors.EVENT_READ)
        while not answer.endswith(b"\n"):
            if not waiting.select(max(0.0, until - monotonic())):
                raise Lost("it took too long")
            part = os.read(process.stdout.fileno(), 65536)
            if not part:
                raise Lost("its process ended")
            answer += part
    return answer


if __name__ == "__main__":
    main()
