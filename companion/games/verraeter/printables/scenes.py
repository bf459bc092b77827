"""The pictures of the six landscapes: ninety by sixty, what counts within the middle half."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from companion.games.verraeter.printables.scenery import (
    Brush,
    banner,
    cottage,
    fir,
    oak,
    reeds,
    shape,
    sheep,
    sky,
    tower,
)
from companion.press.colours import Colour
from companion.press.face import Box, Circle, Face, Mark, Stamp

WIDE, HIGH = 90.0, 60.0


@lru_cache(maxsize=64)
def scene(kind: str, saver: bool, flag: Colour) -> Face:
    """The picture of a landscape, the banner of its house flying in it."""
    return Face(WIDE, HIGH, tuple(SCENES[kind](Brush(saver, flag))), name=f"{kind} picture")


def picture(kind: str, saver: bool, flag: Colour, box: Box) -> Stamp:
    """As much of the picture as fills a box, its middle and its foot always."""
    shown = min(WIDE, HIGH * box.width / box.height)
    high = shown * box.height / box.width
    window = Box((WIDE - shown) / 2, HIGH - high, shown, high)
    scale = box.width / shown
    return Stamp(
        scene(kind, saver, flag), box.x - window.x * scale, box.y - window.y * scale, scale, 0, window
    )


def _town(brush: Brush) -> Iterator[Mark]:
    yield from sky(brush, (62, 13, 4))
    yield shape("M0 34C14 28 26 31 40 33C58 28 74 30 90 34L90 60L0 60Z", brush.area("far"))
    yield shape("M34 36L34 22L37 22L37 17L43 17L43 22L53 22L53 36Z", brush.thing("wall"))
    yield shape("M36 17.4L40 8.4L44 17.4Z", brush.thing("roof"))
    yield shape("M43 22.4L54.4 22.4L51 17.4L46 17.4Z", brush.thing("roof"))
    for at in ((19, 36, 0.95), (27, 33, 0.8), (53, 33, 0.85), (60, 36, 0.95)):
        yield from cottage(brush, at, "roof")
    yield shape("M0 50C20 46 70 46 90 50L90 60L0 60Z", brush.area("grass"))
    teeth = "".join(f"L{x} 36L{x} 33.6L{x + 2} 33.6L{x + 2} 36" for x in range(8, 82, 4))
    yield shape(f"M6 51L6 36{teeth}L84 36L84 51Z", brush.thing("wall"))
    courses = "".join(f"M{12 + 9 * n} {40 + n % 3 * 3}L{15 + 9 * n} {40 + n % 3 * 3}" for n in range(8))
    yield shape(courses, brush.pen(0.2))
    for at in ((10, 52, 1.15), (29, 52, 1.15), (61, 52, 1.15), (80, 52, 1.15)):
        yield from tower(brush, at)
    yield shape("M38 52L38 44C38 38 52 38 52 44L52 52Z", brush.thing("stone"))
    yield shape("M40 52L40 45C40 41 50 41 50 45L50 52Z", brush.dark)
    yield shape("M40 52L50 52L57 60L33 60Z", brush.area("earth"))
    yield shape("M42.5 42.4L42.5 48M45 41.6L45 49M47.5 42.4L47.5 48M40 45L50 45", brush.pen(0.3, "stone"))
    yield from banner(brush, 40, 9, 0.85)
    yield from banner(brush, 61, 24.6, 0.7)


def _village(brush: Brush) -> Iterator[Mark]:
    yield from sky(brush, (27, 14, 4))
    yield shape("M0 32C16 22 30 26 44 31C58 24 78 22 90 30L90 60L0 60Z", brush.area("far"))
    yield shape("M0 38C22 31 62 33 90 37L90 60L0 60Z", brush.area("hill"))
    yield from oak(brush, (66, 40, 0.9), "deep")
    yield from oak(brush, (14, 42, 1.0), "deep")
    yield shape("M38 40L38 24L46 24L46 40Z", brush.thing("wool"))
    yield shape("M36.8 24.6L42 12L47.2 24.6Z", brush.thing("night"))
    yield shape("M46 40L46 30L60 30L60 40Z", brush.thing("wool"))
    yield shape("M45.4 31L49 24.6L58.4 24.6L61.6 31Z", brush.thing("roof"))
    yield shape(
        "M41 33L41 29C41 27.6 43 27.6 43 29L43 33Z M50 37L50 34L52 34L52 37Z M55 37L55 34L57 34L57 37Z",
        brush.dark,
    )
    yield shape("M0 46C24 38 66 40 90 45L90 60L0 60Z", brush.area("grass"))
    yield shape(
        "M44 41C40 45 54 48 48 52C44 56 38 57 36 60L54 60C56 56 60 54 60 50C60 46 50 45 50 41Z",
        brush.area("earth"),
    )
    for at, roof in (
        ((22, 46, 1.1), "thatch"),
        ((58, 47, 1.15), "thatch"),
        ((26, 56, 1.25), "roof"),
        ((72, 51, 1.0), "roof"),
    ):
        yield from cottage(brush, at, roof)
    yield shape(
        "M62 58L62 54M66 58.6L66 54.6M70 59L70 55M74 59.4L74 55.4M60 55.4L76 57M60 57L76 58.6", brush.pen(0.4)
    )
    yield from banner(brush, 42, 12.6, 0.8)


def _forest(brush: Brush) -> Iterator[Mark]:
    yield from sky(brush, (52, 14, 4.4))
    yield shape("M0 34C20 26 40 30 52 32C66 26 80 28 90 33L90 60L0 60Z", brush.area("far"))
    for n in range(15):
        yield from fir(brush, (3 + 6.1 * n, 38 + (n * 5 % 3), 0.8 + 0.08 * (n % 3)), "hill")
    yield shape("M0 42C24 36 66 37 90 41L90 60L0 60Z", brush.area("grass"))
    for n, x in enumerate((8, 19, 29, 58, 69, 80)):
        yield from fir(brush, (x, 48 + n * 7 % 4, 1.2 + 0.08 * (n % 2)), "deep")
    yield shape(
        "M44 42C40 47 50 50 45 54C42 57 40 58 39 60L51 60C52 56 56 54 55 50C54 46 49 46 50 42Z",
        brush.area("earth"),
    )
    yield from banner(brush, 47.5, 45, 0.8)
    for at in ((24, 58, 1.35), (65, 58, 1.35)):
        yield from oak(brush, at, "deep")
    for at in ((10, 60, 1.5), (80, 60, 1.5), (36, 55, 1.0)):
        yield from fir(brush, at, "dark")


def _river(brush: Brush) -> Iterator[Mark]:
    yield from sky(brush, (30, 13, 4.2))
    yield shape("M0 32C10 20 24 16 34 27C44 32 52 20 64 17C76 16 84 24 90 30L90 60L0 60Z", brush.area("far"))
    yield shape("M0 36C24 28 64 30 90 35L90 60L0 60Z", brush.area("hill"))
    yield shape("M0 46C24 38 66 40 90 44L90 60L0 60Z", brush.area("grass"))
    yield shape(
        "M47 33C52 35 60 36 58 39C54 43 30 43 27 49C25 54 29 58 31 60"
        "L67 60C65 56 58 53 59 49C62 44 70 42 67 38C64 35 54 34 50 33Z",
        brush.thing("water"),
    )
    yield shape(
        "M36 54Q40 52.6 44 54M48 57Q52 55.6 56 57M34 58.4Q37 57.2 40 58.4M40 50.4Q43 49.4 46 50.4",
        brush.fine("shallow", 0.4),
    )
    yield shape(
        "M16 49L22 45C32 39 56 39 66 45L73 49L73 51.4"
        "L68 51.4C66 47 60 47 58 51.4L53 51.4C51 45.6 38 45.6 36 51.4L31 51.4C29 47 24 47 22 51.4L16 51.4Z",
        brush.thing("wall", 0.28),
    )
    yield shape(
        "M15 47.4L22 43C33 37 55 37 67 43L74 47.4L74 49.6L66 45.4C55 39.8 33 39.8 22 45.4L15 49.6Z",
        brush.thing("stone"),
    )
    for at in ((12, 50, 1.1), (80, 49, 1.2)):
        yield from oak(brush, at, "deep")
    yield from fir(brush, (68, 37, 0.7), "deep")
    yield from fir(brush, (73, 37, 0.8), "deep")
    yield from banner(brush, 44.5, 38.8, 0.95)
    for at in ((25, 59, 0.8), (69, 59, 0.85)):
        yield from reeds(brush, at)


def _meadow(brush: Brush) -> Iterator[Mark]:
    yield from sky(brush, (60, 15, 5))
    yield shape("M0 34C18 24 34 28 46 32C60 24 78 24 90 31L90 60L0 60Z", brush.area("far"))
    yield shape("M0 40C20 30 44 34 56 38C68 32 82 33 90 36L90 60L0 60Z", brush.area("hill"))
    yield from oak(brush, (31, 43, 1.55), "deep")
    yield shape("M0 45C28 38 60 42 90 41L90 60L0 60Z", brush.area("grass"))
    yield from banner(brush, 52, 43, 0.95)
    for at in ((46, 48, 1.15), (61, 50, 1.3), (37, 54, 1.4), (72, 46, 1.0), (16, 50, 1.1)):
        yield from sheep(brush, at)
    tuft = "M0 0Q-0.6 -1.6 -1.4 -2.4M0 0Q0 -2 0.2 -3M0 0Q0.8 -1.6 1.6 -2"
    for n in range(14):
        x, y = 4 + 6.3 * n, 56 + n * 5 % 4
        yield shape(tuft, brush.fine("dark", 0.3), (x, y, 1))
        yield Circle(x + 2.6, y - 2.6, 0.62, brush.thing(("wool", "sun", "roof")[n % 3], 0.14))


def _moor(brush: Brush) -> Iterator[Mark]:
    yield from sky(brush, (46, 24, 6))
    yield shape("M0 32C22 28 60 30 90 31L90 60L0 60Z", brush.area("far"))
    yield shape("M0 37C30 34 60 35 90 36L90 60L0 60Z", brush.area("hill"))
    yield shape("M0 43C26 40 64 41 90 42L90 60L0 60Z", brush.area("deep"))
    for pool in (
        "M26 41C34 38.6 54 38.6 60 40.8C58 43 34 43.6 26 41Z",
        "M16 48C28 44.4 48 45 56 48C52 52.4 22 52.6 16 48Z",
        "M46 56C56 52 78 52.6 84 55.6C78 60 52 61 46 56Z",
    ):
        yield shape(pool, brush.thing("shallow"))
    yield shape(
        "M30 41Q35 40.2 40 41M24 48.6Q30 47.4 36 48.6M38 50Q42 49.2 46 50M56 56.4Q62 55 68 56.4",
        brush.fine("water", 0.35),
    )
    yield shape(
        "M62 48C61 42 61 38 60 34L54 29L60.4 31L60 25L62.4 30L68 26L63.6 33C64.6 38 65 43 66.4 48Z",
        brush.thing("bark"),
    )
    yield shape("M57 31.5L53 32M66 28L70 29M61 27L58 24", brush.pen(0.4))
    if not brush.saver:
        yield shape("M0 35C16 33.6 40 36.4 90 34L90 36C50 38 20 35.6 0 37Z", brush.area("haze"))
    for at in ((30, 57, 1.0), (40, 58, 0.8), (70, 51, 0.8), (20, 56, 0.75), (12, 60, 1.0), (80, 60, 0.9)):
        yield from reeds(brush, at)
    yield from banner(brush, 36, 45, 0.9)


SCENES: Mapping[str, Callable[[Brush], Iterator[Mark]]] = {
    "town": _town,
    "village": _village,
    "forest": _forest,
    "river": _river,
    "meadow": _meadow,
    "moor": _moor,
}
