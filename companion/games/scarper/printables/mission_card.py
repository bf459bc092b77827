"""The mission card (2.2.2), and what it is worth when the year ends (4.3 E)."""

from collections.abc import Iterator

from companion.games.scarper.data import OTHER, SIDE_NAMES
from companion.games.scarper.printables import card_parts as parts
from companion.games.scarper.printables.look import MUTED
from companion.games.scarper.state import Mission
from companion.press.face import BLACK, Box, Mark, Paint, Path, Rectangle
from companion.press.look import Drawn, Look, Place, fixed
from companion.press.text import BODY, LABEL, NUMERAL, Style, fit, line, measure

ENDS = 13.5


def _band(front: parts.Front[Mission], room: Box) -> Iterator[Mark]:
    yield from parts.band(front.card.side, f"{front.frame.options.mission_success:+d}", "Mission", front.look)


def _text(front: parts.Front[Mission], room: Box) -> Drawn:
    look = front.look
    style = Style(font=BODY, size=look.size(13, 14), smallest=look.smallest, leading=1.3)
    block = fit(front.card.text, style, room.width, room.height - 1, f"{front.where}.text")
    return block.at(room.x, room.y), room.height


def _ends(front: parts.Front[Mission], room: Box) -> Iterator[Mark]:
    """What the Morale Track does on success, and what on failure."""
    look, options, mission = front.look, front.frame.options, front.card
    width = room.width / 2 - 0.75
    head = Style(font=NUMERAL, size=11, smallest=look.smallest, leading=1)
    body = Style(font=LABEL, size=look.size(8, 9), smallest=look.smallest)
    ends = ((mission.side, options.mission_success), (OTHER[mission.side], options.mission_failure))
    for number, (side, gain) in enumerate(ends):
        box = Box(room.x + number * (width + 1.5), room.bottom - ENDS, width, 12)
        yield from _plate(box, mission.side, look, good=number == 0)
        word = ("Success", "Failure")[number]
        yield from line(word, head, width - 8, "missions").at(box.x + 6.2, box.y + 1.4)
        told = _shortest(f"{SIDE_NAMES[side]} morale", SIDE_NAMES[side], body, width - 7)
        yield from line(f"{told} {gain:+d}", body, width - 1.6, "missions").at(box.x + 1.2, box.y + 6.9)


def _shortest(whole: str, short: str, style: Style, width: float) -> str:
    """The whole words where they fit at the smallest size, else the short ones."""
    fits = measure(whole, style.font, min(style.size, style.smallest)) <= width
    return whole if fits else short


def _plate(box: Box, side: str, look: Look, *, good: bool) -> Iterator[Mark]:
    """A plate with a tick or a cross."""
    tint = look.tint(side, 0.13) if good else None
    yield Rectangle(box, Paint(fill=tint) if tint else Paint(stroke=MUTED, width=0.18), 0.8)
    x, y = box.x + 1.8, box.y + 2.2
    tick = (((x, y + 1.4), (x + 1.1, y + 2.6), (x + 3, y)),)
    cross = (((x, y), (x + 2.6, y + 2.6)), ((x + 2.6, y), (x, y + 2.6)))
    yield Path(tick if good else cross, Paint(stroke=look.strong(side) if good else BLACK, width=0.6))


FACE: tuple[Place[parts.Front[Mission]], ...] = (
    Place("band", "top", fixed(parts.BAND + parts.SPACE, _band)),
    Place("picture", "top", parts.picture),
    Place("plate", "top", parts.plate, yields=1),
    Place("title", "top", parts.title),
    Place("ends", "bottom", fixed(ENDS, _ends)),
    Place("text", "rest", _text),
)
"""The condition in large type, below it the two ends that it can have; the plate gives way to them."""
