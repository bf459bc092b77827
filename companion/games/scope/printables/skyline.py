"""The head of SCOPE's sheets: the ruined city at night, German houses at the left, Soviet ones at right."""

from collections.abc import Iterator
from random import Random

from companion.games.scope.data import SIDES
from companion.games.scope.printables.house import Wall
from companion.games.scope.printables.look import MUTED, SIGN, sign
from companion.press.face import BLACK, WHITE, Box, Circle, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import EDGE, INK, Look, richest
from companion.press.text import SUBTITLE, TITLE, Style, line

HEAD = 27.0
"""Millimetres: the height of the picture."""
HOUSES = (0.5, 0.38, 0.62, 0.44)
"""How high the houses of a side are, from the edge of the sheet towards its middle, in shares of the head."""


def heading(name: str, told: str, look: Look, width: float) -> Iterator[Mark]:
    """The picture with the game's name, what sheet this is, and a line below that says what for."""
    box = Box(EDGE, EDGE - 3, width, HEAD)
    yield from _sky(box, look)
    for side in SIDES:
        yield from _street(Wall(side, look), box)
    light = BLACK if look.saver else look.full("paper")
    title = Style(font=TITLE, size=25, spacing=2.2, leading=1, colour=light)
    sheet = Style(font=SUBTITLE, size=16, smallest=9, leading=1, colour=light)
    yield from line("SCOPE", title, 60, "sheet").at(box.x, box.y + 3, width=box.width, align=0.5)
    yield from line(name, sheet, 78, "sheet").at(box.x, box.y + 13.2, width=box.width, align=0.5)
    quiet = Style(font=SUBTITLE, size=10.5, smallest=7, leading=1, colour=MUTED)
    block = richest((told, f"{told[:100]}…"), quiet, width, 5, "sheet")
    yield from block.at(box.x, box.bottom + 1.4) if block else ()


def _sky(box: Box, look: Look) -> Iterator[Mark]:
    """Night, and the ring of a scope behind the name."""
    if look.saver:
        yield Rectangle(box, Paint(stroke=BLACK, width=0.4))
        return
    yield Rectangle(box, Paint(fill=look.full("night")))
    x, y = box.x + box.width / 2, box.y + box.height / 2
    yield Circle(x, y, box.height * 0.48, Paint(fill=look.full("dusk")))
    chance = Random("stars")
    for _ in range(34):
        across, down = chance.random(), chance.random() * 0.5
        spot = box.x + across * box.width, box.y + 1 + down * box.height
        yield Circle(*spot, 0.16, Paint(fill=look.full("rubble")))


def _street(wall: Wall, box: Box) -> Iterator[Mark]:
    """The houses of one side, and the street in front of them."""
    wide, gap = 13.5, 0.6
    room = int((box.width / 2 - 24) / (wide + gap))
    for n, share in enumerate(HOUSES[:room]):
        high = box.height * share
        from_edge = 2.0 + n * (wide + gap)
        x = box.x + from_edge if wall.side == "german" else box.right - from_edge - wide
        house = Box(x, box.bottom - high, wide, high)
        yield from _small_house(wall, house, figure=share == max(HOUSES[:room]))
    tone = (
        Paint(stroke=BLACK, width=0.3)
        if wall.look.saver
        else Paint(stroke=wall.look.full("rubble"), width=0.4)
    )
    left = box.x if wall.side == "german" else box.x + box.width / 2
    yield Path((((left, box.bottom - 0.4), (left + box.width / 2, box.bottom - 0.4)),), tone)


def _small_house(wall: Wall, box: Box, *, figure: bool) -> Iterator[Mark]:
    yield from wall.masonry(box)
    chance = Random(f"{wall.side} {box.height:.1f}")
    rows = int((box.height - 3) / 4.4)
    for row in range(rows):
        for column in range(3):
            pane = Box(box.x + 1.5 + column * 4.1, box.y + 3 + row * 4.4, 2.2, 2.8)
            lit = chance.random() < 0.3
            yield Rectangle(pane, _pane(wall, lit=lit))
    yield wall.roofline(box, 2.6)
    if figure:
        yield from _figure_on(wall, box)


def _figure_on(wall: Wall, box: Box) -> Iterator[Mark]:
    """The side's figure on its largest house."""
    size = box.width * 0.55
    x, y = box.x + (box.width - size) / 2, box.y + box.height * 0.42
    if wall.look.saver:
        yield Circle(x + size / 2, y + size / 2, size * 0.62, Paint(fill=WHITE, stroke=BLACK, width=0.2))
    ink = INK if wall.look.saver else wall.look.full(f"{wall.side} light")
    yield Stamp(sign(wall.side, ink), x, y, size / SIGN)


def _pane(wall: Wall, *, lit: bool) -> Paint:
    if wall.look.saver:
        return Paint(fill=WHITE if lit else BLACK, stroke=BLACK, width=0.12)
    return Paint(fill=wall.look.full("lit" if lit else f"{wall.side} joint"))
