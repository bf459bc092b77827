"""The fronts of action and supply cards and of those on the table: a picture, a name, what it does."""

from collections.abc import Iterator, Sequence
from math import radians, sin

from companion.games.verraeter.data import ACTION_NAMES
from companion.games.verraeter.printables.arms import SIZE, arms
from companion.games.verraeter.printables.scenery import TONES, Brush, shape
from companion.games.verraeter.printables.setting import band, kicker, leaf, panel
from companion.games.verraeter.printables.sheaf import sheaf, spread_of
from companion.games.verraeter.printables.source import Source
from companion.games.verraeter.printables.words import sayings
from companion.press.face import POINT, Box, Circle, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.fonts import BODY, NUMERAL, SUBTITLE
from companion.press.look import INK, Look
from companion.press.look.setting import middle, richest
from companion.press.outlines import moved, outline
from companion.press.text import measure

BAND = 10.0
CHIP = 11.0


def action(card: str, source: Source) -> Face:
    """One of the six action cards."""
    look, saying = source.look, sayings(source.options)[card]
    box = panel(look)
    chips = Box(box.x, box.bottom - CHIP - 1.2, box.width, CHIP)
    body, top = sentence(saying.told, Box(box.x, box.y, box.width, chips.y - box.y), look, card)
    marks = (
        *leaf("court", look),
        *band(ACTION_NAMES[card], "court", box._replace(height=BAND), look, card),
        *art(card, Box(box.x, box.y + BAND, box.width, top - box.y - BAND), look),
        *body,
        *figures(saying.figures, "court", chips, look),
    )
    return look.card(marks, card)


def sentence(told: Sequence[str], box: Box, look: Look, where: str) -> tuple[tuple[Mark, ...], float]:
    """What a card does, over a box's lower edge; and where that begins."""
    style = look.style(BODY, 9.5, leading=1.25)
    block = richest(told, style, box.width - 3, max(17.0, box.height * 0.34), where)
    if block is None:
        return (), box.bottom
    top = box.bottom - block.height - 1.6
    return block.at(box.x + 1.5, top, width=box.width - 3, align=0.5), top


def art(what: str, box: Box, look: Look) -> Iterator[Mark]:
    """A picture as large as its place."""
    size = min(box.width - 5, box.height - 4)
    x, y = box.x + (box.width - size) / 2, box.y + (box.height - size) / 2
    yield Stamp(arms(what, look), x, y, size / SIZE)


def figures(told: Sequence[tuple[str, str]], what: str, box: Box, look: Look) -> Iterator[Mark]:
    """What a card is worth, as figures with a word each, side by side."""
    across = box.width / len(told)
    for n, (figure, word) in enumerate(told):
        place = Box(box.x + n * across + 1.2, box.y, across - 2.4, box.height)
        yield Rectangle(place, look.panel(what), 1.6)
        yield from _figure(figure, word, what, place, look)


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


def supply(value: int, source: Source) -> Face:
    """A supply card: a field with as many ears as it is worth, and the figure three times."""
    look = source.look
    box = panel(look)
    corner = Face(12, 12, _corner(value, look), name=f"corner {value}")
    disc = min(box.width * 0.29, box.height * 0.2)
    x, y = box.x + box.width / 2, box.bottom - disc - 8
    place = Box(x - disc, y - disc, 2 * disc, 2 * disc)
    marks = (
        *leaf("field", look),
        *_field(value, Box(box.x, box.y, box.width, y - box.y), disc, look),
        Circle(x, y, disc, look.plate("field", 0.7)),
        Circle(x, y, disc - 1.1, Paint(stroke=look.strong("field"), width=0.2)),
        *middle(str(value), look.style(NUMERAL, disc * 5.2), place, "supply"),
        Rectangle(Box(box.x, box.y, 11, 12), look.plate("field")),
        Stamp(corner, box.x, box.y),
        Stamp(corner, box.right - 12, box.bottom - 12, turn=2),
        *kicker("Supply", look.strong("field"), Box(box.x + 11, box.bottom - 6, box.width - 22, 5), look),
    )
    return look.card(marks, f"supply {value}")


def _field(value: int, view: Box, disc: float, look: Look) -> Iterator[Mark]:
    """The sky, a far field, and the sheaf before it, its band behind the disc."""
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


def on_table(card: str, source: Source) -> Face:
    """The strategy, the conflict or the start player card."""
    look, (name, told) = source.look, TABLE_CARDS[card]
    box = panel(look)
    body, top = sentence(told, box, look, card)
    place = Box(box.x, box.y + BAND, box.width, top - box.y - BAND)
    arrows = _arrows(place, look) if card == "conflict" else ()
    if arrows:
        place = Box(place.x, place.y, place.width, place.height - 14)
    marks = (
        *leaf("gold", look),
        *band(name, "gold", box._replace(height=BAND), look, card),
        *art(card, place, look),
        *arrows,
        *body,
    )
    return look.card(marks, card)


def _arrows(box: Box, look: Look) -> tuple[Mark, ...]:
    """An arrow to the left and one to the right: to the landscapes beside it."""
    y, middle_ = box.bottom - 9, box.x + box.width / 2
    left = outline("M0 0L9 -6.5L9 -3L18 -3L18 3L9 3L9 6.5Z")
    right = outline("M0 0L-9 -6.5L-9 -3L-18 -3L-18 3L-9 3L-9 6.5Z")
    paint = Paint(fill=look.panel("gold").fill, stroke=INK, width=0.35)
    return (
        Path(moved(left, middle_ - 20.5, y), paint, closed=True),
        Path(moved(right, middle_ + 20.5, y), paint, closed=True),
    )
