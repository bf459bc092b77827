"""SCOPE on paper: a ruined city at night, stone and brick; inks, walls, heads of sheets, words.

Sides differ by their figure, by what their houses are built of, by colour last. Lit windows are the light.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from math import cos, pi, sin
from pathlib import Path as File
from random import Random
from typing import TypedDict

from companion.games.scope.data import FOLDER, SIDES, Side
from companion.press import face
from companion.press.face import BLACK, WHITE, Box, Circle, Colour, Mark, Paint, Path, Rectangle, rgb
from companion.press.laying import Draw
from companion.press.look import INK, Dress, Look, richest
from companion.press.page import FORMATS, Size
from companion.press.svg import Pictures, in_colours
from companion.press.text import SUBTITLE, TITLE, Style, line

COLOUR: Mapping[str, Colour] = {
    "german": rgb("#3d5145"),
    "german wall": rgb("#5d6b60"),
    "german joint": rgb("#3f4c43"),
    "german light": rgb("#dfe3d6"),
    "soviet": rgb("#8a2f21"),
    "soviet wall": rgb("#82301f"),
    "soviet joint": rgb("#5b1f13"),
    "soviet light": rgb("#e9c9a8"),
    "night": rgb("#2b2926"),
    "dusk": rgb("#3a3733"),
    "burnt": rgb("#4b443d"),
    "rubble": rgb("#8f887b"),
    "ash": rgb("#c2b9a9"),
    "paper": rgb("#f6f1e6"),
    "lit": rgb("#ffcf63"),
    "glow": rgb("#f0a63a"),
    "ember": rgb("#c8691f"),
    "flash": rgb("#ffd36b"),
}
SAFE: Mapping[str, Colour] = {
    **COLOUR,
    "german": rgb("#1d4f7c"),
    "german wall": rgb("#4a6d8c"),
    "german joint": rgb("#2c4a66"),
    "german light": rgb("#dde8f0"),
    "soviet": rgb("#a64b00"),
    "soviet wall": rgb("#a4561a"),
    "soviet joint": rgb("#6e3605"),
}
"""Blue stone and orange brick: told apart by eyes that miss red, green or blue."""
MUTED: Colour = (0.32,)

DRESS = Dress(
    title="SCOPE Stalingrad",
    style=FOLDER / "templates" / "scope" / "print" / "sheet.css",
    card=FORMATS["card"],
    colours=COLOUR,
    safe=SAFE,
    paper=COLOUR["paper"],
    muted=MUTED,
    pale=frozenset({"lit", "glow", "flash", "paper"}),
)
SQUARE = replace(DRESS, card=Size(88, 88))
"""The design of shot cards."""
SIGN = 512.0
"""The side of a sign's square."""
PICTURES = Pictures(File(__file__).with_name("pictures.svg"))


@lru_cache(maxsize=256)
def sign(what: str, ink: Colour) -> face.Face:
    """The sign of a kind of card, of a side or of a deed, in one ink; `SIGN` square."""
    return face.Face(SIGN, SIGN, PICTURES.marks(what, in_colours({"ink": ink})), name=f"{what} sign")


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
        return (0.6,) if self.look.saver else self.look.full(f"{self.side} joint")

    def masonry(self, box: Box) -> Iterator[Mark]:
        """A wall that fills a box: its tone, some blocks a little lighter or darker, the joints."""
        yield Rectangle(box, self.tone(f"{self.side} wall"))
        blocks = list(_blocks(self.side, box))
        if not self.look.saver:
            chance = Random(f"{self.side} {len(blocks)}")
            wall, light = (self.look.full(f"{self.side} {each}") for each in ("wall", "light"))
            for tone in (self.joint, mixed(wall, light, 0.12), mixed(wall, self.joint, 0.35)):
                fallen = [block for block in blocks if chance.random() < 0.045]
                yield from (Rectangle(block, Paint(fill=tone)) for block in fallen)
        joints = tuple(_joints(blocks, box))
        yield Path(joints, Paint(stroke=self.joint, width=LINE if self.look.saver else 0.18))

    def window(self, box: Box, pane: Paint | None = None) -> Iterator[Mark]:
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
        return face.blend(one, 1 - share)
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


HEAD = 27.0
"""Millimetres: the height of the picture."""
HOUSES = (0.5, 0.38, 0.62, 0.44)
"""How high the houses of a side are, from the edge of the sheet towards its middle, in shares of the head."""


def heading(name: str, words: str, look: Look) -> Draw:
    """The picture with the game's name, what sheet this is, and a line below that says what for."""
    return partial(_heading, name, words, look)


def _heading(name: str, words: str, look: Look, box: Box) -> Iterator[Mark]:
    box = box._replace(y=box.y - 3, height=HEAD)
    yield from _sky(box, look)
    for side in SIDES:
        wall = Wall(side, look)
        wide, gap = 13.5, 0.6
        room = int((box.width / 2 - 24) / (wide + gap))
        for n, share in enumerate(HOUSES[:room]):
            high = box.height * share
            from_edge = 2.0 + n * (wide + gap)
            x = box.x + from_edge if wall.side == "german" else box.right - from_edge - wide
            house = Box(x, box.bottom - high, wide, high)
            yield from _small_house(wall, house, figure=share == max(HOUSES[:room]))
        tone = (
            Paint(stroke=BLACK, width=0.3)
            if wall.look.saver
            else Paint(stroke=wall.look.full("rubble"), width=0.4)
        )
        left = box.x if wall.side == "german" else box.x + box.width / 2
        yield Path((((left, box.bottom - 0.4), (left + box.width / 2, box.bottom - 0.4)),), tone)
    light = BLACK if look.saver else look.full("paper")
    title = Style(font=TITLE, size=25, spacing=2.2, leading=1, colour=light)
    sheet = Style(font=SUBTITLE, size=16, smallest=9, leading=1, colour=light)
    yield from line("SCOPE", title, 60, "sheet").at(box.x, box.y + 3, width=box.width, align=0.5)
    yield from line(name, sheet, 78, "sheet").at(box.x, box.y + 13.2, width=box.width, align=0.5)
    quiet = Style(font=SUBTITLE, size=10.5, smallest=7, leading=1, colour=MUTED)
    block = richest((words, f"{words[:100]}…"), quiet, box.width, 5, "sheet")
    yield from block.at(box.x, box.bottom + 1.4) if block else ()


def _sky(box: Box, look: Look) -> Iterator[Mark]:
    if look.saver:
        yield Rectangle(box, Paint(stroke=BLACK, width=0.4))
        return
    yield Rectangle(box, Paint(fill=look.full("night")))
    x, y = box.x + box.width / 2, box.y + box.height / 2
    yield Circle(x, y, box.height * 0.48, Paint(fill=look.full("dusk")))
    chance = Random("stars")
    for _ in range(34):
        across, down = chance.random(), chance.random() * 0.5
        spot = box.x + across * box.width, box.y + 1 + down * box.height
        yield Circle(*spot, 0.16, Paint(fill=look.full("rubble")))


def _small_house(wall: Wall, box: Box, *, figure: bool) -> Iterator[Mark]:
    yield from wall.masonry(box)
    chance = Random(f"{wall.side} {box.height:.1f}")
    rows = int((box.height - 3) / 4.4)
    for row in range(rows):
        for column in range(3):
            pane = Box(box.x + 1.5 + column * 4.1, box.y + 3 + row * 4.4, 2.2, 2.8)
            lit = chance.random() < 0.3
            yield Rectangle(pane, _pane(wall, lit=lit))
    yield wall.roofline(box, 2.6)
    if figure:
        size = box.width * 0.55
        x, y = box.x + (box.width - size) / 2, box.y + box.height * 0.42
        if wall.look.saver:
            yield Circle(x + size / 2, y + size / 2, size * 0.62, Paint(fill=WHITE, stroke=BLACK, width=0.2))
        ink = INK if wall.look.saver else wall.look.full(f"{wall.side} light")
        yield face.Stamp(sign(wall.side, ink), x, y, size / SIGN)


def _pane(wall: Wall, *, lit: bool) -> Paint:
    if wall.look.saver:
        return Paint(fill=WHITE if lit else BLACK, stroke=BLACK, width=0.12)
    return Paint(fill=wall.look.full("lit" if lit else f"{wall.side} joint"))


class Reminders(TypedDict):
    """What the reminders on cards and aids say, the longest way first where there are several."""

    cards: Mapping[str, Sequence[str]]
    shot: Sequence[str]
    themes: Mapping[str, Sequence[str]]
    turn: Sequence[tuple[str, str, str]]
    advanced: Sequence[tuple[str, str, str]]
    decoys: Sequence[tuple[str, str]]
    reinforce: Mapping[str, str]
    defence: Mapping[str, str]
    seal: str
    end: str


@cache
def words() -> Reminders:
    reminders: Reminders = json.loads((FOLDER / "printables" / "words.json").read_text("utf-8"))
    return reminders


def reminder(card: str) -> Sequence[str]:
    return words()["cards"][card]
