"""Tokens to cut out: round or square, the same drawing at any size."""

from functools import lru_cache
from typing import Literal

from companion.press.colours import WHITE, Colour
from companion.press.face import Box, Circle, Face, Mark, Paint, Rectangle, Stamp

type Shape = Literal["round", "square"]

TOKEN_BLEED = 1.5
"""Millimetres of ink beyond a token's cut."""

INSCRIBED = 0.70
"""The share of a round token that a square drawing takes."""


@lru_cache(maxsize=256)
def token(art: Face, size: float, shape: Shape, ground: Colour | None) -> Face:
    """A drawing on a token of `size` millimetres, its ground reaching beyond the cut.

    A square token is filled by a square drawing; on a round one the drawing stands within the circle.
    """
    share = INSCRIBED if shape == "round" else 1.0
    scale = size * share / max(art.width, art.height)
    left, top = (size - art.width * scale) / 2, (size - art.height * scale) / 2
    return Face(
        size, size, (*_ground(size, shape, ground), Stamp(art, left, top, scale=scale)), art.name, TOKEN_BLEED
    )


def _ground(size: float, shape: Shape, ground: Colour | None) -> tuple[Mark, ...]:
    if ground is None or ground == WHITE:
        return ()
    if shape == "round":
        return (Circle(size / 2, size / 2, size / 2 + TOKEN_BLEED, Paint(fill=ground)),)
    return (Rectangle(Box(0, 0, size, size).inset(-TOKEN_BLEED), Paint(fill=ground)),)
