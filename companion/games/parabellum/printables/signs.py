"""The signs of what is counted: people, fuel, ammunition, and the features of a map; 10 mm square each."""

from functools import lru_cache
from pathlib import Path

from companion.press.face import Colour, Face
from companion.press.svg import Pictures, in_colours

SIGNS = Pictures(Path(__file__).with_name("signs.svg"))


@lru_cache(maxsize=128)
def sign(what: str, ink: Colour) -> Face:
    """A sign in one ink."""
    return Face(10, 10, SIGNS.marks(what, in_colours({"ink": ink})), name=f"sign {what}")
