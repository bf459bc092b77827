"""Slips for sealed fronts: the code that the enemy keeps until both fronts are opened."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from textwrap import wrap
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.scope.data import SIDE_NAMES, SIDES, Side
from companion.games.scope.printables.look import DRESS, MUTED, SIGN, sign
from companion.games.scope.printables.skyline import HEAD, heading
from companion.games.scope.printables.source import state_of
from companion.games.scope.printables.words import words
from companion.games.scope.rules.sealing import Seal
from companion.press.document import Document
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import EDGE, INK, Look, at_left, middle, qr_code
from companion.press.options import INK as INKS
from companion.press.options import MARKS, Made, papers
from companion.press.page import Piece, Size
from companion.press.text import BODY, LABEL, NUMERAL, SUBTITLE, Style, fit

SLIP = Size(180, 112)
"""Millimetres: two of them on a sheet, one a side."""
QR, BITS = 40.0, 16


def seal_slips(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """A slip a side: with the seals of a live table, which everybody may see, or to write the code on."""
    look, state = DRESS.look(choices), state_of(scene)
    seals = {side: Seal(digest) for side, digest in state.seals.items()} if state else {}
    slips = [Piece(_slip(side, seals.get(side), look)) for side in SIDES]
    return DRESS.laid("sealed fronts", slips, {**choices, "backs": "none"})


def _slip(side: Side, seal: Seal | None, look: Look) -> Face:
    width = SLIP.width - 2 * EDGE
    top = EDGE + HEAD + 6
    told = f"The {SIDE_NAMES[side]} front is laid and sealed. The enemy keeps this slip."
    room = Box(EDGE, top, width - QR - 6, SLIP.height - top - EDGE + 3)
    marks = (
        *heading("Sealed front", told, look, width),
        *_code(side, seal, room._replace(height=22), look),
        *_digest(seal, Box(room.x, room.y + 25, room.width, 18)),
        *_told(Box(room.x, room.y + 43, room.width, room.bottom - room.y - 43)),
        *_qr(side, seal, Box(EDGE + width - QR, top, QR, QR)),
    )
    return Face(*SLIP, marks, name=f"seal {side}", safe=EDGE - 4)


def _code(side: Side, seal: Seal | None, box: Box, look: Look) -> Iterator[Mark]:
    """The figure of the side, and the short code as large as it goes; or two fields of four letters."""
    yield Rectangle(box, Paint(stroke=INK, width=0.4) if look.saver else Paint(fill=look.full("paper")), 1)
    yield Stamp(sign(side, look.strong(side)), box.x + 3, box.y + 4, 14 / SIGN)
    room = Box(box.x + 20, box.y + 2, box.width - 23, box.height - 4)
    if seal:
        style = Style(font=NUMERAL, size=40, spacing=2.4, leading=1)
        yield from middle(seal.code, style, room, "seal")
        return
    pitch = room.width / 9
    for n in (0, 1, 2, 3, 5, 6, 7, 8):
        field = Box(room.x + n * pitch, room.y + 2, pitch - 1, room.height - 4)
        yield Rectangle(field, Paint(stroke=INK, width=0.25), 0.5)


def _digest(seal: Seal | None, box: Box) -> Iterator[Mark]:
    """The whole digest in groups, small: what the code is the beginning of."""
    head = Style(font=SUBTITLE, size=9, leading=1, colour=MUTED)
    yield from at_left("The whole seal (SHA-256)", head, box._replace(height=4.6), "seal")
    if seal is None:
        runs = tuple(((box.x, box.y + 9 + n * 6), (box.right, box.y + 9 + n * 6)) for n in range(2))
        yield Path(runs, Paint(stroke=(0.55,), width=0.18))
        return
    style = Style(font=LABEL, size=9, smallest=7, leading=1)
    for n, part in enumerate(wrap(seal.digest, 2 * BITS)):
        groups = " ".join(wrap(part, 4))
        yield from at_left(groups, style, Box(box.x, box.y + 5.2 + n * 5, box.width, 4.6), "seal")


def _told(box: Box) -> Iterator[Mark]:
    style = Style(font=BODY, size=8.5, smallest=7, leading=1.22, colour=MUTED)
    yield from fit(words()["seal"], style, box.width, box.height, "seal").at(box.x, box.y)


def _qr(side: Side, seal: Seal | None, box: Box) -> Iterator[Mark]:
    """The whole seal for a camera; a frame to stick it in where it is not known yet."""
    if seal:
        yield Stamp(qr_code(seal.qr(side), QR), box.x, box.y)
    else:
        yield Rectangle(box, Paint(stroke=(0.55,), width=0.25, dash=(1.6, 1.2)), 1)


SLIPS: Mapping[str, Made] = {
    "seals": (seal_slips, (papers("a4", "letter"), INKS, replace(MARKS, default="lines"))),
}
