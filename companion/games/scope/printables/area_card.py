"""The front of an area card: a lit window in a ruined wall, and who stands in it."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.scope.data import TARGETS, Card, Side
from companion.games.scope.printables.house import Wall
from companion.games.scope.printables.look import MUTED, SIGN, sign
from companion.games.scope.printables.pane import pane
from companion.games.scope.printables.source import title_of
from companion.games.scope.printables.words import reminder
from companion.press.face import BLACK, WHITE, Box, Circle, Face, Mark, Paint, Rectangle, Stamp
from companion.press.look import INK, Drawn, Look, Place, composed, fixed, middle, richest
from companion.press.text import BODY, NUMERAL, SUBTITLE, TITLE

HEAD, NAME, OWN = 13.0, 10.5, 4.6
"""Millimetres: the row of signs, the kind's name, the name of one's own."""
BAND = 3.2


class Shown(NamedTuple):
    """A card to set: what it is and whose, its points, the name of one's own, its id on the sheet."""

    card: Card
    side: Side
    points: int
    own: str
    look: Look


def front(shown: Shown, name: str) -> Face:
    """The whole front."""
    look = shown.look
    return look.card((*_leaf(shown), *composed(FACE, shown, look.inner)), name)


def _leaf(shown: Shown) -> Iterator[Mark]:
    """Paper between two bands in the side's colour."""
    look, box = shown.look, shown.look.ground
    if not look.saver:
        yield Rectangle(box, Paint(fill=look.full("paper")))
    top = look.inner.y - 0.6 - box.y
    for y in (box.y, box.bottom - top):
        yield Rectangle(Box(box.x, y, box.width, top), look.panel(shown.side))


def _head(shown: Shown, room: Box) -> Iterator[Mark]:
    """The kind at the left, the side's figure in the middle, the points at the right."""
    look, y = shown.look, room.y + 1.4
    size = 9.4
    yield Stamp(sign(shown.card, INK), room.x + 1, y, size / SIGN)
    figure = 5.6
    place = room.x + (room.width - figure) / 2, y + (size - figure) / 2
    yield Stamp(sign(shown.side, look.strong(shown.side)), *place, figure / SIGN)
    if shown.card in TARGETS:
        x, radius = room.right - 1 - size / 2, size / 2 + 0.4
        yield Circle(x, y + size / 2, radius, _disc(shown))
        box = Box(x - radius, y - 0.2, 2 * radius, size)
        yield from middle(
            str(shown.points), look.style(NUMERAL, 22, look.on_panel(shown.side)), box, "points"
        )


def _disc(shown: Shown) -> Paint:
    if shown.look.saver:
        return Paint(fill=WHITE, stroke=BLACK, width=0.5)
    return Paint(fill=shown.look.full(shown.side))


def _title(shown: Shown, room: Box) -> Iterator[Mark]:
    look = shown.look
    style = look.style(TITLE, 27, spacing=0.9)
    box = Box(room.x + 1, room.bottom - NAME, room.width - 2, NAME)
    yield from middle(title_of(shown.card), style, box, shown.card)


def _own_name(shown: Shown, room: Box) -> Drawn:
    """What the group calls this card."""
    if not shown.own:
        return (), 0.0
    style = shown.look.style(SUBTITLE, 12, shown.look.strong(shown.side))
    box = Box(room.x + 1, room.bottom - OWN - 0.6, room.width - 2, OWN)
    return middle(shown.own, style, box, f"box.names.{shown.side}.{shown.card}"), OWN + 0.6


def _reminder(shown: Shown, room: Box) -> Drawn:
    """What it does, in small type; nothing where not even the shortest way fits."""
    style = shown.look.style(BODY, 8, MUTED, leading=1.16)
    block = richest(reminder(shown.card), style, room.width - 2, 7.2, shown.card)
    if block is None:
        return (), 0.8
    top = room.bottom - block.height - 1.0
    return block.at(room.x + 1, top, width=room.width - 2, align=0.5), block.height + 1.0


def _picture(shown: Shown, room: Box) -> Drawn:
    """The wall, the window, and who is in it."""
    box = Box(room.x + 1, room.y, room.width - 2, room.height - 0.4)
    if box.height < 14:
        return (), 0.0
    wall = Wall(shown.side, shown.look)
    marks = (*wall.masonry(box), *pane(shown.card, wall, box))
    return (*marks, Rectangle(box, Paint(stroke=shown.look.strong("night"), width=0.5))), room.height


FACE = (
    Place("head", "top", fixed(HEAD, _head)),
    Place("reminder", "bottom", _reminder, yields=1),
    Place("own name", "bottom", _own_name),
    Place("title", "bottom", fixed(NAME, _title)),
    Place("picture", "rest", _picture),
)
"""What stands on an area card."""
