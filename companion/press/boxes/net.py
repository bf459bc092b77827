"""The net of a tuckbox: its panels laid flat beside each other, in millimetres."""

from dataclasses import dataclass

from companion.press.face import Box

PLAY = 1.0
"""Millimetres that a box is wider, higher and deeper than what lies in it."""

SLEEVE = 3.0
"""Millimetres that a sleeve adds to a card's width and height."""

GLUE, TUCK, DUST, SLANT = 12.0, 15.0, 15.0, 3.0
"""Millimetres: a glue flap, the tuck flap, the longest dust flap, and how far the flaps run in."""

type Run = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Net:
    """Glue flap, back, spine, front and spine in a row; lid and bottom hang on the back."""

    wide: float
    high: float
    deep: float

    @property
    def width(self) -> float:
        """The whole net's."""
        return GLUE + 2 * (self.wide + self.deep)

    @property
    def top(self) -> float:
        """Where the four panels begin."""
        return TUCK + self.deep

    @property
    def height(self) -> float:
        """The whole net's."""
        return self.top + self.high + self.deep + GLUE

    @property
    def panels(self) -> tuple[Box, Box, Box, Box]:
        """Back, spine, front, spine."""
        found, x = [], GLUE
        for width in (self.wide, self.deep, self.wide, self.deep):
            found.append(Box(x, self.top, width, self.high))
            x += width
        return found[0], found[1], found[2], found[3]

    @property
    def glued(self) -> tuple[Run, Run]:
        """The flap under the last spine, and the one under the front."""
        back = self.panels[0]
        low = back.bottom + self.deep
        side = ((GLUE, back.y), (0.0, back.y + SLANT), (0.0, back.bottom - SLANT), (GLUE, back.bottom))
        foot = (
            (back.x, low),
            (back.x + SLANT, low + GLUE),
            (back.right - SLANT, low + GLUE),
            (back.right, low),
        )
        return side, foot

    @property
    def outline(self) -> Run:
        """What is cut, once round."""
        back, spine, front, last = self.panels
        side, foot = self.glued
        lid = ((back.x, TUCK), (back.x + SLANT, 0.0), (back.right - SLANT, 0.0), (back.right, TUCK))
        above = (*side[::-1], *lid, *self._dust(spine, -1), (front.right, front.y), *self._dust(last, -1))
        below = (*self._dust(last, 1)[::-1], *self._dust(spine, 1)[::-1], *foot[::-1])
        return (*above, *below)

    def _dust(self, spine: Box, way: int) -> Run:
        """A dust flap over a spine, or under it, from left to right."""
        edge = spine.y if way < 0 else spine.bottom
        far = edge + way * min(DUST, self.wide / 2 - 1)
        slant = min(SLANT, self.deep / 4)
        return ((spine.x, edge), (spine.x + slant, far), (spine.right - slant, far), (spine.right, edge))

    @property
    def folds(self) -> tuple[Run, ...]:
        """Every line that is folded: between the panels, and where flaps hang on them."""
        back, spine, front, last = self.panels
        upright = tuple(((p.x, p.y), (p.x, p.bottom)) for p in self.panels)
        level = [(back, TUCK), (back, back.y), (back, back.bottom), (back, back.bottom + self.deep)]
        level += [(p, y) for p in (spine, last) for y in (front.y, front.bottom)]
        return (*upright, *(((p.x, y), (p.right, y)) for p, y in level))


def net_of(width: float, height: float, cards: int, sleeved: bool) -> Net:
    """The net for so many cards of this size: 0.3 mm thick each, or in sleeves 0.6 mm."""
    more = PLAY + (SLEEVE if sleeved else 0.0)
    return Net(width + more, height + more, max(6.0, cards * (0.6 if sleeved else 0.3) + PLAY))
