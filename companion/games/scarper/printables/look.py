"""Scarper on paper: its inks, and the three symbols that stand beside them (2.2.1).

Horizon blue, iron red and a field green on white; the same hatching as on the screens, the Allied side
rising, the German side falling, so that nothing is told by colour alone.
"""

from functools import lru_cache
from pathlib import Path as File

from companion.games.scarper.data import FOLDER
from companion.press.face import Colour, Face, Paint, rgb
from companion.press.look import INK, Dress
from companion.press.page import FORMATS
from companion.press.svg import Pictures, in_colours

STRONG: dict[str, Colour] = {"allied": rgb("#274469"), "german": rgb("#7a261b"), "neutral": rgb("#4c5a33")}
SAFE_STRONG: dict[str, Colour] = {
    "allied": rgb("#004f8c"),
    "german": rgb("#a64b00"),
    "neutral": rgb("#5a5a5a"),
}
"""Blue, orange and a grey: told apart by eyes that miss red, green or blue."""
MUTED: Colour = (0.32,)
PAPER: Colour = rgb("#f6f0e2")
GOLD: Colour = rgb("#b8892e")
LEAN = {"allied": 1, "german": -1, "neutral": 0}
DRESS = Dress(
    title="Scarper",
    style=FOLDER / "templates" / "scarper" / "print" / "sheet.css",
    card=FORMATS["card"],
    colours=STRONG,
    safe=SAFE_STRONG,
    paper=PAPER,
    muted=MUTED,
    ground=4.0,
    bare=Paint(stroke=INK, width=0.5),
    leading=1.22,
    edge=13.0,
)


PICTURES = Pictures(File(__file__).with_name("pictures.svg"))


@lru_cache(maxsize=64)
def symbol(side: str, ink: Colour, ground: Colour) -> Face:
    """A side's symbol, 10 mm square: the cockade, the cross or the diamond."""
    marks = PICTURES.marks(side, in_colours({"ink": ink, "ground": ground}))
    return Face(10, 10, marks, name=f"{side} symbol")


@lru_cache(maxsize=128)
def icon(kind: str, ink: Colour) -> Face:
    """The sign of one kind of effect, 10 mm square in one ink."""
    return Face(10, 10, PICTURES.marks(kind, in_colours({"ink": ink})), name=f"{kind} icon")
