"""The landscape card: picture, house, what it is worth in a conflict and what its loss pays (R6, R7)."""

from collections.abc import Iterator

from companion.games.verraeter.printables.emblems import SHIELD, crest
from companion.games.verraeter.printables.scenes import picture
from companion.games.verraeter.printables.setting import band, foot, leaf, panel
from companion.games.verraeter.printables.source import Source
from companion.press.colours import WHITE, Colour
from companion.press.face import Box, Circle, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.fonts import NUMERAL
from companion.press.look import Look
from companion.press.look.setting import middle, richest
from companion.press.outlines import moved, outline

CAPTION = ("Points for each winner, by how many win", "Points for each winner", "")
DISC = 4.7
PLATE = 14.0


def side(kind: str, house: str, source: Source) -> Face:
    """One side of a landscape: the same land, for one of the houses."""
    look, land = source.look, source.cards.landscapes[kind]
    where = f"cards.landscapes.{kind}"
    box = panel(look)
    small, bottom = foot(source.label, look, box.inset(0.8))
    discs, bottom = _discs(land.vp, house, bottom, look)
    name = Box(box.x, bottom - 9.4, box.width, 8.6)
    view = Box(box.x, box.y, box.width, name.y - box.y)
    marks = (
        *leaf(house, look),
        picture(kind, look.saver, look.full(house), view),
        Rectangle(view, Paint(stroke=look.strong(house), width=0.3)),
        *_strength(land.conflict, house, view, look),
        *_crest(house, view, look),
        *band(source.words.landscapes[kind], house, name, look, f"{where}.name"),
        *discs,
        *small,
    )
    return look.card(marks, f"{kind} {house}")


def _strength(conflict: int, house: str, view: Box, look: Look) -> Iterator[Mark]:
    """The conflict points, in a square (9.2)."""
    plate = Box(view.x + 1.2, view.y + 1.2, PLATE, PLATE)
    yield Rectangle(plate, look.plate(house, 0.6), 1.0)
    yield Rectangle(plate.inset(0.9), Paint(stroke=look.strong(house), width=0.16), 0.5)
    yield from middle(str(conflict), look.style(NUMERAL, 34, look.strong(house)), plate.inset(1), "cards")


def _crest(house: str, view: Box, look: Look) -> Iterator[Mark]:
    """The house's emblem on a shield, white in every ink."""
    x, y, scale = view.right - PLATE - 1.2, view.y + 0.6, PLATE / 10
    rim = Paint(fill=look.plate(house).fill, stroke=look.strong(house), width=0.6)
    yield Path(moved(outline(SHIELD), x, y, scale), rim, closed=True)
    size = PLATE * 0.66
    yield Stamp(crest(house, look), x + (PLATE - size) / 2, y + 2.0, size / 10)


def _discs(vp: tuple[int, ...], house: str, bottom: float, look: Look) -> tuple[list[Mark], float]:
    """Four circles: the points of each winner where one, two, three or four win; and where they begin."""
    box, strong = panel(look), look.strong(house)
    caption = richest(CAPTION, look.small(), box.width - 1, look.small().size * 0.45, "cards")
    bottom -= caption.height + 0.2 if caption else 0.6
    marks: list[Mark] = list(caption.at(box.x, bottom, width=box.width, align=0.5)) if caption else []
    across = min(box.width / 4, 13.5)
    first = box.x + box.width / 2 - 1.5 * across
    y = bottom - DISC - 0.6
    for number, points in enumerate(vp, 1):
        x = first + (number - 1) * across
        marks.append(Circle(x, y, DISC, Paint(fill=WHITE, stroke=strong, width=0.45)))
        place = Box(x - DISC + 0.6, y - DISC, 2 * DISC - 1.2, 2 * DISC)
        marks += middle(str(points), look.style(NUMERAL, 20, strong), place, "cards")
        marks += _heads(number, x, y - DISC - 1.5, look.strong(house), look)
    return marks, y - DISC - 3.4


def _heads(number: int, x: float, y: float, ink: Colour, look: Look) -> Iterator[Mark]:
    """As many small people as share the points."""
    for n in range(number):
        left = x + (n - (number - 1) / 2) * 2.2
        yield Circle(left, y - 0.75, 0.58, Paint(fill=ink))
        shoulders = outline("M-0.95 1.15C-0.95 -0.3 0.95 -0.3 0.95 1.15Z")
        yield Path(moved(shoulders, left, y), Paint(fill=ink), closed=True)
