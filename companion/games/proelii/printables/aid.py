"""The player aids: energy and the order of a round; dice, morale, command; ways and the 3:1 end (10)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.proelii.data import FACES, KIND_NAMES, UNITS, Colour
from companion.games.proelii.printables.look import DRESS, SIGN, sign
from companion.games.proelii.printables.octagon import ACROSS, Token, front
from companion.games.proelii.printables.words import words
from companion.games.proelii.state.options import DICE, Dice
from companion.press.document import Document
from companion.press.face import WHITE, Box, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import EDGE, INK, Look, at_left, middle
from companion.press.options import INK as INKS
from companion.press.options import Made, papers
from companion.press.page import PAPERS, Size
from companion.press.text import BODY, LABEL, NUMERAL, STRONG, SUBTITLE, TITLE, Style, fit, line

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
    """A page of entries, each with its figure."""
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
