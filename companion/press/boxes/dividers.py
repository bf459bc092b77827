"""Dividers: cards with a tab that looks out over the deck, three tabs beside each other."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.press.document import Document
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle
from companion.press.fonts import SUBTITLE, TITLE
from companion.press.look import INK, Dress, Look
from companion.press.look.setting import middle
from companion.press.options import CARD_OPTIONS, adapted, larger_than, picked
from companion.press.sheet import Piece
from companion.press.shelf import Made
from companion.press.text import Style

TAB, ABREAST = 9.0, 3
"""Millimetres that a tab looks out, and how many stand beside each other."""


def dividers(dress: Dress, ground: str, names: Sequence[str], size: str) -> Mapping[str, Made]:
    """A divider for each part of a game's deck, in the colour of its ground; `size` is the cards' format."""
    left_out = ("part", "bleed", "house", "radius", "backs", "sides", "back_marks")
    asked = tuple(each for each in larger_than(CARD_OPTIONS, "micro") if each.key not in left_out)
    options = adapted(asked, {"only": "Their names with commas. Empty: all."}, {"format": size})
    return {"dividers": (partial(_laid, dress, ground, names), options)}


def _laid(
    dress: Dress, ground: str, names: Sequence[str], choices: Mapping[str, Json], scene: Scene[Any] | None
) -> Document:
    flat = {**choices, "bleed": False, "house": False, "radius": 0, "backs": "none"}
    look = dress.card_look(flat)
    faces = [look.sized(divider, name, number, look, ground) for number, name in enumerate(names)]
    pieces = picked([Piece(face) for face in faces], choices)
    return dress.laid("dividers", pieces, flat)


def divider(name: str, number: int, look: Look, ground: str) -> Face:
    """A card of the trimmed size and a tab more; what lies beside the tab is cut away along its line."""
    width, height = look.trim.width, look.trim.height + TAB
    wide = width / ABREAST
    left = number % ABREAST * wide
    runs = (
        (0.0, TAB), (left, TAB), (left + 1.2, 0.0), (left + wide - 1.2, 0.0), (left + wide, TAB),
        (width, TAB), (width, height), (0.0, height),
    )  # fmt: skip
    edge = look.strong(ground)
    least = 9.0 if look.large else 7.0
    small = Style(font=SUBTITLE, size=10, smallest=least, leading=1)
    large = Style(font=TITLE, size=24, smallest=least, leading=1, colour=look.on_panel(ground))
    marks: tuple[Mark, ...] = (
        Rectangle(Box(2.6, TAB + 2.6, width - 5.2, height - TAB - 5.2), Paint(stroke=edge, width=0.5), 1.5),
        Rectangle(Box(4, TAB + 4, width - 8, 18), look.panel(ground), 1),
        *middle(name, large, Box(5, TAB + 6, width - 10, 14), f"dividers.{name}"),
        *middle(name, small, Box(left + 1.4, 1.0, wide - 2.8, TAB - 2), f"dividers.{name}"),
        Path((runs,), Paint(stroke=INK, width=0.2), closed=True),
    )
    return Face(width, height, marks, name=name, title=name)
