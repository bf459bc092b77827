"""Card backs: a year's events look alike, and so do a side's missions."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from companion.games.scarper.data import SIDE_NAMES
from companion.games.scarper.printables.look import GOLD, LEAN, symbol
from companion.press.engraving import Point, hatch
from companion.press.face import BLACK, WHITE, Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import Look
from companion.press.text import NUMERAL, STRONG, TITLE, Style, line

MIDDLE = 0.4
"""How far down a card the drawn line runs when it is straight."""

STATIONS = 9
"""The frontline of the back has one station a battlefield."""
LINES = {
    1914: (3, 1, 2, -1, -3, -1, 1, 0, 1),
    1915: (2, -1, 1, 0, -2, 1, 0, 2, 1),
    1916: (1, 0, 3, 1, -1, -3, -1, 1, 0),
    1917: (-1, 2, 0, -2, 0, -1, 2, 1, -1),
    1918: (-2, -3, -1, 1, 2, 1, 3, 2, 3),
}
"""Where the drawn line bends, by year: ornament, no position of a game."""


@lru_cache(maxsize=32)
def event_back(year: int, look: Look) -> Face:
    """The back of a year's events: the front from the sea to Switzerland, and the year across it."""
    plate = Box(look.inner.x + 7, look.inner.bottom - 30, look.inner.width - 14, 24)
    paint = Paint(fill=WHITE, stroke=BLACK, width=0.5) if look.saver else Paint(fill=BLACK)
    figure = Style(font=NUMERAL, size=60, leading=1, colour=BLACK if look.saver else WHITE)
    name = Style(font=TITLE, size=15, spacing=4, leading=1, colour=BLACK)
    label = Box(look.inner.x + 12, look.inner.y + 5, look.inner.width - 24, 9)
    marks: list[Mark] = [
        *_front_line(year, look),
        Rectangle(plate, paint, 1.5),
        Rectangle(plate.inset(1.1), Paint(stroke=BLACK if look.saver else GOLD, width=0.3), 0.8),
        Rectangle(label, Paint(fill=WHITE, stroke=BLACK, width=0.35), 1),
        *line(str(year), figure, plate.width, "back").at(
            plate.x, plate.y + 1.2, width=plate.width, align=0.5
        ),
        *line("SCARPER", name, label.width, "back").at(label.x, label.y + 1.8, width=label.width, align=0.5),
    ]
    return look.card(tuple(marks), f"back {year}")


def _front_line(year: int, look: Look) -> Iterator[Mark]:
    """German hatching above, Allied below, the line between them."""
    field = look.ground
    step = field.width / (STATIONS - 1)
    bends = [
        (field.x + n * step, look.height * MIDDLE + 3.4 * bend)
        for n, bend in enumerate(LINES.get(year, (0,) * 9))
    ]
    for side, edge in (("german", field.y), ("allied", field.bottom)):
        pieces = [((x0, y0), (x1, y1), (x1, edge), (x0, edge)) for (x0, y0), (x1, y1) in pairwise(bends)]
        tint = look.tint(side, 0.16)
        if tint:
            yield Path(((*bends, (field.right, edge), (field.x, edge)),), Paint(fill=tint), closed=True)
        runs = tuple(run for piece in pieces for run in hatch(piece, step=1.7, lean=LEAN[side]))
        yield Path(runs, Paint(stroke=look.strong(side), width=0.22))
    yield from _trench(tuple(bends))
    yield Rectangle(look.inner, Paint(stroke=BLACK, width=0.4))


def _trench(bends: tuple[Point, ...]) -> Iterator[Mark]:
    (x0, y0), *inner, (x1, y1) = bends
    bends = ((x0 + 0.5, y0), *inner, (x1 - 0.5, y1))
    yield Path((bends,), Paint(stroke=WHITE, width=2.6))
    yield Path((bends,), Paint(stroke=BLACK, width=1.5))
    yield Path((bends,), Paint(stroke=WHITE, width=0.3, dash=(1.6, 1.2)))


@lru_cache(maxsize=32)
def mission_back(side: str, look: Look) -> Face:
    """The back of a side's missions: its symbol, large, on its own hatching."""
    strong = look.strong(side)
    tint = look.tint(side, 0.16)
    plate = Box(look.width / 2 - 17, look.height / 2 - 17, 34, 34)
    title = Style(font=TITLE, size=19, spacing=2, leading=1, colour=strong)
    name = Style(font=STRONG, size=9, spacing=1.2, leading=1, colour=BLACK)
    band = Box(look.inner.x + 8, look.inner.bottom - 19, look.inner.width - 16, 14)
    marks: list[Mark] = [
        *([Rectangle(look.ground, Paint(fill=tint))] if tint else []),
        Path(hatch(look.ground.corners, step=1.7, lean=LEAN[side]), Paint(stroke=strong, width=0.22)),
        Rectangle(look.inner, Paint(stroke=strong, width=0.8)),
        Rectangle(plate, Paint(fill=WHITE, stroke=strong, width=0.5), 17),
        Stamp(symbol(side, strong, WHITE), plate.x + 4.5, plate.y + 4.5, scale=2.5),
        Rectangle(band, Paint(fill=WHITE, stroke=strong, width=0.5), 1),
        *line("MISSION", title, band.width, "back").at(band.x, band.y + 1, width=band.width, align=0.5),
        *line(SIDE_NAMES[side].upper(), name, band.width, "back").at(
            band.x, band.y + 8.6, width=band.width, align=0.5
        ),
    ]
    return look.card(tuple(marks), f"back {side}")
