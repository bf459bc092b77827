"""Finished files: each in a folder named after its content, under a name that people can read.

The folders are all there is to know; nothing about them is kept in a database. A folder appears whole or
not at all. What has not been asked for in a while goes first when room is short.
"""

import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlencode

from django.conf import settings

from companion import shelf
from companion.engine.wire import Json
from companion.press.whole import Whole
from companion.press.whole.everything import of_setting
from companion.shop.orders import Order, Seen, edition

ABOUT = "about.json"
ORDERED = "ordered"
HOLDS = "holds.json"
DAY = 24 * 3600


@dataclass(frozen=True)
class Finished:
    """One finished file. `table` and `holds` say whose secrets it may hold; empty where nobody's.

    `system`, `printable` and `asked` are what was ordered, the last as an address says it; `drawn` is the
    edition in which it was drawn. A file that was kept before these were written down has none of them.
    """

    digest: str
    name: str
    title: str
    fingerprint: str
    table: str = ""
    holds: tuple[str, ...] = ()
    system: str = ""
    printable: str = ""
    asked: str = ""
    drawn: str = ""

    @property
    def is_older(self) -> bool:
        """Whether what it shows is drawn anew by now: the same order would give another file."""
        return self.drawn != _drawn_now(self.system)

    @property
    def folder(self) -> Path:
        """Where it lies."""
        return root() / self.digest

    @property
    def path(self) -> Path:
        """The PDF."""
        return self.folder / self.name

    @property
    def size(self) -> int:
        """Bytes."""
        return self.path.stat().st_size

    @property
    def used(self) -> float:
        """When it was last asked for, in seconds of the clock."""
        return self.path.stat().st_mtime

    @property
    def ordered(self) -> float:
        """When somebody last took it to print, in seconds of the clock; 0 where it was only looked at."""
        with suppress(OSError):
            return (self.folder / ORDERED).stat().st_mtime
        return 0.0

    def take(self) -> None:
        """Somebody prints it."""
        with suppress(OSError):
            (self.folder / ORDERED).touch()

    def may_be_seen_by(self, seen: Seen | None) -> bool:
        """Whether it shows no table, or that very table to those very seats."""
        if not self.table:
            return True
        return bool(seen and seen.table.code == self.table and set(self.holds) <= seen.holds)


def root() -> Path:
    """Where finished files are kept."""
    return Path(settings.HOME) / "prints"


def finished(digest: str) -> Finished | None:
    """The file of that digest, if it is kept."""
    with suppress(OSError, ValueError, TypeError):
        told = json.loads((root() / digest / ABOUT).read_bytes())
        found = Finished(**{**told, "holds": tuple(told["holds"])})
        os.utime(found.path)
        return found
    return None


def keep(order: Order, pdf: bytes) -> Finished:
    """Put a finished file on the shelf, whole or not at all; one that lies there already stays."""
    show = order.seen if order.scene else None
    made = Finished(
        order.digest, order.file_name, order.document.title, order.fingerprint,
        show.table.code if show else "", tuple(sorted(show.holds)) if show else (),
        order.plate.game.slug, order.plate.printable.name, _asked(order), _drawn_now(order.plate.game.slug),
    )  # fmt: skip
    return shelve(made, pdf, held_in(order))


def shelve(made: Finished, pdf: bytes, held: Mapping[str, Json] | None = None) -> Finished:
    """Lay a file down with what is known of it."""
    root().mkdir(parents=True, exist_ok=True)
    half = Path(tempfile.mkdtemp(prefix="half-", dir=root()))
    (half / made.name).write_bytes(pdf)
    (half / ABOUT).write_text(json.dumps(asdict(made)))
    if held:
        (half / HOLDS).write_text(json.dumps(held))
    try:
        half.rename(made.folder)
    except OSError:  # Somebody else finished the same file meanwhile: it is the same.
        shutil.rmtree(half, ignore_errors=True)
    clean()
    return made


def _asked(order: Order) -> str:
    told = {key: value for key, value in order.given.items() if isinstance(value, str) and value}
    told |= {"printer": order.printer.name} if order.printer else {}
    return urlencode(told)


def _drawn_now(system: str) -> str:
    """The edition in which that game's things are drawn today."""
    return edition(shelf.game(system).folder) if system in shelf.slugs() else "gone"


def held_in(order: Order) -> dict[str, Json]:
    """What a whole print holds, with its game and its setting; empty for any other, and for a rest of one."""
    made = order.document
    if not isinstance(made, Whole) or not made.holds or made.from_sheet > 1:
        return {}
    system, setting = order.plate.game.slug, of_setting(order.choices)
    return {"system": system, "setting": setting, "holds": dict(made.holds)}


def shelved() -> Iterator[Finished]:
    """Every finished file, the one asked for last first."""
    found = []
    for about in root().glob(f"*/{ABOUT}"):
        with suppress(OSError, ValueError, TypeError):
            told = json.loads(about.read_bytes())
            each = Finished(**{**told, "holds": tuple(told["holds"])})
            found.append((each.used, each))
    yield from (each for _, each in sorted(found, key=lambda pair: -pair[0]))


def clean() -> None:
    """Throw away what is old, what is too much, and what a crash left half made."""
    now, room = time.time(), settings.PRINTS_BYTES
    for each in list(shelved()):
        with suppress(OSError):
            room -= each.size
            if room < 0 or each.used < now - settings.PRINTS_DAYS * DAY:
                shutil.rmtree(each.folder)
    for half in root().glob("half-*"):
        with suppress(OSError):
            if half.stat().st_mtime < now - DAY:
                shutil.rmtree(half)
