"""What a sheet's code says: which sheet it is, of which table, as it stood at which line, and which page."""

import re
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode
from zlib import crc32

from companion.engine.errors import InvalidInput
from companion.press.page import Tick

SIGN = "sheet1"
"""How every code of ours begins; another form of it would have another number."""
LONGEST = 400
LARGEST = 24 * 1024 * 1024
"""Bytes of a photo."""
WORD = re.compile(r"[a-z0-9_-]{1,60}")
CODE = re.compile(r"[A-Z0-9]{1,12}")
NUMBER = re.compile(r"[0-9]{1,7}")
STRANGE = "This code is none of a sheet that can be taken in."


class Slip(NamedTuple):
    """One page of a sheet: `seat` is whose it is, `-` where it is everybody's; `page` counts from 1.

    `given` are the print's choices that are not as usual. `check` tells whether the boxes are still drawn
    where they were when it was printed.
    """

    system: str
    printable: str
    table: str
    seat: str
    version: int
    page: int
    check: str
    given: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """The code's text."""
        told = (self.system, self.printable, self.table, self.seat, self.version, self.page, self.check)
        return "/".join((SIGN, *map(str, told), urlencode(self.given)))


def slip_of(text: str) -> Slip:
    """The page that a code names; `InvalidInput` for any other text."""
    parts = text.split("/") if len(text) <= LONGEST else []
    if len(parts) != 9 or parts[0] != SIGN:
        raise InvalidInput("code", STRANGE)
    system, printable, table, seat, version, page, check, given = parts[1:]
    shapes = ((WORD, (system, printable, seat, check)), (CODE, (table,)), (NUMBER, (version, page)))
    if not all(shape.fullmatch(word) for shape, words in shapes for word in words):
        raise InvalidInput("code", STRANGE)
    chosen = tuple(parse_qsl(given, max_num_fields=20))
    return Slip(system, printable, table, seat, int(version), int(page), check, chosen)


def check_of(ticks: Iterable[Tick]) -> str:
    """A short name for a page's boxes and their places."""
    told = ";".join(f"{name} {box.x:.1f} {box.y:.1f} {box.width:.1f}" for name, box in ticks)
    return f"{crc32(told.encode()):08x}"
