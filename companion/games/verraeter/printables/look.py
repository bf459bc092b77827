"""Verräter on paper: its inks, and how a card is brought to its size.

The Eagle is navy and hatched rising, the Rose is madder and hatched falling, as on the box: nothing is told
by colour alone. The four players have a shield each, with the sign that their seat has on the screens.
"""

from collections.abc import Mapping

from companion.games.verraeter.data import FOLDER
from companion.press.face import Colour, rgb
from companion.press.look import Dress
from companion.press.page import FORMATS

NAME = "Literata-SemiBold"
"""The face that names stand in; the bookish one, as this is a game of letters and oaths."""

COLOUR: Mapping[str, Colour] = {
    "eagle": rgb("#2f4a6d"),
    "rose": rgb("#8d3328"),
    "blue": rgb("#3a78b5"),
    "green": rgb("#3f6b35"),
    "yellow": rgb("#e0ab1c"),
    "black": rgb("#262321"),
    "gold": rgb("#94691a"),
    "court": rgb("#4a3a52"),
    "field": rgb("#6d5a2c"),
}
SAFE: Mapping[str, Colour] = {
    **COLOUR,
    "eagle": rgb("#004f8c"),
    "rose": rgb("#a64b00"),
    "blue": rgb("#3f97d6"),
    "green": rgb("#00664a"),
    "yellow": rgb("#f0cf3c"),
}
"""Houses and players in colours that differ for eyes that miss red, green or blue."""
MUTED: Colour = (0.32,)
PAPER: Colour = rgb("#f6f0e2")
LEAN: Mapping[str, int] = {"eagle": 1, "rose": -1}
"""How a house's hatching runs: rising or falling."""

DRESS = Dress(
    title="Verräter",
    style=FOLDER / "templates" / "verraeter" / "print" / "sheet.css",
    card=FORMATS["american"],
    colours=COLOUR,
    safe=SAFE,
    paper=PAPER,
    muted=MUTED,
    pale=frozenset({"yellow"}),
)
