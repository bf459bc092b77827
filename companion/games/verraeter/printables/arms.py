"""The pictures on the action cards and on those that lie on the table: forty millimetres square."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from companion.games.verraeter.printables.emblems import SHIELD, crest
from companion.games.verraeter.printables.outlines import mirrored, moved, outline
from companion.games.verraeter.printables.scenery import Brush, banner, cottage, shape, tower
from companion.games.verraeter.printables.sheaf import sheaf
from companion.press.colours import WHITE, Colour
from companion.press.face import Box, Circle, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import INK, Look

SIZE = 40.0
MASK = "M20 7C27 7 32 9 34 11C35 20 33 30 20 35Z"
EYE = "M23 17C25 14.5 29 14.5 31 16.5C29 19.5 25.5 19.5 23 17Z"
BROW = "M22.4 14.4C25 11.6 29 11.4 31.8 13"
MOUTH = "M20 27C23 27.6 26 26.6 28 24.4C26.4 29.6 23 30.8 20 30.6Z"


@lru_cache(maxsize=64)
def arms(what: str, look: Look) -> Face:
    """The picture of a card in the ink in use."""
    plain = Look(look.design, look.design.card, saver=look.saver, safe=look.safe)
    return Face(SIZE, SIZE, tuple(ARMS[what](plain)), name=f"{what} picture")


def _brush(look: Look, flag: str = "gold") -> Brush:
    return Brush(look.saver, look.full(flag))


def _light(look: Look) -> Colour:
    return WHITE if look.saver else (0.97, 0.94, 0.87)


def _traitor(look: Look) -> Iterator[Mark]:
    """A mask with two faces, a dagger behind it."""
    brush, light = _brush(look), _light(look)
    yield shape("M36 3L38.6 1.4L39 4.4L12 35L8.6 37.8L9.6 33Z", brush.thing("wool", 0.3))
    yield shape("M31.4 5.6L36.6 10.8L35.4 12L30.2 6.8Z", brush.thing("sun", 0.3))
    eagle, rose = look.strong("eagle"), look.full("rose")
    left = mirrored(outline(MASK), 20)
    yield Path(left, Paint(fill=eagle, stroke=INK, width=0.4), closed=True)
    other = WHITE if look.saver else rose
    yield Path(outline(MASK), Paint(fill=other, stroke=INK, width=0.4), closed=True)
    for part in (EYE, MOUTH):
        yield Path(mirrored(outline(part), 20), Paint(fill=light), closed=True)
        yield Path(outline(part), Paint(fill=INK if look.saver else light), closed=True)
    yield Path(mirrored(outline(BROW), 20), Paint(stroke=light, width=0.7))
    yield Path(outline(BROW), Paint(stroke=INK if look.saver else light, width=0.7))
    yield Path(outline("M20 15L18.6 23.4Q20 25 21.4 23.4"), Paint(stroke=light, width=0.5))
    ribbons = "M6.4 12C3 14 5 18 1.6 21M33.6 12C37 14 35 18 38.4 21"
    yield Path(outline(ribbons), Paint(stroke=INK, width=0.6))


def _letter(look: Look, seals: int) -> Iterator[Mark]:
    """A letter under seal; the weightier one bears ribbons too."""
    brush = _brush(look)
    yield shape("M4 12L36 8L38 30L6 34Z", brush.thing("wool", 0.4))
    yield shape("M4 12L22 23L36 8", brush.pen(0.35))
    yield shape("M6 34L18.4 20.8M38 30L24.6 20.2", brush.pen(0.3))
    if seals > 1:
        yield shape(
            "M18 25L14 38L17.6 36.4L19.6 39.4L22.4 27Z M25 25L31 37L27.4 36.4L26 39.6L21.4 27Z", brush.flag
        )
    wax = Paint(fill=WHITE if look.saver else look.full("rose"), stroke=INK, width=0.4)
    yield Circle(22, 23, 5.4, wax)
    yield Circle(22, 23, 4.0, Paint(stroke=INK if look.saver else WHITE, width=0.25))
    mark = INK if look.saver else WHITE
    yield shape("M19.6 25.4L19.6 21.4L21 22.8L22 20.6L23 22.8L24.4 21.4L24.4 25.4Z", Paint(fill=mark))
    if seals > 1:
        yield shape(
            "M30 1C26 4 24.6 8 23.6 14L24.6 14.2C25.4 10 27 7 29.6 5C33 3.4 34 2.4 36 1C34 0.4 32 0.2 30 1Z",
            brush.thing("thatch", 0.3),
        )


def _master_builder(look: Look) -> Iterator[Mark]:
    """Dividers over a tower that is going up."""
    brush = _brush(look)
    yield shape("M3 37C12 34.6 28 34.6 37 37L37 38.4L3 38.4Z", brush.thing("grass", 0.2))
    yield from tower(brush, (14, 36, 1.15), roof=False)
    yield shape("M21 36L21 26L25 26L25 23.4L29 23.4L29 26.4L33 26.4L33 36Z", brush.thing("wall"))
    yield shape(
        "M21 29.4L33 29.4M21 32.6L33 32.6M25 29.4L25 26M29 32.6L29 29.4M24 36L24 32.6M30 36L30 32.6",
        brush.pen(0.22),
    )
    steel = brush.thing("shallow", 0.35)
    yield shape("M25 5L34.4 26L35.4 29L33 27L23.4 7Z", steel)
    yield shape("M24.6 5L15.4 26L14.6 29L17 27L26.4 7Z", steel)
    yield Circle(25, 5.2, 2.6, brush.thing("sun", 0.35))
    yield Circle(25, 5.2, 0.8, Paint(fill=INK))
    yield shape("M18.6 18.4Q25 21.4 31.4 18.4", brush.pen(0.5))


def _strategist(look: Look) -> Iterator[Mark]:
    """A chess knight on a board."""
    brush = _brush(look)
    for n in range(4):
        tone = brush.thing("night" if n % 2 else "wool", 0.2)
        yield shape(f"M{4 + 8 * n} 35L{12 + 8 * n} 35L{12 + 9 * n - 4} 39L{4 + 9 * n - 4} 39Z", tone)
    yield shape("M9 35.4L10.6 31.8L29.4 31.8L31 35.4Z", brush.thing("thatch", 0.35))
    yield shape(
        "M12 31.8C12 25 19 23.6 18.4 18C15.6 20.4 14 21.4 11.4 21.6C9 22 7.2 20.2 7.6 18.2"
        "C9.6 15.4 11 12 13 9.6C14 8 15.6 7.2 16 6.8L16.8 2.6L20 5.8"
        "C28 7 31.4 15 29.6 23C29 26.4 28 28.6 28 31.8Z",
        brush.thing("wool", 0.45),
    )
    yield shape(
        "M20 5.8C25.6 10 26.4 17 25 22.6C24.4 26 24.4 29 24.4 31.8L28 31.8"
        "C28 28.6 29 26.4 29.6 23C31.4 15 28 7 20 5.8Z",
        brush.thing("bark", 0.35),
    )
    yield Circle(15.6, 11.6, 0.95, Paint(fill=INK))
    yield shape("M9.4 18.6L10.6 18M18.4 18C19.6 17 20.4 16 20.6 14.4", brush.pen(0.4))


def _farmer(look: Look) -> Iterator[Mark]:
    """A sheaf and a sickle."""
    brush = _brush(look)
    yield from sheaf(brush, 9, (21, 38, 1.02))
    yield shape("M4 27C2 15 9 6 20 7C11 8.6 7 16 8.6 25.4Z", brush.thing("shallow", 0.4))
    yield shape("M3.6 26.4L9 25.2L10.4 33.4Q8 36 5.4 34.4Z", brush.thing("bark", 0.35))


def _strategy(look: Look) -> Iterator[Mark]:
    """A map of the circle with a pin in it."""
    brush = _brush(look, "rose")
    yield shape("M3 9L14 5L26 9L37 5L37 32L26 36L14 32L3 36Z", brush.thing("wool", 0.4))
    yield shape("M14 5L14 32M26 9L26 36", brush.pen(0.25))
    yield shape("M3 26C9 22 12 30 18 27C24 24 27 30 37 24", brush.fine("water", 1.1))
    for n, (x, y) in enumerate(((8, 13), (19, 12), (31, 13), (9, 31), (20, 32), (32, 30))):
        yield Rectangle(Box(x - 1.5, y - 2, 3, 4), brush.thing("sun" if n % 2 else "roof", 0.2), 0.4)
    yield shape(
        "M9.6 14.6Q13 20 18 14.4M30 15Q27 21 21.6 16M10.6 29.6Q14 24 18.6 29.6",
        Paint(stroke=INK, width=0.35, dash=(1, 0.8)),
    )
    yield from banner(brush, 24, 22, 1.5)


def _conflict(look: Look) -> Iterator[Mark]:
    """Two swords crossed."""
    brush = _brush(look)
    blade = "M5 33L31.4 6.6L35 5L33.4 8.6L7 35Z"
    grip = "M5.6 33.2L6.8 34.4L3.4 37.8L2.2 36.6Z"
    hilt = "M3.4 28.4L11.6 36.6L10.2 38L2 29.8Z"
    for runs in (outline(blade), mirrored(outline(blade), 20)):
        yield Path(runs, brush.thing("shallow", 0.35), closed=True)
    for runs in (outline(grip), mirrored(outline(grip), 20)):
        yield Path(runs, brush.thing("bark", 0.3), closed=True)
    for runs in (outline(hilt), mirrored(outline(hilt), 20)):
        yield Path(runs, brush.thing("sun", 0.35), closed=True)
    for x in (2.8, 37.2):
        yield Circle(x, 37.2, 1.7, brush.thing("roof", 0.3))


def _start(look: Look) -> Iterator[Mark]:
    """A herald's trumpet with its cloth."""
    brush = _brush(look, "court")
    yield shape("M3 12L26 15.6L36.6 9.4L38 24.6L26 19.4L3 15Z", brush.thing("sun", 0.4))
    yield Circle(2.8, 13.5, 1.9, brush.thing("thatch", 0.35))
    yield shape("M36.6 9.4Q39.6 17 38 24.6", brush.pen(0.6))
    yield shape("M8.4 16L22.4 18.4L22.4 36L15.4 31.6L8.4 36Z", brush.flag)
    crown = "M-4.4 3L-5 -3L-2.2 -0.6L0 -4.2L2.2 -0.6L5 -3L4.4 3Z"
    yield Path(moved(outline(crown), 15.4, 25, 0.95), Paint(fill=INK if look.saver else WHITE), closed=True)


def _estate(look: Look) -> Iterator[Mark]:
    """A farm among its fields."""
    brush = _brush(look)
    yield shape("M0 24C12 18 28 20 40 23L40 40L0 40Z", brush.area("hill"))
    yield from cottage(brush, (9, 28, 1.7), "roof")
    yield shape("M0 31C12 27 28 28 40 31L40 40L0 40Z", brush.area("thatch"))
    rows = "".join(f"M{4 + 4.6 * n} 40Q{9 + 3.3 * n} 34 {13 + 2 * n} 29.6" for n in range(8))
    yield shape(rows, brush.fine("bark", 0.3))


def _office(look: Look) -> Iterator[Mark]:
    """A hall with columns."""
    brush = _brush(look)
    yield shape("M2 38L2 35.4L38 35.4L38 38Z", brush.thing("stone", 0.3))
    yield shape("M5 35.4L5 20L35 20L35 35.4Z", brush.thing("wool", 0.3))
    yield shape("M3 20L20 9.4L37 20Z", brush.thing("roof", 0.4))
    yield shape("M7.6 19L20 11.4L32.4 19Z", brush.thing("wall", 0.3))
    yield shape("M17 35.4L17 27C17 23.6 23 23.6 23 27L23 35.4Z", brush.dark)
    for x in (7, 12.4, 25.6, 31):
        yield shape(
            "M0 15.4L0 2L-0.6 1.6L-0.6 0L2.6 0L2.6 1.6L2 2L2 15.4Z", brush.thing("wall", 0.25), (x, 20, 1)
        )
    yield Circle(20, 16.2, 1.7, brush.thing("sun", 0.3))
    yield from banner(brush, 20, 9.6, 0.95)


def parted(look: Look, size: float) -> Face:
    """A shield parted down its middle: half Eagle, half Rose."""
    scale = size / 10
    at = (0.17 * size, 0.15 * size, scale * 0.66)
    body = moved(outline(SHIELD), 0, 0, scale)
    paint = Paint(fill=WHITE, stroke=INK, width=0.05 * size)
    half = Box(0, 0, 5, 10)
    marks = (
        Path(body, paint, closed=True),
        Stamp(crest("eagle", look), *at, 0, half),
        Stamp(crest("rose", look), *at, 0, half._replace(x=5)),
        Path(((((size / 2, 0.06 * size), (size / 2, 0.98 * size))),), Paint(stroke=INK, width=0.03 * size)),
    )
    return Face(size, size, marks, name="parted shield")


ARMS: Mapping[str, Callable[[Look], Iterator[Mark]]] = {
    "traitor": _traitor,
    "diplomat_2": lambda look: _letter(look, 1),
    "diplomat_5": lambda look: _letter(look, 2),
    "master_builder": _master_builder,
    "strategist": _strategist,
    "farmer": _farmer,
    "strategy": _strategy,
    "conflict": _conflict,
    "start": _start,
    "estate": _estate,
    "office": _office,
}
