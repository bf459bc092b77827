"""The house's own copies: one a night, each tried in an empty house; some of every age are kept."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, time, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from companion.strongbox import write_whole

KEPT = (("%Y-%m-%d", 7), ("%G-%V", 4), ("%Y-%m", 12))
"""The last copy of each of so many days, weeks and months."""
NAME = "house-%Y-%m-%d-%H%M%S.backup"
LIST = "copies.json"
FOLDED = "Journals folded again, which say what is shown:"
"""The last words of a house that a copy was opened in, before how many."""
DAY, SOON = timedelta(days=1), timedelta(minutes=10)
NEVER = "never"
ROOM = 3
"""A copy is made where the disk has so many times the journal's size to spare: it is tried there, too."""


@dataclass(frozen=True)
class Copy:
    """A copy by its file's name: when, how many rows, when it was proved, and what is wrong with it.

    `journals` is how many of them were folded again for that, and said what was shown.
    """

    name: str
    at: datetime
    rows: int = 0
    proved: datetime | None = None
    fault: str = ""
    journals: int = 0

    @property
    def when(self) -> str:
        """By the clock on the wall of the house."""
        return f"{self.at.day} {self.at:%B, %H:%M}"


def worth_keeping(times: Iterable[datetime]) -> set[datetime]:
    """The copies that stay: the last of each of seven days, four weeks and twelve months that have one.

    >>> len(worth_keeping(datetime(2026, 1, 1, hour) for hour in range(24)))
    1
    """
    ordered, keep = sorted(times), set[datetime]()
    for unit, many in KEPT:
        keep |= set(list({f"{at:{unit}}": at for at in ordered}.values())[-many:])
    return keep


def copies() -> list[Copy]:
    """What the list of the copies says, the newest first; empty where there is none to be read."""
    try:
        rows = json.loads((settings.COPIES / LIST).read_text("utf-8"))
        read = [Copy(**{**row, "at": _time(row["at"]), "proved": _time(row["proved"])}) for row in rows]
    except (OSError, ValueError, TypeError, KeyError):
        return []
    return sorted(read, key=lambda each: each.at, reverse=True)


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def make(back_up: Callable[[Path], int], now: datetime, *, also: str = "") -> Copy:
    """One more copy, tried, laid in the second place too; what is old goes. What fails is its `fault`.

    `back_up` writes the file and says how many rows it has; the copy of the name `also` stays, however old.
    """
    copy = Copy(f"{now:{NAME}}", now)
    try:
        settings.COPIES.mkdir(parents=True, exist_ok=True)
        file = settings.HOME / "companion.sqlite3"
        needed = ROOM * file.stat().st_size if file.exists() else 0
        if shutil.disk_usage(settings.COPIES).free < needed:
            raise OSError(28, f"the disk has less than {needed // 2**20} MB to spare")
        copy = replace(copy, rows=back_up(settings.COPIES / copy.name))
        journals, fault = tried(settings.COPIES / copy.name)
        proved = None if fault else datetime.now(now.tzinfo)
        copy = replace(copy, fault=fault, proved=proved, journals=journals)
        _lay_too(copy)
    except (OSError, DatabaseError) as error:
        words = error.strerror if isinstance(error, OSError) else None
        copy = replace(copy, fault=f"It could not be written: {words or error}.")
        with suppress(OSError):
            (settings.COPIES / f"{copy.name}.part").unlink(missing_ok=True)
    _list([copy, *copies()], also)
    return copy


def tried(file: Path) -> tuple[int, str]:
    """How many journals were folded in an empty house; and why it does not open it, or shows something else.

    The words are "" where all is well.
    """
    with TemporaryDirectory(dir=settings.COPIES, prefix="tried-") as home:
        around = {**os.environ, "COMPANION_HOME": home, "DATABASE_URL": ""}
        command = [sys.executable, str(settings.HOUSE / "manage.py"), "restore", str(file)]
        answer = subprocess.run(command, env=around, capture_output=True, text=True)
    lines = answer.stderr.strip().splitlines() or [f"The try ended with {answer.returncode}."]
    if answer.returncode:
        return 0, lines[-1].removeprefix("CommandError: ")
    said = answer.stdout.strip().splitlines()[-1:]
    return next((int(words.split()[-1]) for words in said if words.startswith(FOLDED)), 0), ""


def _lay_too(copy: Copy) -> None:
    """A stick or a share that is not there tonight is no fault of the copy, and is said."""
    if settings.COPIES_TOO is None:
        return
    try:
        write_whole(settings.COPIES_TOO / copy.name, (settings.COPIES / copy.name).read_bytes())
        _thin(settings.COPIES_TOO, worth_keeping(_times(settings.COPIES_TOO)))
    except OSError as error:
        raise OSError(error.errno, f"the second place is not to be written ({error.strerror})") from error


def _list(rows: list[Copy], also: str = "") -> None:
    """Keep what is worth it, and the newest however it went; a copy that failed stands for no day."""
    stay = {rows[0].at} | worth_keeping(each.at for each in rows if each.proved)
    day = {each.at for each in rows if each.proved and rows[0].at - each.at < DAY}  # What was gone back from.
    stay |= day | {each.at for each in rows if each.name == also}
    kept = [asdict(each) for each in rows if each.at in stay]
    with suppress(OSError):
        write_whole(settings.COPIES / LIST, json.dumps(kept, default=datetime.isoformat, indent=1).encode())
        _thin(settings.COPIES, stay)


def _times(folder: Path) -> Iterator[datetime]:
    """When each of a folder's copies was made, by its name."""
    for file in folder.glob("house-*.backup"):
        with suppress(ValueError):
            yield datetime.strptime(file.name, NAME)  # noqa: DTZ007  # names bear the time of the wall


def _thin(folder: Path, stay: Iterable[datetime]) -> None:
    keep = {f"{at:{NAME}}" for at in stay}
    for at in list(_times(folder)):
        if f"{at:{NAME}}" not in keep:
            (folder / f"{at:{NAME}}").unlink(missing_ok=True)


def before_upgrade(database: Path, edition: str) -> None:
    """The journal's file as it is, before a new edition brings it up to date; the last three of such stay."""
    if not database.exists():
        return
    settings.COPIES.mkdir(parents=True, exist_ok=True)
    there = settings.COPIES / f"before-{edition}.sqlite3"
    with closing(sqlite3.connect(database)) as one, closing(sqlite3.connect(there)) as other:
        one.backup(other)
    old = sorted(settings.COPIES.glob("before-*.sqlite3"), key=lambda file: file.stat().st_mtime)
    for file in old[:-3]:
        file.unlink(missing_ok=True)


def due(now: datetime, last: datetime | None, at: str) -> datetime:
    """When the next copy is made: at that time of the wall, or soon where the last night went without one.

    >>> due(datetime(2026, 1, 2, 9), datetime(2026, 1, 2, 4), "04:00")
    datetime.datetime(2026, 1, 3, 4, 0)
    >>> due(datetime(2026, 1, 2, 9), None, "04:00") - datetime(2026, 1, 2, 9)
    datetime.timedelta(seconds=600)
    """
    if last is None or now - last > DAY:
        return now + SOON
    tonight = datetime.combine(now.date(), time.fromisoformat(at), now.tzinfo)
    return tonight if tonight > now else tonight + DAY


class Nightly:
    """The thread that has a copy made each night, by a process of low priority of its own. `stop` ends it."""

    def __init__(self) -> None:
        self.stopping = Event()
        self.thread = Thread(target=self._keep, name="nightly", daemon=True)

    def start(self) -> "Nightly":
        if settings.COPIES_AT != NEVER:
            self.thread.start()
        return self

    def stop(self) -> None:
        self.stopping.set()

    def _keep(self) -> None:
        while True:
            now, last = datetime.now().astimezone(), next(iter(copies()), None)
            wait = due(now, last.at if last else None, settings.COPIES_AT) - now
            if self.stopping.wait(max(wait.total_seconds(), 1)):
                return
            command = [sys.executable, str(settings.HOUSE / "manage.py"), "backup"]
            child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if hasattr(os, "setpriority"):
                with suppress(OSError):
                    os.setpriority(os.PRIO_PROCESS, child.pid, 10)
            child.wait()
            if self.stopping.wait(SOON.total_seconds()):  # One that could not even be listed is tried again.
                return


def about(request: HttpRequest) -> HttpResponse:
    """Of the house itself: whose work is in it, and when its last copy was proved."""
    rows = copies()
    proved = next((each for each in rows if each.proved), None)
    shown = {
        "copies": rows,
        "proved": proved,
        "at": "" if settings.COPIES_AT == NEVER else settings.COPIES_AT,
    }
    return render(request, "about.html", shown)
