"""What events and missions have alike: the border, the band with side and figure, the plate, the title."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from companion.games.scarper.data import SIDE_NAMES
from companion.games.scarper.printables.look import LEAN, symbol
from companion.games.scarper.printables.plates import framed
from companion.games.scarper.state import Card, Library, Mission, Options
from companion.press.engraving import hatch
from companion.press.face import BLACK, WHITE, Box, Face, Mark, Paint, Path, Rectangle, Stamp, Text
from companion.press.look import Drawn, Look, Place, composed
from companion.press.text import NUMERAL, STRONG, TITLE, Style, fit, line, measure

BAND, PLATE, SPACE = 13.0, 20.0, 1.0
"""Millimetres: the band on top, the plate under it, and from one thing to the next."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What all cards of one print share: the box that they come from, the ink, and the house rules."""

    library: Library
    look: Look
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
    """A card's front, by the table of its places, within the border of its side."""
    look = frame.look
    marks = composed(table, Front(card, frame, where), look.inner)
    ground = Stamp(_ground(card.side, look), 0, 0)
    return replace(look.card((ground, *marks), card.id), title=card.title)


@lru_cache(maxsize=32)
def _ground(side: str, look: Look) -> Face:
    """What lies under every card of a side: its hatching round a white field, its symbol pale in a corner."""
    field, tint = look.inner.inset(-1.3), look.tint(side, 0.3)
    ground = [Rectangle(look.ground, Paint(fill=tint))] if tint else []
    lines = hatch(look.ground.corners, step=1.1, lean=LEAN[side]) if LEAN[side] else _rows(look.ground)
    hatching = [] if look.saver else [Path(lines, Paint(stroke=look.strong(side), width=0.2))]
    edge = Rectangle(field, Paint(fill=WHITE, stroke=look.strong(side), width=0.45), 1.2)
    marks = (*ground, *hatching, edge, *_watermark(side, look))
    return Face(look.width, look.height, marks, f"{side} ground", look.bleed / look.scale)


def _rows(box: Box) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Level lines: the hatching of neither side."""
    count = int(box.height / 1.1)
    return tuple(((box.x, box.y + 1.1 * n), (box.right, box.y + 1.1 * n)) for n in range(1, count + 1))


def band(side: str, figure: str, words: str, look: Look) -> Iterator[Mark]:
    """The band on top: the side's colour, symbol and name under a word, and a large figure."""
    yield Stamp(_band(side, figure, words, look), look.inner.x, look.inner.y)


@lru_cache(maxsize=256)
def _band(side: str, figure: str, words: str, look: Look) -> Face:
    ink, ground = look.on_panel(side), WHITE if look.saver else look.panel(side).fill
    assert ground
    box = Box(0, 0, look.inner.width, BAND)
    plate = Box(box.right - 13, 1.2, 11.8, BAND - 2.4)
    style = Style(font=NUMERAL, size=30, smallest=16, colour=look.strong(side), leading=1)
    above = Style(font=TITLE, size=22, smallest=11, leading=1, colour=ink)
    below = Style(font=STRONG, size=look.size(7.5, 9), smallest=look.smallest, colour=ink, spacing=0.7)
    number = line(figure, style, plate.width - 1.6, "points")
    marks: tuple[Mark, ...] = (
        Rectangle(box, look.panel(side), 0.8),
        Rectangle(plate, Paint(stroke=BLACK, width=0.35) if look.saver else Paint(fill=WHITE), 0.8),
        Stamp(symbol(side, ink, ground), 1.6, 1.7, scale=0.96),
        *number.at(plate.x, plate.y + (plate.height - number.height) / 2, width=plate.width, align=0.5),
        *line(words, above, 26, "heading").at(13, 1),
        *line(SIDE_NAMES[side].upper(), below, 26, "heading").at(13, 8.5),
    )
    return Face(box.width, BAND, marks, f"{side} band")


def _watermark(side: str, look: Look) -> tuple[Mark, ...]:
    """The side's symbol, large and pale, under the text."""
    tint = look.tint(side, 0.07)
    return (
        (Stamp(symbol(side, tint, WHITE), look.inner.right - 31, look.inner.bottom - 43, scale=3),)
        if tint
        else ()
    )


def picture(front: Front[Card] | Front[Mission], room: Box) -> Drawn:
    """The card's own picture under its band, where it has one: it never gives way."""
    marks = front.look.picture(front.card.id, room._replace(height=PLATE))
    return marks, PLATE + SPACE if marks else 0.0


def plate(front: Front[Card] | Front[Mission], room: Box) -> Drawn:
    """The plate that shows what the card does, where it has no picture of its own."""
    place = room._replace(height=PLATE)
    if front.look.picture(front.card.id, place):
        return (), 0.0
    return framed(front.card, place, front.look), PLATE + SPACE


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
