"""The rest of a booklet's last page: how it went, to be written down, and units on their ground (C5)."""

from collections.abc import Iterator, Sequence

from companion.games.parabellum.printables.binder.typed import Type
from companion.games.parabellum.printables.minis import livery_line
from companion.games.parabellum.printables.plates.medallion import RADIUS, medallion
from companion.games.parabellum.state.binder import Binder, Scenario
from companion.press.book import Leaf, filled
from companion.press.engraving import braid
from companion.press.face import Box, Face, Mark, Paint, Path, Rectangle, Stamp, blend
from companion.press.look import INK, at_left, richest
from companion.press.svg import moved
from companion.press.text import STRONG, SUBTITLE, TITLE

HEADS = ("Company", "Objectives met", "Units lost", "Credits", "Rank")
SHARES = (0.34, 0.28, 0.14, 0.14, 0.1)
"""How much of the width each column takes."""
ABOVE, HEADING, HEAD, ROW, LINE = 6.0, 7.5, 6.0, 9.0, 8.0
"""Millimetres above this part, and how high its heading, the table's rows and lines to write on are."""
MEDALLION = 38.0
"""Millimetres: how large a medallion is at a booklet's foot."""
RULE = Paint(stroke=(0.6,), width=0.15)


def filled_up(pages: Sequence[Leaf], binder: Binder, scenario: Scenario, type_: Type) -> list[Leaf]:
    """A booklet's pages, the last one filled to its foot where there is room for a line a company."""
    *whole, last = pages
    top = filled(last) + ABOVE
    room = Box(0, 0, type_.room.width, type_.room.height - top)
    if room.height < HEADING + HEAD + ROW * len(binder.companies):
        return list(pages)
    marks = tuple(_told(binder, scenario, type_, room))
    return [*whole, (*last, Stamp(Face(room.width, room.height, marks, "how it went"), 0, top))]


def _told(binder: Binder, scenario: Scenario, type_: Type, room: Box) -> Iterator[Mark]:
    yield from at_left(
        "How it went",
        type_.look.style(TITLE, 13, type_.look.strong("house")),
        Box(0, 0, room.width, HEADING - 1),
        "booklet",
    )
    down = HEADING + HEAD + ROW * len(binder.companies)
    yield from _table(binder, type_, Box(0, HEADING, room.width, down - HEADING))
    if room.height - down > MEDALLION + LINE:
        yield from _parade(binder, scenario, type_, room.bottom - MEDALLION / 2, room.width)
        room = room._replace(height=room.height - MEDALLION - 3)
    for n in range(1, int((room.height - down) / LINE) + 1):
        y = down + n * LINE
        yield Path((((0, y), (room.width, y)),), RULE)


def _table(binder: Binder, type_: Type, box: Box) -> Iterator[Mark]:
    """A line a company, with its livery; all else is written by hand."""
    look = type_.look
    edges = [sum(SHARES[:n]) * box.width for n in range(len(SHARES) + 1)]
    if not look.saver:
        yield Rectangle(box._replace(height=HEAD), Paint(fill=blend(look.full("house"), 0.1)))
    for x, right, words in zip(edges, edges[1:], HEADS, strict=False):
        yield from at_left(
            words, look.style(SUBTITLE, 9), Box(x + 1.2, box.y, right - x - 1.6, HEAD), "booklet"
        )
    for n, each in enumerate(binder.companies.values()):
        y = box.y + HEAD + n * ROW
        yield from livery_line(each.id, binder, look, Box(1, y + 2.2, 9, 4.5))
        style = look.style(STRONG, 9)
        if name := richest((each.name,), style, edges[1] - 13, ROW - 1, "companies"):
            yield from name.at(12, y + (ROW - name.height) / 2)
    ends = [box.y + HEAD + n * ROW for n in range(len(binder.companies) + 1)]
    yield Path(tuple(((0, y), (box.width, y)) for y in ends), Paint(stroke=INK, width=0.18))
    yield Path(tuple(((x, box.y + HEAD), (x, box.bottom)) for x in edges[1:-1]), RULE)


def _parade(binder: Binder, scenario: Scenario, type_: Type, y: float, wide: float) -> Iterator[Mark]:
    """Three classes in medallions on a braid from edge to edge; each scenario begins with another."""
    look, classes = type_.look, list(binder.classes)
    first = list(binder.scenarios).index(scenario.id)
    shown = [classes[(first * 3 + n) % len(classes)] for n in range(min(3, len(classes)))]
    colour = look.strong("house")
    fine = Paint(stroke=colour if look.saver else blend(colour, 0.6), width=0.12)
    yield Path(moved(braid(wide, 8, round(wide / 6), 6), 0, y - 4), fine)
    pitch = wide / len(shown)
    for n, name in enumerate(shown):
        face = medallion(name, binder.classes[name], colour, look)
        yield Stamp(face, (n + 0.5) * pitch - MEDALLION / 2, y - MEDALLION / 2, MEDALLION / (2 * RADIUS))
