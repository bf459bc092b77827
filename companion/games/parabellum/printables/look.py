"""Parabellum on paper: its inks, the beads' colours, and how a card is brought to its size.

Ledger green and oxide red on white, as on the box. Every bead has a letter, every ground a pattern and
every counter a shape of its own, so that nothing is told by colour alone.
"""

from collections.abc import Mapping

from companion.games.parabellum.data import FOLDER
from companion.press.face import WHITE, Colour, rgb
from companion.press.look import Dress, Look
from companion.press.page import FORMATS

COLOUR: Mapping[str, Colour] = {
    "house": rgb("#2f6b4f"),
    "alarm": rgb("#8a3a1e"),
    "fuel": rgb("#7d7263"),
    "ammunition": rgb("#b9862b"),
    "people": rgb("#1c1d1a"),
    "seat1": rgb("#8a3a1e"),
    "seat2": rgb("#2f5583"),
    "seat3": rgb("#3f7a4e"),
    "seat4": rgb("#6a4a86"),
}
SAFE: Mapping[str, Colour] = {
    **COLOUR,
    "house": rgb("#005f73"),
    "seat1": rgb("#a64b00"),
    "seat2": rgb("#004f8c"),
    "seat3": rgb("#3b3b3b"),
    "seat4": rgb("#8f6fb0"),
}
BEADS: Mapping[str, Colour] = {
    "red": rgb("#b5362b"),
    "orange": rgb("#d9752b"),
    "yellow": rgb("#e6b93a"),
    "green": rgb("#3f7a4e"),
    "blue": rgb("#2f5fa8"),
    "purple": rgb("#6f4a8e"),
    "white": rgb("#ffffff"),
    "black": rgb("#1f1e1c"),
    "grey": rgb("#8a8a86"),
    "gray": rgb("#8a8a86"),
    "brown": rgb("#75502f"),
    "pink": rgb("#d98aa6"),
    "gold": rgb("#c49a3a"),
    "silver": rgb("#b9bcbd"),
    "teal": rgb("#2c8481"),
    "cyan": rgb("#4bb3c4"),
    "tan": rgb("#c7a97c"),
}
SAFE_BEADS: Mapping[str, Colour] = {
    **BEADS,
    "red": rgb("#d55e00"),
    "orange": rgb("#e69f00"),
    "yellow": rgb("#f0e442"),
    "green": rgb("#009e73"),
    "blue": rgb("#0072b2"),
    "purple": rgb("#cc79a7"),
}
"""The palette that Okabe and Ito made for eyes that miss red, green or blue."""

MUTED: Colour = (0.34,)
FAINT: Colour = (0.72,)
PAPER: Colour = rgb("#faf8f1")

INCH = 25.4

DRESS = Dress(
    title="Parabellum",
    style=FOLDER / "templates" / "parabellum" / "print" / "sheet.css",
    card=FORMATS["poker"],
    margin=3.5,
    colours=COLOUR,
    safe=SAFE,
    paper=PAPER,
    muted=MUTED,
    larger=1.15,
)


def bead_colour(colour: str, look: Look) -> Colour:
    """What a bead's field is filled with; one that is not known is grey, and told by its letter."""
    return WHITE if look.saver else (SAFE_BEADS if look.safe else BEADS).get(colour, (0.6,))
