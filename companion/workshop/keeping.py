"""Keeping sets of own cards: each save is a version, nothing is ever lost; their pictures; a set in one file.

Pictures are taken in once they are made safe. A file is a ZIP of a set's table and pictures, the same out and
in; a hostile one is refused whole.
"""

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from typing import NamedTuple
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from django.db import IntegrityError, transaction
from django.db.models import Sum
from django.db.models.functions import Length

from companion import shelf
from companion.engine.errors import GameError, InvalidInput
from companion.engine.game import Game
from companion.engine.own import (
    BACK,
    LONGEST,
    MOST_ROWS,
    PICTURE,
    Fault,
    Kind,
    Row,
    Workshop,
    differences,
    named,
    plain,
)
from companion.engine.wire import loads
from companion.press.art import Art, read_picture
from companion.press.pixels import Pixels
from companion.tables.devices import hashed, new_code
from companion.tables.models import writing
from companion.workshop.models import CardSet, Maker, Picture, SetVersion

type Rows = Mapping[str, Sequence[Mapping[str, str]]]
"""The rows of a set by the keys of their kinds."""

FEW = 4
"""Changes that a version tells one by one."""
MOST_SETS = 100
"""Sets that one device makes."""


class Maken(NamedTuple):
    """Who makes it: the hash of a device's secret, and what to call it."""

    hash: str
    label: str


def made() -> list[Game[object]]:
    """The games of which cards can be made."""
    return [game for game in shelf.games().values() if game.workshop]


def workshop_of(system: str) -> Workshop:
    """What of that game can be made; `InvalidInput` where nothing can."""
    game = shelf.game(system)
    if game.workshop is None:
        raise InvalidInput("system", f"{game.title} has no cards to make.")
    return game.workshop


def maker(secret: str, label: str) -> Maken:
    return Maken(hashed(secret), label[:60])


def begin(new: CardSet, rows: Rows, who: Maken, what: str) -> CardSet:
    """Keep a new set with its first version."""
    clean = _clean(workshop_of(new.system), rows)
    with writing():
        if Maker.objects.filter(hash=who.hash).count() >= MOST_SETS:
            raise InvalidInput("", f"A device makes at most {MOST_SETS} sets; make these on another one.")
        cards = _coded(new)
        Maker.objects.create(cards=cards, hash=who.hash, label=who.label)
        _write(cards, 0, clean, what, who.label)
    return cards


def _coded(new: CardSet) -> CardSet:
    while True:
        new.code = new_code()
        try:
            with transaction.atomic():
                new.save(force_insert=True)
        except IntegrityError:
            if not CardSet.objects.filter(code=new.code).exists():
                raise
        else:
            return new


def latest(cards: CardSet) -> SetVersion:
    row = SetVersion.objects.filter(cards=cards).order_by("-number").first()
    assert row is not None, "a set has a version from its beginning"
    return row


def version_of(cards: CardSet, number: int) -> SetVersion:
    """One of its versions; `InvalidInput` where there is none of that number."""
    row = SetVersion.objects.filter(cards=cards, number=number).first()
    if row is None:
        raise InvalidInput("made", f"“{cards.title}” has no version {number}.")
    return row


class StaleSet(GameError):
    """The set has been saved since it was read: what was changed meanwhile would be lost."""

    code = "stale"


def save(cards: CardSet, rows: Rows, by: str, what: str = "", seen: int | None = None) -> SetVersion:
    """Keep these rows as the newest version, unless they are that already.

    `StaleSet` where they were made from the version `seen`, and another has come since.
    """
    workshop = workshop_of(cards.system)
    clean = _clean(workshop, rows)
    with writing():
        cards = CardSet.objects.select_for_update().get(pk=cards.pk)
        now = latest(cards)
        if clean == now.rows:
            return now
        if seen not in (None, now.number):
            raise StaleSet("seen", f"The set is in version {now.number} by now; read it again.")
        words = what or changes(workshop, now.rows, clean)
        return _write(cards, now.number, clean, words, by)


def changes(workshop: Workshop, before: Rows, after: Rows) -> str:
    """What is otherwise, in words; the first few of many."""
    rows = [
        words
        for kind in workshop.kinds
        for words in differences(kind, before.get(kind.key, ()), after.get(kind.key, ()))
    ]
    more = f"; and {len(rows) - FEW} more" if len(rows) > FEW else ""
    return "; ".join(rows[:FEW]) + more


def restore(cards: CardSet, number: int, by: str, *, undo: bool = False) -> SetVersion:
    """An old version again, as the newest; an undo goes on from where that one came."""
    old = version_of(cards, number)
    version = save(cards, old.rows, by, f"{'Undone: as' if undo else 'As'} in version {number}")
    if undo:
        SetVersion.objects.filter(pk=version.pk).update(based_on=old.based_on)
    return version


def _clean(workshop: Workshop, rows: Rows) -> dict[str, list[dict[str, str]]]:
    """Rows as they are kept: their own columns, no blank cells, each with a short name."""
    entries = {}
    for kind in workshop.kinds:
        given = rows.get(kind.key, ())
        keys = [column.key for column in kind.all_columns]
        cells = [{key: plain(row[key])[:LONGEST] for key in keys if row.get(key)} for row in given]
        filled = [{key: cell for key, cell in row.items() if cell} for row in cells]
        if len(filled) > MOST_ROWS:
            raise InvalidInput(
                kind.key, f"A set holds at most {MOST_ROWS} {kind.title.lower()}; {len(filled)} were given."
            )
        entries[kind.key] = named(kind, [row for row in filled if row])
    return entries


def _write(cards: CardSet, after: int, rows: Rows, what: str, by: str) -> SetVersion:
    text = json.dumps(rows, ensure_ascii=False)
    return SetVersion.objects.create(
        cards=cards, number=after + 1, based_on=after, text=text, what=what[:2_000], by=by[:60]
    )


MOST_PICTURES, ALBUM_BYTES = 200, 30_000_000
"""Pictures of one set, and bytes of all of them."""
UNFIT = re.compile(r"[^\w. -]+")


def take(cards: CardSet, name: str, data: bytes) -> Picture:
    """Keep a guest's picture under a name that no other has; `InvalidInput` where it cannot be taken."""
    pixels = read_picture(data)
    with writing():
        return keep(cards, name, pixels)


def keep(cards: CardSet, name: str, pixels: Pixels) -> Picture:
    """Keep a picture that has been made safe; the very same under the same name is kept once."""
    there = {each.name: each.digest for each in Picture.objects.filter(cards=cards).defer("data")}
    if len(there) >= MOST_PICTURES:
        raise InvalidInput("", f"A set holds at most {MOST_PICTURES} pictures; take one away first.")
    held = Picture.objects.filter(cards=cards).aggregate(all=Sum(Length("data")))["all"] or 0
    if held * 3 // 4 + len(pixels.data) > ALBUM_BYTES:
        most = ALBUM_BYTES // 1_000_000
        raise InvalidInput("", f"The pictures of a set have at most {most} MB together; take one away first.")
    plain = UNFIT.sub(" ", name).strip()[-50:].strip() or "picture"
    free, n = plain, 1
    while there.get(free, pixels.digest) != pixels.digest:
        n += 1
        free = f"{plain} {n}"
    data = b64encode(pixels.data).decode()
    size = {"width": pixels.width, "height": pixels.height, "digest": pixels.digest}
    return Picture.objects.get_or_create(cards=cards, name=free, defaults={"data": data, **size})[0]


def pixels_of(picture: Picture) -> Pixels:
    return _pixels(picture.pk, picture.digest, picture.width, picture.height)


@lru_cache(maxsize=256)
def _pixels(pk: int, digest: str, width: int, height: int) -> Pixels:
    data = Picture.objects.values_list("data", flat=True).get(pk=pk)
    return Pixels(b64decode(data), width, height, digest)


def album(cards: CardSet) -> dict[str, Picture]:
    """The pictures of a set by name, their data left where it is."""
    return {each.name: each for each in Picture.objects.filter(cards=cards).defer("data")}


def art(kind: Kind, rows: list[dict[str, str]], pictures: dict[str, Picture]) -> Art:
    """The pictures that these cards name, by the cards' ids."""
    fronts: dict[str, Pixels] = {}
    backs: dict[str, Pixels] = {}
    for row in rows:
        name = row.get(kind.id, "")
        if picture := pictures.get(row.get(PICTURE, "")):
            fronts[name] = pixels_of(picture)
        if picture := pictures.get(row.get(BACK, "")):
            backs |= dict.fromkeys(kind.called(name), pixels_of(picture))
    return Art(fronts, backs)


def missing(row: Row, pictures: dict[str, Picture]) -> list[Fault]:
    """The cells that name a picture which the set has not."""
    wrong = [(key, row[key]) for key in (PICTURE, BACK) if row.get(key) and row[key] not in pictures]
    return [Fault(key, f"This set has no picture “{name}”; add it under Pictures.") for key, name in wrong]


FORMAT, TABLE, FOLDER = "own-cards/1", "cards.json", "pictures/"
MOST_BYTES, MOST_UNPACKED, LONGEST_TITLE = 40_000_000, 80_000_000, 80
ENCRYPTED = 0x1
WANTED = "A file of own cards is wanted, as the workshop gives one out"


class Brought(NamedTuple):
    system: str
    base: str
    title: str
    rows: dict[str, list[dict[str, str]]]
    pictures: dict[str, Pixels]


def packed(cards: CardSet) -> bytes:
    """The set as it is now, in one file; the same set gives the same bytes."""
    now = latest(cards)
    fields = {
        "format": FORMAT,
        "system": cards.system,
        "base": cards.base,
        "title": cards.title,
        "rows": now.rows,
    }
    out = BytesIO()
    with ZipFile(out, "w", ZIP_STORED) as file:
        file.writestr(ZipInfo(TABLE), json.dumps(fields, ensure_ascii=False, indent=1))
        for name, picture in album(cards).items():
            file.writestr(ZipInfo(FOLDER + name), pixels_of(picture).data)
    return out.getvalue()


def take_in(data: bytes, who: Maken) -> CardSet:
    """A new set out of a file; `InvalidInput`, and nothing kept, where anything in it is wrong."""
    brought = unpacked(data)
    new = CardSet(system=brought.system, base=brought.base, title=brought.title)
    with writing():
        cards = begin(new, brought.rows, who, "Brought in from a file")
        for name, pixels in brought.pictures.items():
            keep(cards, name, pixels)
    return cards


def unpacked(data: bytes) -> Brought:
    """What a file holds; a JSON file is a table without pictures."""
    check_size(len(data))
    if data[:2] != b"PK":
        return _read(data, {})
    try:
        with ZipFile(BytesIO(data)) as file:
            members = {each.filename: each for each in file.infolist()}
            _check(list(members.values()))
            names = [name for name in members if name.startswith(FOLDER) and name != FOLDER]
            pictures = {name.removeprefix(FOLDER): read_picture(file.read(name)) for name in names}
            return _read(file.read(TABLE), pictures)
    except InvalidInput:
        raise
    # A file bent on purpose fails anywhere within the unpacker, with whatever it happens to raise.
    except Exception as error:
        raise InvalidInput("", f"{WANTED}; this one is damaged.") from error


def check_size(size: int) -> None:
    """Refuse a file that is larger than any set."""
    if size > MOST_BYTES:
        raise InvalidInput("", f"{WANTED}, of at most {MOST_BYTES // 1_000_000} MB.")


def _check(members: list[ZipInfo]) -> None:
    if len(members) > MOST_PICTURES + 2 or sum(each.file_size for each in members) > MOST_UNPACKED:
        raise InvalidInput("", f"{WANTED}; this one unpacks to more than any set needs.")
    for each in members:
        name = each.filename
        if each.flag_bits & ENCRYPTED or ".." in name or "\\" in name or name.startswith("/"):
            raise InvalidInput("", f"{WANTED}; this one is locked or has members of strange names.")


def _read(data: bytes, pictures: dict[str, Pixels]) -> Brought:
    record = loads(data)
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise InvalidInput("format", f"{WANTED}: “format” is {FORMAT}.")
    system = record.get("system")
    if system not in shelf.slugs():
        raise InvalidInput("system", f"This house has no game “{str(system)[:40]}”.")
    workshop = workshop_of(str(system))
    if record.get("base") not in workshop.bases:
        raise InvalidInput("base", f"One of {', '.join(workshop.bases)} is wanted.")
    title = record.get("title")
    if not isinstance(title, str) or not 0 < len(title.strip()) <= LONGEST_TITLE or not title.isprintable():
        raise InvalidInput("title", f"A title of 1 to {LONGEST_TITLE} letters is wanted.")
    return Brought(str(system), record["base"], title.strip(), rows_in(record.get("rows")), pictures)


def rows_in(given: object) -> dict[str, list[dict[str, str]]]:
    """The rows of each kind as a program or a file gives them; `InvalidInput` where they are no cells."""
    if not isinstance(given, dict) or not all(isinstance(each, list) for each in given.values()):
        raise InvalidInput("rows", "The rows of each kind are wanted, as lists.")
    for kind, rows in given.items():
        for n, row in enumerate(rows):
            cells = row.values() if isinstance(row, dict) else [None]
            if not all(isinstance(cell, str) and len(cell) <= LONGEST for cell in cells):
                raise InvalidInput(f"rows.{kind}.{n}", f"Cells are texts of at most {LONGEST} letters.")
    return given
