"""Places of the battlefield on paper, as they are seen from a seat: to write in, with a card or a house."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.games.scope.data import CARD_NAMES, ENEMY, Card, Side
from companion.games.scope.printables.house import Wall
from companion.games.scope.printables.look import MUTED, SIGN, sign
from companion.games.scope.state import ground
from companion.press.face import BLACK, WHITE, Box, Circle, Mark, Paint, Rectangle, Stamp
from companion.press.look import INK, Look, at_left, richest
from companion.press.text import STRONG, SUBTITLE, Style

GAP = 1.6
TALLEST = 1.34
"""How much higher than wide a place may be: nearly a card's shape."""

type Rows = Sequence[Sequence[str]]


def own_rows(side: Side, columns: int, rows: int) -> Rows:
    """The cells of a front as its owner sees them, the first row on top."""
    first, last = ground.rows_of(side, rows)
    numbers = range(last, first - 1, -1) if side == "german" else range(first, last + 1)
    return [_row(side, columns, number) for number in numbers]


def enemy_rows(side: Side, columns: int, rows: int) -> Rows:
    """The cells of the enemy's front as this side sees them across the line, the enemy's last row on top."""
    first, last = ground.rows_of(ENEMY[side], rows)
    numbers = range(last, first - 1, -1) if side == "german" else range(first, last + 1)
    return [_row(side, columns, number) for number in numbers]


def _row(side: Side, columns: int, number: int) -> list[str]:
    """A row from left to right: the Soviet side looks from the other end."""
    found = [ground.cell(n, number) for n in range(columns)]
    return found if side == "german" else found[::-1]


def places(rows: Rows, box: Box) -> dict[str, Box]:
    """Where each cell is drawn: as large as they all fit, in the middle of the box."""
    across, down = len(rows[0]), len(rows)
    wide = min((box.width + GAP) / across - GAP, 40.0)
    high = min((box.height + GAP) / down - GAP, wide * TALLEST)
    wide = min(wide, high * 1.5)
    left = box.x + (box.width - across * (wide + GAP) + GAP) / 2
    return {
        at: Box(left + n * (wide + GAP), box.y + m * (high + GAP), wide, high)
        for m, row in enumerate(rows)
        for n, at in enumerate(row)
    }


def crossings(rows: Rows, where: dict[str, Box], look: Look) -> Iterator[Mark]:
    """A dot where four cards of a quadrant meet."""
    for upper, lower in pairwise(rows):
        for one, other in zip(upper, lower[1:], strict=False):
            x, y = where[one].right + GAP / 2, where[other].y - GAP / 2
            yield Circle(
                x, y, 1.15, Paint(fill=WHITE if look.saver else look.full("lit"), stroke=INK, width=0.2)
            )


def blank_place(at: str, side: Side, box: Box, look: Look) -> Iterator[Mark]:
    """A place to write in: paper with its side's edge, and the cell's name."""
    yield Rectangle(
        box, Paint(fill=WHITE if look.saver else look.full("paper"), stroke=(0.45,), width=0.2), 0.8
    )
    edge = box._replace(width=1.3)
    yield Rectangle(edge, look.panel(side))
    style = Style(font=SUBTITLE, size=8.5, smallest=7, leading=1, colour=MUTED)
    yield from at_left(at, style, Box(box.x + 2.2, box.bottom - 4.6, 8, 4), "cell")


def face_up(at: str, side: Side, card: Card, box: Box, look: Look) -> Iterator[Mark]:
    """A card that lies open in its place."""
    yield from blank_place(at, side, box, look)
    size = min(box.width - 3, box.height - 9) * (0.72 if card == "empty" else 0.92)
    ink = (0.6,) if card == "empty" else INK
    x, y = box.x + 0.65 + (box.width - size) / 2, box.y + 1 + (box.height - 9 - size) / 2
    yield Stamp(sign(card, ink), x, y, size / SIGN)
    style = Style(font=STRONG, size=8.5, smallest=7, leading=1, colour=MUTED if card == "empty" else INK)
    room = Box(box.x + 1.8, box.bottom - 8.4, box.width - 2.2, 4)
    told = (CARD_NAMES[card], {"empty": "empty", "machine_gun": "m. gun"}.get(card, ""))
    block = richest(told, style, room.width, room.height, "card")
    yield from block.at(room.x, room.y, width=room.width, align=0.5) if block else ()


def face_down(at: str, side: Side, box: Box, look: Look) -> Iterator[Mark]:
    """A card's back: a piece of wall with its side's figure and the cell's name."""
    yield from Wall(side, look).masonry(box)
    size = min(box.width, box.height) * 0.44
    ink = BLACK if look.saver else look.full(f"{side} light")
    x, y = box.x + (box.width - size) / 2, box.y + (box.height - size) / 2
    if look.saver:
        yield Circle(x + size / 2, y + size / 2, size * 0.62, Paint(fill=WHITE, stroke=BLACK, width=0.2))
    yield Stamp(sign(side, ink), x, y, size / SIGN)
    style = Style(font=SUBTITLE, size=8.5, smallest=7, leading=1, colour=ink)
    if look.saver:
        yield Rectangle(Box(box.x + 0.4, box.bottom - 4.6, 6, 4.2), Paint(fill=WHITE))
    yield from at_left(at, style, Box(box.x + 1.2, box.bottom - 4.6, 8, 4), "cell")
