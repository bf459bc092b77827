"""Verräter's pictures: tones and brushes, sheaves, coats of arms, landscapes, and the backs of cards."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import cos, radians, sin
from pathlib import Path as File
from typing import ClassVar

from companion.games.verraeter.printables.look import NAME, SHIELD, crest, kicker
from companion.press import svg
from companion.press.engraving import hatch
from companion.press.face import (
    BLACK,
    WHITE,
    Box,
    Circle,
    Colour,
    Face,
    Mark,
    Paint,
    Path,
    Rectangle,
    Stamp,
    rgb,
)
from companion.press.look import INK, Look, middle
from companion.press.svg import Pictures, Runs, in_colours, moved, outline

TONES: Mapping[str, Colour] = {
    "sky": rgb("#f0e4c6"),
    "haze": rgb("#e3d3ac"),
    "sun": rgb("#dfa63c"),
    "far": rgb("#b7b489"),
    "hill": rgb("#9aa165"),
    "grass": rgb("#7f8f4e"),
    "deep": rgb("#566b3e"),
    "dark": rgb("#3c4d33"),
    "earth": rgb("#b3925f"),
    "bark": rgb("#6b4e33"),
    "water": rgb("#7ea3b3"),
    "shallow": rgb("#a9c3c8"),
    "wall": rgb("#dccba6"),
    "stone": rgb("#b9a988"),
    "roof": rgb("#a35238"),
    "thatch": rgb("#c29a4d"),
    "night": rgb("#4a3f33"),
    "wool": rgb("#f7f1e3"),
}
"""The colours of the pictures; none of them means anything."""
PICTURES = Pictures(File(__file__).with_name("pictures.svg"))


@dataclass(frozen=True, slots=True)
class Brush(svg.Brush):
    """How a picture is drawn: full of colour, or in outlines alone; and whose banner flies."""

    banner: Colour = BLACK
    named: Mapping[str, Colour] = field(default_factory=dict, hash=False)

    tones: ClassVar[Mapping[str, Colour]] = TONES

    def paint(self, told: Mapping[str, str]) -> Paint | None:
        """The paint of a shape in `pictures.svg`."""
        if self.saver and told.get("ink") == "colour":
            return None
        match told.get("class"):
            case "flag":
                return self.flag
            case "sun":
                return self.thing("sun", 0.2) if self.saver else self.area("sun")
            case "cloud":
                return self.pen(0.14) if self.saver else self.area("haze")
            case None:
                return in_colours({"ink": BLACK, "sun": TONES["sun"], **self.named})(told)
        return svg.Brush.paint(self, told)

    def picture(self, name: str) -> tuple[Mark, ...]:
        """One of the pictures."""
        return PICTURES.marks(name, self.paint)

    @property
    def flag(self) -> Paint:
        """The house's banner."""
        return Paint(
            fill=WHITE if self.saver else self.banner, stroke=BLACK if self.saver else self.edge, width=0.2
        )


def shape(written: str | Runs, paint: Paint, at: tuple[float, float, float] = (0, 0, 1)) -> Path:
    """An outline put at x and y, enlarged."""
    runs = outline(written) if isinstance(written, str) else written
    return Path(moved(runs, *at), paint, closed=paint.fill is not None)


GRAINS = "M0 0Q-1.7 -1.1 -1.3 -3.1Q0.1 -2.1 0 0Q-0.1 -2.1 1.3 -3.1Q1.7 -1.1 0 0Z"
TIP = "M-0.9 0Q-1 -2 0 -3.6Q1 -2 0.9 0Z"
SPREAD = 46.0
"""Degrees: no ear leans further."""
REACH = 31.0
BAND = 11.0
"""How high over the foot the sheaf is bound."""


def sheaf(brush: Brush, ears: int, at: tuple[float, float, float]) -> Iterator[Mark]:
    """So many ears, bound where they cross; the foot of the sheaf is at x, y."""
    spread = spread_of(ears)
    turns = [spread * (2 * n / (ears - 1) - 1) if ears > 1 else 0.0 for n in range(ears)]
    for turn in sorted(turns, key=abs, reverse=True):
        yield shape(_turned(outline(f"M0 {-BAND}L0 {-REACH + 6}"), turn), brush.pen(0.7, "thatch"), at)
        yield shape(_turned(outline(f"M0 -1L0 {-BAND}"), turn * 0.6), brush.pen(0.7, "thatch"), at)
        for step in range(4):
            grains = _turned(outline(GRAINS), turn, -REACH + 7.4 - 2.2 * step)
            yield shape(grains, brush.thing("sun", 0.18), at)
        yield shape(_turned(outline(TIP), turn, -REACH - 1), brush.thing("sun", 0.18), at)
    yield shape("M-3.4 -12.4Q0 -10.8 3.4 -12.4L3.4 -9.4Q0 -7.8 -3.4 -9.4Z", brush.thing("roof", 0.25), at)


def spread_of(ears: int) -> float:
    """Degrees from upright to the outermost of so many ears."""
    return min(SPREAD, 10.0 * (ears - 1))


def _turned(runs: Runs, turn: float, up: float = 0.0) -> Runs:
    """Lines moved up by so much, then turned about the band of the sheaf."""
    across, down = cos(radians(turn)), sin(radians(turn))
    spots = (tuple((x, y + up + BAND) for x, y in run) for run in runs)
    return tuple(
        tuple((x * across - y * down, x * down + y * across - BAND) for x, y in run) for run in spots
    )


SIZE = 40.0
CLOTH = {"strategy": "rose", "start": "court"}
"""What the cloth in a picture is coloured like, where it is not gold."""


@lru_cache(maxsize=64)
def arms(what: str, look: Look) -> Face:
    """The picture of a card in the ink in use."""
    light = WHITE if look.saver else (0.97, 0.94, 0.87)
    named = {
        "light": light,
        "pale": INK if look.saver else light,
        "mark": INK if look.saver else WHITE,
        "rose": WHITE if look.saver else look.full("rose"),
        "eagle": look.strong("eagle"),
    }
    brush = Brush(look.saver, look.full(CLOTH.get(what, "gold")), named)
    corn: tuple[Mark, ...] = tuple(sheaf(brush, 9, (21, 38, 1.02))) if what == "farmer" else ()
    return Face(SIZE, SIZE, (*corn, *brush.picture(what)), name=f"{what} picture")


def parted(look: Look, size: float) -> Face:
    """A shield parted down its middle: half Eagle, half Rose."""
    scale = size / 10
    at = (0.17 * size, 0.15 * size, scale * 0.66)
    body = moved(outline(SHIELD), 0, 0, scale)
    paint = Paint(fill=WHITE, stroke=INK, width=0.05 * size)
    half = Box(0, 0, 5, 10)
    marks = (
        Path(body, paint, closed=True),
        Stamp(crest("eagle", look), *at, 0, half),
        Stamp(crest("rose", look), *at, 0, half._replace(x=5)),
        Path(((((size / 2, 0.06 * size), (size / 2, 0.98 * size))),), Paint(stroke=INK, width=0.03 * size)),
    )
    return Face(size, size, marks, name="parted shield")


WIDE, HIGH = 90.0, 60.0


@lru_cache(maxsize=64)
def scene(kind: str, saver: bool, flag: Colour) -> Face:
    """The picture of a landscape, the banner of its house flying in it."""
    return Face(WIDE, HIGH, Brush(saver, flag).picture(kind), name=f"{kind} picture")


def picture(kind: str, saver: bool, flag: Colour, box: Box) -> Stamp:
    """As much of the picture as fills a box, its middle and its foot always."""
    shown = min(WIDE, HIGH * box.width / box.height)
    high = shown * box.height / box.width
    window = Box((WIDE - shown) / 2, HIGH - high, shown, high)
    scale = box.width / shown
    return Stamp(
        scene(kind, saver, flag), box.x - window.x * scale, box.y - window.y * scale, scale, 0, window
    )


KINDS = {"supply": ("field", "Supply"), "action": ("court", "Action"), "table": ("gold", "Court")}


@lru_cache(maxsize=64)
def back(kind: str, look: Look) -> Face:
    """The back of a kind of card: a lattice in its colour, its sign on a medal, its name and the game's."""
    what, word = KINDS[kind]
    title = Box(look.inner.x + 3, look.inner.y + 5, look.inner.width - 6, 10)
    foot = Box(look.inner.x + 9, look.inner.bottom - 12, look.inner.width - 18, 8)
    x, y = look.width / 2, (title.bottom + foot.y) / 2
    radius = min(look.inner.width * 0.42, (foot.y - title.bottom) / 2 - 2)
    marks = (
        *_lattice(what, look),
        Circle(x, y, radius + 1.3, Paint(fill=look.plate(what).fill, stroke=INK, width=0.4)),
        Circle(x, y, radius, Paint(stroke=look.strong(what), width=0.7)),
        *_sign(kind, x, y, radius, look),
        Rectangle(title, look.plate(what, 0.5), 1),
        *middle("Verräter", look.style(NAME, 17), title.inset(0.8), "back"),
        Rectangle(foot, look.plate(what, 0.5), 1),
        *kicker(word, INK, foot, look),
    )
    return look.card(marks, f"back {kind}")


def _lattice(what: str, look: Look) -> Iterator[Mark]:
    """Crossing lines on a full ground, or on white where ink is saved; a double frame inside the cut."""
    if not look.saver:
        yield Rectangle(look.ground, Paint(fill=look.full(what)))
    ink = INK if look.saver else WHITE
    runs = tuple(run for lean in (1, -1) for run in hatch(look.ground.corners, step=5.2, lean=lean))
    yield Path(runs, Paint(stroke=ink, width=0.16))
    for by, width in ((0.0, 0.6), (1.3, 0.2)):
        yield Rectangle(look.inner.inset(by), Paint(stroke=ink, width=width))


def _sign(kind: str, x: float, y: float, radius: float, look: Look) -> Iterator[Mark]:
    if kind == "supply":
        scale = radius / 24
        yield from sheaf(Brush(look.saver, INK), 5, (x, y + 17 * scale, scale))
    elif kind == "action":
        size = radius * 1.34
        yield Stamp(arms("traitor", look), x - size / 2, y - size / 2 + size * 0.02, size / SIZE)
    else:
        size = radius * 1.3
        yield Stamp(parted(look, 30), x - size / 2, y - size / 2, size / 30)
