"""Terrain on a square inch of map: a pattern for each kind that reads without its colour (M3)."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from companion.games.parabellum.data import STANDARD_TERRAIN
from companion.games.parabellum.printables.look import INCH
from companion.games.parabellum.state.binder import Terrain
from companion.press.colours import WHITE, Colour, rgb
from companion.press.face import Box, Face, Mark, Paint, Rectangle
from companion.press.fonts import NUMERAL
from companion.press.look import INK, Look
from companion.press.picture import Pictures, in_colours
from companion.press.text import Style, line

TINTS: dict[str, tuple[Colour, Colour, Colour]] = {
    "open": (rgb("#f4f1e4"), rgb("#b9b296"), rgb("#f4f1e4")),
    "rocky": (rgb("#dcd3c2"), rgb("#5f5343"), rgb("#b7a98f")),
    "urban": (rgb("#dedcd8"), rgb("#45464a"), rgb("#a9a8a6")),
    "special": (rgb("#e6d9b0"), rgb("#6b4a12"), rgb("#c59a3c")),
    "rubble": (rgb("#e7dfd0"), rgb("#75664f"), rgb("#bcae93")),
    "forest": (rgb("#d3dfc5"), rgb("#2f5a35"), rgb("#7fa36f")),
    "marsh": (rgb("#d9e2d3"), rgb("#3f6b62"), rgb("#d9e2d3")),
    "water": (rgb("#c6dbe6"), rgb("#2c5f82"), rgb("#c6dbe6")),
}
"""Ground, lines and shapes of the standard terrain."""
OTHER = (rgb("#ece6ee"), rgb("#5a4a66"), rgb("#ece6ee"))


PATTERNS = Pictures(Path(__file__).with_name("terrain.svg"))


@lru_cache(maxsize=128)
def ground(terrain: str, glyph: str, look: Look) -> Face:
    """A square inch of a terrain, without its border; one that is not the rulebook's shows its sign."""
    tint, ink, fill = TINTS.get(terrain, OTHER)
    lines = INK if look.saver else ink
    marks: list[Mark] = [] if look.saver else [Rectangle(Box(0, 0, INCH, INCH), Paint(fill=tint))]
    if terrain in PATTERNS.groups and terrain in STANDARD_TERRAIN:
        marks += PATTERNS.marks(terrain, in_colours({"ink": lines, "fill": WHITE if look.saver else fill}))
    else:
        marks += _signs(glyph, lines)
    return Face(INCH, INCH, tuple(marks), name=f"terrain {terrain}")


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
