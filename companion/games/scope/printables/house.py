"""Walls of the ruined city: stone or brick, a broken roofline, dark windows, rubble at the foot."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from random import Random

from companion.games.scope.data import Side
from companion.press.face import BLACK, WHITE, Box, Colour, Mark, Paint, Path, Rectangle, blend
from companion.press.look import Look

type Spot = tuple[float, float]

COURSE = {"german": (4.4, 8.2), "soviet": (2.3, 5.4)}
"""Millimetres: how high a course is and how long a block of it, stone and brick."""
LINE = 0.12
PROFILE = {
    "german": (0.22, 0.12, 0.34, 0.1, 0.2, 0.2, 0.46, 0.4, 0.78, 1.0),
    "soviet": (1.0, 0.72, 0.8, 0.42, 0.5, 0.24, 0.1, 0.3, 0.14, 0.26),
}
"""How much of a house's top is gone, from left to right: each side has lost another corner."""


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall of one side, and the ink that it is drawn in."""

    side: Side
    look: Look

    def tone(self, what: str) -> Paint:
        """A filled shape, or its outline where ink is saved."""
        if self.look.saver:
            return Paint(fill=WHITE, stroke=BLACK, width=0.18)
        return Paint(fill=self.look.full(what))

    def dark(self, what: str = "night") -> Paint:
        """What stays dark in every ink but the saver's: windows, holes, the sky."""
        return self.tone(what)

    @property
    def joint(self) -> Colour:
        """The lines between blocks."""
        return (0.6,) if self.look.saver else self.look.full(f"{self.side} joint")

    def masonry(self, box: Box) -> Iterator[Mark]:
        """A wall that fills a box: its tone, some blocks a little lighter or darker, the joints."""
        yield Rectangle(box, self.tone(f"{self.side} wall"))
        blocks = list(_blocks(self.side, box))
        if not self.look.saver:
            yield from self._weathered(blocks)
        joints = tuple(_joints(blocks, box))
        yield Path(joints, Paint(stroke=self.joint, width=LINE if self.look.saver else 0.18))

    def _weathered(self, blocks: list[Box]) -> Iterator[Mark]:
        chance = Random(f"{self.side} {len(blocks)}")
        wall, light = (self.look.full(f"{self.side} {each}") for each in ("wall", "light"))
        for tone in (self.joint, mixed(wall, light, 0.12), mixed(wall, self.joint, 0.35)):
            fallen = [block for block in blocks if chance.random() < 0.045]
            yield from (Rectangle(block, Paint(fill=tone)) for block in fallen)

    def window(self, box: Box, pane: Paint | None = None) -> Iterator[Mark]:
        """A dark window between its lintel and its sill."""
        rim = self.tone(f"{self.side} joint")
        pale = self.tone(f"{self.side} light") if self.look.saver else self._stone
        yield Rectangle(Box(box.x - 0.3, box.y - 1.2, box.width + 0.6, 1.2), pale)
        yield Rectangle(box, pane or rim)
        bars = (
            ((box.x + box.width / 2, box.y), (box.x + box.width / 2, box.bottom)),
            ((box.x, box.y + box.height * 0.36), (box.right, box.y + box.height * 0.36)),
        )
        wall = BLACK if self.look.saver else self.look.full(f"{self.side} wall")
        yield Path(bars, Paint(stroke=wall, width=0.3))
        yield Rectangle(Box(box.x - 0.4, box.bottom, box.width + 0.8, 0.9), pale)

    @property
    def _stone(self) -> Paint:
        wall, light = (self.look.full(f"{self.side} {each}") for each in ("wall", "light"))
        return Paint(fill=mixed(wall, light, 0.4))

    def roofline(self, box: Box, depth: float) -> Path:
        """What is shot away of a wall's top, `depth` deep at its lowest: the sky that shows instead."""
        profile, chance = PROFILE[self.side], Random(f"roof of {self.side}")
        line: list[Spot] = []
        for n, share in enumerate(profile):
            x, next_x = (box.x + box.width * k / len(profile) for k in (n, n + 1))
            y = box.y + depth * share
            line += [(x, y), (next_x, y + depth * 0.12 * (chance.random() - 0.5))]
        top, left, right = box.y - 1.0, box.x - 0.4, box.right + 0.4
        run = ((left, top), (left, line[0][1]), *line, (right, line[-1][1]), (right, top))
        return Path((run,), self.dark(), closed=True)

    def breach(self, x: float, y: float, size: float) -> Iterator[Mark]:
        """A hole that a shell has torn, its rim of broken blocks."""
        chance = Random(f"breach {self.side} {x:.0f}")
        for by, what in ((1.0, f"{self.side} joint"), (0.72, "night")):
            spots = []
            for n in range(11):
                far = size * by * (0.75 + 0.5 * chance.random())
                spots.append((x + far * sin(2 * pi * n / 11), y - 0.8 * far * cos(2 * pi * n / 11)))
            yield Path((tuple(spots),), self.tone(what), closed=True)

    def rubble(self, box: Box, count: int, seed: str) -> Iterator[Mark]:
        """Broken stones along the foot of a box, the larger ones lower."""
        chance = Random(f"{seed} {self.side}")
        tones = ("burnt", f"{self.side} joint", "rubble", f"{self.side} wall")
        for n in range(count):
            size = 0.8 + 2.0 * chance.random() * (0.5 + n / count)
            x = box.x + (box.width - size) * chance.random()
            y = box.bottom - size * 0.62 - (1 - n / count) * box.height * (0.3 + 0.7 * chance.random())
            lean = size * (0.3 * chance.random() - 0.15)
            run = ((x, y + size * 0.7), (x + size * 0.2 + lean, y), (x + size * 0.8 + lean, y + size * 0.1),
                   (x + size, y + size * 0.7))  # fmt: skip
            yield Path((run,), self.tone(tones[chance.randrange(4)]), closed=True)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour with so much of another in it; both have three parts."""
    if len(one) == 1 or len(other) == 1:
        return blend(one, 1 - share)
    red, green, blue = (round(a + (b - a) * share, 4) for a, b in zip(one, other, strict=True))
    return (red, green, blue)


def _blocks(side: Side, box: Box) -> Iterator[Box]:
    """The blocks of a wall, each course half a block on from the one below."""
    high, long = COURSE[side]
    rows = max(1, round(box.height / high))
    for n in range(rows):
        y, tall = box.y + n * box.height / rows, box.height / rows
        x = box.x - (long / 2 if n % 2 else 0)
        while x < box.right - 0.01:
            left, right = max(x, box.x), min(x + long, box.right)
            yield Box(left, y, right - left, tall)
            x += long


def _joints(blocks: list[Box], box: Box) -> Iterator[tuple[Spot, Spot]]:
    yield from (((box.x, y), (box.right, y)) for y in sorted({b.y for b in blocks if b.y > box.y + 0.01}))
    yield from (((b.x, b.y), (b.x, b.bottom)) for b in blocks if b.x > box.x + 0.01)
