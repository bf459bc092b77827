"""Pictures of one's own on a print, by the ids of its cards: on their fronts, and as their backs."""

import re
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from companion.engine.errors import InvalidInput, under
from companion.engine.reading import Reading
from companion.engine.wire import Json
from companion.press.face import Box, Face, Image
from companion.press.look.guest_svg import is_svg, read_svg
from companion.press.pixels import Pixels, filling, read_pixels

WRITTEN = re.compile(r"data:image/(png|jpeg|svg\+xml);base64,")
MOST = 2_000


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Art:
    """The pictures of a print by the ids of its cards: within their fronts, and in place of their backs."""

    fronts: Mapping[str, Pixels] = field(default_factory=dict)
    backs: Mapping[str, Pixels] = field(default_factory=dict)

    def __repr__(self) -> str:
        told = {key: [*map(repr, each.items())] for key, each in (("f", self.fronts), ("b", self.backs))}
        return f"Art({told})"

    def front(self, name: str, box: Box, *, grey: bool) -> tuple[Image, ...]:
        """A card's own picture filling a place of its front; nothing where it has none."""
        found = self.fronts.get(name)
        return (Image(box, filling(found, round(box.width / box.height, 4), grey=grey)),) if found else ()

    def back(self, front: Face, *, grey: bool) -> Face | None:
        """The back that a card has of its own, to beyond the cut where its front goes there."""
        found = self.backs.get(front.name)
        if found is None:
            return None
        box = front.box("bleed")
        drawn = Image(box, filling(found, round(box.width / box.height, 4), grey=grey))
        return Face(front.width, front.height, (drawn,), f"back {front.name}", front.bleed, front.safe)


NONE = Art()


def art_of(given: Json | Art) -> Art:
    """The pictures of a print; `InvalidInput` at the picture that cannot be taken."""
    if given is None or isinstance(given, Art):
        return given or NONE
    with under("art"):
        reading = Reading(given, ("fronts", "backs"))
        both = (_pictures(reading.value.get(key, {}), key) for key in ("fronts", "backs"))
        return Art(*both)


def _pictures(given: Json, key: str) -> dict[str, Pixels]:
    if type(given) is not dict or len(given) > MOST:
        raise InvalidInput(key, f"At most {MOST} pictures by the ids of their cards are wanted.")
    found = {}
    for name, written in given.items():
        with under(key, name):
            found[name] = _read(written)
    return found


@lru_cache(maxsize=128)
def _read(written: str) -> Pixels:
    met = WRITTEN.match(written) if isinstance(written, str) else None
    if not met:
        raise InvalidInput("", "A picture as “data:image/png;base64,…” is wanted, or jpeg, or svg+xml.")
    try:
        return read_picture(b64decode(written[met.end() :], validate=True))
    except Error as error:
        raise InvalidInput("", "This is not written in base64.") from error


def read_picture(data: bytes) -> Pixels:
    """A guest's picture in any of the formats; `InvalidInput` where it cannot be taken."""
    return read_svg(data) if is_svg(data) else read_pixels(data)


def written(pixels: Pixels) -> str:
    """A picture as a file of pictures holds it."""
    return f"data:{pixels.kind};base64,{b64encode(pixels.data).decode()}"
