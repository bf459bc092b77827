"""The country under the nine tracks: what the screen's board lies on, washed in a side's colour."""

from collections.abc import Iterator
from functools import lru_cache

from companion.games.scarper.data import FOLDER
from companion.games.scarper.printables.look import PAPER
from companion.press.face import Box, Colour, Face, Mark, Stamp
from companion.press.look import Look
from companion.press.svg import Pictures, as_written

PICTURES = Pictures(FOLDER / "static" / "scarper" / "country.svg")
ACROSS, DOWN = 720.0, 434.0
"""The drawing's own units: eighty to a battlefield."""


@lru_cache(maxsize=8)
def country(wash: Colour) -> Face:
    """The whole country under a wash."""
    return Face(ACROSS, DOWN, PICTURES.marks("country", as_written(wash)), name="country")


def ground(area: Box, held: Iterator[tuple[str | None, Box]], look: Look) -> Iterator[Mark]:
    """The country filling an area, each part in the colour of who holds it; nothing where ink is saved."""
    if look.saver:
        return
    scale = max(area.width / ACROSS, area.height / DOWN)
    x = area.x + (area.width - ACROSS * scale) / 2
    y = area.y + (area.height - DOWN * scale) / 2
    for owner, box in ((None, area), *held):
        window = Box((box.x - x) / scale, (box.y - y) / scale, box.width / scale, box.height / scale)
        wash = look.tint(owner, 0.32) if owner else None
        yield Stamp(country(wash or PAPER), x, y, scale, window=window)
