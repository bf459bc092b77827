"""The pictures of the six landscapes: ninety by sixty, what counts within the middle half."""

from functools import lru_cache

from companion.games.verraeter.printables.scenery import Brush
from companion.press.face import Box, Colour, Face, Stamp

WIDE, HIGH = 90.0, 60.0


@lru_cache(maxsize=64)
def scene(kind: str, saver: bool, flag: Colour) -> Face:
    """The picture of a landscape, the banner of its house flying in it."""
    return Face(WIDE, HIGH, Brush(saver, flag).picture(kind), name=f"{kind} picture")


def picture(kind: str, saver: bool, flag: Colour, box: Box) -> Stamp:
    """As much of the picture as fills a box, its middle and its foot always."""
    shown = min(WIDE, HIGH * box.width / box.height)
    high = shown * box.height / box.width
    window = Box((WIDE - shown) / 2, HIGH - high, shown, high)
    scale = box.width / shown
    return Stamp(
        scene(kind, saver, flag), box.x - window.x * scale, box.y - window.y * scale, scale, 0, window
    )
