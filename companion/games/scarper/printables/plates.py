"""The plate of a card: a picture built from grounds, men and machines, in the colours of its side.

Each card of the starter set has a plate of its own; any other card takes that of what it does first.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path as File
from typing import ClassVar

from companion.games.scarper.state import Card, Mission
from companion.press import svg
from companion.press.face import BLACK, Box, Colour, Face, Mark, Paint, Rectangle, Stamp, rgb
from companion.press.look import Look
from companion.press.svg import Pictures

WIDE, HIGH = 55.0, 20.0
"""Millimetres of a plate at the cards' own size."""
PICTURES = Pictures(File(__file__).with_name("plates.svg"))
TONES: Mapping[str, Colour] = {
    "allied sky": rgb("#d5dde2"),
    "german sky": rgb("#ecd9bd"),
    "neutral sky": rgb("#dfe0cc"),
    "allied haze": rgb("#b9c6d0"),
    "german haze": rgb("#d9b790"),
    "neutral haze": rgb("#c3c7a4"),
    "allied cloth": rgb("#5d7da3"),
    "german cloth": rgb("#7b8063"),
    "neutral cloth": rgb("#8d8a6a"),
    "cloud": rgb("#f7f1e3"),
    "far": rgb("#a9ad8c"),
    "grass": rgb("#8b9563"),
    "deep": rgb("#66754d"),
    "dark": rgb("#43523d"),
    "mud": rgb("#a08a66"),
    "earth": rgb("#7e6546"),
    "sand": rgb("#d9c393"),
    "stone": rgb("#aaa595"),
    "brick": rgb("#9a5a43"),
    "steel": rgb("#747c82"),
    "smoke": rgb("#c9c2b4"),
    "water": rgb("#8fa9b0"),
    "deepwater": rgb("#6c8a94"),
    "flame": rgb("#c9642f"),
    "brass": rgb("#d0a13e"),
    "gas": rgb("#c2c477"),
    "skin": rgb("#e0bf9c"),
}
"""The colours of the plates; sky and cloth are a side's own."""
DOES = {
    "charge": "attack",
    "attack_bonus": "attack",
    "assault_bonus": "assault",
    "defence_bonus": "build",
    "year_morale": "morale",
}
"""What shows an effect whose own name no plate has."""


@dataclass(frozen=True, slots=True)
class Brush(svg.Brush):
    """A brush in the colours of a side."""

    side: str = "neutral"

    tones: ClassVar[Mapping[str, Colour]] = TONES
    night: ClassVar[Colour] = rgb("#2f2a24")

    def tone(self, name: str) -> Colour:
        """A side's own colour of that name, or everybody's."""
        return TONES.get(f"{self.side} {name}") or TONES[name]


def plate_of(card: Card | Mission) -> str:
    """Which plate shows a card: its own, that of its mission, or that of what it does first."""
    if isinstance(card, Mission):
        told = [card.id.partition("-")[2], f"{card.id.partition('-')[2]}-mission", "breakthrough"]
    else:
        kinds = [each.kind for each in card.effects] + [each.kind for each in card.ongoing]
        told = [card.id, *(DOES.get(kind, kind) for kind in kinds), "table"]
    return next(each for each in told if f"plate-{each}" in PICTURES.groups)


@lru_cache(maxsize=256)
def plate(name: str, side: str, saver: bool) -> Face:
    """A plate in the colours of a side."""
    return Face(WIDE, HIGH, PICTURES.marks(f"plate-{name}", Brush(saver, side).paint), name=f"{name} plate")


@lru_cache(maxsize=32)
def view(battlefield: str, saver: bool) -> Face:
    """The country of a battlefield, as its cards show it; it belongs to neither side."""
    marks = PICTURES.marks(f"view-{battlefield}", Brush(saver).paint)
    return Face(WIDE, HIGH, marks, name=f"{battlefield} view")


def framed(card: Card | Mission, box: Box, look: Look) -> Iterator[Mark]:
    """The plate over the whole width of a box, its foot at the box's foot, in a frame of the side."""
    scale = box.width / WIDE
    shown = Box(0, HIGH - box.height / scale, WIDE, box.height / scale)
    yield Stamp(
        plate(plate_of(card), card.side, look.saver), box.x, box.bottom - HIGH * scale, scale, window=shown
    )
    yield Rectangle(box, Paint(stroke=look.strong(card.side), width=0.5))
    yield Rectangle(box.inset(0.55), Paint(stroke=BLACK if look.saver else TONES["cloud"], width=0.2))
