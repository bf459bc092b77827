"""The fronts of action and supply cards and of those on the table: a picture, a name, what it does."""

from collections.abc import Iterator, Sequence
from math import radians, sin
from typing import NamedTuple

from companion.games.verraeter.data import ACTION_NAMES
from companion.games.verraeter.printables.arms import SIZE, arms
from companion.games.verraeter.printables.scenery import TONES, Brush, shape
from companion.games.verraeter.printables.setting import band, kicker, leaf, panel
from companion.games.verraeter.printables.sheaf import sheaf, spread_of
from companion.games.verraeter.printables.source import Source
from companion.games.verraeter.printables.words import sayings
from companion.press.face import POINT, Box, Circle, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import INK, Drawn, Look, Place, composed, fixed, middle, richest
from companion.press.svg import moved, outline
from companion.press.text import BODY, NUMERAL, SUBTITLE, measure

BAND = 10.0
CHIP = 11.0


class Shown(NamedTuple):
    """A card to set: its name on the ribbon of a ground, what it does the longest way first, its figures."""

    card: str
    name: str
    ground: str
    told: Sequence[str]
    figures: Sequence[tuple[str, str]]
    look: Look


def action(card: str, source: Source) -> Face:
    """One of the six action cards."""
    saying = sayings(source.options)[card]
    return _set(Shown(card, ACTION_NAMES[card], "court", saying.told, saying.figures, source.look))


def on_table(card: str, source: Source) -> Face:
    """The strategy, the conflict or the start player card."""
    name, told = TABLE_CARDS[card]
    return _set(Shown(card, name, "gold", told, (), source.look))


def _set(shown: Shown) -> Face:
    look = shown.look
    return look.card((*leaf(shown.ground, look), *composed(FACE, shown, panel(look))), shown.card)


def _name(shown: Shown, room: Box) -> Iterator[Mark]:
    yield from band(shown.name, shown.ground, room._replace(height=BAND), shown.look, shown.card)


def _sentence(shown: Shown, room: Box) -> Drawn:
    """What a card does."""
    style = shown.look.style(BODY, 9.5, leading=1.25)
    block = richest(shown.told, style, room.width - 3, max(17.0, room.height * 0.34), shown.card)
    if block is None:
        return (), 0.0
    top = room.bottom - block.height - 1.6
    return block.at(room.x + 1.5, top, width=room.width - 3, align=0.5), room.bottom - top


def _picture(shown: Shown, room: Box) -> Drawn:
    """A picture as large as its place."""
    size = min(room.width - 5, room.height - 4)
    x, y = room.x + (room.width - size) / 2, room.y + (room.height - size) / 2
    return (Stamp(arms(shown.card, shown.look), x, y, size / SIZE),), room.height


def _figures(shown: Shown, room: Box) -> Drawn:
    """What a card is worth, as figures with a word each, side by side."""
    marks: list[Mark] = []
    for n, (figure, word) in enumerate(shown.figures):
        across = room.width / len(shown.figures)
        place = Box(room.x + n * across + 1.2, room.bottom - CHIP - 1.2, across - 2.4, CHIP)
        marks.append(Rectangle(place, shown.look.panel(shown.ground), 1.6))
        marks += _figure(figure, word, shown.ground, place, shown.look)
    return marks, CHIP + 1.2 if shown.figures else 0.0


def _figure(figure: str, word: str, what: str, place: Box, look: Look) -> Iterator[Mark]:
    ink = look.on_panel(what)
    number, caption = look.style(NUMERAL, 24, ink), look.style(SUBTITLE, 10, ink)
    wide = measure(figure, NUMERAL, number.size)
    room = place.width - wide - 4.5
    block = richest((word,), caption, room, place.height - 2, what) if room > 5 else None
    text = max(measure(each, SUBTITLE, block.size) for each in block.lines) + 1.4 if block else 0.0
    left = place.x + (place.width - wide - text) / 2
    yield from middle(figure, number, Box(left, place.y, wide + 0.1, place.height), what)
    if block:
        yield from block.at(left + wide + 1.4, place.y + (place.height - block.height) / 2)


class Supply(NamedTuple):
    """A supply card to set, and how large the disc with its figure is."""

    value: int
    look: Look
    disc: float


def supply(value: int, source: Source) -> Face:
    """A supply card: a field with as many ears as it is worth, and the figure three times."""
    look, box = source.look, panel(source.look)
    shown = Supply(value, look, min(box.width * 0.29, box.height * 0.2))
    return look.card((*leaf("field", look), *composed(SUPPLY, shown, box)), f"supply {value}")


def _kicker(shown: Supply, box: Box) -> Iterator[Mark]:
    place = Box(box.x + 11, box.bottom - 6, box.width - 22, 5)
    yield from kicker("Supply", shown.look.strong("field"), place, shown.look)


def _corners(shown: Supply, box: Box) -> Iterator[Mark]:
    corner = Face(12, 12, _corner(shown.value, shown.look), name=f"corner {shown.value}")
    yield Rectangle(Box(box.x, box.y, 11, 12), shown.look.plate("field"))
    yield Stamp(corner, box.x, box.y)
    yield Stamp(corner, box.right - 12, box.bottom - 12, turn=2)


def _disc(shown: Supply, box: Box) -> Drawn:
    """The figure on a disc, over the lower edge of the field."""
    value, look, disc = shown
    x, y = box.x + box.width / 2, box.bottom - disc - 8
    place = Box(x - disc, y - disc, 2 * disc, 2 * disc)
    marks: list[Mark] = [
        Circle(x, y, disc, look.plate("field", 0.7)),
        Circle(x, y, disc - 1.1, Paint(stroke=look.strong("field"), width=0.2)),
        *middle(str(value), look.style(NUMERAL, disc * 5.2), place, "supply"),
    ]
    return marks, box.bottom - y


def _field(shown: Supply, view: Box) -> Iterator[Mark]:
    """The sky, a far field, and the sheaf before it, its band behind the disc."""
    value, look, disc = shown
    brush = Brush(look.saver, INK)
    if not look.saver:
        yield Rectangle(view, Paint(fill=TONES["sky"]))
        yield Circle(view.right - 9, view.y + 9, 4.4, Paint(fill=TONES["haze"]))
        yield Rectangle(view._replace(y=view.bottom - 9, height=9), Paint(fill=TONES["hill"]))
        rows = "".join(f"M{n * 4 - 60} 9L{n * 1.6 - 24} 0" for n in range(31))
        yield Stamp(_strip(rows, view.width), view.x, view.bottom - 9, window=Box(0, 0, view.width, 9))
    yield Rectangle(view, Paint(stroke=look.strong("field"), width=0.3))
    tall = (view.height - disc - 3) / 24
    wide = (view.width - 5) / (2 * 24.6 * sin(radians(spread_of(value))) + 4)
    scale = min(tall, wide)
    yield from sheaf(brush, value, (view.x + view.width / 2, view.bottom - disc + 11.5 * scale, scale))


def _strip(rows: str, width: float) -> Face:
    """The furrows of a field that runs to the middle of its horizon."""
    return Face(width, 9, (shape(rows, Paint(stroke=TONES["grass"], width=0.5), (width / 2, 0, 1)),))


def _corner(value: int, look: Look) -> tuple[Mark, ...]:
    """The figure in a corner, underlined so that a 6 is no 9."""
    style = look.style(NUMERAL, 26, look.strong("field"))
    text = middle(str(value), style, Box(0.6, 0.4, 9, 10), "supply")
    wide = measure(str(value), NUMERAL, style.size)
    y = text[0].y + 0.12 * style.size * POINT
    rule = ((5.1 - wide / 2, y), (5.1 + wide / 2, y))
    return (*text, Path((rule,), Paint(stroke=look.strong("field"), width=0.5)))


TABLE_CARDS = {
    "strategy": (
        "Strategy",
        ("You choose where the houses meet: two neighbours of different houses.", "You choose the site."),
    ),
    "conflict": (
        "Conflict",
        ("Lies between the two landscapes that are fought over.", "The two on either side."),
    ),
    "start": (
        "Start player",
        ("You begin: the draft, the supply, picking up. Then it goes to the left.", "You begin."),
    ),
}


def _arrows(shown: Shown, room: Box) -> Drawn:
    """On the conflict card, an arrow to the left and one to the right: to the landscapes beside it."""
    if shown.card != "conflict":
        return (), 0.0
    y, middle_ = room.bottom - 9, room.x + room.width / 2
    left = outline("M0 0L9 -6.5L9 -3L18 -3L18 3L9 3L9 6.5Z")
    right = outline("M0 0L-9 -6.5L-9 -3L-18 -3L-18 3L-9 3L-9 6.5Z")
    paint = Paint(fill=shown.look.panel("gold").fill, stroke=INK, width=0.35)
    both = (moved(left, middle_ - 20.5, y), moved(right, middle_ + 20.5, y))
    return (Path(runs, paint, closed=True) for runs in both), 14.0


FACE: tuple[Place[Shown], ...] = (
    Place("figures", "bottom", _figures),
    Place("sentence", "bottom", _sentence),
    Place("name", "top", fixed(BAND, _name)),
    Place("arrows", "bottom", _arrows),
    Place("picture", "rest", _picture),
)
SUPPLY: tuple[Place[Supply], ...] = (
    Place("kicker", "rest", fixed(0, _kicker)),
    Place("corners", "rest", fixed(0, _corners)),
    Place("disc", "bottom", _disc),
    Place("field", "rest", fixed(0, _field)),
)
