"""How Verräter looks on paper: its dress, its signs, and the pictures of its cards."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from math import cos, radians, sin
from pathlib import Path as File
from typing import ClassVar

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.games.verraeter.data import COLOURS, FOLDER
from companion.games.verraeter.state import Cards, Options, State, Words, read_file, starter_cards
from companion.press import face, svg
from companion.press.boxes import PART, world
from companion.press.face import BLACK, WHITE, Box, Colour, Face, Mark, Paint, Path, Rectangle, Stamp, rgb
from companion.press.laying import Draw
from companion.press.look import EDGE, INK, Dress, Look, middle, richest
from companion.press.options import Choices, owner_file
from companion.press.page import FORMATS
from companion.press.svg import Pictures, Runs, hatch, in_colours, moved, outline
from companion.press.text import SUBTITLE, DoesNotFit, Style, line

NAME = "Literata-SemiBold"
"""The face that names stand in; the bookish one, as this is a game of letters and oaths."""

COLOUR: Mapping[str, Colour] = {
    "eagle": rgb("#2f4a6d"),
    "rose": rgb("#8d3328"),
    "blue": rgb("#3a78b5"),
    "green": rgb("#3f6b35"),
    "yellow": rgb("#e0ab1c"),
    "black": rgb("#262321"),
    "gold": rgb("#94691a"),
    "court": rgb("#4a3a52"),
    "field": rgb("#6d5a2c"),
}
SAFE: Mapping[str, Colour] = {
    **COLOUR,
    "eagle": rgb("#004f8c"),
    "rose": rgb("#a64b00"),
    "blue": rgb("#3f97d6"),
    "green": rgb("#00664a"),
    "yellow": rgb("#f0cf3c"),
}
"""Houses and players in colours that differ for eyes that miss red, green or blue."""
MUTED: Colour = (0.32,)
PAPER: Colour = rgb("#f6f0e2")
LEAN: Mapping[str, int] = {"eagle": 1, "rose": -1}
"""How a house's hatching runs: rising or falling."""

DRESS = Dress(
    title="Verräter",
    style=FOLDER / "templates" / "verraeter" / "print" / "sheet.css",
    card=FORMATS["american"],
    colours=COLOUR,
    safe=SAFE,
    paper=PAPER,
    muted=MUTED,
    pale=frozenset({"yellow"}),
)


EMBLEMS = Pictures(File(__file__).with_name("emblems.svg"))
SHIELD = "M0.8 0.6L9.2 0.6L9.2 4.6C9.2 7.4 7.4 9 5 9.8C2.6 9 0.8 7.4 0.8 4.6Z"


def crest(house: str, look: Look, ground: Colour = WHITE) -> Face:
    """A house's emblem in the ink in use, on its ground."""
    return emblem(house, look.strong(house), ground, look.saver)


def sign(house: str, look: Look) -> Face:
    """The same for small sizes, where an outline could not be read: filled in every ink."""
    return emblem(house, look.strong(house), WHITE)


@lru_cache(maxsize=64)
def emblem(house: str, ink: Colour, ground: Colour, hollow: bool = False) -> Face:
    """The Eagle or the Rose in one ink on its ground; hollow ones are outlines where ink is saved."""
    body, lines = (ground, ink) if hollow else (ink, ground)
    named = in_colours({"body": body, "lines": lines, "ink": ink, "ground": ground})
    whole = Paint(fill=ground, stroke=ink, width=0.2) if hollow else Paint(fill=ink)

    def paint(attributes: Mapping[str, str]) -> Paint | None:
        return whole if attributes.get("class") == "body" else named(attributes)

    return Face(10, 10, EMBLEMS.marks(house, paint), name=f"{house} emblem")


@lru_cache(maxsize=64)
def shield(player: str, fill: Colour, charge: Colour, rim: Colour) -> Face:
    """A player's shield, by the colour of the seat: filled, its charge upon it, and a rim around. What stands
    on each is as on the screens: a star, three leaves, a sun, a moon."""
    named = in_colours({"field": fill, "charge": charge, "rim": rim})
    return Face(10, 10, EMBLEMS.marks(f"{player} shield", named), name=f"{player} shield")


def ground(what: str, look: Look) -> Iterator[Mark]:
    """A card's ground, to beyond the cut or short of it: a house's hatching on its tint, else one colour."""
    if what in LEAN:
        tint = look.tint(what, 0.3)
        if tint:
            yield Rectangle(look.ground, Paint(fill=tint))
        runs = hatch(look.ground.corners, step=1.7, lean=LEAN[what])
        yield Path(runs, Paint(stroke=look.strong(what), width=0.24))
    elif look.saver:
        yield Rectangle(look.inner.inset(-1.0), Paint(stroke=look.strong(what), width=0.25), 2.0)
    else:
        yield Rectangle(look.ground, Paint(fill=look.full(what)))


def panel(look: Look) -> Box:
    return look.inner.inset(1.0)


def leaf(what: str, look: Look) -> Iterator[Mark]:
    yield from ground(what, look)
    box = panel(look)
    yield Rectangle(
        box.inset(-0.9), Paint(fill=look.plate(what).fill, stroke=look.strong(what), width=0.5), 1.6
    )


def band(words: str, what: str, box: Box, look: Look, where: str) -> Iterator[Mark]:
    yield Rectangle(box, look.panel(what))
    style = look.style(NAME, 15, look.on_panel(what))
    room = Box(box.x + 1.5, box.y, box.width - 3, box.height)
    yield from middle(words, style, room, where)


def kicker(words: str, ink: Colour, box: Box, look: Look) -> tuple[face.Text, ...]:
    """A few spaced capitals over or under a name; left out where the card is too small for them."""
    style = Style(font=SUBTITLE, size=look.size(8), smallest=look.smallest, colour=ink, spacing=0.7)
    try:
        return middle(words.upper(), style, box, "cards")
    except DoesNotFit:
        return ()


def heading(words: str, figure: str, look: Look) -> Draw:
    """The game's name between its two houses, a word at the right, and a line below."""
    return partial(_heading, words, figure, look)


def _heading(words: str, figure: str, look: Look, box: Box) -> Iterator[Mark]:
    width = box.width
    title = Style(font=NAME, size=27, smallest=16, leading=1)
    side = Style(font=SUBTITLE, size=18, smallest=9, leading=1)
    quiet = Style(font=SUBTITLE, size=11, smallest=7, leading=1, colour=MUTED)
    for n, house in enumerate(("eagle", "rose")):
        yield Stamp(crest(house, look), EDGE + 58 * n, EDGE - 2, 1.1)
    yield from line("Verräter", title, 46, "sheet").at(EDGE + 11, EDGE - 2, width=47, align=0.5)
    yield from line(figure, side, width - 74, "sheet").at(EDGE, EDGE + 1, width=width, align=1)
    yield Path((((EDGE, EDGE + 10.5), (EDGE + width, EDGE + 10.5)),), Paint(stroke=INK, width=0.6))
    block = richest((words, f"{words[:90]}…"), quiet, width, 6, "sheet")
    yield from block.at(EDGE, EDGE + 12.4) if block else ()


def named(name: str, size: float, ink: Colour = INK) -> Draw:
    """A name on one line of a box, cut short where even the smallest type is too wide."""
    return partial(_named, name, size, ink)


def _named(name: str, size: float, ink: Colour, box: Box) -> tuple[face.Text, ...]:
    style = Style(font=SUBTITLE, size=size, smallest=7, leading=1, colour=ink)
    if not name:
        return ()
    tries = (name, *(f"{name[:n]}…" for n in (14, 11, 8, 5, 3)))
    block = richest(tries, style, box.width, style.size * 0.36, "sheet")
    return block.at(box.x, box.y + (box.height - block.height) / 2) if block else ()


CARDS = owner_file(
    "cards", "Card values", "A file of card values; without it the table's own, or the starter table."
)
STARTER = "Starter table, not the printed one"


@dataclass(frozen=True, slots=True)
class Source:
    """What all cards of one print share: values, words, house rules, and what says whose they are.

    `label` stands once, in the margin of each sheet.
    """

    cards: Cards
    words: Words
    options: Options
    label: str
    look: Look


def state_of(scene: Scene[State] | None) -> State | None:
    return scene.state if scene else None


class OfCards(Choices):
    cards: Json


def source_of(choices: OfCards, scene: Scene[State] | None, look: Look) -> Source:
    """The box to print from; `InvalidInput` with the path of a file's first bad value (9.4)."""
    state = state_of(scene)
    options = state.options if state else Options()
    if choices.get("cards") is not None:
        cards, words = read_file(choices["cards"], "cards")
        return Source(cards, words, options, choices["cards"]["name"], look)
    if state:
        label = STARTER if state.cards.landscapes == starter_cards().landscapes else ""
        return Source(state.cards, state.words, options, label, look)
    return Source(starter_cards(), Words(), options, STARTER, look)


def tonight(scene: Scene[State]) -> Mapping[str, Mapping[str, int]]:
    """How many of each card are needed, where it is not all of them."""
    state = state_of(scene)
    assert state
    seats = len(state.players)
    unseated = {f"{what} {colour}": 0 for what in ("oath", "estate") for colour in COLOURS[seats:]}
    return {"deck": {**unseated, "overview": seats}}


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

    def paint(self, attributes: Mapping[str, str]) -> Paint | None:
        """The paint of a shape in `pictures.svg`."""
        if self.saver and attributes.get("ink") == "colour":
            return None
        match attributes.get("class"):
            case "flag":
                return self.flag
            case "sun":
                return self.thing("sun", 0.2) if self.saver else self.area("sun")
            case "cloud":
                return self.pen(0.14) if self.saver else self.area("haze")
            case None:
                return in_colours({"ink": BLACK, "sun": TONES["sun"], **self.named})(attributes)
        return svg.Brush.paint(self, attributes)

    def picture(self, name: str) -> tuple[Mark, ...]:
        return PICTURES.marks(name, self.paint)

    @property
    def flag(self) -> Paint:
        return Paint(
            fill=WHITE if self.saver else self.banner, stroke=BLACK if self.saver else self.edge, width=0.2
        )


def shape(written: str | Runs, paint: Paint, at: tuple[float, float, float] = (0, 0, 1)) -> Path:
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
    """The back of a kind of card: the land in its colour, its sign on a medal, its name and the game's."""
    what, word = KINDS[kind]
    title = Box(look.inner.x + 3, look.inner.y + 5, look.inner.width - 6, 10)
    foot = Box(look.inner.x + 9, look.inner.bottom - 12, look.inner.width - 18, 8)
    radius = min(look.inner.width * 0.31, (foot.y - title.bottom) / 2 - 2)
    x, y = look.width / 2, foot.y - 3 - radius
    marks = (
        *_land(what, look),
        face.Circle(x, y, radius + 1.3, Paint(fill=look.plate(what).fill, stroke=INK, width=0.4)),
        face.Circle(x, y, radius, Paint(stroke=look.strong(what), width=0.7)),
        *_sign(kind, x, y, radius, look),
        Rectangle(title, look.plate(what, 0.5), 1),
        *middle("Verräter", look.style(NAME, 17), title.inset(0.8), "back"),
        Rectangle(foot, look.plate(what, 0.5), 1),
        *kicker(word, INK, foot, look),
    )
    return look.card(marks, f"back {kind}")


def _land(what: str, look: Look) -> Iterator[Mark]:
    """The two castles and their land, in a band of the kind's colour; in outline where ink is saved."""
    if not look.saver:
        yield Rectangle(look.ground, Paint(fill=look.full(what)))
    art = look.inner.inset(1)
    yield Stamp(world(look.design).filling(("divider",), PART, art, look), art.x, art.y)
    yield Rectangle(art, Paint(stroke=INK, width=0.4))
    yield Rectangle(art.inset(-1.2), Paint(stroke=look.strong(what) if look.saver else WHITE, width=0.3))


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
