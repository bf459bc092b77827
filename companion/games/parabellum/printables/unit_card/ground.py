"""What a Unit Tracking Card is drawn on: its frame, the engraved band, the ground that a class stands on."""

from functools import lru_cache

from companion.games.parabellum.printables.terrain_art import ground as terrain
from companion.press.engraving import braid
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle, blend
from companion.press.look import Look
from companion.press.svg import moved

FOOT = 12.6
"""Millimetres: the height of the dice at a card's foot."""
GROUNDS = {
    "infantry": "rubble", "truck": "open", "walker": "rocky", "gun": "forest",
    "tank": "open", "engineer": "urban", "hauler": "rubble",
}  # fmt: skip
"""The terrain on which each class is shown: an ornament, no rule."""


@lru_cache(maxsize=32)
def frame(ground: str, look: Look) -> Face:
    """What lies under every card of a company: two fine lines round it, ledger ruling at its foot."""
    colour, frame = look.strong(ground), look.inner.inset(-1.2)
    foot = Box(frame.x, frame.bottom - FOOT - 3.2, frame.width, FOOT + 3.2)
    tint = look.tint(ground, 0.07)
    marks: list[Mark] = [Rectangle(foot, Paint(fill=tint), 1.4)] if tint else []
    marks += [
        Rectangle(frame, Paint(stroke=colour, width=0.45), 1.6),
        Rectangle(frame.inset(0.55), Paint(stroke=colour, width=0.12), 1.2),
    ]
    return Face(look.width, look.height, tuple(marks), f"{ground} frame")


@lru_cache(maxsize=32)
def engraved(ground: str, width: float, high: float, look: Look) -> Face:
    """The band under a name, engraved like a share's edge."""
    box = Box(0, 0, width, high)
    marks: list[Mark] = [Rectangle(box, look.panel(ground), 1.2)]
    if not look.saver:
        pale = Paint(stroke=blend(look.full(ground), 0.86), width=0.12)
        marks += [Path(moved(braid(width, high - 1, 9, 9), 0, 0.5), pale)]
    return Face(width, high, tuple(marks), f"{ground} band")


def standing(unit_class: str, look: Look) -> Face:
    """A square inch of the terrain on which a class is shown."""
    return terrain(GROUNDS.get(unit_class, "open"), "", look)
