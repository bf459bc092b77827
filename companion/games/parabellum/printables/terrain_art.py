"""Terrain on a square inch of map: a drawing for each kind that reads without its colour (M3)."""

from collections.abc import Iterator
from functools import lru_cache

from companion.games.parabellum.data import FOLDER, STANDARD_TERRAIN
from companion.games.parabellum.printables.look import INCH
from companion.games.parabellum.state.binder import Terrain
from companion.press.face import Box, Colour, Face, Mark, Paint, Stamp, rgb
from companion.press.look import INK, Look
from companion.press.svg import Pictures, as_written
from companion.press.text import NUMERAL, Style, line

PICTURES = Pictures(FOLDER / "static" / "parabellum" / "terrain.svg")
SQUARE = 40.0
"""The side of a square in the drawing's own units."""
INKS = {"water": (rgb("#5f8ea3"), 0.8), "": (rgb("#7d7358"), 0.4)}
"""What a shore is drawn with, and the edge of any other ground: ink, and millimetres."""


@lru_cache(maxsize=32)
def _tile(terrain: str, saver: bool) -> Face:
    """The piece of ground that a map repeats without end."""
    drawn = terrain if terrain in STANDARD_TERRAIN else "other"
    whole = PICTURES.groups[drawn][0].attrib  # the bare ground that the rest is drawn on
    marks = PICTURES.marks(drawn, as_written(saver=saver))
    return Face(float(whole["width"]), float(whole["height"]), marks, name=f"{drawn} tile")


def ground(terrain: str, glyph: str, look: Look, column: int = 0, row: int = 0) -> Face:
    """A square inch of a terrain, without its border, as it lies there on a map.

    One that is not the rulebook's shows its sign.
    """
    tile = _tile(terrain, look.saver)
    x, y = column * SQUARE % tile.width, row * SQUARE % tile.height
    return _square(tile, Box(x, y, SQUARE, SQUARE), "" if terrain in STANDARD_TERRAIN else glyph, look)


@lru_cache(maxsize=4_096)
def _square(tile: Face, window: Box, glyph: str, look: Look) -> Face:
    """A square of a tile, drawn once however often it lies there."""
    scale = INCH / SQUARE
    signs = _signs(glyph, INK if look.saver else INKS[""][0]) if glyph else ()
    marks = (Stamp(tile, -window.x * scale, -window.y * scale, scale, window=window), *signs)
    return Face(INCH, INCH, marks, name="terrain")


def edge(one: str, other: str, look: Look) -> Paint | None:
    """The line between two kinds of ground, a shore's being the heaviest; nothing within one kind."""
    if one == other:
        return None
    ink, width = INKS["water" if "water" in (one, other) else ""]
    return Paint(stroke=INK if look.saver else ink, width=width)


def _signs(glyph: str, ink: Colour) -> Iterator[Mark]:
    style = Style(font=NUMERAL, size=15, leading=1, colour=ink)
    block = line(glyph, style, 6, "terrain")
    for row in range(3):
        for column in range(3):
            x, y = 1.6 + column * 8 + 0.2, 2.0 + row * 8
            yield from block.at(x, y, width=6, align=0.5)


def modifiers(terrain: Terrain) -> tuple[str, ...]:
    """What a terrain changes, in as few signs as a map has room for: cost, defence, attack.

    >>> from companion.games.parabellum.state.binder import starter_binder
    >>> modifiers(starter_binder().terrain["rocky"])
    ('2 moves', 'DEF +1', 'ATK −1')
    """
    told = [] if terrain.cost == 1 else ["all moves" if terrain.cost == "all" else f"{terrain.cost} moves"]
    told += [f"DEF {terrain.defense:+d}"] if terrain.defense else []
    told += [f"ATK {terrain.attack:+d}"] if terrain.attack else []
    return tuple(each.replace("-", "−") for each in told)
