"""The beads of a flag, drawn: a colour, a letter, and an empty space to put one on (S5)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from companion.games.parabellum.printables.look import bead_colour
from companion.press.face import BLACK, WHITE, Box, Circle, Colour, Face, Mark, Paint, Rectangle, Stamp, grey
from companion.press.look import INK, Look
from companion.press.text import NUMERAL, Style, line

BEAD = 10.0
"""The ground on which a bead is drawn; it is stamped at any size."""
EMPTY = Paint(stroke=(0.55,), width=0.45, dash=(0.9, 0.7))
MAST = 4


@lru_cache(maxsize=128)
def bead(colour: str, letter: str, look: Look) -> Face:
    """A bead: a disc in its colour with its letter; in saver ink a ring."""
    fill = bead_colour(colour, look)
    ink = on(fill)
    style = Style(font=NUMERAL, size=22, smallest=8, leading=1, colour=ink)
    block = line(letter, style, 8, "palette")
    marks: tuple[Mark, ...] = (
        Circle(5, 5, 4.55, Paint(fill=fill, stroke=INK, width=0.45)),
        *block.at(0, 5 - block.height / 2, width=BEAD, align=0.5),
    )
    return Face(BEAD, BEAD, marks, name=f"bead {colour}")


@lru_cache(maxsize=128)
def field(colour: str, letter: str, look: Look) -> Face:
    """The same as a square of paper, to be wound round a mast or laid on a card."""
    fill = bead_colour(colour, look)
    style = Style(font=NUMERAL, size=22, smallest=8, leading=1, colour=on(fill))
    block = line(letter, style, 8, "palette")
    paint = Paint(fill=fill, stroke=INK, width=0.3)
    words = block.at(0, 5 - block.height / 2, width=BEAD, align=0.5)
    return Face(BEAD, BEAD, (Rectangle(Box(0.15, 0.15, 9.7, 9.7), paint), *words), name=f"field {colour}")


def on(fill: Colour) -> Colour:
    """The ink that reads on a colour.

    >>> on((1.0,)), on((0.1,))
    ((0.0,), (1.0,))
    """
    return BLACK if grey(fill)[0] > 0.45 else WHITE


def flag(beads: Sequence[str], letters: Mapping[str, str], look: Look, box: Box) -> Iterator[Mark]:
    """A mast of four spaces from the top of a box to its foot, the first bead uppermost."""
    size = min(box.width, box.height / MAST)
    x = box.x + (box.width - size) / 2
    for n in range(MAST):
        y = box.y + n * box.height / MAST + (box.height / MAST - size) / 2
        if n < len(beads):
            yield Stamp(bead(beads[n], letters[beads[n]], look), x, y, scale=size / BEAD)
        else:
            yield Circle(x + size / 2, y + size / 2, size * 0.44, EMPTY)


def row(beads: Sequence[str], letters: Mapping[str, str], look: Look, box: Box) -> Iterator[Mark]:
    """The beads of a flag side by side from the left of a box, as high as it."""
    for n, colour in enumerate(beads):
        yield Stamp(
            bead(colour, letters[colour], look), box.x + n * box.height, box.y, scale=box.height / BEAD
        )
