"""The cards in front of a player: the oath (allegiance) and the three buildings, in the seat's colour."""

from collections.abc import Iterator, Sequence

from companion.games.verraeter.printables.arms import SIZE, arms
from companion.games.verraeter.printables.emblems import crest, shield
from companion.games.verraeter.printables.look import NAME
from companion.games.verraeter.printables.scenery import TONES
from companion.games.verraeter.printables.setting import kicker, leaf, panel
from companion.games.verraeter.printables.source import Source
from companion.games.verraeter.printables.words import ways
from companion.press.colours import WHITE, Colour
from companion.press.face import Box, Face, Mark, Paint, Rectangle, Stamp
from companion.press.fonts import BODY
from companion.press.look import INK, Look
from companion.press.look.setting import middle, richest

STRIP = 13.0


def arms_of(colour: str, look: Look) -> Face:
    """A player's shield in the ink in use."""
    if look.saver:
        return shield(colour, WHITE, INK, INK)
    return shield(colour, look.full(colour), look.on_panel(colour), INK)


def oath(house: str, colour: str, source: Source) -> Face:
    """One side of an allegiance card: the house that this player serves now."""
    look = source.look
    box = panel(look)
    name = Box(box.x, box.y, box.width, 14.5)
    strip = Box(box.x, box.bottom - STRIP, box.width, STRIP)
    size = min(box.width - 5, strip.y - name.bottom - 5)
    x, y = box.x + (box.width - size) / 2, (name.bottom + strip.y - size) / 2
    words = look.style(NAME, 17, look.on_panel(house))
    marks = (
        *leaf(house, look),
        Rectangle(name, look.panel(house)),
        *kicker("Sworn to the", words.colour, Box(name.x, name.y + 1, name.width, 4.4), look),
        *middle(
            source.words.houses[house],
            words,
            Box(name.x + 1.5, name.y + 5, name.width - 3, 9),
            f"cards.houses.{house}",
        ),
        Stamp(crest(house, look, look.plate(house).fill or WHITE), x, y, size / 10),
        *seat(colour, strip, look),
    )
    return look.card(marks, f"oath {colour}" if house == "eagle" else f"oath {colour} rose")


def seat(colour: str, strip: Box, look: Look) -> Iterator[Mark]:
    """Whose card this is: shield and colour's name on a strip of that colour."""
    yield Rectangle(strip, look.panel(colour), 0.8)
    size = strip.height - 3
    yield Rectangle(Box(strip.x + 1.2, strip.y + 0.8, size + 1.4, size + 1.4), Paint(fill=WHITE), 1)
    yield Stamp(arms_of(colour, look), strip.x + 1.9, strip.y + 1.5, size / 10)
    room = Box(strip.x + size + 3.6, strip.y, strip.width - size - 5, strip.height)
    yield from middle(colour.title(), look.style(NAME, 14, look.on_panel(colour)), room, "seat")


def building(what: str, colour: str, source: Source) -> Face:
    """A side of a building card. Its lower half tells whose it is while the upper lies under a landscape."""
    look = source.look
    box = panel(look)
    strip = Box(box.x, box.bottom - STRIP, box.width, STRIP)
    view = Box(box.x, box.y + box.height * 0.42, box.width, strip.y - box.y - box.height * 0.42)
    title = Box(box.x, view.y - 9, box.width, 8)
    told = ways(what, source.options)
    marks = (
        *leaf(colour, look),
        *_rule(told, Box(box.x + 1.5, box.y + 1.5, box.width - 3, title.y - box.y - 2), look, what),
        *middle(what.title(), look.style(NAME, 17), title, what),
        *_view(what, view, look),
        *seat(colour, strip, look),
    )
    return look.card(marks, f"{what} {colour}")


def _rule(told: Sequence[str], box: Box, look: Look, where: str) -> tuple[Mark, ...]:
    block = richest(told, look.style(BODY, 9.5, leading=1.22), box.width, box.height, where)
    if block is None:
        return ()
    return block.at(box.x, box.y + (box.height - block.height) / 2, width=box.width, align=0.5)


def _view(what: str, box: Box, look: Look) -> Iterator[Mark]:
    """The estate among its fields, or the office, before the sky."""
    sky: Colour = WHITE if look.saver else TONES["sky"]
    yield Rectangle(box, Paint(fill=sky, stroke=INK, width=0.25))
    size = min(box.width, box.height - 1.5) if what == "office" else min(box.width, box.height + 4)
    scale = size / SIZE
    x = box.x + (box.width - size) / 2
    if what == "office":
        yield Stamp(arms(what, look), x, box.bottom - size + 0.4, scale)
        return
    if not look.saver:
        for tone, top in (("hill", 23.0), ("thatch", 31.0)):
            y = box.bottom - size + top * scale
            yield Rectangle(Box(box.x, y, box.width, box.bottom - y), Paint(fill=TONES[tone]))
    window = Box(0, SIZE - box.height / scale, SIZE, box.height / scale)
    yield Stamp(arms(what, look), x, box.bottom - size, scale, 0, window)
    yield Rectangle(box, Paint(stroke=INK, width=0.25))
