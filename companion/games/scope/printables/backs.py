"""The back of a side's cards: a ruined house at night, its figure on the wall. All of a side are the same."""

from collections.abc import Iterator
from functools import lru_cache

from companion.games.scope.data import Side
from companion.games.scope.printables.house import Wall
from companion.games.scope.printables.look import SIGN, sign
from companion.press.face import BLACK, WHITE, Box, Circle, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import Look

STARS = ((0.12, 0.014), (0.42, 0.01), (0.55, 0.03), (0.66, 0.016), (0.78, 0.05), (0.83, 0.11), (0.96, 0.14))
"""Where stars stand over the German house, in shares of its width and height."""
DEPTH = 0.19
COLUMNS, ROWS = (0.07, 0.235, 0.66, 0.825), (0.235, 0.465, 0.695)
BOARDED = {"german": (1, 2), "soviet": (3, 1)}
BREACHES = {
    "german": ((0.14, 0.44, 0.045), (0.6, 0.9, 0.07)),
    "soviet": ((0.86, 0.9, 0.075), (0.3, 0.9, 0.04)),
}
"""Where shells have struck, and how large the hole is, in shares of the house's width."""


@lru_cache(maxsize=32)
def back(side: Side, look: Look) -> Face:
    """The house on the back of an area card."""
    return look.card(tuple(_night(side, look)), f"back {side}")


@lru_cache(maxsize=32)
def square_back(side: Side, look: Look) -> Face:
    """The same house on the back of the shot card, which is as wide as it is high."""
    return look.card(tuple(_night(side, look)), f"shot back {side}")


def _night(side: Side, look: Look) -> Iterator[Mark]:
    wall = Wall(side, look)
    if not look.saver:
        yield Rectangle(look.ground, Paint(fill=look.full("night")))
    house = Box(look.inner.x, look.inner.y + 1, look.inner.width, look.inner.height - 1)
    yield from wall.masonry(house)
    yield from _windows(wall, house)
    yield wall.roofline(house, house.height * DEPTH)
    yield from _sky(side, house, look)
    for across, down, size in BREACHES[side]:
        x, y = house.x + across * house.width, house.y + down * house.height
        yield from wall.breach(x, y, size * house.width)
    yield from wall.rubble(Box(house.x, house.bottom - 6, house.width, 6), 70, "back")
    yield from _figure(side, house, look)


def _sky(side: Side, house: Box, look: Look) -> Iterator[Mark]:
    """Stars, and a thin moon over the corner that is gone."""
    if look.saver:
        return
    pale, night = Paint(fill=look.full("ash")), Paint(fill=look.full("night"))
    for across, down in STARS:
        x = house.x + (across if side == "german" else 1 - across) * house.width
        yield Circle(x, house.y + down * house.height, 0.22, pale)
    x = house.x + (0.9 if side == "german" else 0.1) * house.width
    y, radius = house.y + house.height * 0.055, house.width * 0.05
    yield Circle(x, y, radius, pale)
    yield Circle(x - radius * 0.5, y - radius * 0.2, radius * 0.92, night)


def _windows(wall: Wall, house: Box) -> Iterator[Mark]:
    """Four columns of three, two on either side of the figure; one of them is boarded up."""
    wide, high = house.width * 0.105, house.height * 0.15
    for column in COLUMNS:
        for row in ROWS:
            box = Box(house.x + column * house.width, house.y + row * house.height, wide, high)
            yield from wall.window(box)
            if (COLUMNS.index(column), ROWS.index(row)) == BOARDED[wall.side]:
                yield from _boards(wall, box)


def _boards(wall: Wall, box: Box) -> Iterator[Mark]:
    """Planks across a window, none of them level."""
    high = box.height * 0.15
    for share, tilt in ((0.08, 0.06), (0.4, -0.07), (0.68, 0.03)):
        left, right = box.x - 0.5, box.right + 0.5
        y, to = box.y + box.height * share, box.height * tilt
        run = ((left, y), (right, y + to), (right, y + to + high), (left, y + high))
        yield Path((run,), wall.tone("rubble"), closed=True)


def _figure(side: Side, house: Box, look: Look) -> Iterator[Mark]:
    """The side's figure, large, with a thin shadow that lifts it off the wall."""
    size = min(house.width, house.height) * 0.52
    x, y = house.x + (house.width - size) / 2, house.y + (house.height - size) / 2
    if look.saver:
        yield Circle(x + size / 2, y + size / 2, size * 0.6, Paint(fill=WHITE, stroke=BLACK, width=0.3))
        yield Stamp(sign(side, BLACK), x, y, size / SIGN)
        return
    yield Stamp(sign(side, look.full(f"{side} joint")), x + 0.7, y + 0.9, size / SIGN)
    yield Stamp(sign(side, look.full(f"{side} light")), x, y, size / SIGN)
