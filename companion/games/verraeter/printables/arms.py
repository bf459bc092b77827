"""The pictures on the action cards and on those that lie on the table: forty millimetres square."""

from functools import lru_cache

from companion.games.verraeter.printables.emblems import SHIELD, crest
from companion.games.verraeter.printables.scenery import Brush
from companion.games.verraeter.printables.sheaf import sheaf
from companion.press.face import WHITE, Box, Face, Mark, Paint, Path, Stamp
from companion.press.look import INK, Look
from companion.press.svg import moved, outline

SIZE = 40.0
CLOTH = {"strategy": "rose", "start": "court"}
"""What the cloth in a picture is coloured like, where it is not gold."""


@lru_cache(maxsize=64)
def arms(what: str, look: Look) -> Face:
    """The picture of a card in the ink in use."""
    light = WHITE if look.saver else (0.97, 0.94, 0.87)
    named = {
        "light": light,
        "pale": INK if look.saver else light,
        "mark": INK if look.saver else WHITE,
        "rose": WHITE if look.saver else look.full("rose"),
        "eagle": look.strong("eagle"),
    }
    brush = Brush(look.saver, look.full(CLOTH.get(what, "gold")), named)
    corn: tuple[Mark, ...] = tuple(sheaf(brush, 9, (21, 38, 1.02))) if what == "farmer" else ()
    return Face(SIZE, SIZE, (*corn, *brush.picture(what)), name=f"{what} picture")


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
