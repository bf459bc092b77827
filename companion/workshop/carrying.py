"""A set in one file: a ZIP of its table and pictures, the same out and in; a hostile one is refused whole."""

import json
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from companion import shelf
from companion.engine.errors import InvalidInput
from companion.engine.own import LONGEST
from companion.engine.wire import loads
from companion.press.art import read_picture
from companion.press.pixels import Pixels
from companion.tables.writing import writing
from companion.workshop.album import MOST, album, keep, pixels_of
from companion.workshop.keeping import Maken, begin, latest, workshop_of
from companion.workshop.models import CardSet

FORMAT, TABLE, FOLDER = "own-cards/1", "cards.json", "pictures/"
MOST_BYTES, MOST_UNPACKED, LONGEST_TITLE = 40_000_000, 80_000_000, 80
ENCRYPTED = 0x1
WANTED = "A file of own cards is wanted, as the workshop gives one out"


class Brought(NamedTuple):
    """What a file holds, checked."""

    system: str
    base: str
    title: str
    rows: dict[str, list[dict[str, str]]]
    pictures: dict[str, Pixels]


def packed(cards: CardSet) -> bytes:
    """The set as it is now, in one file; the same set gives the same bytes."""
    now = latest(cards)
    told = {
        "format": FORMAT,
        "system": cards.system,
        "base": cards.base,
        "title": cards.title,
        "rows": now.rows,
    }
    out = BytesIO()
    with ZipFile(out, "w", ZIP_STORED) as file:
        file.writestr(ZipInfo(TABLE), json.dumps(told, ensure_ascii=False, indent=1))
        for name, picture in album(cards).items():
            file.writestr(ZipInfo(FOLDER + name), pixels_of(picture).data)
    return out.getvalue()


def take_in(data: bytes, who: Maken) -> CardSet:
    """A new set out of a file; `InvalidInput`, and nothing kept, where anything in it is wrong."""
    found = unpacked(data)
    new = CardSet(system=found.system, base=found.base, title=found.title)
    with writing():
        cards = begin(new, found.rows, who, "Brought in from a file")
        for name, pixels in found.pictures.items():
            keep(cards, name, pixels)
    return cards


def unpacked(data: bytes) -> Brought:
    """What a file holds; a JSON file is a table without pictures."""
    check_size(len(data))
    if data[:2] != b"PK":
        return _read(data, {})
    try:
        return _unzipped(data)
    except InvalidInput:
        raise
    # A file bent on purpose fails anywhere within the unpacker, with whatever it happens to raise.
    except Exception as error:
        raise InvalidInput("", f"{WANTED}; this one is damaged.") from error


def check_size(size: int) -> None:
    """Refuse a file that is larger than any set."""
    if size > MOST_BYTES:
        raise InvalidInput("", f"{WANTED}, of at most {MOST_BYTES // 1_000_000} MB.")


def _unzipped(data: bytes) -> Brought:
    with ZipFile(BytesIO(data)) as file:
        members = {each.filename: each for each in file.infolist()}
        _check(list(members.values()))
        names = [name for name in members if name.startswith(FOLDER) and name != FOLDER]
        pictures = {name.removeprefix(FOLDER): read_picture(file.read(name)) for name in names}
        return _read(file.read(TABLE), pictures)


def _check(members: list[ZipInfo]) -> None:
    if len(members) > MOST + 2 or sum(each.file_size for each in members) > MOST_UNPACKED:
        raise InvalidInput("", f"{WANTED}; this one unpacks to more than any set needs.")
    for each in members:
        name = each.filename
        if each.flag_bits & ENCRYPTED or ".." in name or "\\" in name or name.startswith("/"):
            raise InvalidInput("", f"{WANTED}; this one is locked or has members of strange names.")


def _read(data: bytes, pictures: dict[str, Pixels]) -> Brought:
    told = loads(data)
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise InvalidInput("format", f"{WANTED}: “format” is {FORMAT}.")
    system = told.get("system")
    if system not in shelf.slugs():
        raise InvalidInput("system", f"This house has no game “{str(system)[:40]}”.")
    workshop = workshop_of(str(system))
    if told.get("base") not in workshop.bases:
        raise InvalidInput("base", f"One of {', '.join(workshop.bases)} is wanted.")
    title = told.get("title")
    if not isinstance(title, str) or not 0 < len(title.strip()) <= LONGEST_TITLE or not title.isprintable():
        raise InvalidInput("title", f"A title of 1 to {LONGEST_TITLE} letters is wanted.")
    return Brought(str(system), told["base"], title.strip(), rows_in(told.get("rows")), pictures)


def rows_in(given: Any) -> dict[str, list[dict[str, str]]]:
    """The rows of each kind as a program or a file gives them; `InvalidInput` where they are no cells."""
    if not isinstance(given, dict) or not all(isinstance(each, list) for each in given.values()):
        raise InvalidInput("rows", "The rows of each kind are wanted, as lists.")
    for kind, rows in given.items():
        for n, row in enumerate(rows):
            cells = row.values() if isinstance(row, dict) else [None]
            if not all(isinstance(cell, str) and len(cell) <= LONGEST for cell in cells):
                raise InvalidInput(f"rows.{kind}.{n}", f"Cells are texts of at most {LONGEST} letters.")
    return given
