"""The emblems of the two houses and the shields of the four players, drawn for this project: 10 mm each."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from companion.press.face import WHITE, Colour, Face, Paint
from companion.press.look import Look
from companion.press.svg import Pictures, in_colours

EMBLEMS = Pictures(Path(__file__).with_name("emblems.svg"))
SHIELD = "M0.8 0.6L9.2 0.6L9.2 4.6C9.2 7.4 7.4 9 5 9.8C2.6 9 0.8 7.4 0.8 4.6Z"


def crest(house: str, look: Look, ground: Colour = WHITE) -> Face:
    """A house's emblem in the ink in use, on its ground."""
    return emblem(house, look.strong(house), ground, look.saver)


def sign(house: str, look: Look) -> Face:
    """The same for small sizes, where an outline could not be read: filled in every ink."""
    return emblem(house, look.strong(house), WHITE)


@lru_cache(maxsize=64)
def emblem(house: str, ink: Colour, ground: Colour, hollow: bool = False) -> Face:
    """The Eagle or the Rose in one ink on its ground; hollow ones are outlines where ink is saved."""
    body, lines = (ground, ink) if hollow else (ink, ground)
    named = in_colours({"body": body, "lines": lines, "ink": ink, "ground": ground})
    whole = Paint(fill=ground, stroke=ink, width=0.2) if hollow else Paint(fill=ink)

    def paint(told: Mapping[str, str]) -> Paint | None:
        return whole if told.get("class") == "body" else named(told)

    return Face(10, 10, EMBLEMS.marks(house, paint), name=f"{house} emblem")


@lru_cache(maxsize=64)
def shield(player: str, fill: Colour, charge: Colour, rim: Colour) -> Face:
    """A player's shield, by the colour of the seat: filled, its charge upon it, and a rim around. What stands
    on each is as on the screens: a star, three leaves, a sun, a moon."""
    named = in_colours({"field": fill, "charge": charge, "rim": rim})
    return Face(10, 10, EMBLEMS.marks(f"{player} shield", named), name=f"{player} shield")
