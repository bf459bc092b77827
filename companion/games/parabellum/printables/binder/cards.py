"""The binder's unit cards: one of each type to browse before buying, as in the Unit Card Binder (C2)."""

from collections.abc import Iterator
from dataclasses import replace

from companion.games.parabellum.printables.card_facts import of_type
from companion.games.parabellum.printables.look import DRESS
from companion.games.parabellum.printables.unit_card import unit_card
from companion.games.parabellum.state.binder import Binder
from companion.press.book import Leaf
from companion.press.face import Face, Paint, Rectangle, Stamp
from companion.press.look import Look
from companion.press.page import Size
from companion.press.text import DoesNotFit

GAP = 3.0
"""Millimetres between cards."""


def card_leaves(binder: Binder, look: Look, room: Size) -> Iterator[tuple[Leaf, str]]:
    """Pages of cards and the name of each page's first: three by three, or fewer where they get too small."""
    for side in (3, 2, 1):
        trim = _trim(room, side)
        cut = replace(look, trim=trim)
        try:
            faces = [unit_card(of_type(binder, kind), kind.id, cut) for kind in binder.units.values()]
        except DoesNotFit:
            if side == 1:
                raise
            continue
        kinds = list(binder.units.values())
        for start in range(0, len(faces), side * side):
            yield _leaf(faces[start : start + side * side], side, room), kinds[start].name
        return


def _trim(room: Size, side: int) -> Size:
    """The card's size so that so many stand side by side, and as many below each other; never enlarged."""
    wide = (room.width - (side - 1) * GAP) / side
    high = (room.height - (side - 1) * GAP) / side
    scale = min(1.0, wide / DRESS.card.width, high / DRESS.card.height)
    return Size(DRESS.card.width * scale, DRESS.card.height * scale)


def _leaf(faces: list[Face], side: int, room: Size) -> Leaf:
    step = (room.width - faces[0].width) / (side - 1) if side > 1 else 0.0
    x = (room.width - faces[0].width) / 2 if side == 1 else 0.0
    return tuple(
        Stamp(_framed(face), x + n % side * step, n // side * (face.height + GAP))
        for n, face in enumerate(faces)
    )


def _framed(face: Face) -> Face:
    """A card with its edge drawn: here it is to look at, not to cut."""
    edge = Rectangle(face.box("trim"), Paint(stroke=(0.6,), width=0.2), 2.5)
    return replace(face, marks=(*face.marks, edge))
