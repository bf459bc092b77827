"""The landscape card: picture, house, what it is worth in a conflict and what its loss pays (R6, R7)."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.verraeter.printables.emblems import SHIELD, crest
from companion.games.verraeter.printables.scenes import picture
from companion.games.verraeter.printables.setting import band, foot, leaf, panel
from companion.games.verraeter.printables.source import Source
from companion.games.verraeter.state.cards import Land
from companion.press.face import WHITE, Box, Circle, Colour, Face, Mark, Paint, Path, Rectangle, Stamp
from companion.press.look import Drawn, Look, Place, composed, fixed, middle, richest
from companion.press.svg import moved, outline
from companion.press.text import NUMERAL

CAPTION = ("Points for each winner, by how many win", "Points for each winner", "")
DISC = 4.7
PLATE = 14.0
NAME = 9.4


class Side(NamedTuple):
    """One side of a landscape: the same land, for one of the houses."""

    kind: str
    house: str
    source: Source

    @property
    def look(self) -> Look:
        """The look of the print."""
        return self.source.look

    @property
    def land(self) -> Land:
        """What the land is worth."""
        return self.source.cards.landscapes[self.kind]


def side(kind: str, house: str, source: Source) -> Face:
    """One side of a landscape."""
    look, shown = source.look, Side(kind, house, source)
    return look.card((*leaf(house, look), *composed(FACE, shown, panel(look))), f"{kind} {house}")


def _label(shown: Side, room: Box) -> Drawn:
    """Whose values these are."""
    marks, top = foot(shown.source.label, shown.look, room.inset(0.8))
    return marks, room.bottom - top


def _name(shown: Side, room: Box) -> Iterator[Mark]:
    place = Box(room.x, room.bottom - NAME, room.width, NAME - 0.8)
    words = shown.source.words.landscapes[shown.kind]
    yield from band(words, shown.house, place, shown.look, f"cards.landscapes.{shown.kind}.name")


def _picture(shown: Side, view: Box) -> Drawn:
    look, house = shown.look, shown.house
    own = look.picture(shown.kind, view)
    drawn = own or (picture(shown.kind, look.saver, look.full(house), view),)
    return (*drawn, Rectangle(view, Paint(stroke=look.strong(house), width=0.3))), 0.0


def _strength(shown: Side, view: Box) -> Iterator[Mark]:
    """The conflict points, in a square (9.2)."""
    house, look = shown.house, shown.look
    plate = Box(view.x + 1.2, view.y + 1.2, PLATE, PLATE)
    yield Rectangle(plate, look.plate(house, 0.6), 1.0)
    yield Rectangle(plate.inset(0.9), Paint(stroke=look.strong(house), width=0.16), 0.5)
    style = look.style(NUMERAL, 34, look.strong(house))
    yield from middle(str(shown.land.conflict), style, plate.inset(1), "cards")


def _crest(shown: Side, view: Box) -> Iterator[Mark]:
    """The house's emblem on a shield, white in every ink."""
    house, look = shown.house, shown.look
    x, y, scale = view.right - PLATE - 1.2, view.y + 0.6, PLATE / 10
    rim = Paint(fill=look.plate(house).fill, stroke=look.strong(house), width=0.6)
    yield Path(moved(outline(SHIELD), x, y, scale), rim, closed=True)
    size = PLATE * 0.66
    yield Stamp(crest(house, look), x + (PLATE - size) / 2, y + 2.0, size / 10)


def _discs(shown: Side, box: Box) -> Drawn:
    """Four circles: the points of each winner where one, two, three or four win."""
    look, bottom = shown.look, box.bottom
    strong = look.strong(shown.house)
    caption = richest(CAPTION, look.small(), box.width - 1, look.small().size * 0.45, "cards")
    bottom -= caption.height + 0.2 if caption else 0.6
    marks: list[Mark] = list(caption.at(box.x, bottom, width=box.width, align=0.5)) if caption else []
    across = min(box.width / 4, 13.5)
    first = box.x + box.width / 2 - 1.5 * across
    y = bottom - DISC - 0.6
    for number, points in enumerate(shown.land.vp, 1):
        x = first + (number - 1) * across
        marks.append(Circle(x, y, DISC, Paint(fill=WHITE, stroke=strong, width=0.45)))
        place = Box(x - DISC + 0.6, y - DISC, 2 * DISC - 1.2, 2 * DISC)
        marks += middle(str(points), look.style(NUMERAL, 20, strong), place, "cards")
        marks += _heads(number, x, y - DISC - 1.5, strong, look)
    return marks, box.bottom - (y - DISC - 3.4)


def _heads(number: int, x: float, y: float, ink: Colour, look: Look) -> Iterator[Mark]:
    """As many small people as share the points."""
    for n in range(number):
        left = x + (n - (number - 1) / 2) * 2.2
        yield Circle(left, y - 0.75, 0.58, Paint(fill=ink))
        shoulders = outline("M-0.95 1.15C-0.95 -0.3 0.95 -0.3 0.95 1.15Z")
        yield Path(moved(shoulders, left, y), Paint(fill=ink), closed=True)


FACE: tuple[Place[Side], ...] = (
    Place("label", "bottom", _label),
    Place("points", "bottom", _discs),
    Place("name", "bottom", fixed(NAME, _name)),
    Place("crest", "rest", fixed(0, _crest)),
    Place("strength", "rest", fixed(0, _strength)),
    Place("picture", "rest", _picture),
)
