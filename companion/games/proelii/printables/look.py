"""Proelii on paper: mosaic and papyrus. Sides are marble and basalt, told apart without any colour."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path as File

from companion.games.proelii.data import FOLDER
from companion.press.face import Colour, Face, rgb
from companion.press.look import Dress
from companion.press.page import FORMATS
from companion.press.svg import Pictures, in_colours

COLOUR: Mapping[str, Colour] = {
    "paper": rgb("#fbf4e3"),
    "marble": rgb("#fbf7ec"),
    "basalt": rgb("#2b2622"),
    "tile": rgb("#eadfc3"),
    "first": rgb("#ddcc9f"),
    "entry": rgb("#d3c093"),
    "distant": rgb("#c8cfc0"),
    "grout": rgb("#cdb98d"),
    "bronze": rgb("#8a6422"),
    "minium": rgb("#a5361f"),
    "lapis": rgb("#23527c"),
    "verdigris": rgb("#44705f"),
    "energy": rgb("#f3cf72"),
    "edge": rgb("#b8892e"),
    "recruit": rgb("#b9b2a2"),
    "regular": rgb("#8a8478"),
    "veteran": rgb("#d9a920"),
    "elite": rgb("#241c12"),
    "white": rgb("#fbf7ec"),
    "blue": rgb("#2c6aa8"),
    "red": rgb("#b3341f"),
}
MUTED: Colour = (0.34,)
DRESS = Dress(
    title="Proelii",
    style=FOLDER / "templates" / "proelii" / "print" / "sheet.css",
    card=FORMATS["card"],
    colours=COLOUR,
    safe={**COLOUR, "minium": rgb("#a64b00"), "red": rgb("#a64b00")},
    paper=COLOUR["paper"],
    muted=MUTED,
    pale=frozenset({"paper", "marble", "white", "tile", "first", "entry", "distant", "energy"}),
)
SIGN = 512.0
"""The side of a sign's square."""
PICTURES = Pictures(File(__file__).with_name("pictures.svg"))


@lru_cache(maxsize=256)
def sign(what: str, ink: Colour) -> Face:
    """The sign of a type of units or of a die's face, in one ink; `SIGN` square."""
    return Face(SIGN, SIGN, PICTURES.marks(what, in_colours({"ink": ink})), name=f"{what} sign")
