"""What events and missions have alike: the band with side and figure, the title, the foot."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.games.scarper.data import SIDE_NAMES
from companion.games.scarper.printables.look import LEAN, symbol
from companion.games.scarper.state import Card, Library, Mission, Options
from companion.press.colours import BLACK, WHITE
from companion.press.face import POINT, Box, Face, Mark, Paint, Path, Rectangle, Stamp, Text
from companion.press.fonts import NUMERAL, STRONG, TITLE
from companion.press.hatching import hatch
from companion.press.look import Look
from companion.press.look.places import Drawn, Place, face
from companion.press.text import Block, Style, fit, line, measure

BAND, SPACE, PICTURE = 17.0, 3.4, 20.0
"""Millimetres: the band on top, from there to the title, and a picture of one's own."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What all cards of one print share: the box that they come from, the ink, and the house rules."""

    library: Library
    look: Look
    label: str
    options: Options


@dataclass(frozen=True, slots=True)
class Front[C: Card | Mission]:
    """A card to set; `where` names it in a refusal."""

    card: C
    frame: Frame
    where: str

    @property
    def look(self) -> Look:
        """The ink in use."""
        return self.frame.look


def set_front(table: tuple[Place[Any], ...], card: Card | Mission, frame: Frame, where: str) -> Face:
    """A card's front, by the table of its places."""
    marks = face(table, Front(card, frame, where), frame.look.inner)
    return frame.look.card((*_watermark(card.side, frame.look), *marks), card.id)


def band(side: str, figure: str, words: str, look: Look) -> Iterator[Mark]:
    """The band on top: the side's colour, symbol and name under a word; a large figure, hatching below."""
    ink, ground = look.on_panel(side), WHITE if look.saver else look.panel(side).fill
    assert ground
    box = look.inner._replace(height=BAND)
    yield Rectangle(box, look.panel(side), 1.4)
    plate = Box(box.right - 15, box.y + 1.5, 13.5, 14)
    yield Rectangle(plate, Paint(stroke=BLACK, width=0.35) if look.saver else Paint(fill=WHITE), 1)
    yield Stamp(symbol(side, ink, ground), box.x + 2.2, box.y + 2.5, scale=1.2)
    ribbon = Box(box.x, box.bottom + 0.7, box.width, 1.5)
    yield Path(_ribbon(side, ribbon), Paint(stroke=look.strong(side), width=0.3))
    style = Style(font=NUMERAL, size=40, smallest=20, colour=look.strong(side), leading=1)
    yield from line(figure, style, plate.width - 2.6, "points").at(
        plate.x, plate.y + (0 if len(figure) < 2 else 1.2), width=plate.width, align=0.5
    )
    above = Style(font=TITLE, size=25, smallest=12, leading=1, colour=ink)
    below = Style(font=STRONG, size=look.size(7.5, 9), smallest=look.smallest, colour=ink, spacing=0.7)
    yield from line(words, above, 21, "heading").at(box.x + 16.6, box.y + 2.1)
    yield from line(SIDE_NAMES[side].upper(), below, 21, "heading").at(box.x + 16.6, box.y + 11.2)


def _ribbon(side: str, box: Box) -> tuple[tuple[tuple[float, float], ...], ...]:
    if LEAN[side]:
        return hatch(box.corners, step=1.1, lean=LEAN[side])
    rows = (box.y + 0.25, box.y + 0.75, box.y + 1.25)
    return tuple(((box.x, y), (box.right, y)) for y in rows)


def _watermark(side: str, look: Look) -> tuple[Mark, ...]:
    """The side's symbol, large and pale, under the text."""
    tint = look.tint(side, 0.07)
    return (
        (Stamp(symbol(side, tint, WHITE), look.inner.right - 31, look.inner.bottom - 43, scale=3),)
        if tint
        else ()
    )


def picture(front: Front[Card] | Front[Mission], room: Box) -> Drawn:
    """The card's own picture, where it has one."""
    marks = front.look.picture(front.card.id, room._replace(height=PICTURE))
    return marks, PICTURE + 1.6 if marks else 0.0


def title(front: Front[Card] | Front[Mission], room: Box) -> Drawn:
    """The title in one or two lines, underlined if the card remains in play."""
    card, look = front.card, front.look
    style = Style(font=TITLE, size=look.size(18, 20), smallest=max(11.0, look.smallest), leading=1.14)
    block = fit(card.title, style, room.width, 15.2, f"{front.where}.title")
    texts = block.at(room.x, room.y)
    return (*_underlines(card, texts, look), *texts), block.height + 1.4


def _underlines(card: Card | Mission, texts: tuple[Text, ...], look: Look) -> Iterator[Mark]:
    if isinstance(card, Card) and card.remain:
        lines = [each for text in texts for each in text.lines()]
        runs = tuple(((t.x, t.y + 1.05), (t.x + measure(t.text, t.font, t.size), t.y + 1.05)) for t in lines)
        yield Path(runs, Paint(stroke=look.strong(card.side), width=0.55))


def foot(front: Front[Card] | Front[Mission], room: Box) -> Drawn:
    """Two lines at the lower edge in the smallest type: the id, and whose card this is."""
    style = front.look.small()
    both = Block(f"{front.card.id}\n{front.frame.label}", style, style.size)
    for text in both.lines:
        line(text, style, room.width, f"{front.where}.id")
    top = room.bottom - both.height + 0.5 * style.size * 0.3 * POINT
    return both.at(room.x, top), room.bottom - top + 0.6
