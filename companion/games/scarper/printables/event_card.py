"""The event card (2.2.1): side, symbol, year and points on top, then what it does, then what it hangs on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, SIDE_NAMES
from companion.games.scarper.printables.look import LEAN, MUTED, icon, symbol
from companion.games.scarper.printables.signs import Sign, places, signs
from companion.games.scarper.state import Card, Library
from companion.press.colours import BLACK, WHITE, Colour
from companion.press.errors import DoesNotFit
from companion.press.face import POINT, Box, Face, Mark, Paint, Path, Rectangle, Stamp, Text
from companion.press.fonts import BODY, LABEL, NUMERAL, STRONG, SUBTITLE, TITLE
from companion.press.hatching import hatch
from companion.press.look import Look
from companion.press.text import Block, Style, fit, line, measure

SIGN_HEIGHT, SIGN_GAP = 10.6, 2.2
STRIP_HEIGHT = 4.4


@dataclass(frozen=True, slots=True)
class Frame:
    """What all cards of one print share: the box that they come from, and the ink."""

    library: Library
    look: Look
    label: str


def front(card: Card, frame: Frame) -> Face:
    """The front of an event card. Where its text needs the room, first the map, then the signs give way."""
    richest = (True, True)
    for with_signs, with_map in (richest, (True, False), (False, False)):
        try:
            marks = _front(card, frame, with_signs=with_signs, with_map=with_map)
        except DoesNotFit:
            if not with_signs:
                raise
            continue
        return frame.look.card(marks, card.id)
    raise AssertionError("the last try raises")


def _front(card: Card, frame: Frame, *, with_signs: bool, with_map: bool) -> tuple[Mark, ...]:
    look, where = frame.look, f"cards.{card.id}"
    shown = signs(card) if with_signs and len(signs(card)) <= 6 else ()
    title, underlines, top = _title(card, look, where)
    sign_marks = tuple(_signs(shown, Box(look.inner.x, top, look.inner.width, SIGN_HEIGHT), card, look))
    top += (SIGN_HEIGHT + SIGN_GAP) * -(-len(shown) // 3)
    foot, bottom = _foot(card, frame, where)
    links, bottom = _links(card, frame, bottom, where)
    if with_map and places(card):
        bottom -= STRIP_HEIGHT + 1.2
        links = (*_map(card, look, bottom + 0.4), *links)
    style = Style(font=BODY, size=look.size(11.5, 13), smallest=look.smallest, leading=1.28)
    body = fit(card.text, style, look.inner.width, bottom - top - 0.8, f"{where}.text").at(look.inner.x, top)
    band = (*header(card.side, str(card.points), look), *_year(card, look))
    return (*watermark(card.side, look), *band, *underlines, *sign_marks, *links, *title, *body, *foot)


def band_of(look: Look) -> Box:
    """Where the band on top lies."""
    return look.inner._replace(height=17)


def header(side: str, figure: str, look: Look) -> Iterator[Mark]:
    """The band on top: the side's colour, its symbol, a large figure at the right, its hatching below."""
    ink, ground = look.on_panel(side), WHITE if look.saver else look.panel(side).fill
    assert ground
    yield Rectangle(band_of(look), look.panel(side), 1.4)
    plate = Box(band_of(look).right - 15, band_of(look).y + 1.5, 13.5, 14)
    yield Rectangle(plate, Paint(stroke=BLACK, width=0.35) if look.saver else Paint(fill=WHITE), 1)
    yield Stamp(symbol(side, ink, ground), band_of(look).x + 2.2, band_of(look).y + 2.5, scale=1.2)
    ribbon = Box(band_of(look).x, band_of(look).bottom + 0.7, band_of(look).width, 1.5)
    yield Path(_ribbon(side, ribbon), Paint(stroke=look.strong(side), width=0.3))
    style = Style(font=NUMERAL, size=40, smallest=20, colour=look.strong(side), leading=1)
    yield from line(figure, style, plate.width - 2.6, "points").at(
        plate.x, plate.y + (0 if len(figure) < 2 else 1.2), width=plate.width, align=0.5
    )


def watermark(side: str, look: Look) -> tuple[Mark, ...]:
    """The side's symbol, large and pale, under the text."""
    tint = look.tint(side, 0.07)
    return (
        (Stamp(symbol(side, tint, WHITE), look.inner.right - 31, look.inner.bottom - 43, scale=3),)
        if tint
        else ()
    )


def _ribbon(side: str, box: Box) -> tuple[tuple[tuple[float, float], ...], ...]:
    if LEAN[side]:
        return hatch(box.corners, step=1.1, lean=LEAN[side])
    rows = (box.y + 0.25, box.y + 0.75, box.y + 1.25)
    return tuple(((box.x, y), (box.right, y)) for y in rows)


def _year(card: Card, look: Look) -> Iterator[Text]:
    yield from heading(str(card.year), SIDE_NAMES[card.side], card.side, look)


def heading(large: str, small: str, side: str, look: Look) -> Iterator[Text]:
    """Two lines beside the symbol: one to be read from afar, and the side's name."""
    colour, x, width = look.on_panel(side), band_of(look).x + 16.6, 21.0
    above = Style(font=TITLE, size=25, smallest=12, leading=1, colour=colour)
    below = Style(font=STRONG, size=look.size(7.5, 9), smallest=look.smallest, colour=colour, spacing=0.7)
    yield from line(large, above, width, "heading").at(x, band_of(look).y + 2.1)
    yield from line(small.upper(), below, width, "heading").at(x, band_of(look).y + 11.2)


def _title(card: Card, look: Look, where: str) -> tuple[tuple[Text, ...], tuple[Mark, ...], float]:
    """The title, underlined if the card remains in play, and where it ends."""
    return title(card.title, look, where, underline=look.strong(card.side) if card.remain else None)


def title(
    words: str, look: Look, where: str, underline: Colour | None = None
) -> tuple[tuple[Text, ...], tuple[Mark, ...], float]:
    """A card's title in one or two lines; its lines, their underlines, and where they end."""
    style = Style(font=TITLE, size=look.size(18, 20), smallest=max(11.0, look.smallest), leading=1.14)
    top = band_of(look).bottom + 3.4
    block = fit(words, style, look.inner.width, 15.2, f"{where}.title")
    texts = block.at(look.inner.x, top)
    runs = tuple(((t.x, t.y + 1.05), (t.x + measure(t.text, t.font, t.size), t.y + 1.05)) for t in texts)
    under = (Path(runs, Paint(stroke=underline, width=0.55)),) if underline else ()
    return texts, under, top + block.height + 1.4


def _signs(shown: Sequence[Sign], row: Box, card: Card, look: Look) -> Iterator[Mark]:
    """The signs in a row of three, on a tint of the side; a lasting one is underlined like the title."""
    for number, sign in enumerate(shown):
        x = row.x + number % 3 * look.inner.width / 3
        y = row.y + number // 3 * (SIGN_HEIGHT + SIGN_GAP)
        yield from _sign(sign, Box(x, y, look.inner.width / 3 - 1.2, SIGN_HEIGHT), card.side, look)


def _sign(sign: Sign, box: Box, side: str, look: Look) -> Iterator[Mark]:
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


def _map(card: Card, look: Look, top: float) -> Iterator[Mark]:
    """The nine battlefields in a row, those that the card names filled."""
    width, named = look.inner.width / len(BATTLEFIELDS), places(card)
    for number, battlefield in enumerate(BATTLEFIELDS):
        box = Box(look.inner.x + number * width, top, width - 0.5, STRIP_HEIGHT)
        here = battlefield in named
        paint = look.panel(card.side) if here else Paint(stroke=MUTED, width=0.12)
        yield Rectangle(box, paint, 0.5)
        colour = look.on_panel(card.side) if here else MUTED
        style = Style(font=STRONG if here else LABEL, size=look.smallest, colour=colour)
        letters = BATTLEFIELD_NAMES[battlefield][:2]
        yield from line(letters, style, box.width, "map").at(box.x, box.y + 0.55, width=box.width, align=0.5)


def _links(card: Card, frame: Frame, bottom: float, where: str) -> tuple[tuple[Mark, ...], float]:
    """Which other cards this one needs, cancels or prevents, above the foot; and where they begin."""
    look = frame.look
    marks: list[Mark] = []
    told = (("NEEDS", card.requires), ("CANCELS", card.cancels), ("PREVENTS", card.prevents))
    for word, ids in reversed([each for each in told if each[1]]):
        named = ", ".join(frame.library.cards[each].title for each in ids)
        head = Style(
            font=STRONG,
            size=look.size(7, 9),
            smallest=look.smallest,
            colour=look.strong(card.side),
            spacing=0.3,
        )
        key = Block(word, head, head.size)
        indent = measure(word, STRONG, head.size, 0.3) + 1.4
        style = Style(font=SUBTITLE, size=look.size(8.5, 10), smallest=look.smallest, leading=1.15)
        block = fit(named, style, look.inner.width - indent, 14, f"{where}.{word.lower()}")
        bottom -= block.height
        marks += [
            *key.at(look.inner.x, bottom + (block.pitch - key.pitch) / 2),
            *block.at(look.inner.x + indent, bottom),
        ]
    if not marks:
        return (), bottom
    rule = Path(
        (((look.inner.x, bottom - 0.5), (look.inner.right, bottom - 0.5)),), Paint(stroke=MUTED, width=0.12)
    )
    return (rule, *marks), bottom - 0.9


def _foot(card: Card, frame: Frame, where: str) -> tuple[tuple[Text, ...], float]:
    """The card's id and where the card comes from, in the smallest type; and where that begins."""
    return foot(card.id, frame, where)


def foot(identifier: str, frame: Frame, where: str) -> tuple[tuple[Text, ...], float]:
    """Two lines at the lower edge: the id, and whose card this is."""
    look = frame.look
    style = look.small()
    both = Block(f"{identifier}\n{frame.label}", style, style.size)
    for text in both.lines:
        line(text, style, look.inner.width, f"{where}.id")
    top = look.inner.bottom - both.height + 0.5 * style.size * 0.3 * POINT
    return both.at(look.inner.x, top), top - 0.6
