"""The event card (2.2.1): side, symbol, year and points on top, then what it does, then what it hangs on."""

from collections.abc import Iterator
from functools import lru_cache

from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS
from companion.games.scarper.printables import card_parts as parts
from companion.games.scarper.printables.look import MUTED, icon
from companion.games.scarper.printables.signs import Sign, places, signs
from companion.games.scarper.state import Card
from companion.press.face import BLACK, Box, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import Drawn, Look, Place, fixed
from companion.press.text import BODY, LABEL, NUMERAL, STRONG, SUBTITLE, Block, Style, fit, line, measure

SIGN_HEIGHT, SIGN_GAP, MOST_SIGNS = 10.6, 2.2, 6
STRIP_HEIGHT = 4.4

type Event = parts.Front[Card]


def _band(event: Event, room: Box) -> Iterator[Mark]:
    yield from parts.band(event.card.side, str(event.card.points), str(event.card.year), event.look)


def _signs(event: Event, room: Box) -> Drawn:
    """The signs in rows of three, on a tint of the side; lasting ones are underlined like the title."""
    found = signs(event.card)
    shown, marks = found if len(found) <= MOST_SIGNS else (), list[Mark]()
    for number, sign in enumerate(shown):
        x, y = room.x + number % 3 * room.width / 3, room.y + number // 3 * (SIGN_HEIGHT + SIGN_GAP)
        place = Box(x, y, room.width / 3 - 1.2, SIGN_HEIGHT)
        marks += _sign(sign, place, event.card.side, event.look)
    return marks, (SIGN_HEIGHT + SIGN_GAP) * -(-len(shown) // 3)


@lru_cache(maxsize=1_000)
def _sign(sign: Sign, box: Box, side: str, look: Look) -> tuple[Mark, ...]:
    """One sign in its box: many cards show the same one in the same place."""
    return tuple(_drawn(sign, box, side, look))


def _drawn(sign: Sign, box: Box, side: str, look: Look) -> Iterator[Mark]:
    colour, tint = look.strong(side), look.tint(side, 0.13)
    yield Rectangle(box, Paint(fill=tint) if tint else Paint(stroke=BLACK, width=0.18), 0.8)
    if sign.lasting:
        yield Rectangle(Box(box.x + 0.8, box.bottom + 0.35, box.width - 1.6, 0.55), Paint(fill=colour))
    yield Stamp(icon(sign.icon, colour), box.x + 0.6, box.y + 2, scale=0.64)
    figure = Style(font=NUMERAL, size=20, smallest=9, colour=colour, leading=1)
    caption = Style(font=SUBTITLE, size=look.size(8.5, 9), smallest=look.smallest, leading=1)
    left, room = box.x + 7.6, box.width - 8.2
    if sign.number:
        drop = 0.1 if sign.whose else 1.8
        yield from line(sign.number, figure, room, "signs").at(left, box.y + drop)
    if sign.whose:
        drop = 6.7 if sign.number else 3.7
        yield from line(sign.whose, caption, room + 0.4, "signs").at(left, box.y + drop)


def _map(event: Event, room: Box) -> Drawn:
    """The nine battlefields in a row, those that the card names filled; nothing where it names none."""
    named = places(event.card)
    if not named:
        return (), 0.0
    strip = room._replace(y=room.bottom - STRIP_HEIGHT - 0.8, height=STRIP_HEIGHT)
    return _strip(named, strip, event.card.side, event.look), STRIP_HEIGHT + 1.2


@lru_cache(maxsize=1_000)
def _strip(named: frozenset[str], room: Box, side: str, look: Look) -> tuple[Mark, ...]:
    """The row for those that are named: many cards name the same ones."""
    marks: list[Mark] = []
    width = room.width / len(BATTLEFIELDS)
    for number, battlefield in enumerate(BATTLEFIELDS):
        box = Box(room.x + number * width, room.y, width - 0.5, STRIP_HEIGHT)
        here = battlefield in named
        marks.append(Rectangle(box, look.panel(side) if here else Paint(stroke=MUTED, width=0.12), 0.5))
        colour = look.on_panel(side) if here else MUTED
        style = Style(font=STRONG if here else LABEL, size=look.smallest, colour=colour)
        letters = line(BATTLEFIELD_NAMES[battlefield][:2], style, box.width, "map")
        marks += letters.at(box.x, box.y + 0.55, width=box.width, align=0.5)
    return tuple(marks)


def _links(event: Event, room: Box) -> Drawn:
    """Which other cards this one needs, cancels or prevents, under a rule."""
    card, look, bottom = event.card, event.look, room.bottom
    head = Style(
        font=STRONG, size=look.size(7, 9), smallest=look.smallest, colour=look.strong(card.side), spacing=0.3
    )
    style = Style(font=SUBTITLE, size=look.size(8.5, 10), smallest=look.smallest, leading=1.15)
    marks: list[Mark] = []
    told = (("NEEDS", card.requires), ("CANCELS", card.cancels), ("PREVENTS", card.prevents))
    for word, ids in reversed([each for each in told if each[1]]):
        named = ", ".join(event.frame.library.cards[each].title for each in ids)
        key = Block(word, head, head.size)
        indent = measure(word, STRONG, head.size, 0.3) + 1.4
        block = fit(named, style, room.width - indent, 14, f"{event.where}.{word.lower()}")
        bottom -= block.height
        marks += key.at(room.x, bottom + (block.pitch - key.pitch) / 2)
        marks += block.at(room.x + indent, bottom)
    if not marks:
        return (), 0.0
    rule = (((room.x, bottom - 0.5), (room.right, bottom - 0.5)),)
    return (Path(rule, Paint(stroke=MUTED, width=0.12)), *marks), room.bottom - bottom + 0.9


def _text(event: Event, room: Box) -> Drawn:
    look = event.look
    style = Style(font=BODY, size=look.size(11.5, 13), smallest=look.smallest, leading=1.28)
    block = fit(event.card.text, style, room.width, room.height - 0.8, f"{event.where}.text")
    return block.at(room.x, room.y), room.height


FACE: tuple[Place[Event], ...] = (
    Place("band", "top", fixed(parts.BAND + parts.SPACE, _band)),
    Place("picture", "top", parts.picture),
    Place("plate", "top", parts.plate, yields=2),
    Place("title", "top", parts.title),
    Place("signs", "top", _signs, yields=3),
    Place("links", "bottom", _links),
    Place("map", "bottom", _map, yields=1),
    Place("text", "rest", _text),
)
"""Where its text needs the room, first the map, then the plate, then the signs give way."""
