"""Two houses of this machine, each opened by `up`; the second follows the first."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from shutil import copytree
from typing import Any

from tests.conftest import ROOT, House

PATIENCE = 240
SERVED = """
import sys, tests.hurried
from companion import serving
serve = serving.serve
serving.serve = lambda *a, **k: serve(*a, **k, application={application!r})
from django.core.management import execute_from_command_line
execute_from_command_line(sys.argv)
"""
TALLY = "tests.tables.asgi:application"


class UpHouse(House):
    """A house that `up` has opened, with these words; what it prints lies in its log."""

    def __init__(self, home: Path, host: str = "127.0.0.1", patience: float = 2) -> None:
        home.mkdir(parents=True, exist_ok=True)
        super().__init__(home, TALLY)
        self.host, self.url = host, f"http://{host}:{self.port}"
        self.words: list[str] = []
        self.runs: tuple[str, ...] = ()
        self.env |= {
            "COMPANION_NAME": "",
            "COMPANION_COPIES_AT": "never",
            "COMPANION_OPENINGS": "100000",
            "COMPANION_BESIDE_PATIENCE": str(patience),
        }
        # The program that `up` becomes again is this one, and not the house's own.
        self.main = home / "up.py"
        self.main.write_text(
            f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n" + SERVED.format(application=TALLY)
        )

    def start(self, *, waits: bool = True) -> None:
        """Open it; where it is to wait for another one it answers nobody."""
        words = ["up", "--host", self.host, "--port", str(self.port), *self.words]
        log = (self.home / "server.log").open("ab")
        self.process = subprocess.Popen(
            [*self.runs, sys.executable, str(self.main), *words],
            cwd=ROOT,
            env=self.env,
            stdout=log,
            stderr=log,
        )
        if waits:
            until(self.answers)

    def answers(self) -> bool:
        """Whether it serves, or has ended already."""
        assert self.process
        assert self.process.poll() is None, self.log()
        with suppress(OSError), urllib.request.urlopen(self.url + "/house/lives/", timeout=2):
            return True
        return False

    def follow(self, first: "UpHouse", *more: str) -> None:
        """Follow that one from now on, by its keeper's code."""
        code = first.manage("key").splitlines()[3].strip()
        self.words = ["--beside", first.url, "--code", code, *more]
        self.start()
        until(lambda: first.state()["term"] == self.state()["term"] > 0)

    def state(self) -> Any:
        """Whether it leads, and its term; of a house that is down neither."""
        where = self.url + "/house/beside/state"
        with suppress(OSError, ValueError), urllib.request.urlopen(where, timeout=2) as answer:
            return json.load(answer)
        return {"leads": False, "term": 0}

    def pause(self) -> None:
        """It stands still, and does not know it."""
        assert self.process
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGCONT)

    def rows(self, table: str, file: str = "companion.sqlite3") -> list[Any]:
        """All rows of a table of its database, or its shop's."""
        with closing(sqlite3.connect(self.home / file)) as line:
            return line.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()

    def log(self) -> str:
        return (self.home / "server.log").read_text(errors="replace")


def until(true: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait for it."""
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, "It has not come about."
        time.sleep(0.05)


def pair(home: Path, furnished: Path, *more: str) -> Iterator[tuple[UpHouse, UpHouse]]:
    """Both, the second beside the first, with these words."""
    copytree(furnished, home / "first")
    first, second = UpHouse(home / "first"), UpHouse(home / "second", "127.0.0.2")
    try:
        first.start()
        second.follow(first, *more)
        yield first, second
    finally:
        for each in (first, second):
            if each.process:
                each.go_on()
            each.kill()
            each.place.close()
        print(first.log(), second.log(), os.sep)
