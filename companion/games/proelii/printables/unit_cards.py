"""A card for each type of units: its die, cohesion and movement, and what it alone can do (7.0, 10)."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.proelii.data import FACES, KIND_NAMES, UNITS, Kind
from companion.games.proelii.printables.look import DRESS, SIGN, sign
from companion.games.proelii.printables.words import words
from companion.games.proelii.state.options import DICE, Dice
from companion.press.colours import WHITE
from companion.press.document import Document
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.fonts import BODY, NUMERAL, SUBTITLE, TITLE
from companion.press.look import INK, Look
from companion.press.look.setting import at_left, middle
from companion.press.options import CARD_OPTIONS, larger_than, picked
from companion.press.sheet import Piece
from companion.press.shelf import Made
from companion.press.text import fit

HEAD = 6.0
"""Millimetres: the name of an ability, and what is around it."""


def unit_cards(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """Eight cards, with a table's own dice; their backs tell the strength of 8.5."""
    look, dice = DRESS.card_look(choices), scene.state.options.dice if scene else DICE
    pieces = [Piece(look.sized(_front, kind, dice, look), _back(kind, look)) for kind in UNITS]
    return DRESS.laid("unit cards", picked(pieces, choices), choices)


def _front(kind: Kind, dice: Dice, look: Look) -> Face:
    """Sign and name, the values, the die face by face, the special abilities."""
    room, unit = look.inner, UNITS[kind]
    ground = () if look.saver else (Rectangle(look.ground, Paint(fill=look.full("paper"))),)
    rule = Path((((room.x, room.y + 12), (room.right, room.y + 12)),), Paint(stroke=INK, width=0.5))
    name = Box(room.x + 13, room.y, room.width - 13, 11)
    values = (("CP", unit.cp), ("MP", unit.mp), ("Escape", 2 * unit.mp))
    marks: tuple[Mark, ...] = (
        *ground,
        Stamp(sign(kind, INK), room.x, room.y, 11 / SIGN),
        *at_left(KIND_NAMES[kind], look.style(TITLE, 17), name, kind),
        rule,
        *_values(values, Box(room.x, room.y + 14, room.width, 11), look),
        *_die(getattr(dice, unit.die), unit.die, Box(room.x, room.y + 27, room.width, 8), look),
        *_abilities(kind, Box(room.x, room.y + 38, room.width, room.height - 38), look),
    )
    return look.card(marks, kind)


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
    foot = Box(room.x, room.bottom - 12, room.width, 8)
    marks: tuple[Mark, ...] = (
        *ground,
        Stamp(sign(kind, ink), room.x + room.width * 0.1, room.y + 10, side / SIGN),
        *middle(strength, look.style(TITLE, 16, ink), foot, kind),
    )
    return look.card(marks, f"{kind} back")


CARDS: Mapping[str, Made] = {
    "unit-cards": (unit_cards, larger_than(CARD_OPTIONS, "micro", "mini-american", "half-poker"))
}
