"""The player aids: energy, the order of a round, dice, command; and a card for each type of units (10)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.proelii.data import FACES, KIND_NAMES, UNITS, Colour, Kind
from companion.games.proelii.printables.look import (
    ACROSS,
    DRESS,
    FRIEZE,
    SIGN,
    Token,
    frieze,
    front,
    meander,
    sign,
    words,
)
from companion.games.proelii.state import DICE, Dice
from companion.press.document import Document
from companion.press.face import WHITE, Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import EDGE, INK, Look, at_left, middle
from companion.press.options import CARD_OPTIONS, Made, larger_than, papers, picked
from companion.press.options import INK as INKS
from companion.press.page import PAPERS, Piece, Size
from companion.press.text import BODY, LABEL, NUMERAL, STRONG, SUBTITLE, TITLE, DoesNotFit, Style, fit, line

ABILITIES = {
    "hit_and_run": "Hit & Run",
    "charge": "Charge",
    "push_out": "Push out",
    "red_line": "Red line: +25",
}
COLOURS: tuple[Colour, ...] = ("white", "blue", "red")


def aid(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Document:
    """Three lying sheets of two A5 pages each, with a table's own dice."""
    look, paper = DRESS.look(choices), PAPERS[choices["paper"]].turned()
    dice = scene.state.options.dice if scene else DICE
    half = Size(paper.width / 2, paper.height)
    pages = []
    for name, left, right in (
        ("energy", _page("energy", look, half), _page("round", look, half)),
        ("dice", _dice_page(dice, look, half), _page("ladders", look, half)),
        ("ways", _page("ways", look, half), _page("ending", look, half)),
    ):
        cut = Path(
            (((half.width, 0), (half.width, paper.height)),), Paint(stroke=(0.6,), width=0.1, dash=(2, 2))
        )
        marks = (Stamp(left, 0, 0), Stamp(right, half.width, 0), cut)
        pages.append(DRESS.page(Face(*paper, marks, name=f"aid {name}"), f"aid: {name}"))
    return DRESS.document("player aids", tuple(pages), choices)


def _page(what: str, look: Look, half: Size) -> Face:
    told = words()["aids"][what]
    width = half.width - 2 * EDGE
    box = Box(EDGE, EDGE + 15, width, half.height - 2 * EDGE - 15)
    marks = (*_title(told["title"], width, look), *_entries(told["entries"], box, look))
    return Face(*half, marks, name=told["title"])


def _title(title: str, width: float, look: Look) -> Iterator[Mark]:
    yield from line(title, Style(font=TITLE, size=20, leading=1), width, title).at(EDGE, EDGE, width=width)
    y = EDGE + 10.5
    stroke = INK if look.saver else look.strong("minium")
    yield Path((((EDGE, y), (EDGE + width, y)),), Paint(stroke=stroke, width=0.8))


def _entries(entries: Sequence[Sequence[str]], box: Box, look: Look) -> Iterator[Mark]:
    high = box.height / len(entries)
    for n, (figure, name, text) in enumerate(entries):
        y = box.y + n * high
        plate = Box(box.x, y + 0.6, 16, min(9.5, high - 1.4))
        fill = None if look.saver else look.full("energy" if figure[0] in "+-−" else "entry")
        yield Rectangle(plate, Paint(fill=fill, stroke=INK, width=0.25), 0.8)
        yield from middle(figure, Style(font=NUMERAL, size=13, smallest=7, leading=1), plate, name)
        yield from at_left(
            name,
            Style(font=SUBTITLE, size=13.5, smallest=8, leading=1),
            Box(box.x + 19, y + 0.2, box.width - 19, 5),
            name,
        )
        block = fit(
            text, Style(font=BODY, size=11, smallest=7, leading=1.22), box.width - 19, high - 6.6, name
        )
        yield from block.at(box.x + 19, y + 6)


def _dice_page(dice: Dice, look: Look, half: Size) -> Face:
    """The faces of the three dice as a d6 numbers them, and the eight types of units."""
    width = half.width - 2 * EDGE
    marks: list[Mark] = [*_title("Dice and units", width, look)]
    for n, colour in enumerate(COLOURS):
        y = EDGE + 16 + n * 17.5
        marks += at_left(
            f"{colour.capitalize()} die",
            Style(font=SUBTITLE, size=11, leading=1),
            Box(EDGE, y, 24, 13),
            colour,
        )
        for k, face in enumerate(getattr(dice, colour)):
            marks += _face(face, Box(EDGE + 26 + k * 16, y, 13.5, 13.5), colour, look, k + 1)
    marks += _units(Box(EDGE, EDGE + 72, width, half.height - EDGE * 2 - 72), look)
    return Face(*half, tuple(marks), name="dice and units")


def _face(face: str, box: Box, colour: Colour, look: Look, number: int) -> Iterator[Mark]:
    dark = colour != "white" and not look.saver
    yield Rectangle(box, Paint(fill=None if look.saver else look.full(colour), stroke=INK, width=0.35), 1.6)
    yield Stamp(
        sign(face if face in FACES else "blank", WHITE if dark else INK), box.x + 2, box.y + 2, 9.5 / SIGN
    )
    style = Style(font=LABEL, size=7, leading=1)
    yield from middle(str(number), style, Box(box.x, box.bottom + 0.3, box.width, 3), face)


def _units(box: Box, look: Look) -> Iterator[Mark]:
    high = box.height / (len(UNITS) + 1)
    heads = ("", "Unit", "Die", "CP", "MP", "Escape", "Can")
    xs = (0.0, 13.0, 47.0, 62.0, 71.0, 80.0, 95.0)
    strong, plain = (Style(font=each, size=9, smallest=7, leading=1) for each in (STRONG, LABEL))
    for x, head in zip(xs, heads, strict=True):
        yield from at_left(head, strong, Box(box.x + x, box.y, 30, high), "heads")
    for n, (kind, unit) in enumerate(UNITS.items(), 1):
        y = box.y + n * high
        size = min(11.0, high - 1)
        yield Path((((box.x, y), (box.right, y)),), Paint(stroke=(0.6,), width=0.12))
        yield Stamp(front(Token("white", kind, "regular"), look), box.x, y + (high - size) / 2, size / ACROSS)
        can = ", ".join(ABILITIES[each] for each in unit.abilities)
        told = (KIND_NAMES[kind], unit.die, str(unit.cp), str(unit.mp), str(2 * unit.mp), can)
        for x, each in zip(xs[1:], told, strict=True):
            yield from at_left(each, plain, Box(box.x + x, y, box.width - x if x > 90 else 33, high), kind)


AIDS: Mapping[str, Made] = {
    "aid": (aid, (papers("a4", "letter"), INKS)),
}


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
