"""The window on a card's front: lit behind who stands in it, burnt out where nobody is."""

from collections.abc import Iterator

from companion.games.scope.data import Card
from companion.games.scope.printables.house import Wall, mixed
from companion.games.scope.printables.look import SIGN, sign
from companion.press.face import BLACK, WHITE, Box, Circle, Mark, Paint, Path, Rectangle, Stamp

RINGS = 22
"""How many steps the light has from the middle of a window to its frame."""


def pane(card: Card, wall: Wall, box: Box) -> Iterator[Mark]:
    """The window in the middle of a wall, its sill, the rubble in front of it."""
    high = box.height * 0.8
    wide = min(box.width * 0.66, high * 1.02)
    window = Box(box.x + (box.width - wide) / 2, box.y + (box.height - high) * 0.42, wide, high)
    yield from _frame(wall, window)
    yield from (_burnt if card == "empty" else _lit)(wall, window)
    yield from _within(card, wall, window)
    yield from _sill(wall, window)
    yield from wall.rubble(Box(box.x, box.bottom - box.height * 0.1, box.width, box.height * 0.1), 26, card)


def _frame(wall: Wall, window: Box) -> Iterator[Mark]:
    """Cut stones around the opening, and the dark of its depth."""
    look = wall.look
    pale = Paint(fill=WHITE, stroke=BLACK, width=0.2)
    if not look.saver:
        pale = Paint(fill=mixed(look.full(f"{wall.side} wall"), look.full(f"{wall.side} light"), 0.32))
    yield Rectangle(window.inset(-2.6), pale)
    yield Rectangle(window.inset(-1.1), wall.tone("night"))


def _lit(wall: Wall, window: Box) -> Iterator[Mark]:
    """Lamplight, brightest in the middle, each ring a little rounder."""
    look = wall.look
    if look.saver:
        yield Rectangle(window, Paint(fill=WHITE, stroke=BLACK, width=0.3))
        return
    deep, bright = look.full("glow"), look.full("lit")
    core = mixed(bright, (1.0, 1.0, 1.0), 0.5)
    yield Rectangle(window, Paint(fill=deep))
    for n in range(1, RINGS):
        share = n / (RINGS - 1)
        tone = mixed(deep, bright, share * 2) if share < 0.5 else mixed(bright, core, share * 2 - 1)
        by = share * min(window.width, window.height) * 0.42
        yield Rectangle(window.inset(by), Paint(fill=tone), by * 0.98 + 1.5)


def _burnt(wall: Wall, window: Box) -> Iterator[Mark]:
    """No roof behind it: the night sky, and splinters in the frame."""
    look = wall.look
    yield Rectangle(window, wall.tone("dusk"))
    if not look.saver:
        for across, down in ((0.2, 0.2), (0.74, 0.14), (0.46, 0.3), (0.86, 0.4), (0.13, 0.5)):
            x, y = window.x + across * window.width, window.y + down * window.height
            yield Circle(x, y, 0.25, Paint(fill=look.full("german light")))
        yield from _moon(wall, window)
    yield from _splinters(wall, window)


def _moon(wall: Wall, window: Box) -> Iterator[Mark]:
    x, y, r = window.x + window.width * 0.63, window.y + window.height * 0.25, window.width * 0.085
    yield Circle(x, y, r, Paint(fill=wall.look.full("ash")))
    yield Circle(x - r * 0.45, y - r * 0.2, r * 0.9, Paint(fill=wall.look.full("dusk")))


def _splinters(wall: Wall, window: Box) -> Iterator[Mark]:
    paint = Paint(fill=WHITE, stroke=BLACK, width=0.15)
    if not wall.look.saver:
        paint = Paint(fill=mixed(wall.look.full("dusk"), wall.look.full("ash"), 0.45))
    w, h = window.width, window.height
    for corner, one, other in (
        ((0, 0), (0.17, 0), (0, 0.34)), ((1, 0), (0.78, 0), (1, 0.13)), ((0, 1), (0, 0.72), (0.1, 1)),
        ((1, 1), (1, 0.58), (0.93, 1)),
    ):  # fmt: skip
        run = tuple((window.x + a * w, window.y + d * h) for a, d in (corner, one, other))
        yield Path((run,), paint, closed=True)


def _within(card: Card, wall: Wall, window: Box) -> Iterator[Mark]:
    """Who is in the window, dark before the light; the bar of the frame passes behind."""
    look = wall.look
    size = min(window.width, window.height) * (0.84 if card != "empty" else 0.72)
    x = window.x + (window.width - size) / 2
    y = window.bottom - size * 0.84 if card == "empty" else window.y + (window.height - size) / 2
    if card != "empty":
        bar = BLACK if look.saver else look.full("ember")
        middle = window.x + window.width / 2
        ends = (
            ((middle, window.y), (middle, y + size * 0.05)),
            ((middle, y + size * 0.95), (middle, window.bottom)),
        )
        yield Path(ends, Paint(stroke=bar, width=1.0))
    ink = look.full("rubble") if card == "empty" and not look.saver else look.strong("night")
    yield Stamp(sign(card, ink), x, y, size / SIGN)


def _sill(wall: Wall, window: Box) -> Iterator[Mark]:
    look = wall.look
    paint = Paint(fill=WHITE, stroke=BLACK, width=0.25)
    if not look.saver:
        paint = Paint(fill=mixed(look.full(f"{wall.side} wall"), look.full(f"{wall.side} light"), 0.5))
    yield Rectangle(Box(window.x - 3.8, window.bottom + 0.9, window.width + 7.6, 2.0), paint)
