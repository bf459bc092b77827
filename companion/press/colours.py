"""Colours as the press knows them: one number is a grey (0 black, 1 white), three are red, green, blue."""

from functools import cache

type Colour = tuple[float] | tuple[float, float, float]

BLACK: Colour = (0.0,)
WHITE: Colour = (1.0,)


@cache
def rgb(code: str) -> Colour:
    """The colour of a `#rrggbb` code.

    >>> rgb("#ff0000")
    (1.0, 0.0, 0.0)
    """
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return (red, green, blue)


def grey(colour: Colour) -> Colour:
    """The same lightness without the hue.

    >>> grey((1.0, 1.0, 1.0))
    (1.0,)
    """
    if len(colour) == 1:
        return colour
    red, green, blue = colour
    return (round(0.2126 * red + 0.7152 * green + 0.0722 * blue, 4),)


def blend(colour: Colour, share: float) -> Colour:
    """`share` of a colour on white paper: a tint that costs little ink.

    >>> blend((0.0,), 0.25)
    (0.75,)
    """
    if len(colour) == 1:
        return (round(1 - (1 - colour[0]) * share, 4),)
    red, green, blue = (round(1 - (1 - part) * share, 4) for part in colour)
    return (red, green, blue)


def washed(colour: Colour, wash: Colour) -> Colour:
    """A colour under a wash of another, half and half.

    >>> washed((1.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    (0.5, 0.0, 0.5)
    """
    red, green, blue = (
        round((one + other) / 2, 4) for one, other in zip(_three(colour), _three(wash), strict=True)
    )
    return (red, green, blue)


def _three(colour: Colour) -> tuple[float, float, float]:
    return colour if len(colour) == 3 else (colour[0], colour[0], colour[0])
