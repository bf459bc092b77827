"""Finished files, their pages as pictures, and what a whole print held.

Each lies in a folder named after its content, under a name that people can read. The folders are all there is
to know; nothing about them is kept in a database. A folder appears whole or not at all. What has not been
asked for in a while goes first when room is short. What a whole print held is remembered in rows, so that
another time only what has changed is printed.
"""

import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.conf import settings
from django.db import DatabaseError

from companion import shelf
from companion.engine.errors import InvalidInput
from companion.press.pixels import PDFIUM
from companion.press.whole import NAME, Whole, of_setting
from companion.shop.models import WholePrint
from companion.shop.orders import Order, Seen, edition
from companion.strongbox import write_whole

if TYPE_CHECKING:
    from PIL.Image import Image

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
        return root() / self.digest

    @property
    def path(self) -> Path:
        return self.folder / self.name

    @property
    def size(self) -> int:
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
        record = json.loads((root() / digest / ABOUT).read_bytes())
        file = as_told(record)
        os.utime(file.path)
        return file
    return None


def as_told(record: dict[str, Any]) -> Finished:
    """As it was written down."""
    return Finished(**{**record, "holds": tuple(record["holds"])})


def as_kept(file: Finished) -> dict[str, object]:
    """What is known of it, for a house that keeps it too."""
    held = file.folder / HOLDS
    return {"about": asdict(file), "holds": json.loads(held.read_bytes()) if held.exists() else None}


def keep(order: Order, pdf: bytes) -> Finished:
    """Put a finished file on the shelf, whole or not at all; one that lies there already stays."""
    show = order.seen if order.scene else None
    made = Finished(
        order.digest, order.file_name, order.document.title, order.fingerprint,
        show.table.code if show else "", tuple(sorted(show.holds)) if show else (),
        order.plate.game.slug, order.plate.printable.name, _order(order), _drawn_now(order.plate.game.slug),
    )  # fmt: skip
    return shelve(made, pdf, held_in(order))


def shelve(made: Finished, pdf: bytes, held: Mapping[str, object] | None = None) -> Finished:
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


def _order(order: Order) -> str:
    query = {key: value for key, value in order.given.items() if isinstance(value, str) and value}
    query |= {"printer": order.printer.name} if order.printer else {}
    return urlencode(query)


def _drawn_now(system: str) -> str:
    """The edition in which that game's things are drawn today."""
    return edition(shelf.game(system).folder) if system in shelf.slugs() else "gone"


def held_in(order: Order) -> dict[str, object]:
    """What a whole print holds, with its game and its setting; empty for any other, and for a rest of one."""
    made = order.document
    if not isinstance(made, Whole) or not made.holds or made.from_sheet > 1:
        return {}
    system, setting = order.plate.game.slug, of_setting(order.choices)
    return {"system": system, "setting": setting, "holds": dict(made.holds)}


def shelved() -> Iterator[Finished]:
    """Every finished file, the one asked for last first."""
    files = []
    for about in root().glob(f"*/{ABOUT}"):
        with suppress(OSError, ValueError, TypeError):
            record = json.loads(about.read_bytes())
            each = as_told(record)
            files.append((each.used, each))
    yield from (each for _, each in sorted(files, key=lambda pair: -pair[0]))


def clean() -> None:
    """Throw away what is old, what is too much, and what a crash left half made."""
    now, room = time.time(), settings.PRINTS_BYTES
    for each in list(shelved()):
        with suppress(OSError):
            room -= each.size
            if room < 0 or each.used < now - settings.PRINTS_DAYS * DAY:
                shutil.rmtree(each.folder)
    for sample in root().glob("samples/*"):
        with suppress(OSError):
            if sample.stat().st_mtime < now - settings.PRINTS_DAYS * DAY:
                sample.unlink()
    for half in root().glob("half-*"):
        with suppress(OSError):
            if half.stat().st_mtime < now - DAY:
                shutil.rmtree(half)


ONE_AT_A_TIME = PDFIUM


def pages_in(file: Finished) -> int:
    """How many pages a finished file has."""
    kept = file.folder / "pages"
    if not kept.exists():
        write_whole(kept, str(counted(file.path.read_bytes())).encode())
    return int(kept.read_text())


def counted(pdf: bytes) -> int:
    from pypdfium2 import PdfDocument

    with ONE_AT_A_TIME:
        document = PdfDocument(pdf)
        count = len(document)
        document.close()
    return count


def page_of(file: Finished, number: int, width: int) -> bytes:
    """Page `number` of a finished file as a PNG of that many pixels across, drawn once."""
    kept = file.folder / f"page-{number}-{width}.png"
    if not kept.exists():
        with ONE_AT_A_TIME:
            _render(file.path, number, width, kept)
    return kept.read_bytes()


def _render(pdf: Path, number: int, width: int, to: Path) -> None:
    from pypdfium2 import PdfDocument

    document = PdfDocument(pdf)
    try:
        page = document[number - 1]
        half = to.with_suffix(".half")
        page.render(scale=width / page.get_width()).to_pil().convert("RGB").save(half, "PNG")
        half.replace(to)
    finally:
        document.close()


def rendered(pdf: bytes, number: int, longest: int) -> "Image":
    """A page of a file, counted from 1, as many pixels along its longer side; `InvalidInput` at `page`."""
    from pypdfium2 import PdfDocument

    with ONE_AT_A_TIME:
        document = PdfDocument(pdf)
        try:
            if not 1 <= number <= len(document):
                raise InvalidInput("page", f"There is no page {number}.")
            page = document[number - 1]
            picture: Image = page.render(scale=longest / max(page.get_size())).to_pil().convert("RGB")
            return picture
        finally:
            document.close()


def recalled(order: Order, device: str) -> Order:
    """The same order; one for what has changed knows the device's last whole print, or else the house's.

    What jammed is in that print already: on from a sheet, it is the print before it that counts.
    """
    if order.plate.printable.name != NAME or order.given.get("which") != "changed":
        return order
    held = None
    with suppress(DatabaseError):  # a fresh house, which prints on the command line alone, remembers nothing
        row = last(order.plate.game.slug, of_setting(order.choices), device)
        held = row and (row.before if order.from_sheet > 1 else row.holds)
    return replace(order, given={**order.given, "known": held}) if held else order


def last(system: str, setting: str, device: str) -> WholePrint | None:
    """The last whole print of that device, or of anybody in the house; `None` before the first."""
    prints = WholePrint.objects.filter(system=system, setting=setting).order_by("-printed_at")
    return prints.filter(device=device).first() or prints.first()


def taken(file: Finished, device: str) -> None:
    """Remember what a whole print held once somebody has its file."""
    with suppress(FileNotFoundError):
        _remember(json.loads((file.folder / HOLDS).read_bytes()), device)


def written(order: Order) -> None:
    """The same for a print that a command wrote down: it is the house's own."""
    if held_in(order):
        with suppress(DatabaseError):
            _remember(held_in(order), "")


def _remember(record: Mapping[str, object], device: str) -> None:
    row, new = WholePrint.objects.get_or_create(
        system=record["system"], setting=record["setting"], device=device, defaults={"holds": record["holds"]}
    )
    if not new and row.holds != record["holds"]:
        row.before, row.holds = row.holds, record["holds"]
        row.save()
