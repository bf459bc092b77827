"""A card for each type of units: its die, cohesion and movement, and what it alone can do (7.0, 10)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.proelii.data import FACES, KIND_NAMES, UNITS, Kind
from companion.games.proelii.printables.frieze import FRIEZE, frieze, meander
from companion.games.proelii.printables.look import DRESS, SIGN, sign
from companion.games.proelii.printables.words import words
from companion.games.proelii.state.options import DICE, Dice
from companion.press.document import Document
from companion.press.face import WHITE, Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import INK, Look, at_left, middle
from companion.press.options import CARD_OPTIONS, Made, larger_than, picked
from companion.press.page import Piece
from companion.press.text import BODY, NUMERAL, SUBTITLE, TITLE, DoesNotFit, fit

HEAD = 6.0
"""Millimetres: the name of an ability, and what is around it."""


def unit_cards(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """Eight cards, with a table's own dice; their backs tell the strength of 8.5."""
    look, dice = DRESS.card_look(choices), scene.state.options.dice if scene else DICE
    pieces = [Piece(look.sized(_front, kind, dice, look), _back(kind, look)) for kind in UNITS]
    return DRESS.laid("unit cards", picked(pieces, choices), choices)


def _front(kind: Kind, dice: Dice, look: Look) -> Face:
    """The name over a painted frieze, the values, the die face by face, the special abilities.

    The frieze gives way where the abilities need its room.
    """
    try:
        marks = tuple(_marks(kind, dice, look, FRIEZE + 1.5))
    except DoesNotFit:
        marks = tuple(_marks(kind, dice, look, 0.0))
    return replace(look.card(marks, kind), title=KIND_NAMES[kind])


def _marks(kind: Kind, dice: Dice, look: Look, high: float) -> Iterator[Mark]:
    room, unit = look.inner, UNITS[kind]
    y = room.y + 9.5 + high
    values = (("CP", unit.cp), ("MP", unit.mp), ("Escape", 2 * unit.mp))
    if not look.saver:
        yield Rectangle(look.ground, Paint(fill=look.full("paper")))
    yield Rectangle(room.inset(-1.2), Paint(stroke=INK, width=0.45), 0.8)
    yield Rectangle(room.inset(-0.7), Paint(stroke=look.strong("minium"), width=0.15), 0.5)
    side = 0.0 if high else 9.0
    if high:
        yield from frieze(kind, Box(room.x, room.y + 9, room.width, FRIEZE), look)
    else:
        yield Stamp(sign(kind, INK), room.x, room.y, 8.4 / SIGN)
    yield from at_left(
        KIND_NAMES[kind], look.style(TITLE, 17), Box(room.x + side, room.y, room.width - side, 8.4), kind
    )
    yield from _values(values, Box(room.x, y, room.width, 11), look)
    yield from _die(getattr(dice, unit.die), unit.die, Box(room.x, y + 12.5, room.width, 8), look)
    yield from _abilities(kind, Box(room.x, y + 23.5, room.width, room.bottom - y - 23.5), look)


def _values(values: tuple[tuple[str, int], ...], box: Box, look: Look) -> Iterator[Mark]:
    wide = box.width / len(values)
    for n, (name, value) in enumerate(values):
        x = box.x + n * wide
        yield from middle(str(value), look.style(NUMERAL, 20), Box(x, box.y, wide, 7), name)
        yield from middle(name, look.style(SUBTITLE, 8), Box(x, box.y + 7, wide, 4), name)


def _die(faces: tuple[str, ...], colour: str, box: Box, look: Look) -> Iterator[Mark]:
    """The six faces, on the die's colour; saved ink says it in a word above the abilities."""
    step, ink = box.width / 6, INK if colour == "white" or look.saver else WHITE
    for n, face in enumerate(faces):
        plate = Box(box.x + n * step + 0.4, box.y, step - 0.8, box.height)
        fill = None if look.saver else look.full(colour)
        yield Rectangle(plate, Paint(fill=fill, stroke=INK, width=0.3), 1.2)
        shown = sign(face if face in FACES else "blank", ink)
        yield Stamp(shown, plate.x + (plate.width - 6) / 2, plate.y + 1, 6 / SIGN)


def _abilities(kind: Kind, box: Box, look: Look) -> Iterator[Mark]:
    told = words()["abilities"]
    letters = sum(len(told[ability][1]) for ability in UNITS[kind].abilities)
    yield from at_left(
        f"{UNITS[kind].die.capitalize()} die", look.small(), Box(box.x, box.y - 2.4, 30, 3), kind
    )
    y = box.y + 1
    for ability in UNITS[kind].abilities:
        name, text = told[ability]
        each = HEAD + (box.height - 1 - HEAD * len(UNITS[kind].abilities)) * len(text) / letters
        yield from at_left(name, look.style(SUBTITLE, 10.5), Box(box.x, y, box.width, 4.4), kind)
        style = look.style(BODY, 9.5, leading=1.2)
        yield from fit(text, style, box.width, each - HEAD, f"{kind}.{ability}").at(box.x, y + 5)
        y += each


def _back(kind: Kind, look: Look) -> Face:
    """The sign, large, and the strength in a war."""
    room = look.inner
    ground = () if look.saver else (Rectangle(look.ground, Paint(fill=look.full("basalt"))),)
    ink = INK if look.saver else WHITE
    side = room.width * 0.8
    strength = f"Strength {UNITS[kind].strength}"
    foot = Box(room.x, room.bottom - 14, room.width, 8)
    edge = Paint(stroke=INK if look.saver else look.full("edge"), width=0.25)
    marks: tuple[Mark, ...] = (
        *ground,
        Rectangle(room, edge),
        *(Path(meander(room.width - 4, 2.4, room.x + 2, y), edge) for y in (room.y + 2, room.bottom - 4.4)),
        Stamp(sign(kind, ink), room.x + room.width * 0.1, room.y + 10, side / SIGN),
        *middle(strength, look.style(TITLE, 16, ink), foot, kind),
    )
    return look.card(marks, f"{kind} back")


CARDS: Mapping[str, Made] = {
    "unit-cards": (unit_cards, larger_than(CARD_OPTIONS, "micro", "mini-american", "half-poker"))
}
