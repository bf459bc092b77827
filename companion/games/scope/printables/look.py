"""SCOPE on paper: a ruined city at night. The German side is stone, the Soviet side is brick.

Sides differ by their figure, by what their houses are built of, by colour last. Lit windows are the light.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path as File

from companion.games.scope.data import FOLDER
from companion.press.face import Colour, Face, rgb
from companion.press.look import Dress
from companion.press.page import FORMATS, Size
from companion.press.svg import Pictures, in_colours

COLOUR: Mapping[str, Colour] = {
    "german": rgb("#3d5145"),
    "german wall": rgb("#5d6b60"),
    "german joint": rgb("#3f4c43"),
    "german light": rgb("#dfe3d6"),
    "soviet": rgb("#8a2f21"),
    "soviet wall": rgb("#82301f"),
    "soviet joint": rgb("#5b1f13"),
    "soviet light": rgb("#e9c9a8"),
    "night": rgb("#2b2926"),
    "dusk": rgb("#3a3733"),
    "burnt": rgb("#4b443d"),
    "rubble": rgb("#8f887b"),
    "ash": rgb("#c2b9a9"),
    "paper": rgb("#f6f1e6"),
    "lit": rgb("#ffcf63"),
    "glow": rgb("#f0a63a"),
    "ember": rgb("#c8691f"),
    "flash": rgb("#ffd36b"),
}
SAFE: Mapping[str, Colour] = {
    **COLOUR,
    "german": rgb("#1d4f7c"),
    "german wall": rgb("#4a6d8c"),
    "german joint": rgb("#2c4a66"),
    "german light": rgb("#dde8f0"),
    "soviet": rgb("#a64b00"),
    "soviet wall": rgb("#a4561a"),
    "soviet joint": rgb("#6e3605"),
}
"""Blue stone and orange brick: told apart by eyes that miss red, green or blue."""
MUTED: Colour = (0.32,)

DRESS = Dress(
    title="SCOPE Stalingrad",
    style=FOLDER / "templates" / "scope" / "print" / "sheet.css",
    card=FORMATS["card"],
    colours=COLOUR,
    safe=SAFE,
    paper=COLOUR["paper"],
    muted=MUTED,
    pale=frozenset({"lit", "glow", "flash", "paper"}),
)
SQUARE = replace(DRESS, card=Size(88, 88))
"""The design of shot cards."""
SIGN = 512.0
"""The side of a sign's square."""
PICTURES = Pictures(File(__file__).with_name("pictures.svg"))


@lru_cache(maxsize=256)
def sign(what: str, ink: Colour) -> Face:
    """The sign of a kind of card, of a side or of a deed, in one ink; `SIGN` square."""
    return Face(SIGN, SIGN, PICTURES.marks(what, in_colours({"ink": ink})), name=f"{what} sign")
