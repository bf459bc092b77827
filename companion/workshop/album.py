"""The pictures of a set: taken in once they are made safe, and given out to the press."""

import re
from base64 import b64decode, b64encode
from functools import lru_cache

from django.db.models import Sum
from django.db.models.functions import Length

from companion.engine.errors import InvalidInput
from companion.engine.own import BACK, PICTURE, Kind, Row
from companion.engine.own.cells import Fault
from companion.press.art import Art, read_picture
from companion.press.pixels import Pixels
from companion.tables.writing import writing
from companion.workshop.models import CardSet, Picture

MOST, MOST_BYTES = 200, 30_000_000
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
    if len(there) >= MOST:
        raise InvalidInput("", f"A set holds at most {MOST} pictures; take one away first.")
    held = Picture.objects.filter(cards=cards).aggregate(all=Sum(Length("data")))["all"] or 0
    if held * 3 // 4 + len(pixels.data) > MOST_BYTES:
        most = MOST_BYTES // 1_000_000
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
    """A picture as the press takes it."""
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
