"""Scarper on paper: its inks, and the three symbols that stand beside them (2.2.1).

Horizon blue, iron red and a field green on white; the same hatching as on the screens, the Allied side
rising, the German side falling, so that nothing is told by colour alone.
"""

from functools import lru_cache

from companion.games.scarper.data import FOLDER
from companion.press.colours import Colour, rgb
from companion.press.face import Circle, Face, Mark, Paint, Path
from companion.press.look import INK, Dress
from companion.press.paper import FORMATS

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


@lru_cache(maxsize=64)
def symbol(side: str, ink: Colour, ground: Colour) -> Face:
    """A side's symbol, 10 mm square: the cockade, the cross or the diamond."""
    return Face(10, 10, SYMBOLS[side](ink, ground), name=f"{side} symbol")


def _cockade(ink: Colour, ground: Colour) -> tuple[Mark, ...]:
    rings = ((4.8, ink), (3.5, ground), (2.1, ink))
    return tuple(Circle(5, 5, radius, Paint(fill=colour)) for radius, colour in rings)


def _cross(ink: Colour, ground: Colour) -> tuple[Mark, ...]:
    def outline(reach: float, wide: float, waist: float) -> tuple[tuple[float, float], ...]:
        arm = [(-wide, -reach), (wide, -reach), (waist, -waist)]
        points: list[tuple[float, float]] = []
        for _ in range(4):
            points += arm
            arm = [(-y, x) for x, y in arm]
        return tuple((5 + x, 5 + y) for x, y in points)

    sizes = ((4.8, 2.5, 0.95, ink), (4.15, 1.8, 0.5, ground), (3.75, 1.42, 0.28, ink))
    return tuple(
        Path((outline(reach, wide, waist),), Paint(fill=colour), closed=True)
        for reach, wide, waist, colour in sizes
    )


def _diamond(ink: Colour, ground: Colour) -> tuple[Mark, ...]:
    def outline(reach: float) -> tuple[tuple[float, float], ...]:
        return ((5, 5 - reach), (5 + reach, 5), (5, 5 + reach), (5 - reach, 5))

    sizes = ((4.9, ink), (3.5, ground), (2.3, ink))
    return tuple(Path((outline(reach),), Paint(fill=colour), closed=True) for reach, colour in sizes)


SYMBOLS = {"allied": _cockade, "german": _cross, "neutral": _diamond}
